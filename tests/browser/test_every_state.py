"""Every page in every state: it fits all screens with the longest names, axe finds nothing, and large text can be used.

Each state is shown once, with long names, and all tests look at it; the viewer of a state may meet no fault either.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import MakeViewer
from tests.browser.measuring import turn, wrong
from tests.browser.serving import LiveServer
from tests.browser.staging import stage
from tests.browser.states import BOTH_TABLES, LONG_NAMES, STATES
from tests.browser.viewers import LYING_PHONE, PHONE, SMALL_PHONE, TABLET, Viewer

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
RULES_OF_COLOUR = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
RUN = """async (only) => {
    const found = await axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    return found.violations.flatMap((rule) => rule.nodes.map((node) =>
        `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\\s+/g, ' ')}`));
}"""


@pytest.fixture(scope="module")
def watcher(browser: Browser, server: LiveServer) -> Iterator[Viewer]:
    """A phone that goes from state to state."""
    phone = Viewer(browser, server.url, PHONE, server.host_cookie, reduced_motion="reduce")
    yield phone
    phone.close()


@pytest.fixture(scope="module", params=STATES, ids=str)
def shown(request: pytest.FixtureRequest, watcher: Viewer, server: LiveServer) -> Iterator[Viewer]:
    """The phone, led to a state on a page of its own."""
    watcher.turn_to_a_new_page()
    request.param.show(watcher, server, LONG_NAMES)
    yield watcher
    assert not watcher.faults, "\n".join(watcher.faults)


def violations(viewer: Viewer, only: dict[str, Any]) -> list[str]:
    """What axe finds on the page as it stands."""
    if not viewer.page.evaluate("typeof axe === 'object'"):
        viewer.page.evaluate(AXE)
    viewer.rest()
    found: list[str] = viewer.page.evaluate(RUN, only)
    return found


def test_everything_fits_with_the_longest_names(shown: Viewer) -> None:
    """K03: no sideways scrolling, every control within reach, keys for fingers: on four screens, on one by night."""
    problems = []
    for theme in ("dark", "light"):
        shown.page.emulate_media(color_scheme=theme)
        for device in (PHONE,) if theme == "dark" else (SMALL_PHONE, LYING_PHONE, TABLET):
            turn(shown, device)
            problems += [f"{device} {theme}: {problem}" for problem in wrong(shown, device)]
    turn(shown, PHONE)
    assert not problems, "\n".join(problems)


def test_axe_finds_nothing(shown: Viewer) -> None:
    """K03: contrast by day and by night, which differs in nothing but colours: only their rules are tried again."""
    assert violations(shown, RULES) == [], "by day"
    shown.page.emulate_media(color_scheme="dark")
    assert violations(shown, RULES_OF_COLOUR) == [], "by night"
    shown.page.emulate_media(color_scheme="light")


def test_text_twice_as_large_can_be_used(shown: Viewer) -> None:
    """K03: at 200 % as well."""
    shown.page.evaluate("document.documentElement.style.fontSize = '200%'")
    problems = wrong(shown, PHONE, fingers=False)
    shown.page.evaluate("document.documentElement.style.fontSize = ''")
    assert problems == []


def test_axe_would_find_something(phone: Viewer) -> None:
    """A page with a fault planted in it, so that silence means something."""
    phone.go("/")
    phone.find("#new-match").evaluate("(key) => { key.textContent = ''; }")
    assert any(found.startswith("link-name: #new-match") for found in violations(phone, RULES))


def test_axe_finds_nothing_where_nothing_is_yet(viewer: MakeViewer, tmp_path: Path) -> None:
    with LiveServer(tmp_path) as fresh:
        phone = viewer(at=fresh)
        for page in ("/", "/matches"):
            phone.go(page)
            assert violations(phone, RULES) == [], page
        phone.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_four_colours_and_the_chosen_theme_are_readable(viewer: MakeViewer, server: LiveServer, theme: str) -> None:
    """K07: the theme chosen here wins over the device's, and stays; so does the pack of four colours."""
    tablet = viewer(TABLET, reduced_motion="reduce", color_scheme="dark" if theme == "light" else "light")
    tablet.go(stage(server, BOTH_TABLES))
    ground = "getComputedStyle(document.body).backgroundColor"
    as_the_device_says = tablet.page.evaluate(ground)
    tablet.tap("#theme")
    tablet.tap("#pack")
    chosen = tablet.page.evaluate(ground)
    assert chosen != as_the_device_says
    assert violations(tablet, RULES_OF_COLOUR) == []
    tablet.page.reload()
    assert tablet.page.evaluate(ground) == chosen
    assert tablet.page.evaluate("({ ...document.documentElement.dataset })") == {"theme": theme, "pack": "four"}
