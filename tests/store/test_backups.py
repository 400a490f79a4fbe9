"""Backups: whole while others write, and restored into either database, row by row."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from sqlalchemy import insert

from scorekeeper import services, store
from scorekeeper.backups import BadBackup, Kept, back_up, restore
from scorekeeper.database import Base, write_tx
from scorekeeper.live import Hub
from scorekeeper.stored import Results
from scorekeeper.tables import ChangeRow, TallyRow
from tests.conftest import MakeApp
from tests.store.rows import any_request, log, opened, write
from tests.store.test_mergers import merge
from tests.store.test_upgrade import left_by
from tests.web.listening import Listener
from tests.web.people import people
from tests.web.table import stored

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def other(make_app: MakeApp, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Flask]]:
    """Makes an application on a new database, of SQLite or PostgreSQL."""
    made = []

    def make(kind: str) -> Flask:
        if kind == "sqlite":
            return make_app(INSTANCE_DIR=tmp_path / "other", DATABASE_URL=None)
        url = request.getfixturevalue("postgresql")
        name = f"{url.rpartition('/')[2]}_other"
        server = url.rpartition("/")[0] + "/postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        made.append((server, name))
        return make_app(INSTANCE_DIR=tmp_path / "other", DATABASE_URL=f"{url.rpartition('/')[0]}/{name}")

    yield make
    for server, name in made:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def fill(app: Flask) -> None:
    """Something in every table: people with keys, a match that was played again, names and texts of all kinds."""
    found = people(
        app, "turn-up AH", "A melds KH QH", "A adjusts 1000 Zoë’s gift 🎁", "A last-trick", "brisques A 8 B 8"
    )
    found.table.show()
    found.table.phone.tap("again-match")
    with app.app_context():
        slug = opened("Ἀριστοφάνης", "O'Brien; DROP TABLE line", house_rules={"brisques": "at-once"}, target=None)
        write(slug, "turn-up 9C", "trick A")
        store.open_deal(slug, 2, "A", request=any_request())
        with write_tx() as connection:
            tally = {"match_id": 1, "seat": "A", "what": "deals", "count": 1, "points": 1100, "best": 1100}
            connection.execute(insert(TallyRow).values(tally))
            changed = {"match_id": 2, "changed_at": datetime.now(UTC), "what": {"target": [1000, 600]}}
            connection.execute(insert(ChangeRow).values(changed))
        for one, other in (("Ἀριστοφάνης", "Cem"), ("Dora", "Ἀριστοφάνης")):  # one merger came along by the other
            opened(one, "Eve")
            opened(other, "Eve")
            merge(one, other)
    assert all(stored(app).values())


def without_versions(rows: Rows) -> Rows:
    """The rows without the versions of the matches: a page that is open must take what was restored for newer."""
    place = list(Base.metadata.tables["match"].columns.keys()).index("version")
    return {**rows, "match": [row[:place] + row[place + 1 :] for row in rows["match"]]}


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_every_row_comes_back_in_either_database(
    app: Flask, into: str, other: Callable[[str], Flask], tmp_path: Path
) -> None:
    fill(app)
    kept = back_up(app, tmp_path / "backup.db")
    assert kept == Kept(matches=7, lines=7)
    fresh = other(into)
    assert restore(fresh, tmp_path / "backup.db") == (kept, None)
    assert stored(fresh) == stored(app)
    with fresh.app_context():  # the numbers of new rows do not collide
        slug = opened("Ada", "Ben")
        assert write(slug, "turn-up 9C") == 1
    assert back_up(fresh, tmp_path / "again.db") == Kept(matches=8, lines=8)


def test_a_backup_is_one_file_for_its_owner_alone(app: Flask, tmp_path: Path) -> None:
    """It holds the keys of all matches."""
    fill(app)
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(app, folder / "backup.db")
    assert [path.name for path in folder.iterdir()] == ["backup.db"]
    assert stat.S_IMODE(os.stat(folder / "backup.db").st_mode) == 0o600
    with closing(sqlite3.connect(folder / "backup.db")) as found:
        assert found.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_backup_is_named_from_where_one_is(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(app)
    monkeypatch.chdir(tmp_path)
    kept = back_up(app, Path("kept.db"))
    assert (tmp_path / "kept.db").is_file()
    assert restore(app, Path("kept.db"))[0] == kept


def test_a_backup_is_of_one_moment_while_others_write(app: Flask, tmp_path: Path) -> None:
    """Each line is written with the totals and the version that belong to it: a backup holds both or neither."""
    with app.app_context():
        slugs = [opened(f"Ada {number}", f"Ben {number}") for number in range(2)]
    done = threading.Event()
    written = [0, 0]

    def keep_writing(number: int) -> None:
        with app.app_context():
            while not done.is_set():
                seen = written[number]
                with store.writing(slugs[number]) as book:
                    assert book is not None
                    results = Results("open", None, {"A": seen + 1})
                    book.append(1, ["A adjusts 1 gift"], seen=seen, request=any_request(), results=results)
                written[number] += 1

    writers = [threading.Thread(target=keep_writing, args=(number,)) for number in range(2)]
    for writer in writers:
        writer.start()
    try:
        for number in range(5):
            least = sum(written)
            kept = back_up(app, tmp_path / f"backup-{number}.db")
            assert least <= kept.lines <= sum(written) + len(writers)
            with closing(sqlite3.connect(tmp_path / f"backup-{number}.db")) as found:
                copies = found.execute(
                    "SELECT version - 1, total, count(line.id), coalesce(max(line.number), 0) FROM match "
                    "JOIN result ON result.match_id = match.id AND side = 'A' JOIN deal ON deal.match_id = match.id "
                    "LEFT JOIN line ON deal_id = deal.id GROUP BY match.id"
                ).fetchall()
            assert [set(map(int, copy)) for copy in copies] == [{int(copy[0])} for copy in copies]
    finally:
        done.set()
        for writer in writers:
            writer.join()


def test_what_was_kept_before_is_kept_aside(app: Flask, tmp_path: Path) -> None:
    fill(app)
    back_up(app, tmp_path / "backup.db")
    before = stored(app)
    with app.app_context():
        later = opened("Cem", "Dora")
        write(later, "turn-up AH")
    lost = stored(app)
    for number in (1, 2):
        kept, aside = restore(app, tmp_path / "backup.db")
        assert kept.matches == 7
        assert aside == Path(app.instance_path) / f"before-restore-{number}.db"
        assert without_versions(stored(app)) == without_versions(before)
    restore(app, Path(app.instance_path) / "before-restore-1.db")
    assert without_versions(stored(app)) == without_versions(lost)


def test_a_server_that_runs_shows_what_was_restored(app: Flask, tmp_path: Path) -> None:
    """The page that it has drawn before is not shown again, and the streams go on, whichever process restores."""
    found = people(app, "turn-up AH", "A melds KH QH")
    back_up(app, tmp_path / "backup.db")
    found.table.write("B melds bezique QS JD")
    newest = found.table.sheet().stored.version
    assert "bezique" in found.table.show().words
    with closing(Listener(found, "viewer", f"?since={newest}")) as viewer:
        restore(app, tmp_path / "backup.db")
        assert "Ben, bezique" not in found.table.show().words
        said = viewer.next()
        assert said is not None
        assert said.name == "board"
        assert said.id > newest
        assert "Ben, bezique" not in said.data
        found.table.write("B melds marriage KC QC")
        said = viewer.next()
        assert said is not None
        assert "Ben, marriage" in said.data
    hub: Hub = app.extensions["hub"]
    hub.stop()


def test_nobody_writes_between_the_safety_copy_and_the_restored_state(app: Flask, tmp_path: Path) -> None:
    """A line that was acknowledged is in the safety copy, or it is in what is kept now."""
    with app.app_context():
        slug = opened("Ada", "Ben")
    back_up(app, tmp_path / "backup.db")
    done = threading.Event()
    acknowledged: list[str] = []

    def keep_writing() -> None:
        with app.app_context():
            while not done.is_set():
                line = f"A adjusts 1 gift-{len(acknowledged)}"
                with store.writing(slug) as book:
                    assert book is not None
                    seen = len(book.match.deals[0].lines)
                    results = Results("open", None, {})
                    book.append(1, [line], seen=seen, request=any_request(), results=results)
                acknowledged.append(line)

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        asides = []
        for _ in range(4):
            while not acknowledged:
                pass
            _kept, aside = restore(app, tmp_path / "backup.db")
            assert aside is not None
            asides.append(aside)
    finally:
        done.set()
        writer.join()
    found: list[str] = []
    for aside in asides:
        with closing(sqlite3.connect(aside)) as kept:
            found += [text for (text,) in kept.execute("SELECT text FROM line ORDER BY number")]
    with app.app_context():
        found += log(slug)
    assert found == acknowledged


# What cannot be restored ----------------------------------------------------------------------------------------------


@pytest.fixture
def backup(make_app: MakeApp, tmp_path: Path) -> Path:
    app = make_app(INSTANCE_DIR=tmp_path / "first")
    with app.app_context():
        write(opened("Cem", "Dora"), *["A adjusts 1 because " + "x" * 150] * 200)
    back_up(app, tmp_path / "backup.db")
    return tmp_path / "backup.db"


def cut_short(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def overwritten(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        opened.write(b"a diary, " * 2000)


def no_database(file: Path) -> None:
    file.write_text("a diary, " * 1000, encoding="ascii")


def empty(file: Path) -> None:
    file.write_bytes(b"")


def statement(*statements: str) -> Callable[[Path], None]:
    def run(file: Path) -> None:
        with closing(sqlite3.connect(file)) as found, found:
            for one in statements:
                found.execute(one)

    return run


def foreign(file: Path) -> None:
    file.unlink()
    statement("CREATE TABLE recipe (id INTEGER)")(file)


def foreign_with_revisions(file: Path) -> None:
    file.unlink()
    statement("CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('0001')")(file)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (cut_short, "malformed|damaged"),
        (overwritten, "malformed|damaged"),
        (no_database, "is no backup of a score keeper: file is not a database"),
        (empty, "is no backup of a score keeper: no such table"),
        (foreign, "is no backup of a score keeper: no such table"),
        (foreign_with_revisions, "is no backup of a score keeper: no such table"),
        (statement("UPDATE alembic_version SET version_num = '9999'"), r"newer score keeper \(revision 9999\)"),
        (statement("DELETE FROM alembic_version"), "damaged: some of its rows are missing"),
        (statement("PRAGMA foreign_keys=OFF", "DELETE FROM deal"), "damaged: some of its rows are missing"),
        (statement("ALTER TABLE match RENAME COLUMN version TO edition"), "cannot be restored, nothing was changed"),
        (Path.unlink, "is not there: name a file that"),
        (folder, "is not there: name a file that"),
    ],
)
def test_what_cannot_be_restored_is_named_and_changes_nothing(
    app: Flask, backup: Path, spoil: Callable[[Path], None], reason: str
) -> None:
    with app.app_context():
        write(opened("Ada", "Ben"), "turn-up AH")
    before = stored(app)
    spoil(backup)
    with pytest.raises(BadBackup, match=reason):
        restore(app, backup)
    assert stored(app) == before


def test_a_backup_of_an_older_program_is_brought_up_to_date(app: Flask, tmp_path: Path) -> None:
    old = left_by("0001", tmp_path / "old.db")
    untouched = old.read_bytes()
    kept, _ = restore(app, old)
    assert kept == Kept(matches=2, lines=7)
    assert old.read_bytes() == untouched
    with app.app_context():
        assert log("second-matc2") == ["turn-up 7H"]
        assert write("second-matc2", "turn-up AH", deal=2) == 1
        assert services.sheet("first-match1").standing.totals == {"A": 110, "B": 1010}


def test_a_copy_with_its_write_ahead_log_is_restored_whole(app: Flask, make_app: MakeApp, tmp_path: Path) -> None:
    """Somebody copied both files of a database instead of making a backup."""
    other = make_app(INSTANCE_DIR=tmp_path / "first")
    copied = tmp_path / "copied"
    copied.mkdir()
    with other.app_context():
        slug = opened("Cem", "Dora")
        write(slug, "turn-up AH")
        for name in ("scorekeeper.db", "scorekeeper.db-wal"):
            shutil.copy(Path(other.instance_path) / name, copied / name)
    restore(app, copied / "scorekeeper.db")
    with app.app_context():
        assert log(slug) == ["turn-up AH"]


# What cannot be backed up ---------------------------------------------------------------------------------------------


def test_no_file_is_written_over(app: Flask, tmp_path: Path) -> None:
    target = tmp_path / "backup.db"
    target.write_text("a diary", encoding="ascii")
    with pytest.raises(BadBackup, match="is there already: name a new file"):
        back_up(app, target)
    assert target.read_text(encoding="ascii") == "a diary"


def test_a_folder_that_is_not_there_is_named(app: Flask, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="nowhere is no folder: name a file in a folder that is there"):
        back_up(app, tmp_path / "nowhere" / "backup.db")


def test_a_backup_that_fails_leaves_nothing(make_app: MakeApp, tmp_path: Path) -> None:
    app = make_app()
    folder = tmp_path / "backups"
    folder.mkdir()
    (Path(app.instance_path) / "scorekeeper.db").write_text("a diary, " * 1000, encoding="ascii")
    with pytest.raises(BadBackup, match="cannot be written: file is not a database"):
        back_up(app, folder / "backup.db")
    assert list(folder.iterdir()) == []
