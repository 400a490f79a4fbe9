"""Who deals: named on every page of a deal, moving to the left, and moving back with what is taken back."""

from __future__ import annotations

import pytest

from tests.web.conftest import OpenTable
from tests.web.page import Page, words
from tests.web.table import Table

FIVE = [
    ("classic", {}, "B", ["Ben", "Alice", "Ben", "Alice", "Ben"]),
    ("no-brisques", {}, "A", ["Alice", "Ben", "Alice", "Ben", "Alice"]),
    ("consultation", {}, "A", ["Alice & Ann", "Ben & Bob", "Alice & Ann", "Ben & Bob", "Alice & Ann"]),
    ("three-handed", {}, "B", ["Ben", "Cora", "Alice", "Ben", "Cora"]),
    ("four-handed", {}, "C", ["Cora", "Dan", "Alice", "Ben", "Cora"]),
    ("four-solo", {}, "D", ["Dan", "Alice", "Ben", "Cora", "Dan"]),
    ("rubicon", {"match_length": "target"}, "B", ["Ben", "Alice", "Ben", "Alice", "Ben"]),
]
each_game = pytest.mark.parametrize(("game", "rules", "first", "dealers"), FIVE, ids=[row[0] for row in FIVE])


def seated(table: OpenTable, game: str, rules: dict[str, str], first: str) -> Table:
    """A long match that this seat begins to deal."""
    return table(variant=game, house_rules=rules, first_dealer=first, target=100_000)


def play(match: Table, card: str = "9C") -> Page:
    """Play the deal on the table to its end; the page between two deals."""
    rules = match.sheet().rules
    share = rules.all_brisques // len(rules.sides)
    lines = [f"turn-up {card}"] if rules.turn_up else []
    count = ["brisques " + " ".join(f"{side} {share}" for side in rules.sides)] if rules.counts_brisques else []
    match.write(*lines, "A last-trick", *count)
    return match.show()


@each_game
def test_the_deal_moves_to_the_left(
    table: OpenTable, game: str, rules: dict[str, str], first: str, dealers: list[str]
) -> None:
    """K11: for each of five deals, on the page before it, at its table, in its log and on the sheet."""
    match = seated(table, game, rules, first)
    for number, dealer in enumerate(dealers, 1):
        page = match.show()
        assert f"Deal {number}" in page.words
        assert f"{dealer} deals" in page.words
        over = play(match)
        assert f"{dealer} deals" in match.show(f"/log?deal={number}").words
        if number < 5:
            match.show()
            assert f"Deal {number + 1}: {dealers[number]} deals" in over.said("next-deal")
            match.phone.tap("next-deal")
    captions = [words(caption) for caption in match.show("/sheet").elements("caption")]
    told = [caption.partition(" deals")[0].rpartition("· ")[2] for caption in captions if caption.startswith("Deal ")]
    assert told == dealers


@each_game
def test_a_deal_taken_back_has_its_own_dealer_again(
    table: OpenTable, game: str, rules: dict[str, str], first: str, dealers: list[str]
) -> None:
    """K11: the fourth deal is open already when the third is mended; then it is the fourth's dealer again."""
    match = seated(table, game, rules, first)
    for _ in range(3):
        play(match)
        page = match.phone.tap("next-deal")
    assert f"{dealers[3]} deals" in page.words
    page = match.phone.tap("take-back")
    assert "Deal 3" in page.words
    assert f"{dealers[2]} deals" in page.words
    assert f"{dealers[3]} deals" not in page.words
    taken = match.log(3)[-2]
    page = match.claim(taken, deal=3)
    assert f"{dealers[3]} deals" in page.words
    assert len(match.sheet().deals) == 4
    play(match)
    assert f"{dealers[4]} deals" in match.phone.tap("next-deal").words


@pytest.mark.parametrize(
    ("game", "first", "side"),
    [("classic", "B", "B"), ("three-handed", "C", "C"), ("four-handed", "D", "BD"), ("four-solo", "A", "A")],
)
def test_a_seven_turned_up_is_the_dealers(table: OpenTable, game: str, first: str, side: str) -> None:
    """The side of whoever deals now, and the next one's in the next deal; taken back, it is nobody's."""
    match = seated(table, game, {}, first)
    page = match.claim("turn-up 7C")
    sides = match.sheet().rules.sides
    assert match.figures(page) == {each: 10 if each == side else 0 for each in sides}
    match.claim("take back 1")
    play(match, card="7D")
    before = match.totals()
    match.phone.tap("next-deal")
    page = match.claim("turn-up 7H")
    gained = {each: total - before[each] for each, total in match.figures(page).items()}
    following = next(each for each in sides if match.sheet().current.deal.dealer in each)
    assert gained == {each: 10 if each == following else 0 for each in sides}
    assert following != side


@pytest.mark.parametrize(
    ("game", "first", "following"),
    [("rubicon", "B", "Alice"), ("six-pack", "A", "Ben"), ("eight-pack", "B", "Alice")],
)
def test_the_deal_passes_on_when_a_game_of_one_deal_is_played_again(
    table: OpenTable, game: str, first: str, following: str
) -> None:
    match = table("A melds KH QH", "A last-trick", variant=game, first_dealer=first)
    match.show()
    page = match.phone.tap("again-match")
    assert f"{following} deals" in page.words
    assert "Deal 1" in page.words


@pytest.mark.parametrize(
    ("game", "first", "leads"),
    [("classic", "B", "Alice"), ("three-handed", "B", "Cora"), ("four-handed", "D", "Alice"), ("rubicon", "A", "Ben")],
)
def test_the_keys_of_who_leads_are_lit_first(table: OpenTable, game: str, first: str, leads: str) -> None:
    """The player to the dealer's left."""
    match = table(*([] if game == "rubicon" else ["turn-up 9C"]), variant=game, first_dealer=first)
    lit = [link for link in match.show().links() if link.get("aria-current") == "true"]
    assert len(lit) == 1
    assert leads in match.phone.page.said(lit[0].attrib["id"])
