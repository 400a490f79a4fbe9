"""What of a log still stands, after lines were taken back and amended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import StandingLine, house_rules, numbered, read, standing, write
from scorekeeper.bezique.events import Event, Line, TakenBack, holding
from scorekeeper.bezique.records import RecordError, read_log
from tests.bezique.stories import rules_of, texts
from tests.bezique.strategies import examples, moves

CLASSIC = house_rules("classic", {})

# A log, and what stands of it: the number of each line and what it says now.

LOGS = [
    ("nothing", "", ""),
    ("nothing was taken back", "trick A; A melds KS QS", "1 trick A; 2 A melds KS QS"),
    ("a line taken back", "trick A; A melds KS QS; take back 2", "1 trick A"),
    ("the first of two", "trick A; trick B; take back 1", "2 trick B"),
    ("a take-back taken back", "trick A; take back 1; take back 2", "1 trick A"),
    ("and that taken back too", "trick A; take back 1; take back 2; take back 3", ""),
    ("and once more", "trick A; take back 1; take back 2; take back 3; take back 4", "1 trick A"),
    ("a line amended in its place", "trick A; trick B; amend 1 trick B", "1 trick B; 2 trick B"),
    ("amended to another kind", "trick A; amend 1 A melds KS QS", "1 A melds KS QS"),
    ("amended twice: the later counts", "trick A; amend 1 trick B; amend 1 trick 3 B", "1 trick 3 B"),
    ("the amendment taken back", "trick A; amend 1 trick B; take back 2", "1 trick A"),
    (
        "the second amendment taken back: the first counts",
        "trick A; amend 1 trick B; amend 1 trick 3 B; take back 3",
        "1 trick B",
    ),
    (
        "the first amendment taken back: the second counts",
        "trick A; amend 1 trick B; amend 1 trick 3 B; take back 2",
        "1 trick 3 B",
    ),
    ("both taken back", "trick A; amend 1 trick B; amend 1 trick 3 B; take back 2; take back 3", "1 trick A"),
    ("the amended line taken back", "trick A; amend 1 trick B; take back 1", ""),
    (
        "and that taken back: it says what it said last",
        "trick A; amend 1 trick B; take back 1; take back 3",
        "1 trick B",
    ),
    ("the take-back of an amendment taken back", "trick A; amend 1 trick B; take back 2; take back 3", "1 trick B"),
    ("an agreed line amended to one that is not", "A shows seven agreed; amend 1 A shows seven", "1 A shows seven"),
    ("all but one", "trick A; trick B; trick A; take back 3; take back 1", "2 trick B"),
    ("a line written after a take-back has its own number", "trick A; take back 1; trick B", "3 trick B"),
]

ODD = [
    ("both take-backs taken back", "trick A; take back 1; take back 1; take back 2; take back 3", "1 trick A"),
    ("one of two take-backs taken back", "trick A; take back 1; take back 1; take back 2", ""),
    ("a line taken back twice", "trick A; take back 1; take back 1", ""),
    ("amended after it was taken back", "trick A; take back 1; amend 1 trick B", ""),
    ("and then restored: it says the new thing", "trick A; take back 1; amend 1 trick B; take back 2", "1 trick B"),
    ("a line that takes back itself", "take back 1; trick A", "2 trick A"),
    ("a line not written yet", "take back 2; trick A", "2 trick A"),
    ("a line that never was", "trick A; take back 9", "1 trick A"),
    ("an amendment of a line that never was", "trick A; amend 9 trick B", "1 trick A"),
    ("an amendment of a take-back", "trick A; take back 1; amend 2 trick B", ""),
    ("an amendment of an amendment", "trick A; amend 1 trick B; amend 2 trick 3 A", "1 trick B"),
]


def told(log: str) -> list[str]:
    """What stands of *log*: ``2 trick B``."""
    lines = standing(numbered(read(text, CLASSIC) for text in texts(log)))
    return [f"{line.number} {write(line.event)}" for line in lines]


@pytest.mark.parametrize(("story", "log", "left"), LOGS, ids=[row[0] for row in LOGS])
def test_what_stands(story: str, log: str, left: str) -> None:
    assert told(log) == texts(left)


@pytest.mark.parametrize(("story", "log", "left"), ODD, ids=[row[0] for row in ODD])
def test_a_line_that_changes_nothing_changes_nothing(story: str, log: str, left: str) -> None:
    assert told(log) == texts(left)


# A log that changes what does not stand is no log: it cannot be read.

UNREADABLE = [
    ("take back 1", "line 1: line 1 does not stand: there is nothing to change"),
    ("trick A; take back 3", "line 2: line 3 does not stand: there is nothing to change"),
    ("trick A; take back 1; take back 1", "line 3: line 1 does not stand: there is nothing to change"),
    ("trick A; take back 1; amend 1 trick B", "line 3: line 1 does not stand: there is nothing to change"),
    ("trick A; amend 1 trick B; amend 2 trick A", "line 3: line 2 is no line of the deal: only take it back"),
    ("trick A; take back 1; amend 2 trick A", "line 3: line 2 is no line of the deal: only take it back"),
    ("trick A; trick Z", "line 2: not a seat: 'Z' (word 2; one of A, B)"),
]


@pytest.mark.parametrize(("log", "message"), UNREADABLE, ids=[row[0] for row in UNREADABLE])
def test_a_log_that_changes_nothing_that_stands_is_unreadable(log: str, message: str) -> None:
    with pytest.raises(RecordError) as error:
        read_log(texts(log), CLASSIC)
    assert str(error.value) == message


@pytest.mark.parametrize(("story", "log", "left"), LOGS, ids=[row[0] for row in LOGS])
def test_every_log_told_here_can_be_read(story: str, log: str, left: str) -> None:
    assert standing(read_log(texts(log), CLASSIC)) == standing(numbered(read(text, CLASSIC) for text in texts(log)))


def test_the_lines_that_hold_are_those_nobody_took_back() -> None:
    log = "trick A; trick B; take back 1; amend 2 trick A; take back 3; take back 4"
    assert holding(numbered(read(text, CLASSIC) for text in texts(log))) == {1, 2, 5, 6}


LOG = st.lists(moves(rules_of()), min_size=1, max_size=8)
BACK = st.lists(st.integers(1, 12), max_size=6)


@examples(60)
@given(LOG, BACK)
def test_a_take_back_taken_back_leaves_everything_as_it_was(said: list[Event], back: list[int]) -> None:
    log = list(numbered(said))
    for number in back:
        if number in holding(log):
            log.append(Line(len(log) + 1, TakenBack(number)))
    before = standing(log)
    log.append(Line(len(log) + 1, TakenBack(min(holding(log)))))
    log.append(Line(len(log) + 1, TakenBack(len(log))))
    assert standing(log) == before


@examples(60)
@given(LOG)
def test_taking_everything_back_leaves_nothing(said: list[Event]) -> None:
    log = numbered(said)
    back = [Line(len(log) + at, TakenBack(at)) for at in range(1, len(log) + 1)]
    assert standing([*log, *back]) == ()
    assert standing(log) == tuple(StandingLine(line.number, line.event) for line in log)  # type: ignore[arg-type]
