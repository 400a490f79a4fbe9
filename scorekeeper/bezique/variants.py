"""The variants by key, and house_rules(), which makes a host's choices into `Rules`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .options import OPTIONS, Option, Value
from .rules import (
    LEGAL_TARGETS,
    BeziquePairRule,
    Brisques,
    MatchLength,
    Rules,
    Seat,
    Settlement,
    TieBreak,
)
from .words import N_, quoted


@dataclass(frozen=True, slots=True)
class Variant:
    """A game that can be chosen: its rules with all defaults, and how it is presented.

    *names_a_seat* is 2 where two people consult on one side; *hints* are on by default where the game is for teaching.
    """

    key: str
    title: str
    sentence: str
    source: str
    rules: Rules
    names_a_seat: int = 1
    hints: bool = False


_A, _B, _C, _D = Seat
_CLASSIC = Rules(
    key="classic",
    families=frozenset("ST"),
    packs=2,
    seats=(_A, _B),
    sides=("A", "B"),
    hand=8,
    turn_up=True,
    tricks_without_draw=8,
    last_trick_points=10,
    carte_blanche_points=0,
    default_target=1000,
    rubicon=None,
    highest_bezique=2,
    highest_four=1,
    plain_sequences=False,
    seven_takes_the_meld=True,
)
_THREE = replace(
    _CLASSIC,
    key="three-handed",
    families=frozenset("3T"),
    packs=3,
    seats=(_A, _B, _C),
    sides=("A", "B", "C"),
    highest_bezique=3,
)
_FOUR = replace(
    _CLASSIC,
    key="four-handed",
    families=frozenset("P4T"),
    packs=4,
    seats=(_A, _B, _C, _D),
    sides=("AC", "BD"),
    tricks_without_draw=16,
    default_target=2000,
    highest_bezique=3,
    seven_takes_the_meld=False,
    new_card_required=True,
)
_RUBICON = replace(
    _CLASSIC,
    key="rubicon",
    families=frozenset("GC"),
    packs=4,
    hand=9,
    turn_up=False,
    tricks_without_draw=9,
    last_trick_points=50,
    carte_blanche_points=50,
    default_target=1500,
    rubicon=1000,
    highest_bezique=4,
    plain_sequences=True,
    seven_takes_the_meld=False,
    double_from_two_singles=True,
    reform_melds=True,
    brisques=Brisques.NONE,
    match_length=MatchLength.ONE_DEAL,
)
_SIX = replace(
    _RUBICON,
    key="six-pack",
    families=frozenset("GBC"),
    packs=6,
    hand=12,
    tricks_without_draw=12,
    last_trick_points=250,
    carte_blanche_points=250,
    default_target=2000,
    rubicon=3000,
    highest_bezique=5,
    highest_four=2,
)
_EIGHT = replace(
    _SIX,
    key="eight-pack",
    families=frozenset("GB"),
    packs=8,
    hand=15,
    tricks_without_draw=15,
    carte_blanche_points=0,
    default_target=3000,
    rubicon=5000,
    highest_four=3,
)

_ALL = (
    Variant("classic", N_("Classic"), N_("Two players, two packs, to 1,000."), "S0, S2, S3", _CLASSIC),
    Variant(
        "short",
        N_("Short"),
        N_("The classic game to 500."),
        "S2",
        replace(_CLASSIC, key="short", default_target=500),
    ),
    Variant(
        "no-brisques",
        N_("No brisques"),
        N_("The classic game in which aces and tens count nothing."),
        "S0",
        replace(_CLASSIC, key="no-brisques", brisques=Brisques.NONE),
    ),
    Variant(
        "consultation",
        N_("Consultation"),
        N_("The classic game with two people on each side, who may confer."),
        "S4",
        replace(_CLASSIC, key="consultation"),
        names_a_seat=2,
    ),
    Variant(
        "open",
        N_("Open hands"),
        N_("The classic game with the hands face up, for learning; hints are on."),
        "S2",
        replace(_CLASSIC, key="open"),
        hints=True,
    ),
    Variant("three-handed", N_("Three-handed"), N_("Three players, three packs, to 1,000."), "S0, EB", _THREE),
    Variant("four-handed", N_("Four-handed"), N_("Two partnerships, four packs, to 2,000."), "S4", _FOUR),
    Variant(
        "four-solo",
        N_("Four-handed solo"),
        N_("Four players, each alone, four packs, to 2,000."),
        "S4",
        replace(_FOUR, key="four-solo", families=frozenset("4T"), sides=("A", "B", "C", "D")),
    ),
    Variant(
        "rubicon",
        N_("Rubicon"),
        N_("Two players, four packs, one deal with the rubicon at 1,000."),
        "S0, PTL",
        _RUBICON,
    ),
    Variant(
        "six-pack",
        N_("Six-pack"),
        N_("Two players, six packs, one deal with the rubicon at 3,000."),
        "S0, S2, PAR",
        _SIX,
    ),
    Variant(
        "eight-pack",
        N_("Eight-pack"),
        N_("Two players, eight packs, one deal with the rubicon at 5,000."),
        "PAR",
        _EIGHT,
    ),
)

VARIANTS = {variant.key: variant for variant in _ALL}
"""Every variant by its stable key, in the order of the set-up page."""

_ENUMS = {
    "bezique_pair": BeziquePairRule,
    "brisques": Brisques,
    "tie_break": TieBreak,
    "match_length": MatchLength,
    "rubicon_settlement": Settlement,
}


class RulesError(ValueError):
    """A variant, house rule or target that cannot be played; the message says what was read and what would be right."""


def variant(key: object) -> Variant:
    """The variant of that *key*. Raises `RulesError`."""
    found = VARIANTS.get(key) if isinstance(key, str) else None
    if found is None:
        raise RulesError(f"not a variant: {quoted(key)} (one of {', '.join(VARIANTS)})")
    return found


def house_rules(key: object, choices: Mapping[str, Any]) -> Rules:
    """The rules of variant *key* with the host's *choices* by name. Raises `RulesError` for what has no place there.

    >>> house_rules("classic", {"reform_melds": True}).reform_melds
    True
    """
    own = variant(key).rules
    if not choices:
        return own
    said = tuple((name, type(value), value) for name, value in choices.items())
    try:
        return _changed(own.key, said)
    except TypeError:  # a list or an object where a word or a yes or no belongs
        return _changed.__wrapped__(own.key, said)


@lru_cache(maxsize=256)
def _changed(key: str, said: tuple[tuple[str, type, Any], ...]) -> Rules:
    """The rules, made once for each set of choices; the types stand beside the values since True equals 1."""
    rules = VARIANTS[key].rules
    choices = {name: value for name, _, value in said}
    values: dict[str, Any] = {name: _read(name, value, rules) for name, value in choices.items()}
    changed = replace(rules, **values)
    _agree(changed, choices)
    return changed


def _read(name: str, value: object, rules: Rules) -> object:
    option = OPTIONS.get(name)
    if option is None:
        raise RulesError(f"not a house rule: {name!r} (one of {', '.join(OPTIONS)})")
    if not option.has_place_in(rules.families):
        raise RulesError(f"{name} has no place in {rules.key}: {_why(option)}")
    allowed = option.values_in(rules.families)
    if (
        not any(type(value) is bool if isinstance(v, bool) else isinstance(value, str) for v in allowed)
        or value not in allowed
    ):
        wanted = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in allowed)
        raise RulesError(f"{name} cannot be {value!r} in {rules.key} (one of {wanted})")
    return _ENUMS[name](str(value)) if name in _ENUMS else value


_FAMILY_SENTENCES = {
    "T": "it needs a game with a turn-up",
    "4": "it is a rule of the four-handed games",
    "3": "it is a rule of the three- and four-handed games",
    "P": "it is a rule of partners",
    "B": "it is a rule of six- and eight-pack",
    "C": "it needs a game in which a carte blanche can be repeated",
    "G": "it is a rule of rubicon and larger games",
}


def _why(option: Option) -> str:
    return _FAMILY_SENTENCES[min(option.families)]


def _agree(rules: Rules, choices: Mapping[str, Value]) -> None:
    if "tie_break" in choices and rules.brisques is Brisques.NONE:
        raise RulesError(f"tie_break has no place in {rules.key}: brisques are not counted")
    if "stop_at_target" in choices and rules.brisques is Brisques.MATCH_END:
        raise RulesError(
            "stop_at_target has no place with brisques: match-end (the target is judged at the end of a deal)"
        )


def differing(rules: Rules) -> dict[str, Value]:
    """The house rules in which *rules* differ from the variant's own, by name."""
    own = VARIANTS[rules.key].rules
    return {name: plain_value(rules, name) for name in OPTIONS if getattr(rules, name) != getattr(own, name)}


def plain_value(rules: Rules, name: str) -> Value:
    """The value of a house rule as it is stored and sent: a bool or a word."""
    value = getattr(rules, name)
    return value if isinstance(value, bool) else str(value)


def read_target(value: object, rules: Rules) -> int | None:
    """The target of a match under *rules*: *value*, or the variant's own for None. Raises `RulesError`."""
    if not rules.to_target:
        if value is not None:
            raise RulesError(f"{rules.key} is a game of one deal: it takes no target, read {value!r}")
        return None
    if value is None:
        return rules.default_target
    if isinstance(value, bool) or not isinstance(value, int) or value not in LEGAL_TARGETS:
        raise RulesError(f"not a target: {quoted(value)} (a multiple of 10 from 100 to 100,000)")
    return value
