"""A real server for browser tests: waitress in a thread, over a SQLite file of its own."""

from __future__ import annotations

import re
import threading
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

from flask.testing import FlaskClient
from waitress.server import create_server

from scorekeeper import create_app, sharing
from scorekeeper.database import db


class LiveServer:
    """The score keeper as people meet it; it can go away and come back under the same address."""

    def __init__(self, instance: Path) -> None:
        self.app = create_app(
            {"INSTANCE_DIR": instance, "DATABASE_URL": None, "SECRET_KEY": "for browser tests" * 3, "LISTING": "open"}
        )
        self.port = 0
        self.staged: dict[str, str] = {}  # the pages of matches that were staged here, by what is in them
        self._server: Any = None
        self._thread: threading.Thread | None = None

    @cached_property
    def poster(self) -> tuple[FlaskClient, str]:
        """A client that posts without a browser, and the token of its forms."""
        client = self.app.test_client()
        with client.session_transaction() as session:
            session["phone"] = sharing.new_phone()
        token = re.search('name="csrf_token" value="([^"]+)"', client.get("/matches/new").text)
        assert token
        return client, token[1]

    @cached_property
    def host_cookie(self) -> str:
        """The cookie of the browser that opens the staged matches: whoever has it is their host."""
        client, _token = self.poster
        cookie = client.get_cookie("scorekeeper")
        assert cookie
        return cookie.value

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._server = create_server(
            self.app, host="127.0.0.1", port=self.port, threads=64, channel_request_lookahead=5, ident=None
        )
        self.port = self._server.effective_port
        self._thread = threading.Thread(target=self._server.run, name="live server", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Hang up on everybody and answer nobody any more; returns when the last thread has ended."""
        if self._thread is None:
            return
        self._server.trigger.pull_trigger(self._hang_up)
        self._thread.join(timeout=10)
        assert not self._thread.is_alive(), "the server did not stop"
        self._server.task_dispatcher.shutdown()
        self._thread = None

    def _hang_up(self) -> None:
        """In the server's own thread: without a socket left its loop ends."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()

    def close(self) -> None:
        """Stop for good: the connections to the database are closed too."""
        self.stop()
        with self.app.app_context():
            db.engine.dispose()

    def __enter__(self) -> LiveServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
