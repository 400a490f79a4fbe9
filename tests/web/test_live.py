"""Following a match: what a stream says, to whom, and when it ends."""

from __future__ import annotations

import re
import threading
from contextlib import closing
from typing import Any

import pytest
from flask import Flask

from scorekeeper import sharing
from scorekeeper.live import Hub
from tests.conftest import MakeApp
from tests.web.listening import Listener
from tests.web.people import People, people


@pytest.fixture
def found(app: Flask) -> People:
    return people(app, "turn-up AH")


def hub(app: Flask) -> Hub:
    found: Hub = app.extensions["hub"]
    return found


def test_whoever_looks_on_is_sent_the_page(found: People) -> None:
    with closing(Listener(found, "viewer")) as viewer:
        first = viewer.next()
        assert first is not None
        assert first.name == "board"
        assert "nothing laid" in first.data
        found.table.write("A melds KH QH")
        second = viewer.next()
        assert second is not None
        assert second.id > first.id
        assert 'data-said="Alice, royal marriage K♥ Q♥, 40; 40 in all"' in second.data
        assert "csrf_token" not in second.data


def test_whoever_writes_is_told_the_version(found: People) -> None:
    """Its page has keys of its own, which it fetches."""
    with closing(Listener(found, "scorer")) as scorer:
        first = scorer.next()
        found.table.write("A melds KH QH")
        second = scorer.next()
        assert first is not None
        assert second is not None
        assert (second.name, second.data) == ("version", str(second.id))
        assert second.id > first.id


def test_a_page_that_is_fresh_is_told_nothing_until_something_is_new(found: People) -> None:
    with closing(Listener(found, "viewer")) as viewer:
        first = viewer.next()
    assert first is not None
    with closing(Listener(found, "viewer", f"?since={first.id}")) as again:
        found.table.write("A melds KH QH")
        said = again.next()
        assert said is not None
        assert said.id > first.id


def test_a_stream_that_broke_goes_on_where_it_was(found: People) -> None:
    """The browser says which event it saw last, whatever its page was when it opened."""
    with closing(Listener(found, "viewer")) as viewer:
        first = viewer.next()
    assert first is not None
    found.table.write("A melds KH QH")
    with closing(Listener(found, "viewer", "?since=0", **{"Last-Event-ID": str(first.id)})) as again:
        said = again.next()
        assert said is not None
        assert "royal marriage" in said.data


def test_a_version_from_the_future_starts_afresh(found: People) -> None:
    """A backup was restored: what the page has seen is no more."""
    with closing(Listener(found, "viewer", "?since=99999")) as viewer:
        said = viewer.next()
        assert said is not None
        assert said.name == "board"


@pytest.mark.parametrize("since", ["", "x", "-1", "9" * 30, "²"])
def test_a_strange_since_is_none(found: People, since: str) -> None:
    with closing(Listener(found, "viewer", f"?since={since}")) as viewer:
        assert viewer.next() is not None


def test_a_removed_phone_is_told_to_go(found: People) -> None:
    with closing(Listener(found, "scorer")) as scorer:
        assert scorer.next() is not None
        with found.app.app_context():
            sharing.remove(found.slug, found.id_of("scorer"))
        said = scorer.next()
        assert said is not None
        assert said.name == "gone"
        assert scorer.next() is None


def test_a_renewed_key_ends_the_streams_of_those_who_came_by_it(found: People) -> None:
    with closing(Listener(found, "viewer")) as viewer, closing(Listener(found, "scorer")) as scorer:
        assert viewer.next() is not None
        assert scorer.next() is not None
        with found.app.app_context():
            sharing.renew(found.slug, found.key("viewer")[0], None)
        gone, stays = viewer.next(), scorer.next()
        assert gone is not None
        assert stays is not None
        assert (gone.name, stays.name) == ("gone", "version")


def test_the_large_view_is_sent_as_it_is(found: People) -> None:
    with closing(Listener(found, "viewer", "?tv=1&since=0")) as screen:
        said = screen.next()
        assert said is not None
        assert 'class="tv"' in said.data
        assert "<button" not in said.data


def test_the_large_view_leads_to_the_next_match(found: People) -> None:
    found.table.write("A adjusts 1000 brought forward", "A last-trick", "brisques A 8 B 8")
    with closing(Listener(found, "viewer", "?tv=1&since=0")) as screen:
        closed = screen.next()
        assert closed is not None
        assert "Alice wins" in closed.data
        found.table.show()
        found.table.phone.tap("again-match")
        led = screen.next()
        assert led is not None
        next_match = re.search(r'data-next="(/matches/[^/]+/tv)"', led.data)
        assert next_match
        assert "deals" in found.phones["viewer"].get(next_match[1]).words, "who looked on looks on"


def test_asked_without_a_stream_it_answers_at_once(found: People) -> None:
    client, address = found.phones["viewer"].client, f"{found.table.address}/stream"
    version = client.get(f"{address}?poll=1&since=0").text
    assert client.get(f"{address}?poll=1&since={version}").status_code == 204
    found.table.write("A melds KH QH")
    assert int(client.get(f"{address}?poll=1&since={version}").text) == int(version) + 1


def test_no_more_streams_than_threads_to_spare(make_app: MakeApp) -> None:
    """Who comes too late asks every two seconds; a place that is left is free again, also after a HEAD."""
    app = make_app()
    app.extensions["live_slots"] = threading.BoundedSemaphore(2)
    found = people(app, "turn-up AH")
    address = f"{found.table.address}/stream?since=0"
    for _ in range(3):
        found.phones["viewer"].client.head(address).close()
    with closing(Listener(found, "viewer")) as one, closing(Listener(found, "scorer")):
        assert one.next() is not None
        refused = found.phones["host"].client.get(address)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    with closing(Listener(found, "host")) as late:
        assert late.next() is not None


def test_when_the_server_stops_the_streams_end(make_app: MakeApp) -> None:
    app = make_app()
    found = people(app, "turn-up AH")
    with closing(Listener(found, "viewer")) as viewer:
        assert viewer.next() is not None
        hub(app).stop()
        assert viewer.next() is None


def test_a_strangers_stream_where_nothing_is_shown_to_strangers(make_app: MakeApp) -> None:
    found = people(make_app(LISTING="mine"), "turn-up AH")
    answer: Any = found.phones["stranger"].client.get(f"{found.table.address}/stream")
    assert answer.status_code == 404
