"""Matches as a test needs them, posted without a browser and not tapped: the tests of taps tap them."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper import services
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
    target: int | None = None,
    hints: bool = False,
    note_tricks: bool = False,
    first_dealer: str = "B",
    **house_rules: bool | str,
) -> str:
    """Open a match and write *deals*, a sequence of lines each; the address of its page."""
    seats = {f"name_{seat}{place}": name for seat, people in zip("abcd", names, strict=False)
             for place, name in zip(("", "2"), people, strict=False)}  # fmt: skip
    switches = {name: "y" for name, on in (("hints", hints), ("note_tricks", note_tricks)) if on}
    rules = {f"rule_{name}": {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
             for name, value in house_rules.items()}  # fmt: skip
    settings = {"variant": variant, "first_dealer": first_dealer, "target": target or "", **seats, **switches, **rules}
    path = post(server, "/matches/new", **settings)
    for number, lines in enumerate(deals, 1):
        if number > 1:
            post(server, f"{path}/deals", number=number)
        for seen, line in enumerate(lines):
            post(server, f"{path}/lines", deal=number, seen=seen, line=line)
    return path


def write(server: LiveServer, path: str, line: str, deal: int = 1) -> None:
    """Write one more line in a deal of the match under *path*."""
    post(server, f"{path}/lines", deal=deal, seen=len(lines_of(server, path, deal)), line=line)


def post(server: LiveServer, path: str, **fields: object) -> str:
    """Post a form; the address to which the answer leads."""
    client, token = server.poster
    answer = client.post(path, data={"csrf_token": token, "request": secrets.token_hex(12), **fields})
    assert answer.status_code == 303, f"{path} {fields}: {re.findall('<h[12].*|.*error.*', answer.text)}"
    return answer.location.partition("?")[0]


def lines_of(server: LiveServer, path: str, deal: int = 1) -> list[str]:
    """The lines that are stored of a deal of the match under *path*."""
    with server.app.app_context():
        stored = services.sheet(path.split("/")[2].partition("?")[0]).deal(deal).stored
    return [line.text for line in stored.lines]
