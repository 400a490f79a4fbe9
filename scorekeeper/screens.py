"""The score screen as values: what its templates show, worked out from a match and the engine's offers.

Templates read these and compute nothing; nothing here knows a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.cards import Suit
from scorekeeper.bezique.deal import TableCard
from scorekeeper.bezique.events import BrisquesTaken, Claim, Event, TakenBack
from scorekeeper.bezique.hints import could_be_added, loses
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.melds import Meld, MeldClass
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.offers import Offer, offers
from scorekeeper.bezique.rules import Brisques, Seat
from scorekeeper.bezique.words import N_
from scorekeeper.language import gettext as _
from scorekeeper.services import DealSheet, MatchSheet


@dataclass(frozen=True, slots=True)
class Panel:
    """A side: its total, what it still needs, this deal's points."""

    side: str
    seat: Seat
    names: tuple[str, ...]
    total: int
    this_deal: int
    to_go: int | None
    over: int | None
    lit: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A seat's melded cards."""

    seat: Seat
    name: str
    lit: bool
    cards: tuple[TableCard, ...]


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
class LogLine:
    """A line in few words. *points* is None where it scored nothing."""

    number: int
    who: str
    what: str
    points: int | None
    agreed: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The key that takes back a line: what it writes, what it says, and in which deal."""

    line: str
    text: str
    deal: int
    seen: int


@dataclass(frozen=True, slots=True)
class Named:
    """A seat with the name on its key."""

    seat: Seat
    name: str


def lit_seat(here: DealSheet, wanted: str | None) -> Seat:
    """The seat whose keys are lit: the one asked for, else who melded or won last, else who leads."""
    rules = here.deal.rules
    for seat in rules.seats:
        if seat == wanted:
            return seat
    for line in reversed(here.standing):
        found = getattr(line.event, "seat", None) or getattr(line.event, "winner", None)
        if isinstance(found, Seat):
            return found
    return rules.left_of(here.deal.dealer)


def panels(match: MatchSheet, here: DealSheet, lit: Seat) -> list[Panel]:
    """One panel a side, in seat order, never sorted anew."""
    standing, rules = match.standing, match.rules
    line = standing.line_to_cross
    found = []
    for side in rules.sides:
        seats = rules.seats_of(side)
        total = standing.totals[side]
        over = total - line if line is not None and total >= line else None
        to_go = standing.to_go(side) if line is not None else None
        shown = lit if lit in seats else seats[0]
        found.append(
            Panel(side, shown, match.names_of(seats), total, here.deal.points(side), to_go, over, lit in seats)
        )
    return found


def tables(match: MatchSheet, here: DealSheet, lit: Seat) -> list[Table]:
    """The melded cards of each seat, in seat order."""
    seats = match.rules.seats
    return [Table(seat, wording.seat_name(match, seat), seat is lit, here.deal.lying(seat)) for seat in seats]


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


def hints(match: MatchSheet, here: DealSheet, seat: Seat) -> list[str]:
    """What could be added to the cards on the table of *seat*, for hosts who want hints."""
    if not match.stored.hints or here.deal.finished or here.deal.table_cleared:
        return []
    said = []
    for addition in could_be_added(here.deal, seat)[:3]:
        cards = wording.cards(addition.from_hand)
        if addition.meld.rank:
            cards = f"{len(addition.from_hand)} × {addition.meld.rank.value}"
        words = {"cards": cards, "meld": _(addition.meld.label), "points": addition.meld.points}
        said.append(_("%(cards)s would make %(meld)s: %(points)s") % words)
    return said


def log_lines(match: MatchSheet, here: DealSheet, lines: Iterable[tuple[int, Event]]) -> Iterator[LogLine]:
    """Lines in few words, with the points they scored as the log now stands."""
    scored: dict[int, list[int]] = {}
    for score in here.deal.scores:
        scored.setdefault(score.line, []).append(score.points)
    for number, event in lines:
        gained = scored.get(number)
        yield LogLine(
            number,
            wording.who(event, match),
            wording.what(event, match),
            gained[0] if gained and len(gained) == 1 else None,
            bool(getattr(event, "agreed", False)),
        )


def tail(match: MatchSheet, here: DealSheet, count: int = 3) -> list[LogLine]:
    """The last lines that hold, newest first."""
    last = [(line.number, line.event) for line in here.standing[-count:]]
    return list(log_lines(match, here, reversed(last)))


def take_back(match: MatchSheet, here: DealSheet) -> TakeBack | None:
    """The key that takes back the last line that holds, of this deal or, while it has none, of the one before."""
    if not here.standing:
        earlier = [sheet for sheet in match.deals if sheet.number == here.number - 1]
        return take_back(match, earlier[0]) if earlier else None
    last = here.standing[-1]
    return TakeBack(
        write(TakenBack(last.number)), in_words(match, here, last.number, last.event), here.number, here.seen
    )


def in_words(match: MatchSheet, here: DealSheet, number: int, event: Claim) -> str:
    """A line in one text: ``Ben, bezique Q♠ J♦ 40``."""
    line = next(log_lines(match, here, [(number, event)]))
    said = f"{line.who}, {line.what}" if line.who else line.what
    return f"{said} {line.points}" if line.points is not None else said


def announcement(match: MatchSheet, here: DealSheet, number: int) -> str:
    """What has just been written, as one sentence: ``Alice, royal marriage K♥ Q♥, 40; 420 in all``."""
    found = next((line for line in here.standing if line.number == number), None)
    if found is None:
        return ""
    scored = [score for score in here.deal.scores if score.line == number]
    line = next(log_lines(match, here, [(number, found.event)]))
    said = f"{line.who}, {line.what}" if line.who else line.what
    if len(scored) != 1:
        return said
    total = match.standing.totals[scored[0].side]
    words = {"said": said, "points": scored[0].points, "total": total}
    return _("%(said)s, %(points)s; %(total)s in all") % words


def enders(match: MatchSheet, here: DealSheet) -> list[Named]:
    """The keys that begin the end of the deal, one a side, while its last trick is open."""
    if here.deal.last_trick is not None:
        return []
    rules = match.rules
    return [Named(rules.seats_of(side)[0], wording.side_name(match, side)) for side in rules.sides]
