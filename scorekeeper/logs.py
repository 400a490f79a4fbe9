"""The log of a match as values: every line as it stands, what it said before, and who has put it right when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper import screens, wording
from scorekeeper.access import Right
from scorekeeper.bezique.events import Amended, Event, TakenBack, holding
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet
from scorekeeper.sheets import before, broken_law, gains_of
from scorekeeper.stored import Author

MaySay = Callable[[Event, int | None], bool]
"""Whether the reader may write an event, given who wrote the line that it changes."""


@dataclass(frozen=True, slots=True)
class LogSide:
    side: str
    name: str


@dataclass(frozen=True, slots=True)
class Said:
    """A line in words."""

    who: str
    what: str


@dataclass(frozen=True, slots=True)
class Changed:
    """By which line a line was struck or amended, and on whose phone ('' where nobody knows)."""

    line: int
    phone: str


@dataclass(frozen=True, slots=True)
class LogRow:
    """A line of the log: *totals* run on, one figure a side.

    *was* is what it said before it was amended. *mends* is the line whose page puts it right, None where the reader
    may not; *counts*: it does not stand behind the end of the match. *law* is the sentence of the law that it
    breaks under the rules in force, '' for none and where the table has agreed.
    """

    number: int
    who: str
    what: str
    points: int | None
    was: tuple[Said, ...]
    totals: tuple[int, ...]
    written_at: datetime
    agreed: bool
    struck: Changed | None
    amended: Changed | None
    mends: int | None
    counts: bool
    law: str


@dataclass(frozen=True, slots=True)
class LogDeal:
    """The log of a deal; *added* are brisques kept aside until the end of this one, *after* the totals with them."""

    number: int
    dealer: str
    lines: tuple[LogRow, ...]
    added: tuple[int, ...] | None
    after: tuple[int, ...]


def log_sides(match: MatchSheet) -> list[LogSide]:
    """The columns of the log."""
    return [LogSide(side, wording.side_name(match, side)) for side in match.rules.sides]


def phone_name(author: Author | None) -> str:
    """Whose phone wrote something, '' where nobody knows."""
    if author is None:
        return ""
    if author.name:
        return author.name
    return _("the host's phone") if author.right == Right.HOST else _("a scorer's phone")


def log_deal(
    match: MatchSheet, here: DealSheet, may_say: MaySay, phones: Mapping[int, Author], *, opens: bool
) -> LogDeal:
    """Every line of a deal in the order written, those that no longer hold among them.

    *opens*: whether lines can be put right at all; *phones* are those who wrote them.
    """
    held = holding(here.lines)
    struck: dict[int, int] = {}
    amended: dict[int, list[int]] = {}
    for written in here.lines:
        if written.number not in held:
            continue
        if isinstance(written.event, TakenBack):
            struck[written.event.line] = written.number
        elif isinstance(written.event, Amended):
            amended.setdefault(written.event.line, []).append(written.number)
    says = {line.number: line.event for line in here.standing}
    counts = here in match.counting
    counting = {line.number for line in here.counting} if counts else set()
    gains = gains_of(here) if counts else {}
    totals = dict(zip(match.rules.sides, before(match, here.number), strict=True))
    shown = [(each.number, _last_said(here, each.number, amended, says)) for each in here.lines]
    rows = []
    for line, stored in zip(screens.log_lines(match, here, shown), here.stored.lines, strict=True):
        number = line.number
        for side, gained in gains.get(number, {}).items():
            totals[side] += gained
        changes = amended.get(number, [])
        mends = struck.get(number, number)
        author = here.stored.lines[mends - 1].author
        rows.append(
            LogRow(
                number,
                line.who,
                line.what,
                line.points,
                tuple(_said(match, here, place) for place in [number, *changes][: len(changes)]),
                tuple(totals.values()),
                stored.written_at,
                line.agreed,
                _changed(here, struck.get(number), phones),
                _changed(here, changes[-1] if changes else None, phones),
                mends if opens and mends in held and may_say(TakenBack(mends), author) else None,
                number in counting or number not in says,
                broken_law(here, number),
            )
        )
    after = before(match, here.number + 1) if counts else tuple(totals.values())
    added = tuple(end - total for end, total in zip(after, totals.values(), strict=True))
    dealer = wording.seat_name(match, here.deal.dealer)
    return LogDeal(here.number, dealer, tuple(rows), added if any(added) else None, after)


def _last_said(here: DealSheet, number: int, amended: Mapping[int, list[int]], says: Mapping[int, Event]) -> Event:
    """What a line says now, or said last before it was struck."""
    if number in says:
        return says[number]
    last = here.lines[amended[number][-1] - 1].event if number in amended else here.lines[number - 1].event
    return last.event if isinstance(last, Amended) and number in amended else last


def _said(match: MatchSheet, here: DealSheet, number: int) -> Said:
    event = here.lines[number - 1].event
    inner = event.event if isinstance(event, Amended) else event
    return Said(wording.who(inner, match), wording.what(inner, match))


def _changed(here: DealSheet, line: int | None, phones: Mapping[int, Author]) -> Changed | None:
    if line is None:
        return None
    stored = here.stored.lines[line - 1]
    author = None if stored.author is None else phones.get(stored.author)
    return Changed(line, phone_name(author))
