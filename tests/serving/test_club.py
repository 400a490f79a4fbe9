"""A club: several processes on PostgreSQL, behind gunicorn with gevent or each by itself. What one writes all show."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.serving.server import LOST, Caller, environment, serving
from tests.serving.test_two_phones import keep_writing, reasons, together

if not all(importlib.util.find_spec(name) for name in ("gunicorn", "gevent")):
    pytest.skip("NOT TESTED UNDER GUNICORN: install it with .[club]", allow_module_level=True)

VIEWERS = 12
PATIENCE = 30.0


def clear(url: str) -> str:
    """A database without any table, as a club begins."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@contextmanager
def gunicorn(instance: Path, url: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The README's command with two workers; the process and its port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-k", "gevent", "-w", "2", "--graceful-timeout", "3"]
    command += ["-b", f"127.0.0.1:{port}", "scorekeeper:create_app()"]
    instance.mkdir()
    log = (instance / "log").open("wb")
    with log, subprocess.Popen(command, env=environment(instance, DATABASE_URL=url), stderr=log, stdout=log) as server:
        try:
            until = time.monotonic() + PATIENCE
            while not answers(port):
                assert server.poll() is None, (instance / "log").read_text(encoding="utf-8")
                assert time.monotonic() < until
                time.sleep(0.1)
            yield server, port
        finally:
            server.terminate()
            server.wait(PATIENCE)


def answers(port: int) -> bool:
    with Caller(port) as phone:
        try:
            return phone.get("/healthz").status == 200
        except LOST:
            return False


def workers(server: subprocess.Popen[bytes]) -> list[int]:
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.pid)], capture_output=True, text=True, check=True)
    return [int(number) for number in told.stdout.split()]


def sockets(process: int) -> int:
    return sum(fd.is_socket() for fd in Path(f"/proc/{process}/fd").iterdir())


class Viewer(threading.Thread):
    """A phone that follows a match and keeps what it is told last."""

    def __init__(self, phone: Caller, slug: str) -> None:
        super().__init__(daemon=True)
        head = f"GET /matches/{slug}/stream?since=0 HTTP/1.1\r\nHost: localhost\r\nCookie: {phone.cookie}\r\n\r\n"
        self.wire = socket.create_connection(("127.0.0.1", phone.port))
        self.wire.sendall(head.encode())
        self.version = 0
        self.changed = threading.Condition()
        self.start()

    def run(self) -> None:
        held = b""
        while part := self.wire.recv(65536):
            held = (held + part)[-200_000:]
            if found := re.findall(rb"^id: (\d+)", held, re.M):
                with self.changed:
                    self.version = int(found[-1])
                    self.changed.notify_all()
        with self.changed:
            self.version = -1
            self.changed.notify_all()

    def hears(self, version: int) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: self.version >= version, PATIENCE)

    def ends(self) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: self.version == -1, PATIENCE)

    def close(self) -> None:
        self.wire.shutdown(socket.SHUT_RDWR)
        self.join(PATIENCE)
        self.wire.close()


@contextmanager
def viewers(phones: list[Caller], slug: str) -> Iterator[list[Viewer]]:
    all_of_them = [Viewer(phones[number % len(phones)], slug) for number in range(VIEWERS)]
    try:
        yield all_of_them
    finally:
        for viewer in all_of_them:
            viewer.close()


def play(host: Caller, friends: list[Caller], following: list[Caller]) -> None:
    """Four phones write at once, and all who follow hear all of it."""
    slug = host.open_match(target=100_000)
    assert host.write(slug, "turn-up AH", seen=0).status == 303
    phones = [host, *(phone.join(host, slug) for phone in friends)]
    names = [[f"because-{phone}-{line}" for line in range(5)] for phone in range(len(phones))]
    followers = [phone.join(host, slug) for phone in following]
    with viewers(followers, slug) as watching:
        assert all(viewer.hears(2) for viewer in watching)
        together(lambda phone: keep_writing(phones[phone], slug, names[phone], seen=1), range(len(phones)))
        lines = sum(map(len, names)) + 1
        assert all(viewer.hears(lines + 1) for viewer in watching), [viewer.version for viewer in watching]
    assert sorted(set(reasons(host, slug))) == sorted(name for own in names for name in own)


def test_two_workers_of_gunicorn(postgresql: str, tmp_path: Path) -> None:
    with gunicorn(tmp_path / "club", clear(postgresql)) as (server, port), Caller(port) as host:
        for page in ("/", "/matches", "/matches/new", "/laws", "/referee", "/join"):
            assert host.get(page).status == 200
        both = workers(server)
        assert len(both) == 2
        play(host, [host.stranger() for _ in range(3)], [host.stranger()])
        slug = host.open_match()
        assert host.stranger().get(f"/matches/{slug}").status == 404, "strangers are shown nothing"
        before = [sockets(process) for process in both]
        with viewers([host], slug) as watching:
            assert all(viewer.hears(1) for viewer in watching)
            gained = [sockets(process) - held for process, held in zip(both, before, strict=True)]
            assert all(more > 0 for more in gained), f"one worker has all the streams: {gained}"
            assert host.write(slug, "turn-up AH", seen=0).status == 303
            assert all(viewer.hears(2) for viewer in watching)
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0
            assert all(viewer.ends() for viewer in watching)
    assert "Traceback" not in (tmp_path / "club" / "log").read_text(encoding="utf-8")


def test_two_servers_of_our_own(postgresql: str, tmp_path: Path) -> None:
    """As behind nginx or Caddy: a phone asks now one, now the other. They share the secret key of one folder."""
    url = clear(postgresql)
    with ExitStack() as stack:
        one, two = (stack.enter_context(serving(tmp_path / "club", DATABASE_URL=url)) for _ in range(2))
        host = stack.enter_context(Caller(one.port))
        there = stack.enter_context(Caller(two.port))
        play(host, [host.stranger(), there.stranger(), there.stranger()], [host.stranger(), there.stranger()])
