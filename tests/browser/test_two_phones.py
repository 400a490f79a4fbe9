"""Two phones at one match: whoever is late is shown what the other wrote, and then scores (F01, B07)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage
from tests.browser.viewers import Viewer

TRUMPS = ["turn-up AH"]


@pytest.fixture
def two(viewer: MakeViewer) -> tuple[Viewer, Viewer]:
    """Alice's phone and Ben's, each with a browser of its own; neither hears what the other writes."""
    phones = (viewer(deaf=True), viewer(deaf=True))
    for phone in phones:
        phone.may_answer |= {409}
    return phones


def test_the_second_phone_is_shown_what_the_first_wrote(two: tuple[Viewer, Viewer], server: LiveServer) -> None:
    hers, his = two
    path = stage(server, TRUMPS)
    his.page.clock.install()
    for phone in two:
        phone.go(path)
    hers.tap("#k-bezique")
    hers.sees_totals("40", "0")
    hers.tap("#k-marriage-C")
    hers.sees_totals("60", "0")
    his.tap("#k-seven-show")
    his.sees("#stale", "Someone else wrote first")
    his.sees("#stale", "Your tap was not written: Alice seven shown")
    his.sees("#stale .tail li >> nth=0", "bezique Q♠ J♦")
    his.sees("#stale .tail li >> nth=1", "marriage K♣ Q♣")
    his.page.clock.fast_forward(1_000)
    his.sees("#announce", "Your tap was not written.")
    his.sees_totals("60", "0")
    his.tap("#k-seven-show")
    his.sees_totals("70", "0")
    expect(his.find("#stale")).to_have_count(0)
    assert 409 in his.statuses
    assert lines_of(server, path)[1:] == ["A melds bezique QS JD", "A melds marriage KC QC", "A shows seven"]


def test_a_late_take_back_takes_back_nothing(two: tuple[Viewer, Viewer], server: LiveServer) -> None:
    """The key named the bezique; the other phone has scored since, and that must not be what goes."""
    hers, his = two
    path = stage(server, [*TRUMPS, "A melds bezique QS JD"])
    for phone in two:
        phone.go(path)
    hers.tap("#k-marriage-C")
    hers.sees_totals("60", "0")
    his.tap("#take-back")
    his.sees("#stale .tail", "marriage K♣ Q♣")
    his.sees_totals("60", "0")
    his.sees("#take-back", "Alice, marriage K♣ Q♣ 20")
    assert len(lines_of(server, path)) == 3


def test_both_phones_turn_up_a_card(two: tuple[Viewer, Viewer], server: LiveServer) -> None:
    hers, his = two
    path = stage(server, [])
    for phone in two:
        phone.go(path)
    hers.tap("#up-AH")
    hers.sees(".facts", "trumps ♥")
    his.tap("#up-9C")
    his.sees("#stale", "Someone else wrote first")
    his.sees(".facts", "trumps ♥")
    assert lines_of(server, path) == ["turn-up AH"]


def test_both_phones_open_the_next_deal(two: tuple[Viewer, Viewer], server: LiveServer) -> None:
    hers, his = two
    path = stage(server, [*TRUMPS, "A last-trick", "brisques A 8 B 8"])
    for phone in two:
        phone.go(path)
        phone.sees("#over", "Deal 1 is over")
    hers.tap("#next-deal")
    hers.sees("h1", "Which card is turned up?")
    his.tap("#next-deal")
    his.sees("h1", "Which card is turned up?")
    his.sees("main", "Deal 2")
    hers.tap("#only-S")
    hers.sees(".facts", "trumps ♠")


def test_a_line_for_a_match_that_the_other_phone_has_closed(two: tuple[Viewer, Viewer], server: LiveServer) -> None:
    """C07: nothing is scored in a closed match, and the late phone is shown how it ended."""
    hers, his = two
    path = stage(server, [*TRUMPS, "A adjusts 950 brought forward"])
    for phone in two:
        phone.go(path)
    his.tap("#p-B")
    hers.tap("#e-A")
    hers.tap("label:has(#brisques_A-8)")
    hers.tap("#end-go")
    hers.sees("h1", "Alice wins")
    his.tap("#k-bezique")
    his.sees("main", "Someone else wrote first")
    his.sees("main", "last trick")
    his.tap("#fresh")
    his.sees("h1", "Alice wins")
    assert lines_of(server, path)[-1] == "brisques A 8 B 8"


def test_a_third_viewer_without_script_is_told_as_well(viewer: MakeViewer, phone: Viewer, server: LiveServer) -> None:
    plain = viewer(java_script_enabled=False)
    plain.may_answer |= {409}
    path = stage(server, TRUMPS)
    plain.go(path)
    phone.go(path)
    phone.tap("#k-bezique")
    phone.sees(".tail", "bezique")
    plain.tap("#k-marriage-C")
    plain.sees("#stale .tail", "bezique")
    expect(plain.find("#stale h2")).to_be_in_viewport()
    plain.tap("#k-marriage-C")
    plain.sees(".tail li >> nth=0", "marriage K♣ Q♣")
