"""Every house rule in every game through the form: kept where it differs, not kept where it does not, or refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from scorekeeper.bezique.options import OPTIONS
from scorekeeper.bezique.variants import VARIANTS
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.phone import Phone, any_request
from tests.web.table import PEOPLE, Table, pencil, stored

S = ("classic", "short", "no-brisques", "consultation", "open")
FOUR = ("four-handed", "four-solo")
G = ("rubicon", "six-pack", "eight-pack")
T = (*S, "three-handed", *FOUR)
LARGEST = ("six-pack", "eight-pack")
ALL = (*T, *G)
BOOL = ("yes", "no")


@dataclass(frozen=True)
class Rule:
    """A line of section 6 of the rules: the games in which a rule has a place, and those in which it is on already.

    Of a rule of words *own* is its value in all games, *others* in some; *only* narrows what can be chosen there.
    *waits* are games in which it has a place only beside another house rule.
    """

    name: str
    games: tuple[str, ...]
    on: tuple[str, ...] = ()
    values: tuple[str, ...] = BOOL
    own: str = "no"
    others: tuple[tuple[str, tuple[str, ...]], ...] = ()
    only: tuple[tuple[str, tuple[str, ...]], ...] = ()
    waits: tuple[str, ...] = ()

    def own_value(self, game: str) -> str:
        if game in self.on:
            return "yes"
        return next((value for value, games in self.others if game in games), self.own)

    def has_place(self, value: str, game: str) -> bool:
        where = next((games for only, games in self.only if only == value), self.games)
        return game in self.games and game in where and game not in self.waits

    def why_not(self, value: str, game: str) -> str:
        if game in self.games and game not in self.waits:
            return f"{self.name} cannot be {value!r} in {game}"
        return f"{self.name} has no place in {game}"


RULES = [
    Rule("seven_takes_the_meld", T, on=(*S, "three-handed")),
    Rule("seven_scores_when_played", T),
    Rule("no_meld_before_last_draw", ALL),
    Rule("new_card_required", ALL, on=FOUR),
    Rule("double_from_two_singles", ALL, on=G),
    Rule("double_at_once", ALL),
    Rule("marriage_after_sequence", ALL),
    Rule("bezique_pair", ALL, values=("fixed", "clubs-hearts", "trump-queen"), own="fixed"),
    Rule("quadruple_in_four_hand", FOUR),
    Rule("quintuple_bezique", LARGEST, on=LARGEST),
    Rule("any_four_tens", LARGEST),
    Rule("reform_melds", ALL, on=G),
    Rule("cross_marriages", ALL),
    Rule("second_double_reuse", ("three-handed", *FOUR)),
    Rule("partners_build", ("four-handed",), on=("four-handed",)),
    Rule("joint_beziques", ("four-handed",), on=("four-handed",)),
    Rule("exchanged_card_waits", T),
    Rule("carte_blanche_repeat", ("rubicon", "six-pack"), on=("rubicon", "six-pack")),
    Rule("last_trick_ends_stock", ALL),
    Rule(
        "brisques",
        ALL,
        values=("deal-end", "at-once", "match-end", "none", "save-rubicon"),
        own="deal-end",
        others=(("none", ("no-brisques", *G)),),
        only=(("deal-end", T), ("at-once", T), ("match-end", T), ("save-rubicon", G)),
    ),
    Rule("stop_at_target", T),
    Rule("tie_break", T, values=("play-on", "last-deal-brisques"), own="play-on", waits=("no-brisques",)),
    Rule("match_length", G, values=("one-deal", "target"), own="one-deal"),
    Rule("rubicon_settlement", G, values=("simple", "portland"), own="simple"),
]
EVERYBODY = {
    **{f"name_{seat.lower()}": names[0] for seat, names in PEOPLE.items()},
    **{f"name_{seat.lower()}2": names[1] for seat, names in PEOPLE.items() if names[1:]},
}


def post(app: Flask, **fields: str) -> tuple[int, Page]:
    """The answer to a set-up form with these fields, however impossible."""
    phone = pencil(app)
    sent = {"csrf_token": phone.token, "request": any_request(), "first_dealer": "A", "target": "", **EVERYBODY}
    answer = phone.client.post("/matches/new", data={**sent, **fields})
    where = answer.headers.get("Location", "/matches/new")
    return answer.status_code, Page(where, answer.status_code, answer.text)


def kept(app: Flask, **fields: str) -> dict[str, Any]:
    """The house rules stored of a match that was opened with these fields."""
    status, page = post(app, **fields)
    assert status == 303, page.errors
    table = Table(app, page.address.removeprefix("/matches/"), pencil(app))
    return dict(table.sheet().stored.house_rules)


def refused(app: Flask, rule: str, value: str, **fields: str) -> str:
    """What stands at the field of a house rule that is refused; what was chosen stands there still."""
    status, page = post(app, **{f"rule_{rule}": value, **fields})
    assert status == 422
    assert page.one(f"rule_{rule}").get("aria-invalid") == "true"
    return page.said(f"rule_{rule}-error")


def plain(value: str) -> bool | str:
    return {"yes": True, "no": False}.get(value, value)


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_house_rule_is_kept_or_refused(app: Flask, rule: Rule, game: str) -> None:
    """At its field, with the reason, and nothing is stored, where the rule or its value has no place."""
    before = stored(app)
    for value in rule.values:
        if not rule.has_place(value, game):
            assert rule.why_not(value, game) in refused(app, rule.name, value, variant=game)
    if game not in rule.waits:
        assert rule.why_not("perhaps", game) in refused(app, rule.name, "perhaps", variant=game)
    assert stored(app) == before
    for value in rule.values:
        if rule.has_place(value, game):
            own = value == rule.own_value(game)
            chosen = kept(app, variant=game, **{f"rule_{rule.name}": value})
            assert chosen == ({} if own else {rule.name: plain(value)}), value


def test_all_house_rules_and_games_are_told_here() -> None:
    assert [rule.name for rule in RULES] == list(OPTIONS)
    assert sorted(ALL) == sorted(VARIANTS)


@pytest.mark.parametrize("game", ALL)
def test_a_game_is_offered_what_has_a_place_in_it(phone: Phone, game: str) -> None:
    """The style sheet hides a rule, or a value, by the families in which they stand: these must say the same."""
    page = phone.get("/matches/new")
    families = set(page.one(f"variant-{game}").attrib["data-families"].split())
    for rule in RULES:
        select = page.one(f"rule_{rule.name}")
        field = next(element for element in page.above(select) if "rule" in element.get("class", "").split())
        assert for_any(field, families) is (game in rule.games), rule.name
        if game in rule.games:
            offered = [option.attrib["value"] for option in select.iter("option") if for_any(option, families)]
            allowed = [value for value in rule.values if game in rule.waits or rule.has_place(value, game)]
            assert sorted(offered) == sorted(["", *allowed]), rule.name


def for_any(element: Element, families: set[str]) -> bool:
    """Whether *element* is shown in a game of these *families*."""
    where = element.get("data-where")
    return where is None or bool(set(where.split()) & families)


TOGETHER = [
    ("a tie break where brisques are counted after all", "no-brisques",
     {"brisques": "deal-end", "tie_break": "last-deal-brisques"}),
    ("cross marriages where melds may be formed again", "classic", {"reform_melds": "yes", "cross_marriages": "yes"}),
    ("the length and the settlement", "rubicon", {"match_length": "target", "rubicon_settlement": "portland"}),
    ("brisques that save, in Portland", "six-pack", {"brisques": "save-rubicon", "rubicon_settlement": "portland"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "rules"), [row[1:] for row in TOGETHER], ids=[row[0] for row in TOGETHER])
def test_rules_that_go_together_are_kept_together(app: Flask, game: str, rules: dict[str, str]) -> None:
    chosen = {f"rule_{name}": value for name, value in rules.items()}
    assert kept(app, variant=game, **chosen) == {name: plain(value) for name, value in rules.items()}


APART = [
    ("a tie break without brisques", "classic", {"brisques": "none"}, "tie_break", "last-deal-brisques",
     "tie_break has no place in classic: brisques are not counted"),
    ("and none as it is", "three-handed", {"brisques": "none"}, "tie_break", "play-on",
     "tie_break has no place in three-handed: brisques are not counted"),
    ("a stop while brisques are kept aside", "four-handed", {"brisques": "match-end"}, "stop_at_target", "yes",
     "stop_at_target has no place with brisques: match-end"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "beside", "rule", "value", "why"), [row[1:] for row in APART], ids=[row[0] for row in APART]
)
def test_rules_that_contradict_are_refused_at_the_second(
    app: Flask, game: str, beside: dict[str, str], rule: str, value: str, why: str
) -> None:
    before = stored(app)
    others = {f"rule_{name}": chosen for name, chosen in beside.items()}
    assert why in refused(app, rule, value, variant=game, **others)
    assert stored(app) == before


def test_two_rules_that_are_wrong_are_both_named(app: Flask) -> None:
    status, page = post(app, variant="rubicon", rule_stop_at_target="yes", rule_partners_build="no")
    assert status == 422
    assert "it needs a game with a turn-up" in page.said("rule_stop_at_target-error")
    assert "it is a rule of partners" in page.said("rule_partners_build-error")


SHOWN: list[tuple[str, dict[str, Any], str]] = [
    ("four-handed", {"partners_build": False}, "not: Partners build together"),
    ("four-solo", {"quadruple_in_four_hand": True}, "Quadruple bezique"),
    ("three-handed", {"second_double_reuse": True}, "A double bezique again"),
    ("rubicon", {"carte_blanche_repeat": False}, "not: Carte blanche again"),
    ("six-pack", {"any_four_tens": True}, "Four tens"),
    ("eight-pack", {"rubicon_settlement": "portland"},
     "Settlement: the difference in hundreds and 500, or both and 1,300"),
    ("rubicon", {"match_length": "target"}, "Length: to a target"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "said"), SHOWN, ids=[f"{row[0]} {row[2]}" for row in SHOWN])
def test_what_differs_is_shown_with_the_match_and_nothing_else(
    table: OpenTable, game: str, rules: dict[str, Any], said: str
) -> None:
    target = {"target": 1500} if "match_length" in rules else {}
    match = table(variant=game, house_rules=rules, **target)
    if match.sheet().rules.turn_up:
        match.write("turn-up AH")
    page = match.show()
    assert page.words.endswith(f"House rules: {said}")
    assert f"· {said} ·" in match.show("/sheet").words
    assert said in match.show("/log").words
