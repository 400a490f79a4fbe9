"""Putting any line right: what can be wrong with it, what follows from it before it is written, and what is written."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.bezique.corrections import Moved, correct
from scorekeeper.bezique.events import standing
from scorekeeper.bezique.replaying import replay
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.people import People, people
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, stored

PLAIN = ("turn-up AH", "A melds KC QC", "B melds QS JD")
MARRIED = ("turn-up AH", "A melds KH QH", "A melds QS JD", "A melds AH 10H JH + KH QH")
THREE_DEALS = ("turn-up 9C", "A melds KH QH", "B melds QS JD", "A last-trick", "brisques A 8 B 8")


def four_deals(table: OpenTable, **chosen: object) -> Table:
    """A match in its fourth deal, open unless the target says otherwise."""
    playing = table(*WORKED_DEAL, *ENDED, **chosen)
    playing.next_deal(*THREE_DEALS)
    playing.next_deal(*THREE_DEALS)
    playing.next_deal("turn-up AS", "A melds KD QD")
    return playing


def figures(page: Page, row: int) -> list[str]:
    """What the deal and the match were and would be for a side, e.g. ``['20 40', '660 680']``."""
    cells = [" ".join(cell.split()) for cell in page.rows()[row][1:]]
    return [cell.replace("was ", "").replace(" → now", "").strip() for cell in cells]


# What can be wrong ----------------------------------------------------------------------------------------------------

KEYS = [
    ("the other side", PLAIN, 2, ["seat-B"], "B melds marriage KC QC", {"A": 0, "B": 60}),
    ("another suit of the same meld, which is royal", PLAIN, 2, ["o-royal-marriage-H"],
     "A melds royal-marriage KH QH", {"A": 40, "B": 40}),
    ("another meld whose cards are certain", PLAIN, 2, ["o-bezique"], "A melds bezique QS JD", {"A": 40, "B": 40}),
    ("a seven instead of a meld", PLAIN, 2, ["o-seven-show"], "A shows seven", {"A": 10, "B": 40}),
    ("the other trick winner", ("turn-up AH", "trick 1 A", "trick 2 B"), 2, ["seat-B"], "trick 1 B", {"A": 0, "B": 0}),
    ("the other last trick", ("turn-up AH", "A last-trick"), 2, ["seat-B"], "B last-trick", {"A": 0, "B": 10}),
    ("another count", (*PLAIN, *ENDED), 5, ["count-6"], "brisques A 6 B 10", {"A": 90, "B": 140}),
    ("another turn-up", PLAIN, 1, ["up-7C"], "turn-up 7C", None),
    ("only the suit", ("turn-up AH",), 1, ["only-S"], "trumps S", {"A": 0, "B": 0}),
    ("a seven shown, not exchanged", ("turn-up AH", "A exchanges seven"), 2, ["o-seven-show"], "A shows seven",
     {"A": 10, "B": 0}),
    ("another card was played", (*PLAIN, "A plays KC"), 4, ["piece-QC#1"], "A plays QC", {"A": 20, "B": 40}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("log", "line", "keys", "says", "totals"), [row[1:] for row in KEYS], ids=[row[0] for row in KEYS]
)
def test_what_is_wrong_is_one_tap_and_its_confirmation_another(
    table: OpenTable, log: tuple[str, ...], line: int, keys: list[str], says: str, totals: dict[str, int] | None
) -> None:
    playing = table(*log)
    before = stored(playing.app)
    page = playing.wrong(line, *keys, status=0)
    assert stored(playing.app) == before, "looking at what follows writes nothing"
    if totals is None:  # the marriage is royal then: the table agrees to nothing, and it is struck
        page = playing.phone.fill("mend-go")
        assert playing.log()[-2].startswith(f"amend {line} {says}")
        return
    page = playing.phone.tap("mend-go")
    assert playing.log()[len(log) :] == [f"amend {line} {says}"]
    assert playing.totals() == totals
    assert f"put right by line {len(log) + 1}" in page.said(f"l-1-{line}")


def test_other_cards_are_picked_as_they_are_at_the_table(table: OpenTable) -> None:
    playing = table("turn-up AH", "A melds KS KH KD KC")
    playing.wrong(2, "cards")
    page = playing.phone.fill("picker-go", pick=["KS", "KH", "KD", "KD"])
    assert "four kings K♠ K♥ K♦ K♦" in page.words
    assert page.said("same") == "No figure changes by it."
    playing.phone.tap("mend-go")
    assert playing.log()[-1] == "amend 2 A melds four-kings KS KH KD KD"


def test_a_count_of_three_sides_is_typed(table: OpenTable) -> None:
    playing = table("turn-up AH", "A last-trick", "brisques A 8 B 8 C 8", variant="three-handed")
    playing.wrong(3)
    page = playing.phone.fill("count-go", brisques_A="10", brisques_B="6", brisques_C="")
    assert "Brisques: Alice 10, Ben 6, Cora 8" in page.words
    playing.phone.tap("mend-go")
    assert playing.totals() == {"A": 110, "B": 60, "C": 80}
    playing.wrong(3)
    page = playing.phone.fill("count-go", status=422, brisques_A="20", brisques_B="6", brisques_C="0")
    assert "26 brisques are counted: there are 24" in page.words


def test_a_line_is_moved_before_another(table: OpenTable) -> None:
    """Each line keeps its number, and says what belongs there."""
    playing = table(*PLAIN, "A shows seven")
    page = playing.wrong(4, "before-2")
    assert "put before line 2: Alice, marriage K♣ Q♣ 20" in page.words
    page = playing.phone.tap("mend-go")
    said = [(line.number, line.event) for line in playing.sheet().current.standing]
    assert [number for number, _ in said] == [1, 2, 3, 4]
    rows = [page.said(f"l-1-{number}") for number in (2, 3, 4)]
    assert [words in row for words, row in zip(("seven shown", "marriage", "bezique"), rows, strict=True)] == [True] * 3
    assert playing.totals() == {"A": 30, "B": 40}


ADJUSTED = [
    ("more taken off", {"points": "60"}, "amend 2 A adjusts -60 revoke", {"A": -60, "B": 0}),
    ("given to the other", {"seat": "B", "sign": "+"}, "amend 2 B adjusts 40 revoke", {"A": 0, "B": 40}),
    ("another reason", {"reason": "  too  many\tcards "}, "amend 2 A adjusts -40 too many cards", {"A": -40, "B": 0}),
]


@pytest.mark.parametrize(("fields", "line", "totals"), [row[1:] for row in ADJUSTED], ids=[row[0] for row in ADJUSTED])
def test_points_outside_the_game_are_put_right(
    table: OpenTable, fields: dict[str, str], line: str, totals: dict[str, int]
) -> None:
    playing = table("turn-up AH", "A adjusts -40 revoke")
    playing.wrong(2)
    button = playing.phone.page.one("adjust-go")
    playing.phone.send(button, status=200, **fields)
    playing.phone.tap("mend-go")
    assert playing.log()[-1] == line
    assert playing.totals() == totals


# What follows ---------------------------------------------------------------------------------------------------------


def test_what_follows_is_shown_before_it_is_written(table: OpenTable) -> None:
    """C01: the deal and the match, each side, before and after."""
    playing = four_deals(table, target=2000)
    page = playing.wrong(3, "seat-A", deal=2)
    assert figures(page, 1) == ["110 150", "740 780"]
    assert figures(page, 2) == ["120 80", "390 350"]


def test_a_line_of_the_second_of_four_deals_is_put_right(table: OpenTable) -> None:
    """C01, C02: log, sheet, totals and list say the same, and the sum of the deals is the total."""
    playing = four_deals(table, target=2000, names=(("Olga",), ("Pia",)))
    old = playing.totals()
    playing.wrong(3, "seat-A", "mend-go", deal=2)
    now = playing.totals()
    assert now == {"A": old["A"] + 40, "B": old["B"] - 40}
    assert {side: sum(d.deal.points(side) for d in playing.sheet().deals) for side in "AB"} == now
    page = playing.show()
    assert {"A": page.figure("A"), "B": page.figure("B")} == now
    assert f"{now['A']} : {now['B']}" in playing.phone.get("/").words
    rows = playing.show("/sheet").rows()
    assert any(row[0] == "Olga bezique Q♠ J♦" for row in rows)
    assert playing.log(2)[-1] == "amend 3 A melds bezique QS JD"


def test_later_lines_that_fall_are_decided_on(table: OpenTable) -> None:
    playing = table(*MARRIED)
    page = playing.wrong(2, "o-marriage-S")
    assert "One later line would not be legal then." in page.words
    assert "Alice sequence A♥ 10♥ J♥ + K♥ Q♥" in page.said("later-4")
    assert "60" in page.said("f-1"), "20 and 40: the sequence is struck unless somebody says otherwise"
    page = playing.phone.tap("mend-go")
    assert playing.log()[4:] == ["amend 2 A melds marriage KS QS", "take back 4"]
    assert playing.totals() == {"A": 60, "B": 0}


def test_other_choices_are_shown_before_they_are_written(table: OpenTable) -> None:
    """What is confirmed is what was shown: keeping a line as agreed changes the figures."""
    playing = table(*MARRIED)
    playing.wrong(2, "o-marriage-S")
    before = stored(playing.app)
    page = playing.phone.fill("mend-go", status=422, then_4="agree")
    assert "As you have chosen now" in page.words
    assert "310" in page.said("f-1")
    assert stored(playing.app) == before
    playing.phone.tap("mend-go")
    assert playing.log()[5:] == ["amend 4 A melds sequence AH 10H JH + KH QH agreed"]
    assert playing.totals() == {"A": 310, "B": 0}


def test_nothing_is_written_by_leaving(table: OpenTable) -> None:
    playing = table(*MARRIED)
    playing.wrong(2, "o-marriage-S")
    playing.phone.tap("never-mind")
    assert playing.seen() == 4


REFUSED = [
    ("a meld that is none", 2, "A melds bezique QS QD", "these cards do not make a meld", True),
    ("more copies than there are", 2, "A melds double-bezique QS QS JD JD", "Not legal", True),
    ("a card that does not lie there", 2, "A plays QS", "Not legal", False),
]


@pytest.mark.parametrize(
    ("line", "to", "why", "agreeable"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_a_correction_is_judged_like_a_new_claim(
    table: OpenTable, line: int, to: str, why: str, agreeable: bool
) -> None:
    """B03: the law is said, and nothing is written."""
    playing = table("turn-up AH", "A melds KC QC", "B melds QS JD")
    before = stored(playing.app)
    page = playing.show(f"/deals/1/lines/{line}/change?to={to.replace(' ', '+')}", status=0)
    if page.status == 200:  # the copies are counted where the line stands: these two are the first ones
        assert "later-3" in page
        return
    assert page.status == 422
    assert "Not legal" in page.words
    playing.phone.post(f"{playing.address}/deals/1/lines/{line}", status=422, to=to, seen=3, request=any_request())
    assert stored(playing.app) == before


def test_the_table_agrees_on_a_correction(table: OpenTable) -> None:
    playing = table("turn-up AH", "trick 1 A", "A melds KC QC")
    page = playing.wrong(3, "seat-B", status=422)
    assert "only the side that won the trick" in page.said("ruling")
    page = playing.phone.tap("agree")
    assert "Ben, marriage K♣ Q♣ 20" in page.words
    playing.phone.tap("mend-go")
    assert playing.log()[-1] == "amend 3 B melds marriage KC QC agreed"


def test_a_key_that_is_refused_is_dimmed(table: OpenTable) -> None:
    playing = table("turn-up AH", "trick 1 A", "A melds KC QC")
    page = playing.wrong(3)
    assert "dim" in page.one("seat-B").attrib["class"].split()
    assert "dim" not in page.one("o-marriage-S").attrib["class"].split()


TURNED = ("turn-up AH", "A melds KH QH", "B melds KS QS", "A melds AH 10H JH + KH QH")


def test_another_turn_up_scores_the_same_cards_as_the_other_marriage(table: OpenTable) -> None:
    """What each line scores is told before: the royal marriage is a common one, and the common one royal."""
    playing = table(*TURNED)
    page = playing.wrong(1, "up-AS")
    assert "Score it as marriage, 20" in page.words
    assert "Score it as royal marriage, 40" in page.words
    assert "Line 2 Alice: marriage K♥ Q♥ was 40 → now 20" in page.said("rescored")
    assert "Line 3 Ben: royal marriage K♠ Q♠ was 20 → now 40" in page.said("rescored")
    assert "other-4" not in page, "a sequence of hearts is nothing then"
    playing.phone.tap("mend-go")
    assert playing.log()[4:] == ["amend 1 turn-up AS", "amend 2 A melds marriage KH QH",
                                 "amend 3 B melds royal-marriage KS QS", "take back 4"]  # fmt: skip
    assert playing.totals() == {"A": 20, "B": 40}
    assert "not legal" not in playing.show("/log").words


CHOICES = [
    ("struck", {"then_2": "strike", "then_3": "strike"}, ["take back 2", "take back 3"], {"A": 0, "B": 0}),
    ("agreed", {"then_2": "agree", "then_3": "strike"}, ["amend 2 A melds marriage KH QH agreed", "take back 3"],
     {"A": 20, "B": 0}),
    ("one of each", {"then_2": "strike", "then_3": "other"}, ["take back 2", "amend 3 B melds royal-marriage KS QS"],
     {"A": 0, "B": 40}),
]  # fmt: skip


@pytest.mark.parametrize(("chosen", "says", "totals"), [row[1:] for row in CHOICES], ids=[row[0] for row in CHOICES])
def test_whoever_puts_it_right_can_choose_otherwise(
    table: OpenTable, chosen: dict[str, str], says: list[str], totals: dict[str, int]
) -> None:
    playing = table(*TURNED[:3])
    playing.wrong(1, "up-AS")
    playing.phone.fill("mend-go", status=422, **chosen)
    playing.phone.tap("mend-go")
    assert playing.log()[4:] == says
    assert playing.totals() == totals


def test_a_marriage_that_made_trumps_is_taken_back_and_the_next_one_is_royal(table: OpenTable) -> None:
    """B12: in a game without a turn-up trumps follow, and the line that was a common marriage is scored so."""
    playing = table("A melds KH QH", "B melds KS QS", variant="rubicon")
    page = playing.claim("take back 1", status=422)
    assert "Score it as royal marriage, 40" in page.words
    playing.phone.tap("take-back-go")
    assert playing.log()[2:] == ["take back 1", "amend 2 B melds royal-marriage KS QS"]
    assert playing.totals() == {"A": 0, "B": 40}


def test_cards_that_a_meld_lacks_then_can_have_come_from_the_hand(table: OpenTable) -> None:
    """Other cards were married: the king and queen of the sequence were new. It is struck unless somebody says so."""
    playing = table(*MARRIED[:2], MARRIED[3], "A plays KH")
    page = playing.wrong(2, "o-marriage-S")
    assert "Score it as sequence, 250, K♥ Q♥ from the hand" in page.words
    page = playing.phone.fill("mend-go", status=422, then_3="other", then_4="strike")
    assert "later-4" not in page, "the king lies there again"
    playing.phone.tap("mend-go")
    assert playing.log()[4:] == ["amend 2 A melds marriage KS QS", "amend 3 A melds sequence AH 10H JH KH QH"]
    assert playing.totals() == {"A": 270, "B": 0}


def test_which_card_was_drawn_is_asked_and_not_named_before(table: OpenTable) -> None:
    playing = table("A carte-blanche", "A melds KH QH", variant="rubicon")
    page = playing.wrong(2)
    assert page.said("o-carte-blanche-again") == "Carte blanche again50"
    page = playing.phone.tap("o-carte-blanche-again")
    page = playing.phone.tap("drew-9H")
    assert "Alice, carte blanche again, drew 9♥ 50" in page.words


FULL = ("turn-up AH", "A melds KS KH KD KC", "A melds QS JD", "B shows seven", "B melds KC QC")


def test_where_there_is_no_room_it_asks_which_card_was_played(table: OpenTable) -> None:
    """As the score screen asks: the line that says so goes in front, and every other line keeps what it says."""
    playing = table(*FULL)
    before = stored(playing.app)
    page = playing.wrong(4)
    assert "dimmed key would not be legal" in page.said("dims")
    page = playing.phone.get(f"{playing.address}/deals/1/lines/4/change?to=A+melds+KD+QD", status=422)
    assert "Alice marriage K♦ Q♦" in page.words
    assert "Which of these has been played?" in page.words
    assert "There is room for this once a card has left the table." in page.said("room")
    page = playing.phone.tap("pl-KC#1")
    assert "Alice played K♣ · Alice, marriage K♦ Q♦ 20" in page.words
    assert stored(playing.app) == before, "looking at what follows writes nothing"
    page = playing.phone.tap("mend-go")
    assert playing.log()[5:] == ["B melds marriage KC QC", "amend 4 A plays KC", "amend 5 A melds marriage KD QD"]
    assert playing.totals() == {"A": 140, "B": 20}


def test_where_two_cards_must_have_been_played_two_are_picked(table: OpenTable) -> None:
    playing = table(*FULL)
    page = playing.phone.get(f"{playing.address}/deals/1/lines/4/change?to=A+melds+JH+JS+JC+%2B+JD", status=422)
    assert "once 2 cards have left the table" in page.said("room")
    page = playing.phone.fill("played-go", status=422, played=["KC#1"])
    assert "once a card has left the table" in page.said("room"), "one is too few: it asks for the other"
    page = playing.phone.tap("pl-KD#1")
    assert "Alice played K♦ K♣ · Alice, four jacks J♥ J♠ J♣ + J♦ 40" in page.words
    playing.phone.tap("mend-go")
    assert playing.log()[6] == "amend 4 A plays KD KC"


def test_a_line_moved_to_where_there_is_no_room_asks_the_same(table: OpenTable) -> None:
    playing = table(*FULL[:3], "A plays KH", "A melds KD QD")
    page = playing.wrong(5, "before-4", status=422)
    assert "Which of these has been played?" in page.words
    page = playing.phone.tap("pl-KS#1")
    assert "Alice played K♠ · put before line 4: Alice, played K♥" in page.words
    playing.phone.tap("mend-go")
    said = [f"{line.number} {type(line.event).__name__}" for line in playing.sheet().current.standing]
    assert said[3:] == ["4 CardsPlayed", "5 Melded", "6 CardsPlayed"]


def test_the_second_tap_on_a_line_after_a_play_writes_nothing(table: OpenTable) -> None:
    playing = table(*FULL)
    fields = {"to": "A plays KC\nA melds KD QD", "seen": 5, "request": any_request()}
    for _ in range(2):
        playing.phone.post(f"{playing.address}/deals/1/lines/4", status=200, **fields)
        assert playing.seen() == 8


def test_of_cards_played_together_one_was_not_played(table: OpenTable) -> None:
    playing = table(*FULL[:3], "A plays KC QS JD")
    page = playing.wrong(4, "not-QS-2")
    assert "Alice, played K♣ J♦" in page.words
    playing.phone.tap("mend-go")
    assert playing.log()[-1] == "amend 4 A plays KC JD"


def test_nothing_belongs_behind_the_end_of_a_finished_deal(table: OpenTable) -> None:
    playing = table(*PLAIN)
    assert "before-end" in playing.wrong(2)
    playing.write(*ENDED)
    page = playing.wrong(2)
    assert "before-end" not in page
    assert "before-5" in page


# The log keeps everything ---------------------------------------------------------------------------------------------


def test_what_was_said_before_stays_to_be_read(app: Flask) -> None:
    """Struck through, with who has put it right and when; the others keep place, time and author (C08)."""
    found = people(app, *PLAIN)
    host = found.phones["host"]
    times = [line.stamp for line in found.table.sheet().stored.deals[0].lines]
    page = found.table.wrong(2, "seat-B", "mend-go")
    row = page.said("l-1-2")
    assert "Alice marriage K♣ Q♣" in row
    assert "Ben marriage K♣ Q♣" in row
    assert "put right by line 4 · the host's phone" in row
    assert "Alice" in " ".join(page.one("l-1-2").find(".//s").itertext())  # type: ignore[union-attr]
    page = found.table.wrong(3, "strike", "mend-go")
    assert "struck by line 5 · the host's phone" in page.said("l-1-3")
    lines = found.table.sheet().stored.deals[0].lines
    assert [line.stamp for line in lines[:3]] == times
    assert lines[0].author == lines[4].author == found.id_of("host")
    assert "fix-1-2" not in found.phones["viewer"].get(f"{found.table.address}/log")
    assert host.page.status == 200


def test_a_struck_line_leads_to_what_struck_it(table: OpenTable) -> None:
    playing = table(*PLAIN)
    playing.write("take back 2")
    page = playing.wrong(2)
    assert "Line 2 taken back" in page.words
    playing.phone.tap("strike")
    playing.phone.tap("mend-go")
    assert playing.totals() == {"A": 20, "B": 40}


def test_an_amendment_is_undone(table: OpenTable) -> None:
    playing = table(*PLAIN)
    playing.wrong(2, "seat-B", "mend-go")
    page = playing.wrong(4, "strike")
    assert "Line 2 stands again: Alice, marriage K♣ Q♣ 20" in page.words
    playing.phone.tap("mend-go")
    assert playing.totals() == {"A": 20, "B": 40}


def test_all_deals_stand_in_the_log_that_on_the_table_first(table: OpenTable) -> None:
    playing = four_deals(table, target=2000)
    page = playing.show("/log")
    ids = [element.get("id") for element in page.elements("section")]
    assert ids == ["deal-4", "deal-3", "deal-2", "deal-1"]
    page = playing.show("/log?deal=2")
    assert [element.get("id") for element in page.elements("section")] == ["deal-2"]


# Across the end of a match --------------------------------------------------------------------------------------------


def closed(table: OpenTable, **chosen: object) -> Table:
    return table(*WORKED_DEAL, *ENDED, target=500, **chosen)


def test_a_closed_match_is_not_changed_by_accident(table: OpenTable) -> None:
    """C07: neither by its pages nor by a raw post, until somebody has chosen to correct it."""
    over = closed(table)
    before = stored(over.app)
    page = over.show("/log")
    assert not [id for id in page.by_id if id.startswith("fix-")]
    over.show("/deals/1/lines/12", status=409)
    over.show("/deals/1/lines/12/change?to=strike", status=409)
    fields = {"to": "strike", "seen": 15, "request": any_request()}
    page = over.phone.post(f"{over.address}/deals/1/lines/12", status=422, **fields)
    assert "A closed match is not changed by accident" in page.words
    over.claim("A melds KS QS", status=422)
    over.claim("take back 12", status=422)
    assert stored(over.app) == before


def test_a_closed_match_shows_its_figures_while_it_is_corrected(table: OpenTable) -> None:
    """C03, and from the page of its end every step is a link."""
    over = closed(table)
    over.show()
    page = over.phone.tap("correct")
    assert page.rows()[-1][2:4] == ["500", "150"]
    over.phone.tap("fix-1-12")
    page = over.phone.tap("seat-A")
    assert "500" in page.said("f-1")
    assert "520" in page.said("f-1")
    assert "The match stays closed: Alice wins." in page.words
    page = over.phone.tap("mend-go")
    assert over.totals() == {"A": 520, "B": 130}
    assert over.sheet().stored.state == "closed"


def test_a_match_opens_again_and_its_winner_is_withdrawn(table: OpenTable) -> None:
    """B02: list and page follow, and the next match is untouched."""
    over = closed(table, names=(("Quin",), ("Rosa",)))
    over.show()
    fresh = Table(over.app, over.phone.tap("again-match").address.removeprefix("/matches/"), over.phone)
    fresh.write("turn-up 9C", "A melds KH QH")
    page = over.wrong(15, "count-6", rest="?correct=yes")
    assert "The match opens again: Quin wins no more." in page.words
    assert "The next match stays as it is." in page.words
    over.phone.tap("mend-go")
    old = over.sheet().stored
    assert (old.state, old.winner, old.closed_at) == ("open", None, None)
    assert "490 : 160" in over.phone.get("/").words
    assert "next-deal" in over.show()
    assert fresh.log() == ["turn-up 9C", "A melds marriage KH QH"]
    assert fresh.totals() == {"A": 20, "B": 0}


def test_another_winner_is_named_before_and_after(table: OpenTable) -> None:
    over = table("turn-up AH", "A adjusts 300 found", "B last-trick", "brisques A 8 B 8", target=300)
    page = over.wrong(2, rest="?correct=yes")
    page = over.phone.fill("adjust-go", seat="B")
    assert "The match ends otherwise: Ben wins (until now: Alice wins)." in page.words
    over.phone.tap("mend-go")
    assert over.sheet().stored.winner == "B"
    assert "Ben wins" in over.show().words


def test_a_correction_can_close_the_match_in_an_earlier_deal(table: OpenTable) -> None:
    """And what was played after it is told of."""
    playing = four_deals(table, target=1000)
    page = playing.wrong(2, "o-double-bezique", deal=2)
    assert "This closes the match: Alice wins. Decided in deal 2: Brisques: Alice 8, Ben 8." in page.words
    assert "Deals 3, 4 were played after that and count no longer." in page.words
    playing.phone.tap("mend-go")
    assert playing.sheet().stored.state == "closed"
    assert playing.totals() == {"A": 1090, "B": 230}
    assert "Alice wins" in playing.show().words


def test_what_stands_behind_an_earlier_end_counts_no_longer(table: OpenTable) -> None:
    stop = {"stop_at_target": True}
    playing = table("turn-up AH", "A melds KC QC", "B melds QS JD", "A melds KS QS", target=100, house_rules=stop)
    page = playing.wrong(2, "o-sequence-H")
    assert "This closes the match: Alice wins. Decided in deal 1: Alice, sequence" in page.words
    assert "2 lines behind that in deal 1 count no longer." in page.words
    playing.phone.tap("mend-go")
    assert playing.totals() == {"A": 250, "B": 0}
    assert playing.sheet().stored.state == "closed"
    page = playing.show("/log?correct=yes")
    assert "counts no longer" in page.said("l-1-3")
    playing.wrong(5, "strike", "mend-go", rest="?correct=yes")
    assert playing.totals() == {"A": 40, "B": 40}
    assert playing.sheet().stored.state == "open"


# Who, and when somebody else was quicker -----------------------------------------------------------------------------


def put(found: People, who: str, line: int, to: str, **more: object) -> int:
    phone = found.phones[who]
    form = {"csrf_token": phone.token, "to": to, "seen": found.table.seen(), "request": any_request(), **more}
    return phone.client.post(f"{found.table.address}/deals/1/lines/{line}", data=form).status_code


def test_a_scorer_puts_own_lines_right_until_the_host_says_any(app: Flask) -> None:
    found = people(app, "turn-up AH", "A melds KH QH")
    form = {"deal": 1, "seen": 2, "request": any_request(), "line": "A melds QS JD"}
    phone = found.phones["seat scorer"]
    phone.client.post(f"{found.table.address}/lines", data={"csrf_token": phone.token, **form})
    assert put(found, "scorer", 2, "B melds KH QH") == 403
    assert put(found, "seat scorer", 3, "B melds QS JD") == 403, "only lines of the own seat"
    assert put(found, "seat scorer", 3, "A melds KS QS") == 303
    assert put(found, "viewer", 3, "strike") == 403
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.fill("choose", lines="any")
    assert put(found, "scorer", 2, "B melds KH QH") == 303
    page = found.phones["seat scorer"].get(f"{found.table.address}/deals/1/lines/3")
    assert "seat-B" not in page


def test_only_the_host_corrects_a_closed_match(app: Flask) -> None:
    found = people(app, "turn-up AH", "A adjusts 1000 brought forward", *ENDED)
    host = found.phones["host"]
    host.get(f"{found.table.address}/share")
    host.fill("choose", lines="any")
    assert put(found, "scorer", 2, "strike", correct="yes") == 422
    assert "correct" not in found.phones["scorer"].get(found.table.address)
    assert put(found, "host", 2, "strike") == 422
    assert put(found, "host", 2, "strike", correct="yes") == 303
    assert found.table.sheet().stored.state == "open"


def test_a_second_tap_writes_nothing(table: OpenTable) -> None:
    playing = table(*PLAIN)
    fields = {"to": "B melds KC QC", "seen": 3, "request": any_request()}
    playing.phone.post(f"{playing.address}/deals/1/lines/2", status=200, **fields)
    before = stored(playing.app)
    playing.phone.post(f"{playing.address}/deals/1/lines/2", status=200, **fields)
    assert stored(playing.app) == before


def test_what_was_looked_at_before_somebody_wrote_is_not_written(table: OpenTable) -> None:
    playing = table(*PLAIN)
    playing.wrong(2, "seat-B")
    other = Phone(playing.app)
    Table(playing.app, playing.slug, other).write("A shows seven")
    before = stored(playing.app)
    page = playing.phone.tap("mend-go", status=409)
    assert "seven shown" in page.words
    assert stored(playing.app) == before


STRANGE = [
    ("nothing", "", 400),
    ("nonsense", "A melds XX", 422),
    ("a line that says so already", "A melds marriage KC QC", 422),
    ("a take-back of another line", "take back 3", 422),
    ("before itself", "before 2", 422),
    ("before nothing", "before 9", 422),
    ("before no number", "before ٣", 422),
    ("two lines", "A melds KC QC\nA melds KS QS", 422),
    ("a meld before what the line says", "A melds KS QS\nA melds KC QC", 422),
    ("cards of two players before it", "A plays KC\nB plays QS\nA melds KD QD", 422),
    ("cards played before it is struck", "A plays KC\nstrike", 422),
    ("far too much", "A adjusts 10 " + "x" * 500, 400),
]


@pytest.mark.parametrize(("to", "status"), [row[1:] for row in STRANGE], ids=[row[0] for row in STRANGE])
def test_what_cannot_be_read_changes_nothing(table: OpenTable, to: str, status: int) -> None:
    playing = table(*PLAIN)
    before = stored(playing.app)
    fields = {"to": to, "seen": 3, "request": any_request()}
    playing.phone.post(f"{playing.address}/deals/1/lines/2", status=status, **fields)
    assert stored(playing.app) == before


@pytest.mark.parametrize("rest", ["/deals/1/lines/0", "/deals/1/lines/9", "/deals/9/lines/1", "/deals/1/lines/x"])
def test_a_line_that_is_not_there_says_so(table: OpenTable, rest: str) -> None:
    table(*PLAIN).show(rest, status=404)


def test_every_key_of_a_line_leads_to_a_page(table: OpenTable) -> None:
    """Legal ones to what follows, dimmed ones to the law, and those without certain cards to the question."""
    playing = table(*MARRIED, "A plays JD", "B adjusts -10 revoke", *ENDED)
    for line in range(1, 9):
        page = playing.show(f"/deals/1/lines/{line}")
        keys = [key for key in page.links() if "key" in key.get("class", "").split()]
        assert keys
        for key in keys:
            refused = "dim" in key.attrib["class"].split()
            target = page.target(key.attrib["href"])
            answer = playing.phone.get(target, status=0)
            asks = "?cards=" in target
            assert answer.status == (422 if refused and not asks else 200), (line, key.get("id"), answer.words)


def test_the_engine_and_the_pages_agree_on_a_move(table: OpenTable) -> None:
    playing = table(*PLAIN)
    here = playing.sheet().deal(1)
    found = correct(Moved(3, 2), here.lines, here.start, {})
    playing.wrong(3, "before-2", "mend-go")
    again = playing.sheet().deal(1)
    assert [line.event for line in again.lines[3:]] == list(getattr(found, "lines", ()))
    assert replay(again.start, standing(again.lines)) == again.deal


def test_what_was_put_right_is_announced_to_all(table: OpenTable) -> None:
    playing = table(*PLAIN)
    playing.wrong(2, "seat-B", "mend-go")
    assert "Put right: Ben, marriage K♣ Q♣ 20" in playing.show("/tv").words
    assert playing.show().by_id["main"].get("data-said") == "Put right: Ben, marriage K♣ Q♣ 20"
