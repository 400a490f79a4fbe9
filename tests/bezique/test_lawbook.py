"""The book of laws holds what can be cited under its rules, and nothing that never is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from scorekeeper.bezique import VARIANTS, Law, Rules, RulesError, house_rules
from scorekeeper.bezique.lawbook import (
    SOURCES,
    figures,
    has_place,
    house_rules_of,
    ladders,
    lawbook,
    pairs,
    sources_in,
)
from scorekeeper.bezique.options import OPTIONS, Option, Value
from scorekeeper.bezique.records import rule
from scorekeeper.bezique.rules import BeziquePairRule
from tests.bezique.oracle.physical import PhysicalDeal
from tests.bezique.oracle.staged import StagedDeal
from tests.bezique.oracle.test_agreement import Engine
from tests.bezique.stories import judged, rules_of, told
from tests.bezique.test_cases import RULINGS
from tests.bezique.test_laws import CASES

PLAYED, STAGED = 44, 250
BY_KEY = {law.value: law for law in Law}
WRITTEN_ELSEWHERE = {Law.MATCH_OVER}
"""Cited by the services, which know the match; the engine rules on one deal."""


def on_the_book(rules: Rules) -> list[Law]:
    """The laws of the book of *rules*, in its order."""
    return [law for chapter in lawbook(rules) for section in chapter.sections for law in section.laws]


def simulated() -> Iterator[tuple[Rules, str]]:
    """What decides the claims of many random deals, under house rules as they come."""
    for deal in (*map(PhysicalDeal, range(PLAYED)), *map(StagedDeal, range(STAGED))):
        engine = Engine(deal.variant, deal.house_rules, deal.dealer)
        for step in deal.steps():
            if step.written:
                engine.write(step.text)
            else:
                yield engine.rules, engine.judge(step.text)[2]


def from_the_files() -> Iterator[tuple[Rules, str]]:
    """What decides the ruling cases, and the stories of the laws."""
    case: dict[str, Any]
    for case in RULINGS:
        yield house_rules(case["variant"], case["house_rules"]), str(rule(case).get("law"))
    for story in CASES:
        ruling = judged(story.claim, told(story.log, story.variant, story.house, story.dealer))
        yield rules_of(story.variant, story.house), ruling.law.value


@cache
def cited() -> dict[Rules, set[Law]]:
    """Every law that decided something, by the rules under which it did."""
    found: dict[Rules, set[Law]] = {}
    for rules, key in (*simulated(), *from_the_files()):
        if key in BY_KEY:  # not a claim that could not be read, nor a line taken back
            found.setdefault(rules, set()).add(BY_KEY[key])
    return found


def test_every_law_that_is_cited_is_on_the_book() -> None:
    missing = [
        (rules.key, law.value) for rules, laws in cited().items() for law in laws if law not in on_the_book(rules)
    ]
    assert not missing
    assert len(cited()) > 100, "under many rules"


def test_every_law_on_a_book_is_cited_somewhere() -> None:
    assert set().union(*cited().values()) == set(Law) - WRITTEN_ELSEWHERE


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_law_stands_once_in_a_book_and_no_chapter_is_empty(variant: str) -> None:
    rules = rules_of(variant)
    laws = on_the_book(rules)
    assert len(laws) == len(set(laws))
    assert set(laws) == {law for law in Law if has_place(law, rules)}
    keys = [section.key for chapter in lawbook(rules) for section in chapter.sections if section.laws]
    assert len(keys) == len(set(keys)) == sum(len(chapter.sections) for chapter in lawbook(rules))


def test_every_law_has_a_place_somewhere() -> None:
    everywhere = [rules_of(variant) for variant in VARIANTS]
    house = (
        ("classic", "reform_melds, no_meld_before_last_draw, double_at_once"),
        ("four-handed", "partners_build=no, exchanged_card_waits"),
        ("four-handed", "joint_beziques=no"),
    )
    everywhere += [rules_of(*told) for told in house]
    assert {law for rules in everywhere for law in on_the_book(rules)} == set(Law)


PLACES = [
    ("nothing need be new where singles unite", Law.SOMETHING_NEW, "rubicon", "", False),
    ("but four of trumps need something new", Law.SOMETHING_NEW, "six-pack", "", True),
    ("and so do doubles where singles do not unite", Law.SOMETHING_NEW, "rubicon", "double_from_two_singles=no", True),
    ("a card from the hand is always new", Law.SOMETHING_NEW, "classic", "new_card_required", False),
    ("a double only at once is refused as such", Law.SOMETHING_NEW, "classic", "double_at_once", False),
    ("a triple of a double and a single is not", Law.SOMETHING_NEW, "three-handed", "double_at_once", True),
    ("a second seven is a second meld", Law.SEVEN_A_TRICK, "classic", "", False),
    ("where sevens come beside the meld it is not", Law.SEVEN_A_TRICK, "four-handed", "", True),
    ("two may be played to one trick", Law.SEVEN_A_TRICK, "classic", "seven_scores_when_played", True),
    ("after a seven that took the meld nothing waits", Law.EXCHANGED_WAITS, "classic", "exchanged_card_waits", False),
    ("where it did not, a card does", Law.EXCHANGED_WAITS, "four-solo", "exchanged_card_waits", True),
    ("nobody plays alone with a partner", Law.PARTNERS_APART, "four-solo", "", False),
    ("partners apart cannot join their beziques", Law.JOINT_BEZIQUE, "four-handed", "partners_build=no", False),
    ("eight-pack lacks four tens", Law.NOT_IN_GAME, "eight-pack", "", True),
    ("with them every meld scores", Law.NOT_IN_GAME, "eight-pack", "any_four_tens", False),
    ("a meld formed again", Law.FORMED_AGAIN, "rubicon", "", True),
    ("a double formed again", Law.FORMED_AGAIN, "three-handed", "second_double_reuse", True),
    ("nothing is formed again in classic", Law.FORMED_AGAIN, "classic", "", False),
]


@pytest.mark.parametrize(("story", "law", "variant", "house", "has"), PLACES, ids=[row[0] for row in PLACES])
def test_where_a_law_has_a_place(story: str, law: Law, variant: str, house: str, has: bool) -> None:
    assert (law in on_the_book(rules_of(variant, house))) is has


def test_nothing_is_refused_for_want_of_something_new_where_singles_unite() -> None:
    """Not even in the likeliest story: two singles on the table."""
    deal = told("trumps H; A melds QS JD; A melds QS JD", "rubicon")
    assert judged("A melds + QS QS JD JD", deal).law is Law.USED_AGAIN


FIGURES = [
    (
        *("classic", "", None),
        "Players 2, Packs of 32 cards 2, Cards in all 64, Cards in a hand 8, Cards held when melding 7,"
        " Tricks with a draw 24, Tricks without a draw 8, Number of the last trick 32, Points for the last trick 10,"
        " Brisques 16, Points for all brisques 160, Sevens of trumps 2, Points for a seven 10, Target 1000",
    ),
    (
        *("three-handed", "", 700),
        "Players 3, Packs of 32 cards 3, Cards in all 96, Tricks with a draw 24, Brisques 24, Sevens of trumps 3,"
        " Target 700",
    ),
    (
        *("four-handed", "", None),
        "Players 4, Sides of two partners each 2, Cards in all 128, Duels without a draw 2, Tricks in a duel 8,"
        " Number of the last trick 40, Brisques 32, Points for all brisques 320, Target 2000",
    ),
    (
        *("rubicon", "", None),
        "Cards in a hand 9, Cards held when melding 8, Tricks with a draw 55, Tricks without a draw 9,"
        " Number of the last trick 64, Points for the last trick 50, Points for carte blanche 50, Rubicon 1000",
    ),
    ("rubicon", "match_length=target", None, "Target 1500"),
    (
        *("six-pack", "", None),
        "Cards in all 192, Tricks with a draw 84, Number of the last trick 96, Points for the last trick 250,"
        " Points for carte blanche 250, Rubicon 3000",
    ),
    (
        *("eight-pack", "", None),
        "Cards in all 256, Tricks with a draw 113, Number of the last trick 128, Rubicon 5000",
    ),
    ("classic", "no_meld_before_last_draw", None, "Tricks with a draw 24, Last trick that allows a meld 23"),
    ("classic", "last_trick_ends_stock", None, "Number of the last trick 24"),
]


@pytest.mark.parametrize(("variant", "house", "target", "wanted"), FIGURES)
def test_the_game_at_a_glance(variant: str, house: str, target: int | None, wanted: str) -> None:
    shown = [f"{figure.label} {figure.value}" for figure in figures(rules_of(variant, house), target)]
    assert [figure for figure in shown if figure in wanted.split(", ")] == wanted.split(", ")
    assert len(shown) == len(set(shown))


def test_a_game_shows_no_figure_of_what_it_has_not() -> None:
    shown = " ".join(figure.label for figure in figures(rules_of("eight-pack")))
    assert not re.search("seven|Seven|risque|carte|Target|Duel|partners", shown)
    assert "Rubicon" not in " ".join(figure.label for figure in figures(rules_of("classic")))


def test_melds_stand_class_by_class_from_low_to_high() -> None:
    assert [[meld.value for meld in ladder] for ladder in ladders(rules_of("classic"))] == [
        ["marriage", "royal-marriage", "sequence"],
        ["bezique", "double-bezique"],
        *[[f"four-{rank}"] for rank in ("aces", "kings", "queens", "jacks")],
    ]
    eight = ladders(rules_of("eight-pack", "any_four_tens"))
    assert [meld.value for meld in eight[0]] == ["marriage", "royal-marriage", "plain-sequence", "sequence"]
    assert [meld.value for meld in eight[3]] == ["four-tens", "four-trump-tens", "five-trump-tens"]
    for variant in VARIANTS:
        rules = rules_of(variant)
        assert sorted(meld for ladder in ladders(rules) for meld in ladder) == sorted(rules.melds)


def test_the_pairs_that_make_a_bezique() -> None:
    def shown(house: str) -> str:
        return ", ".join(
            f"{queen} {jack} {''.join(suits)}" for (queen, jack), suits in pairs(rules_of("classic", house))
        )

    assert shown("") == "QS JD SHDC"
    assert shown(f"bezique_pair={BeziquePairRule.CLUBS_HEARTS}") == "QC JH SD, QS JD HC"
    assert shown(f"bezique_pair={BeziquePairRule.TRUMP_QUEEN}") == "QS JD S, QH JC H, QD JS D, QC JH C"


def accepts(variant: str, option: Option, value: Value, **others: Value) -> bool:
    """Whether a host may choose that."""
    try:
        house_rules(variant, {option.name: value, **others})
    except RulesError:
        return False
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_book_has_the_house_rules_that_can_be_set(variant: str) -> None:
    shown = [rule.option.name for rule in house_rules_of(rules_of(variant))]
    families = rules_of(variant).families
    assert shown == [
        name for name, option in OPTIONS.items() if accepts(variant, option, option.values_in(families)[0])
    ]


@pytest.mark.parametrize(
    ("lacks", "house"),
    [("stop_at_target", {"brisques": "match-end"}), ("tie_break", {"brisques": "none"})],
)
def test_a_house_rule_that_another_displaces_is_not_shown(lacks: str, house: dict[str, Value]) -> None:
    assert lacks in {rule.option.name for rule in house_rules_of(rules_of("classic"))}
    assert lacks not in {rule.option.name for rule in house_rules_of(house_rules("classic", house))}
    assert not accepts("classic", OPTIONS[lacks], OPTIONS[lacks].values_in(frozenset("ST"))[-1], **house)


def test_a_house_rule_that_differs_says_so() -> None:
    rules = house_rules("rubicon", {"reform_melds": False, "rubicon_settlement": "portland"})
    assert [(rule.option.name, rule.value, rule.own) for rule in house_rules_of(rules) if rule.differs] == [
        ("reform_melds", False, True),
        ("rubicon_settlement", "portland", "simple"),
    ]


IDLE = [
    ("exchanged_card_waits", "classic", "", "seven_takes_the_meld=no"),
    ("double_from_two_singles", "rubicon", "new_card_required", ""),
    ("cross_marriages", "classic", "", "reform_melds"),
    ("cross_marriages", "rubicon", "new_card_required", ""),
    ("joint_beziques", "four-handed", "partners_build=no", ""),
    ("rubicon_settlement", "rubicon", "match_length=target", ""),
]


@pytest.mark.parametrize(("name", "variant", "idle", "busy"), IDLE)
def test_a_house_rule_that_another_leaves_idle_says_why(name: str, variant: str, idle: str, busy: str) -> None:
    on = {"rubicon_settlement": "rubicon_settlement=portland"}.get(name, name)

    def why(house: str) -> str:
        rules = rules_of(variant, f"{on}, {house}")
        return next(rule.idle for rule in house_rules_of(rules) if rule.option.name == name)

    assert why(idle).startswith("Decides nothing here: ")
    assert why(busy) == ""


def test_every_source_that_is_named_is_explained() -> None:
    named = [law.source for law in Law] + [option.source for option in OPTIONS.values()]
    named += [variant.source for variant in VARIANTS.values()]
    strange = {word for text in named for word in re.findall(r"[A-Za-z]\w*", text)} - set(SOURCES) - {"no"}
    assert not strange
    assert {source for text in named for source in sources_in(text)} == set(SOURCES)


def test_sources_are_read_out_of_a_text() -> None:
    assert sources_in("PTL 38; FOS no") == ("PTL", "FOS")
    assert sources_in("S0, S4, S2; PTL 56") == ("S0", "S4", "S2", "PTL")
