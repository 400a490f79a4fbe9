"""The copy of what each seat did in closed matches: written, made up for, and summed up. Part of the store.

It is never trusted: `scorekeeper rebuild` makes it again, and a match without it is found by `untallied`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import aliased

from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.database import db, write_tx
from scorekeeper.holding import AnySelect, held_by
from scorekeeper.remembered import Person, Record, Scope, Sum
from scorekeeper.stored import Tally
from scorekeeper.tables import MatchPlayerRow, MatchRow, PlayerRow, TallyRow

PARTNERS = [
    (key, one.value, other.value)
    for key, variant in VARIANTS.items()
    for one in variant.rules.seats
    for other in variant.rules.seats
    if one is not other and variant.rules.side_of(one) == variant.rules.side_of(other)
]
"""Two seats of one side, by game."""
_COUNTS = and_(MatchRow.state == "closed", MatchRow.deleted_at.is_(None))

# Writing ------------------------------------------------------------------------------------------------------------


def copy(connection: Connection, match_id: int, tallies: Iterable[Tally] | None) -> None:
    """Put *tallies* in the place of a match's; None: they are to be made later. Within the caller's transaction."""
    connection.execute(delete(TallyRow).where(TallyRow.match_id == match_id))
    if rows := [{"match_id": match_id, **asdict(tally)} for tally in tallies or ()]:
        connection.execute(insert(TallyRow), rows)


def keep(made: Mapping[str, tuple[int, tuple[Tally, ...]]]) -> None:
    """Keep the tallies of matches, each with the version it was read at; one that has moved on since is left out."""
    with write_tx() as connection:
        known = select(MatchRow.id, MatchRow.slug, MatchRow.version).where(MatchRow.slug.in_(made), _COUNTS)
        for match_id, slug, version in connection.execute(known.order_by(MatchRow.id).with_for_update()).all():
            at, tallies = made[slug]
            if version == at:
                copy(connection, match_id, tallies)


# Reading ------------------------------------------------------------------------------------------------------------


def untallied(scope: Scope) -> list[str]:
    """The closed matches of *scope* that have no tallies yet, oldest first."""
    missing = select(MatchRow.slug).where(_COUNTS, ~exists().where(TallyRow.match_id == MatchRow.id))
    if scope.player is not None:
        missing = missing.where(MatchRow.id.in_(_sat(scope.player)))
    if scope.other is not None:
        missing = missing.where(MatchRow.id.in_(_sat(scope.other)))
    missing = _within(missing, scope).order_by(MatchRow.id)
    with db.engine.connect() as connection:
        return list(connection.execute(missing).scalars())


def sums(scope: Scope) -> dict[str, Sum]:
    """What the seats of *scope* did in all, by word, in one statement."""
    seats = _seats(scope).subquery()
    summed = (
        select(TallyRow.what, *_summed())
        .join(seats, and_(seats.c.match_id == TallyRow.match_id, seats.c.seat == TallyRow.seat))
        .group_by(TallyRow.what)
    )
    with db.engine.connect() as connection:
        return {what: Sum(int(count), int(points), best) for what, count, points, best in connection.execute(summed)}


def outcomes(scope: Scope, words: Iterable[str]) -> list[str]:
    """Which of *words* was said of each match, in the order in which they were opened."""
    seats = _seats(scope).subquery()
    said = (
        select(TallyRow.what)
        .join(seats, and_(seats.c.match_id == TallyRow.match_id, seats.c.seat == TallyRow.seat))
        .where(TallyRow.what.in_(tuple(words)))
        .order_by(seats.c.opened_at, seats.c.match_id)
    )
    with db.engine.connect() as connection:
        return list(connection.execute(said).scalars())


def streaks(scope: Scope, word: str, words: Iterable[str], most: int) -> list[tuple[Person, int]]:
    """How often in a row *word*, of all *words*, was said of somebody who is not hidden: the *most* longest runs."""
    matches = _seats(scope).subquery()
    in_order = (matches.c.opened_at, matches.c.match_id)
    by_all = func.row_number().over(partition_by=PlayerRow.id, order_by=in_order)
    by_word = func.row_number().over(partition_by=(PlayerRow.id, TallyRow.what), order_by=in_order)
    said = (
        select(PlayerRow.id, PlayerRow.name, PlayerRow.name_key, TallyRow.what, (by_all - by_word).label("run"))
        .join(MatchPlayerRow, MatchPlayerRow.player_id == PlayerRow.id)
        .join(matches, and_(matches.c.match_id == MatchPlayerRow.match_id, matches.c.seat == MatchPlayerRow.seat))
        .join(TallyRow, and_(TallyRow.match_id == MatchPlayerRow.match_id, TallyRow.seat == MatchPlayerRow.seat))
        .where(TallyRow.what.in_(tuple(words)), PlayerRow.hidden_at.is_(None))
        .subquery()
    )
    runs = (
        select(said.c.id, said.c.name, func.count().label("length"))
        .where(said.c.what == word)
        .group_by(said.c.id, said.c.name, said.c.name_key, said.c.run)
        .order_by(func.count().desc(), said.c.name_key)
        .limit(most)
    )
    with db.engine.connect() as connection:
        return [(Person(person, name), int(length)) for person, name, length in connection.execute(runs)]


def records(scope: Scope, words: Iterable[str]) -> list[Record]:
    """Of everybody who is not hidden: these *words* summed up over the matches of *scope*, in one statement."""
    matches = _seats(scope).subquery()
    summed = (
        select(PlayerRow.id, PlayerRow.name, TallyRow.what, *_summed())
        .join(MatchPlayerRow, MatchPlayerRow.player_id == PlayerRow.id)
        .join(matches, and_(matches.c.match_id == MatchPlayerRow.match_id, matches.c.seat == MatchPlayerRow.seat))
        .join(TallyRow, and_(TallyRow.match_id == MatchPlayerRow.match_id, TallyRow.seat == MatchPlayerRow.seat))
        .where(TallyRow.what.in_(tuple(words)), PlayerRow.hidden_at.is_(None))
        .group_by(PlayerRow.id, PlayerRow.name, PlayerRow.name_key, TallyRow.what)
        .order_by(PlayerRow.name_key)
    )
    found: dict[int, Record] = {}
    with db.engine.connect() as connection:
        for person, name, what, count, points, best in connection.execute(summed):
            record = found.setdefault(person, Record(Person(person, name), {}))
            record.sums[what] = Sum(int(count), int(points), best)
    return list(found.values())


def by_variant(phone: str | None) -> dict[str, int]:
    """How many closed matches there are of each game; with *phone* only those that this browser holds."""
    counted = select(MatchRow.variant, func.count()).where(_COUNTS).group_by(MatchRow.variant)
    if phone is not None:
        counted = counted.where(MatchRow.id.in_(held_by(phone)))
    with db.engine.connect() as connection:
        return {variant: int(count) for variant, count in connection.execute(counted)}


def _summed() -> tuple[ColumnElement[Any], ...]:
    return func.sum(TallyRow.count), func.sum(TallyRow.points), func.max(TallyRow.best)


def _seats(scope: Scope) -> AnySelect:
    """The seats of *scope* with their matches: match_id, seat, opened_at."""
    seats: AnySelect
    if scope.player is None:
        sat = aliased(TallyRow)
        seats = (
            select(MatchRow.id.label("match_id"), sat.seat, MatchRow.opened_at)
            .join(sat, and_(sat.match_id == MatchRow.id, sat.what == "match"))
            .where(_COUNTS)
        )
    else:
        seats = (
            select(MatchPlayerRow.match_id, MatchPlayerRow.seat, MatchPlayerRow.opened_at)
            .join(MatchRow, MatchRow.id == MatchPlayerRow.match_id)
            .where(MatchPlayerRow.player_id == scope.player, _COUNTS)
        )
    if scope.other is not None:
        other = aliased(MatchPlayerRow)
        sides = tuple_(MatchRow.variant, MatchPlayerRow.seat, other.seat)
        together = or_(MatchPlayerRow.seat == other.seat, sides.in_(PARTNERS) if PARTNERS else literal(False))
        seats = seats.join(other, other.match_id == MatchRow.id).where(
            other.player_id == scope.other, together if scope.together else ~together
        )
    return _within(seats, scope)


def _within(matches: AnySelect, scope: Scope) -> AnySelect:
    """Only the matches of the game and the browser of *scope*."""
    if scope.variant is not None:
        matches = matches.where(MatchRow.variant == scope.variant)
    if scope.phone is not None:
        matches = matches.where(MatchRow.id.in_(held_by(scope.phone)))
    return matches


def _sat(player: int) -> AnySelect:
    return select(MatchPlayerRow.match_id).where(MatchPlayerRow.player_id == player)
