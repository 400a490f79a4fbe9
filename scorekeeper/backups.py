"""Backups: everything that is kept, in one SQLite file, taken while the server runs; whatever database it came from.

A backup of PostgreSQL restores into SQLite and the other way round.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, create_engine, delete, func, insert, select, text, update
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.database import Base, configure_engine, db, write_tx
from scorekeeper.drafts import NotNew, draft_of, give_name
from scorekeeper.tables import LineRow, MatchRow
from scorekeeper.upgrade import copy_file, known, upgrade_file

if TYPE_CHECKING:
    from flask import Flask

KEPT = (MatchRow.__tablename__, LineRow.__tablename__)
"""What people count a backup by."""
AT_ONCE = 1000
"""Rows that are copied at a time."""


class BadBackup(ValueError):
    """A backup that cannot be made or restored; the message says what was found and what would be right."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a backup holds."""

    matches: int
    lines: int


def back_up(app: Flask, target: Path) -> Kept:
    """Keep everything in *target*, a new file that is there only once it is whole. Raises BadBackup, OSError.

    It holds every key: only its owner may read it.
    """
    with _reported(f"{target} cannot be written"):
        return _back_up(app, target)


def _back_up(app: Flask, target: Path) -> Kept:
    draft = draft_of(target)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with app.app_context():
            if db.engine.dialect.name == "sqlite":
                copy_file(Path(str(db.engine.url.database)), draft)
            else:
                _copy_out(db.engine, draft)
            kept = _holds(draft)
        give_name(draft, target)
    finally:
        for left in ("", "-wal", "-shm", "-journal"):
            draft.with_name(draft.name + left).unlink(missing_ok=True)
    return kept


@contextmanager
def _reported(what: str) -> Iterator[None]:
    """Say in one sentence what a database has to complain of, or a place where no new file can be."""
    try:
        yield
    except NotNew as error:
        raise BadBackup(str(error)) from None
    except (sqlite3.Error, SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise BadBackup(f"{what}: {reason}") from error


def restore(app: Flask, source: Path) -> tuple[Kept, Path | None]:
    """Put what *source* holds in the place of everything that is kept now; what is kept now is backed up before.

    Servers may be running: nobody writes between that backup and the restored state. Says what was restored, and
    where the other is now (None if nothing was kept). Raises BadBackup, OSError, and then changes nothing.
    """
    _check(source)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        fresh = Path(folder) / "scorekeeper.db"
        with _reported(f"{source} cannot be restored, nothing was changed"):
            copy_file(source, fresh)
            upgrade_file(fresh)
            with app.app_context():
                return _holds(fresh), _put_in(app, fresh)


def _put_in(app: Flask, fresh: Path) -> Path | None:
    """Replace all rows by those of *fresh*, in one transaction; say where the former ones are now."""
    engine = _sqlite(fresh)
    tables = Base.metadata.sorted_tables
    try:
        with engine.connect() as read, write_tx() as written:
            if postgresql := written.dialect.name == "postgresql":
                names = ", ".join(f'"{table.name}"' for table in tables)
                written.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))  # who only reads, reads on
            else:
                written.execute(text("PRAGMA defer_foreign_keys=ON"))
            before = _aside(app)
            newest = written.execute(select(func.coalesce(func.max(MatchRow.version), 0))).scalar_one()
            for table in reversed(tables):
                written.execute(delete(table))
            _copy_rows(read, written)
            # Every page and stream shall take the restored match for a newer one, whatever it has shown before.
            written.execute(update(MatchRow).values(version=MatchRow.version + newest))
            for table in tables if postgresql else ():
                if "id" in table.columns:
                    sequence = f"pg_get_serial_sequence('\"{table.name}\"', 'id')"
                    written.execute(text(f'SELECT setval({sequence}, (SELECT max(id) FROM "{table.name}"))'))
    finally:
        engine.dispose()
    return before


def _aside(app: Flask) -> Path | None:
    """Back up what is kept now, if anything is, in the instance folder."""
    with db.engine.connect() as connection:
        if not connection.execute(select(func.count()).select_from(MatchRow)).scalar_one():
            return None
    number = 1
    while (target := Path(app.instance_path) / f"before-restore-{number}.db").exists():
        number += 1
    back_up(app, target)
    return target


def _check(source: Path) -> None:
    """Whether a file is a backup that this program can read. Raises BadBackup."""
    if not source.is_file():
        raise BadBackup(f"{source} is not there: name a file that `scorekeeper backup` made")
    address = f"{source.absolute().as_uri()}?mode=ro"
    with _reported(f"{source} is no backup of a score keeper"), closing(sqlite3.connect(address, uri=True)) as found:
        wrong = found.execute("PRAGMA integrity_check").fetchone()[0]
        dangling = found.execute("PRAGMA foreign_key_check").fetchone()
        revision = found.execute("SELECT version_num FROM alembic_version").fetchone()
        for table in KEPT:
            found.execute(f'SELECT id FROM "{table}" LIMIT 1')
    if wrong != "ok" or dangling or not revision:
        raise BadBackup(f"{source} is damaged: {wrong if wrong != 'ok' else 'some of its rows are missing'}")
    if not known(revision[0]):
        newer = f"{source} is of a newer score keeper (revision {revision[0]}): install that program first"
        raise BadBackup(newer)


def _holds(file: Path) -> Kept:
    with closing(sqlite3.connect(file)) as found:
        counted = [int(found.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]) for table in KEPT]
    return Kept(*counted)


def _sqlite(file: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(file)))
    configure_engine(engine)
    return engine


def _copy_out(source: Engine, target: Path) -> None:
    """All rows of one moment, into a new file that is made as any other database of the program."""
    upgrade_file(target)
    engine = _sqlite(target)
    try:
        with source.connect() as connected, engine.connect() as written:
            read = connected.execution_options(isolation_level="REPEATABLE READ")
            with written.begin():
                written.execute(text("PRAGMA defer_foreign_keys=ON"))
                _copy_rows(read, written)
            written.connection.dbapi_connection.execute("PRAGMA journal_mode=DELETE")  # type: ignore[union-attr]
    finally:
        engine.dispose()


def _copy_rows(read: Connection, written: Connection) -> None:
    for table in Base.metadata.sorted_tables:
        rows = read.execute(select(table).order_by(*table.primary_key.columns)).mappings()
        for some in rows.partitions(AT_ONCE):
            written.execute(insert(table), [dict(row) for row in some])
