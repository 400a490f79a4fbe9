"""What people do with a match besides scoring: let others in, by keys and PINs, and see who is there.

Like `services`, this knows no request, session or template; it raises `NoSuchMatch`.
"""

from __future__ import annotations

import re
import secrets

from scorekeeper import company, deleted, holders, services
from scorekeeper.replayed import NoSuchMatch
from scorekeeper.stored import DeletedMatch, Held, StoredKey, StoredPhone


def new_phone() -> str:
    """A name for a browser, which nobody guesses."""
    return secrets.token_urlsafe(16)


def held(slug: str, phone: str) -> Held:
    """What a browser holds of a match. Raises `NoSuchMatch`."""
    found = holders.held(slug, phone)
    if found is None:
        raise NoSuchMatch(f"no match {slug!r}")
    return found


def see(holder: int) -> None:
    """Note that a browser is there."""
    holders.see(holder)


def keys(slug: str) -> list[StoredKey]:
    """The living keys of a match."""
    return holders.keys(slug)


def phones(slug: str) -> list[StoredPhone]:
    """The browsers that hold a right of a match, in the order in which they came."""
    return company.phones(slug)


def join(phone: str, name: str, *, key: str = "", pin: str = "") -> str | None:
    """Let a browser in; the slug of the match, None for a key or PIN that opens nothing (any more)."""
    return holders.join(phone, name, secret=key, pin=read_pin(pin))


def read_pin(text: str) -> str:
    """A PIN as it was typed: case, blanks and hyphens make no difference.

    >>> read_pin(" ac3-d9f ")
    'AC3D9F'
    """
    return re.sub(r"[\s-]", "", text).upper()


def take_place(slug: str, phone: str) -> bool:
    """Make a browser the host of a match that nobody has ever hosted. False: somebody has."""
    seats = [seat.value for seat in services.sheet(slug).rules.seats]
    return holders.host_unhosted(slug, phone, seats)


def renew(slug: str, key: int, keeper: int | None) -> bool:
    """End a key and make another like it; *keeper* stays in. False: there is no such key."""
    return holders.renew(slug, key, keeper)


def call(slug: str, holder: int, name: str) -> bool:
    """Give a browser a name. False: it holds no right."""
    return company.call(slug, holder, name)


def remove(slug: str, holder: int) -> bool:
    """Take a browser's right away, and end the key it came by; who else came by it stays. False: it holds none."""
    return company.remove(slug, holder)


def hand_over(slug: str, host: int, other: int) -> bool:
    """Make another browser the host. False: it holds nothing of this match."""
    return company.hand_over(slug, host, other)


def let_scorers_mend(slug: str, any_line: bool) -> None:
    """Say whether scorers may take back any line, or their own only."""
    holders.let_scorers_mend(slug, any_line)


def abandon(slug: str) -> bool:
    """Leave a match as it is: nobody writes in it, and it counts nowhere. False: it is not open."""
    return holders.set_state(slug, "open", "abandoned")


def take_up(slug: str) -> bool:
    """Go on with a match that was abandoned. False: it was not."""
    return holders.set_state(slug, "abandoned", "open")


def delete(slug: str) -> bool:
    """Show a match to nobody any more; for `KEPT_DELETED` it can be brought back. False: it was deleted already."""
    return deleted.set_deleted(slug, True)


def bring_back(slug: str) -> bool:
    """Bring a deleted match back as it was. False: it was not deleted."""
    return deleted.set_deleted(slug, False)


def deleted_matches(phone: str, household: bool) -> list[DeletedMatch]:
    """What a browser may bring back; what nobody can any more goes for good."""
    deleted.purge()
    return deleted.deleted_matches(phone, household)


def purge() -> int:
    """Let go for good what was deleted too long ago; how many matches."""
    return deleted.purge()
