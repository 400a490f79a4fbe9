"""F18: the link and the code that the host shows lead guests to this match, wherever the server stands."""

from __future__ import annotations

import html
import re
import urllib.request
from pathlib import Path

import pytest

from scorekeeper.cli import is_private, lan_address, listing_at
from tests.serving.server import Caller, serving
from tests.web.qr import decoded

SECURE = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "bezique.example.org",
    "Referer": "https://bezique.example.org/",
}


def shown(host: Caller, slug: str, prefix: str = "") -> set[str]:
    """The addresses to which the links of the host's page lead, each as its code says it, too; the keys cut off."""
    page = host.get(f"/matches/{slug}/share")
    assert page.status == 200, page.text
    links = re.findall(r'value="(https?://[^"]+/join#[^"]+)"', page.text)
    codes = [decoded(html.unescape(source)) for source in re.findall(r'<img class="code" src="([^"]+)"', page.text)]
    assert codes == links
    assert len(links) == 5
    return {link.partition("#")[0] for link in links}


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ({}, "https://bezique.example.org/join"),
        ({"X-Forwarded-Port": "443"}, "https://bezique.example.org/join"),
        ({"X-Forwarded-Port": "8443"}, "https://bezique.example.org:8443/join"),
        ({"X-Forwarded-Prefix": "/cards"}, "https://bezique.example.org/cards/join"),
        ({"X-Forwarded-Host": "evil.example, bezique.example.org"}, "https://bezique.example.org/join"),
    ],
    ids=lambda value: " ".join(value) or "https" if isinstance(value, dict) else "",
)
def test_behind_a_proxy_they_are_those_that_it_was_asked_for(
    forwarded: dict[str, str], address: str, tmp_path: Path
) -> None:
    origin = address.rpartition("/join")[0]
    headers = {**SECURE, "Referer": f"{origin}/", **forwarded}
    with serving(tmp_path, SCOREKEEPER_PROXIES="1") as server, Caller(server.port, headers) as host:
        slug = host.open_match()
        assert shown(host, slug) == {address}
        home = host.get("/")
        prefix = forwarded.get("X-Forwarded-Prefix", "")
        assert f'href="{prefix}/static/app.css?v=' in home.text
        assert f'href="{prefix}/matches/{slug}"' in home.text
        assert f'href="{prefix}/"' in host.get("/nowhere").text
        assert "Secure" in host.stranger().get("/join").headers["Set-Cookie"]
        assert host.write(slug, "turn-up AH", seen=0).headers["Location"] == f"{prefix}/matches/{slug}?said=1-1"


def test_a_server_behind_a_proxy_shows_strangers_nothing_unless_it_is_told_to(tmp_path: Path) -> None:
    """It listens to this computer only, but the proxy may let in everybody."""
    with serving(tmp_path, SCOREKEEPER_PROXIES="1") as server, Caller(server.port, SECURE) as host:
        slug = host.open_match()
        stranger = host.stranger()
        assert slug not in stranger.get("/matches").text
        assert stranger.get(f"/matches/{slug}").status == 404


def test_what_nobody_was_asked_to_forward_is_ignored(tmp_path: Path) -> None:
    """Anybody can send such headers; only a proxy that was named is believed."""
    with serving(tmp_path) as server, Caller(server.port, {**SECURE, "X-Forwarded-Prefix": "/cards"}) as host:
        slug = host.open_match()
        assert shown(host, slug) == {f"http://127.0.0.1:{server.port}/join"}
        assert 'href="/static/app.css?v=' in host.get("/").text
        assert "Secure" not in host.stranger().get("/join").headers["Set-Cookie"]
        tries = [host.post("/join", pin="AAAAAA").status for _ in range(12)]
        host.headers["X-Forwarded-For"] = "203.0.113.8"
        assert host.post("/join", pin="AAAAAA").status == tries[-1] == 429, "another address is made up"


def test_in_the_household_they_are_the_servers_own_in_the_network(tmp_path: Path) -> None:
    """Its people open it as 127.0.0.1; their guests cannot."""
    with serving(tmp_path, "--host", "0.0.0.0") as server, Caller(server.port) as host:
        assert server.address == f"http://{lan_address()}:{server.port}/"
        slug = host.open_match()
        (address,) = shown(host, slug)
        assert address == f"{server.address}join"
        with urllib.request.urlopen(address, timeout=10) as answer:
            assert answer.status == 200
        host.headers["Host"] = f"cards.lan:{server.port}"
        assert shown(host, slug) == {f"http://cards.lan:{server.port}/join"}, "another name that the network knows"


def test_an_address_that_is_set_wins(tmp_path: Path) -> None:
    with (
        serving(tmp_path, SCOREKEEPER_URL="https://bezique.example.org/cards") as server,
        Caller(server.port) as host,
    ):
        assert shown(host, host.open_match()) == {"https://bezique.example.org/cards/join"}


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("192.168.1.7", True),
        ("10.1.2.3", True),
        ("172.16.0.1", True),
        ("fd00::7", True),
        ("172.32.0.1", False),
        ("8.8.8.8", False),
        ("100.64.0.1", False),
        ("2a00:1450::1", False),
        ("bezique.example.org", False),
    ],
)
def test_a_public_address_shows_strangers_nothing(host: str, private: bool) -> None:
    assert is_private(host) is private
    assert listing_at(host, None, 0) == ("open" if private else "mine")
    assert listing_at(host, "http://192.168.1.7:8000", 0) == ("open" if private else "mine")
    assert listing_at(host, "https://bezique.example.org", 0) == "mine"
    assert listing_at(host, None, 1) == "mine"
