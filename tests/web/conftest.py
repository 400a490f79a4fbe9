"""What the tests of the pages share: one application a module, whose forms need their tokens, and a phone."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from tests.conftest import close
from tests.web.phone import Phone
from tests.web.table import Table, open_table

OpenTable = Callable[..., Table]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, migrated: Path, compiled: FileSystemBytecodeCache) -> Iterator[Flask]:
    """The application as people have it. The tests of a module share it, and each opens matches of its own."""
    folder = tmp_path_factory.mktemp("web")
    shutil.copy(migrated, folder / "scorekeeper.db")
    app = create_app(
        {
            "INSTANCE_DIR": folder,
            "DATABASE_URL": None,
            "TESTING": True,
            "SECRET_KEY": "for tests only" * 3,
            "LISTING": "open",
            "TRIES_A_MINUTE": 10_000,
        }
    )
    yield app
    close(app)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def table(app: Flask) -> OpenTable:
    """Opens matches: ``table("turn-up AH", target=500)``."""

    def opened(*lines: str, **chosen: Any) -> Table:
        return open_table(app, *lines, **chosen)

    return opened
