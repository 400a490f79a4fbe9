"""Answers that several views give."""

from __future__ import annotations

from flask import abort
from werkzeug.wrappers import Response

Answer = Response | str | tuple[str, int]


def gone(error: LookupError) -> Answer:
    """404: no match, deal or line of that name."""
    abort(404)


def not_understood() -> Answer:
    """400: a form without what every form of ours carries."""
    abort(400)
