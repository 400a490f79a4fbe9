"""The values in which the past is handed over: pages of the history, people, and sums for statistics. No SQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    id: int
    name: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Merger:
    """Somebody of that *name* who was made one with another, and how many *matches* would go back.

    *through* are the mergers by which these came: this one, and those that it brought along.
    """

    id: int
    name: str
    merged_at: datetime
    matches: int
    through: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Common:
    """A match in which two people sit; *gone_at*: until when it can be brought back, None where it is not deleted."""

    slug: str
    gone_at: datetime | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches a history shows; None is any. *since* and *until* bound the opening: until is not within."""

    player: int | None = None
    variant: str | None = None
    state: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of the history: the match opened then, with that number."""

    opened_at: datetime
    id: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Which page of the history: beyond *place*, or from an end of it; *older* is the way down the list."""

    older: bool = True
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match as the history shows it, read from the copy; *people* are those of each seat."""

    slug: str
    variant: str
    target: int | None
    people: tuple[tuple[Person, ...], ...]
    state: str
    winner: str | None
    totals: dict[str, int]
    opened_at: datetime
    closed_at: datetime | None
    written_at: datetime
    note: str

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each seat."""
        return tuple(tuple(person.name for person in seat) for seat in self.people)


@dataclass(frozen=True, slots=True)
class PastPage:
    """Some matches, newest first; *newer* and *older* are where the next pages begin, None where there is none."""

    matches: tuple[PastMatch, ...]
    newer: Place | None
    older: Place | None


@dataclass(frozen=True, slots=True)
class Played:
    """A person in a list, with the number of matches and the last one's opening, None for none."""

    person: Person
    matches: int
    last: datetime | None


@dataclass(frozen=True, slots=True)
class Sum:
    """A word of `tallies` summed up over matches."""

    count: int
    points: int
    best: int


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose seats are summed up, and in which matches.

    *player* alone: all matches of that person; *other*: only those with that person, too, *together* on one side or
    against each other. *variant*: only those of that game. *phone*: only those that this browser holds.
    """

    player: int | None = None
    other: int | None = None
    together: bool = False
    variant: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody reached in a game: a row of its table."""

    person: Person
    sums: dict[str, Sum]
