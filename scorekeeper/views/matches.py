"""A match: the score screen with its questions, writing lines, the log, the sheet, the next deal."""

from __future__ import annotations

import logging
from functools import partial

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from scorekeeper import (
    alterations,
    altering,
    charts,
    endings,
    logs,
    mending,
    people,
    questions,
    refusals,
    screens,
    services,
    sheets,
    wording,
)
from scorekeeper.bezique.events import Event, TakenBack
from scorekeeper.bezique.notation import NotationError, read
from scorekeeper.bezique.rules import Rules
from scorekeeper.boards import Boards
from scorekeeper.error_pages import error_page
from scorekeeper.forms import DealForm, WriteForm, claimed, decisions, seat_of
from scorekeeper.language import gettext as _
from scorekeeper.names import typed
from scorekeeper.replayed import DealSheet, MatchSheet, NoSuchMatch, Unreadable
from scorekeeper.services import DealNotOver, NotGranted, NotYours, Undecided
from scorekeeper.stored import LogMovedOn
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer
from scorekeeper.views.table import common, next_tap, said, stale_page, table

bp = Blueprint("matches", __name__, url_prefix="/matches/<slug>")
log = logging.getLogger(__name__)


@bp.app_errorhandler(NoSuchMatch)
def no_such_match(error: NoSuchMatch) -> Response:
    """A page, and no `abort`: what an error handler raises is handled by nobody."""
    message = _(
        "There is no such match, deal or line, or it is not shared with this phone. Perhaps a letter is missing from "
        "the address; or ask the host for the PIN."
    )
    return error_page(404, _("Not here"), message)


@bp.app_errorhandler(Unreadable)
def unreadable(error: Unreadable) -> Response:
    log.error("a stored line cannot be read: %s", error)
    message = _("A line of this match cannot be read (%(where)s). Nothing is lost: restore a backup or mend the line.")
    return error_page(500, _("This match cannot be shown"), message % {"where": error})


@bp.get("")
def show(slug: str) -> Answer:
    """The match as it stands: the turn-up, the score screen, or the end."""
    version = services.version(slug)
    # the end page also shows whether the next match has begun, and one not begun yet how the last one ended
    if version.closed or version.number == mending.AS_OPENED:
        return draw(slug)
    boards: Boards = current_app.extensions["boards"]
    key = (slug, version, g.holder.face, request.query_string, request.script_root)
    return boards.page(key, (generate_csrf(), next_tap()), partial(draw, slug))


def draw(slug: str) -> str:
    """The page of a match as `g.holder` sees it."""
    match = services.sheet(slug)
    return _end_of_match(match) if match.standing.closed else table(match, match.current)


@bp.post("/lines")
def write_lines(slug: str) -> Answer:
    """Claim lines: written (303), refused by a law or not readable (422), or written against a stale page (409)."""
    form = WriteForm(request.form)
    if not form.validate():
        abort(400)
    number, seen, name = form.tap()
    decided = decisions(request.form)
    try:
        outcome = services.claim(
            slug,
            number,
            _say,
            seen=seen,
            request=name,
            decisions=decided,
            may_say=g.holder.may_say,
            author=g.holder.id,
        )
    except NotYours:
        return gate.refused(slug, g.holder)
    except NotationError as error:
        return _unread(*_again(slug, number), str(error)), 422
    except LogMovedOn as error:
        return _stale(*_again(slug, number), error), 409
    match outcome:
        case NotGranted():
            return _refused(*_again(slug, number), outcome), 422
        case Undecided():
            return _undecided(*_again(slug, number), outcome), 422
        case _:
            return redirect(url_for("matches.show", slug=slug, said=f"{number}-{outcome.line}"), code=303)


def _say(rules: Rules) -> list[str]:
    return claimed(request.form, request.form.getlist("pick"), request.form.getlist("played"), rules)


def _again(slug: str, number: int) -> tuple[MatchSheet, DealSheet]:
    match = services.sheet(slug)
    return match, match.deal(number)


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
    """Every line of one deal, or of all: that on the table first, then back to the first one."""
    match = services.sheet(slug)
    wanted = _wanted_deal(match)
    last = match.dealt.index(match.current)
    order = [*match.dealt[last::-1], *match.dealt[last + 1 :]] if wanted is None else [wanted]
    corrects = g.holder.manages and request.args.get("correct") == "yes"
    opens = g.holder.writes and (corrects or not match.standing.closed)
    phones = mending.authors(slug)
    return render_template(
        "matches/log.html",
        match=sheets.about(match),
        sides=logs.log_sides(match),
        deals=[logs.log_deal(match, here, g.holder.may_say, phones, opens=opens) for here in order],
        numbers=[here.number for here in match.dealt],
        whole=wanted is None,
        changes=alterations.log(altering.made(slug), phones),
        opens=opens,
        manages=g.holder.manages,
        adjusts=g.holder.ends_deals and not match.standing.closed,
        corrects=corrects and match.standing.closed,
        may_correct=g.holder.manages and g.holder.writes and match.standing.closed and not corrects,
    )


@bp.get("/sheet")
def show_sheet(slug: str) -> Answer:
    """Each deal line by line."""
    match = services.sheet(slug)
    return render_template(
        "matches/sheet.html",
        match=sheets.about(match),
        sides=sheets.side_names(match),
        victory=endings.victory(match),
        settled=endings.settlement(match),
        deals=list(sheets.sheet_deals(match)),
        people=people.seated(slug),
        chart=charts.chart(match),
    )


def _wanted_deal(match: MatchSheet) -> DealSheet | None:
    wanted = request.args.get("deal", "")
    if not wanted:
        return None
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 6):
        raise NoSuchMatch(f"no deal {wanted!r}")
    return match.deal(int(wanted))


def _unread(match: MatchSheet, here: DealSheet, message: str) -> str:
    """The page again, with what could not be read and what would be right."""
    if request.form.get("do") == "end":
        won = seat_of(request.form.get("last_trick"), match.rules) or here.deal.last_trick
        counts = {side: _number(request.form.get(f"brisques_{side}", "")) for side in match.rules.sides}
        return table(match, here, end=questions.end(match, here, won, counts, message))
    return table(match, here, notice=_("Nothing was written: %(why)s.") % {"why": message})


def _number(text: str) -> int | str | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else typed(text)


def _refused(match: MatchSheet, here: DealSheet, judged: NotGranted) -> str:
    if (
        here.number != match.current.number and not match.standing.closed
    ):  # a page of an earlier deal: what can be tapped is in this one
        why = _(judged.refused.law.sentence)
        return table(
            match,
            match.current,
            notice=_("Nothing was written in deal %(number)s. %(why)s") % {"number": here.number, "why": why},
        )
    seat = getattr(judged.claim, "seat", None)
    shown = refusals.ruling(match, here, judged)
    return table(match, here, ruling=shown, seat=seat, announce=shown.title, chooser=None, end=None)


def _undecided(match: MatchSheet, here: DealSheet, outcome: Undecided) -> str:
    says = {line.number: line.event for line in here.standing}
    event = says.get(outcome.line, here.lines[outcome.line - 1].event)
    line = next(screens.log_lines(match, here, [(outcome.line, event)]))
    return render_template(
        "matches/take_back.html", **common(match, here), line=line, later=list(refusals.later(match, here, outcome))
    )


def _stale(match: MatchSheet, here: DealSheet, error: LogMovedOn) -> str:
    """The fresh sheet, with what the other phone wrote and what was tapped here."""
    fresh = services.sheet(match.stored.slug)
    now = fresh.deal(here.number)
    unseen = {line.number for line in error.lines}
    lines = screens.log_lines(fresh, now, [(line.number, line.event) for line in now.lines if line.number in unseen])
    event = _tapped(fresh, request.form.get("line", ""))
    tapped = f"{wording.who(event, fresh)} {wording.what(event, fresh)}".strip() if event else ""
    twice = any(line.event == event and line.number in unseen for line in now.standing)
    stale = {"lines": list(lines), "tapped": tapped, "twice": twice}
    to_turn_up = fresh.current.deal.trumps is None and match.rules.turn_up
    if fresh.standing.closed or to_turn_up:  # the fresh page is no score screen
        return stale_page(fresh, stale)
    return table(fresh, fresh.current, stale=stale, chooser=None, end=None, announce=_("Your tap was not written."))


def _tapped(match: MatchSheet, text: str) -> Event | None:
    try:
        return read(text.splitlines()[-1], match.rules)
    except (NotationError, IndexError):
        return None


def _end_of_match(match: MatchSheet) -> str:
    closing = match.standing.closing
    assert closing is not None
    here = match.deal(closing.deal)
    back = screens.take_back_end(match)
    assert back is not None
    may_take_back = g.holder.may_say(TakenBack(back.number), here.stored.lines[back.number - 1].author)
    return render_template(
        "matches/end.html",
        **common(match, here),
        victory=endings.victory(match),
        sides=endings.finals(match),
        decided=endings.decided(match),
        tie=endings.tie(match),
        next_match=services.next_match(match.stored.slug),
        settled=endings.settlement(match),
        deals=list(sheets.sheet_deals(match)),
        seats=sheets.side_names(match),
        people=people.seated(match.stored.slug),
        take_back=back if may_take_back and not services.rematch_begun(match.stored.slug) else None,
        corrects=g.holder.manages and g.holder.writes,
        announce=said(match),
    )
