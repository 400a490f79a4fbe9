"""What a first visit to the score screen costs: everything that travels, compressed as it travels."""

from __future__ import annotations

from typing import Any

from tests.browser.serving import LiveServer
from tests.browser.staging import stage
from tests.browser.states import BOTH_TABLES
from tests.browser.viewers import Viewer

MOST = 30 * 1024


def test_a_first_visit_to_the_score_screen_is_small(
    phone: Viewer, server: LiveServer, record_property: Any, capsys: Any
) -> None:
    """At most 30 KB: page, style, scripts, suits and icon, headers counted."""
    path = stage(server, BOTH_TABLES)
    traffic = phone.context.new_cdp_session(phone.page)
    sizes: dict[str, int] = {}
    names: dict[str, str] = {}
    traffic.on("Network.requestWillBeSent", lambda sent: names.update({sent["requestId"]: sent["request"]["url"]}))
    traffic.on("Network.loadingFinished", lambda done: sizes.update({done["requestId"]: done["encodedDataLength"]}))
    traffic.send("Network.enable")
    phone.page.goto(path, wait_until="networkidle")
    phone.sees_totals("330", "60")
    by_name = {names[request].removeprefix(phone.home).partition("?")[0]: size for request, size in sizes.items()}
    assert {"/static/app.css", "/static/app.js", "/static/theme.js", "/static/suits.svg"} <= set(by_name)
    total = sum(sizes.values())
    record_property("first visit", total)
    with capsys.disabled():
        print(f"\nfirst visit to the score screen: {total:,} bytes: {by_name}")
    assert 0 < total <= MOST
