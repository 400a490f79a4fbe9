"""The copy of the results is what replaying the logs gives: after random play, corrections, and when made again."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import archive, cli, services, store, tallies
from scorekeeper.database import db
from scorekeeper.remembered import Turn, Wanted
from scorekeeper.stored import Tally
from tests.conftest import MakeApp
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.phone import ANY, Phone
from tests.web.table import ENDED, WORKED_DEAL, Table, open_table, stored


def copied(table: Table) -> tuple[str, str | None, dict[str, int]]:
    """State, winner and totals as the lists show them."""
    with table.app.app_context():
        match = store.read_match(table.slug)
        assert match is not None
        wanted = Wanted(state=match.state)
        pages = [archive.page(wanted, Turn(), limit=100)]
        while pages[-1].older:
            pages.append(archive.page(wanted, Turn(place=pages[-1].older), limit=100))
    listed = next(listed for page in pages for listed in page.matches if listed.slug == table.slug)
    assert (listed.state, listed.winner) == (match.state, match.winner)
    return listed.state, listed.winner, listed.totals


def replayed(table: Table) -> tuple[str, str | None, dict[str, int]]:
    """The same, from the logs."""
    standing = table.sheet().standing
    return "closed" if standing.closed else "open", standing.winner, standing.totals


def tallied(table: Table) -> tuple[Tally, ...]:
    """What is stored of what each seat did."""
    wanted = "SELECT seat, what, count, points, best FROM tally WHERE match_id = :match ORDER BY seat, what"
    with table.app.app_context(), db.engine.connect() as connection:
        number = connection.execute(text("SELECT id FROM match WHERE slug = :slug"), {"slug": table.slug}).scalar_one()
        return tuple(Tally(*row) for row in connection.execute(text(wanted), {"match": number}))


# Random play ---------------------------------------------------------------------------------------------------------

CLAIMS = (
    *("{0} melds KS QS", "{0} melds + KS QS", "{0} melds QS JD", "{0} melds + QS JD", "{0} melds QS QS JD JD"),
    *(
        "{0} melds KH QH agreed",
        "{0} melds AH 10H JH + KH QH",
        "{0} plays QS",
        "{0} shows seven",
        "{0} exchanges seven",
    ),
    *("{0} adjusts 150 bonus", "{0} adjusts -70 revoke", "{0} brisques 2", "stock exhausted", "trick {0}", "nonsense"),
    *("{0} melds AS AH AD AC", "{0} melds KX QX", "{0} last-trick agreed", "take back 1", "take back 7"),
)


@dataclass
class Walk:
    """Somebody who taps whatever there is to tap, and types nonsense now and then."""

    table: Table
    chance: random.Random
    taken: list[str] = field(default_factory=list)

    def step(self) -> None:
        page = self.table.show(self.chance.choice(["", "", "?seat=A", "?seat=B", "/log", "?end=A"]))
        self.chance.choice([self.tap, self.tap, self.tap, self.claim, self.finish])(page)

    def tap(self, page: Page) -> None:
        """A key of the page; of a question that it leads to, one of the answers."""
        keys = [*page.keys_that_write(), *(link for link in page.links() if "choose=" in link.attrib["href"])]
        keys += [page.by_id["next-deal"]] if "next-deal" in page else []
        if not keys:
            return
        key = self.chance.choice(keys)
        self.taken.append(key.get("value") or key.get("href") or key.attrib["id"])
        answered = self.table.phone.tap(key.attrib["id"], status=ANY)
        self.answer(answered)

    def answer(self, page: Page) -> None:
        """Answer a chooser, a refusal or a question about a take-back, once or twice or not at all."""
        for _ in range(self.chance.randrange(3)):
            if "take-back-go" in page:
                page = self.table.phone.fill("take-back-go", status=ANY, **self.decisions(page))
                continue
            asked = [id for id in page.by_id if id.startswith(("o-", "r-", "pl-")) and not id.endswith("no")]
            asked = [id for id in asked if page.by_id[id].tag == "button"]
            if not asked:
                return
            page = self.table.phone.tap(self.chance.choice(asked), status=ANY)

    def decisions(self, page: Page) -> dict[str, str]:
        offered: dict[str, list[str]] = {}
        for radio in self.radios(page):
            offered.setdefault(radio.attrib["name"], []).append(radio.attrib["value"])
        return {name: self.chance.choice(values) for name, values in offered.items()}

    def radios(self, page: Page) -> Iterator[Element]:
        return (radio for radio in page.elements("input") if radio.get("type") == "radio")

    def claim(self, page: Page) -> None:
        line = self.chance.choice(CLAIMS).format(self.chance.choice("AB"))
        deal = self.chance.randrange(len(self.table.sheet().deals)) + 1
        self.taken.append(f"{line} in deal {deal}")
        self.answer(self.table.claim(line, status=ANY, deal=deal))

    def finish(self, page: Page) -> None:
        if "end-go" not in page or self.chance.random() < 0.5:
            return
        self.taken.append("the end of the deal")
        count = str(self.chance.randrange(18))
        fields = {"brisques_A": count} if "brisques_A-0" in page else {}
        fields |= {"last_trick": self.chance.choice("AB")} if "last-A" in page else {}
        self.table.phone.fill("end-go", status=ANY, **fields)


GAMES: list[dict[str, Any]] = [
    {},
    {"house_rules": {"stop_at_target": True}, "note_tricks": True},
    {"variant": "no-brisques", "hints": True},
    {"house_rules": {"brisques": "match-end", "reform_melds": True}},
    {"house_rules": {"brisques": "at-once", "tie_break": "last-deal-brisques"}},
]


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_after_any_play_the_copy_is_what_the_logs_say(table: OpenTable, seed: int) -> None:
    """And the figures on screen, the sheet and the list are the same."""
    playing = table(target=500, **GAMES[seed])
    walk = Walk(playing, random.Random(seed))
    for _ in range(40):
        walk.step()
        assert copied(playing) == replayed(playing), walk.taken
        assert tallied(playing) == tallies.of(playing.sheet()), walk.taken
    totals = playing.totals()
    page = playing.show()
    if "t-A" in page:
        assert {side: page.figure(side) for side in "AB"} == totals
    last = playing.show("/sheet").rows()[-1]
    sheet = playing.sheet()
    assert last[0] == f"After deal {len(sheet.deals)}"
    assert f"{totals['A']:,} : {totals['B']:,}".replace("-", "−") in playing.phone.get("/matches").words
    assert sum(len(deal.lines) for deal in sheet.stored.deals) > 10


def test_a_line_in_one_deal_keeps_what_was_corrected_in_another(table: OpenTable) -> None:
    """Two phones, two deals: the copy follows both."""
    playing = table(*WORKED_DEAL, *ENDED)
    playing.next_deal("turn-up 9C")
    playing.claim("take back 2", deal=1, status=ANY)
    playing.claim("A melds QS JD", deal=2)
    playing.claim("take back 12", deal=1)
    assert copied(playing) == replayed(playing)


# Made again ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def instance(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this module's application, named to the commands."""
    folder = Path(app.instance_path)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "for tests only" * 3)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    return folder


def damage(app: Flask, *statements: str) -> None:
    with app.app_context(), db.engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


DAMAGES = [
    ("totals that are wrong", ["UPDATE result SET total = total + 990"]),
    ("totals that are gone", ["DELETE FROM result"]),
    ("matches closed for nobody", ["UPDATE match SET state = 'closed', winner = NULL"]),
    ("winners that have not won", ["UPDATE match SET state = 'open', winner = 'B'"]),
]


@pytest.mark.usefixtures("instance")
@pytest.mark.parametrize("statements", [row[1] for row in DAMAGES], ids=[row[0] for row in DAMAGES])
def test_a_damaged_copy_is_made_again(
    app: Flask, table: OpenTable, statements: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [
        table(*WORKED_DEAL, *ENDED, target=500),
        table(*WORKED_DEAL),
        table("turn-up AH", "B adjusts -30 revoke"),
        table(),
    ]
    before = stored(app)
    lines = before["line"]
    damage(app, *statements)
    assert any(copied(one) != replayed(one) for one in tables)
    assert cli.main(["rebuild"]) == 0
    matches = len(stored(app)["match"])
    assert f"{matches} of {matches} matches" in capsys.readouterr().out
    assert [copied(one) for one in tables] == [replayed(one) for one in tables]
    assert stored(app)["line"] == lines


@pytest.mark.usefixtures("instance")
def test_a_sound_copy_made_again_is_the_same(app: Flask, table: OpenTable) -> None:
    table(*WORKED_DEAL, *ENDED, target=500)
    assert cli.main(["rebuild"]) == 0
    before = stored(app)
    assert cli.main(["rebuild"]) == 0
    assert stored(app) == before


def test_progress_is_told_as_it_goes(app: Flask, table: OpenTable) -> None:
    table()
    heard: list[tuple[int, int]] = []
    with app.app_context():
        assert services.rebuild(lambda done, of: heard.append((done, of))) == []
    matches = len(stored(app)["match"])
    assert heard == [(done, matches) for done in range(1, matches + 1)]


@pytest.mark.usefixtures("instance")
def test_a_match_that_cannot_be_read_keeps_no_other_from_being_made_again(
    app: Flask, table: OpenTable, capsys: pytest.CaptureFixture[str]
) -> None:
    unreadable = table("turn-up AH", "A melds KH QH")
    sound = table(*WORKED_DEAL)
    damage(app, "UPDATE result SET total = total + 990")
    damage(app, f"UPDATE line SET text = 'A yodels' WHERE deal_id = {deal_id(unreadable)}")
    assert cli.main(["rebuild"]) == 1
    assert copied(sound) == replayed(sound)
    assert f"match {unreadable.slug}: deal 1: line 1: unknown word 'yodels'" in capsys.readouterr().err
    damage(app, f"DELETE FROM match WHERE slug = '{unreadable.slug}'")


def deal_id(table: Table) -> int:
    with table.app.app_context(), db.engine.connect() as connection:
        ours = "SELECT deal.id FROM deal JOIN match ON match.id = match_id WHERE slug = :slug"
        return int(connection.execute(text(ours), {"slug": table.slug}).scalar_one())


def test_a_match_is_whole_after_the_program_was_started_anew(make_app: MakeApp) -> None:
    """I13: nothing is kept in memory only; a tea break of any length loses nothing."""
    table = open_table(make_app(), *WORKED_DEAL)
    words, log = table.show().words, table.show("/log").words
    table.phone = Phone(make_app())
    assert (table.show().words, table.show("/log").words) == (words, log)
    table.show()
    assert table.phone.tap("take-back").figure("B") == 20
