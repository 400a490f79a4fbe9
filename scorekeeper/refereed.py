"""The rest of the referee's page as values: the seats with their tables, the faces to tap, and the lines so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.cards import Card, Rank, Suit, face
from scorekeeper.bezique.deal import TableCard
from scorekeeper.bezique.events import (
    CarteBlanche,
    Claim,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
    StockExhausted,
)
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.bezique.rules import Seat
from scorekeeper.language import gettext as _
from scorekeeper.positions import Position
from scorekeeper.verdicts import told


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on a table, and whether it is picked."""

    piece: TableCard
    picked: bool


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat with its table."""

    seat: Seat
    name: str
    lit: bool
    cards: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A face to tap, and how many of it are picked."""

    card: Card
    picked: int


@dataclass(frozen=True, slots=True)
class Picked:
    """A picked card; *on_table* tells that it lies on a table already."""

    card: Card
    on_table: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A line so far. *foul* is the law it broke when it was told, '' for none: it stands all the same."""

    number: int
    who: str
    what: str
    points: int | None
    agreed: bool
    foul: str


@dataclass(frozen=True, slots=True)
class Happening:
    """Something besides melds: *line* says that it happened, or is asked about."""

    text: str
    line: str
    asks: bool


def seats(position: Position) -> list[SeatShown]:
    """The seats in playing order."""
    return [
        SeatShown(
            seat,
            wording.seat_name(position, seat),
            seat is position.seat,
            tuple(Lying(piece, piece.name in position.picked) for piece in position.deal.lying(seat)),
        )
        for seat in position.rules.seats
    ]


def partners(position: Position) -> list[str]:
    """The names of each side in one text where partners play, else none."""
    rules = position.rules
    return [wording.side_name(position, side) for side in rules.sides] if len(rules.sides) < len(rules.seats) else []


def faces(position: Position, ranks: tuple[Rank, ...]) -> list[Face]:
    """The faces to tap, suit by suit."""
    counted = Counter(position.picked)
    return [Face(card, counted[str(card)]) for card in (face(rank, suit) for suit in Suit for rank in ranks)]


def picked(position: Position) -> list[Picked]:
    """The cards picked, in the order tapped."""
    return [Picked(Card.parse(pick.partition("#")[0]), "#" in pick) for pick in position.picked]


def on_one_table(position: Position) -> bool:
    """Whether the cards picked all lie before one player, who may have played them."""
    pieces = [position.pieces.get(pick) for pick in position.picked]
    return len({piece.seat if piece else None for piece in pieces} - {None}) == 1 and None not in pieces


def story(position: Position) -> Iterator[Told]:
    """The lines so far, with what they scored."""
    scored: dict[int, list[int]] = {}
    for score in position.deal.scores:
        scored.setdefault(score.line, []).append(score.points)
    for line, before in position.history:
        event, gained = line.event, scored.get(line.number, [])
        ruling = rule_on(event, before)
        foul = "" if isinstance(ruling, Granted) else _(ruling.law.sentence)
        who, agreed = wording.who(event, position), bool(getattr(event, "agreed", False))
        yield Told(
            line.number, who, told(event, position, before), gained[0] if len(gained) == 1 else None, agreed, foul
        )


def happenings(position: Position) -> list[Happening]:
    """What the lit seat may have done besides melding, and what ends the stock."""
    rules, seat = position.rules, position.seat
    events: list[Claim] = [SevenShown(seat), SevenExchanged(seat)] if rules.has_sevens else []
    if rules.seven_scores_when_played:
        events.append(SevenPlayed(seat))
    if rules.carte_blanche_points:
        events.append(CarteBlanche(seat))
    events.append(StockExhausted())
    found = []
    for event in events:
        what = wording.capital(wording.what(event, position))
        found.append(Happening(what, write(event), not isinstance(event, StockExhausted)))
    return found
