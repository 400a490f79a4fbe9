"""Who looks at the score keeper in a test: a fresh browser that notices everything that should not happen."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Locator,
    Page,
    Request,
    Response,
    WebError,
    expect,
)

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 10_000  # milliseconds: far more than anything takes, so that a busy computer is no failure
ANSWERED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")
WATCH = """
addEventListener('securitypolicyviolation', (e) => console.error(`CSP: ${e.violatedDirective} ${e.blockedURI}`));
const asked = (what) => () => { console.error(`asked for permission: ${what}`); return new Promise(() => {}); };
if (window.Notification) Notification.requestPermission = asked('notifications');
if (navigator.permissions) navigator.permissions.request = asked('something');
for (const [owner, names] of [
  [navigator.geolocation, ['getCurrentPosition', 'watchPosition']],
  [navigator.mediaDevices, ['getUserMedia', 'getDisplayMedia']],
  [navigator.storage, ['persist']],
]) for (const name of names) if (owner) owner[name] = asked(name);
"""

DEAF = """
window.EventSource = class { static CLOSED = 2; static OPEN = 1; readyState = 0; addEventListener() {} close() {} };
"""

expect.set_options(timeout=PATIENCE)


def chromium() -> str | None:
    """The Chromium of this computer, one without windows if there is one; None if it has none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@dataclass(frozen=True)
class Device:
    """What somebody holds in the hand, or has on the table."""

    width: int
    height: int
    touch: bool = True

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"


PHONE = Device(360, 640)
SMALL_PHONE = Device(320, 568)
LYING_PHONE = Device(844, 390)
TABLET = Device(1024, 768)
DESKTOP = Device(1280, 900, touch=False)


class Viewer:
    """A fresh browser at the score keeper.

    *faults* collects what must never happen: errors and warnings in the console, violations of the Content-Security-
    Policy, requests to other hosts, permission prompts (L07), dialogs. An answer of 4xx makes Chromium write an error
    too: which ones may come, a test says with *may_answer*; 422, the referee's, always may.
    """

    def __init__(
        self,
        browser: Browser,
        home: str,
        device: Device = PHONE,
        cookie: str | None = None,
        *,
        deaf: bool = False,
        **options: Any,
    ) -> None:
        """A browser that nobody knows, or with *cookie* the one to which the score keeper gave that.

        One that is *deaf* hears nothing of what others write, as a phone does on a bad network.
        """
        self.home = home
        self.device = device
        self.faults: list[str] = []
        self.statuses: list[int] = []
        self.may_answer = {422}
        self.may_lose_connection = False
        self.taps = 0
        self.context: BrowserContext = browser.new_context(
            base_url=home,
            viewport={"width": device.width, "height": device.height},
            is_mobile=device.touch,
            has_touch=device.touch,
            locale="en-GB",
            **options,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(WATCH)
        if deaf:
            self.context.add_init_script(DEAF)
        self.is_known(cookie)
        self.context.on("console", self._heard)
        self.context.on("weberror", self._failed)
        self.context.on("request", self._asked)
        self.context.on("response", self._answered)
        self.context.on("dialog", self._interrupted)
        self.page: Page = self.context.new_page()

    def turn_to_a_new_page(self) -> None:
        """Go on with a new page in the same browser, as if nothing had been seen so far."""
        self.page.close()
        self.page = self.context.new_page()
        self.faults.clear()
        self.statuses.clear()
        self.may_answer = {422}
        self.may_lose_connection = False

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning", "assert"):
            return
        answered = ANSWERED.match(message.text)
        if answered and int(answered[1]) in self.may_answer:
            return
        if self.may_lose_connection and "net::ERR_" in message.text:
            return
        self.faults.append(f"console {message.type}: {message.text}")

    def _failed(self, error: WebError) -> None:
        self.faults.append(f"script: {error.error}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.home}/", "data:", "blob:")):
            self.faults.append(f"request to another host: {request.url}")

    def _answered(self, response: Response) -> None:
        self.statuses.append(response.status)

    def _interrupted(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def is_known(self, cookie: str | None) -> None:
        """From now on this is the browser to which the score keeper gave *cookie*, or one that it does not know."""
        self.context.clear_cookies()
        if cookie:
            self.context.add_cookies([{"name": "scorekeeper", "value": cookie, "url": self.home}])

    def stop_listening(self) -> None:
        """The page hears of no newer version any more, as on a phone that slept, until another page is there."""
        self.page.evaluate("dispatchEvent(new Event('pagehide'))")

    # What a viewer does ---------------------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(path)

    def tap(self, target: str | Locator) -> None:
        """One tap of a finger (or one click, where there is no touch), counted, by somebody who has read what came."""
        expect(self.page.locator("main[data-settling]")).to_have_count(0)
        self.tap_blindly(target)

    def tap_blindly(self, target: str | Locator) -> None:
        """A tap that was on its way before what others wrote was read."""
        locator = self.page.locator(target) if isinstance(target, str) else target
        self.taps += 1
        if self.device.touch:
            locator.tap()
        else:
            locator.click()

    @contextmanager
    def counting(self, what: str, at_most: int) -> Iterator[None]:
        """What happens inside takes at most so many taps, and at least one."""
        before = self.taps
        yield
        used = self.taps - before
        assert 1 <= used <= at_most, f"{what}: {used} taps, {at_most} are allowed"

    # What a viewer sees ---------------------------------------------------------------------------------------------

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        """*text* stands there; a plain suit sign in it stands for the printed one, too."""
        if isinstance(text, str):
            text = re.compile(re.sub("([♠♥♦♣])", "\\1\ufe0e?", re.escape(text)))
        expect(self.page.locator(selector)).to_contain_text(text)

    def sees_totals(self, *totals: str) -> None:
        expect(self.page.locator(".panel .total")).to_have_text(list(totals))

    def sees_lines(self, count: int) -> None:
        """The page shows a log of so many lines: the answer to the last tap has come."""
        expect(self.page.locator("#lines [name=seen]")).to_have_value(str(count))

    def rest(self) -> None:
        """Wait until nothing moves any more, and styles of a changed theme have settled."""
        self.page.evaluate(
            "Promise.all(document.getAnimations().map((a) => a.finished.catch(() => 0)))"
            ".then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
        )

    def close(self) -> None:
        self.context.close()
