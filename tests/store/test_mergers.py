"""Two people made one and two again, on both databases: in any order, and nothing of anybody lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import deleted, mergers, players, statistics, store
from scorekeeper.altering import Choices, alter
from scorekeeper.database import db
from scorekeeper.stored import KEPT_DELETED
from scorekeeper.tables import MatchPlayerRow, MatchRow, MergerRow, PlayerRow
from tests.store.rows import opened
from tests.store.test_past import number
from tests.store.test_tallies import played

pytestmark = pytest.mark.usefixtures("_inside")


def names(slug: str) -> list[str]:
    return [person.name for person in players.seated(slug)]


def merge(one: str, other: str) -> None:
    mergers.merge(number(one), number(other))


def part(one: str, other: str) -> None:
    merger = next(merger for merger in mergers.mergers(number(one)) if merger.name == other)
    mergers.part(number(one), merger.id)


def everything() -> list[tuple[str, list[str]]]:
    """Each match with its people."""
    with db.engine.connect() as connection:
        slugs = connection.execute(select(MatchRow.slug).order_by(MatchRow.id)).scalars().all()
    return [(slug, names(slug)) for slug in slugs]


def rename(slug: str, *people: str) -> None:
    """Let others sit in a match than were written down."""
    match = store.read_match(slug)
    assert match is not None
    alter(slug, Choices(match.target, {}, False, False, tuple((name,) for name in people)), version=match.version)


def test_two_made_one_are_two_again_with_all_they_had(app: Flask) -> None:
    played("Ann", "Ben")
    played("Anne", "Ben")
    opened("Ben", "Anne")
    players.hide(number("Anne"), True)
    before = everything()
    figures = [statistics.of_person(number(name), None) for name in ("Ann", "Ben", "Anne")]
    merge("Ann", "Anne")
    (merger,) = mergers.mergers(number("Ann"))
    assert (merger.name, merger.matches) == ("Anne", 2)
    assert statistics.of_person(number("Ann"), None).matches == 2
    assert mergers.part(number("Ann"), merger.id) == players.called("Anne")
    assert everything() == before
    assert [statistics.of_person(number(name), None) for name in ("Ann", "Ben", "Anne")] == figures
    assert mergers.mergers(number("Ann")) == []
    back = players.called("Anne")
    assert back is not None
    assert back.hidden
    with pytest.raises(LookupError):
        mergers.part(number("Ann"), merger.id)


def test_what_was_played_since_stays_with_the_one_who_stayed(app: Flask) -> None:
    opened("Ann", "Ben")
    opened("Anne", "Ben")
    merge("Ann", "Anne")
    new = opened("Ann", "Cem")
    part("Ann", "Anne")
    assert names(new) == ["Ann", "Cem"]


def test_pages_of_matches_in_play_are_drawn_anew_for_both(app: Flask) -> None:
    slugs = [opened("Ann", "Ben"), opened("Anne", "Ben")]
    merge("Ann", "Anne")
    before = [store.read_version(slug) for slug in slugs]
    part("Ann", "Anne")
    after = [store.read_version(slug) for slug in slugs]
    assert [new.number - old.number for old, new in zip(before, after, strict=True) if old and new] == [1, 1]


def test_a_name_that_somebody_has_by_now_is_not_given_twice(app: Flask) -> None:
    opened("Ann", "Ben")
    opened("Anne", "Ben")
    merge("Ann", "Anne")
    opened("ANNE", "Ben")
    before = everything()
    with pytest.raises(players.NameTaken, match="there is another ANNE"):
        part("Ann", "Anne")
    assert everything() == before
    players.rename(number("Anne"), "Annette")
    part("Ann", "Anne")
    assert [own for _slug, own in everything()] == [["Ann", "Ben"], ["Anne", "Ben"], ["Annette", "Ben"]]


def test_who_was_called_like_the_lost_one_is_asked_to_change_that(app: Flask) -> None:
    opened("Ann", "Ben")
    opened("Anne", "Ben")
    merge("Ann", "Anne")
    players.rename(number("Ann"), "Anne")
    with pytest.raises(players.NameTaken) as taken:
        part("Anne", "Anne")
    assert taken.value.other.id == number("Anne")


def nest() -> None:
    """C was made one with B, then B with A: A sits in all."""
    for name in ("A", "B", "C"):
        opened(name, "Ben")
    merge("B", "C")
    merge("A", "B")
    assert [merger.name for merger in mergers.mergers(number("A"))] == ["B", "C"]
    assert [merger.matches for merger in mergers.mergers(number("A"))] == [2, 1]


def outer_first() -> None:
    part("A", "B")
    assert [own[0] for _slug, own in everything()] == ["A", "B", "B"]
    part("B", "C")


def inner_first() -> None:
    part("A", "C")
    assert [own[0] for _slug, own in everything()] == ["A", "A", "C"]
    part("A", "B")


def inner_made_one_again() -> None:
    """C comes back, is made one with A itself, and stays when B goes."""
    part("A", "C")
    merge("A", "C")
    part("A", "B")
    assert [own[0] for _slug, own in everything()] == ["A", "B", "A"]
    part("A", "C")


def carried_further() -> None:
    """All of them go to D, and come back one after the other."""
    opened("D", "Ben")
    merge("D", "A")
    assert [(merger.name, merger.matches) for merger in mergers.mergers(number("D"))] == [("A", 3), ("B", 2), ("C", 1)]
    part("D", "B")
    assert [own[0] for _slug, own in everything()] == ["D", "B", "B", "D"]
    part("D", "A")
    part("B", "C")


ORDERS = [outer_first, inner_first, inner_made_one_again, carried_further]


@pytest.mark.parametrize("order", ORDERS, ids=[order.__name__ for order in ORDERS])
def test_nested_mergers_are_undone_in_any_order(app: Flask, order: Callable[[], None]) -> None:
    nest()
    order()
    assert [own[0] for _slug, own in everything()][:3] == ["A", "B", "C"]
    with db.engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(MergerRow)).scalar() == 0
        moved = select(func.count()).where(MatchPlayerRow.merger_id.is_not(None))
        assert connection.execute(moved).scalar() == 0


def test_a_seat_that_another_has_by_now_stays_with_that_one(app: Flask) -> None:
    kept, given = opened("Anne", "Ben"), opened("Anne", "Ben")
    opened("Ann", "Ben")
    merge("Ann", "Anne")
    rename(given, "Cem", "Ben")
    rename(kept, "Ben", "Ann")
    part("Ann", "Anne")
    assert (names(kept), names(given)) == (["Ben", "Anne"], ["Cem", "Ben"])


def test_a_seat_that_was_given_away_and_comes_back_later_is_nobody_elses(app: Flask) -> None:
    """It was written down for whoever has it now."""
    both = opened("Anne", "Ben"), opened("Anne", "Ben")
    opened("Ann", "Ben")
    merge("Ann", "Anne")
    rename(both[0], "Cem", "Ben")
    rename(both[0], "Ann", "Ben")
    part("Ann", "Anne")
    assert [names(slug) for slug in both] == [["Ann", "Ben"], ["Anne", "Ben"]]


def test_nobody_comes_back_without_a_match(app: Flask) -> None:
    lost = opened("Anne", "Ben")
    opened("Ann", "Ben")
    merge("Ann", "Anne")
    (merger,) = mergers.mergers(number("Ann"))
    deleted.set_deleted(lost, True)
    assert mergers.mergers(number("Ann")) == [merger], "it can still be brought back"
    with db.engine.begin() as connection:
        ago = datetime.now(UTC) - KEPT_DELETED - timedelta(minutes=1)
        connection.execute(update(MatchRow).where(MatchRow.slug == lost).values(deleted_at=ago))
    assert deleted.purge() == 1
    assert mergers.mergers(number("Ann")) == []
    with pytest.raises(LookupError):
        mergers.part(number("Ann"), merger.id)


def test_who_goes_for_good_takes_the_merger_along(app: Flask) -> None:
    gone = opened("Ann", "Ben"), opened("Anne", "Ben")
    merge("Ann", "Anne")
    with db.engine.begin() as connection:
        ago = datetime.now(UTC) - KEPT_DELETED - timedelta(minutes=1)
        connection.execute(update(MatchRow).where(MatchRow.slug.in_(gone)).values(deleted_at=ago))
    assert deleted.purge() == 2
    with db.engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(PlayerRow)).scalar() == 0
        assert connection.execute(select(func.count()).select_from(MergerRow)).scalar() == 0


def test_a_merger_of_somebody_else_is_none(app: Flask) -> None:
    opened("Ann", "Ben")
    opened("Anne", "Ben")
    merge("Ann", "Anne")
    (merger,) = mergers.mergers(number("Ann"))
    before = everything()
    for who, which in ((number("Ben"), merger.id), (number("Ann"), merger.id + 1), (999, merger.id)):
        with pytest.raises(LookupError):
            mergers.part(who, which)
    assert everything() == before
