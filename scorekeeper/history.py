"""The history as a page shows it: matches, newest first, with their people, length and result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from scorekeeper import archive, wording, zones
from scorekeeper.bezique.settling import DRAW
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
from scorekeeper.remembered import PastMatch, PastPage, Person, Place, Turn, Wanted

A_PAGE = 30
SITTING = timedelta(hours=8)
"""From here on nobody is said to have played all the time, if midnight lies between."""
STATES = ("open", "closed", "abandoned")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PLACE = re.compile(r"\A([0-9]{1,17})-([0-9]{1,18})\Z")


@dataclass(frozen=True, slots=True)
class PastSide:
    """The people of a side, and its total."""

    people: tuple[Person, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Past:
    """A match of the history. *lasted* is from its opening to its last line, '' while it is on the table."""

    slug: str
    sides: tuple[PastSide, ...]
    game: str
    target: int | None
    result: str
    opened_at: datetime
    lasted: str
    note: str


def page(wanted: Wanted, turn: Turn, phone: str | None) -> PastPage:
    """A page of the history; with *phone* only of matches which that browser holds."""
    return archive.page(wanted, turn, limit=A_PAGE, phone=phone)


def latest(player: int, limit: int, phone: str | None) -> PastPage:
    """The last matches of a person."""
    return archive.page(Wanted(player=player), Turn(), limit=limit, phone=phone)


def past(match: PastMatch, zone: tzinfo | None) -> Past:
    """A match as the history shows it to somebody whose clock is that of *zone*."""
    variant = VARIANTS[match.variant]
    rules = variant.rules
    people = dict(zip(rules.seats, match.people, strict=False))
    sides = tuple(
        PastSide(
            tuple(person for seat in rules.seats_of(side) for person in people.get(seat, ())),
            match.totals.get(side, 0),
        )
        for side in rules.sides
    )
    ended = match.closed_at or match.written_at
    return Past(
        match.slug,
        sides,
        wording.translated(variant.title),
        match.target,
        _result(match, dict(zip(rules.sides, sides, strict=True))),
        match.opened_at,
        "" if match.state == "open" else lasted(match.opened_at, ended, zone),
        match.note,
    )


def _result(match: PastMatch, sides: dict[str, PastSide]) -> str:
    if match.state == "open":
        return _("on the table")
    if match.state == "abandoned":
        return _("abandoned")
    if match.winner == DRAW:
        return _("a draw")
    winner = sides.get(match.winner or "")
    return wording.won(" & ".join(person.name for person in winner.people)) if winner else _("finished")


def lasted(opened_at: datetime, ended_at: datetime, zone: tzinfo | None) -> str:
    """How long a match took by the server's clock, never less than nothing; a pause over night is not called play."""
    took = max(ended_at - opened_at, timedelta())
    minutes = int(took.total_seconds() // 60)
    days = (zones.local(ended_at, zone).date() - zones.local(opened_at, zone).date()).days
    if took >= SITTING and days > 0:
        return _("over %(days)s days") % {"days": days + 1}
    if minutes < 1:
        return _("less than a minute")
    if minutes < 60:
        return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}


def write_place(place: Place) -> str:
    """A place of the history for an address."""
    return f"{(place.opened_at - _EPOCH) // timedelta(microseconds=1)}-{place.id}"


def read_place(text: str) -> Place:
    """A place from an address. Raises ValueError."""
    found = _PLACE.match(text)
    if found is None:
        raise ValueError(text)
    return Place(_EPOCH + timedelta(microseconds=int(found[1])), int(found[2]))
