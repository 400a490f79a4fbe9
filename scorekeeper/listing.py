"""Reading for lists: matches page by page from the copy of their results, and the people who have played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import select

from scorekeeper import statements
from scorekeeper.database import db
from scorekeeper.holding import held_by, plays
from scorekeeper.store import COPIED, AnyRow, picked, seated
from scorekeeper.stored import ListedMatch, MatchPage
from scorekeeper.tables import DealRow, LineRow, MatchRow, PlayerRow


def list_matches(state: str, *, limit: int, before: str | None = None, phone: str | None = None) -> MatchPage:
    """*limit* matches in *state*, last opened first, from those opened before the match *before*: three statements.

    With *phone* only matches of which that browser holds a right.
    """
    listed = (
        select(MatchRow)
        .where(MatchRow.state == state, MatchRow.deleted_at.is_(None))
        .order_by(MatchRow.id.desc())
        .limit(limit + 1)
    )
    if phone is not None:
        listed = listed.where(MatchRow.id.in_(held_by(phone)))
    if before is not None:
        listed = listed.where(MatchRow.id < select(MatchRow.id).where(MatchRow.slug == before).scalar_subquery())
    with db.engine.connect() as connection:
        rows = connection.execute(listed).all()
        ids = [row.id for row in rows[:limit]]
        names = _names(connection.execute(statements.NAMES, {"ids": ids}).all())
        totals: dict[int, dict[str, int]] = {match_id: {} for match_id in ids}
        for match_id, side, total in connection.execute(statements.TOTALS, {"ids": ids}):
            totals[match_id][side] = total
    matches = tuple(
        ListedMatch(
            slug=row.slug,
            variant=row.variant,
            names=names[row.id],
            totals=totals[row.id],
            written_at=row.written_at,
            **picked(row, COPIED),
        )
        for row in rows[:limit]
    )
    return MatchPage(matches, matches[-1].slug if len(rows) > limit else None)


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


def _names(people: Sequence[AnyRow]) -> dict[int, tuple[tuple[str, ...], ...]]:
    return {match_id: seated(match) for match_id, match in groupby(people, key=lambda person: person.match_id)}
