"""Matches that travel from one database into another, and back."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select

from scorekeeper import listing, services, sharing, takealong
from scorekeeper.bezique import records
from scorekeeper.cli import records_of
from scorekeeper.database import db
from scorekeeper.jsonvalues import BadRecord
from scorekeeper.recordreader import read_matches
from scorekeeper.tables import PlayerRow
from scorekeeper.takealong import Brought, MatchesDiffer
from tests.conftest import MakeApp
from tests.store.luggage import BEGAN, SCORES, delete, file_of, open_one, pack, recorded, write
from tests.web.table import stored

MakeEmpty = Callable[[], Flask]
ANY = recorded(SCORES[0])
CASES = file_of(*(recorded(case, number) for number, case in enumerate(SCORES)))


def exported(app: Flask, phone: str | None = None) -> bytes:
    with app.app_context():
        return "".join(takealong.record(takealong.all_slugs(phone))).encode()


def brought(app: Flask, content: bytes, phone: str = "") -> Brought:
    with app.app_context():
        return takealong.bring(content, phone=phone)


def left(app: Flask, content: bytes) -> Brought:
    """What is new is brought in, and what differs left."""
    with app.app_context():
        return takealong.bring(content, leave_differing=True)


@pytest.fixture
def other(make_app: MakeApp, tmp_path: Path) -> Flask:
    """Another server with an empty SQLite file."""
    return make_app(INSTANCE_DIR=tmp_path / "other")


def test_all_matches_come_out_of_another_database_byte_by_byte(app: Flask, other: Flask) -> None:
    with app.app_context():
        pack()
    text = exported(app)
    count = len(json.loads(text)["matches"])
    assert count == 17
    assert brought(other, text) == Brought(count, 0)
    assert exported(other) == text


def test_what_came_from_sqlite_comes_out_of_either_database(app: Flask, other: Flask) -> None:
    with other.app_context():
        pack()
    text = exported(other)
    brought(app, text)
    assert exported(app) == text


def test_every_score_case_travels_as_it_is(app: Flask) -> None:
    brought(app, CASES)
    assert exported(app) == CASES


def test_what_was_brought_in_shows_and_replays_like_what_was_written_here(app: Flask, other: Flask) -> None:
    with app.app_context():
        slugs = pack()
        before = {slug: services.sheet(slug) for slug in slugs}
        lists = {state: services.matches(state, limit=50).matches for state in ("open", "closed", "abandoned")}
    brought(other, exported(app))
    with other.app_context():
        for slug, match in before.items():
            there = services.sheet(slug)
            assert there.standing == match.standing
            assert there.stored.names == match.stored.names
            assert [deal.standing for deal in there.deals] == [deal.standing for deal in match.deals]
        for state, matches in lists.items():
            found = {match.slug: match for match in services.matches(state, limit=50).matches}
            assert found.keys() == {match.slug for match in matches}
            for listed in matches:
                there_too = found[listed.slug]
                assert there_too.names == listed.names
                assert replace(there_too, people=listed.people, written_at=listed.written_at) == listed
        assert services.rebuild() == []
    assert exported(other) == exported(app)


def test_a_rematch_knows_again_what_it_followed(app: Flask, other: Flask) -> None:
    with app.app_context():
        first = open_one()
        second = services.rematch(first, request="a second one")
        alone = "".join(takealong.record([second])).encode()
    brought(other, exported(app))
    with other.app_context():
        assert listing.next_match(first) == second
    assert json.loads(alone)["matches"][0]["rematch_of"] is None
    assert brought(other, alone) == Brought(0, 1)


def test_every_match_of_a_file_can_be_scored_by_the_engine_alone(app: Flask) -> None:
    with app.app_context():
        pack()
    for match in records_of(json.loads(exported(app))):
        assert isinstance(match, dict)
        answer = records.score(match)
        assert (answer["id"], answer["totals"]) == (match["id"], match["totals"])
        assert answer["winner"] == match["winner"]


def test_twice_makes_no_doubles(app: Flask) -> None:
    brought(app, CASES)
    before = stored(app)
    assert brought(app, CASES) == Brought(0, len(SCORES))
    assert stored(app) == before


def test_a_file_with_something_new_adds_only_that(app: Flask) -> None:
    first, second = (recorded(SCORES[number], number) for number in (0, 1))
    brought(app, file_of(first))
    assert brought(app, file_of(first, second)) == Brought(1, 1)


def test_a_match_that_differs_here_is_never_overwritten(app: Flask) -> None:
    with app.app_context():
        slug = open_one()
        write(slug, "turn-up AH")
        old = exported(app)
        write(slug, "A melds KH QH")
    new = recorded(SCORES[0])
    before = stored(app)
    file = file_of(new, *json.loads(old)["matches"])
    with pytest.raises(MatchesDiffer, match="1 match of the file is not what it is here") as refused:
        brought(app, file)
    assert [(match.id, match.players, match.how) for match in refused.value.found] == [
        (slug, ("Alice", "בן־ציון"), "other lines")
    ]
    assert refused.value.new == 1
    assert stored(app) == before
    assert left(app, file) == Brought(1, 0, 1)
    assert left(app, file) == Brought(0, 1, 1)
    assert json.loads(exported(app))["matches"][1]["deals"][0]["log"][-1] == "A melds royal-marriage KH QH"


DIFFERENT: list[tuple[str, dict[str, Any], str]] = [
    ("another log", {"deals": [{**ANY["deals"][0], "log": ["turn-up 7H"]}]}, "other lines"),
    ("another person", {"names": [["Alice"], ["Cy"]]}, "other names"),
    ("another spelling of a name", {"names": [["ALICE"], ["בן־ציון"]]}, ""),
    ("more said of it", {"hints": True}, "other choices"),
    ("closed at another time", {"closed_at": (BEGAN + timedelta(hours=3)).isoformat()}, "another end"),
]


@pytest.mark.parametrize(("field", "how"), [row[1:] for row in DIFFERENT], ids=[row[0] for row in DIFFERENT])
def test_it_is_said_in_what_a_match_differs(app: Flask, field: dict[str, Any], how: str) -> None:
    assert ANY["state"] == "closed"
    brought(app, file_of(ANY))
    with app.app_context():
        here = next(takealong.matches([ANY["id"]]))
    fields = dict(field)
    for deal in fields.get("deals", ()):
        deal["written_at"] = deal["written_at"][:1]
    there = read_matches(file_of({**ANY, **fields}), BEGAN + timedelta(days=9))[0]
    assert [match.how for match in takealong.differing([there], {here.id: here})] == ([how] if how else [])


def test_a_fault_refuses_a_file_whatever_may_be_left(app: Flask) -> None:
    brought(app, file_of(ANY))
    before = stored(app)
    broken = {**recorded(SCORES[1], 1), "winner": "nobody"}
    with pytest.raises(BadRecord, match=r"matches\[1\]\.winner"):
        left(app, file_of({**ANY, "hints": True}, broken))
    assert stored(app) == before


def test_what_followed_a_match_that_is_left_follows_the_one_here(app: Flask, other: Flask) -> None:
    with app.app_context():
        first = open_one()
        text = exported(app)
        second = services.rematch(first, request="a second one")
    brought(other, text)
    with other.app_context():
        write(first, "turn-up AH")
    assert left(other, exported(app)) == Brought(1, 0, 1)
    with other.app_context():
        assert listing.next_match(first) == second


def test_a_match_that_was_deleted_here_says_so(app: Flask) -> None:
    with app.app_context():
        slug = open_one()
        text = exported(app)
        delete(slug)
    assert json.loads(exported(app))["matches"] == []
    with pytest.raises(MatchesDiffer) as refused:
        brought(app, text)
    (match,) = refused.value.found
    assert (match.id, match.how) == (slug, "deleted here: its host can bring it back")
    assert left(app, text) == Brought(0, 0, 1)
    assert json.loads(exported(app))["matches"] == []


def test_a_name_that_is_known_keeps_its_spelling(app: Flask) -> None:
    match = recorded(SCORES[0])
    with app.app_context():
        open_one(names=(("Alice",), ("Ben",)))
    brought(app, file_of({**match, "names": [["ALICE"], ["ＢＥＮ"]]}))
    with app.app_context(), db.engine.connect() as connection:
        assert sorted(connection.execute(select(PlayerRow.name)).scalars()) == ["Alice", "Ben"]


def test_who_brings_a_match_in_becomes_its_host(app: Flask) -> None:
    brought(app, file_of(recorded(SCORES[0])), phone="a phone")
    with app.app_context():
        assert sharing.held("case-0000000", "a phone").right == "host"
        assert sharing.held("case-0000000", "another").right == ""
        assert {(key.right, key.seat) for key in sharing.keys("case-0000000")} == {
            *(("host", ""), ("viewer", ""), ("scorer", ""), ("scorer", "A"), ("scorer", "B"))
        }
    assert json.loads(exported(app, "a phone")) == json.loads(exported(app))
    assert json.loads(exported(app, "another"))["matches"] == []


def test_nobody_hosts_what_a_command_brings_in(app: Flask) -> None:
    brought(app, file_of(recorded(SCORES[0])))
    with app.app_context():
        assert not sharing.held("case-0000000", "").hosted


def test_keys_phones_and_authors_stay_at_home(app: Flask) -> None:
    brought(app, file_of(recorded(SCORES[0])), phone="a phone")
    text = exported(app).decode()
    with app.app_context():
        secrets = [word for key in sharing.keys("case-0000000") for word in (key.secret, key.pin) if word]
    assert not [word for word in (*secrets, "a phone", "holder") if word in text]


def test_two_who_bring_the_same_file_at_once_make_no_doubles(app: Flask) -> None:
    together = threading.Barrier(4)

    def bring(_number: int) -> Brought:
        together.wait()
        return brought(app, CASES)

    with ThreadPoolExecutor(4) as people:
        answers = list(people.map(bring, range(4)))
    assert sorted(answer.new for answer in answers) == [0, 0, 0, len(SCORES)]
    assert exported(app) == CASES


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """The statements that are sent."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        sent.append(statement)

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        try:
            yield sent
        finally:
            event.remove(db.engine, "before_cursor_execute", note)


def test_fifty_matches_are_read_in_seven_statements(app: Flask) -> None:
    brought(app, CASES)
    with counted(app) as sent:
        slugs = takealong.all_slugs()
        assert len(list(takealong.matches(slugs))) == len(SCORES)
    assert len([statement for statement in sent if statement.startswith("SELECT")]) <= 8


def test_the_order_is_that_of_their_beginnings(app: Flask) -> None:
    matches = [recorded(SCORES[number], number) for number in (2, 0, 1)]
    brought(app, file_of(*matches))
    with app.app_context():
        assert takealong.all_slugs() == ["case-0000000", "case-0000001", "case-0000002"]


def test_progress_runs_from_nothing_to_all(app: Flask) -> None:
    heard: list[tuple[int, int]] = []
    with app.app_context():
        takealong.bring(CASES, progress=lambda done, of: heard.append((done, of)))
    assert heard[-1] == (2 * len(SCORES), 2 * len(SCORES))
    assert heard == sorted(heard)
