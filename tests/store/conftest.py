"""The store is tested on both databases: the same rows, the same answers."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

import psycopg
import pytest
from flask import Flask

from scorekeeper.database import Base
from tests.conftest import MakeApp

NAMED = os.environ.get("TEST_POSTGRESQL")
SERVER = NAMED or "postgresql://postgres@127.0.0.1:5432/postgres"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a new PostgreSQL database, dropped at the end.

    Skips where no server answers, unless TEST_POSTGRESQL has named one: then it must.
    """
    name = f"scorekeeper_test_{secrets.token_hex(4)}"
    try:
        server = psycopg.connect(SERVER, autocommit=True, connect_timeout=10)
    except psycopg.OperationalError as error:
        if NAMED:
            raise
        pytest.skip(f"NOT TESTED ON POSTGRESQL: no server answers at {SERVER} ({error})")
    with server:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        yield SERVER.rpartition("/")[0] + f"/{name}"
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """None for the SQLite file of the instance folder, or an address whose tables are empty."""
    if request.param == "sqlite":
        return None
    url: str = request.getfixturevalue("postgresql")
    with psycopg.connect(url) as connection:
        made = connection.execute("SELECT count(*) FROM pg_tables WHERE tablename = 'match'").fetchone()
        if made and made[0]:
            tables = ", ".join(f'"{table}"' for table in Base.metadata.tables)
            connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE".encode())
    return url


@pytest.fixture
def app(make_app: MakeApp, database_url: str | None) -> Flask:
    """The application on each database in turn."""
    return make_app(DATABASE_URL=database_url)


@pytest.fixture
def _inside(app: Flask) -> Iterator[None]:
    """Inside the application, as a request is."""
    with app.app_context():
        yield
