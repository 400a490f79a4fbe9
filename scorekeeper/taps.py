"""What a tap on the referee's page makes of a position: the address that follows, and where on the page it leads.

Taps only put words together; whether they can be read is found out when the address is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scorekeeper.bezique.events import (
    Amended,
    CardsPlayed,
    Event,
    Melded,
    Named,
    TakenBack,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
    numbered,
)
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.language import gettext as _
from scorekeeper.positions import MOST_PICKS, NoPosition, Position, Query

Leads = tuple[Query, str]
"""The address of the next page, and the id of the part of it to look at."""


def tapped(position: Position, tap: str, written: str) -> Leads:
    """What *tap* makes of *position*; *written* is what stands in the field for lines by hand. Raises `NoPosition`."""
    verb, _sep, rest = tap.partition(" ")
    if verb == "write":
        return _line(_plain(position), written)
    if verb == "try" and written.strip():
        return _ask(position, written)
    if verb in ("rules", "try"):  # the game stands in the address by itself
        return position.query, "main"
    if verb == "game":
        return position.query | {"show": "game"}, "main"
    if verb not in _TAPS:
        raise NoPosition(_("tap: not a key of this page: %(read)s") % {"read": repr(tap)}, position.query)
    return _TAPS[verb](_plain(position), rest)


def _plain(position: Position) -> Position:
    """The position with the lines that hold alone, so that lines can be added and removed."""
    changes = isinstance(position.claim, TakenBack | Amended)
    lines = numbered(line.event for line, _before in position.history)
    return replace(position, lines=lines, claim=None if changes else position.claim, chosen=position.seat)


def _lit(position: Position, seat: str) -> Leads:
    return replace(position, claim=None, picks=()).query | {"seat": seat}, "cards"


def _unlit(position: Position) -> Query:
    """The address without the seat that is lit: what is written next says it."""
    return replace(position, chosen=None).query


def _pick(position: Position, word: str) -> Leads:
    """One more card; a piece that is picked already is picked no longer."""
    picks = [pick for pick in position.picked if pick != word or "#" not in word]
    if len(picks) == len(position.picked) < MOST_PICKS:
        picks.append(word)
    return _picked(position, picks)


def _drop(position: Position, place: str) -> Leads:
    return _picked(position, [pick for at, pick in enumerate(position.picked) if str(at) != place])


def _picked(position: Position, picks: list[str]) -> Leads:
    return replace(position, claim=None, picks=()).query | {"pick": picks}, "cards"


def _ask(position: Position, line: str) -> Leads:
    return _unlit(replace(position, picks=())) | {"claim": line or position.melds}, "ruling"


def _meld(position: Position, _rest: str) -> Leads:
    return _add(replace(position, claim=None, picks=(), chosen=None), position.melds, "cards")


def _stands(position: Position, _rest: str) -> Leads:
    claim = "" if position.claim is None else write(position.claim)
    return _add(replace(position, claim=None, picks=(), chosen=None), claim, "story")


def _played(position: Position, _rest: str) -> Leads:
    """The pieces picked have been played, by the one before whom they lie."""
    pieces = [position.pieces[pick] for pick in position.picked if pick in position.pieces]
    if not pieces:
        return position.query, "cards"
    names = tuple(Named(piece.card, piece.number) for piece in pieces)
    return _add(replace(position, claim=None, picks=()), write(CardsPlayed(pieces[0].seat, names)), "cards")


def _line(position: Position, text: str) -> Leads:
    """One more line, after which the claim is judged again; what makes trumps stands first, and once."""
    event = _read(text, position)
    if not isinstance(event, TurnedUp | TrumpsNamed):
        stays = position if isinstance(event, TrickWon) else _without_pieces(position)
        return _add(stays, text, "ruling" if position.claim else "more")
    events = [line.event for line in position.lines]
    at = next((at for at, said in enumerate(events) if isinstance(said, TurnedUp | TrumpsNamed)), None)
    events[at or 0 : 0 if at is None else at + 1] = [event]
    return replace(position, lines=numbered(events)).query, "ruling" if position.claim else "cards"


def _remove(position: Position, number: str) -> Leads:
    lines = tuple(line for line in position.lines if str(line.number) != number)
    return replace(_without_pieces(position), lines=lines).query, "ruling" if position.claim else "story"


def _without_pieces(position: Position) -> Position:
    """Only cards from the hand stay picked: who knows what will lie on the tables."""
    return replace(position, picks=tuple(pick for pick in position.picks if "#" not in pick))


def _forget(position: Position, _rest: str) -> Leads:
    return replace(position, claim=None, picks=()).query, "cards"


def _add(position: Position, text: str, leads: str) -> Leads:
    query = position.query
    return query | {"line": [*query["line"], _settled(text, position)]}, leads


def _settled(text: str, position: Position) -> str:
    """The line as short as it can be: its meld and the numbers of its pieces only where it could mean others."""
    event = _read(text, position)
    if event is None or isinstance(event, TakenBack | Amended):
        return text
    ruling = rule_on(event, position.deal)
    said = ruling.event if isinstance(ruling, Granted) else event
    if isinstance(said, Melded) and position.deal.kind(replace(said, meld=None)) is said.meld:
        said = replace(said, meld=None)
    if isinstance(said, CardsPlayed):
        lying = [piece.card for piece in position.deal.lying(said.seat)]
        cards = (Named(named.card) if lying.count(named.card) == 1 else named for named in said.cards)
        said = replace(said, cards=tuple(cards))
    return write(said)


def _read(text: str, position: Position) -> Event | None:
    try:
        return read(text, position.rules)
    except NotationError:
        return None


_TAPS: dict[str, Callable[[Position, str], Leads]] = {
    "seat": _lit,
    "pick": _pick,
    "drop": _drop,
    "ask": _ask,
    "meld": _meld,
    "played": _played,
    "stands": _stands,
    "line": _line,
    "remove": _remove,
    "forget": _forget,
}
"""What the keys of the page are called, and what they do."""
