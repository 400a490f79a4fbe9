"""Who follows a match hears of every line, whichever process wrote it and whatever became of the database meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from scorekeeper import store
from scorekeeper.live import Hub
from tests.conftest import MakeApp
from tests.store.rows import opened, write

PATIENCE = 15.0  # seconds: far more than it takes


def hub(app: Flask) -> Hub:
    found: Hub = app.extensions["hub"]
    return found


def version(app: Flask, slug: str) -> int:
    with app.app_context():
        found = store.read_version(slug)
    assert found is not None
    return found.number


@pytest.fixture
def two(make_app: MakeApp, database_url: str | None, tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two servers on one database."""
    both = tuple(make_app(DATABASE_URL=database_url, INSTANCE_DIR=tmp_path / "shared") for _ in range(2))
    yield both[0], both[1]
    for app in both:
        hub(app).stop()


def test_a_line_written_through_one_server_shows_through_the_other(two: tuple[Flask, Flask]) -> None:
    here, there = two
    with here.app_context():
        slug = opened()
    seen = hub(there).follow(slug, lambda: version(there, slug))
    for line in range(3):
        with here.app_context():
            write(slug, "trick A", seen=line)
        newer = hub(there).wait(slug, seen, PATIENCE)
        assert newer is not None
        assert newer > seen
        seen = newer


def test_nothing_new_is_nothing(two: tuple[Flask, Flask]) -> None:
    here, _ = two
    with here.app_context():
        slug = opened()
    seen = hub(here).follow(slug, lambda: version(here, slug))
    assert hub(here).wait(slug, seen, 0.3) is None


def test_only_who_follows_is_remembered(two: tuple[Flask, Flask]) -> None:
    here, _ = two
    with here.app_context():
        slug = opened()
    seen = hub(here).follow(slug, lambda: version(here, slug))
    hub(here).leave(slug)
    hub(here).publish(slug, seen + 1)
    assert hub(here).wait(slug, seen, 0) is None
    with pytest.raises(ZeroDivisionError):
        hub(here).follow(slug, lambda: 1 // 0)
    with pytest.raises(KeyError):
        hub(here).leave(slug)


def test_all_who_follow_wake(two: tuple[Flask, Flask]) -> None:
    here, there = two
    with here.app_context():
        slug = opened()
    seen = hub(there).follow(slug, lambda: version(there, slug))
    heard: list[int | None] = []
    waiting = [threading.Thread(target=lambda: heard.append(hub(there).wait(slug, seen, PATIENCE))) for _ in range(20)]
    for thread in waiting:
        thread.start()
    with here.app_context():
        write(slug, "trick A")
    for thread in waiting:
        thread.join(PATIENCE)
    assert heard == [seen + 1] * 20


def test_what_was_written_while_the_connection_was_lost_is_heard(
    two: tuple[Flask, Flask], database_url: str | None
) -> None:
    """PostgreSQL restarts, or a network breaks: the watcher connects again and reads what it has missed."""
    if database_url is None:
        pytest.skip("a SQLite file has no connection to lose")
    here, there = two
    with here.app_context():
        slug = opened()
    seen = hub(there).follow(slug, lambda: version(there, slug))
    with here.app_context():
        write(slug, "trick A")
    seen = hub(there).wait(slug, seen, PATIENCE) or 0
    assert seen
    with psycopg.connect(database_url, autocommit=True) as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with here.app_context():
        write(slug, "trick A", seen=1)
    assert hub(there).wait(slug, seen, PATIENCE) == seen + 1
