"""The commands, started as people start them."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import services
from scorekeeper.cli import lan_address, main
from scorekeeper.stored import Results
from tests.conftest import MakeApp
from tests.store.rows import opened, write

MARRIAGE = {
    "id": "marriage",
    "variant": "classic",
    "house_rules": {},
    "dealer": "B",
    "log": ["turn-up 9C", "trick A"],
    "claim": "A melds KH QH",
}
MISSPELT = {**MARRIAGE, "id": "misspelt", "claim": "A melds QX"}
DEAL = {
    "id": "one deal",
    "variant": "classic",
    "house_rules": {},
    "target": 1000,
    "deals": [{"dealer": "B", "log": ["turn-up 7C", "trick A", "A melds KH QH"]}],
}


def write_json(path: Path, content: object) -> str:
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# rule and score -----------------------------------------------------------------------------------------------------


def test_rule_answers_each_claim_on_a_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [{**MARRIAGE, "id": str(number)} for number in (3, 1, 2)]
    assert main(["rule", write_json(tmp_path / "claims.json", records)]) == 0
    answered = answers(capsys)
    assert [answer["id"] for answer in answered] == ["3", "1", "2"]
    assert all(set(answer) == {"id", "legal", "points", "law", "says"} for answer in answered)
    assert all((answer["legal"], answer["points"]) == (True, 20) for answer in answered)


def test_score_answers_each_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", write_json(tmp_path / "matches.json", [DEAL])]) == 0
    (answer,) = answers(capsys)
    assert answer == {
        "id": "one deal",
        "totals": {"A": 20, "B": 10},
        "closed": False,
        "winner": None,
        "settlement": None,
    }


@pytest.mark.parametrize("content", [MARRIAGE, [MARRIAGE]], ids=["one record", "a list of one"])
def test_a_record_need_not_be_in_a_list(content: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", write_json(tmp_path / "claim.json", content)]) == 0
    assert [answer["id"] for answer in answers(capsys)] == ["marriage"]


def test_a_record_that_cannot_be_read_stops_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [MISSPELT, MARRIAGE, "not a record", {**MARRIAGE, "id": "last"}]
    assert main(["rule", write_json(tmp_path / "claims.json", records)]) == 1
    first, second, third, fourth = answers(capsys)
    assert set(first) == {"id", "error"}
    assert "QX" in first["error"]
    assert (second["legal"], third["id"], "error" in third, fourth["legal"]) == (True, None, True, True)


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps([MARRIAGE]).encode())))
    assert main(["rule", "-"]) == 0
    assert [answer["id"] for answer in answers(capsys)] == ["marriage"]


@pytest.mark.parametrize("content", [b"", b"{", b"trick A", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_file_that_is_not_json_is_named(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "claims.json").write_bytes(content)
    assert main(["rule", str(tmp_path / "claims.json")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "claims.json is not JSON" in said.err


def test_a_number_that_is_too_long_is_one_records_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Python reads no number of more than 4,300 digits; the records beside it are answered all the same."""
    content = json.dumps([{**MARRIAGE, "log": [7777]}, {**MARRIAGE, "id": 7777}, MARRIAGE]).replace("7777", "7" * 6000)
    (tmp_path / "claims.json").write_text(content, encoding="utf-8")
    assert main(["rule", str(tmp_path / "claims.json")]) == 1
    first, second, third = answers(capsys)
    assert first["error"] == "line 1: a line of text is wanted, read a number of 6000 digits"
    assert {**second, "id": "marriage"} == third


@pytest.mark.parametrize("command", ["rule", "score"])
def test_a_file_that_is_not_there_is_named(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, str(tmp_path / "nowhere.json")]) == 2
    assert "nowhere.json: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["rule", "score"])
def test_the_engine_answers_without_server_and_database(command: str, tmp_path: Path) -> None:
    file = write_json(tmp_path / "records.json", [])
    ask = f"""if True:
        import sys
        from scorekeeper.cli import lan_address, main
        status = main([{command!r}, {file!r}])
        print(sorted({{"flask", "sqlalchemy", "wtforms", "jinja2", "alembic", "waitress"}} & set(sys.modules)))
        sys.exit(status)"""
    asked = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "[]"


def test_a_reader_who_has_enough_is_no_error(tmp_path: Path) -> None:
    file = write_json(tmp_path / "claims.json", [MARRIAGE] * 2000)
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper.cli", "rule", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as ruling:
        assert ruling.stdout
        assert ruling.stderr
        assert ruling.stdout.readline()
        ruling.stdout.close()
        assert ruling.stderr.read() == b""
        assert ruling.wait() == 0


# serve --------------------------------------------------------------------------------------------------------------


def environment(instance: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**kept, "SCOREKEEPER_INSTANCE": str(instance)}


@contextmanager
def serving(instance: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The running program, its address and what it said about its folder."""
    command = [sys.executable, "-m", "scorekeeper.cli", *arguments]
    with subprocess.Popen(command, env=environment(instance), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            address = server.stdout.readline().split()[1]
            yield server, address, server.stdout.readline()
        finally:
            server.kill()


@pytest.mark.parametrize("arguments", [["serve", "--port", "0"], ["--port", "0", "--threads", "2"]])
def test_it_serves_and_says_where(arguments: list[str], tmp_path: Path) -> None:
    with serving(tmp_path / "new folder", *arguments) as (_server, address, folder):
        assert address.startswith("http://127.0.0.1:")
        assert str(tmp_path / "new folder") in folder
        with urllib.request.urlopen(address + "static/app.css", timeout=10) as answer:
            assert answer.status == 200
            assert "Server" not in answer.headers
    assert {"scorekeeper.db", "secret_key"} <= {path.name for path in (tmp_path / "new folder").iterdir()}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_it_is_told_to(how: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as (server, _address, _folder):
        server.send_signal(how)
        assert server.wait(timeout=10) == 0


def not_started(folder: Path, *arguments: str, **settings: str) -> str:
    """What the program says when it cannot start."""
    command = [sys.executable, "-m", "scorekeeper.cli", *arguments]
    tried = subprocess.run(command, env=environment(folder) | settings, capture_output=True, text=True, check=False)
    assert tried.returncode == 3
    assert "Traceback" not in tried.stderr
    return tried.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"scorekeeper: port {port} is taken" in not_started(tmp_path, "--port", str(port))


def test_a_newer_database_is_not_served(tmp_path: Path, migrated: Path) -> None:
    database = tmp_path / "scorekeeper.db"
    database.write_bytes(migrated.read_bytes())
    with closing(sqlite3.connect(database)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    said = not_started(tmp_path, "--port", "0")
    assert "scorekeeper: The database is of a newer score keeper (revision 9999" in said


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.db").write_text("a diary, " * 1000, encoding="ascii")
    assert "file is not a database" in not_started(tmp_path, "--port", "0")
    assert (tmp_path / "scorekeeper.db").read_text(encoding="ascii").startswith("a diary")


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    said = not_started(tmp_path, "--port", "0", DATABASE_URL=f"postgresql://postgres@127.0.0.1:{port}/club")
    assert f"port {port} failed: Connection refused" in said


@pytest.mark.parametrize("address", ["nonsense", "oracle+none://somewhere"])
def test_an_address_of_no_database_is_named(address: str, tmp_path: Path) -> None:
    assert not_started(tmp_path, "--port", "0", DATABASE_URL=address).startswith("scorekeeper: ")


@pytest.mark.parametrize(
    ("name", "said"), [("SCOREKEEPER_LISTING", "all"), ("SCOREKEEPER_URL", "here"), ("SCOREKEEPER_PROXIES", "yes")]
)
def test_a_setting_that_cannot_be_followed_is_named(name: str, said: str, tmp_path: Path) -> None:
    assert f"scorekeeper: {name} cannot be '{said}'" in not_started(tmp_path, "--port", "0", **{name: said})


# In the household ----------------------------------------------------------------------------------------------------


def lines_said(instance: Path, *arguments: str, terminal: bool, **settings: str) -> str:
    """What the server says on starting, to a file or to a terminal."""
    command = [sys.executable, "-u", "-m", "scorekeeper.cli", "--port", "0", *arguments]
    reading, writing = pytest.importorskip("pty").openpty() if terminal else os.pipe()
    with subprocess.Popen(command, env=environment(instance) | settings, stdout=writing, stderr=writing) as server:
        os.close(writing)
        said = b""
        try:
            while b"kept in" not in said or not said.endswith(b"\n"):
                said += os.read(reading, 65536)
            ready, _, _ = select.select([reading], [], [], 0.5)
            said += os.read(reading, 65536) if ready else b""
        finally:
            server.kill()
            os.close(reading)
    return said.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("arguments", "terminal", "code"),
    [
        (["--host", "0.0.0.0"], True, True),
        (["--host", "0.0.0.0"], False, False),
        ([], True, False),
    ],
    ids=["the network, a terminal", "the network, a file", "this computer alone"],
)
def test_the_address_for_the_household_is_said_and_drawn(
    arguments: list[str], terminal: bool, code: bool, tmp_path: Path
) -> None:
    said = lines_said(tmp_path, *arguments, terminal=terminal)
    host = lan_address() if arguments else "127.0.0.1"
    assert f"Scorekeeper: http://{host}:" in said
    assert ("█" in said) is code


@pytest.mark.parametrize(
    ("settings", "all_of_them"),
    [({}, True), ({"SCOREKEEPER_LISTING": "mine"}, False), ({"SCOREKEEPER_PROXIES": "1"}, False)],
)
def test_who_sees_all_matches_is_said(settings: dict[str, str], all_of_them: bool, tmp_path: Path) -> None:
    said = lines_said(tmp_path, terminal=False, **settings)
    assert ("Whoever reaches it sees all matches" in said) is all_of_them


# rebuild ------------------------------------------------------------------------------------------------------------


def test_rebuild_makes_wrong_results_right(make_app: MakeApp) -> None:
    app = make_app()
    with app.app_context():
        slug = opened("Ada", "Ben")
        write(slug, "turn-up 7C", "trick A", "A melds KH QH", results=Results("closed", "B", {"A": 4711, "B": 0}))
        opened("Cem", "Dora")
    command = [sys.executable, "-m", "scorekeeper.cli", "rebuild"]
    done = subprocess.run(command, env=environment(Path(app.instance_path)), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "2 of 2 matches"
    with app.app_context():
        assert services.matches("closed", limit=5).matches == ()
        (mended,) = [match for match in services.matches("open", limit=5).matches if match.slug == slug]
        assert (mended.winner, mended.totals) == (None, {"A": 20, "B": 10})


def test_rebuild_names_a_line_that_cannot_be_read(make_app: MakeApp) -> None:
    app = make_app()
    with app.app_context():
        slug = opened()
        write(slug, "A melds QX")
    command = [sys.executable, "-m", "scorekeeper.cli", "rebuild"]
    tried = subprocess.run(
        command, env=environment(Path(app.instance_path)), capture_output=True, text=True, check=False
    )
    assert tried.returncode == 1
    assert slug in tried.stderr
    assert "QX" in tried.stderr
    assert "Traceback" not in tried.stderr


# backup and restore -------------------------------------------------------------------------------------------------


def run(folder: Path, *arguments: str, status: int = 0, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end on the database in a folder."""
    command = [sys.executable, "-m", "scorekeeper.cli", *arguments]
    done = subprocess.run(command, env=environment(folder) | settings, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_a_backup_is_made_and_restored(make_app: MakeApp, tmp_path: Path) -> None:
    """Into a new folder, and while the server runs into the old one."""
    app = make_app()
    with app.app_context():
        slug = opened("Ada", "Ben")
        write(slug, "turn-up 7C", "trick A")
    folder, kept = Path(app.instance_path), tmp_path / "kept.db"
    said = run(folder, "backup", str(kept)).stdout
    assert f"{kept} holds 1 matches with 2 lines." in said
    assert f"The secret key of {folder} is not in it" in said

    said = run(tmp_path / "new", "restore", str(kept)).stdout
    assert said == "Restored 1 matches with 2 lines.\n"
    assert (tmp_path / "new" / "scorekeeper.db").exists()

    with serving(folder, "--port", "0") as (_server, address, _folder):
        with app.app_context():
            write(slug, "A melds KH QH", seen=2)
        with urllib.request.urlopen(f"{address}matches/{slug}/log", timeout=10) as page:
            assert "+20" in page.read().decode()
        said = run(folder, "restore", str(kept)).stdout
        assert f"What was kept before is in {folder / 'before-restore-1.db'}." in said
        with urllib.request.urlopen(f"{address}matches/{slug}/log", timeout=10) as page:
            assert "+20" not in page.read().decode()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["backup", "{taken}"], "{taken} is there already: name a new file"),
        (
            ["backup", "{folder}/nowhere/kept.db"],
            "{folder}/nowhere is no folder: name a file in a folder",
        ),
        (["restore", "{folder}/nothing.db"], "{folder}/nothing.db is not there: name a file that `scorekeeper backup`"),
        (["restore", "{taken}"], "{taken} is no backup of a score keeper: file is not a database"),
    ],
)
def test_a_backup_that_cannot_be_made_or_restored_says_why(
    arguments: list[str], complaint: str, tmp_path: Path
) -> None:
    taken = tmp_path / "diary"
    taken.write_text("a diary, " * 1000, encoding="ascii")
    words = {"taken": str(taken), "folder": str(tmp_path)}
    tried = run(tmp_path / "instance", *(argument.format(**words) for argument in arguments), status=2)
    assert f"scorekeeper: {complaint.format(**words)}" in tried.stderr
    assert tried.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "eighty"], "not a port: 'eighty' (write e.g. 8000)"),
        (["--port", "70000"], "not a port: '70000'"),
        (["serve", "--threads", "0"], "not a number of threads: '0'"),
        (["deal"], "invalid choice: 'deal'"),
        (["rule"], "FILE"),
    ],
)
def test_a_command_that_is_not_understood_says_why(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(arguments)
    assert refused.value.code == 2
    assert complaint in capsys.readouterr().err
