"""Taking back: the last line or any other, what follows from it, and what it may not touch."""

from __future__ import annotations

import pytest

from scorekeeper import services
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, stored

PLAIN = ("turn-up AH",)


def figures(table: Table) -> list[tuple[int, int]]:
    """Totals and this deal's points of both sides, as the screen says them."""
    page = table.show()
    words = [page.said("p-A"), page.said("p-B")]
    return [(page.figure(side), int("+" in said)) for side, said in zip("AB", words, strict=True)]


# The last line -------------------------------------------------------------------------------------------------------

ONE_OF_EACH = [
    ("a marriage", "A melds KS QS", "Alice, marriage K♠ Q♠ 20"),
    ("a royal marriage", "A melds KH QH", "Alice, royal marriage K♥ Q♥ 40"),
    ("a sequence", "A melds AH 10H KH QH JH", "Alice, sequence A♥ 10♥ K♥ Q♥ J♥ 250"),
    ("a bezique", "B melds QS JD", "Ben, bezique Q♠ J♦ 40"),
    ("a double bezique", "B melds QS QS JD JD", "Ben, double bezique Q♠ Q♠ J♦ J♦ 500"),
    ("four aces", "A melds AS AD AC AC", "Alice, four aces A♠ A♦ A♣ A♣ 100"),
    ("four kings", "A melds KS KH KD KC", "Alice, four kings K♠ K♥ K♦ K♣ 80"),
    ("four queens", "A melds QS QH QD QC", "Alice, four queens Q♠ Q♥ Q♦ Q♣ 60"),
    ("four jacks", "A melds JS JH JD JC", "Alice, four jacks J♠ J♥ J♦ J♣ 40"),
    ("a seven shown", "A shows seven", "Alice, seven shown 10"),
    ("a seven exchanged", "A exchanges seven", "Alice, seven exchanged 10"),
    ("the last trick", "B last-trick", "Ben, last trick 10"),
    ("the brisques", "brisques A 7 B 9", "Brisques: Alice 7, Ben 9"),
    ("an adjustment", "A adjusts -40 revoke", "Alice, adjustment: revoke −40"),
    ("a meld by agreement", "A melds KH QH agreed", "Alice, royal marriage K♥ Q♥ 40"),
]


@pytest.mark.parametrize(("line", "named"), [row[1:] for row in ONE_OF_EACH], ids=[row[0] for row in ONE_OF_EACH])
def test_what_is_taken_back_is_named_and_gone(table: OpenTable, line: str, named: str) -> None:
    """B01, A05: one tap on a key that says what it takes back; every figure is 0 again, on every page."""
    playing = table(*PLAIN, line)
    playing.show()
    assert named in playing.phone.page.said("take-back")
    page = playing.phone.tap("take-back")
    assert playing.log()[2:] == ["take back 2"]
    assert figures(playing) == [(0, 0), (0, 0)]
    assert page.announced in (f"Taken back: {named}", f"Taken back: {named.rpartition(' ')[0]}")
    deal = playing.sheet().current.deal
    assert (deal.scores, deal.pieces, deal.brisques, deal.last_trick) == ((), (), (), None)
    assert (deal.sevens, deal.exchanged, str(deal.turn_up)) == (0, False, "AH")
    assert "0 : 0" in playing.phone.get("/").words
    assert ["After deal 1", "00", "00"] in playing.show("/sheet").rows()


def take_back(playing: Table, number: int, *, seen: int) -> None:
    """As the key of the score screen does, whose page is not drawn each time."""
    with playing.app.app_context():
        claimed = [f"take back {number}"]
        done = services.claim(playing.slug, 1, lambda _rules: claimed, seen=seen, request=any_request())
    assert isinstance(done, services.Written), done


@pytest.mark.timeout(300)
def test_five_hundred_lines_are_written_and_taken_back(table: OpenTable) -> None:
    """A03: the pages show them all, and every figure is 0 again."""
    playing = table(*PLAIN, target=100_000)
    for start in range(0, 500, 25):
        playing.write(*(f"A adjusts {number % 90 + 1} because-{number}" for number in range(start, start + 25)))
    assert playing.show().figure("A") == sum(number % 90 + 1 for number in range(500))
    assert "because-499" in playing.show("/log").words
    for taken, number in enumerate(range(501, 1, -1)):
        take_back(playing, number, seen=501 + taken)
    assert figures(playing) == [(0, 0), (0, 0)]
    assert ["After deal 1", "00", "00"] in playing.show("/sheet").rows()
    playing.write("A melds KH QH")
    assert playing.show().figure("A") == 40


def test_all_of_them_are_taken_back_one_after_the_other(table: OpenTable) -> None:
    """A05: back to the turn-up and the opening, each figure 0."""
    playing = table(*WORKED_DEAL, *ENDED)
    for _ in range(len(WORKED_DEAL) + len(ENDED)):
        playing.show()
        playing.phone.tap("take-back")
    assert "Which card is turned up?" in playing.phone.page.words
    assert "take-back" not in playing.phone.page
    assert playing.totals() == {"A": 0, "B": 0}


def test_a_seven_exchanged_and_taken_back_is_available_again(table: OpenTable) -> None:
    """B12: everything derived follows, not only the total."""
    playing = table(*PLAIN, "A exchanges seven")
    page = playing.show()
    assert "7♥ up" in page.words
    page = playing.phone.tap("take-back")
    assert "A♥ up" in page.words
    assert "Seven for A♥" in page.said("k-seven-exchange")
    assert "dim" not in page.one("k-seven-exchange").attrib["class"].split()


def test_a_turn_up_taken_back_leaves_no_trumps(table: OpenTable) -> None:
    playing = table("turn-up 7C")
    assert playing.show().figure("B") == 10
    page = playing.phone.tap("take-back")
    assert "Which card is turned up?" in page.words
    assert page.figure("B") == 0


def test_undo_just_after_another_phone_has_scored_takes_nothing_back(table: OpenTable) -> None:
    """B07: the key names the line; what has changed meanwhile is refused, and the key is drawn anew."""
    playing = table(*PLAIN, "A melds KH QH")
    other = Phone(playing.app)
    other.get(playing.address)
    assert "Alice, royal marriage" in other.page.said("take-back")
    playing.write("B melds QS JD")
    before = stored(playing.app)
    page = other.tap("take-back", status=409)
    assert stored(playing.app) == before
    assert "Your tap was not written: Line 2 taken back." in page.said("stale")
    assert "Ben, bezique" in page.said("take-back")


def test_the_first_thing_of_a_deal_can_still_take_back_the_last_of_the_one_before(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, *ENDED)
    playing.next_deal()
    page = playing.show()
    assert "Brisques: Alice 7, Ben 9" in page.said("take-back")
    page = playing.phone.tap("take-back")
    assert playing.log(1)[-1] == "take back 15"
    assert "Deal 1" in page.words


# Any line, from the log ----------------------------------------------------------------------------------------------


def test_any_line_is_taken_back_from_the_log_and_stays_there_struck(table: OpenTable) -> None:
    playing = table(*PLAIN, "A melds KC QC", "B melds QS JD")
    page = playing.wrong(2, "strike", "mend-go")
    assert page.address.endswith("/log#l-1-2")
    assert "struck by line 4" in page.said("l-1-2")
    assert page.one("l-1-2").find(".//s") is not None
    assert "Line 2 taken back" in page.said("l-1-4")
    assert playing.totals() == {"A": 0, "B": 40}
    assert "K♣" not in playing.show("/sheet").words


def test_a_take_back_is_taken_back_from_the_log(table: OpenTable) -> None:
    """What it undid stands again."""
    playing = table(*PLAIN, "A melds KC QC")
    playing.write("take back 2")
    page = playing.wrong(3, "strike")
    assert "Line 2 stands again: Alice, marriage K♣ Q♣ 20" in page.words
    page = playing.phone.tap("mend-go")
    assert "struck by line 4" in page.said("l-1-3")
    assert "struck" not in page.said("l-1-2")
    assert playing.totals() == {"A": 20, "B": 0}
    assert playing.log()[2:] == ["take back 2", "take back 3"]


def test_a_line_of_an_earlier_deal_is_taken_back_from_its_log(table: OpenTable) -> None:
    """C02: the deal, the match and the list all follow."""
    playing = table(*WORKED_DEAL, *ENDED, names=(("Ida",), ("Jon",)))
    playing.next_deal("turn-up 9C", "A melds QS JD")
    playing.wrong(12, "strike", "mend-go", rest="?deal=1")
    assert playing.log(1)[-1] == "take back 12"
    assert playing.totals() == {"A": 540, "B": 130}
    assert ["After deal 1", "500+500", "130+130"] in playing.show("/sheet").rows()
    assert "540 : 130" in playing.phone.get("/").words


NOTHING_THERE = [
    ("a line that was never written", "take back 9", "line 9 does not stand"),
    ("a line taken back already", "take back 2", "line 2 does not stand"),
    ("line 0", "take back 0", "not a number: '0'"),
    ("a line that is no number", "take back x", "not a number: 'x'"),
    ("two lines at once", "take back 1\ntake back 1", "one line at a time"),
    ("an amendment", "amend 1 turn-up KS", "one line at a time"),
]


@pytest.mark.parametrize(("line", "why"), [row[1:] for row in NOTHING_THERE], ids=[row[0] for row in NOTHING_THERE])
def test_what_does_not_stand_cannot_be_taken_back(table: OpenTable, line: str, why: str) -> None:
    playing = table(*PLAIN, "A melds KC QC")
    playing.write("take back 2")
    before = stored(playing.app)
    page = playing.claim(line, status=422)
    assert why in page.words
    assert stored(playing.app) == before


# Across the end of a match -------------------------------------------------------------------------------------------


def test_a_mistaken_winning_entry_is_corrected_after_the_rematch_has_begun(table: OpenTable) -> None:
    """B02, B14: the old match opens again and its winner is withdrawn; the rematch is untouched."""
    over = table(*WORKED_DEAL, *ENDED, target=500)
    over.show()
    fresh = Table(over.app, over.phone.tap("again-match").address.removeprefix("/matches/"), over.phone)
    assert "take-back" in over.show()
    fresh.write("turn-up 9C", "A melds KH QH")
    assert "take-back" not in over.show()
    over.claim("take back 15", status=422)
    over.wrong(15, "strike", "mend-go", rest="?correct=yes")
    old = over.sheet().stored
    assert (old.state, old.winner, old.closed_at) == ("open", None, None)
    assert over.totals() == {"A": 430, "B": 60}
    assert fresh.log() == ["turn-up 9C", "A melds marriage KH QH"]
    assert fresh.totals() == {"A": 20, "B": 0}


@pytest.mark.parametrize(
    ("variant", "lines"), [("classic", (*WORKED_DEAL, *ENDED)), ("rubicon", ("A melds KH QH", "A last-trick"))]
)
def test_a_fresh_match_offers_to_take_back_the_end_of_the_one_before(
    table: OpenTable, variant: str, lines: tuple[str, ...]
) -> None:
    """B14: on both pages, in one tap, until the first line of the new match."""
    over = table(*lines, variant=variant, **({"target": 500} if variant == "classic" else {}))
    over.show()
    fresh = Table(over.app, over.phone.tap("again-match").address.removeprefix("/matches/"), over.phone)
    assert "Last match not finished?" in fresh.show().words
    fresh.phone.tap("take-back-end")
    assert over.sheet().stored.state == "open"
    assert fresh.log() == []
    assert "take-back-end" not in fresh.show(), "nothing is to be taken back any more"


def test_a_correction_of_the_closing_line_is_checked_like_any_other(table: OpenTable) -> None:
    """B03: the same checks as for a new entry."""
    over = table(*WORKED_DEAL, *ENDED, target=500)
    over.claim("take back 15")
    over.claim("brisques A 8 B 9", status=422)
    over.claim("brisques A 17 B -1", status=422)
    page = over.claim("brisques A 6 B 10")
    assert (page.figure("A"), page.figure("B")) == (490, 160)
    assert over.sheet().stored.state == "open"


def test_a_closed_match_keeps_the_take_backs_of_its_earlier_deals(table: OpenTable) -> None:
    """Also of a deal in which nothing stands any more."""
    over = table("turn-up AH", "A last-trick", "brisques A 8 B 8", target=500, house_rules={"stop_at_target": True})
    over.next_deal("turn-up 9C")
    for line in ("take back 3", "take back 2", "take back 1"):
        over.claim(line, deal=1)
    over.claim("A adjusts 600 bonus", deal=2)
    before = stored(over.app)
    page = over.claim("take back 6", status=422, deal=1)
    assert "the match is closed" in page.said("ruling")
    assert "You claimed: Line 6 taken back." in page.said("ruling")
    assert stored(over.app) == before


def test_columns_never_move_while_the_lead_changes(table: OpenTable) -> None:
    """A14: panels, keys and columns stay where they are, whoever leads and whoever is lit."""
    playing = table(*PLAIN)

    def places(page: Page) -> list[str]:
        return [id for id in page.by_id if id.startswith(("p-", "k-", "e-"))]

    first = places(playing.show())
    for line in ("A melds KH QH", "B melds QS QS JD JD", "A melds AS AH AD AC", "A adjusts 900 bonus"):
        assert places(playing.claim(line)) == first
        header = playing.show("/log").rows()[0]
        assert header.index("Alice") < header.index("Ben")
    assert places(playing.show("?seat=A")) == places(playing.show("?seat=B")) == first
