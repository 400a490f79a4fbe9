"""Real servers, each a process of its own, and phones that reach them over HTTP."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Self
from urllib.parse import urlencode, urlsplit

LOST = (OSError, HTTPException)
"""What a phone sees of a server that dies before it has answered."""
PATIENCE = 30.0
IDLE = 1.0
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
SEEN = re.compile(r'name="seen" value="(\d+)"')
KEY = re.compile(r'value="[^"]*/join#([A-Za-z0-9_-]+)"')
SETTINGS = ("DATABASE_URL", "SCOREKEEPER_LISTING", "SCOREKEEPER_URL", "SCOREKEEPER_PROXIES", "SCOREKEEPER_SECRET_KEY")


def environment(instance: Path, **settings: str | None) -> dict[str, str]:
    """The environment of a server whose database is in the folder *instance*, with these settings and no others."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    given = {name: value for name, value in settings.items() if value is not None}
    return {**kept, "SCOREKEEPER_INSTANCE": str(instance), **given}


@dataclass
class Served:
    """A running server: its process, where it answers, and the lines that it said on starting."""

    process: subprocess.Popen[str]
    address: str
    said: list[str]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 80


@contextmanager
def serving(instance: Path, *arguments: str, **settings: str | None) -> Iterator[Served]:
    """`scorekeeper serve` on a free port; killed at the end."""
    command = [sys.executable, "-m", "scorekeeper.cli", "serve", "--port", "0", *arguments]
    with subprocess.Popen(
        command, env=environment(instance, **settings), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        try:
            said = [process.stdout.readline(), process.stdout.readline()]
            assert said[0], "the server did not start"
            yield Served(process, said[0].split()[1], said)
        finally:
            process.kill()


@dataclass
class Answer:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Caller:
    """A phone with cookies of its own, on one connection that it opens again when it breaks.

    So it does with one that was idle: gunicorn ends those after two seconds, and a request might be on its way then.
    """

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    cookie: str = ""
    token: str = ""
    connection: HTTPConnection | None = None
    idle_since: float = 0
    others: list[Caller] = field(default_factory=list)

    def ask(self, method: str, path: str, form: dict[str, object] | None = None, timeout: float = PATIENCE) -> Answer:
        """Ask once. Raises `LOST` when no whole answer comes."""
        if time.monotonic() - self.idle_since > IDLE:
            self.hang_up()
        if self.connection is None:
            self.connection = HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Cookie": self.cookie, **self.headers}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, None if form is None else urlencode(form), headers)
            answer = self.connection.getresponse()
            text = answer.read().decode()
        except LOST:
            self.hang_up()
            raise
        self.idle_since = time.monotonic()
        if said := answer.getheader("Set-Cookie"):
            self.cookie = said.partition(";")[0]
        return Answer(answer.status, dict(answer.getheaders()), text)

    def hang_up(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, **form: object) -> Answer:
        if not self.token:
            found = TOKEN.search(self.get("/join").text)
            assert found, "no form carries a token"
            self.token = found[1]
        return self.ask("POST", path, {"csrf_token": self.token, **form})

    def open_match(self, target: int = 1000, **chosen: object) -> str:
        """Open a classic match of two new people, whose host this phone is, and say its slug."""
        names = {"name_a": f"Ada {secrets.token_hex(3)}", "name_b": f"Ben {secrets.token_hex(3)}"}
        form = {"variant": "classic", "first_dealer": "B", "target": "other", "other_target": target}
        form |= {"request": new_request(), **names, **chosen}
        opened = self.post("/matches/new", **form)
        assert opened.status == 303, opened.text
        return opened.headers["Location"].rpartition("/")[2]

    def twin(self) -> Caller:
        """Another connection of the same phone."""
        self.others.append(Caller(self.port, dict(self.headers), self.cookie, self.token))
        return self.others[-1]

    def stranger(self) -> Caller:
        """Another phone, which holds nothing."""
        self.others.append(Caller(self.port, dict(self.headers)))
        return self.others[-1]

    def friend(self, slug: str) -> Caller:
        """Another phone that may write in the match of which this one is the host."""
        return self.stranger().join(self, slug)

    def join(self, host: Caller, slug: str) -> Self:
        """Come in as one who may write, by the key that the host's phone shows."""
        keys = KEY.findall(host.get(f"/matches/{slug}/share").text)
        joined = self.post("/join", key=keys[1])  # the viewers' stands first, then that of all scorers
        assert joined.status == 303, joined.text
        return self

    def write(self, slug: str, line: str, *, seen: int, request: str = "", deal: int = 1) -> Answer:
        form = {"deal": deal, "seen": seen, "request": request or new_request(), "line": line}
        return self.post(f"/matches/{slug}/lines", **form)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for phone in (self, *self.others):
            phone.hang_up()


def seen_now(answer: Answer) -> int:
    """How many lines the page shows that a stale tap is answered with."""
    found = SEEN.search(answer.text)
    assert found, answer.text
    return int(found[1])


def new_request() -> str:
    return secrets.token_hex(12)
