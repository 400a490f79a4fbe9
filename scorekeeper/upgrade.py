"""Brings the database to the newest revision when the program starts, with a backup before."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from scorekeeper import paths
from scorekeeper.database import db

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
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    with app.app_context():
        with db.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        if found == newest:
            return
        if found is not None:
            try:
                script.get_revision(found)
            except CommandError:
                raise NewerDatabase(
                    f"The database is of a newer score keeper (revision {found}, this program knows {newest}). "
                    "Install the newer program; nothing was changed."
                ) from None
            if db.engine.url.database and db.engine.dialect.name == "sqlite":
                log.info("backup before the upgrade: %s", backup(Path(db.engine.url.database), f"before-{newest}"))
        command.upgrade(config, "head")
        log.info("database upgraded from %s to %s", found, newest)


def backup(database: Path, label: str) -> Path:
    """A consistent copy of a live SQLite file, beside it: with its -wal, and while others write. Says where it is."""
    copy = database.with_name(f"backup-{datetime.now():%Y%m%d-%H%M%S}-{label}.db")
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # a single file, no -wal beside it
    return copy
