"""Short deals made up around one house rule, so that it decides many claims: nobody holds cards, anything is laid."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.bezique.oracle.dealing import TOGETHER
from tests.bezique.oracle.plain_game import CHOICES, SUITS, Game, bezique_pair, brisque_modes
from tests.bezique.oracle.table import Step, Table

AROUND_BEZIQUES = (
    *("double_from_two_singles", "double_at_once", "quadruple_in_four_hand", "quintuple_bezique"),
    *("second_double_reuse", "joint_beziques", "partners_build", "bezique_pair"),
)
AROUND_MARRIAGES = ("marriage_after_sequence", "cross_marriages")
ABOUT_THE_MATCH = ("stop_at_target", "tie_break", "match_length", "rubicon_settlement")  # decide no claim
FOCUSES = [name for name in CHOICES if name not in ABOUT_THE_MATCH]
ABOUT_THE_END = ("no_meld_before_last_draw", "seven_scores_when_played", "last_trick_ends_stock")
AROUND_SEVENS = ("seven_takes_the_meld", "seven_scores_when_played", "exchanged_card_waits")


def rules_around(rng: Random, focus: str) -> tuple[str, dict[str, bool | str]]:
    """A variant in which *focus* has a place, and house rules under which it decides something."""
    variant = rng.choice(CHOICES[focus].where)
    values = brisque_modes(variant) if focus == "brisques" else CHOICES[focus].values
    chosen = {focus: rng.choice(values)}
    for name, value, other, needed in TOGETHER:
        if name == focus and variant in CHOICES[other].where and (value == chosen[focus] or rng.random() < 0.5):
            chosen[other] = needed
    return variant, chosen


class StagedDeal(Table):
    """One short deal around a house rule."""

    def __init__(self, seed: int) -> None:
        """Choose the rule by the seed, the rest by chance."""
        rng = Random(f"staged {seed}")
        self.focus = FOCUSES[seed % len(FOCUSES)]
        super().__init__(rng, *rules_around(rng, self.focus))
        self.suit = rng.choice(SUITS)
        self.theme = self.faces_around(self.game)
        self.notes = rng.random() < 0.7
        near_the_end = (self.game.draws - 4, self.game.bonus_trick - 3)
        self.from_trick = rng.choice((0, *near_the_end) if self.focus in ABOUT_THE_END else (0, 0, 0, *near_the_end))

    def faces_around(self, game: Game) -> tuple[str, ...]:
        """The faces that the focus is about."""
        if self.focus in AROUND_BEZIQUES:
            return bezique_pair(game, self.suit) or ("QS", "JD")
        if self.focus in AROUND_MARRIAGES:
            ranks = ("K", "Q") if self.rng.random() < 0.5 else ("A", "10", "K", "Q", "J")
            return tuple(rank + self.suit for rank in ranks)
        return ("A" + self.suit,) if self.focus == "carte_blanche_repeat" else ()

    def steps(self) -> Iterator[Step]:
        """Some dozen tricks, after each of which much is claimed and something of it written."""
        rng, game = self.rng, self.game
        if game.carte_blanche and rng.random() < 0.8:
            yield self.write(f"{rng.choice(game.seats)} carte-blanche")
            yield from self.some_claims(rng.choice(game.seats), 2)
        if game.turn_up and rng.random() < 0.8:
            yield self.write(f"turn-up {rng.choice(('A', 'K', 'K', 'Q', 'Q', 'J', '10', '7'))}{self.suit}")
        elif game.turn_up or rng.random() < 0.7:
            yield self.write(f"trumps {self.suit}")
        if not self.notes and game.draws < 60 and rng.random() < 0.2:
            yield from self.crowd()
        favourite = rng.choice(game.seats)
        for number in range(self.from_trick + 1, self.from_trick + rng.randint(4, 12)):
            winner = favourite if rng.random() < 0.7 else rng.choice(game.seats)
            if self.notes and number <= game.last and not self.deal.finished:
                yield self.write(f"trick {number} {winner}")
            if self.focus in AROUND_SEVENS and rng.random() < 0.5:
                yield from self.written_if_legal(f"{rng.choice(game.side(winner))} exchanges seven")
            yield from self.claims_and_a_line(winner, rng.randint(2, 5))

    def crowd(self) -> Iterator[Step]:
        """So many melds, agreed by the table and played away, that hardly another trick is left for one."""
        seats = self.game.seats
        for at in range(self.game.draws - self.rng.randint(0, 3)):
            seat, pair = seats[at % len(seats)], f"K{self.suit} Q{self.suit}"
            yield self.write(f"{seat} melds {pair} agreed")
            yield self.write(f"{seat} plays {pair}")

    def claims_and_a_line(self, winner: str, many: int) -> Iterator[Step]:
        """Claims, of which the first legal one that has a plain meaning is mostly written, and cards played."""
        rng = self.rng
        written = False
        for step in self.some_claims(winner, many):
            yield step
            if step.written or written or rng.random() < 0.2 or step.text.split()[0] in ("take", "amend"):
                continue
            legal, points = self.referee.judge(step.text)
            small = (
                points in (10, 20, 40, 50, 100) or not self.theme or rng.random() < 0.3
            )  # then more can follow from it
            ends = step.text.endswith("last-trick") and rng.random() < 0.3
            if legal and small and (ends or self.can_stand(step.text)):
                yield self.write(step.text)
                written = True
                yield from self.some_claims(winner, 1)
        lying = self.deal.lying(self.game.seats)
        if lying and rng.random() < 0.6:
            piece = rng.choice(lying)
            yield from self.written_if_legal(f"{piece.seat} plays {piece.face}#{piece.number}")

    def written_if_legal(self, text: str) -> Iterator[Step]:
        """A claim, and the line if it is legal."""
        yield Step(text, False)
        if self.referee.judge(text)[0]:
            yield self.write(text)
            yield from self.some_claims(text[0], 1.5)
