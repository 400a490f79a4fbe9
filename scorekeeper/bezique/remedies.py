"""What can be done about a refusal, each remedy as the lines that would put it right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from .deal import Deal
from .events import Adjusted, CardsPlayed, Claim, Melded, Named, SevenExchanged, SevenShown, StandingLine, TrickWon
from .laws import Law
from .referee import Granted, rule_on
from .replaying import after
from .timing import Refused
from .ways import TableView, ways_to


class RemedyKind(StrEnum):
    """What a remedy proposes."""

    OTHER_CARDS = "other-cards"
    PLAYED = "played"
    TRICK_WON = "trick-won"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class Remedy:
    """Lines that would put a refusal right, in the order in which they are claimed; *card* is the one played."""

    kind: RemedyKind
    lines: tuple[Claim, ...]
    card: Named | None = None


def remedies(refused: Refused, claim: Claim, deal: Deal) -> tuple[Remedy, ...]:
    """The remedies for *claim* as *refused* on *deal*, the likely one first; the table's agreement always last.

    A played card is offered for law 5 even where more than one must have been played, and other cards even where room
    is lacking for them: the claim is judged again.
    """
    return tuple(_remedies(refused, claim, deal))


def _remedies(refused: Refused, claim: Claim, deal: Deal) -> Iterator[Remedy]:
    match claim:
        case Melded() | SevenShown() | SevenExchanged() if refused.law in (Law.TRICK_WINNER, Law.ONE_A_TRICK):
            trick = TrickWon(claim.seat)
            if isinstance(rule_on(trick, deal), Granted):
                then = rule_on(claim, after(deal, StandingLine(_NEXT, trick)))
                if isinstance(then, Granted):
                    yield Remedy(RemedyKind.TRICK_WON, (trick, claim))
        case Melded() if refused.law is Law.ROOM:
            used = {(named.card, named.number) for named in claim.from_table}
            for piece in deal.lying(claim.seat):
                if (piece.card, piece.number) not in used and (piece.card, None) not in used:
                    named = Named(piece.card, piece.number)
                    yield Remedy(RemedyKind.PLAYED, (CardsPlayed(claim.seat, (named,)), claim), named)
        case Melded():
            yield from _other_cards(claim, deal)
        case CardsPlayed() if refused.law is Law.AMBIGUOUS:
            for card in refused.cards:
                if isinstance(card, Named):
                    said = replace(claim, cards=_say(claim.cards, card))
                    ruling = rule_on(said, deal)
                    if isinstance(ruling, Granted) or ruling.law is Law.AMBIGUOUS:  # another card is to be named too
                        yield Remedy(RemedyKind.PLAYED, (said,), card)
    if not isinstance(claim, Adjusted) and _can_agree(claim):
        agreed = replace(claim, agreed=True)
        if isinstance(rule_on(agreed, deal), Granted):
            yield Remedy(RemedyKind.AGREED, (agreed,))


_NEXT = 1_000_000_000
"""The line number of a line that is only supposed: after every other."""


def _other_cards(claim: Melded, deal: Deal) -> Iterator[Remedy]:
    meld = deal.kind(claim)
    if meld is None:
        kinds = deal.kinds(claim.cards)
        meld = kinds[0] if kinds else None
    if meld is None:
        return
    if claim.meld not in (None, meld):
        named = replace(claim, meld=meld)
        if isinstance(rule_on(named, deal), Granted):
            yield Remedy(RemedyKind.OTHER_CARDS, (named,))
        return
    suit = claim.cards[0].suit if meld.rank is None or meld.level > 1 else None
    same_faces = sorted(map(str, claim.cards))
    ways = [
        way
        for way in ways_to(TableView(deal, claim.seat), meld, suit)
        if (way.legal or way.asks) and sorted(map(str, way.claim.cards)) == same_faces
    ]
    for way in ways[:3]:
        ruling = rule_on(way.claim, deal)
        if isinstance(ruling, Granted) or ruling.law is Law.ROOM:
            yield Remedy(RemedyKind.OTHER_CARDS, (way.claim,))


def _say(cards: tuple[Named, ...], which: Named) -> tuple[Named, ...]:
    said = list(cards)
    for place, named in enumerate(said):
        if named.card is which.card and named.number is None:
            said[place] = which
            break
    return tuple(said)


def _can_agree(claim: Claim) -> bool:
    """Only what scores can be agreed on; a play or a trick is put right, not agreed."""
    return not isinstance(claim, CardsPlayed | TrickWon)
