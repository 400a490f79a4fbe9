"""The worked deal without JavaScript: forms post, pages answer, and the totals are the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeViewer
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage
from tests.browser.viewers import Viewer


@pytest.fixture
def plain(viewer: MakeViewer) -> Viewer:
    """A phone whose browser runs no script."""
    return viewer(java_script_enabled=False)


def test_the_worked_deal_without_script(plain: Viewer, server: LiveServer) -> None:
    plain.go("/")
    plain.tap("#new-match")
    plain.find("#name_a").fill("Alice")
    plain.find("#name_b").fill("Ben")
    plain.tap("label:has(#dealer-B)")
    plain.tap("#open-match")
    plain.sees("main", "Ben deals")
    plain.tap("#up-AH")
    plain.tap("#k-royal-marriage-H")
    plain.sees_totals("40", "0")
    plain.tap("#k-bezique")
    plain.sees_totals("80", "0")
    plain.tap("#k-sequence-H")
    expect(plain.find("#chooser")).to_be_in_viewport()
    plain.tap("#o-1")
    plain.sees_totals("330", "0")
    plain.tap("[id='c-JD#1']")
    plain.sees(".tail li >> nth=0", "played J♦")

    # Four kings while ten cards would lie there: two more must have been played.
    plain.tap("#k-four-kings")
    for card in ("KS", "KD", "KC", "KH#1"):
        plain.tap(plain.find(f"#picker label:has([value='{card}'])").first)
    plain.tap("#picker-go")
    plain.sees("#played", "Tap 2 of them.")
    expect(plain.find("#ruling h2")).to_be_in_viewport()
    for card in ("JH#1", "QS#1"):
        plain.tap(f"label:has([id='pl-{card}'])")
    plain.tap("#played-go")
    plain.sees_totals("410", "0")

    plain.tap("#k-seven-exchange")
    plain.sees_totals("420", "0")
    plain.tap("#p-B")
    plain.tap("#k-marriage-C")
    plain.sees_totals("420", "20")
    plain.tap("#k-four-jacks")
    for card in ("JS", "JC", "JH", "JD"):
        plain.tap(plain.find(f"#picker label:has([value='{card}'])").first)
    plain.tap("#picker-go")
    plain.sees_totals("420", "60")
    plain.tap("#take-back")
    plain.sees_totals("420", "20")
    plain.tap("#k-four-jacks")
    for card in ("JS", "JC", "JH", "JD"):
        plain.tap(plain.find(f"#picker label:has([value='{card}'])").first)
    plain.tap("#picker-go")
    plain.sees_totals("420", "60")

    # The end; without script the server fills in the other side's brisques.
    plain.tap("#e-A")
    expect(plain.find("#end h2")).to_be_in_viewport()
    plain.tap("label:has(#brisques_A-7)")
    plain.tap("#end-go")
    plain.sees_totals("500", "150")
    plain.tap("#next-deal")
    plain.sees("main", "Alice deals")
    path = plain.page.url.removeprefix(plain.home)
    assert lines_of(server, path)[-2:] == ["A last-trick", "brisques A 7 B 9"]


def test_a_refusal_without_script_offers_its_remedies(plain: Viewer, server: LiveServer) -> None:
    path = stage(server, ["turn-up AH", "trick 1 B"], note_tricks=True)
    plain.go(f"{path}?seat=A")
    plain.tap("#k-bezique")
    plain.sees("#ruling", "Not legal: only the side that won the trick just played may declare.")
    expect(plain.find("#ruling h2")).to_be_in_viewport()
    plain.tap(plain.page.get_by_role("button", name="Alice won the trick: note it and score"))
    plain.sees_totals("40", "0")
    assert lines_of(server, path)[2:] == ["trick A", "A melds bezique QS JD"]


def test_the_page_of_a_refusal_leads_on_without_script(plain: Viewer, server: LiveServer) -> None:
    """Its address is that of the form, and links and choosers work from there as well."""
    path = stage(server, ["turn-up AH", "A melds QS JD", "trick 1 B"], note_tricks=True)
    plain.go(f"{path}?seat=A")
    plain.tap("#k-seven-show")
    plain.sees("#ruling", "Not legal")
    plain.tap("#p-B")
    expect(plain.find("#p-B")).to_have_attribute("aria-current", "true")
    expect(plain.find("#ruling")).to_have_count(0)
    plain.tap("#p-A")
    plain.tap("#k-seven-show")
    plain.sees("#ruling", "Not legal")
    plain.tap("#k-bezique")
    plain.sees("#chooser", "Bezique: which cards?")


def test_keys_that_need_script_are_not_there_without_it(plain: Viewer) -> None:
    plain.go("/")
    for key in ("#theme", "#pack", "#again"):
        expect(plain.find(key)).to_be_hidden()
