"""The history: matches page by page, each page found by the place where it begins. Part of the store.

No page counts matches or leaves some out to find its own: the first costs what the last costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import bindparam, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper import statements
from scorekeeper.database import db
from scorekeeper.holding import AnySelect, held_by
from scorekeeper.remembered import PastMatch, PastPage, Person, Place, Turn, Wanted
from scorekeeper.store import AnyRow, picked
from scorekeeper.tables import MatchPlayerRow, MatchRow, PlayerRow

SHOWN = ("slug", "variant", "target", "state", "winner", "opened_at", "closed_at", "written_at", "note")
PEOPLE = (
    select(MatchPlayerRow.match_id, MatchPlayerRow.seat, PlayerRow.id, PlayerRow.name)
    .join(PlayerRow, PlayerRow.id == MatchPlayerRow.player_id)
    .where(MatchPlayerRow.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(MatchPlayerRow.match_id, MatchPlayerRow.seat, MatchPlayerRow.place)
)


def page(wanted: Wanted, turn: Turn, *, limit: int, phone: str | None = None) -> PastPage:
    """*limit* of the *wanted* matches from where *turn* says, newest first, in three statements.

    With *phone* only matches of which that browser holds a right.
    """
    listed = _listed(wanted, turn, phone).limit(limit + 1)
    with db.engine.connect() as connection:
        found = connection.execute(listed).all()
        rows = found[:limit] if turn.older else found[:limit][::-1]
        ids = [row.id for row in rows]
        people = _people(connection.execute(PEOPLE, {"ids": ids}).all())
        totals: dict[int, dict[str, int]] = {match_id: {} for match_id in ids}
        for match_id, side, total in connection.execute(statements.TOTALS, {"ids": ids}):
            totals[match_id][side] = total
    more, came = len(found) > limit, turn.place is not None
    newer, older = (came, more) if turn.older else (more, came)
    return PastPage(
        tuple(PastMatch(people=people.get(row.id, ()), totals=totals[row.id], **picked(row, SHOWN)) for row in rows),
        _place(rows[0]) if rows and newer else None,
        _place(rows[-1]) if rows and older else None,
    )


def _place(row: AnyRow) -> Place:
    return Place(row.opened_at, row.id)


def _listed(wanted: Wanted, turn: Turn, phone: str | None) -> AnySelect:
    """The matches in their order: down from the newest or from a place, or up. A person's are found by the person."""
    opened_at: InstrumentedAttribute[Any] = MatchRow.opened_at
    number: InstrumentedAttribute[int] = MatchRow.id
    listed = select(MatchRow.id, *(getattr(MatchRow, name) for name in SHOWN)).where(MatchRow.deleted_at.is_(None))
    if wanted.player is not None:
        opened_at, number = MatchPlayerRow.opened_at, MatchPlayerRow.match_id
        listed = listed.join(MatchPlayerRow, MatchPlayerRow.match_id == MatchRow.id)
        listed = listed.where(MatchPlayerRow.player_id == wanted.player)
    if wanted.variant is not None:
        listed = listed.where(MatchRow.variant == wanted.variant)
    if wanted.state is not None:
        listed = listed.where(MatchRow.state == wanted.state)
    if wanted.since is not None:
        listed = listed.where(opened_at >= wanted.since)
    if wanted.until is not None:
        listed = listed.where(opened_at < wanted.until)
    if phone is not None:
        listed = listed.where(MatchRow.id.in_(held_by(phone)))
    order = tuple_(opened_at, number)
    if turn.place is not None:
        place = (turn.place.opened_at, turn.place.id)
        listed = listed.where(order < place if turn.older else order > place)
    return listed.order_by(*((opened_at.desc(), number.desc()) if turn.older else (opened_at, number)))


def _people(people: Sequence[AnyRow]) -> dict[int, tuple[tuple[Person, ...], ...]]:
    """The people seat by seat, by match."""
    return {
        match_id: tuple(
            tuple(Person(person.id, person.name) for person in seat)
            for _, seat in groupby(match, key=lambda person: person.seat)
        )
        for match_id, match in groupby(people, key=lambda person: person.match_id)
    }
