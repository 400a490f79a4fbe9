"""A deal: its opening and its state after a log (`replaying` leads from one to the other)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .cards import Card, Suit
from .events import Melded
from .melds import Meld, made_by
from .rules import Brisques, Rules, Seat, Side

SEVEN_POINTS = 10
BRISQUE_POINTS = 10


class ScoreKind(StrEnum):
    """What a score line was scored for; the subtotals of a sheet go by it."""

    MELD = "meld"
    SEVEN = "seven"
    CARTE_BLANCHE = "carte-blanche"
    LAST_TRICK = "last-trick"
    BRISQUES = "brisques"
    ADJUSTMENT = "adjustment"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points that a line of the log brought a side; derived, never stored."""

    line: int
    side: Side
    points: int
    kind: ScoreKind
    meld: Meld | None = None


@dataclass(frozen=True, slots=True)
class TableCard:
    """One piece of pasteboard that was laid on a table in this deal, with its past.

    *index* counts all cards laid in the deal from 0, *number* those of this face from 1. *laid* is the line that laid
    it, *lines* are those of the melds it scored in; *played* is the line by which it left the table, 0 while it lies.
    """

    index: int
    number: int
    seat: Seat
    card: Card
    laid: int
    scored_in: tuple[Meld, ...] = ()
    lines: tuple[int, ...] = ()
    played: int = 0

    @property
    def name(self) -> str:
        """The piece as the notation names it, e.g. ``QS#1``."""
        return f"{self.card}#{self.number}"


@dataclass(frozen=True, slots=True)
class ScoredMeld:
    """A meld that has scored: at which line, for whom, and with which pieces (their indexes)."""

    line: int
    side: Side
    meld: Meld
    pieces: tuple[int, ...]
    suit: Suit


@dataclass(frozen=True)
class Deal:
    """One distribution of the cards, and what the log says of it so far.

    *trick* is the number of the last trick noted, 0 while none is; *winner* who won it. What is true only until the
    next trick is noted has its name from it: *melded*, *sevens_now*, *played_now*, *shown_again*, *taken*.
    *declared* counts melds, and sevens where they take the meld. *carte_blanche* and *courts* are seats. *ended* is the
    line of the last trick or of the latest brisques, whichever came later.
    """

    rules: Rules
    dealer: Seat
    trumps: Suit | None = None
    turn_up: Card | None = None
    turned_seven: bool = False
    exchanged: bool = False
    trick: int = 0
    winner: Seat | None = None
    final_winner: Seat | None = None
    melded: bool = False
    sevens_now: tuple[Seat, ...] = ()
    played_now: tuple[Seat, ...] = ()
    shown_again: tuple[Seat, ...] = ()
    taken: tuple[Seat, Card] | None = None
    declared: int = 0
    sevens: int = 0
    pieces: tuple[TableCard, ...] = ()
    melds: tuple[ScoredMeld, ...] = ()
    carte_blanche: tuple[Seat, ...] = ()
    courts: tuple[Seat, ...] = ()
    exhausted: bool = False
    last_trick: Seat | None = None
    ended: int = 0
    brisques: tuple[tuple[Side, int], ...] = ()
    scores: tuple[ScoreLine, ...] = ()

    def but(self, **changes: Any) -> Deal:
        """This deal with some fields changed: `dataclasses.replace`, which took half the time of a replay."""
        deal = object.__new__(Deal)
        deal.__dict__.update(self.__dict__, **changes)
        return deal

    @property
    def table_cleared(self) -> bool:
        """Whether the melded cards have gone back to the hands."""
        return self.exhausted or self.last_trick is not None

    @property
    def counted(self) -> int:
        """How many brisques are accounted for."""
        return sum(count for _, count in self.brisques)

    @property
    def finished(self) -> bool:
        """Whether the last trick and, where they count, all brisques are in."""
        if self.last_trick is None:
            return False
        return not self.rules.counts_brisques or self.brisques_in

    @property
    def brisques_in(self) -> bool:
        """Whether the count of brisques is complete."""
        if self.rules.brisques is Brisques.AT_ONCE:
            return self.counted >= self.rules.all_brisques
        return bool(self.brisques)

    def lying(self, seat: Seat) -> tuple[TableCard, ...]:
        """The unplayed cards on the table of *seat*, in the order laid."""
        if self.table_cleared:
            return ()
        return tuple(piece for piece in self.pieces if piece.seat is seat and not piece.played)

    def laid(self, card: Card) -> int:
        """How many cards of this face have been laid, played ones included, with the turn-up while it lies there."""
        return sum(1 for piece in self.pieces if piece.card is card) + (self.turn_up is card)

    def points(self, side: Side) -> int:
        """What *side* has scored in this deal."""
        return sum(line.points for line in self.scores if line.side == side)

    def brisques_of(self, side: Side) -> int:
        """The brisques counted for *side* so far."""
        return dict(self.brisques).get(side, 0)

    def kinds(self, cards: tuple[Card, ...]) -> tuple[Meld, ...]:
        """The melds of this game that exactly *cards* make, the one that is meant first."""
        return tuple(meld for meld in self.all_kinds(cards) if self.rules.scores(meld))

    def all_kinds(self, cards: tuple[Card, ...]) -> tuple[Meld, ...]:
        """As `kinds`, with melds that this game does not score among them."""
        made = made_by(cards, self.trumps, self.rules.pair(self.trumps))
        if self.trumps is None and self.rules.turn_up:
            match made:
                case (Meld.ROYAL_MARRIAGE,):
                    return (Meld.MARRIAGE, Meld.ROYAL_MARRIAGE)
                case (Meld.SEQUENCE,):
                    return (Meld.SEQUENCE, Meld.PLAIN_SEQUENCE)
        return made

    def kind(self, event: Melded) -> Meld | None:
        """The meld that *event* lays: the one it names if its cards make that, else the one that is meant."""
        kinds = self.kinds(event.cards)
        if event.meld in kinds:
            return event.meld
        return kinds[0] if kinds else None


def opening(rules: Rules, dealer: Seat) -> Deal:
    """A deal before its first line."""
    return Deal(rules, dealer)
