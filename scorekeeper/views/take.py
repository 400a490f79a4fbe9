"""What people take along: records, tables for spreadsheets, sheets and pictures; and bringing records in."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from flask import Blueprint, abort, current_app, redirect, render_template, request, stream_with_context, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from scorekeeper import pictures, scoresheets, services, sheets, spreadsheets, takealong
from scorekeeper.jsonvalues import BadRecord
from scorekeeper.language import gettext as _
from scorekeeper.limits import Tries
from scorekeeper.replayed import MatchSheet
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer

bp = Blueprint("take", __name__)
LARGEST_FILE = 4 * 1024 * 1024
"""Bytes of a file that may be brought in by a form; a larger one by `scorekeeper import`."""
PATIENCE = 30.0
"""Seconds of work that a form may cause; seven hundred matches of six deals, 4 MB, take about four."""
DRAWN = 2
"""Rises when what a match looks like in a file changes, so that no browser shows the old look."""
LONGEST_NAME = 100
MOST_NAMED = 50
"""Matches that are named on a page as differing; of more it is said how many."""
MOST_LINES = 5000
"""Lines of a match of which a sheet is drawn: more than a hundred pages are nobody's wish."""


# A match ------------------------------------------------------------------------------------------------------------


@bp.get("/matches/<slug>/record.json")
def record(slug: str) -> Answer:
    """The match as a file of records, to be kept or brought in elsewhere."""

    def drawn(_match: MatchSheet) -> str:
        return "".join(takealong.record([slug]))

    return _file(slug, "json", "application/json", drawn)


@bp.get("/matches/<slug>/lines.csv")
def lines(slug: str) -> Answer:
    """Every line of the match for a spreadsheet."""
    return _file(slug, "csv", "text/csv", lambda match: "".join(spreadsheets.lines(match)))


@bp.get("/matches/<slug>/sheet.pdf")
def pdf(slug: str) -> Answer:
    """The score sheet on paper, of an unfinished match as it stands."""

    def drawn(match: MatchSheet) -> bytes:
        if sum(deal.seen for deal in match.deals) > MOST_LINES:
            abort(404, _("This match is too long for a sheet: take its lines as a table."))
        return scoresheets.pdf(match, gate.zone())

    return _file(slug, "pdf", "application/pdf", drawn)


@bp.get("/matches/<slug>/result.png")
def picture(slug: str) -> Answer:
    """A picture of the result, of an unfinished match as it stands."""
    return _file(slug, "png", "image/png", lambda match: pictures.png(match, gate.zone()))


def _file(slug: str, kind: str, mimetype: str, draw: Callable[[MatchSheet], str | bytes]) -> Response:
    """A file of the match, drawn only for who has not got it as it is now.

    It is kept and not shown: the policy of the pages would spoil a browser's own way to show pictures.
    """
    version = services.version(slug)
    said = repr((DRAWN, str(gate.zone()), kind, slug, version.number, version.closed, version.names))
    tag = hashlib.sha256(said.encode()).hexdigest()[:24]
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        match = services.sheet(slug)
        response = Response(draw(match), mimetype=mimetype)
        name = f"{match.stored.opened_at.astimezone(gate.zone()):%Y-%m-%d} {' - '.join(sheets.side_names(match))}"
        response.headers["Content-Disposition"] = disposition(f"bezique {name}", kind)
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def disposition(name: str, ending: str) -> str:
    """The header that names a file, readable and harmless on every system (RFC 6266, names in other scripts RFC 5987).

    >>> disposition('a/b "c"', "csv")
    'attachment; filename="a b c.csv"'
    """
    clean = " ".join(re.sub(r'[\\/:*?"<>|%;\x00-\x1f\x7f]', " ", name).split()).strip(". ")[:LONGEST_NAME].rstrip(". ")
    plain = " ".join(re.sub(r"[^ -~]", "", clean).split()).strip("-. ") or "bezique"
    said = f'attachment; filename="{plain}.{ending}"'
    if clean.isascii():
        return said
    return f"{said}; filename*=UTF-8''{quote(f'{clean}.{ending}', safe='')}"


# All matches --------------------------------------------------------------------------------------------------------


@bp.get("/record.json")
def all_records() -> Answer:
    """All matches that this browser may see, as one file of records."""
    return _stream(takealong.record(_slugs()), "json", "application/json")


@bp.get("/results.csv")
def all_results() -> Answer:
    """The results of all matches that this browser may see, for a spreadsheet."""
    return _stream(spreadsheets.results(takealong.matches(_slugs())), "csv", "text/csv")


def _slugs() -> list[str]:
    return takealong.all_slugs(gate.only_mine())


def _stream(pieces: Iterable[str], ending: str, mimetype: str) -> Response:
    name = "bezique results" if ending == "csv" else "bezique record"
    headers = {"Content-Disposition": disposition(name, ending)}
    return Response(stream_with_context(iter(pieces)), mimetype=mimetype, headers=headers)


# Bringing in --------------------------------------------------------------------------------------------------------


@bp.url_value_preprocessor
def _let_files_in(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Before the form is read to see its token: only this one may be large."""
    if endpoint == "take.bring":
        request.max_content_length = LARGEST_FILE + current_app.config["MAX_CONTENT_LENGTH"]


@bp.get("/import")
def ask() -> Answer:
    """Where a file of records is chosen, and where it says what has become of one."""
    done = [request.args.get(name, default) for name, default in (("new", ""), ("known", ""), ("left", "0"))]
    if not all(count.isascii() and count.isdigit() and len(count) < 8 for count in done):
        return _page()
    return _page(done=takealong.Brought(*map(int, done)))


@bp.post("/import")
def bring() -> Answer:
    """Bring in the matches of a file: all that are new, or none. This browser becomes their host.

    Matches that differ from those here are named first; `differing=leave` brings in what is new beside them.
    """
    tries: Tries = current_app.extensions["imports"]
    if not tries.allow(request.remote_addr):
        return _page(error=_("Too many files. Wait a minute, then bring it in again.")), 429, {"Retry-After": "60"}
    file = request.files.get("file")
    if file is None or not file.filename:
        return _page(error=_("Choose a file first.")), 422
    try:
        with file.stream:
            content = file.read()
        leave = request.form.get("differing") == "leave"
        phone = gate.named_phone()
        brought = takealong.bring(content, phone=phone, leave_differing=leave, progress=_breathe, patience=PATIENCE)
    except BadRecord as error:
        return _page(error=str(error)), 422
    except takealong.MatchesDiffer as error:
        return _page(error=f"{error}.", differ=error), 422
    left = brought.left or None  # None stands in no address
    return redirect(url_for("take.ask", new=brought.new, known=brought.known, left=left), code=303)


@bp.errorhandler(413)
def too_large(_error: RequestEntityTooLarge) -> Answer:
    """The page again, with the size that was read and the one that is right."""
    most = LARGEST_FILE // 1024**2
    said = _("This file is larger than %(most)s MB.") % {"most": most}
    if size := request.content_length:
        tenths = max(10 * most + 1, -(-10 * size // 1024**2))
        said = _("This file has %(size)s MB: up to %(most)s MB fit.") % {"size": tenths / 10, "most": most}
    way = _("Take fewer matches along at a time, or let the command `scorekeeper import` read it.")
    return _page(error=f"{said} {way}"), 413


def _breathe(_done: int, _of: int) -> None:
    """Let others be answered meanwhile."""
    time.sleep(0)


def _page(error: str = "", done: takealong.Brought | None = None, differ: takealong.MatchesDiffer | None = None) -> str:
    return render_template(
        "take/import.html",
        error=error,
        done=done,
        differing=differ.found[:MOST_NAMED] if differ else (),
        unnamed=max(0, len(differ.found) - MOST_NAMED) if differ else 0,
        new=differ.new if differ else 0,
        megabytes=LARGEST_FILE // 1024**2,
    )
