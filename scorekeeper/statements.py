"""The statements of the store that are sent again and again: built once, compiled once for each dialect."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import bindparam, insert, select, type_coerce, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlalchemy.types import NullType

from scorekeeper.database import Base
from scorekeeper.tables import DealRow, LineRow, MatchPlayerRow, MatchRow, PlayerRow, ResultRow

# Reading ------------------------------------------------------------------------------------------------------------

_earlier = aliased(MatchRow)
MATCH = (  # a row for each of its people
    select(MatchRow, _earlier.slug.label("earlier"), MatchPlayerRow.seat, PlayerRow.name)
    .outerjoin(_earlier, (_earlier.id == MatchRow.rematch_of) & _earlier.deleted_at.is_(None))
    .join(MatchPlayerRow, MatchPlayerRow.match_id == MatchRow.id)
    .join(PlayerRow, PlayerRow.id == MatchPlayerRow.player_id)
    .where(MatchRow.slug == bindparam("slug"), MatchRow.deleted_at.is_(None))
    .order_by(MatchPlayerRow.seat, MatchPlayerRow.place)
)
NAMES = (
    select(MatchPlayerRow.match_id, MatchPlayerRow.seat, PlayerRow.name)
    .join(PlayerRow, PlayerRow.id == MatchPlayerRow.player_id)
    .where(MatchPlayerRow.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(MatchPlayerRow.match_id, MatchPlayerRow.seat, MatchPlayerRow.place)
)
VERSION = (  # a row for each of its people
    select(MatchRow.version, MatchRow.state, PlayerRow.name)
    .join(MatchPlayerRow, MatchPlayerRow.match_id == MatchRow.id)
    .join(PlayerRow, PlayerRow.id == MatchPlayerRow.player_id)
    .where(MatchRow.slug == bindparam("slug"), MatchRow.deleted_at.is_(None))
    .order_by(MatchPlayerRow.seat, MatchPlayerRow.place)
)
DEALS = (
    select(
        DealRow.number,
        DealRow.dealer,
        LineRow.number.label("line"),
        LineRow.text,
        type_coerce(LineRow.written_at, NullType()).label("stamp"),  # read when it is shown (`StoredLine`)
        DealRow.id.label("deal"),
        LineRow.request,
        LineRow.holder_id,
    )
    .outerjoin(LineRow, LineRow.deal_id == DealRow.id)
    .where(DealRow.match_id == bindparam("match"))
    .order_by(DealRow.number, LineRow.number)
)
TOTALS = select(ResultRow.match_id, ResultRow.side, ResultRow.total).where(
    ResultRow.match_id.in_(bindparam("ids", expanding=True))
)


# Writing ------------------------------------------------------------------------------------------------------------

LOCK = select(MatchRow.id).where(MatchRow.slug == bindparam("slug")).with_for_update()
KNOWN_MATCH = select(MatchRow.id, MatchRow.version, MatchRow.state, MatchRow.written_at, MatchRow.closed_at).where(
    MatchRow.slug == bindparam("slug"), MatchRow.deleted_at.is_(None)
)
NEW_LINES = insert(LineRow)
CHANGED_MATCH = update(MatchRow).where(MatchRow.id == bindparam("match"))

#: Inserts that can say what happens when the row is already there: each dialect has its own.
Insertion: TypeAlias = sqlite.Insert | postgresql.Insert
INSERTIONS: dict[str, Callable[[type[Base]], Insertion]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def _copied_total(insertion: Insertion) -> Insertion:
    return insertion.on_conflict_do_update(
        index_elements=["match_id", "side"], set_={"total": insertion.excluded.total}
    )


COPIED_TOTALS = {dialect: _copied_total(insertion(ResultRow)) for dialect, insertion in INSERTIONS.items()}
