"""Statistics of every game; those of people stand on their pages."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from scorekeeper import statistics, wording
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.language import gettext as _
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer

bp = Blueprint("statistics", __name__, url_prefix="/statistics")


@bp.get("")
def index() -> Answer:
    """All games, with how often they were played."""
    return render_template("statistics/index.html", games=statistics.games(gate.only_mine()))


@bp.get("/<variant>")
def show(variant: str) -> Answer:
    """A game: what was reached in it, and by whom."""
    if variant not in VARIANTS:
        read = {"read": repr(variant[:40]), "right": ", ".join(VARIANTS)}
        abort(404, _("Not a game: %(read)s (%(right)s).") % read)
    mine = gate.only_mine()
    return render_template(
        "statistics/show.html",
        title=wording.translated(VARIANTS[variant].title),
        variant=variant,
        figures=statistics.of_variant(variant, mine),
        ranked=statistics.ranked(variant, mine),
    )
