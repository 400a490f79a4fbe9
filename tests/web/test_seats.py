"""Who sits where, who deals first and how far it goes, in every game: the set-up page asks for no more and no less."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.bezique.variants import VARIANTS
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import PEOPLE, Table, stored

TWO = ("a", "b")
SEATED = {
    **dict.fromkeys(("classic", "short", "no-brisques", "open", "rubicon", "six-pack", "eight-pack"), TWO),
    "consultation": ("a", "a2", "b", "b2"),
    "three-handed": (*TWO, "c"),
    "four-handed": (*TWO, "c", "d"),
    "four-solo": (*TWO, "c", "d"),
}
"""The names that a game asks for."""
NAMES = {"a": "Alice", "a2": "Ann", "b": "Ben", "b2": "Bob", "c": "Cora", "d": "Dan"}
EVERYBODY = {f"name_{field}": name for field, name in NAMES.items()}
EACH = [(game, field) for game, fields in SEATED.items() for field in fields]
UNUSED = [(game, tuple(field for field in NAMES if field not in fields)) for game, fields in SEATED.items()]


def set_up(phone: Phone, *, status: int = 200, **filled: str) -> Page:
    """Fill in the set-up page and open the match."""
    phone.get("/matches/new")
    return phone.fill("open-match", status=status, **{**EVERYBODY, **filled})


def opened(phone: Phone, **filled: Any) -> Table:
    """The match that was set up."""
    page = set_up(phone, **filled)
    return Table(phone.app, page.address.removeprefix("/matches/"), phone)


def test_every_game_seats_somebody_here() -> None:
    assert set(SEATED) == set(VARIANTS)


@pytest.mark.parametrize(("game", "field"), EACH)
def test_a_name_that_is_missing_is_asked_for_at_its_field(app: Flask, phone: Phone, game: str, field: str) -> None:
    before = stored(app)
    page = set_up(phone, status=422, variant=game, **{f"name_{field}": " "})
    assert page.said(f"name_{field}-error") == "Write a name of 1 to 40 characters."
    assert len(page.errors) == 1
    assert stored(app) == before


@pytest.mark.parametrize(("game", "field"), [row for row in EACH if row[1] != "a"])
def test_a_name_that_is_there_twice_is_refused_at_the_second(app: Flask, phone: Phone, game: str, field: str) -> None:
    """People would not know who is meant; blanks and capitals make no other person."""
    before = stored(app)
    page = set_up(phone, status=422, variant=game, **{f"name_{field}": " ALICE "})
    assert "This name is there twice" in page.said(f"name_{field}-error")
    assert len(page.errors) == 1
    assert stored(app) == before


@pytest.mark.parametrize(("game", "unused"), UNUSED, ids=[row[0] for row in UNUSED])
def test_names_of_seats_that_a_game_has_not_are_nobodys(phone: Phone, game: str, unused: tuple[str, ...]) -> None:
    """Typed before another game was chosen, and hidden since: they may be empty, doubled, or no names at all."""
    strange: dict[str, Any] = dict(
        zip((f"name_{field}" for field in unused), ("", "Alice", "x" * 41, "Ben"), strict=False)
    )
    match = opened(phone, variant=game, **strange)
    names = [name for people in match.sheet().stored.names for name in people]
    assert names == [NAMES[field] for field in SEATED[game]]


def dealers() -> list[tuple[str, str, bool]]:
    """Every game with every seat, and whether it has it."""
    return [(game, seat.upper(), seat in fields) for game, fields in SEATED.items() for seat in "abcd"]


@pytest.mark.parametrize(("game", "seat", "there"), dealers())
def test_whoever_sits_there_may_deal_first(app: Flask, phone: Phone, game: str, seat: str, there: bool) -> None:
    before = stored(app)
    page = set_up(phone, status=200 if there else 422, variant=game, first_dealer=seat)
    if there:
        each = VARIANTS[game].names_a_seat
        assert f"{' & '.join(PEOPLE[seat][:each])} deals" in page.words
    else:
        assert page.errors == [f"Not a seat of this game: '{seat}'. Choose who deals first."]
        assert stored(app) == before


@pytest.mark.parametrize("game", ["three-handed", "four-handed", "four-solo"])
def test_a_page_of_games_for_more_says_who_are_partners_where_there_are(phone: Phone, game: str) -> None:
    page = phone.get("/matches/new")
    families = page.one(f"variant-{game}").attrib["data-families"].split()
    said = {e.attrib["data-where"] for e in page.elements("p", "span") if e.get("data-where") in ("3 4", "P")}
    assert said == {"3 4", "P"}
    assert bool({"3", "4"} & set(families))
    assert ("P" in families) is (game == "four-handed")


PARTNERS = [("four-handed", ("Alice & Cora", "Ben & Dan")), ("four-solo", ("Alice", "Ben", "Cora", "Dan")),
            ("consultation", ("Alice & Ann", "Ben & Bob")), ("three-handed", ("Alice", "Ben", "Cora"))]  # fmt: skip


@pytest.mark.parametrize(("game", "sides"), PARTNERS)
def test_those_who_share_a_score_are_named_together(phone: Phone, game: str, sides: tuple[str, ...]) -> None:
    match = opened(phone, variant=game)
    assert tuple(match.names.values()) == sides
    assert " and ".join(sides) in phone.get("/").words
    assert [cell for cell in match.show("/sheet").rows()[0] if cell != "Line"] == list(sides)


# Targets -------------------------------------------------------------------------------------------------------------

ONE_DEAL = {"rubicon": (1000, 1500), "six-pack": (3000, 2000), "eight-pack": (5000, 3000)}
"""The rubicon of a game of one deal, and its target where it is played to one."""


@pytest.mark.parametrize("game", ONE_DEAL)
@pytest.mark.parametrize(
    "filled", [{"target": "1000"}, {"target": "other", "other_target": "640"}, {"other_target": "640"}]
)
def test_a_game_of_one_deal_takes_no_target(app: Flask, phone: Phone, game: str, filled: dict[str, str]) -> None:
    before = stored(app)
    page = set_up(phone, status=422, variant=game, **filled)
    read = filled.get("other_target", filled.get("target"))
    assert page.errors == [f"{game} is a game of one deal: it takes no target, read {read}"]
    assert stored(app) == before


@pytest.mark.parametrize(("game", "rubicon", "target"), [(game, *lines) for game, lines in ONE_DEAL.items()])
def test_a_game_of_one_deal_may_be_played_to_a_target(phone: Phone, game: str, rubicon: int, target: int) -> None:
    match = opened(phone, variant=game)
    assert match.sheet().stored.target is None
    assert f"rubicon {rubicon:,}" in match.show().words
    match = opened(phone, variant=game, rule_match_length="target")
    assert match.sheet().stored.target == target
    page = match.show()
    assert f"to {target:,}" in page.words
    assert "rubicon" not in page.words.replace("Rubicon", "")
    match = opened(phone, variant=game, rule_match_length="target", target="500")
    assert match.sheet().stored.target == 500
    match = opened(phone, variant=game, rule_match_length="one-deal")
    assert match.sheet().stored.target is None


@pytest.mark.parametrize("game", [game for game in SEATED if game not in ONE_DEAL])
def test_the_other_games_take_any_target(phone: Phone, game: str) -> None:
    match = opened(phone, variant=game, target="other", other_target="2640")
    assert match.sheet().stored.target == 2640
    assert "to 2,640" in match.show("/sheet").words


@pytest.mark.parametrize(
    ("game", "target"), [("three-handed", "1,000"), ("four-handed", "2,000"), ("four-solo", "2,000")]
)
def test_the_usual_target_is_the_one_of_the_game(phone: Phone, game: str, target: str) -> None:
    assert f"to {target}" in opened(phone, variant=game).show("/sheet").words
