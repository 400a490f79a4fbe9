"""The engine and the plain referee agree on every claim of many random deals."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from scorekeeper.bezique import (
    Deal,
    Event,
    Granted,
    NotationError,
    Seat,
    StandingLine,
    after,
    house_rules,
    numbered,
    opening,
    read,
    replay,
    rule_on,
    standing,
)
from scorekeeper.bezique.records import rule, rule_on_line
from tests.bezique.oracle.physical import PhysicalDeal
from tests.bezique.oracle.plain_game import VARIANTS
from tests.bezique.oracle.plain_log import UNDOING
from tests.bezique.oracle.staged import StagedDeal
from tests.bezique.oracle.table import Table

DEALS = 12  # really played, of each variant: some 120 claims a deal
STAGED = 130  # short ones around one house rule, in each of four tests: some 37 claims a deal


class Engine:
    """The engine, with a log that grows line by line."""

    def __init__(self, variant: str, choices: dict[str, bool | str], dealer: str) -> None:
        """The engine's deal before its first line."""
        self.rules = house_rules(variant, choices)
        self.start = opening(self.rules, Seat(dealer))
        self.deal: Deal = self.start
        self.log: list[Event] = []

    def write(self, text: str) -> None:
        """Add one line to the log."""
        event = read(text, self.rules)
        self.log.append(event)
        if text.split()[0] in UNDOING:
            self.deal = replay(self.start, standing(numbered(self.log)))
        else:
            self.deal = after(self.deal, StandingLine(len(self.log), event))  # type: ignore[arg-type]

    def judge(self, claim: str) -> tuple[bool, Any, str]:
        """Whether *claim* is legal, its points, and the law that decides (or why it cannot be read)."""
        try:
            event = read(claim, self.rules)
        except NotationError as error:
            return False, None, str(error)
        if claim.split()[0] in UNDOING:
            ruling = rule_on_line(event, numbered(self.log), self.start)
            if ruling is None:
                return True, 0, "taken back"
        else:
            ruling = rule_on(event, self.deal)  # type: ignore[arg-type]
        points = ruling.points if isinstance(ruling, Granted) else 0
        return isinstance(ruling, Granted), points, ruling.law.value


def record(deal: Table, claim: str) -> dict[str, Any]:
    """A ruling case as the notation has it."""
    return {
        "variant": deal.variant,
        "house_rules": deal.house_rules,
        "dealer": deal.dealer,
        "log": list(deal.referee.log),
        "claim": claim,
    }


def compared(deals: Iterable[Table]) -> int:
    """The number of claims on *deals*; fails with the shortest disagreement of each kind, ready to be pasted as a row.

    One claim in fifty is judged as a whole record as well.
    """
    claims = 0
    shortest: dict[tuple[str, str, str], dict[str, Any]] = {}
    for deal in deals:
        engine = Engine(deal.variant, deal.house_rules, deal.dealer)
        for step in deal.steps():
            if step.written:
                engine.write(step.text)
                continue
            claims += 1
            legal, points, reason = deal.referee.ruling(step.text)
            answers = [engine.judge(step.text)]
            if claims % 50 == 0:
                whole = rule(record(deal, step.text))
                law = str(whole.get("law") or whole.get("error"))
                answers.append((whole.get("legal", False), whole.get("points"), law))
            for answer in answers:
                if answer[:2] != (legal, points):
                    row = record(deal, step.text) | {"legal": legal, "points": points, "law": reason, "engine": answer}
                    kind = (reason, str(answer[1]), answer[2])
                    if kind not in shortest or len(row["log"]) < len(shortest[kind]["log"]):
                        shortest[kind] = row
    assert not shortest, "\n".join(map(json.dumps, shortest.values()))
    return claims


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engine_rules_like_the_plain_referee_on_deals_really_played(variant: str) -> None:
    """Packs shuffled, tricks played, fair and foul claims, house rules as they come."""
    first = VARIANTS.index(variant)
    assert compared(PhysicalDeal(first + number * len(VARIANTS)) for number in range(DEALS)) > 900


@pytest.mark.parametrize("part", range(4))
def test_the_engine_rules_like_the_plain_referee_around_every_house_rule(part: int) -> None:
    """Short logs in which one house rule decides much."""
    assert compared(StagedDeal(part * STAGED + number) for number in range(STAGED)) > 3100
