"""Reading a file of records: all of it is checked before anybody uses any of it, and a fault is named by its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from scorekeeper import effort
from scorekeeper.bezique.events import standing
from scorekeeper.bezique.notation import NotationError, read
from scorekeeper.bezique.records import RecordError, read_log
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS, RulesError, differing, read_target
from scorekeeper.changereader import read_changes, read_house_rules, read_seats
from scorekeeper.jsonvalues import (
    CLOCK,
    BadRecord,
    quoted,
    read_fields,
    read_json,
    read_list,
    read_moment,
    read_whole,
    read_word,
    read_yes_or_no,
    wanted,
)
from scorekeeper.language import gettext as _
from scorekeeper.names import clean_name, misnamed, misnoted, shown
from scorekeeper.recorded import FORMAT, VERSION, RecordedDeal, RecordedMatch
from scorekeeper.stored import name_key

MOST_DEALS, MOST_LINES = 200, 1000
"""What no match needs more of: deals, lines of a deal."""
LONGEST_LINE = 1000
ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{7,63}")
STATES = ("open", "closed", "abandoned")


def read_matches(
    content: bytes, now: datetime, progress: Callable[[int, int], None] = lambda done, of: None
) -> list[RecordedMatch]:
    """The matches of a file, each read by itself; *progress* hears how many are read, and of how many.

    Raises `BadRecord` for the first fault, and then nothing of the file is to be used.
    """
    file = read_fields(read_json(content), "", ("format", "version", "matches"), of=_("a record file"), foreign=True)
    if file["format"] != FORMAT:
        raise BadRecord("format", wanted(file["format"], f'"{FORMAT}"'))
    version = file["version"]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadRecord("version", wanted(version, str(VERSION)))
    if version > VERSION:
        message = _("version %(read)s was written by a newer program: this one reads up to %(known)s")
        raise BadRecord("version", message % {"read": quoted(version), "known": VERSION})
    read_fields(file, "", ("format", "version", "matches"), of=_("a record file"))
    found = read_list(file["matches"], "matches", None)
    matches: list[RecordedMatch] = []
    ids: dict[str, int] = {}
    for at, value in enumerate(found):
        place = f"matches[{at}]"
        match = _match(value, place, now)
        if (first := ids.setdefault(match.id, at)) != at:
            raise BadRecord(f"{place}.id", _("the id of matches[%(first)s] again") % {"first": first})
        matches.append(match)
        progress(len(matches), len(found))
    _check_chains(matches, ids)
    return matches


def _check_chains(matches: list[RecordedMatch], ids: dict[str, int]) -> None:
    """Whether no match follows itself, be it by way of others."""
    sound: set[str] = set()
    for at, match in enumerate(matches):
        chain = {match.id: None}
        earlier = match.rematch_of
        while earlier in ids and earlier not in sound:
            if earlier in chain:
                raise BadRecord(f"matches[{at}].rematch_of", _("a match cannot follow itself"))
            chain[earlier] = None
            earlier = matches[ids[earlier]].rematch_of
        sound.update(chain)


# A match ------------------------------------------------------------------------------------------------------------

_MAY_MISS = ("note",)
_OF_MATCH = tuple(name for name in RecordedMatch.__dataclass_fields__ if name not in _MAY_MISS)


def _match(value: object, place: str, now: datetime) -> RecordedMatch:
    said = read_fields(value, place, _OF_MATCH, of=_("a match"), may_miss=_MAY_MISS)
    at = f"{place}."
    if not isinstance(said["id"], str) or not ID.fullmatch(said["id"]):
        raise BadRecord(f"{at}id", wanted(said["id"], _("8 to 64 letters, digits, - and _")))
    rules = _rules(said, place)
    names = _names(said["names"], f"{at}names", rules)
    for name in ("hints", "note_tricks"):
        read_yes_or_no(said[name], at + name)
    deals = [
        _deal(deal, f"{at}deals[{number}]", rules, now)
        for number, deal in enumerate(read_list(said["deals"], f"{at}deals", MOST_DEALS))
    ]
    if not deals:
        raise BadRecord(f"{at}deals", _("a match has at least one deal"))
    opened = read_moment(said["opened_at"], f"{at}opened_at", now)
    closed = None if said["closed_at"] is None else read_moment(said["closed_at"], f"{at}closed_at", now)
    if closed is not None and closed < opened - CLOCK:
        raise BadRecord(f"{at}closed_at", _("the match cannot close before it opens"))
    if said["rematch_of"] is not None and not (
        isinstance(said["rematch_of"], str) and ID.fullmatch(said["rematch_of"])
    ):
        raise BadRecord(f"{at}rematch_of", wanted(said["rematch_of"], _("the id of a match, or null")))
    totals = read_fields(said["totals"], f"{at}totals", rules.sides, of=_("the totals"))
    for side, total in totals.items():
        read_whole(total, f"{at}totals.{side}")
    return RecordedMatch(
        id=said["id"],
        variant=rules.key,
        house_rules=differing(rules),
        target=_target(said["target"], f"{at}target", rules),
        hints=said["hints"],
        note_tricks=said["note_tricks"],
        first_dealer=_seat(said["first_dealer"], f"{at}first_dealer", rules),
        names=names,
        opened_at=opened,
        closed_at=closed,
        state=read_word(said["state"], f"{at}state", STATES),
        rematch_of=said["rematch_of"],
        deals=tuple(deals),
        changes=tuple(read_changes(said["changes"], f"{at}changes", rules, now)),
        totals=totals,
        winner=None if said["winner"] is None else read_word(said["winner"], f"{at}winner", (*rules.sides, "draw")),
        note=_note(said["note"], f"{at}note") if "note" in said else "",
    )


def _note(note: object, place: str) -> str:
    """A note; whoever has none leaves the field out, so that the same matches give the same bytes."""
    if not isinstance(note, str) or not clean_name(note):
        raise BadRecord(place, wanted(note, _("some words, or no such field")))
    if wrong := misnoted(clean_name(note)):
        raise BadRecord(place, wrong)
    if clean_name(note) != note:
        raise BadRecord(place, wanted(note, repr(clean_name(note))))
    return note


def _rules(said: dict[str, Any], place: str) -> Rules:
    if not isinstance(said["variant"], str) or said["variant"] not in VARIANTS:
        raise BadRecord(f"{place}.variant", wanted(said["variant"], ", ".join(VARIANTS)))
    return read_house_rules(said["house_rules"], f"{place}.house_rules", said["variant"])


def _target(value: object, place: str, rules: Rules) -> int | None:
    try:
        return read_target(value, rules)
    except (RulesError, ValueError) as error:
        raise BadRecord(place, str(error)) from error


def _names(value: object, place: str, rules: Rules) -> tuple[tuple[str, ...], ...]:
    """The names seat by seat, held to what the set-up asks of them."""
    taken: set[str] = set()
    found = []
    for seat, where in read_seats(value, place, rules):
        for which, name in enumerate(seat):
            if not isinstance(name, str):
                raise BadRecord(f"{where}[{which}]", wanted(name, _("a name")))
            if wrong := misnamed(clean_name(name)):
                raise BadRecord(f"{where}[{which}]", wrong)
            if clean_name(name) != name:
                raise BadRecord(f"{where}[{which}]", wanted(name, repr(clean_name(name))))
            if name_key(name) in taken:
                raise BadRecord(f"{where}[{which}]", _("one person in two places: %(read)s") % {"read": quoted(name)})
            taken.add(name_key(name))
        found.append(tuple(seat))
    return tuple(found)


def _deal(value: object, place: str, rules: Rules, now: datetime) -> RecordedDeal:
    said = read_fields(value, place, ("dealer", "opened_at", "log", "written_at"), of=_("a deal"))
    log = read_list(said["log"], f"{place}.log", MOST_LINES)
    for at, line in enumerate(log):
        _check_line(line, f"{place}.log[{at}]", rules)
    try:
        lines = read_log(log, rules)
    except RecordError as error:
        number, _colon, why = str(error).partition(":")
        raise BadRecord(f"{place}.log[{int(number.removeprefix('line ')) - 1}]", why.strip()) from error
    if effort.steps(standing(lines)) > effort.MOST:
        raise BadRecord(f"{place}.log", _("more cards lie here than anybody has: it would take too long to replay"))
    stamps = read_list(said["written_at"], f"{place}.written_at", MOST_LINES)
    if len(stamps) != len(log):
        message = _("%(read)s moments for %(lines)s lines") % {"read": len(stamps), "lines": len(log)}
        raise BadRecord(f"{place}.written_at", message)
    opened = latest = read_moment(said["opened_at"], f"{place}.opened_at", now)
    moments = []
    for at, stamp in enumerate(stamps):
        moment = read_moment(stamp, f"{place}.written_at[{at}]", now)
        if moment < latest - CLOCK:
            raise BadRecord(
                f"{place}.written_at[{at}]", _("%(read)s is before the line before") % {"read": quoted(stamp)}
            )
        latest = max(latest, moment)
        moments.append(moment)
    return RecordedDeal(_seat(said["dealer"], f"{place}.dealer", rules), opened, tuple(log), tuple(moments))


def _check_line(line: object, place: str, rules: Rules) -> None:
    if not isinstance(line, str):
        raise BadRecord(place, wanted(line, _("a line of the notation")))
    if len(line) > LONGEST_LINE:
        raise BadRecord(place, _("a line has at most %(most)s characters") % {"most": LONGEST_LINE})
    plain = line.isascii() and line.isprintable()
    if (not plain and shown(line) != line) or " ".join(line.split()) != line:
        message = _("a line has single blanks and no characters that nobody sees, read %(read)s")
        raise BadRecord(place, message % {"read": quoted(line)})
    try:
        read(line, rules)
    except NotationError as error:
        raise BadRecord(place, str(error)) from error


def _seat(value: object, place: str, rules: Rules) -> str:
    return read_word(value, place, tuple(seat.value for seat in rules.seats))
