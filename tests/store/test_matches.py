"""Matches, people and lists."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper import listing, services, store
from scorekeeper.database import db
from scorekeeper.stored import Results, name_key
from tests.store.rows import CLASSIC, any_request, log, opened, write

pytestmark = pytest.mark.usefixtures("_inside")


def test_a_match_is_read_as_it_was_opened() -> None:
    new = replace(CLASSIC, house_rules={"stop_at_target": True, "brisques": "at-once"}, hints=True, target=None)
    slug = store.open_match(new, request=any_request())
    match = store.read_match(slug)
    assert match is not None
    chosen = ("variant", "house_rules", "target", "hints", "note_tricks", "first_dealer", "names", "rematch_of")
    assert {name: getattr(match, name) for name in chosen} == {name: getattr(new, name) for name in chosen}
    assert (match.slug, match.state, match.winner, match.closed_at) == (slug, "open", None, None)
    assert [(deal.number, deal.dealer, deal.lines) for deal in match.deals] == [(1, "B", ())]
    assert timedelta(0) <= datetime.now(UTC) - match.opened_at < timedelta(minutes=1)


def test_nobody_guesses_the_address_of_a_match() -> None:
    slugs = {opened() for _ in range(20)}
    assert len(slugs) == 20
    assert all(len(slug) == 12 and not slug.startswith("-") for slug in slugs)


@pytest.mark.parametrize("slug", ["nobody-knows", "", "nobody\0knows"])
def test_a_match_that_nobody_opened_is_none(slug: str) -> None:
    """PostgreSQL does not even look for a NUL."""
    assert store.read_match(slug) is None
    with store.writing(slug) as book:
        assert book is None


def test_the_back_button_opens_no_second_match() -> None:
    first = store.open_match(CLASSIC, request="the form")
    assert store.open_match(replace(CLASSIC, target=2000), request="the form") == first
    assert listing.all_slugs() == [first]


def test_a_double_tap_from_eight_threads_opens_one_match(app: Flask) -> None:
    slugs: list[str] = []
    together = threading.Barrier(8)

    def tap() -> None:
        with app.app_context():
            together.wait()
            slugs.append(store.open_match(CLASSIC, request="the form"))

    threads = [threading.Thread(target=tap) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(slugs) == 8
    assert set(slugs) == set(listing.all_slugs())
    assert len(listing.all_slugs()) == 1


def test_a_consultation_seat_has_two_names() -> None:
    names = (("Ada", "Ben"), ("Cem", "Dora"))
    match = store.read_match(store.open_match(replace(CLASSIC, names=names), request=any_request()))
    assert match is not None
    assert match.names == names


def test_a_rematch_knows_what_it_follows() -> None:
    first = opened()
    match = store.read_match(opened(rematch_of=first))
    assert match is not None
    assert match.rematch_of == first


def test_a_rematch_of_nothing_is_refused() -> None:
    with pytest.raises(LookupError):
        opened(rematch_of="nobody-knows")
    assert listing.all_slugs() == []


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("Ada", "ada"),
        ("Ada Lovelace", "  ADA \t lovelace "),
        ("Strauß", "STRAUSS"),
        ("Zoë", "Zoe\u0308"),
        ("Ada", "Ａｄａ"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ],
)
def test_two_spellings_are_one_person_under_the_first(first: str, again: str) -> None:
    opened(first, "Ben")
    slug = opened("Cem", again)
    assert sorted(listing.known_names(10)) == sorted(["Ben", "Cem", first])
    match = store.read_match(slug)
    assert match is not None
    assert match.names == (("Cem",), (first,))


@pytest.mark.parametrize(("one", "other"), [("Ada", "Adah"), ("Zoe", "Zoë"), ("李", "季"), ("🙂", "🙃")])
def test_other_letters_are_other_people(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_nobody_plays_against_himself() -> None:
    with pytest.raises(ValueError, match="one person in two places: Ada, ADA"):
        opened("Ada", "ADA")
    assert listing.all_slugs() == listing.known_names(10) == []


def test_names_are_offered_who_played_last_first() -> None:
    opened("Ada", "Ben")
    opened("Cem", "Dora")
    opened("Ben", "Eve")
    assert listing.known_names(10) == ["Ben", "Eve", "Cem", "Dora", "Ada"]
    assert listing.known_names(2) == ["Ben", "Eve"]


def test_the_list_copies_what_the_lines_led_to() -> None:
    slug = opened("Ada", "Ben")
    opened("Cem", "Dora")
    write(slug, "turn-up 7C", results=Results("open", None, {"A": 0, "B": 10}))
    write(slug, "trick A", "A last-trick", seen=1, results=Results("closed", "A", {"A": 1010, "B": 10}))
    (closed,) = services.matches("closed", limit=5).matches
    assert (closed.slug, closed.winner, closed.totals) == (slug, "A", {"A": 1010, "B": 10})
    assert closed.names == (("Ada",), ("Ben",))
    assert closed.closed_at == closed.written_at
    assert [match.slug for match in services.matches("open", limit=5).matches] != [slug]


def test_a_match_is_open_again_when_its_closing_line_is_taken_back() -> None:
    slug = opened()
    write(slug, "A last-trick", results=Results("closed", "A", {"A": 1010, "B": 10}))
    write(slug, "take back 1", seen=1, results=Results("open", None, {"A": 1000, "B": 10}))
    match = store.read_match(slug)
    assert match is not None
    assert (match.state, match.winner, match.closed_at) == ("open", None, None)
    assert services.matches("closed", limit=5).matches == ()


def test_a_closed_match_keeps_the_moment_of_its_closing() -> None:
    slug = opened()
    write(slug, "A last-trick", results=Results("closed", "A", {"A": 1010, "B": 10}))
    (before,) = services.matches("closed", limit=5).matches
    store.write_results(slug, Results("closed", "draw", {"A": 1010, "B": 1010}))
    (after,) = services.matches("closed", limit=5).matches
    assert after == replace(before, winner="draw", totals={"A": 1010, "B": 1010})


def test_results_made_again_touch_no_line_and_no_version() -> None:
    slug = opened()
    write(slug, "turn-up 9C")
    before = store.read_match(slug)
    store.write_results(slug, Results("open", None, {"A": 0, "B": 0}))
    assert store.read_match(slug) == before


def test_every_write_raises_the_version() -> None:
    slug = opened()
    versions = [store.read_match(slug).version]  # type: ignore[union-attr]
    for act in (
        lambda: write(slug, "turn-up 9C"),
        lambda: store.open_deal(slug, 2, "A", request=any_request()),
        lambda: write(slug, "turn-up AH", deal=2),
    ):
        act()
        versions.append(store.read_match(slug).version)  # type: ignore[union-attr]
    assert versions == [1, 2, 3, 4]


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements sent to the database meanwhile."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


@pytest.mark.parametrize("act", [lambda: services.matches("open", limit=20), lambda: listing.known_names(20)])
def test_a_long_list_asks_no_more_than_a_short_one(act: Callable[[], object]) -> None:
    opened()
    with statements() as for_one:
        act()
    for number in range(10):
        opened(f"Ada {number}", f"Ben {number}")
    with statements() as for_many:
        act()
    assert len(for_one) == len(for_many) <= 3


def test_a_whole_match_is_read_in_two_statements() -> None:
    slug = opened()
    for deal in (1, 2, 3):
        store.open_deal(slug, deal, "A", request=any_request())
        write(slug, "turn-up 9C", "trick A", "A melds KH QH", deal=deal)
    with statements() as sent:
        assert log(slug, 3) == ["turn-up 9C", "trick A", "A melds KH QH"]
    assert len(sent) == 2
