"""The laws: the book of a game with house rules or of a match, generated from what is judged."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper import lawpages, services, sheets
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.rule_forms import RulesForm, rules_query
from scorekeeper.views.answers import Answer

bp = Blueprint("laws", __name__)


@bp.get("/laws")
def index() -> Answer:
    """All games; with a game and house rules chosen it leads to their book."""
    if "variant" not in request.args:
        return _choose(RulesForm())
    form = RulesForm(request.args)
    if not form.validate():
        return _choose(form), 400
    rules = form.rules()
    values: dict[str, Any] = {"variant": rules.key, **rules_query(rules)}
    return redirect(url_for("laws.show_variant", **values))


@bp.get("/laws/<variant>")
def show_variant(variant: str) -> Answer:
    """The book of a game with the house rules in the address; a wrong one is answered with what would be right."""
    said = request.args.copy()
    said["variant"] = variant
    form = RulesForm(said)
    if not form.validate():
        return _choose(form), 404 if form.variant.errors else 400
    rules = form.rules()
    return render_template("laws/show.html", book=lawpages.book(rules), match=None, referee=_referee(rules))


@bp.get("/matches/<slug>/laws")
def show_match(slug: str) -> Answer:
    """The book of a match: its game, house rules and target."""
    match = services.sheet(slug)
    book = lawpages.book(match.rules, match.stored.target)
    return render_template("laws/show.html", book=book, match=sheets.about(match), referee=_referee(match.rules))


def _referee(rules: Rules) -> str:
    """Where a claim is judged under these rules without a match."""
    values: dict[str, Any] = {"variant": rules.key, **rules_query(rules)}
    return url_for("referee.show", **values)


def _choose(form: RulesForm) -> str:
    wrong = [message for messages in form.errors.values() for message in messages]
    return render_template(
        "laws/index.html", form=form, wrong=wrong, variants=[sheets.game(variant) for variant in VARIANTS.values()]
    )
