"""The score screen as values: what its templates show, worked out from a match and the engine's offers.

Templates read these and compute nothing; nothing here knows a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.deal import TableCard
from scorekeeper.bezique.events import Amended, Event, TakenBack
from scorekeeper.bezique.hints import could_be_added
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.rules import Brisques, Seat
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet


@dataclass(frozen=True, slots=True)
class PanelSeat:
    """Who sits there, and whether its keys are lit."""

    seat: Seat
    name: str
    lit: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A side: its total, what it still needs, this deal's points.

    *to_go* is counted to the target, or to the *rubicon* where there is one; *over* are the points over that line.
    *aside* are points for brisques that are kept aside.
    """

    side: str
    seats: tuple[PanelSeat, ...]
    total: int
    this_deal: int
    to_go: int | None
    over: int | None
    rubicon: bool
    aside: int
    lit: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A seat's melded cards."""

    seat: Seat
    name: str
    lit: bool
    cards: tuple[TableCard, ...]
    full: bool
    """Whether as many cards lie there as a player holds: before the next new card one must have been played."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line in few words. *points* is None where it scored nothing."""

    number: int
    who: str
    what: str
    points: int | None
    agreed: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The key that takes back line *number*: what it writes, what it says, and in which deal."""

    number: int
    line: str
    text: str
    deal: int
    seen: int


@dataclass(frozen=True, slots=True)
class Named:
    """A seat with the name on its key; *closes* where a tap would close the match."""

    seat: Seat
    name: str
    closes: bool = False


def lit_seat(here: DealSheet, wanted: str | None) -> Seat:
    """The seat whose keys are lit: the one asked for, else who melded or won last, else who leads."""
    rules = here.deal.rules
    for seat in rules.seats:
        if seat == wanted:
            return seat
    for line in reversed(here.standing):
        found = getattr(line.event, "seat", None) or getattr(line.event, "winner", None)
        if isinstance(found, Seat):
            return found
    return rules.left_of(here.deal.dealer)


def panels(match: MatchSheet, here: DealSheet, lit: Seat) -> list[Panel]:
    """One panel a side, in seat order, never sorted anew."""
    standing, rules = match.standing, match.rules
    line = standing.line_to_cross
    found = []
    for side in rules.sides:
        seats = rules.seats_of(side)
        total = standing.totals[side]
        found.append(
            Panel(
                side=side,
                seats=tuple(PanelSeat(seat, wording.seat_name(match, seat), seat is lit) for seat in seats),
                total=total,
                this_deal=here.deal.points(side),
                to_go=standing.to_go(side) if line is not None and not standing.closed else None,
                over=total - line if line is not None and total >= line else None,
                rubicon=not rules.to_target,
                aside=standing.aside[side] if rules.brisques is Brisques.MATCH_END and not standing.added else 0,
                lit=lit in seats,
            )
        )
    return found


def tables(match: MatchSheet, here: DealSheet, lit: Seat | None) -> tuple[list[Table], list[Table]]:
    """The melded cards of each seat, in seat order: those above the keys, and those below them.

    Where more lies on the table than fits above the keys of a phone, only the tables of the lit side stand there.
    Without a *lit* seat there are no keys.
    """
    rules = match.rules
    most = rules.held_when_melding
    above: list[Table] = []
    below: list[Table] = []
    for seat in rules.seats:
        cards = here.deal.lying(seat)
        fits = lit is None or len(rules.seats) * most <= MOST_ABOVE or rules.side_of(seat) == rules.side_of(lit)
        table = Table(seat, wording.seat_name(match, seat), seat is lit, cards, len(cards) >= most)
        (above if fits else below).append(table)
    return above, below


MOST_ABOVE = 16
"""Cards for which there is room above the keys of a phone."""


def hints(match: MatchSheet, here: DealSheet, seat: Seat) -> list[str]:
    """What could be added to the cards on the table of *seat*, for hosts who want hints."""
    if not match.stored.hints or here.deal.finished or here.deal.table_cleared:
        return []
    said = []
    for addition in could_be_added(here.deal, seat)[:3]:
        cards = wording.cards(addition.from_hand)
        if addition.meld.rank:
            cards = f"{len(addition.from_hand)} × {addition.meld.rank.value}"
        words = {"cards": cards, "meld": _(addition.meld.label), "points": addition.meld.points}
        said.append(_("%(cards)s would make %(meld)s: %(points)s") % words)
    return said


def log_lines(match: MatchSheet, here: DealSheet, lines: Iterable[tuple[int, Event]]) -> Iterator[LogLine]:
    """Lines in few words, with the points they scored as the log now stands."""
    scored: dict[int, list[int]] = {}
    for score in here.deal.scores:
        scored.setdefault(score.line, []).append(score.points)
    for number, event in lines:
        gained = scored.get(number)
        yield LogLine(
            number,
            wording.who(event, match),
            wording.what(event, match),
            gained[0] if gained and len(gained) == 1 else None,
            bool(getattr(event, "agreed", False)),
        )


def tail(match: MatchSheet, here: DealSheet, count: int = 3) -> list[LogLine]:
    """The last lines that hold, newest first."""
    last = [(line.number, line.event) for line in here.standing[-count:]]
    return list(log_lines(match, here, reversed(last)))


def take_back(match: MatchSheet, here: DealSheet) -> TakeBack | None:
    """The key that takes back the last line that holds, of this deal or, while it has none, of the one before."""
    if not here.standing:
        earlier = [sheet for sheet in match.deals if sheet.number == here.number - 1]
        return take_back(match, earlier[0]) if earlier else None
    last = here.standing[-1]
    return TakeBack(
        last.number,
        write(TakenBack(last.number)),
        in_words(match, here, last.number, last.event),
        here.number,
        here.seen,
    )


def take_back_end(match: MatchSheet) -> TakeBack | None:
    """The key that takes back the line that closed the match; None while it is open."""
    closing = match.standing.closing
    if closing is None:
        return None
    here = match.deal(closing.deal)
    closer = next((line for line in here.standing if line.number == closing.line), here.standing[-1])
    said = in_words(match, here, closer.number, closer.event)
    return TakeBack(closer.number, write(TakenBack(closer.number)), said, here.number, here.seen)


def in_words(match: MatchSheet, here: DealSheet, number: int, event: Event) -> str:
    """A line in one text: ``Ben, bezique Q♠ J♦ 40``."""
    line = next(log_lines(match, here, [(number, event)]))
    said = f"{line.who}, {line.what}" if line.who else line.what
    return f"{said} {points(line.points)}" if line.points is not None else said


def announcement(match: MatchSheet, here: DealSheet, number: int) -> str:
    """What has just been written, as one sentence: ``Alice, royal marriage K♥ Q♥, 40; 420 in all``."""
    found = next((line for line in here.standing if line.number == number), None)
    if found is None:
        return _taken_back(match, here, number)
    scored = [score for score in here.deal.scores if score.line == number]
    line = next(log_lines(match, here, [(number, found.event)]))
    said = f"{line.who}, {line.what}" if line.who else line.what
    if len(scored) != 1:
        return said
    total = match.standing.totals[scored[0].side]
    words = {"said": said, "points": points(scored[0].points), "total": points(total)}
    return _("%(said)s, %(points)s; %(total)s in all") % words


def latest(match: MatchSheet, here: DealSheet) -> str:
    """The line written last, as one sentence; '' while there is none."""
    return announcement(match, here, here.seen) if here.seen else ""


def _taken_back(match: MatchSheet, here: DealSheet, number: int) -> str:
    """What line *number* has just taken back or put right: ``Taken back: Alice, royal marriage K♥ Q♥``; else ''."""
    event = here.lines[number - 1].event if 1 <= number <= len(here.lines) else None
    if isinstance(event, Amended):
        said = next((line.event for line in here.standing if line.number == event.line), event.event)
        return _("Put right: %(what)s") % {"what": in_words(match, here, event.line, said)}
    if not isinstance(event, TakenBack):
        return ""
    return _("Taken back: %(what)s") % {"what": in_words(match, here, event.line, here.lines[event.line - 1].event)}


def enders(match: MatchSheet, here: DealSheet) -> list[Named]:
    """The keys that begin the end of the deal, one a side, while its last trick is open."""
    if here.deal.last_trick is not None:
        return []
    rules = match.rules
    return [
        Named(
            rules.seats_of(side)[0],
            wording.side_name(match, side),
            match.standing.closes(side, rules.last_trick_points),
        )
        for side in rules.sides
    ]
