"""Ways to make a meld: what lies on the tables that a seat may use, and the choices among it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement, islice

from . import reuse, timing
from .cards import Card, Rank, Suit, face
from .deal import Deal, TableCard
from .events import Melded, Named
from .laws import Law
from .melds import SEQUENCE_RANKS, BeziquePair, Meld, MeldClass
from .referee import Granted, Ruling, exchanged_waits, trumps_unknown
from .rules import Seat

Composition = tuple[tuple[TableCard, ...], tuple[Card, ...]]
"""Table cards and hand cards that make a meld together."""


MOST_WAYS = 1000
"""The worst table of six-pack has about twice as many for one meld, refused all; agreed lines could make any number."""


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


def _unlikely(way: Way) -> tuple[int, int, int]:
    """Legal before asking before refused; then most table cards, then most different suits."""
    return 0 if way.legal else 1 if way.asks else 2, -len(way.pieces), -len({card.suit for card in way.claim.cards})


@cache
def faces_of(meld: Meld, suit: Suit | None, pair: BeziquePair | None) -> tuple[Card, ...]:
    """The faces that *meld* needs where they are fixed: not for fours of any suit, none while there is no bezique."""
    if meld.meld_class is MeldClass.BEZIQUE:
        return () if pair is None else (pair[0],) * meld.level + (pair[1],) * meld.level
    if suit is None:
        return ()
    if meld.rank:
        return (face(meld.rank, suit),) * meld.size
    ranks = (Rank.KING, Rank.QUEEN) if meld.is_marriage else SEQUENCE_RANKS
    return tuple(face(rank, suit) for rank in ranks)


def claim_of(view: TableView, meld: Meld, composition: Composition) -> Melded:
    """The claim that lays the cards and uses the pieces of *composition*; a copy is named where another lies there."""
    pieces, hand = composition
    if not pieces:
        return Melded(view.seat, hand, (), meld)
    lying = Counter(piece.card for piece in view.lying(meld))
    named = tuple(Named(p.card, p.number if lying[p.card] > 1 else None) for p in pieces)
    return Melded(view.seat, hand, named, meld)


def ways_to(view: TableView, meld: Meld, suit: Suit | None, untimely: Law | None = None) -> tuple[Way, ...]:
    """Every way to make *meld*, the likely one first: the legal ones, those that ask for room, the others.

    *untimely* is the law that forbids every meld at this moment; with None only the cards are judged.
    """
    found: list[Way] = []
    for composition in islice(compositions(view, meld, suit), MOST_WAYS):
        claim = claim_of(view, meld, composition)
        ruling = _ruling(view, meld, claim, composition[0])
        if untimely and (isinstance(ruling, Granted) or ruling.law is Law.ROOM):
            ruling = timing.Refused(untimely)
        found.append(Way(claim, composition[0], ruling))
    return tuple(sorted(found, key=_unlikely))


def law_against(view: TableView, meld: Meld, suit: Suit | None) -> Law | None:
    """The law that forbids every way to make *meld*, None if one is legal; room if only that is lacking somewhere."""
    asks = False
    for composition in islice(compositions(view, meld, suit, possible=True), MOST_WAYS):
        law = _broken(view, meld, composition)
        if law is None:
            return None
        asks = asks or law is Law.ROOM
    if asks:
        return Law.ROOM
    first = next(compositions(view, meld, suit), None)
    return Law.COPIES if first is None else _broken(view, meld, first)


def _broken(view: TableView, meld: Meld, composition: Composition) -> Law | None:
    pieces, hand = composition
    if pieces:
        ruling = _ruling(view, meld, claim_of(view, meld, composition), pieces)
        return None if isinstance(ruling, Granted) else ruling.law
    if trumps_unknown(meld, view.deal):
        return Law.TRUMPS_UNKNOWN
    # With no card from the table no law of re-use is asked.
    laid, packs = view.laid, view.deal.rules.packs
    for card in hand:
        if laid.get(card, 0) + hand.count(card) > packs:
            return Law.COPIES
    if view.deal.taken is not None and exchanged_waits(Melded(view.seat, hand, (), meld), view.deal):
        return Law.EXCHANGED_WAITS
    return Law.ROOM if len(hand) > view.room else None


def _ruling(view: TableView, meld: Meld, claim: Melded, pieces: tuple[TableCard, ...]) -> Ruling:
    """`rule_on_cards` for a claim that makes its meld and whose pieces are chosen: the laws in the same order."""
    if trumps_unknown(meld, view.deal):
        return timing.Refused(Law.TRUMPS_UNKNOWN, claim.cards)
    laid, packs, hand = view.laid, view.deal.rules.packs, claim.from_hand
    if too_many := tuple(card for card in dict.fromkeys(hand) if laid[card] + hand.count(card) > packs):
        return timing.Refused(Law.COPIES, too_many)
    if refused := exchanged_waits(claim, view.deal):
        return refused
    if broken := reuse.breach(reuse.Using(claim, meld, pieces, view.deal)):
        return timing.Refused(broken.law, tuple(Named(p.card, p.number) for p in broken.pieces))
    if len(hand) > view.room:
        return timing.Refused(Law.ROOM, tuple(Named(p.card, p.number) for p in view.own))
    return Granted(claim, meld.points, Law.USED_AGAIN if pieces else Law.MELD)


def compositions(view: TableView, meld: Meld, suit: Suit | None, *, possible: bool = False) -> Iterator[Composition]:
    """Which pieces from the table with which cards from the hand, equal pasts counted once.

    *possible*: none with a piece that no claim of *meld* can use, or with more new cards than the packs have left.
    """
    if meld.rank:
        faces = tuple(face(meld.rank, each) for each in ((suit,) if suit else Suit))
    else:
        faces = faces_of(meld, suit, view.deal.rules.pair(view.deal.trumps))
    lying = tuple(piece for piece in view.lying(meld) if piece.card in faces)
    if possible and lying:
        lying = reuse.usable(lying, meld, view.deal)
    if meld.rank:
        yield from _fours(view, meld, faces, lying)
        return
    if not lying:
        yield (), faces
        return
    packs = view.deal.rules.packs
    left = {card: max(0, packs - view.laid[card]) if possible else faces.count(card) for card in faces}
    yield from _chosen(lying, tuple(Counter(faces).items()), left)


def _chosen(
    lying: tuple[TableCard, ...], wanted: tuple[tuple[Card, int], ...], left: Mapping[Card, int]
) -> Iterator[Composition]:
    """Every composition of the cards *wanted*, so many of each face; one by one, since often the first will do."""
    if not wanted:
        yield (), ()
        return
    (card, count), *others = wanted
    for pieces, hand in _parts(lying, card, count, left[card]):
        for more, new in _chosen(lying, tuple(others), left):
            yield (*pieces, *more), (*hand, *new)


def _parts(lying: tuple[TableCard, ...], card: Card, count: int, new: int) -> Iterator[Composition]:
    """*count* cards of one face, at most *new* of them from the hand, the fewest first."""
    alike = tuple(piece for piece in lying if piece.card is card)
    for used in range(min(count, len(alike)), max(0, count - new) - 1, -1):
        for pieces in _selections(alike, used):
            yield pieces, (card,) * (count - used)


def _fours(view: TableView, meld: Meld, faces: tuple[Card, ...], lying: tuple[TableCard, ...]) -> Iterator[Composition]:
    left = tuple(min(meld.size, view.deal.rules.packs - view.laid[card]) for card in faces)
    for used in range(min(meld.size, len(lying)), -1, -1):
        for hand in _hands(faces, left, meld.size - used):
            for pieces in _selections(lying, used):
                yield pieces, hand


@lru_cache(maxsize=4096)
def _hands(faces: tuple[Card, ...], left: tuple[int, ...], count: int) -> tuple[tuple[Card, ...], ...]:
    """Every hand of *count* of these faces with at most *left* of each, those of most different suits first."""
    most = dict(zip(faces, left, strict=True))
    hands = (
        hand for hand in combinations_with_replacement(faces, count) if all(hand.count(c) <= most[c] for c in hand)
    )
    return tuple(sorted(hands, key=lambda hand: -len(set(hand))))


def _selections(lying: tuple[TableCard, ...], count: int) -> Iterator[tuple[TableCard, ...]]:
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
