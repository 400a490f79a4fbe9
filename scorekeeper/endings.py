"""The end of a match as values: who won, the line that decided, and the settlement as a sum."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper import wording
from scorekeeper.bezique.rules import Brisques
from scorekeeper.bezique.settling import DRAW, Item
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
from scorekeeper.replayed import MatchSheet
from scorekeeper.sheets import gains_of


@dataclass(frozen=True, slots=True)
class Final:
    name: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """The line that closed a match, in one text: ``Alice, last trick, 250``."""

    text: str
    deal: int


def victory(match: MatchSheet) -> str | None:
    """``Alice wins``, ``Alice & Cora win``, ``A draw``; None while the match is open."""
    winner = match.standing.winner
    if winner is None or winner == DRAW:
        return winner and _("A draw")
    people = len(match.names_of(match.rules.seats_of(winner)))
    return ngettext("%(name)s wins", "%(name)s win", people) % {"name": wording.side_name(match, winner)}


def finals(match: MatchSheet) -> list[Final]:
    """The final totals, the winner first, then by figure; brisques that were added only to compare are not in them."""
    standing = match.standing
    totals = standing.totals
    ordered = sorted(match.rules.sides, key=lambda side: (side != standing.winner, -totals[side]))
    return [Final(wording.side_name(match, side), totals[side], side == standing.winner) for side in ordered]


def tie(match: MatchSheet) -> str:
    """What decided besides the totals, as a sentence; '' where they alone did."""
    standing = match.standing
    if standing.settled and standing.settled.brisques:
        scores = standing.settled.scores.items()
        figures = ", ".join(f"{wording.side_name(match, side)} {points(score)}" for side, score in scores)
        return _("With the brisques: %(figures)s.") % {"figures": figures}
    best = max(standing.totals.values())
    level = sum(total == best for total in standing.totals.values()) > 1
    if not level or not match.rules.to_target or standing.winner is None:
        return ""
    if match.rules.brisques is Brisques.SAVE_RUBICON:
        return _("Level at the top: the brisques of the match decided.")
    return _("Level at the top: fewer brisques in the last deal decided, or else its last trick.")


@dataclass(frozen=True, slots=True)
class SettledSide:
    """A score as it was compared, with the brisques that were added."""

    name: str
    total: int
    aside: int
    sum: int


@dataclass(frozen=True, slots=True)
class SettlementShown:
    """The settlement of a game of one deal; *scores* only where brisques were added."""

    scores: tuple[SettledSide, ...]
    items: tuple[Item, ...]
    value: int
    draw: bool


def settlement(match: MatchSheet) -> SettlementShown | None:
    """The settlement of a game of one deal as a sum, None before it and in a match to a target."""
    standing = match.standing
    settled = standing.settled
    if settled is None:
        return None
    scores = [
        SettledSide(wording.side_name(match, side), standing.totals[side], standing.aside[side], score)
        for side, score in settled.scores.items()
        if settled.brisques
    ]
    items = tuple(Item(wording.capital(wording.translated(item.label)), item.points) for item in settled.items)
    return SettlementShown(tuple(scores), items, settled.value, settled.winner == DRAW)


def decided(match: MatchSheet) -> Decided | None:
    """The line that closed the match; None while it is open, and where nobody has won."""
    closing = match.standing.closing
    if closing is None or closing.winner == DRAW:
        return None
    here = match.deal(closing.deal)
    event = next((line.event for line in here.standing if line.number == closing.line), None)
    if event is None:
        return None
    gained = gains_of(here).get(closing.line, {})
    scored = gained.get(closing.winner, sum(gained.values()))
    said = (wording.who(event, match), wording.what(event, match), points(scored) if scored else "")
    return Decided(", ".join(filter(None, said)), closing.deal)
