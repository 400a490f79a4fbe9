"""Brings the database to the newest revision when the program starts, with a backup before."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from scorekeeper import paths
from scorekeeper.database import UNREACHABLE, db

if TYPE_CHECKING:
    from flask import Flask

MIGRATIONS = paths.PACKAGE / "migrations"
log = logging.getLogger(__name__)


class NewerDatabase(RuntimeError):
    """The database was written by a newer program, which knows things that this one would lose."""


def upgrade_database(app: Flask, migrations: Path = MIGRATIONS) -> None:
    """Bring the database of *app* to the newest revision of *migrations*; several processes may start at once.

    Raises NewerDatabase, and then touches nothing.
    """
    config, script = _scripts(migrations)
    newest = script.get_current_head()
    with app.app_context():
        found = _revision()
        if found == newest:
            return
        if found is not None:
            if not known(found, migrations):
                raise NewerDatabase(
                    f"The database is of a newer score keeper (revision {found}, this program knows {newest}). "
                    "Install the newer program; nothing was changed."
                )
            if db.engine.url.database and db.engine.dialect.name == "sqlite":
                log.info("backup before the upgrade: %s", backup(Path(db.engine.url.database), f"before-{newest}"))
        command.upgrade(config, "head")
        log.info("database upgraded from %s to %s", found, newest)


def trouble() -> str:
    """Why no match can be kept just now: the database is away, or not of this program's revision; '' while all is well.

    Within an application.
    """
    try:
        found = _revision()
    except UNREACHABLE as error:
        log.error("the database could not be reached: %s", error)
        return "the database cannot be reached"
    return "" if found == newest_revision() else "the database is not of this program's revision"


@cache
def newest_revision(migrations: Path = MIGRATIONS) -> str | None:
    """The revision to which this program brings a database."""
    return _scripts(migrations)[1].get_current_head()


def known(revision: str, migrations: Path = MIGRATIONS) -> bool:
    """Whether this program can bring a database of that revision to the newest."""
    try:
        _scripts(migrations)[1].get_revision(revision)
    except CommandError:
        return False
    return True


def upgrade_file(database: Path) -> None:
    """Bring a SQLite file that no application uses to the newest revision."""
    from scorekeeper import create_app

    file = database.absolute()
    app = create_app({"DATABASE_URL": f"sqlite:///{file}", "INSTANCE_DIR": file.parent, "SECRET_KEY": "none"})
    with app.app_context():
        db.engine.dispose()


def _scripts(migrations: Path) -> tuple[Config, ScriptDirectory]:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config, ScriptDirectory.from_config(config)


def _revision() -> str | None:
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def backup(database: Path, label: str) -> Path:
    """A consistent copy of a live SQLite file, beside it: with its -wal, and while others write. Says where it is."""
    copy = database.with_name(f"backup-{datetime.now():%Y%m%d-%H%M%S}-{label}.db")
    copy_file(database, copy)
    return copy


def copy_file(database: Path, copy: Path) -> None:
    """A consistent copy of a live SQLite file under another name."""
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # a single file, no -wal beside it
