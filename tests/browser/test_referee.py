"""The referee without a match on a phone: an argument settled by taps, with and without JavaScript, and sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.viewers import PHONE, SMALL_PHONE, Viewer


def settle(viewer: Viewer) -> None:
    """May the king and queen of the sequence marry, and with a new pair?"""
    viewer.go("/referee")
    viewer.tap("#trumps-H")
    viewer.sees(".facts", "trumps ♥")
    for card in ("AH", "10H", "KH", "QH", "JH"):
        viewer.tap(f"#f-{card}")
    viewer.tap("#meld")
    viewer.sees("#l-2", "First player sequence A♥ 10♥ K♥ Q♥ J♥")
    viewer.tap("[id='c-KH#1']")
    expect(viewer.find("#picked-0")).to_be_visible()
    viewer.tap("[id='c-QH#1']")
    expect(viewer.find("#picked-1")).to_be_visible()
    viewer.tap("#ask")
    expect(viewer.find("#ruling-title")).to_be_in_viewport()
    viewer.sees("#ruling-title", "Not legal: a king or queen that has been in a sequence does not marry.")
    viewer.sees("#ruling", "At fault: on the table of First player, has scored in: sequence")
    viewer.sees("#r-1", "Royal marriage: K♥ Q♥ new, from the hand · 40")
    viewer.tap("#r-1")
    viewer.sees("#ruling-title", "Legal: 40")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_an_argument_is_settled_and_sent(viewer: MakeViewer, script: bool) -> None:
    phone = viewer(PHONE, java_script_enabled=script)
    settle(phone)
    expect(phone.page).to_have_title("Legal: 40 · Referee · Bezique score keeper")
    sent = phone.find("#address").input_value()
    assert sent == phone.page.url.partition("#")[0]
    friend = viewer(SMALL_PHONE)
    friend.go(sent.removeprefix(friend.home))
    friend.sees("#ruling-title", "Legal: 40")
    assert friend.find("main").inner_text() == phone.find("main").inner_text()
    phone.tap("#law")
    expect(phone.find("#law-meld")).to_be_in_viewport()


def test_room_is_answered_by_taps(phone: Viewer) -> None:
    phone.go("/referee?line=trumps+H&line=A+melds+AH+10H+KH+QH+JH&claim=A+melds+KS+KC+KD+KH")
    phone.sees("#ruling", "Which 2 of these have been played?")
    phone.tap("[id='pl-JH#1']")
    phone.sees("#ruling", "Which of these has been played?")
    phone.tap("[id='pl-QH#1']")
    phone.sees("#ruling-title", "Legal: 80")


def test_a_quick_thumb_picks_every_copy_and_the_page_stays_where_it_is(phone: Viewer) -> None:
    phone.go("/referee?line=trumps+S")
    phone.find("#f-QS").scroll_into_view_if_needed()
    phone.page.evaluate("scrollTo(0, 200)")
    for card in ("QS", "QS", "JD", "JD"):
        phone.tap(f"#f-{card}")
    expect(phone.find(".chosen button")).to_have_count(4)
    assert phone.page.evaluate("scrollY") == 200
    phone.tap("#ask")
    phone.sees("#ruling-title", "Legal: 500")
    expect(phone.find("#announce")).to_have_text("Legal: 500")


def test_what_is_unfolded_stays_unfolded(phone: Viewer) -> None:
    phone.go("/referee?line=turn-up+AH")
    phone.tap("#besides summary")
    phone.tap("#trick-A")
    phone.sees("#l-2", "First player won the trick")
    phone.tap("#ask-1")
    phone.sees("#ruling-title", "Legal: 10")


def test_without_script_a_tap_leads_back_to_where_it_was(viewer: MakeViewer) -> None:
    plain = viewer(PHONE, java_script_enabled=False)
    plain.go("/referee?line=turn-up+AH")
    plain.tap("#besides summary")
    plain.tap("#trick-A")
    expect(plain.find("#trick-A")).to_be_in_viewport()
    plain.tap("#f-QS")
    expect(plain.find("#f-QS")).to_be_in_viewport()


def test_another_game_is_chosen_and_the_claim_judged_again(phone: Viewer) -> None:
    phone.go("/referee?line=A+melds+KS+QS&line=A+plays+QS&claim=A+melds+QS+%2B+KS")
    phone.sees("#ruling-title", "Not legal")
    phone.tap("#game")
    phone.tap("label:has(#variant-rubicon)")
    expect(phone.find("label:has(#dealer-C)")).to_be_hidden()
    phone.tap("#rules")
    phone.sees(".facts", "Rubicon")
    phone.sees("#ruling-title", "Legal: 40")
    phone.sees("#ruling", "The meld is formed again")


def test_a_line_by_hand_is_judged_with_the_enter_key(phone: Viewer) -> None:
    phone.go("/referee?line=trumps+H")
    phone.tap("#by-hand summary")
    phone.find("#written").fill("A melds kh qh")
    phone.find("#written").press("Enter")
    phone.sees("#ruling-title", "Legal: 40")
    phone.find("#written").fill("A melds qs jd jd")
    phone.find("#written").press("Enter")
    phone.sees("#ruling-title", "Not legal: these cards together make no meld.")


def test_it_can_be_sent_where_the_phone_can_send(viewer: MakeViewer) -> None:
    phone = viewer(PHONE)
    phone.go("/referee")
    expect(phone.find("#share")).to_be_hidden()
    phone.context.add_init_script("navigator.share = async (what) => { window.sent = what; };")
    phone.go("/referee?line=trumps+H&claim=A+melds+KH+QH")
    phone.tap("#share")
    sent = phone.page.evaluate("window.sent")
    assert sent["title"].startswith("Legal: 40")
    assert sent["url"] == phone.find("#address").input_value()


def test_a_broken_address_leads_on(viewer: MakeViewer) -> None:
    phone = viewer(PHONE)
    phone.may_answer.add(400)
    phone.go("/referee?line=trumps+H&line=A+melds+QX")
    phone.sees(".error", "line 2: not a card: 'QX'")
    phone.tap("#rest")
    phone.sees("#l-1", "trumps are ♥")
