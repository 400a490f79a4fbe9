"""A refused claim is answered with its law, the cards at fault and remedies; each remedy is one tap that writes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.web.conftest import OpenTable
from tests.web.page import words
from tests.web.phone import ANY
from tests.web.table import Table, stored

PLAIN = ("turn-up AH",)
FULL = (*PLAIN, "A melds KH QH", "A melds QS JD", "A melds AH 10H JH + KH QH")
"""Seven cards of Alice's lie there: all that she holds after playing."""


@dataclass(frozen=True)
class Case:
    """A claim that is refused after a *log*: with what words, and what the tap on a remedy writes."""

    story: str
    log: tuple[str, ...]
    claim: str
    says: str
    remedy: str
    writes: tuple[str, ...]
    tricks: bool = False


CASES = [
    Case(
        "another queen of the same face may marry",
        (*PLAIN, "A melds KS QS", "A melds QS JD"),
        "A melds KS + QS#1",
        "a card scores only once in the same kind of meld",
        "Marriage: K♠ new, Q♠ (bezique) on the table",
        ("A melds marriage KS + QS#2",),
    ),
    Case(
        "the queen lies there and need not come from the hand again",
        (*PLAIN, "A melds QS JD", "A melds QS JD"),
        "A melds KS QS",
        "there are not that many cards of this face in the packs",
        "Marriage: K♠ new, Q♠ (bezique, no. 1) on the table",
        ("A melds marriage KS + QS#1",),
    ),
    Case(
        "the cards make another meld than the one named",
        PLAIN,
        "A melds marriage KH QH",
        "these cards make another meld than the one named",
        "Royal marriage: K♥ Q♥ new, from the hand",
        ("A melds royal-marriage KH QH",),
    ),
    Case(
        "the other side won the trick, says the log",
        (*PLAIN, "trick 1 B"),
        "A melds KH QH",
        "Trick 1 went to Ben.",
        "Alice won the trick: note it and score",
        ("trick A", "A melds royal-marriage KH QH"),
        tricks=True,
    ),
    Case(
        "the trick has had its meld",
        (*PLAIN, "trick 1 A", "A melds KH QH"),
        "A melds QS JD",
        "one meld, or a seven that counts as one, for each trick won",
        "Alice won the trick: note it and score",
        ("trick A", "A melds bezique QS JD"),
        tricks=True,
    ),
    Case(
        "a seven waits for another trick too",
        (*PLAIN, "trick 1 A", "A melds KH QH"),
        "A shows seven",
        "one meld, or a seven that counts as one, for each trick won",
        "Alice won the trick: note it and score",
        ("trick A", "A shows seven"),
        tricks=True,
    ),
    Case(
        "two queens with different pasts: which was played?",
        (*PLAIN, "A melds KS QS", "A melds QS JD"),
        "A plays QS",
        "Two cards of this face lie there with different pasts",
        "Q♠ (bezique) on the table",
        ("A plays QS#2",),
    ),
    Case(
        "the table agrees after all",
        (*FULL, "A plays JD"),
        "A melds KH + QH",
        "a king or queen that has been in a sequence does not marry",
        "The table agrees: score it",
        ("A melds royal-marriage KH + QH agreed",),
    ),
    Case(
        "the table agrees to a second count of the last trick",
        (*PLAIN, "A last-trick"),
        "B last-trick",
        "the last trick scores once in a deal",
        "The table agrees: score it",
        ("B last-trick agreed",),
    ),
]  # fmt: skip


def ways(table: Table) -> dict[str, str]:
    """The keys of the ruling: what each says, and its id."""
    page = table.phone.page
    within = page.one("ruling")
    return {words(key): key.attrib["id"] for key in page.elements("button", within=within)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.story)
def test_a_refused_claim_says_its_law_and_a_remedy_writes_it(table: OpenTable, case: Case) -> None:
    """E10: the verdict comes at once, beside the keys, with its reason."""
    playing = table(*case.log, note_tricks=case.tricks)
    before = stored(playing.app)
    page = playing.claim(case.claim, status=422)
    assert case.says.lower() in page.said("ruling").lower()
    assert stored(playing.app) == before
    said = ways(playing)
    remedy = next((id for text, id in said.items() if text.startswith(case.remedy)), None)
    assert remedy, said
    playing.phone.tap(remedy)
    assert tuple(playing.log()[len(case.log) :]) == case.writes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.story)
def test_every_remedy_offered_is_granted(table: OpenTable, case: Case) -> None:
    """Or at least leads to the one question that is left: which cards have been played."""
    playing = table(*case.log, note_tricks=case.tricks)
    playing.claim(case.claim, status=422)
    for remedy in ways(playing).values():
        other = table(*case.log, note_tricks=case.tricks)
        other.claim(case.claim, status=422)
        page = other.phone.tap(remedy, status=ANY)
        assert other.seen() > len(case.log) or "Which of these has been played?" in page.said("ruling")


def test_the_cards_at_fault_are_shown(table: OpenTable) -> None:
    playing = table(*FULL, "A plays JD")
    page = playing.claim("A melds KS + QH", status=422)
    assert "Not legal" in page.said("ruling")
    page = playing.claim("A melds KH + QH", status=422)
    shown = [e.get("aria-label") for e in page.elements("span", within=page.one("ruling")) if e.get("role") == "img"]
    assert shown == ["queen of hearts"]
    assert "Q♥ has scored in: royal marriage, sequence." in page.said("ruling")
    assert page.announced.startswith("Not legal")


def test_never_mind_leads_back_to_the_table(table: OpenTable) -> None:
    playing = table(*FULL)
    playing.claim("A melds KH + QH", status=422)
    page = playing.phone.tap("r-no")
    assert "ruling" not in page
    assert page.figure("A") == 330


def test_a_refusal_keeps_the_side_that_claimed(table: OpenTable) -> None:
    playing = table(*PLAIN, "B melds KC QC", "A melds KH QH")
    page = playing.claim("B melds KS + QC", status=422)
    assert page.one("p-B").get("aria-current") == "true"


@pytest.mark.parametrize(
    ("key", "law"),
    [
        ("royal-marriage-H", "only the side that won the trick just played may declare"),
        ("bezique", "only the side that won the trick just played may declare"),
        ("seven-show", "only the side that won the trick just played may declare"),
    ],
)
def test_a_dimmed_key_can_be_tapped_and_answers_with_the_law(table: OpenTable, key: str, law: str) -> None:
    playing = table(*PLAIN, "trick 1 B", note_tricks=True)
    page = playing.show("?seat=A")
    assert "dim" in page.one(f"k-{key}").attrib["class"].split()
    page = playing.phone.tap(f"k-{key}", status=422)
    assert law in page.said("ruling")


def test_a_queen_scores_in_every_class(table: OpenTable) -> None:
    """E01: in a bezique, then a marriage, then four queens, each time with a card that is new to the class."""
    playing = table(*PLAIN, "A melds QS JD", "A melds KS + QS")
    playing.show("?seat=A")
    playing.phone.tap("k-four-queens")
    page = playing.phone.fill("picker-go", pick=["QS#1", "QH", "QD", "QC"])
    assert page.figure("A") == 40 + 20 + 60


def test_two_singles_make_no_double_but_a_single_and_a_new_pair_do(table: OpenTable) -> None:
    """E02: 40 and 40 and 500 need a new card; the chooser shows both, and only one can be had without agreement."""
    playing = table(*PLAIN, "A melds QS JD", "A melds QS JD")
    page = playing.show("?seat=A&choose=double-bezique")
    assert "Not legal: one card at least must be new to such melds: two scored beziques make no double." in page.said(
        "chooser"
    )
    playing.phone.tap("o-1", status=422)
    other = table(*PLAIN, "A melds QS JD")
    other.show("?seat=A&choose=double-bezique")
    assert other.phone.tap("o-1").figure("A") == 540


def test_four_kings_score_once_with_the_same_kings(table: OpenTable) -> None:
    """E05: a fifth king beside three that have scored is no second four."""
    playing = table(*PLAIN, "A melds KS KH KD KC")
    page = playing.claim("A melds KS + KS KH KD", status=422)
    assert "a card scores only once in the same kind of meld" in page.said("ruling")


# Room: which of these has been played? -------------------------------------------------------------------------------


def test_room_for_one_card_asks_which_was_played_and_one_tap_answers(table: OpenTable) -> None:
    """A breach of law 5 is a question: cards leave a table silently."""
    playing = table(*FULL, "A plays JD")
    page = playing.claim("A melds KC QC", status=422)
    assert "Which of these has been played?" in page.said("ruling")
    playing.phone.tap("pl-QS#1")
    assert playing.log()[5:] == ["A plays QS#1", "A melds marriage KC QC"]


def test_room_for_several_cards_asks_for_all_of_them(table: OpenTable) -> None:
    playing = table(*FULL)
    before = stored(playing.app)
    page = playing.claim("A melds KS KD KC + KH", status=422)
    assert "3" in page.said("played")
    offered = [e.get("value") for e in page.elements("input", within=page.one("played")) if e.get("name") == "played"]
    assert sorted(map(str, offered)) == ["10H#1", "AH#1", "JD#1", "JH#1", "QH#1", "QS#1"]
    assert stored(playing.app) == before
    playing.phone.fill("played-go", played=["JD#1", "JH#1", "QS#1"])
    assert playing.log()[4:] == ["A plays JD#1", "A plays JH#1", "A plays QS#1", "A melds four-kings KS KD KC + KH"]


@pytest.mark.parametrize("played", [[], ["JD#1"], ["JD#1", "JH#1"]], ids=len)
def test_too_few_cards_played_ask_again_and_write_nothing(table: OpenTable, played: list[str]) -> None:
    playing = table(*FULL)
    before = stored(playing.app)
    playing.claim("A melds KS KD KC + KH", status=422)
    page = playing.phone.fill("played-go", status=422, played=played)
    assert "Which of these has been played?" in page.words
    assert stored(playing.app) == before


def test_the_room_question_can_be_answered_in_two_steps(table: OpenTable) -> None:
    """What was ticked before is not asked again."""
    playing = table(*FULL)
    playing.claim("A melds KS KD KC + KH", status=422)
    playing.phone.fill("played-go", status=422, played=["JD#1", "JH#1"])
    playing.phone.tap("pl-QS#1")
    assert sorted(playing.log()[4:7]) == ["A plays JD#1", "A plays JH#1", "A plays QS#1"]
    assert playing.log()[7:] == ["A melds four-kings KS KD KC + KH"]


def test_a_card_ticked_that_does_not_lie_there_is_refused(table: OpenTable) -> None:
    playing = table(*FULL)
    before = stored(playing.app)
    said = "A melds KS KD KC + KH"
    page = playing.claim("", status=422, do="played", seat="A", claim=said, played="9S#1")
    assert "that card does not lie on this player's own table" in page.said("ruling")
    assert stored(playing.app) == before


# Agreed --------------------------------------------------------------------------------------------------------------


def test_what_the_table_agreed_on_is_marked_for_ever(table: OpenTable) -> None:
    """On the screen, in the log and on the sheet, at the points its cards are worth."""
    playing = table(*FULL, "A plays JD", "A melds KH + QH agreed")
    page = playing.show()
    assert "royal marriage K♥ + Q♥ agreed 40" in page.words
    assert page.figure("A") == 370
    assert any("agreed" in row[1] for row in playing.show("/log").rows())
    assert any("agreed" in row[0] for row in playing.show("/sheet").rows())
    playing.write("A last-trick", "brisques A 8 B 8")
    playing.next_deal()
    assert any("agreed" in row[1] for row in playing.show("/log?deal=1").rows())


def test_what_scores_nothing_cannot_be_agreed_on(table: OpenTable) -> None:
    playing = table(*PLAIN)
    before = stored(playing.app)
    page = playing.claim("A melds KH QS", status=422)
    assert "these cards together make no meld" in page.said("ruling")
    assert ways(playing) == {}
    playing.claim("A melds KH QS agreed", status=422)
    assert stored(playing.app) == before


# Picked one by one ---------------------------------------------------------------------------------------------------

PICKS = [
    ("three", ["KS", "KD", "KC"], "these cards together make no meld"),
    ("five", ["KS", "KD", "KC", "KH#1", "KC"], "these cards together make no meld"),
    ("three copies of a card in two packs", ["KS", "KS", "KS", "KD"], "there are not that many cards of this face"),
    ("a king and three queens", ["KS", "QS", "QD", "QC"], "these cards together make no meld"),
    ("a card that does not lie there", ["KS", "KD", "KC", "KH#2"], "each card must come from the hand or lie unplayed"),
]


@pytest.mark.parametrize(("picked", "law"), [row[1:] for row in PICKS], ids=[row[0] for row in PICKS])
def test_cards_picked_wrongly_are_refused(table: OpenTable, picked: list[str], law: str) -> None:
    playing = table(*PLAIN, "A melds KH QH")
    before = stored(playing.app)
    page = playing.claim("", status=422, do="pick", seat="A", meld="four-kings", pick=picked)
    assert law in page.said("ruling")
    assert stored(playing.app) == before


def test_nothing_picked_says_what_to_do(table: OpenTable) -> None:
    playing = table(*PLAIN)
    playing.show("?choose=four-kings")
    page = playing.phone.fill("picker-go", status=422, pick=[])
    assert "no cards were picked: tap the cards that make the meld" in page.words


def test_hints_say_beforehand_what_a_sequence_gives_away(table: OpenTable) -> None:
    """The marriage first: the offer stands before the sequence, and both can be tapped."""
    playing = table(*PLAIN, hints=True)
    playing.show("?seat=A")
    page = playing.phone.tap("k-sequence-H")
    assert "would use up the cards of the royal marriage, which scores 40" in page.said("chooser")
    assert page.said("o-1").startswith("First the royal marriage: K♥ Q♥ new")
    playing.phone.tap("o-1")
    assert playing.log()[1:] == ["A melds royal-marriage KH QH"]


def test_hints_say_what_could_be_added(table: OpenTable) -> None:
    lines = (*PLAIN, "A melds QS JD")
    assert "K♠ would make marriage: 20" in table(*lines, hints=True).show().words
    assert "would make" not in table(*lines).show().words
