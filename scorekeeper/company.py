"""Who is there: the browsers that hold a match, their names, and what their host does with them. Part of the store."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, func, select, update

from scorekeeper.database import db, write_tx
from scorekeeper.holders import HOST, SCORER, changed, lock, replace_key
from scorekeeper.stored import StoredPhone
from scorekeeper.tables import AccessRow, HolderRow, MatchRow


def phones(slug: str) -> list[StoredPhone]:
    """The browsers that hold a right of the match, in the order in which they came."""
    came = (
        select(HolderRow, func.row_number().over(order_by=HolderRow.id).label("number"))
        .join(MatchRow, MatchRow.id == HolderRow.match_id)
        .where(MatchRow.slug == slug)
        .subquery()
    )
    there = (
        select(
            came.c.id,
            came.c.number,
            AccessRow.right,
            AccessRow.seat,
            came.c.name,
            came.c.joined_at,
            came.c.seen_at,
        )
        .join(AccessRow, AccessRow.id == came.c.access_id)
        .where(came.c.removed_at.is_(None), AccessRow.ended_at.is_(None))
        .order_by(came.c.id)
    )
    with db.engine.connect() as connection:
        return [StoredPhone(*row) for row in connection.execute(there)]


def call(slug: str, holder: int, name: str) -> bool:
    """Give a browser a name. False: it holds no right of this match."""
    with write_tx() as connection:
        match_id = lock(connection, slug)
        named = update(HolderRow).where(
            HolderRow.id == holder, HolderRow.match_id == match_id, HolderRow.removed_at.is_(None)
        )
        return bool(connection.execute(named.values(name=name)).rowcount)


def remove(slug: str, holder: int) -> bool:
    """Take a browser's right away. False: it holds none of this match.

    The key it came by opens nothing any more, since it may have been kept; whoever else came by it stays.
    """
    now = datetime.now(UTC)
    with write_tx() as connection:
        match_id = lock(connection, slug)
        gone = update(HolderRow).where(
            HolderRow.id == holder, HolderRow.match_id == match_id, HolderRow.removed_at.is_(None)
        )
        key = connection.execute(gone.values(removed_at=now).returning(HolderRow.access_id)).scalar_one_or_none()
        if key is None:
            return False
        _exchange(connection, match_id, key, now)
        changed(connection, match_id)
    return True


def _exchange(connection: Connection, match_id: int, key: int, now: datetime) -> int | None:
    """End a living key and make another like it, which all hold who came by the old one; None: it has ended."""
    made = replace_key(connection, match_id, key, now)
    if made is not None:
        came = update(HolderRow).where(HolderRow.access_id == key, HolderRow.removed_at.is_(None))
        connection.execute(came.values(access_id=made))
    return made


def hand_over(slug: str, host: int, other: int) -> bool:
    """Make *other* the host, and every phone of the old *host* a scorer. False: *other* holds nothing of this match.

    The host's key is a new one from now on, so that nobody becomes the host by the old.
    """
    now = datetime.now(UTC)
    with write_tx() as connection:
        match_id = lock(connection, slug)
        there = select(HolderRow.id).where(
            HolderRow.id == other, HolderRow.match_id == match_id, HolderRow.removed_at.is_(None)
        )
        if host == other or connection.execute(there).first() is None:
            return False
        living = select(AccessRow.id).where(
            AccessRow.match_id == match_id, AccessRow.ended_at.is_(None), AccessRow.seat == ""
        )
        hosting = connection.execute(living.where(AccessRow.right == HOST)).scalar_one()
        scoring = connection.execute(living.where(AccessRow.right == SCORER)).scalar_one()
        hosts = _exchange(connection, match_id, hosting, now)
        connection.execute(update(HolderRow).where(HolderRow.access_id == hosts).values(access_id=scoring))
        connection.execute(update(HolderRow).where(HolderRow.id == other).values(access_id=hosts))
        changed(connection, match_id)
    return True
