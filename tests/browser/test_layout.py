"""Where things stand: without moving while a deal is played, whatever the totals and the names."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.measuring import boxes, is_cut, turn, wrong
from tests.browser.serving import LiveServer
from tests.browser.staging import ALICE_AND_BEN, stage, worked_deal, write
from tests.browser.states import BOTH_TABLES, CLOSED, LONG_NAMES, SEQUENCE, Names
from tests.browser.viewers import LYING_PHONE, PHONE, SMALL_PHONE, TABLET, Device, Viewer

KEYS = "[id^='k-'], [id^='p-'], [id^='trick-'], [id^='e-']"


DEVICES = (LYING_PHONE, TABLET, SMALL_PHONE, PHONE)


def places(viewer: Viewer, devices: Sequence[Device] = DEVICES) -> dict[str, dict[str, list[int]]]:
    """Where the panels and keys stand on each screen."""
    found = {}
    for device in devices:
        turn(viewer, device)
        found[str(device)] = boxes(viewer, KEYS)
    return found


@pytest.mark.parametrize(
    ("names", "devices"), [(ALICE_AND_BEN, DEVICES), (LONG_NAMES, (PHONE,))], ids=["", "long names"]
)
def test_nothing_moves_during_a_deal(
    phone: Viewer, server: LiveServer, names: Names, devices: Sequence[Device]
) -> None:
    """From the turn-up to the last trick every panel and key keeps its place, whatever is laid and whoever leads."""
    log = worked_deal()
    phone.go(path := stage(server, log[:1], names=names, note_tricks=True))
    at_first = places(phone, devices)
    for line in log[1:-2]:
        write(server, path, line)
        phone.page.reload()
        assert places(phone, devices) == at_first, f"after {line!r}"


@pytest.mark.parametrize("device", [PHONE, TABLET], ids=str)
def test_an_answer_moves_no_panel_and_no_card(viewer: MakeViewer, server: LiveServer, device: Device) -> None:
    """The chooser and the ruling stand between the tables and the keys; afterwards all is where it was."""
    phone = viewer(device)
    phone.go(stage(server, SEQUENCE))
    still = "[id^='p-'], .laid [id^='c-']"
    panels, keys = boxes(phone, still), boxes(phone, KEYS)
    phone.tap("#k-royal-marriage-H")
    expect(phone.find("#chooser")).to_be_in_viewport()
    assert boxes(phone, still) == panels
    phone.tap(phone.find("#chooser .key.dim").first)
    expect(phone.find("#ruling")).to_be_in_viewport()
    assert boxes(phone, still) == panels
    phone.tap("#r-no")
    expect(phone.find("#ruling")).to_have_count(0)
    assert boxes(phone, KEYS) == keys


def test_no_total_moves_anything(phone: Viewer, server: LiveServer) -> None:
    """From 0 to 10,000, short of the line and over it (A14, G03, H02): sides never change places."""
    phone.go(path := stage(server, ["turn-up AH"], names=(("Maximilian",), ("Bartholomew",)), target=5000))
    at_first = places(phone)
    for line in (
        "A adjusts 10 x",
        "B adjusts 990 x",
        "A adjusts 4880 x",
        "B adjusts 4010 x",
        "A adjusts 5110 x",
        "B adjusts -5040 x",
    ):
        write(server, path, line)
        phone.page.reload()
        assert places(phone) == at_first, f"after {line!r}"
        expect(phone.find(".panel h2")).to_have_text(["Maximilian", "Bartholomew"])
    phone.sees_totals("10,000", "−40")
    for device in DEVICES:
        turn(phone, device)
        assert wrong(phone, device) == [], str(device)


def test_the_keys_of_a_deal_are_seen_without_scrolling(phone: Viewer, server: LiveServer) -> None:
    """On 360 by 640, with seven cards on one table and six on the other."""
    phone.go(stage(server, BOTH_TABLES))
    for control in phone.find("[id^='p-'], [id^='c-'], [id^='k-'], [id^='e-'], #take-back").all():
        expect(control).to_be_in_viewport(ratio=1)


def test_twelve_letters_of_a_name_are_read_in_full(phone: Viewer, server: LiveServer) -> None:
    phone.go(stage(server, BOTH_TABLES, names=(("Maximilianus",), ("Bartholomäus",))))
    for device in DEVICES:
        turn(phone, device)
        for name in phone.find(".panel h2, .felt h2 .cut").all():
            assert not is_cut(name), f"{device}: {name.inner_text()}"


def test_a_long_name_is_shown_in_full_somewhere(viewer: MakeViewer, server: LiveServer) -> None:
    """Cut on the panels, whole in the lists, on the sheet and at the end of the match."""
    phone = viewer(SMALL_PHONE)
    path = stage(server, CLOSED, names=LONG_NAMES)
    for page in ("/matches", path, f"{path}/sheet"):
        phone.go(page)
        for (name,) in LONG_NAMES:
            shown = phone.find("main").get_by_text(name).all()
            assert any(place.is_visible() and not is_cut(place) for place in shown), f"{page}: {name}"
