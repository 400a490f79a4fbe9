"""What is chosen otherwise, deleted, brought back and purged, on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, update

from scorekeeper import changes, deleted, holders, listing, services, sharing, store
from scorekeeper.altering import Choices, alter
from scorekeeper.bezique.corrections import Fate
from scorekeeper.database import Base, db
from scorekeeper.mending import Foreseen, mend
from scorekeeper.services import Written
from scorekeeper.stored import KEPT_DELETED, LogMovedOn, Results
from scorekeeper.tables import MatchRow, PlayerRow
from tests.store.rows import any_request, log, opened, write

pytestmark = pytest.mark.usefixtures("_inside")
CHOICES = Choices(1000, {}, False, False, (("Ada",), ("Ben",)))


def version(slug: str) -> int:
    read = store.read_version(slug)
    assert read is not None
    return read.number


def hosted(*names: str) -> str:
    return opened(*names, seats=("A", "B"), phone="the host's browser")


def test_an_amendment_is_one_more_line_and_a_new_version() -> None:
    slug = opened()
    write(slug, "turn-up AH", "A melds bezique QS JD")
    before = version(slug)
    outcome = mend(slug, 1, 2, "B melds QS JD", decisions={}, seen=2, request=any_request())
    assert outcome == Written(3)
    assert log(slug) == ["turn-up AH", "A melds bezique QS JD", "amend 2 B melds bezique QS JD"]
    assert version(slug) == before + 1
    assert services.matches("open", limit=1).matches[0].totals == {"A": 0, "B": 40}


def test_all_that_follows_is_written_at_once_or_nothing() -> None:
    slug = opened()
    write(slug, "turn-up AH", "A melds royal-marriage KH QH", "A melds sequence AH 10H JH + KH QH")
    said = {"seen": 3, "request": any_request()}
    assert isinstance(mend(slug, 1, 2, "A melds KS QS", decisions={}, **said), Foreseen)  # type: ignore[arg-type]
    assert len(log(slug)) == 3
    assert mend(slug, 1, 2, "A melds KS QS", decisions={3: Fate.STRIKE}, **said) == Written(4)  # type: ignore[arg-type]
    assert log(slug)[3:] == ["amend 2 A melds marriage KS QS", "take back 3"]
    again = mend(slug, 1, 2, "A melds KS QS", decisions={3: Fate.STRIKE}, **said)  # type: ignore[arg-type]
    assert again == Written(4)
    assert len(log(slug)) == 5
    with pytest.raises(LogMovedOn):
        mend(slug, 1, 2, "strike", decisions={}, seen=3, request=any_request())


def test_other_choices_are_kept_with_what_they_changed() -> None:
    slug = opened()
    before = version(slug)
    new = Choices(500, {"brisques": "none"}, True, True, (("Ben",), ("Cleo",)))
    alter(slug, new, version=before, author=7)
    match = store.read_match(slug)
    assert match is not None
    assert (match.target, match.house_rules, match.hints, match.note_tricks) == (500, {"brisques": "none"}, True, True)
    assert match.names == (("Ben",), ("Cleo",))
    assert match.version == before + 1
    (change,) = changes.changes(slug)
    assert change.author == 7
    assert change.what["target"] == [1000, 500]
    assert change.what["names"] == [[["Ada"], ["Ben"]], [["Ben"], ["Cleo"]]]
    with pytest.raises(LogMovedOn):
        alter(slug, CHOICES, version=before)


def test_one_person_does_not_sit_in_two_places() -> None:
    slug = opened()
    with pytest.raises(ValueError, match="one person in two places"):
        alter(slug, Choices(1000, {}, False, False, (("Ben",), ("BEN ",))), version=version(slug))
    assert store.read_match(slug).names == (("Ada",), ("Ben",))  # type: ignore[union-attr]
    assert changes.changes(slug) == []


def test_a_deleted_match_is_read_by_nobody_until_it_is_brought_back() -> None:
    slug = hosted("Gerda", "Hugo")
    write(slug, "turn-up AH")
    before = version(slug)
    assert deleted.set_deleted(slug, True)
    assert store.read_match(slug) is None
    assert store.read_version(slug) is None
    with store.writing(slug) as book:
        assert book is None
    with pytest.raises(LookupError):
        store.write_results(slug, Results("open", None, {}))
    assert slug not in listing.all_slugs()
    assert [match.slug for match in services.matches("open", limit=9).matches] == []
    assert listing.known_names(9) == []
    assert holders.held(slug, "the host's browser").deleted_at is not None  # type: ignore[union-attr]
    assert holders.join("another", "", pin=next(key.pin for key in holders.keys(slug) if key.pin) or "") is None
    assert [match.names for match in deleted.deleted_matches("the host's browser", False)] == [("Gerda", "Hugo")]
    assert deleted.deleted_matches("another", True) == []
    assert deleted.set_deleted(slug, False)
    assert version(slug) == before + 2, "open pages hear of both"
    assert log(slug) == ["turn-up AH"]


def test_nothing_is_left_of_what_was_deleted_too_long_ago() -> None:
    slug = hosted("Ines", "Jan")
    follows = opened("Jan", "Kim", rematch_of=slug)
    write(slug, "turn-up AH", "A melds bezique QS JD", results=Results("open", None, {"A": 40}))
    alter(slug, Choices(500, {}, False, False, (("Ines",), ("Jan",))), version=version(slug))
    kept = opened("Lea", "Max")
    deleted.set_deleted(slug, True)
    deleted.set_deleted(kept, True)
    with db.engine.begin() as connection:
        long_ago = datetime.now(UTC) - KEPT_DELETED - timedelta(minutes=1)
        connection.execute(update(MatchRow).where(MatchRow.slug == slug).values(deleted_at=long_ago))
    assert not deleted.set_deleted(slug, False), "too late"
    assert sharing.purge() == 1
    assert sharing.purge() == 0
    with db.engine.connect() as connection:
        ids = select(MatchRow.id)
        for name, table in Base.metadata.tables.items():
            if "match_id" in table.columns:
                orphans = select(func.count()).select_from(table).where(table.columns["match_id"].not_in(ids))
                assert connection.execute(orphans).scalar_one() == 0, name
        assert sorted(connection.execute(select(PlayerRow.name)).scalars()) == ["Jan", "Kim", "Lea", "Max"]
    assert store.read_match(follows).rematch_of is None  # type: ignore[union-attr]
    assert deleted.set_deleted(kept, False)
