"""The plain referee knows the ruling cases, and the random deals give every law something to refuse."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.bezique.oracle.physical import PhysicalDeal
from tests.bezique.oracle.plain_referee import Referee, judge
from tests.bezique.oracle.staged import StagedDeal
from tests.bezique.oracle.table import Table

RULINGS = Path(__file__).parents[2] / "data" / "rulings.json"
CASES: list[dict[str, Any]] = json.loads(RULINGS.read_text(encoding="utf-8"))

# How often a reason must refuse on the deals of the test below, at the least.
OFTEN = 60
REFUSES_OFTEN = (
    *("shape", "trumps are not known", "the cards make another meld", "copies", "room", "not there"),
    *("another side won the trick", "one meld a trick", "stock exhausted", "the deal is finished"),
    *("no meld before the last draw", "same kind once", "re-forming", "low before high", "a card from the hand"),
    *("not on the table", "which one was played", "no sevens in this game", "nothing to exchange", "no seven left"),
    *("a seven played scores nothing", "no carte blanche in this game", "carte blanche comes first"),
    *("brisques are not counted", "brisques do not add up", "brisques are counted at the end"),
    *("trumps are known", "trick numbers rise", "no such trick"),
)
REFUSES = (
    *("double at once", "something new", "partners build", "joint beziques", "the exchanged card waits"),
    *("one seven a trick", "no draw after the next trick", "one meld too many", "no turn-up in this game"),
    *("carte blanche twice", "carte blanche scores once", "carte blanche is over", "a court card"),
    *("not a whole hand", "one draw a trick", "no carte blanche to repeat"),
    *("brisques twice", "no brisque", "brisques are scored at once", "stock exhausted twice"),
    *("last trick twice", "another side won the last trick", "another side has the last trick"),
)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_plain_referee_knows_every_ruling_case(case: dict[str, Any]) -> None:
    """Legal or not, and for how much."""
    answer = judge(case["variant"], case["house_rules"], case["dealer"], case["log"], case["claim"])
    assert answer == (case["legal"], case["points"])


def test_every_law_refuses_and_fair_claims_are_granted() -> None:
    """The deals on which the engine is tried reach every reason to refuse; what is physically fair is legal."""
    deals: list[Table] = [PhysicalDeal(seed) for seed in range(220)]
    deals += [StagedDeal(seed) for seed in range(1000)]
    reasons: Counter[str] = Counter()
    unfair = []
    for deal in deals:
        for step in deal.steps():
            if not step.written:
                _, _, reason = deal.referee.ruling(step.text)
                reasons[reason] += 1
                if step.fair and reason:
                    unfair.append((reason, step.text, deal.variant, deal.house_rules, deal.referee.log))
    assert not unfair
    seldom = [reason for reason in REFUSES_OFTEN if reasons[reason] < OFTEN]
    never = [reason for reason in REFUSES if not reasons[reason]]
    assert (seldom, never) == ([], []), reasons.most_common()


@pytest.mark.parametrize(
    ("log", "claim", "legal"),
    [
        # The opponent's meld, scored against the ruling, does not use up the winner's right.
        (["trumps H", "trick 1 A", "B melds KC QC agreed"], "A melds KD QD", True),
        # A taken-back take-back lets the line stand again.
        (["trumps H", "A melds KC QC", "take back 2", "take back 3"], "A melds QC + KC", False),
        (["trumps H", "A melds KC QC", "take back 2"], "A melds QC + KC", False),
        (["trumps H", "A melds KC QC", "amend 2 A melds KS QS"], "A melds JD + QS", True),
        # The first piece that makes the line legal is taken: QS#2, for QS#1 has scored in a bezique.
        (
            ["trumps H", "A melds QS JD", "A melds QS QH QD QC", "A melds JD + QS", "A plays JD#1 JD#2"],
            "A plays QS",
            False,
        ),
    ],
)
def test_a_log_stands_as_written(log: list[str], claim: str, legal: bool) -> None:
    """What a replayed line does, where no ruling case says it."""
    assert judge("classic", {}, "B", log, claim)[0] is legal


def test_a_take_back_of_nothing_cannot_be_read() -> None:
    """It is an error, not a refusal."""
    referee = Referee("classic", {}, "B")
    referee.write("trumps H")
    with pytest.raises(ValueError, match="no standing line 2"):
        referee.judge("take back 2")
