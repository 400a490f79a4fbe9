"""The gate before every address of a match: who comes, and may they?"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from urllib.parse import urlsplit

from flask import Response, current_app, g, make_response, render_template, request, session, url_for

from scorekeeper import access, sharing, zones
from scorekeeper.access import MINE, NEEDS, Holder, Right
from scorekeeper.error_pages import error_page
from scorekeeper.language import gettext as _
from scorekeeper.replayed import NoSuchMatch
from scorekeeper.stored import KEPT_DELETED, Held


def phone() -> str:
    """The name of the browser that asks, '' while it has none."""
    return str(session.get("phone", ""))


def named_phone() -> str:
    """The name of the browser that asks; it gets one if it has none. Only in answer to a post."""
    if not phone():
        session["phone"] = sharing.new_phone()
    return phone()


def listing() -> str:
    """What strangers are shown: `access.OPEN` or `access.MINE`."""
    return str(current_app.config["LISTING"] or MINE)


def zone() -> tzinfo | None:
    """The zone of whoever asks, as the script of the page has noted it, else the server's.

    Pages and frames that are kept for several visitors must not depend on it.
    """
    found: tzinfo | None = zones.named(request.cookies.get("zone", "")) or current_app.config["ZONE"]
    return found


def only_mine() -> str | None:
    """The browser to whose matches lists are kept, None where everybody sees all."""
    return phone() if listing() == MINE else None


def holder_of(slug: str) -> Holder:
    """Who asks for a match. Raises `NoSuchMatch`, also for a match that a stranger is not to know of."""
    return _holder(slug, sharing.held(slug, phone()))


def _holder(slug: str, held: Held) -> Holder:
    found = access.holder(held, listing())
    if found.right is Right.NONE or held.deleted_at is not None:
        raise NoSuchMatch(f"match {slug!r} is not shared with this browser")
    return found


def admit() -> Response | None:
    """Before a request to a match: let it through, with `g.holder`, or answer why not."""
    slug = (request.view_args or {}).get("slug")
    if slug is None or request.endpoint is None:
        return None
    held = sharing.held(slug, phone())
    if held.deleted_at is not None:
        return _deleted(slug, held, held.deleted_at)
    g.holder = holder = _holder(slug, held)
    if holder.may(NEEDS[request.endpoint]):
        return None
    return refused(slug, holder)


def _deleted(slug: str, held: Held, deleted_at: datetime) -> Response | None:
    """For who may bring a deleted match back the page that says so; for all others there is no such match."""
    g.holder = access.holder(held, listing())
    until = deleted_at + KEPT_DELETED
    if not g.holder.manages or until <= datetime.now(UTC):
        raise NoSuchMatch(f"match {slug!r} was deleted")
    if request.endpoint == "delete.bring_back":
        return None
    return make_response(render_template("mend/deleted.html", slug=slug, until=until), 410)


def refused(slug: str, holder: Holder) -> Response:
    """The page for somebody who may look on, but not do this."""
    table = url_for("matches.show", slug=slug)
    if holder.abandoned and holder.right in (Right.SCORER, Right.HOST):
        return error_page(403, _("Abandoned"), _("This match was abandoned: its host can take it up again."), table)
    keepers = [entry.name for entry in sharing.phones(slug) if entry.right != Right.VIEWER and entry.name]
    who = _(" The score is kept by: %(names)s.") % {"names": ", ".join(keepers)} if keepers else ""
    message = _("This phone may look on at this match, but not do this. Nothing was written.")
    if holder.right is Right.SCORER:
        message = _("This phone may write its own lines, but not this. Nothing was written.")
    return error_page(403, _("Not allowed"), message + who, table)


def base_url() -> str:
    """The address of this server as guests can reach it, with a slash at its end.

    SCOREKEEPER_URL wins; else what this request asked for, unless that is this computer's own name for itself.
    """
    if given := current_app.config["PUBLIC_URL"]:
        return str(given).rstrip("/") + "/"
    asked = request.root_url
    network = current_app.config["NETWORK_URL"]
    return str(network) if network and is_own(urlsplit(asked).hostname or "") else asked


def is_own(host: str) -> bool:
    """Whether only this computer itself knows *host* as itself."""
    return host in ("localhost", "::1") or host.startswith("127.")
