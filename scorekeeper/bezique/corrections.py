"""What follows from a correction: which later lines would no longer be legal, and which name a card anew.

A line is taken back, amended, or moved before another. Nothing is written here: the service writes what the person
decides.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
from .replaying import after, replay
from .timing import Refused


@dataclass(frozen=True, slots=True)
class Moved:
    """Line *line* is put before line *before* of the same deal, behind all others for None.

    In the log it is a row of amendments: the lines between keep their numbers, and each says what its neighbour said.
    *agreed*: the table scores the line in its new place whatever law it breaks there.
    """

    line: int
    before: int | None
    agreed: bool = False


Change = TakenBack | Amended | Moved
"""What somebody wants to put right."""


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


def correct(change: Change, log: Sequence[Line], start: Deal, decisions: Mapping[int, bool]) -> Correction | Refused:
    """What *change* of *log* leads to, for a deal that opened as *start*; the ruling where the changed line is refused.

    A line that is amended or moved is judged in its place like a new claim. *decisions*: see `take_back`; of lines that
    were moved they name the new places. Raises `ValueError` for a line that does not stand.
    """
    match change:
        case TakenBack(number):
            return take_back(number, log, start, decisions)
        case Amended(number, event):
            ruling = rule_on(event, deal_before(number, log, start))
            if not isinstance(ruling, Granted):
                return ruling
            return _followed([Amended(number, ruling.event)], log, start, decisions, {})
    return _move(change, log, start, decisions)


def deal_before(number: int, log: Sequence[Line], start: Deal) -> Deal:
    """The deal as line *number* found it. Raises `ValueError` if no such line stands."""
    lines = standing(log)
    at = next((at for at, line in enumerate(lines) if line.number == number), None)
    if at is None:
        raise ValueError(f"line {number} does not stand")
    return replay(start, lines[:at])


def take_back(number: int, log: Sequence[Line], start: Deal, decisions: Mapping[int, bool]) -> Correction:
    """What taking back line *number* of *log* leads to, for a deal that opened as *start*.

    *decisions* say for a later line whether it is kept as agreed (True) or struck too (False). A later line keeps
    meaning the same pieces: where they are numbered anew it is amended, and where one of them never lay it falls.
    """
    return _followed([TakenBack(number)], log, start, decisions, {})


def _move(change: Moved, log: Sequence[Line], start: Deal, decisions: Mapping[int, bool]) -> Correction | Refused:
    lines = standing(log)
    numbers = [line.number for line in lines]
    if change.line not in numbers or change.before == change.line or change.before not in (None, *numbers):
        raise ValueError(f"line {change.line} cannot be put before line {change.before}: these are not two that stand")
    line = lines[numbers.index(change.line)]
    others = [other for other in lines if other is not line]
    at = next((at for at, other in enumerate(others) if other.number == change.before), len(others))
    moved = replace(line, event=_agreed(line.event)) if change.agreed else line
    ordered = [*others[:at], moved, *others[at:]]
    shifts = {old.number: number for number, old in zip(numbers, ordered, strict=True)}
    first = [Amended(number, old.event) for number, old in zip(numbers, ordered, strict=True) if number != old.number]
    place = shifts[line.number]
    correction = _followed(first, log, start, decisions, shifts, judged=place)
    told = (*correction.undecided, *correction.decided)
    broken = next((one.law for one in told if one.line.number == place), None)
    return correction if broken is None else Refused(broken)


def _followed(
    first: Sequence[Event],
    log: Sequence[Line],
    start: Deal,
    decisions: Mapping[int, bool],
    shifts: Mapping[int, int],
    judged: int = 0,
) -> Correction:
    """What follows once *first* is written; *shifts* tell which line says now what another has said before.

    The line *judged* is told of even if the ruling was against it before.
    """
    lines = standing(log)
    said = {shifts.get(line.number, line.number): line.event for line in lines}
    doubtful = {shifts.get(n, n) for n in (one.line.number for one in _judged(lines, start, {})[1])} - {judged}
    written: list[Event] = list(first)
    changed = {
        line.number
        for line in standing(_with(log, written))
        if line.number in said and _without_numbers(line.event) != _without_numbers(said[line.number])
    }
    meant = {
        shifts.get(number, number): tuple((card, shifts.get(laid, laid), nth) for card, laid, nth in places)
        for number, places in _meanings(lines, start).items()
        if shifts.get(number, number) not in changed
    }
    decided: dict[int, Consequence] = {}
    while True:
        amended, fallen = _judged(standing(_with(log, written)), start, meant, doubtful)
        for amendment in amended:
            _amend(written, amendment)
        fallen = [one for one in fallen if one.line.number not in doubtful and one.line.number not in decided]
        new = next((one for one in fallen if one.line.number in decisions), None)
        if new is None:
            return Correction(tuple(written), tuple(fallen), tuple(decided.values()))
        line = new.line
        decided[line.number] = new
        if decisions[line.number] and new.agreeable:
            _amend(written, Amended(line.number, _agreed(line.event)))
        else:
            written.append(TakenBack(line.number))


def _amend(written: list[Event], amendment: Amended) -> None:
    """One amendment a line: a later one takes the place of an earlier."""
    for at, event in enumerate(written):
        if isinstance(event, Amended) and event.line == amendment.line:
            written[at] = amendment
            return
    written.append(amendment)


def _without_numbers(event: Claim) -> Claim:
    """What a line says whatever its pieces are numbered, and whether it was agreed on."""
    match event:
        case Melded():
            table = tuple(Named(named.card) for named in event.from_table)
            return replace(event, from_table=table, meld=None, agreed=False)
        case CardsPlayed():
            return replace(event, cards=tuple(Named(named.card) for named in event.cards))
    return event


def _with(log: Sequence[Line], written: Sequence[Event]) -> tuple[Line, ...]:
    return (*log, *(Line(number, event) for number, event in enumerate(written, len(log) + 1)))


def _agreed(event: Claim) -> Claim:
    return event if isinstance(event, Adjusted) else replace(event, agreed=True)


def _judged(
    lines: Sequence[StandingLine], start: Deal, meant: Meanings, doubtful: Collection[int] = ()
) -> tuple[list[Amended], list[Consequence]]:
    """Amendments for the lines that would mean other pieces than they did, and the lines that fall in their places.

    A line falls if it is not legal or if a piece that it means never lay; what the table agreed on does not. One that
    falls is not amended, unless it is *doubtful*: nobody is asked about it.
    """
    amended: list[Amended] = []
    fallen: list[Consequence] = []
    deal = start
    moved: dict[Place, Place] = {}
    for line in lines:
        numbers = _numbers(deal)
        places = tuple(moved.get(place, place) for place in meant.get(line.number, ()))
        gone = [place for place in places if place not in numbers]
        anew = False
        if places and not gone and sorted(_places(_meant(line.event, deal), deal), key=str) != sorted(places, key=str):
            line = replace(line, event=_naming(line.event, tuple(Named(place[0], numbers[place]) for place in places)))
            anew = True
        ruling = rule_on(line.event, deal)
        if anew and (isinstance(ruling, Granted) or line.number in doubtful):
            amended.append(Amended(line.number, line.event))
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
