"""The customer's worked deal, tapped through on a phone: 500 to 150, and no tap more than the table allows."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage
from tests.browser.viewers import Viewer


def open_the_match(viewer: Viewer) -> str:
    """From home to the turn-up, with Ben as the first dealer and the tricks noted; the address of the match."""
    viewer.go("/")
    viewer.tap("#new-match")
    viewer.find("#name_a").fill("Alice")
    viewer.find("#name_b").fill("Ben")
    viewer.tap("label:has(#dealer-B)")
    viewer.tap("label[for=note_tricks]")
    viewer.tap("#open-match")
    viewer.sees("h1", "Which card is turned up?")
    viewer.sees("main", "Ben deals")
    return viewer.page.url.removeprefix(viewer.home)


def note_tricks(viewer: Viewer, winners: str) -> None:
    """The next tricks, each won by the seat of one letter, one tap a trick."""
    for winner in winners:
        seen = int(viewer.find("#lines [name=seen]").input_value())
        with viewer.counting("a trick", at_most=1):
            viewer.tap(f"#trick-{winner}")
            viewer.sees_lines(seen + 1)


def pick(viewer: Viewer, *cards: str) -> None:
    """Pick cards of a four one by one: the last one scores it."""
    for card in cards:
        viewer.tap(viewer.find(f"#picker label:has([value='{card}'])").first)


def test_the_worked_deal_on_a_phone(phone: Viewer, server: LiveServer) -> None:
    """The lines in the log are the customer's own, but for the refusals and mistakes that a table makes."""
    path = open_the_match(phone)
    with phone.counting("the turn-up", at_most=1):
        phone.tap("#up-AH")
        phone.sees(".facts", "trumps ♥")
    phone.sees(".facts", "A♥")

    # Trick 2: a royal marriage, which can only be new.
    note_tricks(phone, "BA")
    with phone.counting("a certain meld", at_most=2):
        phone.tap("#k-royal-marriage-H")
        phone.sees_totals("40", "0")
    phone.sees("#announce", "Alice, royal marriage K♥ Q♥, 40; 40 in all")

    # Trick 5: nobody has noted that Alice won it. Refused, in as many taps as a grant, and the remedy is one tap.
    note_tricks(phone, "AB")
    with phone.counting("a refused claim", at_most=2):
        phone.tap("#p-A")
        expect(phone.find("#p-A")).to_have_class(re.compile("lit"))
        phone.tap("#k-bezique")
        phone.sees("#ruling", "Not legal: only the side that won the trick just played may declare.")
    phone.sees("#ruling", "Trick 4 went to Ben.")
    phone.sees_totals("40", "0")
    with phone.counting("a remedy", at_most=1):
        phone.tap(phone.page.get_by_role("button", name="Alice won the trick: note it and score"))
        phone.sees_totals("80", "0")
    expect(phone.find("#ruling")).to_have_count(0)

    # Trick 6: the sequence around the married couple; the chooser shows every way, the likely one first.
    note_tricks(phone, "A")
    with phone.counting("a meld with faces on the table", at_most=3):
        phone.tap("#k-sequence-H")
        phone.sees("#o-1", "A♥ 10♥ J♥ new")
        phone.tap("#o-1")
        phone.sees_totals("330", "0")

    # A second royal marriage with the king of the sequence: chosen, judged, refused with the cards at fault.
    note_tricks(phone, "A")
    with phone.counting("a refused claim with faces on the table", at_most=3):
        phone.tap("#k-royal-marriage-H")
        phone.tap(phone.find("#chooser .key.dim").first)
        phone.sees("#ruling", re.compile("Not legal: .*king or queen that has been in a sequence", re.IGNORECASE))
    expect(phone.find("#ruling .card").first).to_be_visible()
    phone.tap("#r-no")
    expect(phone.find("#ruling")).to_have_count(0)
    phone.sees_totals("330", "0")

    # Two melded cards are played, one tap each; nobody noticed the third.
    for card in ("JD#1", "JH#1"):
        with phone.counting("a melded card played", at_most=1):
            phone.tap(f"[id='c-{card}']")
            expect(phone.find(f"[id='c-{card}']")).to_have_count(0)

    # Trick 9: four kings with the melded one. Eight cards would lie there: "which of these has been played?"
    note_tricks(phone, "BA")
    with phone.counting("four of a kind", at_most=5):
        phone.tap("#k-four-kings")
        pick(phone, "KS", "KD", "KC", "KH#1")
        phone.sees("#ruling", "Which of these has been played?")
    with phone.counting("the answer to law 5", at_most=1):
        phone.tap("[id='pl-QS#1']")
        phone.sees_totals("410", "0")
    expect(phone.find("[id='c-QS#1']")).to_have_count(0)

    # Trick 11: the seven for the turned-up ace.
    note_tricks(phone, "BA")
    with phone.counting("the seven", at_most=2):
        phone.tap("#k-seven-exchange")
        phone.sees_totals("420", "0")

    # Trick 12: a tap on the wrong marriage is taken back in one tap, by a key that says what it takes back.
    note_tricks(phone, "B")
    phone.tap("#k-marriage-D")
    phone.sees_totals("420", "20")
    phone.sees("#take-back", "Ben, marriage K♦ Q♦ 20")
    with phone.counting("take back", at_most=1):
        phone.tap("#take-back")
        phone.sees_totals("420", "0")
    with phone.counting("a certain meld", at_most=2):
        phone.tap("#k-marriage-C")
        phone.sees_totals("420", "20")

    # Trick 14: four jacks. Then Alice claims out of turn: the table agrees, thinks better of it, and takes it back.
    note_tricks(phone, "AB")
    with phone.counting("four of a kind", at_most=5):
        phone.tap("#k-four-jacks")
        pick(phone, "JS", "JC", "JH", "JD")
        phone.sees_totals("420", "60")
    phone.tap("#p-A")
    phone.tap("#k-bezique")
    with phone.counting("the table agrees", at_most=1):
        phone.tap(phone.page.get_by_role("button", name="The table agrees: score it"))
        phone.sees_totals("460", "60")
    phone.sees(".tail li >> nth=0", "agreed")
    phone.tap("#take-back")
    phone.sees_totals("420", "60")

    # The end: who won the last trick, one tap in the grid (the other side is filled in), confirm.
    with phone.counting("the end of a deal", at_most=3):
        phone.tap("#e-A")
        phone.tap("label:has(#brisques_A-7)")
        expect(phone.find("#brisques_B")).to_have_value("9")
        phone.tap("#end-go")
        phone.sees_totals("500", "150")
    phone.sees("#over", "Alice +500, Ben +150")

    # The deal passes on, and the next one starts clean.
    phone.tap("#next-deal")
    phone.sees("main", "Alice deals")
    phone.tap("#up-9C")
    phone.sees_totals("500", "150")
    expect(phone.find(".laid .card")).to_have_count(0)
    assert phone.page.url.startswith(f"{phone.home}{path}")
    assert lines_of(server, path)[:3] == ["turn-up AH", "trick 1 B", "trick 2 A"]
    assert lines_of(server, path)[-2:] == ["A last-trick", "brisques A 7 B 9"]


def test_the_room_question_asks_for_as_many_cards_as_lack(phone: Viewer, server: LiveServer) -> None:
    """Nobody tapped the three cards that must be gone: picked in the answer, they are noted before the meld."""
    laid = ["turn-up AH", "A melds KH QH", "A melds QS JD", "A melds AH 10H JH + KH QH"]
    path = stage(server, laid)
    phone.go(path)
    phone.tap("#k-four-kings")
    pick(phone, "KS", "KD", "KC", "KH#1")
    phone.sees("#played", "Tap 3 of them.")
    with phone.counting("the answer to law 5", at_most=3):
        for card in ("JD#1", "QS#1", "JH#1"):
            phone.tap(f"label:has([id='pl-{card}'])")
        phone.sees_totals("410", "0")
    assert sorted(lines_of(server, path)[-4:-1]) == ["A plays JD#1", "A plays JH#1", "A plays QS#1"]
