"""Matches as a test needs them, written by the services and not tapped: the tests of taps tap them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper import services
from scorekeeper.services import Written
from scorekeeper.stored import NewMatch
from tests.browser.serving import LiveServer

SCORES = Path(__file__).parents[1] / "data" / "scores.json"
ALICE_AND_BEN = (("Alice",), ("Ben",))


def worked_deal() -> list[str]:
    """The lines of the customer's worked deal, 500 to 150."""
    cases: list[dict[str, Any]] = json.loads(SCORES.read_text(encoding="utf-8"))
    log: list[str] = next(case for case in cases if case["id"] == "worked-deal-classic")["deals"][0]["log"]
    return log


def stage(
    server: LiveServer,
    *deals: Sequence[str],
    names: tuple[tuple[str, ...], ...] = ALICE_AND_BEN,
    variant: str = "classic",
    target: int | None = 1000,
    hints: bool = False,
    note_tricks: bool = False,
    first_dealer: str = "B",
    **house_rules: bool | str,
) -> str:
    """Open a match and write *deals*, a sequence of lines each; the address of its page."""
    new = NewMatch(
        variant=variant,
        house_rules=house_rules,
        target=target,
        hints=hints,
        note_tricks=note_tricks,
        first_dealer=first_dealer,
        names=names,
        sides=("A", "B"),
    )
    with server.app.app_context():
        slug = services.open_match(new, request=secrets.token_hex(12))
        for number, lines in enumerate(deals, 1):
            services.open_deal(slug, number, request=secrets.token_hex(12))
            for line in lines:
                match = services.sheet(slug)
                seen = match.deal(number).seen
                outcome = services.claim(match, number, [line], seen=seen, request=secrets.token_hex(12))
                assert isinstance(outcome, Written), f"{line}: {outcome}"
    return f"/matches/{slug}"


def lines_of(server: LiveServer, path: str, deal: int = 1) -> list[str]:
    """The lines that are stored of a deal of the match under *path*."""
    with server.app.app_context():
        stored = services.sheet(path.split("/")[2].partition("?")[0]).deal(deal).stored
    return [line.text for line in stored.lines]
