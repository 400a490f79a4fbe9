"""Whole deals and matches, kept line by line: what each line scores, the totals after it, and how it ends.

A file of ``tests/data/playthroughs`` tells what it is about, names its game, and then its deals::

    deal of B
     1  turn-up AH
     2  trick 2 A
     3  A melds royal-marriage KH QH        A +40     40 : 0
     -  B melds marriage KC QC              refused trick-winner
    ends A 40 B 0, open

Columns stand two blanks or more apart: the number of the line, what it says, what it does to the totals, and the
totals of all sides. A line that is claimed in vain has ``-`` for a number and is not written. ``#`` begins a remark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from scorekeeper.bezique import VARIANTS, Deal, Event, Refused, Rules, Seat, house_rules, opening, read, replay, write
from scorekeeper.bezique.events import Amended, Line, TakenBack, standing
from scorekeeper.bezique.matches import Standing, next_dealer
from scorekeeper.bezique.matches import standing as match_standing
from scorekeeper.bezique.records import rule_on_line
from scorekeeper.bezique.variants import read_target
from tests.bezique.stories import house_of, outcome

FILES = sorted((Path(__file__).parent.parent / "data" / "playthroughs").glob("*.txt"))


@dataclass
class Table:
    """A match as it is kept, and what of its file is wrong."""

    rules: Rules
    target: int | None
    starts: list[Deal] = field(default_factory=list)
    logs: list[list[Line]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def stands(self) -> Standing:
        """Where the match stands now."""
        deals = [replay(start, standing(log)) for start, log in zip(self.starts, self.logs, strict=True)]
        return match_standing(self.rules, self.target, deals)

    def keep(self, where: str, columns: list[str]) -> None:
        """Claim one line, and compare what comes of it with what the file says."""
        number, text, *said = columns
        log, event = self.logs[-1], read(text, self.rules)
        before = self.stands
        if before.closed:
            self.wrong.append(f"{where}: the match is closed")
        ruling = rule_on_line(event, log, self.starts[-1])
        if isinstance(ruling, Refused):
            came = ["-", text, f"refused {ruling.law.value}"]
        else:
            kept: Event = event if isinstance(event, TakenBack | Amended) or ruling is None else ruling.event
            log.append(Line(len(log) + 1, kept))
            came = [str(len(log)), write(kept), *self._scored(before)]
        if came != [number, text, *said]:
            self.wrong.append(f"{where}: {'  '.join(columns)}\n    but: {'  '.join(came)}")

    def _scored(self, before: Standing) -> list[str]:
        after = self.stands
        gained = {side: after.totals[side] - before.totals[side] for side in self.rules.sides}
        if not any(gained.values()):
            return []
        changes = ", ".join(f"{side} {points:+}" for side, points in gained.items() if points)
        return [changes, " : ".join(map(str, after.totals.values()))]


def kept(name: str, text: str) -> Table:
    """The match that a file tells."""
    head, _, body = text.partition("\ndeal of ")
    facts = dict(line.split(": ", 1) for line in head.splitlines() if re.match("(game|house rules|target): ", line))
    rules = house_rules(facts["game"], house_of(facts.get("house rules", "")))
    table = Table(rules, read_target(int(facts["target"]) if "target" in facts else None, rules))
    first = head.count("\n") + 2
    for number, line in enumerate(f"deal of {body}".splitlines(), first):
        where = f"{name}, line {number}"
        match line.split():
            case [] | ["#", *_]:
                continue
            case ["deal", "of", seat]:
                _deal(table, where, Seat(seat))
            case ["ends", *_]:
                if (came := f"ends {outcome(table.stands)}") != line:
                    table.wrong.append(f"{where}: {line}\n    but: {came}")
            case _:
                table.keep(where, re.split(" {2,}", line.strip()))
    return table


def _deal(table: Table, where: str, dealer: Seat) -> None:
    if table.starts:
        if not replay(table.starts[-1], standing(table.logs[-1])).finished:
            table.wrong.append(f"{where}: the deal before is not finished")
        if dealer is not next_dealer(table.rules, table.starts[0].dealer, len(table.starts) + 1):
            table.wrong.append(f"{where}: it is not {dealer.value}'s deal")
    table.starts.append(opening(table.rules, dealer))
    table.logs.append([])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_match_is_kept_as_its_file_says(path: Path) -> None:
    table = kept(path.name, path.read_text())
    assert table.wrong == [], "\n".join(table.wrong)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_ends_with_how_it_ends(path: Path) -> None:
    assert path.read_text().rstrip().splitlines()[-1].startswith("ends ")


def test_no_game_is_without_a_playthrough() -> None:
    games = {next(line for line in path.read_text().splitlines() if line.startswith("game: ")) for path in FILES}
    assert games == {f"game: {variant}" for variant in VARIANTS}


def test_every_house_rule_told_in_a_file_is_one_that_differs() -> None:
    for path in FILES:
        for line in path.read_text().splitlines():
            if line.startswith("house rules: "):
                assert house_of(line.partition(": ")[2])


# A wrong line is named, with what would have been right.

WRONG = [
    (
        "A +40           40 : 0",
        "A +20           40 : 0",
        "classic.txt, line 9: 3  A melds royal-marriage KH QH  A +20  40 : 0",
    ),
    (
        "A +40           40 : 0",
        "A +40           40 : 40",
        "classic.txt, line 9: 3  A melds royal-marriage KH QH  A +40  40 : 40",
    ),
    (
        "refused trick-winner",
        "refused one-a-trick",
        "classic.txt, line 10: -  B melds marriage KC QC  refused one-a-trick",
    ),
    (" 4  trick 5 A", " 5  trick 5 A", "classic.txt, line 11: 5  trick 5 A"),
    ("royal-marriage KH QH", "marriage KH QH", "classic.txt, line 9: 3  A melds marriage KH QH  A +40  40 : 0"),
    ("ends A 500 B 150, open", "ends A 500 B 150, A wins", "classic.txt, line 37: ends A 500 B 150, A wins"),
    ("\ndeal of A\n", "\ndeal of B\n", "classic.txt, line 39: it is not B's deal"),
    ("target: 1000", "target: 500", "classic.txt, line 36: the match is closed"),
]


@pytest.mark.parametrize(("right", "wrong", "named"), WRONG, ids=[row[2] for row in WRONG])
def test_a_wrong_line_is_named(right: str, wrong: str, named: str) -> None:
    text = next(path for path in FILES if path.stem == "classic").read_text()
    assert right in text
    table = kept("classic.txt", text.replace(right, wrong, 1))
    assert table.wrong
    assert named in [said.splitlines()[0] for said in table.wrong]
