"""The melds: which cards make them, what they score, and their class and level."""

from __future__ import annotations

from collections import Counter
from enum import Enum, StrEnum
from functools import lru_cache

from .cards import Card, Rank, Suit, face
from .words import N_


class MeldClass(Enum):
    """Melds within which a card may go up and never down (rules, law of low before high)."""

    ROYAL = "royal"
    BEZIQUE = "bezique"
    ACES = "A"
    TENS = "10"
    KINGS = "K"
    QUEENS = "Q"
    JACKS = "J"


_RANKS = {
    MeldClass.ACES: Rank.ACE,
    MeldClass.TENS: Rank.TEN,
    MeldClass.KINGS: Rank.KING,
    MeldClass.QUEENS: Rank.QUEEN,
    MeldClass.JACKS: Rank.JACK,
}


class Meld(StrEnum):
    """A kind of scoring combination; its value is the word of the notation.

    Each is a kind of its own, but a common and a royal marriage are one kind.
    """

    meld_class: MeldClass
    level: int
    points: int
    label: str
    size: int
    """How many cards it takes."""
    rank: Rank | None
    """The rank of a four or five of a kind; None for the other classes."""
    is_marriage: bool
    is_sequence: bool

    def __new__(cls, key: str, meld_class: MeldClass, level: int, points: int, label: str) -> Meld:
        """*level* counts from 1 within the class; *points* are what the meld scores in every variant that has it."""
        meld = str.__new__(cls, key)
        meld._value_ = key
        meld.meld_class, meld.level, meld.points, meld.label = meld_class, level, points, label
        meld.rank = _RANKS.get(meld_class)
        meld.is_marriage = meld_class is MeldClass.ROYAL and level == 1
        meld.is_sequence = meld_class is MeldClass.ROYAL and level == 2
        match meld_class:
            case MeldClass.ROYAL:
                meld.size = 2 if level == 1 else 5
            case MeldClass.BEZIQUE:
                meld.size = 2 * level
            case _:
                meld.size = 5 if level == 3 else 4
        return meld

    MARRIAGE = "marriage", MeldClass.ROYAL, 1, 20, N_("marriage")
    ROYAL_MARRIAGE = "royal-marriage", MeldClass.ROYAL, 1, 40, N_("royal marriage")
    SEQUENCE = "sequence", MeldClass.ROYAL, 2, 250, N_("sequence")
    PLAIN_SEQUENCE = "plain-sequence", MeldClass.ROYAL, 2, 150, N_("plain sequence")
    BEZIQUE = "bezique", MeldClass.BEZIQUE, 1, 40, N_("bezique")
    DOUBLE_BEZIQUE = "double-bezique", MeldClass.BEZIQUE, 2, 500, N_("double bezique")
    TRIPLE_BEZIQUE = "triple-bezique", MeldClass.BEZIQUE, 3, 1500, N_("triple bezique")
    QUADRUPLE_BEZIQUE = "quadruple-bezique", MeldClass.BEZIQUE, 4, 4500, N_("quadruple bezique")
    QUINTUPLE_BEZIQUE = "quintuple-bezique", MeldClass.BEZIQUE, 5, 9000, N_("quintuple bezique")
    FOUR_ACES = "four-aces", MeldClass.ACES, 1, 100, N_("four aces")
    FOUR_TENS = "four-tens", MeldClass.TENS, 1, 90, N_("four tens")
    FOUR_KINGS = "four-kings", MeldClass.KINGS, 1, 80, N_("four kings")
    FOUR_QUEENS = "four-queens", MeldClass.QUEENS, 1, 60, N_("four queens")
    FOUR_JACKS = "four-jacks", MeldClass.JACKS, 1, 40, N_("four jacks")
    FOUR_TRUMP_ACES = "four-trump-aces", MeldClass.ACES, 2, 1000, N_("four aces of trumps")
    FOUR_TRUMP_TENS = "four-trump-tens", MeldClass.TENS, 2, 900, N_("four tens of trumps")
    FOUR_TRUMP_KINGS = "four-trump-kings", MeldClass.KINGS, 2, 800, N_("four kings of trumps")
    FOUR_TRUMP_QUEENS = "four-trump-queens", MeldClass.QUEENS, 2, 600, N_("four queens of trumps")
    FOUR_TRUMP_JACKS = "four-trump-jacks", MeldClass.JACKS, 2, 400, N_("four jacks of trumps")
    FIVE_TRUMP_ACES = "five-trump-aces", MeldClass.ACES, 3, 2000, N_("five aces of trumps")
    FIVE_TRUMP_TENS = "five-trump-tens", MeldClass.TENS, 3, 1800, N_("five tens of trumps")
    FIVE_TRUMP_KINGS = "five-trump-kings", MeldClass.KINGS, 3, 1600, N_("five kings of trumps")
    FIVE_TRUMP_QUEENS = "five-trump-queens", MeldClass.QUEENS, 3, 1200, N_("five queens of trumps")
    FIVE_TRUMP_JACKS = "five-trump-jacks", MeldClass.JACKS, 3, 800, N_("five jacks of trumps")

    def same_kind(self, other: Meld) -> bool:
        """Whether a card that scored in *other* has scored in this kind (rules, law of the same kind once)."""
        return self is other or (self.is_marriage and other.is_marriage)


_FOURS = {rank: tuple(m for m in Meld if m.meld_class is cls) for cls, rank in _RANKS.items()}
_BEZIQUES = tuple(m for m in Meld if m.meld_class is MeldClass.BEZIQUE)
SEQUENCE_RANKS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)

BeziquePair = tuple[Card, Card]
"""The queen and the jack that make a bezique."""

SPADES_DIAMONDS: BeziquePair = (face(Rank.QUEEN, Suit.SPADES), face(Rank.JACK, Suit.DIAMONDS))
CLUBS_HEARTS: BeziquePair = (face(Rank.QUEEN, Suit.CLUBS), face(Rank.JACK, Suit.HEARTS))
TRUMP_QUEEN: dict[Suit, BeziquePair] = {
    Suit.SPADES: SPADES_DIAMONDS,
    Suit.DIAMONDS: (face(Rank.QUEEN, Suit.DIAMONDS), face(Rank.JACK, Suit.SPADES)),
    Suit.HEARTS: (face(Rank.QUEEN, Suit.HEARTS), face(Rank.JACK, Suit.CLUBS)),
    Suit.CLUBS: CLUBS_HEARTS,
}


@lru_cache(maxsize=4096)
def made_by(cards: tuple[Card, ...], trumps: Suit | None, pair: BeziquePair | None) -> tuple[Meld, ...]:
    """Every meld that exactly *cards* make, dearest first; empty when they make none.

    With *trumps* None a king and queen, or five in sequence, count as royal: that is how the first of them makes
    trumps (PTL 41). *pair* is the bezique of the deal, None while there is none. Which melds a variant scores is not
    asked here (`Rules.scores`).
    """
    size = len(cards)
    ranks = {card.rank for card in cards}
    suits = {card.suit for card in cards}
    if len(ranks) == 1:
        return _fours(size, ranks.pop(), suits, trumps)
    if len(suits) == 1 and len(ranks) == size:
        if size == 2 and ranks == {Rank.KING, Rank.QUEEN}:
            return (Meld.ROYAL_MARRIAGE if trumps is None or suits == {trumps} else Meld.MARRIAGE,)
        if size == 5 and ranks == set(SEQUENCE_RANKS):
            return (Meld.SEQUENCE if trumps is None or suits == {trumps} else Meld.PLAIN_SEQUENCE,)
    level, odd = divmod(size, 2)
    if pair is not None and not odd and 1 <= level <= len(_BEZIQUES):
        faces = Counter(cards)
        if faces[pair[0]] == faces[pair[1]] == level:
            return (_BEZIQUES[level - 1],)
    return ()


def _fours(size: int, rank: Rank, suits: set[Suit], trumps: Suit | None) -> tuple[Meld, ...]:
    fours = _FOURS.get(rank)
    if fours is None:
        return ()
    of_trumps = trumps is not None and suits == {trumps}
    if size == 4:
        return (fours[1], fours[0]) if of_trumps else (fours[0],)
    return (fours[2],) if size == 5 and of_trumps else ()
