"""The people: found, listed, renamed, hidden and shown again. Nobody is ever deleted. Part of the store."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, func, select, update
from sqlalchemy.orm import aliased

from scorekeeper.database import db, write_tx
from scorekeeper.holding import AnySelect, held_by, plays
from scorekeeper.remembered import Common, Person, Played
from scorekeeper.stored import KEPT_DELETED, name_key
from scorekeeper.tables import MatchPlayerRow, MatchRow, PlayerRow


class NameTaken(Exception):
    """Somebody else, *other*, has that name."""

    def __init__(self, other: Person) -> None:
        super().__init__(f"there is another {other.name}")
        self.other = other


class TwoInOneMatch(Exception):
    """Two people sat in one match, and so they are two."""

    def __init__(self, match: Common) -> None:
        super().__init__(f"both sat in match {match.slug}")
        self.match = match


PERSON = select(PlayerRow.id, PlayerRow.name, PlayerRow.hidden_at.is_not(None).label("hidden"))

# Finding ------------------------------------------------------------------------------------------------------------


def person(number: int, phone: str | None = None) -> Person | None:
    """The person of that number; with *phone* only one who sits in a match that this browser holds."""
    return _one(_met(PERSON.where(PlayerRow.id == number), phone))


def called(name: str, phone: str | None = None) -> Person | None:
    """The person of that name, whatever its case and blanks; with *phone* as `person`."""
    return _one(_met(PERSON.where(PlayerRow.name_key == name_key(name)), phone))


def _one(wanted: AnySelect) -> Person | None:
    with db.engine.connect() as connection:
        row = connection.execute(wanted).one_or_none()
    return None if row is None else Person(row.id, row.name, bool(row.hidden))


def _met(people: AnySelect, phone: str | None) -> AnySelect:
    if phone is None:
        return people
    met = select(MatchPlayerRow.player_id).where(MatchPlayerRow.match_id.in_(held_by(phone)))
    return people.where(PlayerRow.id.in_(met))


def seated(slug: str) -> list[Person]:
    """The people of a match, in seat order."""
    sitting = (
        PERSON.join(MatchPlayerRow, MatchPlayerRow.player_id == PlayerRow.id)
        .join(MatchRow, MatchRow.id == MatchPlayerRow.match_id)
        .where(MatchRow.slug == slug)
        .order_by(MatchPlayerRow.seat, MatchPlayerRow.place)
    )
    with db.engine.connect() as connection:
        return [Person(row.id, row.name, bool(row.hidden)) for row in connection.execute(sitting)]


def people(*, limit: int, after: str = "", hidden: bool = False, phone: str | None = None) -> list[Played]:
    """*limit* people by name from behind the key *after*, with what they played: the hidden ones, or the others.

    Those all of whose matches are deleted are left out.
    """
    which = PlayerRow.hidden_at.is_not(None) if hidden else PlayerRow.hidden_at.is_(None)
    listed = PERSON.where(which, PlayerRow.name_key > after, plays(phone)).order_by(PlayerRow.name_key).limit(limit)
    with db.engine.connect() as connection:
        found = [Person(row.id, row.name, bool(row.hidden)) for row in connection.execute(listed)]
        played = _matches(phone).where(MatchPlayerRow.player_id.in_([one.id for one in found]))
        said = {row.player_id: row for row in connection.execute(played)}
    return [
        Played(one, int(said[one.id].matches), said[one.id].last) if one.id in said else Played(one, 0, None)
        for one in found
    ]


def met(number: int, *, limit: int, phone: str | None = None) -> list[Played]:
    """With whom a person sat in a match, with whom most often first."""
    mine = aliased(MatchPlayerRow)
    counted = (
        _matches(phone)
        .join(mine, mine.match_id == MatchPlayerRow.match_id)
        .where(mine.player_id == number, MatchPlayerRow.player_id != number)
        .subquery()
    )
    listed = (
        select(PlayerRow.id, PlayerRow.name, PlayerRow.hidden_at, counted.c.matches, counted.c.last)
        .join(counted, counted.c.player_id == PlayerRow.id)
        .order_by(counted.c.matches.desc(), PlayerRow.name_key)
        .limit(limit)
    )
    with db.engine.connect() as connection:
        return [
            Played(Person(row.id, row.name, row.hidden_at is not None), int(row.matches), row.last)
            for row in connection.execute(listed)
        ]


def _matches(phone: str | None) -> AnySelect:
    """How many matches each person sat in, deleted ones left out: from the index, without looking at each match."""
    deleted = select(MatchRow.id).where(MatchRow.deleted_at.is_not(None))
    counted: AnySelect = (
        select(
            MatchPlayerRow.player_id,
            func.count().label("matches"),
            func.max(MatchPlayerRow.opened_at, type_=MatchPlayerRow.opened_at.type).label("last"),
        )
        .where(MatchPlayerRow.match_id.not_in(deleted))
        .group_by(MatchPlayerRow.player_id)
    )
    return counted if phone is None else counted.where(MatchPlayerRow.match_id.in_(held_by(phone)))


def played(number: int) -> int:
    """In how many matches a person sits, deleted ones among them."""
    counted = select(func.count()).where(MatchPlayerRow.player_id == number)
    with db.engine.connect() as connection:
        return int(connection.execute(counted).scalar_one())


def hosts_all(number: int, phone: str) -> bool:
    """Whether a browser is the host of every match in which a person sits."""
    strange = (
        select(MatchPlayerRow.match_id)
        .where(MatchPlayerRow.player_id == number, MatchPlayerRow.match_id.not_in(held_by(phone, "host")))
        .limit(1)
    )
    with db.engine.connect() as connection:
        return connection.execute(strange).first() is None


def common_match(one: int, other: int) -> Common | None:
    """The last match in which both sit, a deleted one only where there is no other; None for none."""
    with db.engine.connect() as connection:
        return common(connection, one, other)


def common(connection: Connection, one: int, other: int) -> Common | None:
    """As `common_match`, within a transaction."""
    sits = select(MatchPlayerRow.match_id).where(MatchPlayerRow.player_id == other)
    both = (
        select(MatchRow.slug, MatchRow.deleted_at)
        .join(MatchPlayerRow, MatchPlayerRow.match_id == MatchRow.id)
        .where(MatchPlayerRow.player_id == one, MatchRow.id.in_(sits))
        .order_by(MatchRow.deleted_at.is_not(None), MatchRow.id.desc())
        .limit(1)
    )
    found = connection.execute(both).first()
    return None if found is None else Common(found.slug, found.deleted_at and found.deleted_at + KEPT_DELETED)


# Writing ------------------------------------------------------------------------------------------------------------


def rename(number: int, name: str) -> None:
    """Call a person *name* from now on, in all matches. Raises NameTaken, and LookupError for an unknown person.

    The history stays with the person: the old name is free for somebody else.
    """
    with write_tx() as connection:
        lock(connection, number)
        other = connection.execute(
            PERSON.where(PlayerRow.name_key == name_key(name), PlayerRow.id != number)
        ).one_or_none()
        if other is not None:
            raise NameTaken(Person(other.id, other.name, bool(other.hidden)))
        named = update(PlayerRow).where(PlayerRow.id == number)
        connection.execute(named.values(name=name, name_key=name_key(name)))
        renewed(connection, number)


def hide(number: int, hidden: bool) -> None:
    """Leave a person out of lists and suggestions, or show the person again. Raises LookupError."""
    with write_tx() as connection:
        lock(connection, number)
        since = datetime.now(UTC) if hidden else None
        connection.execute(update(PlayerRow).where(PlayerRow.id == number).values(hidden_at=since))


def lock(connection: Connection, number: int) -> None:
    """Keep other writers from a person until this transaction ends. Raises LookupError for an unknown one."""
    held = select(PlayerRow.id).where(PlayerRow.id == number).with_for_update()
    if connection.execute(held).first() is None:
        raise LookupError(f"no player {number}")


def renewed(connection: Connection, number: int) -> None:
    """The pages of a person's matches in play shall be drawn anew.

    A closed match keeps its version: its end is celebrated once for each.
    """
    sits = select(MatchPlayerRow.match_id).where(MatchPlayerRow.player_id == number)
    going = update(MatchRow).where(MatchRow.state != "closed", MatchRow.id.in_(sits))
    connection.execute(going.values(version=MatchRow.version + 1))
