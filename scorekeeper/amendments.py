"""What can be wrong with a line, as keys of one tap each: the side, the meld, the cards, the count, the place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scorekeeper import questions, screens, wording
from scorekeeper.bezique.cards import Rank, Suit, face
from scorekeeper.bezique.corrections import deal_before
from scorekeeper.bezique.deal import Deal
from scorekeeper.bezique.events import (
    Adjusted,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    Claim,
    Event,
    LastTrickWon,
    Melded,
    Named,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from scorekeeper.bezique.notation import read
from scorekeeper.bezique.offers import draws
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.bezique.replaying import after
from scorekeeper.language import gettext as _
from scorekeeper.meld_fixes import Fix, Fixes, fix, other_cards, other_melds, other_suits, own_offer
from scorekeeper.mending import BEFORE, END
from scorekeeper.replayed import DealSheet, MatchSheet


@dataclass(frozen=True, slots=True)
class Counted:
    """The count of the deal where each side has a field: side, name and brisques, and how many there are in all."""

    sides: tuple[questions.EndSide, ...]
    all: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points outside the game as they stand in the line."""

    seat: str
    points: int
    minus: bool
    reason: str


MayWrite = Callable[[Event], bool]
"""Whether the reader may let the line say so."""


def fixes(match: MatchSheet, here: DealSheet, line: int, event: Claim, may_write: MayWrite) -> list[Fixes]:
    """Everything that can be wrong with a standing *line*, but its cards one by one, and that it must be struck."""
    at = deal_before(line, here.lines, here.start)
    found = [
        Fixes(_("It was somebody else"), "row two", tuple(_others(match, event, at))),
        *_by_kind(match, event, at),
        Fixes(_("Other meld"), "row three", tuple(other_melds(match, event, at))),
        Fixes(_("It belongs before"), "stack", tuple(_places(match, here, line, event))),
    ]
    kept = [replace(group, keys=tuple(key for key in group.keys if _may(key, match, may_write))) for group in found]
    return [group for group in kept if group.keys]


def _may(key: Fix, match: MatchSheet, may_write: MayWrite) -> bool:
    if key.to is None or key.to.startswith(BEFORE):
        return True
    return may_write(read(key.to, match.rules))


# Whose? ---------------------------------------------------------------------------------------------------------------


def _others(match: MatchSheet, event: Claim, at: Deal) -> Iterator[Fix]:
    rules = match.rules
    if isinstance(event, BrisquesTaken | LastTrickWon):
        own = event.side if isinstance(event, BrisquesTaken) else rules.side_of(event.seat)
        for side in rules.sides:
            if side != own:
                said: Claim = (
                    replace(event, side=side, agreed=False)
                    if isinstance(event, BrisquesTaken)
                    else replace(event, seat=rules.seats_of(side)[0], agreed=False)
                )
                yield fix(f"seat-{side}", wording.side_name(match, side), said, at)
        return
    own_seat = event.winner if isinstance(event, TrickWon) else getattr(event, "seat", None)
    if own_seat is None:
        return
    for seat in rules.seats:
        if seat is not own_seat:
            claims = list(_of_seat(event, seat))
            legal = next((claim for claim in claims if isinstance(rule_on(claim, at), Granted)), claims[0])
            yield fix(f"seat-{seat}", wording.seat_name(match, seat), legal, at)


def _of_seat(event: Claim, seat: object) -> Iterator[Claim]:
    """What the line says of another seat; a meld from the table, or else with all its cards from the hand."""
    match event:
        case TrickWon():
            yield replace(event, winner=seat, agreed=False)  # type: ignore[arg-type]
        case Adjusted():
            yield replace(event, seat=seat)  # type: ignore[arg-type]
        case Melded():
            table = tuple(Named(named.card) for named in event.from_table)
            yield replace(event, seat=seat, from_table=table, agreed=False)  # type: ignore[arg-type]
            if table:
                yield replace(event, seat=seat, from_hand=event.cards, from_table=(), agreed=False)  # type: ignore[arg-type]
        case CardsPlayed():
            cards = tuple(Named(named.card) for named in event.cards)
            yield replace(event, seat=seat, cards=cards, agreed=False)  # type: ignore[arg-type]
        case SevenExchanged() | SevenShown() | SevenPlayed() | CarteBlanche() | CarteBlancheAgain():
            yield replace(event, seat=seat, agreed=False)  # type: ignore[arg-type]


# What? ----------------------------------------------------------------------------------------------------------------


def _by_kind(match: MatchSheet, event: Claim, at: Deal) -> Iterator[Fixes]:
    rules = match.rules
    match event:
        case Melded():
            own = own_offer(event, at)
            if own is not None and own.meld is not None:
                words = wording.capital(_("other cards"))
                yield Fixes(_("Same meld"), "row three", (*other_suits(event, at), other_cards(own, words)))
        case TurnedUp() | TrumpsNamed():
            yield Fixes(_("Another card was turned up"), "turn-up", tuple(_turn_ups(event, at)))
        case BrisquesCounted(counts) if len(rules.sides) == 2:
            first, second = rules.sides
            keys = []
            for number in range(rules.all_brisques + 1):
                said = BrisquesCounted(((first, number), (second, rules.all_brisques - number)))
                key = fix(f"count-{number}", str(number), said, at)
                keys.append(_as_it_is(key) if dict(counts).get(first) == number else key)
            title = _("%(name)s's brisques") % {"name": wording.side_name(match, first)}
            yield Fixes(title, "numbers", tuple(keys))
        case BrisquesTaken(side, count):
            most = range(1, len(rules.seats) + 1)
            keys = [fix(f"count-{n}", str(n), BrisquesTaken(side, n), at) for n in most]
            keys = [_as_it_is(key) if key.text == str(count) else key for key in keys]
            yield Fixes(_("Other count"), "numbers", tuple(keys))
        case CardsPlayed(seat, cards):
            keys = []
            for piece in at.lying(seat):
                alone = len(cards) == 1 and cards[0].card is piece.card and cards[0].number in (None, piece.number)
                if not alone:
                    twins = sum(1 for other in at.lying(seat) if other.card is piece.card) > 1
                    claim = CardsPlayed(seat, (Named(piece.card, piece.number if twins else None),))
                    text = wording.composition((), (piece,), at.lying(seat))
                    keys.append(fix(f"piece-{piece.name}", text, claim, at))
            yield Fixes(_("Another card was played"), "row two", tuple(keys))
            yield Fixes(_("One of them was not played"), "row three", tuple(_fewer(event, at)))
        case CarteBlancheAgain(seat, card):
            found = [
                fix(f"drew-{claim.card}", wording.card(claim.card), claim, at)
                for claim in draws(at, seat)
                if claim.card is not card
            ]
            yield Fixes(_("Another card was drawn"), "row", tuple(found))


def _turn_ups(event: TurnedUp | TrumpsNamed, at: Deal) -> Iterator[Fix]:
    for suit in Suit:
        said: list[Claim] = [TrumpsNamed(suit), *(TurnedUp(face(rank, suit)) for rank in Rank)]
        for claim in said:
            id, text = f"only-{suit}", _("suit only")
            if isinstance(claim, TurnedUp):
                id, text = f"up-{claim.card}", claim.card.rank.value
            key = fix(id, text, claim, at, suit)
            yield _as_it_is(key) if claim == replace(event, agreed=False) else key


def _fewer(event: CardsPlayed, at: Deal) -> Iterator[Fix]:
    """Cards that were played together, without each of them."""
    if len(event.cards) < 2:
        return
    for place, left in enumerate(event.cards):
        rest = replace(event, cards=event.cards[:place] + event.cards[place + 1 :])
        yield fix(f"not-{left.card}-{place + 1}", _("not %(card)s") % {"card": wording.piece(left)}, rest, at)


def _as_it_is(key: Fix) -> Fix:
    """What the line says now, in its place among the others."""
    return replace(key, to=None, refused=False)


def agreeable(claim: Claim, at: Deal) -> bool:
    """Whether the table can score a refused line all the same; a play or a trick cannot be agreed on."""
    if isinstance(claim, CardsPlayed | TrickWon | Adjusted) or claim.agreed:
        return False
    return isinstance(rule_on(replace(claim, agreed=True), at), Granted)


# Where? ---------------------------------------------------------------------------------------------------------------


def _places(match: MatchSheet, here: DealSheet, line: int, event: Claim) -> Iterator[Fix]:
    """Before which other line it could stand, the last place first: what is noticed late was mostly written late.

    Behind the end of a finished deal nothing belongs.
    """
    others = [other for other in here.standing if other.number != line]
    place = [other.number for other in here.standing].index(line)
    deal, refused = here.start, []
    for other in others:
        refused.append(not isinstance(rule_on(event, deal), Granted))
        deal = after(deal, other)
    if place < len(others) and not here.deal.finished:
        last = not isinstance(rule_on(event, deal), Granted)
        yield Fix("before-end", _("the end: behind all other lines"), f"{BEFORE} {END}", None, last)
    for at in range(len(others) - 1, -1, -1):
        if at == place:
            continue
        other = others[at]
        said = screens.in_words(match, here, other.number, other.event)
        yield Fix(f"before-{other.number}", f"{other.number} · {said}", f"{BEFORE} {other.number}", None, refused[at])


# Fields ---------------------------------------------------------------------------------------------------------------


def counted(match: MatchSheet, event: Claim) -> Counted | None:
    """The fields for the count of more sides than two, None where there are keys."""
    if not isinstance(event, BrisquesCounted) or len(match.rules.sides) == 2:
        return None
    counts = dict(event.counts)
    sides = tuple(
        questions.EndSide(match.rules.seats_of(side)[0], side, wording.side_name(match, side), False, counts.get(side))
        for side in match.rules.sides
    )
    return Counted(sides, match.rules.all_brisques)


def adjustment(event: Claim) -> Adjustment | None:
    """The fields of points outside the game."""
    if not isinstance(event, Adjusted):
        return None
    return Adjustment(event.seat.value, abs(event.points), event.points < 0, event.reason)
