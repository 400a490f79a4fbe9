"""Amending and moving any line: the changed line is judged in its place, and what becomes of the later ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import Deal, Granted, Line, Rules, after, numbered, opening, replay, rule_on, standing, write
from scorekeeper.bezique.corrections import Change, Correction, Fate, Moved, PlayedFirst, correct
from scorekeeper.bezique.events import Amended, CardsPlayed, Claim, Event, StandingLine, TakenBack
from scorekeeper.bezique.notation import read
from scorekeeper.bezique.timing import Refused
from tests.bezique.stories import lines, rules_of
from tests.bezique.strategies import examples, picks, played


def change(told: str, rules: Rules) -> Change:
    """``amend 2 B melds KS QS``, ``move 4 2``, ``move 2 end``, each with ``agreed`` or without."""
    if " then " in told:
        play, _, then = told.partition(" then ")
        cards, inner = read(play, rules), change(then, rules)
        assert isinstance(cards, CardsPlayed)
        assert isinstance(inner, Amended | Moved)
        return PlayedFirst(cards, inner)
    words = told.split()
    if words[0] == "move":
        return Moved(int(words[1]), None if words[2] == "end" else int(words[2]), words[-1] == "agreed")
    event = read(told, rules)
    assert isinstance(event, Amended | TakenBack)
    return event


def decisions(told: str) -> dict[int, Fate]:
    return {int(word[1:]): FATES[word[0]] for word in told.split()}


FATES = {"+": Fate.AGREE, "-": Fate.STRIKE, "=": Fate.OTHER}
BASE = "trumps H; A melds KS QS; A melds QS JD"

CROWDED = "trumps H; A melds KS KH KD KC; A melds QS JD; B shows seven; B melds KS QS; A plays QS"

# A log, the change, what is decided of later lines, the lines to write, and those somebody has still to decide on.
ROWS = [
    ("the other side", BASE, "amend 2 B melds KS QS", "", ["amend 2 B melds marriage KS QS"], []),
    ("another suit, which is royal", BASE, "amend 2 A melds KH QH", "", ["amend 2 A melds royal-marriage KH QH"], []),
    ("another kind of line", BASE, "amend 3 A shows seven", "", ["amend 3 A shows seven"], []),
    (
        "a queen less: the bezique that used her falls",
        "trumps H; A melds KS QS; A melds JD + QS",
        "amend 2 A melds KH QH",
        "",
        ["amend 2 A melds royal-marriage KH QH"],
        ["3 there"],
    ),
    (
        "and is kept as agreed",
        "trumps H; A melds KS QS; A melds JD + QS",
        "amend 2 A melds KH QH",
        "+3",
        ["amend 2 A melds royal-marriage KH QH", "amend 3 A melds JD + QS agreed"],
        [],
    ),
    (
        "the queen lies before Ben now: Alice cannot use her, and nothing is numbered anew",
        "trumps H; A melds KS QS; A melds JD + QS",
        "amend 2 B melds KS QS",
        "-3",
        ["amend 2 B melds marriage KS QS", "take back 3"],
        [],
    ),
    (
        "without the first queen the second is the first",
        "trumps H; A melds KS QS; A melds QS JD; A plays QS#2",
        "amend 2 A melds KC QC",
        "",
        ["amend 2 A melds marriage KC QC", "amend 4 A plays QS#1"],
        [],
    ),
    (
        "the winner of a trick: the meld after it was on the wrong one",
        "trumps H; trick 1 A; A melds KS QS",
        "amend 2 trick 1 B",
        "",
        ["amend 2 trick 1 B"],
        ["3 trick-winner"],
    ),
    (
        "an amended line amended again",
        "trumps H; A melds KS QS; amend 2 B melds KS QS",
        "amend 2 A melds KD QD",
        "",
        ["amend 2 A melds marriage KD QD"],
        [],
    ),
    (
        "an amendment taken back: the line means the cards it meant when it was written",
        "trumps H; A melds KS QS; A plays QS; amend 3 A plays KS",
        "take back 4",
        "",
        ["take back 4"],
        [],
    ),
    (
        "the other count",
        "trumps H; A last-trick; brisques A 7 B 9",
        "amend 3 brisques A 6 B 10",
        "",
        ["amend 3 brisques A 6 B 10"],
        [],
    ),
    (
        "the other turn-up: a royal marriage is a common one",
        "turn-up AH; A melds royal-marriage KH QH",
        "amend 1 turn-up AS",
        "",
        ["amend 1 turn-up AS"],
        ["2 other-meld"],
    ),
    (
        "and is scored as the common one",
        "turn-up AH; A melds royal-marriage KH QH",
        "amend 1 turn-up AS",
        "=2",
        ["amend 1 turn-up AS", "amend 2 A melds marriage KH QH"],
        [],
    ),
    (
        "or agreed on, at what its cards are worth",
        "turn-up AH; A melds royal-marriage KH QH",
        "amend 1 turn-up AS",
        "+2",
        ["amend 1 turn-up AS", "amend 2 A melds marriage KH QH agreed"],
        [],
    ),
    (
        "a common marriage is royal",
        "turn-up AS; A melds marriage KH QH; A melds sequence AS 10S KS QS JS",
        "amend 1 turn-up AH",
        "=2 =3",
        ["amend 1 turn-up AH", "amend 2 A melds royal-marriage KH QH", "take back 3"],
        [],
    ),
    (
        "with a seven turned up there is nothing to exchange, but the seven is shown",
        "turn-up AH; A exchanges seven",
        "amend 1 turn-up 7H",
        "=2",
        ["amend 1 turn-up 7H", "amend 2 A shows seven"],
        [],
    ),
    (
        "a card was played first: there is room, and the lines behind move down",
        CROWDED,
        "A plays KC then amend 4 A melds KC QC",
        "",
        ["A plays QS", "amend 4 A plays KC", "amend 5 A melds marriage KC QC", "amend 6 B melds KS QS"],
        [],
    ),
    (
        "a line is moved, and a card was played first",
        "trumps H; A melds KS KH KD KC; A melds QS JD; A plays KH; A melds KC QC",
        "A plays KD then move 5 4",
        "",
        ["A plays KH", "amend 4 A plays KD"],
        [],
    ),
    (
        "the king and queen came from the hand, then",
        "trumps H; A melds KH QH; A melds AH 10H JH + KH QH; A plays KH",
        "amend 2 A melds KS QS",
        "=3",
        ["amend 2 A melds marriage KS QS", "amend 3 A melds sequence AH 10H JH KH QH"],
        [],
    ),
    (
        "only the king did, and that one is played",
        "trumps H; A melds KH QH; A melds KS KD KC + KH; A plays KH",
        "amend 2 A melds KS QS",
        "=3",
        ["amend 2 A melds marriage KS QS", "amend 3 A melds four-kings KS KD KC KH"],
        [],
    ),
    ("moved up", f"{BASE}; B shows seven", "move 4 2", "", ["amend 2 B shows seven", "amend 3 A melds KS QS",
                                                             "amend 4 A melds QS JD"], []),
    ("moved to the end", f"{BASE}; B shows seven", "move 2 end", "",
     ["amend 2 A melds QS JD", "amend 3 B shows seven", "amend 4 A melds KS QS"], []),
    (
        "moved before the cards it lent: they were not there yet",
        "trumps H; A melds KS QS; A melds JD + QS; A plays QS",
        "move 2 4",
        "",
        None,
        ["2 there", "4 ambiguous"],
    ),
    (
        "a played card is still the same one",
        "trumps H; A melds KS QS; B melds QS JD; A plays QS#1",
        "move 3 2",
        "",
        ["amend 2 B melds QS JD", "amend 3 A melds KS QS", "amend 4 A plays QS#2"],
        [],
    ),
    ("moved where it stands", BASE, "move 2 3", "", [], []),
]  # fmt: skip


def corrected(log: str, told: str, decided: str = "", rules: Rules | None = None) -> Correction | Refused:
    rules = rules or rules_of()
    return correct(change(told, rules), lines(log, rules), opening(rules, rules.seats[1]), decisions(decided))


@pytest.mark.parametrize(("story", "log", "told", "decided", "written", "open"), ROWS, ids=[row[0] for row in ROWS])
def test_what_a_correction_leads_to(
    story: str, log: str, told: str, decided: str, written: list[str] | None, open: list[str]
) -> None:
    found = corrected(log, told, decided)
    assert isinstance(found, Correction), found
    assert [f"{one.line.number} {one.law.value}" for one in found.undecided] == open
    if written is not None:
        assert [write(line) for line in found.lines] == written


REFUSED = [
    ("no meld", BASE, "amend 2 A melds KS QH", "no-meld"),
    ("a card that is not there yet", BASE, "amend 2 A melds KS + QS", "there"),
    ("more copies than there are", BASE, "amend 3 A melds QS QS JD JD", "copies"),
    ("a count that does not add up", "trumps H; A last-trick; brisques A 7 B 9", "amend 3 brisques A 7 B 7", None),
    ("not on that trick", "trumps H; trick 1 A; A melds KS QS", "amend 3 B melds KS QS", "trick-winner"),
    ("a play before the card lay there", "trumps H; A melds KS QS; A plays KS", "move 3 2", "not-on-table"),
    ("a meld before the trick it was won with", "trumps H; trick 1 B; trick 2 A; A melds KS QS", "move 4 3",
     "trick-winner"),
    ("no room for two more", CROWDED, "amend 4 A melds KC QC", "room"),
    ("a card that was played first lies nowhere", CROWDED, "A plays QH then amend 4 A melds KC QC", "not-on-table"),
    ("one card played first is too few", CROWDED, "A plays KC then amend 4 A melds 10H JH AH KH QH", "room"),
]  # fmt: skip


@pytest.mark.parametrize(("story", "log", "told", "law"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_changed_line_is_judged_in_its_place_like_a_new_claim(
    story: str, log: str, told: str, law: str | None
) -> None:
    """B03: a correction is checked like what it corrects; the table may agree on a meld all the same."""
    found = corrected(log, told)
    assert isinstance(found, Refused)
    assert law is None or found.law.value == law


def test_a_card_that_was_played_first_falls_with_the_line_that_laid_it() -> None:
    log, told = "trumps H; A melds KS QS; A melds JD + QS; A plays KS", "A plays JD then move 2 4"
    kept, struck = corrected(log, told, "+2"), corrected(log, told, "-2")
    assert isinstance(kept, Correction)
    assert isinstance(struck, Refused)
    assert struck.law.value == "not-on-table"


def test_the_table_agrees_on_what_was_refused() -> None:
    found = corrected("trumps H; trick 1 A; A melds KS QS", "amend 3 B melds KS QS agreed")
    assert isinstance(found, Correction)
    assert [write(line) for line in found.lines] == ["amend 3 B melds marriage KS QS agreed"]
    found = corrected("trumps H; trick 1 B; trick 2 A; A melds KS QS", "move 4 3 agreed")
    assert isinstance(found, Correction)
    assert write(found.lines[0]) == "amend 3 A melds KS QS agreed"


@pytest.mark.parametrize("told", ["amend 9 A melds KS QS", "move 9 2", "move 2 9", "move 2 2", "amend 3 A melds KS QS"])
def test_what_does_not_stand_is_not_changed(told: str) -> None:
    with pytest.raises(ValueError, match="stand"):
        corrected("trumps H; A melds KS QS; A melds QS JD; take back 3", told)


# On any deal, whatever is changed and decided.

RULES = [rules_of("classic"), rules_of("three-handed"), rules_of("four-handed"), rules_of("rubicon")]


def illegal(log: tuple[Line, ...], start: Deal) -> set[int]:
    found, deal = set(), start
    for line in standing(log):
        if not isinstance(rule_on(line.event, deal), Granted):
            found.add(line.number)
        deal = after(deal, line)
    return found


def written(log: tuple[Line, ...], events: tuple[Event, ...]) -> tuple[Line, ...]:
    return (*log, *(Line(number, event) for number, event in enumerate(events, len(log) + 1)))


def settled(wanted: Change, log: tuple[Line, ...], start: Deal, fate: Fate) -> Correction | Refused:
    """The correction once everything is decided, all alike."""
    answers: dict[int, Fate] = {}
    for _ in range(len(log) + 1):
        found = correct(wanted, log, start, answers)
        if isinstance(found, Refused) or not found.undecided:
            return found
        answers |= {told.line.number: fate for told in found.undecided}
    raise AssertionError("there is always something left to decide")


@examples(100)
@given(
    st.sampled_from(RULES), picks(24), st.integers(0, 100), st.integers(0, 100), st.sampled_from(Fate), st.booleans()
)
def test_after_a_correction_every_line_is_legal_or_agreed(
    rules: Rules, chosen: list[tuple[int, int]], which: int, other: int, fate: Fate, moves: bool
) -> None:
    start = opening(rules, rules.seats[-1])
    log = numbered(played(rules, chosen))
    if len(log) < 2:
        return
    number, told = 1 + which % len(log), 1 + other % len(log)
    said = log[told - 1].event
    assert not isinstance(said, TakenBack | Amended)
    wanted: Change = Moved(number, told) if moves and number != told else Amended(number, said)
    found = settled(wanted, log, start, fate)
    if isinstance(found, Refused):
        return
    whole = written(log, found.lines)
    assert illegal(whole, start) == set()
    assert all(line.number <= len(log) for line in standing(whole))


@examples(60)
@given(st.sampled_from(RULES), picks(20), st.integers(0, 100), st.integers(0, 100))
def test_an_amended_log_is_the_log_that_was_written_right_at_once(
    rules: Rules, chosen: list[tuple[int, int]], which: int, other: int
) -> None:
    start = opening(rules, rules.seats[-1])
    log = numbered(played(rules, chosen))
    if not log:
        return
    number, said = 1 + which % len(log), log[other % len(log)].event
    assert not isinstance(said, TakenBack | Amended)
    found = correct(Amended(number, said), log, start, {})
    if isinstance(found, Refused) or len(found.lines) > 1 or found.undecided:
        return
    (amended,) = found.lines
    assert isinstance(amended, Amended)
    right = tuple(Line(line.number, amended.event) if line.number == number else line for line in log)
    assert replay(start, standing(written(log, found.lines))) == replay(start, standing(right))


@examples(60)
@given(st.sampled_from(RULES), picks(20), st.integers(0, 100), st.integers(0, 100))
def test_a_moved_line_scores_as_if_it_had_been_written_there(
    rules: Rules, chosen: list[tuple[int, int]], which: int, other: int
) -> None:
    start = opening(rules, rules.seats[-1])
    claims = played(rules, chosen)
    log = numbered(claims)
    if len(log) < 2 or which % len(log) == other % len(log):
        return
    number, before = 1 + which % len(log), 1 + other % len(log)
    found = correct(Moved(number, before), log, start, {})
    if isinstance(found, Refused) or found.undecided:
        return
    now = replay(start, standing(written(log, found.lines)))
    at = before - 1 - (number < before)
    rest: list[Claim] = claims[: number - 1] + claims[number:]
    rest.insert(at, claims[number - 1])
    told = [StandingLine(place, event) for place, event in enumerate(rest, 1)]
    right = replay(start, told)
    assert {side: now.points(side) for side in rules.sides} == {side: right.points(side) for side in rules.sides}
    assert (now.trick, now.winner, now.trumps) == (right.trick, right.winner, right.trumps)
