"""Live: one watcher thread a process tells open streams that a match has a newer version.

SQLite: ``PRAGMA data_version`` on a connection of its own sees every process's commits, ten times a second. PostgreSQL:
a trigger on the match notifies `CHANNEL`; after every (re)connection all watched versions are read again.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL

from scorekeeper.database import UNREACHABLE

log = logging.getLogger(__name__)

AWAY = UNREACHABLE
"""What a stream meets when the database is away: it ends, and its phone asks again."""
CHANNEL = "scorekeeper"
POLL = 0.1
"""Seconds between two looks at a SQLite file."""
RECONNECT = 1.0
"""Seconds until a watcher that lost its database tries again."""


class Hub:
    """The versions of the matches that somebody follows in this process."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.stopped = threading.Event()
        self._lost = self.away = False
        """Whether the database cannot be watched just now: nobody who follows can be called live."""
        self._condition = threading.Condition()
        self._versions: dict[str, int] = {}
        self._followers: dict[str, int] = {}
        self._thread: threading.Thread | None = None

    def follow(self, slug: str, read_version: Callable[[], int]) -> int:
        """Follow a match, and only then read its version, so that no change in between is missed.

        Whoever follows must `leave`; if *read_version* raises, nobody does.
        """
        with self._condition:
            self._followers[slug] = self._followers.get(slug, 0) + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="live", daemon=True)
                self._thread.start()
        try:
            version = read_version()
        except BaseException:
            self.leave(slug)
            raise
        self.publish(slug, version)
        return version

    def leave(self, slug: str) -> None:
        """Follow a match no longer."""
        with self._condition:
            self._followers[slug] -= 1
            if not self._followers[slug]:
                del self._followers[slug]
                self._versions.pop(slug, None)

    def publish(self, slug: str, version: int) -> None:
        """Wake whoever follows the match and has not seen *version*."""
        with self._condition:
            if slug in self._followers and version > self._versions.get(slug, -1):
                self._versions[slug] = version
                self._condition.notify_all()

    def wait(self, slug: str, since: int, seconds: float) -> int | None:
        """The version of a match once it is newer than *since*; None after *seconds* or when all is to stop."""
        with self._condition:
            self._condition.wait_for(lambda: self.stopped.is_set() or self._newer(slug, since), seconds)
            return self._versions[slug] if self._newer(slug, since) else None

    def _newer(self, slug: str, since: int) -> bool:
        return self._versions.get(slug, -1) > since

    def stop(self) -> None:
        """End every stream."""
        self.stopped.set()
        with self._condition:
            self._condition.notify_all()

    def _followed(self) -> list[str]:
        with self._condition:
            return list(self._followers)

    def _publish_all(self, rows: Iterable[Any]) -> None:
        for slug, version in rows:
            self.publish(slug, version)

    def _found(self) -> None:
        self.away = self._lost = False

    def _watch(self) -> None:
        watch, lost = self._watch_sqlite, (sqlite3.Error, OSError)
        if self.url.get_backend_name() == "postgresql":
            import psycopg

            watch, lost = self._watch_postgresql, (psycopg.Error,)  # type: ignore[assignment]
        while not self.stopped.is_set():
            try:
                watch()
            except lost as error:
                log.warning("live: the database is away, next try in a moment: %s", error)
                self.away = self._lost  # not yet when it is lost for the first time: it may be there again
                self._lost = True
                self.stopped.wait(RECONNECT)

    def _watch_sqlite(self) -> None:
        file = Path(str(self.url.database)).absolute().as_uri()
        with closing(sqlite3.connect(f"{file}?mode=ro", uri=True, timeout=5)) as connection:
            seen = None
            opened = os.stat(str(self.url.database)).st_ino
            while not self.stopped.wait(POLL):
                if os.stat(str(self.url.database)).st_ino != opened:
                    return  # another file is in its place: watch that
                now = connection.execute("PRAGMA data_version").fetchone()[0]
                if now == seen:
                    continue
                followed = self._followed()
                for start in range(0, len(followed), 500):
                    some = followed[start : start + 500]
                    marks = ",".join("?" * len(some))
                    found = connection.execute(f"SELECT slug, version FROM match WHERE slug IN ({marks})", some)
                    self._publish_all(found.fetchall())
                seen = now
                self._found()

    def _watch_postgresql(self) -> None:
        import psycopg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        # A network that breaks without a word is noticed after a minute, not after hours.
        alive = {"connect_timeout": 5, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
        with psycopg.connect(address, autocommit=True, **alive) as connection:  # type: ignore[arg-type]
            connection.execute(f"LISTEN {CHANNEL}")
            found = connection.execute("SELECT slug, version FROM match WHERE slug = ANY(%s)", (self._followed(),))
            self._publish_all(found.fetchall())
            self._found()
            while not self.stopped.is_set():
                for note in connection.notifies(timeout=1.0):
                    slug, _, version = note.payload.rpartition(":")
                    self.publish(slug, int(version))
                    if self.stopped.is_set():
                        return
