"""What follows from a correction: which later lines would no longer be legal, and which name a card anew.

Nothing is written here: the service writes what the person decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from .cards import Card
from .deal import Deal
from .events import (
    Adjusted,
    Amended,
    CardsPlayed,
    Claim,
    Event,
    Line,
    Melded,
    Named,
    SevenExchanged,
    SevenShown,
    StandingLine,
    TakenBack,
    TrickWon,
    standing,
)
from .laws import Law
from .meanings import (
    Meanings,
    Place,
    laid_instead,
    meanings_of,
    naming,
    numbers_of,
    pieces_meant,
    places_of,
    plainly,
    without_numbers,
)
from .mends import Change, Fate, Moved, PlayedFirst, agreed_on, deal_before, judged_at, ordered
from .referee import Granted, rule_on
from .replaying import after, replay
from .timing import Refused

__all__ = ["Change", "Consequence", "Correction", "Fate", "Moved", "PlayedFirst", "correct", "deal_before", "take_back"]


@dataclass(frozen=True, slots=True)
class Consequence:
    """A line that a correction would leave illegal, and the law it would break.

    *agreed* is what it says if the table keeps it as agreed, None where that cannot be; *other* what the same cards
    legally score there instead, None where there is nothing.
    """

    line: StandingLine
    law: Law
    agreed: Claim | None
    other: Claim | None

    @property
    def agreeable(self) -> bool:
        """Whether the table can keep it against the ruling."""
        return self.agreed is not None

    @property
    def usual(self) -> Fate:
        """What becomes of it unless somebody says otherwise: the other meld, if that lays no card which it did not."""
        event, other = self.line.event, self.other
        if isinstance(event, Melded) and isinstance(other, Melded) and other.from_hand != event.from_hand:
            return Fate.STRIKE
        return Fate.STRIKE if other is None else Fate.OTHER


@dataclass(frozen=True, slots=True)
class Correction:
    """The lines to write for a correction, and what is still to be decided before they can be written.

    *shifts* tell at which line is said afterwards what another has said before.
    """

    lines: tuple[Event, ...]
    undecided: tuple[Consequence, ...]
    decided: tuple[Consequence, ...]
    shifts: Mapping[int, int]


def correct(change: Change, log: Sequence[Line], start: Deal, decisions: Mapping[int, Fate]) -> Correction | Refused:
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


def take_back(number: int, log: Sequence[Line], start: Deal, decisions: Mapping[int, Fate]) -> Correction:
    """What taking back line *number* of *log* leads to, for a deal that opened as *start*.

    *decisions* say of a later line what becomes of it if it falls: it is struck where what they say cannot be. A later
    line keeps meaning the same pieces: where they are numbered anew it is amended, and where one never lay it falls.
    """
    return _followed([TakenBack(number)], log, start, decisions, {})


def _move(
    change: Moved | PlayedFirst, log: Sequence[Line], start: Deal, decisions: Mapping[int, Fate]
) -> Correction | Refused:
    others, at, line = ordered(change, log)
    numbers = [old.number for old in standing(log)]
    added: list[StandingLine] = []
    if isinstance(change, PlayedFirst):
        found = replay(start, others[:at])
        played = rule_on(change.cards, found)
        if not isinstance(played, Granted):
            return played
        added = [StandingLine(len(log) + 1, plainly(played.event, found))]
        numbers.append(len(log) + 1)
        if isinstance(change.change, Amended):
            ruling = rule_on(line.event, judged_at(change, log, start))
            if not isinstance(ruling, Granted):
                return ruling
            line = replace(line, event=ruling.event)
    places = list(zip(numbers, [*others[:at], *added, line, *others[at:]], strict=True))
    shifts = {old.number: number for number, old in places if old not in added}
    new = [old.event for number, old in places if number > len(log)]
    amended = [Amended(number, old.event) for number, old in places if number not in (old.number, len(log) + 1)]
    place = shifts[line.number]
    correction = _followed([*new, *amended], log, start, decisions, shifts, judged=place)
    told = (*correction.undecided, *correction.decided)
    judged = {place, numbers[at]} if added else {place}
    broken = next((one.law for one in told if one.line.number in judged), None)
    return correction if broken is None else Refused(broken)


def _followed(
    first: Sequence[Event],
    log: Sequence[Line],
    start: Deal,
    decisions: Mapping[int, Fate],
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
        if line.number in said and without_numbers(line.event) != without_numbers(said[line.number])
    }
    meant = {
        shifts.get(number, number): tuple((card, shifts.get(laid, laid), nth) for card, laid, nth in places)
        for number, places in meanings_of(lines, start).items()
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
            return Correction(tuple(written), tuple(fallen), tuple(decided.values()), shifts)
        number = new.line.number
        decided[number] = new
        says = {Fate.AGREE: new.agreed, Fate.OTHER: new.other, Fate.STRIKE: None}[decisions[number]]
        written.append(TakenBack(number)) if says is None else _amend(written, Amended(number, says))


def _amend(written: list[Event], amendment: Amended) -> None:
    """One amendment a line: a later one takes the place of an earlier."""
    for at, event in enumerate(written):
        if isinstance(event, Amended) and event.line == amendment.line:
            written[at] = amendment
            return
    written.append(amendment)


def _with(log: Sequence[Line], written: Sequence[Event]) -> tuple[Line, ...]:
    return (*log, *(Line(number, event) for number, event in enumerate(written, len(log) + 1)))


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
        numbers = numbers_of(deal)
        places = tuple(moved.get(place, place) for place in meant.get(line.number, ()))
        gone = [place for place in places if place not in numbers]
        anew = False
        found = places_of(pieces_meant(line.event, deal), deal) if places and not gone else places
        if sorted(found, key=str) != sorted(places, key=str):
            line = replace(line, event=naming(line.event, tuple(Named(place[0], numbers[place]) for place in places)))
            anew = True
        ruling = rule_on(line.event, deal)
        if anew and (isinstance(ruling, Granted) or line.number in doubtful):
            amended.append(Amended(line.number, line.event))
        if not isinstance(ruling, Granted):
            there = ruling.cards if ruling.law is Law.THERE else ()
            lacking = [place[0] for place in gone] or [named.card for named in there if isinstance(named, Named)]
            other = _other(line.event, deal, lacking)
            fallen.append(Consequence(line, ruling.law, _agreed_on(line.event, deal), other))
        elif gone and ruling.law is not Law.AGREED:
            other = _other(line.event, deal, [place[0] for place in gone])
            fallen.append(Consequence(line, Law.THERE, _agreed_on(line.event, deal), other))
        before, deal = deal, after(deal, line)
        if gone and isinstance(line.event, Melded):
            moved |= laid_instead(line.number, line.event, gone, before, deal)
    return amended, fallen


def _agreed_on(event: Claim, deal: Deal) -> Claim | None:
    """*event* as the table scores it against the ruling; a play or a trick is struck, not agreed.

    A meld is named as what it scores as.
    """
    if isinstance(event, CardsPlayed | TrickWon | Adjusted):
        return None
    agreed = agreed_on(event)
    if isinstance(agreed, Melded) and agreed.meld is not None:
        agreed = replace(agreed, meld=deal.kind(agreed) or agreed.meld)
    return agreed if isinstance(rule_on(agreed, deal), Granted) else None


def _other(event: Claim, deal: Deal, lacking: Sequence[Card]) -> Claim | None:
    """What the same cards legally score instead: another meld, or a seven that is shown and not exchanged.

    Table cards that are *lacking* come from the hand then.
    """
    claims: list[Claim] = []
    match event:
        case Melded():
            named = event.meld or deal.kind(event)
            kinds = deal.kinds(event.cards)
            claims = [replace(event, meld=kind, agreed=False) for kind in kinds if kind is not named and not lacking]
            table = [name.card for name in event.from_table]
            if lacking and Counter(lacking) <= Counter(table):
                kept = tuple(map(Named, (Counter(table) - Counter(lacking)).elements()))
                fresh = replace(event, from_hand=(*event.from_hand, *lacking), from_table=kept, agreed=False)
                claims = [replace(fresh, meld=kind) for kind in kinds]
        case SevenExchanged(seat):
            claims = [SevenShown(seat)]
    granted = (rule_on(claim, deal) for claim in claims)
    return next((ruling.event for ruling in granted if isinstance(ruling, Granted)), None)
