"""The keys of the score screen as values, worked out from the engine's offers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper import wording
from scorekeeper.bezique.cards import Suit
from scorekeeper.bezique.deal import BRISQUE_POINTS
from scorekeeper.bezique.events import BrisquesTaken
from scorekeeper.bezique.hints import loses
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.melds import Meld
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.offers import Offer, offers
from scorekeeper.bezique.rules import Brisques, Rules, Seat
from scorekeeper.bezique.words import N_
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
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


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A row of keys; *waits* says for a row that is still empty what it waits for."""

    keys: tuple[Key, ...]
    waits: str = ""


def keys(match: MatchSheet, here: DealSheet, seat: Seat) -> list[KeyRow]:
    """The rows of keys of *seat*, always in the same places."""
    rules = match.rules
    rows: dict[str, list[Key]] = {name: [] for name in _rows(rules)}
    for offer in offers(here.deal, seat, match.standing):
        rows.setdefault(_row(offer.meld, rules.plain_sequences), []).append(_key(match, offer))
    if rules.brisques is Brisques.AT_ONCE:
        most = len(rules.seats)  # that one trick can hold
        rows["brisques"] = [_brisque_key(match, here, seat, count) for count in range(1, most + 1)]
    for row in ("marriage", "sequence"):
        rows.get(row, []).sort(key=_by_suit)
    return [KeyRow(tuple(row), "" if row else _waiting(name)) for name, row in rows.items()]


@cache
def _rows(rules: Rules) -> tuple[str, ...]:
    """The rows that the melds of a game take, in order, once trumps are known."""
    return tuple(dict.fromkeys(_row(meld, rules.plain_sequences) for meld in rules.melds))


def _waiting(row: str) -> str:
    if row == "bezique":
        return _("Beziques: once trumps are made")
    return _("Four of trumps: once trumps are made") if row == "fours-2" else _("Five of trumps: once trumps are made")


@cache
def _row(meld: Meld | None, plain_sequences: bool) -> str:
    if meld is None:
        return "others"
    if meld.is_marriage:
        return "marriage"
    if meld.is_sequence and plain_sequences:
        return "sequence"
    return f"fours-{meld.level}" if meld.rank else "bezique"


_SUIT_ORDER = {suit: place for place, suit in enumerate(Suit)}


def _by_suit(key: Key) -> int:
    return _SUIT_ORDER[key.suit] if key.suit else 0


def _key(match: MatchSheet, offer: Offer) -> Key:
    meld = offer.meld
    dimmed = offer.law is not None and offer.law is not Law.ROOM
    note = "" if dimmed else _note(offer)
    asks = not offer.certain or (match.stored.hints and not dimmed and _loses(offer) is not None)
    suited = meld is not None and (meld.is_marriage or (meld.is_sequence and match.rules.plain_sequences))
    return Key(
        id=offer.key,
        name=_other_name(offer) if meld is None else _key_name(meld, offer.suit),
        points=offer.points,
        note=note,
        loud=not dimmed and (offer.closes or offer.crosses),
        dimmed=dimmed,
        suit=offer.suit if suited else None,
        line=None if asks else write(offer.claim),
        href=f"?seat={offer.seat.value}&choose={offer.key}" if asks else None,
        label=_spoken(offer, note) if suited else "",
    )


def _note(offer: Offer) -> str:
    if offer.closes:
        return _("closes the match")
    if offer.crosses:
        return _("crosses the line") if offer.deal.rules.to_target else _("past the rubicon")
    return _("which?") if offer.meld and not offer.certain and not offer.meld.rank else ""


def _key_name(meld: Meld, suit: Suit | None) -> str:
    if meld is Meld.ROYAL_MARRIAGE:
        return _("Royal")
    if meld.is_marriage:
        return _("Marriage")
    if meld.is_sequence:
        return _("Sequence")
    if meld.rank is None:
        return _(_BEZIQUES[meld.level - 1])
    return ("", "4 ", "5 ")[meld.level - 1] + _(_RANKS[meld.rank.value]) + (suit.sign if suit else "")


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
        case "carte-blanche-again":
            return _("Carte blanche again")
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


def _brisque_key(match: MatchSheet, here: DealSheet, seat: Seat, count: int) -> Key:
    left = here.deal.rules.all_brisques - here.deal.counted
    name = ngettext("%(count)s brisque", "%(count)s brisques", count) % {"count": count}
    side = here.deal.rules.side_of(seat)
    dimmed = left < count
    closes = not dimmed and match.standing.closes(side, BRISQUE_POINTS * count)
    note = _("closes the match") if closes else ""
    line = write(BrisquesTaken(side, count))
    return Key(f"brisques-{count}", name, BRISQUE_POINTS * count, note, closes, dimmed, None, line, None, "")
