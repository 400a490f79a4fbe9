"""What tests share: an application on a database of its own, and a browser's stand-in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from scorekeeper.database import db

MakeApp = Callable[..., Flask]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two workers a core for `-n auto`: browsers, servers and databases are waited for more than is reckoned."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new SQLite file, made by the migrations as any other, for tests to copy."""
    app = create_app(
        {"INSTANCE_DIR": tmp_path_factory.mktemp("migrated"), "DATABASE_URL": None, "SECRET_KEY": "x" * 32}
    )
    close(app)
    return Path(app.instance_path) / "scorekeeper.db"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """The templates, compiled once for all applications."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("compiled")))


@pytest.fixture
def make_app(tmp_path: Path, migrated: Path, compiled: FileSystemBytecodeCache) -> Iterator[MakeApp]:
    """Makes applications: on SQLite in the test's own folder, with what else the test wants configured."""
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        folder = Path(config.setdefault("INSTANCE_DIR", tmp_path / "instance"))
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "scorekeeper.db").exists():
            shutil.copy(migrated, folder / "scorekeeper.db")
        made.append(
            create_app(
                {"DATABASE_URL": None, "TESTING": True, "SECRET_KEY": "for tests only" * 3, "LISTING": "open", **config}
            )
        )
        made[-1].jinja_env.bytecode_cache = compiled
        return made[-1]

    yield make
    for app in made:
        close(app)


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """The application as pages are tested: forms need no token."""
    return make_app(WTF_CSRF_ENABLED=False)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def close(app: Flask) -> None:
    """Close the connections of *app*: the next test must not find them open."""
    with app.app_context():
        db.engine.dispose()
