"""For whoever watches the server: can matches be kept?"""

from __future__ import annotations

from flask import Blueprint, jsonify
from werkzeug.wrappers import Response

from scorekeeper import services

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def check() -> tuple[Response, int]:
    """200 while matches can be kept; 503 with the reason otherwise."""
    trouble = services.health()
    return jsonify(status=trouble or "ok"), 503 if trouble else 200
