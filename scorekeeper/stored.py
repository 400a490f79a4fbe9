"""The values in which the store hands over what it keeps, and takes what is new: frozen, no SQL."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line of a deal's log; numbers count from 1 without gaps. *stamp* is the time as the database says it."""

    number: int
    text: str
    stamp: datetime | str

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


@dataclass(frozen=True, slots=True)
class Version:
    """What changes whenever a page of a match would: it is equal only for equal pages."""

    number: int
    closed: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """How a match stands: "open", "closed" or "abandoned"; the winner is a side, "draw" or None."""

    state: str
    winner: str | None
    totals: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match as lists show it, read from the copy and not from its log."""

    slug: str
    variant: str
    names: tuple[tuple[str, ...], ...]
    state: str
    winner: str | None
    totals: dict[str, int]
    opened_at: datetime
    closed_at: datetime | None
    written_at: datetime


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Some matches, newest first; *before* asks for the next page, None when there is none."""

    matches: tuple[ListedMatch, ...]
    before: str | None


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
