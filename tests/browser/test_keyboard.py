"""Without a finger: the keyboard alone, the sentences that are read aloud, and no motion for whom it disturbs (K09)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage
from tests.browser.states import BOTH_TABLES, CLOSED, SEQUENCE
from tests.browser.viewers import DESKTOP, Viewer

FOCUSED = "document.activeElement.id || document.activeElement.textContent.trim()"
OUTLINED = """() => {
    const style = getComputedStyle(document.activeElement);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
}"""
HEARD = """() => {
    window.heard = [];
    for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert]')) {
        new MutationObserver(() => { if (region.textContent.trim()) heard.push(region.textContent.trim()); })
            .observe(region, { childList: true, characterData: true, subtree: true });
    }
}"""


@pytest.fixture
def desk(viewer: MakeViewer) -> Viewer:
    """A large screen with a keyboard and no touch."""
    return viewer(DESKTOP)


def focused(viewer: Viewer) -> str:
    found: str = viewer.page.evaluate(FOCUSED)
    return found


def tab_through(viewer: Viewer, most: int = 80) -> list[str]:
    """What the Tab key reaches from the top of the page, in order; the focus is seen on each."""
    reached = []
    for _ in range(most):
        viewer.page.keyboard.press("Tab")
        if focused(viewer) == "":  # past the end of the page
            break
        assert viewer.page.evaluate(OUTLINED), f"no outline on {focused(viewer)}"
        reached.append(focused(viewer))
        if reached[-1] == "pack":
            break
    return reached


def test_tab_reaches_everything_in_the_order_of_the_page(desk: Viewer, server: LiveServer) -> None:
    """Panels, cards, keys, last lines, foot; the first stop skips to the content."""
    desk.go(stage(server, BOTH_TABLES))
    reached = tab_through(desk)
    assert reached[0] == "Skip to the content"
    in_the_page = desk.find("main :is(a[href], button)").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.id || one.textContent.trim())"
    )
    assert reached[1:-2] == in_the_page
    assert reached[1:3] == ["p-A", "p-B"]
    assert reached.index("c-KH#1") < reached.index("k-marriage-S") < reached.index("take-back")
    assert reached[-2:] == ["theme", "pack"]


def test_a_deal_by_keyboard_alone(desk: Viewer, server: LiveServer) -> None:
    """Enter writes, the focus stays on the key, a question takes it, and afterwards it is not lost."""
    desk.go("/")
    desk.find("#new-match").press("Enter")
    desk.find("#name_a").press_sequentially("Alice")
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.type("Ben")
    desk.page.keyboard.press("Enter")
    desk.sees("h1", "Which card is turned up?")
    desk.find("#up-AH").press("Enter")
    desk.sees(".facts", "trumps ♥")

    desk.find("#k-royal-marriage-H").press("Enter")
    desk.sees(".tail li >> nth=0", "royal marriage")
    assert focused(desk) == "k-royal-marriage-H"
    desk.find("#k-sequence-H").press("Enter")
    expect(desk.find("#chooser")).to_be_focused()
    desk.page.keyboard.press("Tab")
    assert focused(desk) == "o-1"
    desk.page.keyboard.press("Enter")
    desk.sees(".tail li >> nth=0", "sequence")
    assert focused(desk) not in ("", "main")

    desk.find("#k-four-kings").press("Enter")
    expect(desk.find("#chooser")).to_be_focused()
    for card in ("KS", "KD", "KC", "KH#1"):
        desk.find(f"#picker [value='{card}']").first.press("Space")
    desk.sees("#ruling", "Which of these has been played?")
    expect(desk.find("#ruling")).to_be_focused()
    desk.page.keyboard.press("Tab")
    assert focused(desk).startswith("law: room")
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.press("Enter")
    desk.sees(".tail li >> nth=0", "four kings")

    desk.find("[id^='e-']").first.press("Enter")
    expect(desk.find("#end")).to_be_focused()
    desk.find("#brisques_B").fill("9")
    desk.page.keyboard.press("Enter")
    desk.sees("#over", "Deal 1 is over")
    expect(desk.find("#over")).to_be_focused()
    desk.find("#next-deal").press("Enter")
    desk.sees("h1", "Which card is turned up?")
    assert len(lines_of(server, desk.page.url.removeprefix(desk.home))) == 7


def test_the_way_out_of_a_question_leads_back_to_the_keys(desk: Viewer, server: LiveServer) -> None:
    desk.go(stage(server, SEQUENCE))
    desk.find("#k-royal-marriage-H").press("Enter")
    expect(desk.find("#chooser")).to_be_focused()
    desk.find("#o-no").press("Enter")
    expect(desk.find("#chooser")).to_have_count(0)
    assert focused(desk) == "k-royal-marriage-H"


def test_each_entry_is_one_polite_sentence(phone: Viewer, server: LiveServer) -> None:
    """Who, what, points, total; a refusal says its law; nothing is said twice, and looking around says nothing."""
    phone.go(stage(server, ["turn-up AH", "trick 1 A"], note_tricks=True))
    phone.page.evaluate(HEARD)
    phone.tap("#k-royal-marriage-H")
    phone.sees("#announce", "Alice, royal marriage K♥ Q♥, 40; 40 in all")
    phone.tap("#k-bezique")
    phone.sees(
        "#announce",
        "Not legal: one meld, or a seven that counts as one, for each trick won; the next waits for another trick.",
    )
    phone.tap("#r-no")
    expect(phone.find("#announce")).to_have_text("")
    phone.tap("#p-B")
    expect(phone.find("#p-B")).to_have_attribute("aria-current", "true")
    phone.tap("#trick-B")
    phone.sees("#announce", "Ben, won trick 2")
    phone.tap("#take-back")
    phone.sees("#announce", "Taken back: Ben, won trick 2")
    heard = phone.page.evaluate("heard.map((said) => said.replaceAll('\\ufe0e', ''))")
    assert heard == [
        "Alice, royal marriage K♥ Q♥, 40; 40 in all",
        "Not legal: one meld, or a seven that counts as one, for each trick won; the next waits for another trick.",
        "Ben, won trick 2",
        "Taken back: Ben, won trick 2",
    ]
    expect(phone.find("#announce")).to_have_attribute("aria-live", "polite")


def test_every_key_has_a_name_of_its_own(phone: Viewer, server: LiveServer) -> None:
    """K09, K10: no key without words, no two with the same."""
    phone.go(stage(server, BOTH_TABLES, note_tricks=True))
    names = phone.find("main :is(a[href], button)").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.ariaLabel || one.textContent.trim())"
    )
    assert all(names)
    keys = [name for name in names if "played:" not in name]
    assert sorted(set(keys)) == sorted(keys)


def test_nothing_moves_for_whom_motion_disturbs(viewer: MakeViewer, server: LiveServer) -> None:
    moving = "document.getAnimations({ subtree: true }).length"
    for motion, moves in (("reduce", False), ("no-preference", True)):
        phone = viewer(reduced_motion=motion)
        phone.go(stage(server, CLOSED))
        phone.sees("h1", "Alice wins")
        assert bool(phone.page.evaluate(moving)) is moves, f"the celebration, {motion}"
        phone.go(stage(server, ["turn-up AH"]))
        phone.tap("#k-bezique")
        phone.sees_totals("40", "0")
        assert motion == "no-preference" or not phone.page.evaluate(moving)


def test_a_closing_is_celebrated_once(phone: Viewer, server: LiveServer) -> None:
    """B04, B05: not again on a second look; again after a take-back and a new count (only the brisques are asked)."""
    phone.go(stage(server, CLOSED))
    expect(phone.find(".celebrate")).to_have_count(1)
    phone.page.reload()
    phone.sees("h1", "Alice wins")
    expect(phone.find(".celebrate")).to_have_count(0)
    phone.tap("#take-back")
    phone.sees("#end", "Last trick, 10: Alice")
    expect(phone.find("#end-no")).to_have_count(0)
    phone.tap("label:has(#brisques_A-8)")
    phone.tap("#end-go")
    phone.sees("h1", "Alice wins")
    expect(phone.find(".celebrate")).to_have_count(1)
