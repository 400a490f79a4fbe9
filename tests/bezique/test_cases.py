"""The referee and score cases of tests/data, whole records in and out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.bezique import records

DATA = Path(__file__).parent.parent / "data"
RULINGS: list[dict[str, Any]] = json.loads((DATA / "rulings.json").read_text())
SCORES: list[dict[str, Any]] = json.loads((DATA / "scores.json").read_text())


@pytest.mark.parametrize("case", RULINGS, ids=lambda case: case["id"])
def test_the_referee_rules_as_the_case_says(case: dict[str, Any]) -> None:
    ruling = records.rule(case)
    assert (ruling["legal"], ruling["points"]) == (case["legal"], case["points"]), ruling


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["id"])
def test_a_match_comes_out_as_the_case_says(case: dict[str, Any]) -> None:
    result = records.score(case)
    assert {name: result.get(name) for name in case["expect"]} == case["expect"]
