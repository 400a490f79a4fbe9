"""Points outside the game: for whom, how many, and why."""

from __future__ import annotations

from flask import Blueprint, abort, g, redirect, render_template, request, url_for

from scorekeeper import aftermath, mending, services, sheets, wording
from scorekeeper.bezique.notation import read
from scorekeeper.error_pages import error_page
from scorekeeper.forms import WriteForm
from scorekeeper.language import gettext as _
from scorekeeper.mend_forms import AdjustForm
from scorekeeper.replayed import MatchSheet
from scorekeeper.services import NotGranted, NotYours, Written
from scorekeeper.stored import LogMovedOn
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer
from scorekeeper.views.table import next_tap

bp = Blueprint("adjust", __name__, url_prefix="/matches/<slug>/adjust")


@bp.get("")
def show(slug: str) -> Answer:
    """The form; for whoever may write what concerns all."""
    match = services.sheet(slug)
    if not g.holder.ends_deals:
        return gate.refused(slug, g.holder)
    if match.standing.closed:
        return _closed()
    return _page(match, AdjustForm(None, match.rules))


@bp.post("")
def write_points(slug: str) -> Answer:
    """Write them (303), or say what is wrong, or that this would close the match (422)."""
    if not g.holder.ends_deals:
        return gate.refused(slug, g.holder)
    tap = WriteForm(request.form)
    if not tap.validate():
        abort(400)
    number, seen, name = tap.tap()
    match = services.sheet(slug)
    here = match.deal(number)
    form = AdjustForm(request.form, match.rules)
    if not form.validate():
        return _page(match, form), 422
    line = form.line()
    if "sure" not in request.form and seen == here.seen and not match.standing.closed:
        after = mending.with_lines(match, here, (read(line, match.rules),))
        if after.standing.closed:
            return _page(match, form, after), 422
    try:
        outcome = services.claim(
            slug, number, lambda _rules: [line], seen=seen, request=name, may_say=g.holder.may_say, author=g.holder.id
        )
    except NotYours:
        return gate.refused(slug, g.holder)
    except LogMovedOn:
        return _page(
            services.sheet(slug), form, notice=_("Someone else wrote first. Your points were not written.")
        ), 409
    if isinstance(outcome, NotGranted):
        return _closed()
    assert isinstance(outcome, Written), "no later line falls by points outside the game"
    return redirect(url_for("matches.show", slug=slug, said=f"{number}-{outcome.line}"), code=303)


def _closed() -> Answer:
    message = _("Nothing more is written in a closed match. Its host can put its lines right by “Correct this match”.")
    return error_page(409, _("The match is closed"), message)


def _page(match: MatchSheet, form: AdjustForm, after: MatchSheet | None = None, notice: str = "") -> str:
    here = match.current
    return render_template(
        "mend/adjust.html",
        match=sheets.about(match),
        deal=here.number,
        seen=here.seen,
        request_id=next_tap(),
        seats=[(seat, wording.seat_name(match, seat)) for seat in match.rules.seats],
        form=form,
        notice=notice,
        sides=aftermath.sides(match, after, here.number) if after else [],
        sentences=list(aftermath.sentences(match, after)) if after else [],
    )
