"""What follows from taking back a line: which later lines would no longer be legal, and which name a card anew.

Nothing is written here: the service writes what the person decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .cards import Card
from .deal import Deal, TableCard
from .events import (
    Adjusted,
    Amended,
    CardsPlayed,
    Claim,
    Event,
    Line,
    Melded,
    Named,
    StandingLine,
    TakenBack,
    TrickWon,
    standing,
)
from .laws import Law
from .referee import Granted, rule_on
from .replaying import after, replay


@dataclass(frozen=True, slots=True)
class Consequence:
    """A line that a correction would leave illegal, the law it would break, and whether it may be agreed on."""

    line: StandingLine
    law: Law

    @property
    def agreeable(self) -> bool:
        return not isinstance(self.line.event, CardsPlayed | TrickWon | Adjusted)


@dataclass(frozen=True, slots=True)
class Correction:
    """The lines to write for a correction, and what is still to be decided before they can be written."""

    lines: tuple[Event, ...]
    undecided: tuple[Consequence, ...]
    decided: tuple[Consequence, ...]


def take_back(number: int, log: Sequence[Line], start: Deal, decisions: Mapping[int, bool]) -> Correction:
    """What taking back line *number* of *log* leads to, for a deal that opened as *start*.

    *decisions* say for a later line whether it is kept as agreed (True) or struck too (False). A later line that names
    a copy by its number is amended where the copies count anew.
    """
    before = replay(start, standing(log))
    doubtful = {line.number for line in _illegal(standing(log), start)}
    written: list[Event] = [TakenBack(number)]
    decided: list[Consequence] = []
    while True:
        lines = _with(log, written)
        written += _renamed(standing(lines), before, replay(start, standing(lines)))
        lines = _with(log, written)
        before = replay(start, standing(lines))
        fallen = [c for c in _consequences(standing(lines), start) if c.line.number not in doubtful]
        new = next((c for c in fallen if c.line.number in decisions and c not in decided), None)
        if new is None or len(decided) > len(log):
            return Correction(tuple(written), tuple(c for c in fallen if c not in decided), tuple(decided))
        decided.append(new)
        keep = decisions[new.line.number] and new.agreeable
        written.append(Amended(new.line.number, _agreed(new.line.event)) if keep else TakenBack(new.line.number))


def _with(log: Sequence[Line], written: Sequence[Event]) -> tuple[Line, ...]:
    return (*log, *(Line(number, event) for number, event in enumerate(written, len(log) + 1)))


def _agreed(event: Claim) -> Claim:
    return event if isinstance(event, Adjusted) else replace(event, agreed=True)


def _illegal(lines: Sequence[StandingLine], start: Deal) -> list[StandingLine]:
    return [consequence.line for consequence in _consequences(lines, start)]


def _consequences(lines: Sequence[StandingLine], start: Deal) -> list[Consequence]:
    found: list[Consequence] = []
    deal = start
    for line in lines:
        ruling = rule_on(line.event, deal)
        if not isinstance(ruling, Granted):
            found.append(Consequence(line, ruling.law))
        deal = after(deal, line)
    return found


def _renamed(lines: Sequence[StandingLine], before: Deal, now: Deal) -> list[Amended]:
    """Amendments for the lines that name a copy whose number has changed because an earlier copy was never laid."""
    old = _names(before.pieces)
    new = {place: piece for piece, place in _names(now.pieces).items()}
    changed: dict[tuple[Card, int], int] = {}
    for (card, number), place in old.items():
        if place in new and new[place][1] != number:
            changed[card, number] = new[place][1]
    if not changed:
        return []
    renamed = [(line, _say_anew(line.event, changed)) for line in lines]
    return [Amended(line.number, event) for line, event in renamed if event != line.event]


def _names(pieces: tuple[TableCard, ...]) -> dict[tuple[Card, int], tuple[Card, int, int]]:
    """For each piece its place in the log: its face, the line that laid it, and which of that face it was there."""
    seen: dict[tuple[Card, int], int] = {}
    places: dict[tuple[Card, int], tuple[Card, int, int]] = {}
    for piece in pieces:
        nth = seen[piece.card, piece.laid] = seen.get((piece.card, piece.laid), 0) + 1
        places[piece.card, piece.number] = (piece.card, piece.laid, nth)
    return places


def _say_anew(event: Claim, changed: Mapping[tuple[Card, int], int]) -> Claim:
    def anew(named: tuple[Named, ...]) -> tuple[Named, ...]:
        return tuple(
            name if name.number is None else Named(name.card, changed.get((name.card, name.number), name.number))
            for name in named
        )

    match event:
        case Melded(from_table=table):
            return replace(event, from_table=anew(table))
        case CardsPlayed(cards=cards):
            return replace(event, cards=anew(cards))
    return event
