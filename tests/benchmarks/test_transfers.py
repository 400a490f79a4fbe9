"""What taking along costs: a thousand matches of six deals out, beside a bare dump, and in, beside a bare insert.

Run: .venv/bin/pytest tests/benchmarks/test_transfers.py --benchmark-only, and read the ratios.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app, takealong
from scorekeeper.database import db
from tests.store.luggage import file_of, recorded
from tests.web.table import ENDED, WORKED_DEAL

MATCHES, DEALS = 1000, 6
CASE: dict[str, Any] = {
    "variant": "classic",
    "house_rules": {},
    "target": 3000,
    "deals": [{"dealer": "BA"[number % 2], "log": [*WORKED_DEAL, *ENDED]} for number in range(DEALS)],
}
Make = Callable[[], Flask]


@pytest.fixture(scope="module")
def content() -> bytes:
    match = recorded(CASE)
    return file_of(*({**match, "id": f"match-{number:06d}"} for number in range(MATCHES)))


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes servers, each with an empty file."""
    made: list[Flask] = []

    def server() -> Flask:
        made.append(
            create_app({"INSTANCE_DIR": tmp_path / str(len(made)), "DATABASE_URL": None, "SECRET_KEY": "x" * 32})
        )
        return made[-1]

    yield server
    for app in made:
        with app.app_context():
            db.engine.dispose()


@pytest.mark.benchmark(group="a thousand matches out")
class TestOut:
    def test_a_bare_dump(self, benchmark: Any, content: bytes) -> None:
        whole = json.loads(content)
        benchmark(lambda: json.dumps(whole, ensure_ascii=False))

    def test_the_export(self, benchmark: Any, content: bytes, make: Make) -> None:
        app = make()
        with app.app_context():
            takealong.bring(content)
            found = benchmark(lambda: "".join(takealong.record(takealong.all_slugs())))
        assert found.encode() == content


@pytest.mark.benchmark(group="a thousand matches in")
class TestIn:
    def test_a_bare_insert(self, benchmark: Any, content: bytes, tmp_path: Path) -> None:
        """Reading the JSON and writing its lines into a table of a file that is as safe."""
        number = iter(range(1000))

        def insert() -> None:
            rows = [
                (match["id"], at, number, *line)
                for match in json.loads(content)["matches"]
                for at, deal in enumerate(match["deals"])
                for number, line in enumerate(zip(deal["log"], deal["written_at"], strict=True))
            ]
            with closing(sqlite3.connect(tmp_path / f"bare-{next(number)}.db")) as bare, bare:
                bare.execute("PRAGMA synchronous=FULL")
                bare.execute("CREATE TABLE line (match, deal, number, text, written_at, UNIQUE (match, deal, number))")
                bare.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?)", rows)

        benchmark.pedantic(insert, rounds=5)

    def test_the_import(self, benchmark: Any, content: bytes, make: Make) -> None:
        """Every line read, every match replayed and compared with what the file says of it."""

        def bring(app: Flask) -> None:
            with app.app_context():
                assert takealong.bring(content).new == MATCHES

        benchmark.pedantic(bring, setup=lambda: ((make(),), {}), rounds=3)
