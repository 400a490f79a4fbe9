"""How templates are read: nothing undefined passes, texts can be translated, formatters are filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import StrictUndefined

from scorekeeper.formatters import filters

if TYPE_CHECKING:
    from flask import Flask


def init_templates(app: Flask) -> None:
    """Set up the templates of *app*; must come before anything asks for `app.jinja_env`, and after its settings."""
    app.jinja_options = {
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": ["jinja2.ext.i18n"],
    }
    app.jinja_env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.filters.update(filters(app.config.get("ZONE")))
