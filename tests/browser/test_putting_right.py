"""Putting right on a phone: a line of the second of four deals, in four taps; with a script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage, worked_deal
from tests.browser.viewers import Viewer

DEAL = ["turn-up 9C", "A melds KH QH", "B melds QS JD", "A last-trick", "brisques A 8 B 8"]
FOURTH = ["turn-up AS", "A melds KD QD"]


@pytest.fixture
def path(server: LiveServer) -> str:
    """A match in its fourth deal."""
    return stage(server, worked_deal(), DEAL, DEAL, FOURTH, target=2000)


TAPS = [
    ("the other side", "#fix-2-3", "#seat-A", "amend 3 A melds bezique QS JD", ["780", "350"]),
    ("the other suit", "#fix-2-2", "#o-royal-marriage-C", "amend 2 A melds royal-marriage KC QC", ["760", "390"]),
    ("the other meld", "#fix-2-3", "#o-four-jacks", "", []),
    ("the other count", "#fix-2-5", "#count-6", "amend 5 brisques A 6 B 10", ["720", "410"]),
    ("the other last trick", "#fix-2-4", "#seat-B", "amend 4 B last-trick", ["730", "400"]),
    ("struck", "#fix-2-2", "#strike", "take back 2", ["720", "390"]),
    ("moved", "#fix-2-3", "#before-2", "amend 3 A melds marriage KH QH", ["740", "390"]),
]


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without"])
@pytest.mark.parametrize(
    ("line", "wrong", "says", "totals"), [row[1:] for row in TAPS if row[3]], ids=[row[0] for row in TAPS if row[3]]
)
def test_a_line_of_the_second_of_four_deals_is_put_right_in_four_taps(
    viewer: MakeViewer,
    server: LiveServer,
    path: str,
    line: str,
    wrong: str,
    says: str,
    totals: list[str],
    script: bool,
) -> None:
    """From the score screen of the fourth: the log, the line, what is wrong, confirm; at 360 × 640."""
    phone = viewer(java_script_enabled=script)
    phone.go(path)
    phone.sees_totals("740", "390")
    with phone.counting("a line of the second deal", at_most=4):
        phone.tap("text=Whole log")
        phone.tap(line)
        phone.tap(wrong)
        expect(phone.find("h1")).to_have_text("What follows")
        phone.tap("#mend-go")
        expect(phone.find(f"#l-2-{line[-1]}")).to_be_in_viewport()
    assert lines_of(server, path, 2)[-1] == says
    phone.go(path)
    phone.sees_totals(*totals)


def test_cards_that_must_be_told_are_picked(viewer: MakeViewer, server: LiveServer, path: str) -> None:
    phone = viewer()
    phone.go(f"{path}/log")
    phone.tap("#fix-2-3")
    phone.tap("#o-four-jacks")
    for card in ("JS", "JH", "JD", "JC"):
        phone.tap(phone.find(f"#picker label:has([value='{card}'])").first)
    expect(phone.find("h1")).to_have_text("What follows")
    phone.tap("#mend-go")
    expect(phone.find("#l-2-3")).to_be_in_viewport()
    assert lines_of(server, path, 2)[-1] == "amend 3 B melds four-jacks JS JH JD JC"


def test_another_phone_sees_the_amended_totals(viewer: MakeViewer, server: LiveServer, path: str) -> None:
    other = viewer()
    other.go(path)
    other.sees_totals("740", "390")
    phone: Viewer = viewer()
    phone.go(f"{path}/deals/2/lines/3")
    phone.tap("#seat-A")
    phone.tap("#mend-go")
    other.sees_totals("780", "350")
