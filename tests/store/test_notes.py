"""The note of a match on both databases, and in the file in which matches travel."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import archive, sharing, store
from scorekeeper.altering import alter, choices
from scorekeeper.bezique import records
from scorekeeper.cli import records_of
from scorekeeper.database import db
from scorekeeper.remembered import Turn, Wanted
from scorekeeper.services import rematch, sheet
from scorekeeper.tables import MatchRow
from scorekeeper.takealong import Brought, MatchesDiffer
from tests.store.luggage import CLOSING, open_one, write
from tests.store.rows import any_request
from tests.store.test_transfers import brought, exported, other

__all__ = ["other"]
NOTE = "Zoë’s 90th 🎂, “best of three”"


def note(slug: str, text: str) -> None:
    match = sheet(slug)
    alter(slug, replace(choices(match), note=text), version=match.stored.version)


def noted(app: Flask) -> str:
    """A closed match with a note, beside one without."""
    with app.app_context():
        slug = open_one()
        write(slug, *CLOSING)
        note(slug, NOTE)
        rematch(slug, request=any_request())
    return slug


def test_a_note_is_kept_and_found_in_the_history(app: Flask) -> None:
    slug = noted(app)
    with app.app_context():
        assert sheet(slug).stored.note == NOTE
        assert [match.note for match in archive.page(Wanted(), Turn(), limit=9).matches] == ["", NOTE]


def test_a_note_that_says_the_same_is_written_once(app: Flask) -> None:
    slug = noted(app)
    with app.app_context():
        before = store.read_version(slug)
        note(slug, NOTE)
        assert store.read_version(slug) == before


def test_a_match_that_was_left_long_ago_lasts_no_longer_by_its_note(app: Flask) -> None:
    """I09: a length is from the opening to the last line."""
    with app.app_context():
        slug = open_one()
        write(slug, "turn-up AH")
        assert sharing.abandon(slug)
        (before,) = archive.page(Wanted(), Turn(), limit=9).matches
        note(slug, NOTE)
        (after,) = archive.page(Wanted(), Turn(), limit=9).matches
    assert after == replace(before, note=NOTE)


def test_a_note_travels_and_comes_out_byte_by_byte(app: Flask, other: Flask) -> None:
    slug = noted(app)
    text = exported(app)
    first, second = json.loads(text)["matches"]
    assert (first["id"], first["note"]) == (slug, NOTE)
    assert "note" not in second, "a file without notes is what it was before there were any"
    assert brought(other, text) == Brought(2, 0)
    assert exported(other) == text
    assert brought(other, text) == Brought(0, 2)
    with other.app_context():
        assert sheet(slug).stored.note == NOTE


def test_another_note_is_another_match_and_overwrites_nothing(app: Flask) -> None:
    slug = noted(app)
    text = exported(app)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(MatchRow).where(MatchRow.slug == slug).values(note=""))
    with pytest.raises(MatchesDiffer) as refused:
        brought(app, text)
    assert [(one.id, one.how) for one in refused.value.found] == [(slug, "another note")]
    with app.app_context():
        assert sheet(slug).stored.note == ""


def test_the_engine_scores_a_match_with_a_note(app: Flask) -> None:
    noted(app)
    for match in records_of(json.loads(exported(app))):
        assert isinstance(match, dict)
        assert records.score(match)["totals"] == match["totals"]
