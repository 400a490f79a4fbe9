"""The pages that say what went wrong and what to do about it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import make_response, render_template, request
from flask_wtf.csrf import CSRFError
from jinja2 import TemplateError
from markupsafe import escape
from werkzeug.exceptions import HTTPException

from scorekeeper.bezique.words import N_
from scorekeeper.database import UNREACHABLE
from scorekeeper.language import gettext as _

if TYPE_CHECKING:
    from flask import Flask, Response

log = logging.getLogger(__name__)


#: Title and message by status; a view that says `abort(409, message)` replaces the message.
PAGES = {
    400: (N_("Not understood"), N_("The page sent something that cannot be read. Nothing was written.")),
    403: (N_("Not allowed"), N_("This is for somebody else. Nothing was written.")),
    404: (N_("Not here"), N_("There is nothing under this address. Perhaps a letter is missing from it.")),
    405: (N_("Not that way"), N_("This address answers in another way. Go back and use the keys of the page.")),
    409: (N_("Somebody was quicker"), N_("The score has moved on in the meantime. Nothing was written.")),
    413: (N_("Too long"), N_("That was more than any score needs. Nothing was written.")),
    422: (N_("Not like this"), N_("Something on the page is not right yet. Nothing was written.")),
    500: (N_("Our mistake"), N_("Something went wrong in the program. What was written before is safe.")),
    503: (N_("Try again"), N_("The score could not be read or written just now. Try again: nothing counts twice.")),
}
OPEN_TOO_LONG = N_("This page was open too long or came from elsewhere. Nothing was written: load it again and repeat.")


def init_error_pages(app: Flask) -> None:
    """Let *app* answer every error with a page."""
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(CSRFError, answer_csrf)
    for unreachable in UNREACHABLE:
        app.register_error_handler(unreachable, answer_unreachable)


def answer(error: HTTPException) -> Response | HTTPException:
    """The page for *error*, with the headers that belong to it (a 405 says what is allowed)."""
    if error.response is not None or error.code is None or error.code < 400:
        return error
    title, message = PAGES.get(error.code, PAGES[400 if error.code < 500 else 500])
    said_here = error.description if error.description != type(error).description else None
    page = error_page(error.code, _(title), said_here or _(message))
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            page.headers[name] = value
    return page


def answer_csrf(error: CSRFError) -> Response:
    log.info("a form was refused: %s", error.description)
    return error_page(400, _(PAGES[400][0]), _(OPEN_TOO_LONG))


def answer_unreachable(error: Exception) -> Response:
    log.error("the database could not be reached: %s", error)
    page = error_page(503, *map(_, PAGES[503]))
    page.headers["Retry-After"] = "5"
    return page


def error_page(status: int, title: str, message: str, table: str = "") -> Response:
    """The page of an error, plain when its template itself is what went wrong; *table* is the way back to a match."""
    home = f"{request.script_root}/"
    try:
        page = render_template("error.html", status=status, title=title, message=message, home=home, table=table)
    except (TemplateError, LookupError, OSError):  # an address or a static file that it names is not there
        log.exception("the error page cannot be shown")
        link = f'<a href="{escape(home)}">{_("Home")}</a>'
        page = f"<!doctype html><title>{escape(title)}</title><p>{escape(message)}</p><p>{link}</p>"
    return make_response(page, status)
