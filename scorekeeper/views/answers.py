"""What a view answers: a response, or a page with its status."""

from __future__ import annotations

from werkzeug.wrappers import Response

Answer = Response | str | tuple[str, int] | tuple[str, int, dict[str, str]]
