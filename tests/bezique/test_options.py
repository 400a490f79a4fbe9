"""Every house rule on a deal on which it matters, and refused with the reason where it has no place."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scorekeeper.bezique import VARIANTS, Rules, RulesError, house_rules
from scorekeeper.bezique.options import OPTIONS, Option, Value
from scorekeeper.bezique.variants import differing, plain_value, read_target
from tests.bezique.stories import house_of, judged, match, outcome, rules_of, said, told, unlikely


@dataclass(frozen=True)
class Claimed:
    """A claim that is answered *usually* in one way, and *here*, with the house rule, in another."""

    rule: str
    story: str
    log: str
    claim: str
    usually: str
    here: str
    variant: str = "classic"


@dataclass(frozen=True)
class Played:
    """Deals that come *usually* to one end, and *here*, with the house rule, to another."""

    rule: str
    story: str
    deals: tuple[str, ...]
    usually: str
    here: str
    variant: str = "classic"
    target: int | None = 1000


CLAIMED = [
    Claimed(
        "seven_takes_the_meld=no",
        "a seven beside the meld of the trick",
        "trumps H; trick 1 A; A melds KS QS",
        "A shows seven",
        "refused one-a-trick",
        "10 seven",
    ),
    Claimed(
        "seven_takes_the_meld",
        "a seven beside the meld of the trick",
        "trumps H; trick 1 A; A melds KS QS",
        "A shows seven",
        "10 seven",
        "refused one-a-trick",
        "four-handed",
    ),
    Claimed(
        "seven_scores_when_played",
        "a seven that nobody has shown falls to a trick",
        "trumps H; trick 8 B",
        "A plays seven",
        "refused seven-not-played",
        "10 seven",
    ),
    Claimed(
        "no_meld_before_last_draw",
        "the winner of the twenty-fourth trick has a marriage",
        "trumps H; trick 24 A",
        "A melds KH QH",
        "40 meld",
        "refused last-draw",
    ),
    Claimed(
        "new_card_required",
        "a bezique that lies there from a marriage and four jacks",
        "trumps H; A melds KS QS; A melds JS JH JD JC",
        "A melds + QS JD",
        "40 used-again",
        "refused from-hand",
    ),
    Claimed(
        "new_card_required=no",
        "a bezique that lies there from a marriage and four jacks",
        "trumps H; A melds KS QS; A melds JS JH JD JC",
        "A melds + QS JD",
        "refused from-hand",
        "40 used-again",
        "four-handed",
    ),
    Claimed(
        "double_from_two_singles",
        "two single beziques lie there and have scored",
        "A melds QS JD; A melds QS JD",
        "A melds + QS QS JD JD",
        "refused something-new",
        "500 used-again",
    ),
    Claimed(
        "double_from_two_singles=no",
        "two single beziques lie there and have scored",
        "A melds QS JD; A melds QS JD",
        "A melds + QS QS JD JD",
        "500 used-again",
        "refused something-new",
        "rubicon",
    ),
    Claimed(
        "double_at_once",
        "a new pair beside a bezique that has scored",
        "A melds QS JD",
        "A melds QS JD + QS JD",
        "500 used-again",
        "refused double-at-once",
    ),
    Claimed(
        "marriage_after_sequence",
        "the king and queen of the sequence marry",
        "trumps H; A melds AH 10H KH QH JH",
        "A melds + KH QH",
        "refused after-sequence",
        "40 used-again",
    ),
    Claimed(
        "marriage_after_sequence",
        "a new queen marries the king of the sequence",
        "trumps H; A melds AH 10H KH QH JH",
        "A melds QH + KH",
        "refused after-sequence",
        "40 used-again",
    ),
    Claimed(
        "bezique_pair=clubs-hearts", "spades are trumps", "trumps S", "A melds QC JH", "refused no-meld", "40 meld"
    ),
    Claimed("bezique_pair=clubs-hearts", "and no other", "trumps S", "A melds QS JD", "40 meld", "refused no-meld"),
    Claimed(
        "bezique_pair=clubs-hearts", "diamonds are trumps", "trumps D", "A melds QC JH", "refused no-meld", "40 meld"
    ),
    Claimed(
        "bezique_pair=trump-queen", "diamonds are trumps", "trumps D", "A melds QD JS", "refused no-meld", "40 meld"
    ),
    Claimed("bezique_pair=trump-queen", "hearts are trumps", "trumps H", "A melds QH JC", "refused no-meld", "40 meld"),
    Claimed("bezique_pair=trump-queen", "clubs are trumps", "trumps C", "A melds QC JH", "refused no-meld", "40 meld"),
    Claimed("bezique_pair=trump-queen", "and no other", "trumps H", "A melds QS JD", "40 meld", "refused no-meld"),
    Claimed("bezique_pair=trump-queen", "no bezique before trumps", "", "A melds QS JD", "40 meld", "refused no-meld"),
    Claimed(
        "quadruple_in_four_hand",
        "the fourth bezique beside a triple one of the partner",
        "trumps H; A melds QS QS QS JD JD JD",
        "C melds QS JD + QS QS QS JD JD JD",
        "refused not-in-game",
        "4500 used-again",
        "four-handed",
    ),
    Claimed(
        "quintuple_bezique=no",
        "five beziques in one hand",
        "trumps H",
        "A melds QS QS QS QS QS JD JD JD JD JD",
        "9000 meld",
        "refused not-in-game",
        "six-pack",
    ),
    Claimed(
        "any_four_tens",
        "four tens",
        "trumps H",
        "A melds 10S 10H 10D 10C",
        "refused not-in-game",
        "90 meld",
        "six-pack",
    ),
    Claimed(
        "reform_melds",
        "one of four queens is played and another takes her place",
        "trumps H; A melds QS QH QD QC; A plays QS",
        "A melds QS + QH QD QC",
        "refused same-kind-once",
        "60 formed-again",
    ),
    Claimed(
        "reform_melds=no",
        "one of four queens is played and another takes her place",
        "trumps H; A melds QS QH QD QC; A plays QS",
        "A melds QS + QH QD QC",
        "60 formed-again",
        "refused same-kind-once",
        "rubicon",
    ),
    Claimed(
        "cross_marriages",
        "two couples lie there and change partners",
        "trumps H; A melds KS QS; A melds KS QS",
        "A melds + KS#1 QS#2",
        "refused nothing-replaced",
        "20 formed-again",
        "rubicon",
    ),
    Claimed(
        "second_double_reuse",
        "a third queen beside the double",
        "A melds QS QS JD JD",
        "A melds QS + QS JD JD",
        "refused same-kind-once",
        "500 formed-again",
        "three-handed",
    ),
    Claimed(
        "partners_build=no",
        "a king for the partner's queen",
        "trumps H; A melds QS JD",
        "C melds KS + QS",
        "20 used-again",
        "refused partners-apart",
        "four-handed",
    ),
    Claimed(
        "joint_beziques=no",
        "each partner has a bezique",
        "trumps H; A melds QS JD",
        "C melds QS JD + QS JD",
        "500 used-again",
        "refused joint-bezique",
        "four-handed",
    ),
    Claimed(
        "joint_beziques=no",
        "a single bezique may still be built together",
        "trumps H; A melds KS QS",
        "C melds JD + QS",
        "40 used-again",
        "40 used-again",
        "four-handed",
    ),
    Claimed(
        "exchanged_card_waits",
        "the ace taken for the seven completes the sequence",
        "turn-up AH; trick 1 A; A exchanges seven",
        "A melds AH 10H KH QH JH",
        "250 meld",
        "refused exchanged-waits",
        "four-handed",
    ),
    Claimed(
        "exchanged_card_waits",
        "one trick later nothing waits",
        "turn-up AH; trick 1 A; A exchanges seven; trick 2 A",
        "A melds AH 10H KH QH JH",
        "250 meld",
        "250 meld",
        "four-handed",
    ),
    Claimed(
        "carte_blanche_repeat=no",
        "the blank hand draws a nine",
        "A carte-blanche; trick 1 B",
        "A carte-blanche drew 9H",
        "50 carte-blanche",
        "refused carte-blanche-again",
        "rubicon",
    ),
    Claimed(
        "last_trick_ends_stock",
        "Ben claims the ten for the trick that Alice won with the last draw",
        "trumps H; trick 24 A",
        "B last-trick",
        "10 last-trick",
        "refused last-trick-winner",
    ),
    Claimed(
        "brisques=at-once", "two aces have just fallen", "", "A brisques 2", "refused brisques-when", "20 brisques"
    ),
    Claimed(
        "brisques=none",
        "the tricks are counted",
        "trumps H; A last-trick",
        "brisques A 7 B 9",
        "A 70 B 90 brisques",
        "refused brisques-not-counted",
    ),
    Claimed(
        "brisques=deal-end",
        "the tricks are counted",
        "trumps H; A last-trick",
        "brisques A 7 B 9",
        "refused brisques-not-counted",
        "A 70 B 90 brisques",
        "no-brisques",
    ),
    Claimed(
        "brisques=save-rubicon",
        "the tricks are counted",
        "A melds KH QH",
        "brisques A 20 B 12",
        "refused brisques-not-counted",
        "A 200 B 120 brisques",
        "rubicon",
    ),
]

PLAYED = [
    Played(
        "last_trick_ends_stock",
        "no more than the score is moved",
        ("trumps H; trick 24 A; A last-trick; brisques A 8 B 8",),
        "A 90 B 80, open",
        "A 90 B 80, open",
    ),
    Played(
        "brisques=match-end",
        "the brisques are kept aside until somebody reaches the target",
        ("trumps H; A adjusts 900 brought forward; A last-trick; brisques A 12 B 4",),
        "A 1030 B 40, A wins",
        "A 910 B 0, open",
    ),
    Played(
        "brisques=match-end",
        "and then they are all added",
        ("trumps H; A adjusts 990 brought forward; B adjusts 930 brought forward; A last-trick; brisques A 2 B 14",),
        "A 1020 B 1070, B wins",
        "A 1020 B 1070, B wins",
    ),
    Played(
        "brisques=save-rubicon",
        "Ben is lifted to the rubicon",
        ("trumps H; A adjusts 1350 melds; B adjusts 930 melds; A last-trick; brisques A 23 B 9",),
        "A 1400 B 930, A wins 2330",
        "A 1400 B 930, A wins 1630",
        "rubicon",
        None,
    ),
    Played(
        "stop_at_target",
        "Alice melds herself over the target in mid-deal",
        ("trumps H; A adjusts 970 brought forward; A melds KH QH",),
        "A 1010 B 0, open",
        "A 1010 B 0, A wins",
    ),
    Played(
        "tie_break=last-deal-brisques",
        "level over the line, and Alice took fewer brisques",
        ("trumps H; A adjusts 970 brought forward; B adjusts 940 brought forward; B last-trick; brisques A 7 B 9",),
        "A 1040 B 1040, level, another deal",
        "A 1040 B 1040, A wins",
    ),
    Played(
        "match_length=target",
        "a rubicon deal that nobody finishes over the target",
        ("trumps H; A adjusts 1270 melds; B adjusts 620 melds; A last-trick",),
        "A 1320 B 620, A wins 1940",
        "A 1320 B 620, open",
        "rubicon",
        None,
    ),
    Played(
        "rubicon_settlement=portland",
        "the loser is below the rubicon",
        ("trumps H; A adjusts 1270 melds; B adjusts 620 melds; A last-trick",),
        "A 1320 B 620, A wins 1940",
        "A 1320 B 620, A wins 3200",
        "rubicon",
        None,
    ),
    Played(
        "rubicon_settlement=portland",
        "the loser is above it",
        ("trumps H; A adjusts 1460 melds; B adjusts 1240 melds; A last-trick",),
        "A 1510 B 1240, A wins 1510",
        "A 1510 B 1240, A wins 800",
        "rubicon",
        None,
    ),
]


@pytest.mark.parametrize("row", CLAIMED, ids=lambda row: f"{row.rule}: {row.story} ({row.variant})")
def test_a_claim_is_answered_by_the_house_rule(row: Claimed) -> None:
    assert said(judged(row.claim, told(row.log, row.variant))) == row.usually
    assert said(judged(row.claim, told(row.log, row.variant, row.rule))) == row.here
    assert unlikely(row.log, row.variant) == []


@pytest.mark.parametrize("row", PLAYED, ids=lambda row: f"{row.rule}: {row.story}")
def test_a_match_comes_out_by_the_house_rule(row: Played) -> None:
    to_target = rules_of(row.variant, row.rule).to_target
    own = read_target(None, rules_of(row.variant, row.rule)) if row.target is None and to_target else row.target
    assert outcome(match(*row.deals, target=row.target, variant=row.variant)) == row.usually
    assert outcome(match(*row.deals, target=own, variant=row.variant, house=row.rule)) == row.here


def test_every_value_that_differs_has_a_deal_on_which_it_matters() -> None:
    rows: list[Claimed | Played] = [*CLAIMED, *PLAYED]
    matter = {house for row in rows if row.usually != row.here for house in house_of(row.rule).items()}
    for variant in VARIANTS.values():
        rules = variant.rules
        for option in OPTIONS.values():
            if option.has_place_in(rules.families):
                for value in option.values_in(rules.families):
                    assert value == plain_value(rules, option.name) or (option.name, value) in matter


def test_cross_marriages_are_idle_where_melds_are_not_formed_again() -> None:
    couples = told("trumps H; A melds KS QS; A melds KS QS", "classic", "cross_marriages")
    assert said(judged("A melds + KS#1 QS#2", couples)) == "refused same-kind-once"


@pytest.mark.parametrize("also", ["double_from_two_singles", "reform_melds", "second_double_reuse"])
def test_with_four_hands_a_card_from_the_hand_is_required_whatever_else_is_chosen(also: str) -> None:
    singles = told("A melds QS JD; A melds QS JD", "four-handed", also)
    assert said(judged("A melds + QS QS JD JD", singles)) == "refused from-hand"


# Where a rule has no place it is refused, whatever its value.

S = ("classic", "short", "no-brisques", "consultation", "open")
FOUR = ("four-handed", "four-solo")
LARGER = ("rubicon", "six-pack", "eight-pack")
TURN_UP = (*S, "three-handed", *FOUR)
PLACES: dict[str, tuple[tuple[str, ...], str]] = {
    "seven_takes_the_meld": (TURN_UP, "it needs a game with a turn-up"),
    "seven_scores_when_played": (TURN_UP, "it needs a game with a turn-up"),
    "quadruple_in_four_hand": (FOUR, "it is a rule of the four-handed games"),
    "quintuple_bezique": (("six-pack", "eight-pack"), "it is a rule of six- and eight-pack"),
    "any_four_tens": (("six-pack", "eight-pack"), "it is a rule of six- and eight-pack"),
    "second_double_reuse": (("three-handed", *FOUR), "it is a rule of the three- and four-handed games"),
    "partners_build": (("four-handed",), "it is a rule of partners"),
    "joint_beziques": (("four-handed",), "it is a rule of partners"),
    "exchanged_card_waits": (TURN_UP, "it needs a game with a turn-up"),
    "carte_blanche_repeat": (("rubicon", "six-pack"), "it needs a game in which a carte blanche can be repeated"),
    "stop_at_target": (TURN_UP, "it needs a game with a turn-up"),
    "tie_break": (TURN_UP, "it needs a game with a turn-up"),
    "match_length": (LARGER, "it is a rule of rubicon and larger games"),
    "rubicon_settlement": (LARGER, "it is a rule of rubicon and larger games"),
}
EVERYWHERE = {
    "no_meld_before_last_draw",
    "new_card_required",
    "double_from_two_singles",
    "double_at_once",
    "marriage_after_sequence",
    "bezique_pair",
    "reform_melds",
    "cross_marriages",
    "last_trick_ends_stock",
    "brisques",
}
COUNTED = {"tie_break": tuple(key for key in TURN_UP if key != "no-brisques")}


def values(name: str) -> list[Value]:
    """All values of a house rule, whatever the variant."""
    option = OPTIONS[name]
    return [str(key) for key, _ in option.choices] if option.choices else [False, True]


def test_the_table_of_places_is_whole() -> None:
    assert set(PLACES) | EVERYWHERE == set(OPTIONS)
    assert set(OPTIONS) <= set(Rules.__dataclass_fields__)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", PLACES)
def test_a_rule_has_a_place_or_is_refused_with_the_reason(variant: str, name: str) -> None:
    where, reason = PLACES[name]
    for value in values(name):
        if variant in COUNTED.get(name, where):
            assert plain_value(house_rules(variant, {name: value}), name) == value
        else:
            with pytest.raises(RulesError) as refusal:
                house_rules(variant, {name: value})
            because = reason if variant not in where else "brisques are not counted"
            assert str(refusal.value) == f"{name} has no place in {variant}: {because}"


@pytest.mark.parametrize("variant", VARIANTS)
def test_brisques_are_counted_in_the_ways_of_the_game(variant: str) -> None:
    ways = ("none", "save-rubicon") if variant in LARGER else ("deal-end", "at-once", "match-end", "none")
    for value in ("deal-end", "at-once", "match-end", "save-rubicon", "none"):
        if value in ways:
            assert house_rules(variant, {"brisques": value}).brisques == value
        else:
            with pytest.raises(RulesError) as refusal:
                house_rules(variant, {"brisques": value})
            said = [str(way) for way in OPTIONS["brisques"].values_in(house_rules(variant, {}).families)]
            assert str(refusal.value) == f"brisques cannot be {value!r} in {variant} (one of {', '.join(said)})"
            assert set(said) == set(ways)


UNPLAYABLE = [
    ("chess", {}, f"not a variant: 'chess' (one of {', '.join(VARIANTS)})"),
    (None, {}, f"not a variant: None (one of {', '.join(VARIANTS)})"),
    (["classic"], {}, f"not a variant: ['classic'] (one of {', '.join(VARIANTS)})"),
    ("classic", {"double_at_one": True}, f"not a house rule: 'double_at_one' (one of {', '.join(OPTIONS)})"),
    ("classic", {"double_at_once": "yes"}, "double_at_once cannot be 'yes' in classic (one of false, true)"),
    ("classic", {"double_at_once": 1}, "double_at_once cannot be 1 in classic (one of false, true)"),
    ("classic", {"double_at_once": None}, "double_at_once cannot be None in classic (one of false, true)"),
    (
        "classic",
        {"bezique_pair": "hearts"},
        "bezique_pair cannot be 'hearts' in classic (one of fixed, clubs-hearts, trump-queen)",
    ),
    (
        "classic",
        {"bezique_pair": True},
        "bezique_pair cannot be True in classic (one of fixed, clubs-hearts, trump-queen)",
    ),
    (
        "classic",
        {"bezique_pair": ["fixed"]},
        "bezique_pair cannot be ['fixed'] in classic (one of fixed, clubs-hearts, trump-queen)",
    ),
    (
        "classic",
        {"brisques": "none", "tie_break": "play-on"},
        "tie_break has no place in classic: brisques are not counted",
    ),
    (
        "classic",
        {"brisques": "match-end", "stop_at_target": False},
        "stop_at_target has no place with brisques: match-end (the target is judged at the end of a deal)",
    ),
    (
        "three-handed",
        {"stop_at_target": True, "brisques": "match-end"},
        "stop_at_target has no place with brisques: match-end (the target is judged at the end of a deal)",
    ),
]


@pytest.mark.parametrize(("variant", "choices", "message"), UNPLAYABLE, ids=[row[2][:60] for row in UNPLAYABLE])
def test_rules_that_cannot_be_played_say_why(variant: object, choices: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError) as refusal:
        house_rules(variant, choices)
    assert str(refusal.value) == message


def test_only_what_differs_from_the_variant_is_kept() -> None:
    assert differing(rules_of("classic", "double_at_once, brisques=at-once, reform_melds=no")) == {
        "double_at_once": True,
        "brisques": "at-once",
    }
    assert differing(rules_of("rubicon", "reform_melds=no")) == {"reform_melds": False}


@pytest.mark.parametrize("option", OPTIONS.values(), ids=list(OPTIONS))
def test_a_house_rule_is_described_for_the_people_at_the_table(option: Option) -> None:
    assert option.title
    assert option.sentence.endswith(".")
    assert option.source
    assert all(name for _, name in option.choices)
