"""The variants against the tables of the rules: what each is made of, its arithmetic, its defaults and its target."""

from __future__ import annotations

import pytest

from scorekeeper.bezique import VARIANTS, RulesError, house_rules
from scorekeeper.bezique.options import OPTIONS
from scorekeeper.bezique.variants import plain_value, read_target

S = ("classic", "short", "no-brisques", "consultation", "open")
FOUR = ("four-handed", "four-solo")
LARGER = ("rubicon", "six-pack", "eight-pack")

TABLE = """
                   packs cards seats sides     hand held draws last  trumps  points brisques sevens blank target rubicon
    classic        2     64    AB    A,B       8    7    24    32    turn-up 10       16       2      0     1000   -
    short          2     64    AB    A,B       8    7    24    32    turn-up 10       16       2      0     500    -
    no-brisques    2     64    AB    A,B       8    7    24    32    turn-up 10       -        2      0     1000   -
    consultation   2     64    AB    A,B       8    7    24    32    turn-up 10       16       2      0     1000   -
    open           2     64    AB    A,B       8    7    24    32    turn-up 10       16       2      0     1000   -
    three-handed   3     96    ABC   A,B,C     8    7    24    32    turn-up 10       24       3      0     1000   -
    four-handed    4     128   ABCD  AC,BD     8    7    24    40    turn-up 10       32       4      0     2000   -
    four-solo      4     128   ABCD  A,B,C,D   8    7    24    40    turn-up 10       32       4      0     2000   -
    rubicon        4     128   AB    A,B       9    8    55    64    meld    50        -        0      50    deal   1000
    six-pack       6     192   AB    A,B       12   11   84    96    meld    250       -        0      250   deal   3000
    eight-pack     8     256   AB    A,B       15   14   113   128   meld    250       -        0      0     deal   5000
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()][1:]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_variant_is_what_the_table_of_the_rules_says(row: list[str]) -> None:
    rules = house_rules(row[0], {})
    target = read_target(None, rules)
    assert [
        rules.key,
        str(rules.packs),
        str(32 * rules.packs),
        "".join(rules.seats),
        ",".join(rules.sides),
        str(rules.hand),
        str(rules.held_when_melding),
        str(rules.tricks_with_draw),
        str(rules.tricks),
        "turn-up" if rules.turn_up else "meld",
        str(rules.last_trick_points),
        str(rules.all_brisques) if rules.counts_brisques else "-",
        str(rules.packs if rules.has_sevens else 0),
        str(rules.carte_blanche_points),
        "deal" if target is None else str(target),
        "-" if rules.rubicon is None else str(rules.rubicon),
    ] == row


def test_every_variant_stands_in_the_table() -> None:
    assert [row[0] for row in ROWS] == list(VARIANTS)
    assert [key for key in VARIANTS if VARIANTS[key].names_a_seat == 2] == ["consultation"]
    assert [key for key in VARIANTS if VARIANTS[key].hints] == ["open"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tricks_of_a_deal_use_up_its_cards(variant: str) -> None:
    rules = house_rules(variant, {})
    stock = 32 * rules.packs - len(rules.seats) * rules.hand
    assert stock == len(rules.seats) * rules.tricks_with_draw
    duels = 2 if len(rules.seats) == 4 else 1
    assert rules.tricks - rules.tricks_with_draw == duels * rules.hand


@pytest.mark.parametrize(("variant", "target"), [("rubicon", 1500), ("six-pack", 2000), ("eight-pack", 3000)])
def test_the_larger_games_can_be_played_to_a_target(variant: str, target: int) -> None:
    assert read_target(None, house_rules(variant, {"match_length": "target"})) == target


DEFAULTS = {
    "seven_takes_the_meld": (*S, "three-handed"),
    "new_card_required": FOUR,
    "double_from_two_singles": LARGER,
    "reform_melds": LARGER,
    "quintuple_bezique": ("six-pack", "eight-pack"),
    "partners_build": ("four-handed",),
    "joint_beziques": ("four-handed",),
    "carte_blanche_repeat": ("rubicon", "six-pack"),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_has_the_defaults_of_the_rules(variant: str) -> None:
    rules = house_rules(variant, {})
    for name, option in OPTIONS.items():
        if option.has_place_in(rules.families) and not option.choices:
            assert plain_value(rules, name) is (variant in DEFAULTS.get(name, ())), name
    assert (rules.bezique_pair, rules.tie_break, rules.rubicon_settlement) == ("fixed", "play-on", "simple")
    assert rules.brisques == ("none" if variant in (*LARGER, "no-brisques") else "deal-end")
    assert rules.match_length == ("one-deal" if variant in LARGER else "target")


TARGETS = [(100, True), (500, True), (1000, True), (100_000, True), (90, False), (0, False), (-10, False), (105, False)]


@pytest.mark.parametrize(("target", "playable"), [*TARGETS, (100_010, False), (10**9, False)])
def test_a_target_is_a_multiple_of_ten_within_reason(target: int, playable: bool) -> None:
    rules = house_rules("classic", {})
    if playable:
        assert read_target(target, rules) == target
    else:
        with pytest.raises(RulesError) as refusal:
            read_target(target, rules)
        assert str(refusal.value) == f"not a target: {target} (a multiple of 10 from 100 to 100,000)"


@pytest.mark.parametrize("target", ["1000", 1000.0, True, "", "1e3", [1000]])
def test_a_target_is_a_number(target: object) -> None:
    with pytest.raises(RulesError, match="not a target"):
        read_target(target, house_rules("classic", {}))


def test_a_game_of_one_deal_takes_no_target() -> None:
    with pytest.raises(RulesError) as refusal:
        read_target(1000, house_rules("rubicon", {}))
    assert str(refusal.value) == "rubicon is a game of one deal: it takes no target, read 1000"
