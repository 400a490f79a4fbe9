"""Points outside the game: signs by keys, clear errors, and what follows before a match is closed by them."""

from __future__ import annotations

import pytest

from tests.web.conftest import OpenTable
from tests.web.phone import Phone
from tests.web.table import Table, stored

GOOD = [
    ("taken off", {"seat": "A", "sign": "-", "points": "40", "reason": "revoke"}, "A adjusts -40 revoke"),
    ("added", {"seat": "B", "sign": "+", "points": " 120 ", "reason": "forgotten"}, "B adjusts 120 forgotten"),
    ("a reason in any script", {"seat": "A", "sign": "-", "points": "10", "reason": "שגיאה"},
     "A adjusts -10 שגיאה"),
    ("a reason that ends in a word of the notation", {"seat": "A", "sign": "+", "points": "10", "reason": "all agreed"},
     "A adjusts 10 all agreed"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "line"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
def test_points_are_adjusted(table: OpenTable, fields: dict[str, str], line: str) -> None:
    """G04: plus and minus are keys of the page, since a phone's number pad has none."""
    playing = table("turn-up AH")
    playing.show("/log")
    playing.phone.quoted = (*playing.phone.quoted, fields["reason"])
    playing.show("/adjust")
    page = playing.phone.send(playing.phone.page.one("adjust-go"), status=200, **fields)
    assert playing.log()[-1] == line
    assert page.announced.startswith("Alice" if fields["seat"] == "A" else "Ben")


BAD = [
    ("nothing", {"points": ""}, "Write how many points, e.g. 40."),
    ("a float", {"points": "1e185"}, "Not a number of points: '1e185'."),
    ("a number and more", {"points": "40abc"}, "Not a number of points: '40abc'."),
    ("figures of another script", {"points": "٤٠"}, "Not a number of points: '٤٠'."),
    ("none at all", {"points": "0"}, "Not a number of points: '0'."),
    ("a sign in the field", {"points": "-40"}, "Not a number of points: '-40'."),
    ("more than there can be", {"points": "1000001"}, "Write a whole number from 1 to 1,000,000."),
    ("half a point", {"points": "2.5"}, "Not a number of points"),
    ("no reason", {"reason": "  "}, "Write why, in a word or two."),
    ("a reason of nothing to be seen", {"reason": "\u202e\u200b"}, "Write why, in a word or two."),
    ("a whole letter", {"reason": "x" * 101}, "That reason has 101 characters: up to 100 fit."),
]


@pytest.mark.parametrize(("fields", "why"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_is_no_number_or_reason_says_what_would_be_right(
    table: OpenTable, fields: dict[str, str], why: str
) -> None:
    playing = table("turn-up AH")
    playing.show("/adjust")
    before = stored(playing.app)
    good = {"seat": "A", "sign": "-", "points": "40", "reason": "revoke"}
    page = playing.phone.send(playing.phone.page.one("adjust-go"), status=422, **{**good, **fields})
    assert any(why in error for error in page.errors), page.errors
    assert stored(playing.app) == before


@pytest.mark.parametrize("fields", [{"seat": "Z"}, {"sign": "*"}, {"seat": ""}])
def test_a_forged_choice_writes_nothing(table: OpenTable, fields: dict[str, str]) -> None:
    playing = table("turn-up AH")
    good = {"deal": 1, "seen": 1, "request": "forged-12345", "seat": "A", "sign": "-", "points": "4", "reason": "x"}
    playing.phone.post(f"{playing.address}/adjust", status=422, **{**good, **fields})
    assert playing.seen() == 1


def test_a_reason_is_text_everywhere(table: OpenTable) -> None:
    """L01: on the score screen, in the log, on the sheet, on the page of the line and on the large view."""
    hostile = "<svg/onload=alert(1)> {{ 7*7 }} \"' &amp; %(x)s"
    playing = table("turn-up AH")
    playing.phone.quoted = (*playing.phone.quoted, hostile)
    playing.show("/adjust")
    playing.phone.fill("adjust-go", seat="A", sign="+", points="10", reason=hostile)
    for rest in ("", "/log", "/sheet", "/tv", "/deals/1/lines/2", "/deals/1/lines/2/change?to=strike"):
        page = playing.show(rest)
        assert "<svg/onload" not in page.html
        assert "onload=alert(1)" in page.words


def test_what_would_close_the_match_is_shown_first(table: OpenTable) -> None:
    playing = table("turn-up AH", target=500, house_rules={"stop_at_target": True})
    playing.show("/adjust")
    before = stored(playing.app)
    page = playing.phone.fill("adjust-go", status=422, seat="B", sign="+", points="500", reason="a wager")
    assert "This closes the match: Ben wins." in page.words
    assert stored(playing.app) == before
    page = playing.phone.tap("adjust-go")
    assert "Ben wins" in page.words
    playing.show("/adjust", status=409)


def test_points_from_a_stale_page_are_not_written(table: OpenTable) -> None:
    playing = table("turn-up AH")
    playing.show("/adjust")
    Table(playing.app, playing.slug, Phone(playing.app)).write("A melds KH QH")
    before = stored(playing.app)
    page = playing.phone.fill("adjust-go", status=409, seat="A", sign="-", points="40", reason="revoke")
    assert "Someone else wrote first" in page.words
    assert stored(playing.app) == before
    playing.phone.tap("adjust-go")
    assert playing.log()[-1] == "A adjusts -40 revoke"


def test_nothing_is_chosen_before_somebody_chooses(table: OpenTable) -> None:
    """Neither for whom nor more or less; and what is missing is said at its field."""
    playing = table("turn-up AH")
    before = stored(playing.app)
    page = playing.show("/adjust")
    assert not [radio.get("id") for radio in page.elements("input") if radio.get("checked") is not None]
    page = playing.phone.fill("adjust-go", status=422, points="40", reason="revoke")
    assert page.said("seat-error") == "Say for whom the points are."
    assert page.said("sign-error") == "Say whether the points are added (+) or taken off (−)."
    assert "points-error" not in page
    assert stored(playing.app) == before
