"""A score keeper and referee for the card game Bezique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The web application, with its database made or brought up to date.

    *config* is Flask's, and wins over the environment; INSTANCE_DIR names another instance folder, DATABASE_URL a
    PostgreSQL database. The imports are in here so that the engine's commands start without them.
    """
    import os

    from flask import Flask

    from scorekeeper import paths
    from scorekeeper.database import init_database
    from scorekeeper.upgrade import upgrade_database
    from scorekeeper.views import BLUEPRINTS

    config = config or {}
    app = Flask(
        "scorekeeper",
        instance_path=str(config.get("INSTANCE_DIR") or paths.instance_dir()),
        template_folder=str(paths.resource_dir("templates")),
        static_folder=None,
    )
    os.makedirs(app.instance_path, mode=0o700, exist_ok=True)
    app.config["DATABASE_URL"] = os.environ.get("DATABASE_URL")
    app.config.update(config)
    init_database(app)
    upgrade_database(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
