"""Putting a line right: what can be wrong with it, what would follow, and writing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, abort, g, redirect, render_template, request, url_for

from scorekeeper import aftermath, amendments, meld_fixes, mending, refusals, screens, services, sheets, wording
from scorekeeper.bezique.corrections import deal_before
from scorekeeper.bezique.deal import Deal
from scorekeeper.bezique.events import Amended, Event, Melded, TakenBack, holding
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.notation import NotationError, write
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.words import N_
from scorekeeper.error_pages import error_page
from scorekeeper.forms import LONGEST_LINE, claimed, decisions
from scorekeeper.language import gettext as _
from scorekeeper.mend_forms import MendForm, adjusted
from scorekeeper.mending import Foreseen, standing_event
from scorekeeper.replayed import DealSheet, MatchSheet, NoSuchMatch
from scorekeeper.services import NotGranted, NotYours
from scorekeeper.stored import LogMovedOn
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer
from scorekeeper.views.table import next_tap, stale_page

bp = Blueprint("mend", __name__, url_prefix="/matches/<slug>/deals/<int:number>/lines/<int:line>")


@bp.get("")
def show_line(slug: str, number: int, line: int) -> Answer:
    """A line, and everything that can be wrong with it."""
    match, here = _line(slug, number, line)
    if answer := _kept_out(slug, match, here, line):
        return answer
    if line not in holding(here.lines):  # what struck it can be taken back
        struck = next(
            other.number
            for other in reversed(here.lines)
            if isinstance(other.event, TakenBack) and other.event.line == line and other.number in holding(here.lines)
        )
        corrects = "yes" if _corrects(request.args) else None
        return redirect(url_for("mend.show_line", slug=slug, number=number, line=struck, correct=corrects))
    return _choices(match, here, line)


@bp.get("/change")
def follow(slug: str, number: int, line: int) -> Answer:
    """What a change of the line would lead to. Nothing is written."""
    match, here = _line(slug, number, line)
    if answer := _kept_out(slug, match, here, line):
        return answer
    try:
        text = _wanted(request.args, match.rules)
        found = mending.foresee(slug, number, line, text, decisions(request.args))
    except NotationError as error:
        return _choices(match, here, line, str(error)), 422
    if isinstance(found, NotGranted):
        return _refused(match, here, line, text, found), 422
    return _follows(here, text, found)


@bp.post("")
def write_change(slug: str, number: int, line: int) -> Answer:
    """Write a change: written (303), refused or still to be decided on (422), or written against a stale page (409)."""
    form = MendForm(request.form)
    if not form.validate():
        abort(400)
    seen, name = form.tap()
    corrects = _corrects(request.form)
    match, here = _line(slug, number, line)
    text = str(form.to.data)
    decided = decisions(request.form)
    try:
        if "shown" in request.form:  # what is confirmed is what was shown
            found = mending.foresee(slug, number, line, text, decided) if seen == here.seen else None
            if isinstance(found, Foreseen) and _told(found) != request.form["shown"]:
                return _follows(here, text, found, _("As you have chosen now: look, and confirm once more.")), 422
        outcome = mending.mend(
            slug,
            number,
            line,
            text,
            decisions=decided,
            seen=seen,
            request=name,
            may_say=g.holder.may_say,
            author=g.holder.id,
            corrects=corrects,
        )
    except NotYours:
        return gate.refused(slug, g.holder)
    except NotationError as error:
        return _choices(match, here, line, str(error)), 422
    except LogMovedOn as error:
        return _stale(slug, number, error), 409
    if isinstance(outcome, NotGranted):
        return _refused(match, here, line, text, outcome), 422
    if isinstance(outcome, Foreseen):
        return _follows(here, text, outcome), 422
    still = "yes" if corrects and services.version(slug).closed else None
    return redirect(url_for("matches.show_log", slug=slug, correct=still, _anchor=f"l-{number}-{line}"), code=303)


def _line(slug: str, number: int, line: int) -> tuple[MatchSheet, DealSheet]:
    match = services.sheet(slug)
    here = match.deal(number)
    if not 1 <= line <= here.seen:
        raise NoSuchMatch(f"no line {line} in deal {number} of match {slug!r}")
    return match, here


def _corrects(said: Mapping[str, str]) -> bool:
    """Whether somebody who may has chosen to correct a closed match."""
    return bool(g.holder.manages) and said.get("correct") == "yes"


def _kept_out(slug: str, match: MatchSheet, here: DealSheet, line: int) -> Answer | None:
    """The answer for somebody who may not put this line right, or not like this."""
    if not g.holder.may_say(TakenBack(line), here.stored.lines[line - 1].author):
        return gate.refused(slug, g.holder)
    if match.standing.closed and not _corrects(request.args):
        return error_page(409, _("The match is closed"), _(CLOSED))
    return None


CLOSED = N_(
    "A closed match is not changed by accident: its host opens its lines by “Correct this match” on its end page."
)


def _wanted(said: Mapping[str, str], rules: Rules) -> str:
    """The change that a key or a form of the line's page says. Raises `NotationError`."""
    if "to" in said:
        text = _played_first(said, request.args.getlist("played"))
        if len(text) > LONGEST_LINE:
            raise NotationError(_("too long: a line has at most %(most)s characters") % {"most": LONGEST_LINE})
        return text
    if said.get("do") == "adjust":
        return adjusted(said, rules)
    lines = claimed(said, request.args.getlist("pick"), [], rules)
    return lines[0]


def _played_first(said: Mapping[str, str], played: list[str]) -> str:
    """A change, after the cards that were picked as played just before."""
    return f"{said.get('seat', '')} plays {' '.join(played)}\n{said['to']}" if played else said["to"]


def _choices(match: MatchSheet, here: DealSheet, line: int, error: str = "") -> str:
    """The page of a line that holds."""
    event: Event = standing_event(here, line) or here.lines[line - 1].event
    author = here.stored.lines[line - 1].author
    undoes = isinstance(event, TakenBack | Amended)
    fixes, question, counted, adjustment, back = [], None, None, None, None
    if isinstance(event, TakenBack | Amended):
        inner = standing_event(here, event.line) or here.lines[event.line - 1].event
        back = screens.in_words(match, here, event.line, inner)
    else:

        def may_write(said: Event) -> bool:
            return not isinstance(said, TakenBack | Amended) and bool(g.holder.may_say(Amended(line, said), author))

        at = deal_before(line, here.lines, here.start)
        fixes = amendments.fixes(match, here, line, event, may_write)
        key = request.args.get("cards") if request.method == "GET" else None
        question = meld_fixes.chooser(match, event, at, key) if key else None
        counted, adjustment = amendments.counted(match, event), amendments.adjustment(event)
    return render_template(
        "mend/line.html",
        match=sheets.about(match),
        deal=here.number,
        line=next(screens.log_lines(match, here, [(line, event)])),
        error=error,
        undoes=undoes,
        back=back,
        fixes=fixes,
        dims=any(key.refused for group in fixes for key in group.keys),
        chooser=question,
        counted=counted,
        adjustment=adjustment,
        seats=[(seat, wording.seat_name(match, seat)) for seat in match.rules.seats],
        corrects=_corrects(request.values),
    )


def _follows(here: DealSheet, text: str, found: Foreseen, notice: str = "") -> str:
    """The page of what would follow, with the key that writes it."""
    return render_template(
        "mend/follows.html",
        match=sheets.about(found.before),
        follows=aftermath.shown(found),
        notice=notice,
        to=text,
        told=_told(found),
        seen=here.seen,
        request_id=next_tap(),
        rematch=services.next_match(found.before.stored.slug) if found.before.standing.closed else None,
        corrects=_corrects(request.values),
        refused=None,
    )


def _told(found: Foreseen) -> str:
    """What becomes of later lines, in one word for each."""
    return " ".join(f"{number}-{fate}" for number, fate in sorted(found.decisions.items()))


def _refused(match: MatchSheet, here: DealSheet, line: int, text: str, judged: NotGranted) -> str:
    """The page of a change that the referee refuses, with the law and what the table can do about it."""
    closed = judged.refused.law is Law.MATCH_OVER and match.standing.closed
    event: Event = standing_event(here, line) or here.lines[line - 1].event
    claim = judged.claim.event if isinstance(judged.claim, Amended) else judged.claim
    agreed = None
    if not closed and not isinstance(claim, TakenBack) and amendments.agreeable(claim, judged.deal):
        *played, last = text.splitlines()
        last = last if last.startswith(mending.BEFORE) else write(claim)
        agreed = "\n".join([*played, f"{last} agreed"])
    shown = refusals.ruling(match, here, replace(judged, claim=claim))
    return render_template(
        "mend/follows.html",
        match=sheets.about(match),
        follows=None,
        deal=here.number,
        line=line,
        was=screens.in_words(match, here, line, event),
        now=f"{wording.who(claim, match)} {wording.what(_named(claim, judged.deal), match)}".strip(),
        title=shown.title,
        says=shown.says,
        refused=shown,
        closed=_(CLOSED) if closed else "",
        agreed=agreed,
        to=text,
        played=shown.played,
        corrects=_corrects(request.values),
    )


def _named(claim: Event, at: Deal) -> Event:
    """A meld by the name that its cards have there."""
    return replace(claim, meld=claim.meld or at.kind(claim)) if isinstance(claim, Melded) else claim


def _stale(slug: str, number: int, error: LogMovedOn) -> str:
    fresh = services.sheet(slug)
    now = fresh.deal(number)
    unseen = {line.number for line in error.lines}
    lines = screens.log_lines(fresh, now, [(line.number, line.event) for line in now.lines if line.number in unseen])
    return stale_page(fresh, {"lines": list(lines), "tapped": "", "twice": False})
