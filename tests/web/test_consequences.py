"""What follows from taking back a line: later lines that would fall are shown, and somebody decides on each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.table import Table, stored

PLAIN = ("turn-up AH",)
MARRIED = (*PLAIN, "A melds KH QH", "A melds QS JD", "A melds AH 10H JH + KH QH")


@pytest.fixture
def asked(table: OpenTable) -> tuple[Table, Page]:
    """The royal marriage is to be taken back, on which the sequence stands; nothing is written yet."""
    playing = table(*MARRIED)
    before = stored(playing.app)
    page = playing.claim("take back 2", status=422)
    assert stored(playing.app) == before
    return playing, page


def test_later_lines_that_would_fall_are_shown_before_anything_is_written(asked: tuple[Table, Page]) -> None:
    _, page = asked
    assert "Take back line 2?" in page.words
    assert "Without it, one later line would not be legal." in page.words
    assert "Alice sequence A♥ 10♥ J♥ + K♥ Q♥" in page.said("later-4")
    assert "Each card must come from the hand or lie unplayed" in page.words


def test_a_later_line_that_falls_is_struck_too(asked: tuple[Table, Page]) -> None:
    playing, _ = asked
    page = playing.phone.fill("take-back-go", then_4="strike")
    assert playing.log()[4:] == ["take back 2", "take back 4"]
    assert page.figure("A") == 40


def test_a_later_line_that_falls_is_kept_as_agreed(asked: tuple[Table, Page]) -> None:
    """It says so for ever."""
    playing, _ = asked
    page = playing.phone.fill("take-back-go", then_4="agree")
    assert playing.log()[4:] == ["take back 2", "amend 4 A melds sequence AH 10H JH + KH QH agreed"]
    assert page.figure("A") == 290
    assert "agreed" in playing.show("/log").said("l-1-4")


def test_nothing_is_taken_back_by_never_mind(asked: tuple[Table, Page]) -> None:
    playing, _ = asked
    playing.phone.tap("take-back-no")
    assert playing.seen() == 4


def test_striking_one_line_asks_about_those_that_stood_on_it(table: OpenTable) -> None:
    """Each question comes with the choices made before it."""
    lines = (*PLAIN, "A melds KC QC", "A melds KS KH KD + KC", "A plays KC", "A melds KC + QC agreed")
    playing = table(*lines)
    page = playing.claim("take back 2", status=422)
    while page.status == 422:
        choices = {f.get("name", ""): "strike" for f in page.elements("input") if f.get("type") == "radio"}
        page = playing.phone.fill("take-back-go", status=0, **choices)
    assert playing.log()[5] == "take back 2"
    assert playing.sheet().current.deal.lying(playing.sheet().rules.seats[0]) is not None
    assert playing.totals()["A"] == playing.show().figure("A")


def test_copies_that_count_anew_are_renamed(table: OpenTable) -> None:
    """The second queen is the first when the first was never laid: later lines that name her say so."""
    playing = table(*PLAIN, "A melds KS QS", "A melds QS JD", "A plays QS#2")
    playing.claim("take back 2")
    assert playing.log()[4:] == ["take back 2", "amend 4 A plays QS#1"]
    assert "QS#2" not in str(playing.sheet().current.deal.lying(playing.sheet().rules.seats[0]))


def test_a_stale_answer_to_the_question_writes_nothing(asked: tuple[Table, Page]) -> None:
    playing, _ = asked
    playing.write("B melds KC QC")
    before = stored(playing.app)
    playing.phone.fill("take-back-go", status=409, then_4="strike")
    assert stored(playing.app) == before


STRANGE = [{"then_4": "nonsense"}, {"then_x": "agree"}, {"then_99": "agree"}, {"then_٤": "agree"}]


@pytest.mark.parametrize("extra", STRANGE, ids=str)
def test_a_choice_that_nobody_was_given_decides_nothing_wrong(table: OpenTable, extra: dict[str, Any]) -> None:
    """What cannot be read as keeping is striking, and only lines that fall are decided on."""
    playing = table(*MARRIED)
    page = playing.claim("take back 2", status=0, **extra)
    assert page.status in (200, 422)
    if page.status == 200:
        assert playing.log()[4:] == ["take back 2", "take back 4"]
    else:
        assert playing.seen() == 4


def test_taking_back_a_take_back_says_which_line_it_is_about(table: OpenTable) -> None:
    """The queen melded again meanwhile makes the restored line illegal: a question, not a surprise."""
    playing = table(*PLAIN, "A melds KC QC", "A melds QC KC")
    playing.write("take back 2")
    playing.write("A melds KC QC")
    page = playing.claim("take back 4", status=422)
    assert "Take back line 4?" in page.words
    assert "Line 2 taken back" in page.words
