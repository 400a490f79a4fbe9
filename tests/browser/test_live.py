"""Everybody at the table: phones of different rights at one match, which all show what each of them writes."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper import sharing
from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage, write
from tests.browser.viewers import DESKTOP, PHONE, TABLET, Viewer

CURRENT = 3.0
"""Seconds within which a phone that is back shows what it has missed."""
HEARD = """() => {
  window.heard = [];
  new MutationObserver(() => {
    const said = document.getElementById('announce').textContent;
    if (said) window.heard.push(said);
  }).observe(document.getElementById('announce'), { childList: true, characterData: true, subtree: true });
}"""


def key_of(server: LiveServer, path: str, right: str, seat: str = "") -> str:
    """The link that the host would show for that right."""
    with server.app.app_context():
        keys = sharing.keys(path.split("/")[2])
    return f"/join#{next(key.secret for key in keys if (key.right, key.seat) == (right, seat))}"


def comes(viewer: Viewer, server: LiveServer, path: str, right: str, seat: str = "") -> Viewer:
    """Let a phone in by a key."""
    viewer.go(key_of(server, path, right, seat))
    expect(viewer.find(".panel").first).to_be_visible()
    assert "#" not in viewer.page.url
    return viewer


def test_three_phones_of_different_rights_keep_one_match(viewer: MakeViewer) -> None:
    """The host opens it, Ben scores by a link for his seat, Cora looks on by the PIN; then Ben's phone is removed."""
    host, ben, cora = viewer(stranger=True), viewer(stranger=True), viewer(TABLET, stranger=True)
    host.go("/matches/new")
    host.find("#name_a").fill("Alice")
    host.find("#name_b").fill("Ben")
    host.tap("#open-match")
    host.tap("#up-AH")
    host.sees_lines(1)
    path = host.page.url.partition("?")[0]
    host.go(f"{path}/share")
    pin = host.find("#pin").inner_text()
    host.tap(host.page.locator("summary", has_text="Ben"))
    link = host.page.locator("details[open] input[readonly]").input_value()

    ben.go(link)
    expect(ben.find("#k-bezique")).to_be_visible()
    cora.go("/")
    cora.find("#pin").fill(pin.lower())
    cora.tap("#join-go")
    expect(cora.find(".panel").first).to_be_visible()
    expect(cora.find("[id^=k-]")).to_have_count(0)

    ben.tap("#k-bezique")
    host.go(path)
    for phone in (host, ben, cora):
        phone.sees_totals("0", "40")
    host.tap("#p-A")
    host.tap("#k-royal-marriage-H")
    for phone in (host, ben, cora):
        phone.sees_totals("40", "40")
        phone.sees(".tail li >> nth=0", "Alice royal marriage K♥ Q♥")
    expect(ben.find("#take-back")).to_have_count(0)
    expect(host.find("#take-back")).to_be_visible()
    ben.sees("#live", "live")

    ben.may_answer |= {403}
    host.go(f"{path}/share")
    host.tap(host.page.locator("summary", has_text="hand over to Phone 2"))
    host.tap(host.page.locator("details[open] [id^=remove-]"))
    expect(host.page.locator("[id^=remove-]")).to_have_count(1)
    expect(ben.find("#k-bezique")).to_have_count(0)
    ben.sees("main .notice", "no longer write")


def test_a_tap_that_was_on_its_way_takes_back_nothing_else(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    """B07: the key named the marriage when the finger set off; Ben's bezique came in between."""
    host = viewer()
    host.may_answer |= {409}
    host.page.clock.install()
    host.go(shared)
    host.sees("#take-back", "royal marriage")
    host.page.clock.pause_at(datetime.now() + timedelta(seconds=30))  # however slow this computer is, the tap is quick
    write(server, shared, "B melds QS JD")
    host.sees("#take-back", "bezique")
    host.tap_blindly("#take-back")
    host.sees("#stale", "Your tap was not written")
    host.sees_totals("40", "40")
    host.sees_lines(3)


def test_what_others_write_lights_no_other_side(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    host = viewer()
    host.go(shared)
    expect(host.find("#p-A")).to_have_class(re.compile("lit"))
    write(server, shared, "B melds QS JD")
    host.sees_totals("40", "40")
    host.tap_blindly("#k-marriage-S")
    host.sees_totals("60", "40")


def test_a_stream_that_falls_silent_is_not_live(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    """A network that breaks without a word leaves a stream that looks open."""
    phone = viewer(stranger=True)
    phone.may_lose_connection = True
    phone.page.clock.install()
    phone.go(shared)
    expect(phone.find("#live")).to_have_text("live")
    phone.page.route(re.compile(r"/stream\?"), lambda route: route.abort())
    phone.page.clock.fast_forward(11_000)
    expect(phone.find("#live")).to_have_text("not live")
    write(server, shared, "A melds QS JD")
    phone.page.unroute(re.compile(r"/stream\?"))
    phone.page.clock.fast_forward(2_000)
    phone.sees_totals("80", "0")
    expect(phone.find("#live")).to_have_text("live")


@pytest.fixture
def shared(server: LiveServer) -> str:
    return stage(server, ["turn-up AH", "A melds KH QH"])


def test_an_open_question_survives_and_is_judged_against_the_fresh_log(
    viewer: MakeViewer, server: LiveServer, shared: str
) -> None:
    hers, his = viewer(), comes(viewer(stranger=True), server, shared, "scorer")
    hers.go(shared)
    his.tap("#p-A")
    his.tap("#k-four-kings")
    for card in ("KS", "KD"):
        his.tap(his.find(f"#picker label:has([value='{card}'])").first)
    hers.tap("#k-bezique")
    his.sees(".tail li >> nth=0", "bezique")
    expect(his.find("#picker input:checked")).to_have_count(2)
    his.tap(his.find("#picker label:has([value='KC'])").first)
    his.tap(his.find("#picker label:has([value='KH#1'])").first)
    his.sees_totals("160", "0")
    assert lines_of(server, shared)[-1] == "A melds four-kings KS KD KC + KH#1"


def test_what_is_taken_back_is_gone_everywhere(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    """B01: within two seconds on every phone, and the screen names what was taken back."""
    hers, his, screen = viewer(), viewer(stranger=True), viewer(TABLET, stranger=True)
    for phone, page in ((hers, shared), (his, shared), (screen, f"{shared}/tv")):
        phone.go(page)
        phone.sees_totals("40", "0")
        expect(phone.find("#live")).to_have_text("live")
    hers.tap("#take-back")
    tapped = time.monotonic()
    for phone in (hers, his, screen):
        phone.sees_totals("0", "0")
    assert time.monotonic() - tapped < 2
    screen.sees("#latest", "Taken back: Alice, royal marriage K♥ Q♥")


def test_half_a_count_survives(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    hers, his = viewer(), comes(viewer(stranger=True), server, shared, "scorer")
    hers.go(shared)
    his.tap("#e-B")
    his.tap("label:has(#brisques_A-7)")
    hers.tap("#k-bezique")
    his.sees(".tail li >> nth=0", "bezique")
    expect(his.find("#brisques_A-7")).to_be_checked()
    his.tap("#end-go")
    his.sees_totals("150", "100")


def test_nothing_moves_under_a_finger(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    phone = viewer(DESKTOP)
    phone.go(shared)
    box = phone.find("#k-marriage-C").bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + 9, box["y"] + 9)
    phone.page.mouse.down()
    write(server, shared, "A melds QS JD")
    watcher = viewer(stranger=True)
    watcher.go(shared)
    write(server, shared, "trick A")
    watcher.sees(".tail li >> nth=0", "won")  # whoever has no finger on it shows it by now
    phone.sees_totals("40", "0")
    phone.page.mouse.move(5, 5)
    phone.page.mouse.up()
    phone.sees_totals("80", "0")


def test_a_screen_reader_hears_each_entry_once(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    """K09: one polite sentence for each line, on the phone that wrote it and on the others; none again."""
    hers, his = viewer(), viewer(stranger=True)
    for phone in (hers, his):
        phone.go(shared)
        phone.page.evaluate(HEARD)
    hers.tap("#k-bezique")
    his.sees("#announce", "Alice, bezique Q♠ J♦, 40; 80 in all")
    hers.tap("#k-marriage-C")
    his.sees("#announce", "Alice, marriage K♣ Q♣, 20; 100 in all")
    hers.sees("#announce", "Alice, marriage K♣ Q♣, 20; 100 in all")
    for phone in (hers, his):
        heard = phone.page.evaluate("heard.filter((said, at) => said !== heard[at - 1])")
        assert [said.split(",")[1].split()[0] for said in heard] == ["bezique", "marriage"]


def test_a_phone_that_was_offline_is_current_again(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    phone = viewer(stranger=True)
    phone.may_lose_connection = True
    phone.go(shared)
    expect(phone.find("#live")).to_have_text("live")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.find("#live")).to_have_text("not live")
    write(server, shared, "A melds QS JD")
    phone.context.set_offline(False)
    back = time.monotonic()
    phone.sees_totals("80", "0")
    assert time.monotonic() - back < CURRENT
    expect(phone.find("#live")).to_have_text("live")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path) as server:
        yield server


def test_a_phone_is_current_again_when_the_server_is_back(viewer: MakeViewer, own_server: LiveServer) -> None:
    path = stage(own_server, ["turn-up AH"])
    phone = viewer(at=own_server, stranger=True)
    phone.may_lose_connection = True
    phone.go(path)
    expect(phone.find("#live")).to_have_text("live")
    own_server.stop()
    expect(phone.find("#live")).to_have_text("not live")
    write(own_server, path, "A melds KH QH")
    own_server.start()
    back = time.monotonic()
    phone.sees_totals("40", "0")
    assert time.monotonic() - back < CURRENT
    expect(phone.find("#live")).to_have_text("live")


def test_where_no_stream_is_to_be_had_the_page_asks(viewer: MakeViewer, server: LiveServer, shared: str) -> None:
    """F21: the live channel alone is gone; the page says that it is live as long as it is answered."""
    phone = viewer(stranger=True)
    phone.may_answer |= {503}
    phone.page.route(
        re.compile(r"/stream\?since"),
        lambda route: route.continue_() if "poll" in route.request.url else route.fulfill(status=503),
    )
    phone.go(shared)
    write(server, shared, "A melds QS JD")
    phone.sees_totals("80", "0")
    expect(phone.find("#live")).to_have_text("live")


def test_the_large_view_announces_and_goes_on_to_the_next_match(viewer: MakeViewer, server: LiveServer) -> None:
    path = stage(server, ["turn-up AH"], target=100)
    host, screen = viewer(PHONE), viewer(TABLET, stranger=True)
    screen.go(f"{path}/tv")
    host.go(path)
    host.tap("#k-double-bezique")
    screen.sees("#latest", "double bezique Q♠ Q♠ J♦ J♦, 500; 500 in all")
    expect(screen.find("#latest")).to_have_class(re.compile("changed"))
    assert screen.find("main button, main input").count() == 0
    for line in ("A last-trick", "brisques A 8 B 8"):
        write(server, path, line)
    screen.sees(".latest", "wins")
    host.go(path)
    host.tap("#again-match")
    expect(screen.page).not_to_have_url(re.compile(path))
    host.tap("#up-AH")
    screen.sees(".facts", "A♥ up")


def test_the_end_shows_the_way_to_the_next_match(viewer: MakeViewer, server: LiveServer) -> None:
    path = stage(server, ["turn-up AH", "A adjusts 1000 brought forward", "A last-trick", "brisques A 8 B 8"])
    host, guest = viewer(), viewer(stranger=True)
    guest.go(path)
    host.go(path)
    host.tap("#again-match")
    guest.tap("#next-match")
    guest.sees("h1", "The cards are being dealt")
