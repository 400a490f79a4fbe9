"""What the host chooses otherwise for a match: target, house rules, names, note; what follows, and writing it.

Like `services`, this knows no request, session or template; it raises `NoSuchMatch`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper import changes, store
from scorekeeper.bezique.events import StandingLine
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.variants import differing
from scorekeeper.replayed import MatchSheet, NoSuchMatch, replayed
from scorekeeper.services import results_of, sheet
from scorekeeper.stored import LogMovedOn, StoredChange, name_key

NAMES = "names"
NOTE = "note"
CHOICES = ("target", "house_rules", "hints", "note_tricks", NOTE)


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen otherwise while a match runs. *names* are per seat; the game itself stays what it is."""

    target: int | None
    house_rules: dict[str, bool | str]
    hints: bool
    note_tricks: bool
    names: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Strayed:
    """A line that the rules would refuse which are to hold now, and the law it breaks; it stays as it is.

    One that breaks the same law under the rules until now is none.
    """

    deal: int
    line: StandingLine
    law: Law


@dataclass(frozen=True, slots=True)
class Altered:
    """What other choices lead to. *what* has the values before and after by the field's name: empty if none changes."""

    what: dict[str, list[Any]]
    before: MatchSheet
    after: MatchSheet
    strayed: tuple[Strayed, ...]

    @property
    def counts(self) -> bool:
        """Whether figures, the end of the match or who has won it can change by it."""
        figures = "target" in self.what or "house_rules" in self.what
        return figures or (NAMES in self.what and self.before.standing.closed)

    @property
    def corrects(self) -> bool:
        """Whether more of a closed match is changed than its names and its note."""
        return self.before.standing.closed and not set(self.what) <= {NAMES, NOTE}


class TrailerWins(Exception):
    """Another target would close the match for a side that does not lead, since it stops where one was there first."""


class MatchClosed(Exception):
    """Only names and the note are changed in a closed match, until somebody who may has chosen to correct it."""


def foresee(slug: str, new: Choices) -> Altered:
    """What follows from other choices; nothing is written. Raises `TrailerWins`."""
    return _foresee(sheet(slug), new)


def alter(slug: str, new: Choices, *, version: int, author: int | None = None, corrects: bool = False) -> Altered:
    """Write other choices, for whoever has seen *version* of the match; those that hold already are written once.

    Raises `LogMovedOn` when something was written since, `MatchClosed`, `TrailerWins`, and ValueError when one person
    would sit in two places.
    """
    with store.writing(slug) as book:
        if book is None:
            raise NoSuchMatch(f"no match {slug!r}")
        match = replayed(book.match)
        found = _foresee(match, new)
        if not found.what:
            return found
        if found.corrects and not corrects:
            raise MatchClosed(slug)
        if version != match.stored.version:
            raise LogMovedOn(())
        copied = results_of(found.after, match.standing)
        chosen = {name: getattr(new, name) for name in CHOICES if name in found.what}
        names = new.names if NAMES in found.what else None
        book.alter(chosen, names, found.what, results=copied, author=author)
        return found


def made(slug: str) -> list[StoredChange]:
    """What was chosen otherwise so far, in the order in which it was."""
    return changes.changes(slug)


def choices(match: MatchSheet) -> Choices:
    """What is chosen now."""
    stored = match.stored
    return Choices(stored.target, differing(match.rules), stored.hints, stored.note_tricks, stored.names, stored.note)


def _foresee(match: MatchSheet, new: Choices) -> Altered:
    old = choices(match)
    if list(_keys(old.names)) == list(_keys(new.names)):  # only on the person's page a name is spelled otherwise
        new = replace(new, names=old.names)
    what = {
        name: [_plain(getattr(old, name)), _plain(getattr(new, name))]
        for name in (*CHOICES, NAMES)
        if getattr(old, name) != getattr(new, name)
    }
    stored = replace(match.stored, **{name: getattr(new, name) for name in what})
    changed = replayed(stored) if what else match
    if "target" in what and changed.rules.stop_at_target and not match.standing.closed:
        _check_leader(match, changed)
    strayed = tuple(_strayed(match, changed)) if "house_rules" in what else ()
    return Altered(what, match, changed, strayed)


def _check_leader(before: MatchSheet, after: MatchSheet) -> None:
    totals = before.standing.totals
    winner = after.standing.winner
    if winner in totals and any(totals[side] >= totals[winner] for side in totals if side != winner):
        raise TrailerWins(winner)


def _keys(names: tuple[tuple[str, ...], ...]) -> Iterator[list[str]]:
    """Who sits where, whatever the spelling."""
    return ([name_key(name) for name in seat] for seat in names)


def _plain(value: Any) -> Any:
    """A value as it is stored: JSON has no tuples."""
    return [list(seat) for seat in value] if isinstance(value, tuple) else value


def _strayed(before: MatchSheet, now: MatchSheet) -> Iterator[Strayed]:
    for old, new in zip(before.deals, now.deals, strict=True):
        was = old.refused
        for line in new.standing:
            law = new.refused.get(line.number)
            if law is not None and law is not was.get(line.number):
                yield Strayed(new.number, line, law)
