"""Matches that were deleted: kept for a while so that they can be brought back, then gone. Part of the store."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import delete, exists, select, update

from scorekeeper import statements
from scorekeeper.database import db, write_tx
from scorekeeper.holding import held_by
from scorekeeper.stored import KEPT_DELETED, DeletedMatch
from scorekeeper.tables import MatchPlayerRow, MatchRow, PlayerRow


def set_deleted(slug: str, deleted: bool) -> bool:
    """Delete a match or bring it back, and tell every open page. False: it is so already, or its time is over."""
    now = datetime.now(UTC)
    wanted = MatchRow.deleted_at.is_(None) if deleted else MatchRow.deleted_at > now - KEPT_DELETED
    changed = update(MatchRow).where(MatchRow.slug == slug, wanted)
    values = {"deleted_at": now if deleted else None, "version": MatchRow.version + 1}
    with write_tx() as connection:
        return bool(connection.execute(changed.values(**values)).rowcount)


def deleted_matches(phone: str, household: bool) -> list[DeletedMatch]:
    """The matches that the browser *phone* may bring back, deleted last first; *household*: those of nobody, too."""
    mine = MatchRow.id.in_(held_by(phone, "host"))
    found = (
        select(MatchRow.id, MatchRow.slug, MatchRow.deleted_at)
        .where(MatchRow.deleted_at > datetime.now(UTC) - KEPT_DELETED)
        .where(mine | MatchRow.hosted.is_(False) if household else mine)
        .order_by(MatchRow.deleted_at.desc())
    )
    with db.engine.connect() as connection:
        rows = connection.execute(found).all()
        people: dict[int, list[str]] = {}
        for person in connection.execute(statements.NAMES, {"ids": [row.id for row in rows]}):
            people.setdefault(person.match_id, []).append(person.name)
    return [DeletedMatch(row.slug, tuple(people[row.id]), row.deleted_at) for row in rows]


def purge() -> int:
    """Let go for good what was deleted too long ago, and people who have played nothing else; how many matches."""
    gone = select(MatchRow.id).where(MatchRow.deleted_at <= datetime.now(UTC) - KEPT_DELETED)
    with db.engine.connect() as connection:
        if connection.execute(gone.limit(1)).first() is None:
            return 0
    with write_tx() as connection:
        ids = list(connection.execute(gone).scalars())
        sat = select(MatchPlayerRow.player_id).where(MatchPlayerRow.match_id.in_(ids))
        people = list(connection.execute(sat.distinct()).scalars())
        connection.execute(delete(MatchRow).where(MatchRow.id.in_(ids)))
        plays = exists().where(MatchPlayerRow.player_id == PlayerRow.id)
        connection.execute(delete(PlayerRow).where(PlayerRow.id.in_(people), ~plays))
    return len(ids)
