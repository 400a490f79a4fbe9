"""A match as it was read from the store: its logs read and replayed, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.bezique.deal import Deal, opening
from scorekeeper.bezique.events import Adjusted, Event, Line, StandingLine, standing
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.matches import Standing, next_dealer
from scorekeeper.bezique.matches import standing as match_standing
from scorekeeper.bezique.records import RecordError, read_log
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.bezique.replaying import after, replay
from scorekeeper.bezique.rules import Rules, Seat
from scorekeeper.bezique.variants import RulesError, Variant, house_rules, variant
from scorekeeper.stored import StoredDeal, StoredMatch


class NoSuchMatch(LookupError):
    """There is no match, deal or line of that name."""


class Unreadable(Exception):
    """A stored line that cannot be read; the message names the match, deal and line."""


@dataclass(frozen=True)
class DealSheet:
    """A deal with its log, read and replayed.

    *last* is the line that closed the match where others stand behind it: they count no longer.
    """

    number: int
    stored: StoredDeal
    lines: tuple[Line, ...]
    start: Deal
    last: int | None = None

    @cached_property
    def standing(self) -> tuple[StandingLine, ...]:
        """The lines that hold."""
        return standing(self.lines)

    @cached_property
    def deal(self) -> Deal:
        return replay(self.start, self.counting)

    @property
    def counting(self) -> tuple[StandingLine, ...]:
        """The lines that hold and count."""
        numbers = [line.number for line in self.standing]
        return self.standing[: numbers.index(self.last) + 1] if self.last in numbers else self.standing

    @cached_property
    def refused(self) -> dict[int, Law]:
        """The law that a counting line breaks where it stands, by its number; none on which the table has agreed."""
        found, deal = {}, self.start
        for line in self.counting:
            if isinstance(line.event, Adjusted) or not line.event.agreed:
                ruling = rule_on(line.event, deal)
                if not isinstance(ruling, Granted):
                    found[line.number] = ruling.law
            deal = after(deal, line)
        return found

    @property
    def seen(self) -> int:
        """How many lines a page shows that shows this deal."""
        return len(self.lines)


@dataclass(frozen=True)
class MatchSheet:
    """A match with all its deals, and where it stands."""

    stored: StoredMatch
    variant: Variant
    rules: Rules
    deals: tuple[DealSheet, ...]

    @cached_property
    def standing(self) -> Standing:
        return match_standing(self.rules, self.stored.target, [sheet.deal for sheet in self.deals])

    @cached_property
    def current(self) -> DealSheet:
        """The deal on the table: the one that closed the match, else the first unfinished one, else the last."""
        if self.standing.closing:
            return self.deals[self.standing.closing.deal - 1]
        return next((sheet for sheet in self.deals if not sheet.deal.finished), self.deals[-1])

    @property
    def counting(self) -> tuple[DealSheet, ...]:
        """The deals that count: none behind the one that closed the match."""
        closing = self.standing.closing
        return self.deals[: closing.deal] if closing else self.deals

    @property
    def dealt(self) -> tuple[DealSheet, ...]:
        """The deals in which something was written, and those that count: not one only opened behind the end."""
        last = len(self.counting)
        return tuple(sheet for sheet in self.deals if sheet.number <= last or sheet.lines)

    def deal(self, number: int) -> DealSheet:
        """The deal of that number, from 1. Raises `NoSuchMatch`."""
        if not 1 <= number <= len(self.deals):
            raise NoSuchMatch(f"no deal {number} in this match")
        return self.deals[number - 1]

    def names_of(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """The people on *seats*."""
        return tuple(name for seat in seats for name in self.stored.names[self.rules.seats.index(seat)])

    def with_lines(self, here: DealSheet, events: Sequence[Event]) -> MatchSheet:
        """The match as it will be once these *events* are written in *here*."""
        lines = (*here.lines, *(Line(number, event) for number, event in enumerate(events, here.seen + 1)))
        changed = replace(here, lines=lines, last=None)
        return replace(self, deals=tuple(changed if sheet is here else sheet for sheet in self.deals))

    @property
    def next_dealer(self) -> Seat:
        """Who deals the deal after the last one that was dealt."""
        return next_dealer(self.rules, Seat(self.stored.first_dealer), len(self.dealt) + 1)


def replayed(stored: StoredMatch) -> MatchSheet:
    """The match with its logs read; each deal is replayed when it is asked for. Raises `Unreadable`."""
    try:
        rules = house_rules(stored.variant, stored.house_rules)
        deals = tuple(_deal_sheet(deal, rules) for deal in stored.deals)
    except (RulesError, RecordError) as error:
        raise Unreadable(f"match {stored.slug}: {error}") from error
    return ended(MatchSheet(stored, variant(stored.variant), rules, deals))


def ended(match: MatchSheet) -> MatchSheet:
    """*match* without what stands behind the line that closes it: after a correction that can be anywhere."""
    if not match.rules.stop_at_target:
        return match
    whole = replace(match, deals=tuple(replace(sheet, last=None) for sheet in match.deals))
    closing = whole.standing.closing
    if closing is None or whole.deal(closing.deal).standing[-1].number == closing.line:
        return whole
    deals = (replace(sheet, last=closing.line if sheet.number == closing.deal else None) for sheet in whole.deals)
    return replace(whole, deals=tuple(deals))


def _deal_sheet(stored: StoredDeal, rules: Rules) -> DealSheet:
    try:
        lines = read_log([line.text for line in stored.lines], rules)
    except RecordError as error:
        raise RecordError(f"deal {stored.number}: {error}") from error
    return DealSheet(stored.number, stored, lines, opening(rules, Seat(stored.dealer)))
