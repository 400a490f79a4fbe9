"""What the score screen asks: which cards make a meld, and how a deal has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.cards import Card, Suit, face
from scorekeeper.bezique.deal import TableCard
from scorekeeper.bezique.hints import loses
from scorekeeper.bezique.melds import Meld
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.offers import Offer
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.bezique.rules import Brisques, Seat
from scorekeeper.bezique.ways import Way, claim_of
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet


@dataclass(frozen=True, slots=True)
class WayOut:
    """A key of a chooser or a ruling."""

    text: str
    note: str
    line: str | None
    href: str | None
    likely: bool
    refused: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class PickRow:
    """A suit of the picker: pieces on the table, and cards that may be in the hand."""

    suit: Suit
    pieces: tuple[TableCard, ...]
    fresh: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Picker:
    """Picking the cards of a four or five one by one."""

    seat: Seat
    meld: str
    count: int
    ready: str
    suits: tuple[PickRow, ...]


@dataclass(frozen=True, slots=True)
class Chooser:
    """Which cards make the meld?"""

    title: str
    hint: str
    options: tuple[WayOut, ...]
    picker: Picker | None


Count = int | str | None
"""The brisques of a side, what was typed and is no number, or None for nothing yet."""


@dataclass(frozen=True, slots=True)
class EndSide:
    """A side at the end of a deal."""

    seat: Seat
    side: str
    name: str
    won: bool
    brisques: Count


@dataclass(frozen=True, slots=True)
class End:
    """The end of a deal. *all* brisques are to be counted, None if none are."""

    sides: tuple[EndSide, ...]
    all: int | None
    error: str
    bonus: int


MOST_OPTIONS = 8


def chooser(match: MatchSheet, offer: Offer) -> Chooser:
    """Every way to make the meld of *offer*, the likely one first, the refused ones too."""
    assert offer.meld is not None
    title = _("%(meld)s: which cards?") % {"meld": wording.capital(_(offer.meld.label))}
    shown = offer.ways[:2] if offer.meld.rank else offer.ways[:MOST_OPTIONS]
    likely = next((way for way in shown if way.legal or way.asks), None)
    options = [_option(offer, way, way is likely) for way in shown]
    given_away = loses(likely.claim, offer.deal) if likely and match.stored.hints else None
    late = offer.view.untimely  # said once, and not under every way
    hint = _("Not legal: %(law)s") % {"law": lower(_(late.sentence))} if late else ""
    if given_away and likely:
        hint = _("This would use up the cards of the %(meld)s, which scores %(points)s before it and nothing after.")
        hint %= {"meld": _(given_away.label), "points": given_away.points}
        options = [*_smaller_first(offer, likely, given_away), *(_option(offer, way, False) for way in shown)]
    return Chooser(title, hint, tuple(options), _picker(offer) if offer.meld.rank else None)


def _option(offer: Offer, way: Way, likely: bool) -> WayOut:
    note = ""
    if way.asks:
        note = _("asks which melded cards have been played")
    elif not way.legal and way.ruling.law is not offer.view.untimely:
        note = _("Not legal: %(law)s") % {"law": lower(_(way.ruling.law.sentence))}
    text = wording.composition(way.claim.from_hand, way.pieces, offer.view.shared)
    possible = way.legal or way.asks
    return WayOut(text, note, write(way.claim), None, likely, not possible, offer.points if possible else None)


def _smaller_first(offer: Offer, likely: Way, smaller: Meld) -> list[WayOut]:
    """A key for the meld that should come first, from the same cards."""
    wanted = _cards_of(smaller, likely.claim.cards)
    pieces = tuple(piece for piece in likely.pieces if piece.card in wanted)
    hand = tuple(card for card in wanted if card not in {piece.card for piece in pieces})
    claim = claim_of(offer.view, smaller, (pieces, hand))
    if not isinstance(rule_on(claim, offer.deal), Granted):
        return []
    text = _("First the %(meld)s: %(how)s") % {
        "meld": _(smaller.label),
        "how": wording.composition(hand, pieces, offer.view.shared),
    }
    return [WayOut(text, "", write(claim), None, True, False, smaller.points)]


def _cards_of(smaller: Meld, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    ranks = ("K", "Q") if smaller.is_marriage else ("Q", "J")
    return tuple({card.rank: card for card in cards if card.rank in ranks}.values())


def _picker(offer: Offer) -> Picker:
    assert offer.meld is not None
    assert offer.meld.rank is not None
    rules, deal, rank = offer.deal.rules, offer.deal, offer.meld.rank
    seats = rules.seats_of(rules.side_of(offer.seat)) if rules.partners_build else (offer.seat,)
    lying = [piece for seat in seats for piece in deal.lying(seat) if piece.card.rank is rank]
    rows = []
    for suit in [offer.suit] if offer.suit else Suit:
        card = face(rank, suit)
        pieces = tuple(piece for piece in lying if piece.card is card)
        fresh = min(max(0, rules.packs - deal.laid(card)), offer.meld.size)
        rows.append(PickRow(suit, pieces, (card,) * fresh))
    ready = f"{wording.capital(_(offer.meld.label))} {offer.points}"
    return Picker(offer.seat, offer.meld.value, offer.meld.size, ready, tuple(rows))


def lower(sentence: str) -> str:
    """*sentence* as it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def end(
    match: MatchSheet, here: DealSheet, won: Seat | None, counts: Mapping[str, int | str | None], error: str = ""
) -> End:
    """The questions at the end of a deal; *won* and *counts* are what is chosen already."""
    rules, deal = match.rules, here.deal
    sides = tuple(
        EndSide(
            rules.seats_of(side)[0],
            side,
            wording.side_name(match, side),
            won is not None and rules.side_of(won) == side,
            counts.get(side),
        )
        for side in rules.sides
    )
    asks = rules.counts_brisques and rules.brisques is not Brisques.AT_ONCE and not deal.brisques
    if rules.brisques is Brisques.AT_ONCE and not deal.brisques_in:
        missing = _("%(counted)s of %(all)s brisques are accounted for: score the others as well.")
        error = error or missing % {"counted": deal.counted, "all": rules.all_brisques}
    return End(sides, rules.all_brisques if asks else None, error, rules.last_trick_points)
