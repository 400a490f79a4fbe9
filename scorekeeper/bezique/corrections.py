"""What follows from taking back a line: which later lines would no longer be legal, and which name a card anew.

Nothing is written here: the service writes what the person decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from . import reuse
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
from .replaying import after


@dataclass(frozen=True, slots=True)
class Consequence:
    """A line that a correction would leave illegal, the law it would break, and whether it may be agreed on."""

    line: StandingLine
    law: Law
    agreeable: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """The lines to write for a correction, and what is still to be decided before they can be written."""

    lines: tuple[Event, ...]
    undecided: tuple[Consequence, ...]
    decided: tuple[Consequence, ...]


Place = tuple[Card, int, int]
"""A piece that lay on a table, whatever its number: its face, the line that laid it, and which of that face there."""

Meanings = Mapping[int, tuple[Place, ...]]
"""For each line that names table cards the pieces it means."""


def take_back(number: int, log: Sequence[Line], start: Deal, decisions: Mapping[int, bool]) -> Correction:
    """What taking back line *number* of *log* leads to, for a deal that opened as *start*.

    *decisions* say for a later line whether it is kept as agreed (True) or struck too (False). A later line keeps
    meaning the same pieces: where they are numbered anew it is amended, and where one of them never lay it falls.
    """
    meant = _meanings(standing(log), start)
    doubtful = {fallen.line.number for fallen in _judged(standing(log), start, {})[1]}
    written: list[Event] = [TakenBack(number)]
    decided: dict[int, Consequence] = {}
    while True:
        amended, fallen = _judged(standing(_with(log, written)), start, meant)
        written += amended
        fallen = [one for one in fallen if one.line.number not in doubtful and one.line.number not in decided]
        new = next((one for one in fallen if one.line.number in decisions), None)
        if new is None:
            return Correction(tuple(written), tuple(fallen), tuple(decided.values()))
        line = new.line
        decided[line.number] = new
        keep = decisions[line.number] and new.agreeable
        written.append(Amended(line.number, _agreed(line.event)) if keep else TakenBack(line.number))


def _with(log: Sequence[Line], written: Sequence[Event]) -> tuple[Line, ...]:
    return (*log, *(Line(number, event) for number, event in enumerate(written, len(log) + 1)))


def _agreed(event: Claim) -> Claim:
    return event if isinstance(event, Adjusted) else replace(event, agreed=True)


def _judged(lines: Sequence[StandingLine], start: Deal, meant: Meanings) -> tuple[list[Amended], list[Consequence]]:
    """Amendments for the lines that would mean other pieces than they did, and the lines that fall in their places.

    A line falls if it is not legal or if a piece that it means never lay; what the table agreed on does not.
    """
    amended: list[Amended] = []
    fallen: list[Consequence] = []
    deal = start
    moved: dict[Place, Place] = {}
    for line in lines:
        numbers = _numbers(deal)
        places = tuple(moved.get(place, place) for place in meant.get(line.number, ()))
        gone = [place for place in places if place not in numbers]
        if places and not gone and sorted(_places(_meant(line.event, deal), deal), key=str) != sorted(places, key=str):
            line = replace(line, event=_naming(line.event, tuple(Named(place[0], numbers[place]) for place in places)))
            amended.append(Amended(line.number, line.event))
        ruling = rule_on(line.event, deal)
        if not isinstance(ruling, Granted):
            fallen.append(Consequence(line, ruling.law, _agreeable(line.event, deal)))
        elif gone and ruling.law is not Law.AGREED:
            fallen.append(Consequence(line, Law.THERE, _agreeable(line.event, deal)))
        before, deal = deal, after(deal, line)
        if gone and isinstance(line.event, Melded):
            moved |= _laid_instead(line.number, line.event, gone, before, deal)
    return amended, fallen


def _laid_instead(number: int, event: Melded, gone: Sequence[Place], before: Deal, now: Deal) -> dict[Place, Place]:
    """Where the pieces are that an agreed line laid because those it meant never lay, and its cards from the hand."""
    new = list(zip(now.pieces[len(before.pieces) :], list(_numbers(now))[len(before.pieces) :], strict=True))
    from_table, from_hand = new[: len(new) - len(event.from_hand)], new[len(new) - len(event.from_hand) :]
    moved: dict[Place, Place] = {}
    for place in gone:
        if laid := next((one for one in from_table if one[0].card is place[0]), None):
            from_table.remove(laid)
            moved[place] = laid[1]
    seen: dict[Card, int] = {}
    for piece, place in from_hand:
        seen[piece.card] = seen.get(piece.card, 0) + 1
        moved[piece.card, number, seen[piece.card]] = place
    return moved


def _agreeable(event: Claim, deal: Deal) -> bool:
    """Whether the table can score *event* against the ruling; a play or a trick is struck, not agreed."""
    if isinstance(event, CardsPlayed | TrickWon | Adjusted):
        return False
    return isinstance(rule_on(_agreed(event), deal), Granted)


def _meanings(lines: Sequence[StandingLine], start: Deal) -> Meanings:
    meant: dict[int, tuple[Place, ...]] = {}
    deal = start
    for line in lines:
        if pieces := _meant(line.event, deal):
            meant[line.number] = _places(pieces, deal)
        deal = after(deal, line)
    return meant


def _meant(event: Claim, deal: Deal) -> tuple[TableCard, ...] | None:
    """The table cards that *event* means, in the order in which it names them; None if it names none that lie there."""
    match event:
        case Melded():
            return reuse.first_choice(event, deal.kind(event), deal)
        case CardsPlayed(seat, cards):
            free = [piece for piece in deal.pieces if piece.seat is seat and not piece.played]
            found: dict[int, TableCard] = {}
            for at, name in sorted(enumerate(cards), key=lambda named: named[1].number is None):
                piece = next((p for p in free if p.card is name.card and name.number in (None, p.number)), None)
                if piece is None:
                    return None
                free.remove(piece)
                found[at] = piece
            return tuple(found[at] for at in range(len(cards)))
    return None


def _naming(event: Claim, named: tuple[Named, ...]) -> Claim:
    match event:
        case Melded():
            return replace(event, from_table=named)
        case CardsPlayed():
            return replace(event, cards=named)
    return event


def _places(pieces: Sequence[TableCard] | None, deal: Deal) -> tuple[Place, ...]:
    place_of = {(place[0], number): place for place, number in _numbers(deal).items()}
    return tuple(place_of[piece.card, piece.number] for piece in pieces or ())


def _numbers(deal: Deal) -> dict[Place, int]:
    """The number of every piece that was laid, by its place."""
    seen: dict[tuple[Card, int], int] = {}
    numbers: dict[Place, int] = {}
    for piece in deal.pieces:
        nth = seen[piece.card, piece.laid] = seen.get((piece.card, piece.laid), 0) + 1
        numbers[piece.card, piece.laid, nth] = piece.number
    return numbers
