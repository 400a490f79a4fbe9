"""Who may do what: every address of a match, for every right, in every state of the match; and line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper import services, sharing
from scorekeeper.access import NEEDS, Need
from tests.conftest import MakeApp
from tests.web.page import words
from tests.web.people import RIGHTS, People, people
from tests.web.phone import Phone, any_request
from tests.web.table import new_match, put_back, stored

DENIED = (403, 404)
LOOKS = ("host", "scorer", "seat scorer", "viewer")
WRITES = ("host", "scorer", "seat scorer")
STATES = ("open", "closed", "abandoned")

ROUTES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "matches.show": ("GET", "", {}),
    "matches.show_log": ("GET", "/log", {}),
    "matches.show_sheet": ("GET", "/sheet", {}),
    "matches.after_writing": ("GET", "/lines", {}),
    "matches.write_lines": ("POST", "/lines", {"deal": 1, "line": "A melds KS QS"}),
    "matches.open_deal": ("POST", "/deals", {"number": 2}),
    "adjust.show": ("GET", "/adjust", {}),
    "adjust.write_points": ("POST", "/adjust", {"deal": 1, "seat": "B", "sign": "-", "points": "10", "reason": "x"}),
    "change.show": ("GET", "/change", {}),
    "change.write_choices": ("POST", "/change", {"name_a": "Alice", "name_b": "Benjamin", "version": "{version}"}),
    "mend.show_line": ("GET", "/deals/1/lines/1{correct}", {}),
    "mend.follow": ("GET", "/deals/1/lines/1/change{correct_and}to=strike", {}),
    "mend.write_change": ("POST", "/deals/1/lines/1", {"to": "strike", "correct": "yes"}),
    "take.record": ("GET", "/record.json", {}),
    "take.lines": ("GET", "/lines.csv", {}),
    "take.pdf": ("GET", "/sheet.pdf", {}),
    "take.picture": ("GET", "/result.png", {}),
    "laws.show_match": ("GET", "/laws", {}),
    "live.stream": ("GET", "/stream?poll=1&since=0", {}),
    "live.tv": ("GET", "/tv", {}),
    "share.show": ("GET", "/share", {}),
    "share.renew": ("POST", "/keys/{key}", {}),
    "share.change_phone": ("POST", "/phones/{phone}", {"do": "remove"}),
    "share.choose": ("POST", "/scorers", {"lines": "any"}),
    "share.set_state": ("POST", "/state", {"state": "{turned}"}),
    "share.take_place": ("POST", "/host", {}),
    "delete.ask": ("GET", "/delete", {}),
    "delete.bring_back": ("POST", "/bring-back", {}),
    "delete.delete": ("POST", "/delete", {}),  # the last: what comes after it finds nothing
}
"""An honest request to every address of a match."""


def in_state(app: Flask, state: str) -> People:
    """Everybody at a match in that state."""
    found = people(app, "turn-up AH")
    if state == "closed":
        found.table.write("A adjusts 1000 brought forward", "A last-trick", "brisques A 8 B 8")
        assert found.table.sheet().standing.closed
    if state == "abandoned":
        with app.app_context():
            assert sharing.abandon(found.slug)
    return found


def allowed(endpoint: str, who: str, state: str, *, household: bool) -> bool:
    """What the rules of the house say, told once more and otherwise."""
    if endpoint == "share.take_place":
        return False  # this match has had a host
    if endpoint.startswith("mend."):
        return who == "host" and state != "abandoned"  # the line is the host's own, and scorers do not mend others'
    if endpoint.startswith("adjust."):
        return who in ("host", "scorer") and state != "abandoned"  # it concerns all
    need = NEEDS[endpoint]
    if need is Need.LOOK:
        return who in LOOKS or household
    if need in (Need.HOST, Need.MANAGE):
        return who == "host"
    return who in WRITES and state != "abandoned"


def asked(found: People, endpoint: str, who: str) -> int:
    """The status that answers *who*."""
    method, path, form = ROUTES[endpoint]
    with found.app.app_context():
        state = services.sheet(found.slug).stored.state
    filled = {
        "key": found.key("viewer")[0],
        "phone": found.id_of("viewer") if who == "host" else found.id_of("host"),
        "turned": "open" if state == "abandoned" else "abandoned",
        "version": str(found.table.sheet().stored.version),
        "correct": "?correct=yes" if state == "closed" else "",
        "correct_and": "?correct=yes&" if state == "closed" else "?",
    }
    address = found.table.address + path.format(**filled)
    client = found.phones[who].client
    if method == "GET":
        return client.get(address).status_code
    said = {name: value.format(**filled) if isinstance(value, str) else value for name, value in form.items()}
    seen = found.table.seen()
    form = {"csrf_token": found.phones[who].token, "seen": seen, "request": any_request(), **said}
    return client.post(address, data=form).status_code


@pytest.fixture(params=["open", "mine"])
def any_app(request: pytest.FixtureRequest, make_app: MakeApp) -> Flask:
    """A household's server, and one that shows a stranger nothing."""
    return make_app(LISTING=request.param, TRIES_A_MINUTE=10_000)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("who", RIGHTS)
def test_every_address_for_every_right_in_every_state(any_app: Flask, who: str, state: str) -> None:
    household = any_app.config["LISTING"] == "open"
    found = in_state(any_app, state)
    begun = stored(any_app)
    for endpoint in sorted(ROUTES, key=lambda endpoint: allowed(endpoint, who, state, household=household)):
        may = allowed(endpoint, who, state, household=household)
        if may and ROUTES[endpoint][0] == "POST":
            put_back(any_app, begun)
        before = stored(any_app)
        status = asked(found, endpoint, who)
        assert (status not in DENIED) is may, f"{endpoint}: {status}"
        if not may:
            assert stored(any_app) == before, f"{endpoint} wrote something"
            assert status == (403 if who in LOOKS or household else 404), endpoint


def test_no_address_of_a_match_is_left_out(app: Flask) -> None:
    """One that is not named in NEEDS lets nobody in, and one that is not here is not tested."""
    found = {rule.endpoint for rule in app.url_map.iter_rules() if "slug" in rule.arguments}
    assert found == set(NEEDS) == set(ROUTES)


def test_asking_changes_nothing(app: Flask) -> None:
    """L03: a link that is fetched before anybody taps it is harmless."""
    found = people(app, "turn-up AH")
    before = stored(app)
    for endpoint, (method, _path, _form) in ROUTES.items():
        if method == "GET":
            for who in RIGHTS:
                asked(found, endpoint, who)
        else:
            path = ROUTES[endpoint][1].format(key=1, phone=1, correct="", correct_and="?")
            assert found.phones["host"].client.get(found.table.address + path).status_code in (200, 302, 404, 405)
    assert stored(app) == before


# Line by line --------------------------------------------------------------------------------------------------------

LINES = [
    ("a meld of the own seat", "A melds KS QS", True),
    ("of the other", "B melds KS QS", False),
    ("a seven of the own", "A shows seven", True),
    ("an own card played", "A plays KH", True),
    ("a trick that the own seat won", "trick 9 A", True),
    ("that the other won", "trick 9 B", False),
    ("the own last trick", "A last-trick", True),
    ("the other's", "B last-trick", False),
    ("the count of both", "brisques A 8 B 8", False),
    ("points outside the game", "A adjusts 10 found", False),
    ("that the stock is gone", "stock exhausted", True),
]


@pytest.mark.parametrize(("line", "may"), [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_who_scores_for_one_seat_writes_its_lines(app: Flask, line: str, may: bool) -> None:
    found = people(app, "turn-up AH", "A melds KH QH")
    before = stored(app)
    status = claim(found, "seat scorer", line)
    assert status == (303 if may else 403)
    assert (stored(app) == before) is not may
    assert claim(found, "scorer", line) == 303 if not may else True


def claim(found: People, who: str, line: str) -> int:
    phone = found.phones[who]
    seen = found.table.seen()
    form = {"csrf_token": phone.token, "deal": 1, "seen": seen, "request": any_request(), "line": line}
    return phone.client.post(f"{found.table.address}/lines", data=form).status_code


def test_a_scorer_takes_back_own_lines_until_the_host_says_any(app: Flask) -> None:
    found = people(app, "turn-up AH", "A melds KH QH")
    assert claim(found, "scorer", "B melds QS JD") == 303
    assert claim(found, "scorer", "take back 2") == 403
    assert claim(found, "seat scorer", "take back 3") == 403
    assert claim(found, "scorer", "take back 3") == 303
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.fill("choose", lines="any")
    assert claim(found, "scorer", "take back 2") == 303
    assert claim(found, "seat scorer", "take back 1") == 403


def test_the_host_takes_back_anybodys_line(app: Flask) -> None:
    found = people(app, "turn-up AH")
    assert claim(found, "seat scorer", "A melds KH QH") == 303
    assert claim(found, "host", "take back 2") == 303


def test_a_page_offers_what_its_phone_may(app: Flask) -> None:
    """L06: whoever looks on sees no key, and whoever scores for one seat sees those of the seat."""
    found = people(app, "turn-up AH", "A melds KH QH")
    shown = {who: found.phones[who].get(found.table.address) for who in ("host", *WRITES, "viewer", "stranger")}
    assert all("k-bezique" in shown[who] for who in WRITES)
    assert "k-bezique" not in shown["viewer"]
    assert "k-bezique" not in shown["stranger"]
    assert "take-back" in shown["host"]
    assert "take-back" not in shown["scorer"]
    assert "e-A" in shown["scorer"]
    assert "e-A" not in shown["seat scorer"]
    assert shown["seat scorer"].one("k-bezique").get("value") == "A melds bezique QS JD"
    assert "Share" in shown["host"].words
    assert all("Share" not in shown[who].words for who in ("scorer", "viewer", "stranger"))


# Keys, PINs, phones --------------------------------------------------------------------------------------------------


def test_a_renewed_key_is_dead_at_once_and_the_others_live(app: Flask) -> None:
    found = people(app, "turn-up AH")
    viewer_key, pin = found.key("viewer")[1], found.pin()
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.tap(f"renew-{found.key('scorer')[0]}")
    assert claim(found, "scorer", "A melds KH QH") == 403
    assert claim(found, "seat scorer", "A melds KH QH") == 303
    assert (found.key("viewer")[1], found.pin()) == (viewer_key, pin)


def test_the_host_stays_when_the_hosts_key_is_renewed(app: Flask) -> None:
    found = people(app, "turn-up AH")
    other = found.comes("second host", "host")
    other.get(f"{found.table.address}/share")
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.tap(f"renew-{found.key('host')[0]}")
    assert host.page.status == 200
    other.get(f"{found.table.address}/share", status=403)


def test_the_hosts_key_brings_the_match_to_another_phone(app: Flask) -> None:
    """F15: a battery is empty, or a browser forgot everything."""
    found = people(app, "turn-up AH")
    found.comes("new phone", "host")
    assert claim(found, "new phone", "A melds KH QH") == 303


def test_the_hosts_place_is_handed_over(app: Flask) -> None:
    """F16: the old phone is refused at once, and told who keeps the score now."""
    found = people(app, "turn-up AH")
    found.comes("ben", "viewer", name="Ben’s phone")
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.tap(f"host-{found.id_of('ben')}")
    page = host.get(f"{found.table.address}/share", status=403)
    assert "The score is kept by: Ben’s phone" in page.words
    found.phones["ben"].get(f"{found.table.address}/share")


def test_the_old_hosts_link_makes_nobody_the_host(app: Flask) -> None:
    found = people(app, "turn-up AH")
    found.comes("the host's other phone", "host")
    found.comes("ben", "viewer")
    _, old = found.key("host")
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.tap(f"host-{found.id_of('ben')}")
    thief = Phone(app, "Alice", "Ben")
    thief.get("/join")
    thief.fill("join-go", status=422, key=old)
    assert found.key("host")[1] != old
    found.phones["ben"].get(f"{found.table.address}/share")
    found.phones["the host's other phone"].get(f"{found.table.address}/share", status=403)


def test_whoever_is_removed_finds_the_door_by_which_it_came_shut(app: Flask) -> None:
    """Its cookies cleared, it would be a stranger who has kept the link; who else came by it stays."""
    found = people(app, "turn-up AH")
    found.comes("thief", "scorer")
    _, kept = found.key("scorer")
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.tap(f"remove-{found.id_of('thief')}")
    again = Phone(app, "Alice", "Ben")
    again.get("/join")
    again.fill("join-go", status=422, key=kept)
    assert claim(found, "scorer", "A melds KH QH") == 303
    _, newer = found.key("scorer")
    found.phones["thief"].get("/join")
    found.phones["thief"].fill("join-go", key=newer)
    assert claim(found, "thief", "A melds QS JD") == 303


def test_a_phone_is_called_by_its_owner_and_keeps_its_number(app: Flask) -> None:
    found = people(app, "turn-up AH")
    host = found.phones["host"]
    page = host.get(f"{found.table.address}/share")
    there = [words(entry) for entry in page.elements("b") if words(entry).startswith("Phone")]
    host.fill(f"call-{found.id_of('scorer')}", name="  Zoë’s <b>phone</b> ")
    page = host.get(f"{found.table.address}/share")
    assert "Zoë’s <b>phone</b>" in page.words
    host.tap(f"remove-{found.id_of('scorer')}")
    left = [words(entry) for entry in host.get(f"{found.table.address}/share").elements("b")]
    assert [name for name in left if name in there] == [name for name in there if name != "Phone 4"]
    host.fill(f"call-{found.id_of('viewer')}", status=422, name="x" * 41)


def test_a_removed_phone_comes_back_only_by_a_newer_key(app: Flask) -> None:
    found = people(app, "turn-up AH")
    removed = found.phones["removed phone"]
    removed.get("/join")
    removed.fill("join-go", status=422, key=found.key("viewer")[1])
    with app.app_context():
        sharing.renew(found.slug, found.key("viewer")[0], None)
    removed.get("/join")
    removed.fill("join-go", pin=found.pin())
    assert claim(found, "removed phone", "A melds KH QH") == 403


def test_a_pin_is_read_however_it_is_typed(app: Flask) -> None:
    found = people(app, "turn-up AH")
    pin = found.pin().lower()
    guest = Phone(app, "Alice", "Ben")
    guest.get("/")
    page = guest.fill("join-go", pin=f" {pin[:3]}-{pin[3:]} ")
    assert "Alice" in page.words
    assert claim_of(guest, found) == 403


def claim_of(phone: Phone, found: People) -> int:
    found.phones["guest"] = phone
    return claim(found, "guest", "A melds KH QH")


WRONG = ["AAAAAA", "", "123", "ÄÖÜßÄÖ", "A" * 500, "../../", "AAAAAA'"]


def test_wrong_and_dead_pins_are_answered_alike(make_app: MakeApp) -> None:
    app = make_app(TRIES_A_MINUTE=1000)
    found = people(app, "turn-up AH")
    dead = found.pin()
    with app.app_context():
        sharing.renew(found.slug, found.key("viewer")[0], None)
    said = set()
    for pin in (*WRONG, dead):
        guest = Phone(app, "Alice", "Ben")
        guest.get("/join")
        said.add(guest.fill("join-go", status=422, pin=pin).one("join-error").text)
    assert len(said) == 1


def test_a_nobody_who_looks_for_pins_is_stopped(make_app: MakeApp) -> None:
    """Ten tries a minute; the next is not even looked up, and be it the right one."""
    app = make_app(TRIES_A_MINUTE=10)
    found = people(app)
    thief = Phone(app)
    for number in range(10):
        thief.get("/join")
        thief.fill("join-go", status=422, pin=f"AAAAA{'ACDEFGHJKMN'[number]}")
    thief.get("/join")
    thief.fill("join-go", status=429, pin=found.pin())
    guest = Phone(app, "Alice", "Ben")  # beside the thief: the code and the link have no PIN to guess
    guest.get("/join")
    guest.fill("join-go", key=found.key("viewer")[1])


def test_right_pins_are_not_counted(make_app: MakeApp) -> None:
    """A club comes from one address."""
    app = make_app(TRIES_A_MINUTE=1)
    found = people(app)
    for _ in range(12):
        guest = Phone(app, "Alice", "Ben")
        guest.get("/join")
        guest.fill("join-go", pin=found.pin())


def test_whoever_has_many_addresses_is_stopped_as_well(make_app: MakeApp) -> None:
    """One IPv6 line is a whole network; and there is an end to what all together may guess."""
    app = make_app(TRIES_A_MINUTE=2, WTF_CSRF_ENABLED=False)
    found = people(app)

    def try_from(address: str, pin: str = "AAAAAA") -> int:
        answer = app.test_client().post("/join", data={"pin": pin}, environ_base={"REMOTE_ADDR": address})
        return answer.status_code

    assert [try_from(f"2001:db8:0:1::{number}") for number in range(3)] == [422, 422, 429]
    assert try_from("2001:db8:0:2::1") == 422
    assert {try_from(f"192.0.2.{number}") for number in range(97)} == {422}
    assert try_from("198.51.100.1", found.pin()) == 429


def test_not_more_phones_than_a_club_has_come_to_a_match_in_a_minute(make_app: MakeApp) -> None:
    found = people(make_app(TRIES_A_MINUTE=1000, COMERS_A_MINUTE=3))
    for number in range(4):
        guest = Phone(found.app, "Alice", "Ben")
        guest.get("/join")
        guest.fill("join-go", status=200 if number < 3 else 429, pin=found.pin())


SECRETS: list[Callable[[People], str]] = [
    lambda found: found.key("host")[1],
    lambda found: found.key("scorer")[1],
    lambda found: found.pin(),
]


def test_keys_stand_on_the_hosts_page_alone(app: Flask) -> None:
    found = people(app, "turn-up AH")
    for secret in (take(found) for take in SECRETS):
        assert secret in found.phones["host"].client.get(f"{found.table.address}/share").text
        for who in RIGHTS:
            for page in ("", "/log", "/sheet", "/tv", "/laws"):
                assert secret not in found.phones[who].client.get(found.table.address + page).text


def test_a_match_from_before_there_were_keys_is_kept_by_the_household(app: Flask) -> None:
    """And by its host alone, once somebody has taken the place."""
    found = people(app)
    old = Phone(app, "Alice", "Ben")
    with app.app_context():
        slug = services.open_match(new_match(), request=any_request())
    address = f"/matches/{slug}"
    page = old.get(address)
    assert "take-place" in page
    old.tap("take-place")
    assert "Share this match" in old.page.words
    stranger = found.phones["stranger"]
    assert "take-place" not in stranger.get(address)
    form = {"csrf_token": stranger.token, "deal": 1, "seen": 0, "request": any_request(), "line": "turn-up AH"}
    assert stranger.client.post(f"{address}/lines", data=form).status_code == 403
