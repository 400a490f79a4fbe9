"""Which matches a browser holds, as a part of other statements. Part of the store."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Select, select

from scorekeeper.tables import AccessRow, HolderRow

AnySelect: TypeAlias = Select[*tuple[Any, ...]]


def held_by(phone: str, right: str | None = None) -> Select[int]:
    """The matches of which a browser holds a right, or just this *right*."""
    held = (
        select(HolderRow.match_id)
        .join(AccessRow, AccessRow.id == HolderRow.access_id)
        .where(HolderRow.phone == phone, HolderRow.removed_at.is_(None), AccessRow.ended_at.is_(None))
    )
    return held if right is None else held.where(AccessRow.right == right)
