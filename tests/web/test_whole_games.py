"""Every whole game of ``tests/data/playthroughs`` kept on the pages: set up by the form, each line posted, to its end.

How a file is written is told in ``tests/bezique/test_playthroughs.py``, which keeps the same games without a page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS
from tests.bezique.stories import house_of
from tests.web.page import Page
from tests.web.phone import Phone, any_request
from tests.web.table import PEOPLE, Table, on_form, stored

FILES = sorted((Path(__file__).parent.parent / "data" / "playthroughs").glob("*.txt"))
LAWS = {law.value: law for law in Law}


@dataclass(frozen=True)
class Told:
    """A game as its file tells it: how it is set up, and what is said from line *first* on."""

    facts: dict[str, str]
    body: tuple[str, ...]

    @property
    def rules(self) -> Rules:
        return VARIANTS[self.facts["game"]].rules

    def form(self) -> dict[str, Any]:
        """What is filled in on the set-up page."""
        fields: dict[str, Any] = {"variant": self.facts["game"], "first_dealer": self.body[0].split()[-1]}
        for name, value in house_of(self.facts.get("house rules", "")).items():
            fields[f"rule_{name}"] = on_form(value)
        if "target" in self.facts:
            fields |= {"target": "other", "other_target": self.facts["target"]}
        people = {f"name_{seat.lower()}{place}": name for seat in self.rules.seats
                  for place, name in zip(("", "2"), PEOPLE[seat], strict=False)}  # fmt: skip
        return fields | people

    def logs(self) -> list[list[str]]:
        """The lines that are written of each deal; an amendment is a line taken back, and another."""
        logs: list[list[str]] = []
        for line in self.body:
            if line.startswith("deal of"):
                logs.append([])
            elif kept := re.match(r" *\d+  (?:amend (\d+) )?(.+?)(?:  |$)", line):
                logs[-1] += [f"take back {kept[1]}", kept[2]] if kept[1] else [kept[2]]
        return logs


def read(path: Path) -> Told:
    """The game that a file tells."""
    head, _, body = path.read_text().partition("\ndeal of ")
    facts = dict(line.split(": ", 1) for line in head.splitlines() if re.match("(game|house rules|target): ", line))
    lines = f"deal of {body}".splitlines()
    return Told(facts, tuple(line for line in lines if line.strip() and not line.startswith("#")))


class Keeper:
    """Somebody who keeps a told game on a phone, line by line."""

    def __init__(self, app: Flask, told: Told) -> None:
        self.told = told
        self.phone = Phone(app, *(name for names in PEOPLE.values() for name in names))
        self.phone.get("/matches/new")
        page = self.phone.fill("open-match", **told.form())
        self.table = Table(app, page.address.removeprefix("/matches/"), self.phone)
        self.lines = f"{self.table.address}/lines"
        self.deal = self.seen = 0
        self.totals = dict.fromkeys(told.rules.sides, 0)

    def keep(self) -> None:
        """Post everything."""
        for line in self.told.body:
            match line.split():
                case ["deal", "of", seat]:
                    self.open_deal(seat)
                case ["ends", *_]:
                    self.ends(line.removeprefix("ends "))
                case _:
                    self.post(*re.split(" {2,}", line.strip()))

    def open_deal(self, seat: str) -> None:
        self.deal += 1
        self.seen = 0
        self.phone.get(self.table.address)
        page = self.phone.page if self.deal == 1 else self.phone.tap("next-deal")
        each = VARIANTS[self.told.facts["game"]].names_a_seat
        assert f"{' & '.join(PEOPLE[seat][:each])} deals" in page.words

    def post(self, number: str, text: str, *came: str) -> None:
        """Post one line, and where it scores or is refused look whether the page says what the file says."""
        if number == "-":
            before = stored(self.table.app)
            page = self.phone.post(self.lines, status=422, **self.said(text))
            law = LAWS[came[0].removeprefix("refused ")]
            assert f"law: {law.value} · {law.source}" in page.said("ruling"), text
            assert stored(self.table.app) == before, text
        elif amended := re.match(r"amend (\d+) (.+)", text):  # here a line is taken back and the right one written
            self.write(f"take back {amended[1]}")
            self.post(number, amended[2], *came)
        else:
            self.write(text)
            if not came:
                return
            self.phone.get(self.table.address)
            self.totals = dict(zip(self.told.rules.sides, map(int, came[1].split(" : ")), strict=True))
        assert self.table.figures(self.phone.page) == self.totals, text

    def write(self, text: str) -> None:
        """Post a line that is granted, and look at no page."""
        answer = self.phone.client.post(self.lines, data={"csrf_token": self.phone.token, **self.said(text)})
        assert answer.status_code == 303, f"{text}: {Page(self.lines, answer.status_code, answer.text).words}"
        self.seen += 1

    def said(self, text: str) -> dict[str, object]:
        """The form that says *text*."""
        return {"deal": self.deal, "seen": self.seen, "request": any_request(), "line": text}

    def ends(self, told: str) -> None:
        """The page says how it has ended, and so does the match in the list of all matches."""
        page, outcome = self.phone.get(self.table.address), told.partition(", ")[2]
        assert told.startswith(" ".join(f"{side} {points}" for side, points in self.totals.items()))
        stored_match = self.table.sheet().stored
        if outcome in ("open", "level, another deal"):
            assert "again-match" not in page
            assert stored_match.state == "open"
        elif outcome.startswith("a draw"):
            assert page.title.startswith("A draw")
            assert ["A draw: nothing is won", "0"] in page.rows()
            assert (stored_match.state, stored_match.winner) == ("closed", "draw")
        else:
            winner, _, settled = outcome.partition(" wins")
            assert page.title.startswith(f"{self.table.names[winner]} win")
            assert (stored_match.state, stored_match.winner) == ("closed", winner)
            worth = [row[1] for row in page.rows() if row[0] == "The game is worth"]
            assert worth == ([f"{int(settled):,}"] if settled else [])
        listed = Phone(self.table.app).get("/matches")
        finals = " : ".join(f"{points:,}" for points in self.totals.values())
        assert finals in listed.words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_whole_game_is_kept_on_the_pages(app: Flask, path: Path) -> None:
    """E06: two, three and four players, partners and not, each game from its set-up to its end."""
    keeper = Keeper(app, read(path))
    keeper.keep()
    kept = [[line.text for line in deal.lines] for deal in keeper.table.sheet().stored.deals]
    assert kept == keeper.told.logs()
