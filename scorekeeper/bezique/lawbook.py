"""The book of laws of a game: its figures, the laws that can be cited under its rules, and its house rules.

Everything here follows from `Rules`, `Meld`, `Law` and `OPTIONS`, so that the book cannot differ from what is judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .cards import Suit
from .deal import BRISQUE_POINTS, SEVEN_POINTS
from .laws import Law
from .melds import BeziquePair, Meld, MeldClass
from .options import OPTIONS, Option, Value
from .rules import Brisques, Rules
from .variants import VARIANTS, plain_value
from .words import N_


@dataclass(frozen=True, slots=True)
class Section:
    """Laws that belong together; *key* is the name under which pages keep their words on it."""

    key: str
    title: str
    laws: tuple[Law, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the book; most have one section, which then has the chapter's key and title."""

    key: str
    title: str
    sections: tuple[Section, ...]


def _chapter(key: str, title: str, *laws: Law) -> Chapter:
    return Chapter(key, title, (Section(key, title, laws),))


_CHAPTERS = (
    _chapter("melds", N_("What scores"), Law.MELD, Law.NO_MELD, Law.OTHER_MELD, Law.NOT_IN_GAME),
    _chapter("trumps", N_("Trumps"), Law.NO_TURN_UP, Law.TRUMPS_UNKNOWN, Law.TRUMPS_KNOWN),
    _chapter(
        "timing",
        N_("When to declare"),
        *(Law.TRICK_WINNER, Law.ONE_A_TRICK, Law.STOCK_GONE, Law.LAST_DRAW, Law.MORE_THAN_TRICKS),
    ),
    Chapter(
        "reuse",
        N_("Which cards"),
        (
            Section("there", N_("There"), (Law.THERE, Law.PARTNERS_APART, Law.JOINT_BEZIQUE, Law.EXCHANGED_WAITS)),
            Section(
                "once",
                N_("Once in a kind"),
                (Law.USED_AGAIN, Law.SAME_KIND_ONCE, Law.NOTHING_REPLACED, Law.FORMED_AGAIN),
            ),
            Section("upwards", N_("Low before high"), (Law.LOW_BEFORE_HIGH, Law.AFTER_SEQUENCE, Law.DOUBLE_AT_ONCE)),
            Section("new", N_("Something new"), (Law.SOMETHING_NEW, Law.FROM_HAND)),
            Section("room", N_("Room"), (Law.ROOM,)),
            Section("packs", N_("And the packs"), (Law.COPIES,)),
        ),
    ),
    _chapter(
        "sevens",
        N_("Sevens of trumps"),
        *(Law.SEVEN, Law.SEVEN_A_TRICK, Law.SEVENS_OUT, Law.NOTHING_TO_EXCHANGE, Law.SEVEN_NOT_PLAYED),
    ),
    _chapter(
        "carte-blanche",
        N_("Carte blanche"),
        *(Law.CARTE_BLANCHE, Law.CARTE_BLANCHE_TIME, Law.CARTE_BLANCHE_CARDS, Law.CARTE_BLANCHE_AGAIN),
    ),
    _chapter("last-trick", N_("The last trick"), Law.LAST_TRICK, Law.LAST_TRICK_ONCE, Law.LAST_TRICK_WINNER),
    _chapter("brisques", N_("Brisques"), Law.BRISQUES, Law.BRISQUE_SUM, Law.BRISQUES_ONCE, Law.BRISQUES_WHEN),
    _chapter("match", N_("The match"), Law.DEAL_OVER, Law.MATCH_OVER),
    _chapter("log", N_("The log"), Law.NOTED, Law.TRICK_NUMBER, Law.NOT_ON_TABLE, Law.AMBIGUOUS, Law.AGREED),
    _chapter("absent", N_("Not in this game"), Law.NO_SEVENS, Law.NO_CARTE_BLANCHE, Law.BRISQUES_NOT_COUNTED),
)


def _partners(rules: Rules) -> bool:
    return len(rules.sides) < len(rules.seats)


def _blanche(rules: Rules) -> bool:
    return bool(rules.carte_blanche_points)


def _something_new(rules: Rules) -> bool:
    """Whether some meld can be made of nothing but cards that have scored lower in its class."""
    if rules.new_card_required:
        return False
    higher = rules.scores(Meld.TRIPLE_BEZIQUE) or not rules.double_at_once
    return rules.highest_four > 1 or (higher and not rules.double_from_two_singles)


_PLACES: dict[Law, Callable[[Rules], bool]] = {
    Law.LAST_DRAW: lambda rules: rules.no_meld_before_last_draw,
    Law.TRUMPS_UNKNOWN: lambda rules: rules.turn_up,
    Law.NO_TURN_UP: lambda rules: not rules.turn_up,
    Law.NOT_IN_GAME: lambda rules: len(rules.melds) < len(Meld),
    Law.PARTNERS_APART: lambda rules: _partners(rules) and not rules.partners_build,
    Law.JOINT_BEZIQUE: lambda rules: _partners(rules) and rules.partners_build and not rules.joint_beziques,
    Law.EXCHANGED_WAITS: lambda rules: rules.exchanged_card_waits and not rules.seven_takes_the_meld,
    Law.FROM_HAND: lambda rules: rules.new_card_required,
    Law.AFTER_SEQUENCE: lambda rules: not rules.marriage_after_sequence,
    Law.DOUBLE_AT_ONCE: lambda rules: rules.double_at_once,
    Law.SAME_KIND_ONCE: lambda rules: not rules.reform_melds,
    Law.NOTHING_REPLACED: lambda rules: rules.reform_melds,
    Law.SOMETHING_NEW: _something_new,
    Law.FORMED_AGAIN: lambda rules: rules.reform_melds or rules.second_double_reuse,
    Law.SEVEN: lambda rules: rules.has_sevens,
    Law.SEVEN_A_TRICK: lambda rules: (
        rules.has_sevens and (rules.seven_scores_when_played or not rules.seven_takes_the_meld)
    ),
    Law.SEVENS_OUT: lambda rules: rules.has_sevens,
    Law.NOTHING_TO_EXCHANGE: lambda rules: rules.has_sevens,
    Law.SEVEN_NOT_PLAYED: lambda rules: rules.has_sevens and not rules.seven_scores_when_played,
    Law.NO_SEVENS: lambda rules: not rules.has_sevens,
    Law.CARTE_BLANCHE: _blanche,
    Law.CARTE_BLANCHE_TIME: _blanche,
    Law.CARTE_BLANCHE_CARDS: _blanche,
    Law.CARTE_BLANCHE_AGAIN: _blanche,
    Law.NO_CARTE_BLANCHE: lambda rules: not _blanche(rules),
    Law.BRISQUES: lambda rules: rules.counts_brisques,
    Law.BRISQUE_SUM: lambda rules: rules.counts_brisques,
    Law.BRISQUES_ONCE: lambda rules: rules.counts_brisques,
    Law.BRISQUES_WHEN: lambda rules: rules.counts_brisques,
    Law.BRISQUES_NOT_COUNTED: lambda rules: not rules.counts_brisques,
}
"""Where a law has a place that has not one in every game: where some claim can be answered by it."""


def has_place(law: Law, rules: Rules) -> bool:
    """Whether the referee can cite *law* under *rules*."""
    place = _PLACES.get(law)
    return place is None or place(rules)


def lawbook(rules: Rules) -> tuple[Chapter, ...]:
    """The chapters of the book under *rules*, each with the laws that have a place there; empty ones left out."""
    chapters = []
    for chapter in _CHAPTERS:
        sections = tuple(
            Section(section.key, section.title, laws)
            for section in chapter.sections
            if (laws := tuple(law for law in section.laws if has_place(law, rules)))
        )
        if sections:
            chapters.append(Chapter(chapter.key, chapter.title, sections))
    return tuple(chapters)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the game: how many cards, tricks or points."""

    label: str
    value: int


def figures(rules: Rules, target: int | None = None) -> tuple[Figure, ...]:
    """The game at a glance. *target* is what a match is played to in points, None for the game's own."""
    every: tuple[tuple[bool, str, int], ...] = (
        (True, N_("Players"), len(rules.seats)),
        (_partners(rules), N_("Sides of two partners each"), len(rules.sides)),
        (True, N_("Packs of 32 cards"), rules.packs),
        (True, N_("Cards in all"), 32 * rules.packs),
        (True, N_("Cards in a hand"), rules.hand),
        (True, N_("Cards held when melding"), rules.held_when_melding),
        (True, N_("Tricks with a draw"), rules.tricks_with_draw),
        (rules.last_meld_trick < rules.tricks_with_draw, N_("Last trick that allows a meld"), rules.last_meld_trick),
        (rules.duels == 1, N_("Tricks without a draw"), rules.tricks_without_draw),
        (rules.duels > 1, N_("Duels without a draw"), rules.duels),
        (rules.duels > 1, N_("Tricks in a duel"), rules.hand),
        (True, N_("Number of the last trick"), rules.last_trick_number),
        (True, N_("Points for the last trick"), rules.last_trick_points),
        (rules.counts_brisques, N_("Brisques"), rules.all_brisques),
        (rules.counts_brisques, N_("Points for all brisques"), BRISQUE_POINTS * rules.all_brisques),
        (rules.has_sevens, N_("Sevens of trumps"), rules.packs),
        (rules.has_sevens, N_("Points for a seven"), SEVEN_POINTS),
        (_blanche(rules), N_("Points for carte blanche"), rules.carte_blanche_points),
        (rules.to_target, N_("Target"), target or rules.default_target or 0),
        (not rules.to_target, N_("Rubicon"), rules.rubicon or 0),
    )
    return tuple(Figure(label, value) for shown, label, value in every if shown)


def ladders(rules: Rules) -> tuple[tuple[Meld, ...], ...]:
    """The melds of the game, class by class, each from low to high."""
    classes = (tuple(meld for meld in rules.melds if meld.meld_class is one) for one in MeldClass)
    return tuple(tuple(sorted(ladder, key=lambda meld: (meld.level, meld.points))) for ladder in classes if ladder)


def pairs(rules: Rules) -> tuple[tuple[BeziquePair, tuple[Suit, ...]], ...]:
    """Each queen and jack that can make a bezique, with the suits that must be trumps for it."""
    found: dict[BeziquePair, tuple[Suit, ...]] = {}
    for suit in Suit:
        if pair := rules.pair(suit):
            found[pair] = (*found.get(pair, ()), suit)
    return tuple(found.items())


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule that has a place in a game: its *value* there, the game's *own*, and why it is *idle* or ''."""

    option: Option
    value: Value
    own: Value
    idle: str

    @property
    def differs(self) -> bool:
        return self.value != self.own


_IDLE: dict[str, tuple[Callable[[Rules], bool], str]] = {
    "exchanged_card_waits": (
        lambda rules: rules.seven_takes_the_meld,
        N_("Decides nothing here: the seven has taken the meld of that trick."),
    ),
    "double_from_two_singles": (
        lambda rules: rules.new_card_required,
        N_("Decides nothing here: every meld needs a card from the hand."),
    ),
    "cross_marriages": (
        lambda rules: rules.new_card_required or not rules.reform_melds,
        N_("Decides nothing here: melds must be allowed to form again, without a card from the hand."),
    ),
    "joint_beziques": (
        lambda rules: not rules.partners_build,
        N_("Decides nothing here: partners do not meld with each other's cards."),
    ),
    "rubicon_settlement": (
        lambda rules: rules.to_target,
        N_("Decides nothing here: the match is played to a target."),
    ),
}
"""House rules that others can leave without effect: when, and why."""


def house_rules_of(rules: Rules) -> tuple[HouseRule, ...]:
    """Every house rule that has a place in the game of *rules*, beside its others."""
    own = VARIANTS[rules.key].rules
    return tuple(
        HouseRule(option, plain_value(rules, name), plain_value(own, name), _idle(name, rules))
        for name, option in OPTIONS.items()
        if option.has_place_in(rules.families) and not _displaced(name, rules)
    )


def _displaced(name: str, rules: Rules) -> bool:
    """Whether another house rule leaves no place for this one (`variants.house_rules` refuses the two together)."""
    match name:
        case "tie_break":
            return not rules.counts_brisques
        case "stop_at_target":
            return rules.brisques is Brisques.MATCH_END
    return False


def _idle(name: str, rules: Rules) -> str:
    idle, why = _IDLE.get(name, (None, ""))
    return why if idle and idle(rules) and getattr(rules, name) else ""


SOURCES = {
    "S0": N_("the Bezique page of SquareScores"),
    "S2": N_("a page of card game rules: classic, short and other games"),
    "S3": N_("a tutorial for the classic game"),
    "S4": N_("the full rules of four-handed Bezique"),
    "PTL": N_("the Portland Club's laws of Rubicon Bezique, 1887, by number"),
    "HOF": N_("Hoffmann, Hoyle's Games Modernized, 1909"),
    "FOS": N_("Foster's Complete Hoyle"),
    "EW": N_("Enquire Within Upon Everything"),
    "EB": N_("Encyclopædia Britannica"),
    "PAR": N_("Parlett, The Penguin Book of Card Games"),
    "BIC": N_("the pages of Bicycle, the makers of cards"),
    "house": N_("this score keeper's own"),
}
"""What the short names of sources stand for; a number after one is a law, a “no” says that it has another rule."""


def sources_in(text: str) -> tuple[str, ...]:
    """The short names of the sources in a text like ``PTL 38; FOS no``."""
    words = text.replace(",", " ").replace(";", " ").split()
    return tuple(dict.fromkeys(word for word in words if word in SOURCES))
