"""The ruling cases of ``tests/data`` claimed on the pages of a match: the same legality and the same points."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.bezique import Seat, house_rules, opening
from scorekeeper.bezique.records import read_log, rule_on_line
from scorekeeper.bezique.timing import Refused
from tests.web.page import Page
from tests.web.phone import any_request
from tests.web.table import Table, open_table, stored

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "data" / "rulings.json").read_text())


def can_be_written(case: dict[str, Any]) -> bool:
    """Whether the referee grants the log of *case* line by line, as pages demand it."""
    rules = house_rules(case["variant"], case["house_rules"])
    log = read_log(case["log"], rules)
    start = opening(rules, Seat(case["dealer"]))
    return not any(isinstance(rule_on_line(line.event, log[:at], start), Refused) for at, line in enumerate(log))


SAMPLE = [case for case in CASES if can_be_written(case)]


def sat_down(app: Flask, case: dict[str, Any]) -> Table:
    """A match in which the log of *case* has been written."""
    chosen = {"variant": case["variant"], "house_rules": case["house_rules"], "first_dealer": case["dealer"]}
    return open_table(app, *case["log"], **chosen)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case["id"])
def test_a_claim_is_granted_or_refused_as_its_case_says(app: Flask, case: dict[str, Any]) -> None:
    match = sat_down(app, case)
    client, token = match.phone.client, match.phone.token
    before, rows = shown(match), stored(app)
    said = {"csrf_token": token, "deal": 1, "seen": len(case["log"]), "request": any_request(), "line": case["claim"]}
    answer = client.post(f"{match.address}/lines", data=said)
    page = Page(match.address, answer.status_code, answer.text)
    assert answer.status_code == (303 if case["legal"] else 422), page.words
    if not case["legal"]:
        assert "ruling" in page
        assert (shown(match), stored(app)) == (before, rows)
    gained = {side: total - before[side] for side, total in shown(match).items()}
    assert gained == points_of(case, match.names)


def shown(match: Table) -> dict[str, int]:
    """The totals on the page of the match as it stands."""
    answer = match.phone.client.get(match.address)
    return match.figures(Page(match.address, answer.status_code, answer.text))


def points_of(case: dict[str, Any], sides: Iterable[str]) -> dict[str, int]:
    """What the claim of *case* brings each side."""
    if isinstance(case["points"], dict):
        return case["points"]
    claimant = next((side for side in sides if case["claim"].split()[0] in side), "")
    return {side: case["points"] if side == claimant else 0 for side in sides}


def test_the_sample_has_a_dozen_cases_of_every_game_that_has_so_many() -> None:
    sampled, all_of_it = (Counter(case["variant"] for case in cases) for cases in (SAMPLE, CASES))
    assert all(sampled[game] >= min(12, all_of_it[game]) for game in all_of_it)
    assert {case["legal"] for case in SAMPLE} == {True, False}
