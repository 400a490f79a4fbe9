"""How many ruling cases with logs of a hundred lines are answered: at least 250 a second, so under 4 ms each.

Run: .venv/bin/pytest tests/benchmarks --benchmark-only
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.bezique import records


def _log() -> list[str]:
    """A hundred lines of an eight-pack deal: tricks, melds, and melded cards played."""
    lines = ["trumps H"]
    for copy in range(1, 5):
        for suit in "SDC":
            lines += [
                "trick A",
                f"A melds marriage K{suit} Q{suit}",
                f"A plays K{suit}#{copy}",
                f"A plays Q{suit}#{copy + (copy if suit == 'S' else 0)}",
                "trick B",
                "B melds bezique QS JD",
                "B plays QS",
                "B plays JD",
                "trick A",
            ]
    return lines[:100]


CASE = {
    "id": 1,
    "variant": "eight-pack",
    "house_rules": {},
    "dealer": "B",
    "log": _log(),
    "claim": "A melds AC AS AD AH",
}


@pytest.mark.benchmark(group="a ruling case of a hundred lines: under 4 ms")
class TestRulingCases:
    def test_its_json_alone(self, benchmark: Any) -> None:
        text = json.dumps(CASE)
        benchmark(lambda: json.dumps(json.loads(text)))

    def test_the_ruling(self, benchmark: Any) -> None:
        assert len(_log()) == 100
        assert "legal" in records.rule(CASE)
        benchmark(lambda: records.rule(CASE))
