"""What helps besides judging: what could be added to the cards on a table, and what a claim would give away."""

from __future__ import annotations

from dataclasses import dataclass

from . import reuse
from .cards import Card, Rank
from .deal import Deal, TableCard
from .events import Melded
from .laws import Law
from .melds import Meld
from .offers import suits_of
from .referee import Granted, rule_on
from .rules import Seat
from .ways import TableView, Way, ways_to


@dataclass(frozen=True, slots=True)
class Addition:
    """A meld that a card or two, for a sequence three, from the hand would make with cards that lie on the table."""

    meld: Meld
    pieces: tuple[TableCard, ...]
    from_hand: tuple[Card, ...]


def could_be_added(deal: Deal, seat: Seat) -> tuple[Addition, ...]:
    """From what everybody can see, the melds one or two hand cards away: the nearest of each, dearest first.

    A sequence may be three away, so that a royal marriage on the table speaks of it.
    """
    view = TableView(deal, seat)
    found: list[Addition] = []
    for meld in deal.rules.melds:
        for suit in suits_of(meld, deal.rules, deal.trumps):
            most = 3 if meld.is_sequence else 2
            near = [way for way in ways_to(view, meld, suit) if _is_near(way, most)]
            if near and not (meld.rank and len(near[0].claim.from_hand) == 2 and meld.level > 1):
                found.append(Addition(meld, near[0].pieces, near[0].claim.from_hand))
    return tuple(sorted(found, key=lambda addition: -addition.meld.points))


def _is_near(way: Way, most: int) -> bool:
    return way.legal and bool(way.pieces) and 1 <= len(way.claim.from_hand) <= most


def loses(claim: Melded, deal: Deal) -> Meld | None:
    """The smaller meld whose points *claim* would lose: the marriage of a sequence, the single of a double.

    None too for a claim that is not legal, unless only room is lacking.
    """
    ruling = rule_on(claim, deal)
    if not isinstance(ruling, Granted) and ruling.law is not Law.ROOM:
        return None
    meld = deal.kind(claim)
    pieces = reuse.first_choice(claim, meld, deal) or ()
    if meld is Meld.SEQUENCE and not deal.rules.marriage_after_sequence:
        married = any(m.is_marriage for p in pieces for m in p.scored_in if p.card.rank in (Rank.KING, Rank.QUEEN))
        return None if married else Meld.ROYAL_MARRIAGE
    if meld is Meld.DOUBLE_BEZIQUE and not deal.rules.double_at_once:
        return None if any(Meld.BEZIQUE in p.scored_in for p in pieces) else Meld.BEZIQUE
    return None
