"""Target, names and house rules of a match that runs: what follows from others, and writing them."""

from __future__ import annotations

from flask import Blueprint, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import aftermath, alterations, altering, services, sheets
from scorekeeper.altering import Altered, MatchClosed, TrailerWins
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.change_forms import ChangeForm
from scorekeeper.forms import SEAT_FIELDS, TARGETS
from scorekeeper.language import gettext as _
from scorekeeper.replayed import MatchSheet
from scorekeeper.rescored import rescored
from scorekeeper.stored import LogMovedOn
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer

bp = Blueprint("change", __name__, url_prefix="/matches/<slug>/change")


@bp.get("")
def show(slug: str) -> Answer:
    """The form, with what is chosen now."""
    match = services.sheet(slug)
    return _page(match, ChangeForm(match))


@bp.post("")
def write_choices(slug: str) -> Answer:
    """Write other choices (303), or first show what follows, or say what is wrong (422)."""
    match = services.sheet(slug)
    form = ChangeForm(match, request.form)
    if not form.validate():
        return _page(match, form), 422
    try:
        return _write(slug, form)
    except TrailerWins:
        refused = _(
            "This match stops where one side is at the target first: by that one it would have stopped for one "
            "that does not lead now. Choose a target above every total."
        )
    except MatchClosed:
        refused = _("Of a closed match only names and the note are changed, unless you choose “Correct this match”.")
    form.form_errors.append(refused)
    return _page(match, form), 422


def _write(slug: str, form: ChangeForm) -> Answer:
    new = form.choices_now()
    found = altering.foresee(slug, new)
    if found.counts and "sure" not in request.form and (_corrects() or not found.corrects):
        return _follows(form, found), 422
    version = request.form.get("version", "")
    number = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1
    try:
        altering.alter(slug, new, version=number, author=g.holder.id, corrects=_corrects())
    except LogMovedOn:
        late = _("Something was written meanwhile. Look at what follows now, and confirm once more.")
        return _follows(form, altering.foresee(slug, new), late), 409
    return _done(slug)


def _done(slug: str) -> Response:
    return redirect(url_for("matches.show_log", slug=slug, _anchor="changes"), code=303)


def _corrects() -> bool:
    return request.values.get("correct") == "yes"


def _page(match: MatchSheet, form: ChangeForm) -> str:
    seats = [
        (seat, [getattr(form, name) for name in SEAT_FIELDS[seat][: match.variant.names_a_seat]])
        for seat in match.rules.seats
    ]
    return render_template(
        "mend/change.html",
        match=sheets.about(match),
        form=form,
        form_errors=form.form_errors,
        variants=[sheets.game(VARIANTS[match.stored.variant])],
        seats=seats,
        targets=TARGETS,
        known_names=services.known_names(phone=gate.only_mine()),
        any_set=bool(form.choices()),
        holder=g.holder,
        closed=match.standing.closed and not _corrects(),
        corrects=match.standing.closed and _corrects(),
    )


def _follows(form: ChangeForm, found: Altered, notice: str = "") -> str:
    before, after = found.before, found.after
    outlook = aftermath.outlook(after)
    return render_template(
        "mend/altered.html",
        match=sheets.about(before),
        what=list(alterations.words(found.what)),
        sentences=[*aftermath.sentences(before, after), *([outlook] if found.counts and outlook else [])],
        sides=aftermath.sides(before, after, before.current.number),
        strayed=alterations.strayed(found),
        rescored=list(rescored(before, after, {})),
        sent=form.sent(),
        notice=notice,
        corrects=_corrects(),
    )
