"""Which matches a browser holds, and who has played in any, as a part of other statements. Part of the store."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Select, exists, select

from scorekeeper.tables import AccessRow, HolderRow, MatchPlayerRow, MatchRow, PlayerRow

AnySelect: TypeAlias = Select[*tuple[Any, ...]]


def held_by(phone: str, right: str | None = None) -> Select[int]:
    """The matches of which a browser holds a right, or just this *right*."""
    held = (
        select(HolderRow.match_id)
        .join(AccessRow, AccessRow.id == HolderRow.access_id)
        .where(HolderRow.phone == phone, HolderRow.removed_at.is_(None), AccessRow.ended_at.is_(None))
    )
    return held if right is None else held.where(AccessRow.right == right)


def plays(phone: str | None) -> ColumnElement[bool]:
    """Whether a person sits in a match that is not deleted; with *phone* in one of which that browser holds a right.

    Of all matches it stops at a person's first, which the index finds; those of a browser are gone through once.
    """
    there = (MatchRow.id == MatchPlayerRow.match_id) & MatchRow.deleted_at.is_(None)
    if phone is None:
        return exists().where(MatchPlayerRow.player_id == PlayerRow.id, there)
    met = select(MatchPlayerRow.player_id).join(MatchRow, there)
    return PlayerRow.id.in_(met.where(MatchRow.id.in_(held_by(phone))))
