"""What the score screen offers: for every key what would happen, by the same rulings as a claim.

The screen shows these values and works out nothing itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product

from . import reuse, timing
from .cards import Card, Rank, Suit, face
from .deal import Deal, TableCard
from .events import CarteBlanche, Claim, Melded, Named, SevenExchanged, SevenPlayed, SevenShown
from .laws import Law
from .matches import Standing
from .melds import SEQUENCE_RANKS, Meld, MeldClass
from .referee import Granted, Ruling, rule_on, rule_on_cards
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


@dataclass(frozen=True)
class Offer:
    """A key of the score screen for one seat.

    *key* names it in addresses (``marriage-H``, ``four-kings``, ``seven-show``). *untimely* is the law on the moment
    that forbids every way at once, None while the seat may declare.
    """

    key: str
    seat: Seat
    deal: Deal
    untimely: Law | None
    meld: Meld | None = None
    suit: Suit | None = None
    event: Claim | None = None
    """The claim of a key that is no meld."""
    standing: Standing | None = None

    @cached_property
    def points(self) -> int:
        """What it would score."""
        if self.meld:
            return self.meld.points
        return self.deal.rules.carte_blanche_points if isinstance(self.event, CarteBlanche) else 10

    @cached_property
    def crosses(self) -> bool:
        """Whether its points would bring the side over the line."""
        return bool(self.standing and self.standing.crosses(self._side, self.points))

    @cached_property
    def closes(self) -> bool:
        """Whether its points would close the match at once."""
        return bool(self.standing and self.standing.closes(self._side, self.points))

    @property
    def _side(self) -> str:
        return self.deal.rules.side_of(self.seat)

    @cached_property
    def certain(self) -> bool:
        """Whether the cards can only be new ones, so that the key scores at once: none of its faces lies there."""
        if self.meld is None:
            return True
        if self.meld.rank:
            return False
        return not any(piece.card in self._faces for piece in self._lying)

    @cached_property
    def claim(self) -> Claim:
        """What a tap claims where the key is certain."""
        if self.event is not None:
            return self.event
        return Melded(self.seat, self._faces, meld=self.meld)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Every way to make the meld, the likely one first: legal ones, then those with most table cards."""
        ways = [self._way(pieces, hand) for pieces, hand in self._compositions()]
        return tuple(sorted(ways, key=_unlikely))

    @cached_property
    def law(self) -> Law | None:
        """The law that forbids every way, None if there is a legal one."""
        if self.untimely or self.meld is None:
            return self.untimely
        first: Law | None = None
        for pieces, hand in self._compositions():
            way = self._way(pieces, hand)
            if way.legal:
                return None
            first = first or way.ruling.law
        return first or Law.COPIES

    def way(self, pieces: tuple[TableCard, ...], hand: tuple[Card, ...]) -> Melded:
        """The claim that lays *hand* and uses *pieces*."""
        named = tuple(Named(p.card, p.number if self._copies_lying[p.card] > 1 else None) for p in pieces)
        return Melded(self.seat, hand, named, self.meld)

    def _way(self, pieces: tuple[TableCard, ...], hand: tuple[Card, ...]) -> Way:
        claim = self.way(pieces, hand)
        ruling = rule_on_cards(claim, self.deal)
        if self.untimely and isinstance(ruling, Granted):
            ruling = timing.Refused(self.untimely)
        return Way(claim, pieces, ruling)

    @cached_property
    def _lying(self) -> tuple[TableCard, ...]:
        return reuse.candidates(Melded(self.seat, ()), self.meld, self.deal)

    @cached_property
    def _copies_lying(self) -> Counter[Card]:
        return Counter(piece.card for piece in self._lying)

    @cached_property
    def _faces(self) -> tuple[Card, ...]:
        """The faces that the meld needs, for melds whose faces are fixed."""
        assert self.meld is not None
        if self.meld.meld_class is MeldClass.BEZIQUE:
            pair = self.deal.rules.pair(self.deal.trumps)
            return () if pair is None else (pair[0],) * self.meld.level + (pair[1],) * self.meld.level
        assert self.suit is not None
        ranks = (Rank.KING, Rank.QUEEN) if self.meld.is_marriage else SEQUENCE_RANKS
        return tuple(face(rank, self.suit) for rank in ranks)

    def _compositions(self) -> Iterator[tuple[tuple[TableCard, ...], tuple[Card, ...]]]:
        """Which pieces from the table with which cards from the hand, equal pasts counted once."""
        assert self.meld is not None
        if self.meld.rank:
            yield from self._fours(self.meld.rank, self.meld.size)
            return
        wanted = Counter(self._faces)
        per_face = [[*self._parts(card, count)] for card, count in wanted.items()]
        for parts in product(*per_face):
            pieces = tuple(piece for part, _ in parts for piece in part)
            yield pieces, tuple(card for _, hand in parts for card in hand)

    def _parts(self, card: Card, count: int) -> Iterator[tuple[tuple[TableCard, ...], tuple[Card, ...]]]:
        lying = tuple(piece for piece in self._lying if piece.card is card)
        for used in range(min(count, len(lying)), -1, -1):
            for pieces in _selections(lying, used):
                yield pieces, (card,) * (count - used)

    def _fours(self, rank: Rank, size: int) -> Iterator[tuple[tuple[TableCard, ...], tuple[Card, ...]]]:
        lying = tuple(piece for piece in self._lying if piece.card.rank is rank)
        suits = [self.suit] if self.suit else list(Suit)
        lying = tuple(piece for piece in lying if piece.card.suit in suits)
        left = {suit: self.deal.rules.packs - self.deal.laid(face(rank, suit)) for suit in suits}
        for used in range(min(size, len(lying)), -1, -1):
            for hand in combinations_with_replacement(suits, size - used):
                if all(count <= left[suit] for suit, count in Counter(hand).items()):
                    for pieces in _selections(lying, used):
                        yield pieces, tuple(face(rank, suit) for suit in hand)


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


def _unlikely(way: Way) -> tuple[bool, int, int]:
    return not way.legal, -len(way.pieces), -len({card.suit for card in way.claim.cards})


def offers(deal: Deal, seat: Seat, standing: Standing | None = None) -> tuple[Offer, ...]:
    """For every key of the score screen of *seat* what would happen: every way with its ruling, or the law against all.

    With *standing* the offers know which of them would cross the line or close the match.
    """
    untimely = _untimely(Melded(seat, ()), deal)
    found: list[Offer] = []
    for meld in deal.rules.melds:
        for suit in _suits(meld, deal):
            key = f"{meld.value}-{suit.value}" if _suited(meld) and suit else meld.value
            found.append(Offer(key, seat, deal, untimely, meld, suit, standing=standing))
    for key, event in _others(seat, deal):
        ruling = rule_on(event, deal)
        law = None if isinstance(ruling, Granted) else ruling.law
        found.append(Offer(key, seat, deal, law, event=event, standing=standing))
    return tuple(found)


def offer(deal: Deal, seat: Seat, key: str, standing: Standing | None = None) -> Offer | None:
    """The offer of that *key*, None if the game has no such key."""
    return next((found for found in offers(deal, seat, standing) if found.key == key), None)


def _untimely(claim: Melded, deal: Deal) -> Law | None:
    for check in timing.MELD_CHECKS:
        if refused := check(claim, deal):
            return refused.law
    return None


def _suited(meld: Meld) -> bool:
    return meld.meld_class is MeldClass.ROYAL


def _suits(meld: Meld, deal: Deal) -> tuple[Suit | None, ...]:
    """The suits in which the screen shows a key for *meld*; None stands for a key without a suit."""
    royal = meld in (Meld.ROYAL_MARRIAGE, Meld.SEQUENCE)
    if _suited(meld):
        if deal.trumps is None:
            return tuple(Suit) if royal else ()
        return tuple(suit for suit in Suit if (suit is deal.trumps) is royal)
    if meld.rank and meld.level > 1:
        return () if deal.trumps is None else (deal.trumps,)
    if meld.meld_class is MeldClass.BEZIQUE and deal.rules.pair(deal.trumps) is None:
        return ()
    return (None,)


def _others(seat: Seat, deal: Deal) -> Iterator[tuple[str, Claim]]:
    if deal.rules.has_sevens:
        yield "seven-show", SevenShown(seat)
        yield "seven-exchange", SevenExchanged(seat)
        if deal.rules.seven_scores_when_played:
            yield "seven-play", SevenPlayed(seat)
    if deal.rules.carte_blanche_points:
        yield "carte-blanche", CarteBlanche(seat)


@dataclass(frozen=True, slots=True)
class Addition:
    """A meld that one or two cards from the hand would make with cards that lie on the table."""

    meld: Meld
    pieces: tuple[TableCard, ...]
    from_hand: tuple[Card, ...]


def could_be_added(deal: Deal, seat: Seat) -> tuple[Addition, ...]:
    """From what everybody can see, the melds one or two hand cards away: the nearest of each, dearest first."""
    found: list[Addition] = []
    for meld in deal.rules.melds:
        for suit in _suits(meld, deal):
            key = Offer(meld.value, seat, deal, None, meld, suit)
            near = [way for way in key.ways if way.legal and way.pieces and 1 <= len(way.claim.from_hand) <= 2]
            if near and not (meld.rank and len(near[0].claim.from_hand) == 2 and meld.level > 1):
                found.append(Addition(meld, near[0].pieces, near[0].claim.from_hand))
    return tuple(sorted(found, key=lambda addition: -addition.meld.points))


def loses(claim: Melded, deal: Deal) -> Meld | None:
    """The smaller meld whose points a legal *claim* would lose: the marriage of a sequence, the single of a double."""
    ruling = rule_on(claim, deal)
    if not isinstance(ruling, Granted) or not isinstance(ruling.event, Melded):
        return None
    event, meld = ruling.event, ruling.event.meld
    pieces = reuse.first_choice(event, meld, deal) or ()
    if meld is Meld.SEQUENCE and not deal.rules.marriage_after_sequence:
        married = any(m.is_marriage for p in pieces for m in p.scored_in if p.card.rank in (Rank.KING, Rank.QUEEN))
        return None if married else Meld.ROYAL_MARRIAGE
    if meld is Meld.DOUBLE_BEZIQUE and not deal.rules.double_at_once:
        return None if any(Meld.BEZIQUE in p.scored_in for p in pieces) else Meld.BEZIQUE
    return None
