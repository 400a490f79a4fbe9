"""A game of one deal is settled as a sum: every item with its words, and together they are what the game is worth."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import Rules
from scorekeeper.bezique.settling import DRAW, Settled, settle
from tests.bezique.stories import rules_of
from tests.bezique.strategies import examples

OWN, LOST = "the winner's score", "the loser's score, from below the rubicon"
HUNDREDS, LESS = "the winner's hundreds", "the loser's hundreds"
LEAST, SMALL = "the loser's hundreds, at least 100", "a difference below 100 counts as 100"
GAME, RUBICON = "for the game", "for a rubicon"


@dataclass(frozen=True)
class Row:
    """Totals of A and B, with brisques kept aside, and the sum of their settlement; no winner: a draw."""

    story: str
    totals: tuple[int, int]
    winner: str
    items: tuple[tuple[str, int], ...]
    worth: int
    variant: str = "rubicon"
    portland: bool = False
    aside: tuple[int, int] = (0, 0)
    added: bool = False


SIMPLE = [
    Row("the loser has passed the rubicon", (1510, 1240), "A", ((OWN, 1510),), 1510),
    Row("and who sits second may win", (1240, 1510), "B", ((OWN, 1510),), 1510),
    Row("exactly at the rubicon is past it", (1010, 1000), "A", ((OWN, 1010),), 1010),
    Row("ten short of it is below", (1010, 990), "A", ((OWN, 1010), (LOST, 990)), 2000),
    Row("both below", (600, 550), "A", ((OWN, 600), (LOST, 550)), 1150),
    Row("the loser has nothing", (900, 0), "A", ((OWN, 900), (LOST, 0)), 900),
    Row("the rubicon of six-pack is 3,000", (3010, 2990), "A", ((OWN, 3010), (LOST, 2990)), 6000, "six-pack"),
    Row("and not a point less", (3010, 3000), "A", ((OWN, 3010),), 3010, "six-pack"),
    Row("that of eight-pack 5,000", (26540, 4990), "A", ((OWN, 26540), (LOST, 4990)), 31530, "eight-pack"),
    Row("level", (1240, 1240), DRAW, (), 0),
    Row("level at nothing", (0, 0), DRAW, (), 0),
]
PORTLAND = [
    Row("HOF: 1510 and 1240", (1510, 1240), "A", ((HUNDREDS, 1500), (LESS, -1200), (GAME, 500)), 800),
    Row("HOF: 1550 and 1520", (1550, 1520), "A", ((SMALL, 100), (GAME, 500)), 600),
    Row("HOF: 1320 and 620", (1320, 620), "A", ((HUNDREDS, 1300), (LEAST, 600), (RUBICON, 1300)), 3200),
    Row("a true difference of ninety, over a hundred's edge", (1110, 1020), "A", ((SMALL, 100), (GAME, 500)), 600),
    Row("of a hundred", (1120, 1020), "A", ((HUNDREDS, 1100), (LESS, -1000), (GAME, 500)), 600),
    Row("of a hundred and eighty", (1290, 1110), "A", ((HUNDREDS, 1200), (LESS, -1100), (GAME, 500)), 600),
    Row("of ninety below the rubicon", (1010, 920), "A", ((HUNDREDS, 1000), (LEAST, 900), (RUBICON, 1300)), 3200),
    Row("both below the rubicon", (620, 440), "A", ((HUNDREDS, 600), (LEAST, 400), (RUBICON, 1300)), 2300),
    Row("less than a hundred counts one", (1150, 90), "A", ((HUNDREDS, 1100), (LEAST, 100), (RUBICON, 1300)), 2500),
    Row("and nothing too", (900, 0), "A", ((HUNDREDS, 900), (LEAST, 100), (RUBICON, 1300)), 2300),
    Row("and a score fined below nothing", (900, -40), "A", ((HUNDREDS, 900), (LEAST, 100), (RUBICON, 1300)), 2300),
    Row("six-pack", (3050, 2990), "A", ((HUNDREDS, 3000), (LEAST, 2900), (RUBICON, 1300)), 7200, "six-pack"),
    Row("level", (1240, 1240), DRAW, (), 0),
]  # fmt: skip
SAVED = [
    Row("a loser past the rubicon needs no brisques", (1400, 1000), "A", ((OWN, 1400),), 1400, aside=(0, 320)),
    Row("brisques that save nobody are not added", (1400, 930), "A", ((OWN, 1400), (LOST, 930)), 2330, aside=(260, 60)),
    Row("brisques that save are added to both", (1400, 930), "A", ((OWN, 1650),), 1650, aside=(250, 70), added=True),
    Row("and the higher then wins", (1050, 950), "B", ((OWN, 1250),), 1250, aside=(20, 300), added=True),
    Row("a tie is broken", (1240, 1240), "A", ((OWN, 1440),), 1440, aside=(200, 120), added=True),
    Row("a tie below the rubicon too", (240, 240), "B", ((OWN, 440), (LOST, 360)), 800, aside=(120, 200), added=True),
    Row("a tie is not broken", (1240, 1240), DRAW, (), 0, aside=(160, 160), added=True),
    Row("saved and level is a draw", (1050, 990), DRAW, (), 0, aside=(130, 190), added=True),
]
PORTLAND_SAVED = [
    Row("saved", (1400, 930), "A", ((HUNDREDS, 1600), (LESS, -1000), (GAME, 500)), 1100, aside=(250, 70), added=True),
    Row("saved, and close", (1050, 990), "A", ((SMALL, 100), (GAME, 500)), 600, aside=(170, 150), added=True),
]  # fmt: skip


def in_portland(row: Row) -> Row:
    return Row(**{name: getattr(row, name) for name in Row.__dataclass_fields__} | {"portland": True})


ROWS = [*SIMPLE, *map(in_portland, PORTLAND), *SAVED, *map(in_portland, PORTLAND_SAVED)]


def settled(row: Row) -> Settled:
    rules = rules_of(row.variant, "rubicon_settlement=portland" if row.portland else "")
    return settle(rules, dict(zip("AB", row.totals, strict=True)), dict(zip("AB", row.aside, strict=True)))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{'portland' if row.portland else 'simple'}: {row.story}")
def test_a_settlement_is_this_sum(row: Row) -> None:
    came = settled(row)
    assert (came.winner, tuple((item.label, item.points) for item in came.items)) == (row.winner, row.items)
    assert came.value == row.worth == sum(points for _, points in row.items)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{'portland' if row.portland else 'simple'}: {row.story}")
def test_the_scores_compared_are_the_totals_with_brisques_where_these_decide(row: Row) -> None:
    came = settled(row)
    assert came.brisques is row.added
    with_brisques = tuple(total + aside for total, aside in zip(row.totals, row.aside, strict=True))
    assert tuple(came.scores.values()) == (with_brisques if row.added else row.totals)


GAMES = [
    rules_of(variant, house)
    for variant in ("rubicon", "six-pack", "eight-pack")
    for house in ("", "rubicon_settlement=portland")
]
tens = st.integers(0, 600).map(lambda count: 10 * count)


@examples(300)
@given(st.sampled_from(GAMES), tens, tens, st.none() | st.integers(0, 32))
def test_whatever_the_figures_the_winner_is_the_higher_and_a_win_is_worth_something(
    rules: Rules, a: int, b: int, brisques: int | None
) -> None:
    aside = {"A": 0, "B": 0} if brisques is None else {"A": 10 * brisques, "B": 320 - 10 * brisques}
    came = settle(rules, {"A": a, "B": b}, aside)
    assert sum(item.points for item in came.items) == came.value
    if came.winner == DRAW:
        assert (came.scores["A"], came.value, came.items) == (came.scores["B"], 0, ())
    else:
        assert came.scores[came.winner] == max(came.scores.values()) > min(came.scores.values())
        assert came.value > 0
        assert len({item.label for item in came.items}) == len(came.items)


@examples(200)
@given(st.sampled_from(GAMES), tens, tens)
def test_two_sides_that_change_places_settle_the_same(rules: Rules, a: int, b: int) -> None:
    nothing = {"A": 0, "B": 0}
    here, there = settle(rules, {"A": a, "B": b}, nothing), settle(rules, {"A": b, "B": a}, nothing)
    assert here.items == there.items
    assert there.winner == {"A": "B", "B": "A"}.get(here.winner, DRAW)
