"""The fold from a log to a deal: replay(opening, lines) and after(deal, line).

Neither judges: every line stands as written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from . import reuse
from .cards import COURT, Card, Rank, face
from .deal import BRISQUE_POINTS, SEVEN_POINTS, Deal, ScoredMeld, ScoreKind, ScoreLine, TableCard
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
    StandingLine,
    StockExhausted,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from .melds import Meld
from .rules import Brisques, Seat, Side


def replay(deal: Deal, lines: Iterable[StandingLine]) -> Deal:
    """The deal after *lines*, which are taken as they stand (`events.standing`)."""
    return reduce(after, lines, deal)


def after(deal: Deal, line: StandingLine) -> Deal:
    """The deal after one more line."""
    match line.event:
        case Melded():
            return _after_meld(deal, line.number, line.event)
        case CardsPlayed():
            return _after_play(deal, line.number, line.event)
        case TrickWon(winner, number):
            trick = number or deal.trick + 1
            return deal.but(
                trick=trick,
                winner=winner,
                final_winner=winner if trick == deal.rules.last_trick_number else deal.final_winner,
                melded=False,
                sevens_now=(),
                played_now=(),
                shown_again=(),
                taken=None,
            )
        case SevenExchanged(seat):
            seven = None if deal.trumps is None else face(Rank.SEVEN, deal.trumps)
            taken = None if deal.turn_up is None else (seat, deal.turn_up)
            deal = deal.but(exchanged=True, turn_up=seven if deal.turn_up else None, taken=taken)
            return _after_seven(deal, line.number, seat)
        case SevenShown(seat):
            return _after_seven(deal, line.number, seat)
        case SevenPlayed(seat):
            deal = _score(deal, line.number, seat, SEVEN_POINTS, ScoreKind.SEVEN)
            return deal.but(sevens=deal.sevens + 1, played_now=(*deal.played_now, seat))
        case TurnedUp(card):
            is_seven = card.rank is Rank.SEVEN and deal.rules.has_sevens
            if is_seven:
                deal = _score(deal, line.number, deal.dealer, SEVEN_POINTS, ScoreKind.SEVEN)
            return deal.but(trumps=card.suit, turn_up=card, turned_seven=is_seven)
        case TrumpsNamed(suit):
            return deal.but(trumps=suit)
        case CarteBlanche(seat):
            deal = _score(deal, line.number, seat, deal.rules.carte_blanche_points, ScoreKind.CARTE_BLANCHE)
            return deal.but(carte_blanche=(*deal.carte_blanche, seat))
        case CarteBlancheAgain(seat, drawn):
            deal = _score(deal, line.number, seat, deal.rules.carte_blanche_points, ScoreKind.CARTE_BLANCHE)
            courts = (*deal.courts, seat) if drawn.rank in COURT else deal.courts
            return deal.but(shown_again=(*deal.shown_again, seat), courts=courts)
        case StockExhausted():
            return deal.but(exhausted=True)
        case LastTrickWon(seat):
            deal = _score(deal, line.number, seat, deal.rules.last_trick_points, ScoreKind.LAST_TRICK)
            return deal.but(last_trick=seat, ended=line.number)
        case BrisquesCounted(counts):
            for side, count in counts:
                deal = _after_brisques(deal, line.number, side, count)
            return deal
        case BrisquesTaken(side, count):
            return _after_brisques(deal, line.number, side, count)
        case Adjusted(seat, points, _):
            return _score(deal, line.number, seat, points, ScoreKind.ADJUSTMENT)
    assert_never(line.event)


def _score(deal: Deal, line: int, seat: Seat, points: int, kind: ScoreKind) -> Deal:
    return deal.but(scores=(*deal.scores, ScoreLine(line, deal.rules.side_of(seat), points, kind)))


def _after_seven(deal: Deal, line: int, seat: Seat) -> Deal:
    takes = deal.rules.seven_takes_the_meld
    scored = _score(deal, line, seat, SEVEN_POINTS, ScoreKind.SEVEN)
    return scored.but(
        sevens=deal.sevens + 1,
        sevens_now=(*deal.sevens_now, seat),
        melded=deal.melded or (takes and _on_its_trick(deal, seat)),
        declared=deal.declared + takes,
    )


def _on_its_trick(deal: Deal, seat: Seat) -> bool:
    """Whether what *seat* declares uses up the meld of the last trick: only its winners have that meld."""
    return deal.winner is None or deal.rules.side_of(deal.winner) == deal.rules.side_of(seat)


def _after_brisques(deal: Deal, line: int, side: Side, count: int) -> Deal:
    counts = dict(deal.brisques)
    counts[side] = counts.get(side, 0) + count
    scores = deal.scores
    if deal.rules.brisques in (Brisques.DEAL_END, Brisques.AT_ONCE):
        scores = (*scores, ScoreLine(line, side, BRISQUE_POINTS * count, ScoreKind.BRISQUES))
    return deal.but(brisques=tuple(counts.items()), scores=scores, ended=line)


def _after_play(deal: Deal, line: int, event: CardsPlayed) -> Deal:
    pieces = list(deal.pieces)
    for named in sorted(event.cards, key=lambda named: named.number is None):
        for piece in pieces:
            if piece.seat is event.seat and not piece.played and piece.card is named.card:
                if named.number in (None, piece.number):
                    pieces[piece.index] = replace(piece, played=line)
                    break
    return deal.but(pieces=tuple(pieces))


def _after_meld(deal: Deal, line: int, event: Melded) -> Deal:
    meld = deal.kind(event)
    pieces = list(deal.pieces)
    used = [] if not event.from_table else _used(deal, line, event, meld, pieces)
    used += [_lay(pieces, event.seat, card, line) for card in event.from_hand]
    courts = deal.courts
    if event.seat not in courts and any(card.rank in COURT for card in event.cards):
        courts = (*courts, event.seat)
    melded = deal.melded or _on_its_trick(deal, event.seat)
    if meld is None:
        return deal.but(pieces=tuple(pieces), courts=courts, melded=melded, declared=deal.declared + 1)
    for index in used:
        piece = pieces[index]
        pieces[index] = TableCard(
            index,
            piece.number,
            piece.seat,
            piece.card,
            piece.laid,
            (*piece.scored_in, meld),
            (*piece.lines, line),
            piece.played,
        )
    side = deal.rules.side_of(event.seat)
    suit = pieces[used[0]].card.suit
    makes_trumps = deal.trumps is None and not deal.rules.turn_up and meld in (Meld.ROYAL_MARRIAGE, Meld.SEQUENCE)
    return deal.but(
        pieces=tuple(pieces),
        melds=(*deal.melds, ScoredMeld(line, side, meld, tuple(used), suit)),
        scores=(*deal.scores, ScoreLine(line, side, meld.points, ScoreKind.MELD, meld)),
        courts=courts,
        melded=melded,
        declared=deal.declared + 1,
        trumps=suit if makes_trumps else deal.trumps,
    )


def _lay(pieces: list[TableCard], seat: Seat, card: Card, line: int) -> int:
    index = len(pieces)
    number = 1 + sum(1 for piece in pieces if piece.card is card)
    pieces.append(TableCard(index, number, seat, card, line))
    return index


def _used(deal: Deal, line: int, event: Melded, meld: Meld | None, pieces: list[TableCard]) -> list[int]:
    """The indexes of the table cards that *event* uses.

    The first choice that the laws of re-use allow, else the first there is; a card that no table of the side holds
    any more was used all the same if the line says so (and stays where it is); one that never lay anywhere is laid now.
    """
    found = reuse.first_choice(event, meld, deal)
    if found is not None:
        return [piece.index for piece in found]
    used: list[int] = []
    for named in event.from_table:
        match = _somewhere(deal, event.seat, named, used)
        used.append(_lay(pieces, event.seat, named.card, line) if match is None else match.index)
    return used


def _somewhere(deal: Deal, seat: Seat, named: Named, used: list[int]) -> TableCard | None:
    same = [p for p in deal.pieces if p.card is named.card and p.index not in used]
    if named.number is not None:
        return next((piece for piece in same if piece.number == named.number), None)
    mine = deal.rules.seats_of(deal.rules.side_of(seat))
    return next((piece for piece in same if piece.seat in mine and not piece.played), None)
