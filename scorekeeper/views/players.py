"""The people: the list of them, each one's page, two of them, and what is changed about them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import history, people, statistics
from scorekeeper.error_pages import error_page
from scorekeeper.language import gettext as _
from scorekeeper.people import NameTaken, NoSuchPerson, TwoInOneMatch
from scorekeeper.player_forms import NameForm
from scorekeeper.remembered import Person
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer

bp = Blueprint("players", __name__, url_prefix="/players")
LAST_MATCHES = 5
MOST = 2**31 - 1
"""No person and no merger has a higher number."""


@bp.app_errorhandler(NoSuchPerson)
def no_such_person(_error: NoSuchPerson) -> Response:
    message = _("There is nobody of that number or name, or nobody whom you have met in a match. Look in the list.")
    return error_page(404, _("Nobody here"), message)


@bp.get("")
def index() -> Answer:
    """Everybody by name, or those who are hidden."""
    hidden = request.args.get("which") == "hidden"
    listed, after = people.listed(request.args.get("after", ""), hidden=hidden, phone=gate.only_mine())
    further: dict[str, Any] = {"which": "hidden"} if hidden else {}
    return render_template(
        "players/index.html",
        people=listed,
        hidden=hidden,
        zone=gate.zone(),
        first=url_for("players.index", **further) if "after" in request.args else None,
        further=url_for("players.index", after=after, **further) if after is not None else None,
    )


@bp.get("/<int:person>")
def show(person: int) -> Answer:
    """Somebody: what was played, reached, and with whom."""
    return _page(_person(person), NameForm())


@bp.get("/<int:person>/with/<int:other>")
def show_pair(person: int, other: int) -> Answer:
    """Two people, head to head and as partners."""
    mine = gate.only_mine()
    one, second = _person(person), _person(other)
    if one.id == second.id:
        return redirect(url_for("players.show", person=person))
    return render_template(
        "players/pair.html",
        one=one,
        other=second,
        against=statistics.of_pair(one.id, second.id, together=False, phone=mine),
        together=statistics.of_pair(one.id, second.id, together=True, phone=mine),
    )


@bp.post("/<int:person>/name")
def rename(person: int) -> Answer:
    """Call somebody by another name."""
    found = _changeable(person)
    form = NameForm(request.form)
    if not form.validate():
        return _page(found, form), 422
    try:
        people.rename(found.id, form.read)
    except NameTaken as taken:
        return _page(found, form, taken.other), 422
    return _to(found.id)


@bp.get("/<int:person>/merge")
def ask_to_merge(person: int) -> Answer:
    """Ask whether two people are one, and say what would become of their matches."""
    found = _changeable(person)
    name = request.args.get("name", "")
    try:
        asked = people.merger(found.id, name, gate.only_mine())
    except NoSuchPerson:
        form = NameForm()
        missing = _("Nobody else here is called %(read)s: choose a name from the list.")
        return _page(found, form, no_other=missing % {"read": repr(name[:160])}, typed=name), 404
    _changeable(asked.other.id)
    return render_template("players/merge.html", asked=asked), 409 if asked.common else 200


@bp.post("/<int:person>/merge")
def merge(person: int) -> Answer:
    """Make two people one."""
    found = _changeable(person)
    said = request.form.get("other", "")
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        abort(400)
    other = _changeable(int(said))
    try:
        people.merge(found.id, other.id)
    except TwoInOneMatch as both:
        return render_template("players/merge.html", asked=people.MergeAsked(found, other, 0, both.match)), 409
    return _to(found.id)


@bp.get("/<int:person>/mergers/<int:merger>")
def ask_to_part(person: int, merger: int) -> Answer:
    """Ask whether two who were made one are two, and say what would become of their matches."""
    found = _changeable(person)
    return _parting(found, merger)


@bp.post("/<int:person>/mergers/<int:merger>")
def part(person: int, merger: int) -> Answer:
    """Let two who were made one be two again."""
    found = _changeable(person)
    try:
        back = people.part(found.id, _number(merger))
    except NameTaken as taken:
        return _parting(found, merger, taken.other), 409
    return _to(back.id)


@bp.post("/<int:person>/hidden")
def hide(person: int) -> Answer:
    """Leave somebody out of lists and suggestions, or no longer."""
    found = _changeable(person)
    wanted = request.form.get("hidden")
    if wanted not in ("yes", "no"):
        abort(400)
    people.hide(found.id, wanted == "yes")
    return _to(found.id)


def _parting(person: Person, merger: int, taken: Person | None = None) -> str:
    return render_template(
        "players/part.html",
        person=person,
        merger=people.made_one_by(person.id, _number(merger)),
        taken=taken,
        zone=gate.zone(),
    )


def _number(said: int) -> int:
    if said > MOST:
        raise NoSuchPerson(f"nobody has the number {said}")
    return said


def _person(number: int) -> Person:
    return people.person(_number(number), gate.only_mine())


def _changeable(number: int) -> Person:
    """A person whom this browser may change; else the request ends here."""
    found = _person(number)
    if not people.may_change(found.id, gate.only_mine()):
        abort(403, _("Only who hosts every match of a person may change the name, or hide it. Nothing was written."))
    return found


def _to(number: int) -> Response:
    return redirect(url_for("players.show", person=number), code=303)


def _page(person: Person, form: NameForm, taken: Person | None = None, no_other: str = "", typed: str = "") -> str:
    mine, zone = gate.only_mine(), gate.zone()
    latest = history.latest(person.id, LAST_MATCHES, mine)
    may_change = people.may_change(person.id, mine)
    return render_template(
        "players/show.html",
        person=person,
        figures=statistics.of_person(person.id, mine),
        matches=[history.past(match, zone) for match in latest.matches],
        more=latest.older is not None,
        zone=zone,
        met=people.met(person.id, mine),
        may_change=may_change,
        household=mine is None,
        mergers=people.made_one(person.id) if may_change else [],
        form=form,
        taken=taken,
        no_other=no_other,
        typed=typed,
        known_names=people.names(mine) if may_change else [],
    )
