"""A match: its deals, and where it stands: totals, points to go, crossing, closing, ties and settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .deal import Deal
from .rules import Brisques, Rules, Seat, Side, TieBreak
from .settling import DRAW, Settled, settle

__all__ = ["DRAW", "Closing", "Standing", "next_dealer", "standing"]


@dataclass(frozen=True, slots=True)
class Closing:
    """The moment a match closed: the deal (from 1), its line (from 1), and the winner (a side or `DRAW`)."""

    deal: int
    line: int
    winner: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands; every figure follows from the deals.

    *totals* are what counts towards the target; *aside* are points for brisques kept aside, and *added* tells that the
    totals hold them by now.
    *level* tells that the target is reached with nobody alone at the top, so that another deal is played.
    *settled* is how a finished game of one deal is settled, None otherwise.
    """

    rules: Rules
    target: int | None
    totals: dict[Side, int]
    aside: dict[Side, int]
    added: bool
    closing: Closing | None
    level: bool
    settled: Settled | None

    @property
    def settlement(self) -> int | None:
        """The value of a finished game of one deal in points, None otherwise."""
        return self.settled.value if self.settled else None

    @property
    def closed(self) -> bool:
        return self.closing is not None

    @property
    def winner(self) -> str | None:
        return self.closing.winner if self.closing else None

    @property
    def line_to_cross(self) -> int | None:
        """The target, or the rubicon of a game of one deal."""
        return self.target if self.rules.to_target else self.rules.rubicon

    def to_go(self, side: Side) -> int:
        """Points that *side* still needs to the target or the rubicon; 0 once it is there."""
        return max(0, (self.line_to_cross or 0) - self.totals[side])

    def crosses(self, side: Side, points: int) -> bool:
        """Whether *points* more would bring *side* to the target or the rubicon, which it has not reached."""
        return 0 < self.to_go(side) <= points

    def closes(self, side: Side, points: int) -> bool:
        """Whether *points* more for *side* would close the match there and then (house rule `stop_at_target`)."""
        if not self.rules.stop_at_target or self.closed:
            return False
        after = self.totals | {side: self.totals[side] + points}
        return _leader_over(after, self.target) is not None


def standing(rules: Rules, target: int | None, deals: Sequence[Deal]) -> Standing:
    """Where a match of these *deals* stands, the last of which may be unfinished.

    Deals after the one that closed the match count nothing. *target* is in points, None for a game of one deal.
    """
    totals = dict.fromkeys(rules.sides, 0)
    aside = dict.fromkeys(rules.sides, 0)
    closing: Closing | None = None
    added = level = False
    for number, deal in enumerate(deals, 1):
        closing = _stopped(number, deal, totals, target) if rules.stop_at_target else None
        for side in rules.sides:
            kept = _kept_aside(deal, side)
            totals[side] += deal.points(side) + (kept if added else 0)
            aside[side] += kept
        if closing or not rules.to_target:
            break
        if not deal.finished:
            continue
        if rules.brisques is Brisques.MATCH_END and not added and max(totals.values()) >= _target(target):
            totals = {side: totals[side] + aside[side] for side in rules.sides}
            added = True
        if max(totals.values()) >= _target(target):
            winner = _winner(totals, deal, aside if rules.brisques is Brisques.SAVE_RUBICON else None)
            level = winner is None
            closing = None if winner is None else Closing(number, _last_line(deal), winner)
        else:
            level = False
        if closing:
            break
    settled = None
    if not rules.to_target and deals and deals[0].finished:
        settled = settle(rules, totals, aside)
        closing = Closing(1, _last_line(deals[0]), settled.winner)
    return Standing(rules, target, totals, aside, added, closing, level and closing is None, settled)


def _target(target: int | None) -> int:
    assert target is not None, "a match to a target has one"
    return target


def _kept_aside(deal: Deal, side: Side) -> int:
    if deal.rules.brisques in (Brisques.MATCH_END, Brisques.SAVE_RUBICON):
        return 10 * deal.brisques_of(side)
    return 0


def _stopped(number: int, deal: Deal, before: dict[Side, int], target: int | None) -> Closing | None:
    """The line of *deal* at which one side alone led at or over the target."""
    totals = dict(before)
    for at, score in enumerate(deal.scores):
        totals[score.side] += score.points
        whole_line = at + 1 == len(deal.scores) or deal.scores[at + 1].line != score.line
        if whole_line and (leader := _leader_over(totals, target)):
            return Closing(number, score.line, leader)
    return None


def _leader_over(totals: dict[Side, int], target: int | None) -> Side | None:
    top = _top(totals)
    return top[0] if len(top) == 1 and totals[top[0]] >= _target(target) else None


def _top(totals: dict[Side, int], among: Iterable[Side] | None = None) -> list[Side]:
    sides = list(totals if among is None else among)
    best = max(totals[side] for side in sides)
    return [side for side in sides if totals[side] == best]


def _winner(totals: dict[Side, int], last: Deal, saved: dict[Side, int] | None) -> Side | None:
    """Who wins at or over the target after the *last* deal; None: level, and another deal is played."""
    top = _top(totals)
    if len(top) > 1 and saved is not None:
        top = _top({side: totals[side] + saved[side] for side in totals}, top)
    if len(top) > 1 and last.rules.tie_break is TieBreak.LAST_DEAL_BRISQUES:
        top = _top({side: totals[side] - 10 * last.brisques_of(side) for side in totals}, top)
        if len(top) > 1 and last.last_trick is not None and last.rules.side_of(last.last_trick) in top:
            top = [last.rules.side_of(last.last_trick)]
    return top[0] if len(top) == 1 else None


def _last_line(deal: Deal) -> int:
    """The line by which *deal* closed the match: the one that finished it, or what was scored after that."""
    return max(deal.ended, max((score.line for score in deal.scores), default=0))


def next_dealer(rules: Rules, first: Seat, deal: int) -> Seat:
    """Who deals the deal of that number (from 1) in a match that *first* began."""
    return rules.seats[(rules.seats.index(first) + deal - 1) % len(rules.seats)]
