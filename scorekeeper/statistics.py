"""Statistics of a person, of two, and of a game, as rows for a table; made up for where matches are not yet counted."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scorekeeper import services, tallies, tallying, wording
from scorekeeper.bezique.melds import Meld
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.bezique.words import N_
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.remembered import Person, Scope, Sum
from scorekeeper.replayed import NoSuchMatch, Unreadable
from scorekeeper.stored import Tally

NONE = "–"
"""What stands where there is nothing to say."""
PATIENCE = 0.5
"""Seconds that a page spends on matches that are not counted yet."""
MOST_RANKED = 100
MOST_NAMED = 2
"""People who are named beside a figure that they share."""
_OUTCOMES = (tallies.WON, tallies.DRAWN, tallies.LOST)
_NOTHING = Sum(0, 0, 0)

_OTHERS = {
    tallies.SEVEN: N_("seven of trumps"),
    tallies.CARTE_BLANCHE: N_("carte blanche"),
    tallies.ADJUSTED: N_("adjustments"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its label: a cell for each column."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeldRow:
    """A meld: how often it was scored and what it brought, as a pair of texts for each column."""

    label: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What is said of a person, of two, or of a game. *left* closed matches are not counted yet."""

    rows: tuple[Row, ...]
    melds: tuple[MeldRow, ...]
    matches: int
    left: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the table of a game; those with equally many wins and matches share it."""

    place: int
    person: Person
    says: str


# Counting -----------------------------------------------------------------------------------------------------------


def catch_up(scope: Scope, patience: float = PATIENCE) -> int:
    """Count the matches of *scope* that are not counted yet, for so many seconds, but one at least; how many are left.

    A match that cannot be read is never counted.
    """
    waiting = tallying.untallied(scope)
    until = time.monotonic() + patience
    made: dict[str, tuple[int, tuple[Tally, ...]]] = {}
    left = 0
    for slug in waiting:
        if made and time.monotonic() > until:
            left += 1
            continue
        try:
            match = services.sheet(slug)
            made[slug] = match.stored.version, tallies.of(match)
        except (Unreadable, NoSuchMatch):
            left += 1
    if made:
        tallying.keep(made)
    return left


# A person, and two --------------------------------------------------------------------------------------------------


def of_person(player: int, phone: str | None = None) -> Figures:
    """What a person has reached, in five statements or, where matches are to be counted first, more."""
    scope = Scope(player=player, phone=phone)
    left = catch_up(scope)
    return _figures([tallying.sums(scope)], [tallying.outcomes(scope, _OUTCOMES)], left)


def of_pair(one: int, other: int, *, together: bool, phone: str | None = None) -> Figures:
    """What two have reached in the matches in which they sat against each other, or *together* on one side."""
    scopes = [
        Scope(player=player, other=opponent, together=together, phone=phone)
        for player, opponent in ((one, other), (other, one))
    ]
    left = catch_up(scopes[0])
    scopes = scopes[:1] if together else scopes
    return _figures(
        [tallying.sums(scope) for scope in scopes], [tallying.outcomes(scope, _OUTCOMES) for scope in scopes], left
    )


def _figures(columns: Sequence[dict[str, Sum]], outcomes: Sequence[Sequence[str]], left: int) -> Figures:
    rows = [
        Row(label, tuple(said))
        for label, said in (
            (_("Matches"), [_count(sums, tallies.MATCH) for sums in columns]),
            (_("Won"), [_of_matches(sums, tallies.WON) for sums in columns]),
            (_("Drawn"), [_of_matches(sums, tallies.DRAWN) for sums in columns]),
            (_("Lost"), [_of_matches(sums, tallies.LOST) for sums in columns]),
            (_("Win share"), [share(sums) for sums in columns]),
            (_("Longest streak of wins"), [_longest(said) for said in outcomes]),
            (_("Comeback from furthest behind"), [_best(sums, tallies.COMEBACK) for sums in columns]),
            (_("Highest final figure"), [_best(sums, tallies.MATCH) for sums in columns]),
            *_of_deals(columns),
        )
    ]
    matches = columns[0].get(tallies.MATCH, _NOTHING).count
    return Figures(tuple(rows), _melds(columns), matches, left)


def _of_deals(columns: Sequence[dict[str, Sum]]) -> list[tuple[str, list[str]]]:
    return [
        (_("Deals"), [_count(sums, tallies.DEAL) for sums in columns]),
        (_("Average deal"), [average(sums) for sums in columns]),
        (_("Best deal"), [_best(sums, tallies.DEAL) for sums in columns]),
        (_("Last tricks"), [_of_matches(sums, tallies.LAST_TRICK) for sums in columns]),
        (_("Brisques"), [_count(sums, tallies.BRISQUES) for sums in columns]),
        (_("Most brisques in a deal"), [_most_brisques(sums) for sums in columns]),
        (_("Lines agreed against the ruling"), [_of_matches(sums, tallies.AGREED) for sums in columns]),
    ]


def share(sums: dict[str, Sum]) -> str:
    """The wins among all matches in per cent; a draw is a match that nobody has lost."""
    matches, won = sums.get(tallies.MATCH, _NOTHING).count, sums.get(tallies.WON, _NOTHING).count
    return f"{_rounded(100 * won, matches)} %" if matches else NONE


def average(sums: dict[str, Sum]) -> str:
    """The points of a deal on average, rounded."""
    deals = sums.get(tallies.DEAL, _NOTHING)
    return points(_rounded(deals.points, deals.count)) if deals.count else NONE


def _rounded(part: int, whole: int) -> int:
    """To the nearest, halves up."""
    return (2 * part + whole) // (2 * whole)


def _count(sums: dict[str, Sum], what: str) -> str:
    found = sums.get(what)
    return points(found.count) if found else NONE


def _of_matches(sums: dict[str, Sum], what: str) -> str:
    """How many of the matches; none of some is 0, and none of none a dash."""
    return points(sums.get(what, _NOTHING).count) if tallies.MATCH in sums else NONE


def _best(sums: dict[str, Sum], what: str) -> str:
    found = sums.get(what)
    return points(found.best) if found else NONE


def _most_brisques(sums: dict[str, Sum]) -> str:
    found = sums.get(tallies.BRISQUES)
    return points(found.best // 10) if found else NONE


def _longest(outcomes: Iterable[str]) -> str:
    """The most wins in a row; a draw ends a row."""
    runs = [len(list(run)) for what, run in groupby(outcomes) if what == tallies.WON]
    return points(max(runs)) if runs else NONE


def _melds(columns: Sequence[dict[str, Sum]]) -> tuple[MeldRow, ...]:
    """Count and points of every meld that anybody has scored, in the order of the melds."""
    words = [(meld.value, meld.label) for meld in Meld] + list(_OTHERS.items())
    return tuple(
        MeldRow(wording.capital(_(label)), tuple(_scored(sums.get(what)) for sums in columns))
        for what, label in words
        if any(what in sums for sums in columns)
    )


def _scored(found: Sum | None) -> tuple[str, str]:
    return (points(found.count), points(found.points)) if found else (NONE, NONE)


# A game -------------------------------------------------------------------------------------------------------------


def of_variant(key: str, phone: str | None = None) -> Figures:
    """What was reached in a game by everybody together; the average deal is that of a side."""
    scope = Scope(variant=key, phone=phone)
    left = catch_up(scope)
    found = tallying.sums(scope)
    rules = VARIANTS[key].rules
    seats, on_a_side = len(rules.seats), len(rules.seats) // len(rules.sides)
    parts = {tallies.MATCH: seats, tallies.DRAWN: seats, tallies.DEAL: seats}
    parts |= dict.fromkeys((tallies.LAST_TRICK, tallies.BRISQUES), on_a_side)
    sums = {what: replace(said, count=said.count // parts.get(what, 1)) for what, said in found.items()}
    rows = [
        (_("Matches"), _count(sums, tallies.MATCH)),
        (_("Drawn"), _of_matches(sums, tallies.DRAWN)),
        _longest_of_all(scope),
        (_("Comeback from furthest behind"), _best(sums, tallies.COMEBACK)),
        (_("Highest final figure"), _best(sums, tallies.MATCH)),
        (_("Deals"), _count(sums, tallies.DEAL)),
        (_("Average deal"), average(found)),
        *((label, said[0]) for label, said in _of_deals([sums])[2:]),
    ]
    matches = sums.get(tallies.MATCH, _NOTHING).count
    return Figures(tuple(Row(label, (said,)) for label, said in rows), _melds([sums]), matches, left)


def _longest_of_all(scope: Scope) -> tuple[str, str]:
    """The most wins in a row, with the names of those who share it in its label; or, if they are many, how many."""
    label = _("Longest streak of wins")
    runs = tallying.streaks(scope, tallies.WON, _OUTCOMES, MOST_RANKED)
    if not runs:
        return label, NONE
    longest = runs[0][1]
    people = list(dict.fromkeys(who.name for who, length in runs if length == longest))
    named = ", ".join(people) if len(people) <= MOST_NAMED else _("%(count)s people") % {"count": len(people)}
    return f"{label}: {named}", points(longest)


def ranked(key: str, phone: str | None = None) -> list[Ranked]:
    """The table of a game: who won most, then who lost least; ranks are shared."""
    words = (tallies.MATCH, *_OUTCOMES, tallies.DEAL)
    records = tallying.records(Scope(variant=key, phone=phone), words)
    counts = {
        record.person.id: [record.sums.get(what, _NOTHING).count for what in (tallies.MATCH, *_OUTCOMES)]
        for record in records
    }

    def worth(person: Person) -> tuple[int, int, int]:
        _matches, won, drawn, lost = counts[person.id]
        return won, -lost, drawn

    ordered = sorted(records, key=lambda record: worth(record.person), reverse=True)
    worths = [worth(record.person) for record in ordered]
    return [
        Ranked(worths.index(worth(record.person)) + 1, record.person, _reached(record.sums))
        for record in ordered[:MOST_RANKED]
    ]


def _reached(sums: dict[str, Sum]) -> str:
    """``2 won, 0 drawn, 1 lost · 67 % · 310 a deal``."""
    words = {what: points(sums.get(what, _NOTHING).count) for what in _OUTCOMES}
    said = _("%(won)s won, %(drawn)s drawn, %(lost)s lost · %(share)s · %(average)s a deal")
    return said % {**words, "share": share(sums), "average": average(sums)}


def games(phone: str | None = None) -> list[tuple[str, str, int]]:
    """Every game: its key, title and how many finished matches there are."""
    counted = tallying.by_variant(phone)
    return [(key, _(variant.title), counted.get(key, 0)) for key, variant in VARIANTS.items()]
