"""Deleting a match, which asks once, and bringing it back."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for

from scorekeeper import services, sharing, sheets
from scorekeeper.stored import KEPT_DELETED
from scorekeeper.views.answers import Answer

bp = Blueprint("delete", __name__, url_prefix="/matches/<slug>")


@bp.get("/delete")
def ask(slug: str) -> Answer:
    """The one question before."""
    match = services.sheet(slug)
    return render_template(
        "mend/delete.html", match=sheets.about(match), sides=sheets.side_names(match), days=KEPT_DELETED.days
    )


@bp.post("/delete")
def delete(slug: str) -> Answer:
    """Delete it: from now on nobody is shown it but who may bring it back."""
    sharing.delete(slug)
    return redirect(url_for("setup.index", _anchor="deleted"), code=303)


@bp.post("/bring-back")
def bring_back(slug: str) -> Answer:
    """Bring it back as it was; asked twice it is there."""
    sharing.bring_back(slug)
    return redirect(url_for("matches.show", slug=slug), code=303)
