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
from scorekeeper.bezique.offers import BLANK_FACES, Offer, draws
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.bezique.rules import Brisques, Rules, Seat
from scorekeeper.bezique.ways import Way, claim_of, faces_of
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
    """A face of the picker: pieces on the table, and cards that may be in the hand."""

    face: Card
    pieces: tuple[TableCard, ...]
    fresh: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Picker:
    """Picking the cards of a meld one by one."""

    seat: Seat
    meld: str
    count: int
    ready: str
    rows: tuple[PickRow, ...]


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card that may have been drawn to a carte blanche, and the line that says so; None for one that cannot."""

    card: Card
    line: str | None


@dataclass(frozen=True, slots=True)
class Chooser:
    """Which cards make the meld? Or which card was *drawn*, a row for each suit?"""

    title: str
    hint: str
    options: tuple[WayOut, ...]
    picker: Picker | None
    drawn: tuple[tuple[DrawnCard, ...], ...] = ()


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
    """The end of a deal. *all* brisques are to be counted, None if none are; *counted* are those entered so far.

    *note* says what a newcomer to this game would ask.
    """

    sides: tuple[EndSide, ...]
    all: int | None
    counted: int
    error: str
    bonus: int
    note: str


MOST_OPTIONS = 8


def chooser(match: MatchSheet, offer: Offer) -> Chooser | None:
    """What must be said before the key of *offer* can write; None for a key that needs no more."""
    if offer.key == "carte-blanche-again":
        return _drawn(offer)
    return _which_cards(match, offer, offer.meld) if offer.meld else None


def _drawn(offer: Offer) -> Chooser:
    """The cards that may have been drawn to a carte blanche."""
    lines = {claim.card: write(claim) for claim in draws(offer.deal, offer.seat)}
    hint = _("Not legal: %(law)s") % {"law": lower(_(offer.law.sentence))} if offer.law else ""
    rows = tuple(tuple(DrawnCard(card, lines.get(card)) for card in BLANK_FACES if card.suit is suit) for suit in Suit)
    return Chooser(_("Carte blanche again: which card was drawn?"), hint, (), None, () if offer.law else rows)


def _which_cards(match: MatchSheet, offer: Offer, meld: Meld) -> Chooser:
    """Every way to make the meld of *offer*, the likely one first, the refused ones too."""
    title = _("%(meld)s: which cards?") % {"meld": wording.capital(_(meld.label))}
    ways = offer.ways
    shown = ways[:2] if meld.rank else ways[:MOST_OPTIONS]
    likely = next((way for way in shown if way.legal or way.asks), None)
    options = [_option(offer, way, way is likely) for way in shown]
    given_away = loses(likely.claim, offer.deal) if likely and match.stored.hints else None
    late = offer.view.untimely  # said once, and not under every way
    hint = _("Not legal: %(law)s") % {"law": lower(_(late.sentence))} if late else ""
    if given_away and likely:
        hint = _("This would use up the cards of the %(meld)s, which scores %(points)s before it and nothing after.")
        hint %= {"meld": _(given_away.label), "points": given_away.points}
        options = [*_smaller_first(offer, likely, given_away), *(_option(offer, way, False) for way in shown)]
    picks = meld.rank or len(ways) > len(shown)
    return Chooser(title, hint, tuple(options), _picker(offer, meld) if picks else None)


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


def _picker(offer: Offer, meld: Meld) -> Picker:
    deal, packs = offer.deal, offer.deal.rules.packs
    suits = [offer.suit] if offer.suit else list(Suit)
    fixed = faces_of(meld, offer.suit, deal.rules.pair(deal.trumps))
    rows = []
    for card in dict.fromkeys(fixed) or [face(meld.rank, suit) for suit in suits if meld.rank]:
        pieces = tuple(piece for piece in offer.view.lying(meld) if piece.card is card)
        most = fixed.count(card) or meld.size
        rows.append(PickRow(card, pieces, (card,) * min(max(0, packs - deal.laid(card)), most)))
    return Picker(offer.seat, meld.value, meld.size, f"{wording.capital(_(meld.label))} {offer.points}", tuple(rows))


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
    counted = sum(count for count in counts.values() if isinstance(count, int))
    return End(sides, rules.all_brisques if asks else None, counted, error, rules.last_trick_points, _duels(rules))


def _duels(rules: Rules) -> str:
    """What becomes of the tricks without a draw where they are more than the cards in a hand; '' where none matters."""
    if rules.duels < 2 or rules.last_trick_ends_stock:
        return ""
    words = _(
        "Without the stock %(duels)s duels of %(tricks)s tricks are played: only who won the very last trick matters."
    )
    return words % {"duels": rules.duels, "tricks": rules.hand}
