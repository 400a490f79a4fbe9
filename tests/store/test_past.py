"""The past on both databases: pages of the history in both directions, people and what they reached."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import archive, deleted, listing, mergers, players, statistics, tallying
from scorekeeper.database import db
from scorekeeper.remembered import Scope, Turn, Wanted
from scorekeeper.tables import MatchRow
from tests.store.rows import opened
from tests.store.test_tallies import played

pytestmark = pytest.mark.usefixtures("_inside")


def number(name: str) -> int:
    found = players.called(name)
    assert found is not None
    return found.id


def leafed(wanted: Wanted, *, older: bool, phone: str | None = None) -> list[str]:
    """Two matches a page, from one end to the other."""
    found = []
    turn: Turn | None = Turn(older=older)
    while turn is not None:
        page = archive.page(wanted, turn, limit=2, phone=phone)
        slugs = [match.slug for match in page.matches]
        found += slugs if older else slugs[::-1]
        place = page.older if older else page.newer
        turn = None if place is None else Turn(older, place)
    return found


def test_pages_lead_through_every_match_in_both_directions(app: Flask) -> None:
    slugs = [opened("Ada", "Ben" if place % 2 else "Cem") for place in range(7)]
    now = datetime.now(UTC)
    anything = Wanted(variant="classic", state="open", since=now - timedelta(days=1), until=now + timedelta(days=1))
    for wanted, expected in ((Wanted(), slugs), (anything, slugs), (Wanted(player=number("ben")), slugs[1::2])):
        assert leafed(wanted, older=True) == expected[::-1]
        assert leafed(wanted, older=False) == expected


def test_a_browser_finds_what_it_holds(app: Flask) -> None:
    held = [opened("Ada", "Ben", phone="mine", seats=("A", "B")) for _ in range(3)]
    opened("Ada", "Cem", phone="another", seats=("A", "B"))
    assert leafed(Wanted(), older=True, phone="mine") == held[::-1]
    assert leafed(Wanted(player=number("Ada")), older=True, phone="mine") == held[::-1]
    assert players.called("Cem", "mine") is None
    assert [one.person.name for one in players.people(limit=9, phone="mine")] == ["Ada", "Ben"]
    assert players.hosts_all(number("Ben"), "mine")
    assert not players.hosts_all(number("Ada"), "mine")
    assert [(one.person.name, one.matches) for one in players.met(number("Ada"), limit=9, phone="mine")] == [("Ben", 3)]


def test_a_deleted_match_is_in_no_list_and_in_no_count(app: Flask) -> None:
    kept, deleted = opened("Ada", "Ben"), opened("Ada", "Ben")
    with db.engine.begin() as connection:
        gone = update(MatchRow).where(MatchRow.slug == deleted)
        connection.execute(gone.values(deleted_at=datetime.now(UTC)))
    assert leafed(Wanted(), older=True) == [kept]
    assert [one.matches for one in players.people(limit=9)] == [1, 1]
    assert [one.matches for one in players.met(number("Ada"), limit=9)] == [1]


def test_whose_matches_are_all_deleted_is_not_listed_until_one_comes_back(app: Flask) -> None:
    opened("Ada", "Ben", phone="mine", seats=("A", "B"))
    lost = opened("Ada", "Cem", phone="mine", seats=("A", "B"))
    players.hide(number("Ada"), True)
    opened("Cem", "Dora", phone="another", seats=("A", "B"))

    def known(phone: str | None) -> tuple[list[str], list[str]]:
        return [one.person.name for one in players.people(limit=9, phone=phone)], sorted(listing.known_names(9, phone))

    assert known(None) == (["Ben", "Cem", "Dora"],) * 2
    assert known("mine") == (["Ben", "Cem"],) * 2
    deleted.set_deleted(lost, True)
    assert known("mine") == (["Ben"],) * 2, "Cem was met only in the deleted one"
    assert known(None) == (["Ben", "Cem", "Dora"],) * 2
    assert [one.person.name for one in players.people(limit=9, hidden=True)] == ["Ada"]
    deleted.set_deleted(lost, False)
    assert known("mine") == (["Ben", "Cem"],) * 2


def test_people_are_renamed_made_one_and_hidden(app: Flask) -> None:
    """H06, I01."""
    slugs = [played("Ann", "Ben"), played("Anne", "Ben"), played("Ben", "Anne")]
    ann, anne, ben = number("Ann"), number("Anne"), number("Ben")
    with pytest.raises(players.NameTaken, match="there is another Anne"):
        players.rename(ann, " ANNE ")
    with pytest.raises(players.TwoInOneMatch):
        mergers.merge(ben, anne)
    with pytest.raises(LookupError):
        mergers.merge(ann, 999)
    mergers.merge(ann, anne)
    players.rename(ann, "Anna")
    assert (players.called("Anne"), players.called("Ann")) == (None, None)
    assert [person.name for person in players.seated(slugs[2])] == ["Ben", "Anna"]
    assert [(one.person.name, one.matches) for one in players.people(limit=9)] == [("Anna", 3), ("Ben", 3)]
    assert opened("Ann", "Ben") not in leafed(Wanted(player=ann), older=True)
    players.hide(ben, True)
    assert [one.person.name for one in players.people(limit=9)] == ["Ann", "Anna"]
    assert [one.person.name for one in players.people(limit=9, hidden=True)] == ["Ben"]
    assert players.played(ben) == 4


def test_what_was_reached_is_summed_up_alike(app: Flask) -> None:
    played("Ann", "Ben")
    played("Ben", "Ann")
    played("Ann", "Cem")
    ann, ben = number("Ann"), number("Ben")
    sums = tallying.sums(Scope(player=ann))
    assert (sums["match"].count, sums["won"].count, sums["lost"].count) == (3, 2, 1)
    assert tallying.outcomes(Scope(player=ann), ("won", "lost")) == ["won", "lost", "won"]
    assert tallying.sums(Scope(player=ann, other=ben))["match"].count == 2
    assert tallying.sums(Scope(player=ann, other=ben, together=True)) == {}
    assert tallying.sums(Scope(variant="classic"))["match"].count == 6
    assert tallying.sums(Scope(variant="classic", phone="nobody")) == {}
    ranked = [(one.place, one.person.name) for one in statistics.ranked("classic")]
    assert ranked == [(1, "Ann"), (2, "Ben"), (3, "Cem")]
