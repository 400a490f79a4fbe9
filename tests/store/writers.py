"""Writers at one match, all at once: as threads, or as processes by `python -m tests.store.writers`."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

from scorekeeper import create_app, store
from scorekeeper.database import UNREACHABLE, db
from scorekeeper.stored import LogMovedOn, Results
from tests.store.rows import write

EVERY = 5
"""Each so manieth line is tried from what its writer last saw, and sent again when it is written."""


def write_on(slug: str, writer: int, lines: int) -> None:
    """Write so many lines; what finds the database busy for too long is sent again. Within an application."""
    seen = 0
    for line in range(1, lines + 1):
        hasty = line % EVERY == 0
        request = f"writer-{writer}-{line}"
        said = f"A adjusts {line} writer {writer}"
        number = _until_free(partial(_written, slug, said, seen if hasty else None, request))
        if hasty:
            again = _until_free(partial(write, slug, said, seen=number - 1, request=request))
            assert again == number, "a retry got another answer"
        seen = number


def _until_free(writing: Callable[[], int]) -> int:
    """Do this, and once more as long as others keep the database for too long."""
    while True:
        try:
            return writing()
        except UNREACHABLE:
            continue


def _written(slug: str, said: str, seen: int | None, request: str) -> int:
    """Write from what was last seen; None, or if others were quicker: from what stands while nobody else can write."""
    if seen is not None:
        try:
            return write(slug, said, seen=seen, request=request, results=Results("open", None, {"A": seen}))
        except LogMovedOn:
            pass
    with store.writing(slug) as book:
        assert book is not None
        now = len(book.match.deals[0].lines)
        return book.append(1, [said], seen=now, request=request, results=Results("open", None, {"A": now}))


def texts(writer: int, lines: int) -> list[str]:
    """What a writer has written."""
    return [f"A adjusts {line} writer {writer}" for line in range(1, lines + 1)]


def main(instance: Path, database_url: str | None, slug: str, writers: int, lines: int) -> int:
    """Fork the writers, each with connections of its own; how many of them failed."""
    app = create_app({"INSTANCE_DIR": instance, "DATABASE_URL": database_url, "SECRET_KEY": "x" * 32})
    with app.app_context():
        db.engine.dispose()
        children = []
        for writer in range(writers):
            if not (child := os.fork()):
                status = 1
                try:
                    write_on(slug, writer, lines)
                    status = 0
                except BaseException:  # noqa: BLE001  (a child never goes on where its parent stands)
                    traceback.print_exc()
                finally:
                    os._exit(status)
            children.append(child)
        return sum(os.waitpid(child, 0)[1] != 0 for child in children)


if __name__ == "__main__":
    folder, url, match, many, each = sys.argv[1:]
    sys.exit(main(Path(folder), url or None, match, int(many), int(each)))
