"""The values in which the store hands over what it keeps, and takes what is new: frozen, no SQL."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

KEPT_DELETED = timedelta(days=30)
"""How long a deleted match can be brought back."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line of a deal's log; numbers count from 1 without gaps. *stamp* is the time as the database says it.

    *author* is the holder who wrote it, None where nobody knows.
    """

    number: int
    text: str
    stamp: datetime | str
    author: int | None = None

    @property
    def written_at(self) -> datetime:
        """When it was written, UTC."""
        if isinstance(self.stamp, datetime):
            return self.stamp.astimezone(UTC)
        return datetime.fromisoformat(self.stamp).replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal and everything written in it."""

    number: int
    dealer: str
    lines: tuple[StoredLine, ...]


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What people choose before the first deal. *names* are per seat: one name, in consultation two."""

    variant: str
    house_rules: dict[str, bool | str]
    target: int | None
    hints: bool
    note_tricks: bool
    first_dealer: str
    names: tuple[tuple[str, ...], ...]
    rematch_of: str | None = None
    sides: tuple[str, ...] = ()  # those that start with a total of 0
    seats: tuple[str, ...] = ()  # those for which a key is made
    phone: str = ""  # the browser that is its host; '' for a match that nobody hosts


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match, whole: what was chosen, how it stands and all its deals."""

    slug: str
    variant: str
    house_rules: dict[str, bool | str]
    target: int | None
    hints: bool
    note_tricks: bool
    first_dealer: str
    names: tuple[tuple[str, ...], ...]
    state: str
    winner: str | None
    opened_at: datetime
    closed_at: datetime | None
    rematch_of: str | None
    version: int
    deals: tuple[StoredDeal, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """What changes whenever a page of a match would: it is equal only for equal pages."""

    number: int
    closed: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a seat did in a closed match: *what* is a word of `tallies`, *count* how often, *points* what it brought.

    *best* is the largest single figure.
    """

    seat: str
    what: str
    count: int
    points: int
    best: int


@dataclass(frozen=True, slots=True)
class Results:
    """How a match stands: "open", "closed" or "abandoned"; the winner is a side, "draw" or None.

    *tallies* are those of a closed match, None where they are still to be made. *closed_at*: when the line was written
    that closed it, None for one that is being written now.
    """

    state: str
    winner: str | None
    totals: dict[str, int] = field(default_factory=dict)
    tallies: tuple[Tally, ...] | None = None
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """What a browser holds of a match: its *right* by the key it came in with, '' if it holds none.

    *seat* is the seat that the key is bound to, '' for none; *mends* whether scorers may take back any line.
    *state* is the match's; *hosted* whether anybody has ever been its host; *deleted_at* since when it is gone.
    """

    right: str
    seat: str
    id: int | None
    mends: bool
    state: str
    hosted: bool
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeletedMatch:
    """A match that can still be brought back, with the names of all its people."""

    slug: str
    names: tuple[str, ...]
    deleted_at: datetime

    @property
    def until(self) -> datetime:
        """The moment from which it is gone for good."""
        return self.deleted_at + KEPT_DELETED


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A living key of a match."""

    id: int
    right: str
    seat: str
    secret: str
    pin: str | None


@dataclass(frozen=True, slots=True)
class StoredPhone:
    """A browser that holds a right of a match, and when it was last seen; *number* is its place among all that came."""

    id: int
    number: int
    right: str
    seat: str
    name: str
    joined_at: datetime
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class Author:
    """Whose browser wrote something: its name, '' for none, and the right of the key it came in with."""

    name: str
    right: str


@dataclass(frozen=True, slots=True)
class StoredChange:
    """What was changed of what was chosen: *what* has the values before and after by the field's name."""

    changed_at: datetime
    author: int | None
    what: dict[str, list[Any]]


class LogMovedOn(Exception):
    """Somebody wrote in the meantime: *lines* are those that the reader has not seen (none if he saw too many)."""

    def __init__(self, lines: tuple[StoredLine, ...]) -> None:
        super().__init__(f"{len(lines)} lines were written in the meantime")
        self.lines = lines


def name_key(name: str) -> str:
    """What makes two spellings one person: case, blanks, joiners and the forms of a letter make no difference.

    >>> name_key("  ＡDA   Lovelace ") == name_key("Ada lovelace")
    True
    """
    seen = "".join(character for character in name if unicodedata.category(character) != "Cf")
    return unicodedata.normalize("NFKC", " ".join(unicodedata.normalize("NFKC", seen).casefold().split()))
