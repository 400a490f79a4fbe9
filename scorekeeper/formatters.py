"""Value to text or Markup: what templates show and never compute. Every name in `FILTERS` is a Jinja filter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from scorekeeper.bezique.cards import Card, Suit
from scorekeeper.bezique.deal import TableCard
from scorekeeper.bezique.melds import Meld, MeldClass
from scorekeeper.bezique.words import N_
from scorekeeper.language import gettext as _
from scorekeeper.wording import past

TEXT_STYLE = "\ufe0e"
"""Asks for the printed sign, not the emoji, of a suit."""

_SUITS = {suit.sign: suit for suit in Suit}
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{_RTL}]+(?:[ '’-]+[{_RTL}]+)*")
_CARD_OR_SUIT = re.compile(rf"((?:10|[AKQJ987])?)([{''.join(_SUITS)}])\ufe0e?")
_BEZIQUE_MARKS = ("B", "D", "T", "Q", "V")


def points(value: int) -> str:
    """Figures as people write them: thousands with a comma, a true minus sign.

    >>> points(1040), points(-40)
    ('1,040', '−40')
    """
    return f"{value:,}".replace("-", "−")


def signed(value: int) -> str:
    """Points as they are added, with their sign: ``+40``, ``−40``, ``0``."""
    return f"+{value:,}" if value > 0 else points(value)


def pips(text: str) -> Markup:
    """*text* escaped, with every suit sign (and the rank before it) in its colour and never as an emoji.

    Words that run from right to left are kept apart: they would draw the figures behind them along.
    """
    return Markup(_CARD_OR_SUIT.sub(_coloured, _RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", str(escape(text)))))


def _coloured(found: re.Match[str]) -> str:
    rank, sign = found.groups()
    return f'<span class="{_SUITS[sign].value}">{rank}{sign}{TEXT_STYLE}</span>'


def sign(suit: Suit) -> Markup:
    """The suit's sign in its colour."""
    return pips(suit.sign)


def card_text(card: Card) -> Markup:
    """A face in running text: K♥ in the suit's colour."""
    return pips(f"{card.rank.value}{card.suit.sign}")


def card_words(card: Card) -> str:
    """A face in words, for those who hear the page: king of hearts."""
    return _("%(rank)s of %(suit)s") % {"rank": _(card.rank.label), "suit": _(card.suit.label)}


def mark(meld: Meld) -> str:
    """The letter a card bears for a meld it scored in: M, S, B D T Q V for the beziques, F for fours, else 4 or 5.

    A common and a royal marriage are one kind and so one mark, and so are the two sequences.
    """
    match meld.meld_class:
        case MeldClass.ROYAL:
            return "M" if meld.is_marriage else "S"
        case MeldClass.BEZIQUE:
            return _BEZIQUE_MARKS[meld.level - 1]
        case _:
            return ("F", "4", "5")[meld.level - 1]


def marks(melds: Iterable[Meld]) -> str:
    """The marks of a table card, each once, in the order scored."""
    return "".join(dict.fromkeys(mark(meld) for meld in melds))


def mark_legend(melds: Iterable[Meld]) -> str:
    """What the marks mean that the cards of a game may bear: ``M marriage, S sequence``."""
    meanings = {mark(meld): _MEANINGS.get(mark(meld)) or meld.label for meld in melds}
    return ", ".join(f"{letter} {_(meaning)}" for letter, meaning in meanings.items())


_MEANINGS = {
    "M": N_("marriage"),
    "S": N_("sequence"),
    "F": N_("four of a kind"),
    "4": N_("four of trumps"),
    "5": N_("five of trumps"),
}


def piece_words(piece: TableCard) -> str:
    """A table card and its past in words: king of hearts, in: royal marriage."""
    words = card_words(piece.card)
    return _("%(card)s, in: %(melds)s") % {"card": words, "melds": past(piece.scored_in)} if piece.scored_in else words


def played_words(piece: TableCard) -> str:
    """What a tap on a table card says."""
    return _("played: %(card)s") % {"card": piece_words(piece)}


def names(people: Iterable[str]) -> str:
    """The name or names of a side: Alice & Ann."""
    return " & ".join(people)


def hands(total: int) -> tuple[int, int, int]:
    """How far the hands of the three faces of a marker are turned, in degrees: thousands, hundreds, tens.

    >>> hands(1830)
    (36, 288, 108)
    """
    shown = max(total, 0)
    return (shown // 1000 % 10 * 36, shown // 100 % 10 * 36, shown // 10 % 10 * 36)


def when(moment: datetime, zone: tzinfo | None = None) -> Markup:
    """A moment as day and time of *zone*, of the server's without one; a script puts it into the reader's."""
    return _time(moment, zone, "%-d %b %Y, %H:%M", "day")


def clock(moment: datetime, zone: tzinfo | None = None) -> Markup:
    """A moment as the time of day, for lines of a log."""
    return _time(moment, zone, "%H:%M", "time")


def _time(moment: datetime, zone: tzinfo | None, pattern: str, style: str) -> Markup:
    stamp = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    local = moment.astimezone(zone)
    text = local.strftime(pattern.replace("%-d", str(local.day)))
    return Markup('<time datetime="{}" data-style="{}">{}</time>').format(stamp, style, text)


def filters(zone: tzinfo | None) -> dict[str, Callable[..., Any]]:
    """All filters; those for moments show the clock of *zone* unless a template names another."""

    def in_zone(shown: Callable[..., Markup]) -> Callable[..., Markup]:
        return lambda moment, other=zone: shown(moment, other)

    return FILTERS | {"when": in_zone(when), "clock": in_zone(clock)}


@lru_cache(maxsize=4096)
def drawn(value: object, macro: Callable[..., Markup], *more: object) -> Markup:
    """What *macro* draws of a frozen value, kept: the same value looks the same on the next page.

    ``{{ key|drawn(one_key) }}`` draws the keys that a tap did not change without running their template again.
    Only for macros that read nothing but their arguments.
    """
    return macro(value, *more)


_SHOWN = (drawn, points, signed, pips, sign, card_text, card_words)
_SHOWN_OF_GAMES = (marks, mark_legend, piece_words, played_words, names, hands, when, clock)
FILTERS: dict[str, Callable[..., Any]] = {str(shown.__name__): shown for shown in (*_SHOWN, *_SHOWN_OF_GAMES)}
