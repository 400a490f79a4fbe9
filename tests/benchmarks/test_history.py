"""The history of 100,000 matches against that of 100: every page costs at most twice as much. Read the ratios.

The databases are made by SQL alone and kept in the folder for temporary files, until the tables change: 100,000
matches of six deals with four lines each, 500 MB. Run: .venv/bin/pytest tests/benchmarks/test_history.py -s
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app, paths
from tests.conftest import close

MOST = 2.0
"""Times that a page of the many may cost what the same page of the few costs."""
FEW, MANY = 100, 100_000
SPREAD = 30
"""Matches of whatever is rare: as many as a page shows, all over the time, in both databases."""
ROUNDS = 31

FILL = """
CREATE TEMP TABLE n AS WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :many) SELECT n FROM n;
INSERT INTO player (id, name, name_key, played_at)
    WITH RECURSIVE p(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM p WHERE n < 1000)
    SELECT n, 'Player ' || n, 'player ' || n, '2026-01-01 00:00:00.000000+00:00' FROM p;
INSERT INTO match (id, slug, request, variant, house_rules, target, hints, note_tricks, first_dealer, opened_at,
                   version, state, winner, written_at, closed_at, hosted, scorers_mend)
    SELECT n, printf('m%011d', n), printf('request-%d', n),
           CASE WHEN n % :apart = 1 THEN 'eight-pack' ELSE 'classic' END, '{}', 1000, 0, 0, 'A',
           strftime('%Y-%m-%d %H:%M:%S', 1600000000 + n * 900, 'unixepoch') || '.000000+00:00', 14,
           CASE WHEN n % :apart = 2 THEN 'abandoned' WHEN n % 50 = 7 THEN 'open' ELSE 'closed' END,
           CASE WHEN n % 50 = 7 THEN NULL WHEN n % 3 THEN 'A' ELSE 'B' END,
           strftime('%Y-%m-%d %H:%M:%S', 1600000000 + n * 900 + 3600, 'unixepoch') || '.000000+00:00',
           CASE WHEN n % 50 = 7 THEN NULL
                ELSE strftime('%Y-%m-%d %H:%M:%S', 1600000000 + n * 900 + 3600, 'unixepoch') || '.000000+00:00' END,
           0, 0
    FROM n;
INSERT INTO match_player (match_id, seat, place, player_id, opened_at)
    SELECT id, 'A', 0, CASE WHEN id % :apart = 0 THEN 2 WHEN id % 2 THEN 1 WHEN id % 20 = 0 THEN 3
                            ELSE 4 + id % 400 END, opened_at FROM match
    UNION ALL SELECT id, 'B', 0, 500 + id % 500, opened_at FROM match;
INSERT INTO result (match_id, side, total) SELECT id, 'A', 1100 + id % 90 FROM match
    UNION ALL SELECT id, 'B', 700 + id % 290 FROM match;
INSERT INTO deal (id, match_id, number, dealer, opened_at)
    SELECT (match.id - 1) * 6 + d.n, match.id, d.n, 'A', opened_at FROM match, n AS d WHERE d.n <= 6;
INSERT INTO line (deal_id, number, text, written_at)
    SELECT deal.id, l.n, CASE l.n WHEN 1 THEN 'turn-up AH' WHEN 2 THEN 'A melds KH QH' WHEN 3 THEN 'A last-trick'
           ELSE 'brisques A 9 B 7' END, opened_at FROM deal, n AS l WHERE l.n <= 4;
INSERT INTO tally (match_id, seat, what, count, points, best)
    SELECT id, seat.column1, what.column1, 6, 240, 90 FROM match,
           (VALUES ('A'), ('B')) AS seat,
           (VALUES ('match'), ('won'), ('deal'), ('brisques'), ('last-trick'), ('royal-marriage')) AS what
    WHERE state = 'closed';
DROP TABLE n;
"""


def filled(matches: int, migrated: Path) -> Path:
    """A database of so many matches, made once for as long as its tables and this file are the same."""
    revisions = sorted((paths.PACKAGE / "migrations" / "versions").glob("*.py"))
    made_of = b"".join(path.read_bytes() for path in (*revisions, Path(__file__)))
    kept = Path(tempfile.gettempdir()) / f"scorekeeper-{matches}-{hashlib.sha256(made_of).hexdigest()[:12]}.db"
    if not kept.exists():
        making = kept.with_suffix(".making")
        shutil.copy(migrated, making)
        database = sqlite3.connect(making)
        database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-400000;")
        for statement in FILL.split(";\n"):
            if statement.strip():
                named = {"many": matches, "apart": matches // SPREAD}
                database.execute(statement, {name: value for name, value in named.items() if f":{name}" in statement})
        database.commit()
        database.close()
        making.rename(kept)
    return kept


@dataclass
class Archive:
    """A household's server with so many matches."""

    app: Flask
    client: FlaskClient

    def ask(self, address: str) -> str:
        answer = self.client.get(address)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture(scope="module")
def archive(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Archive]]:
    made: dict[int, Archive] = {}

    def archived(matches: int) -> Archive:
        if matches not in made:
            folder = tmp_path_factory.mktemp("archive")
            (folder / "scorekeeper.db").symlink_to(filled(matches, migrated))
            app = create_app(
                {"INSTANCE_DIR": folder, "DATABASE_URL": None, "SECRET_KEY": "for benchmarks" * 3, "LISTING": "open"}
            )
            made[matches] = Archive(app, app.test_client())
        return made[matches]

    yield archived
    for one in made.values():
        close(one.app)


PAGES = [
    ("the first page", ""),
    ("the last page", "?page=oldest"),
    ("a common player", "?player=Player+1"),
    ("a common player, last page", "?player=Player+1&page=oldest"),
    ("a rare player", "?player=Player+2"),
    ("a common game", "?variant=classic"),
    ("a common game, last page", "?variant=classic&page=oldest"),
    ("a rare game", "?variant=eight-pack"),
    ("a common state", "?state=closed"),
    ("a common state, last page", "?state=closed&page=oldest"),
    ("a rare state", "?state=abandoned"),
    ("a rare game in a common state", "?variant=eight-pack&state=closed"),
    ("a common game in a rare state", "?variant=classic&state=abandoned"),
    ("days", "?since=2020-09-01&until=2020-09-14"),
    ("days of a player, last page", "?player=Player+1&since=2020-09-01&until=2020-09-14&page=oldest"),
]


@pytest.mark.timeout(900)
@pytest.mark.benchmark(group=f"a page of the history of {MANY:,} matches, against the same of {FEW}: at most {MOST}")
@pytest.mark.parametrize("query", [row[1] for row in PAGES], ids=[row[0] for row in PAGES])
def test_a_page_of_very_many_costs_what_one_of_few_costs(
    benchmark: Any, archive: Callable[[int], Archive], query: str
) -> None:
    address = f"/matches{query}"
    took: dict[int, list[float]] = {FEW: [], MANY: []}
    for matches in (FEW, MANY):
        assert archive(matches).ask(address).count("to-match") > 20, "as many rows on both"
    for _ in range(ROUNDS):  # in turn, so that whatever else the computer does falls on both
        for matches, times in took.items():
            began = time.perf_counter()
            archive(matches).ask(address)
            times.append(time.perf_counter() - began)
    ratio = statistics.median(took[MANY]) / statistics.median(took[FEW])
    benchmark.extra_info["ratio"] = round(ratio, 2)
    print(f"\n{ratio:5.2f} times {statistics.median(took[FEW]) * 1000:.1f} ms: {query or 'first'}")
    benchmark.pedantic(lambda: archive(MANY).ask(address), rounds=5)
    assert ratio <= MOST


PEOPLE = [("of 5,000 matches", "/players/3"), ("of 30 matches", "/players/2"), ("the list of people", "/players")]


@pytest.mark.timeout(900)
@pytest.mark.benchmark(group="people among very many matches")
@pytest.mark.parametrize("address", [row[1] for row in PEOPLE], ids=[row[0] for row in PEOPLE])
def test_the_page_of_a_person(benchmark: Any, archive: Callable[[int], Archive], address: str) -> None:
    benchmark.pedantic(lambda: archive(MANY).ask(address), rounds=7, warmup_rounds=1)
