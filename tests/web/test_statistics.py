"""Statistics: draws are no losses, nothing that is not finished counts, and where nothing is there stands a dash."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import services, sharing, store
from scorekeeper.database import db
from scorekeeper.stored import Results
from tests.conftest import MakeApp
from tests.web.page import Page, words
from tests.web.phone import Phone
from tests.web.table import ENDED, WORKED_DEAL, Table, open_table
from tests.web.test_history import counted
from tests.web.test_players import figure, show, won


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application on which nobody has played yet."""
    return make_app()


def figures(page: Page) -> dict[str, str]:
    return {row[0]: row[1] for row in page.rows() if len(row) > 1}


def drawn(app: Flask, one: str, other: str) -> Table:
    """A drawn game of one deal: both have the same."""
    table = open_table(app, variant="rubicon", names=((one,), (other,)))
    table.write("A adjusts 1000 brought forward", "B adjusts 1050 brought forward", "A last-trick")
    assert table.sheet().standing.winner == "draw", table.sheet().standing
    return table


def test_somebody_who_has_finished_nothing_has_dashes(app: Flask, phone: Phone) -> None:
    """I06: no NaN, no null, no percentage of nothing."""
    open_table(app, *WORKED_DEAL)
    said = figures(show(phone, "Alice"))
    assert set(said.values()) == {"–"}
    assert len(said) == 15


def test_three_wins_and_no_loss_are_100_per_cent(app: Flask, phone: Phone) -> None:
    """I06."""
    for _ in range(3):
        won(app, "Ann", "Ben")
    page = show(phone, "Ann")
    labels = ("Matches", "Won", "Drawn", "Lost", "Win share", "Longest streak of wins")
    assert [figure(page, label) for label in labels] == ["3", "3", "0", "0", "100 %", "3"]
    page = show(phone, "Ben")
    assert [figure(page, label) for label in labels] == ["3", "0", "0", "3", "0 %", "–"]


def test_a_draw_is_lost_by_nobody(app: Flask, phone: Phone) -> None:
    """I04: and ends a streak."""
    won(app, "Ann", "Ben")
    drawn(app, "Ann", "Ben")
    won(app, "Ann", "Ben")
    for name, expected in (("Ann", ["3", "2", "1", "0", "67 %", "1"]), ("Ben", ["3", "0", "1", "2", "0 %", "–"])):
        page = show(phone, name)
        labels = ("Matches", "Won", "Drawn", "Lost", "Win share", "Longest streak of wins")
        assert [figure(page, label) for label in labels] == expected, name


def test_a_match_that_ended_at_nothing_is_not_averaged(app: Flask, phone: Phone) -> None:
    """I07: ended by mistake, it is a match and a draw, but no deal."""
    table = open_table(app, "A adjusts -50 by mistake", "A last-trick", variant="rubicon", names=(("Ann",), ("Ben",)))
    assert table.totals() == {"A": 0, "B": 0}
    won(app, "Ann", "Ben")
    page = show(phone, "Ann")
    assert (figure(page, "Average deal"), figure(page, "Best deal"), figure(page, "Deals")) == ("500", "500", "1")
    assert (figure(page, "Matches"), figure(page, "Drawn")) == ("2", "1")


def test_what_was_scored_is_counted(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    page = show(phone, "Ann")
    said = {row[0]: row[1:] for row in page.rows()}
    assert said["Royal marriage"] == ["1", "40"]
    assert said["Sequence"] == ["1", "250"]
    assert said["Bezique"] == ["1", "40"]
    assert said["Four kings"] == ["1", "80"]
    assert said["Seven of trumps"] == ["1", "10"]
    assert said["Brisques"] == ["7"]
    assert said["Last tricks"] == ["1"]
    assert "Four jacks" not in said
    assert figure(show(phone, "Ben"), "Four jacks") == "1"


def test_double_beziques_and_agreed_lines_are_counted(app: Flask, phone: Phone) -> None:
    table = open_table(app, "turn-up AH", "A melds QS QS JD JD", "B melds KH QH", target=500)
    table.write("A melds + QS JD agreed", *ENDED)
    page = show(phone, "Alice")
    assert figure(page, "Double bezique") == "1"
    assert figure(page, "Lines agreed against the ruling") == "1"


def test_a_comeback_is_measured_where_the_winner_was_furthest_behind(app: Flask, phone: Phone) -> None:
    table = open_table(app, "turn-up AH", "B adjusts 390 brought forward", "A melds KH QH", target=500)
    table.write("A adjusts 500 found", *ENDED)
    assert table.sheet().standing.winner == "A"
    assert figure(show(phone, "Alice"), "Comeback from furthest behind") == "390"
    assert figure(show(phone, "Ben"), "Comeback from furthest behind") == "–"


def test_a_withdrawn_result_leaves_the_statistics(app: Flask, phone: Phone) -> None:
    table = won(app, "Ann", "Ben")
    assert figure(show(phone, "Ann"), "Matches") == "1"
    table.write(f"take back {table.seen()}")
    assert figure(show(phone, "Ann"), "Matches") == "–"
    table.write("brisques A 16 B 0")
    assert figure(show(phone, "Ann"), "Brisques") == "16"


def test_abandoned_matches_count_nowhere(app: Flask, phone: Phone) -> None:
    table = open_table(app, *WORKED_DEAL)
    with app.app_context():
        assert sharing.abandon(table.slug)
    assert figure(show(phone, "Alice"), "Matches") == "–"
    assert figure(phone.get("/statistics/classic"), "Matches") == "–"


# Two -----------------------------------------------------------------------------------------------------------------


def test_two_meet_head_to_head(app: Flask, phone: Phone) -> None:
    """Only the matches in which both sat, on either seat."""
    won(app, "Ann", "Ben")
    won(app, "Ben", "Ann")
    won(app, "Ann", "Ben")
    won(app, "Ann", "Cem")
    won(app, "Cem", "Ben")
    show(phone, "Ann")
    page = phone.get("/players/1/with/2")
    said = {row[0]: row[1:] for row in page.rows()}
    assert said["Matches"] == ["3", "3"]
    assert said["Won"] == ["2", "1"]
    assert said["Lost"] == ["1", "2"]
    assert said["Win share"] == ["67 %", "33 %"]
    assert said["Longest streak of wins"] == ["1", "1"]
    assert "As partners" not in page.words
    assert phone.get("/players/1/with/1").address == "/players/1"


def test_partners_are_not_opponents(app: Flask, phone: Phone) -> None:
    names = (("Ann",), ("Ben",), ("Cem",), ("Dot",))
    for last in ("A", "B"):
        table = open_table(app, "turn-up AH", variant="four-handed", names=names, target=500)
        table.write(f"{last} adjusts 600 brought forward", f"{last} last-trick", "brisques AC 16 BD 16")
    page = phone.get("/players/1/with/3")
    assert "No finished match against each other." in page.words
    assert figure(page, "Matches") == "2"
    assert (figure(page, "Won"), figure(page, "Lost")) == ("1", "1")
    assert "As partners" in page.words
    page = phone.get("/players/1/with/2")
    assert {row[0]: row[1:] for row in page.rows()}["Matches"] == ["2", "2"]
    assert "As partners" not in page.words


def test_two_who_consult_sit_on_one_side(app: Flask, phone: Phone) -> None:
    open_table(app, *WORKED_DEAL, *ENDED, variant="consultation", target=500)
    page = phone.get("/players/1/with/2")
    assert "As partners" in page.words
    assert figure(page, "Won") == "1"


# A game --------------------------------------------------------------------------------------------------------------


def test_a_game_has_its_table_with_shared_ranks(app: Flask, phone: Phone) -> None:
    """D12: two who are level share a rank, and the next one stands behind both."""
    won(app, "Ann", "Cem")
    won(app, "Ben", "Cem")
    page = phone.get("/statistics/classic")
    lists = [element for element in page.elements("ul") if element.get("class") == "people ranked"]
    assert [words(item) for item in page.elements("li", within=lists[0])] == [
        "1 Ann 1 won, 0 drawn, 0 lost · 100 % · 500 a deal",
        "1 Ben 1 won, 0 drawn, 0 lost · 100 % · 500 a deal",
        "3 Cem 0 won, 0 drawn, 2 lost · 0 % · 150 a deal",
    ]
    said = figures(page)
    assert (said["Matches"], said["Deals"], said["Average deal"], said["Best deal"]) == ("2", "2", "325", "500")
    assert (said["Brisques"], said["Last tricks"]) == ("32", "2")


def test_a_game_names_who_won_most_often_in_a_row(app: Flask, phone: Phone) -> None:
    """A draw ends the row, another game does not."""

    def streak(game: str = "classic") -> tuple[str, str]:
        found = figures(phone.get(f"/statistics/{game}"))
        return next((label, said) for label, said in found.items() if label.startswith("Longest streak of wins"))

    for winner, loser in (("Ann", "Ben"), ("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Ben")):
        won(app, winner, loser)
    assert streak() == ("Longest streak of wins: Ann", "2")
    drawn(app, "Ann", "Ben")
    won(app, "Ann", "Cem")
    assert streak() == ("Longest streak of wins: Ann", "2")
    won(app, "Ann", "Cem")
    assert streak() == ("Longest streak of wins: Ann", "3")
    assert streak("rubicon") == ("Longest streak of wins", "–")
    for _ in range(3):
        won(app, "Dan", "Eva")
    assert streak() == ("Longest streak of wins: Ann, Dan", "3")
    for _ in range(3):
        won(app, "Eva", "Dan")
    assert streak() == ("Longest streak of wins: 3 people", "3")


def test_a_partnership_game_counts_each_deal_once(app: Flask, phone: Phone) -> None:
    table = open_table(app, "turn-up AH", "A melds KH QH", variant="four-handed", target=500)
    table.write("A adjusts 600 brought forward", "A last-trick", "brisques AC 16 BD 16")
    said = figures(phone.get("/statistics/four-handed"))
    assert (said["Matches"], said["Deals"], said["Brisques"], said["Last tricks"]) == ("1", "1", "32", "1")
    assert said["Royal marriage"] == "1"
    assert said["Average deal"] == "485"


def test_a_game_that_nobody_has_finished_has_dashes(phone: Phone) -> None:
    page = phone.get("/statistics/eight-pack")
    assert set(figures(page).values()) == {"–"}
    assert "No finished match of this game yet." in page.words


def test_a_game_that_there_is_not_names_those_there_are(phone: Phone) -> None:
    assert "Not a game: 'poker' (classic, " in phone.get("/statistics/poker", status=404).words


def test_the_index_counts_the_finished_matches_of_each_game(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    open_table(app, *WORKED_DEAL)
    assert "Classic 1 finished match" in phone.get("/statistics").words


def test_matches_that_are_not_counted_yet_are_said_so(app: Flask, phone: Phone) -> None:
    """A database from before there were statistics; one line cannot be read."""
    won(app, "Ann", "Ben")
    won(app, "Ann", "Ben")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("DELETE FROM tally"))
        connection.execute(
            text("UPDATE line SET text = 'A yodels' WHERE number = 1 AND deal_id = (SELECT max(id) FROM deal)")
        )
    page = show(phone, "Ann")
    assert "1 finished match is not counted here yet: load the page again." in page.words
    assert figure(page, "Matches") == "1"


def test_statistics_ask_as_often_for_many_matches_as_for_few(app: Flask, phone: Phone) -> None:
    sent = []
    for more in (1, 6):
        for _ in range(more):
            won(app, "Ann", "Ben")
        with counted(app) as statements:
            for address in ("/players/1", "/players/1/with/2", "/statistics/classic", "/statistics", "/players"):
                phone.get(address)
        sent.append(len(statements))
    assert sent[0] == sent[1]


def test_results_that_came_without_tallies_are_counted_later(app: Flask, phone: Phone) -> None:
    """As from an import, or from another way of writing."""
    table = won(app, "Ann", "Ben")
    with app.app_context():
        store.write_results(table.slug, Results("closed", "A", {"A": 500, "B": 150}))
        assert services.sheet(table.slug).standing.closed
    assert figure(show(phone, "Ann"), "Matches") == "1"
