"""/healthz: can matches be kept? Asked by whoever watches the server, on either database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.database import write_tx
from tests.store.test_trouble import gone


@pytest.fixture
def revision(app: Flask) -> Iterator[None]:
    """The revision is as it was when the test is over."""
    with app.app_context():
        with write_tx() as connection:
            mine = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        yield
        with write_tx() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :mine"), {"mine": mine})


def test_all_is_well(app: Flask) -> None:
    """It asks for no cookie and leaves none, and no proxy keeps it."""
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_the_database_is_away(app: Flask, database_url: str | None) -> None:
    client = app.test_client()
    with gone(app, database_url):
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json) == (503, {"status": "the database cannot be reached"})
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("found", ["0001", "9999"])
def test_the_database_is_of_another_program(app: Flask, found: str, revision: None) -> None:
    """A newer program has upgraded it under this one, or an older backup was put in its place."""
    with write_tx() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :found"), {"found": found})
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (503, {"status": "the database is not of this program's revision"})
