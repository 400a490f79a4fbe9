"""What every answer and every form is protected by: the secret key, CSRF, headers, cookies and a size limit."""

from __future__ import annotations

import os
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from flask import request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect

if TYPE_CHECKING:
    from flask import Flask, Response

LARGEST_BODY = 64 * 1024

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# No upgrade-insecure-requests: a phone in the club's own network has no https. No Referrer-Policy of "no-referrer":
# over https Flask-WTF asks for the referrer of a form.
HEADERS = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
HEADERS_OVER_HTTPS = (
    ("Strict-Transport-Security", "max-age=31536000"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)

csrf = CSRFProtect()


class Sessions(SecureCookieSessionInterface):
    """A signed cookie that a phone keeps for a year, sent again only when it changes, and marked Secure over https."""

    lifetime = timedelta(days=365)

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return datetime.now(UTC) + self.lifetime


def init_protection(app: Flask) -> None:
    """Protect *app*; what its configuration already says stays."""
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or secret_key(Path(app.instance_path))
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["SESSION_COOKIE_NAME"] = "scorekeeper"
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["PERMANENT_SESSION_LIFETIME"] = Sessions.lifetime
    app.config["WTF_CSRF_TIME_LIMIT"] = None  # a phone may lie on the table for as long as the cards do
    app.session_interface = Sessions()
    csrf.init_app(app)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """The headers that every answer carries.

    A page is not kept unless its view says so: with "no-cache" alone, Chromium's back button shows the old page, whose
    keys would claim what has been claimed before.
    """
    response.headers.extend(HEADERS)
    if request.is_secure:
        response.headers.extend(HEADERS_OVER_HTTPS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def secret_key(folder: Path) -> str:
    """SCOREKEEPER_SECRET_KEY, else the key in *folder*: made on first start, once however many start together."""
    if given := os.environ.get("SCOREKEEPER_SECRET_KEY"):
        return given
    kept = folder / "secret_key"
    if not kept.exists():
        _write_key(kept)
    key = kept.read_text(encoding="ascii").strip()
    if len(key) < 32:
        raise RuntimeError(f"{kept} is damaged (too short): delete it, and a new one is made")
    return key


def _write_key(kept: Path) -> None:
    """Write a whole key beside *kept*, then give it the name: nobody ever reads half a key, and the first one wins."""
    draft = kept.with_name(f".secret_key.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, kept)
    except FileExistsError:
        pass
    except OSError:  # a file system without hard links
        if not kept.exists():
            os.replace(draft, kept)
    finally:
        draft.unlink(missing_ok=True)
