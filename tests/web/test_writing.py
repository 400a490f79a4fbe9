"""A tap writes once: double taps, the back button, retries, and pages that are stale."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import OpenTable
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, stored


@pytest.fixture
def playing(table: OpenTable) -> Table:
    """Hearts are trumps; the phone shows the table."""
    playing = table("turn-up AH")
    playing.show()
    return playing


def other_phone(table: Table) -> Table:
    """The same match on a second phone, with a page of its own."""
    other = Table(table.app, table.slug, Phone(table.app, *table.phone.quoted))
    other.show()
    return other


def again(table: Table, line: str, **said: Any) -> str:
    """Post *line* with what the page said, and say where the answer leads."""
    fields = {"csrf_token": table.phone.token, "line": line, **said}
    answer = table.phone.client.post(f"{table.address}/lines", data=fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_a_tap_writes_its_line_and_is_announced(playing: Table) -> None:
    page = playing.phone.tap("k-royal-marriage-H")
    assert playing.log() == ["turn-up AH", "A melds royal-marriage KH QH"]
    assert page.announced == "Alice, royal marriage K♥ Q♥, 40; 40 in all"
    assert (page.figure("A"), page.figure("B")) == (40, 0)


def test_a_second_tap_writes_nothing_and_gets_the_first_answer(playing: Table) -> None:
    said = {"deal": 1, "seen": 1, "request": any_request()}
    first = again(playing, "A melds KH QH", **said)
    before = stored(playing.app)
    assert again(playing, "A melds KH QH", **said) == first
    assert stored(playing.app) == before


def test_a_retry_gets_the_first_answer_even_when_others_have_written_since(playing: Table) -> None:
    said = {"deal": 1, "seen": 1, "request": any_request()}
    first = again(playing, "A melds KH QH", **said)
    playing.write("B melds KC QC")
    playing.write("take back 2")
    before = stored(playing.app)
    assert again(playing, "A melds KH QH", **said) == first
    assert stored(playing.app) == before


def test_the_same_key_after_the_back_button_writes_nothing(playing: Table) -> None:
    page = playing.phone.page
    playing.phone.tap("k-bezique")
    before = stored(playing.app)
    playing.phone.page = page
    shown = playing.phone.tap("k-bezique")
    assert stored(playing.app) == before
    assert shown.announced == "Alice, bezique Q♠ J♦, 40; 40 in all"


def test_another_key_after_the_back_button_is_not_taken_for_the_first(playing: Table) -> None:
    page = playing.phone.page
    playing.phone.tap("k-bezique")
    before = stored(playing.app)
    playing.phone.page = page
    shown = playing.phone.tap("k-royal-marriage-H", status=409)
    assert "Your tap was not written: Alice royal marriage K♥ Q♥." in shown.said("stale")
    assert stored(playing.app) == before
    playing.phone.tap("k-royal-marriage-H")
    assert playing.log()[1:] == ["A melds bezique QS JD", "A melds royal-marriage KH QH"]


def test_two_keys_tapped_one_after_the_other_are_both_written(playing: Table) -> None:
    """F05: 40 and then 20, each once, in order."""
    playing.phone.tap("k-royal-marriage-H")
    page = playing.phone.tap("k-marriage-C")
    assert playing.log()[1:] == ["A melds royal-marriage KH QH", "A melds marriage KC QC"]
    assert page.figure("A") == 60


def test_two_phones_that_claim_at_once_both_get_their_line(playing: Table) -> None:
    """F01: the later one is shown the fresh sheet and taps again."""
    other = other_phone(playing)
    playing.phone.tap("k-royal-marriage-H")
    other.phone.tap("k-bezique", status=409)
    other.phone.tap("k-bezique")
    assert playing.log()[1:] == ["A melds royal-marriage KH QH", "A melds bezique QS JD"]


def test_a_stale_page_is_shown_the_fresh_sheet_and_what_the_other_phone_wrote(playing: Table) -> None:
    other = other_phone(playing)
    playing.write("A melds KH QH", "A plays KH")
    before = stored(playing.app)
    page = other.phone.tap("k-bezique", status=409)
    assert stored(playing.app) == before
    said = page.said("stale")
    assert "Your tap was not written: Alice bezique Q♠ J♦." in said
    assert "Alice royal marriage K♥ Q♥ 40" in said
    assert "Alice played K♥" in said
    assert page.figure("A") == 40
    assert page.announced


def test_two_phones_that_claim_the_same_are_asked_whether_it_happened_twice(playing: Table) -> None:
    """F03: one line is written, both phones show it, and a second bezique can still be claimed."""
    other = other_phone(playing)
    playing.phone.tap("k-bezique")
    page = other.phone.tap("k-bezique", status=409)
    assert "The same was written on another phone already: Alice bezique Q♠ J♦." in page.said("stale")
    assert page.figure("A") == 40
    assert playing.log()[1:] == ["A melds bezique QS JD"]
    playing.write("A melds QS JD")
    assert playing.show().figure("A") == 80


def test_a_phone_that_has_seen_too_much_is_not_believed(playing: Table) -> None:
    before = stored(playing.app)
    fields = {"deal": 1, "seen": 7, "request": any_request(), "line": "A melds KH QH"}
    playing.phone.post(f"{playing.address}/lines", status=409, **fields)
    assert stored(playing.app) == before


def test_a_late_turn_up_is_told_what_the_other_phone_turned_up(table: OpenTable) -> None:
    playing = table()
    other = other_phone(playing)
    playing.show()
    playing.phone.tap("up-AH")
    page = other.phone.tap("up-KD", status=409)
    assert "Your tap was not written: K♦ turned up." in page.said("stale")
    assert "A♥ turned up" in page.said("stale")
    assert playing.log() == ["turn-up AH"]


def test_a_late_turn_up_is_told_also_when_the_first_was_taken_back(table: OpenTable) -> None:
    playing = table()
    other = other_phone(playing)
    playing.write("turn-up AH")
    playing.write("take back 1")
    page = other.phone.tap("up-KD", status=409)
    assert "Your tap was not written: K♦ turned up." in page.said("stale")
    assert "Line 1 taken back" in page.said("stale")
    assert playing.log() == ["turn-up AH", "take back 1"]
    other.phone.tap("fresh")
    other.phone.tap("up-KD")
    assert playing.log()[2:] == ["turn-up KD"]


def test_a_late_end_of_a_deal_is_told_too(playing: Table) -> None:
    other = other_phone(playing)
    other.phone.tap("e-A")
    playing.write("A melds KH QH")
    page = other.phone.fill("end-go", status=409, last_trick="A", brisques_A="7")
    assert "Alice royal marriage K♥ Q♥ 40" in page.said("stale")
    assert playing.log()[2:] == []


def test_a_page_that_is_stale_because_the_match_is_over_is_told_so(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, target=500)
    other = other_phone(playing)
    playing.write(*ENDED)
    page = other.phone.tap("k-marriage-S", status=409)
    assert "Brisques: Alice 7, Ben 9" in page.said("stale")
    assert playing.log()[-2:] == ["A last-trick", "brisques A 7 B 9"]
    assert "Alice wins" in other.phone.tap("fresh").words


def test_a_tap_in_a_deal_that_is_over_meanwhile_is_told_of_the_next(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL)
    other = other_phone(playing)
    playing.write(*ENDED)
    playing.next_deal("turn-up 9C")
    page = other.phone.tap("k-marriage-S", status=409)
    assert "Deal 2" in page.words
    assert "Brisques: Alice 7, Ben 9" in page.said("stale")


def test_four_phones_at_once_lose_and_double_nothing(table: OpenTable) -> None:
    """F02, F08: each claims again on the fresh sheet until its line stands; the copy of the totals follows."""
    playing = table("turn-up AH", target=100_000)
    token = playing.phone.token
    cookie = playing.phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    session = cookie.value

    def claim_all(name: str) -> None:
        client = playing.app.test_client()
        client.set_cookie("scorekeeper", session)
        for number in range(5):
            answered = 0
            while answered != 303:
                said = {
                    "deal": 1,
                    "seen": playing.seen(),
                    "request": any_request(),
                    "line": f"A adjusts 10 {name}{number}",
                }
                answer = client.post(f"{playing.address}/lines", data={"csrf_token": token, **said})
                answered = answer.status_code
                assert answered in (303, 409)

    with ThreadPoolExecutor(4) as phones:
        list(phones.map(claim_all, "wxyz"))
    written = [line.split()[-1] for line in playing.log()[1:]]
    assert sorted(written) == sorted(f"{name}{number}" for name in "wxyz" for number in range(5))
    for name in "wxyz":
        assert [line for line in written if line[0] == name] == [f"{name}{number}" for number in range(5)]
    assert playing.show().figure("A") == playing.totals()["A"] == 200
    assert "200 : 0" in playing.phone.get("/").words


# Matches and deals ---------------------------------------------------------------------------------------------------


def test_the_back_button_to_the_set_up_page_opens_no_second_match(app: Flask, phone: Phone) -> None:
    """I11: the same form again leads to the same match."""
    page = phone.get("/matches/new")
    opened = phone.fill("open-match", name_a="Alice", name_b="Ben").address
    before = stored(app)
    phone.page = page
    assert phone.fill("open-match", name_a="Alice", name_b="Ben").address == opened
    assert stored(app) == before


def test_play_again_tapped_twice_opens_one_match(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED, target=500)
    page = over.show()
    first = over.phone.tap("again-match").address
    before = stored(over.app)
    over.phone.page = page
    assert over.phone.tap("again-match").address == first
    assert stored(over.app) == before


def test_two_phones_that_tap_next_deal_open_one(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED)
    over.show()
    other = other_phone(over)
    over.phone.tap("next-deal")
    before = stored(over.app)
    assert "Which card is turned up?" in other.phone.tap("next-deal").words
    assert stored(over.app) == before
    assert len(over.sheet().deals) == 2


@pytest.mark.parametrize(
    ("lines", "number"),
    [(WORKED_DEAL, 2), ((*WORKED_DEAL, *ENDED), 3), ((*WORKED_DEAL, *ENDED), 99_999)],
    ids=["an unfinished deal", "a deal left out", "a deal far away"],
)
def test_the_next_deal_waits_for_the_one_before(table: OpenTable, lines: tuple[str, ...], number: int) -> None:
    playing = table(*lines)
    before = stored(playing.app)
    page = playing.phone.post(f"{playing.address}/deals", status=409, number=number, request=any_request())
    assert "The next deal cannot begin" in page.words
    assert stored(playing.app) == before


def test_a_closed_match_has_no_next_deal(table: OpenTable) -> None:
    """A08: refused, by whatever way it is asked for."""
    over = table(*WORKED_DEAL, *ENDED, target=500)
    before = stored(over.app)
    over.phone.post(f"{over.address}/deals", status=409, number=2, request=any_request())
    assert "next-deal" not in over.show()
    assert stored(over.app) == before


def test_a_page_that_answered_a_post_is_reloaded_as_the_table(playing: Table) -> None:
    """Its address is that of the lines: a reload, and the links on it, lead to the table."""
    playing.phone.tap("k-bezique")
    page = playing.claim("A melds KC QS", status=422)
    assert "ruling" in page
    assert playing.phone.get(page.address).address == playing.address
    playing.claim("A melds KC QS", status=422)
    assert playing.phone.tap("p-B").one("p-B").get("aria-current") == "true"
