"""The command that makes pictures of every state."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import NO_CHROMIUM
from tests.browser.viewers import chromium


@pytest.mark.skipif(chromium() is None, reason=NO_CHROMIUM)
def test_pictures_are_made_by_one_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.browser.screenshots", str(tmp_path), "--only", "refusal"]
    made = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=60)
    assert (made.returncode, made.stderr) == (0, "")
    assert {picture.name for picture in tmp_path.iterdir()} == {
        f"refusal-{device}-{theme}.png" for device in ("phone", "tablet") for theme in ("light", "dark")
    }
