"""Two phones end a match at the same moment: it is closed once, always."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from scorekeeper import services, store
from scorekeeper.services import Outcome, Written
from scorekeeper.stored import LogMovedOn
from tests.store.rows import any_request, log, opened

ROUNDS, A_MATCH = 100, 10
ALMOST = ("turn-up AH", "A adjusts 960 brought forward", "A last-trick")


def claim(slug: str, line: str, seen: int) -> Outcome:
    return services.claim(slug, 1, lambda _rules: line.split("|"), seen=seen, request=any_request())


@pytest.mark.parametrize(
    "taps",
    [
        ("brisques A 8 B 8", "brisques A 8 B 8"),
        ("brisques A 8 B 8", "brisques A 9 B 7"),
    ],
    ids=["the same line", "two counts"],
)
def test_a_match_that_two_phones_end_is_closed_once(app: Flask, taps: tuple[str, str]) -> None:
    start = threading.Barrier(len(taps))

    def tap(slug: str, line: str, seen: int) -> Outcome | LogMovedOn:
        with app.app_context():
            start.wait()
            try:
                return claim(slug, line, seen)
            except LogMovedOn as moved:
                return moved

    with app.app_context(), ThreadPoolExecutor(len(taps)) as phones:
        for number in range(ROUNDS // len(taps)):
            if number % A_MATCH == 0:
                slug, seen = opened(), len(ALMOST)
                assert isinstance(claim(slug, "|".join(ALMOST), 0), Written)
            answers = list(phones.map(tap, [slug] * len(taps), taps, [seen] * len(taps)))
            assert sorted(type(answer).__name__ for answer in answers) == ["LogMovedOn", "Written"]
            written = taps[[type(answer) for answer in answers].index(Written)]
            match, kept = services.sheet(slug), store.read_match(slug)
            assert kept is not None
            assert log(slug)[seen:] == [written]
            assert match.standing.closing is not None
            assert match.standing.closing.line == seen + 1
            assert (kept.state, kept.winner, kept.version) == ("closed", "A", 2 + seen - len(ALMOST) + 1)
            assert isinstance(claim(slug, f"take back {seen + 1}", seen + 1), Written)
            seen += 2
