"""Every route answers with a page, in every state of a match; what is not there says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.bezique.notation import read
from tests.web.conftest import OpenTable
from tests.web.page import Page, words
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, open_table
from tests.web.test_access import ROUTES

# Routes --------------------------------------------------------------------------------------------------------------


def write_a_trick(table: Table) -> Page:
    return table.claim("A melds KH QH")


def open_the_next_deal(table: Table) -> Page:
    table.write("A last-trick", "brisques A 7 B 9")
    return table.phone.post(f"{table.address}/deals", status=200, number=2, request=any_request())


def open_a_match(table: Table) -> Page:
    table.phone.get("/matches/new")
    return table.phone.fill("open-match", name_a="Alice", name_b="Ben")


def join_nothing(table: Table) -> Page:
    table.phone.get("/join")
    return table.phone.fill("join-go", status=422, pin="AAAAAA")


def bring_nothing(table: Table) -> Page:
    table.phone.get("/import")
    return table.phone.fill("import-go", status=422)


def be_the_host(table: Table) -> Page:
    table.show()
    return table.phone.tap("take-place")


def player(table: Table, name: str) -> Page:
    """The page of somebody, found in the list."""
    page = table.phone.get("/players")
    found = next(link for link in page.links() if words(link).startswith(name))
    return table.phone.get(page.target(found.attrib["href"]))


def look_at_two(table: Table) -> Page:
    page = player(table, "Alice")
    return table.phone.get(next(link.attrib["href"] for link in page.links() if "/with/" in link.attrib["href"]))


def named(table: Table, *names: str) -> None:
    """A match of these people, whom no other test meets."""
    open_table(table.app, phone=table.phone, names=tuple((name,) for name in names))
    table.phone.quoted = (*table.phone.quoted, *names)


def call_her_otherwise(table: Table) -> Page:
    named(table, "Alice of Kent", "Hob")
    player(table, "Alice of Kent")
    return table.phone.fill("rename", name="Alice of Cork")


def are_one(table: Table, one: str, other: str) -> Page:
    for name in (one, other):
        named(table, name, "Hal")
    player(table, one)
    return table.phone.fill("merge", name=other)


def make_one(table: Table) -> Page:
    are_one(table, "Jo", "Joe")
    return table.phone.tap("merge-go")


def are_two(table: Table, one: str, other: str) -> Page:
    are_one(table, one, other)
    page = table.phone.tap("merge-go")
    return table.phone.get(next(link.attrib["href"] for link in page.links() if "/mergers/" in link.attrib["href"]))


def make_two(table: Table) -> Page:
    are_two(table, "Lea", "Leah")
    return table.phone.tap("part-go")


def hide_somebody(table: Table) -> Page:
    named(table, "Kim", "Hal")
    player(table, "Kim")
    return table.phone.tap("hide")


VISITS: dict[tuple[str, str], tuple[Callable[[Table], Page], str]] = {
    ("setup.home", "GET"): (lambda table: table.phone.get("/"), "New match"),
    ("setup.index", "GET"): (lambda table: table.phone.get("/matches"), "on the table"),
    ("setup.new", "GET"): (lambda table: table.phone.get("/matches/new"), "Who deals first?"),
    ("setup.open_match", "POST"): (open_a_match, "Which card is turned up?"),
    ("matches.show", "GET"): (lambda table: table.show(), "Alice's table"),
    ("matches.write_lines", "POST"): (write_a_trick, "royal marriage K♥ Q♥"),
    ("matches.after_writing", "GET"): (lambda table: table.show("/lines"), "Alice's table"),
    ("matches.open_deal", "POST"): (open_the_next_deal, "Deal 2 · Alice deals"),
    ("matches.show_log", "GET"): (lambda table: table.show("/log"), "Deal 1, line by line"),
    ("referee.show", "GET"): (lambda table: table.phone.get("/referee"), "Whose meld, and which cards?"),
    ("matches.show_sheet", "GET"): (lambda table: table.show("/sheet"), "After deal 1"),
    ("laws.index", "GET"): (lambda table: table.phone.get("/laws"), "With house rules"),
    ("laws.show_variant", "GET"): (lambda table: table.phone.get("/laws/rubicon"), "Laws: Rubicon"),
    ("laws.show_match", "GET"): (lambda table: table.show("/laws"), "Laws of this match"),
    ("live.tv", "GET"): (lambda table: table.show("/tv"), "The match on this screen"),
    ("take.ask", "GET"): (lambda table: table.phone.get("/import"), "up to 4 MB"),
    ("take.bring", "POST"): (bring_nothing, "Choose a file first."),
    ("share.ask", "GET"): (lambda table: table.phone.get("/join"), "Six letters and figures"),
    ("share.join", "POST"): (join_nothing, "No match opens by that."),
    ("share.take_place", "POST"): (be_the_host, "Share this match"),
    ("players.index", "GET"): (lambda table: table.phone.get("/players"), "Alice"),
    ("players.show", "GET"): (lambda table: player(table, "Alice"), "At one table with Ben"),
    ("players.show_pair", "GET"): (look_at_two, "No finished match against each other."),
    ("players.rename", "POST"): (call_her_otherwise, "Alice of Cork"),
    ("players.ask_to_merge", "GET"): (lambda table: are_one(table, "Ida", "Ian"), "1 match of Ian will be one of Ida."),
    ("players.merge", "POST"): (make_one, "Jo"),
    ("players.ask_to_part", "GET"): (lambda table: are_two(table, "Mia", "Maia"), "1 match goes back to Maia."),
    ("players.part", "POST"): (make_two, "Leah"),
    ("players.hide", "POST"): (hide_somebody, "hidden: left out of lists"),
    ("statistics.index", "GET"): (lambda table: table.phone.get("/statistics"), "Rubicon"),
    ("statistics.show", "GET"): (lambda table: table.phone.get("/statistics/classic"), "Average deal"),
}
NO_PAGES = {
    *(("health.check", "GET"), ("live.stream", "GET"), ("take.all_records", "GET"), ("take.all_results", "GET")),
    *((f"take.{file}", "GET") for file in ("record", "lines", "pdf", "picture")),
}
BY_RIGHT = {(endpoint, method) for endpoint, (method, _path, _form) in ROUTES.items()}
"""Those that a host has; `test_access` asks for them."""


@pytest.mark.parametrize("route", VISITS, ids=" ".join)
def test_a_route_answers_with_its_page(table: OpenTable, route: tuple[str, str]) -> None:
    visit, words = VISITS[route]
    assert words in visit(table("turn-up AH")).words


def test_every_route_is_visited(app: Flask) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/static/")]
    routes = {(rule.endpoint, method) for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert set(VISITS) | BY_RIGHT | NO_PAGES == routes


# States of a match ---------------------------------------------------------------------------------------------------

RICH = (
    "turn-up AH",
    "A melds KH QH",
    "A melds QS JD",
    "B melds KS KD KC KH",
    "A melds AH 10H JH + KH QH",
    "A plays JD",
)
STATES = [
    ("before the turn-up", (), "", ["Which card is turned up?", "a seven: 10 for the dealer"]),
    ("a card turned up", ("turn-up AH",), "", ["trumps ♥ hearts", "A♥ up", "Ben deals", "nothing laid"]),
    ("only the suit known", ("trumps C",), "", ["trumps ♣ clubs"]),
    ("a seven turned up", ("turn-up 7D",), "", ["7♦ up", "7♦ turned up 10"]),
    ("in mid-deal", WORKED_DEAL, "", ["420", "580 to go", "four jacks J♠ J♣ J♥ J♦ 40"]),
    ("the other side lit", WORKED_DEAL, "?seat=A", ["Ben's table"]),
    ("both sides with cards", RICH, "", ["Alice's table", "Ben's table"]),
    ("the end asked for", WORKED_DEAL, "?end=A", ["End of the deal", "Aces and tens taken in tricks: 16 in all"]),
    ("the last trick taken, brisques to come", (*WORKED_DEAL, "A last-trick"), "", ["Alice last trick 10"]),
    ("the deal over", (*WORKED_DEAL, *ENDED), "", ["Deal 1 is over", "Alice +500, Ben +150", "Deal 2: Alice deals"]),
    ("taken back to the start", ("turn-up AH", "take back 1"), "", ["Which card is turned up?"]),
    ("a seat there is not", WORKED_DEAL, "?seat=Z&choose=nonsense&end=9", ["Alice's table"]),
    ("an answer there was not", WORKED_DEAL, "?said=9-99", ["Alice's table"]),
    ("an answer that is no number", WORKED_DEAL, "?said=²-x", ["Alice's table"]),
]


@pytest.mark.parametrize(("lines", "rest", "words"), [row[1:] for row in STATES], ids=[row[0] for row in STATES])
def test_a_match_is_shown_in_every_state(table: OpenTable, lines: tuple[str, ...], rest: str, words: list[str]) -> None:
    shown = table()
    for line in lines:
        shown.write(line)
    page = shown.show(rest)
    assert [said for said in words if said not in page.words] == []


CHOICES = [
    *("marriage-S", "marriage-D", "marriage-C", "royal-marriage-H", "sequence-H", "bezique", "double-bezique"),
    *("four-aces", "four-kings", "four-queens", "four-jacks"),
]


@pytest.mark.parametrize("key", CHOICES)
def test_a_key_whose_cards_lie_there_shows_every_way(table: OpenTable, key: str) -> None:
    """Refused ways stand there too, with their law; the likely one first."""
    shown = table(*RICH)
    page = shown.show(f"?seat=A&choose={key}")
    ways = [way for way in page.keys_that_write() if way.get("id", "").startswith("o-")]
    assert ways
    rules = shown.sheet().rules
    for way in ways:
        read(way.attrib["value"], rules)
        refused = "dim" in way.attrib["class"].split()
        assert refused == ("Not legal:" in page.said(way.attrib["id"]))
    firsts = ["dim" in way.attrib["class"].split() for way in ways]
    assert firsts == sorted(firsts)


@pytest.mark.parametrize("rest", ["", "?seat=B", "?choose=double-bezique", "?choose=four-kings", "?end=B"])
def test_every_key_writes_a_line_that_can_be_read(table: OpenTable, rest: str) -> None:
    shown = table(*RICH)
    rules = shown.sheet().rules
    keys = shown.show(rest).keys_that_write()
    assert keys
    for key in keys:
        for line in key.attrib["value"].splitlines():
            read(line, rules)


def test_the_turn_up_is_told_by_its_suit_alone(table: OpenTable) -> None:
    shown = table()
    shown.show()
    page = shown.phone.tap("only-C")
    assert shown.log() == ["trumps C"]
    assert "trumps ♣ clubs" in page.words
    assert "Royal" in page.said("k-royal-marriage-C")
    assert "Seven, exchange" in page.said("k-seven-exchange")


def test_the_sheet_shows_each_deal_line_by_line_with_running_totals(table: OpenTable) -> None:
    shown = table(*WORKED_DEAL, *ENDED)
    shown.next_deal("turn-up 9C", "B melds KC QC")
    rows = shown.show("/sheet").rows()
    assert ["Alice royal marriage K♥ Q♥", "40+40", ""] in rows
    assert ["Alice last trick", "430+10", ""] in rows
    assert ["Brisques: Alice 7, Ben 9", "500+70", "150+90"] in rows
    assert ["After deal 1", "500+500", "150+150"] in rows
    assert ["Ben royal marriage K♣ Q♣", "", "190+40"] in rows
    assert ["After deal 2", "5000", "190+40"] in rows


def test_the_log_shows_each_line_with_its_points(table: OpenTable) -> None:
    shown = table(*WORKED_DEAL, *ENDED)
    rows = shown.show("/log?deal=1").rows()
    assert len(rows) == 1 + len(WORKED_DEAL) + len(ENDED)
    assert "Alice sequence A♥ 10♥ J♥ + K♥ Q♥ +250" in rows[4][1]
    assert rows[-1][2:4] == ["500", "150"]


def test_a_granted_claim_says_what_it_brought(table: OpenTable) -> None:
    """E11: the line, its points, the total, and what is still to go."""
    page = table("turn-up AH").claim("A melds KH QH")
    assert page.announced == "Alice, royal marriage K♥ Q♥, 40; 40 in all"
    assert "Alice royal marriage K♥ Q♥ 40" in page.words
    assert "960 to go" in page.said("p-A")


def test_both_totals_and_the_side_stand_on_the_screen(table: OpenTable) -> None:
    """F20: nobody scores for the wrong side because the screen shows no totals."""
    page = table(*WORKED_DEAL).show("?seat=B")
    assert (page.figure("A"), page.figure("B")) == (420, 60)
    assert page.one("p-B").get("aria-current") == "true"
    assert page.one("p-A").get("aria-current") is None
    assert page.title.startswith("Alice 420 : Ben 60")


def test_who_deals_is_shown_and_moves_on(table: OpenTable) -> None:
    """K11: the dealer stands on every deal and passes to the left."""
    shown = table(*WORKED_DEAL, *ENDED)
    assert "Ben deals" in shown.show("/sheet").words
    shown.next_deal()
    assert "Alice deals" in shown.show().words
    shown.write("trumps S", "B last-trick", "brisques A 8 B 8")
    assert "Deal 3: Ben deals" in shown.show().said("next-deal")


# What is not there ---------------------------------------------------------------------------------------------------

MISSING = [
    "/nowhere",
    "/matches/",
    "/matches/nobody",
    "/matches/nobody/log",
    "/matches/nobody/sheet",
    "/matches/nobody/lines",
    "/matches/%00",
    "/matches/" + "x" * 3000,
]


@pytest.mark.parametrize("address", MISSING, ids=lambda address: address[:24])
def test_a_page_that_is_not_there_says_so(phone: Phone, address: str) -> None:
    assert "Perhaps a letter is missing" in phone.get(address, status=404).words


@pytest.mark.parametrize("number", ["0", "2", "99999", "999999", "-1", "1.5", "one", "٣", "²", "1" * 500])
def test_a_deal_that_is_not_there_says_so(table: OpenTable, number: str) -> None:
    shown = table("turn-up AH")
    assert "no such match, deal or line" in shown.show(f"/log?deal={number}", status=404).words


@pytest.mark.parametrize("deal", [0, 2, 99_999])
def test_a_line_for_a_deal_that_is_not_there_is_not_found(table: OpenTable, deal: int) -> None:
    shown = table("turn-up AH")
    fields = {"deal": deal, "seen": 1, "request": any_request(), "line": "A melds KH QH"}
    shown.phone.post(f"{shown.address}/lines", status=404, **fields)


@pytest.mark.parametrize(("path", "fields"), [("lines", {"deal": 1, "seen": 0, "line": "x"}), ("deals", {"number": 2})])
def test_a_match_that_is_not_there_takes_no_post(phone: Phone, path: str, fields: dict[str, object]) -> None:
    phone.post(f"/matches/nobody/{path}", status=404, request=any_request(), **fields)


def test_nobody_plays_again_a_match_that_is_not_there(phone: Phone) -> None:
    phone.post("/matches/new", status=404, request=any_request(), rematch_of="nobody")


METHODS = [
    ("POST", "", "GET"),
    ("GET", "/deals", "POST"),
    ("DELETE", "", "GET"),
    ("PUT", "/lines", "POST"),
    ("PATCH", "/log", "GET"),
    ("DELETE", "/sheet", "GET"),
]


@pytest.mark.parametrize(("method", "rest", "allowed"), METHODS)
def test_a_page_asked_in_the_wrong_way_says_which_is_right(app: Flask, method: str, rest: str, allowed: str) -> None:
    shown = open_table(app, "turn-up AH")
    headers = {"X-CSRFToken": shown.phone.token}
    answer = shown.phone.client.open(shown.address + rest, method=method, headers=headers)
    assert answer.status_code == 405
    assert allowed in answer.headers["Allow"]
    assert "This address answers in another way" in answer.text
