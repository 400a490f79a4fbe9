"""Looking back with a browser: its own zone, the way back from a new match, the chart, and the sheet on paper."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import stage, worked_deal
from tests.browser.states import BOTH_TABLES, CLOSED, SOLO_DONE
from tests.browser.viewers import PHONE, Viewer


def test_days_and_times_are_those_of_the_device(viewer: MakeViewer, server: LiveServer) -> None:
    """I02: the script tells the zone once, and then what the server draws and what the script shows agree."""
    stage(server, BOTH_TABLES)
    phone = viewer(timezone_id="Pacific/Kiritimati")
    phone.go("/matches")
    assert {cookie["name"]: cookie["value"] for cookie in phone.context.cookies()}["zone"] == "Pacific/Kiritimati"
    day = phone.page.evaluate("new Date().toLocaleDateString('sv')")
    phone.go(f"/matches?since={day}&until={day}")
    expect(phone.find(".past li").first).to_be_visible()
    drawn = phone.page.evaluate("fetch(location.href).then((answer) => answer.text())")
    hour = phone.page.evaluate(
        "new Date(document.querySelector('.past time').dateTime).toLocaleTimeString('en-GB').slice(0, 5)"
    )
    assert f", {hour}</time>" in drawn
    assert day >= datetime.now(UTC).date().isoformat(), "there the day comes first"


def test_back_from_a_new_match_leads_to_the_list(viewer: MakeViewer, server: LiveServer) -> None:
    """I11: not to the form, which would open another one."""
    phone = viewer()
    phone.go("/matches")
    phone.tap("#new-match")
    phone.find("#name_a").fill("Ida")
    phone.find("#name_b").fill("Ian")
    phone.tap("#open-match")
    expect(phone.find(".turned, .turn-up").first).to_be_visible()
    phone.page.go_back()
    expect(phone.find("h1")).to_have_text("Matches")
    expect(phone.page.locator(".past li", has_text="Ida")).to_have_count(1)


def test_the_chart_is_told_in_words_and_told_apart_without_colours(phone: Viewer, server: LiveServer) -> None:
    phone.go(stage(server, SOLO_DONE, variant="four-solo", names=(("Ann",), ("Ben",), ("Cem",), ("Dot",))) + "/sheet")
    chart = phone.page.get_by_role("img", name="Running totals")
    expect(chart).to_have_count(1)
    said = phone.find("#chart-said").text_content() or ""
    assert said.startswith("After 1 deal: Ann 130, Ben 1,620, Cem 140, Dot 20.")
    dashes = phone.find(".chart polyline").evaluate_all(
        "lines => lines.map((l) => getComputedStyle(l).strokeDasharray)"
    )
    assert len(set(dashes)) == len(dashes) == 4
    labels = phone.find(".chart > svg .curve text").evaluate_all(
        "texts => texts.map((t) => t.getBoundingClientRect().top)"
    )
    labels.sort()
    assert all(below - above >= 10 for above, below in pairwise(labels))


def test_a_sheet_is_printed_black_on_white_in_one_column(viewer: MakeViewer, server: LiveServer) -> None:
    phone = viewer(PHONE, color_scheme="dark")
    phone.go(stage(server, worked_deal(), CLOSED) + "/sheet")
    phone.page.emulate_media(media="print", color_scheme="dark")
    ground, ink = phone.page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('main')).color]"
    )
    assert (ground, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    for gone in (".mast", ".foot", "nav", ".skip"):
        for part in phone.find(gone).all():
            expect(part).to_be_hidden()
    assert phone.page.evaluate("getComputedStyle(document.querySelector('main')).columnCount") == "auto"
    assert phone.page.evaluate("getComputedStyle(document.querySelector('.sheet caption')).breakAfter") == "avoid"
    assert phone.page.pdf().startswith(b"%PDF")
