"""The customer's worked deal, tapped through from home to the end of the match by someone without JavaScript."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import ENDED, WORKED_DEAL, Table, stored


def tap_the_worked_deal(phone: Phone, variant: str) -> Table:
    """Open a match at home and tap the deal, up to the question for its end."""
    phone.get("/")
    phone.tap("new-match")
    page = phone.fill("open-match", name_a="Alice", name_b="Ben", first_dealer="B", variant=variant)
    table = Table(phone.app, page.address.removeprefix("/matches/"), phone)
    phone.tap("up-AH")
    phone.tap("k-royal-marriage-H")
    phone.tap("k-bezique")
    phone.tap("k-sequence-H")
    phone.tap("o-1")
    for played in ("JD#1", "JH#1", "QS#1"):
        phone.tap(f"c-{played}")
    phone.tap("k-four-kings")
    phone.fill("picker-go", pick=["KS", "KD", "KC", "KH#1"])
    for played in ("KC#1", "KD#1"):
        phone.tap(f"c-{played}")
    phone.tap("k-seven-exchange")
    phone.tap("p-B")
    phone.tap("k-marriage-C")
    phone.tap("k-four-jacks")
    phone.fill("picker-go", pick=["JS", "JC", "JH", "JD"])
    return table


LOG = [f"{line}#1" if " plays " in line or "four-kings" in line else line for line in WORKED_DEAL]
"""As the phone writes it: a tap on a card says which copy."""


def test_the_worked_deal_comes_to_500_and_150(phone: Phone) -> None:
    table = tap_the_worked_deal(phone, "classic")
    assert table.log() == LOG
    assert (phone.page.figure("A"), phone.page.figure("B")) == (420, 60)
    phone.tap("e-A")
    page = phone.fill("end-go", last_trick="A", brisques_A="7")
    assert table.log() == [*LOG, "A last-trick", "brisques A 7 B 9"]
    assert (page.figure("A"), page.figure("B")) == (500, 150)
    assert "Deal 1 is over Alice +500, Ben +150." in page.said("over")
    assert "Deal 2 · Alice deals" in phone.tap("next-deal").words
    phone.tap("up-9C")
    assert "500 : 150" in phone.get("/").words


def test_without_brisques_it_comes_to_430_and_60(phone: Phone) -> None:
    table = tap_the_worked_deal(phone, "no-brisques")
    page = phone.tap("e-A")
    assert "brisques" not in page.said("end").lower()
    page = phone.fill("end-go", last_trick="A")
    assert table.log() == [*LOG, "A last-trick"]
    assert (page.figure("A"), page.figure("B")) == (430, 60)


def test_in_a_short_match_alice_wins_on_the_line(phone: Phone) -> None:
    """D07, D14, D19: exactly the target is enough; all final figures, the winner and the deciding line are kept."""
    table = tap_the_worked_deal(phone, "short")
    phone.tap("e-A")
    page = phone.fill("end-go", last_trick="A", brisques_A="7")
    assert "Alice wins" in page.said("main")
    assert page.title.startswith("Alice wins")
    assert "Alice 500" in page.words.replace("Alice500", "Alice 500")
    assert "Ben 150" in page.words.replace("Ben150", "Ben 150")
    assert "Decided in deal 1: Brisques: Alice 7, Ben 9, 70" in page.words
    assert ["1", "Ben", "500+500", "150+150"] in page.rows()
    match = table.sheet().stored
    assert (match.state, match.winner) == ("closed", "A")
    assert "Alice won" in phone.get("/").words
    assert "Alice wins" in table.show("/sheet").words
    assert table.show().words == page.words


CLOSED = [
    ("a meld", "A melds AS AH AD AC"),
    ("a trick", "trick A"),
    ("an adjustment", "B adjusts 400 revoke"),
    ("a meld on which the table agrees", "B melds KS QS agreed"),
    ("an earlier line taken back", "take back 2"),
]


@pytest.mark.parametrize("line", [row[1] for row in CLOSED], ids=[row[0] for row in CLOSED])
def test_a_closed_match_refuses_lines_until_its_closing_line_is_taken_back(table: OpenTable, line: str) -> None:
    """C07: refused from the screen and as a made-up request; taking back the closing line opens it again."""
    over = table(*WORKED_DEAL, *ENDED, target=500)
    before = stored(over.app)
    page = over.claim(line, status=422)
    assert "The match is closed" in page.words or "the match is closed" in page.words
    assert stored(over.app) == before
    over.show()
    page = over.phone.tap("take-back")
    assert (page.figure("A"), page.figure("B")) == (430, 60)
    assert over.sheet().stored.state == "open"
    over.claim("B adjusts 10 corrected")
    assert over.log()[-2:] == ["take back 15", "B adjusts 10 corrected"]


def test_the_end_screen_is_still_there_when_it_is_loaded_again(table: OpenTable) -> None:
    """F12: a refresh loses neither the figures nor the rematch."""
    over = table(*WORKED_DEAL, *ENDED, target=500)
    first, second = over.show(), over.show()
    assert first.words == second.words
    assert "again-match" in second


def test_level_over_the_line_nobody_has_won(table: OpenTable) -> None:
    """D08: no winner is stored, and the screen says what happens next."""
    lines = ("turn-up AH", "A melds double-bezique QS QS JD JD", "B adjusts 500 handicap", "A last-trick")
    playing = table(*lines, "B adjusts 10 handicap", "brisques A 8 B 8", target=500)
    page = playing.show()
    assert "Level at the top: another deal is played." in page.said("over")
    match = playing.sheet().stored
    assert (match.state, match.winner) == ("open", None)
    assert (page.figure("A"), page.figure("B")) == (590, 590)


def test_the_winner_is_who_leads_and_not_who_sits_first(table: OpenTable) -> None:
    """D01, D02: both cross with one count; the side with more wins, whoever entered it."""
    playing = table("turn-up AH", "A adjusts 430 handicap", "B adjusts 470 handicap", "A last-trick", target=500)
    page = playing.claim("brisques A 8 B 8")
    assert "Ben wins" in page.words
    assert playing.sheet().stored.winner == "B"


def test_both_over_the_line_the_higher_total_wins_whoever_deals(table: OpenTable) -> None:
    """D10: the dealer at 1,060 beats the other side at 1,000, though the others count their brisques first."""
    playing = table("turn-up AH", "A adjusts 940 before", "B adjusts 950 before", "B last-trick", first_dealer="B")
    page = playing.claim("brisques A 6 B 10")
    assert "Ben wins" in page.words
    assert playing.sheet().stored.winner == "B"
    assert playing.totals() == {"A": 1000, "B": 1060}


def test_crossing_in_mid_deal_is_told_at_once_and_closes_at_the_end(table: OpenTable) -> None:
    """D04: by default the deal is played out; everybody is told."""
    playing = table("turn-up AH", target=500)
    page = playing.show()
    assert "crosses the line" in page.said("k-double-bezique")
    page = playing.phone.tap("k-double-bezique")
    assert "over the line" in page.said("p-A")
    assert playing.sheet().stored.state == "open"
    assert "Alice wins" in playing.claim("B last-trick\nbrisques A 8 B 8").words


def test_a_key_that_would_close_the_match_says_so(table: OpenTable) -> None:
    """D17, D04: with this house rule the match stops at the target, and the key says it beforehand."""
    playing = table("turn-up AH", target=500, house_rules={"stop_at_target": True})
    assert "closes the match" in playing.show().said("k-double-bezique")
    assert "closes the match" not in playing.phone.page.said("k-bezique")
    page = playing.phone.tap("k-double-bezique")
    assert "Alice wins" in page.words
    assert "Decided in deal 1: Alice, double bezique Q♠ Q♠ J♦ J♦, 500" in page.words
    assert "Not finished? Take back" in page.said("take-back")


def test_large_totals_fit_their_figures(table: OpenTable) -> None:
    """G03: no upper limit is too low for a score that can be reached."""
    playing = table("turn-up AH", "A adjusts 12340 many deals", target=100_000)
    page = playing.show()
    assert page.said("t-A") == "12,340"
    assert page.figure("A") == 12_340


BRISQUES = [("7", "9"), ("0", "16"), ("16", "0"), ("8", "8")]


@pytest.mark.parametrize(("a", "b"), BRISQUES)
def test_the_other_side_gets_the_rest_of_the_brisques(table: OpenTable, a: str, b: str) -> None:
    """E07, E08: 16 in two packs; 0 and 16 can be chosen."""
    playing = table(*WORKED_DEAL)
    playing.show("?end=A")
    playing.phone.fill("end-go", last_trick="A", brisques_A=a)
    assert playing.log()[-1] == f"brisques A {a} B {b}"


def test_the_rest_can_be_counted_from_either_side(table: OpenTable) -> None:
    """A06: a number typed for the other side counts without leaving its field."""
    playing = table(*WORKED_DEAL)
    playing.show("?end=A")
    playing.phone.fill("end-go", last_trick="A", brisques_B="9")
    assert playing.log()[-1] == "brisques A 7 B 9"


def test_the_end_can_be_told_in_two_parts(table: OpenTable) -> None:
    """The last trick first, the brisques when they are counted."""
    playing = table(*WORKED_DEAL, "A last-trick")
    page = playing.show("?end=A")
    assert "last_trick" not in {control.get("name") for control in page.controls(page.one("end"))}
    page = playing.phone.fill("end-go", brisques_A="7")
    assert playing.log()[-2:] == ["A last-trick", "brisques A 7 B 9"]
    assert "Deal 1 is over" in page.words


def test_brisques_as_they_fall_have_keys_of_their_own(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, house_rules={"brisques": "at-once"})
    playing.show("?seat=A")
    playing.phone.tap("k-brisques-2")
    assert playing.log()[-1] == "A brisques 2"
    assert playing.phone.page.figure("A") == 440
    page = playing.claim("A last-trick")
    assert "2 of 16 brisques are accounted for" in page.words


def test_a_match_is_one_in_the_list_however_often_it_closes(app: Flask, table: OpenTable) -> None:
    """B04: crossed, taken back, crossed again: open in between, one match, and a new celebration for each closing."""
    playing = table(*WORKED_DEAL, "A last-trick", target=500, names=(("Beatrix",), ("Cornelius",)))

    def celebrated(page: Page) -> list[str]:
        return [e.attrib["data-celebrate"] for e in page.elements() if "data-celebrate" in e.attrib]

    first = celebrated(playing.claim("brisques A 7 B 9"))
    assert first == celebrated(playing.show())
    opened = playing.phone.tap("take-back")
    assert celebrated(opened) == []
    assert playing.sheet().stored.winner is None
    assert playing.sheet().stored.closed_at is None
    again = celebrated(playing.claim("brisques A 9 B 7"))
    assert len(first) == len(again) == 1
    assert first != again
    assert playing.phone.get("/matches").words.count("Beatrix and Cornelius") == 1
    assert "520 : 130" in playing.phone.page.words
