"""What the score screen offers: for every key what would happen, by the same rulings as a claim.

The screen shows these values and works out nothing itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from . import reuse, timing
from .cards import Card, Rank, Suit, face
from .deal import Deal, TableCard
from .events import CarteBlanche, Claim, Melded, Named, SevenExchanged, SevenPlayed, SevenShown
from .laws import Law
from .matches import Standing
from .melds import Meld, MeldClass
from .referee import Granted, Ruling, exchanged_waits, rule_on, trumps_unknown
from .rules import Seat
from .ways import TableView, Way, different_first, marriage_of, selections, sequence_of, unlikely


@dataclass(frozen=True)
class Offer:
    """A key of the score screen for one seat.

    *key* names it in addresses (``marriage-H``, ``four-kings``, ``seven-show``). *untimely* is the law on the moment
    that forbids every way at once, None while the seat may declare. *event* is the claim of a key that is no meld.
    """

    key: str
    view: TableView
    untimely: Law | None
    meld: Meld | None = None
    suit: Suit | None = None
    event: Claim | None = None
    standing: Standing | None = None

    @property
    def deal(self) -> Deal:
        return self.view.deal

    @property
    def seat(self) -> Seat:
        return self.view.seat

    @cached_property
    def points(self) -> int:
        """What it would score."""
        if self.meld:
            return self.meld.points
        return self.deal.rules.carte_blanche_points if isinstance(self.event, CarteBlanche) else 10

    @cached_property
    def crosses(self) -> bool:
        """Whether its points would bring the side over the line."""
        return self.standing is not None and self.standing.crosses(self._side, self.points)

    @cached_property
    def closes(self) -> bool:
        """Whether its points would close the match at once."""
        return self.standing is not None and self.standing.closes(self._side, self.points)

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
        lying = self.view.lying(self.meld)
        return not lying or not any(piece.card in self._faces for piece in lying)

    @cached_property
    def claim(self) -> Claim:
        """What a tap claims where the key is certain."""
        if self.event is not None:
            return self.event
        return Melded(self.seat, self._faces, meld=self.meld)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Every way to make the meld, the likely one first: the legal ones, those that ask for room, the others."""
        ways = [self._way(pieces, hand) for pieces, hand in self._compositions()]
        return tuple(sorted(ways, key=unlikely))

    @cached_property
    def law(self) -> Law | None:
        """The law that forbids every way, None if there is a legal one; room if only that is lacking somewhere."""
        if self.untimely or self.meld is None:
            return self.untimely
        found: Law | None = None
        for pieces, hand in self._compositions():
            law = self._broken(self.way(pieces, hand), pieces) if pieces else self._broken_by_new(hand)
            if law is None:
                return None
            if found is None or law is Law.ROOM:
                found = law
        return found or Law.COPIES

    def _broken(self, claim: Melded, pieces: tuple[TableCard, ...]) -> Law | None:
        ruling = self._ruling(claim, pieces)
        return None if isinstance(ruling, Granted) else ruling.law

    def _broken_by_new(self, hand: tuple[Card, ...]) -> Law | None:
        """The law that *hand* alone breaks: with no card from the table no law of re-use is asked."""
        assert self.meld is not None
        if trumps_unknown(self.meld, self.deal):
            return Law.TRUMPS_UNKNOWN
        laid, packs, taken = self.view.laid, self.deal.rules.packs, self.deal.taken
        for card in hand:
            if laid.get(card, 0) + hand.count(card) > packs:
                return Law.COPIES
        if taken is not None and exchanged_waits(Melded(self.seat, hand, (), self.meld), self.deal):
            return Law.EXCHANGED_WAITS
        return Law.ROOM if len(hand) > self.view.room else None

    def way(self, pieces: tuple[TableCard, ...], hand: tuple[Card, ...]) -> Melded:
        """The claim that lays *hand* and uses *pieces*."""
        if not pieces:
            return Melded(self.seat, hand, (), self.meld)
        assert self.meld is not None
        lying = Counter(piece.card for piece in self.view.lying(self.meld))
        named = tuple(Named(p.card, p.number if lying[p.card] > 1 else None) for p in pieces)
        return Melded(self.seat, hand, named, self.meld)

    def _way(self, pieces: tuple[TableCard, ...], hand: tuple[Card, ...]) -> Way:
        claim = self.way(pieces, hand)
        ruling = self._ruling(claim, pieces)
        if self.untimely and (isinstance(ruling, Granted) or ruling.law is Law.ROOM):
            ruling = timing.Refused(self.untimely)
        return Way(claim, pieces, ruling)

    def _ruling(self, claim: Melded, pieces: tuple[TableCard, ...]) -> Ruling:
        """`rule_on_cards` for a claim that makes its meld and whose pieces are chosen: the laws in the same order."""
        assert self.meld is not None
        if trumps_unknown(self.meld, self.deal):
            return timing.Refused(Law.TRUMPS_UNKNOWN, claim.cards)
        laid, packs, hand = self.view.laid, self.deal.rules.packs, claim.from_hand
        if too_many := tuple(card for card in dict.fromkeys(hand) if laid[card] + hand.count(card) > packs):
            return timing.Refused(Law.COPIES, too_many)
        if refused := exchanged_waits(claim, self.deal):
            return refused
        if broken := reuse.breach(reuse.Using(claim, self.meld, pieces, self.deal)):
            return timing.Refused(broken.law, tuple(Named(p.card, p.number) for p in broken.pieces))
        if len(hand) > self.view.room:
            return timing.Refused(Law.ROOM, tuple(Named(p.card, p.number) for p in self.view.own))
        return Granted(claim, self.meld.points, Law.USED_AGAIN if pieces else Law.MELD)

    @cached_property
    def _faces(self) -> tuple[Card, ...]:
        """The faces that the meld needs, for melds whose faces are fixed."""
        assert self.meld is not None
        if self.meld.meld_class is MeldClass.BEZIQUE:
            pair = self.deal.rules.pair(self.deal.trumps)
            return () if pair is None else (pair[0],) * self.meld.level + (pair[1],) * self.meld.level
        assert self.suit is not None
        return marriage_of(self.suit) if self.meld.is_marriage else sequence_of(self.suit)

    def _compositions(self) -> Iterator[tuple[tuple[TableCard, ...], tuple[Card, ...]]]:
        """Which pieces from the table with which cards from the hand, equal pasts counted once."""
        assert self.meld is not None
        if self.certain:
            yield (), self._faces
            return
        if self.meld.rank:
            yield from self._fours(self.meld.rank, self.meld.size)
            return
        wanted = Counter(self._faces)
        per_face = [[*self._parts(card, count)] for card, count in wanted.items()]
        for parts in product(*per_face):
            pieces = tuple(piece for part, _ in parts for piece in part)
            yield pieces, tuple(card for _, hand in parts for card in hand)

    def _parts(self, card: Card, count: int) -> Iterator[tuple[tuple[TableCard, ...], tuple[Card, ...]]]:
        assert self.meld is not None
        lying = tuple(piece for piece in self.view.lying(self.meld) if piece.card is card)
        for used in range(min(count, len(lying)), -1, -1):
            for pieces in selections(lying, used):
                yield pieces, (card,) * (count - used)

    def _fours(self, rank: Rank, size: int) -> Iterator[tuple[tuple[TableCard, ...], tuple[Card, ...]]]:
        assert self.meld is not None
        suits = (self.suit,) if self.suit else tuple(Suit)
        faces = tuple(face(rank, suit) for suit in suits)
        lying = tuple(piece for piece in self.view.lying(self.meld) if piece.card in faces)
        left = {card: self.deal.rules.packs - self.view.laid[card] for card in faces}
        for used in range(min(size, len(lying)), -1, -1):
            for hand in different_first(faces, size - used):
                if all(hand.count(card) <= left[card] for card in hand):
                    for pieces in selections(lying, used):
                        yield pieces, hand


def offers(deal: Deal, seat: Seat, standing: Standing | None = None) -> tuple[Offer, ...]:
    """For every key of the score screen of *seat* what would happen: every way with its ruling, or the law against all.

    With *standing* the offers know which of them would cross the line or close the match.
    """
    view = TableView(deal, seat)
    found: list[Offer] = []
    for meld in deal.rules.melds:
        for suit in suits_of(meld, deal):
            key = f"{meld.value}-{suit.value}" if _suited(meld) and suit else meld.value
            found.append(Offer(key, view, view.untimely, meld, suit, standing=standing))
    for key, event in _others(seat, deal):
        ruling = rule_on(event, deal)
        law = None if isinstance(ruling, Granted) else ruling.law
        found.append(Offer(key, view, law, event=event, standing=standing))
    return tuple(found)


def offer(deal: Deal, seat: Seat, key: str, standing: Standing | None = None) -> Offer | None:
    """The offer of that *key*, None if the game has no such key."""
    return next((found for found in offers(deal, seat, standing) if found.key == key), None)


def _suited(meld: Meld) -> bool:
    return meld.meld_class is MeldClass.ROYAL


def suits_of(meld: Meld, deal: Deal) -> tuple[Suit | None, ...]:
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
