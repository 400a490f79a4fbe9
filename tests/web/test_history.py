"""The history: every match once, newest first, found by player, game, day and state; local days and honest lengths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import event, update

from scorekeeper import history, services, sharing, store
from scorekeeper.database import db
from scorekeeper.stored import Results
from scorekeeper.tables import MatchPlayerRow, MatchRow
from tests.conftest import MakeApp
from tests.web.page import Page, words
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, new_match, open_table
from tests.web.test_lists import close_matches, listed, open_matches


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application on which nobody has played yet."""
    return make_app()


def opened(app: Flask, *names: str, variant: str = "classic") -> str:
    people = {"names": tuple((name,) for name in names)} if names else {}
    with app.app_context():
        return services.open_match(new_match(variant, **people), request=any_request())


def at(app: Flask, slug: str, opened_at: datetime, closed_at: datetime | None = None) -> None:
    """Let a match have been played then."""
    with app.app_context(), db.engine.begin() as connection:
        when: dict[str, Any] = {"opened_at": opened_at, "written_at": closed_at or opened_at}
        if closed_at is not None:
            when |= {"closed_at": closed_at, "state": "closed", "winner": "A"}
        connection.execute(update(MatchRow).where(MatchRow.slug == slug).values(**when))
        number = db.select(MatchRow.id).where(MatchRow.slug == slug).scalar_subquery()
        sits = update(MatchPlayerRow).where(MatchPlayerRow.match_id == number)
        connection.execute(sits.values(opened_at=opened_at))


def leafed(
    phone: Phone, address: str = "/matches", way: str = "Older", after: Callable[[], None] | None = None
) -> list[list[str]]:
    """The matches page by page, as far as there is a link *way*; *after* happens when the first page is read."""
    pages = []
    page: Page | None = phone.get(address)
    while page is not None:
        pages.append(listed(page))
        if after is not None and len(pages) == 1:
            after()
        further = [page.target(link.attrib["href"]) for link in page.links() if words(link) == way]
        page = phone.get(further[0]) if further else None
    return pages


# Pages ---------------------------------------------------------------------------------------------------------------


def test_before_the_first_match_the_history_says_so(phone: Phone) -> None:
    assert "No match yet." in phone.get("/matches").words
    assert "Older" not in phone.page.words


def test_205_matches_are_each_shown_once_newest_first_while_others_come(app: Flask, phone: Phone) -> None:
    """I08: one finishes and one begins while they are leafed through."""
    slugs = open_matches(app, 205)
    close_matches(app, slugs[::2])

    def meanwhile() -> None:
        close_matches(app, slugs[1:2])
        open_matches(app, 1)

    pages = leafed(phone, after=meanwhile)
    assert [slug for page in pages for slug in page] == slugs[::-1]
    assert [len(page) for page in pages] == [30] * 6 + [25]
    assert "Oldest" not in phone.page.words


def test_the_oldest_pages_lead_back_to_the_newest(app: Flask, phone: Phone) -> None:
    slugs = open_matches(app, 65)
    pages = leafed(phone, "/matches?page=oldest", "Newer")
    assert [slug for page in reversed(pages) for slug in page] == slugs[::-1]
    assert "Newer" not in phone.page.words
    assert listed(phone.get("/matches")) == slugs[:34:-1]


def test_matches_opened_in_one_moment_are_told_apart(app: Flask, phone: Phone) -> None:
    slugs = open_matches(app, 70)
    for slug in slugs:
        at(app, slug, datetime(2026, 5, 4, 20, tzinfo=UTC))
    assert [slug for page in leafed(phone) for slug in page] == slugs[::-1]


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """The statements that are sent meanwhile."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        sent.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


ADDRESSES = ["", "?page=oldest", "?player=Alice", "?variant=classic&state=open", "?since=2020-01-01&until=2199-12-31"]


@pytest.mark.parametrize("query", ADDRESSES)
def test_a_page_asks_as_often_for_205_matches_as_for_three(app: Flask, phone: Phone, query: str) -> None:
    sent = []
    for more in (3, 202):
        open_matches(app, more)
        with counted(app) as statements:
            phone.get("/matches" + query)
        sent.append([re.sub(r"\?(, \?)+", "?", statement) for statement in statements])
        assert not [said for said in statements if "count(" in said.lower()]
    assert sent[0] == sent[1]
    deleted = 3 if query == "" else 0  # what can be brought back stands on the first page
    assert len([said for said in sent[0] if said.startswith("SELECT")]) == 4 + ("player" in query) + deleted


@pytest.mark.parametrize(
    "place", ["", "x", "1-", "1-2-3", "-1-1", "٣-٣", "1" * 30 + "-1", "1-" + "9" * 30, "\x00"], ids=ascii
)
def test_a_place_that_is_none_says_what_to_do(phone: Phone, place: str) -> None:
    for way in ("before", "after"):
        page = phone.get("/matches?" + urlencode({way: place}), status=400)
        assert "Begin with the newest matches." in page.words


def test_a_place_beyond_the_end_is_an_empty_page_that_leads_back(app: Flask, phone: Phone) -> None:
    open_matches(app, 1)
    page = phone.get("/matches?before=0-0")
    assert listed(page) == []
    assert [words(link) for link in page.links() if words(link) == "Newest"]


# Found ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def kinds(app: Flask) -> dict[str, str]:
    """Some of every kind, by name."""
    found = {
        "open": opened(app, "Ann", "Ben"),
        "closed": opened(app, "Ann", "Cem"),
        "abandoned": opened(app, "Cem", "Dot"),
        "rubicon": opened(app, "Dot", "Eve", variant="rubicon"),
        "deleted": opened(app, "Ann", "Dot"),
    }
    close_matches(app, [found["closed"]])
    with app.app_context():
        assert sharing.abandon(found["abandoned"])
        with db.engine.begin() as connection:
            gone = update(MatchRow).where(MatchRow.slug == found["deleted"])
            connection.execute(gone.values(deleted_at=datetime.now(UTC)))
    return found


FILTERS: list[tuple[dict[str, str], list[str]]] = [
    ({}, ["rubicon", "abandoned", "closed", "open"]),
    ({"state": "open"}, ["rubicon", "open"]),
    ({"state": "closed"}, ["closed"]),
    ({"state": "abandoned"}, ["abandoned"]),
    ({"variant": "rubicon"}, ["rubicon"]),
    ({"player": "Cem"}, ["abandoned", "closed"]),
    ({"player": "  cEM "}, ["abandoned", "closed"]),
    ({"player": "Ann"}, ["closed", "open"]),
    ({"player": "Cem", "state": "closed"}, ["closed"]),
    ({"player": "Cem", "variant": "rubicon"}, []),
    ({"since": "2199-01-01"}, []),
    ({"until": "1999-01-01"}, []),
    ({"since": "1999-01-01", "until": "2199-01-01", "player": "Eve"}, ["rubicon"]),
]


@pytest.mark.parametrize(("asked", "found"), FILTERS, ids=str)
def test_matches_are_found_by_what_is_asked(
    phone: Phone, kinds: dict[str, str], asked: dict[str, str], found: list[str]
) -> None:
    phone.get("/matches")
    page = phone.send(phone.page.one("look"), **cast("dict[str, Any]", asked))
    assert listed(page) == [kinds[kind] for kind in found]
    assert ("No such match." in page.words) is (not found)
    for name, value in asked.items():
        filled = dict(page.filled(page.form_of(page.one("look"))))  # type: ignore[arg-type]
        assert filled[name] == value


WRONG = [
    ({"player": "Nobody At All"}, "Nobody here is called 'Nobody At All'"),
    ({"variant": "poker"}, "Not one of the list: 'poker' (All games, Classic"),
    ({"state": "won"}, "Not one of the list: 'won' (All matches, On the table, Finished, Abandoned)"),
    ({"since": "4.5.2026"}, "Not a day: '4.5.2026' (write e.g. 2026-05-04)."),
    ({"until": "2026-02-30"}, "Not a day: '2026-02-30'"),
    ({"since": "0001-01-01"}, "Not a day: '0001-01-01'"),
    ({"until": "9999-12-31"}, "Not a day: '9999-12-31'"),
    ({"since": "20260504"}, "Not a day: '20260504'"),
    ({"since": "2026-05-04", "until": "2026-05-03"}, "The last day is before the first: 2026-05-03, 2026-05-04."),
]


@pytest.mark.parametrize(("asked", "says"), WRONG, ids=str)
def test_what_cannot_be_looked_for_says_what_would_be_right(
    app: Flask, phone: Phone, asked: dict[str, str], says: str
) -> None:
    open_matches(app, 1)
    page = phone.get("/matches?" + urlencode(asked), status=400)
    assert says in page.words
    assert listed(page) == []


def test_the_pages_of_what_is_asked_stay_with_it(app: Flask, phone: Phone) -> None:
    slugs = [opened(app, "Ann", "Ben" if number % 2 else "Cem") for number in range(70)]
    pages = leafed(phone, "/matches?player=Cem&state=open")
    assert [slug for page in pages for slug in page] == slugs[::-1][1::2]


def test_each_browser_finds_only_its_own_where_strangers_are_shown_nothing(make_app: MakeApp) -> None:
    """And no names of people whom it has not met."""
    app = make_app(LISTING="mine")
    mine, strange = Phone(app, "Ann", "Ben"), Phone(app, "Cem", "Dot")
    for phone, one, other in ((mine, "Ann", "Ben"), (strange, "Cem", "Dot")):
        phone.get("/matches/new")
        phone.fill("open-match", name_a=one, name_b=other)
    assert len(listed(mine.get("/matches"))) == 1
    assert "Cem" not in mine.page.html
    assert listed(mine.get("/matches?player=Ann")) == listed(mine.get("/matches"))
    assert "Nobody here is called" in mine.get("/matches?player=Cem", status=400).words
    assert listed(Phone(app).get("/matches")) == []


# What is said --------------------------------------------------------------------------------------------------------


def row(page: Page, slug: str = "") -> str:
    """What the history says of a match, or of the first."""
    lists = [element for element in page.elements("ul") if element.get("class") == "past"]
    rows = [
        item
        for item in page.elements("li", within=lists[0])
        if slug in "".join(link.get("href", "") for link in page.elements("a", within=item))
    ]
    return words(rows[0])


def test_a_match_says_its_day_length_players_game_target_and_result(app: Flask, phone: Phone) -> None:
    """I03, D07: the figures are those after the closing line."""
    table = open_table(app, *WORKED_DEAL, *ENDED, target=500)
    start = datetime(2026, 5, 4, 18, 10, tzinfo=UTC)
    at(app, table.slug, start, start + timedelta(hours=1, minutes=20))
    phone.client.set_cookie("zone", "Europe/Berlin")
    said = row(phone.get("/matches"))
    assert "from the opening to the last line, pauses included" in phone.page.words, "I09"
    assert said == "Alice and Ben 500 : 150 Alice won · 4 May 2026, 20:10 · 1 h 20 min · Classic · to 500"


E06 = [
    ("three-handed", ["Alice and Ben and Cora", "0 : 10 : 40"], ("turn-up 7H", "C melds KH QH")),
    ("four-handed", ["Alice & Cora and Ben & Dan", "40 : 40"], ("turn-up AH", "A melds KH QH", "D melds QS JD")),
    (
        "four-solo",
        ["Alice and Ben and Cora and Dan", "40 : 0 : 0 : 40"],
        ("turn-up AH", "A melds KH QH", "D melds QS JD"),
    ),
    ("consultation", ["Alice & Ann and Ben & Bob", "40 : 0"], ("turn-up AH", "A melds KH QH")),
]


@pytest.mark.parametrize(("variant", "says", "lines"), E06, ids=[row[0] for row in E06])
def test_every_side_has_its_people_and_its_total(
    app: Flask, phone: Phone, variant: str, says: list[str], lines: tuple[str, ...]
) -> None:
    """E06: three, four and partners; nothing takes two players a side for granted."""
    open_table(app, *lines, variant=variant)
    said = row(phone.get("/matches"))
    assert [part for part in says if part not in said] == []


RESULTS = [
    ("on the table", Results("open", None, {"A": 40, "B": 0}), "on the table"),
    ("a draw (I04)", Results("closed", "draw", {"A": 900, "B": 900}), "a draw"),
    ("won by the second", Results("closed", "B", {"A": 900, "B": 1900}), "Ben won"),
    ("closed for nobody (a damaged copy)", Results("closed", None, {}), "finished"),
    ("won by a side that there is not (a damaged copy)", Results("closed", "C", {}), "finished"),
]


@pytest.mark.parametrize(("results", "says"), [row[1:] for row in RESULTS], ids=[row[0] for row in RESULTS])
def test_the_result_is_never_blank(app: Flask, phone: Phone, results: Results, says: str) -> None:
    """D20."""
    slug = opened(app)
    with app.app_context():
        store.write_results(slug, results)
    assert says in row(phone.get("/matches"))


START = datetime(2026, 5, 4, 20, 0, tzinfo=UTC)
LENGTHS = [
    ("half a minute", timedelta(seconds=30), "less than a minute"),
    ("a minute", timedelta(seconds=61), "1 minute"),
    ("59 minutes", timedelta(minutes=59), "59 minutes"),
    ("past midnight", timedelta(hours=4, minutes=5), "4 h 5 min"),
    ("a pause over night (I09)", timedelta(hours=14), "over 2 days"),
    ("a week", timedelta(days=7), "over 8 days"),
    ("the clock was set back (I09)", timedelta(hours=-3), "less than a minute"),
]


@pytest.mark.parametrize(("took", "says"), [row[1:] for row in LENGTHS], ids=[row[0] for row in LENGTHS])
def test_a_length_is_never_negative_and_a_night_is_not_called_play(took: timedelta, says: str) -> None:
    assert history.lasted(START, START + took, ZoneInfo("Europe/Berlin")) == says


# Local days ----------------------------------------------------------------------------------------------------------

#: A match begun at 23:10 and finished at 00:30 local, and the days on which it is found and not found.
ZONES = [
    ("UTC+3", "Europe/Istanbul", datetime(2026, 5, 4, 20, 10, tzinfo=UTC), "4 May 2026, 23:10", "2026-05-04"),
    ("UTC-8", "America/Los_Angeles", datetime(2026, 1, 5, 7, 10, tzinfo=UTC), "4 Jan 2026, 23:10", "2026-01-04"),
    (
        "the night of a change to summer",
        "Europe/Berlin",
        datetime(2026, 3, 28, 22, 10, tzinfo=UTC),
        "28 Mar 2026, 23:10",
        "2026-03-28",
    ),
    (
        "the night of a change to winter",
        "Europe/Berlin",
        datetime(2026, 10, 24, 21, 10, tzinfo=UTC),
        "24 Oct 2026, 23:10",
        "2026-10-24",
    ),
    (
        "just after a midnight that was skipped",
        "Africa/Cairo",
        datetime(2026, 4, 23, 22, 0, tzinfo=UTC),
        "24 Apr 2026, 01:00",
        "2026-04-24",
    ),
]


@pytest.mark.parametrize(("zone", "start", "shown", "day"), [row[1:] for row in ZONES], ids=[row[0] for row in ZONES])
def test_days_are_the_viewers(app: Flask, phone: Phone, zone: str, start: datetime, shown: str, day: str) -> None:
    """I02: what is shown and what is looked for are days of the same clock."""
    slug = opened(app)
    at(app, slug, start, start + timedelta(hours=1, minutes=20))
    phone.client.set_cookie("zone", zone)
    assert f"{shown} · 1 h 20 min" in row(phone.get("/matches"))
    assert listed(phone.get(f"/matches?since={day}&until={day}")) == [slug]
    other = (datetime.fromisoformat(day) - timedelta(days=1)).date()
    assert listed(phone.get(f"/matches?since={other}&until={other}")) == []


def test_the_order_is_that_of_the_instants(app: Flask, phone: Phone) -> None:
    """I02: in the hour that the clock shows twice, the later match stands first."""
    slugs = open_matches(app, 2)
    summer = datetime(2026, 10, 25, 2, 40, tzinfo=ZoneInfo("Europe/Berlin"))
    winter = datetime(2026, 10, 25, 2, 10, tzinfo=ZoneInfo("Europe/Berlin"), fold=1)
    at(app, slugs[0], winter.astimezone(UTC))
    at(app, slugs[1], summer.astimezone(UTC))
    phone.client.set_cookie("zone", "Europe/Berlin")
    assert listed(phone.get("/matches")) == slugs


@pytest.mark.parametrize("said", ["Mars/Olympus", "../../etc/passwd", "Europe", "x" * 500, "", "%00", "posix/../UTC"])
def test_a_zone_that_nobody_knows_is_the_servers(make_app: MakeApp, said: str) -> None:
    app = make_app(ZONE=ZoneInfo("Asia/Tokyo"))
    at(app, opened(app), datetime(2026, 5, 4, 20, 10, tzinfo=UTC))
    phone = Phone(app)
    phone.client.set_cookie("zone", said)
    assert "5 May 2026, 05:10" in row(phone.get("/matches"))


def test_the_page_of_a_match_that_all_share_is_the_same_in_every_zone(app: Flask) -> None:
    """What is kept for several visitors knows none of their zones."""
    table = open_table(app, *WORKED_DEAL, "A last-trick", "brisques A 8 B 8", target=400)
    shown = []
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        phone = Phone(app, "Alice", "Ben")
        phone.client.set_cookie("zone", zone)
        pages: Sequence[str] = ("", "/log", "/sheet")
        shown.append([phone.get(table.address + page).words for page in pages])
    assert shown[0] == shown[1]
