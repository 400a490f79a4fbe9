"""The commands `export` and `import`, started as people start them."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import services
from scorekeeper.carrying import PATIENCE
from scorekeeper.cli import main
from tests.conftest import MakeApp
from tests.store.luggage import SCORES, file_of, pack, recorded
from tests.test_cli import environment, run

CASES = file_of(*(recorded(case, number) for number, case in enumerate(SCORES)))


@pytest.fixture
def folder(make_app: MakeApp) -> Path:
    """The instance folder of a server at which matches of every kind were played."""
    app = make_app()
    with app.app_context():
        pack()
    return Path(app.instance_path)


def test_matches_are_carried_from_one_folder_to_another(folder: Path, tmp_path: Path) -> None:
    first, second, other = tmp_path / "first.json", tmp_path / "second.json", tmp_path / "other"
    assert run(folder, "export", str(first)).stdout == f"{first} holds 17 matches.\n"
    assert run(other, "import", str(first)).stdout == "17 matches are new, 0 were here already.\n"
    assert run(other, "import", str(first)).stdout == "0 matches are new, 17 were here already.\n"
    run(other, "export", str(second))
    assert second.read_bytes() == first.read_bytes()


def test_a_dash_is_standard_output_and_input(folder: Path, tmp_path: Path) -> None:
    text = run(folder, "export", "-").stdout
    command = [sys.executable, "-m", "scorekeeper.cli", "import", "-"]
    done = subprocess.run(
        command, input=text.encode(), env=environment(tmp_path / "other"), capture_output=True, check=True
    )
    assert done.stdout.decode().startswith("17 matches are new")


def test_one_match_is_taken_by_its_id(folder: Path, tmp_path: Path) -> None:
    all_of_them = json.loads(run(folder, "export", "-").stdout)["matches"]
    chosen = [all_of_them[at]["id"] for at in (3, 1)]
    found = json.loads(run(folder, "export", "-", "--match", chosen[0], "--match", chosen[1]).stdout)["matches"]
    assert [match["id"] for match in found] == [chosen[1], chosen[0]]
    target = tmp_path / "new.json"
    said = run(folder, "export", str(target), "--match", chosen[0], "--match", "nobody", status=2).stderr
    assert "scorekeeper: no match 'nobody': nothing was written" in said
    assert not target.exists()


def test_no_file_is_written_over(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "diary.txt"
    target.write_text("a diary", encoding="utf-8")
    assert f"{target} is there already: name a new file" in run(folder, "export", str(target), status=2).stderr
    assert target.read_text(encoding="utf-8") == "a diary"
    assert list(tmp_path.glob(".*.part")) == []


def test_a_folder_that_is_not_there_is_named(folder: Path, tmp_path: Path) -> None:
    said = run(folder, "export", str(tmp_path / "nowhere" / "record.json"), status=2).stderr
    assert f"{tmp_path / 'nowhere'} is no folder" in said


REFUSED = [
    ("half a file", CASES[:3000], "this is not JSON, or not all of it: line 5"),
    ("another format", b"{}", "missing in a record file: format, version, matches"),
    ("a line that cannot be read", CASES.replace(b"A last-trick", b"A last-tick", 1),
     "matches[0].deals[0].log[3]: unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "says"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_file_that_cannot_be_brought_in_is_named(content: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(content)
    said = run(tmp_path / "other", "import", str(file), status=2).stderr
    assert f"scorekeeper: {file}: {says}" in said
    assert "Nothing was brought in." in said
    assert json.loads(run(tmp_path / "other", "export", "-").stdout)["matches"] == []


def test_what_differs_is_named_and_left_if_so_asked(tmp_path: Path) -> None:
    """J: somebody else's copy of the evening, of which one match went on here."""
    file, other = tmp_path / "record.json", tmp_path / "other"
    old, new = recorded(SCORES[0]), recorded(SCORES[1], 1)
    file.write_bytes(file_of({**old, "hints": True}))
    run(other, "import", str(file))
    file.unlink()
    file.write_bytes(file_of(old, new))
    said = run(other, "import", str(file), status=2).stderr.splitlines()
    assert said[0] == f"scorekeeper: {file}: 1 match of the file is not what it is here: nothing here is overwritten."
    assert re.fullmatch(r"  case-0000000  2025-11-\d\d \d\d:\d\d  Alice : .+: other choices", said[1])
    assert said[2] == (
        "Nothing was brought in. --leave-differing brings in 1 new match, and leaves these as they are here."
    )
    done = run(other, "import", "--leave-differing", str(file)).stdout
    assert done == "1 match is new, 0 were here already, 1 differs and was left.\n"
    said = run(other, "import", str(file), status=2).stderr.splitlines()
    assert said[2] == "Nothing was brought in: no match of the file is new."
    assert [match["hints"] for match in json.loads(run(other, "export", "-").stdout)["matches"]] == [True, False]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nowhere.json: No such file" in run(tmp_path, "import", str(tmp_path / "nowhere.json"), status=2).stderr


def test_what_a_command_brings_in_the_household_may_go_on_with(make_app: MakeApp, tmp_path: Path) -> None:
    (tmp_path / "record.json").write_bytes(CASES)
    app = make_app()
    run(Path(app.instance_path), "import", str(tmp_path / "record.json"))
    page = app.test_client().get("/matches/case-0000000").text
    assert "Play again" in page
    with app.app_context():
        assert services.rebuild() == []


def test_an_export_is_scored_without_flask_and_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CASES)))
    assert main(["score", "-"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["totals"] for answer in found] == [case["expect"]["totals"] for case in SCORES]


DRAWS = """
from scorekeeper import cli, services, scoresheets, takealong
app = cli._start_app()
app.logger.info("ready")
with app.app_context():
    print(scoresheets.pdf(services.sheet(takealong.all_slugs()[0]))[:5])
"""


def test_a_sheet_that_is_drawn_fills_no_terminal(folder: Path) -> None:
    """What a server logs is what somebody must know; not each table of a font."""
    command = [sys.executable, "-c", DRAWS]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True, check=True)
    assert done.stdout == "b'%PDF-'\n"
    assert [line.partition(" INFO ")[2] for line in done.stderr.splitlines()] == ["scorekeeper: ready"]


def on_terminal(folder: Path, patience: float, *arguments: str) -> str:
    """What a command says on a terminal whose person has so much *patience*."""
    said = f"import sys; from scorekeeper import carrying, cli; carrying.PATIENCE = {patience}; sys.exit(cli.main())"
    reading, writing = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-c", said, *arguments]
    with subprocess.Popen(command, env=environment(folder), stdout=subprocess.DEVNULL, stderr=writing) as running:
        os.close(writing)
        heard = b""
        try:
            while piece := os.read(reading, 65536):
                heard += piece
        except OSError:  # the terminal is gone
            pass
        assert running.wait() == 0
    os.close(reading)
    return heard.decode()


def test_a_bar_is_shown_to_who_waits_longer_than_a_second(tmp_path: Path) -> None:
    assert PATIENCE == 1.0
    file, other = tmp_path / "record.json", tmp_path / "other"
    file.write_bytes(CASES)
    assert "Read and written" in (bar := on_terminal(other, 0, "import", str(file)))
    assert "100%" in bar
    assert "Exported" in on_terminal(other, 0, "export", "-")
    assert "Exported" not in on_terminal(other, 60, "export", "-")
    assert run(other, "export", str(tmp_path / "quiet.json")).stderr.count("Exported") == 0
