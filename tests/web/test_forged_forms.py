"""Forms that no page of ours has sent: without a token, a request, a deal; and looking, which changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import OpenTable
from tests.web.phone import any_request
from tests.web.table import WORKED_DEAL, Table, stored


@pytest.fixture
def playing(table: OpenTable) -> Table:
    """Hearts are trumps."""
    return table("turn-up AH")


FORGED = [
    ("no page behind it", {"deal": None, "seen": None, "request": None}),
    ("no deal", {"deal": None}),
    ("no number of lines", {"seen": None}),
    ("no request", {"request": None}),
    ("a deal that is no number", {"deal": "one"}),
    ("a negative number of lines", {"seen": "-1"}),
    ("half a line", {"seen": "0.5"}),
    ("a gigantic number", {"seen": "1e185"}),
    ("a number without end", {"seen": "9" * 400}),
    ("a request too short", {"request": "a"}),
    ("a request too long", {"request": "a" * 65}),
    ("a request with a quote", {"request": "abcdefgh' OR 1"}),
]


@pytest.mark.parametrize("wrong", [row[1] for row in FORGED], ids=[row[0] for row in FORGED])
def test_a_form_without_what_ours_carry_writes_nothing(playing: Table, wrong: dict[str, str | None]) -> None:
    fields: dict[str, Any] = {"deal": "1", "seen": "1", "request": any_request(), "line": "A melds KH QH", **wrong}
    before = stored(playing.app)
    sent = {name: value for name, value in fields.items() if value is not None}
    page = playing.phone.post(f"{playing.address}/lines", status=400, **sent)
    assert "Nothing was written" in page.words
    assert stored(playing.app) == before


POSTS = [
    ("lines", "/lines", {"deal": 1, "seen": 1, "line": "A melds KH QH"}),
    ("the next deal", "/deals", {"number": 2}),
]


@pytest.mark.parametrize(("path", "fields"), [row[1:] for row in POSTS], ids=[row[0] for row in POSTS])
def test_a_post_without_a_token_writes_nothing(playing: Table, path: str, fields: dict[str, Any]) -> None:
    """L03: neither a made-up request nor a form of another site."""
    before = stored(playing.app)
    answer = playing.phone.client.post(playing.address + path, data={**fields, "request": any_request()})
    assert answer.status_code == 400
    assert "came from elsewhere" in answer.text
    assert stored(playing.app) == before


def test_looking_changes_nothing(table: OpenTable) -> None:
    """L03: a prefetch is harmless; state changes by posts only."""
    playing = table(*WORKED_DEAL)
    before = stored(playing.app)
    for rest in ("", "?end=A", "?seat=B&choose=four-kings", "/log", "/log?deal=1", "/sheet", "/lines", "?said=1-2"):
        playing.show(rest)
    for address in ("/", "/matches", "/matches/new"):
        playing.phone.get(address)
    assert stored(playing.app) == before
