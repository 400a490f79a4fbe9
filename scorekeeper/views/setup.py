"""Home, the history, and a new match."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta, tzinfo

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import history, people, services, sharing, sheets, zones
from scorekeeper.access import OPEN
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.forms import REQUEST, SEAT_FIELDS, TARGETS, NewMatchForm
from scorekeeper.history_forms import HistoryForm
from scorekeeper.language import gettext as _
from scorekeeper.remembered import PastPage, Turn, Wanted
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
        more=bool(going.older or done.older),
        notice="",
    )


@bp.get("/matches")
def index() -> Answer:
    """The history: all matches or those asked for, newest first and page by page."""
    form = HistoryForm(request.args)
    mine, zone = gate.only_mine(), gate.zone()
    asked, turn = form.asked(), _turn()
    wanted = _wanted(form, zone, mine) if form.validate() else None
    page = PastPage((), None, None) if wanted is None else history.page(wanted, turn, mine)
    newest = turn.place is None and turn.older
    shown = render_template(
        "matches/list.html",
        form=form,
        deleted=sharing.deleted_matches(gate.phone(), gate.listing() == OPEN) if newest and not asked else [],
        asked=bool(asked),
        known_names=services.known_names(phone=mine),
        matches=[history.past(match, zone) for match in page.matches],
        zone=zone,
        newest=None if newest else url_for("setup.index", **asked),
        newer=page.newer and url_for("setup.index", after=history.write_place(page.newer), **asked),
        older=page.older and url_for("setup.index", before=history.write_place(page.older), **asked),
        oldest=url_for("setup.index", page="oldest", **asked) if page.older else None,
    )
    return shown if wanted is not None else (shown, 400)


def _turn() -> Turn:
    """The page that the address asks for."""
    before, after = request.args.get("before"), request.args.get("after")
    said = before if before is not None else after
    if said is None:
        return Turn(older=request.args.get("page") != "oldest")
    try:
        return Turn(older=before is not None, place=history.read_place(said))
    except ValueError:
        read = {"read": repr(said[:40])}
        abort(400, _("No place in the history: %(read)s. Begin with the newest matches.") % read)


def _wanted(form: HistoryForm, zone: tzinfo | None, mine: str | None) -> Wanted | None:
    """What a well written form asks for; None for somebody who has not played here."""
    player = people.called(form.name, mine) if form.name else None
    if form.name and player is None:
        message = _("Nobody here is called %(read)s: choose a name from the list.") % {"read": repr(form.name)}
        form.player.errors = [*form.player.errors, message]
        return None
    since, until = form.days()
    return Wanted(
        player=player.id if player else None,
        variant=form.variant.data or None,
        state=form.state.data or None,
        since=zones.begins(since, zone) if since else None,
        until=zones.begins(until + timedelta(days=1), zone) if until else None,
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
