"""What people take along: their matches as a file of records, out of one server and into another.

Like `services`, this knows no request, session or template; it raises `NoSuchMatch`, `BadRecord` and `MatchesDiffer`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper import services, transfers
from scorekeeper.bezique.matches import Standing
from scorekeeper.jsonvalues import BadRecord, quoted
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
from scorekeeper.recorded import RecordedMatch, differences, texts
from scorekeeper.recordreader import read_matches
from scorekeeper.replayed import MatchSheet, NoSuchMatch, replayed
from scorekeeper.stored import StoredDeal, StoredLine, StoredMatch

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Brought:
    """How many matches of a file are new, were here already, and were left because they differ from those here."""

    new: int
    known: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class Differing:
    """A match of a file that is here already and says something else, or was deleted here.

    *players* are those of each side as the file has them; *how* says in a few words what differs.
    """

    id: str
    players: tuple[str, ...]
    opened_at: datetime
    how: str


class MatchesDiffer(ValueError):
    """Some matches of a file differ from those here: *found*, beside *new* ones that could be brought in alone."""

    def __init__(self, found: tuple[Differing, ...], new: int) -> None:
        message = ngettext(
            "%(count)s match of the file is not what it is here: nothing here is overwritten",
            "%(count)s matches of the file are not what they are here: nothing here is overwritten",
            len(found),
        )
        super().__init__(message % {"count": len(found)})
        self.found = found
        self.new = new


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


def bring(
    content: bytes,
    *,
    phone: str = "",
    leave_differing: bool = False,
    progress: Progress = unheard,
    patience: float | None = None,
) -> Brought:
    """Bring in the matches of a file: all that are not here, or none. Whoever holds *phone* becomes their host.

    Raises `BadRecord` with the place of the first fault, also if the file takes more seconds of work than *patience*,
    and `MatchesDiffer` unless matches that differ from those here shall be left; nothing was written then.
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
        new = [arrival for arrival in arrivals if arrival.match.id not in there]
        others = tuple(differing(read, there))
        if others and not leave_differing:
            raise MatchesDiffer(others, len(new))
        shelf.put(new, phone, lambda done: progress(len(read) + done, 2 * len(read)))
    return Brought(len(new), len(read) - len(new) - len(others), len(others))


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


def differing(read: Sequence[RecordedMatch], there: Mapping[str, RecordedMatch | datetime]) -> Iterator[Differing]:
    """The matches of a file that are not what they are here."""
    for found in read:
        if found.id in there and (how := _how(found, there[found.id])):
            yield Differing(found.id, tuple(found.side_names.values()), found.opened_at, how)


def _how(found: RecordedMatch, there: RecordedMatch | datetime) -> str:
    """In what a match differs from the one here, '' if they say the same."""
    if isinstance(there, datetime):
        return _("deleted here: its host can bring it back")
    fields = differences(found, there)
    if "deals" in fields:
        return _("other lines")
    if "names" in fields:
        return _("other names")
    if fields & {"state", "closed_at", "totals", "winner"}:
        return _("another end")
    if "note" in fields and fields <= {"note", "changes"}:
        return _("another note")
    return _("other choices") if fields else ""


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
