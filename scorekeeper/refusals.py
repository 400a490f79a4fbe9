"""What the score screen answers: a refusal with its law and remedies, and what follows from a take-back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper import screens, wording
from scorekeeper.bezique.cards import Card
from scorekeeper.bezique.corrections import Consequence, Fate
from scorekeeper.bezique.deal import SEVEN_POINTS, Deal, TableCard
from scorekeeper.bezique.events import Amended, Claim, Melded, Named, TakenBack
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.referee import points
from scorekeeper.bezique.remedies import Remedy, RemedyKind, remedies
from scorekeeper.bezique.reuse import candidates, first_choice
from scorekeeper.bezique.rules import Seat
from scorekeeper.formatters import points as figures
from scorekeeper.language import gettext as _
from scorekeeper.questions import WayOut, lower
from scorekeeper.replayed import DealSheet, MatchSheet
from scorekeeper.services import NotGranted, Undecided


@dataclass(frozen=True, slots=True)
class PlayedPiece:
    piece: TableCard
    line: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """Which melded cards have been played? *needed* of these must have been."""

    pieces: tuple[PlayedPiece, ...]
    needed: int
    seat: Seat
    claim: str


@dataclass(frozen=True, slots=True)
class RulingShown:
    """What the referee says to a claim."""

    title: str
    says: str
    law: str
    key: str
    refused: bool
    cards: tuple[Card, ...]
    ways: tuple[WayOut, ...]
    played: Played | None


def ruling(match: MatchSheet, here: DealSheet, judged: NotGranted) -> RulingShown:
    """The refusal of a claim, with the cards at fault and its remedies."""
    refused, claim = judged.refused, judged.claim
    prefix = [write(event) for event in judged.before]
    found: tuple[Remedy, ...] = ()
    if refused.law is not Law.MATCH_OVER and not isinstance(claim, TakenBack | Amended):
        found = remedies(refused, claim, judged.deal)
    asks = refused.law is Law.ROOM
    ways = [
        _remedy(match, judged, remedy, prefix) for remedy in found if not asks or remedy.kind is not RemedyKind.PLAYED
    ]
    sentence = _(refused.law.sentence)
    return RulingShown(
        title=_("Which of these has been played?") if asks else _("Not legal: %(law)s") % {"law": lower(sentence)},
        says=sentence if asks else _reason(match, judged),
        law=_("law: %(key)s · %(source)s") % {"key": refused.law.value, "source": refused.law.source},
        key=refused.law.value,
        refused=not asks,
        cards=() if asks else tuple(card if isinstance(card, Card) else card.card for card in refused.cards),
        ways=tuple(ways),
        played=_played(judged, found, prefix) if asks else None,
    )


def _reason(match: MatchSheet, judged: NotGranted) -> str:
    """What the law means for these cards: where they have scored, or whose trick it was."""
    deal, law = judged.deal, judged.refused.law
    if law is Law.TRICK_WINNER and deal.winner is not None:
        words = {"name": wording.seat_name(match, deal.winner), "number": deal.trick}
        return _("Trick %(number)s went to %(name)s.") % words
    said = []
    for named in judged.refused.cards:
        if isinstance(named, Card):
            continue
        for piece in deal.pieces:
            if piece.card is named.card and piece.number == named.number and piece.scored_in:
                words = {"card": wording.card(piece), "melds": wording.past(piece.scored_in)}
                said.append(_("%(card)s has scored in: %(melds)s.") % words)
    return " ".join(said) or _("You claimed: %(what)s.") % {"what": wording.what(judged.claim, match)}


def _remedy(match: MatchSheet, judged: NotGranted, remedy: Remedy, prefix: Sequence[str]) -> WayOut:
    claim = remedy.lines[-1]
    worth = points(claim, judged.deal)
    line = "\n".join([*prefix, *map(write, remedy.lines)])
    shown = worth if isinstance(worth, int) and worth else None
    return WayOut(
        _remedy_text(match, judged, remedy, claim), "", line, None, remedy.kind is not RemedyKind.AGREED, False, shown
    )


def _remedy_text(match: MatchSheet, judged: NotGranted, remedy: Remedy, claim: Claim) -> str:
    match remedy.kind:
        case RemedyKind.TRICK_WON:
            name = wording.who(remedy.lines[0], match)
            return _("%(name)s won the trick: note it and score") % {"name": name}
        case RemedyKind.AGREED:
            return _("The table agrees: score it")
        case RemedyKind.PLAYED:
            assert remedy.card is not None
            piece = _piece(remedy.card, judged.deal)
            return wording.composition((), (piece,), judged.deal.lying(piece.seat))
    if isinstance(claim, Melded) and claim.meld:
        pieces = first_choice(claim, claim.meld, judged.deal) or ()
        how = wording.composition(claim.from_hand, pieces, candidates(claim, claim.meld, judged.deal))
        return wording.capital(f"{_(claim.meld.label)}: {how}")
    return wording.capital(wording.what(claim, match))


def _piece(named: Named, deal: Deal) -> TableCard:
    return next(piece for piece in deal.pieces if (piece.card, piece.number) == (named.card, named.number))


def _played(judged: NotGranted, found: Sequence[Remedy], prefix: Sequence[str]) -> Played:
    claim, deal = judged.claim, judged.deal
    assert isinstance(claim, Melded)
    needed = len(deal.lying(claim.seat)) + len(claim.from_hand) - deal.rules.held_when_melding
    pieces = []
    for remedy in found:
        if remedy.kind is RemedyKind.PLAYED and remedy.card is not None:
            piece = _piece(remedy.card, deal)
            line = "\n".join([*prefix, *map(write, remedy.lines)]) if needed == 1 else None
            pieces.append(PlayedPiece(piece, line))
    return Played(tuple(pieces), needed, claim.seat, "\n".join([*prefix, write(claim)]))


@dataclass(frozen=True, slots=True)
class Later:
    """A later line that a correction would leave illegal.

    *fate* is what becomes of it; *other* is what its cards score instead, ``marriage, 20``, '' for nothing.
    """

    number: int
    who: str
    what: str
    points: int | None
    law: str
    fate: Fate
    agreeable: bool
    other: str


def later(match: MatchSheet, here: DealSheet, outcome: Undecided) -> Iterator[Later]:
    """The lines that somebody must decide on, those decided already with their choice."""
    correction = outcome.correction
    for consequence, decided in [(c, True) for c in correction.decided] + [(c, False) for c in correction.undecided]:
        number = consequence.line.number
        line = next(screens.log_lines(match, here, [(number, consequence.line.event)]))
        law = _(consequence.law.sentence)
        says = next((e.event for e in correction.lines if isinstance(e, Amended) and e.line == number), None)
        said = {consequence.other: Fate.OTHER, consequence.agreed: Fate.AGREE}
        fate = (said.get(says, Fate.STRIKE) if says else Fate.STRIKE) if decided else consequence.usual
        other = instead(consequence)
        yield Later(number, line.who, line.what, line.points, law, fate, consequence.agreeable, other)


def instead(consequence: Consequence) -> str:
    """What the cards of a line that falls score instead: ``marriage, 20, K♥ from the hand``; '' for nothing."""
    claim, event = consequence.other, consequence.line.event
    if isinstance(claim, Melded) and claim.meld is not None:
        said = f"{_(claim.meld.label)}, {figures(claim.meld.points)}"
        new = claim.from_hand[len(event.from_hand) :] if isinstance(event, Melded) else ()
        return f"{said}, {_('%(cards)s from the hand') % {'cards': wording.cards(new)}}" if new else said
    return f"{_('seven shown')}, {SEVEN_POINTS}" if claim is not None else ""
