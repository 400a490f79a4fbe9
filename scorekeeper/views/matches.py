"""A match: the score screen with its questions, writing lines, the log, the sheet, the next deal."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import keys, questions, screens, services, sheets, wording
from scorekeeper.bezique.cards import Rank, Suit
from scorekeeper.bezique.deal import SEVEN_POINTS
from scorekeeper.bezique.events import TakenBack
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.offers import offer
from scorekeeper.error_pages import error_page
from scorekeeper.forms import DealForm, WriteForm, claimed, decisions, seat_of
from scorekeeper.language import gettext as _
from scorekeeper.services import DealNotOver, DealSheet, MatchSheet, NoSuchMatch, NotGranted, Undecided, Unreadable
from scorekeeper.stored import LogMovedOn
from scorekeeper.views.answers import Answer

bp = Blueprint("matches", __name__, url_prefix="/matches/<slug>")
log = logging.getLogger(__name__)


@bp.errorhandler(NoSuchMatch)
def no_such_match(error: NoSuchMatch) -> Response:
    """A page, and no `abort`: what an error handler raises is handled by nobody."""
    message = _("There is no such match, deal or line. Perhaps a letter is missing from the address.")
    return error_page(404, _("Not here"), message)


@bp.errorhandler(Unreadable)
def unreadable(error: Unreadable) -> Response:
    log.error("a stored line cannot be read: %s", error)
    message = _("A line of this match cannot be read (%(where)s). Nothing is lost: restore a backup or mend the line.")
    return error_page(500, _("This match cannot be shown"), message % {"where": error})


@bp.get("")
def show(slug: str) -> Answer:
    """The match as it stands: the turn-up, the score screen, or the end."""
    match = services.sheet(slug)
    if match.standing.closed:
        return _end_of_match(match)
    return _table(match, match.current)


@bp.post("/lines")
def write_lines(slug: str) -> Answer:
    """Claim lines: written (303), refused by a law or not readable (422), or written against a stale page (409)."""
    form = WriteForm(request.form)
    if not form.validate():
        abort(400)
    number, seen, name = form.tap()
    match = services.sheet(slug)
    here = match.deal(number)
    try:
        texts = claimed(request.form, request.form.getlist("pick"), request.form.getlist("played"), match.rules)
        decided = decisions(request.form)
        outcome = services.claim(match, number, texts, seen=seen, request=name, decisions=decided)
    except NotationError as error:
        return _unread(match, here, str(error)), 422
    except LogMovedOn as error:
        return _stale(match, here, error), 409
    match outcome:
        case NotGranted():
            return _refused(match, here, outcome), 422
        case Undecided():
            return _undecided(match, here, outcome), 422
        case _:
            if request.form.get("back") == "log":
                return redirect(url_for("matches.show_log", slug=slug, deal=here.number), code=303)
            return redirect(url_for("matches.show", slug=slug, said=f"{here.number}-{outcome.line}"), code=303)


@bp.get("/lines")
def after_writing(slug: str) -> Answer:
    """Where the links of a page lead that answered a post, and what a reload of its address shows: the table."""
    asked = request.args.get
    return redirect(url_for("matches.show", slug=slug, seat=asked("seat"), choose=asked("choose"), end=asked("end")))


@bp.post("/deals")
def open_deal(slug: str) -> Answer:
    """Open the next deal; asked twice it is opened once."""
    form = DealForm(request.form)
    if not form.validate():
        abort(400)
    number, name = form.tap()
    try:
        services.open_deal(slug, number, request=name)
    except DealNotOver:
        abort(409, _("The next deal cannot begin: the one before is not finished, or the match is over."))
    return redirect(url_for("matches.show", slug=slug), code=303)


@bp.get("/log")
def show_log(slug: str) -> Answer:
    """Every line of a deal."""
    match = services.sheet(slug)
    return _log(match, _wanted_deal(match))


@bp.get("/sheet")
def show_sheet(slug: str) -> Answer:
    """Each deal line by line."""
    match = services.sheet(slug)
    return render_template(
        "matches/sheet.html",
        match=sheets.about(match),
        sides=sheets.side_names(match),
        winner=sheets.winner_name(match),
        deals=list(sheets.sheet_deals(match)),
    )


def _wanted_deal(match: MatchSheet) -> DealSheet:
    said = request.args.get("deal", "")
    if not said:
        return match.current
    if not (said.isascii() and said.isdigit() and len(said) < 6):
        raise NoSuchMatch(f"no deal {said!r}")
    return match.deal(int(said))


def _common(match: MatchSheet, here: DealSheet) -> dict[str, Any]:
    return {
        "match": sheets.about(match),
        "deal": sheets.facts(match, here),
        "seen": here.seen,
        "request_id": secrets.token_hex(12),
    }


def _said(match: MatchSheet) -> str:
    """The sentence for what the last answer wrote: its deal and line stand in the address."""
    deal, _sep, line = request.args.get("said", "").partition("-")
    if not (deal.isdigit() and line.isdigit() and deal.isascii() and line.isascii()) or len(deal + line) > 12:
        return ""
    if not 1 <= int(deal) <= len(match.deals):
        return ""
    return screens.announcement(match, match.deal(int(deal)), int(line))


def _table(match: MatchSheet, here: DealSheet, **shown: Any) -> str:
    """The score screen, or before it the question for the turn-up; *shown* is what it says besides."""
    if here.deal.trumps is None and match.rules.turn_up and not here.deal.finished and "ruling" not in shown:
        return _turn_up(match, here, shown.get("notice", ""))
    seat = screens.lit_seat(here, shown.pop("seat", None) or request.args.get("seat"))
    over = _over(match, here)
    return render_template(
        "matches/score.html",
        **_common(match, here),
        **{
            "seat": seat,
            "lit": wording.seat_name(match, seat),
            "announce": _said(match),
            "notice": "",
            "panels": screens.panels(match, here, seat),
            "tables": screens.tables(match, here, seat),
            "keys": [] if over or match.standing.closed else keys.keys(match, here, seat),
            "hints": screens.hints(match, here, seat),
            "ruling": None,
            "stale": None,
            "chooser": _chooser(match, here, seat),
            "end": None if here.deal.finished else _end(match, here),
            "over": over,
            "tricks": _tricks(match, here),
            "tail": screens.tail(match, here),
            "take_back": screens.take_back(match, here),
            "enders": screens.enders(match, here),
            **shown,
        },
    )


def _turn_up(match: MatchSheet, here: DealSheet, error: str) -> str:
    seat = screens.lit_seat(here, None)
    return render_template(
        "matches/turn_up.html",
        **_common(match, here),
        panels=screens.panels(match, here, seat),
        suits=list(Suit),
        ranks=list(Rank),
        seven=SEVEN_POINTS,
        take_back=screens.take_back(match, here),
        error=error,
        notice="",
        announce=_said(match),
    )


def _chooser(match: MatchSheet, here: DealSheet, seat: Any) -> questions.Chooser | None:
    key = request.args.get("choose") if request.method == "GET" else None
    wanted = offer(here.deal, seat, key, match.standing) if key else None
    return questions.chooser(match, wanted) if wanted is not None and wanted.meld else None


def _end(match: MatchSheet, here: DealSheet) -> questions.End | None:
    won = seat_of(request.args.get("end"), match.rules)
    if won is None and here.deal.last_trick is None:
        return None
    return questions.end(match, here, here.deal.last_trick or won, {})


def _over(match: MatchSheet, here: DealSheet) -> dict[str, Any] | None:
    if not here.deal.finished or match.standing.closed:
        return None
    rules = match.rules
    points = ", ".join(f"{wording.side_name(match, side)} {here.deal.points(side)}" for side in rules.sides)
    level = f" {_('Level at the top: another deal is played.')}" if match.standing.level else ""
    return {
        "says": f"{points}.{level}",
        "number": len(match.deals) + 1,
        "dealer": wording.seat_name(match, match.next_dealer),
    }


def _tricks(match: MatchSheet, here: DealSheet) -> dict[str, Any] | None:
    deal = here.deal
    if not match.stored.note_tricks or deal.last_trick is not None or deal.trick >= match.rules.tricks:
        return None
    sides = [screens.Named(seat, wording.seat_name(match, seat)) for seat in match.rules.seats]
    return {"number": deal.trick + 1, "last": match.rules.tricks, "sides": sides}


def _unread(match: MatchSheet, here: DealSheet, message: str) -> str:
    """The page again, with what could not be read and what would be right."""
    if request.form.get("back") == "log":
        return _log(match, here, error=message)
    if request.form.get("do") == "end":
        won = seat_of(request.form.get("last_trick"), match.rules) or here.deal.last_trick
        counts = {side: _number(request.form.get(f"brisques_{side}", "")) for side in match.rules.sides}
        return _table(match, here, end=questions.end(match, here, won, counts, message))
    return _table(match, here, notice=_("Nothing was written: %(why)s.") % {"why": message})


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _refused(match: MatchSheet, here: DealSheet, judged: NotGranted) -> str:
    seat = getattr(judged.claim, "seat", None)
    shown = questions.ruling(match, here, judged)
    return _table(match, here, ruling=shown, seat=seat, announce=shown.title, chooser=None, end=None)


def _undecided(match: MatchSheet, here: DealSheet, outcome: Undecided) -> str:
    said = {line.number: line.event for line in here.standing}
    event = said.get(outcome.line, TakenBack(outcome.line))
    line = next(screens.log_lines(match, here, [(outcome.line, event)]))
    return render_template(
        "matches/take_back.html", **_common(match, here), line=line, later=list(questions.later(match, here, outcome))
    )


def _stale(match: MatchSheet, here: DealSheet, error: LogMovedOn) -> str:
    """The fresh sheet, with what the other phone wrote and what was tapped here."""
    fresh = services.sheet(match.stored.slug)
    now = fresh.deal(here.number)
    unseen = {line.number for line in error.lines}
    lines = screens.log_lines(fresh, now, [(line.number, line.event) for line in now.lines if line.number in unseen])
    stale = {"lines": list(lines), "tapped": _tapped(fresh, request.form.get("line", ""))}
    if fresh.current.deal.trumps is None and match.rules.turn_up:
        return render_template("stale.html", match=sheets.about(fresh), stale=stale)
    return _table(fresh, fresh.current, stale=stale, chooser=None, end=None, announce=_("Your tap was not written."))


def _tapped(match: MatchSheet, text: str) -> str:
    try:
        event = read(text.splitlines()[-1], match.rules)
    except (NotationError, IndexError):
        return ""
    return f"{wording.who(event, match)} {wording.what(event, match)}".strip()


def _log(match: MatchSheet, here: DealSheet, error: str = "") -> str:
    return render_template(
        "matches/log.html",
        **_common(match, here),
        notice="",
        error=error,
        sides=sheets.log_sides(match),
        lines=sheets.log_rows(match, here),
        deals=[sheet.number for sheet in match.deals],
        open=True,
    )


def _end_of_match(match: MatchSheet) -> str:
    closing = match.standing.closing
    assert closing is not None
    here = match.deal(closing.deal)
    closer = next((line for line in here.standing if line.number == closing.line), here.standing[-1])
    back = screens.TakeBack(
        write(TakenBack(closer.number)),
        screens.in_words(match, here, closer.number, closer.event),
        here.number,
        here.seen,
    )
    return render_template(
        "matches/end.html",
        **_common(match, here),
        winner=sheets.winner_name(match),
        sides=sheets.finals(match),
        decided=sheets.decided(match),
        deals=list(sheets.sheet_deals(match)),
        seats=sheets.side_names(match),
        take_back=None if services.rematch_begun(match.stored.slug) else back,
        announce=_said(match),
    )
