"""Files of records that cannot be brought in: each is refused whole, with the place of its fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import takealong
from scorekeeper.bezique import house_rules, numbered, read, standing
from scorekeeper.effort import MOST, steps
from scorekeeper.jsonvalues import LONGEST_MESSAGE, BadRecord
from scorekeeper.recordreader import MOST_DEALS, MOST_LINES, read_matches
from tests.store.luggage import BEGAN, SCORES, file_of, recorded
from tests.web.table import stored

NOW = BEGAN + timedelta(days=400)
CASES = {case["id"]: case for case in SCORES}
GOOD = [recorded(CASES["worked-deal-classic"], 1), recorded(CASES["end-08"], 2), recorded(CASES["both-cross-three"], 3)]
WHOLE = {"format": "bezique-record", "version": 1, "matches": GOOD}
DROP = object()


def fault(content: bytes) -> str:
    with pytest.raises(BadRecord) as found:
        read_matches(content, NOW)
    said = str(found.value)
    assert len(said) <= LONGEST_MESSAGE
    return said


def changed(path: str, value: object) -> bytes:
    """The good file with one value changed, or dropped."""
    whole: Any = copy.deepcopy(WHOLE)
    *above, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inside = whole
    for step in above:
        inside = inside[step]
    if value is DROP:
        del inside[last]
    elif isinstance(last, int) and last == len(inside):
        inside.append(value)
    else:
        inside[last] = value
    return json.dumps(whole).encode()


def test_the_good_file_is_read() -> None:
    assert len(read_matches(file_of(*GOOD), NOW)) == len(GOOD)
    assert len(read_matches(b"\xef\xbb\xbf" + file_of(*GOOD), NOW)) == len(GOOD)


NO_RECORDS = [
    ("nothing", b"", "line 1, column 1"),
    ("a picture", b"\x89PNG\r\n\x1a\n", "this is not UTF-8 text (byte 1)"),
    ("UTF-16", '{"format": "bezique-record"}'.encode("utf-16"), "this is not UTF-8 text (byte 1)"),
    ("a page", b"<!doctype html><p>Not here", "line 1, column 1: Expecting value"),
    ("half a file", file_of(*GOOD)[:2000], "line 3, column 331: Unterminated string"),
    ("something after it", file_of(*GOOD) + b"{}", "line 6, column 1: Extra data"),
    ("a list", b"[]", "read […], wanted: an object: a record file"),
    ("nested for ever", b"[" * 200_000, "nested too deeply"),
    ("nested objects", b'{"a":' * 100_000, "nested too deeply"),
    ("a version too long", b'{"format": "bezique-record", "version": ' + b"9" * 6000 + b', "matches": []}',
     "version: read a number of 6000 digits, wanted: 1"),
    ("a total too long", file_of(*GOOD).replace(b'"totals": {"A": ', b'"totals": {"A": -' + b"9" * 6000, 1),
     "matches[0].totals.A: read a number of 600"),
    ("a fraction too long", file_of(*GOOD).replace(b'"hints": false', b'"hints": 0.' + b"3" * 6000, 1),
     "matches[0].hints: read a number of 6001 digits, wanted: true, false"),
    ("no number", b'{"version": NaN}', "NaN is no number of JSON"),
    ("endless", b'{"version": -Infinity}', "-Infinity is no number of JSON"),
    ("another format", b'{"format": "pgn", "version": 1, "matches": []}',
     "format: read 'pgn', wanted: \"bezique-record\""),
    ("a newer version", b'{"format": "bezique-record", "version": 2, "matches": [], "new": 1}',
     "version: version 2 was written by a newer program: this one reads up to 1"),
    ("no version", b'{"format": "bezique-record", "matches": []}', "missing in a record file: version"),
    ("a strange version", b'{"format": "bezique-record", "version": true, "matches": []}',
     "version: read true, wanted: 1"),
    ("no matches", b'{"format": "bezique-record", "version": 1, "matches": {}}', "matches: read {…}, wanted: a list"),
    ("a field too many", b'{"format": "bezique-record", "version": 1, "matches": [], "keys": []}',
     "'keys' has no place in a record file (its fields: format, version, matches)"),
    ("a field twice", b'{"format": "bezique-record", "version": 1, "matches": [], "matches": []}',
     "'matches' stands there twice"),
    ("a deep field twice", file_of(*GOOD).replace(b'"hints": false', b'"hints": false, "hints": true', 1),
     "matches[0]: 'hints' stands there twice"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "says"), [row[1:] for row in NO_RECORDS], ids=[row[0] for row in NO_RECORDS])
def test_what_is_no_record_is_named(content: bytes, says: str) -> None:
    assert says in fault(content)


def told(moment: datetime) -> str:
    return moment.isoformat()


FAULTS: list[tuple[str, object, str]] = [
    ("matches.1", None, "matches[1]: read null, wanted: an object: a match"),
    ("matches.1.id", 7, "matches[1].id: read 7, wanted: 8 to 64 letters, digits, - and _"),
    ("matches.1.id", "new", "matches[1].id: read 'new'"),
    ("matches.1.id", "../../etc/passwd", "matches[1].id: read '../../etc/passwd'"),
    ("matches.1.id", "-starts-so", "matches[1].id"),
    ("matches.1.id", "٣٣٣٣٣٣٣٣", "matches[1].id"),
    ("matches.1.id", GOOD[0]["id"], "matches[1].id: the id of matches[0] again"),
    ("matches.1.hints", DROP, "matches[1]: missing in a match: hints"),
    ("matches.1.secret", "x", "matches[1]: 'secret' has no place in a match"),
    ("matches.1.hints", 1, "matches[1].hints: read 1, wanted: true, false"),
    ("matches.1.note", "", "matches[1].note: read '', wanted: some words, or no such field"),
    ("matches.1.note", None, "matches[1].note: read null, wanted: some words, or no such field"),
    ("matches.1.note", ["x"], "matches[1].note: read […], wanted: some words, or no such field"),
    ("matches.1.note", "two  blanks", "matches[1].note: read 'two  blanks', wanted: 'two blanks'"),
    ("matches.1.note", "turned \u202e round", "matches[1].note: read"),
    ("matches.1.note", "x" * 201, "matches[1].note: That note has 201 characters: up to 200 fit."),
    ("matches.1.variant", "whist", "matches[1].variant: read 'whist', wanted: classic, short"),
    ("matches.1.variant", [], "matches[1].variant: read […]"),
    ("matches.1.house_rules", [], "matches[1].house_rules: read […], wanted: an object: the house rules"),
    ("matches.1.house_rules", {"joker": True}, "matches[1].house_rules: not a house rule: 'joker'"),
    ("matches.1.house_rules", {"partners_build": False}, "partners_build has no place in"),
    ("matches.1.house_rules", {"brisques": {"a": 1}}, "matches[1].house_rules: brisques cannot be"),
    ("matches.1.target", 1005, "matches[1].target: not a target: 1005 (a multiple of 10 from 100 to 100,000)"),
    ("matches.1.target", 1000.0, "matches[1].target: not a target: 1000.0"),
    ("matches.1.target", 10**400, "matches[1].target: not a target: a number of 401 digits (a multiple of 10"),
    ("matches.1.house_rules.brisques", 10**400, "matches[1].house_rules: "),
    ("matches.1.deals.0.dealer", 10**400, "matches[1].deals[0].dealer: read a number of 401 digits, wanted: A, B"),
    (
        "matches.1.changes.0",
        {"changed_at": told(BEGAN), "what": {"target": [10**400, 5]}},
        "matches[1].changes[0].what.target[0]: read a number of 401 digits, wanted: a whole number",
    ),
    ("matches.1.target", True, "matches[1].target: not a target: True"),
    ("matches.1.first_dealer", "C", "matches[1].first_dealer: read 'C', wanted: A, B"),
    ("matches.1.names", [["Alice"]], "matches[1].names: read 1, wanted: a list of names for each of 2 seats"),
    ("matches.1.names", [["Alice"], ["Ben", "Bob"]], "matches[1].names[1]: read 2, wanted: 1"),
    ("matches.1.names.0", "Alice", "matches[1].names[0]: read 'Alice', wanted: a list"),
    ("matches.1.names.0.0", None, "matches[1].names[0][0]: read null, wanted: a name"),
    ("matches.1.names.0.0", "  ", "matches[1].names[0][0]: Write a name of 1 to 40 characters."),
    ("matches.1.names.0.0", "x" * 41, "matches[1].names[0][0]: That name has 41 characters: up to 40 fit."),
    ("matches.1.names.0.0", "A\u0300" * 30 + "\u0300" * 200, "matches[1].names[0][0]: That name has too many marks"),
    ("matches.1.names.0.0", " Alice", "matches[1].names[0][0]: read ' Alice', wanted: 'Alice'"),
    ("matches.1.names.0.0", "Al\u202eice", "matches[1].names[0][0]: read 'Al\\u202eice', wanted: 'Alice'"),
    ("matches.1.names.0.0", "\ud800", "matches[1].names[0][0]:"),
    ("matches.1.names.1.0", "ALICE", "matches[1].names[1][0]: one person in two places: 'ALICE'"),
    (
        "matches.1.opened_at",
        "2025-11-20T18:00:00",
        "matches[1].opened_at: read '2025-11-20T18:00:00', wanted: a moment",
    ),
    ("matches.1.opened_at", 1_700_000_000, "matches[1].opened_at: read 1700000000, wanted: a moment with its offset"),
    ("matches.1.opened_at", "0001-01-01T00:00:00+14:00", "matches[1].opened_at"),
    ("matches.1.opened_at", "1066-10-14T09:00:00+00:00", "matches[1].opened_at: '1066-10-14T09:00:00+00:00' cannot be"),
    ("matches.1.opened_at", told(NOW + timedelta(days=2)), "cannot be when this was written"),
    ("matches.1.closed_at", told(BEGAN - timedelta(days=9)), "matches[1].closed_at: the match cannot close before"),
    ("matches.1.closed_at", "soon", "matches[1].closed_at: read 'soon', wanted: a moment"),
    ("matches.1.state", "over", "matches[1].state: read 'over', wanted: open, closed, abandoned"),
    ("matches.1.rematch_of", "short", "matches[1].rematch_of: read 'short', wanted: the id of a match, or null"),
    ("matches.1.rematch_of", GOOD[1]["id"], "matches[1].rematch_of: a match cannot follow itself"),
    ("matches.1.totals", {"A": 1}, "matches[1].totals: missing in the totals: B"),
    ("matches.1.totals.A", "1,120", "matches[1].totals.A: read '1,120', wanted: a whole number"),
    ("matches.1.totals.A", 10**30, "matches[1].totals.A: read a number of 31 digits, wanted: a whole number"),
    ("matches.1.winner", "Alice", "matches[1].winner: read 'Alice', wanted: A, B, draw"),
    ("matches.1.deals", [], "matches[1].deals: a match has at least one deal"),
    ("matches.1.deals", [GOOD[0]["deals"][0]] * (MOST_DEALS + 1), "matches[1].deals: 201 are too many (at most 200)"),
    ("matches.1.deals.0", "a deal", "matches[1].deals[0]: read 'a deal', wanted: an object: a deal"),
    ("matches.1.deals.0.dealer", "Z", "matches[1].deals[0].dealer: read 'Z', wanted: A, B"),
    ("matches.1.deals.0.log", "trumps H", "matches[1].deals[0].log: read 'trumps H', wanted: a list"),
    ("matches.1.deals.0.log", ["trumps H"] * (MOST_LINES + 1), "matches[1].deals[0].log: 1001 are too many"),
    ("matches.1.deals.0.log", ["A melds AH 10H KH QH JH"] * MOST_LINES, "deals[0].log: more cards lie here than"),
    ("matches.1.deals.0.log", ["A melds QS QS QS QS"] * 8 + ["A melds + QS QS QS QS QS"], "take too long to replay"),
    (
        "matches.1.deals.0.log",
        ["A melds + KH#9 QH#9"] * MOST_LINES,
        "matches[1].deals[0].log: more cards lie here than",
    ),
    ("matches.1.deals.0.log.2", "B melds QX", "matches[1].deals[0].log[2]: not a card: 'QX'"),
    ("matches.1.deals.0.log.2", 7, "matches[1].deals[0].log[2]: read 7, wanted: a line of the notation"),
    ("matches.1.deals.0.log.2", "take back 9", "matches[1].deals[0].log[2]: line 9 does not stand"),
    ("matches.1.deals.0.log.2", "B  adjusts 770 brought", "matches[1].deals[0].log[2]: a line has single blanks"),
    ("matches.1.deals.0.log.2", "B adjusts 770 \x07", "a line has single blanks and no characters that nobody sees"),
    ("matches.1.deals.0.log.2", "B adjusts 1 " + "x" * 1000, "a line has at most 1000 characters"),
    ("matches.1.deals.0.written_at", [], "matches[1].deals[0].written_at: 0 moments for 5 lines"),
    ("matches.1.deals.0.written_at.2", "noon", "matches[1].deals[0].written_at[2]: read 'noon', wanted: a moment"),
    (
        "matches.1.deals.0.written_at.2",
        told(BEGAN - timedelta(days=3)),
        "written_at[2]: '2025-11-17T18:00:00+00:00' is",
    ),
    ("matches.1.changes.0", 7, "matches[1].changes[0]: read 7, wanted: an object: a change"),
    ("matches.1.changes.0", {"changed_at": told(BEGAN), "what": []}, "matches[1].changes[0].what: read […]"),
    *(
        ("matches.1.changes.0", {"changed_at": told(BEGAN), "what": what}, f"matches[1].changes[0].what{says}")
        for what, says in (
            ({}, ": read {…}, wanted: target, house_rules, hints"),
            ({"winner": ["A", "B"]}, ": 'winner' cannot be changed (what can: target, house_rules"),
            ({"target": 1000}, ".target: read 1000, wanted: a list"),
            ({"target": [1000]}, ".target: read 1, wanted: the value before and the one after"),
            ({"target": [1000, "500"]}, ".target[1]: read '500', wanted: a whole number"),
            ({"target": [1.5, None]}, ".target[0]: read 1.5, wanted: a whole number"),
            ({"house_rules": [7, {}]}, ".house_rules[0]: read 7, wanted: an object"),
            ({"house_rules": [{}, {"brisques": "never"}]}, ".house_rules[1]: brisques cannot be 'never'"),
            ({"house_rules": [{}, {"nope": True}]}, ".house_rules[1]: not a house rule: 'nope'"),
            ({"hints": [0, True]}, ".hints[0]: read 0, wanted: true, false"),
            ({"note_tricks": [True, None]}, ".note_tricks[1]: read null, wanted: true, false"),
            ({"note": ["", 5]}, ".note[1]: read 5, wanted: text"),
            ({"note": ["\0", ""]}, ".note[0]: read"),
            ({"note": ["", "x" * 70_000]}, ".note[1]: this is too long: 70000 characters, at most 800"),
            ({"names": [[["Ann"], ["Ben"]], 5]}, ".names[1]: read 5, wanted: a list"),
            ({"names": [[["Ann"]], [["Bo"]]]}, ".names[0]: read 1, wanted: a list of names for each of 2 seats"),
            ({"names": [[["Ann"], []], []]}, ".names[0][1]: read 0, wanted: 1 names"),
            ({"names": [[["Ann"], [None]], []]}, ".names[0][1][0]: read null, wanted: text"),
            ({"names": [[["Ann"], ["\u202eB"]], []]}, ".names[0][1][0]: read"),
        )
    ),
]


@pytest.mark.parametrize(("path", "value", "says"), FAULTS, ids=[f"{at}-{row[0]}" for at, row in enumerate(FAULTS)])
def test_a_fault_is_named_by_its_place(path: str, value: object, says: str) -> None:
    assert says in fault(changed(path, value))


def test_matches_that_follow_each_other_in_a_ring_are_refused() -> None:
    first, second = ({**GOOD[at], "rematch_of": GOOD[1 - at]["id"]} for at in (0, 1))
    assert "rematch_of: a match cannot follow itself" in fault(file_of(first, second))


def test_a_clock_that_was_put_right_spoils_no_record() -> None:
    early = told(BEGAN + timedelta(days=2) - timedelta(hours=2))
    assert read_matches(changed("matches.1.deals.0.written_at.2", early), NOW)


#: What does not follow from the log is found when the matches are brought in.
NOT_SO: list[tuple[str, object, str]] = [
    ("matches.0.totals.A", 510, "matches[0].totals.A: read 510, but from the log follows 500"),
    ("matches.0.winner", "B", "matches[0].winner: read 'B', but from the log follows null"),
    ("matches.1.winner", None, "matches[1].winner: read null, but from the log follows 'A'"),
    ("matches.0.state", "closed", "matches[0].state: read 'closed', but from the log follows 'open'"),
    ("matches.1.state", "open", "matches[1].state: read 'open', but from the log follows 'closed'"),
    ("matches.1.state", "abandoned", "matches[1].state: read 'abandoned', but from the log follows 'closed'"),
    ("matches.1.closed_at", None, "matches[1].closed_at: read null"),
    ("matches.0.closed_at", told(BEGAN + timedelta(days=1)), "matches[0].closed_at: read '2025-11-21T18:00:00+00:00'"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "says"), NOT_SO, ids=[f"{at}-{row[0]}" for at, row in enumerate(NOT_SO)])
def test_what_does_not_follow_from_the_log_is_refused_whole(app: Flask, path: str, value: object, says: str) -> None:
    before = stored(app)
    with app.app_context(), pytest.raises(BadRecord) as found:
        takealong.bring(changed(path, value))
    assert says in str(found.value)
    assert stored(app) == before


# Hostile files ------------------------------------------------------------------------------------------------------

Mutation = Callable[[bytes], bytes]
TEXT = file_of(*GOOD)
WORDS = [
    b'"A"',
    b"null",
    b"-1",
    b"1e999",
    b'"\\ud800"',
    b'"\\u0000"',
    b"[]",
    b"{}",
    b"[[[[",
    b'"',
    b",",
    b"}",
    b"9" * 30,
]
places = st.integers(0, len(TEXT))
spliced = st.builds(lambda at, word: TEXT[:at] + word + TEXT[at:], places, st.sampled_from(WORDS))
dropped = st.builds(lambda one, other: TEXT[: min(one, other)] + TEXT[max(one, other) :], places, places)
turned = st.builds(lambda at, byte: TEXT[:at] + bytes([byte]) + TEXT[at + 1 :], places, st.integers(0, 255))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
paths = st.lists(st.integers(0, 40), min_size=1, max_size=6)


def planted(path: list[int], value: object) -> bytes:
    """The good file with a value of any kind somewhere in it."""
    whole: Any = copy.deepcopy(WHOLE)
    above: Any = {"": whole}
    name: Any = ""
    for step in path:
        inside = above[name]
        if not isinstance(inside, dict | list) or not inside:
            break
        above, name = inside, (list(inside)[step % len(inside)] if isinstance(inside, dict) else step % len(inside))
    above[name] = value
    return json.dumps(above[""] if name == "" else whole).encode()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(spliced, dropped, turned, st.builds(planted, paths, values)))
def test_whatever_stands_in_a_file_is_read_or_refused(content: bytes) -> None:
    said = "it can be read"
    try:
        read_matches(content, NOW)
    except BadRecord as error:
        said = str(error)
    assert said.encode()


def test_a_file_that_takes_too_long_is_left(app: Flask) -> None:
    before = stored(app)
    with app.app_context(), pytest.raises(BadRecord, match=r"matches\[0\]\.deals\[0\]: this file is too much at once"):
        takealong.bring(TEXT, patience=0.0)
    assert stored(app) == before


def test_the_longest_deals_are_no_effort() -> None:
    for case in SCORES:
        rules = house_rules(case["variant"], case["house_rules"])
        for deal in case["deals"]:
            assert steps(standing(numbered(read(line, rules) for line in deal["log"]))) < MOST / 100


def test_nothing_of_a_hostile_file_is_stored(app: Flask) -> None:
    """Whole or not at all, whatever is wrong with it."""
    before = stored(app)
    with app.app_context():
        for at in range(0, len(TEXT), 97):
            with pytest.raises(BadRecord):
                takealong.bring(TEXT[:at])
    assert stored(app) == before
