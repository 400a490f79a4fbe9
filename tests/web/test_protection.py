"""What protects every page, form and answer; on pages of the tests' own, so that only the protection is tested."""

from __future__ import annotations

import gzip
import re
import stat
from pathlib import Path

import pytest
from flask import Flask, abort, render_template_string, request
from flask.testing import FlaskClient
from sqlalchemy import text
from werkzeug.test import TestResponse

from scorekeeper.database import db
from scorekeeper.protection import secret_key
from tests.conftest import MakeApp

FORM = '<form method="post"><input type="hidden" name="csrf_token" value="{{ csrf_token() }}"></form>'
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
MEGABYTE = "x" * 1_000_000


def unreachable() -> str:
    with db.engine.connect() as connection:
        return str(connection.execute(text("SELECT 1 FROM nowhere")))


def add_pages(app: Flask) -> Flask:
    """A page of each kind that the protection treats in its own way."""
    app.add_url_rule("/test/form", view_func=lambda: render_template_string(FORM), methods=["GET"])
    app.add_url_rule("/test/form", "posted", lambda: f"written: {request.form.get('line')}", methods=["POST"])
    app.add_url_rule("/test/long", "long", lambda: "A melds KH QH\n" * 200)
    app.add_url_rule("/test/short", "short", lambda: "trick A")
    app.add_url_rule("/test/kept", "kept", lambda: ("", {"Cache-Control": "no-cache"}))
    app.add_url_rule("/test/conflict", "conflict", lambda: abort(409, "<b>Ben</b> wrote: trick B"))
    app.add_url_rule("/test/status/<int:status>", "status", lambda status: abort(status))
    app.add_url_rule("/test/mistake", "mistake", lambda: str(1 // 0))
    app.add_url_rule("/test/unreachable", "gone", unreachable)
    app.add_url_rule("/test/script", "script", lambda: render_template_string("{{ name }}", name="<script>alert(1)"))
    app.add_url_rule("/test/misspelt", "misspelt", lambda: render_template_string("{{ nmae }}", name="Ada"))
    return app


@pytest.fixture
def client(make_app: MakeApp) -> FlaskClient:
    """A browser at an application that asks for tokens, and answers its own mistakes as it would for people."""
    return add_pages(make_app(TESTING=False)).test_client()


def token(client: FlaskClient) -> str:
    found = TOKEN.search(client.get("/test/form").text)
    assert found
    return found[1]


ANSWERS = [
    ("a page", "/test/long", 200),
    ("a form", "/test/form", 200),
    ("a static file", "/static/app.css", 200),
    ("a page that is not there", "/nowhere", 404),
    ("a static file that is not there", "/static/nowhere.css", 404),
    ("a page that moved on", "/test/conflict", 409),
    ("our own mistake", "/test/mistake", 500),
    ("a database that is gone", "/test/unreachable", 503),
]


@pytest.mark.parametrize(("path", "status"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS])
def test_every_answer_carries_the_headers(client: FlaskClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert_protected(answer)
    assert "Strict-Transport-Security" not in answer.headers
    assert "Strict-Transport-Security" in client.get(path, base_url="https://club.example").headers


def assert_protected(answer: TestResponse) -> None:
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "upgrade-insecure-requests" not in policy
    assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["Cache-Control"]


def test_every_page_of_the_program_carries_the_headers(client: FlaskClient) -> None:
    rules = client.application.url_map.iter_rules()
    paths = {re.sub(r"<[^>]+>", "1", rule.rule) for rule in rules if "/test/" not in rule.rule}
    assert paths
    for path in sorted(paths):
        assert_protected(client.get(path))


# Forms --------------------------------------------------------------------------------------------------------------


def test_a_form_from_elsewhere_writes_nothing(client: FlaskClient) -> None:
    answer = client.post("/test/form", data={"line": "trick A"})
    assert answer.status_code == 400
    assert "This page was open too long or came from elsewhere. Nothing was written" in answer.text
    assert_protected(answer)


@pytest.mark.parametrize("given", ["", "nonsense", "IjEyMyI.aaaa.bbbb", "é" * 40])
def test_a_token_that_is_not_ours_writes_nothing(client: FlaskClient, given: str) -> None:
    token(client)
    assert client.post("/test/form", data={"csrf_token": given, "line": "trick A"}).status_code == 400


def test_a_form_of_ours_is_read(client: FlaskClient) -> None:
    answer = client.post("/test/form", data={"csrf_token": token(client), "line": "trick A"})
    assert (answer.status_code, answer.text) == (200, "written: trick A")


def test_a_token_is_good_on_no_other_phone(client: FlaskClient) -> None:
    stolen = token(client)
    other = client.application.test_client()
    token(other)
    assert other.post("/test/form", data={"csrf_token": stolen}).status_code == 400


def test_a_form_may_lie_open_all_evening(client: FlaskClient) -> None:
    assert client.application.config["WTF_CSRF_TIME_LIMIT"] is None


def test_a_whole_megabyte_is_refused_with_a_page(client: FlaskClient) -> None:
    answer = client.post("/test/form", data={"csrf_token": token(client), "line": MEGABYTE})
    assert answer.status_code == 413
    assert "more than any score needs" in answer.text
    assert_protected(answer)


def test_the_cookie_is_for_this_site_and_not_for_scripts(client: FlaskClient) -> None:
    cookie = client.get("/test/form").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_stays_there(client: FlaskClient) -> None:
    assert "Secure" in client.get("/test/form", base_url="https://club.example").headers["Set-Cookie"]


def test_a_page_without_a_form_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/test/long").headers


# Error pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 501, 503])
def test_every_error_has_a_page_with_a_way_home(client: FlaskClient, status: int) -> None:
    answer = client.get(f"/test/status/{status}")
    assert answer.status_code == status
    assert answer.mimetype == "text/html"
    assert 'href="/"' in answer.text


def test_a_method_that_is_not_allowed_says_which_is(client: FlaskClient) -> None:
    answer = client.delete("/test/short")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_what_a_view_says_is_shown_and_escaped(client: FlaskClient) -> None:
    answer = client.get("/test/conflict")
    assert "&lt;b&gt;Ben&lt;/b&gt; wrote: trick B" in answer.text


def test_our_own_mistake_is_logged_and_not_shown(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/test/mistake")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_a_database_that_cannot_be_reached_asks_for_another_try(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/test/unreachable")
    assert answer.status_code == 503
    assert "Try again" in answer.text
    assert answer.headers["Retry-After"] == "5"
    assert "nowhere" in caplog.text
    assert "nowhere" not in answer.text


def test_an_error_page_that_is_broken_itself_is_plain(client: FlaskClient) -> None:
    client.application.jinja_env.globals.pop("static_url")
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is nothing under this address" in answer.text


# Templates ----------------------------------------------------------------------------------------------------------


def test_a_name_is_text_and_never_script(client: FlaskClient) -> None:
    assert client.get("/test/script").text == "&lt;script&gt;alert(1)"


def test_a_misspelt_word_in_a_template_is_a_mistake(client: FlaskClient) -> None:
    assert client.get("/test/misspelt").status_code == 500


# How answers travel -------------------------------------------------------------------------------------------------


def static_url(client: FlaskClient, filename: str) -> str:
    url = client.application.jinja_env.globals["static_url"]
    assert callable(url)
    return str(url(filename))


GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("path", ["/test/long", "/static/app.css", "/static/suits.svg"])
def test_a_long_text_travels_compressed(client: FlaskClient, path: str) -> None:
    plain, compressed = client.get(path), client.get(path, headers=GZIP)
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.data) == plain.data
    assert compressed.content_length == len(compressed.data) < len(plain.data)
    for answer in (plain, compressed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize(
    ("path", "accepted"),
    [("/test/short", "gzip"), ("/test/long", "identity"), ("/test/long", "gzip;q=0"), ("/test/long", "br")],
)
def test_what_is_short_or_not_wanted_travels_as_it_is(client: FlaskClient, path: str, accepted: str) -> None:
    assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": accepted}).headers


def test_a_static_file_under_its_version_is_kept_for_ever(client: FlaskClient) -> None:
    address = static_url(client, "app.css")
    assert re.fullmatch(r"/static/app\.css\?v=[0-9a-f]{12}", address)
    assert "immutable" in client.get(address).headers["Cache-Control"]
    assert client.get("/static/app.css?v=000000000000").headers["Cache-Control"] == "no-cache"
    assert client.get("/static/app.css").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("headers", [{}, GZIP])
def test_a_static_file_that_is_known_is_not_sent_again(client: FlaskClient, headers: dict[str, str]) -> None:
    tag = client.get("/static/app.css", headers=headers).headers["ETag"]
    again = client.get("/static/app.css", headers=headers | {"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_a_new_version_of_a_static_file_has_a_new_address(tmp_path: Path) -> None:
    from scorekeeper.delivery import StaticFiles

    files = StaticFiles(tmp_path)
    (tmp_path / "app.css").write_text("a {}", encoding="ascii")
    before = files.url("app.css")
    assert files.url("app.css") == before
    (tmp_path / "app.css").write_text("body {}", encoding="ascii")
    assert files.url("app.css") != before


def test_a_template_that_names_a_file_which_is_not_there_fails_early(client: FlaskClient) -> None:
    with pytest.raises(FileNotFoundError, match=r"no static file 'nowhere\.css'"):
        static_url(client, "nowhere.css")


@pytest.mark.parametrize(
    "path", ["../pyproject.toml", "%2e%2e/pyproject.toml", "..%2fpyproject.toml", "", "a%00b", "."]
)
def test_static_files_are_those_of_their_folder(client: FlaskClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_the_back_button_finds_no_old_page(client: FlaskClient) -> None:
    assert client.get("/test/long").headers["Cache-Control"] == "no-store"


def test_a_view_may_let_its_page_be_kept(client: FlaskClient) -> None:
    assert client.get("/test/kept").headers["Cache-Control"] == "no-cache"


# The secret key -----------------------------------------------------------------------------------------------------


@pytest.fixture
def _no_key_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREKEEPER_SECRET_KEY", raising=False)


@pytest.mark.usefixtures("_no_key_given")
def test_the_secret_key_is_made_once_and_only_for_its_owner(make_app: MakeApp) -> None:
    first = make_app(SECRET_KEY=None)
    kept = Path(first.instance_path) / "secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert first.config["SECRET_KEY"] == kept.read_text(encoding="ascii")
    assert len(first.config["SECRET_KEY"]) == 64
    assert make_app(SECRET_KEY=None).config["SECRET_KEY"] == first.config["SECRET_KEY"]
    assert [path.name for path in kept.parent.glob(".secret_key*")] == []


@pytest.mark.usefixtures("_no_key_given")
def test_a_damaged_secret_key_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("", encoding="ascii")
    with pytest.raises(RuntimeError, match="damaged"):
        secret_key(tmp_path)


def test_a_secret_key_can_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "given by the club")
    assert secret_key(tmp_path) == "given by the club"
    assert list(tmp_path.iterdir()) == []
