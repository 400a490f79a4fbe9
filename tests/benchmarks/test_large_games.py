"""What six-pack costs beside classic: the keys of its worst table, and the replay of a whole deal. Read the ratios.

Run: .venv/bin/pytest tests/benchmarks/test_large_games.py --benchmark-only
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from scorekeeper.bezique import Deal, Granted, Line, Seat, house_rules, numbered, opening, read, replay, standing
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.offers import offers
from scorekeeper.bezique.records import rule_on_line

WORKED = """turn-up AH|trick 2 A|A melds royal-marriage KH QH|trick 5 A|A melds bezique QS JD|trick 6 A
A melds sequence AH 10H JH + KH QH|A plays JD|A plays JH|A plays QS|trick 9 A|A melds four-kings KS KD KC + KH
A plays KC|A plays KD|trick 11 A|A exchanges seven|trick 12 B|B melds marriage KC QC|trick 14 B
B melds four-jacks JS JC JH JD|trick 24 A|trick 32 A|A last-trick|brisques A 7 B 9""".replace("\n", "|").split("|")
"""The customer's worked deal, 500 to 150."""
BEFORE_THE_KINGS = WORKED.index("A melds four-kings KS KD KC + KH")
"""So many of its lines make the table at which the most is asked: Alice has won a trick, and four cards lie there."""


HIGHER = [
    ("double", "12", "12"),
    ("triple", "134", "134"),
    ("quadruple", "1235", "1235"),
    ("quintuple", "12345", "12345"),
]
"""The beziques that Alice forms out of her singles: the queens and the jacks of each, by their numbers."""
OF_BEN = [
    ("marriage", "KC QC", 6),
    ("marriage", "KD QD", 6),
    ("royal-marriage", "KH QH", 5),
    ("four-aces", "AS AH AD AC", 6),
    ("four-jacks", "JS JS JH JC", 1),
]
"""What Ben melds, and how often; he plays it before he melds again."""


class SixPack:
    """A deal of six-pack as it is written, every trick noted, a melded card played to most of them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.trick = 0

    def won(self, seat: str, *plays: str) -> None:
        """*seat* wins a trick, and those before it to which the cards of these lines are played."""
        for play in plays[1:]:
            self.lines.append(play)
            self._note(seat)
        self.lines += plays[:1]
        self._note(seat)

    def _note(self, seat: str) -> None:
        self.trick += 1
        self.lines.append(f"trick {self.trick} {seat}")

    def says(self, line: str) -> None:
        self.lines.append(line)


@cache
def six_pack() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The log up to the worst table, and the log of the whole deal.

    Six queens of spades and five jacks of diamonds lie there, each with a past of its own, so that there are thousands
    of ways to take one to five of each; a quintuple bezique has been scored, and all of them are forbidden. It is the
    moment after the fortieth meld, and Alice has won the next trick.
    """
    deal = SixPack()
    deal.won("A")
    deal.says("A melds royal-marriage KH QH")
    before = ["A plays KH", "A plays QH"]
    for _ in range(6):
        deal.won("A", *before)
        deal.says("A melds marriage KS QS")
        before = ["A plays KS"]
    for queen in range(1, 6):
        deal.won("A", *before)
        deal.says(f"A melds bezique JD + QS#{queen}")
        before = []
    for kind, queens, jacks in HIGHER:
        deal.won("A")
        deal.says(f"A melds {kind}-bezique + {pieces('QS', queens)} {pieces('JD', jacks)}")
    for kind, cards, count in OF_BEN:
        for _ in range(count):
            deal.won("B", *before)
            deal.says(f"B melds {kind} {cards}")
            before = [f"B plays {card}" for card in cards.split()]
    deal.won("A", *before)
    table = tuple(deal.lines)
    while deal.trick < 96:
        deal.won("AB"[deal.trick % 2])
    deal.says("B last-trick")
    return table, tuple(deal.lines)


def pieces(card: str, numbers: str) -> str:
    return " ".join(f"{card}#{number}" for number in numbers)


def told(variant: str, texts: Sequence[str]) -> tuple[Line, ...]:
    rules = house_rules(variant, {})
    return numbered(read(text, rules) for text in texts)


def played(variant: str, lines: tuple[Line, ...]) -> Deal:
    return replay(opening(house_rules(variant, {}), Seat.B), standing(lines))


@pytest.mark.benchmark(group="offers: the worst table of six-pack at most 10 times the worked deal's")
class TestOffers:
    def test_the_worked_deal(self, benchmark: Any) -> None:
        deal = played("classic", told("classic", WORKED[:BEFORE_THE_KINGS]))
        assert len(deal.lying(Seat.A)) == 4
        assert any(offer.law is None for offer in offers(deal, Seat.A))
        benchmark(lambda: offers(deal, Seat.A))

    def test_the_worst_table_of_six_pack(self, benchmark: Any) -> None:
        deal = played("six-pack", told("six-pack", six_pack()[0]))
        assert (len(deal.lying(Seat.A)), len(deal.melds)) == (11, 40)
        laws = {offer.key: offer.law for offer in offers(deal, Seat.A)}
        assert laws["quintuple-bezique"] is Law.NOTHING_REPLACED
        assert laws["triple-bezique"] is Law.LOW_BEFORE_HIGH
        assert laws["four-jacks"] is None
        benchmark(lambda: offers(deal, Seat.A))


@pytest.mark.benchmark(group="a replay: a whole deal of six-pack at most 20 times the worked deal's")
class TestReplay:
    def test_the_worked_deal(self, benchmark: Any) -> None:
        lines = told("classic", WORKED)
        assert all_granted("classic", lines)
        benchmark(lambda: played("classic", lines))

    def test_a_whole_deal_of_six_pack(self, benchmark: Any) -> None:
        lines = told("six-pack", six_pack()[1])
        assert all_granted("six-pack", lines)
        deal = played("six-pack", lines)
        assert (deal.finished, deal.trick, len(deal.melds)) == (True, 96, 40)
        benchmark(lambda: played("six-pack", lines))


def all_granted(variant: str, lines: tuple[Line, ...]) -> bool:
    """Whether the referee would have granted every line in its place."""
    start = opening(house_rules(variant, {}), Seat.B)
    return all(isinstance(rule_on_line(line.event, lines[:at], start), Granted) for at, line in enumerate(lines))
