"""Sixteen writers at one match, as threads and as processes: no line is lost, none is doubled, none is skipped."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import store
from scorekeeper.stored import Results
from tests.store.rows import log, opened
from tests.store.writers import texts, write_on

WRITERS, LINES = 16, 50
ROOT = Path(__file__).parent.parent.parent


def check(slug: str) -> None:
    """Everything that anybody wrote stands once, in the writer's own order; `log` has checked the numbers."""
    written = log(slug)
    assert len(written) == WRITERS * LINES
    assert set(Counter(written).values()) == {1}
    for writer in range(WRITERS):
        assert [text for text in written if text.endswith(f" {writer}")] == texts(writer, LINES)
    match = store.read_match(slug)
    assert match is not None
    assert match.version == 1 + WRITERS * LINES


def test_sixteen_threads_lose_and_double_nothing(app: Flask) -> None:
    with app.app_context():
        slug = opened()
    failures: list[BaseException] = []

    def run(writer: int) -> None:
        try:
            with app.app_context():
                write_on(slug, writer, LINES)
        except BaseException as failure:
            failures.append(failure)
            raise

    threads = [threading.Thread(target=run, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with app.app_context():
        check(slug)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED WITH PROCESSES: this system cannot fork")
def test_sixteen_processes_lose_and_double_nothing(app: Flask, database_url: str | None) -> None:
    with app.app_context():
        slug = opened()
    command = [sys.executable, "-m", "tests.store.writers", app.instance_path, database_url or "", slug]
    done = subprocess.run(
        [*command, str(WRITERS), str(LINES)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=110
    )
    assert done.returncode == 0, done.stderr
    with app.app_context():
        check(slug)


def test_one_phone_twice_at_once_writes_once(app: Flask) -> None:
    """The tap and its retry arrive together, again and again."""
    with app.app_context():
        slug = opened()
    rounds, phones = 25, 4
    together = threading.Barrier(phones)
    answers: list[list[int]] = [[] for _ in range(rounds)]

    def tap() -> None:
        with app.app_context():
            for number in range(rounds):
                together.wait()
                with store.writing(slug) as book:
                    assert book is not None
                    results = Results("open", None, {"A": number})
                    line = book.append(1, [f"A adjusts {number}"], seen=number, request=f"r{number}", results=results)
                answers[number].append(line)

    threads = [threading.Thread(target=tap) for _ in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[number + 1] * phones for number in range(rounds)]
    with app.app_context():
        assert log(slug) == [f"A adjusts {number}" for number in range(rounds)]
