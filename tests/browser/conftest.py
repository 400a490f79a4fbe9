"""What browser tests share: one Chromium, one server, and as many fresh viewers as a test asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.serving import LiveServer
from tests.browser.viewers import CHROMIUM_ARGUMENTS, PHONE, Device, Viewer, chromium

NO_CHROMIUM = "NO BROWSER TEST RAN: no Chromium is installed (Debian: apt-get install chromium-headless-shell)"
MakeViewer = Callable[..., Viewer]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it in red as well: a run without a browser proves nothing about the screens."""
    if chromium() is None:
        terminalreporter.write_sep("!", NO_CHROMIUM, red=True, bold=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = chromium()
    if found is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=found, args=list(CHROMIUM_ARGUMENTS), chromium_sandbox=False
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server for all tests: each keeps to the matches that it opens."""
    with LiveServer(tmp_path_factory.mktemp("served")) as live:
        yield live


@pytest.fixture
def viewer(browser: Browser, server: LiveServer) -> Iterator[MakeViewer]:
    """Makes viewers, each with a fresh browser; at the end of the test none may have met a fault.

    They are the host of the staged matches, but for a *stranger*.
    """
    made: list[Viewer] = []

    def make(device: Device = PHONE, *, at: LiveServer = server, stranger: bool = False, **options: Any) -> Viewer:
        made.append(Viewer(browser, at.url, device, None if stranger else at.host_cookie, **options))
        return made[-1]

    yield make
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def phone(viewer: MakeViewer) -> Viewer:
    """A phone of 360 by 640, with touch."""
    return viewer(PHONE)
