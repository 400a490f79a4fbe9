"""What somebody wants to put right in a log, where a changed line is judged, and what becomes of later lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from .deal import Deal
from .events import Adjusted, Amended, CardsPlayed, Claim, Line, StandingLine, TakenBack, standing
from .replaying import after, replay


@dataclass(frozen=True, slots=True)
class Moved:
    """Line *line* is put before line *before* of the same deal, behind all others for None.

    In the log it is a row of amendments: the lines between keep their numbers, and each says what its neighbour said.
    *agreed*: the table scores the line in its new place whatever law it breaks there.
    """

    line: int
    before: int | None
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class PlayedFirst:
    """Cards were played just before the line that *change* amends or moves, and nobody has said so yet.

    In the log it is a line more, and a row of amendments as for one that is moved.
    """

    cards: CardsPlayed
    change: Amended | Moved

    @property
    def line(self) -> int:
        """The line that is put right."""
        return self.change.line


Change = TakenBack | Amended | Moved | PlayedFirst
"""What somebody wants to put right."""


class Fate(StrEnum):
    """What becomes of a later line that falls: struck too, kept as agreed, or scored as what its cards make now."""

    STRIKE = "strike"
    AGREE = "agree"
    OTHER = "other"


def deal_before(number: int, log: Sequence[Line], start: Deal) -> Deal:
    """The deal as line *number* found it. Raises `ValueError` if no such line stands."""
    lines = standing(log)
    at = next((at for at, line in enumerate(lines) if line.number == number), None)
    if at is None:
        raise ValueError(f"line {number} does not stand")
    return replay(start, lines[:at])


def judged_at(change: Change, log: Sequence[Line], start: Deal) -> Deal:
    """The deal on which *change* is judged: as the line finds it in its place, after the cards that were played first.

    Raises `ValueError` for a line that does not stand.
    """
    others, at, _ = ordered(change, log)
    deal = replay(start, others[:at])
    return after(deal, StandingLine(len(log) + 1, change.cards)) if isinstance(change, PlayedFirst) else deal


def ordered(change: Change, log: Sequence[Line]) -> tuple[list[StandingLine], int, StandingLine]:
    """The other standing lines, how many of them stand before the one that *change* is about, and that one."""
    inner = change.change if isinstance(change, PlayedFirst) else change
    before = inner.before if isinstance(inner, Moved) else None
    lines = standing(log)
    numbers = [line.number for line in lines]
    if inner.line not in numbers or before == inner.line or before not in (None, *numbers):
        raise ValueError(f"line {inner.line} cannot be put before line {before}: these are not two that stand")
    place = numbers.index(inner.line)
    line = lines[place]
    others = [other for other in lines if other is not line]
    match inner:
        case Moved():
            place = next((at for at, other in enumerate(others) if other.number == inner.before), len(others))
            line = replace(line, event=agreed_on(line.event)) if inner.agreed else line
        case Amended():
            line = replace(line, event=inner.event)
    return others, place, line


def agreed_on(event: Claim) -> Claim:
    """*event* as a line on which the table has agreed; points outside the game need no agreement."""
    return event if isinstance(event, Adjusted) else replace(event, agreed=True)
