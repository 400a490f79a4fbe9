"""Lines: written once, in order, by whoever has seen all that stands."""

from __future__ import annotations

import threading
from collections import Counter

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper import services, store
from scorekeeper.database import db, write_tx
from scorekeeper.stored import LogMovedOn, Results
from tests.store.rows import NOTHING_YET, any_request, log, opened, write

pytestmark = pytest.mark.usefixtures("_inside")


def test_lines_are_numbered_from_one_in_the_order_written() -> None:
    slug = opened()
    assert write(slug, "turn-up 9C") == 1
    assert write(slug, "trick A", "A melds KH QH", seen=1) == 2
    assert log(slug) == ["turn-up 9C", "trick A", "A melds KH QH"]


def test_a_second_tap_writes_nothing_and_gets_the_first_answer() -> None:
    slug = opened()
    write(slug, "turn-up 9C")
    first = write(slug, "trick A", "A melds KH QH", seen=1, request="tap")
    version = store.read_match(slug).version  # type: ignore[union-attr]
    assert write(slug, "trick A", "A melds KH QH", seen=1, request="tap") == first == 2
    assert log(slug) == ["turn-up 9C", "trick A", "A melds KH QH"]
    assert store.read_match(slug).version == version  # type: ignore[union-attr]


def test_a_retry_is_answered_even_when_others_have_written_since() -> None:
    slug = opened()
    write(slug, "turn-up 9C", request="on bad wi-fi")
    write(slug, "trick A", seen=1)
    assert write(slug, "turn-up 9C", request="on bad wi-fi") == 1
    assert log(slug) == ["turn-up 9C", "trick A"]


@pytest.mark.parametrize(
    ("seen", "unseen"),
    [
        (0, ["turn-up 9C", "trick A", "A melds KH QH"]),
        (1, ["trick A", "A melds KH QH"]),
        (2, ["A melds KH QH"]),
        (4, []),
    ],
)
def test_a_stale_page_is_told_what_it_has_not_seen(seen: int, unseen: list[str]) -> None:
    slug = opened()
    write(slug, "turn-up 9C", "trick A", "A melds KH QH")
    with pytest.raises(LogMovedOn) as moved:
        write(slug, "trick B", seen=seen)
    assert [line.text for line in moved.value.lines] == unseen
    assert [line.number for line in moved.value.lines] == [1, 2, 3][3 - len(unseen) :]
    assert log(slug) == ["turn-up 9C", "trick A", "A melds KH QH"]


def test_each_deal_counts_its_own_lines() -> None:
    slug = opened()
    write(slug, "turn-up 9C", "trick A")
    store.open_deal(slug, 2, "A", request=any_request())
    write(slug, "turn-up AH", deal=2)
    assert (log(slug, 1), log(slug, 2)) == (["turn-up 9C", "trick A"], ["turn-up AH"])


def test_two_phones_that_tap_next_deal_open_one() -> None:
    slug = opened()
    store.open_deal(slug, 2, "A", request="one phone")
    store.open_deal(slug, 2, "A", request="the other")
    store.open_deal(slug, 2, "A", request="one phone")
    match = store.read_match(slug)
    assert match is not None
    assert [(deal.number, deal.dealer) for deal in match.deals] == [(1, "B"), (2, "A")]


def test_a_request_that_opened_a_deal_opens_no_other() -> None:
    slug = opened()
    store.open_deal(slug, 2, "A", request="back button")
    store.open_deal(slug, 3, "B", request="back button")
    match = store.read_match(slug)
    assert match is not None
    assert len(match.deals) == 2


def test_a_deal_cannot_be_skipped() -> None:
    slug = opened()
    with pytest.raises(ValueError, match=r"not the next deal of match .*: 3 \(write 2\)"):
        store.open_deal(slug, 3, "A", request=any_request())


@pytest.mark.parametrize(("slug", "deal"), [("nobody-knows", 1), (None, 2), (None, 0)])
def test_lines_need_a_deal_that_exists(slug: str | None, deal: int) -> None:
    known = opened()
    with pytest.raises(LookupError):
        write(slug or known, "trick A", deal=deal)


def test_a_write_that_fails_half_way_leaves_nothing() -> None:
    slug = opened()
    write(slug, "turn-up 9C")
    before = store.read_match(slug)
    nonsense: dict[str, int] = {"A": 10, "B": None}  # type: ignore[dict-item]
    with pytest.raises(IntegrityError):
        write(slug, "trick A", seen=1, results=Results("closed", "A", nonsense))
    assert store.read_match(slug) == before


@pytest.mark.parametrize(
    "words", ["Ä♥ 𝔉 '\"; DROP TABLE line; --", "<script>alert(1)</script>", "\u202eevil", "👩‍👩‍👧"]
)
def test_a_text_comes_back_as_it_was_written(words: str) -> None:
    slug = opened()
    write(slug, f"A adjusts -40 {words}")
    assert log(slug) == [f"A adjusts -40 {words}"]


def test_eight_phones_at_once_lose_and_double_nothing(app: Flask) -> None:
    slug = opened()
    phones, taps = 8, 25
    failures: list[BaseException] = []

    def tap_on(phone: int) -> None:
        try:
            with app.app_context():
                for tap in range(taps):
                    seen = 0
                    while True:
                        try:
                            write(slug, f"A adjusts {tap + 1} phone {phone}", seen=seen, request=f"{phone}-{tap}")
                            break
                        except LogMovedOn as moved:
                            seen = moved.lines[-1].number
        except BaseException as failure:
            failures.append(failure)
            raise

    threads = [threading.Thread(target=tap_on, args=(phone,)) for phone in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    written = log(slug)
    assert len(written) == phones * taps
    assert set(Counter(written).values()) == {1}
    for phone in range(phones):
        mine = [line for line in written if line.endswith(f"phone {phone}")]
        assert mine == [f"A adjusts {tap + 1} phone {phone}" for tap in range(taps)]


def test_the_same_tap_from_eight_threads_writes_once(app: Flask) -> None:
    slug = opened()
    answers: list[int] = []
    together = threading.Barrier(8)

    def tap() -> None:
        with app.app_context():
            together.wait()
            answers.append(write(slug, "turn-up 9C", request="the same"))

    threads = [threading.Thread(target=tap) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [1] * 8
    assert log(slug) == ["turn-up 9C"]


@pytest.mark.parametrize(
    "orphan",
    [
        "INSERT INTO deal (match_id, number, dealer, opened_at) VALUES (4711, 1, 'A', '2026-01-01')",
        "INSERT INTO line (deal_id, number, text, written_at) VALUES (4711, 1, 'trick A', '2026-01-01')",
        "INSERT INTO result (match_id, side, total) VALUES (4711, 'A', 10)",
    ],
)
def test_nothing_is_kept_that_belongs_to_nothing(orphan: str) -> None:
    with pytest.raises(IntegrityError), write_tx() as connection:
        connection.execute(text(orphan))


def test_results_that_nobody_has_yet_are_zero() -> None:
    slug = opened()
    (listed,) = services.matches("open", limit=1).matches
    assert (listed.slug, listed.totals) == (slug, NOTHING_YET.totals)


def test_sqlite_keeps_what_it_has_acknowledged(app: Flask) -> None:
    if db.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL keeps its own settings")
    with db.engine.connect() as connection:
        settings = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}
