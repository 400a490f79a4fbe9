"""Reading for lists: who has played, which match follows which, and all of them."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper.database import db
from scorekeeper.holding import plays
from scorekeeper.tables import DealRow, LineRow, MatchRow, PlayerRow


def known_names(limit: int, phone: str | None = None) -> list[str]:
    """The people who have played, who played last first; with *phone* only in matches which that browser holds.

    Those who are hidden are left out, and those all of whose matches are deleted.
    """
    known = (
        select(PlayerRow.name)
        .where(PlayerRow.hidden_at.is_(None), plays(phone))
        .order_by(PlayerRow.played_at.desc(), PlayerRow.name_key)
        .limit(limit)
    )
    with db.engine.connect() as connection:
        return list(connection.execute(known).scalars())


def rematch_begun(slug: str) -> bool:
    """Whether a line has been written in a match that followed *slug*."""
    earlier = select(MatchRow.id).where(MatchRow.slug == slug).scalar_subquery()
    begun = (
        select(LineRow.id).join(DealRow, DealRow.id == LineRow.deal_id).join(MatchRow, MatchRow.id == DealRow.match_id)
    )
    with db.engine.connect() as connection:
        return (
            connection.execute(
                begun.where(MatchRow.rematch_of == earlier, MatchRow.deleted_at.is_(None)).limit(1)
            ).first()
            is not None
        )


def next_match(slug: str) -> str | None:
    """The match that was opened last as the one that follows *slug*, None for none."""
    earlier = select(MatchRow.id).where(MatchRow.slug == slug).scalar_subquery()
    follows = (
        select(MatchRow.slug)
        .where(MatchRow.rematch_of == earlier, MatchRow.deleted_at.is_(None))
        .order_by(MatchRow.id.desc())
        .limit(1)
    )
    with db.engine.connect() as connection:
        return connection.execute(follows).scalar()


def all_slugs() -> list[str]:
    """Every match that is not deleted, in the order in which they were opened."""
    with db.engine.connect() as connection:
        return list(
            connection.execute(
                select(MatchRow.slug).where(MatchRow.deleted_at.is_(None)).order_by(MatchRow.id)
            ).scalars()
        )
