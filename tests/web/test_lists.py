"""Home: nothing yet, some, and very many; the history has tests of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from flask import Flask

from scorekeeper import services, store
from scorekeeper.stored import Results
from tests.conftest import MakeApp
from tests.web.page import Page
from tests.web.phone import Phone, any_request
from tests.web.table import CLASSIC, ENDED, WORKED_DEAL, open_table


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application on which nobody has played yet."""
    return make_app()


def open_matches(app: Flask, count: int) -> list[str]:
    with app.app_context():
        return [services.open_match(CLASSIC, request=any_request()) for _ in range(count)]


def close_matches(app: Flask, slugs: Sequence[str]) -> None:
    with app.app_context():
        for slug in slugs:
            store.write_results(slug, Results("closed", "A", {"A": 1000, "B": 0}))


def listed(page: Page) -> list[str]:
    """The matches on a page, in their order."""
    return [found[1] for link in page.links() if (found := re.fullmatch(r"/matches/([\w-]{12})", link.attrib["href"]))]


def test_before_the_first_match_home_says_so(phone: Phone) -> None:
    page = phone.get("/")
    assert "No match in progress." in page.words
    assert listed(page) == []
    assert "Finished" not in page.words


def test_matches_in_progress_are_resumed_with_one_tap(app: Flask, phone: Phone) -> None:
    table = open_table(app, *WORKED_DEAL)
    page = phone.get("/")
    assert listed(page) == [table.slug]
    assert "Alice and Ben420 : 60Classic" in page.words
    assert "Alice's table" in phone.get(f"/matches/{listed(page)[0]}").words


def test_finished_matches_say_who_won(app: Flask, phone: Phone) -> None:
    open_table(app, *WORKED_DEAL, *ENDED, target=500)
    open_table(app, "turn-up AH")
    page = phone.get("/")
    assert page.words.index("On the table") < page.words.index("Finished")
    assert "500 : 150Classic · Alice won" in page.words


def test_very_many_matches_in_progress_are_led_to(app: Flask, phone: Phone) -> None:
    open_matches(app, 65)
    assert len(listed(phone.get("/"))) == 30
    assert "All matches" in phone.page.words


def test_a_draw_is_a_draw(app: Flask, phone: Phone) -> None:
    """I04: not a loss for both."""
    slugs = open_matches(app, 1)
    with app.app_context():
        store.write_results(slugs[0], Results("closed", "draw", {"A": 1000, "B": 1000}))
    assert "a draw" in phone.get("/").words
