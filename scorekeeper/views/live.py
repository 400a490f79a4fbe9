"""Following a match: the stream that every phone at the table listens to, and the large view for a screen."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, current_app, g, render_template, request, stream_with_context

from scorekeeper import screens, services, sharing, sheets
from scorekeeper.access import Holder, Right
from scorekeeper.endings import tie, victory
from scorekeeper.language import gettext as _
from scorekeeper.live import AWAY, Hub
from scorekeeper.replayed import NoSuchMatch
from scorekeeper.views.answers import Answer
from scorekeeper.views.matches import draw
from scorekeeper.views.table import ABANDONED

log = logging.getLogger(__name__)
bp = Blueprint("live", __name__, url_prefix="/matches/<slug>")

PING = 4.0
"""Seconds after which a silent stream says that it lives; a phone that hears nothing for 10 s calls it dead."""
TURN = 2.0
"""Seconds after which a stream looks whether its phone is still there."""
SEEN = 60.0
"""Seconds after which a phone that follows is noted as seen."""
RETRY = b"retry: 1000\n\n"
ALIVE = b"event: alive\ndata:\n\n"
MOST_FRAMES = 200
VIEWER = Holder(Right.VIEWER)


@dataclass(frozen=True, slots=True)
class Frame:
    """A version of a match as it is sent to all who look on alike, and whoever holds a right at that version."""

    version: int
    holders: frozenset[int]
    html: bytes


class Frames:
    """The newest frame of each match, drawn once in a process whoever asks; safe for several threads."""

    def __init__(self) -> None:
        self._frames: OrderedDict[tuple[str, str], Frame] = OrderedDict()
        self._lock = threading.Lock()

    def frame(self, slug: str, kind: str, version: int, draw: Callable[[], Frame]) -> Frame:
        """The frame of that match, at least of that *version*."""
        with self._lock:
            kept = self._frames.get((slug, kind))
            if kept is None or kept.version < version:
                kept = self._frames[slug, kind] = draw()
            self._frames.move_to_end((slug, kind))
            while len(self._frames) > MOST_FRAMES:
                self._frames.popitem(last=False)
        return kept


def init_live(app: Flask, hub: Hub) -> None:
    """Give *app* what its streams share; `live_slots` limits them where each holds a thread."""
    app.extensions["hub"] = hub
    app.extensions["frames"] = Frames()
    app.extensions["live_slots"] = None


@bp.get("/stream")
def stream(slug: str) -> Answer:
    """Tell a phone of every new version: the page itself for those who look on, the number for those who write.

    With ``poll`` it answers at once: 204 while nothing is new.
    """
    hub: Hub = current_app.extensions["hub"]
    since = _since()
    if "poll" in request.args:
        version = services.version(slug).number
        return ("", 204) if version == since else Response(str(version), mimetype="text/plain")
    slots: threading.BoundedSemaphore | None = current_app.extensions["live_slots"]
    if slots is not None and not slots.acquire(blocking=False):
        return Response(status=503, headers={"Retry-After": "30"})
    try:
        found = hub.follow(slug, lambda: services.version(slug).number)
    except BaseException:
        if slots is not None:
            slots.release()
        raise

    def leave() -> None:  # not in the generator's own end: a HEAD never begins it
        hub.leave(slug)
        if slots is not None:
            slots.release()

    holder: Holder = g.holder
    kind = "tv" if "tv" in request.args else "number" if holder.writes else "board"
    since = since if since <= found else -1  # a restored backup: from the beginning
    response = Response(stream_with_context(_follow(slug, kind, holder, since)), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Cache-Control"] = "no-cache"
    response.call_on_close(leave)
    return response


def _since() -> int:
    said = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else -1


def _follow(slug: str, kind: str, holder: Holder, since: int) -> Iterator[bytes]:
    hub: Hub = current_app.extensions["hub"]
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected") or (lambda: False)
    yield RETRY
    quiet = unseen = 0.0
    while not gone() and not hub.stopped.is_set() and not hub.away:
        version = hub.wait(slug, since, TURN)
        if version is not None:
            try:
                frame = _frame(slug, kind, version)
            except (*AWAY, NoSuchMatch) as error:  # the latter where a backup without it was restored
                log.warning("a stream of match %s ends, its phone asks again: %s", slug, error)
                return
            if holder.id is not None and holder.id not in frame.holders:
                yield b"event: gone\ndata:\n\n"
                return
            since, quiet = frame.version, 0.0
            yield frame.html
            continue
        quiet, unseen = quiet + TURN, unseen + TURN
        if quiet >= PING:
            quiet = 0.0
            yield ALIVE
        if holder.id is not None and unseen >= SEEN:
            unseen = 0.0
            sharing.see(holder.id)


def _frame(slug: str, kind: str, version: int) -> Frame:
    frames: Frames = current_app.extensions["frames"]
    return frames.frame(slug, kind + request.script_root, version, lambda: _drawn(slug, kind))


def _drawn(slug: str, kind: str) -> Frame:
    """Draw what this process's streams of that kind say next; the version is read before the page, never after."""
    number = services.version(slug).number
    there = frozenset(phone.id for phone in sharing.phones(slug))
    if kind == "number":
        return Frame(number, there, _event(number, "version", str(number)))
    g.holder = VIEWER
    page = _tv(slug) if kind == "tv" else draw(slug)
    title = page[page.index("<title>") : page.index("</title>") + 8]
    main = page[page.index("<main") : page.index("</main>") + 7]
    return Frame(number, there, _event(number, "board", title + main))


def _event(number: int, name: str, text: str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in text.splitlines())
    return f"id: {number}\nevent: {name}\n{lines}\n".encode()


@bp.get("/tv")
def tv(slug: str) -> Answer:
    """The large view: read only, for a screen that nobody touches."""
    return _tv(slug)


def _tv(slug: str) -> str:
    match = services.sheet(slug)
    here = match.current
    follower = services.next_match(slug)
    return render_template(
        "live/tv.html",
        match=sheets.about(match),
        deal=sheets.facts(match, here),
        panels=screens.panels(match, here, here.deal.dealer),
        tables=[] if match.standing.closed else screens.tables(match, here, None)[0],
        latest=screens.latest(match, here),
        tail=screens.tail(match, here, 5),
        closed=match.standing.closed,
        victory=victory(match),
        tie=tie(match),
        notice=_(ABANDONED) if match.stored.state == "abandoned" else "",
        next_match=follower,
    )
