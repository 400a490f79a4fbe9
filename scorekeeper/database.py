"""The database: its address, the settings of SQLite and the one way to write."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from flask import current_app
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Dialect, Engine, MetaData, String, TypeDecorator, event
from sqlalchemy.exc import DisconnectionError, InterfaceError, OperationalError, SQLAlchemyError, TimeoutError
from sqlalchemy.orm import DeclarativeBase

from scorekeeper import paths

if TYPE_CHECKING:
    from flask import Flask

BUSY = 10.0
"""Seconds that a writer waits for the others; then nothing is written, and it is told to try again."""
#: What is raised when the database is locked, full, gone or has no free connection: nothing was written, try again.
UNREACHABLE = (OperationalError, InterfaceError, TimeoutError)
#: What can be wrong with a database when the program starts: its address, its driver, its file.
UNUSABLE = (SQLAlchemyError, ModuleNotFoundError)


class Plain(TypeDecorator[str]):
    """Text without NUL, which PostgreSQL neither keeps nor looks for: an address that holds one is found nowhere."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return value and value.replace("\0", "\ufffd")


class Base(DeclarativeBase):
    """What the tables derive from. Every constraint has a name: SQLite's migrations need it."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {str: Plain}
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(column_0_N_label)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        }
    )


class FileGone(OperationalError):
    """The file of the database is not there any more, or another one is in its place."""

    def __init__(self, path: Path) -> None:
        super().__init__(None, None, FileNotFoundError(f"{path} was moved, deleted or replaced"))


db = SQLAlchemy(metadata=Base.metadata)
migrate = Migrate()
_one_writer = threading.Lock()


def init_database(app: Flask) -> None:
    """Give *app* its database: DATABASE_URL (PostgreSQL), else a SQLite file in the instance folder.

    BUSY_SECONDS is how long a writer waits for the others (`BUSY`).
    """
    busy = app.config.setdefault("BUSY_SECONDS", BUSY)
    url = app.config.get("DATABASE_URL") or f"sqlite:///{Path(app.instance_path) / 'scorekeeper.db'}"
    app.config["SQLALCHEMY_DATABASE_URI"] = url = url.replace("postgres://", "postgresql://", 1)
    if url.startswith("postgresql"):
        options = f"-c timezone=UTC -c lock_timeout={int(busy * 1000)}"
        connecting = {"options": options, "connect_timeout": 5}  # else a server that is silent holds a page for minutes
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = {"connect_args": connecting, "pool_pre_ping": True}
    db.init_app(app)
    migrate.init_app(app, db, directory=str(paths.PACKAGE / "migrations"), render_as_batch=True)
    with app.app_context():
        configure_engine(db.engine, busy)


def configure_engine(engine: Engine, busy: float = BUSY) -> None:
    """Take SQLite's transactions into our own hands; must be called before the engine's first connection."""
    if engine.dialect.name != "sqlite":
        return

    file = Path(str(engine.url.database)).absolute()
    opened: set[tuple[int, int] | None] = set()

    @event.listens_for(engine, "do_connect")
    def find_file(*_: Any) -> None:
        """SQLite would make a new file in the place of one that was moved away, and people would start from nothing."""
        if opened and _identity(file) is None:
            raise FileGone(file)

    @event.listens_for(engine, "connect")
    def set_pragmas(raw: sqlite3.Connection, record: Any) -> None:
        record.info["file"] = _identity(file)
        opened.add(record.info["file"])
        raw.isolation_level = None  # the sqlite3 module must not start transactions by itself
        for pragma in (f"busy_timeout={int(busy * 1000)}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "checkout")
    def same_file(_raw: sqlite3.Connection, record: Any, _proxy: Any) -> None:
        """A file that was moved away is still written to by whoever has it open: that would be lost."""
        if _identity(file) != record.info["file"]:
            raise DisconnectionError(f"{file} is not the file that was opened")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN " + connection.get_execution_options().get("sqlite_begin", "DEFERRED"))


def _identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name, None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _turn() -> Iterator[None]:
    """The turn of one writer in this process. All who stand in the queue wait as long as one, not one after another."""
    if not _one_writer.acquire(timeout=current_app.config["BUSY_SECONDS"]):
        raise TimeoutError("too many writers wait for the database")
    try:
        yield
    finally:
        _one_writer.release()


@contextmanager
def write_tx() -> Iterator[Connection]:
    """One write transaction: committed at the end, rolled back on any exception.

    SQLite: BEGIN IMMEDIATE, so that what was read is still true when it is written, and one writer a process at a
    time. PostgreSQL: the caller locks the match's row with `with_for_update()`. Whoever waits longer than BUSY_SECONDS
    gets one of UNREACHABLE.
    """
    engine = db.engine
    sqlite = engine.dialect.name == "sqlite"
    with _turn() if sqlite else nullcontext(), engine.connect() as connection:
        if sqlite:
            connection.execution_options(sqlite_begin="IMMEDIATE")
        with connection.begin():
            yield connection
