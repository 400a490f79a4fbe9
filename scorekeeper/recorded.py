"""The file in which matches travel: `bezique-record`, version 1 (README, "Take along"): JSON with the notation inside.

The same matches give the same bytes: fields in one order, a match a line, moments in UTC, UTF-8, a newline at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import differing, house_rules
from scorekeeper.stored import name_key

FORMAT = "bezique-record"
VERSION = 1
HEAD = f'{{"format": "{FORMAT}", "version": {VERSION}, "matches": ['
"""How every file begins; `FOOT` ends it."""
FOOT = "]}\n"


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal: its log with every line as it was written, and when each was."""

    dealer: str
    opened_at: datetime
    log: tuple[str, ...]
    written_at: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A change of what was chosen for a match: *what* as the store keeps it."""

    changed_at: datetime
    what: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match as it travels: everything but keys, phones and who wrote which line.

    *names* are per seat, *totals* per side; *rematch_of* is the id of the match that it followed, None for none.
    """

    id: str
    variant: str
    house_rules: dict[str, bool | str]
    target: int | None
    hints: bool
    note_tricks: bool
    first_dealer: str
    names: tuple[tuple[str, ...], ...]
    opened_at: datetime
    closed_at: datetime | None
    state: str
    rematch_of: str | None
    deals: tuple[RecordedDeal, ...]
    changes: tuple[RecordedChange, ...]
    totals: dict[str, int]
    winner: str | None
    note: str = ""

    @property
    def rules(self) -> Rules:
        """The rules it is played by. Raises `RulesError`."""
        return house_rules(self.variant, self.house_rules)

    @property
    def side_names(self) -> dict[str, str]:
        """Who sits on each side: ``{"AC": "Alice & Chris", …}``. Raises `RulesError`."""
        rules = self.rules
        return {
            side: " & ".join(name for seat in rules.seats_of(side) for name in self.names[rules.seats.index(seat)])
            for side in rules.sides
        }

    @property
    def written_at(self) -> datetime:
        """When the last of it was written."""
        moments = [moment for deal in self.deals for moment in (deal.opened_at, *deal.written_at)]
        return max(self.opened_at, *moments)


def texts(matches: Iterable[RecordedMatch]) -> Iterator[str]:
    """The file with these *matches*, piece by piece, so that nobody holds all of it."""
    yield HEAD
    between = "\n"
    for match in matches:
        yield between + json.dumps(plain(match), ensure_ascii=False)
        between = ",\n"
    yield FOOT if between == "\n" else "\n" + FOOT


def plain(match: RecordedMatch) -> dict[str, Any]:
    """A match as JSON says it."""
    rules = match.rules
    return {
        "id": match.id,
        "variant": match.variant,
        "house_rules": differing(rules),
        "target": match.target,
        "hints": match.hints,
        "note_tricks": match.note_tricks,
        "first_dealer": match.first_dealer,
        "names": [list(seat) for seat in match.names],
        "opened_at": _moment(match.opened_at),
        "closed_at": None if match.closed_at is None else _moment(match.closed_at),
        "state": match.state,
        "rematch_of": match.rematch_of,
        "deals": [_deal(deal) for deal in match.deals],
        "changes": [
            {"changed_at": _moment(change.changed_at), "what": _in_order(change.what)} for change in match.changes
        ],
        "totals": {side: match.totals.get(side, 0) for side in rules.sides},
        "winner": match.winner,
        **({"note": match.note} if match.note else {}),
    }


def _deal(deal: RecordedDeal) -> dict[str, Any]:
    return {
        "dealer": deal.dealer,
        "opened_at": _moment(deal.opened_at),
        "log": list(deal.log),
        "written_at": list(map(_moment, deal.written_at)),
    }


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _in_order(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return [_in_order(one) for one in value] if isinstance(value, list) else value


def differences(one: RecordedMatch, other: RecordedMatch) -> frozenset[str]:
    """The fields in which two records of a match differ, none if they say the same.

    A name spelled in another way is the same name, and what it followed depends on what else is in the file.
    """
    pair = [plain(replace(match, names=_keys(match.names), rematch_of=None)) for match in (one, other)]
    names = {*pair[0], *pair[1]}  # a field may be left out
    return frozenset(name for name in names if pair[0].get(name) != pair[1].get(name))


def _keys(names: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(name_key, seat)) for seat in names)
