"""What the score screen offers: for every key what would happen, by the same rulings as a claim.

The screen shows these values and works out nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .cards import COURT, Card, Rank, Suit, face
from .deal import SEVEN_POINTS, Deal
from .events import CarteBlanche, CarteBlancheAgain, Claim, Melded, SevenExchanged, SevenPlayed, SevenShown
from .laws import Law
from .matches import Standing
from .melds import Meld, MeldClass
from .referee import Granted, rule_on
from .rules import Rules, Seat
from .ways import TableView, Way, faces_of, law_against, ways_to


@dataclass(frozen=True, slots=True)
class Offer:
    """A key of the score screen for one seat.

    *key* names it in addresses (``marriage-H``, ``four-kings``, ``seven-show``). *law* forbids every way to make it,
    None if one is legal; it is room where only room is lacking. *certain* tells that the key scores at once: none of
    its faces lies on a table of the side, so that the cards can only be new ones; *claim* is then what a tap claims.
    (Of a carte blanche again the card drawn must be said.)
    *crosses* and *closes* tell what its points would do to the match.
    """

    key: str
    view: TableView
    meld: Meld | None
    suit: Suit | None
    points: int
    law: Law | None
    certain: bool
    claim: Claim
    crosses: bool = False
    closes: bool = False

    @property
    def deal(self) -> Deal:
        return self.view.deal

    @property
    def seat(self) -> Seat:
        return self.view.seat

    @property
    def ways(self) -> tuple[Way, ...]:
        """Every way to make the meld with its ruling, the likely one first; worked out when asked for."""
        return () if self.meld is None else ways_to(self.view, self.meld, self.suit, self.view.untimely)


def offers(deal: Deal, seat: Seat, standing: Standing | None = None) -> tuple[Offer, ...]:
    """For every key of the score screen of *seat* what would happen: every way with its ruling, or the law against all.

    With *standing* the offers know which of them would cross the line or close the match.
    """
    view = TableView(deal, seat)
    untimely = view.untimely
    side = deal.rules.side_of(seat)
    found: list[Offer] = []
    for key, meld, suit, faces in _keys(deal.rules, deal.trumps):
        points = meld.points
        found.append(
            Offer(
                key=key,
                view=view,
                meld=meld,
                suit=suit,
                points=points,
                law=untimely or law_against(view, meld, suit),
                certain=bool(faces) and not any(piece.card in faces for piece in view.lying(meld)),
                claim=Melded(seat, faces, (), meld),
                crosses=standing is not None and standing.crosses(side, points),
                closes=standing is not None and standing.closes(side, points),
            )
        )
    for key, event in _others(seat, deal):
        ruling = rule_on(event, deal)
        blanche = isinstance(event, CarteBlanche | CarteBlancheAgain)
        points = deal.rules.carte_blanche_points if blanche else SEVEN_POINTS
        found.append(
            Offer(
                key=key,
                view=view,
                meld=None,
                suit=None,
                points=points,
                law=None if isinstance(ruling, Granted) else ruling.law,
                certain=not isinstance(event, CarteBlancheAgain),
                claim=event,
                crosses=standing is not None and standing.crosses(side, points),
                closes=standing is not None and standing.closes(side, points),
            )
        )
    return tuple(found)


def offer(deal: Deal, seat: Seat, key: str, standing: Standing | None = None) -> Offer | None:
    """The offer of that *key*, None if the game has no such key."""
    return next((found for found in offers(deal, seat, standing) if found.key == key), None)


@lru_cache(maxsize=256)
def _keys(rules: Rules, trumps: Suit | None) -> tuple[tuple[str, Meld, Suit | None, tuple[Card, ...]], ...]:
    """The melds that have a key while *trumps* are trumps: name, meld, suit, and the faces where they are fixed."""
    return tuple(
        (
            f"{meld.value}-{suit.value}" if suit and meld.meld_class is MeldClass.ROYAL else meld.value,
            meld,
            suit,
            faces_of(meld, suit, rules.pair(trumps)),
        )
        for meld in rules.melds
        for suit in suits_of(meld, rules, trumps)
    )


def suits_of(meld: Meld, rules: Rules, trumps: Suit | None) -> tuple[Suit | None, ...]:
    """The suits in which the screen shows a key for *meld*; None stands for a key without a suit."""
    royal = meld in (Meld.ROYAL_MARRIAGE, Meld.SEQUENCE)
    if meld.meld_class is MeldClass.ROYAL:
        if trumps is None:
            return tuple(Suit) if royal else ()
        return tuple(suit for suit in Suit if (suit is trumps) is royal)
    if meld.rank and meld.level > 1:
        return () if trumps is None else (trumps,)
    if meld.meld_class is MeldClass.BEZIQUE and rules.pair(trumps) is None:
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
        if deal.rules.carte_blanche_repeat:
            yield "carte-blanche-again", next(draws(deal, seat), CarteBlancheAgain(seat, BLANK_FACES[0]))


BLANK_FACES = tuple(face(rank, suit) for suit in Suit for rank in Rank if rank not in COURT)
"""The cards that may be drawn to a carte blanche."""


def draws(deal: Deal, seat: Seat) -> Iterator[CarteBlancheAgain]:
    """The claims with which *seat* may score its carte blanche again, one for each card that may have been drawn."""
    for card in BLANK_FACES:
        claim = CarteBlancheAgain(seat, card)
        if isinstance(rule_on(claim, deal), Granted):
            yield claim
