"""Backups: everything that is kept, in one SQLite file, taken while the server runs; whatever database it came from.

A backup of PostgreSQL restores into SQLite and the other way round.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, create_engine, func, insert, select, text
from sqlalchemy.engine import URL, Engine

from scorekeeper.database import Base, configure_engine, db
from scorekeeper.tables import LineRow, MatchRow
from scorekeeper.upgrade import copy_file, known, newest_revision, upgrade_file

if TYPE_CHECKING:
    from flask import Flask

AT_ONCE = 1000
"""Rows that are copied at a time."""


class BadBackup(ValueError):
    """A file that is no backup, or that is there already; the message says what was found and what would be right."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a backup holds."""

    matches: int
    lines: int


def back_up(app: Flask, target: Path) -> Kept:
    """Keep everything in *target*, a new file that is there only once it is whole. Raises BadBackup, OSError."""
    if target.exists():
        raise BadBackup(f"{target} is there already: name a new file")
    if not target.parent.is_dir():
        raise BadBackup(f"{target.parent} is no folder: name a file in a folder that is there")
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with app.app_context():
            if db.engine.dialect.name == "sqlite":
                copy_file(Path(str(db.engine.url.database)), draft)
            else:
                _copy_out(db.engine, draft)
        kept = _holds(draft)
        _name(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    return kept


def _name(draft: Path, target: Path) -> None:
    """Give the draft its name, unless somebody else has made a file of that name meanwhile."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise BadBackup(f"{target} is there already: name a new file") from None
    except OSError:  # a file system without hard links
        os.rename(draft, target)


def restore(app: Flask, source: Path) -> tuple[Kept, Path | None]:
    """Put what *source* holds in the place of everything that is kept now; what is kept now is backed up before.

    Says what was restored, and where the other is now (None if nothing was kept). Raises BadBackup, and then changes
    nothing.
    """
    kept = _checked(source)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        fresh = Path(folder) / "scorekeeper.db"
        copy_file(source, fresh)
        upgrade_file(fresh)
        with app.app_context():
            before = _aside(app)
            if db.engine.dialect.name == "sqlite":
                db.engine.dispose()
                with (
                    closing(sqlite3.connect(fresh)) as read,
                    closing(sqlite3.connect(str(db.engine.url.database), timeout=30)) as written,
                ):
                    read.backup(written)
                    written.execute("PRAGMA journal_mode=WAL")
            else:
                _copy_in(fresh, db.engine)
    return kept, before


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


def _checked(source: Path) -> Kept:
    if not source.is_file():
        raise BadBackup(f"{source} is not there: name a file that `scorekeeper backup` made")
    try:
        with closing(sqlite3.connect(f"file:{source.absolute().as_posix()}?mode=ro", uri=True)) as found:
            wrong = found.execute("PRAGMA integrity_check").fetchone()[0]
            revision = found.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{source} is no backup of a score keeper: {error}") from error
    if wrong != "ok" or revision is None:
        raise BadBackup(f"{source} is damaged: {wrong}")
    if not known(revision[0]):
        newer = f"{source} is of a newer score keeper (revision {revision[0]}): install that program first"
        raise BadBackup(newer)
    return _holds(source)


def _holds(file: Path) -> Kept:
    with closing(sqlite3.connect(file)) as found:
        counted = [
            int(found.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
            for table in (MatchRow.__tablename__, LineRow.__tablename__)
        ]
    return Kept(*counted)


def _sqlite(file: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(file)))
    configure_engine(engine)
    return engine


def _copy_out(source: Engine, target: Path) -> None:
    """All rows of one moment, into a new file."""
    engine = _sqlite(target)
    try:
        Base.metadata.create_all(engine)
        snapshot = source.connect().execution_options(isolation_level="REPEATABLE READ")
        with snapshot as read, engine.connect() as written:
            with written.begin():
                written.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
                written.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": newest_revision()})
                written.execute(text("PRAGMA defer_foreign_keys=ON"))
                _copy_rows(read, written)
            written.connection.dbapi_connection.execute("PRAGMA journal_mode=DELETE")  # type: ignore[union-attr]
    finally:
        engine.dispose()


def _copy_in(source: Path, target: Engine) -> None:
    """Empty the tables and fill them again, in one transaction."""
    engine = _sqlite(source)
    tables = Base.metadata.sorted_tables
    try:
        with engine.connect() as read, target.begin() as written:
            names = ", ".join(f'"{table.name}"' for table in tables)
            written.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
            _copy_rows(read, written)
            for table in tables:
                if "id" in table.columns:
                    written.execute(
                        text(
                            f"SELECT setval(pg_get_serial_sequence('\"{table.name}\"', 'id'), "
                            f'(SELECT max(id) FROM "{table.name}"))'
                        )
                    )
    finally:
        engine.dispose()


def _copy_rows(read: Connection, written: Connection) -> None:
    for table in Base.metadata.sorted_tables:
        rows = read.execute(select(table).order_by(*table.primary_key.columns)).mappings()
        for some in rows.partitions(AT_ONCE):
            written.execute(insert(table), [dict(row) for row in some])
