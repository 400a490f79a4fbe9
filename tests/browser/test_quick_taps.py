"""Taps as people make them: quick, double, while the server is away, and on the back button (F05, I11, K02)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from scorekeeper import services
from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage
from tests.browser.viewers import Viewer

TRUMPS = ["turn-up AH"]


def strike(viewer: Viewer, *selectors: str) -> None:
    """Touch the middle of each, one straight after the other, without waiting for anything."""
    boxes = [viewer.find(selector).bounding_box() for selector in selectors]
    for box in boxes:
        assert box is not None
        viewer.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Held:
    """Answers held back until the test lets them go: a slow network whose pace the test sets."""

    def __init__(self, viewer: Viewer, pattern: str) -> None:
        self.page = viewer.page
        self.held: list[Route] = []
        self.holding = True
        self.page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self.holding:
            self.held.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        """Until the first request is on its way."""
        expect(self.page.locator(".sent")).to_have_count(1)

    def release(self) -> None:
        self.holding = False
        for route in self.held:
            route.continue_()


def test_two_keys_within_a_moment_write_both_in_order(phone: Viewer, server: LiveServer) -> None:
    path = stage(server, TRUMPS)
    phone.go(path)
    strike(phone, "#k-bezique", "#k-marriage-C")
    phone.sees_totals("60", "0")
    assert lines_of(server, path)[1:] == ["A melds bezique QS JD", "A melds marriage KC QC"]


def test_ten_taps_on_one_key_write_one_line_and_zoom_nothing(phone: Viewer, server: LiveServer) -> None:
    """The clock of the page stands still, so that the ten are quick on a slow computer, too."""
    path = stage(server, TRUMPS, note_tricks=True)
    phone.page.clock.install()
    phone.go(path)
    phone.page.clock.pause_at("2035-01-01")
    strike(phone, *["#trick-A"] * 10)
    phone.sees_lines(2)
    phone.page.clock.run_for(340)
    strike(phone, *["#trick-A"] * 2)
    expect(phone.find(".sent")).to_have_count(0)
    assert phone.page.evaluate("visualViewport.scale") == 1
    assert lines_of(server, path) == ["turn-up AH", "trick 1 A"]
    phone.page.clock.run_for(20)
    strike(phone, "#trick-A")
    phone.sees_lines(3)
    assert lines_of(server, path)[2:] == ["trick 2 A"], "a real second tap is not eaten"


def test_a_double_tap_takes_back_one_line(phone: Viewer, server: LiveServer) -> None:
    path = stage(server, [*TRUMPS, "A melds bezique QS JD", "A melds KC QC"])
    phone.page.clock.install()
    phone.go(path)
    phone.page.clock.pause_at("2035-01-01")
    strike(phone, "#take-back")
    phone.sees_totals("40", "0")
    strike(phone, "#take-back")
    expect(phone.find(".sent")).to_have_count(0)
    assert lines_of(server, path)[3:] == ["take back 3"]


def test_ten_taps_on_different_keys_are_written_once_each_in_order(phone: Viewer, server: LiveServer) -> None:
    path = stage(server, TRUMPS)
    phone.go(path)
    keys = ["#k-bezique", "#k-seven-show", "#k-marriage-C", "#k-marriage-D", "#k-seven-exchange"]
    strike(phone, *(key for key in keys for _ in range(2)))
    phone.sees_totals("100", "0")
    assert [line.split(" ", 1)[1] for line in lines_of(server, path)[1:]] == [
        "melds bezique QS JD",
        "shows seven",
        "melds marriage KC QC",
        "melds marriage KD QD",
        "exchanges seven",
    ]


def test_a_side_and_its_key_can_be_tapped_before_the_answer(phone: Viewer, server: LiveServer) -> None:
    """The key tapped after Ben's panel means Ben's, although the page still shows Alice's keys."""
    path = stage(server, TRUMPS)
    phone.go(path)
    slow = Held(phone, "**/matches/*?seat=B")
    strike(phone, "#p-B")
    slow.wait()
    strike(phone, "#k-bezique")
    slow.release()
    phone.sees_totals("0", "40")
    assert lines_of(server, path)[1:] == ["B melds bezique QS JD"]


def test_an_answer_that_comes_while_the_finger_is_down_takes_no_key_from_under_it(
    phone: Viewer, server: LiveServer
) -> None:
    path = stage(server, TRUMPS)
    phone.go(path)
    slow = Held(phone, "**/lines")
    strike(phone, "#k-bezique")
    slow.wait()
    phone.find("#p-B").hover()
    phone.page.mouse.down()
    with phone.page.expect_response(lambda answer: answer.request.method == "GET"):
        slow.release()  # written, and the page that follows is there
    phone.page.mouse.up()
    expect(phone.find("#p-B")).to_have_attribute("aria-current", "true")
    phone.sees_totals("40", "0")


def test_a_finger_that_stays_down_does_not_hold_up_the_page(phone: Viewer, server: LiveServer) -> None:
    path = stage(server, TRUMPS)
    phone.go(path)
    slow = Held(phone, "**/lines")
    strike(phone, "#k-bezique")
    slow.wait()
    phone.find(".facts").hover()
    phone.page.mouse.down()
    slow.release()
    phone.sees_totals("40", "0")


def test_a_key_that_has_come_to_mean_something_else_is_not_tapped_by_the_queue(
    phone: Viewer, server: LiveServer
) -> None:
    """Take-back named the bezique when it was touched; the marriage written meanwhile is not taken back for it.

    What was tapped after it is not lost.
    """
    path = stage(server, [*TRUMPS, "A melds bezique QS JD"])
    phone.go(path)
    slow = Held(phone, "**/lines")
    strike(phone, "#k-marriage-C")
    slow.wait()
    strike(phone, "#take-back", "#k-seven-show")
    slow.release()
    phone.sees_totals("70", "0")
    assert lines_of(server, path)[2:] == ["A melds marriage KC QC", "A shows seven"]


def test_keys_are_for_fingers(phone: Viewer, server: LiveServer) -> None:
    """A double tap never zooms, two fingers do."""
    phone.go(stage(server, [*TRUMPS, "A melds bezique QS JD"]))
    touched = "Array.from(document.querySelectorAll('main :is(a.key, button, a.panel)'), (key) => { while (key && \
        getComputedStyle(key).touchAction === 'auto') key = key.parentElement; return key && \
        getComputedStyle(key).touchAction })"
    assert set(phone.page.evaluate(touched)) == {"manipulation"}
    meta = phone.find("meta[name=viewport]").get_attribute("content") or ""
    assert not re.search("user-scalable|maximum-scale|minimum-scale", meta)


@pytest.fixture
def own_server(tmp_path: Path) -> LiveServer:
    """A server that this test may take away."""
    return LiveServer(tmp_path)


def test_a_tap_while_the_server_is_away_is_kept(viewer: MakeViewer, own_server: LiveServer) -> None:
    with own_server:
        phone = viewer(at=own_server)
        phone.may_lose_connection = True
        path = stage(own_server, TRUMPS)
        phone.go(path)
        own_server.stop()
        phone.tap("#k-bezique")
        expect(phone.find("#trouble")).to_be_visible()
        phone.sees("#trouble", "Your tap is kept")
        phone.tap("#again")
        expect(phone.find("#trouble")).to_be_visible()
        phone.sees_totals("0", "0")
        own_server.start()
        with phone.counting("to try again", at_most=1):
            phone.tap("#again")
            phone.sees_totals("40", "0")
        expect(phone.find("#trouble")).to_be_hidden()
        assert lines_of(own_server, path)[1:] == ["A melds bezique QS JD"]
        phone.close()


@pytest.mark.parametrize("once_more", ["#again", "#k-bezique"], ids=["by Try again", "by the same key"])
def test_a_tap_whose_answer_was_lost_is_written_once(phone: Viewer, server: LiveServer, once_more: str) -> None:
    """The line was written, the phone never heard of it: the same tap once more gets the first answer."""
    path = stage(server, TRUMPS)
    phone.may_lose_connection = True
    phone.page.clock.install()
    phone.go(path)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    phone.page.route("**/lines", lose, times=1)
    phone.tap("#k-bezique")
    expect(phone.find("#trouble")).to_be_visible()
    assert len(lines_of(server, path)) == 2
    phone.page.clock.fast_forward(1_000)
    phone.tap(once_more)
    phone.sees_totals("40", "0")
    expect(phone.find("#trouble")).to_be_hidden()
    assert lines_of(server, path)[1:] == ["A melds bezique QS JD"]


def matches_of(server: LiveServer, name: str) -> int:
    """How many matches *name* plays in."""
    with server.app.app_context():
        return sum((name,) in match.names for match in services.matches("open", limit=200).matches)


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_the_back_button_does_not_open_the_match_again(viewer: MakeViewer, server: LiveServer, script: bool) -> None:
    phone = viewer(java_script_enabled=script)
    name = f"Back {script}"
    phone.go("/")
    phone.tap("#new-match")
    phone.find("#name_a").fill(name)
    phone.find("#name_b").fill("Ben")
    phone.tap("#open-match")
    phone.sees("h1", "Which card is turned up?")
    match = phone.page.url
    phone.tap("#only-H")
    phone.sees(".facts", "trumps ♥")
    phone.page.go_back()
    if not script:  # one page more: without script each line that is written is a page
        phone.page.go_back()
        phone.sees("h1", "New match")
        expect(phone.find("#name_a")).to_have_value("")
    else:
        phone.sees("h2 >> nth=0", "On the table")
        phone.sees(".matches >> nth=0", name)
        phone.page.go_forward()
        assert phone.page.url.startswith(match)
    assert matches_of(server, name) == 1


def test_a_double_tap_opens_one_match(phone: Viewer, server: LiveServer) -> None:
    phone.go("/matches/new")
    phone.find("#name_a").fill("Double")
    phone.find("#name_b").fill("Ben")
    phone.find("#open-match").scroll_into_view_if_needed()
    strike(phone, "#open-match", "#open-match")
    phone.sees("h1", "Which card is turned up?")
    assert matches_of(server, "Double") == 1


def test_typed_text_is_taken_without_leaving_the_field(phone: Viewer, server: LiveServer) -> None:
    """The keyboard is still open when the key is tapped (A06); a typed target is the chosen one."""
    phone.go("/matches/new")
    phone.find("#name_a").fill("Typist")
    phone.find("#name_b").press_sequentially("Ben")
    phone.tap("label:has(#target-other)")
    phone.find("#other_target").press_sequentially("1500")
    phone.tap("#open-match")
    phone.tap("#only-H")
    phone.sees(".facts", "to 1,500")


def test_a_second_look_at_the_end_screen_changes_nothing(phone: Viewer, server: LiveServer) -> None:
    """F12: the end of a match can be loaded again, and plays again from there."""
    path = stage(server, [*TRUMPS, "A adjusts 990 brought forward", "A last-trick", "brisques A 8 B 8"])
    phone.go(path)
    phone.sees("h1", "Alice wins")
    phone.page.reload()
    phone.sees("h1", "Alice wins")
    phone.tap("#again-match")
    phone.sees("h1", "Which card is turned up?")
    phone.sees("main", "Alice deals")
    phone.sees_totals("0", "0")
