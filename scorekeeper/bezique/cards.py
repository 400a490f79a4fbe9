"""The cards: suits, ranks, faces, and how they are read and written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .words import N_, quoted


class Suit(StrEnum):
    """One of the four suits; its value is the letter of the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        """The sign printed on the card: ♠ ♥ ♦ ♣."""
        return _SIGNS[self]

    @property
    def label(self) -> str:
        """The suit's name in words, for pages and screen readers."""
        return _LABELS[self]


_SIGNS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_LABELS = {Suit.SPADES: N_("spades"), Suit.HEARTS: N_("hearts"), Suit.DIAMONDS: N_("diamonds"), Suit.CLUBS: N_("clubs")}


class Rank(StrEnum):
    """One of the eight ranks of a Bezique pack, highest first; its value is the word of the notation."""

    ACE = "A"
    TEN = "10"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"

    @property
    def label(self) -> str:
        """The rank's name in words, for screen readers."""
        return _RANK_LABELS[self]


_RANK_LABELS = {
    Rank.ACE: N_("ace"),
    Rank.TEN: N_("ten"),
    Rank.KING: N_("king"),
    Rank.QUEEN: N_("queen"),
    Rank.JACK: N_("jack"),
    Rank.NINE: N_("nine"),
    Rank.EIGHT: N_("eight"),
    Rank.SEVEN: N_("seven"),
}

COURT = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})
"""The ranks that a carte blanche must not hold."""


_FACES: dict[str, Card] = {}


class NotACard(ValueError):
    """A word that should be a card and is not; the message says what was read and what would be right."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A face: a rank and a suit. Two cards alike are two pieces of pasteboard (see `deal.TableCard`).

    There is one object a face, however it is made: faces are compared and counted by identity.

    >>> Card.parse("10D").is_brisque
    True
    >>> str(Card.parse("t♠"))
    '10S'
    >>> Card(Rank.KING, Suit.HEARTS) is Card.parse("KH")
    True
    """

    rank: Rank
    suit: Suit

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        name = f"{rank.value}{suit.value}"
        known = _FACES.get(name)
        if known is None:
            known = _FACES[name] = object.__new__(cls)
        return known

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.value}"

    @property
    def is_brisque(self) -> bool:
        """Whether it counts 10 in the tricks: an ace or a ten."""
        return self.rank in (Rank.ACE, Rank.TEN)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that *text* names; also lower case, ``T`` for ten, and ♠♥♦♣. Raises `NotACard`."""
        card = _FACES.get(text) or _FACES.get(_plain(text))
        if card is None:
            raise NotACard(f"not a card: {quoted(text)} (write e.g. QS, 10D)")
        return card


def _plain(text: str) -> str:
    word = text.upper().translate(_SUIT_LETTERS)  # and without the selector that asks for the printed sign
    return f"10{word[1:]}" if word.startswith("T") else word


_SUIT_LETTERS = str.maketrans({sign: suit.value for suit, sign in _SIGNS.items()} | {"\ufe0e": "", "\ufe0f": ""})
FACES = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""All 32 faces of a pack, suit by suit, highest rank first."""


def face(rank: Rank, suit: Suit) -> Card:
    """The one `Card` object of that rank and suit."""
    return _FACES[f"{rank.value}{suit.value}"]
