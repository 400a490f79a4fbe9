"""Who holds a request, and what it may do: decided here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto

from scorekeeper.bezique.events import (
    Adjusted,
    Amended,
    BrisquesCounted,
    BrisquesTaken,
    Event,
    StockExhausted,
    TakenBack,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from scorekeeper.bezique.rules import Seat
from scorekeeper.stored import Held

OPEN, MINE = "open", "mine"
"""What a server shows to a stranger: every match, as in a household, or only those that a browser holds."""


class Right(StrEnum):
    """What a key to a match gives; the value is the word of the store."""

    NONE = ""
    VIEWER = "viewer"
    SCORER = "scorer"
    HOST = "host"


class Need(Enum):
    """What an address of a match asks of its visitor."""

    LOOK = auto()
    WRITE = auto()
    HOST = auto()
    MANAGE = auto()


NEEDS = {
    "matches.show": Need.LOOK,
    "matches.show_log": Need.LOOK,
    "matches.show_sheet": Need.LOOK,
    "matches.after_writing": Need.LOOK,
    "matches.write_lines": Need.WRITE,
    "matches.open_deal": Need.WRITE,
    "delete.ask": Need.MANAGE,
    "delete.delete": Need.MANAGE,
    "delete.bring_back": Need.MANAGE,
    "change.show": Need.MANAGE,
    "change.write_choices": Need.MANAGE,
    "adjust.show": Need.WRITE,
    "adjust.write_points": Need.WRITE,
    "mend.show_line": Need.WRITE,
    "mend.follow": Need.WRITE,
    "mend.write_change": Need.WRITE,
    "take.record": Need.LOOK,
    "take.lines": Need.LOOK,
    "take.pdf": Need.LOOK,
    "take.picture": Need.LOOK,
    "laws.show_match": Need.LOOK,
    "live.stream": Need.LOOK,
    "live.tv": Need.LOOK,
    "share.show": Need.HOST,
    "share.renew": Need.HOST,
    "share.change_phone": Need.HOST,
    "share.choose": Need.HOST,
    "share.set_state": Need.HOST,
    "share.take_place": Need.LOOK,
}
"""Every address of a match by the name of its view; one that is not named here lets nobody in."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds a request to a match.

    *seat* is the one seat that may be scored for, None for all. *id* tells whose lines are the holder's own, None for
    a visitor without a key; *mends* whether others' lines may be taken back, too.
    """

    right: Right
    seat: Seat | None = None
    id: int | None = None
    mends: bool = False
    abandoned: bool = False

    def may(self, need: Need) -> bool:
        """Whether the address may be used; a match that was abandoned is only looked at until its host takes it up."""
        match need:
            case Need.LOOK:
                return self.right is not Right.NONE
            case Need.WRITE:
                return self.writes
            case Need.HOST:
                return self.hosts
            case Need.MANAGE:
                return self.manages

    @property
    def writes(self) -> bool:
        """Whether lines may be written at all."""
        return self.right in (Right.SCORER, Right.HOST) and not self.abandoned

    @property
    def hosts(self) -> bool:
        return self.right is Right.HOST

    @property
    def manages(self) -> bool:
        """Whether what was chosen can be changed, and a closed match corrected: its host, or where it has none all."""
        return self.hosts or (self.right is Right.SCORER and self.id is None)

    @property
    def ends_deals(self) -> bool:
        """Whether what concerns all sides may be written: the count of the brisques."""
        return self.writes and self.seat is None

    def may_say(self, event: Event, author: int | None) -> bool:
        """Whether a line may be written; *author* wrote the line that it takes back or amends."""
        if not self.writes:
            return False
        if isinstance(event, TakenBack | Amended):
            own = self.hosts or self.mends or (self.id is not None and author == self.id)
            return own and (self.seat is None or isinstance(event, TakenBack) or self._own(event.event, self.seat))
        return self.seat is None or self._own(event, self.seat)

    def _own(self, event: Event, seat: Seat) -> bool:
        """Whether a line is one that a player may write who scores for *seat* alone."""
        match event:
            case TurnedUp() | TrumpsNamed() | StockExhausted():
                return True
            case BrisquesCounted() | Adjusted() | TakenBack() | Amended():
                return False
            case TrickWon(winner):
                return winner is seat
            case BrisquesTaken(side):
                return seat.value in side
        return event.seat is seat

    @property
    def face(self) -> Holder:
        """The holder as pages depend on it: the same for all who see the same page."""
        return replace(self, id=None) if self.hosts or self.mends or not self.writes else self


def holder(held: Held, listing: str) -> Holder:
    """Who holds a match that the store says is *held* so, on a server that lists `OPEN` or `MINE`.

    A match that nobody ever hosted, from before there were keys, is kept by the whole household.
    """
    abandoned = held.state == "abandoned"
    if held.right:
        right = Right(held.right)
        seat = Seat(held.seat) if held.seat else None
        return Holder(right, seat, held.id, held.mends and seat is None and right is Right.SCORER, abandoned)
    if listing != OPEN:
        return Holder(Right.NONE)
    if held.hosted:
        return Holder(Right.VIEWER, abandoned=abandoned)
    return Holder(Right.SCORER, mends=True, abandoned=abandoned)
