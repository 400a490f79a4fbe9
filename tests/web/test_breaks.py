"""After a tea break, a restart or a bad network: the match is as it was, and what is sent again counts once."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from tests.conftest import MakeApp
from tests.web.people import people
from tests.web.phone import Phone
from tests.web.test_access import claim


def test_a_restarted_server_knows_every_phone_and_the_hosts_game(make_app: MakeApp, tmp_path: Path) -> None:
    """F22: two hours and a restart later the guest sees the host's game, and each phone has the right it had."""
    folder = tmp_path / "kept"
    found = people(make_app(INSTANCE_DIR=folder, TRIES_A_MINUTE=1000), "A melds KH QH", variant="rubicon")
    again = make_app(INSTANCE_DIR=folder, TRIES_A_MINUTE=1000)
    found.table.app = found.app = again
    for who, phone in list(found.phones.items()):
        cookie = phone.client.get_cookie("scorekeeper")
        fresh = Phone(again, "Alice", "Ben")
        if cookie:
            fresh.client.set_cookie("scorekeeper", cookie.value)
        found.phones[who] = fresh
    found.table.phone = found.phones["host"]
    page = found.phones["viewer"].get(found.table.address)
    assert "rubicon 1,000" in page.words
    assert "40" in page.said("p-A")
    assert claim(found, "viewer", "A melds QS JD") == 403
    assert claim(found, "removed phone", "A melds QS JD") == 403
    assert claim(found, "scorer", "A melds QS JD") == 303
    assert claim(found, "host", "take back 2") == 303


def test_a_queue_that_is_sent_again_changes_nothing(app: Flask) -> None:
    """F06: a phone that was offline sends its taps, hears no answer, and sends all of them again."""
    found = people(app, "turn-up AH")
    phone = found.phones["scorer"]
    taps = ["A melds KH QH", "B melds QS JD", "A plays KH"]
    for _time in range(3):
        for seen, line in enumerate(taps, 1):
            form = {"csrf_token": phone.token, "deal": 1, "seen": seen, "request": f"queued-{seen:03d}", "line": line}
            assert phone.client.post(f"{found.table.address}/lines", data=form).status_code == 303
    assert found.table.log() == ["turn-up AH", "A melds royal-marriage KH QH", "B melds bezique QS JD", "A plays KH"]
