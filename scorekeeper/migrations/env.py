"""Alembic's environment, for `flask --app scorekeeper db …` and for the upgrade at start."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from flask import current_app
from sqlalchemy import DateTime, text

import scorekeeper.tables  # noqa: F401  (what the metadata knows them by)
from scorekeeper.database import db

LOCK = 0x5C0_4E  # any number: PostgreSQL's advisory lock for this project's migrations


def render_item(kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """A time is written without its variant for SQLite, which the tables need and their making does not."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, DateTime) else False


def run() -> None:
    """Migrate in one transaction, one process at a time, and check every reference before the commit."""
    assert current_app, "migrations run inside the application"
    engine = db.engine
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert raw is not None
        if sqlite:
            # On the raw connection, before a transaction: inside one the pragma does nothing. With foreign keys on,
            # a batch migration's DROP TABLE of a parent silently deletes all its children (ON DELETE CASCADE).
            raw.execute("PRAGMA foreign_keys=OFF")
            connection = connection.execution_options(sqlite_begin="IMMEDIATE")
        try:
            context.configure(
                connection=connection,
                target_metadata=db.metadata,
                render_as_batch=True,
                transactional_ddl=True,
                transaction_per_migration=False,
                compare_type=True,
                render_item=render_item,
            )
            with context.begin_transaction():
                if not sqlite:
                    connection.execute(text("SET LOCAL lock_timeout = 0"))  # another process may migrate for long
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                context.run_migrations()
                if sqlite and (dangling := connection.exec_driver_sql("PRAGMA foreign_key_check").all()):
                    raise RuntimeError(f"the migration leaves references to rows that are gone: {dangling[:5]}")
        finally:
            if sqlite:
                raw.execute("PRAGMA foreign_keys=ON")


if context.is_offline_mode():
    raise SystemExit("migrations need the database: --sql is not supported")
run()
