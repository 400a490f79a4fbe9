"""The laws of re-use: which table cards a claim may mean, and whether a choice of them is legal.

Room (the fifth law) does not depend on the choice and is asked by the referee, last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .cards import Card
from .deal import Deal, ScoredMeld, TableCard
from .events import Melded, Named
from .laws import Law
from .melds import Meld, MeldClass

Choice = tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that a choice of pieces breaks, and the pieces at fault."""

    law: Law
    pieces: Choice


@dataclass(frozen=True, slots=True)
class Using:
    """A claim with one choice of its table cards."""

    event: Melded
    meld: Meld
    pieces: Choice
    deal: Deal

    def history(self, piece: TableCard) -> Iterator[Meld]:
        """The melds of this class in which *piece* has scored, as far as they count against the claim."""
        spared = self.meld.is_marriage and self.deal.rules.marriage_after_sequence
        for meld in piece.scored_in:
            if meld.meld_class is self.meld.meld_class and not (spared and meld.is_sequence):
                yield meld

    def scored_in_kind(self) -> Choice:
        """The pieces that have scored in this very kind before."""
        return tuple(piece for piece in self.pieces if any(map(self.meld.same_kind, piece.scored_in)))


def candidates(event: Melded, meld: Meld | None, deal: Deal) -> tuple[TableCard, ...]:
    """The table cards that *event* may use, in the order laid: unplayed, on the tables its seat may build on."""
    if deal.table_cleared:
        return ()
    seats = builds_on(event, meld, deal)
    return tuple(piece for piece in deal.pieces if not piece.played and piece.seat in seats)


def builds_on(event: Melded, meld: Meld | None, deal: Deal) -> tuple[str, ...]:
    """The seats whose table cards *event* may use: its own, and the partner's where partners build."""
    rules = deal.rules
    joint = rules.joint_beziques or meld is None or meld.meld_class is not MeldClass.BEZIQUE or meld.level == 1
    return rules.seats_of(rules.side_of(event.seat)) if rules.partners_build and joint else (event.seat,)


def choices(named: tuple[Named, ...], among: tuple[TableCard, ...]) -> Iterator[Choice]:
    """Every choice of different pieces *among* these that *named* can mean.

    In order: cards as named, pieces as laid. Of equal names only one order of the same pieces is given.
    """
    reserved = {(name.card, name.number) for name in named if name.number is not None}
    free: dict[Card, list[TableCard]] = {}
    for piece in among:
        if (piece.card, piece.number) not in reserved:
            free.setdefault(piece.card, []).append(piece)
    exact = {(piece.card, piece.number): piece for piece in among if (piece.card, piece.number) in reserved}

    def rest(at: int, taken: Choice, from_place: dict[Card, int]) -> Iterator[Choice]:
        if at == len(named):
            yield taken
            return
        name = named[at]
        if name.number is not None:
            piece = exact.get((name.card, name.number))
            if piece is not None and piece not in taken:
                yield from rest(at + 1, (*taken, piece), from_place)
            return
        pieces = free.get(name.card, [])
        for place in range(from_place.get(name.card, 0), len(pieces)):
            yield from rest(at + 1, (*taken, pieces[place]), {**from_place, name.card: place + 1})

    return rest(0, (), {})


def breach(using: Using) -> Breach | None:
    """The first law of re-use that this choice breaks, or None."""
    for check in CHECKS:
        if broken := check(using):
            return broken
    return None


def usable(lying: Choice, meld: Meld, deal: Deal) -> Choice:
    """The pieces of *lying* that a claim of *meld* might use, whatever its other cards are.

    Low before high never yields; the same kind once only where a house rule lets it, or something has been played.
    """
    again = deal.rules.second_double_reuse or deal.rules.cross_marriages or _something_played(meld, deal)
    alone = (Using(Melded(piece.seat, ()), meld, (piece,), deal) for piece in lying)
    return tuple(u.pieces[0] for u in alone if not _low_before_high(u) and (again or not u.scored_in_kind()))


def _something_played(meld: Meld, deal: Deal) -> bool:
    """Whether a card has been played of an earlier meld of this kind, without which none is formed again."""
    kind = (earlier for earlier in deal.melds if earlier.meld.same_kind(meld))
    return deal.rules.reform_melds and any(deal.pieces[index].played for earlier in kind for index in earlier.pieces)


def first_choice(event: Melded, meld: Meld | None, deal: Deal) -> Choice | None:
    """The pieces that *event* means: the first legal choice, else the first; None if there are not enough pieces."""
    among = candidates(event, meld, deal)
    if only := _only_choice(event.from_table, among):
        return only
    first: Choice | None = None
    for choice in choices(event.from_table, among):
        if meld is None or not breach(Using(event, meld, choice, deal)):
            return choice
        first = first or choice
    return first


def _only_choice(named: tuple[Named, ...], among: tuple[TableCard, ...]) -> Choice | None:
    """The one choice there is where no name can mean two pieces: most lines, and then no law need be asked."""
    pieces: list[TableCard] = []
    for name in named:
        meant = [p for p in among if p.card is name.card and name.number in (None, p.number)]
        if len(meant) != 1 or meant[0] in pieces:
            return None
        pieces.append(meant[0])
    return tuple(pieces)


def _from_hand(using: Using) -> Breach | None:
    if using.deal.rules.new_card_required and not using.event.from_hand:
        return Breach(Law.FROM_HAND, using.pieces)
    return None


def _low_before_high(using: Using) -> Breach | None:
    down = tuple(p for p in using.pieces if any(meld.level > using.meld.level for meld in using.history(p)))
    if not down:
        return None
    return Breach(Law.AFTER_SEQUENCE if using.meld.is_marriage else Law.LOW_BEFORE_HIGH, down)


def _double_at_once(using: Using) -> Breach | None:
    if not using.deal.rules.double_at_once or using.meld is not Meld.DOUBLE_BEZIQUE:
        return None
    single = tuple(piece for piece in using.pieces if Meld.BEZIQUE in piece.scored_in)
    return Breach(Law.DOUBLE_AT_ONCE, single) if single else None


def _same_kind_once(using: Using) -> Breach | None:
    again = using.scored_in_kind()
    if not again or _double_again(using) or formed_again(using):
        return None
    return Breach(Law.NOTHING_REPLACED if using.deal.rules.reform_melds else Law.SAME_KIND_ONCE, again)


def _something_new(using: Using) -> Breach | None:
    if using.event.from_hand or any(not any(using.history(piece)) for piece in using.pieces):
        return None
    if using.deal.rules.double_from_two_singles and using.meld.meld_class is MeldClass.BEZIQUE and using.meld.level > 1:
        return None
    if using.scored_in_kind():  # it has been let through as a meld formed again, before which this law yields too
        return None
    return Breach(Law.SOMETHING_NEW, using.pieces)


CHECKS: tuple[Callable[[Using], Breach | None], ...] = (
    _from_hand,
    _low_before_high,
    _double_at_once,
    _same_kind_once,
    _something_new,
)
"""The laws of re-use in the order they are tried."""


def _double_again(using: Using) -> bool:
    """House rule: a double may score again with at least one card from the hand (EB)."""
    return bool(using.deal.rules.second_double_reuse and using.meld is Meld.DOUBLE_BEZIQUE and using.event.from_hand)


def formed_again(using: Using) -> bool:
    """Whether something has been replaced, so that the meld may score again with a card of its own (PTL 34, 35)."""
    if not using.deal.rules.reform_melds:
        return False
    earlier = _earlier(using)
    if not earlier:
        return False
    mine = frozenset(piece.index for piece in using.pieces)
    if not using.event.from_hand and any(mine == frozenset(meld.pieces) for meld in earlier):
        return False
    latest = max(meld.line for meld in earlier)
    theirs = frozenset(index for meld in earlier for index in meld.pieces)
    if any(using.deal.pieces[index].played > latest for index in theirs):
        return True
    return _crossing(using)


def _earlier(using: Using) -> list[ScoredMeld]:
    deal = using.deal
    side = deal.rules.side_of(using.event.seat)
    mine = {piece.index for piece in using.pieces}
    same = [meld for meld in deal.melds if meld.side == side and meld.meld.same_kind(using.meld)]
    if using.meld.is_marriage:
        return [meld for meld in same if meld.suit is using.event.cards[0].suit]
    return [meld for meld in same if mine.intersection(meld.pieces)]


def _crossing(using: Using) -> bool:
    """House rule: a king and a queen that have both married may pair anew (HOF)."""
    married = using.scored_in_kind()
    return using.deal.rules.cross_marriages and using.meld.is_marriage and len(married) == 2
