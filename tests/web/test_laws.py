"""The pages of the laws: every game by the laws it is judged by, with house rules and of a match."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from flask import Flask

from scorekeeper import lawpages
from scorekeeper.bezique import VARIANTS, Law, house_rules
from scorekeeper.bezique.lawbook import has_place, house_rules_of
from scorekeeper.bezique.options import Value
from scorekeeper.bezique.rules import Rules
from scorekeeper.lawwords import words_on
from tests.bezique.stories import rules_of
from tests.web.conftest import OpenTable
from tests.web.page import Page, words
from tests.web.phone import Phone
from tests.web.table import stored

BY_KEY = {law.value: law for law in Law}


def anchors(page: Page) -> set[str]:
    """The laws that an address can point at."""
    return {id.removeprefix("law-") for id in page.by_id if id.startswith("law-")}


def laws_in(rules: Rules) -> set[str]:
    return {law.value for law in Law if has_place(law, rules)}


def sentences(rules: Rules) -> str:
    """Everything that a book says of the game but its list of house rules."""
    book = lawpages.book(rules)
    return repr((book.figures, book.chapters))


# The pages ------------------------------------------------------------------------------------------------------------


def test_one_tap_leads_from_the_list_to_the_laws_of_each_game(phone: Phone) -> None:
    page = phone.get("/laws")
    games = [link.attrib["href"] for link in page.links() if link.attrib["href"].startswith("/laws/")]
    assert games == [f"/laws/{variant}" for variant in VARIANTS]
    for variant, href in zip(VARIANTS.values(), games, strict=True):
        assert variant.sentence in page.words
        shown = phone.get(href)
        assert shown.title.startswith(f"Laws: {variant.title} ·")
        assert anchors(shown) == laws_in(variant.rules)
        assert "differs" not in shown.words


def test_the_form_of_the_house_rules_leads_to_an_address_that_says_only_what_differs(phone: Phone) -> None:
    phone.get("/laws")
    page = phone.fill("read-laws", variant="rubicon", rule_reform_melds="no", rule_match_length="one-deal")
    assert page.address == "/laws/rubicon?rule_reform_melds=no"
    assert "House rules: not: Melds may be formed again" in page.words
    assert page.said("rule-reform_melds").startswith("Melds may be formed again: no differs")
    assert "Usually: yes." in page.said("rule-reform_melds")
    assert "differs" not in page.said("rule-match_length")
    assert "law-same-kind-once" in page
    assert "law-nothing-replaced" not in page


def test_every_law_has_its_sentence_and_source_at_its_anchor(phone: Phone) -> None:
    seen = set()
    house = "?rule_reform_melds=yes&rule_no_meld_before_last_draw=yes&rule_double_at_once=yes"
    partners = ("?rule_partners_build=no&rule_exchanged_card_waits=yes", "?rule_joint_beziques=no")
    for page in ("rubicon", "six-pack", f"classic{house}", *(f"four-handed{rules}" for rules in partners)):
        shown = phone.get(f"/laws/{page}")
        for key in anchors(shown):
            law = BY_KEY[key]
            seen.add(law)
            answer = "Granted:" if law.grants else "Refused:"
            assert shown.said(f"law-{key}") == f"{answer} {law.sentence} {law.source}"
    assert seen == set(Law)


def test_the_melds_stand_with_their_cards_and_points(phone: Phone) -> None:
    rows = phone.get("/laws/eight-pack?rule_any_four_tens=yes").rows()
    shown = (
        *(["Marriage K Q of one plain suit", "20"], ["Plain sequence A 10 K Q J of one plain suit", "150"]),
        *(["Double bezique Q♠ Q♠ J♦ J♦", "500"], ["Four tens 10 10 10 10 of any suits", "90"]),
        ["Five jacks of trumps J J J J J of trumps", "800"],
    )
    assert [row for row in rows if row in shown] == list(shown)


@pytest.mark.parametrize(
    ("house", "bezique", "double"),
    [
        ("fixed", "Q♠ J♦", "Q♠ Q♠ J♦ J♦"),
        ("clubs-hearts", "Q♣ J♥ with ♠ ♦ trumps, Q♠ J♦ with ♥ ♣ trumps", "2 of each"),
        (
            "trump-queen",
            "Q♠ J♦ with ♠ trumps, Q♥ J♣ with ♥ trumps, Q♦ J♠ with ♦ trumps, Q♣ J♥ with ♣ trumps",
            "2 of each",
        ),
    ],
)
def test_the_cards_of_a_bezique_are_those_of_the_house(phone: Phone, house: str, bezique: str, double: str) -> None:
    rows = phone.get(f"/laws/classic?rule_bezique_pair={house}").rows()
    assert [f"Bezique {bezique}", "40"] in rows
    assert [f"Double bezique {double}", "500"] in rows


def test_a_match_has_the_laws_that_it_is_judged_by(phone: Phone, table: OpenTable) -> None:
    match = table("turn-up AH", target=700, house_rules={"brisques": "at-once", "marriage_after_sequence": True})
    page = match.show("/laws")
    assert page.said("main").startswith("Laws of this match Classic · to 700 · Marriage after the sequence · Brisques")
    assert ["Target", "700"] in page.rows()
    assert anchors(page) == laws_in(match.sheet().rules)
    assert "law-after-sequence" not in page
    back = [link.attrib["href"] for link in page.links() if words(link) == "Back to the table"]
    assert set(back) == {match.address}


def test_a_match_of_one_deal_shows_its_rubicon(phone: Phone, table: OpenTable) -> None:
    page = table(variant="six-pack", target=None).show("/laws")
    assert ["Rubicon", "3,000"] in page.rows()
    assert "Target" not in page.said("glance")


def test_reading_the_laws_writes_nothing(app: Flask, phone: Phone, table: OpenTable) -> None:
    match = table("turn-up AH")
    before = stored(app)
    phone.get("/laws")
    match.show("/laws")
    assert stored(app) == before


def test_there_are_no_laws_of_no_match(phone: Phone) -> None:
    assert "There is no such match" in phone.get("/matches/not-there/laws", status=404).words


# Wrong addresses ------------------------------------------------------------------------------------------------------

WRONG = [
    ("/laws/whist", 404, ("Not a game: 'whist'.",)),
    ("/laws?variant=whist", 400, ("Not a game: 'whist'.",)),
    ("/laws?variant=", 400, ("Not a game: ''.",)),
    ("/laws/classic?rule_ruff=yes", 400, ("not a house rule: 'ruff' (one of ", "reform_melds")),
    ("/laws/rubicon?rule_stop_at_target=yes", 400, ("stop_at_target has no place in rubicon", "a turn-up")),
    ("/laws?variant=classic&rule_partners_build=no", 400, ("partners_build has no place in classic", "of partners")),
    ("/laws/classic?rule_brisques=never", 400, ("brisques cannot be 'never' in classic", "deal-end, at-once")),
    (
        "/laws/classic?rule_reform_melds=perhaps",
        400,
        ("reform_melds cannot be 'perhaps' in classic (one of false, true)",),
    ),
    ("/laws/no-brisques?rule_tie_break=last-deal-brisques", 400, ("tie_break has no place", "not counted")),
    (
        "/laws/classic?rule_brisques=match-end&rule_stop_at_target=yes",
        400,
        ("stop_at_target has no place with brisques: match-end",),
    ),
    ("/laws/<b>&", 404, ("Not a game: '<b>&'.",)),
    ("/laws/classic?rule_brisques=<script>", 400, ("'<script>'",)),
]


@pytest.mark.parametrize(("address", "status", "says"), WRONG, ids=[row[0] for row in WRONG])
def test_a_wrong_address_is_answered_with_what_was_read_and_what_would_be_right(
    phone: Phone, address: str, status: int, says: tuple[str, ...]
) -> None:
    page = phone.get(address, status=status)
    assert page.title.startswith("Not these rules ·")
    for part in says:
        assert part in page.errors[0]
    assert all(f"variant-{variant}" in page for variant in VARIANTS), "the games to choose from"


def test_what_was_right_in_a_wrong_address_stays_chosen(phone: Phone) -> None:
    page = phone.get("/laws/rubicon?rule_reform_melds=no&rule_stop_at_target=yes", status=400)
    form = page.form_of(page.one("read-laws"))
    assert form is not None
    filled = dict(page.filled(form))
    assert (filled["variant"], filled["rule_reform_melds"]) == ("rubicon", "no")
    assert phone.fill("read-laws", rule_stop_at_target="").address == "/laws/rubicon?rule_reform_melds=no"


def test_an_address_may_say_what_the_refusal_says(phone: Phone) -> None:
    assert "law-formed-again" in phone.get("/laws/classic?rule_reform_melds=true")
    assert "law-formed-again" not in phone.get("/laws/rubicon?rule_reform_melds=false")


def test_words_that_are_no_house_rules_are_passed_over(phone: Phone) -> None:
    said = urlencode({"utm_source": "a friend", "variant": "rubicon", "rule_reform_melds": "no"})
    assert anchors(phone.get(f"/laws/classic?{said}")) == laws_in(rules_of("classic"))


# What the books say ---------------------------------------------------------------------------------------------------

SAID = [
    ("classic", "", "timing", "A seven of trumps, shown or exchanged, takes the place of the meld."),
    ("four-handed", "", "timing", "A seven of trumps comes beside the meld."),
    ("four-handed", "", "timing", "Either partner may declare, once for the side."),
    ("three-handed", "no_meld_before_last_draw", "timing", "Trick 23 is the last that allows a meld"),
    ("six-pack", "", "room", "holds 11 cards"),
    ("three-handed", "", "packs", "There are 3 cards of each face."),
    ("three-handed", "", "upwards", "bezique, double bezique, triple bezique. "),
    ("rubicon", "double_from_two_singles=no", "new", "A bezique that has scored and a new pair do make a double"),
    ("rubicon", "", "carte-blanche", "may show the hand before playing a card: 50."),
    ("four-solo", "", "last-trick", "2 duels of 8 tricks"),
    ("four-handed", "", "last-trick", "number 40, scores: 10 "),
    ("eight-pack", "last_trick_ends_stock", "last-trick", "trick 113, the last one with a draw: 250."),
    ("classic", "", "brisques", "16 in all, 10 points each."),
    ("classic", "", "match", "If a side has 1,000 or more after a finished deal, the highest total wins."),
    ("short", "stop_at_target", "match", "The target is 500; exactly so much is enough."),
    ("rubicon", "", "match", "A loser below the rubicon of 1,000 gives up the score"),
    ("rubicon", "rubicon_settlement=portland", "match", "at least 100, and 1,300 are added instead of the 500."),
]


@pytest.mark.parametrize(("variant", "house", "section", "says"), SAID)
def test_a_book_says_in_plain_words_what_the_rules_are(variant: str, house: str, section: str, says: str) -> None:
    assert says in " ".join(words_on(section, rules_of(variant, house), None))


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_house_rule_changes_what_a_book_says(variant: str) -> None:
    """Wherever it decides anything: the chapters tell of it, not the list of house rules alone."""
    usual = VARIANTS[variant].rules
    for rule in house_rules_of(usual):
        for value in rule.option.values_in(usual.families):
            chosen: dict[str, Value] = {rule.option.name: value}
            rules = house_rules(variant, chosen)
            there = next(one for one in house_rules_of(rules) if one.option is rule.option)
            if there.differs and not there.idle and not rule.idle:
                assert sentences(rules) != sentences(usual), chosen


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_book_leaves_a_figure_out(variant: str) -> None:
    """Every sentence is filled in, under every house rule, and ends as a sentence does."""
    families = VARIANTS[variant].rules.families
    for rule in house_rules_of(VARIANTS[variant].rules):
        for value in rule.option.values_in(families):
            book = lawpages.book(house_rules(variant, {rule.option.name: value}))
            says = [one for chapter in book.chapters for one in chapter.says]
            says += [one for chapter in book.chapters for section in chapter.sections for one in section.says]
            assert not [one for one in says if re.search(r"%\(|None", one) or not one.endswith((".", "?"))]
