"""Who has written, and what was changed of what was chosen for a match. Part of the store: rows stay in here."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper.database import db
from scorekeeper.stored import Author, StoredChange
from scorekeeper.tables import AccessRow, ChangeRow, HolderRow, MatchRow


def authors(slug: str) -> dict[int, Author]:
    """Everybody who has ever held a right of the match by the number under which lines are written."""
    everybody = (
        select(HolderRow.id, HolderRow.name, AccessRow.right)
        .join(AccessRow, AccessRow.id == HolderRow.access_id)
        .join(MatchRow, MatchRow.id == HolderRow.match_id)
        .where(MatchRow.slug == slug)
    )
    with db.engine.connect() as connection:
        return {row.id: Author(row.name, row.right) for row in connection.execute(everybody)}


def changes(slug: str) -> list[StoredChange]:
    """What was changed of what was chosen for the match, in the order in which it was."""
    made = (
        select(ChangeRow.changed_at, ChangeRow.holder_id, ChangeRow.what)
        .join(MatchRow, MatchRow.id == ChangeRow.match_id)
        .where(MatchRow.slug == slug)
        .order_by(ChangeRow.id)
    )
    with db.engine.connect() as connection:
        return [StoredChange(*row) for row in connection.execute(made)]
