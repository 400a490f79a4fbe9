"""Whole games of every kind put right at random: each key leads to a page, and what is written is legal and adds up."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path

import pytest
from flask import Flask

from tests.web.page import Page
from tests.web.phone import ANY
from tests.web.table import Table
from tests.web.test_results import copied, replayed
from tests.web.test_whole_games import FILES, Keeper, read

WRITTEN, TRIED = 3, 30
"""How many corrections of a game are written, and how many tried at most."""
TAPPED = 25
"""How many lines of a game are written with one tap."""


def batched(lines: Iterable[str], most: int) -> Iterator[tuple[str, ...]]:
    """So many lines at a time (as `itertools` has it from Python 3.12 on)."""
    rest = iter(lines)
    while some := tuple(islice(rest, most)):
        yield some


def kept(app: Flask, file: Path) -> Table:
    """The game of *file* as it ended."""
    told = read(file)
    table = Keeper(app, told).table
    for number, lines in enumerate(told.logs()):
        if number:
            table.next_deal()
        for back, some in groupby(lines, lambda line: line.startswith("take back")):
            for said in batched(some, 1 if back else TAPPED):
                table.write(*said)
    return table


def answered(table: Table, page: Page, chance: random.Random) -> Page:
    """What stands at the end of the questions that a key leads to: what follows, or why nothing does."""
    for _ in range(5):
        picks = [box for box in page.elements("input") if box.get("type") == "checkbox"]
        ways = [link for link in page.links() if link.get("id", "").startswith(("w-", "drew-", "pl-"))]
        if "mend-go" in page or not (picks or ways):
            break
        if ways and (not picks or chance.random() < 0.5):
            page = table.phone.tap(chance.choice(ways).attrib["id"], status=ANY)
        else:
            some = chance.sample(picks, min(len(picks), chance.randint(1, 5)))
            button = "picker-go" if "picker-go" in page else "played-go"
            values = [box.attrib["value"] for box in some]
            page = table.phone.fill(button, status=ANY, **{some[0].attrib["name"]: values})
    return page


def put_right(table: Table, chance: random.Random) -> str:
    """Tap a line of the log, and something that may be wrong with it; and confirm whatever follows."""
    page = table.show("/log?correct=yes")
    lines = [id for id in page.by_id if id.startswith("fix-")]
    line = chance.choice(lines)
    page = table.phone.tap(line)
    keys = [key.attrib["id"] for key in page.links() if "key" in key.get("class", "").split()]
    key = chance.choice(keys)
    page = answered(table, table.phone.tap(key, status=ANY), chance)
    for _ in range(20):
        if "mend-go" not in page:
            break
        offered: dict[str, list[str]] = {}
        for radio in page.elements("input"):
            if radio.get("type") == "radio":
                offered.setdefault(radio.attrib["name"], []).append(radio.attrib["value"])
        chosen = {name: chance.choice(values) for name, values in offered.items()}
        page = table.phone.fill("mend-go", status=ANY, **chosen)
        if page.status == 422 and "mend-go" in page:
            page = table.phone.tap("mend-go", status=ANY)
    assert page.status in (200, 422), (line, key, page.words)
    return f"{line} {key} {page.status}"


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_whole_game_is_put_right(app: Flask, file: Path) -> None:
    table = kept(app, file)
    chance = random.Random(file.stem)
    assert not any(here.refused for here in table.sheet().deals), "what the referee granted stays legal"
    taken: list[str] = []
    written, match = 0, table.sheet()
    while len(taken) < TRIED and written < WRITTEN:
        taken.append(put_right(table, chance))
        before, match = match, table.sheet()
        written += match.stored.version != before.stored.version
        assert copied(table) == replayed(table), taken
        assert not any(here.refused for here in match.deals), (taken, [here.refused for here in match.deals])
        page = table.show()
        shown = table.figures(page)
        assert shown == match.standing.totals, taken
        table.show("/sheet")
        log = table.show("/log")
        assert "not legal" not in log.words
    assert written == WRITTEN, taken
