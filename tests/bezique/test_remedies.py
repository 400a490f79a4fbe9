"""What is offered after a refusal, and that it puts things right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import Deal, Granted, Law, Refused, Rules, StandingLine, after, rule_on, write
from scorekeeper.bezique.events import Claim, Melded
from scorekeeper.bezique.remedies import Remedy, RemedyKind, remedies
from tests.bezique.stories import claimed, rules_of, told
from tests.bezique.strategies import examples, melded, moves, picks
from tests.bezique.test_offers import after_play

# A refusal, and the remedies in their order, each as its kind and the lines that would be claimed.

FULL = "trumps H; A melds KS QS; A melds KD QD; A melds KC QC"
ROWS = [
    (
        "Ben's trick: Alice won another since",
        "trumps H; trick B",
        "A melds KS QS",
        Law.TRICK_WINNER,
        ["trick-won: trick A; A melds KS QS", "agreed: A melds KS QS agreed"],
    ),
    (
        "the meld of the trick is made: another trick since",
        "trumps H; trick A; A melds KH QH",
        "A melds KS QS",
        Law.ONE_A_TRICK,
        ["trick-won: trick A; A melds KS QS", "agreed: A melds KS QS agreed"],
    ),
    (
        "a seven after the meld of the trick",
        "trumps H; trick A; A melds KH QH",
        "A shows seven",
        Law.ONE_A_TRICK,
        ["trick-won: trick A; A shows seven", "agreed: A shows seven agreed"],
    ),
    (
        "another trick would not help a card that has married",
        "trumps H; trick A; A melds KS QS; trick B",
        "A melds KS + QS",
        Law.TRICK_WINNER,
        ["agreed: A melds KS + QS agreed"],
    ),
    (
        "there is no other trick with a draw",
        "trumps H; trick 24 B",
        "A melds KS QS",
        Law.TRICK_WINNER,
        ["agreed: A melds KS QS agreed"],
    ),
    (
        "which of six melded cards has been played?",
        FULL,
        "A melds KH QH",
        Law.ROOM,
        [
            *[
                f"played {card}: A plays {card}; A melds KH QH"
                for card in ("KS#1", "QS#1", "KD#1", "QD#1", "KC#1", "QC#1")
            ],
            "agreed: A melds KH QH agreed",
        ],
    ),
    (
        "not the one that is used again",
        FULL,
        "A melds QS JD JD + QS",
        Law.ROOM,
        [
            *[
                f"played {card}: A plays {card}; A melds QS JD JD + QS"
                for card in ("KS#1", "KD#1", "QD#1", "KC#1", "QC#1")
            ],
            "agreed: A melds QS JD JD + QS agreed",
        ],
    ),
    (
        "the queen has married: a new one, if it was a new one",
        "trumps H; A melds KS QS",
        "A melds KS + QS",
        Law.SAME_KIND_ONCE,
        ["other-cards: A melds marriage KS QS", "agreed: A melds KS + QS agreed"],
    ),
    (
        "the other queen on the table has not married",
        "trumps H; A melds KS QS; A melds QS JD",
        "A melds KS + QS#1",
        Law.SAME_KIND_ONCE,
        ["other-cards: A melds marriage KS + QS#2", "agreed: A melds KS + QS#1 agreed"],
    ),
    (
        "the royal one was meant",
        "trumps H",
        "A melds marriage KH QH",
        Law.OTHER_MELD,
        ["other-cards: A melds royal-marriage KH QH", "agreed: A melds marriage KH QH agreed"],
    ),
    ("no meld is no meld, agreed or not", "trumps H", "A melds KH QS", Law.NO_MELD, []),
    ("nor one that this game has not", "trumps H", "A melds 10S 10H 10D 10C", Law.NOT_IN_GAME, []),
    (
        "which queen was played?",
        "trumps H; A melds KS QS; A melds QS JD",
        "A plays QS",
        Law.AMBIGUOUS,
        ["played QS#1: A plays QS#1", "played QS#2: A plays QS#2"],
    ),
    (
        "one of two cards needs saying",
        "trumps H; A melds KS QS; A melds QS JD",
        "A plays KS QS",
        Law.AMBIGUOUS,
        ["played QS#1: A plays KS QS#1", "played QS#2: A plays KS QS#2"],
    ),
    (
        "saying which queen does not put a king there",
        "trumps H; A melds KS QS; A melds QS JD",
        "A plays QS KD",
        Law.NOT_ON_TABLE,
        [],
    ),
    ("a card that lies nowhere is not agreed away", "trumps H", "A plays QS", Law.NOT_ON_TABLE, []),
    ("a trick is put right, not agreed", "trick 5 A", "trick 5 B", Law.TRICK_NUMBER, []),
    (
        "a third seven",
        "turn-up 7H; A shows seven",
        "B shows seven",
        Law.SEVENS_OUT,
        ["agreed: B shows seven agreed"],
    ),
    (
        "seventeen brisques",
        "trumps H",
        "brisques A 8 B 9",
        Law.BRISQUE_SUM,
        ["agreed: brisques A 8 B 9 agreed"],
    ),
    (
        "the last trick falls to another than noted",
        "trumps H; trick 32 B",
        "A last-trick",
        Law.LAST_TRICK_WINNER,
        ["agreed: A last-trick agreed"],
    ),
]


def shown(remedy: Remedy) -> str:
    """A remedy in one line: ``played QS#1: A plays QS#1; A melds …``."""
    which = f" {remedy.card}" if remedy.card else ""
    return f"{remedy.kind.value}{which}: {'; '.join(map(write, remedy.lines))}"


def settled(lines: tuple[Claim, ...], deal: Deal) -> Granted | Refused:
    """What the referee says when *lines* are claimed one after the other: the first refusal, else the last grant."""
    ruling: Granted | Refused = Refused(Law.NOTED)
    for place, line in enumerate(lines):
        ruling = rule_on(line, deal)
        if not isinstance(ruling, Granted):
            return ruling
        deal = after(deal, StandingLine(1000 + place, ruling.event))
    return ruling


@pytest.mark.parametrize(("story", "log", "text", "law", "wanted"), ROWS, ids=[row[0] for row in ROWS])
def test_what_is_offered_after_a_refusal(story: str, log: str, text: str, law: Law, wanted: list[str]) -> None:
    deal = told(log)
    claim = claimed(text, deal)
    refused = rule_on(claim, deal)
    assert isinstance(refused, Refused)
    assert refused.law is law
    found = remedies(refused, claim, deal)
    assert [shown(remedy) for remedy in found] == wanted


@pytest.mark.parametrize(("story", "log", "text", "law", "wanted"), ROWS, ids=[row[0] for row in ROWS])
def test_every_remedy_puts_it_right(story: str, log: str, text: str, law: Law, wanted: list[str]) -> None:
    deal = told(log)
    claim = claimed(text, deal)
    refused = rule_on(claim, deal)
    assert isinstance(refused, Refused)
    for remedy in remedies(refused, claim, deal):
        ruling = settled(remedy.lines, deal)
        asked_again = law is Law.ROOM and ruling.law is Law.ROOM  # two cards must have been played, and one was named
        assert isinstance(ruling, Granted) or asked_again, shown(remedy)


def test_every_kind_of_remedy_is_offered_in_a_row() -> None:
    offered = {line.split(":")[0].split()[0] for *_, wanted in ROWS for line in wanted}
    assert offered == set(RemedyKind)


def test_of_four_of_a_kind_the_suits_that_were_said_are_offered_anew() -> None:
    deal = told("trumps H; A melds KS KH KD KC; A plays KS KD KC", "three-handed")
    claim = claimed("A melds KD KD KC + KH", deal)
    refused = rule_on(claim, deal)
    assert isinstance(refused, Refused)
    assert shown(remedies(refused, claim, deal)[0]) == "other-cards: A melds four-kings KH KD KD KC"


def test_where_two_cards_must_have_been_played_each_answer_asks_again() -> None:
    deal = told(FULL)
    claim = claimed("A melds JS JH JD JC", deal)
    refused = rule_on(claim, deal)
    assert isinstance(refused, Refused)
    first = next(remedy for remedy in remedies(refused, claim, deal) if remedy.kind is RemedyKind.PLAYED)
    once = after(deal, StandingLine(99, first.lines[0]))
    assert rule_on(claim, once).law is Law.ROOM
    twice = after(once, StandingLine(100, claimed("A plays QS KD", deal)))
    assert isinstance(rule_on(claim, twice), Granted)


RULES = [
    rules_of("classic"),
    rules_of("classic", "seven_takes_the_meld=no, double_at_once"),
    rules_of("three-handed"),
    rules_of("four-handed"),
    rules_of("rubicon"),
    rules_of("no-brisques", "new_card_required"),
]


@examples(150)
@given(
    st.sampled_from(RULES).flatmap(
        lambda rules: st.tuples(st.just(rules), st.lists(melded(rules) | moves(rules), min_size=1, max_size=6))
    ),
    picks(14),
)
def test_on_any_deal_every_remedy_is_granted_in_its_turn(
    drawn: tuple[Rules, list[Claim]], chosen: list[tuple[int, int]]
) -> None:
    rules, claims = drawn
    deal = after_play(rules, chosen)
    for claim in claims:
        refused = rule_on(claim, deal)
        if isinstance(refused, Granted):
            continue
        found = remedies(refused, claim, deal)
        assert len({shown(remedy) for remedy in found}) == len(found)
        for remedy in found:
            ruling = settled(remedy.lines, deal)
            if ruling.law is Law.ROOM:
                assert isinstance(claim, Melded)
                assert remedy.kind in (RemedyKind.PLAYED, RemedyKind.OTHER_CARDS)
            elif ruling.law is Law.AMBIGUOUS:
                assert remedy.kind is RemedyKind.PLAYED
            else:
                assert isinstance(ruling, Granted), (write(claim), shown(remedy))
        if any(remedy.kind is RemedyKind.AGREED for remedy in found):
            assert found[-1].kind is RemedyKind.AGREED
