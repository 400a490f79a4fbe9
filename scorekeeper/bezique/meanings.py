"""Which pieces a line means, whatever they are numbered: those it names, by the line that laid them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import reuse
from .cards import Card
from .deal import Deal, TableCard
from .events import CardsPlayed, Claim, Melded, Named, StandingLine
from .replaying import after

Place = tuple[Card, int, int]
"""A piece that lay on a table, whatever its number: its face, the line that laid it, and which of that face there."""

Meanings = Mapping[int, tuple[Place, ...]]
"""For each line that names table cards the pieces it means."""


def meanings_of(lines: Sequence[StandingLine], start: Deal) -> Meanings:
    """What every line means, for a deal that opened as *start*."""
    meant: dict[int, tuple[Place, ...]] = {}
    deal = start
    for line in lines:
        if pieces := pieces_meant(line.event, deal):
            meant[line.number] = places_of(pieces, deal)
        deal = after(deal, line)
    return meant


def pieces_meant(event: Claim, deal: Deal) -> tuple[TableCard, ...] | None:
    """The table cards that *event* means, in the order in which it names them; None if it names none that lie there."""
    match event:
        case Melded():
            return reuse.first_choice(event, deal.kind(event), deal)
        case CardsPlayed(seat, cards):
            free = [piece for piece in deal.pieces if piece.seat is seat and not piece.played]
            found: dict[int, TableCard] = {}
            for at, name in sorted(enumerate(cards), key=lambda named: named[1].number is None):
                piece = next((p for p in free if p.card is name.card and name.number in (None, p.number)), None)
                if piece is None:
                    return None
                free.remove(piece)
                found[at] = piece
            return tuple(found[at] for at in range(len(cards)))
    return None


def naming(event: Claim, named: tuple[Named, ...]) -> Claim:
    """*event* with other names for its table cards."""
    match event:
        case Melded():
            return replace(event, from_table=named)
        case CardsPlayed():
            return replace(event, cards=named)
    return event


def places_of(pieces: Sequence[TableCard] | None, deal: Deal) -> tuple[Place, ...]:
    """Where *pieces* were laid."""
    place_of = {(place[0], number): place for place, number in numbers_of(deal).items()}
    return tuple(place_of[piece.card, piece.number] for piece in pieces or ())


def numbers_of(deal: Deal) -> dict[Place, int]:
    """The number of every piece that was laid, by its place."""
    seen: dict[tuple[Card, int], int] = {}
    numbers: dict[Place, int] = {}
    for piece in deal.pieces:
        nth = seen[piece.card, piece.laid] = seen.get((piece.card, piece.laid), 0) + 1
        numbers[piece.card, piece.laid, nth] = piece.number
    return numbers


def laid_instead(number: int, event: Melded, gone: Sequence[Place], before: Deal, now: Deal) -> dict[Place, Place]:
    """Where the pieces are that a line laid because those it meant never lay, and its cards from the hand.

    One that the table agreed on laid them as table cards, another one from the hand, behind its own.
    """
    new = list(zip(now.pieces[len(before.pieces) :], list(numbers_of(now))[len(before.pieces) :], strict=True))
    from_table, from_hand = new[: len(new) - len(event.from_hand)], new[len(new) - len(event.from_hand) :]
    moved: dict[Place, Place] = {}
    for place in gone:
        if laid := next((one for one in from_table if one[0].card is place[0]), None):
            from_table.remove(laid)
            moved[place] = laid[1]
        elif laid := next((one for one in reversed(from_hand) if one[0].card is place[0]), None):
            from_hand.remove(laid)
            moved[place] = laid[1]
    seen: dict[Card, int] = {}
    for piece, place in from_hand:
        seen[piece.card] = seen.get(piece.card, 0) + 1
        moved[piece.card, number, seen[piece.card]] = place
    return moved


def without_numbers(event: Claim) -> Claim:
    """What a line says whatever its pieces are numbered, and whether it was agreed on."""
    match event:
        case Melded():
            table = tuple(Named(named.card) for named in event.from_table)
            return replace(event, from_table=table, meld=None, agreed=False)
        case CardsPlayed():
            return replace(event, cards=tuple(Named(named.card) for named in event.cards))
    return event


def plainly(event: Claim, deal: Deal) -> Claim:
    """A legal play without the numbers that it does not need."""
    match event:
        case CardsPlayed(seat, cards):
            lying = [piece.card for piece in deal.lying(seat)]
            return replace(event, cards=tuple(Named(n.card) if lying.count(n.card) == 1 else n for n in cards))
    return event
