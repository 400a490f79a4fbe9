"""What is done about people: found and listed, renamed, made one and two again, hidden. Nobody is ever deleted.

Like `services`, this knows no request, session or template.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper import mergers, players, services
from scorekeeper.players import NameTaken, TwoInOneMatch
from scorekeeper.remembered import Common, Merger, Person, Played
from scorekeeper.stored import name_key

__all__ = ["NameTaken", "TwoInOneMatch"]
A_PAGE = 100
MOST_MET = 30


class NoSuchPerson(LookupError):
    """There is nobody of that number or name, or nobody whom this browser may know."""


def person(number: int, phone: str | None = None) -> Person:
    """The person of that number; with *phone* only one met in a match of that browser. Raises NoSuchPerson."""
    found = players.person(number, phone)
    if found is None:
        raise NoSuchPerson(f"nobody has the number {number}")
    return found


def called(name: str, phone: str | None = None) -> Person | None:
    """The person of that name, whatever its case and blanks."""
    return players.called(name, phone)


def seated(slug: str) -> list[Person]:
    """The people of a match, in seat order."""
    return players.seated(slug)


def listed(after: str, *, hidden: bool, phone: str | None) -> tuple[list[Played], str | None]:
    """People by name from behind the name *after*, and behind which name the next page begins, None for none."""
    found = players.people(limit=A_PAGE + 1, after=name_key(after), hidden=hidden, phone=phone)
    return found[:A_PAGE], found[A_PAGE - 1].person.name if len(found) > A_PAGE else None


def names(phone: str | None) -> list[str]:
    """Names to choose from, who played last first."""
    return services.known_names(phone=phone)


def met(number: int, phone: str | None) -> list[Played]:
    """With whom a person played, with whom most often first."""
    return players.met(number, limit=MOST_MET, phone=phone)


def may_change(number: int, phone: str | None) -> bool:
    """Whether a browser may rename or hide a person: a household's may, another only if it hosts all the matches."""
    return phone is None or players.hosts_all(number, phone)


@dataclass(frozen=True, slots=True)
class MergeAsked:
    """What a merger would do: *other* is no more, and *matches* go to *person*, unless both sat in *common*."""

    person: Person
    other: Person
    matches: int
    common: Common | None


def merger(number: int, name: str, phone: str | None) -> MergeAsked:
    """What it would mean that the person of that number is the one of that *name*, too. Raises NoSuchPerson."""
    one, other = person(number, phone), players.called(name, phone)
    if other is None or other.id == one.id:
        raise NoSuchPerson(f"nobody else is called {name!r}")
    return MergeAsked(one, other, players.played(other.id), players.common_match(one.id, other.id))


def rename(number: int, name: str) -> None:
    """Call a person *name* from now on, in all matches. Raises NameTaken and NoSuchPerson."""
    try:
        players.rename(number, name)
    except LookupError as error:
        raise NoSuchPerson(str(error)) from error


def merge(number: int, other: int) -> None:
    """Let one person have sat wherever the *other* sat. Raises TwoInOneMatch and NoSuchPerson."""
    try:
        mergers.merge(number, other)
    except LookupError as error:
        raise NoSuchPerson(str(error)) from error


def made_one(number: int) -> list[Merger]:
    """Who was made one with a person and can be somebody else again, the last first."""
    return mergers.mergers(number)


def made_one_by(number: int, merger: int) -> Merger:
    """Who was made one with a person by that merger. Raises NoSuchPerson."""
    found = next((one for one in mergers.mergers(number) if one.id == merger), None)
    if found is None:
        raise NoSuchPerson(f"no merger {merger} of player {number}")
    return found


def part(number: int, merger: int) -> Person:
    """Let there be two again where a merger has made one: the one who comes back. Raises NameTaken and NoSuchPerson."""
    try:
        return mergers.part(number, merger)
    except LookupError as error:
        raise NoSuchPerson(str(error)) from error


def hide(number: int, hidden: bool) -> None:
    """Leave a person out of lists and suggestions, or no longer. Raises NoSuchPerson."""
    try:
        players.hide(number, hidden)
    except LookupError as error:
        raise NoSuchPerson(str(error)) from error
