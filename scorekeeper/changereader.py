"""Reading what was chosen otherwise in a match of a file: each change says what was before, and what then."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS, RulesError, house_rules
from scorekeeper.jsonvalues import (
    BadRecord,
    no_twice,
    quoted,
    read_fields,
    read_list,
    read_moment,
    read_whole,
    read_yes_or_no,
    wanted,
)
from scorekeeper.language import gettext as _
from scorekeeper.names import NAME_LENGTH, NOTE_LENGTH, shown
from scorekeeper.recorded import RecordedChange

MOST = 1000
"""No match needs more changes."""
WHAT = ("target", "house_rules", "hints", "note_tricks", "note", "names")


def read_changes(value: object, place: str, rules: Rules, now: datetime) -> Iterator[RecordedChange]:
    """The changes of a match. Raises `BadRecord`."""
    for at, change in enumerate(read_list(value, place, MOST)):
        where = f"{place}[{at}]"
        said = read_fields(change, where, ("changed_at", "what"), of=_("a change"))
        what = said["what"]
        if not isinstance(what, dict) or not what:
            raise BadRecord(f"{where}.what", wanted(what, ", ".join(WHAT)))
        no_twice(what, f"{where}.what")
        for name, both in what.items():
            _read_both(name, both, f"{where}.what", rules)
        yield RecordedChange(read_moment(said["changed_at"], f"{where}.changed_at", now), what)


def read_house_rules(value: object, place: str, variant: str) -> Rules:
    """The rules of *variant* with what is chosen otherwise there."""
    if not isinstance(value, dict):
        raise BadRecord(place, wanted(value, _("an object: %(of)s") % {"of": _("the house rules")}))
    no_twice(value, place)
    try:
        return house_rules(variant, value)
    except RulesError as error:
        raise BadRecord(place, str(error)) from error


def read_seats(value: object, place: str, rules: Rules) -> Iterator[tuple[list[Any], str]]:
    """The list of names of each seat, and its place; what stands in it is still to be read."""
    seats = read_list(value, place, None)
    if len(seats) != len(rules.seats):
        each = _("a list of names for each of %(seats)s seats") % {"seats": len(rules.seats)}
        raise BadRecord(place, wanted(len(seats), each))
    a_seat = VARIANTS[rules.key].names_a_seat
    for number, seat in enumerate(seats):
        where = f"{place}[{number}]"
        if len(read_list(seat, where, None)) != a_seat:
            raise BadRecord(where, wanted(len(seat), _("%(names)s names") % {"names": a_seat}))
        yield seat, where


def _read_both(name: str, both: object, place: str, rules: Rules) -> None:
    """The value before and the one after."""
    if name not in WHAT:
        message = _("%(read)s cannot be changed (what can: %(known)s)")
        raise BadRecord(place, message % {"read": quoted(name), "known": ", ".join(WHAT)})
    place = f"{place}.{name}"
    values = read_list(both, place, None)
    if len(values) != 2:
        raise BadRecord(place, wanted(len(values), _("the value before and the one after")))
    for at, value in enumerate(values):
        _READ[name](value, f"{place}[{at}]", rules)


def _target(value: object, place: str, _rules: Rules) -> None:
    if value is not None:
        read_whole(value, place)


def _house_rules(value: object, place: str, rules: Rules) -> None:
    read_house_rules(value, place, rules.key)


def _yes_or_no(value: object, place: str, _rules: Rules) -> None:
    read_yes_or_no(value, place)


def _note(value: object, place: str, _rules: Rules) -> None:
    _words(value, place, 4 * NOTE_LENGTH)


def _names(value: object, place: str, rules: Rules) -> None:
    """Names as they were: two of them may be those of one person by now."""
    for seat, where in read_seats(value, place, rules):
        for which, name in enumerate(seat):
            _words(name, f"{where}[{which}]", 4 * NAME_LENGTH)


def _words(value: object, place: str, longest: int) -> None:
    """Whether a store can keep what stands there as it is, and a page show it."""
    if not isinstance(value, str) or shown(value) != value:
        raise BadRecord(place, wanted(value, _("text that people can see")))
    if len(value) > longest:
        message = _("this is too long: %(read)s characters, at most %(most)s")
        raise BadRecord(place, message % {"read": len(value), "most": longest})


_READ: dict[str, Any] = {
    "target": _target,
    "house_rules": _house_rules,
    "hints": _yes_or_no,
    "note_tricks": _yes_or_no,
    "note": _note,
    "names": _names,
}
