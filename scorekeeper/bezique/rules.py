"""The rules as values: what a variant is made of, and every house rule with its default, sentence and source."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property

from .cards import Suit
from .melds import CLUBS_HEARTS, SPADES_DIAMONDS, TRUMP_QUEEN, BeziquePair, Meld, MeldClass


class Seat(StrEnum):
    """A place at the table, in playing order; the deal passes to the left, from A to B."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


Side = str
"""The seats that share a score, in one word: ``A``, or ``AC`` where partners play."""


class BeziquePairRule(StrEnum):
    """Which queen and jack make a bezique."""

    FIXED = "fixed"
    CLUBS_HEARTS = "clubs-hearts"
    TRUMP_QUEEN = "trump-queen"


class Brisques(StrEnum):
    """When the aces and tens in the tricks count."""

    DEAL_END = "deal-end"
    AT_ONCE = "at-once"
    MATCH_END = "match-end"
    SAVE_RUBICON = "save-rubicon"
    NONE = "none"


class TieBreak(StrEnum):
    """What decides when two sides are level at or over the target."""

    PLAY_ON = "play-on"
    LAST_DEAL_BRISQUES = "last-deal-brisques"


class MatchLength(StrEnum):
    """Whether a match is one deal or runs to a target."""

    ONE_DEAL = "one-deal"
    TARGET = "target"


class Settlement(StrEnum):
    """How a game of one deal is settled."""

    SIMPLE = "simple"
    PORTLAND = "portland"


@dataclass(frozen=True)
class Rules:
    """Everything in which one game of Bezique differs from another; the engine only reads it.

    The first part is what the variant is, the second its house rules (described one by one in `options.OPTIONS`).
    Points are points of the game, counts are cards or tricks.
    """

    key: str
    families: frozenset[str]
    """Names under which house rules say where they have a place (`options.Option.families`)."""
    packs: int
    """Packs of 32 cards, and so the copies of each face."""
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    hand: int
    """Cards dealt to each player."""
    turn_up: bool
    """Whether a card is turned up for trumps; else the first marriage or sequence makes them (PTL 41)."""
    tricks_without_draw: int
    last_trick_points: int
    carte_blanche_points: int
    """0 where there is no carte blanche."""
    default_target: int | None
    """Points of a match to a target; for the games of one deal the default when `match_length` is ``target``."""
    rubicon: int | None
    """Points below which the loser of a game of one deal hands the score over."""
    highest_bezique: int
    """How many single beziques the dearest bezique holds."""
    highest_four: int
    """1: any four of a kind; 2: also four of trumps; 3: also five of trumps."""
    plain_sequences: bool

    seven_takes_the_meld: bool = False
    seven_scores_when_played: bool = False
    no_meld_before_last_draw: bool = False
    new_card_required: bool = False
    double_from_two_singles: bool = False
    double_at_once: bool = False
    marriage_after_sequence: bool = False
    bezique_pair: BeziquePairRule = BeziquePairRule.FIXED
    quadruple_in_four_hand: bool = False
    quintuple_bezique: bool = True
    any_four_tens: bool = False
    reform_melds: bool = False
    cross_marriages: bool = False
    second_double_reuse: bool = False
    partners_build: bool = True
    joint_beziques: bool = True
    exchanged_card_waits: bool = False
    carte_blanche_repeat: bool = True
    last_trick_ends_stock: bool = False
    brisques: Brisques = Brisques.DEAL_END
    stop_at_target: bool = False
    tie_break: TieBreak = TieBreak.PLAY_ON
    match_length: MatchLength = MatchLength.TARGET
    rubicon_settlement: Settlement = Settlement.SIMPLE

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once: rules are the key of what is kept about them."""
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    @cached_property
    def tricks_with_draw(self) -> int:
        """Tricks after which cards are drawn, the turn-up included: and so the most melds in a deal."""
        return (self.packs * 32 - len(self.seats) * self.hand) // len(self.seats)

    @cached_property
    def last_meld_trick(self) -> int:
        """The last trick after which a meld may be declared."""
        return self.tricks_with_draw - self.no_meld_before_last_draw

    @cached_property
    def tricks(self) -> int:
        """All tricks of a deal, and so the number of the very last."""
        return self.tricks_with_draw + self.tricks_without_draw

    @cached_property
    def duels(self) -> int:
        """Into how many parts the tricks without a draw fall, each as long as a hand: two with four players (S4)."""
        return self.tricks_without_draw // self.hand

    @cached_property
    def last_trick_number(self) -> int:
        """The number of the trick that scores as the last."""
        return self.tricks_with_draw if self.last_trick_ends_stock else self.tricks

    @cached_property
    def held_when_melding(self) -> int:
        """Cards in hand and on the table of a player who has played and not yet drawn."""
        return self.hand - 1

    @cached_property
    def all_brisques(self) -> int:
        """Aces and tens in the packs."""
        return 8 * self.packs

    @cached_property
    def has_sevens(self) -> bool:
        """Whether the seven of trumps scores: where a card is turned up."""
        return self.turn_up

    @cached_property
    def counts_brisques(self) -> bool:
        """Whether a deal is only finished when the brisques are in."""
        return self.brisques is not Brisques.NONE

    @cached_property
    def to_target(self) -> bool:
        """Whether deals are added up to a target."""
        return self.match_length is MatchLength.TARGET

    @cached_property
    def _side_of(self) -> dict[Seat, Side]:
        return {seat: side for side in self.sides for seat in self.seats if seat.value in side}

    def side_of(self, seat: Seat) -> Side:
        """The side that *seat* scores for."""
        return self._side_of[seat]

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats of *side*, in playing order."""
        return tuple(seat for seat in self.seats if seat.value in side)

    def left_of(self, seat: Seat) -> Seat:
        """The next player, and so the next dealer."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def pair(self, trumps: Suit | None) -> BeziquePair | None:
        """The queen and jack of a bezique while *trumps* are trumps; None while there can be none."""
        match self.bezique_pair:
            case BeziquePairRule.FIXED:
                return SPADES_DIAMONDS
            case BeziquePairRule.CLUBS_HEARTS:
                return CLUBS_HEARTS if trumps in (Suit.SPADES, Suit.DIAMONDS) else SPADES_DIAMONDS
            case BeziquePairRule.TRUMP_QUEEN:
                return None if trumps is None else TRUMP_QUEEN[trumps]

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """The melds that score in this game, in the order of the score screen."""
        return tuple(meld for meld in Meld if self._has(meld))

    def scores(self, meld: Meld) -> bool:
        """Whether *meld* scores in this game."""
        return meld in self._melds

    @cached_property
    def _melds(self) -> frozenset[Meld]:
        return frozenset(self.melds)

    def _has(self, meld: Meld) -> bool:
        match meld.meld_class:
            case MeldClass.ROYAL:
                return meld is not Meld.PLAIN_SEQUENCE or self.plain_sequences
            case MeldClass.BEZIQUE:
                return meld.level <= self._highest_bezique
            case MeldClass.TENS:
                return self.any_four_tens if meld.level == 1 else meld.level <= self.highest_four
            case _:
                return meld.level <= self.highest_four

    @cached_property
    def _highest_bezique(self) -> int:
        if self.quadruple_in_four_hand:
            return max(4, self.highest_bezique)
        return self.highest_bezique if self.quintuple_bezique else min(4, self.highest_bezique)


LEGAL_TARGETS = range(100, 100_001, 10)
"""The targets a host may set: multiples of 10 from 100 to 100,000 points."""
