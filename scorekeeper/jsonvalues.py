"""Values of a JSON file, checked one by one: a fault is named by its place in the file and by what would be right."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.language import gettext as _
from scorekeeper.names import shown

CLOCK = timedelta(days=1)
"""By how much a clock may have been put back between two lines, or go ahead of ours."""
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
LARGEST_NUMBER = 10**15
LONGEST_NUMBER = 40
"""Characters of a number; Python itself gives up at some thousands, and says nothing of where they stand."""
LONGEST_MESSAGE = 300


class BadRecord(ValueError):
    """A file that cannot be brought in: *place* says where, e.g. ``matches[3].deals[1].log[7]``, the message what."""

    def __init__(self, place: str, message: str) -> None:
        said = shown(f"{place}: {message}" if place else message)
        super().__init__(said if len(said) <= LONGEST_MESSAGE else said[: LONGEST_MESSAGE - 1] + "…")
        self.place = place


class Twice(dict[str, Any]):
    """An object in which the name *twice* stands twice."""

    twice: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Twice(found)
    seen: set[str] = set()
    for name, _value in pairs:
        if name in seen:
            doubled.twice = name
        seen.add(name)
    return doubled


class Endless:
    """A number that is too long to be read; where it stands, the fault is named as that of any other value."""

    def __init__(self, text: str) -> None:
        self.digits = sum(map(str.isdigit, text))

    def __repr__(self) -> str:
        return _("a number of %(digits)s digits") % {"digits": self.digits}


def whole(text: str) -> int | Endless:
    """A whole number of a JSON file."""
    return int(text) if len(text) <= LONGEST_NUMBER else Endless(text)


def _fraction(text: str) -> float | Endless:
    return float(text) if len(text) <= LONGEST_NUMBER else Endless(text)


def _no_number(text: str) -> float:
    raise ValueError(_("%(read)s is no number of JSON") % {"read": text})


def read_json(content: bytes) -> object:
    """The JSON of a file. Raises `BadRecord` with line and column."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("", _("this is not UTF-8 text (byte %(at)s)") % {"at": error.start + 1}) from error
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=whole, parse_float=_fraction, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno, "why": error.msg}
        said = _("this is not JSON, or not all of it: line %(line)s, column %(column)s: %(why)s") % where
        raise BadRecord("", said) from error
    except RecursionError as error:
        raise BadRecord("", _("this is nested too deeply for a record")) from error
    except ValueError as error:  # NaN, Infinity
        raise BadRecord("", _("this is not JSON: %(why)s") % {"why": error}) from error


def read_fields(
    value: object,
    place: str,
    names: Collection[str],
    *,
    of: str,
    foreign: bool = False,
    may_miss: Collection[str] = (),
) -> dict[str, Any]:
    """The object with just these fields, and with those that *may_miss*; a *foreign* one may have others, too."""
    if not isinstance(value, dict):
        raise BadRecord(place, wanted(value, _("an object: %(of)s") % {"of": of}))
    no_twice(value, place)
    missing = [name for name in names if name not in value]
    if missing:
        raise BadRecord(place, _("missing in %(of)s: %(names)s") % {"names": ", ".join(missing), "of": of})
    strange = next((name for name in value if name not in names and name not in may_miss), None)
    if strange is not None and not foreign:
        known = ", ".join((*names, *may_miss))
        message = _("%(read)s has no place in %(of)s (its fields: %(names)s)")
        raise BadRecord(place, message % {"read": quoted(strange), "of": of, "names": known})
    return value


def no_twice(value: dict[str, Any], place: str) -> None:
    if isinstance(value, Twice):
        raise BadRecord(place, _("%(read)s stands there twice") % {"read": quoted(value.twice)})


def read_list(value: object, place: str, most: int | None) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(place, wanted(value, _("a list")))
    if most is not None and len(value) > most:
        raise BadRecord(place, _("%(read)s are too many (at most %(most)s)") % {"read": len(value), "most": most})
    return value


def read_whole(value: object, place: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST_NUMBER:
        raise BadRecord(place, wanted(value, _("a whole number")))


def read_yes_or_no(value: object, place: str) -> None:
    if not isinstance(value, bool):
        raise BadRecord(place, wanted(value, "true, false"))


def read_word(value: object, place: str, words: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        raise BadRecord(place, wanted(value, ", ".join(words)))
    return value


def read_moment(value: object, place: str, now: datetime) -> datetime:
    """A moment with its offset, in UTC."""
    try:
        if not isinstance(value, str) or len(value) > 40:
            raise ValueError
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadRecord(place, wanted(value, _("a moment with its offset, e.g. 2026-11-20T18:00:00+00:00"))) from None
    if not EARLIEST <= moment <= now + CLOCK:
        raise BadRecord(place, _("%(read)s cannot be when this was written") % {"read": quoted(value)})
    return moment


def wanted(value: object, wanted: str) -> str:
    return _("read %(read)s, wanted: %(wanted)s") % {"read": quoted(value), "wanted": wanted}


def quoted(value: object) -> str:
    """A value in few words for a message."""
    match value:
        case dict():
            return "{…}"
        case list():
            return "[…]"
        case bool() | None:
            return json.dumps(value)
        case int() if abs(value) > LARGEST_NUMBER:
            return repr(Endless(str(value)))
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:59]}…"
