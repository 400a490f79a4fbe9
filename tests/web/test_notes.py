"""What people want to remember of a match: written when they like, shown where the match is looked up."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import OpenTable
from tests.web.page import words
from tests.web.people import people
from tests.web.phone import Phone
from tests.web.table import ENDED, WORKED_DEAL, open_table, stored
from tests.web.test_changing import change
from tests.web.test_history import row


def test_a_note_stands_in_the_history_on_the_sheet_and_at_the_end(table: OpenTable) -> None:
    """I03."""
    over = table(*WORKED_DEAL, *ENDED, target=500)
    page = change(over, note="  Grandma’s   birthday ")
    assert "Note: none Grandma’s birthday" in page.said("changes")
    for rest in ("", "/sheet"):
        assert over.show(rest).said("note") == "Grandma’s birthday", rest
    assert row(over.phone.get("/matches"), over.slug).endswith("· Classic · to 500 Grandma’s birthday")
    assert over.sheet().stored.winner == "A", "the match stays closed"


def test_a_note_of_a_running_match_is_changed_and_taken_away(table: OpenTable) -> None:
    playing = table("turn-up AH")
    assert "note" not in playing.show("/sheet")
    change(playing, note="On the train")
    page = change(playing, note="On the train to Cork")
    assert "Note: On the train On the train to Cork" in page.said("changes")
    assert playing.show("/sheet").said("note") == "On the train to Cork"
    change(playing, note=" ")
    assert playing.sheet().stored.note == ""
    assert "note" not in playing.show("/sheet")


def test_a_note_goes_through_with_what_is_asked_about_first(table: OpenTable) -> None:
    """The page of what follows sends it once more."""
    playing = table("turn-up AH")
    change(playing, 422, note="A short one", target="500")
    playing.phone.tap("change-go")
    assert (playing.sheet().stored.note, playing.sheet().stored.target) == ("A short one", 500)


def test_a_form_without_the_field_leaves_the_note(table: OpenTable) -> None:
    """A page that was open before there were notes."""
    playing = table("turn-up AH")
    change(playing, note="Kept")
    version = str(playing.sheet().stored.version)
    playing.phone.post(
        f"{playing.address}/change", name_a="Alicia", name_b="Ben", target="1000", version=version, status=200
    )
    assert (playing.sheet().stored.note, playing.sheet().stored.names) == ("Kept", (("Alicia",), ("Ben",)))


def test_a_note_opens_no_closed_match_and_brings_no_second_celebration(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED, target=500)

    def celebrated() -> list[str]:
        return [e.attrib["data-celebrate"] for e in over.show().elements() if "data-celebrate" in e.attrib]

    before, ended = celebrated(), over.sheet().stored.closed_at
    change(over, note="Afterwards")
    assert celebrated() == before
    assert over.sheet().stored.closed_at == ended


BAD = [
    ("too long", "x" * 201, "That note has 201 characters: up to 200 fit."),
    ("too many marks", "a" + "\u0301" * 801, "That note has too many marks on its letters"),
]


@pytest.mark.parametrize(("note", "says"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_note_that_is_too_long_is_refused_and_nothing_written(table: OpenTable, note: str, says: str) -> None:
    playing = table("turn-up AH")
    before = stored(playing.app)
    assert change(playing, 422, note=note).said("note-error").startswith(says)
    assert stored(playing.app) == before


GOOD = ["x" * 200, "👩\u200d👧" * 200, "בן־ציון won", 'it\'s "<b>&amp;</b>" {{ 7*7 }}']


@pytest.mark.parametrize("note", GOOD, ids=["200 letters", "200 families", "right to left", "what is no page"])
def test_a_note_is_shown_as_it_was_written(app: Flask, note: str) -> None:
    """L01: text everywhere."""
    over = open_table(app, *WORKED_DEAL, *ENDED, target=500, phone=Phone(app, "Alice", "Ben", note))
    change(over, note=note)
    for rest in ("", "/sheet", "/change", "/log"):
        page = over.show(rest)
        assert "<b>&amp;</b>" not in page.html
        if rest in ("", "/sheet"):
            assert page.said("note") == note
    assert note in row(over.phone.get("/matches"), over.slug)


def test_the_end_leads_whoever_may_to_the_note(app: Flask) -> None:
    found = people(app, *WORKED_DEAL, *ENDED, "A adjusts 600 brought forward")
    for who, may in (("host", True), ("scorer", False), ("viewer", False)):
        page = found.phones[who].get(found.table.address)
        assert ("Names and note" in [words(link) for link in page.links()]) is may, who


@pytest.mark.parametrize("who", ["scorer", "seat scorer", "viewer", "stranger"])
def test_only_the_host_writes_the_note(app: Flask, who: str) -> None:
    found = people(app, "turn-up AH")
    before = stored(app)
    found.phones[who].post(f"{found.table.address}/change", status=403, note="Mine", version="2")
    assert stored(app) == before
