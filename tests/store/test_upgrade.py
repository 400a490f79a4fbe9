"""Upgrades: whatever an older program has kept is kept, and a newer one's is left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import create_app, holders, mergers, players, services, statistics, store
from scorekeeper.database import db, write_tx
from scorekeeper.remembered import Scope
from scorekeeper.upgrade import MIGRATIONS, NewerDatabase, upgrade_database
from tests.conftest import MakeApp, close
from tests.store.rows import log, opened, write

OLD_SCHEMAS = Path(__file__).parent / "data"

STRICTER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002_try", {newest!r}

def upgrade():
    with op.batch_alter_table("match") as match:  # on SQLite: a new table, the rows copied, the old one dropped
        match.add_column(sa.Column("place", sa.String()))
        match.create_check_constraint("some", "version > 0")
"""
CARELESS = """
from alembic import op

revision, down_revision = "0002_try", {newest!r}

def upgrade():
    op.execute("DELETE FROM deal")
    op.execute("DELETE FROM player")
"""


@pytest.fixture
def sqlite_app(make_app: MakeApp) -> Flask:
    return make_app()


def next_program(folder: Path, revision: str) -> Path:
    """The migrations of a program to come: ours, and one revision more."""
    migrations = folder / "migrations"
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    newest = max(path.stem for path in (migrations / "versions").glob("*.py"))[:4]
    (migrations / "versions" / "0002_try.py").write_text(revision.format(newest=newest), encoding="utf-8")
    return migrations


def backups(app: Flask) -> list[Path]:
    return sorted(Path(app.instance_path).glob("backup-*.db"))


def left_by(revision: str, database: Path) -> Path:
    """The database of that name as *revision* left it."""
    with closing(sqlite3.connect(database)) as old:
        old.executescript((OLD_SCHEMAS / f"revision_{revision}.sql").read_text(encoding="utf-8"))
    return database


def test_the_first_schema_is_read_by_todays_program(tmp_path: Path, make_app: MakeApp) -> None:
    left_by("0001", tmp_path / "scorekeeper.db")
    app = make_app(INSTANCE_DIR=tmp_path)
    with app.app_context():
        assert log("first-match1") == [
            "turn-up 9C",
            "trick A",
            "A melds KH QH",
            "B last-trick",
            "A brisques 9",
            "B adjusts 1000 Zoë’s gift 🎁",
        ]
        assert (log("second-matc2", 1), log("second-matc2", 2)) == (["turn-up 7H"], [])
        second = store.read_match("second-matc2")
        assert second is not None
        assert (second.names, second.rematch_of) == ((("Ada", "Cem"), ("Ben", "Dora")), "first-match1")
        (closed,) = services.matches("closed", limit=5).matches
        assert (closed.winner, closed.totals) == ("B", {"A": 110, "B": 1010})
        assert write("second-matc2", "turn-up AH", deal=2) == 1


def test_the_second_schema_loses_no_line_key_or_phone(tmp_path: Path, make_app: MakeApp) -> None:
    database = left_by("0002", tmp_path / "scorekeeper.db")
    with closing(sqlite3.connect(database)) as old:
        lines = old.execute("SELECT * FROM line ORDER BY id").fetchall()
        keys = old.execute("SELECT * FROM access ORDER BY id").fetchall()
        phones = old.execute("SELECT * FROM holder ORDER BY id").fetchall()
    app = make_app(INSTANCE_DIR=tmp_path)
    with closing(sqlite3.connect(database)) as new:
        assert new.execute("SELECT * FROM line ORDER BY id").fetchall() == lines
        assert new.execute("SELECT * FROM access ORDER BY id").fetchall() == keys
        assert new.execute("SELECT * FROM holder ORDER BY id").fetchall() == phones
        sat = "SELECT count(*) FROM match_player JOIN match ON match.id = match_id"
        assert new.execute(f"{sat} AND match.opened_at = match_player.opened_at").fetchone() == (10,)
    with app.app_context():
        assert log("first-match2")[:6] == [
            "turn-up 7C",
            "trick A",
            "A melds marriage KH QH",
            "take back 3",
            "A melds marriage KS QS",
            "trick B",
        ]
        assert log("first-match2", 2)[-1] == "brisques A 10 B 6"
        assert log("first-match2")[-1] == "B adjusts -40 revoke, “said” Zoë 🎁"
        (closed,) = services.matches("closed", limit=5).matches
        assert (closed.slug, closed.winner, closed.totals) == ("first-match2", "A", {"A": 1080, "B": 140})
        (abandoned,) = services.matches("abandoned", limit=5).matches
        assert (abandoned.slug, len(abandoned.names)) == ("third-match2", 4)
        held = holders.held("first-match2", "phone-of-ben")
        assert held is not None
        assert (held.right, held.seat) == ("scorer", "B")
        assert write("second-matc2", "trick A", seen=1) == 2


def test_the_third_schema_loses_no_line_figure_or_person(tmp_path: Path, make_app: MakeApp) -> None:
    database = left_by("0003", tmp_path / "scorekeeper.db")
    whole = ("line", "access", "holder", "deal", "result", "tally", "change", "player")
    asked = "SELECT match_id, seat, place, player_id, opened_at FROM match_player ORDER BY match_id, seat, place"
    with closing(sqlite3.connect(database)) as old:
        before = {table: old.execute(f'SELECT * FROM "{table}" ORDER BY 1, 2, 3').fetchall() for table in whole}
        sat = old.execute(asked).fetchall()
        matches = old.execute("SELECT * FROM match ORDER BY id").fetchall()
    assert (len(before["line"]), len(before["tally"]), len(sat), len(matches)) == (14, 14, 12, 5)
    app = make_app(INSTANCE_DIR=tmp_path)
    with closing(sqlite3.connect(database)) as new:
        after = {table: new.execute(f'SELECT * FROM "{table}" ORDER BY 1, 2, 3').fetchall() for table in whole}
        assert after == before
        assert new.execute(asked).fetchall() == sat
        assert new.execute("SELECT * FROM match ORDER BY id").fetchall() == [(*match, "") for match in matches]
    with app.app_context():
        assert log("first-match3")[2:5] == ["A melds marriage KH QH", "take back 3", "A melds marriage KS QS"]
        assert log("first-match3")[-1] == "A adjusts 400 said “Zoë” 🎁"
        (closed,) = services.matches("closed", limit=5).matches
        assert (closed.slug, closed.winner, closed.totals) == ("first-match3", "A", {"A": 530, "B": 110})
        assert store.read_match("fifth-match3") is None, "it stays deleted"
        assert [one.person.name for one in players.people(limit=9, hidden=True)] == ["Dora"]
        assert write("second-matc3", "trick A", seen=1) == 2
        ada, zoe = (players.called(name) for name in ("Ada", "Zoë"))
        assert ada is not None
        assert zoe is not None
        mergers.merge(ada.id, zoe.id)
        (merger,) = mergers.mergers(ada.id)
        assert mergers.part(ada.id, merger.id) == players.called("Zoë")


def test_what_was_tallied_of_brisques_kept_aside_is_counted_anew(tmp_path: Path, make_app: MakeApp) -> None:
    """C02: statistics follow from the log, also in a database of an older program."""
    database = left_by("0003", tmp_path / "scorekeeper.db")
    with closing(sqlite3.connect(database)) as old, old:
        old.execute("""UPDATE match SET house_rules = '{"brisques": "match-end"}', target = 400 WHERE id = 1""")
        old.execute("UPDATE tally SET points = 430, best = 430 WHERE seat = 'A' AND what = 'deal'")
    app = make_app(INSTANCE_DIR=tmp_path)
    with app.app_context():
        assert statistics.catch_up(Scope(variant="classic")) == 0, "all is counted"
    with closing(sqlite3.connect(database)) as new:
        dealt = "SELECT seat, count, points, best FROM tally WHERE what = 'deal' ORDER BY seat"
        assert new.execute(dealt).fetchall() == [("A", 1, 530, 530), ("B", 1, 110, 110)]


def test_an_upgraded_database_loses_no_line(sqlite_app: Flask, tmp_path: Path) -> None:
    with sqlite_app.app_context():
        slug = opened("Ada", "Ben")
        write(slug, "turn-up 9C", "trick A")
        before = store.read_match(slug)
        upgrade_database(sqlite_app, next_program(tmp_path, STRICTER))
        assert store.read_match(slug) == before
        with db.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0002_try"
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_backup_is_made_before_an_upgrade(sqlite_app: Flask, tmp_path: Path) -> None:
    with sqlite_app.app_context():
        write(opened("Ada", "Ben"), "turn-up 9C", "trick A")
        upgrade_database(sqlite_app, next_program(tmp_path, STRICTER))
    (backup,) = backups(sqlite_app)
    assert backup.name.endswith("-before-0002_try.db")
    with closing(sqlite3.connect(backup)) as kept:
        assert kept.execute("SELECT text FROM line ORDER BY number").fetchall() == [("turn-up 9C",), ("trick A",)]
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() != [("0002_try",)]


def test_a_start_without_an_upgrade_makes_no_backup(sqlite_app: Flask) -> None:
    upgrade_database(sqlite_app)
    assert backups(sqlite_app) == []


def test_a_migration_that_orphans_rows_is_undone(sqlite_app: Flask, tmp_path: Path) -> None:
    with sqlite_app.app_context():
        slug = opened("Ada", "Ben")
        write(slug, "turn-up 9C")
        before = store.read_match(slug)
        with pytest.raises(RuntimeError, match="references to rows that are gone"):
            upgrade_database(sqlite_app, next_program(tmp_path, CARELESS))
        assert store.read_match(slug) == before


def test_the_database_of_a_newer_program_is_refused_and_left_alone(app: Flask) -> None:
    with app.app_context():
        slug = opened()
        write(slug, "turn-up 9C")
        with write_tx() as connection:
            mine = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        try:
            with pytest.raises(NewerDatabase, match=r"newer score keeper \(revision 9999.*nothing was changed"):
                upgrade_database(app)
            assert log(slug) == ["turn-up 9C"]
            assert backups(app) == []
        finally:
            with write_tx() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = :mine"), {"mine": mine})


def test_the_tables_are_those_of_the_migrations(app: Flask) -> None:
    checked = app.test_cli_runner().invoke(args=["db", "check"])
    assert checked.exit_code == 0, checked.output


def test_programs_started_together_make_one_database_and_one_key(tmp_path: Path, database_url: str | None) -> None:
    start = "from scorekeeper import create_app; print(create_app().config['SECRET_KEY'])"
    environment = os.environ | {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    environment |= {"DATABASE_URL": database_url} if database_url else {}
    if database_url is None:
        environment.pop("DATABASE_URL", None)
    started = [
        subprocess.Popen([sys.executable, "-c", start], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    keys = [program.communicate()[0] for program in started]
    assert [program.returncode for program in started] == [0] * 4
    assert len(set(keys)) == 1
    assert keys[0].strip() == (tmp_path / "secret_key").read_text(encoding="ascii")
    app = create_app({"INSTANCE_DIR": tmp_path, "DATABASE_URL": database_url})
    with app.app_context():
        write(opened(), "turn-up 9C")
    close(app)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_a_postgresql_address_is_understood(scheme: str, postgresql: str, make_app: MakeApp) -> None:
    app = make_app(DATABASE_URL=scheme + "://" + postgresql.partition("://")[2])
    with app.app_context():
        assert db.engine.url.drivername.startswith("postgresql")
        assert store.read_match("nobody-knows") is None
