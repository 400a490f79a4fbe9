"""Deals told in one line of text: ``told("trumps H; A melds KS QS")`` and what the referee says of a claim."""

from __future__ import annotations

from scorekeeper.bezique import (
    Deal,
    Event,
    Granted,
    Line,
    Refused,
    Rules,
    Ruling,
    Seat,
    house_rules,
    numbered,
    opening,
    read,
    replay,
    rule_on,
    standing,
)
from scorekeeper.bezique.events import Claim, StandingLine
from scorekeeper.bezique.matches import Standing
from scorekeeper.bezique.matches import standing as match_standing
from scorekeeper.bezique.options import Value
from scorekeeper.bezique.records import rule_on_line


def house_of(told: str) -> dict[str, Value]:
    """House rules told in words: ``double_at_once, brisques=at-once, partners_build=no``."""
    said = (word.strip().partition("=") for word in told.split(",") if word.strip())
    return {name: {"": True, "no": False}.get(value, value) for name, _, value in said}


def rules_of(variant: str = "classic", house: str = "") -> Rules:
    """The rules of *variant* with these house rules."""
    return house_rules(variant, house_of(house))


def texts(log: str) -> list[str]:
    """The lines of a log told with semicolons between them."""
    return [line.strip() for line in log.split(";") if line.strip()]


def lines(log: str, rules: Rules) -> tuple[Line, ...]:
    """The same, read and numbered."""
    return numbered(read(text, rules) for text in texts(log))


def told(log: str, variant: str = "classic", house: str = "", dealer: str = "B") -> Deal:
    """The deal after *log*."""
    rules = rules_of(variant, house)
    return replay(opening(rules, Seat(dealer)), standing(lines(log, rules)))


def claimed(text: str, deal: Deal) -> Claim:
    """The claim that *text* says at that table."""
    event = read(text, deal.rules)
    assert isinstance(event, Claim), text
    return event


def judged(text: str, deal: Deal) -> Ruling:
    """What the referee says of *text*."""
    return rule_on(claimed(text, deal), deal)


def said(ruling: Ruling) -> str:
    """A ruling in a word or two: ``40 meld``, ``A 70 B 90 brisques``, ``refused room``."""
    if not isinstance(ruling, Granted):
        return f"refused {ruling.law.value}"
    scored = ruling.points
    worth = str(scored) if isinstance(scored, int) else " ".join(f"{side} {points}" for side, points in scored.items())
    return f"{worth} {ruling.law.value}"


def unlikely(log: str, variant: str = "classic", house: str = "", dealer: str = "B") -> list[str]:
    """The lines of *log* that the referee would not have granted in their place: a true story has none."""
    rules = rules_of(variant, house)
    start, told_so_far = opening(rules, Seat(dealer)), lines(log, rules)
    found = []
    for place, line in enumerate(told_so_far):
        ruling = rule_on_line(line.event, told_so_far[:place], start)
        if isinstance(ruling, Refused):
            found.append(f"line {line.number}: {texts(log)[place]}: {said(ruling)}")
    return found


def match(*deals: str, target: int | None = 1000, variant: str = "classic", house: str = "") -> Standing:
    """Where a match of these *deals* stands; B deals first."""
    rules = rules_of(variant, house)
    seats = [rules.seats[(1 + number) % len(rules.seats)] for number in range(len(deals))]
    played = [told(log, variant, house, seat.value) for log, seat in zip(deals, seats, strict=True)]
    return match_standing(rules, target, played)


def only(event: Event, number: int = 1) -> StandingLine:
    """*event* as a line that stands."""
    assert isinstance(event, Claim)
    return StandingLine(number, event)


def outcome(standing: Standing) -> str:
    """A standing in a few words: ``A 500 B 150, open``, ``A 1320 B 620, A wins 1940``."""
    totals = " ".join(f"{side} {total}" for side, total in standing.totals.items())
    if standing.winner is None:
        return f"{totals}, {'level, another deal' if standing.level else 'open'}"
    settled = "" if standing.settlement is None else f" {standing.settlement}"
    return f"{totals}, a draw{settled}" if standing.winner == "draw" else f"{totals}, {standing.winner} wins{settled}"
