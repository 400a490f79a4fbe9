"""What the store's tests write: a match of two, and shorter ways to say it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from scorekeeper import store
from scorekeeper.stored import NewMatch, Results

CLASSIC = NewMatch(
    variant="classic",
    house_rules={},
    target=1000,
    hints=False,
    note_tricks=False,
    first_dealer="B",
    names=(("Ada",), ("Ben",)),
    sides=("A", "B"),
)
NOTHING_YET = Results("open", None, {"A": 0, "B": 0})


def opened(*names: str, **chosen: Any) -> str:
    """The slug of a new match of these people, with what else was chosen."""
    new = replace(CLASSIC, **chosen)
    if names:
        new = replace(new, names=tuple((name,) for name in names))
    return store.open_match(new, request=any_request())


def write(
    slug: str, *texts: str, seen: int = 0, deal: int = 1, request: str = "", results: Results = NOTHING_YET
) -> int:
    with store.writing(slug) as book:
        if book is None:
            raise LookupError(f"no match {slug}")
        return book.append(deal, texts, seen=seen, request=request or any_request(), results=results)


def log(slug: str, deal: int = 1) -> list[str]:
    """The texts of a deal's lines; their numbers must count from 1 without gaps."""
    match = store.read_match(slug)
    assert match is not None
    lines = match.deals[deal - 1].lines
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    return [line.text for line in lines]


def any_request() -> str:
    return secrets.token_hex(8)
