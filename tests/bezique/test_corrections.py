"""Taking back any line: what becomes of the later ones, and that nothing is written before somebody has decided."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import (
    Deal,
    Granted,
    Line,
    Rules,
    after,
    numbered,
    opening,
    replay,
    rule_on,
    standing,
    write,
)
from scorekeeper.bezique.corrections import Correction, Fate, take_back
from scorekeeper.bezique.events import CardsPlayed, Event, Named, holding
from scorekeeper.bezique.records import read_log
from tests.bezique.stories import lines, rules_of
from tests.bezique.strategies import examples, picks, played

PLAYS = "trumps H; A melds KS QS; A melds QS JD; A plays"

# A log, the line taken back, what is decided of later lines (+3: kept as agreed, -3: struck), and what comes of it:
# the lines to write, and the lines somebody has still to decide on, each with the law it would break.

ROWS = [
    ("nothing depends on it", "trumps H; A melds KS QS; A melds QS JD", 3, "", ["take back 3"], []),
    (
        "a later bezique used the queen",
        "trumps H; A melds KS QS; A melds JD + QS",
        2,
        "",
        ["take back 2"],
        ["3 there"],
    ),
    (
        "and is struck too",
        "trumps H; A melds KS QS; A melds JD + QS",
        2,
        "-3",
        ["take back 2", "take back 3"],
        [],
    ),
    (
        "or is kept as agreed",
        "trumps H; A melds KS QS; A melds JD + QS",
        2,
        "+3",
        ["take back 2", "amend 3 A melds JD + QS agreed"],
        [],
    ),
    (
        "the second bezique fell by the first",
        "trumps H; A melds KS QS; A melds JD + QS; A melds QS JD + QS JD",
        2,
        "-3",
        ["take back 2", "take back 3"],
        ["4 there"],
    ),
    (
        "both are struck",
        "trumps H; A melds KS QS; A melds JD + QS; A melds QS JD + QS JD",
        2,
        "-3 -4",
        ["take back 2", "take back 3", "take back 4"],
        [],
    ),
    (
        "the first kept, and with it the second",
        "trumps H; A melds KS QS; A melds JD + QS; A melds QS JD + QS JD",
        2,
        "+3",
        ["take back 2", "amend 3 A melds JD + QS agreed"],
        [],
    ),
    (
        "Ben's meld was on the trick that he did not win",
        "trumps H; trick A; A melds KS QS; trick B; B melds KH QH",
        4,
        "",
        ["take back 4"],
        ["5 trick-winner"],
    ),
    (
        "Alice's two melds are now on one trick",
        "trumps H; trick A; A melds KS QS; trick A; A melds KH QH",
        4,
        "+5",
        ["take back 4", "amend 5 A melds KH QH agreed"],
        [],
    ),
    ("the only copy keeps its number", f"{PLAYS} QS#1", 3, "", ["take back 3"], []),
    (
        "the second copy becomes the first",
        f"{PLAYS} QS#2",
        2,
        "",
        ["take back 2", "amend 4 A plays QS#1"],
        [],
    ),
    (
        "in a meld as well",
        "trumps H; B melds KS QS; A melds KS QS; A melds JD + QS#2",
        2,
        "",
        ["take back 2", "amend 4 A melds JD + QS#1"],
        [],
    ),
    (
        "a card that never lay was not played, and no other card instead",
        f"{PLAYS} QS#1",
        2,
        "",
        None,
        ["4 there"],
    ),
    (
        "what is no meld cannot be agreed on: it is struck",
        f"{PLAYS} KS",
        2,
        "+4",
        ["take back 2", "take back 4"],
        [],
    ),
    (
        "a seven too many is one too many no more",
        "turn-up 7H; A shows seven; B shows seven agreed",
        2,
        "",
        ["take back 2"],
        [],
    ),
    (
        "what was against the rules before is nobody's question now",
        "trumps H; trick B; A melds KS QS; A melds JD + QS; trick A",
        5,
        "",
        ["take back 5"],
        [],
    ),
    (
        "without the turn-up there is no royal marriage",
        "turn-up AH; A melds royal-marriage KH QH; A last-trick",
        1,
        "",
        ["take back 1"],
        ["2 trumps-unknown"],
    ),
    (
        "the exchange undone, the ace is not there to be melded twice",
        "turn-up AH; A exchanges seven; A melds AH AH AS AD",
        2,
        "",
        ["take back 2"],
        ["3 copies"],
    ),
    (
        "an amendment taken back: the line says what it said",
        "trumps H; trick B; amend 2 trick A; A melds KS QS",
        3,
        "",
        ["take back 3"],
        ["4 trick-winner"],
    ),
    (
        "a line restored, and nothing depends on it",
        "trumps H; A melds KS QS; take back 2; B melds KH QH",
        3,
        "",
        ["take back 3"],
        [],
    ),
    (
        "a line restored: the copy named later is the second again",
        "A melds QS JD; take back 1; A melds QS JD; A plays QS#1",
        2,
        "",
        ["take back 2", "amend 4 A plays QS#2"],
        [],
    ),
    (
        "a line restored: there are not as many queens",
        "trumps H; A melds KS QS; take back 2; B melds QS JD; B melds QS JD",
        3,
        "",
        ["take back 3"],
        ["5 copies"],
    ),
    (
        "a line restored: the queen that was meant is still meant",
        "A melds QS JD; take back 1; trumps H; A melds KS QS; A plays QS",
        2,
        "",
        ["take back 2", "amend 5 A plays QS#2"],
        [],
    ),
    (
        "nobody can agree on a royal marriage without trumps: it is struck",
        "turn-up AH; A melds royal-marriage KH QH; A last-trick",
        1,
        "+2",
        ["take back 1", "take back 2"],
        [],
    ),
    (
        "what an agreed line laid instead is what is played later",
        "trumps H; A melds KS QS; A melds KS + QS agreed; A plays QS#1",
        2,
        "",
        ["take back 2"],
        [],
    ),
    (
        "an agreed line needs no law",
        "trumps H; A melds KS QS; A melds KS + QS agreed; A melds KH QH",
        2,
        "",
        ["take back 2"],
        [],
    ),
]


def decisions(told: str) -> dict[int, Fate]:
    """``+3 -4``: line 3 is kept as agreed, line 4 is struck."""
    return {int(word[1:]): Fate.AGREE if word[0] == "+" else Fate.STRIKE for word in told.split()}


def correct(log: str, number: int, decided: str = "", rules: Rules | None = None) -> Correction:
    """The correction that takes back line *number* of *log*."""
    rules = rules or rules_of()
    return take_back(number, lines(log, rules), opening(rules, rules.seats[1]), decisions(decided))


@pytest.mark.parametrize(
    ("story", "log", "number", "decided", "written", "undecided"), ROWS, ids=[row[0] for row in ROWS]
)
def test_what_taking_back_a_line_leads_to(
    story: str, log: str, number: int, decided: str, written: list[str] | None, undecided: list[str]
) -> None:
    correction = correct(log, number, decided)
    assert [f"{open.line.number} {open.law.value}" for open in correction.undecided] == undecided
    if written is not None:
        assert [write(line) for line in correction.lines] == written


def test_taking_back_a_first_marriage_makes_the_next_one_royal() -> None:
    log = "A melds KH QH; B melds KS QS; B melds AS 10S JS + KS QS"
    correction = correct(log, 1, rules=rules_of("rubicon"))
    assert [write(line) for line in correction.lines] == ["take back 1"]
    assert correction.undecided == ()


def test_what_is_decided_is_told_again() -> None:
    correction = correct("trumps H; A melds KS QS; A melds JD + QS", 2, "-3")
    assert [(told.line.number, told.law.value, told.agreeable) for told in correction.decided] == [(3, "there", True)]


def test_a_play_cannot_be_agreed_on() -> None:
    undecided = correct(f"{PLAYS} KS", 2).undecided
    assert [(told.line.number, told.agreeable) for told in undecided] == [(4, False)]


def test_a_decision_on_a_line_that_stays_legal_changes_nothing() -> None:
    log = "trumps H; A melds KS QS; A melds KH QH"
    assert correct(log, 2, "-3") == correct(log, 2) == correct(log, 2, "+3")


# On any deal, whatever is taken back and decided.

RULES = [rules_of("classic"), rules_of("three-handed"), rules_of("four-handed"), rules_of("rubicon")]


def illegal(log: tuple[Line, ...], start: Deal) -> set[int]:
    """The standing lines that the referee would refuse in their places."""
    found, deal = set(), start
    for line in standing(log):
        if not isinstance(rule_on(line.event, deal), Granted):
            found.add(line.number)
        deal = after(deal, line)
    return found


def places(log: tuple[Line, ...], start: Deal) -> dict[int, list[tuple[int, int]]]:
    """For each standing play of cards which pieces it means: the line that laid each, and which of its face there.

    Counted from the last one: an agreed line lays what it meant and never lay before the cards from the hand.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    deal = start
    for line in standing(log):
        if isinstance(line.event, CardsPlayed):
            found[line.number] = [_place(named, deal) for named in line.event.cards]
        deal = after(deal, line)
    return found


def _place(named: Named, deal: Deal) -> tuple[int, int]:
    same = [piece for piece in deal.pieces if piece.card is named.card]
    piece = next((piece for piece in same if named.number in (None, piece.number)), None)
    if piece is None:
        return 0, 0
    return piece.laid, sum(1 for other in same if other.laid == piece.laid and other.number >= piece.number)


def written(log: tuple[Line, ...], events: tuple[Event, ...]) -> tuple[Line, ...]:
    """The log with *events* after it."""
    return (*log, *(Line(number, event) for number, event in enumerate(events, len(log) + 1)))


@examples(120)
@given(st.sampled_from(RULES), picks(30), st.integers(0, 100), st.sampled_from(Fate))
def test_once_all_is_decided_every_line_is_legal_or_agreed(
    rules: Rules, chosen: list[tuple[int, int]], which: int, fate: Fate
) -> None:
    start = opening(rules, rules.seats[-1])
    log = numbered(played(rules, chosen))
    if not log:
        return
    number = 1 + which % len(log)
    answers: dict[int, Fate] = {}
    correction = take_back(number, log, start, answers)
    for _ in log:
        if not correction.undecided:
            break
        answers |= {told.line.number: fate for told in correction.undecided}
        correction = take_back(number, log, start, answers)
    assert correction.undecided == ()
    whole = written(log, correction.lines)
    assert number not in {line.number for line in standing(whole)}
    assert illegal(whole, start) == set()
    assert standing(read_log([write(line.event) for line in whole], rules)) == standing(whole)
    before, now = places(log, start), places(whole, start)
    stands = {line.number for line in standing(whole)}
    lying = [line for line in now if stands.issuperset(laid for laid, _ in before[line])]
    assert all(now[line] == before[line] for line in lying), "the same pieces were played"


@examples(60)
@given(st.sampled_from(RULES), picks(20), st.integers(0, 100))
def test_taking_back_and_restoring_leaves_the_deal_as_it_was(
    rules: Rules, chosen: list[tuple[int, int]], which: int
) -> None:
    start = opening(rules, rules.seats[-1])
    log = numbered(played(rules, chosen))
    if not log:
        return
    number = 1 + which % len(log)
    correction = take_back(number, log, start, {})
    if correction.undecided:
        return
    gone = written(log, correction.lines)
    assert len(log) + 1 in holding(gone)
    restored = written(gone, take_back(len(log) + 1, gone, start, {}).lines)
    assert replay(start, standing(restored)) == replay(start, standing(log))
