"""What people take along: their matches as a file of records, out of one server and into another.

Like `services`, this knows no request, session or template; it raises `NoSuchMatch` and `BadRecord`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper import services, transfers
from scorekeeper.bezique.matches import Standing
from scorekeeper.jsonvalues import BadRecord, quoted
from scorekeeper.language import gettext as _
from scorekeeper.recorded import RecordedMatch, difference, texts
from scorekeeper.recordreader import read_matches
from scorekeeper.replayed import MatchSheet, NoSuchMatch, replayed
from scorekeeper.stored import StoredDeal, StoredLine, StoredMatch

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Brought:
    """How many matches of a file are new, and how many were here already."""

    new: int
    known: int


def unheard(done: int, of: int) -> None:
    """Tells nobody how far it is."""


def all_slugs(phone: str | None = None) -> list[str]:
    """Every match, first opened first; with *phone* only those of which that browser holds a right."""
    return transfers.slugs(phone)


def matches(slugs: Sequence[str]) -> Iterator[RecordedMatch]:
    """The matches as they travel together; those that are gone meanwhile are left out."""
    return transfers.read(slugs)


def match(slug: str) -> RecordedMatch:
    """A match as it travels alone. Raises `NoSuchMatch`."""
    for found in transfers.read([slug]):
        return found
    raise NoSuchMatch(f"no match {slug!r}")


def record(slugs: Sequence[str], progress: Progress = unheard) -> Iterator[str]:
    """The file with these matches, piece by piece."""

    def counted() -> Iterator[RecordedMatch]:
        for done, found in enumerate(transfers.read(slugs), 1):
            yield found
            progress(done, len(slugs))

    return texts(counted())


def bring(content: bytes, *, phone: str = "", progress: Progress = unheard, patience: float | None = None) -> Brought:
    """Bring in the matches of a file: all that are not here, or none. Whoever holds *phone* becomes their host.

    Raises `BadRecord` with the place of the first fault: nothing was written then. So it is with a file that takes
    more seconds of work than *patience*.
    """
    started = time.thread_time()
    read = read_matches(content, datetime.now(UTC))
    arrivals = []
    for at, found in enumerate(read):
        sheet = replay(found)
        for deal in sheet.deals:
            deal.deal  # noqa: B018  (replayed here and kept, deal by deal)
            if patience is not None and time.thread_time() - started > patience:
                said = _("this file is too much at once: `scorekeeper import` takes its time")
                raise BadRecord(f"matches[{at}].deals[{deal.number - 1}]", said)
        arrivals.append(_judged(sheet, found, f"matches[{at}]"))
        progress(at + 1, 2 * len(read))
    with transfers.bringing() as shelf:
        there = shelf.there([found.id for found in read])
        for at, found in enumerate(read):
            if found.id in there:
                _compare(found, there[found.id], f"matches[{at}]")
        new = [arrival for arrival in arrivals if arrival.match.id not in there]
        shelf.put(new, phone, lambda done: progress(len(read) + done, 2 * len(read)))
    return Brought(len(new), len(read) - len(new))


def _judged(sheet: MatchSheet, found: RecordedMatch, place: str) -> transfers.Arrival:
    """A match with what follows from its logs, which must be what the file says. Raises `BadRecord`."""
    standing = sheet.standing
    follows = services.results_of(sheet)
    if found.totals != standing.totals:
        side = next(side for side in standing.totals if found.totals[side] != standing.totals[side])
        _differs(f"{place}.totals.{side}", found.totals[side], standing.totals[side])
    if found.state != follows.state or (found.state == "abandoned" and standing.closed):
        _differs(f"{place}.state", found.state, _state(standing))
    if found.winner != follows.winner:
        _differs(f"{place}.winner", found.winner, follows.winner)
    if (found.state == "closed") is not (found.closed_at is not None):
        _differs(f"{place}.closed_at", found.closed_at and found.closed_at.isoformat(), _("a moment if it is closed"))
    return transfers.Arrival(found, follows, tuple(seat.value for seat in sheet.rules.seats))


def _state(standing: Standing) -> str:
    return "closed" if standing.closed else "open"


def _differs(place: str, read: object, follows: object) -> None:
    message = _("read %(read)s, but from the log follows %(follows)s")
    raise BadRecord(place, message % {"read": quoted(read), "follows": quoted(follows)})


def _compare(found: RecordedMatch, there: RecordedMatch | datetime, place: str) -> None:
    """Whether a match says what it says here. Raises `BadRecord`: nothing here is ever overwritten."""
    if isinstance(there, datetime):
        message = _("match %(id)s was deleted here on %(day)s: its host can bring it back")
        raise BadRecord(place, message % {"id": found.id, "day": there.date().isoformat()})
    if field := difference(found, there):
        message = _("match %(id)s is here already, and differs: nothing here is overwritten")
        raise BadRecord(f"{place}.{field}", message % {"id": found.id})


def replay(found: RecordedMatch) -> MatchSheet:
    """The match with its logs read and replayed, as if it were stored here."""
    deals = tuple(
        StoredDeal(
            number,
            deal.dealer,
            tuple(StoredLine(at, *line) for at, line in enumerate(zip(deal.log, deal.written_at, strict=True), 1)),
        )
        for number, deal in enumerate(found.deals, 1)
    )
    return replayed(
        StoredMatch(
            slug=found.id,
            variant=found.variant,
            house_rules=found.house_rules,
            target=found.target,
            hints=found.hints,
            note_tricks=found.note_tricks,
            first_dealer=found.first_dealer,
            names=found.names,
            state=found.state,
            winner=found.winner,
            opened_at=found.opened_at,
            closed_at=found.closed_at,
            rematch_of=found.rematch_of,
            version=1,
            deals=deals,
            note=found.note,
        )
    )
