"""Pictures of every page in every state, by day and by night, on a phone and on a tablet, for people to look at.

    python -m tests.browser.screenshots [FOLDER] [--only NAME …] [--on DEVICE …] [--long-names]

FOLDER is `screenshots` (which git ignores) unless named otherwise. Each picture shows the whole page and is called
`<state>-<device>-<theme>.png`. --only makes the pictures of the states of these names, --on those on these devices
(phone and tablet unless said otherwise; there are small-phone and lying-phone as well), --long-names seats people with
names of forty letters. Needs Chromium, as the browser tests do; the matches are made on a server of their own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import NO_CHROMIUM
from tests.browser.serving import LiveServer
from tests.browser.staging import ALICE_AND_BEN
from tests.browser.states import LONG_NAMES, STATES, Names, State
from tests.browser.viewers import CHROMIUM_ARGUMENTS, LYING_PHONE, PHONE, SMALL_PHONE, TABLET, Viewer, chromium

DEVICES = {"phone": PHONE, "tablet": TABLET, "small-phone": SMALL_PHONE, "lying-phone": LYING_PHONE}
EMPTY = State("home-empty", lambda server, names: "/")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the pictures and say how many; 1 if a page met a fault while it was shown."""
    said = argparse.ArgumentParser(
        prog="python -m tests.browser.screenshots", description=(__doc__ or "").split("\n")[0]
    )
    said.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=Path("screenshots"))
    said.add_argument("--only", metavar="NAME", nargs="+", choices=[state.name for state in (EMPTY, *STATES)])
    said.add_argument("--on", metavar="DEVICE", nargs="+", choices=list(DEVICES), default=["phone", "tablet"])
    said.add_argument("--long-names", action="store_true")
    chosen = said.parse_args(arguments)
    if (found := chromium()) is None:
        print(NO_CHROMIUM, file=sys.stderr)
        return 1
    chosen.folder.mkdir(parents=True, exist_ok=True)
    states = [state for state in (EMPTY, *STATES) if not chosen.only or state.name in chosen.only]
    faults: list[str] = []
    with (
        tempfile.TemporaryDirectory() as instance,
        LiveServer(Path(instance)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=found, args=list(CHROMIUM_ARGUMENTS), chromium_sandbox=False
        )
        for state in states:
            names = LONG_NAMES if chosen.long_names else ALICE_AND_BEN
            faults += picture(browser, server, state, names, chosen.on, chosen.folder)
        browser.close()
    print(f"{2 * len(chosen.on) * len(states)} pictures of {len(states)} states are in {chosen.folder}")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults else 0


def picture(
    browser: Browser, server: LiveServer, state: State, names: Names, devices: Sequence[str], folder: Path
) -> list[str]:
    """Two pictures of *state* on each device; the faults that its viewers met."""
    faults = []
    for called in devices:
        viewer = Viewer(browser, server.url, DEVICES[called], server.host_cookie, reduced_motion="reduce")
        state.show(viewer, server, names)
        for theme in ("light", "dark"):
            viewer.page.emulate_media(color_scheme=theme)
            viewer.rest()
            viewer.page.screenshot(path=folder / f"{state.name}-{called}-{theme}.png", full_page=True)
        faults += [f"{state.name} on the {called}: {fault}" for fault in viewer.faults]
        viewer.close()
    return faults


if __name__ == "__main__":
    sys.exit(main())
