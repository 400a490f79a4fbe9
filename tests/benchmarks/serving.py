"""Servers for the benchmarks: the app, and bare Flask doing as little as can be, each under waitress in a process.

`python -m tests.benchmarks.serving app FOLDER` or `… bare FOLDER`, each with a number of THREADS or one, prints its
port and serves until it is killed.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from pathlib import Path

from flask import Flask, request
from waitress.server import create_server


def bare(folder: Path) -> Flask:
    """A view that does one SQLite commit with the settings of the app, and one that answers a page kept as a string."""
    app = Flask("bare")
    pages: dict[str, str] = {}

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
        for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    own = threading.local()
    with connect() as first:
        first.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, deal INTEGER, text TEXT)")

    @app.post("/lines")
    def write() -> tuple[str, int]:
        if not hasattr(own, "connection"):
            own.connection = connect()
        connection = own.connection
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO line (deal, text) VALUES (?, ?)", (request.form["deal"], request.form["line"]))
        connection.execute("COMMIT")
        return "", 303

    @app.put("/page")
    def keep() -> str:
        pages["page"] = request.get_data(as_text=True)
        return ""

    @app.get("/page")
    def page() -> str:
        return pages["page"]

    return app


def without_engine(folder: Path) -> Flask:
    """The app with one more view, which writes a line as a claim does and asks no engine: what the stack costs."""
    from scorekeeper import create_app, store
    from scorekeeper.forms import WriteForm
    from scorekeeper.stored import Results

    app = create_app({"INSTANCE_DIR": str(folder)})

    @app.post("/unjudged/<slug>")
    def write(slug: str) -> tuple[str, int]:
        form = WriteForm(request.form)
        assert form.validate()
        deal, seen, name = form.tap()
        with store.writing(slug) as book:
            assert book is not None
            book.append(
                deal, [request.form["line"]], seen=seen, request=name, results=Results("open", None, {"A": seen})
            )
        return "", 303

    return app


def main(which: str, folder: Path, threads: int) -> None:
    app = bare(folder) if which == "bare" else without_engine(folder)
    server = create_server(app, host="127.0.0.1", port=0, threads=threads)
    print(server.effective_port, flush=True)  # type: ignore[union-attr]
    server.run()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
