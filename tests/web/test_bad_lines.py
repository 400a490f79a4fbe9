"""Lines and counts that are no good: what was read and what would be right is said, and nothing is stored."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.database import db
from tests.web.conftest import OpenTable
from tests.web.phone import Phone, any_request
from tests.web.table import WORKED_DEAL, Table, stored

PLAIN = ("turn-up AH", "A melds KH QH")

UNREADABLE = [
    ("nothing", "", "an empty line"),
    ("blanks", "  \n \t ", "an empty line"),
    ("a word there is not", "A sings KH", "unknown word 'sings' (word 2)"),
    ("a line of nobody", "castles", "unknown word 'castles' (word 1"),
    ("a card that does not exist", "A melds QX", "not a card: 'QX'"),
    ("a rank below the pack", "A melds 6H QH", "not a card: '6H'"),
    ("a joker", "A plays joker", "not a card: 'joker'"),
    ("copy 0", "A plays KH#0", "not a copy: 'KH#0' (word 3; write e.g. QS#1)"),
    ("a number on a card from the hand", "A melds KH#1 QH", "comes from the hand and has no number"),
    ("a seat there is not", "C melds KH QH", "not a seat: 'C' (word 1; one of A, B)"),
    ("a seat in small letters", "a melds KH QH", "not a seat: 'a'"),
    ("a seat that won", "trick C", "not a seat: 'C'"),
    ("a side there is not", "brisques A 8 C 8", "not a side: 'C'"),
    ("a side twice", "brisques A 8 A 8", "side A stands twice"),
    ("half a brisque", "brisques A 7.5 B 8.5", "not a number: '7.5'"),
    ("fewer than none", "brisques A -1 B 17", "not a number: '-1'"),
    ("Arabic digits", "brisques A ٧ B ٩", "not a number: '٧'"),
    ("a number without end", "brisques A " + "9" * 150 + " B 0", "not a number"),
    ("a meld there is not", "A melds royal-flush KH QH", "not a meld: 'royal-flush'"),
    ("no cards", "A melds", "cards are missing"),
    ("no cards after the plus", "A melds KH +", "cards are missing"),
    ("a suit there is not", "trumps X", "not a suit: 'X'"),
    ("a trick 0", "trick 0 A", "not a number: '0'"),
    ("an adjustment without a reason", "A adjusts 10", "needs points and a reason"),
    ("an adjustment of nothing known", "A adjusts - revoke", "not a whole number: '-'"),
    ("an adjustment of 1e999", "A adjusts 1e999 revoke", "not a whole number: '1e999'"),
    ("an adjustment of 1.2.3", "A adjusts 1.2.3 revoke", "not a whole number: '1.2.3'"),
    ("an adjustment of a half", "A adjusts 2.5 revoke", "not a whole number: '2.5'"),
    ("a gigantic adjustment", "A adjusts 100000000000000000000 revoke", "not a whole number"),
    ("a take-back of nothing", "take back", "the number of the line is missing (write e.g. take back 12)"),
    ("a long word", "x" * 60, f"unknown word '{'x' * 20}…' (word 1"),
    ("agreed alone", "agreed", "agreed"),
    ("a script", "<script>alert(1)</script>", "unknown word"),
    ("one good line and one bad", "A melds QS JD\nA melds QX", "not a card: 'QX'"),
    ("more lines than one tap writes", "A adjusts 1 x\n" * 500, "too many lines"),
    ("a line without end", "A adjusts 1 " + "x" * 5000, "too long"),
]


@pytest.mark.parametrize(("line", "why"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_a_line_that_cannot_be_read_says_where_and_what_would_be_right(table: OpenTable, line: str, why: str) -> None:
    playing = table(*PLAIN)
    before = stored(playing.app)
    page = playing.claim(line, status=422)
    assert "Nothing was written" in page.words
    assert why in page.words
    assert page.figure("A") == 40
    assert stored(playing.app) == before


IMPOSSIBLE = [
    ("three copies of a card in two packs", "A melds KS KS KS KD", "there are not that many cards of this face"),
    ("a third queen", "A melds QS QS QS JD", "these cards together make no meld"),
    ("one copy more than is left", "A melds KH KH KS KD", "there are not that many cards of this face"),
    ("a card of the other side", "B melds KC + QH", "these cards together make no meld"),
    ("a table card that was never laid", "A melds KS + QS", "each card must come from the hand or lie unplayed"),
    ("a card that does not lie there played", "A plays 9C", "that card does not lie on this player's own table"),
    ("a trick beyond the last", "trick 33 A", "trick numbers rise"),
    ("brisques that do not add up", "brisques A 8 B 9", "those of all sides add up to eight for each pack"),
    ("one side only", "brisques A 16", "those of all sides add up"),
    ("a second turn-up", "turn-up KS", "trumps are settled for this deal already"),
    ("carte blanche in a game without", "A carte-blanche", "in this game carte blanche scores nothing"),
    ("a seven played in a game without", "A plays seven", "here a seven does not score when it is played"),
    ("brisques as they fall in a game without", "A brisques 2", "this match counts brisques at another time"),
]


@pytest.mark.parametrize(("line", "law"), [row[1:] for row in IMPOSSIBLE], ids=[row[0] for row in IMPOSSIBLE])
def test_what_cannot_be_is_refused_by_a_law(table: OpenTable, line: str, law: str) -> None:
    playing = table(*PLAIN)
    before = stored(playing.app)
    page = playing.claim(line, status=422)
    assert law in page.said("ruling").lower()
    assert stored(playing.app) == before


def test_before_the_turn_up_a_bad_line_is_answered_there(table: OpenTable) -> None:
    playing = table()
    before = stored(playing.app)
    page = playing.claim("turn-up QX", status=422)
    assert "Which card is turned up?" in page.words
    assert "not a card: 'QX'" in page.words
    assert stored(playing.app) == before


# The end of a deal ---------------------------------------------------------------------------------------------------

COUNTS = [
    ("too many together", {"brisques_A": "8", "brisques_B": "9"}, "17 brisques are counted: there are 16"),
    ("too few together", {"brisques_A": "8", "brisques_B": "7"}, "15 brisques are counted: there are 16"),
    ("more than there are", {"brisques_A": "", "brisques_B": "17"}, "17 brisques are more than the 16 there are"),
    ("none said", {"brisques_A": "", "brisques_B": ""}, "say how many brisques each side has but the last: 0 to 16"),
    ("half a brisque", {"brisques_A": "", "brisques_B": "7.5"}, "not a number of brisques: '7.5'"),
    ("fewer than none", {"brisques_A": "", "brisques_B": "-1"}, "not a number of brisques: '-1'"),
    ("a word", {"brisques_A": "", "brisques_B": "seven"}, "not a number of brisques: 'seven'"),
    ("Arabic digits", {"brisques_A": "", "brisques_B": "٧"}, "not a number of brisques: '٧'"),
    ("a power", {"brisques_A": "", "brisques_B": "1e1"}, "not a number of brisques: '1e1'"),
    ("a number without end", {"brisques_A": "", "brisques_B": "9" * 400}, "not a number of brisques"),
    ("a script", {"brisques_A": "", "brisques_B": "<svg/onload=alert()>"}, "not a number of brisques: '<svg"),
    ("a good number and a bad", {"brisques_A": "7", "brisques_B": "9 or 10"}, "not a number of brisques: '9 or 10'"),
]  # fmt: skip


@pytest.mark.parametrize(("filled", "why"), [row[1:] for row in COUNTS], ids=[row[0] for row in COUNTS])
def test_a_count_that_is_none_is_said_at_the_form_and_kept(table: OpenTable, filled: dict[str, str], why: str) -> None:
    playing = table(*WORKED_DEAL)
    before = stored(playing.app)
    playing.show("?end=A")
    page = playing.phone.fill("end-go", status=422, last_trick="A", **filled)
    assert why in page.said("end")
    assert stored(playing.app) == before
    kept = dict(page.filled(page.one("end")))
    assert kept["last_trick"] == "A"
    assert {name: kept.get(name, "") for name in filled} == filled
    playing.phone.fill("end-go", brisques_A="7", brisques_B="9")
    assert playing.log()[-2:] == ["A last-trick", "brisques A 7 B 9"]


def test_an_end_without_a_taker_of_the_last_trick_asks_for_it(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, variant="no-brisques")
    before = stored(playing.app)
    page = playing.claim("", status=422, do="end")
    assert "say who won the last trick" in page.said("end")
    assert stored(playing.app) == before


@pytest.mark.parametrize("taker", ["C", "<b>", "A B", ""])
def test_an_end_with_a_taker_that_is_none_is_refused(table: OpenTable, taker: str) -> None:
    playing = table(*WORKED_DEAL, variant="no-brisques")
    before = stored(playing.app)
    playing.claim("", status=422, do="end", last_trick=taker)
    assert stored(playing.app) == before


# Made-up forms -------------------------------------------------------------------------------------------------------

FORGED = [
    ("a picker that says another line", {"do": "pick", "seat": "A adjusts 500", "meld": "x", "pick": "KS"}),
    ("a picker that amends", {"do": "pick", "seat": "amend 2 A", "meld": "bezique", "pick": ["QS", "JD"]}),
    ("a picker that takes back", {"do": "pick", "seat": "take back 2", "meld": "", "pick": "KS"}),
    ("a picker of nobody", {"do": "pick", "seat": "", "meld": "four-kings", "pick": ["KS", "KD", "KC", "KH"]}),
    ("a picker without a meld", {"do": "pick", "seat": "A", "meld": "", "pick": "KS#x"}),
    ("a picker of nonsense", {"do": "pick", "seat": "A", "meld": "four-kings", "pick": "#"}),
    ("played by nobody", {"do": "played", "seat": "", "claim": "A melds QS JD", "played": "KH#1"}),
    ("played, and no claim", {"do": "played", "seat": "A", "claim": "", "played": "KH#1"}),
    ("played, and a take-back", {"do": "played", "seat": "A", "claim": "take back 2", "played": "KH#1"}),
    ("an end of nonsense", {"do": "end", "last_trick": "A\nB adjusts 500", "brisques_A": "8"}),
    ("something to do that there is not", {"do": "nonsense"}),
]


@pytest.mark.parametrize("fields", [row[1] for row in FORGED], ids=[row[0] for row in FORGED])
def test_a_made_up_form_writes_nothing(table: OpenTable, fields: dict[str, Any]) -> None:
    playing = table(*PLAIN)
    before = stored(playing.app)
    said = {"deal": 1, "seen": 2, "request": any_request(), **fields}
    playing.phone.post(f"{playing.address}/lines", status=422, **said)
    assert stored(playing.app) == before


@pytest.mark.parametrize("reason", ["a\x00b", "a\u202eb", "a\x1bb", "a\u2066b"], ids=ascii)
def test_a_reason_holds_no_characters_that_nobody_sees(table: OpenTable, reason: str) -> None:
    """As in names: what turns the direction of text is dropped before it is written."""
    playing = table("turn-up AH")
    playing.claim(f"A adjusts -40 {reason}")
    assert playing.log()[1:] == ["A adjusts -40 ab"]


# Too much ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["lines", "deals"])
def test_a_body_of_a_megabyte_is_refused(table: OpenTable, path: str) -> None:
    playing = table(*PLAIN)
    before = stored(playing.app)
    fields = {"deal": 1, "seen": 2, "number": 2, "request": any_request(), "line": "x" * 1_000_000}
    page = playing.phone.post(f"{playing.address}/{path}", status=413, **fields)
    assert "more than any score needs" in page.words
    assert stored(playing.app) == before


def test_a_set_up_of_a_megabyte_is_refused(app: Flask, phone: Phone) -> None:
    before = stored(app)
    phone.post("/matches/new", status=413, request=any_request(), name_a="a" * 1_000_000, name_b="Ben")
    assert stored(app) == before


# A stored line that cannot be read -----------------------------------------------------------------------------------


@pytest.fixture
def damaged(table: OpenTable) -> Table:
    """A match whose second line nobody can read, as if a newer program or a hand had written it."""
    playing = table(*PLAIN, "A melds QS JD", names=(("Vera",), ("Willem",)))
    with playing.app.app_context(), db.engine.begin() as connection:
        ours = "SELECT deal.id FROM deal JOIN match ON match.id = match_id WHERE slug = :slug"
        damage = f"UPDATE line SET text = 'A yodels KH' WHERE number = 2 AND deal_id = ({ours})"
        connection.execute(text(damage), {"slug": playing.slug})
    return playing


@pytest.mark.parametrize("rest", ["", "/log", "/sheet"])
def test_a_stored_line_that_cannot_be_read_is_named_and_logged(
    damaged: Table, rest: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        page = damaged.show(rest, status=500)
    for said in (page.words, caplog.text):
        assert f"match {damaged.slug}: deal 1: line 2: unknown word 'yodels' (word 2)" in said
    assert "restore a backup or mend the line" in page.words


POSTS: list[tuple[str, dict[str, Any]]] = [
    ("lines", {"deal": 1, "seen": 3, "line": "A melds KC QC"}),
    ("lines", {"deal": 1, "seen": 1, "line": "A melds KC QC"}),
    ("deals", {"number": 2}),
]


@pytest.mark.parametrize(("path", "fields"), POSTS)
def test_nothing_is_written_to_a_match_that_cannot_be_read(damaged: Table, path: str, fields: dict[str, Any]) -> None:
    before = stored(damaged.app)
    damaged.phone.post(f"{damaged.address}/{path}", status=500, request=any_request(), **fields)
    assert stored(damaged.app) == before


def test_a_match_that_cannot_be_read_is_not_played_again(damaged: Table) -> None:
    before = stored(damaged.app)
    damaged.phone.post("/matches/new", status=500, request=any_request(), rematch_of=damaged.slug)
    assert stored(damaged.app) == before


def test_the_lists_do_not_suffer_from_one_match(damaged: Table) -> None:
    """They show the copy of its results."""
    damaged.phone.quoted = ("Vera",)
    for address in ("/", "/matches"):
        assert "Vera and Willem" in damaged.phone.get(address).words
    assert "80 : 0" in damaged.phone.page.words
