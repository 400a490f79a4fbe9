"""The book of laws as values: what its template shows. Knows no request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.cards import Suit
from scorekeeper.bezique.lawbook import (
    SOURCES,
    Chapter,
    Figure,
    HouseRule,
    Section,
    figures,
    house_rules_of,
    ladders,
    lawbook,
    pairs,
    sources_in,
)
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.melds import BeziquePair, Meld, MeldClass
from scorekeeper.bezique.options import Value
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.language import gettext as _
from scorekeeper.lawwords import words_on


@dataclass(frozen=True, slots=True)
class LawShown:
    """A law; *id* is its anchor on every page of laws."""

    id: str
    sentence: str
    source: str
    grants: bool


@dataclass(frozen=True, slots=True)
class SectionShown:
    """Laws that belong together; *title* and *says* are empty where the chapter has no other section."""

    title: str
    says: tuple[str, ...]
    laws: tuple[LawShown, ...]


@dataclass(frozen=True, slots=True)
class MeldShown:
    """A meld with its cards in words and signs; *points* of the game."""

    name: str
    cards: str
    points: int


@dataclass(frozen=True, slots=True)
class ChapterShown:
    """A chapter; *ladders* are the melds, class by class from low to high, in the chapter on them."""

    key: str
    title: str
    says: tuple[str, ...]
    ladders: tuple[tuple[MeldShown, ...], ...]
    sections: tuple[SectionShown, ...]


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A house rule with its value here; *own* is the game's where it differs, else ''."""

    id: str
    title: str
    value: str
    own: str
    idle: str
    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Book:
    """The laws of a game. *differing* are the house rules in which it differs from its variant, a phrase each."""

    title: str
    sentence: str
    differing: tuple[str, ...]
    figures: tuple[Figure, ...]
    chapters: tuple[ChapterShown, ...]
    house_rules: tuple[RuleShown, ...]
    sources: tuple[Source, ...]


def book(rules: Rules, target: int | None = None) -> Book:
    """The book of laws of *rules*; *target* is what a match is played to in points, None for the game's own."""
    game = VARIANTS[rules.key]
    chapters = lawbook(rules)
    options = house_rules_of(rules)
    return Book(
        _(game.title),
        _(game.sentence),
        tuple(wording.rule_sentences(rules)),
        tuple(Figure(_(figure.label), figure.value) for figure in figures(rules, target)),
        tuple(_chapter(chapter, rules, target) for chapter in chapters),
        tuple(map(_rule, options)),
        tuple(_sources(chapters, options)),
    )


def _chapter(chapter: Chapter, rules: Rules, target: int | None) -> ChapterShown:
    def shown(section: Section) -> SectionShown:
        laws = tuple(map(_law, section.laws))
        if section.key == chapter.key:
            return SectionShown("", (), laws)
        return SectionShown(_(section.title), words_on(section.key, rules, target), laws)

    return ChapterShown(
        chapter.key,
        _(chapter.title),
        words_on(chapter.key, rules, target),
        tuple(_ladders(rules)) if chapter.key == "melds" else (),
        tuple(map(shown, chapter.sections)),
    )


def _law(law: Law) -> LawShown:
    return LawShown(f"law-{law.value}", _(law.sentence), law.source, law.grants)


def _ladders(rules: Rules) -> Iterable[tuple[MeldShown, ...]]:
    for ladder in ladders(rules):
        yield tuple(MeldShown(wording.capital(_(meld.label)), _cards(meld, rules), meld.points) for meld in ladder)


def _cards(meld: Meld, rules: Rules) -> str:
    """The cards of *meld*: ``K Q of trumps``, ``Q♠ Q♠ J♦ J♦``."""
    if meld.rank:
        ranks = " ".join([meld.rank.value] * meld.size)
        return (_("%(ranks)s of any suits") if meld.level == 1 else _("%(ranks)s of trumps")) % {"ranks": ranks}
    if meld.meld_class is MeldClass.BEZIQUE:
        return _bezique(meld.level, rules)
    ranks = "K Q" if meld.is_marriage else "A 10 K Q J"
    plain = meld in (Meld.MARRIAGE, Meld.PLAIN_SEQUENCE)
    return (_("%(ranks)s of one plain suit") if plain else _("%(ranks)s of trumps")) % {"ranks": ranks}


def _bezique(level: int, rules: Rules) -> str:
    found = pairs(rules)
    if len(found) == 1:
        return wording.cards(card for card in found[0][0] for _copy in range(level))
    if level > 1:
        return _("%(level)s of each") % {"level": level}
    return ", ".join(_with(pair, suits).replace(" ", "\u00a0") for pair, suits in found)


def _with(pair: BeziquePair, suits: Iterable[Suit]) -> str:
    signs = " ".join(suit.sign for suit in suits)
    return _("%(cards)s with %(suits)s trumps") % {"cards": wording.cards(pair), "suits": signs}


def _rule(rule: HouseRule) -> RuleShown:
    option = rule.option
    return RuleShown(
        f"rule-{option.name}",
        _(option.title),
        _value(rule, rule.value),
        _value(rule, rule.own) if rule.differs else "",
        _(rule.idle) if rule.idle else "",
        _(option.sentence),
        option.source,
    )


def _value(rule: HouseRule, value: Value) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _(dict(rule.option.choices)[value])


def _sources(chapters: Iterable[Chapter], options: Iterable[HouseRule]) -> Iterable[Source]:
    """What the short names of the sources on the page stand for, in the order of `SOURCES`."""
    cited = {name for chapter in chapters for section in chapter.sections for law in section.laws
             for name in sources_in(law.source)}  # fmt: skip
    cited |= {name for rule in options for name in sources_in(rule.option.source)}
    return (Source(name, _(what)) for name, what in SOURCES.items() if name in cited)
