"""The database is full, locked or gone: a plain page says so, nothing is half written, and then all goes on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper import services
from scorekeeper.backups import back_up
from scorekeeper.database import UNREACHABLE, db
from scorekeeper.live import Hub
from tests.conftest import MakeApp
from tests.store.rows import opened, write
from tests.web.listening import Listener
from tests.web.people import People, people
from tests.web.phone import any_request
from tests.web.table import stored

BUSY = 0.3
PATIENCE = 15.0


@pytest.fixture
def app(make_app: MakeApp, database_url: str | None) -> Flask:
    return make_app(DATABASE_URL=database_url, BUSY_SECONDS=BUSY)


@pytest.fixture
def found(app: Flask) -> Iterator[People]:
    yield people(app, "turn-up AH")
    hub: Hub = app.extensions["hub"]
    hub.stop()


class Tap:
    """A claim that can be sent again as it is."""

    def __init__(self, found: People, line: str = "A melds KH QH") -> None:
        self.found, self.line, self.request, self.seen = found, line, any_request(), found.table.seen()

    def send(self, status: int) -> None:
        said = {"deal": 1, "seen": self.seen, "request": self.request, "line": self.line}
        phone = self.found.phones["scorer"]
        phone.post(f"{self.found.table.address}/lines", status=status, **said)


def says_try_again(found: People) -> None:
    page = found.phones["scorer"].page
    assert page.status == 503
    assert "Try again" in page.words
    assert "nothing counts twice" in page.words


def client(found: People) -> FlaskClient:
    return found.phones["scorer"].client


# Locked -------------------------------------------------------------------------------------------------------------


@contextmanager
def locked(app: Flask, database_url: str | None, slug: str) -> Iterator[None]:
    """Somebody else writes, and takes longer than anybody waits."""
    if database_url is None:
        file = Path(app.instance_path) / "scorekeeper.db"
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    with psycopg.connect(database_url) as somebody:
        somebody.execute("SELECT id FROM match WHERE slug = %s FOR UPDATE", (slug,))
        yield
        somebody.rollback()


def test_a_database_that_stays_locked(found: People, database_url: str | None) -> None:
    tap = Tap(found)
    before = stored(found.app)
    with locked(found.app, database_url, found.slug):
        began = time.monotonic()
        tap.send(503)
        assert time.monotonic() - began < PATIENCE
        says_try_again(found)
        assert client(found).get(found.table.address).status_code == 200, "whoever looks on is not kept waiting"
        assert client(found).get("/healthz").status_code == 200
    assert stored(found.app) == before
    tap.send(200)
    tap.send(200)
    assert found.table.log() == ["turn-up AH", "A melds royal-marriage KH QH"]


def test_a_stream_goes_on_while_the_database_is_locked(
    found: People, database_url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It only cannot note who is there."""
    monkeypatch.setattr("scorekeeper.views.live.TURN", 0.05)
    monkeypatch.setattr("scorekeeper.views.live.SEEN", 0.05)
    monkeypatch.setattr("scorekeeper.views.live.PING", 0.2)
    with closing(Listener(found, "scorer")) as listening:
        assert listening.next() is not None
        with locked(found.app, database_url, found.slug):
            assert listening.words() == "event: alive\ndata:"
        found.table.write("A melds KH QH")
        said = listening.next()
        assert said is not None
        assert said.name == "version"


# Full ---------------------------------------------------------------------------------------------------------------


def test_a_disk_that_is_full(make_app: MakeApp) -> None:
    found = people(make_app(), "turn-up AH")
    limits = [0]
    with found.app.app_context():
        engine = db.engine
        with engine.connect() as connection:
            limits[0] = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        engine.dispose()

    @event.listens_for(engine, "connect")
    def set_limit(raw: sqlite3.Connection, _record: object) -> None:
        raw.execute(f"PRAGMA max_page_count={limits[0]}")

    for _ in range(400):
        before = stored(found.app)
        tap = Tap(found, "A adjusts 1 " + "because " * 20)
        said = {"deal": 1, "seen": tap.seen, "request": tap.request, "line": tap.line}
        token = found.phones["scorer"].token
        answer = client(found).post(f"{found.table.address}/lines", data={"csrf_token": token, **said})
        if answer.status_code == 503:
            break
        assert answer.status_code == 303
    else:
        pytest.fail("the disk was never full")
    tap.send(503)
    says_try_again(found)
    assert stored(found.app) == before
    assert client(found).get(found.table.address).status_code == 200
    limits[0] = 1_000_000
    engine.dispose()
    tap.send(200)
    assert found.table.seen() == tap.seen + 1


# Gone ---------------------------------------------------------------------------------------------------------------


@contextmanager
def gone(app: Flask, database_url: str | None) -> Iterator[None]:
    """The folder of the database is elsewhere, or its server lets nobody in and has hung up on everybody."""
    if database_url is None:
        folder = Path(app.instance_path)
        elsewhere = folder.with_name("elsewhere")
        folder.rename(elsewhere)  # its connections are open: what they wrote would be in no file of that name
        yield
        elsewhere.rename(folder)
        return
    name = database_url.rpartition("/")[2]
    with psycopg.connect(database_url.rpartition("/")[0] + "/postgres", autocommit=True) as server:
        server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
        hang_up = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        server.execute(hang_up, (name,))
        try:
            yield
        finally:
            server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())


def test_no_new_file_takes_the_place_of_one_that_was_deleted(make_app: MakeApp) -> None:
    """People would start from nothing; a backup put there is taken as it is."""
    found = people(make_app(), "turn-up AH")
    file = Path(found.app.instance_path) / "scorekeeper.db"
    kept = file.with_name("kept.db")
    back_up(found.app, kept)
    tap = Tap(found)
    for left in file.parent.glob("scorekeeper.db*"):
        left.unlink()
    tap.send(503)
    assert not file.exists()
    kept.rename(file)
    tap.send(200)
    assert found.table.log() == ["turn-up AH", "A melds royal-marriage KH QH"]


def test_a_database_that_is_gone_for_a_while(found: People, database_url: str | None) -> None:
    tap = Tap(found)
    before = stored(found.app)
    with gone(found.app, database_url):
        tap.send(503)
        says_try_again(found)
        for address in ("/", found.table.address, f"{found.table.address}/log", f"{found.table.address}/stream"):
            answer = client(found).get(address)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5"), address
            assert "Try again" in answer.text
        health = client(found).get("/healthz")
        assert (health.status_code, health.json) == (503, {"status": "the database cannot be reached"})
        assert client(found).get("/laws").status_code == 200, "the laws need no database"
    assert client(found).get("/healthz").json == {"status": "ok"}
    assert stored(found.app) == before
    tap.send(200)
    assert found.table.log() == ["turn-up AH", "A melds royal-marriage KH QH"]


def test_a_stream_ends_when_the_database_is_gone_and_its_phone_comes_back(
    found: People, database_url: str | None
) -> None:
    with closing(Listener(found, "scorer")) as listening:
        first = listening.next()
        assert first is not None
        with gone(found.app, database_url):
            hub: Hub = found.app.extensions["hub"]
            hub.publish(found.slug, first.id + 1)
            assert listening.next() is None
    found.table.write("A melds KH QH")
    with closing(Listener(found, "scorer", f"?since={first.id}")) as again:
        said = again.next()
        assert said is not None
        assert said.id == first.id + 1


# Too many -----------------------------------------------------------------------------------------------------------


def test_those_who_wait_in_one_server_wait_no_longer_than_one(make_app: MakeApp) -> None:
    """They do not wait one after another for a database that stays locked."""
    app = make_app(BUSY_SECONDS=BUSY)
    with app.app_context():
        slug = opened()

    def tap(_number: int) -> str:
        with app.app_context():
            try:
                write(slug, "turn-up AH")
            except UNREACHABLE as error:
                return type(error).__name__
        return "written"

    with locked(app, None, slug), ThreadPoolExecutor(12) as phones:
        began = time.monotonic()
        answers = list(phones.map(tap, range(12)))
        waited = time.monotonic() - began
    assert "written" not in answers
    assert waited < 6 * BUSY
    with app.app_context():
        assert services.sheet(slug).current.seen == 0
