"""A real server whose writes fail in the middle: nothing is half written, and it goes on when there is room again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.serving.server import Caller, new_request, serving

resource = pytest.importorskip("resource", reason="NOT TESTED: this system has no limits for a process")
if not hasattr(resource, "prlimit"):
    pytest.skip("NOT TESTED: this system cannot limit another process", allow_module_level=True)


def set_room(process: int, size: int) -> None:
    """Let no file of the process grow beyond *size* bytes."""
    _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, most))


def test_a_disk_that_is_full_and_then_is_not(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Caller(server.port) as phone:
        slug = phone.open_match(target=100_000)
        assert phone.write(slug, "turn-up AH", seen=0).status == 303
        database = tmp_path / "scorekeeper.db"
        size = database.with_name("scorekeeper.db-wal").stat().st_size
        acknowledged = 1
        for room in (1000, 5000, 9000, 20_000):  # it fails at one page of a transaction or another
            set_room(server.process.pid, size + room)
            for _ in range(50):
                request = new_request()
                line = f"A adjusts 1 because-{acknowledged}"
                answer = phone.write(slug, line, seen=acknowledged, request=request)
                if answer.status != 303:
                    break
                acknowledged += 1
            assert answer.status == 503, answer.text
            assert "Try again" in answer.text
            assert phone.get(f"/matches/{slug}").status == 200
            set_room(server.process.pid, resource.RLIM_INFINITY)
            for _ in range(2):
                assert phone.write(slug, line, seen=acknowledged, request=request).status == 303
            acknowledged += 1
            size = database.with_name("scorekeeper.db-wal").stat().st_size
    with closing(sqlite3.connect(database)) as found:
        assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        texts = found.execute("SELECT number, text FROM line ORDER BY number").fetchall()
        (total,) = found.execute("SELECT total FROM result WHERE side = 'A'").fetchone()
    assert texts[1:] == [(number + 1, f"A adjusts 1 because-{number}") for number in range(1, acknowledged)]
    assert total == acknowledged - 1
