"""Names that are scripts, braces or written from right to left are text, wherever they stand (L01)."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.serving import LiveServer
from tests.browser.viewers import Viewer

SCRIPT = "<svg/onload=alert(1)>"
QUOTES = "\"'><b>{{7*7}}</b>&amp;"


def test_a_script_in_a_name_is_text_everywhere(phone: Viewer, server: LiveServer) -> None:
    """A dialog, a violation of the policy or an error in the console would be a fault of the viewer."""
    phone.go("/matches/new")
    phone.find("#name_a").fill(SCRIPT)
    phone.find("#name_b").fill(QUOTES)
    expect(phone.find("label:has(#dealer-A)")).to_have_text(SCRIPT)
    phone.tap("#open-match")
    expect(phone.find(".panel h2")).to_have_text([SCRIPT, QUOTES])
    phone.tap("#up-AH")
    phone.sees_lines(1)
    phone.tap("#p-A")
    expect(phone.find("#p-A")).to_have_attribute("aria-current", "true")
    phone.tap("#k-bezique")
    phone.sees("#announce", f"{SCRIPT}, bezique")
    phone.sees("#take-back", SCRIPT)
    path = phone.page.url.partition("?")[0].removeprefix(phone.home)
    for page in ("/", "/matches", f"{path}/log", f"{path}/sheet", f"{path}?end=A", f"{path}?choose=four-aces"):
        phone.go(page)
        phone.sees("main", SCRIPT)
        phone.sees("main", QUOTES)
        expect(phone.find("svg[onload], main b b")).to_have_count(0)


def test_a_name_from_right_to_left_does_not_turn_the_line_round(phone: Viewer, server: LiveServer) -> None:
    """The override character is dropped, the letters stay, and the figures after them are where they were."""
    phone.go("/matches/new")
    phone.find("#name_a").fill("\u202eAnna\u202c")
    phone.find("#name_b").fill("שרה 🃏")
    phone.tap("#open-match")
    expect(phone.find(".panel h2")).to_have_text(["Anna", "שרה 🃏"])
