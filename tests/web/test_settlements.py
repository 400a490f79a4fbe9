"""A game of one deal is settled on the page of its end and on its sheet: as a sum that people can check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.table import ENDED, Table

WORTH, DRAWN = "The game is worth", "A draw: nothing is won"
OWN, LOST = "The winner's score", "The loser's score, from below the rubicon"
HUNDREDS, LESS, LEAST = "The winner's hundreds", "The loser's hundreds", "The loser's hundreds, at least 100"
SMALL, GAME, RUBICON = "A difference below 100 counts as 100", "For the game", "For a rubicon"


@dataclass(frozen=True)
class Row:
    """The final figures of a deal, Ben with the last trick, and the lines of its settlement, its worth last."""

    story: str
    a: int
    b: int
    lines: tuple[tuple[str, str], ...]
    title: str = "Ben wins"
    game: str = "rubicon"
    portland: bool = False
    saved: str = ""
    """How many brisques each side has, where they save the rubicon."""


ROWS = [
    Row("both past the rubicon", 1240, 1510, ((OWN, "1,510"), (WORTH, "1,510"))),
    Row("the loser below it", 620, 1320, ((OWN, "1,320"), (LOST, "620"), (WORTH, "1,940"))),
    Row("the last trick is not enough", 1320, 620, ((OWN, "1,320"), (LOST, "620"), (WORTH, "1,940")), "Alice wins"),
    Row("six-pack", 4990, 2990, ((OWN, "4,990"), (LOST, "2,990"), (WORTH, "7,980")), "Alice wins", "six-pack"),
    Row("eight-pack", 4990, 26540, ((OWN, "26,540"), (LOST, "4,990"), (WORTH, "31,530")), "Ben wins", "eight-pack"),
    Row("level", 1240, 1240, ((DRAWN, "0"),), "A draw"),
    Row("HOF: 1510 and 1240", 1240, 1510,
        ((HUNDREDS, "1,500"), (LESS, "−1,200"), (GAME, "500"), (WORTH, "800")), portland=True),
    Row("HOF: 1550 and 1520", 1520, 1550, ((SMALL, "100"), (GAME, "500"), (WORTH, "600")), portland=True),
    Row("HOF: 1320 and 620", 620, 1320,
        ((HUNDREDS, "1,300"), (LEAST, "600"), (RUBICON, "1,300"), (WORTH, "3,200")), portland=True),
    Row("a loser of fifty counts a hundred", 1150, 50,
        ((HUNDREDS, "1,100"), (LEAST, "100"), (RUBICON, "1,300"), (WORTH, "2,500")), "Alice wins", portland=True),
    Row("level at the Portland Club", 1550, 1550, ((DRAWN, "0"),), "A draw", portland=True),
    Row("brisques save the loser", 930, 1400,
        (("Alice with brisques: 930 + 70", "1,000"), ("Ben with brisques: 1,400 + 250", "1,650"),
         (OWN, "1,650"), (WORTH, "1,650")), saved="A 7 B 25"),
    Row("and make the loser the winner", 950, 1050,
        (("Alice with brisques: 950 + 300", "1,250"), ("Ben with brisques: 1,050 + 20", "1,070"),
         (OWN, "1,250"), (WORTH, "1,250")), "Alice wins", saved="A 30 B 2"),
    Row("brisques that save nobody", 930, 1400, ((OWN, "1,400"), (LOST, "930"), (WORTH, "2,330")), saved="A 6 B 26"),
    Row("nobody needs them", 1000, 1400, ((OWN, "1,400"), (WORTH, "1,400")), saved="A 32 B 0"),
    Row("they break a tie", 240, 240,
        (("Alice with brisques: 240 + 200", "440"), ("Ben with brisques: 240 + 120", "360"),
         (OWN, "440"), (LOST, "360"), (WORTH, "800")), "Alice wins", saved="A 20 B 12"),
    Row("and do not", 1240, 1240,
        (("Alice with brisques: 1,240 + 160", "1,400"), ("Ben with brisques: 1,240 + 160", "1,400"), (DRAWN, "0")),
        "A draw", saved="A 16 B 16"),
    Row("saved at the Portland Club", 930, 1400,
        (("Alice with brisques: 930 + 70", "1,000"), ("Ben with brisques: 1,400 + 250", "1,650"),
         (HUNDREDS, "1,600"), (LESS, "−1,000"), (GAME, "500"), (WORTH, "1,100")), portland=True, saved="A 7 B 25"),
]  # fmt: skip
LAST = {"rubicon": 50, "six-pack": 250, "eight-pack": 250}


def ended(table: OpenTable, row: Row) -> Table:
    """The match of that row, its deal ended on the page."""
    rules = {"rubicon_settlement": "portland"} if row.portland else {}
    rules |= {"brisques": "save-rubicon"} if row.saved else {}
    before = [("A", row.a), ("B", row.b - LAST[row.game])]
    match = table(*(f"{seat} adjusts {points} told" for seat, points in before), variant=row.game, house_rules=rules)
    match.show("?end=B")
    counted: dict[str, Any] = {"brisques_A": row.saved.split()[1]} if row.saved else {}
    match.phone.fill("end-go", last_trick="B", **counted)
    return match


def sum_of(page: Page) -> list[list[str]]:
    """The rows of the settlement, in order."""
    found = [table for table in page.elements("table") if table.get("class") == "sum"]
    assert len(found) == 1
    rows = page.rows()
    return rows[: sum(1 for _ in page.elements("tr", within=found[0]))]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.story)
def test_a_settlement_stands_on_the_end_and_on_the_sheet(table: OpenTable, row: Row) -> None:
    match = ended(table, row)
    page = match.phone.page
    assert page.title.startswith(row.title)
    assert match.figures(page) == {"A": row.a, "B": row.b}, "the totals of every other page and file"
    compared = [line[1] for line in row.lines if "with brisques" in line[0]]
    assert ("With the brisques:" in page.words) is bool(compared)
    if compared:
        assert "With the brisques: Alice {}, Ben {}.".format(*compared) in page.words
    assert sum_of(page) == [list(line) for line in row.lines]
    sheet = match.show("/sheet")
    assert sum_of(sheet) == [list(line) for line in row.lines]
    assert ("wins" in sheet.words) is (row.title != "A draw")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.story)
def test_the_lines_of_a_settlement_add_up_as_they_are_printed(table: OpenTable, row: Row) -> None:
    """What people do with a pencil: the figures above the line make the one below it."""
    printed = sum_of(ended(table, row).phone.page)
    lines = [(label, int(figure.replace(",", "").replace("−", "-"))) for label, figure in printed]
    added = [figure for label, figure in lines[:-1] if "with brisques" not in label]
    assert sum(added) == lines[-1][1]
    for label, figure in lines:
        if "with brisques" in label:
            total, aside = label.partition(": ")[2].replace(",", "").split(" + ")
            assert int(total) + int(aside) == figure


@pytest.mark.parametrize("game", ["classic", "four-handed"])
def test_a_match_to_a_target_is_not_settled(table: OpenTable, game: str) -> None:
    match = table("turn-up AH", "A adjusts 2000 before", "A last-trick", variant=game, target=1000)
    sides = match.names
    page = match.claim("brisques " + " ".join(f"{side} {16 if game == 'four-handed' else 8}" for side in sides))
    verb = "win" if "&" in sides[next(iter(sides))] else "wins"
    assert page.title.startswith(f"{next(iter(sides.values()))} {verb} ")
    assert not [element for element in page.elements("table") if element.get("class") == "sum"]
    assert "Settlement" not in match.show("/sheet").words


def test_rubicon_to_a_target_is_not_settled_either(table: OpenTable) -> None:
    rules = {"match_length": "target", "rubicon_settlement": "portland"}
    match = table("A adjusts 1500 before", variant="rubicon", house_rules=rules, target=1500)
    page = match.claim("A last-trick")
    assert page.title.startswith("Alice wins")
    assert "The game is worth" not in page.words + match.show("/sheet").words


def test_a_settled_match_is_taken_up_again_with_its_last_line_taken_back(table: OpenTable) -> None:
    match = ended(table, ROWS[1])
    page = match.phone.tap("take-back")
    assert "below the rubicon: 380 to go" in page.said("p-A")
    assert match.sheet().stored.state == "open"
    assert "Settlement" not in match.show("/sheet").words


def test_a_draw_is_listed_as_one(table: OpenTable) -> None:
    match = ended(table, ROWS[5])
    assert "1,240 : 1,240Rubicon · a draw" in match.phone.get("/").words
    assert (match.sheet().stored.state, match.sheet().stored.winner) == ("closed", "draw")


SAVED = ("A melds KC QC", "A adjusts 1200 told", "B adjusts 850 told", "A last-trick", "brisques A 12 B 20")
PUT_RIGHT = [
    ("the brisques save the rubicon no more", 5, "brisques A 20 B 12", ["2,140 (until now: 1,410)"], False),
    (
        "they save it by less",
        5,
        "brisques A 17 B 15",
        ["1,460 (until now: 1,410)", "With the brisques: Alice 1,460, Ben 1,000."],
        False,
    ),
    (
        "the last trick",
        4,
        "B last-trick",
        ["1,360 (until now: 1,410)", "With the brisques: Alice 1,360, Ben 1,100."],
        True,
    ),
]


@pytest.mark.parametrize(
    ("line", "now", "told", "totals"), [row[1:] for row in PUT_RIGHT], ids=[row[0] for row in PUT_RIGHT]
)
def test_what_a_game_is_worth_then_is_told_before_it_is_put_right(
    table: OpenTable, line: int, now: str, told: list[str], totals: bool
) -> None:
    """Where no total changes, too: what the brisques do is seen in the settlement alone."""
    playing = table(*SAVED, variant="rubicon", house_rules={"brisques": "save-rubicon"})
    assert "With the brisques: Alice 1,410, Ben 1,050." in playing.show().words
    before = playing.totals()
    change = quote(now)
    page = playing.phone.get(f"{playing.address}/deals/1/lines/{line}/change?to={change}&correct=yes")
    for words in told:
        assert words in page.words
    assert "No figure changes by it." not in page.words
    playing.phone.tap("mend-go")
    assert (playing.totals() != before) is totals
    assert told[0].split()[0] in playing.show().words
    assert playing.figures(playing.phone.page) == playing.totals()


def test_brisques_kept_aside_are_told_before_they_are_put_right(table: OpenTable) -> None:
    playing = table("turn-up AH", *ENDED, house_rules={"brisques": "match-end"})
    page = playing.phone.get(f"{playing.address}/deals/1/lines/3/change?to={quote('brisques A 9 B 7')}")
    assert "Kept aside for brisques: Alice 90 (until now: 70), Ben 70 (until now: 90)." in page.words
    assert "No figure changes by it." not in page.words
