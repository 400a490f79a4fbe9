"""What the score screen asks and answers: the chooser, a refusal with its remedies, the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper import screens, wording
from scorekeeper.bezique.cards import Card, Suit, face
from scorekeeper.bezique.deal import Deal, TableCard
from scorekeeper.bezique.events import Amended, Claim, Melded, Named, TakenBack
from scorekeeper.bezique.hints import loses
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.melds import Meld
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.offers import Offer
from scorekeeper.bezique.referee import Granted, points, rule_on
from scorekeeper.bezique.remedies import Remedy, RemedyKind, remedies
from scorekeeper.bezique.reuse import candidates, first_choice
from scorekeeper.bezique.rules import Brisques, Seat
from scorekeeper.bezique.ways import Way, claim_of
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet
from scorekeeper.services import NotGranted, Undecided


@dataclass(frozen=True, slots=True)
class WayOut:
    """A key of a chooser or a ruling."""

    text: str
    note: str
    line: str | None
    href: str | None
    likely: bool
    refused: bool
    points: int | None


@dataclass(frozen=True, slots=True)
class PickRow:
    """A suit of the picker: pieces on the table, and cards that may be in the hand."""

    suit: Suit
    pieces: tuple[TableCard, ...]
    fresh: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Picker:
    """Picking the cards of a four or five one by one."""

    seat: Seat
    meld: str
    count: int
    ready: str
    suits: tuple[PickRow, ...]


@dataclass(frozen=True, slots=True)
class Chooser:
    """Which cards make the meld?"""

    title: str
    hint: str
    options: tuple[WayOut, ...]
    picker: Picker | None


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
    refused: bool
    cards: tuple[Card, ...]
    ways: tuple[WayOut, ...]
    played: Played | None


Count = int | str | None
"""The brisques of a side, what was typed and is no number, or None for nothing yet."""


@dataclass(frozen=True, slots=True)
class EndSide:
    """A side at the end of a deal."""

    seat: Seat
    side: str
    name: str
    won: bool
    brisques: Count


@dataclass(frozen=True, slots=True)
class End:
    """The end of a deal. *all* brisques are to be counted, None if none are."""

    sides: tuple[EndSide, ...]
    all: int | None
    error: str
    bonus: int


MOST_OPTIONS = 8


def chooser(match: MatchSheet, offer: Offer) -> Chooser:
    """Every way to make the meld of *offer*, the likely one first, the refused ones too."""
    assert offer.meld is not None
    title = _("%(meld)s: which cards?") % {"meld": wording.capital(_(offer.meld.label))}
    shown = offer.ways[:2] if offer.meld.rank else offer.ways[:MOST_OPTIONS]
    likely = next((way for way in shown if way.legal or way.asks), None)
    options = [_option(offer, way, way is likely) for way in shown]
    given_away = loses(likely.claim, offer.deal) if likely and match.stored.hints else None
    late = offer.view.untimely  # said once, and not under every way
    hint = _("Not legal: %(law)s") % {"law": _lower(_(late.sentence))} if late else ""
    if given_away and likely:
        hint = _("This would use up the cards of the %(meld)s, which scores %(points)s before it and nothing after.")
        hint %= {"meld": _(given_away.label), "points": given_away.points}
        options = [*_smaller_first(offer, likely, given_away), *(_option(offer, way, False) for way in shown)]
    return Chooser(title, hint, tuple(options), _picker(offer) if offer.meld.rank else None)


def _option(offer: Offer, way: Way, likely: bool) -> WayOut:
    note = ""
    if way.asks:
        note = _("asks which melded cards have been played")
    elif not way.legal and way.ruling.law is not offer.view.untimely:
        note = _("Not legal: %(law)s") % {"law": _lower(_(way.ruling.law.sentence))}
    text = wording.composition(way.claim.from_hand, way.pieces, offer.view.shared)
    possible = way.legal or way.asks
    return WayOut(text, note, write(way.claim), None, likely, not possible, offer.points if possible else None)


def _smaller_first(offer: Offer, likely: Way, smaller: Meld) -> list[WayOut]:
    """A key for the meld that should come first, from the same cards."""
    wanted = _cards_of(smaller, likely.claim.cards)
    pieces = tuple(piece for piece in likely.pieces if piece.card in wanted)
    hand = tuple(card for card in wanted if card not in {piece.card for piece in pieces})
    claim = claim_of(offer.view, smaller, (pieces, hand))
    if not isinstance(rule_on(claim, offer.deal), Granted):
        return []
    text = _("First the %(meld)s: %(how)s") % {
        "meld": _(smaller.label),
        "how": wording.composition(hand, pieces, offer.view.shared),
    }
    return [WayOut(text, "", write(claim), None, True, False, smaller.points)]


def _cards_of(smaller: Meld, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    ranks = ("K", "Q") if smaller.is_marriage else ("Q", "J")
    return tuple({card.rank: card for card in cards if card.rank in ranks}.values())


def _picker(offer: Offer) -> Picker:
    assert offer.meld is not None
    assert offer.meld.rank is not None
    rules, deal, rank = offer.deal.rules, offer.deal, offer.meld.rank
    seats = rules.seats_of(rules.side_of(offer.seat)) if rules.partners_build else (offer.seat,)
    lying = [piece for seat in seats for piece in deal.lying(seat) if piece.card.rank is rank]
    rows = []
    for suit in [offer.suit] if offer.suit else Suit:
        card = face(rank, suit)
        pieces = tuple(piece for piece in lying if piece.card is card)
        fresh = min(max(0, rules.packs - deal.laid(card)), offer.meld.size)
        rows.append(PickRow(suit, pieces, (card,) * fresh))
    ready = f"{wording.capital(_(offer.meld.label))} {offer.points}"
    return Picker(offer.seat, offer.meld.value, offer.meld.size, ready, tuple(rows))


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
        title=_("Which of these has been played?") if asks else _("Not legal: %(law)s") % {"law": _lower(sentence)},
        says=sentence if asks else _reason(match, judged),
        law=_("law: %(key)s · %(source)s") % {"key": refused.law.value, "source": refused.law.source},
        refused=not asks,
        cards=() if asks else tuple(card if isinstance(card, Card) else card.card for card in refused.cards),
        ways=tuple(ways),
        played=_played(judged, found, prefix) if asks else None,
    )


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


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


def end(
    match: MatchSheet, here: DealSheet, won: Seat | None, counts: Mapping[str, int | str | None], error: str = ""
) -> End:
    """The questions at the end of a deal; *won* and *counts* are what is chosen already."""
    rules, deal = match.rules, here.deal
    sides = tuple(
        EndSide(
            rules.seats_of(side)[0],
            side,
            wording.side_name(match, side),
            won is not None and rules.side_of(won) == side,
            counts.get(side),
        )
        for side in rules.sides
    )
    asks = rules.counts_brisques and rules.brisques is not Brisques.AT_ONCE and not deal.brisques
    if rules.brisques is Brisques.AT_ONCE and not deal.brisques_in:
        missing = _("%(counted)s of %(all)s brisques are accounted for: score the others as well.")
        error = error or missing % {"counted": deal.counted, "all": rules.all_brisques}
    return End(sides, rules.all_brisques if asks else None, error, rules.last_trick_points)


@dataclass(frozen=True, slots=True)
class Later:
    """A later line that a take-back would leave illegal."""

    number: int
    who: str
    what: str
    points: int | None
    law: str
    keep: bool
    agreeable: bool


def later(match: MatchSheet, here: DealSheet, outcome: Undecided) -> Iterator[Later]:
    """The lines that somebody must decide on, those decided already with their choice."""
    correction = outcome.correction
    for consequence, decided in [(c, True) for c in correction.decided] + [(c, False) for c in correction.undecided]:
        number = consequence.line.number
        line = next(screens.log_lines(match, here, [(number, consequence.line.event)]))
        keep = decided and any(isinstance(e, Amended) and e.line == number for e in correction.lines)
        law = _(consequence.law.sentence)
        yield Later(number, line.who, line.what, line.points, law, keep, consequence.agreeable)
