"""What a meld can have been instead, as keys: another suit, another meld, other cards; and any key of a line's page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper import questions, wording
from scorekeeper.bezique.cards import Suit
from scorekeeper.bezique.deal import Deal
from scorekeeper.bezique.events import (
    CarteBlanche,
    CarteBlancheAgain,
    Claim,
    Melded,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
)
from scorekeeper.bezique.melds import Meld
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.offers import Offer, offers
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.language import gettext as _
from scorekeeper.questions import Chooser
from scorekeeper.replayed import MatchSheet


@dataclass(frozen=True, slots=True)
class Fix:
    """A key: it leads to what follows from *to*, or, where the *cards* must be told, to that question.

    One with neither is what the line says already. *refused*: it would not be legal there, which its page says.
    """

    id: str
    text: str
    to: str | None
    cards: str | None
    refused: bool
    suit: Suit | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Fixes:
    """Keys for one thing that can be wrong; *look* is the style of their grid."""

    title: str
    look: str
    keys: tuple[Fix, ...]


WITH_A_KEY = (Melded, SevenExchanged, SevenShown, SevenPlayed, CarteBlanche, CarteBlancheAgain)


def fix(id: str, text: str, claim: Claim, at: Deal, suit: Suit | None = None, points: int | None = None) -> Fix:
    """The key that lets the line say *claim*, judged where it stands."""
    return Fix(id, text, write(claim), None, not isinstance(rule_on(claim, at), Granted), suit, points)


def _suit(event: Melded) -> Suit:
    return event.cards[0].suit


def own_offer(event: Melded, at: Deal) -> Offer | None:
    """The key of the score screen that would have written this meld, None if there is none."""
    meld = at.kind(event)
    for offer in offers(at, event.seat):
        if offer.meld is not None and offer.meld is meld and offer.suit in (None, _suit(event)):
            return offer
    return None


def offered(event: Claim, at: Deal, key: str) -> Offer | None:
    """The key of that name for whoever wrote the line."""
    if not isinstance(event, WITH_A_KEY):
        return None
    return next((offer for offer in offers(at, event.seat) if offer.key == key), None)


def other_suits(event: Melded, at: Deal) -> Iterator[Fix]:
    """The same meld in the other suits; a marriage of trumps is one, too."""
    meld = at.kind(event)
    if meld is None or not (meld.is_marriage or meld.is_sequence):
        return
    for offer in offers(at, event.seat):
        if offer.meld and offer.suit and offer.suit is not _suit(event) and _alike(meld, offer.meld):
            yield _offer_fix(offer)


def _alike(one: Meld, other: Meld) -> bool:
    return (one.is_marriage, one.is_sequence) == (other.is_marriage, other.is_sequence)


def other_melds(match: MatchSheet, event: Claim, at: Deal) -> Iterator[Fix]:
    """Whatever else the score screen has a key for."""
    if not isinstance(event, WITH_A_KEY):
        return
    meld = at.kind(event) if isinstance(event, Melded) else None
    suit = _suit(event) if isinstance(event, Melded) else None
    for offer in offers(at, event.seat):
        if offer.meld is None:
            if type(offer.claim) is not type(event):
                text = wording.capital(wording.what(offer.claim, match))
                if isinstance(offer.claim, CarteBlancheAgain):  # which card was drawn is asked
                    text = _("Carte blanche again")
                    yield Fix(f"o-{offer.key}", text, None, offer.key, offer.law is not None, None, offer.points)
                else:
                    yield fix(f"o-{offer.key}", text, offer.claim, at, None, offer.points)
        elif meld is None or not _same_key(meld, suit, offer):
            yield _offer_fix(offer)


def _same_key(meld: Meld, suit: Suit | None, offer: Offer) -> bool:
    """Whether the key of *offer* stands among those for the same meld: its own, or another suit."""
    assert offer.meld is not None
    if offer.suit and (meld.is_marriage or meld.is_sequence):
        return _alike(meld, offer.meld)
    return offer.meld is meld and offer.suit in (None, suit)


def _offer_fix(offer: Offer) -> Fix:
    assert offer.meld is not None
    text = wording.capital(_(offer.meld.label))
    if offer.certain:
        to, cards = write(offer.claim), None
    else:
        to, cards = None, offer.key
    return Fix(f"o-{offer.key}", text, to, cards, offer.law is not None, offer.suit, offer.points)


def other_cards(offer: Offer, text: str) -> Fix:
    """The key for the same meld with cards that are told one by one."""
    return Fix("cards", text, None, offer.key, False)


def chooser(match: MatchSheet, event: Claim, at: Deal, key: str) -> Chooser | None:
    """Which cards made the meld of that key; None if there is no such question."""
    offer = offered(event, at, key)
    return None if offer is None else questions.chooser(match, offer)
