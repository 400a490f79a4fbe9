"""The last lines of a match: what comes too late, what is said before it closes, and why a level match is won."""

from __future__ import annotations

from tests.web.conftest import OpenTable


def test_what_comes_after_the_line_that_closes_is_not_written(table: OpenTable) -> None:
    """With `stop_at_target` the last trick closes the match: the brisques of the same form come too late."""
    rules = {"stop_at_target": True}
    before = ("turn-up AH", "A adjusts 990 before", "B adjusts 995 before")
    match = table(*before, variant="three-handed", house_rules=rules, target=1000)
    match.show("?end=A")
    page = match.phone.fill("end-go", last_trick="A", brisques_A="1", brisques_B="20", brisques_C="3")
    assert match.log()[-1] == "A last-trick"
    assert match.figures(page) == {"A": 1000, "B": 995, "C": 0}


def test_a_key_that_would_close_the_match_says_so(table: OpenTable) -> None:
    """D17, also for brisques as they fall and for the last trick."""
    rules = {"stop_at_target": True, "brisques": "at-once"}
    match = table("turn-up AH", "A adjusts 990 before", variant="three-handed", house_rules=rules, target=1000)
    page = match.show("?seat=A")
    assert "closes the match" in page.said("k-brisques-1")
    assert "closes the match" in page.said("e-A")
    assert "closes the match" not in page.said("e-B")
    assert "closes the match" not in match.show("?seat=B").said("k-brisques-1")


def test_one_trick_can_hold_a_brisque_of_each_player(table: OpenTable) -> None:
    for variant, most in (("classic", 2), ("three-handed", 3), ("four-solo", 4)):
        page = table("turn-up AH", variant=variant, house_rules={"brisques": "at-once"}).show()
        assert f"k-brisques-{most}" in page
        assert f"k-brisques-{most + 1}" not in page


def test_the_form_of_an_earlier_deal_leads_to_this_one(table: OpenTable) -> None:
    match = table("turn-up AH", "A last-trick", "brisques A 8 B 8")
    match.next_deal("turn-up 9C")
    page = match.claim("brisques A 9 B 7", status=422, deal=1)
    assert "Nothing was written in deal 1. The deal is finished" in page.words
    assert "next-deal" not in page
    assert "k-bezique" in page


def test_why_a_level_match_is_won(table: OpenTable) -> None:
    lines = ("trumps H", "A adjusts 970 before", "B adjusts 940 before", "B last-trick", "brisques A 7 B 9")
    match = table(*lines, house_rules={"tie_break": "last-deal-brisques"}, target=1000)
    page = match.show()
    assert match.figures(page) == {"A": 1040, "B": 1040}
    assert "Alice wins" in page.words
    assert "fewer brisques in the last deal decided" in page.words


def test_a_saved_rubicon_shows_the_figures_that_were_compared(table: OpenTable) -> None:
    """Beside the totals, which are those of the lists: Ben wins with the lower one."""
    lines = ("A adjusts 1000 before", "B adjusts 900 before", "B last-trick", "brisques A 5 B 27")
    match = table(*lines, variant="rubicon", house_rules={"brisques": "save-rubicon"})
    page = match.show()
    assert match.figures(page) == match.totals() == {"A": 1000, "B": 950}
    assert "With the brisques: Alice 1,050, Ben 1,220." in page.words
    assert "Ben wins" in page.words
