"""Who has written, and what was changed of what was chosen for a match. Part of the store: rows stay in here."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper.database import db
from scorekeeper.stored import Author
from scorekeeper.tables import AccessRow, HolderRow, MatchRow


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
