"""What the referee says to the claim of a position: the verdict with its law, its cards, and what would be legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from scorekeeper import wording
from scorekeeper.bezique.cards import Card
from scorekeeper.bezique.deal import Deal, TableCard
from scorekeeper.bezique.events import Claim, Event, Melded, Named, TakenBack
from scorekeeper.bezique.lawbook import SOURCES, sources_in
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.referee import Granted, Ruling, rule_on
from scorekeeper.bezique.remedies import RemedyKind, remedies
from scorekeeper.bezique.reuse import candidates, first_choice
from scorekeeper.bezique.timing import Refused
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.positions import Position
from scorekeeper.questions import lower


@dataclass(frozen=True, slots=True)
class JudgedCards:
    """Cards of a claim that come from one place with one past, and whether they are at fault."""

    cards: tuple[Card, ...]
    where: str
    at_fault: bool


@dataclass(frozen=True, slots=True)
class Way:
    """Another claim, or what else may have happened; *tap* is what its key says."""

    text: str
    tap: str
    points: int | None


@dataclass(frozen=True, slots=True)
class PlayedPiece:
    """A melded card that may have been played meanwhile; *tap* is what its key says."""

    piece: TableCard
    tap: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says to a claim.

    *sources* says what the names in *source* stand for. *needed* of the *played* pieces must have been played, 0 for
    other laws. *writable* tells that the claim can become a line of the log as it is.
    """

    title: str
    legal: bool
    claimed: str
    law: str
    sentence: str
    source: str
    note: str
    sources: str
    cards: tuple[JudgedCards, ...]
    needed: int
    played: tuple[PlayedPiece, ...]
    ways: tuple[Way, ...]
    writable: bool


def verdict(position: Position) -> Verdict | None:
    """The ruling on the claim of *position*, None while nothing is claimed."""
    if position.claim is None:
        return None
    (claim, deal), ruling = position.scene, position.ruling
    refused = ruling if isinstance(ruling, Refused) else None
    law = ruling.law if ruling else Law.NOTED
    alive = claim is position.claim  # what corrects a line earlier on is not judged with other cards
    asks = refused if refused and refused.law is Law.ROOM and alive else None
    return Verdict(
        title=_title(position, ruling),
        legal=refused is None,
        claimed=_claimed(position, deal),
        law=law.value,
        sentence=_(law.sentence),
        source=law.source,
        sources="; ".join(_("%(name)s: %(what)s") % {"name": s, "what": _(SOURCES[s])} for s in sources_in(law.source)),
        note=_note(position, refused, deal) if refused else "",
        cards=tuple(_cards(position, claim, ruling, deal)) if isinstance(claim, Melded) else (),
        needed=_needed(claim, deal) if asks and isinstance(claim, Melded) else 0,
        played=tuple(_played(claim, asks, deal)) if asks and claim else (),
        ways=tuple(_ways(position, claim, refused, deal)) if refused and claim and alive else (),
        writable=alive and not isinstance(claim, TakenBack),
    )


def _title(position: Position, ruling: Ruling | None) -> str:
    if isinstance(ruling, Refused):
        return _("Not legal: %(law)s") % {"law": lower(_(ruling.law.sentence))}
    worth = ruling.points if ruling else 0
    if not worth:
        return _("Legal")
    if isinstance(worth, int):
        return _("Legal: %(points)s") % {"points": points(worth)}
    shares = ", ".join(f"{wording.side_name(position, side)} {points(share)}" for side, share in worth.items())
    return _("Legal: %(points)s") % {"points": shares}


def _claimed(position: Position, deal: Deal) -> str:
    """The claim in words, its meld named if it makes one."""
    claim = position.claim
    assert claim is not None
    who, what = wording.who(claim, position), told(claim, position, deal).replace(" +", "")  # the cards say it below
    if getattr(claim, "agreed", False):
        what = f"{what} ({_('agreed')})"
    return f"{who}: {what}" if who else what


def told(event: Event, position: Position, deal: Deal) -> str:
    """What a line says in *deal*, its meld named if its cards make one."""
    what = wording.what(event, position)
    if isinstance(event, Melded) and event.meld is None and (meld := deal.kind(event)):
        return f"{_(meld.label)} {what}"
    return what


def _note(position: Position, refused: Refused, deal: Deal) -> str:
    """What the law means here, where its sentence does not say: whose trick it was, how many copies there are."""
    if refused.law is Law.TRICK_WINNER and deal.winner:
        words = {"number": deal.trick, "name": wording.seat_name(position, deal.winner)}
        return _("Trick %(number)s went to %(name)s.") % words
    if refused.law is not Law.COPIES:
        return ""
    copies = _("%(card)s: there are %(packs)s in the packs, and %(laid)s lie or lay on the tables already.")
    return " ".join(
        copies % {"card": wording.card(card), "packs": deal.rules.packs, "laid": deal.laid(card)}
        for card in refused.cards
        if isinstance(card, Card)
    )


def _cards(position: Position, claim: Melded, ruling: Ruling | None, deal: Deal) -> Iterator[JudgedCards]:
    """The cards of the claim, as the ruling took them. (Room blames what lies there, and not these.)"""
    for (where, at_fault), alike in groupby(_places(position, claim, ruling, deal), key=lambda place: place[1:]):
        yield JudgedCards(tuple(card for card, *_place in alike), where, at_fault)


def _places(position: Position, claim: Melded, ruling: Ruling | None, deal: Deal) -> Iterator[tuple[Card, str, bool]]:
    """Every card of the claim, where it comes from, and whether it is at fault."""
    blamed = set(ruling.cards) if isinstance(ruling, Refused) and ruling.law is not Law.ROOM else set()
    settled = ruling.event if isinstance(ruling, Granted) else claim
    assert isinstance(settled, Melded)
    for card in settled.from_hand:
        yield card, _("new, from the hand"), card in blamed
    mine = deal.rules.seats_of(deal.rules.side_of(claim.seat))
    taken: set[int] = set()
    for named in settled.from_table:
        alike = [p for p in deal.pieces if p.card is named.card and p.index not in taken]
        meant = [p for p in alike if named.number in (None, p.number)]
        likely = sorted(meant, key=lambda p: (_of(p) not in blamed, bool(p.played), p.seat not in mine))[:1]
        taken.update(piece.index for piece in likely)
        at_fault = not blamed.isdisjoint({named, named.card, *map(_of, likely)})
        where = _lies(position, likely[0], deal) if likely else _("lies on no table")
        yield named.card, where, at_fault


def _of(piece: TableCard) -> Named:
    return Named(piece.card, piece.number)


def _lies(position: Position, piece: TableCard, deal: Deal) -> str:
    words = {"name": wording.seat_name(position, piece.seat), "melds": wording.past(piece.scored_in)}
    if piece.played:
        where = _("played by %(name)s") % words
    elif deal.table_cleared:
        where = _("back in the hand of %(name)s") % words
    else:
        where = _("on the table of %(name)s") % words
    return f"{where}, {_('has scored in: %(melds)s') % words}" if piece.scored_in else where


def _needed(claim: Melded, deal: Deal) -> int:
    return len(deal.lying(claim.seat)) + len(claim.from_hand) - deal.rules.held_when_melding


def _played(claim: Claim, refused: Refused, deal: Deal) -> Iterator[PlayedPiece]:
    """The melded cards of which some must have been played: those that the claim does not use."""
    for remedy in remedies(refused, claim, deal):
        if remedy.kind is RemedyKind.PLAYED:
            piece = next(piece for piece in deal.pieces if _of(piece) == remedy.card)
            yield PlayedPiece(piece, f"line {write(remedy.lines[0])}")


def _ways(position: Position, claim: Claim, refused: Refused, deal: Deal) -> Iterator[Way]:
    """What would be legal instead: other pieces of these faces, another meld named, another who won the trick."""
    for remedy in remedies(refused, claim, deal):
        said = remedy.lines[-1]
        match remedy.kind:
            case RemedyKind.OTHER_CARDS:
                ruling = rule_on(said, deal)
                worth = ruling.points if isinstance(ruling, Granted) and isinstance(ruling.points, int) else None
                yield Way(_how(said, deal), f"ask {write(said)}", worth)
            case RemedyKind.PLAYED if refused.law is Law.AMBIGUOUS:
                yield Way(wording.capital(wording.what(said, position)), f"ask {write(said)}", None)
            case RemedyKind.TRICK_WON:
                won = _("If %(name)s won the trick") % {"name": wording.who(remedy.lines[0], position)}
                yield Way(won, f"line {write(remedy.lines[0])}", None)


def _how(claim: Claim, deal: Deal) -> str:
    """A meld with the cards that make it: ``Marriage: K♥ new, Q♥ on the table``."""
    assert isinstance(claim, Melded)
    meld = deal.kind(claim)
    assert meld is not None
    pieces = first_choice(claim, meld, deal) or ()
    how = wording.composition(claim.from_hand, pieces, candidates(claim, meld, deal))
    return wording.capital(f"{_(meld.label)}: {how}")
