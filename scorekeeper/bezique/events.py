"""What can stand in a log: one frozen value for each kind of line, and standing(), which says what still holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .cards import Card, Suit
from .melds import Meld
from .rules import Seat, Side


@dataclass(frozen=True, slots=True)
class Named:
    """A table card as a line names it: the face, and which copy (from 1, in the order laid) or None for any.

    >>> str(Named(Card.parse("QS"), 2))
    'QS#2'
    """

    card: Card
    number: int | None = None

    def __str__(self) -> str:
        return str(self.card) if self.number is None else f"{self.card}#{self.number}"


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The card turned up: it makes trumps, and 10 for the dealer's side if it is a seven."""

    card: Card
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class TrumpsNamed:
    """Trumps are known, the card that made them is not."""

    suit: Suit
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick; *number* counts from 1 in the deal, None for the next."""

    winner: Seat
    number: int | None = None
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Melded:
    """Cards laid from the hand and table cards used again; *meld* is None where the cards alone say which."""

    seat: Seat
    from_hand: tuple[Card, ...]
    from_table: tuple[Named, ...] = ()
    meld: Meld | None = None
    agreed: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """All the faces, those from the hand first."""
        return self.from_hand + tuple(named.card for named in self.from_table)


@dataclass(frozen=True, slots=True)
class SevenExchanged:
    """The seven of trumps given for the turn-up."""

    seat: Seat
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class SevenShown:
    seat: Seat
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class SevenPlayed:
    """A seven of trumps played to a trick for its 10 (house rule)."""

    seat: Seat
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """Melded cards played to tricks: they leave the table."""

    seat: Seat
    cards: tuple[Named, ...]
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class CarteBlanche:
    """A hand without king, queen or jack, with its cards or with none named."""

    seat: Seat
    cards: tuple[Card, ...] = ()
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class CarteBlancheAgain:
    """Carte blanche once more, after the draw of *card*."""

    seat: Seat
    card: Card
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class StockExhausted:
    """No more melds; table cards go back to the hand."""

    agreed: bool = False


@dataclass(frozen=True, slots=True)
class LastTrickWon:
    seat: Seat
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class BrisquesCounted:
    """The count of the deal: aces and tens, a number for each side."""

    counts: tuple[tuple[Side, int], ...]
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class BrisquesTaken:
    """Brisques just taken by a side, counted as they fall (house rule)."""

    side: Side
    count: int
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points outside the game, with the reason."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Line *line* (from 1) no longer stands; what it undid stands again."""

    line: int


Claim = (
    TurnedUp
    | TrumpsNamed
    | TrickWon
    | Melded
    | SevenExchanged
    | SevenShown
    | SevenPlayed
    | CardsPlayed
    | CarteBlanche
    | CarteBlancheAgain
    | StockExhausted
    | LastTrickWon
    | BrisquesCounted
    | BrisquesTaken
    | Adjusted
)
"""What a player says, not yet judged; the event it would become."""


@dataclass(frozen=True, slots=True)
class Amended:
    """Line *line* (from 1) now says *event*, in the same place."""

    line: int
    event: Claim


Event = Claim | TakenBack | Amended


@dataclass(frozen=True, slots=True)
class Line:
    """An event and its number in the log, from 1."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line that holds: its place in the log and what it says now."""

    number: int
    event: Claim


def numbered(events: Iterable[Event]) -> tuple[Line, ...]:
    """The events as lines, numbered from 1."""
    return tuple(Line(number, event) for number, event in enumerate(events, 1))


def standing(lines: Sequence[Line]) -> tuple[StandingLine, ...]:
    """The lines that hold, in their places, after every take-back and amendment.

    Read from the end: a line that takes back is itself settled before what it takes back. Of several amendments
    of a line the latest that holds counts.
    """
    gone: set[int] = set()
    says: dict[int, Claim] = {}
    kept: list[StandingLine] = []
    for line in reversed(lines):
        number, event = line.number, line.event
        if number in gone:
            continue
        if isinstance(event, TakenBack):
            gone.add(event.line)
        elif isinstance(event, Amended):
            says.setdefault(event.line, event.event)
        else:
            kept.append(StandingLine(number, says.get(number, event)))
    kept.reverse()
    return tuple(kept)


def holding(lines: Sequence[Line]) -> frozenset[int]:
    """The numbers of all lines that are not taken back, take-backs and amendments among them."""
    gone: set[int] = set()
    for line in reversed(lines):
        if line.number not in gone and isinstance(line.event, TakenBack):
            gone.add(line.event.line)
    return frozenset(line.number for line in lines if line.number not in gone)
