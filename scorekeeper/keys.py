"""The keys of the score screen as values, worked out from the engine's offers."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.cards import Suit
from scorekeeper.bezique.events import BrisquesTaken
from scorekeeper.bezique.hints import loses
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.melds import Meld, MeldClass
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.offers import Offer, offers
from scorekeeper.bezique.rules import Brisques, Seat
from scorekeeper.bezique.words import N_
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the lit side: it writes *line*, or leads to *href* where a choice is needed."""

    id: str
    name: str
    points: int
    note: str
    loud: bool
    dimmed: bool
    suit: Suit | None
    line: str | None
    href: str | None
    label: str


def keys(match: MatchSheet, here: DealSheet, seat: Seat) -> list[list[Key]]:
    """The rows of keys of *seat*, always in the same places."""
    rows: dict[str, list[Key]] = {}
    for offer in offers(here.deal, seat, match.standing):
        rows.setdefault(_row(offer), []).append(_key(match, here, offer))
    if match.rules.brisques is Brisques.AT_ONCE:
        rows["brisques"] = [_brisque_key(here, seat, count) for count in (1, 2)]
    return [sorted(row, key=_by_suit) if name == "marriage" else row for name, row in rows.items()]


def _row(offer: Offer) -> str:
    meld = offer.meld
    if meld is None:
        return "others"
    if meld.is_marriage:
        return "marriage"
    if meld.is_sequence:
        return "sequence" if offer.deal.rules.plain_sequences else "bezique"
    if meld.meld_class is MeldClass.BEZIQUE:
        return "bezique"
    return f"fours-{meld.level}"


_SUIT_ORDER = {suit: place for place, suit in enumerate(Suit)}


def _by_suit(key: Key) -> int:
    return _SUIT_ORDER[key.suit] if key.suit else 0


def _key(match: MatchSheet, here: DealSheet, offer: Offer) -> Key:
    dimmed = offer.law not in (None, Law.ROOM)
    loud = offer.closes or offer.crosses
    note = _note(offer, dimmed)
    asks = not offer.certain or (match.stored.hints and not dimmed and _loses(offer) is not None)
    suit = offer.suit if offer.meld and offer.meld.meld_class is MeldClass.ROYAL else None
    if offer.meld and offer.meld.is_sequence and not match.rules.plain_sequences:
        suit = None
    return Key(
        id=offer.key,
        name=_key_name(offer),
        points=offer.points,
        note=note,
        loud=loud and not dimmed,
        dimmed=dimmed,
        suit=suit,
        line=None if asks else write(offer.claim),
        href=f"?seat={offer.seat.value}&choose={offer.key}" if asks else None,
        label=_spoken(offer, note) if suit else "",
    )


def _note(offer: Offer, dimmed: bool) -> str:
    if dimmed:
        return ""
    if offer.closes:
        return _("closes the match")
    if offer.crosses:
        return _("crosses the line")
    if offer.law is Law.ROOM:
        return _("played?")
    return _("which?") if offer.meld and not offer.certain and not offer.meld.rank else ""


def _key_name(offer: Offer) -> str:
    meld = offer.meld
    if meld is None:
        return _other_name(offer)
    if meld is Meld.ROYAL_MARRIAGE:
        return _("Royal")
    if meld.is_marriage:
        return _("Marriage")
    if meld.is_sequence:
        return _("Sequence")
    if meld.meld_class is MeldClass.BEZIQUE:
        return _(_BEZIQUES[meld.level - 1])
    assert meld.rank is not None
    return ("", "4 ", "5 ")[meld.level - 1] + _(_RANKS[meld.rank.value]) + (offer.suit.sign if offer.suit else "")


_BEZIQUES = (N_("Bezique"), N_("Double"), N_("Triple"), N_("Quadruple"), N_("Quintuple"))
_RANKS = {"A": N_("Aces"), "10": N_("Tens"), "K": N_("Kings"), "Q": N_("Queens"), "J": N_("Jacks")}


def _other_name(offer: Offer) -> str:
    turn_up = offer.deal.turn_up
    match offer.key:
        case "seven-show":
            return _("Seven, show")
        case "seven-play":
            return _("Seven, played")
        case "seven-exchange" if turn_up is not None and not offer.deal.exchanged:
            return _("Seven for %(card)s") % {"card": wording.card(turn_up)}
        case "seven-exchange":
            return _("Seven, exchange")
    return _("Carte blanche")


def _spoken(offer: Offer, note: str) -> str:
    assert offer.meld is not None
    assert offer.suit is not None
    words = _("%(meld)s in %(suit)s, %(points)s") % {
        "meld": wording.capital(_(offer.meld.label)),
        "suit": _(offer.suit.label),
        "points": offer.points,
    }
    return f"{words}, {note}" if note else words


def _loses(offer: Offer) -> Meld | None:
    """The smaller meld that a tap on this key would give away."""
    if offer.meld not in (Meld.SEQUENCE, Meld.DOUBLE_BEZIQUE) or not offer.certain:
        return None
    claim = offer.ways[0].claim
    return loses(claim, offer.deal)


def _brisque_key(here: DealSheet, seat: Seat, count: int) -> Key:
    left = here.deal.rules.all_brisques - here.deal.counted
    name = _("1 brisque") if count == 1 else _("2 brisques")
    line = write(BrisquesTaken(here.deal.rules.side_of(seat), count))
    return Key(f"brisques-{count}", name, 10 * count, "", False, left < count, None, line, None, "")
