"""What is kept: matches, their deals, the lines of each deal, and the people who play.

The lines are the truth. The state, winner and totals of a match are a copy for lists, written beside the line that
changed them and made again by `scorekeeper rebuild`. Rows never leave this module: its readers get the values of
`stored`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from scorekeeper import holders, statements
from scorekeeper.copying import copy_results, copy_totals
from scorekeeper.database import Base, db, write_tx
from scorekeeper.stored import (
    LogMovedOn,
    NewMatch,
    Results,
    StoredDeal,
    StoredLine,
    StoredMatch,
    Version,
    name_key,
)
from scorekeeper.tables import ChangeRow, DealRow, MatchPlayerRow, MatchRow, PlayerRow

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
SEATS = "ABCD"
CHOSEN = ("variant", "house_rules", "target", "hints", "note_tricks", "first_dealer")
COPIED = ("state", "winner", "opened_at", "closed_at")

# Reading ------------------------------------------------------------------------------------------------------------


def read_match(slug: str) -> StoredMatch | None:
    """The match with all its deals and lines, in two statements; None when there is none of that name."""
    with db.engine.connect() as connection:
        read = _read(connection, slug)
    return None if read is None else read[1]


def read_version(slug: str) -> Version | None:
    """The version of the match, in one statement; None when there is none of that name."""
    with db.engine.connect() as connection:
        people = connection.execute(statements.VERSION, {"slug": slug}).all()
    if not people:
        return None
    number, state, _ = people[0]
    return Version(number, state == "closed", tuple(name for _, _, name in people))


def _read(connection: Connection, slug: str) -> tuple[AnyRow, StoredMatch, Sequence[AnyRow]] | None:
    """The match, its own row, and the rows of its lines."""
    people = connection.execute(statements.MATCH, {"slug": slug}).all()
    if not people:
        return None
    match = people[0]
    lines = connection.execute(statements.DEALS, {"match": match.id}).all()
    stored = StoredMatch(
        slug=slug,
        names=seated(people),
        rematch_of=match.earlier,
        version=match.version,
        deals=_deals(lines),
        note=match.note,
        **picked(match, CHOSEN + COPIED),
    )
    return match, stored, lines


def picked(row: AnyRow, names: tuple[str, ...]) -> dict[str, Any]:
    """Some columns of a row, by name."""
    return {name: row._mapping[name] for name in names}


def _deals(rows: Iterable[AnyRow]) -> tuple[StoredDeal, ...]:
    """The deals, from a row for each line, in order; a deal without lines has one row."""
    deals: dict[int, tuple[str, list[StoredLine]]] = {}
    for number, dealer, line, text, stamp, _deal, _request, author in rows:
        _, lines = deals.setdefault(number, (dealer, []))
        if line is not None:
            lines.append(StoredLine(line, text, stamp, author))
    return tuple(StoredDeal(number, dealer, tuple(lines)) for number, (dealer, lines) in deals.items())


def seated(people: Iterable[AnyRow]) -> tuple[tuple[str, ...], ...]:
    """The names seat by seat, from people in that order."""
    return tuple(tuple(person.name for person in seat) for _, seat in groupby(people, key=lambda person: person.seat))


# Writing ------------------------------------------------------------------------------------------------------------


def open_match(new: NewMatch, *, request: str) -> str:
    """Open a match with its first deal and say its slug. The same request again gets the same match.

    Raises ValueError when one person would sit in two places, LookupError when the earlier match is unknown.
    """
    people = _people(new.names)
    now = datetime.now(UTC)
    match = {
        "slug": _new_slug(),
        "request": request,
        **{name: getattr(new, name) for name in CHOSEN},
        "opened_at": now,
        "version": 1,
        "state": "open",
        "written_at": now,
    }
    with write_tx() as connection:
        earlier = None if new.rematch_of is None else _locked_match(connection, new.rematch_of).id
        match["rematch_of"] = earlier
        opened = _insert(connection, MatchRow).on_conflict_do_nothing(index_elements=["request"])
        match_id = connection.execute(opened.values(match).returning(MatchRow.id)).scalar()
        if match_id is None:
            return connection.execute(select(MatchRow.slug).where(MatchRow.request == request)).scalar_one()
        _sit(connection, {"match_id": match_id, "opened_at": now}, people, now, {})
        deal = {"match_id": match_id, "number": 1, "dealer": new.first_dealer, "opened_at": now}
        connection.execute(insert(DealRow), deal)
        copy_totals(connection, match_id, dict.fromkeys(new.sides, 0))
        if earlier is not None:  # whoever looks at its end is shown the way to the next one
            connection.execute(update(MatchRow).where(MatchRow.id == earlier).values(version=MatchRow.version + 1))
        if new.phone:
            holders.make_keys(connection, match_id, new.seats, new.phone, now)
            if earlier is not None:
                holders.follow(connection, earlier, match_id, new.phone, now)
    return str(match["slug"])


def open_deal(slug: str, number: int, dealer: str, *, request: str) -> None:
    """Open the next deal; when two phones ask for the same one, the second finds it open and nothing happens.

    Raises LookupError for an unknown match and ValueError for a number that is not the next one.
    """
    now = datetime.now(UTC)
    with write_tx() as connection:
        match = _locked_match(connection, slug)
        numbers = select(func.max(DealRow.number)).where(DealRow.match_id == match.id)
        last = connection.execute(numbers).scalar_one()
        if number <= last or connection.execute(select(DealRow.id).where(DealRow.request == request)).first():
            return
        if number != last + 1:
            raise ValueError(f"not the next deal of match {slug}: {number} (write {last + 1})")
        deal = {"match_id": match.id, "number": number, "dealer": dealer, "opened_at": now, "request": request}
        connection.execute(insert(DealRow), deal)
        connection.execute(
            statements.CHANGED_MATCH, {"match": match.id, "version": match.version + 1, "written_at": now}
        )


class Book:
    """A match held for writing: nobody else writes in it before the transaction of `writing` ends."""

    def __init__(self, connection: Connection, row: AnyRow, match: StoredMatch, lines: Sequence[AnyRow]) -> None:
        self.match = match
        self._connection, self._row = connection, row
        self._deals = {line.number: line.deal for line in lines}
        self._answers = {line.request: line.line for line in lines if line.request is not None}

    def answered(self, request: str) -> int | None:
        """The line that this request has written before, None for a new one."""
        return self._answers.get(request)

    def append(
        self,
        deal: int,
        texts: Sequence[str],
        *,
        seen: int,
        request: str,
        results: Results,
        author: int | None = None,
    ) -> int:
        """Write *texts* as lines seen + 1, seen + 2 … of a deal, with the results they lead to; say the first number.

        The same request again gets its first answer and writes nothing. Raises LogMovedOn when the deal has not just
        *seen* lines, and LookupError for an unknown deal. Only the totals named in *results* are written.
        """
        if deal not in self._deals:
            raise LookupError(f"no deal {deal} in match {self.match.slug}")
        if (answered := self.answered(request)) is not None:
            return answered
        written = self.match.deals[deal - 1].lines
        if len(written) != seen:
            raise LogMovedOn(written[seen:])
        now = datetime.now(UTC)
        lines = [
            {
                "deal_id": self._deals[deal],
                "number": seen + place,
                "text": text,
                "written_at": now,
                "request": request if place == 1 else None,
                "holder_id": author,
            }
            for place, text in enumerate(texts, 1)
        ]
        self._connection.execute(statements.NEW_LINES, lines if len(lines) > 1 else lines[0])
        copy_results(self._connection, self._row, results, now, self._row.version + 1)
        return seen + 1

    def alter(
        self,
        chosen: Mapping[str, Any],
        names: tuple[tuple[str, ...], ...] | None,
        what: Mapping[str, Any],
        *,
        results: Results,
        author: int | None = None,
    ) -> None:
        """Write what was *chosen* otherwise, who sits there now (None: as before), and *what* that changed.

        Raises ValueError when one person would sit in two places.
        """
        now = datetime.now(UTC)
        match = self._row
        if chosen:
            self._connection.execute(update(MatchRow).where(MatchRow.id == match.id).values(**chosen))
        if names is not None:
            people = _people(names)
            gone = delete(MatchPlayerRow).where(MatchPlayerRow.match_id == match.id)
            sat = self._connection.execute(gone.returning(MatchPlayerRow.player_id, MatchPlayerRow.merger_id)).all()
            came = {row.player_id: row.merger_id for row in sat}
            _sit(self._connection, {"match_id": match.id, "opened_at": match.opened_at}, people, now, came)
        made = {"match_id": match.id, "changed_at": now, "holder_id": author, "what": dict(what)}
        self._connection.execute(insert(ChangeRow), made)
        ended = now if results.state != match.state else match.written_at  # else it would have been played till now
        copy_results(self._connection, match, results, ended, match.version + 1)


@contextmanager
def writing(slug: str) -> Iterator[Book | None]:
    """Read a match and hold it for writing, in one transaction; None when there is none of that name."""
    with write_tx() as connection:
        _lock(connection, slug)
        read = _read(connection, slug)
        yield None if read is None else Book(connection, *read)


def write_results(slug: str, results: Results) -> None:
    """Make the copy say *results*, without a line. Raises LookupError for an unknown match."""
    with write_tx() as connection:
        match = _locked_match(connection, slug)
        copy_results(connection, match, results, match.written_at, match.version)


def _new_slug() -> str:
    """Twelve characters that nobody guesses and no shell takes for an option."""
    while (slug := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return slug


def _lock(connection: Connection, slug: str) -> None:
    """Keep other writers from the match until this transaction ends; SQLite's keep them from everything."""
    if connection.dialect.name != "sqlite":
        connection.execute(statements.LOCK, {"slug": slug})


def _locked_match(connection: Connection, slug: str) -> AnyRow:
    _lock(connection, slug)
    match = connection.execute(statements.KNOWN_MATCH, {"slug": slug}).one_or_none()
    if match is None:
        raise LookupError(f"no match {slug}")
    return match


People: TypeAlias = list[tuple[str, int, str]]


def _people(names: Iterable[Iterable[str]]) -> People:
    """Seat, place and name of everybody. Raises ValueError when one person would sit in two places."""
    seats = zip(SEATS, names, strict=False)
    people = [(seat, place, name) for seat, side in seats for place, name in enumerate(side)]
    if len({name_key(name) for _, _, name in people}) < len(people):
        raise ValueError(f"one person in two places: {', '.join(name for _, _, name in people)}")
    return people


def _sit(
    connection: Connection,
    match: Mapping[str, Any],
    people: People,
    now: datetime,
    came: Mapping[int, int | None],
) -> None:
    """Seat everybody, in one order, so that two matches with the same people cannot wait for each other.

    *came* says by which merger a person has come to this match before, who may sit elsewhere in it now.
    """
    spelled = {name_key(name): name for _, _, name in people}
    player_ids = {key: _player_id(connection, key, spelled[key], now) for key in sorted(spelled)}
    sitting = [
        {**match, "seat": seat, "place": place, "player_id": player, "merger_id": came.get(player)}
        for seat, place, player in ((seat, place, player_ids[name_key(name)]) for seat, place, name in people)
    ]
    connection.execute(insert(MatchPlayerRow), sitting)


def _player_id(connection: Connection, key: str, name: str, now: datetime) -> int:
    """The person of that key, who keeps the spelling that is known; only a renaming changes it."""
    known = _insert(connection, PlayerRow).values(name=name, name_key=key, played_at=now)
    known = known.on_conflict_do_update(index_elements=["name_key"], set_={"played_at": now})
    return int(connection.execute(known.returning(PlayerRow.id)).scalar_one())


def _insert(connection: Connection, table: type[Base]) -> statements.Insertion:
    return statements.INSERTIONS[connection.dialect.name](table)
