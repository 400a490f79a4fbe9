"""Home, the list of matches, and a new match."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import services, sharing, sheets
from scorekeeper.access import OPEN
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.forms import REQUEST, SEAT_FIELDS, TARGETS, NewMatchForm
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer

bp = Blueprint("setup", __name__)
LAST_FINISHED = 5
A_PAGE = 30


@bp.get("/")
def home() -> Answer:
    """New match, matches in progress, and the last finished ones."""
    mine = gate.only_mine()
    going = services.matches("open", limit=A_PAGE, phone=mine)
    done = services.matches("closed", limit=LAST_FINISHED, phone=mine)
    return render_template(
        "home.html",
        open_matches=[sheets.listed(match) for match in going.matches],
        closed_matches=[sheets.listed(match) for match in done.matches],
        more=bool(going.before or done.before),
        notice="",
    )


@bp.get("/matches")
def index() -> Answer:
    """All matches, those in progress and the finished ones, each newest first and page by page."""
    finished_before, opened_before = request.args.get("before"), request.args.get("opened_before")
    mine = gate.only_mine()
    newest = finished_before is None and opened_before is None
    going = (
        services.matches("open", limit=A_PAGE, before=opened_before, phone=mine)
        if newest or opened_before is not None
        else None
    )
    done = None
    if opened_before is None:
        done = services.matches("closed", limit=A_PAGE, before=finished_before, phone=mine)
    left = services.matches("abandoned", limit=A_PAGE, phone=mine).matches if newest else ()
    return render_template(
        "matches/list.html",
        abandoned=[sheets.listed(match) for match in left],
        open_matches=None if going is None else [sheets.listed(match) for match in going.matches],
        closed_matches=None if done is None else [sheets.listed(match) for match in done.matches],
        older_open=url_for("setup.index", opened_before=going.before) if going and going.before else None,
        older_closed=url_for("setup.index", before=done.before) if done and done.before else None,
        newest=newest,
        deleted=sharing.deleted_matches(gate.phone(), gate.listing() == OPEN) if newest else [],
    )


@bp.get("/matches/new")
def new() -> Answer:
    """The set-up page."""
    return _set_up(NewMatchForm())


@bp.post("/matches/new")
def open_match() -> Answer:
    """Open a match as set up, or the same once more."""
    name = request.form.get("request", "")
    if not REQUEST.match(name):
        abort(400)
    if earlier := request.form.get("rematch_of"):
        holder = gate.holder_of(earlier)
        if not holder.writes:
            return gate.refused(earlier, holder)
        return _to(services.rematch(earlier, request=name, phone=gate.named_phone()))
    form = NewMatchForm(request.form)
    if not form.validate():
        return _set_up(form), 422
    return _to(services.open_match(replace(form.new_match(), phone=gate.named_phone()), request=name))


def _to(slug: str) -> Response:
    return redirect(url_for("matches.show", slug=slug), code=303)


def _set_up(form: NewMatchForm) -> str:
    return render_template(
        "matches/new.html",
        form=form,
        form_errors=form.form_errors,
        variants=[sheets.game(variant) for variant in VARIANTS.values()],
        seats=[
            (seat, getattr(form, fields[0]), [getattr(form, name) for name in fields[1:]])
            for seat, fields in SEAT_FIELDS.items()
        ],
        targets=TARGETS,
        any_set=bool(form.choices()),
        known_names=services.known_names(phone=gate.only_mine()),
        request_id=secrets.token_hex(12),
    )
