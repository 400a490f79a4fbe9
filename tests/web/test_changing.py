"""Target, names and house rules of a match that runs: what follows is shown first, and the log keeps what changed."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.bezique.laws import Law
from scorekeeper.database import db
from scorekeeper.tables import MatchPlayerRow
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.people import people
from tests.web.phone import Phone
from tests.web.table import ENDED, WORKED_DEAL, Table, stored

LEADS = ("turn-up AH", "A adjusts {a} before", "B adjusts {b} before", "A last-trick", "brisques A 8 B 8")


def change(table: Table, status: int = 200, rest: str = "", **fields: str) -> Page:
    table.show(f"/change{rest}")
    return table.phone.send(table.phone.page.one("change-go"), status=status, **fields)


def one_deal(table: OpenTable, a: int, b: int, **chosen: object) -> Table:
    """Alice has *a* points after a deal, Ben *b*."""
    return table(*(line.format(a=a - 90, b=b - 80) for line in LEADS), **chosen)


TARGETS = [
    ("the leader is Alice", 700, 650, "600", "Alice wins", "A"),
    ("the leader is Ben", 650, 700, "600", "Ben wins", "B"),
]


@pytest.mark.parametrize(
    ("a", "b", "target", "says", "winner"), [row[1:] for row in TARGETS], ids=[r[0] for r in TARGETS]
)
def test_a_lowered_target_names_the_true_leader(
    table: OpenTable, a: int, b: int, target: str, says: str, winner: str
) -> None:
    """D01: never seat order; and before anything is written."""
    playing = one_deal(table, a, b)
    before = stored(playing.app)
    page = change(playing, 422, target="other", other_target=target)
    assert f"This closes the match: {says}." in page.words
    assert "Target: 1,000 600" in page.words
    assert f"{says.split()[0]} leads with 700." in page.words
    assert stored(playing.app) == before
    page = playing.phone.tap("change-go")
    assert "Target: 1,000 600" in page.said("changes")
    assert (playing.sheet().stored.state, playing.sheet().stored.winner) == ("closed", winner)
    assert says in playing.show().words


def test_level_at_a_lowered_target_the_match_goes_on(table: OpenTable) -> None:
    playing = one_deal(table, 700, 700)
    page = change(playing, 422, target="other", other_target="600")
    assert "Level at the top: another deal is played." in page.words
    playing.phone.tap("change-go")
    assert playing.sheet().stored.state == "open"


def test_a_raised_target_opens_a_closed_match_for_its_host_alone(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED, target=500)
    before = stored(over.app)
    change(over, 422, target="")
    over.phone.post(
        f"{over.address}/change", status=422, name_a="Alice", name_b="Ben", target="1000", version="1", sure="yes"
    )
    assert stored(over.app) == before
    page = change(over, 422, "?correct=yes", target="1000")
    assert "The match opens again: Alice wins no more." in page.words
    over.phone.tap("change-go")
    old = over.sheet().stored
    assert (old.state, old.winner, old.closed_at, old.target) == ("open", None, None, 1000)


def test_a_changed_rule_lists_the_lines_it_would_have_refused(table: OpenTable) -> None:
    playing = table("turn-up AH", "A melds QS JD", "A melds QS JD + QS JD", "B melds KC QC")
    page = change(playing, 422, rule_double_at_once="yes")
    assert "Deal 1, line 3 Alice, double bezique" in page.said("strayed")
    assert "Ben" not in page.said("strayed")
    playing.phone.tap("change-go")
    assert playing.totals() == {"A": 540, "B": 20}, "every line stands as it was written"
    playing.claim("B melds QS JD + QC", status=422)


def test_what_a_rule_scores_is_shown_before_and_after(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, *ENDED)
    page = change(playing, 422, rule_brisques="none")
    assert "500" in page.said("f-1")
    assert "430" in page.said("f-1")


def test_a_name_is_changed_while_the_match_runs(table: OpenTable) -> None:
    """H08: every page follows; H06: the match is Anna's now, and the old name keeps the matches it had."""
    playing = table(*WORKED_DEAL, names=(("Ann",), ("Ben",)))
    playing.phone.quoted = (*playing.phone.quoted, "Anna")
    page = change(playing, name_a="Anna")
    assert "Name: Ann Anna" in page.said("changes")
    assert "Anna royal marriage" in page.words
    for rest in ("", "/sheet", "/tv", "/share" if "Share" in page.words else "/log"):
        assert "Anna" in playing.show(rest).words
    assert "Anna" in playing.phone.get("/").words


def test_the_winner_of_a_closed_match_is_renamed_and_still_the_winner(table: OpenTable) -> None:
    """D20: the line of the winner is never blank."""
    over = table(*WORKED_DEAL, *ENDED, target=500, names=(("Una",), ("Vic",)))
    over.phone.quoted = (*over.phone.quoted, "Ursula")
    page = change(over, 422, name_a="Ursula")
    assert "The result goes with the names: Ursula wins (until now: Una wins)." in page.words
    over.phone.tap("change-go")
    assert "Ursula wins" in over.show().words
    assert over.sheet().stored.winner == "A"
    assert "Ursula won" in over.phone.get("/matches").words


def test_a_target_that_one_who_trails_had_first_is_refused(table: OpenTable) -> None:
    """D01, where a match stops at the target: the leader is Ben, whoever was there first."""
    rules = {"stop_at_target": True}
    playing = table("turn-up AH", "A adjusts 650 x", "B adjusts 700 x", house_rules=rules)
    before = stored(playing.app)
    assert "stopped for one that does not lead" in change(playing, 422, target="other", other_target="600").words
    assert stored(playing.app) == before
    change(playing, 422, target="other", other_target="680")
    playing.phone.tap("change-go")
    assert playing.sheet().stored.winner == "B"


def test_another_spelling_of_a_name_changes_nothing(table: OpenTable) -> None:
    """Only the page of the person does."""
    playing = table("turn-up AH", names=(("Ute",), ("Vic",)))
    before = stored(playing.app)
    page = change(playing, name_a=" UTE ", name_b="vic")
    assert "changes" not in page
    assert stored(playing.app) == before


def test_two_people_change_their_seats(table: OpenTable) -> None:
    playing = table("turn-up AH", names=(("Wim",), ("Xan",)))
    change(playing, name_a="Xan", name_b="Wim")
    assert playing.sheet().stored.names == (("Xan",), ("Wim",))


BAD = [
    ("the same person twice", {"name_a": " BEN "}, "This name is there twice"),
    ("nobody", {"name_a": "  "}, "Write a name of 1 to 40 characters."),
    ("a target that is none", {"target": "other", "other_target": "1e3"}, "not a target"),
    ("a target of no ten", {"target": "other", "other_target": "605"}, "not a target"),
]


@pytest.mark.parametrize(("fields", "why"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_cannot_be_played_says_what_would_be_right(table: OpenTable, fields: dict[str, str], why: str) -> None:
    playing = table("turn-up AH")
    before = stored(playing.app)
    page = change(playing, 422, **fields)
    assert any(why in error for error in page.errors), page.errors
    assert stored(playing.app) == before


def test_the_game_cannot_be_changed(table: OpenTable) -> None:
    playing = table("turn-up AH")
    page = playing.phone.post(
        f"{playing.address}/change", status=422, variant="rubicon", name_a="Alice", name_b="Ben", version="1"
    )
    assert "The game stays what it is, Classic: read 'rubicon'." in page.words


def test_what_was_looked_at_before_somebody_wrote_is_not_changed(table: OpenTable) -> None:
    playing = one_deal(table, 700, 650)
    change(playing, 422, target="500")
    Table(playing.app, playing.slug, Phone(playing.app)).write("B adjusts 100 forgotten")
    before = stored(playing.app)
    page = playing.phone.tap("change-go", status=409)
    assert "This closes the match: Ben wins." in page.words
    assert stored(playing.app) == before
    playing.phone.tap("change-go")
    assert playing.sheet().stored.winner == "B"


def test_the_same_choices_once_more_change_nothing(table: OpenTable) -> None:
    playing = table("turn-up AH")
    change(playing, name_a="Alicia", hints="y")
    before = stored(playing.app)
    change(playing)
    assert stored(playing.app) == before


def test_the_log_says_whose_phone_changed_what(app: Flask) -> None:
    found = people(app, "turn-up AH")
    host = found.phones["host"]
    host.get(f"{found.table.address}/change")
    page = host.send(host.page.one("change-go"), note_tricks="y")
    assert "the host's phone" in page.said("changes")
    assert "Note the tricks: no yes" in page.said("changes")
    assert "change" not in [link.get("href", "").rpartition("/")[2] for link in found.phones["scorer"].get(
        found.table.address).links()]  # fmt: skip


def test_the_seats_keep_their_places_in_the_store(table: OpenTable) -> None:
    playing = table("turn-up AH", variant="consultation")
    playing.phone.quoted = (*playing.phone.quoted, "Zoe")
    change(playing, name_a2="Zoe")
    assert playing.sheet().stored.names == (("Alice", "Zoe"), ("Ben", "Bob"))
    with playing.app.app_context(), db.engine.connect() as connection:
        moments = set(connection.execute(select(MatchPlayerRow.opened_at)).scalars())
    assert all(moments)


def test_each_line_that_scores_otherwise_by_a_rule_is_told_before(table: OpenTable) -> None:
    """And afterwards log and sheet say which line the rules in force refuse, and by which law."""
    playing = table("turn-up 7S", "A melds QS JD", "A melds KC QC", "B melds QS JD agreed")
    page = change(playing, 422, rule_bezique_pair="clubs-hearts")
    assert "Deal 1, line 2 Alice: bezique Q♠ J♦ was 40 → now 0" in page.said("rescored")
    assert "K♣" not in page.said("rescored")
    playing.phone.tap("change-go")
    law = "not legal These cards together make no meld."
    assert law in playing.show("/log").said("l-1-2")
    assert "not legal" not in playing.show("/log").said("l-1-3")
    assert "agreed" in playing.show("/log").said("l-1-4")
    assert "not legal" not in playing.show("/log").said("l-1-4"), "the table has agreed on it"
    rows = [row[0] for row in playing.show("/sheet").rows()]
    assert [row for row in rows if "not legal" in row] == [f"Alice bezique Q♠ J♦ {law}"]


def test_a_line_that_breaks_another_law_then_is_told_too(table: OpenTable) -> None:
    """It was not legal before; a rule that changes nothing about that is not blamed for it."""
    playing = table(*WORKED_DEAL, *ENDED)
    change(playing, 422, rule_brisques="at-once")
    playing.phone.tap("change-go")
    brisques = next(n for n, line in enumerate(playing.log(), 1) if line.startswith("brisques"))
    before = playing.show("/log").said(f"l-1-{brisques}")
    assert "not legal" in before
    assert "Not legal by these rules" not in change(playing, 422, rule_second_double_reuse="yes").words
    page = change(playing, 422, rule_brisques="none")
    assert "Not legal by these rules" in page.words
    law = Law.BRISQUES_NOT_COUNTED.sentence
    assert law in page.words
    playing.phone.tap("change-go")
    after = playing.show("/log").said(f"l-1-{brisques}")
    assert after != before
    assert law in after


def test_brisques_that_count_no_longer_are_told_for_every_side(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, *ENDED)
    said = change(playing, 422, rule_brisques="none").said("rescored")
    assert "Alice was 70 → now 0" in said
    assert "Ben was 90 → now 0" in said


def test_what_the_referee_granted_is_not_called_illegal(table: OpenTable) -> None:
    playing = table(*WORKED_DEAL, *ENDED)
    playing.write("A adjusts -20 revoke")
    assert "not legal" not in playing.show("/log").words
    assert "not legal" not in playing.show("/sheet").words


PLAYS_ON = [
    ("nobody is there", (500, 450), "600", "Alice leads with 500: 100 to go. The match goes on."),
    ("one is there, in the middle of a deal", (700, 450), "600", "Alice leads with 700, which reaches the target of "
     "600. Deal 1 is played to its end; then the highest total wins."),
    ("both are there, and Ben leads", (650, 700), "600", "Ben leads with 700, which reaches the target of 600."),
    ("level", (500, 500), "600", "Alice & Ben are level at 500. The match goes on."),
]  # fmt: skip


@pytest.mark.parametrize(("points", "target", "says"), [row[1:] for row in PLAYS_ON], ids=[row[0] for row in PLAYS_ON])
def test_another_target_says_who_leads_and_that_the_match_goes_on(
    table: OpenTable, points: tuple[int, int], target: str, says: str
) -> None:
    """D01, D04: in the middle of a deal nothing is closed, and that is said before."""
    playing = table("turn-up AH", *(f"{s} adjusts {n} before" for s, n in zip("AB", points, strict=True)))
    page = change(playing, 422, target="other", other_target=target)
    assert says in page.words
    playing.phone.tap("change-go")
    assert playing.sheet().stored.state == "open"


def test_a_deal_that_was_only_opened_behind_the_end_is_no_deal(table: OpenTable) -> None:
    """Nor does it move the deal on: whoever would have dealt it deals the next match."""
    playing = one_deal(table, 700, 650)
    playing.next_deal()
    change(playing, 422, target="other", other_target="600")
    playing.phone.tap("change-go")
    page = playing.show()
    assert [row[0] for row in page.rows() if row[0].isdigit()] == ["1"]
    assert "deal-2" not in playing.show("/log")
    assert "Deal 2" not in playing.show("/sheet").words
    dealers = [deal.stored.dealer for deal in playing.sheet().deals]
    playing.show()
    fresh = playing.phone.tap("again-match").address.removeprefix("/matches/")
    assert Table(playing.app, fresh, playing.phone).sheet().stored.first_dealer == dealers[1]


def test_a_deal_played_behind_an_earlier_end_counts_nowhere(table: OpenTable) -> None:
    """The log keeps it and says so; totals do not run on, and the sheet ends with the match."""
    playing = one_deal(table, 700, 650)
    playing.next_deal("turn-up 9C", "B melds KC QC")
    change(playing, 422, target="other", other_target="600")
    assert "Deal 2 was played after that and counts no longer." in playing.phone.page.words
    playing.phone.tap("change-go")
    page = playing.show("/log")
    assert "after the end: counts no longer" in page.said("l-2-2")
    assert [row[2:] for row in page.rows()][-1] == ["700", "650"]
    assert "Deal 2" not in playing.show("/sheet").words
    assert [row[0] for row in playing.show().rows() if row[0].isdigit()] == ["1"]
