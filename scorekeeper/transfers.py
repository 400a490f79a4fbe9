"""Matches that travel, out of the store and into it, as the values of `recorded`.

Part of the store: rows stay in here.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, case, func, insert, select, type_coerce, update
from sqlalchemy.types import NullType

from scorekeeper import holders, statements, store
from scorekeeper.copying import copy_results
from scorekeeper.database import Base, db, write_tx
from scorekeeper.holding import held_by
from scorekeeper.recorded import RecordedChange, RecordedDeal, RecordedMatch
from scorekeeper.stored import Results, StoredLine, name_key
from scorekeeper.tables import (
    ChangeRow,
    DealRow,
    LineRow,
    MatchPlayerRow,
    MatchRow,
    PlayerRow,
)

AT_ONCE = 50
"""Matches that are read or written at a time."""
IMPORTING = 0x5C02E
"""The lock by which PostgreSQL lets in one file at a time: two of one match shall not both find nothing there."""

# Out ----------------------------------------------------------------------------------------------------------------

_OPENED = select(MatchRow.slug).where(MatchRow.deleted_at.is_(None)).order_by(MatchRow.opened_at, MatchRow.id)
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_DEALS = select(DealRow).where(DealRow.match_id.in_(_IDS)).order_by(DealRow.number)
_CHANGES = select(ChangeRow).where(ChangeRow.match_id.in_(_IDS)).order_by(ChangeRow.id)
_LINES = (
    select(LineRow.deal_id, LineRow.number, LineRow.text, type_coerce(LineRow.written_at, NullType()).label("stamp"))
    .join(DealRow, DealRow.id == LineRow.deal_id)
    .where(DealRow.match_id.in_(_IDS))
    .order_by(LineRow.deal_id, LineRow.number)
)


def slugs(phone: str | None) -> list[str]:
    """Every match that is not deleted, first opened first; with *phone* only those of which it holds a right."""
    listed = _OPENED
    if phone is not None:
        listed = listed.where(MatchRow.id.in_(held_by(phone)))
    with db.engine.connect() as connection:
        return list(connection.execute(listed).scalars())


def read(wanted: Sequence[str]) -> Iterator[RecordedMatch]:
    """The matches of those slugs in that order, `AT_ONCE` in six statements; those that are gone are left out.

    What a match followed is said only where that is *wanted*, too.
    """
    together = frozenset(wanted)
    for some in _batches(wanted):
        with db.engine.connect() as connection:
            found = {match.id: match for match in _read(connection, some, together)}
        yield from (found[slug] for slug in some if slug in found)


def _batches(wanted: Sequence[str]) -> Iterator[Sequence[str]]:
    return (wanted[start : start + AT_ONCE] for start in range(0, len(wanted), AT_ONCE))


def _read(connection: Connection, some: Sequence[str], together: frozenset[str]) -> Iterator[RecordedMatch]:
    found = connection.execute(select(MatchRow).where(MatchRow.slug.in_(some), MatchRow.deleted_at.is_(None))).all()
    ids = {"ids": [row.id for row in found]}
    followed = select(MatchRow.id, MatchRow.slug).where(MatchRow.id.in_({row.rematch_of for row in found} - {None}))
    slug_of = {row.id: row.slug for row in connection.execute(followed)}
    people = _by("match_id", connection.execute(statements.NAMES, ids))
    totals = _by("match_id", connection.execute(statements.TOTALS, ids))
    deals = _by("match_id", connection.execute(_DEALS, ids))
    lines = _by("deal_id", connection.execute(_LINES, ids))
    changes = _by("match_id", connection.execute(_CHANGES, ids))
    for row in found:
        followed_slug = slug_of.get(row.rematch_of)
        yield RecordedMatch(
            id=row.slug,
            **store.picked(row, store.CHOSEN + store.COPIED),
            names=store.seated(people[row.id]),
            rematch_of=followed_slug if followed_slug in together else None,
            deals=tuple(_deal(deal, lines[deal.id]) for deal in deals[row.id]),
            changes=tuple(RecordedChange(change.changed_at, change.what) for change in changes[row.id]),
            totals={side: total for _match, side, total in totals[row.id]},
            note=row.note,
        )


def _by(column: str, rows: Iterable[store.AnyRow]) -> dict[int, list[store.AnyRow]]:
    """Rows by what stands in a column, in their order."""
    found: dict[int, list[store.AnyRow]] = defaultdict(list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return found


def _deal(row: store.AnyRow, lines: Iterable[store.AnyRow]) -> RecordedDeal:
    written = [StoredLine(number, text, stamp) for _deal, number, text, stamp in lines]
    return RecordedDeal(
        row.dealer, row.opened_at, tuple(line.text for line in written), tuple(line.written_at for line in written)
    )


# In -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrival:
    """A match to be brought in, with the results that follow from its log, and the seats for which keys are made."""

    match: RecordedMatch
    results: Results
    seats: tuple[str, ...]


class Shelf:
    """The store, held for bringing matches in: nobody else brings any before the transaction of `bringing` ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def there(self, wanted: Sequence[str]) -> dict[str, RecordedMatch | datetime]:
        """Those that are here already: each with its record, or since when it is deleted."""
        together = frozenset(wanted)
        found: dict[str, RecordedMatch | datetime] = {}
        for some in _batches(wanted):
            deleted = select(MatchRow.slug, MatchRow.deleted_at).where(MatchRow.slug.in_(some))
            for slug, moment in self._connection.execute(deleted):
                if moment is not None:
                    found[slug] = moment
            found |= {match.id: match for match in _read(self._connection, some, together)}
        return found

    def put(self, arrivals: Sequence[Arrival], phone: str, progress: Callable[[int], None]) -> None:
        """Write matches that are not here; the browser *phone* becomes the host of each, '' for nobody."""
        now = datetime.now(UTC)
        players = self._players([arrival.match for arrival in arrivals])
        ids: dict[str, int] = {}
        for start in range(0, len(arrivals), AT_ONCE):
            some = arrivals[start : start + AT_ONCE]
            ids |= {arrival.match.id: self._put_match(arrival, players) for arrival in some}
            self._put_logs([arrival.match for arrival in some], ids)
            if phone:
                for arrival in some:
                    holders.make_keys(self._connection, ids[arrival.match.id], arrival.seats, phone, now)
            progress(start + len(some))
        self._tie([arrival.match for arrival in arrivals], ids)

    def _players(self, matches: Sequence[RecordedMatch]) -> dict[str, int]:
        """The people by their keys, under the spelling that is known here, else under the latest."""
        people: dict[str, tuple[str, datetime]] = {}
        for match in sorted(matches, key=lambda match: match.opened_at):
            for name in (name for seat in match.names for name in seat):
                people[name_key(name)] = (name, match.opened_at)
        insertion = statements.INSERTIONS[self._connection.dialect.name](PlayerRow)
        latest = case(
            (PlayerRow.played_at < insertion.excluded.played_at, insertion.excluded.played_at),
            else_=PlayerRow.played_at,
        )
        known = insertion.on_conflict_do_update(index_elements=["name_key"], set_={"played_at": latest})
        keys = sorted(people)  # in one order, so that two writers cannot wait for each other
        found: dict[str, int] = {}
        for key in keys:
            row = {"name": people[key][0], "name_key": key, "played_at": people[key][1]}
            found[key] = self._connection.execute(known.returning(PlayerRow.id), row).scalar_one()
        return found

    def _put_match(self, arrival: Arrival, players: dict[str, int]) -> int:
        match = arrival.match
        row = {
            "slug": match.id,
            "request": f"import {secrets.token_hex(12)}",
            **{name: getattr(match, name) for name in store.CHOSEN + store.COPIED},
            "note": match.note,
            "version": 1,
            "written_at": match.written_at,
        }
        copied = (MatchRow.id, MatchRow.version, MatchRow.state, MatchRow.closed_at)
        written = self._connection.execute(insert(MatchRow).returning(*copied), row).one()
        sits = {"match_id": written.id, "opened_at": match.opened_at}
        self._write(MatchPlayerRow, [
            {**sits, "seat": seat, "place": place, "player_id": players[name_key(name)]}
            for seat, names in zip(store.SEATS, match.names, strict=False)
            for place, name in enumerate(names)
        ])  # fmt: skip
        copy_results(self._connection, written, arrival.results, match.written_at, written.version)
        return int(written.id)

    def _put_logs(self, matches: Sequence[RecordedMatch], ids: dict[str, int]) -> None:
        """The deals, lines and changes of some matches."""
        self._write(DealRow, [
            {"match_id": ids[match.id], "number": number, "dealer": deal.dealer, "opened_at": deal.opened_at}
            for match in matches
            for number, deal in enumerate(match.deals, 1)
        ])  # fmt: skip
        these = [ids[match.id] for match in matches]
        numbered = select(DealRow.match_id, DealRow.number, DealRow.id).where(DealRow.match_id.in_(these))
        deal_ids = {(match_id, number): id for match_id, number, id in self._connection.execute(numbered)}
        self._write(LineRow, [
            {"deal_id": deal_ids[ids[match.id], number], "number": at, "text": text, "written_at": moment}
            for match in matches
            for number, deal in enumerate(match.deals, 1)
            for at, (text, moment) in enumerate(zip(deal.log, deal.written_at, strict=True), 1)
        ])  # fmt: skip
        self._write(ChangeRow, [
            {"match_id": ids[match.id], "changed_at": change.changed_at, "what": change.what}
            for match in matches
            for change in match.changes
        ])  # fmt: skip

    def _tie(self, matches: Sequence[RecordedMatch], ids: dict[str, int]) -> None:
        """Say what each match followed, where that has come along or is here already."""
        following = [match for match in matches if match.rematch_of is not None]
        for match in following:
            earlier = select(MatchRow.id).where(MatchRow.slug == match.rematch_of).scalar_subquery()
            self._connection.execute(update(MatchRow).where(MatchRow.id == ids[match.id]).values(rematch_of=earlier))

    def _write(self, table: type[Base], rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert(table), rows)


@contextmanager
def bringing() -> Iterator[Shelf]:
    """Hold the store for bringing matches in, in one transaction: all of them stand there at its end, or none."""
    with write_tx() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(IMPORTING)))
        yield Shelf(connection)
