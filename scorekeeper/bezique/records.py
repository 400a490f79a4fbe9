"""Records: ruling cases and score cases, read from plain JSON values and answered (notation, section Records).

An answer is a dict ready for JSON; a record that cannot be read is answered with ``error`` instead of a ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .deal import Deal, opening
from .events import Amended, Event, Line, TakenBack, holding, standing
from .laws import Law
from .matches import standing as match_standing
from .notation import NotationError, read
from .referee import Granted, Ruling, rule_on
from .replaying import replay
from .rules import Rules, Seat
from .variants import RulesError, house_rules, read_target


class RecordError(ValueError):
    """A record that cannot be read; the message names the field, line and word."""


def rule(record: object) -> dict[str, Any]:
    """The ruling on the claim of a ruling case: ``id, legal, points, law, says``, or ``id, error``."""
    try:
        fields = _fields(record)
        rules = _rules(fields)
        lines = read_log(_texts(fields, "log"), rules)
        start = opening(rules, _dealer(fields, rules))
        ruling = rule_on_line(read_line(fields.get("claim"), "claim", rules), lines, start)
    except RecordError as error:
        return {"id": _id(record), "error": str(error)}
    return {"id": _id(record), **_answer(ruling)}


def _answer(ruling: Ruling | None) -> dict[str, Any]:
    if ruling is None:
        return {"legal": True, "points": 0, "law": Law.NOTED.value, "says": Law.NOTED.sentence}
    points = ruling.points if isinstance(ruling, Granted) else 0
    return {
        "legal": isinstance(ruling, Granted),
        "points": points if isinstance(points, int) else dict(points),
        "law": ruling.law.value,
        "says": ruling.law.sentence,
    }


def score(record: object) -> dict[str, Any]:
    """What a score case comes to: ``id, totals, closed, winner, settlement``, or ``id, error``."""
    try:
        fields = _fields(record)
        rules = _rules(fields)
        target = _target(fields, rules)
        records = fields.get("deals")
        if not isinstance(records, list):
            raise RecordError(f"deals: a list is wanted, read {records!r}")
        deals = [_deal(fields, number, rules) for number, fields in enumerate(records, 1)]
        result = match_standing(rules, target, deals)
    except RecordError as error:
        return {"id": _id(record), "error": str(error)}
    return {
        "id": _id(record),
        "totals": result.totals,
        "closed": result.closed,
        "winner": result.winner,
        "settlement": result.settlement,
    }


def rule_on_line(event: Event, lines: Sequence[Line], start: Deal) -> Ruling | None:
    """Rule on *event* after the log *lines* of the deal that opened as *start*; None: a take-back, always granted.

    An amendment is ruled on as a claim in the place of its line. Raises `RecordError` for a line that does not stand.
    """
    if isinstance(event, TakenBack | Amended) and event.line not in holding(lines):
        raise RecordError(f"claim: line {event.line} does not stand: there is nothing to change")
    match event:
        case TakenBack():
            return None
        case Amended(number, inner):
            if number not in {line.number for line in standing(lines)}:
                raise RecordError(f"claim: line {number} is no line of the deal: only take it back")
            before = [line for line in standing(lines) if line.number < number]
            return rule_on(inner, replay(start, before))
    return rule_on(event, replay(start, standing(lines)))


def read_log(texts: Sequence[str], rules: Rules) -> tuple[Line, ...]:
    """The lines of a deal, numbered from 1, each checked to change only what stands. Raises `RecordError`."""
    lines: list[Line] = []
    held: set[int] = set()
    for number, text in enumerate(texts, 1):
        event = read_line(text, f"line {number}", rules)
        if isinstance(event, TakenBack | Amended):
            if event.line not in held:
                raise RecordError(f"line {number}: line {event.line} does not stand: there is nothing to change")
            if isinstance(event, TakenBack):
                _strike(event.line, lines, held)
            elif isinstance(lines[event.line - 1].event, TakenBack | Amended):
                raise RecordError(f"line {number}: line {event.line} is no line of the deal: only take it back")
        held.add(number)
        lines.append(Line(number, event))
    return tuple(lines)


def _strike(number: int, lines: Sequence[Line], held: set[int]) -> None:
    """Take a line out of those that hold; what it had taken back holds again, and so on."""
    strikes = True
    event: Event = TakenBack(number)
    while isinstance(event, TakenBack):
        (held.discard if strikes else held.add)(event.line)
        event = lines[event.line - 1].event
        strikes = not strikes


def read_line(text: object, where: str, rules: Rules) -> Event:
    """The event of one line; *where* names it in the message of a `RecordError`."""
    if not isinstance(text, str):
        raise RecordError(f"{where}: a line of text is wanted, read {text!r}")
    try:
        return read(text, rules)
    except NotationError as error:
        raise RecordError(f"{where}: {error}") from error


def _deal(fields: object, number: int, rules: Rules) -> Deal:
    where = f"deal {number}"
    if not isinstance(fields, dict):
        raise RecordError(f"{where}: an object with dealer and log is wanted, read {fields!r}")
    try:
        lines = read_log(_texts(fields, "log"), rules)
        return replay(opening(rules, _dealer(fields, rules)), standing(lines))
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error


def _fields(record: object) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise RecordError(f"a record is an object, read {record!r}")
    return record


def _id(record: object) -> object:
    return record.get("id") if isinstance(record, dict) else None


def _rules(fields: dict[str, Any]) -> Rules:
    choices = fields.get("house_rules") or {}
    if not isinstance(choices, dict):
        raise RecordError(f"house_rules: an object is wanted, read {choices!r}")
    try:
        return house_rules(fields.get("variant"), choices)
    except RulesError as error:
        raise RecordError(str(error)) from error


def _target(fields: dict[str, Any], rules: Rules) -> int | None:
    try:
        return read_target(fields.get("target"), rules)
    except RulesError as error:
        raise RecordError(str(error)) from error


def _texts(fields: dict[str, Any], name: str) -> list[str]:
    texts = fields.get(name)
    if not isinstance(texts, list):
        raise RecordError(f"{name}: a list of lines is wanted, read {texts!r}")
    return texts


def _dealer(fields: dict[str, Any], rules: Rules) -> Seat:
    said = fields.get("dealer")
    for seat in rules.seats:
        if seat == said:
            return seat
    raise RecordError(f"dealer: not a seat: {said!r} (one of {', '.join(rules.seats)})")
