"""Home and the list of matches: nothing yet, some, and very many; each once, newest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper import services, store
from scorekeeper.stored import Results
from tests.conftest import MakeApp
from tests.web.page import Page, words
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


def leafed(phone: Phone, meanwhile: Sequence[str] = ()) -> list[str]:
    """All matches, page after page; *meanwhile* matches finish while the first page is read."""
    page = phone.get("/matches")
    found = listed(page)
    close_matches(phone.app, meanwhile)
    older = links(page)
    while older:
        page = phone.get(older.pop(0))
        found += listed(page)
        older = links(page) + older
    return found


def links(page: Page) -> list[str]:
    """Where a page says there are older ones."""
    return [page.target(link.attrib["href"]) for link in page.links() if words(link).startswith("Older")]


def test_before_the_first_match_home_says_so(phone: Phone) -> None:
    page = phone.get("/")
    assert "No match in progress." in page.words
    assert listed(page) == []
    assert "Finished" not in page.words
    page = phone.get("/matches")
    assert "No match in progress." in page.words
    assert "No finished match yet." in page.words


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


def test_205_matches_are_each_shown_once_newest_first(app: Flask, phone: Phone) -> None:
    """I08: with open ones among them."""
    slugs = open_matches(app, 205)
    close_matches(app, slugs[::2] + slugs[1:150:2])
    with app.app_context():
        going = [match.slug for match in services.matches("open", limit=300).matches]
    done = [slug for slug in reversed(slugs) if slug not in going]
    found = leafed(phone)
    assert len(found) == len(set(found)) == 205
    assert [slug for slug in found if slug in going] == going
    assert [slug for slug in found if slug not in going] == done


def test_205_matches_in_progress_are_all_found(app: Flask, phone: Phone) -> None:
    slugs = open_matches(app, 205)
    assert leafed(phone) == slugs[::-1]
    assert len(listed(phone.get("/"))) <= 30
    assert "All matches" in phone.page.words


def test_a_match_that_finishes_meanwhile_doubles_no_other_and_loses_none(app: Flask, phone: Phone) -> None:
    slugs = open_matches(app, 70)
    close_matches(app, slugs[5:])
    found = leafed(phone, meanwhile=[slugs[4]])
    assert [slug for slug in found if slug in slugs[5:]] == slugs[:4:-1]
    assert set(found) == set(slugs)


@pytest.mark.parametrize("before", ["", "nobody", "\x00", "é" * 300, "1 OR 1=1"], ids=ascii)
@pytest.mark.parametrize(
    ("which", "says"), [("before", "No finished match yet."), ("opened_before", "No match in progress.")]
)
def test_a_page_before_nothing_is_empty_and_leads_back(
    app: Flask, phone: Phone, which: str, says: str, before: str
) -> None:
    close_matches(app, open_matches(app, 2)[:1])
    page = phone.get("/matches?" + urlencode({which: before}))
    assert says in page.words
    assert listed(page) == []
    assert "Newest" in page.words


def test_a_draw_is_a_draw(app: Flask, phone: Phone) -> None:
    """I04: not a loss for both."""
    slugs = open_matches(app, 1)
    with app.app_context():
        store.write_results(slugs[0], Results("closed", "draw", {"A": 1000, "B": 1000}))
    assert "a draw" in phone.get("/").words
