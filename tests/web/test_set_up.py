"""Opening a match: every game, target and house rule; what is wrong is said, not stored, and what was typed kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.bezique.options import OPTIONS
from scorekeeper.bezique.variants import VARIANTS
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, stored

TWO = {"name_a": "Alice", "name_b": "Ben"}
FOUR = {**TWO, "name_a2": "Ann", "name_b2": "Bob"}
ROUND_THE_TABLE = {**TWO, "name_c": "Cora", "name_d": "Dan"}
EVERYBODY = {**FOUR, **ROUND_THE_TABLE}


def set_up(phone: Phone, *, status: int = 200, **filled: str) -> Page:
    """Fill in the set-up page and open the match."""
    phone.get("/matches/new")
    return phone.fill("open-match", status=status, **{**TWO, **filled})


def opened(phone: Phone, **filled: str) -> Table:
    """The match that was set up."""
    page = set_up(phone, status=200, **filled)
    return Table(phone.app, page.address.removeprefix("/matches/"), phone)


def posted(phone: Phone, *, status: int, **fields: str) -> Page:
    """Post a set-up form with values that the page does not offer."""
    sent = {"request": any_request(), "variant": "classic", "first_dealer": "A", "target": "", **TWO, **fields}
    return phone.post("/matches/new", status=status, **sent)


def value(page: Page, name: str) -> str:
    """What a field of the form holds."""
    return dict(page.filled(next(page.elements("form")))).get(name, "")


# Games ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_can_be_opened_and_says_what_it_is(phone: Phone, key: str) -> None:
    """D15: the target is the game's own, and a game of one deal has none."""
    variant, rules = VARIANTS[key], VARIANTS[key].rules
    match = opened(phone, variant=key, **EVERYBODY)
    stored = match.sheet().stored
    target = rules.default_target if rules.to_target else None
    assert (stored.variant, stored.target, stored.house_rules) == (key, target, {})
    assert [len(people) for people in stored.names] == [variant.names_a_seat] * len(rules.seats)
    said = match.show("/sheet").words
    assert (
        f"{variant.title} · to {target:,}" in said if target else f"{variant.title} · rubicon {rules.rubicon:,}" in said
    )
    assert ("Which card is turned up?" in match.show().words) is rules.turn_up


def test_a_consultation_has_two_names_a_side(phone: Phone) -> None:
    match = opened(phone, variant="consultation", **FOUR)
    assert match.sheet().stored.names == (("Alice", "Ann"), ("Ben", "Bob"))
    match.write("turn-up AH", "A melds KH QH")
    page = match.show()
    assert "Alice & Ann" in page.said("p-A")
    assert "Ben & Bob" in page.said("p-B")
    assert "Alice & Ann royal marriage K♥ Q♥" in match.show("/log").words
    assert "Alice & Ann and Ben & Bob" in phone.get("/").words


def test_in_other_games_the_second_names_are_nobodys(phone: Phone) -> None:
    assert opened(phone, **FOUR).sheet().stored.names == (("Alice",), ("Ben",))


def test_hints_are_on_where_the_game_is_for_learning(phone: Phone) -> None:
    assert opened(phone, variant="open").sheet().stored.hints
    assert not opened(phone).sheet().stored.hints
    assert opened(phone, hints="y").sheet().stored.hints


def test_who_deals_first_leads_not(phone: Phone) -> None:
    assert "Alice deals" in set_up(phone, first_dealer="A").words
    assert "Ben deals" in set_up(phone, first_dealer="B").words


def test_a_match_that_notes_tricks_asks_for_them(phone: Phone) -> None:
    match = opened(phone, note_tricks="y")
    match.write("turn-up AH")
    match.show()
    phone.tap("trick-A")
    assert match.log() == ["turn-up AH", "trick 1 A"]
    assert "Trick 2 of 32" in phone.page.words


def test_names_that_have_played_are_offered(phone: Phone) -> None:
    opened(phone, name_a="Zoë Okonkwo")
    offered = [option.get("value") for option in phone.get("/matches/new").one("known").iter("option")]
    assert offered[:2] in (["Ben", "Zoë Okonkwo"], ["Zoë Okonkwo", "Ben"])


# Targets -------------------------------------------------------------------------------------------------------------

TARGETS = [
    ("a key", {"target": "1500"}, 1500),
    ("the game's own", {"target": ""}, 1000),
    ("typed", {"target": "other", "other_target": "640"}, 640),
    ("typed with blanks", {"target": "other", "other_target": " 640 "}, 640),
    ("typed and opened at once, no key chosen (A06)", {"other_target": "640"}, 640),
    ("the least", {"target": "other", "other_target": "100"}, 100),
    ("the most (G03)", {"target": "other", "other_target": "100000"}, 100_000),
]


@pytest.mark.parametrize(("filled", "target"), [row[1:] for row in TARGETS], ids=[row[0] for row in TARGETS])
def test_a_target_is_chosen_or_typed(phone: Phone, filled: dict[str, str], target: int) -> None:
    """A06: a typed value counts without leaving its field."""
    assert opened(phone, **filled).sheet().stored.target == target


NO_TARGETS = [
    *("0", "-10", "5", "1e3", "", "1000000000", "1" + "0" * 20, "1e185", "2.5", " ", "40abc", "٥٠٠", "1.2.3", "1e999"),
    *("-", "null", "NaN", "Infinity", "105", "90", "100010", "1_000", "1,000", "+500", "0x1F4", "५००", "²00"),
    "9" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("typed", NO_TARGETS, ids=lambda typed: repr(typed[:24]))
def test_a_target_that_is_none_is_refused_at_its_field(app: Flask, typed: str) -> None:
    """G01, G02: whatever is no multiple of 10 from 100 to 100,000, in figures that everybody reads alike."""
    phone = Phone(app, typed)
    before = stored(app)
    page = set_up(phone, status=422, target="other", other_target=typed, name_a="Zoë")
    assert "not a target" in page.said("other_target-error")
    assert "a multiple of 10 from 100 to 100,000" in page.said("other_target-error")
    assert value(page, "other_target") == typed
    assert value(page, "target") == "other"
    assert value(page, "name_a") == "Zoë"
    assert stored(app) == before


def test_a_target_key_that_there_is_not_is_refused(app: Flask, phone: Phone) -> None:
    before = stored(app)
    assert any("not a target" in error for error in posted(phone, status=422, target="1e3").errors)
    assert stored(app) == before


# House rules ---------------------------------------------------------------------------------------------------------

RULES = [
    ("a rule that differs", {"rule_reform_melds": "yes"}, {"reform_melds": True}, "Melds may be formed again"),
    ("a rule as it is", {"rule_reform_melds": "no"}, {}, ""),
    ("a rule left out", {"rule_seven_takes_the_meld": "no"}, {"seven_takes_the_meld": False}, "not: A seven takes"),
    ("a choice of words", {"rule_brisques": "at-once"}, {"brisques": "at-once"}, "Brisques: as they fall"),
    ("two of them", {"rule_stop_at_target": "yes", "rule_double_at_once": "no"}, {"stop_at_target": True}, "Stop at"),
]  # fmt: skip


@pytest.mark.parametrize(("filled", "kept", "said"), [row[1:] for row in RULES], ids=[row[0] for row in RULES])
def test_only_rules_that_differ_are_stored_and_shown(
    phone: Phone, filled: dict[str, str], kept: dict[str, Any], said: str
) -> None:
    match = opened(phone, **filled)
    assert match.sheet().stored.house_rules == kept
    match.write("turn-up AH")
    for page in (match.show(), match.show("/sheet"), match.show("/log")):
        assert said in page.words
        if not kept:
            assert "Melds may be formed again" not in page.words


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.has_place_in(frozenset("ST"))])
def test_every_house_rule_of_these_games_can_be_chosen(phone: Phone, name: str) -> None:
    page = phone.get("/matches/new")
    field = page.one(f"rule_{name}")
    own = getattr(VARIANTS["classic"].rules, name)
    values = [option.attrib["value"] for option in field.iter("option")]
    assert values[0] == ""
    other = next(v for v in values[1:] if {"yes": True, "no": False}.get(v, v) != own)
    match = opened(phone, **{f"rule_{name}": other})
    assert list(match.sheet().stored.house_rules) == [name]


def test_a_rule_in_place_is_shown_to_the_end(phone: Phone) -> None:
    match = opened(phone, rule_stop_at_target="yes", target="500", first_dealer="B")
    match.write("turn-up AH", "A melds double-bezique QS QS JD JD")
    page = match.show()
    assert "Alice wins" in page.words
    assert "Stop at the target" in page.words


NO_RULES = [
    ("a rule there is not", {"rule_nonsense": "yes"}, "not a house rule: 'nonsense'"),
    ("a rule of other games", {"rule_partners_build": "yes"}, "partners_build has no place in classic"),
    ("a rule of other games as it is", {"rule_match_length": "one-deal"}, "match_length has no place in classic"),
    ("a value there is not", {"rule_brisques": "sometimes"}, "brisques cannot be 'sometimes' in classic"),
    ("a value of other games", {"rule_brisques": "save-rubicon"}, "brisques cannot be 'save-rubicon'"),
    ("a word for yes or no", {"rule_reform_melds": "perhaps"}, "reform_melds cannot be 'perhaps'"),
    ("a tie break without brisques", {"variant": "no-brisques", "rule_tie_break": "play-on"}, "tie_break has no place"),
    ("two that contradict", {"rule_brisques": "match-end", "rule_stop_at_target": "no"}, "stop_at_target has no place"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "why"), [row[1:] for row in NO_RULES], ids=[row[0] for row in NO_RULES])
def test_a_rule_without_place_is_refused_with_the_reason(
    app: Flask, phone: Phone, fields: dict[str, str], why: str
) -> None:
    before = stored(app)
    page = posted(phone, status=422, **fields)
    assert any(why in error for error in page.errors), page.errors
    assert value(page, "name_a") == "Alice"
    assert stored(app) == before


# Everything else -----------------------------------------------------------------------------------------------------

OTHERS = [
    ("a game there is not", {"variant": "whist"}, "Not a game: 'whist'"),
    ("no game", {"variant": ""}, "Not a game: ''"),
    ("a script for a game", {"variant": "<script>"}, "Not a game: '<script>'"),
    ("a seat there is not", {"first_dealer": "C"}, "Not a seat of this game: 'C'"),
    ("no seat", {"first_dealer": ""}, "Not a seat of this game: ''"),
]


@pytest.mark.parametrize(("fields", "why"), [row[1:] for row in OTHERS], ids=[row[0] for row in OTHERS])
def test_what_is_not_on_the_page_is_refused(app: Flask, phone: Phone, fields: dict[str, str], why: str) -> None:
    before = stored(app)
    page = posted(phone, status=422, **fields)
    assert any(why in error for error in page.errors), page.errors
    assert stored(app) == before


def test_everything_typed_is_kept(app: Flask, phone: Phone) -> None:
    """All of it, so that only what was wrong is typed again."""
    filled = {
        **FOUR,
        "name_b2": "",
        "variant": "consultation",
        "first_dealer": "B",
        "target": "1500",
        "hints": "y",
        "note_tricks": "y",
        "rule_brisques": "at-once",
    }
    before = stored(app)
    page = set_up(phone, status=422, **filled)
    assert stored(app) == before
    assert {name: value(page, name) for name in filled} == filled
    assert page.one("name_b2").get("aria-invalid") == "true"
    assert page.said("name_b2-error") == "Write a name of 1 to 40 characters."
    assert "open" in next(page.elements("details")).attrib
    assert "Which card is turned up?" in phone.fill("open-match", name_b2="Bob").words


@pytest.mark.parametrize("request_id", ["", "short", "x" * 65, "eight\0\0\0", "with blanks in it"])
def test_a_set_up_without_a_request_opens_nothing(app: Flask, phone: Phone, request_id: str) -> None:
    before = stored(app)
    phone.post("/matches/new", status=400, request=request_id, **TWO)
    assert stored(app) == before


# Play again ----------------------------------------------------------------------------------------------------------


def test_play_again_keeps_people_and_rules_and_starts_at_nothing(table: OpenTable) -> None:
    """A10: nothing of the old match is in the new one but who plays, what and how; the deal passes on."""
    over = table(*WORKED_DEAL, *ENDED, target=500, house_rules={"reform_melds": True}, note_tricks=True, hints=True)
    over.show()
    page = over.phone.tap("again-match")
    assert "Which card is turned up?" in page.words
    assert "Alice deals" in page.words
    assert (page.figure("A"), page.figure("B")) == (0, 0)
    fresh = Table(over.app, page.address.removeprefix("/matches/"), over.phone)
    new, old = fresh.sheet().stored, over.sheet().stored
    for kept in ("variant", "house_rules", "target", "hints", "note_tricks", "names"):
        assert getattr(new, kept) == getattr(old, kept)
    assert (new.first_dealer, new.rematch_of, new.state) == ("A", over.slug, "open")
    fresh.write("turn-up 9C")
    page = fresh.show()
    assert page.words.count("nothing laid") == 2
    fresh.write("A melds KH QH")
    assert over.totals() == {"A": 500, "B": 150}


def test_a_new_deal_remembers_no_card_of_the_old(table: OpenTable) -> None:
    """E04: the tables are bare, and what was melded before may be melded again."""
    playing = table(*WORKED_DEAL, *ENDED)
    playing.next_deal("turn-up AH")
    assert playing.show().words.count("nothing laid") == 2
    playing.write("A melds KH QH", "A melds QS JD", "A melds AH 10H JH + KH QH")
    assert playing.totals()["A"] == 500 + 40 + 40 + 250


def test_the_stored_rules_are_plain_values(phone: Phone) -> None:
    """They are read by programs to come: words and truths, nothing of ours."""
    match = opened(phone, rule_brisques="match-end", rule_reform_melds="yes")
    assert json.loads(json.dumps(match.sheet().stored.house_rules)) == {"brisques": "match-end", "reform_melds": True}
