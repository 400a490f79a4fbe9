"""Two people made one, and two again. Part of the store.

A merger keeps what it takes to undo it, and a seat says by which one it came: so mergers are undone in any order.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from scorekeeper import statements
from scorekeeper.database import db, write_tx
from scorekeeper.players import PERSON, NameTaken, TwoInOneMatch, common, lock, renewed
from scorekeeper.remembered import Merger, Person
from scorekeeper.tables import MatchPlayerRow, MergerRow, PlayerRow


def merge(number: int, other: int) -> None:
    """Let *number* have sat wherever *other* sat, who is no more: they were one person.

    Raises TwoInOneMatch, and LookupError for an unknown person.
    """
    with write_tx() as connection:
        for one in sorted((number, other)):
            lock(connection, one)
        if number == other:
            raise LookupError(f"player {number} twice")
        if (match := common(connection, number, other)) is not None:
            raise TwoInOneMatch(match)
        lost = connection.execute(select(PlayerRow).where(PlayerRow.id == other)).one()
        kept = {name: lost._mapping[name] for name in ("name", "name_key", "played_at", "hidden_at")}
        made = insert(MergerRow).values(player_id=number, merged_at=datetime.now(UTC), **kept)
        merger = connection.execute(made.returning(MergerRow.id)).scalar_one()
        came = update(MergerRow).where(MergerRow.player_id == other)
        connection.execute(came.values(player_id=number, within=func.coalesce(MergerRow.within, merger)))
        sits = update(MatchPlayerRow).where(MatchPlayerRow.player_id == other)
        by = func.coalesce(MatchPlayerRow.merger_id, merger)
        connection.execute(sits.values(player_id=number, merger_id=by))
        last = select(func.max(PlayerRow.played_at)).where(PlayerRow.id.in_((number, other))).scalar_subquery()
        connection.execute(update(PlayerRow).where(PlayerRow.id == number).values(played_at=last))
        connection.execute(delete(PlayerRow).where(PlayerRow.id == other))
        renewed(connection, number)


def mergers(number: int) -> list[Merger]:
    """Who was made one with a person and can be somebody else again, the last first: two statements.

    Somebody none of whose matches is left is not among them.
    """
    with db.engine.connect() as connection:
        return _mergers(connection, number)


def part(number: int, merger: int) -> Person:
    """Let there be two again where a *merger* has made one of them: the one who comes back.

    The matches that came by it go back, those in which another sits there by now excepted. What had been made one with
    the one who comes back stays so. Raises NameTaken, and LookupError for a merger that is none of this person's, or
    none any more.
    """
    with write_tx() as connection:
        lock(connection, number)
        found = next((one for one in _mergers(connection, number) if one.id == merger), None)
        if found is None:
            raise LookupError(f"no merger {merger} of player {number}")
        row = connection.execute(select(MergerRow).where(MergerRow.id == merger)).one()
        kept = {name: row._mapping[name] for name in ("name", "name_key", "played_at", "hidden_at")}
        back = statements.INSERTIONS[connection.dialect.name](PlayerRow).values(kept)
        back = back.on_conflict_do_nothing(index_elements=["name_key"])
        other = connection.execute(back.returning(PlayerRow.id)).scalar()
        if other is None:
            taken = connection.execute(PERSON.where(PlayerRow.name_key == row.name_key)).one()
            raise NameTaken(Person(taken.id, taken.name, bool(taken.hidden)))
        sits = update(MatchPlayerRow).where(MatchPlayerRow.merger_id.in_(found.through))
        connection.execute(sits.where(MatchPlayerRow.player_id == number).values(player_id=other))
        connection.execute(update(MergerRow).where(MergerRow.id.in_(found.through)).values(player_id=other))
        connection.execute(update(MergerRow).where(MergerRow.within == merger).values(within=None))
        connection.execute(delete(MergerRow).where(MergerRow.id == merger))
        last = select(func.max(MatchPlayerRow.opened_at)).where(MatchPlayerRow.player_id == number).scalar_subquery()
        stays = update(PlayerRow).where(PlayerRow.id == number)
        connection.execute(stays.values(played_at=func.coalesce(last, PlayerRow.played_at)))
        renewed(connection, number)
        renewed(connection, other)
    return Person(other, row.name, row.hidden_at is not None)


def _mergers(connection: Connection, number: int) -> list[Merger]:
    made = select(MergerRow).where(MergerRow.player_id == number).order_by(MergerRow.id.desc())
    rows = connection.execute(made).all()
    sat = select(MatchPlayerRow.merger_id, func.count()).where(MatchPlayerRow.merger_id.in_([row.id for row in rows]))
    sat = sat.where(MatchPlayerRow.player_id == number).group_by(MatchPlayerRow.merger_id)
    seats = {merger: int(count) for merger, count in connection.execute(sat)}
    through: dict[int, list[int]] = {row.id: [row.id] for row in rows}
    for row in reversed(rows):  # whoever came along came by a later merger than the own one
        if row.within is not None:
            through[row.within] += through[row.id]
    found = [
        Merger(
            row.id, row.name, row.merged_at, sum(seats.get(one, 0) for one in through[row.id]), tuple(through[row.id])
        )
        for row in rows
    ]
    return [merger for merger in found if merger.matches]
