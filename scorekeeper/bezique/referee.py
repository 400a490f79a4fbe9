"""The referee: rule_on(claim, deal) says whether a claim is legal, and which law decides.

The laws are tried in the order in which they stand in CHECKS; the first one broken refuses. Room is asked last,
because its answer is a question: which melded cards have been played?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from . import reuse, timing
from .cards import Card, Rank
from .deal import BRISQUE_POINTS, SEVEN_POINTS, Deal, TableCard
from .events import (
    Adjusted,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    Claim,
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
from .melds import Meld, MeldClass
from .rules import Side
from .timing import Refused

Points = int | Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class Granted:
    """A legal claim: the line to write (pieces and meld settled), its points, and the law that grants it.

    *points* is a number for the claimant's side; for a count of brisques a number for each side.
    """

    event: Claim
    points: Points
    law: Law


Ruling = Granted | Refused


def rule_on(claim: Claim, deal: Deal) -> Ruling:
    """Rule on *claim*: the first law it breaks refuses it, else it is granted.

    A claim that the table agrees on is granted whatever law it breaks, if there is anything to score.
    """
    if not isinstance(claim, Adjusted) and claim.agreed:
        return _agreed(claim, deal)
    if isinstance(claim, Melded):
        return _rule_on_meld(claim, deal)
    for check in timing.CHECKS[type(claim)]:
        if refused := check(claim, deal):
            return refused
    settled = _settled_play(claim, deal) if isinstance(claim, CardsPlayed) else claim
    if isinstance(settled, Refused):
        return settled
    return Granted(settled, points(settled, deal), _granting(settled))


def _agreed(claim: Claim, deal: Deal) -> Ruling:
    worth = timing.WORTH.get(type(claim))
    if worth and (refused := worth(claim, deal)):
        return refused
    if isinstance(claim, Melded):
        meld = deal.kind(claim)
        if meld is None or trumps_unknown(meld, deal):
            return _shape(claim, deal) or Refused(Law.NO_MELD, claim.cards)
        found = reuse.first_choice(claim, meld, deal)
        claim = claim if found is None else _settled(claim, meld, found, deal)
    return Granted(claim, points(claim, deal), Law.AGREED)


def points(claim: Claim, deal: Deal) -> Points:
    """What *claim* is worth, legal or not: a number for its side, for a brisque count a number for each."""
    match claim:
        case Melded():
            meld = deal.kind(claim)
            return meld.points if meld else 0
        case SevenExchanged() | SevenShown() | SevenPlayed():
            return SEVEN_POINTS
        case CarteBlanche() | CarteBlancheAgain():
            return deal.rules.carte_blanche_points
        case LastTrickWon():
            return deal.rules.last_trick_points
        case BrisquesCounted(counts):
            return {side: BRISQUE_POINTS * count for side, count in counts}
        case BrisquesTaken(_, count):
            return BRISQUE_POINTS * count
        case TurnedUp(card):
            return SEVEN_POINTS if card.rank is Rank.SEVEN and deal.rules.has_sevens else 0
        case Adjusted(_, amount, _):
            return amount
        case TrickWon() | TrumpsNamed() | CardsPlayed() | StockExhausted():
            return 0


def _granting(claim: Claim) -> Law:
    match claim:
        case TurnedUp(card) if card.rank is Rank.SEVEN:
            return Law.SEVEN
        case SevenExchanged() | SevenShown() | SevenPlayed():
            return Law.SEVEN
        case CarteBlanche() | CarteBlancheAgain():
            return Law.CARTE_BLANCHE
        case LastTrickWon():
            return Law.LAST_TRICK
        case BrisquesCounted() | BrisquesTaken():
            return Law.BRISQUES
    return Law.NOTED


def _rule_on_meld(claim: Melded, deal: Deal) -> Ruling:
    for check in timing.MELD_CHECKS:
        if refused := check(claim, deal):
            return refused
    return rule_on_cards(claim, deal)


def rule_on_cards(claim: Melded, deal: Deal) -> Ruling:
    """Rule on the cards of a meld alone, as if this were the moment to declare it."""
    for check in CHECKS:
        if refused := check(claim, deal):
            return refused
    meld = deal.kind(claim)
    assert meld is not None, "the shape has been checked"
    found = _choose(claim, meld, deal)
    if isinstance(found, Refused):
        return found
    if refused := _room(claim, deal):
        return refused
    using = reuse.Using(claim, meld, found, deal)
    again = bool(using.scored_in_kind())
    law = Law.FORMED_AGAIN if again else Law.USED_AGAIN if found else Law.MELD
    return Granted(_settled(claim, meld, found, deal), meld.points, law)


def _choose(claim: Melded, meld: Meld, deal: Deal) -> reuse.Choice | Refused:
    """The first choice of table cards that breaks no law of re-use; else the breach that comes latest in the order."""
    worst: reuse.Breach | None = None
    among = reuse.candidates(claim, meld, deal)
    for choice in reuse.choices(claim.from_table, among):
        broken = reuse.breach(reuse.Using(claim, meld, choice, deal))
        if broken is None:
            return choice
        if worst is None or _ORDER[broken.law] > _ORDER[worst.law]:
            worst = broken
    if worst is not None:
        return Refused(worst.law, tuple(Named(piece.card, piece.number) for piece in worst.pieces))
    return _not_there(claim, meld, deal)


_ORDER = {law: place for place, law in enumerate(Law)}


def _not_there(claim: Melded, meld: Meld, deal: Deal) -> Refused:
    """Which of the named table cards are missing, and why."""
    own = reuse.candidates(claim, meld, deal)
    lacking = tuple(named for named in claim.from_table if not _held(named, own, claim.from_table))
    side = deal.rules.seats_of(deal.rules.side_of(claim.seat))
    partners = tuple(p for p in deal.pieces if not p.played and p.seat in side and p.seat is not claim.seat)
    if lacking and all(any(p.card is named.card for p in partners) for named in lacking):
        apart = not deal.rules.partners_build
        if apart or reuse.builds_on(claim, meld, deal) == (claim.seat,):
            return Refused(Law.PARTNERS_APART if apart else Law.JOINT_BEZIQUE, lacking)
    return Refused(Law.THERE, lacking or claim.from_table)


def _held(named: Named, among: tuple[TableCard, ...], all_named: tuple[Named, ...]) -> bool:
    if named.number is not None:
        return any(p.card is named.card and p.number == named.number for p in among)
    wanted = sum(1 for other in all_named if other.card is named.card)
    return sum(1 for piece in among if piece.card is named.card) >= wanted


def _settled(claim: Melded, meld: Meld, found: reuse.Choice, deal: Deal) -> Melded:
    """The line to write: the meld named, and a copy's number where another of its face lies there too."""
    among = reuse.candidates(claim, meld, deal)
    lying = Counter(piece.card for piece in among)
    named = tuple(Named(p.card, p.number if lying[p.card] > 1 else None) for p in found)
    if found and len(named) == len(claim.from_table):
        named = tuple(
            said if said.number is not None else settled for said, settled in zip(claim.from_table, named, strict=True)
        )
    return replace(claim, from_table=named or claim.from_table, meld=meld)


def _shape(claim: Melded, deal: Deal) -> Refused | None:
    kinds = deal.kinds(claim.cards)
    if not kinds or (claim.meld is not None and claim.meld not in kinds):
        return _not_made(claim, deal)
    return Refused(Law.TRUMPS_UNKNOWN, claim.cards) if trumps_unknown(kinds[0], deal) else None


def trumps_unknown(meld: Meld, deal: Deal) -> bool:
    """Whether *meld* cannot be told from its fellow while nobody has said what was turned up."""
    return deal.trumps is None and deal.rules.turn_up and meld.meld_class is MeldClass.ROYAL


def _not_made(claim: Melded, deal: Deal) -> Refused | None:
    kinds = deal.all_kinds(claim.cards)
    if not kinds:
        return Refused(Law.NO_MELD, claim.cards)
    if claim.meld in kinds or not any(map(deal.rules.scores, kinds)):
        return Refused(Law.NOT_IN_GAME, claim.cards)
    return Refused(Law.OTHER_MELD, claim.cards)


def _copies(claim: Melded, deal: Deal) -> Refused | None:
    too_many = tuple(
        card for card, count in Counter(claim.from_hand).items() if deal.laid(card) + count > deal.rules.packs
    )
    return Refused(Law.COPIES, too_many) if too_many else None


def exchanged_waits(claim: Melded, deal: Deal) -> Refused | None:
    """House rule: the card just taken for the seven is not melded on the same noted trick (EW)."""
    if not deal.rules.exchanged_card_waits or deal.taken is None or not deal.trick:
        return None
    seat, card = deal.taken
    return Refused(Law.EXCHANGED_WAITS, (card,)) if seat is claim.seat and card in claim.from_hand else None


def _room(claim: Melded, deal: Deal) -> Refused | None:
    lying = deal.lying(claim.seat)
    if len(lying) + len(claim.from_hand) <= deal.rules.held_when_melding:
        return None
    return Refused(Law.ROOM, tuple(Named(piece.card, piece.number) for piece in lying))


def _settled_play(claim: CardsPlayed, deal: Deal) -> CardsPlayed | Refused:
    """The cards with the numbers they need: of two of a face with different pasts the line must say which."""
    lying = deal.lying(claim.seat)
    settled: list[Named] = []
    ambiguous: Refused | None = None
    for card, said in _by_face(claim.cards).items():
        pieces = [piece for piece in lying if piece.card is card]
        numbers = [named.number for named in said if named.number is not None]
        free = [piece for piece in pieces if piece.number not in numbers]
        unsaid = len(said) - len(numbers)
        known = {piece.number for piece in pieces}
        if unsaid > len(free) or len(set(numbers)) < len(numbers) or not known.issuperset(numbers):
            return Refused(Law.NOT_ON_TABLE, tuple(said))
        if 0 < unsaid < len(free) and len({piece.lines for piece in free}) > 1:
            ambiguous = ambiguous or Refused(Law.AMBIGUOUS, tuple(Named(piece.card, piece.number) for piece in free))
        settled += [named for named in said if named.number is not None]
        settled += [Named(card, piece.number if len(pieces) > 1 else None) for piece in free[:unsaid]]
    return ambiguous or replace(claim, cards=tuple(settled))


def _by_face(cards: tuple[Named, ...]) -> dict[Card, list[Named]]:
    faces: dict[Card, list[Named]] = {}
    for named in cards:
        faces.setdefault(named.card, []).append(named)
    return faces


CHECKS: tuple[Callable[[Melded, Deal], Refused | None], ...] = (_shape, _copies, exchanged_waits)
"""The laws on the cards of a meld, as they are tried: after `timing.MELD_CHECKS`, before `reuse.CHECKS` and room."""
