"""The laws on when something may be claimed, and on everything claimed that is not a meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cards import COURT, Card, Rank, face
from .deal import Deal
from .events import (
    Adjusted,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    LastTrickWon,
    Melded,
    Named,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
    StockExhausted,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from .laws import Law
from .rules import Brisques


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that breaks *law*, and the cards at fault (table cards with their numbers)."""

    law: Law
    cards: tuple[Card | Named, ...] = ()


Check = Callable[[Any, Deal], Refused | None]
Declaration = Melded | SevenExchanged | SevenShown


def _deal_over(claim: object, deal: Deal) -> Refused | None:
    return Refused(Law.DEAL_OVER) if deal.finished else None


def _stock_gone(claim: object, deal: Deal) -> Refused | None:
    return Refused(Law.STOCK_GONE) if deal.table_cleared or deal.trick > deal.rules.tricks_with_draw else None


def _not_exhausted_yet(claim: object, deal: Deal) -> Refused | None:
    return Refused(Law.STOCK_GONE) if deal.exhausted else None


def _takes_the_meld(claim: Declaration, deal: Deal) -> bool:
    return isinstance(claim, Melded) or deal.rules.seven_takes_the_meld


def _last_draw(claim: Declaration, deal: Deal) -> Refused | None:
    late = deal.trick > deal.rules.last_meld_trick and _takes_the_meld(claim, deal)
    return Refused(Law.LAST_DRAW) if late else None


def _trick_winner(claim: Declaration, deal: Deal) -> Refused | None:
    if deal.winner is None or deal.rules.side_of(deal.winner) == deal.rules.side_of(claim.seat):
        return None
    return Refused(Law.TRICK_WINNER)


def _one_a_trick(claim: Declaration, deal: Deal) -> Refused | None:
    noted = deal.winner is not None and deal.melded and _takes_the_meld(claim, deal)
    return Refused(Law.ONE_A_TRICK) if noted else None


def _more_than_tricks(claim: Declaration, deal: Deal) -> Refused | None:
    """Where no trick is noted every meld stands for a trick won, and only their number can be checked."""
    full = deal.winner is None and deal.declared >= deal.rules.last_meld_trick and _takes_the_meld(claim, deal)
    return Refused(Law.MORE_THAN_TRICKS) if full else None


def _has_sevens(claim: object, deal: Deal) -> Refused | None:
    return None if deal.rules.has_sevens else Refused(Law.NO_SEVENS)


def _trumps_known(claim: object, deal: Deal) -> Refused | None:
    return Refused(Law.TRUMPS_UNKNOWN) if deal.trumps is None else None


def _sevens_left(claim: object, deal: Deal) -> Refused | None:
    out = deal.sevens + deal.turned_seven >= deal.rules.packs
    return Refused(Law.SEVENS_OUT, _the_seven(deal)) if out else None


def _seven_a_trick(claim: SevenExchanged | SevenShown, deal: Deal) -> Refused | None:
    again = deal.winner is not None and claim.seat in deal.sevens_now
    return Refused(Law.SEVEN_A_TRICK, _the_seven(deal)) if again else None


def _something_to_exchange(claim: object, deal: Deal) -> Refused | None:
    nothing = deal.exchanged or deal.turned_seven
    return Refused(Law.NOTHING_TO_EXCHANGE, _the_seven(deal)) if nothing else None


def _seven_scores_when_played(claim: SevenPlayed, deal: Deal) -> Refused | None:
    if not deal.rules.seven_scores_when_played:
        return Refused(Law.SEVEN_NOT_PLAYED)
    if deal.trick >= deal.rules.tricks_with_draw:  # the card goes to the trick after the last one noted
        return Refused(Law.STOCK_GONE)
    return None


def _seven_played_once(claim: SevenPlayed, deal: Deal) -> Refused | None:
    again = deal.winner is not None and claim.seat in deal.played_now
    return Refused(Law.SEVEN_A_TRICK, _the_seven(deal)) if again else None


def _the_seven(deal: Deal) -> tuple[Card, ...]:
    return () if deal.trumps is None else (face(Rank.SEVEN, deal.trumps),)


def _has_carte_blanche(claim: object, deal: Deal) -> Refused | None:
    return None if deal.rules.carte_blanche_points else Refused(Law.NO_CARTE_BLANCHE)


def _before_the_first_card(claim: CarteBlanche, deal: Deal) -> Refused | None:
    begun = deal.trick or deal.pieces or deal.declared or deal.table_cleared
    return Refused(Law.CARTE_BLANCHE_TIME) if begun or claim.seat in deal.carte_blanche else None


def _blank_hand(claim: CarteBlanche, deal: Deal) -> Refused | None:
    if not claim.cards:
        return None
    if court := tuple(card for card in claim.cards if card.rank in COURT):
        return Refused(Law.CARTE_BLANCHE_CARDS, court)
    if len(claim.cards) != deal.rules.hand:
        return Refused(Law.CARTE_BLANCHE_CARDS, claim.cards)
    too_many = tuple(card for card, count in Counter(claim.cards).items() if count > deal.rules.packs)
    return Refused(Law.COPIES, too_many) if too_many else None


def _again_after_a_draw(claim: CarteBlancheAgain, deal: Deal) -> Refused | None:
    goes_on = deal.rules.carte_blanche_repeat and claim.seat in deal.carte_blanche and claim.seat not in deal.courts
    drawn = deal.winner is None or claim.seat not in deal.shown_again
    if goes_on and drawn and claim.card.rank not in COURT:
        return None
    return Refused(Law.CARTE_BLANCHE_AGAIN, (claim.card,))


def _drawn_copy(claim: CarteBlancheAgain, deal: Deal) -> Refused | None:
    return Refused(Law.COPIES, (claim.card,)) if deal.laid(claim.card) >= deal.rules.packs else None


def _trumps_unknown(claim: object, deal: Deal) -> Refused | None:
    return None if deal.trumps is None else Refused(Law.TRUMPS_KNOWN)


def _turns_up(claim: object, deal: Deal) -> Refused | None:
    return None if deal.rules.turn_up else Refused(Law.NO_TURN_UP)


def _one_more_copy(claim: TurnedUp, deal: Deal) -> Refused | None:
    return Refused(Law.COPIES, (claim.card,)) if deal.laid(claim.card) >= deal.rules.packs else None


def _trick_number(claim: TrickWon, deal: Deal) -> Refused | None:
    number = claim.number or deal.trick + 1
    if not deal.trick < number <= deal.rules.tricks:
        return Refused(Law.TRICK_NUMBER)
    differs = deal.last_trick is not None and number == deal.rules.last_trick_number
    if differs and deal.last_trick and deal.rules.side_of(deal.last_trick) != deal.rules.side_of(claim.winner):
        return Refused(Law.LAST_TRICK_WINNER)
    return None


def _last_trick_once(claim: LastTrickWon, deal: Deal) -> Refused | None:
    return Refused(Law.LAST_TRICK_ONCE) if deal.last_trick else None


def _last_trick_winner(claim: LastTrickWon, deal: Deal) -> Refused | None:
    if deal.final_winner is None or deal.rules.side_of(deal.final_winner) == deal.rules.side_of(claim.seat):
        return None
    return Refused(Law.LAST_TRICK_WINNER)


def _brisques_count(claim: object, deal: Deal) -> Refused | None:
    return None if deal.rules.counts_brisques else Refused(Law.BRISQUES_NOT_COUNTED)


def _counted_at_the_end(claim: object, deal: Deal) -> Refused | None:
    return Refused(Law.BRISQUES_WHEN) if deal.rules.brisques is Brisques.AT_ONCE else None


def _counted_as_they_fall(claim: object, deal: Deal) -> Refused | None:
    return None if deal.rules.brisques is Brisques.AT_ONCE else Refused(Law.BRISQUES_WHEN)


def _brisques_once(claim: object, deal: Deal) -> Refused | None:
    return Refused(Law.BRISQUES_ONCE) if deal.brisques_in else None


def _brisque_sum(claim: BrisquesCounted, deal: Deal) -> Refused | None:
    whole = len(claim.counts) == len(deal.rules.sides)
    adds_up = sum(count for _, count in claim.counts) == deal.rules.all_brisques
    return None if whole and adds_up else Refused(Law.BRISQUE_SUM)


def _brisques_left(claim: BrisquesTaken, deal: Deal) -> Refused | None:
    possible = 1 <= claim.count <= deal.rules.all_brisques - deal.counted
    return None if possible else Refused(Law.BRISQUE_SUM)


_DECLARED: tuple[Check, ...] = (_deal_over, _stock_gone, _last_draw, _trick_winner, _one_a_trick, _more_than_tricks)
WORTH: dict[type, Check] = {
    SevenExchanged: _has_sevens,
    SevenShown: _has_sevens,
    SevenPlayed: _has_sevens,
    CarteBlanche: _has_carte_blanche,
    CarteBlancheAgain: _has_carte_blanche,
    BrisquesCounted: _brisques_count,
    BrisquesTaken: _brisques_count,
}
"""The laws that even the table's agreement cannot set aside: what is worth nothing in this game."""

MELD_CHECKS = _DECLARED
"""When a meld may be declared, in the order the laws are tried."""

_SEVEN: tuple[Check, ...] = (_has_sevens, *_DECLARED, _trumps_known)
CHECKS: dict[type, tuple[Check, ...]] = {
    TurnedUp: (_deal_over, _turns_up, _trumps_unknown, _one_more_copy),
    TrumpsNamed: (_deal_over, _trumps_unknown),
    TrickWon: (_deal_over, _trick_number),
    SevenExchanged: (*_SEVEN, _something_to_exchange, _sevens_left, _seven_a_trick),
    SevenShown: (*_SEVEN, _sevens_left, _seven_a_trick),
    SevenPlayed: (
        _has_sevens,
        _deal_over,
        _stock_gone,
        _seven_scores_when_played,
        _trumps_known,
        _sevens_left,
        _seven_played_once,
    ),
    CardsPlayed: (_deal_over,),
    CarteBlanche: (_has_carte_blanche, _deal_over, _before_the_first_card, _blank_hand),
    CarteBlancheAgain: (_has_carte_blanche, _deal_over, _stock_gone, _again_after_a_draw, _drawn_copy),
    StockExhausted: (_deal_over, _not_exhausted_yet),
    LastTrickWon: (_deal_over, _last_trick_once, _last_trick_winner),
    BrisquesCounted: (_brisques_count, _counted_at_the_end, _deal_over, _brisques_once, _brisque_sum),
    BrisquesTaken: (_brisques_count, _counted_as_they_fall, _deal_over, _brisques_once, _brisques_left),
    Adjusted: (),
}
"""For each kind of claim but melds, the laws in the order they are tried."""
