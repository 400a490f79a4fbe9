"""What the whole app costs against bare Flask doing as little, both under waitress: read the ratios in parentheses.

Run: .venv/bin/pytest tests/benchmarks --benchmark-only
"""

from __future__ import annotations

import functools
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from scorekeeper.bezique import Seat, house_rules, numbered, opening, read, replay, rule_on, standing
from scorekeeper.bezique.events import Melded

ROOT = Path(__file__).parent.parent.parent
LOG = """turn-up AH|trick 2 A|A melds royal-marriage KH QH|trick 5 A|A melds bezique QS JD|trick 6 A
A melds sequence AH 10H JH + KH QH|A plays JD|trick 7 B|A plays JH|trick 8 B|A plays QS|trick 9 A
A melds four-kings KS KD KC + KH|A plays KC|trick 10 B|A plays KD|trick 11 A|A exchanges seven|trick 12 B
B melds marriage KC QC|trick 13 B|B melds four-jacks JS JC JH JD|B plays JS|trick 14 B|B plays JC|trick 15 A
A plays KS|trick 16 A|B plays JH|trick 17 B|B plays KC|trick 18 B|B shows seven|A plays QH|trick 19 A|A plays 10H
trick 20 A""".replace("\n", "|").split("|")
CLAIM = "A melds marriage KS QS"


class Served:
    """A server in a process of its own, and one connection to it that stays open."""

    def __init__(self, which: str, folder: Path) -> None:
        folder.mkdir()
        command = [sys.executable, "-m", "tests.benchmarks.serving", which, str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        self.connection = HTTPConnection("127.0.0.1", int(self.process.stdout.readline()))
        self.cookie = ""

    def ask(self, method: str, path: str, body: str | bytes = "", kind: str = "text/html") -> tuple[int, str, str]:
        headers = {"Cookie": self.cookie, "Content-Type": kind}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if said := answer.getheader("Set-Cookie"):
            self.cookie = said.split(";")[0]
        return answer.status, answer.getheader("Location") or "", text

    def post(self, path: str, **form: object) -> tuple[int, str, str]:
        return self.ask("POST", path, urlencode(form), "application/x-www-form-urlencoded")

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Table:
    """The app with a match of forty lines, and a phone at it."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.requests = (f"request-{n:08d}" for n in itertools.count())
        self.people = itertools.count(1)
        self.token = ""
        _, _, page = served.ask("GET", "/matches/new")
        self.token = self._token(page)
        self.page = ""
        self.seen = 0
        self.open_another()

    def open_another(self) -> None:
        """A match of two new people, with the forty lines written; what is measured comes after."""
        names = {"name_a": f"Alice {next(self.people)}", "name_b": f"Ben {next(self.people)}"}
        new = {"variant": "classic", "first_dealer": "B", "note_tricks": "y", **names}
        status, self.page, text = self.post("/matches/new", **new)
        assert status == 303, text
        status, _, text = self.post(f"{self.page}/lines", line="\n".join(LOG), deal=1, seen=0)
        assert status == 303, text
        self.seen = len(LOG)

    def _token(self, page: str) -> str:
        found = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert found, page
        return found[1]

    def post(self, path: str, **form: object) -> tuple[int, str, str]:
        return self.served.post(path, csrf_token=self.token, request=next(self.requests), **form)

    def write(self, line: str) -> None:
        status, _, text = self.post(f"{self.page}/lines", line=line, deal=1, seen=self.seen)
        assert status == 303, text
        self.seen += 1

    def write_unjudged(self) -> None:
        status, _, text = self.post(self.page.replace("/matches/", "/unjudged/"), line=CLAIM, deal=1, seen=self.seen)
        assert status == 303, text


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served("bare", tmp_path_factory.mktemp("bare") / "data")
    yield served
    served.stop()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    served = Served("app", tmp_path_factory.mktemp("app") / "instance")
    yield Table(served)
    served.stop()


@pytest.mark.benchmark(group="the score page: the app at most 4 times a string")
class TestScorePage:
    def test_the_same_page_as_a_string(self, benchmark: Any, bare: Served, table: Table) -> None:
        _, _, page = table.served.ask("GET", table.page)
        bare.ask("PUT", "/page", page.encode())
        assert bare.ask("GET", "/page")[2] == page
        benchmark.pedantic(lambda: bare.ask("GET", "/page"), rounds=400, warmup_rounds=50)

    def test_the_app_when_another_phone_has_seen_it(self, benchmark: Any, table: Table) -> None:
        assert "Alice" in table.served.ask("GET", table.page)[2]
        benchmark.pedantic(lambda: table.served.ask("GET", table.page), rounds=400, warmup_rounds=50)

    def test_the_app_drawing_it_anew(self, benchmark: Any, table: Table) -> None:
        """An address that nobody has asked for: read, replayed and drawn from the beginning."""
        fresh = itertools.count()
        look = functools.partial(self._look, table, fresh)
        benchmark.pedantic(look, rounds=200, warmup_rounds=50)

    def _look(self, table: Table, fresh: Iterator[int]) -> None:
        assert table.served.ask("GET", f"{table.page}?fresh={next(fresh)}")[0] == 200


@pytest.mark.benchmark(group="posting a claim: the app at most 2.0 times one commit")
class TestPosting:
    def test_bare_flask_with_one_commit(self, benchmark: Any, bare: Served) -> None:
        form = {"csrf_token": "x" * 91, "request": "request-00000001", "line": CLAIM, "deal": 1, "seen": 40}
        assert bare.post("/lines", **form)[0] == 303
        benchmark.pedantic(lambda: bare.post("/lines", **form), rounds=400, warmup_rounds=50)

    def test_the_app(self, benchmark: Any, table: Table) -> None:
        benchmark.pedantic(lambda: table.write(CLAIM), setup=table.open_another, rounds=100, warmup_rounds=5)

    def test_the_app_without_its_engine(self, benchmark: Any, table: Table) -> None:
        """The same form, token, reading and writing with nothing replayed or judged: what no engine can go below."""
        benchmark.pedantic(table.write_unjudged, setup=table.open_another, rounds=100, warmup_rounds=5)


@pytest.mark.benchmark(group="a ruling after forty lines: at most 1.5 times the replay")
class TestRuling:
    def test_the_replay_alone(self, benchmark: Any) -> None:
        rules = house_rules("classic", {})
        benchmark(lambda: replay(opening(rules, Seat.B), standing(numbered(read(text, rules) for text in LOG))))

    def test_the_replay_and_the_ruling(self, benchmark: Any) -> None:
        rules = house_rules("classic", {})

        claim = read(CLAIM, rules)
        assert isinstance(claim, Melded)

        def rule() -> object:
            deal = replay(opening(rules, Seat.B), standing(numbered(read(text, rules) for text in LOG)))
            return rule_on(claim, deal)

        benchmark(rule)
