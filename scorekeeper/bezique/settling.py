"""The settlement of a game of one deal: who wins, and what the game is worth as a sum that people can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .rules import Rules, Settlement, Side
from .words import N_

DRAW = "draw"
"""The winner of a match that nobody has won."""
GAME, RUBICON, LEAST = 500, 1300, 100
"""What a game, a rubicon and the smaller part of a sum are worth under the Portland Club's laws (PTL 57-60)."""


@dataclass(frozen=True, slots=True)
class Item:
    """A figure of a settlement: what it is, and the points it adds."""

    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Settled:
    """A game of one deal as it is settled.

    *winner* is a side or `DRAW`; *scores* are what was compared, with the *brisques* added to both where they decided.
    *items* add up to the value of the game; a draw has none and is worth 0.
    """

    winner: str
    scores: dict[Side, int]
    brisques: bool
    items: tuple[Item, ...]

    @property
    def value(self) -> int:
        """The points that the game is worth to its winner."""
        return sum(item.points for item in self.items)


def settle(rules: Rules, totals: Mapping[Side, int], aside: Mapping[Side, int]) -> Settled:
    """Settle a finished deal of *totals*, with points for brisques kept *aside* (PTL 56-61).

    The brisques count if they break a tie or lift the loser to the rubicon.
    """
    rubicon = rules.rubicon or 0
    scores = dict(totals)
    loser = min(rules.sides, key=lambda side: totals[side])
    level = len(set(totals.values())) == 1
    added = any(aside.values()) and (level or totals[loser] < rubicon <= totals[loser] + aside[loser])
    if added:
        scores = {side: totals[side] + aside[side] for side in rules.sides}
    won, lost = max(scores.values()), min(scores.values())
    if won == lost:
        return Settled(DRAW, scores, added, ())
    winner = next(side for side in rules.sides if scores[side] == won)
    if rules.rubicon_settlement is Settlement.PORTLAND:
        return Settled(winner, scores, added, _portland(won, lost, lost < rubicon))
    return Settled(winner, scores, added, _simple(won, lost, lost < rubicon))


def _simple(won: int, lost: int, rubiconed: bool) -> tuple[Item, ...]:
    own = Item(N_("the winner's score"), won)
    return (own, Item(N_("the loser's score, from below the rubicon"), lost)) if rubiconed else (own,)


def _portland(won: int, lost: int, rubiconed: bool) -> tuple[Item, ...]:
    own = Item(N_("the winner's hundreds"), _hundreds(won))
    if rubiconed:
        least = Item(N_("the loser's hundreds, at least 100"), max(LEAST, _hundreds(lost)))
        return own, least, Item(N_("for a rubicon"), RUBICON)
    game = Item(N_("for the game"), GAME)
    if won - lost < LEAST:
        return Item(N_("a difference below 100 counts as 100"), LEAST), game
    return own, Item(N_("the loser's hundreds"), -_hundreds(lost)), game


def _hundreds(points: int) -> int:
    """*points* with fractions of 100 dropped."""
    return points // 100 * 100
