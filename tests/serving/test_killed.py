"""kill -9 at random moments while phones write: what was acknowledged is there, and nothing needs mending."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorekeeper import services, store
from tests.conftest import MakeApp
from tests.serving.server import LOST, Caller, environment, new_request, seen_now

KILLS = 52
LONGEST_LIFE = 0.25
"""Seconds from the first line that a server has written to its end, at most."""
LONGEST_PAUSE = 0.04
"""Seconds between two taps of a phone, at most: else the quickest would let nobody else write."""
A_MATCH = 13
"""Kills after which the phones begin another match."""
ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: this system cannot kill -9")


class Server:
    """A server on one port that is started, killed and started again."""

    def __init__(self, nursery: subprocess.Popen[str], port: int) -> None:
        self.nursery, self.port = nursery, port
        self.number = 0

    def start(self) -> None:
        assert self.nursery.stdin
        assert self.nursery.stdout
        print(self.port, file=self.nursery.stdin, flush=True)
        lines = [self.nursery.stdout.readline() for _ in range(4)]
        self.number = int(next(line for line in lines if line.strip().isdigit()))
        assert any(f":{self.port}/" in line for line in lines), lines

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.number, signal.SIGKILL)


@contextmanager
def nursery(instance: Path) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.serving.nursery", str(instance)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(instance), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as started:
        server = Server(started, port)
        try:
            yield server
        finally:
            if server.number:
                server.kill()
            started.kill()


class Writer(threading.Thread):
    """A phone that writes as fast as it can, and sends again what was not answered."""

    def __init__(self, name: str, phone: Caller, slug: str) -> None:
        super().__init__(name=name, daemon=True)
        self.phone, self.slug = phone, slug
        self.acknowledged: list[str] = []
        self.first = threading.Event()
        """Set once a line was acknowledged since it was last cleared."""
        self.stopped = threading.Event()
        self.failure: str = ""

    def run(self) -> None:
        seen, chance = 1, random.Random(self.name)
        for number in range(1, 100_000):
            reason, request = f"{self.name}-{number}", new_request()
            line = f"A adjusts {1 if number % 2 else -1} {reason}"
            while True:
                if self.stopped.is_set():
                    return
                try:
                    answer = self.phone.write(self.slug, line, seen=seen, request=request)
                except LOST:  # written or not: the same again, once somebody answers
                    time.sleep(0.005)
                    continue
                if answer.status == 303:
                    break
                if answer.status != 409:
                    self.failure = f"{answer.status}: {answer.text}"
                    self.first.set()
                    return
                seen = seen_now(answer)
            seen = int(answer.headers["Location"].rpartition("-")[2])
            self.acknowledged.append(reason)
            self.first.set()
            time.sleep(chance.uniform(0, LONGEST_PAUSE))


def new_table(server: Server, tables: int) -> list[Writer]:
    host = Caller(server.port)
    slug = host.open_match(target=100_000)
    assert host.write(slug, "turn-up AH", seen=0).status == 303
    phones = [host, *(host.friend(slug) for _ in range(2))]
    return [Writer(f"table{tables}phone{number}", phone, slug) for number, phone in enumerate(phones)]


def reasons(database: sqlite3.Connection) -> list[tuple[str, int, str]]:
    """Slug, number and reason of every line, in order; the numbers must count from 1."""
    rows = database.execute(
        "SELECT match.slug, line.number, line.text FROM line JOIN deal ON deal.id = deal_id "
        "JOIN match ON match.id = match_id ORDER BY match.id, line.number"
    ).fetchall()
    for slug in {row[0] for row in rows}:
        numbers = [number for of, number, _ in rows if of == slug]
        assert numbers == list(range(1, len(numbers) + 1))
    return [(slug, number, text.rpartition(" ")[2]) for slug, number, text in rows]


def check(database: Path, writers: list[Writer]) -> None:
    """Whatever was acknowledged by now is there once, and the file is whole."""
    acknowledged = [reason for writer in writers for reason in list(writer.acknowledged)]
    with closing(sqlite3.connect(database, timeout=10)) as found:
        assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert found.execute("PRAGMA foreign_key_check").fetchall() == []
        kept = Counter(reason for _, _, reason in reasons(found))
    assert [reason for reason in acknowledged if kept[reason] != 1] == []
    assert [reason for reason, times in kept.items() if times > 1 and re.match("table", reason)] == []


@pytest.mark.timeout(300)
def test_what_was_acknowledged_outlives_kill_9(tmp_path: Path, make_app: MakeApp) -> None:
    chance = random.Random(4711)
    app = make_app(INSTANCE_DIR=tmp_path / "instance")
    database = tmp_path / "instance" / "scorekeeper.db"
    writers: list[Writer] = []
    playing: list[Writer] = []
    with nursery(tmp_path / "instance") as server:
        server.start()
        for killed in range(KILLS):
            if killed % A_MATCH == 0:
                stop(playing)
                playing = new_table(server, killed // A_MATCH)
                writers += playing
                for writer in playing:
                    writer.start()
            for writer in playing:
                writer.first.clear()
            assert chance.choice(playing).first.wait(30), "nobody can write"
            time.sleep(chance.uniform(0, LONGEST_LIFE))
            server.kill()
            server.start()
            check(database, writers)
            assert [writer.failure for writer in writers if writer.failure] == []
        for writer in playing:
            writer.first.clear()
        assert all(writer.first.wait(30) for writer in playing), "somebody did not come back"
        stop(playing)
        check(database, writers)
    assert sum(len(writer.acknowledged) for writer in writers) > KILLS
    with app.app_context():
        for slug in {writer.slug for writer in writers}:
            check_copy(slug, database)
    for writer in writers:
        own = [f"{writer.name}-{number}" for number in range(1, len(writer.acknowledged) + 1)]
        assert writer.acknowledged == own


def stop(writers: list[Writer]) -> None:
    for writer in writers:
        writer.stopped.set()
    for writer in writers:
        writer.join()
        writer.phone.hang_up()


def check_copy(slug: str, database: Path) -> None:
    """The results for the lists are those that the log says. Within an application."""
    match, kept = services.sheet(slug), store.read_match(slug)
    assert kept is not None
    with closing(sqlite3.connect(database)) as found:
        copied = dict(
            found.execute(
                "SELECT side, total FROM result JOIN match ON match.id = match_id WHERE slug = ?", (slug,)
            ).fetchall()
        )
    assert copied == match.standing.totals
    assert (kept.state, kept.winner) == ("open", None)
    assert kept.version == len(kept.deals[0].lines) + 1
