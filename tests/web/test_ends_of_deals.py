"""The end of a deal in every game: who won the last trick, the brisques of two, three or four, and what is told."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from flask import Flask

from scorekeeper.bezique.variants import VARIANTS
from tests.web.conftest import OpenTable
from tests.web.phone import Phone
from tests.web.table import Table, open_table, stored

COUNTED = {
    **dict.fromkeys(("classic", "short", "consultation", "open"), 16),
    "three-handed": 24,
    **dict.fromkeys(("four-handed", "four-solo"), 32),
}
"""The brisques of the games in which they count."""


def ending(table: OpenTable, game: str, *lines: str, won: str = "B", **chosen: object) -> Table:
    """A match whose page asks how the deal has ended."""
    first = ["turn-up AH"] if VARIANTS[game].rules.turn_up else []
    match = table(*first, *lines, variant=game, **chosen)
    match.show(f"?end={won}")
    return match


def counts(figures: str) -> dict[str, Any]:
    """The fields of a count told as ``A 7 B 9``; ``-`` is one left empty."""
    said = figures.split()
    return {
        f"brisques_{side}": "" if count == "-" else count for side, count in zip(said[::2], said[1::2], strict=True)
    }


GRANTED = [
    ("classic", "A 7 B 9", "A 7 B 9", {"A": 70, "B": 100}),
    ("consultation", "A - B 9", "A 7 B 9", {"A": 70, "B": 100}),
    ("short", "A 0", "A 0 B 16", {"A": 0, "B": 170}),
    ("three-handed", "A 7 B 9 C 8", "A 7 B 9 C 8", {"A": 70, "B": 100, "C": 80}),
    ("three-handed", "A 7 B 9 C -", "A 7 B 9 C 8", {"A": 70, "B": 100, "C": 80}),
    ("three-handed", "A 7 B - C 8", "A 7 B 9 C 8", {"A": 70, "B": 100, "C": 80}),
    ("three-handed", "A - B 9 C 8", "A 7 B 9 C 8", {"A": 70, "B": 100, "C": 80}),
    ("three-handed", "A 24 B 0 C -", "A 24 B 0 C 0", {"A": 240, "B": 10, "C": 0}),
    ("four-handed", "AC 18", "AC 18 BD 14", {"AC": 180, "BD": 150}),
    ("four-handed", "BD 14", "AC 18 BD 14", {"AC": 180, "BD": 150}),
    ("four-handed", "AC 32 BD 0", "AC 32 BD 0", {"AC": 320, "BD": 10}),
    ("four-solo", "A 8 B 7 C 9 D 8", "A 8 B 7 C 9 D 8", {"A": 80, "B": 80, "C": 90, "D": 80}),
    ("four-solo", "A 8 B 7 C - D 8", "A 8 B 7 C 9 D 8", {"A": 80, "B": 80, "C": 90, "D": 80}),
    ("four-solo", "A 0 B 0 C 0 D -", "A 0 B 0 C 0 D 32", {"A": 0, "B": 10, "C": 0, "D": 320}),
]


@pytest.mark.parametrize(("game", "typed", "line", "totals"), GRANTED, ids=[f"{row[0]} {row[1]}" for row in GRANTED])
def test_one_count_may_be_left_out_and_follows_from_the_others(
    table: OpenTable, game: str, typed: str, line: str, totals: dict[str, int]
) -> None:
    """E06, E08: two, three and four counts; 0 and all of them can be chosen; Ben has won the last trick."""
    match = ending(table, game)
    page = match.phone.fill("end-go", last_trick="B", **counts(typed))
    assert match.log()[-2:] == ["B last-trick", f"brisques {line}"]
    assert match.figures(page) == totals


REFUSED = [
    ("classic", "A 7 B 10", "17 brisques are counted: there are 16"),
    ("classic", "A 7 B 25", "32 brisques are counted: there are 16"),
    ("classic", "B 17", "17 brisques are more than the 16 there are"),
    ("three-handed", "A 7 B 9 C 9", "25 brisques are counted: there are 24"),
    ("three-handed", "A 7 B 9 C 0", "16 brisques are counted: there are 24"),
    ("three-handed", "A 16 B 9 C -", "25 brisques are more than the 24 there are"),
    ("three-handed", "A 7 B - C -", "say how many brisques each side has but the last: 0 to 24"),
    ("three-handed", "A - B - C -", "say how many brisques each side has but the last: 0 to 24"),
    ("four-handed", "AC 18 BD 13", "31 brisques are counted: there are 32"),
    ("four-handed", "AC - BD 33", "33 brisques are more than the 32 there are"),
    ("four-solo", "A 8 B 8 C 8 D 9", "33 brisques are counted: there are 32"),
    ("four-solo", "A 8 B 8 C - D -", "say how many brisques each side has but the last: 0 to 32"),
    ("four-solo", "A -1 B 11 C 11 D 11", "not a number of brisques: '-1'"),
    ("four-solo", "A eight B 8 C 8 D 8", "not a number of brisques: 'eight'"),
    ("three-handed", "A 2.5 B 9 C 8", "not a number of brisques: '2.5'"),
    ("three-handed", "A 8000000000 B 9 C 8", "not a number of brisques"),
]


@pytest.mark.parametrize(("game", "typed", "why"), REFUSED, ids=[f"{row[0]} {row[1]}" for row in REFUSED])
def test_counts_that_do_not_add_up_are_named_and_kept(app: Flask, game: str, typed: str, why: str) -> None:
    """E07: 16, 24 and 32 in two, three and four packs; nothing is written, and nothing has to be typed again."""
    filled = counts(typed)
    match = ending(partial(open_table, app, phone=Phone(app, *filled.values())), game)
    before = stored(app)
    page = match.phone.fill("end-go", status=422, last_trick="B", **filled)
    assert any(why in error for error in page.errors), page.errors
    assert stored(app) == before
    form = dict(page.filled(page.one("end")))
    assert form["last_trick"] == "B"
    assert {name: form.get(name, "") for name in filled} == filled


@pytest.mark.parametrize("game", COUNTED)
def test_a_grid_ends_where_the_packs_end(table: OpenTable, game: str) -> None:
    """E07: the first side's count, or with more sides each of them, is one of 0 to 16, 24 or 32."""
    page = ending(table, game).phone.page
    most, end = COUNTED[game], page.one("end")
    radios = [e for e in page.controls(end) if e.attrib["name"].startswith("brisques_") and e.get("type") == "radio"]
    numbers = [e for e in page.elements("button", within=end) if e.get("data-number")]
    offered = [e.get("value") for e in radios] + [e.get("data-number") for e in numbers]
    assert offered == [str(number) for number in range(most + 1)]
    assert end.attrib["data-all"] == str(most)
    text = page.said("end")
    assert f"{most} in all" in text or f"0 of {most}" in text


@pytest.mark.parametrize("game", [game for game in VARIANTS if game not in COUNTED])
def test_games_that_count_no_brisques_ask_for_none(table: OpenTable, game: str) -> None:
    match = ending(table, game)
    assert "risques" not in match.phone.page.said("end")
    match.phone.fill("end-go", last_trick="B")
    assert match.log()[-1] == "B last-trick"


@pytest.mark.parametrize("game", VARIANTS)
def test_every_side_has_a_key_for_the_last_trick(table: OpenTable, game: str) -> None:
    """Partners one together, with both names, and its points go to them both."""
    rules = VARIANTS[game].rules
    match = table(*(["turn-up AH"] if rules.turn_up else []), variant=game)
    enders = [link for link in match.show().links() if link.get("id", "").startswith("e-")]
    assert [link.attrib["id"] for link in enders] == [f"e-{side[0]}" for side in rules.sides]
    page = match.phone.tap(enders[-1].attrib["id"])
    for side, name in match.names.items():
        assert name in page.said("end")
        assert (page.one(f"last-{side}").get("checked") is not None) is (side == rules.sides[-1])
    assert f"Last trick, {rules.last_trick_points}" in page.said("end")


def test_who_won_the_last_trick_must_be_said(app: Flask, table: OpenTable) -> None:
    match = ending(table, "rubicon")
    before = stored(app)
    assert match.claim("", status=422, do="end").errors == ["say who won the last trick"]
    assert stored(app) == before


# Duels ---------------------------------------------------------------------------------------------------------------

DUELS = "Without the stock 2 duels of 8 tricks are played: only who won the very last trick matters."


@pytest.mark.parametrize("game", VARIANTS)
def test_duels_are_explained_where_they_are_played(table: OpenTable, game: str) -> None:
    """S4: sixteen tricks without a draw, two hands of eight."""
    assert (DUELS in ending(table, game).phone.page.said("end")) is (game in ("four-handed", "four-solo"))


def test_duels_matter_not_where_the_last_trick_is_one_with_a_draw(table: OpenTable) -> None:
    match = ending(table, "four-handed", house_rules={"last_trick_ends_stock": True})
    assert "duels" not in match.phone.page.said("end")


# At once, and kept aside ---------------------------------------------------------------------------------------------

AT_ONCE = [("classic", ("A", "B"), 16), ("three-handed", ("A", "B", "C"), 24), ("four-handed", ("C", "D"), 32)]


@pytest.mark.parametrize(("game", "seats", "most"), AT_ONCE, ids=[row[0] for row in AT_ONCE])
def test_brisques_as_they_fall_are_all_accounted_for_before_the_end(
    table: OpenTable, game: str, seats: tuple[str, ...], most: int
) -> None:
    match = ending(table, game, house_rules={"brisques": "at-once"})
    assert f"0 of {most} brisques are accounted for" in match.phone.page.said("end")
    page = match.phone.fill("end-go", last_trick="B")
    assert "next-deal" not in page
    for count in range(0, most, 2):
        match.show(f"?seat={seats[count // 2 % len(seats)]}")
        assert f"{count} of {most} brisques are accounted for" in match.phone.page.said("end")
        page = match.phone.tap("k-brisques-2")
    assert "next-deal" in page
    assert sum(match.totals().values()) == 10 * most + 10
    match.claim(f"{seats[0]} brisques 1", status=422)


def test_no_more_brisques_fall_than_there_are(table: OpenTable) -> None:
    match = table("turn-up AH", "C brisques 23", variant="three-handed", house_rules={"brisques": "at-once"})
    page = match.show("?seat=A")
    assert "dim" in page.one("k-brisques-2").attrib["class"].split()
    assert "law: " in match.phone.tap("k-brisques-2", status=422).said("ruling")
    match.show("?seat=A")
    match.phone.tap("k-brisques-1")
    assert match.totals() == {"A": 10, "B": 0, "C": 230}


def test_brisques_kept_aside_stand_beside_the_total_until_the_target_is_reached(table: OpenTable) -> None:
    match = ending(table, "four-handed", house_rules={"brisques": "match-end"})
    page = match.phone.fill("end-go", last_trick="B", brisques_AC="18")
    assert "2,000 to go + 180 aside" in page.said("p-AC")
    assert "1,990 to go + 140 aside" in page.said("p-BD")
    assert "Kept aside for brisques: Alice & Cora 180, Ben & Dan 140." in page.said("over")
    assert match.figures(page) == {"AC": 0, "BD": 10}
    match.next_deal("turn-up AH", "D adjusts 1980 before", "A adjusts 1890 before")
    match.show("?end=A")
    page = match.phone.fill("end-go", last_trick="A", brisques_AC="22")
    assert "over-title" in page
    assert match.figures(page) == {"AC": 1900, "BD": 1990}
    match.next_deal("turn-up AH", "B adjusts 10 at last")
    match.show("?end=B")
    page = match.phone.fill("end-go", last_trick="B", brisques_AC="20")
    assert page.title.startswith("Alice & Cora win ")
    assert match.figures(page) == {"AC": 1900 + 600, "BD": 2010 + 360}
    assert "Brisques +600 +360" in match.show("/sheet").words


def test_an_over_panel_writes_its_figures_as_others_do(table: OpenTable) -> None:
    page = table("turn-up AH", "A adjusts 26540 before", "C adjusts -40 revoke", "A last-trick",
                 "brisques A 0 B 24 C 0", variant="three-handed", target=100_000).show()  # fmt: skip
    assert "Alice +26,550, Ben +240, Cora −40." in page.said("over")
