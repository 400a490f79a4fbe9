"""A score keeper and referee for the card game Bezique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """The web application, with its database made or brought up to date.

    *config* is Flask's, and wins over the environment; INSTANCE_DIR names another instance folder, DATABASE_URL a
    PostgreSQL database. The imports are in here so that the engine's commands start without Flask and SQLAlchemy.
    """
    import os

    from flask import Flask
    from werkzeug.middleware.proxy_fix import ProxyFix

    from scorekeeper import paths, sharing
    from scorekeeper.boards import Boards
    from scorekeeper.database import db, init_database
    from scorekeeper.delivery import init_delivery
    from scorekeeper.error_pages import init_error_pages
    from scorekeeper.limits import Tries
    from scorekeeper.live import Hub
    from scorekeeper.protection import init_protection
    from scorekeeper.settings import settings
    from scorekeeper.templating import init_templates
    from scorekeeper.upgrade import upgrade_database
    from scorekeeper.views import BLUEPRINTS, GATE
    from scorekeeper.views.live import init_live

    config = config or {}
    instance = str(config.get("INSTANCE_DIR") or paths.instance_dir())
    templates = str(paths.resource_dir("templates"))
    app = Flask("scorekeeper", instance_path=instance, template_folder=templates, static_folder=None)
    os.makedirs(instance, mode=0o700, exist_ok=True)
    app.config.update(settings(os.environ))
    app.config.update(config)
    init_templates(app)
    init_protection(app)
    init_delivery(app, paths.resource_dir("static"))
    init_error_pages(app)
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies, x_port=proxies, x_prefix=proxies
        )
    init_database(app)
    upgrade_database(app)
    app.extensions["boards"] = Boards()
    app.extensions["tries"] = Tries(most=app.config["TRIES_A_MINUTE"], seconds=60)  # by address
    app.extensions["comers"] = Tries(most=app.config["COMERS_A_MINUTE"], seconds=60)  # by match
    app.extensions["imports"] = Tries(most=app.config["TRIES_A_MINUTE"], seconds=60)  # by address
    app.before_request(GATE)
    with app.app_context():
        init_live(app, Hub(db.engine.url))
        sharing.purge()
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
