"""A table at which lines are written and claims are tried: what physical and staged deals have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.bezique.oracle.claims import about_cards, about_the_rest
from tests.bezique.oracle.plain_deal import Deal, kind_claimed, read_meld
from tests.bezique.oracle.plain_game import Game, read_card
from tests.bezique.oracle.plain_log import standing, what_stands
from tests.bezique.oracle.plain_referee import Referee


@dataclass(frozen=True)
class Step:
    """What comes next: a line that is written, or a claim that is only judged."""

    text: str
    written: bool
    fair: bool = False


class Table(ABC):
    """A variant with its house rules, the plain referee, and people who claim all sorts of things."""

    def __init__(self, rng: Random, variant: str, house_rules: dict[str, bool | str]) -> None:
        """An empty table; sub-classes say what happens at it."""
        self.rng = rng
        self.variant = variant
        self.house_rules = house_rules
        self.dealer = rng.choice(Game(variant, house_rules).seats)
        self.referee = Referee(variant, house_rules, self.dealer)
        self.game = self.referee.game
        self.theme: tuple[str, ...] = ()
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.game.seats}
        self.careless = rng.random() < 0.2  # foul lines are written too

    @abstractmethod
    def steps(self) -> Iterator[Step]:
        """The deal, line by line, with the claims between."""

    @property
    def deal(self) -> Deal:
        """The state of what is written."""
        return self.referee.deal

    def write(self, text: str) -> Step:
        """Write a line."""
        self.referee.write(text)
        return Step(text, True)

    def some_claims(self, winner: str, many: float) -> Iterator[Step]:
        """Claims that nobody writes (but where the table is careless, now and then one that is foul)."""
        rng = self.rng
        for _ in range(int(many + rng.random())):
            text = about_cards(rng, self.deal, self.hands, winner, self.theme)
            if rng.random() < 0.25:
                text = about_the_rest(rng, self.deal, winner)
            if self.referee.log and rng.random() < 0.03:
                yield Step(self.some_undoing(text.removesuffix(" agreed")), False)
                continue
            yield Step(text, False)
            if self.careless and rng.random() < 0.15 and self.can_stand(text):
                yield self.write(text)

    def some_undoing(self, right: str) -> str:
        """A line taken back, or one that should have read *right*."""
        log = self.referee.log
        if self.rng.random() < 0.5 or not standing(log):
            return f"take back {self.rng.choice(list(what_stands(log)))}"
        return f"amend {self.rng.choice(standing(log))[0]} {right}"

    def can_stand(self, text: str) -> bool:
        """Whether a line, legal or not, has a plain meaning when it stands in a log."""
        deal, words = self.deal, text.split()
        if deal.stock_exhausted or deal.last_trick is not None or words[0] in ("turn-up", "trumps", "trick", "stock"):
            return False
        if words[1:3] == ["carte-blanche", "drew"]:
            return bool(self.game.carte_blanche)
        if words[1] in ("exchanges", "shows") or words[1:3] == ["plays", "seven"]:
            return self.game.turn_up
        if words[1] == "plays":
            named = [read_card(word) for word in words[2:]]
            return len(set(named)) == len(named) == len(deal.pieces_played(words[0], named))
        if words[1] == "melds":
            claim = read_meld(words)
            pool = deal.lying(self.game.side(claim.seat))
            there = next(deal.choices(claim.table, pool), None) is not None
            return there and kind_claimed(claim, self.game, deal.trumps) is not None
        return False

    def slip(self, right: str, wrong: str) -> Iterator[Step]:
        """Write the wrong line first and put it right by amending or by taking back, perhaps twice over."""
        yield self.write(wrong)
        number = len(self.referee.log)
        what = self.rng.random()
        if what < 0.45:
            yield self.write(f"amend {number} {right}")
        elif what < 0.8:
            yield self.write(f"take back {number}")
            yield self.write(right)
        elif what < 0.9:  # taken back, the taking back taken back, then amended
            yield self.write(f"take back {number}")
            yield self.write(f"take back {number + 1}")
            yield self.write(f"amend {number} {right}")
        else:  # amended, the amendment taken back and made again
            yield self.write(f"amend {number} {right}")
            yield self.write(f"take back {number + 1}")
            yield self.write(f"amend {number} {right}")
