"""The notation: write(event) and read(text), one line an event.

>>> from .variants import VARIANTS
>>> write(read("A melds ah t♥ JH + kh qh#1", VARIANTS["classic"].rules))
'A melds AH 10H JH + KH QH#1'
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from .cards import Card, NotACard, Suit
from .events import (
    Adjusted,
    Amended,
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
    StockExhausted,
    TakenBack,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from .melds import Meld
from .rules import Rules, Seat, Side
from .words import quoted
from .writing import write

__all__ = ["MAX_NUMBER", "MOST_WORDS", "NotationError", "read", "write"]


class NotationError(ValueError):
    """A line that cannot be read; the message says where, what was read and what would be right."""


MAX_NUMBER = 1_000_000
"""No number in a line is larger: trick, line, brisques or points."""
MOST_WORDS = 300
"""No line but that of an adjustment has more words: all the cards of eight packs are fewer."""
_MELDS = {meld.value: meld for meld in Meld}
_SUITS = {suit.value: suit for suit in Suit} | {suit.value.lower(): suit for suit in Suit} | {s.sign: s for s in Suit}
_FIRSTS = "turn-up, trumps, trick, stock exhausted, brisques, take back, amend"
_VERBS = "melds, plays, exchanges, shows, last-trick, carte-blanche, brisques, adjusts"  # what can follow a seat


def read(text: str, rules: Rules) -> Event:
    """The event that the line *text* says in a game of these *rules*. Raises `NotationError`."""
    return _read(text, rules.seats, rules.sides)


Seats = tuple[Seat, ...]
Sides = tuple[Side, ...]


@lru_cache(maxsize=4096)
def _read(text: str, seats: Seats, sides: Sides) -> Event:
    words = text.split()
    if not words:
        raise NotationError("an empty line (write e.g. A melds KH QH)")
    if words[:2] == ["take", "back"]:
        if len(words) == 2:
            raise NotationError("the number of the line is missing (write e.g. take back 12)")
        _length(words, 3, "take back 12")
        return TakenBack(_number(words, 2, 1))
    if words[0] == "amend":
        return _read_amended(text, words, seats, sides)
    return _read_line(text, words, seats, sides)


def _read_amended(text: str, words: list[str], seats: Seats, sides: Sides) -> Amended:
    if len(words) < 3:
        raise NotationError(f"{quoted(text)} ends too soon (write e.g. amend 12 B melds KC QC)")
    number = _number(words, 1, 1)
    if words[2] == "amend" or words[2:4] == ["take", "back"]:
        raise NotationError(f"an amendment says what a line of the deal says now, not {quoted(words[2])} (word 3)")
    try:
        return Amended(number, _read_line(text.split(maxsplit=2)[2], words[2:], seats, sides))
    except NotationError as error:
        raise NotationError(f"after 'amend {number}': {error}") from error


def _read_line(text: str, words: list[str], seats: Seats, sides: Sides) -> Claim:
    if len(words) > 1 and words[1] == "adjusts":
        return _read_adjusted(text, words, seats)
    if len(words) > MOST_WORDS:
        raise NotationError(f"a line of {len(words)} words is too long (at most {MOST_WORDS})")
    agreed = words[-1] == "agreed"
    return _read_claim(words[:-1] if agreed else words, seats, sides, agreed)


def _read_claim(words: list[str], seats: Seats, sides: Sides, agreed: bool) -> Claim:
    match words:
        case ["turn-up", *_]:
            _length(words, 2, "turn-up AH")
            return TurnedUp(_card(words, 1), agreed)
        case ["trumps", *_]:
            _length(words, 2, "trumps H")
            return TrumpsNamed(_suit(words, 1), agreed)
        case ["trick", _, _]:
            return TrickWon(_seat(words, 2, seats), _number(words, 1, 1), agreed)
        case ["trick", *_]:
            _length(words, 2, "trick B, or trick 14 B")
            return TrickWon(_seat(words, 1, seats), None, agreed)
        case ["stock", "exhausted"]:
            return StockExhausted(agreed)
        case ["stock", *_]:
            raise NotationError(f"cannot read {quoted(' '.join(words))} (write stock exhausted)")
        case ["brisques", *_]:
            return _read_counts(words, sides, agreed)
        case [first, "brisques", *_]:
            _length(words, 3, "A brisques 2")
            return BrisquesTaken(_side(first, seats, sides), _number(words, 2, 0), agreed)
        case [_, verb, *_] if reader := _READERS.get(verb):
            return reader(words, _seat(words, 0, seats), agreed)
        case [first, *rest] if first in Seat.__members__:
            _seat(words, 0, seats)
            said = f"unknown word {quoted(rest[0])} (word 2)" if rest else f"nothing after {quoted(first)}"
            raise NotationError(f"{said} (one of {_VERBS})")
        case []:
            raise NotationError("nothing is agreed on (write e.g. A melds KH QH agreed)")
    raise NotationError(f"unknown word {quoted(words[0])} (word 1; one of {_FIRSTS}, or a seat: {', '.join(seats)})")


def _read_melded(words: list[str], seat: Seat, agreed: bool) -> Melded:
    at = 2
    meld = _MELDS.get(words[2]) if len(words) > 2 else None
    if meld is not None:
        at = 3
    hand: list[Card] = []
    table: list[Named] = []
    crossed = False
    for i in range(at, len(words)):
        if words[i] == "+":
            if crossed:
                raise NotationError(f"a second '+' (word {i + 1}): hand cards stand before it, table cards after")
            crossed = True
        elif crossed:
            table.append(_named(words, i))
        else:
            hand.append(_melded_card(words, i, at))
    if (not hand and not table) or (crossed and not table):
        raise NotationError("cards are missing (write e.g. A melds KH QH, A melds KH + QH, A melds + KH QH)")
    return Melded(seat, tuple(hand), tuple(table), meld, agreed)


def _melded_card(words: list[str], at: int, first: int) -> Card:
    word = words[at]
    if "#" in word:
        raise NotationError(
            f"{quoted(word)} (word {at + 1}) comes from the hand and has no number (table cards follow '+')"
        )
    try:
        return Card.parse(word)
    except NotACard as error:
        if (at == first == 2 and "-" in word) or len(word) > 3:
            raise NotationError(f"not a meld: {quoted(word)} (word {at + 1}; one of {', '.join(_MELDS)})") from error
        raise NotationError(f"{error} (word {at + 1})") from error


def _read_played(words: list[str], seat: Seat, agreed: bool) -> CardsPlayed | SevenPlayed:
    if words[2:] == ["seven"]:
        return SevenPlayed(seat, agreed)
    if len(words) < 3:
        raise NotationError("cards are missing (write e.g. A plays QS#1 JD, or A plays seven)")
    return CardsPlayed(seat, tuple(_named(words, i) for i in range(2, len(words))), agreed)


def _read_exchanged(words: list[str], seat: Seat, agreed: bool) -> SevenExchanged:
    _exactly(words, ["seven"], "A exchanges seven")
    return SevenExchanged(seat, agreed)


def _read_shown(words: list[str], seat: Seat, agreed: bool) -> SevenShown:
    _exactly(words, ["seven"], "A shows seven")
    return SevenShown(seat, agreed)


def _read_last_trick(words: list[str], seat: Seat, agreed: bool) -> LastTrickWon:
    _exactly(words, [], "A last-trick")
    return LastTrickWon(seat, agreed)


def _read_carte_blanche(words: list[str], seat: Seat, agreed: bool) -> CarteBlanche | CarteBlancheAgain:
    if len(words) > 2 and words[2] == "drew":
        _length(words, 4, "A carte-blanche drew 9H")
        return CarteBlancheAgain(seat, _card(words, 3), agreed)
    return CarteBlanche(seat, tuple(_card(words, i) for i in range(2, len(words))), agreed)


_READERS: dict[str, Callable[[list[str], Seat, bool], Claim]] = {
    "melds": _read_melded,
    "plays": _read_played,
    "exchanges": _read_exchanged,
    "shows": _read_shown,
    "last-trick": _read_last_trick,
    "carte-blanche": _read_carte_blanche,
}


def _read_counts(words: list[str], sides: Sides, agreed: bool) -> BrisquesCounted:
    example = f"(write e.g. brisques {' '.join(f'{side} 8' for side in sides)})"
    if len(words) < 3 or len(words) % 2 == 0:
        raise NotationError(f"brisques need a number for each side {example}")
    counts: list[tuple[str, int]] = []
    for i in range(1, len(words), 2):
        if words[i] not in sides:
            raise NotationError(f"not a side: {quoted(words[i])} (word {i + 1}; one of {', '.join(sides)}) {example}")
        if any(side == words[i] for side, _ in counts):
            raise NotationError(f"side {words[i]} stands twice (word {i + 1}) {example}")
        counts.append((words[i], _number(words, i + 1, 0)))
    return BrisquesCounted(tuple(counts), agreed)


def _read_adjusted(text: str, words: list[str], seats: Seats) -> Adjusted:
    seat = _seat(words, 0, seats)
    rest = text.split(maxsplit=3)
    if len(rest) < 4 or not rest[3].strip():
        raise NotationError(f"{quoted(text)} needs points and a reason (write e.g. A adjusts -40 revoke)")
    sign, digits = (-1, rest[2][1:]) if rest[2].startswith("-") else (1, rest[2])
    if not (digits.isascii() and digits.isdigit()) or int(digits[:9]) > MAX_NUMBER or len(digits) > 9:
        raise NotationError(f"not a whole number: {quoted(rest[2])} (word 3; from -{MAX_NUMBER} to {MAX_NUMBER})")
    return Adjusted(seat, sign * int(digits), " ".join(rest[3].split()))


def _length(words: list[str], length: int, example: str) -> None:
    if len(words) != length:
        said = (
            f"{quoted(words[length])} (word {length + 1}) is too much"
            if len(words) > length
            else "the line ends too soon"
        )
        raise NotationError(f"{said} (write e.g. {example})")


def _exactly(words: list[str], rest: list[str], example: str) -> None:
    if words[2:] != rest:
        raise NotationError(f"cannot read {quoted(' '.join(words))} (write e.g. {example})")


def _seat(words: list[str], at: int, seats: Seats) -> Seat:
    for seat in seats:
        if seat == words[at]:
            return seat
    raise NotationError(f"not a seat: {quoted(words[at])} (word {at + 1}; one of {', '.join(seats)})")


def _side(word: str, seats: Seats, sides: Sides) -> Side:
    """The side of that name, or that the seat of that name scores for."""
    if word in sides:
        return word
    if word in seats:
        return next(side for side in sides if word in side)
    raise NotationError(f"not a side: {quoted(word)} (word 1; one of {', '.join(sides)})")


def _suit(words: list[str], at: int) -> Suit:
    suit = _SUITS.get(words[at])
    if suit is None:
        raise NotationError(f"not a suit: {quoted(words[at])} (word {at + 1}; one of {', '.join(Suit)})")
    return suit


def _card(words: list[str], at: int) -> Card:
    try:
        return Card.parse(words[at])
    except NotACard as error:
        raise NotationError(f"{error} (word {at + 1})") from error


def _named(words: list[str], at: int) -> Named:
    name, mark, number = words[at].partition("#")
    try:
        card = Card.parse(name)
    except NotACard as error:
        raise NotationError(f"{error} (word {at + 1})") from error
    if not mark:
        return Named(card)
    if not (number.isascii() and number.isdigit() and len(number) < 4 and int(number) > 0):
        raise NotationError(f"not a copy: {quoted(words[at])} (word {at + 1}; write e.g. QS#1)")
    return Named(card, int(number))


def _number(words: list[str], at: int, least: int) -> int:
    word = words[at]
    if not (word.isascii() and word.isdigit()) or len(word) > 7 or not least <= int(word) <= MAX_NUMBER:
        raise NotationError(f"not a number: {quoted(word)} (word {at + 1}; a whole number from {least})")
    return int(word)
