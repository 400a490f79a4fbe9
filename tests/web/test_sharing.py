"""What strangers are shown, what a rematch carries over, and a match that is left as it is."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper import services, sharing
from scorekeeper.services import NotYours
from tests.conftest import MakeApp
from tests.web.people import people
from tests.web.phone import Phone
from tests.web.test_access import claim


def test_a_household_sees_all_matches(make_app: MakeApp) -> None:
    found = people(make_app(LISTING="open"), "turn-up AH")
    stranger = found.phones["stranger"]
    assert "Alice and Ben" in stranger.get("/").words
    assert found.slug in stranger.get("/matches").html
    offered = [option.get("value") for option in stranger.get("/matches/new").one("known").iter("option")]
    assert sorted(map(str, offered)) == ["Alice", "Ben"]


def test_elsewhere_a_browser_sees_what_it_holds(make_app: MakeApp) -> None:
    app = make_app(LISTING="mine", TRIES_A_MINUTE=1000)
    found = people(app, "turn-up AH")
    for who in ("host", "scorer", "seat scorer", "viewer"):
        assert found.slug in found.phones[who].get("/").html
        assert found.slug in found.phones[who].get("/matches").html
    for who in ("stranger", "removed phone", "renewed key"):
        phone = found.phones[who]
        assert found.slug not in phone.get("/").html + phone.get("/matches").html
        assert not list(phone.get("/matches/new").one("known").iter("option"))


def test_an_address_that_is_not_shared_answers_as_one_that_is_not_there(make_app: MakeApp) -> None:
    found = people(make_app(LISTING="mine", TRIES_A_MINUTE=1000), "turn-up AH")
    stranger = found.phones["stranger"]
    there = stranger.get(found.table.address, status=404)
    nowhere = stranger.get("/matches/AAAAAAAAAAAA", status=404)
    assert there.words == nowhere.words


def test_a_server_that_is_told_nothing_shows_strangers_nothing(make_app: MakeApp) -> None:
    """Only `serve` on a private address opens the lists."""
    found = people(make_app(LISTING=None, TRIES_A_MINUTE=1000), "turn-up AH")
    assert found.phones["stranger"].get(found.table.address, status=404)


def test_who_held_a_match_holds_the_next_one(app: Flask) -> None:
    found = people(app, "turn-up AH", "A adjusts 1000 brought forward", "A last-trick", "brisques A 8 B 8")
    scorer = found.phones["scorer"]
    scorer.get(found.table.address)
    page = scorer.tap("again-match")
    again = page.address.partition("?")[0]
    assert again != found.table.address
    for who, may in (("scorer", True), ("host", True), ("seat scorer", True), ("viewer", False)):
        assert ("up-AH" in found.phones[who].get(again)) is may, who
    assert found.phones["scorer"].get(f"{again}/share").status == 200, "whoever plays again is the host"
    assert found.phones["host"].get(f"{again}/share").status == 200
    found.phones["viewer"].get(f"{again}/share", status=403)
    assert "The next match has begun" in found.phones["viewer"].get(found.table.address).words


def test_looking_on_does_not_play_again(app: Flask) -> None:
    found = people(app, "turn-up AH", "A adjusts 1000 brought forward", "A last-trick", "brisques A 8 B 8")
    viewer = found.phones["viewer"]
    assert "again-match" not in viewer.get(found.table.address)
    viewer.post("/matches/new", status=403, request="tap-of-a-viewer", rematch_of=found.slug)


def test_a_match_is_abandoned_and_taken_up_again(app: Flask) -> None:
    found = people(app, "turn-up AH", "A melds KH QH")
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.tap("abandon")
    assert "This match was abandoned" in host.page.words
    assert "k-bezique" not in host.page
    assert claim(found, "host", "A melds QS JD") == 403
    assert found.slug not in host.get("/").html
    assert "Abandoned" in host.get("/matches").words
    host.get(f"{found.table.address}/share")
    host.tap("take-up")
    assert claim(found, "host", "A melds QS JD") == 303
    assert found.table.totals() == {"A": 80, "B": 0}


def test_a_line_that_arrives_with_the_end_of_the_match_is_not_written(app: Flask) -> None:
    """Whoever posts was let in before the host abandoned it."""
    found = people(app, "turn-up AH")
    with app.app_context():
        assert sharing.abandon(found.slug)
        with pytest.raises(NotYours):
            services.claim(found.slug, 1, lambda _rules: ["A melds KH QH"], seen=1, request="in-flight-12345")
        assert services.sheet(found.slug).stored.state == "abandoned"
    assert found.table.log() == ["turn-up AH"]


def test_the_addresses_on_the_hosts_page_are_those_of_the_guests(make_app: MakeApp) -> None:
    """F18: opened on this computer as 127.0.0.1, guests are sent to its address in the network, or to a public one."""
    rows = [
        ({"NETWORK_URL": "http://192.168.1.7:8000/"}, "http://192.168.1.7:8000/join", True),
        ({"PUBLIC_URL": "https://bezique.example.org"}, "https://bezique.example.org/join", True),
        ({}, "http://localhost/join", False),
    ]
    for config, address, reaches in rows:
        found = people(make_app(TRIES_A_MINUTE=1000, **config), "turn-up AH")
        page = found.phones["host"].get(f"{found.table.address}/share")
        assert f"go to {address} and type the PIN" in page.words
        assert re.search(rf"{re.escape(address)}#[A-Za-z0-9_-]{{22}}", page.html)
        assert ("others cannot reach it" in page.words) is not reaches


def test_a_name_for_the_phone_is_text(app: Flask) -> None:
    """L01, L09: and one that is too long is refused."""
    found = people(app, "turn-up AH")
    found.comes("guest", "viewer", name="<script>alert(1)</script>")
    page = found.phones["host"].get(f"{found.table.address}/share")
    assert "<script>alert(1)</script>" in page.words
    guest = Phone(app, "Alice", "Ben")
    guest.get("/join")
    guest.fill("join-go", status=422, pin=found.pin(), name="x" * 41)
