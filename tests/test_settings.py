"""The settings that the environment gives: what cannot be followed says what would be right."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from scorekeeper.settings import BadSetting, settings


def test_nothing_need_be_set() -> None:
    found = settings({})
    assert (found["DATABASE_URL"], found["LISTING"], found["PUBLIC_URL"], found["PROXIES"]) == (None, None, None, 0)


@pytest.mark.parametrize(
    ("name", "said", "setting", "read"),
    [
        ("DATABASE_URL", "postgresql://club", "DATABASE_URL", "postgresql://club"),
        ("SCOREKEEPER_LISTING", "open", "LISTING", "open"),
        ("SCOREKEEPER_LISTING", "mine", "LISTING", "mine"),
        ("SCOREKEEPER_LISTING", "", "LISTING", None),
        ("SCOREKEEPER_URL", "", "PUBLIC_URL", None),
        ("SCOREKEEPER_URL", "http://192.168.1.7:8000", "PUBLIC_URL", "http://192.168.1.7:8000"),
        ("SCOREKEEPER_URL", "https://bezique.example.org/cards/", "PUBLIC_URL", "https://bezique.example.org/cards/"),
        ("SCOREKEEPER_PROXIES", "", "PROXIES", 0),
        ("SCOREKEEPER_PROXIES", "0", "PROXIES", 0),
        ("SCOREKEEPER_PROXIES", "2", "PROXIES", 2),
        ("SCOREKEEPER_ZONE", "", "ZONE", None),
        ("SCOREKEEPER_ZONE", "Europe/Berlin", "ZONE", ZoneInfo("Europe/Berlin")),
    ],
)
def test_what_is_set_is_read(name: str, said: str, setting: str, read: object) -> None:
    assert settings({name: said})[setting] == read


@pytest.mark.parametrize(
    ("name", "said", "right"),
    [
        ("SCOREKEEPER_LISTING", "Open", r"cannot be 'Open' \(open or mine\)"),
        ("SCOREKEEPER_LISTING", "all", r"cannot be 'all' \(open or mine\)"),
        ("SCOREKEEPER_URL", "bezique.example.org", r"cannot be 'bezique.example.org' \(write e.g. https://bezique.ex"),
        ("SCOREKEEPER_URL", "ftp://bezique.example.org", r"\(write e.g. https://bezique.example.org\)"),
        ("SCOREKEEPER_URL", "https://", r"\(write e.g. https://bezique.example.org\)"),
        ("SCOREKEEPER_URL", "https://bezique.example.org/?a=b", r"\(write e.g. https://bezique.example.org\)"),
        ("SCOREKEEPER_URL", "https://bezique.example.org/#a", r"\(write e.g. https://bezique.example.org\)"),
        ("SCOREKEEPER_URL", "https://bezique.example.org:port", r"\(write e.g. https://bezique.example.org\)"),
        ("SCOREKEEPER_URL", "https://[::1", r"\(write e.g. https://bezique.example.org\)"),
        ("SCOREKEEPER_PROXIES", "yes", r"cannot be 'yes' \(how many proxies stand before it: 0 to 5\)"),
        ("SCOREKEEPER_PROXIES", "-1", r"\(how many proxies stand before it: 0 to 5\)"),
        ("SCOREKEEPER_PROXIES", "6", r"\(how many proxies stand before it: 0 to 5\)"),
        ("SCOREKEEPER_ZONE", "Berlin", r"cannot be 'Berlin' \(write e.g. Europe/Berlin\)"),
        ("SCOREKEEPER_ZONE", "../etc/passwd", r"\(write e.g. Europe/Berlin\)"),
        ("SCOREKEEPER_PROXIES", "²", r"\(how many proxies stand before it: 0 to 5\)"),
    ],
)
def test_what_cannot_be_followed_says_what_would_be_right(name: str, said: str, right: str) -> None:
    with pytest.raises(BadSetting, match=f"{name} .*{right}"):
        settings({name: said})
