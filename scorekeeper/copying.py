"""The copy of how a match stands, for lists and statistics: made from the logs, beside what changes them.

Part of the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row

from scorekeeper import statements, tallying
from scorekeeper.stored import Results


def copy_results(
    connection: Connection, match: Row[*tuple[Any, ...]], results: Results, now: datetime, version: int
) -> None:
    """Write the copy; a match that closes keeps the moment of its closing until it is opened again."""
    changed = {
        "match": match.id,
        "version": version,
        "written_at": now,
        "state": results.state,
        "winner": results.winner,
        "closed_at": match.closed_at or results.closed_at or now if results.state == "closed" else None,
    }
    connection.execute(statements.CHANGED_MATCH, changed)
    copy_totals(connection, match.id, results.totals)
    if "closed" in (match.state, results.state):
        tallying.copy(connection, match.id, results.tallies if results.state == "closed" else ())


def copy_totals(connection: Connection, match_id: int, totals: Mapping[str, int]) -> None:
    if totals:
        rows = [{"match_id": match_id, "side": side, "total": total} for side, total in totals.items()]
        connection.execute(statements.COPIED_TOTALS[connection.dialect.name], rows)
