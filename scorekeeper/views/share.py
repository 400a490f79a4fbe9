"""Letting others in: the host's page of keys, codes and phones, and the page where a PIN or key is shown."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import services, shares, sharing
from scorekeeper.language import gettext as _
from scorekeeper.limits import Tries, network_of
from scorekeeper.names import clean_name, too_long
from scorekeeper.views import gate
from scorekeeper.views.answers import Answer

bp = Blueprint("share", __name__)
KEY = re.compile(r"\A[A-Za-z0-9_-]{16,40}\Z")
ALL_GUESSERS = 50
"""How many times as many wrong PINs as from one address are taken from all together."""


@bp.get("/matches/<slug>/share")
def show(slug: str) -> Answer:
    """The keys of a match with their codes, and who is there; for its host."""
    match = services.sheet(slug)
    base = gate.base_url()
    return render_template(
        "share/keys.html",
        slug=slug,
        address=f"{base}matches/{slug}",
        join=f"{base}join",
        reaches=not gate.is_own(urlsplit(base).hostname or ""),
        doors=shares.doors(match, sharing.keys(slug), f"{base}join"),
        phones=shares.phones(match, sharing.phones(slug), g.holder.id),
        mends=sharing.held(slug, gate.phone()).mends,
        state=match.stored.state,
    )


@bp.post("/matches/<slug>/keys/<int:key>")
def renew(slug: str, key: int) -> Answer:
    """End a key and make another: whoever came by the old one is out at once, but for the host who asks."""
    if not sharing.renew(slug, key, g.holder.id):
        abort(404)
    return _back(slug)


@bp.post("/matches/<slug>/phones/<int:other>")
def change_phone(slug: str, other: int) -> Answer:
    """Give a phone a name, take its right away, or hand it the host's place."""
    match request.form.get("do"):
        case "name":
            name = clean_name(request.form.get("name", ""))
            if too_long(name):
                abort(422, _("That name has more than 40 characters. Nothing was written."))
            done = sharing.call(slug, other, name)
        case "remove" if other != g.holder.id:
            done = sharing.remove(slug, other)
        case "host":
            done = sharing.hand_over(slug, g.holder.id, other)
            if done:
                return redirect(url_for("matches.show", slug=slug), code=303)
        case _:
            abort(400)
    if not done:
        abort(409, _("That phone holds no right of this match any more."))
    return _back(slug, "phones")


@bp.post("/matches/<slug>/scorers")
def choose(slug: str) -> Answer:
    """Say which lines scorers may take back."""
    wanted = request.form.get("lines")
    if wanted not in ("own", "any"):
        abort(400)
    sharing.let_scorers_mend(slug, wanted == "any")
    return _back(slug)


@bp.post("/matches/<slug>/state")
def set_state(slug: str) -> Answer:
    """Abandon a match, or take it up again."""
    match request.form.get("state"):
        case "abandoned":
            done = sharing.abandon(slug)
        case "open":
            done = sharing.take_up(slug)
        case _:
            abort(400)
    if not done:
        abort(409)
    return redirect(url_for("matches.show", slug=slug), code=303)


@bp.post("/matches/<slug>/host")
def take_place(slug: str) -> Answer:
    """Become the host of a match from before there were keys."""
    if not sharing.take_place(slug, gate.named_phone()):
        return gate.refused(slug, g.holder)
    return _back(slug)


def _back(slug: str, anchor: str | None = None) -> Response:
    return redirect(url_for("share.show", slug=slug, _anchor=anchor), code=303)


@bp.get("/join")
def ask() -> Answer:
    """Where a PIN is typed. A key stands behind the # of the address, which is never sent; the script posts it."""
    return _join("")


@bp.post("/join")
def join() -> Answer:
    """Let this browser in. Wrong PINs are counted, by the address that they come from and in all."""
    tries: Tries = current_app.extensions["tries"]
    key, pin = request.form.get("key", "").strip(), request.form.get("pin", "")
    guessers = () if key else (("address", network_of(request.remote_addr)), ("everybody",))
    if not all(tries.left(guesser, times) for guesser, times in zip(guessers, (1, ALL_GUESSERS), strict=False)):
        return _join(_("Too many wrong PINs. Wait a minute, or scan the code.")), 429, {"Retry-After": "60"}
    name = clean_name(request.form.get("name", ""))
    if too_long(name):
        return _join(_("That name has more than 40 characters.")), 422
    pin_typed = sharing.read_pin(pin)
    slug = None
    comers: Tries = current_app.extensions["comers"]
    comer = ("match", key or pin_typed)
    if not comers.left(comer):
        return _join(_("Too many phones come at once. Wait a minute, then try again.")), 429, {"Retry-After": "60"}
    if KEY.match(key) or re.fullmatch(r"[A-Z0-9]{6}", pin_typed, re.ASCII):
        slug = sharing.join(gate.named_phone(), name, key=key, pin=pin_typed)
    if slug is None:
        for guesser in guessers:
            tries.count(guesser)
        return _join(_("No match opens by that. Ask the host for the PIN or the code as it is now.")), 422
    comers.count(comer)
    return redirect(url_for("matches.show", slug=slug), code=303)


def _join(error: str) -> str:
    return render_template("share/join.html", error=error, pin=request.form.get("pin", "")[:20])
