"""Ways to make a meld: what lies on the tables that a seat may use, and the choices among it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement

from . import reuse, timing
from .cards import Card, Rank, Suit, face
from .deal import Deal, TableCard
from .events import Melded
from .laws import Law
from .melds import SEQUENCE_RANKS, Meld, MeldClass
from .referee import Granted, Ruling
from .rules import Seat


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a meld: which pieces lie on a table, which cards come from the hand, and the ruling."""

    claim: Melded
    pieces: tuple[TableCard, ...]
    ruling: Ruling

    @property
    def legal(self) -> bool:
        return isinstance(self.ruling, Granted)

    @property
    def asks(self) -> bool:
        """Whether only room is lacking, so that the answer is a question: which melded cards have been played?"""
        return self.ruling.law is Law.ROOM


@dataclass(frozen=True)
class TableView:
    """What the offers for one seat share: its deal, and what lies where; worked out once."""

    deal: Deal
    seat: Seat

    @cached_property
    def laid(self) -> Counter[Card]:
        """How many cards of each face have been laid, with the turn-up while it lies there."""
        laid = Counter(piece.card for piece in self.deal.pieces)
        if self.deal.turn_up is not None:
            laid[self.deal.turn_up] += 1
        return laid

    @cached_property
    def own(self) -> tuple[TableCard, ...]:
        """The unplayed cards of the seat itself."""
        return self.deal.lying(self.seat)

    @cached_property
    def shared(self) -> tuple[TableCard, ...]:
        """The unplayed cards that the seat may build on, the partner's among them, in the order laid."""
        return reuse.candidates(Melded(self.seat, ()), None, self.deal)

    @cached_property
    def room(self) -> int:
        """How many more cards may lie on the table of the seat."""
        return self.deal.rules.held_when_melding - len(self.own)

    @cached_property
    def untimely(self) -> Law | None:
        """The law that forbids any meld at this moment."""
        claim = Melded(self.seat, ())
        for check in timing.MELD_CHECKS:
            if refused := check(claim, self.deal):
                return refused.law
        return None

    def lying(self, meld: Meld) -> tuple[TableCard, ...]:
        """The table cards that a claim of *meld* may use."""
        joint = meld.meld_class is not MeldClass.BEZIQUE or meld.level == 1 or self.deal.rules.joint_beziques
        return self.shared if joint else self.own


def unlikely(way: Way) -> tuple[int, int, int]:
    """Legal before asking before refused; then most table cards, then most different suits."""
    return 0 if way.legal else 1 if way.asks else 2, -len(way.pieces), -len({card.suit for card in way.claim.cards})


@cache
def marriage_of(suit: Suit) -> tuple[Card, ...]:
    return (face(Rank.KING, suit), face(Rank.QUEEN, suit))


@cache
def sequence_of(suit: Suit) -> tuple[Card, ...]:
    return tuple(face(rank, suit) for rank in SEQUENCE_RANKS)


@cache
def different_first(faces: tuple[Card, ...], count: int) -> tuple[tuple[Card, ...], ...]:
    """Every hand of *count* of these faces, those of most different suits first."""
    hands = combinations_with_replacement(faces, count)
    return tuple(sorted(hands, key=lambda hand: -len(set(hand))))


def selections(lying: tuple[TableCard, ...], count: int) -> Iterator[tuple[TableCard, ...]]:
    """Every choice of *count* of these pieces; of pieces with one face and one past the first ones laid."""
    pasts: dict[tuple[Card, Seat, tuple[int, ...]], list[TableCard]] = {}
    for piece in lying:
        pasts.setdefault((piece.card, piece.seat, piece.lines), []).append(piece)
    groups = list(pasts.values())

    def choose(at: int, left: int) -> Iterator[tuple[TableCard, ...]]:
        if at == len(groups):
            if not left:
                yield ()
            return
        for take in range(min(left, len(groups[at])), -1, -1):
            for rest in choose(at + 1, left - take):
                yield (*groups[at][:take], *rest)

    return choose(0, count)
