"""What each seat did in a match is copied when it closes, goes when it opens again, and is only ever a copy."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import delete, select, update

from scorekeeper import holders, services, statistics, tallies, tallying
from scorekeeper.database import db
from scorekeeper.remembered import Scope
from scorekeeper.stored import Tally
from scorekeeper.tables import LineRow, MatchRow, TallyRow
from tests.store.rows import any_request, opened

pytestmark = pytest.mark.usefixtures("_inside")
FIRST = ("turn-up AH", "A melds KH QH", "B melds QS JD", "B melds QS JD agreed", "A last-trick", "brisques A 9 B 7")
LAST = ("turn-up 7C", "A adjusts 500 brought forward", "A shows seven", "A last-trick", "brisques A 8 B 8")


def say(slug: str, *lines: str, deal: int = 1) -> None:
    seen = services.sheet(slug).deal(deal).seen
    outcome = services.claim(slug, deal, lambda _rules: lines, seen=seen, request=any_request())
    assert isinstance(outcome, services.Written), outcome


def played(*names: str) -> str:
    """A match of two deals that is closed."""
    slug = opened(*names, target=500)
    say(slug, *FIRST)
    services.open_deal(slug, 2, request=any_request())
    say(slug, *LAST, deal=2)
    return slug


def kept(slug: str) -> tuple[Tally, ...]:
    """The tallies that are stored, by seat and word."""
    rows = (
        select(TallyRow.seat, TallyRow.what, TallyRow.count, TallyRow.points, TallyRow.best)
        .join(MatchRow, MatchRow.id == TallyRow.match_id)
        .where(MatchRow.slug == slug)
        .order_by(TallyRow.seat, TallyRow.what)
    )
    with db.engine.connect() as connection:
        return tuple(sorted((Tally(*row) for row in connection.execute(rows)), key=lambda it: (it.seat, it.what)))


def lose(slug: str = "") -> None:
    """The tallies are gone, as in a database from before there were any."""
    with db.engine.begin() as connection:
        connection.execute(delete(TallyRow))


def test_a_match_that_closes_is_tallied_with_its_last_line(app: Flask) -> None:
    slug = played()
    assert kept(slug) == tallies.of(services.sheet(slug))
    said = {(tally.seat, tally.what): (tally.count, tally.points, tally.best) for tally in kept(slug)}
    assert said["A", "match"] == (1, 750, 750)
    assert said["A", "won"] == said["A", "match"]
    assert said["B", "lost"] == (1, 230, 230)
    assert said["A", "deal"] == (2, 750, 610)
    assert said["A", "brisques"] == (17, 170, 90)
    assert said["A", "last-trick"] == (2, 20, 10)
    assert said["A", "royal-marriage"] == (1, 40, 40)
    assert said["B", "bezique"] == (2, 80, 40)
    assert said["B", "agreed"] == (1, 40, 40)
    assert said["A", "seven"] == (2, 20, 10)
    assert said["A", "adjusted"] == (1, 500, 500)
    assert said["A", "comeback"] == (1, 40, 40)
    assert ("B", "comeback") not in said


def test_a_match_on_the_table_has_no_tallies(app: Flask) -> None:
    slug = opened()
    say(slug, *FIRST)
    assert kept(slug) == () == tallies.of(services.sheet(slug))


def test_taking_back_the_closing_line_takes_the_tallies_back(app: Flask) -> None:
    slug = played()
    say(slug, f"take back {len(LAST)}", deal=2)
    assert kept(slug) == ()
    say(slug, "brisques A 16 B 0", deal=2)
    assert kept(slug) == tallies.of(services.sheet(slug))


def test_wrong_tallies_are_made_right_by_rebuild(app: Flask) -> None:
    slug, other = played(), played("Cora", "Dan")
    lose()
    with db.engine.begin() as connection:
        row = {"match_id": 1, "seat": "A", "what": "won", "count": 99, "points": 0, "best": 0}
        connection.execute(TallyRow.__table__.insert(), row)  # type: ignore[attr-defined]
    assert services.rebuild() == []
    assert kept(slug) == tallies.of(services.sheet(slug))
    assert kept(other) == tallies.of(services.sheet(other))


def test_matches_from_before_there_were_tallies_are_counted_when_somebody_asks(app: Flask) -> None:
    slugs = [played() for _ in range(3)]
    before = [kept(slug) for slug in slugs]
    lose()
    assert tallying.untallied(Scope()) == slugs
    assert statistics.catch_up(Scope(player=1), patience=0) == 3 - 1, "one at least, whatever the haste"
    assert statistics.catch_up(Scope(player=1)) == 0
    assert [kept(slug) for slug in slugs] == before


def test_a_match_that_moves_on_while_it_is_counted_is_left_for_later(app: Flask) -> None:
    slug = played()
    match = services.sheet(slug)
    lose()
    with db.engine.begin() as connection:
        connection.execute(update(MatchRow).values(version=MatchRow.version + 1))
    tallying.keep({slug: (match.stored.version, tallies.of(match))})
    assert kept(slug) == ()


def test_a_match_that_cannot_be_read_is_left_out_and_said_so(app: Flask) -> None:
    played()
    lose()
    with db.engine.begin() as connection:
        connection.execute(update(LineRow).where(LineRow.number == 1).values(text="turn-up XX"))
    assert statistics.catch_up(Scope(player=1)) == 1


def test_an_abandoned_and_a_deleted_match_count_nowhere(app: Flask) -> None:
    counted, deleted, abandoned = played(), played(), opened()
    say(abandoned, *FIRST)
    assert holders.set_state(abandoned, "open", "abandoned")
    with db.engine.begin() as connection:
        gone = update(MatchRow).where(MatchRow.slug == deleted)
        connection.execute(gone.values(deleted_at=MatchRow.opened_at))
    assert kept(counted)
    sums = tallying.sums(Scope(player=1))
    assert (sums["match"].count, sums["won"].count, sums["bezique"].count if "bezique" in sums else 0) == (1, 1, 0)
    assert tallying.untallied(Scope()) == []
    assert tallying.by_variant(None) == {"classic": 1}


def test_the_longest_runs_are_found_person_by_person(app: Flask) -> None:
    """The win of Cem against another does not end the row of Ann."""
    for winner, loser in (("Ann", "Ben"), ("Cem", "Ben"), ("Ann", "Ben"), ("Ben", "Ann"), ("Ann", "Cem")):
        played(winner, loser)
    scope = Scope(variant="classic")
    found = [(person.name, run) for person, run in tallying.streaks(scope, "won", ("won", "drawn", "lost"), 3)]
    assert found == [("Ann", 2), ("Ann", 1), ("Ben", 1)]
    assert statistics.of_variant("classic").rows[2] == statistics.Row("Longest streak of wins: Ann", ("2",))
