"""Matches of every kind, to be taken from one database to another."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select, update

from scorekeeper import services, sharing
from scorekeeper.bezique import records
from scorekeeper.bezique.corrections import Fate
from scorekeeper.bezique.variants import VARIANTS, differing, house_rules
from scorekeeper.database import write_tx
from scorekeeper.stored import NewMatch
from scorekeeper.tables import ChangeRow, MatchRow

SCORES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "scores.json").read_text("utf-8"))
PEOPLE = {"A": ("Alice", "Zoë 👩\u200d👧"), "B": ("בן־ציון", "Łukasz"), "C": ("山田 太郎",), "D": ('O\'Brien, "D"',)}
BEGAN = datetime(2025, 11, 20, 18, 0, tzinfo=UTC)
CLOSING = ("trumps H", "A adjusts 1040 brought forward", "A last-trick", "brisques A 8 B 8")


def open_one(variant: str = "classic", rematch_of: str | None = None, **chosen: Any) -> str:
    """A new match of that game with everybody it needs."""
    game = VARIANTS[variant]
    own: dict[str, Any] = {
        "house_rules": {},
        "target": game.rules.default_target if game.rules.to_target else None,
        "hints": game.hints,
        "note_tricks": False,
        "first_dealer": "B",
        "names": tuple(PEOPLE[seat][: game.names_a_seat] for seat in game.rules.seats),
    }
    new = NewMatch(variant=variant, rematch_of=rematch_of, sides=game.rules.sides, **{**own, **chosen})
    return services.open_match(new, request=secrets.token_hex(8))


def write(slug: str, *lines: str) -> None:
    """Claim lines, each by itself, in the deal on the table; a take-back strikes what it leaves illegal."""
    for line in lines:
        here = services.sheet(slug).current
        decisions = dict.fromkeys(range(1, 40), Fate.STRIKE)
        done = services.claim(
            slug,
            here.number,
            lambda _rules, line=line: [line],  # type: ignore[misc]
            seen=here.seen,
            request=secrets.token_hex(8),
            decisions=decisions,
        )
        assert isinstance(done, services.Written), done


def log_of(slug: str) -> list[str]:
    return [line.text for line in services.sheet(slug).current.stored.lines]


def pack() -> list[str]:
    """Write matches as people do: every game, every state, and every way to correct a line; their slugs."""
    slugs = [open_one(variant) for variant in VARIANTS]
    write(slugs[0], "turn-up AH", "A melds KH QH", "A plays KH QH", "A melds KH QH", "A melds AH 10H JH + KH#2 QH#2")
    write(slugs[0], "take back 2", "A adjusts -40 revoke: 'a', \"b\" & <c>", "B melds KC QC", "take back 9")
    write(slugs[0], "A melds KH QH agreed")
    assert any(line.startswith("amend 5 A melds") for line in log_of(slugs[0])), log_of(slugs[0])
    write(open_one(house_rules={"stop_at_target": True, "brisques": "at-once"}, target=500, hints=True), "turn-up 7D")
    first = open_one(note_tricks=True)
    write(first, *CLOSING)
    second = services.rematch(first, request=secrets.token_hex(8))
    write(second, *CLOSING)
    services.rematch(second, request=secrets.token_hex(8))
    left = open_one()
    write(left, "turn-up AH", "A melds KH QH")
    assert sharing.abandon(left)
    several = open_one("three-handed")
    write(several, "turn-up 7C", "C melds QS JD", "B last-trick", "brisques A 8 B 8 C 8")
    services.open_deal(several, 2, request=secrets.token_hex(8))
    with write_tx() as connection:
        row = connection.execute(select(MatchRow.id).where(MatchRow.slug == several)).scalar_one()
        what = {
            "target": [2000, 1000],
            "names": [[["Alice"], ["Ben"], ["山田 太郎"]], [["Alice"], ["בן־ציון"], ["山田 太郎"]]],
            "house_rules": [{}, {"reform_melds": True}],
            "hints": [True, False],
            "note": ["", "at Zoë's 👩\u200d👧"],
        }
        connection.execute(insert(ChangeRow), [{"match_id": row, "changed_at": BEGAN, "what": what}])
    return slugs


def delete(slug: str) -> None:
    with write_tx() as connection:
        connection.execute(update(MatchRow).where(MatchRow.slug == slug).values(deleted_at=BEGAN))


def recorded(case: dict[str, Any], number: int = 0) -> dict[str, Any]:
    """A match of a score case as a record says it."""
    game = VARIANTS[case["variant"]]
    answer = records.score(case)
    began = BEGAN + timedelta(days=number)
    moment = began.isoformat()
    return {
        "id": f"case-{number:07d}",
        "variant": game.key,
        "house_rules": differing(house_rules(game.key, case["house_rules"])),
        "target": case["target"],
        "hints": False,
        "note_tricks": False,
        "first_dealer": case["deals"][0]["dealer"],
        "names": [list(PEOPLE[seat][: game.names_a_seat]) for seat in game.rules.seats],
        "opened_at": moment,
        "closed_at": moment if answer["closed"] else None,
        "state": "closed" if answer["closed"] else "open",
        "rematch_of": None,
        "deals": [
            {
                "dealer": deal["dealer"],
                "opened_at": moment,
                "log": list(deal["log"]),
                "written_at": [
                    (began + timedelta(seconds=20 * at, microseconds=at)).isoformat() for at in range(len(deal["log"]))
                ],
            }
            for deal in case["deals"]
        ],
        "changes": [],
        "totals": answer["totals"],
        "winner": answer["winner"],
    }


def file_of(*matches: dict[str, Any]) -> bytes:
    """The file with those matches, laid out as the program does."""
    lines = ",\n".join(json.dumps(match, ensure_ascii=False) for match in matches)
    return f'{{"format": "bezique-record", "version": 1, "matches": [\n{lines}\n]}}\n'.encode()
