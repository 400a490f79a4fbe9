"""The host's page as values: the doors to a match, each with its key and code, and the phones that came in."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import segno

from scorekeeper import wording
from scorekeeper.access import Right
from scorekeeper.bezique.rules import Seat
from scorekeeper.language import gettext as _
from scorekeeper.replayed import MatchSheet
from scorekeeper.stored import StoredKey, StoredPhone

HERE = timedelta(seconds=90)
"""A phone that was seen so lately is there."""


@dataclass(frozen=True, slots=True)
class Door:
    """A way in: for whom, what it lets them do, its link with the QR code of it (SVG as a data address), its PIN."""

    key: int
    right: str
    title: str
    allows: str
    link: str
    code: str
    pin: str | None


@dataclass(frozen=True, slots=True)
class PhoneShown:
    """A browser that came in; *given* is the name that somebody gave it, '' for none."""

    id: int
    name: str
    given: str
    right: str
    seen_at: datetime
    here: bool
    own: bool


def doors(match: MatchSheet, keys: Sequence[StoredKey], join: str) -> list[Door]:
    """The ways in, those for viewers first, the host's last."""
    order = {Right.VIEWER: 0, Right.SCORER: 1, Right.HOST: 2}
    found = []
    for key in sorted(keys, key=lambda key: (order[Right(key.right)], key.seat)):
        title, allows = _door(match, key)
        link = f"{join}#{key.secret}"
        found.append(Door(key.id, key.right, title, allows, link, _code(link), key.pin))
    return found


def _code(link: str) -> str:
    """The QR code of a link, as a data address."""
    drawn = io.BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=4, border=3, xmldecl=False)
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.getvalue()).decode()


def _door(match: MatchSheet, key: StoredKey) -> tuple[str, str]:
    if key.seat:
        name = wording.seat_name(match, Seat(key.seat))
        return _("%(name)s scores") % {"name": name}, _("Writes the lines of this seat, and takes back its own.")
    match Right(key.right):
        case Right.HOST:
            return _("The host"), _(
                "Everything. Keep it for yourself: to open the match on another phone, or get it back."
            )
        case Right.SCORER:
            return _("Scorers"), _("Write for every seat.")
    return _("Viewers"), _("Look on, on any screen.")


def phones(match: MatchSheet, there: Sequence[StoredPhone], own: int | None) -> list[PhoneShown]:
    """The phones, in the order in which they came."""
    now = datetime.now(UTC)
    return [
        PhoneShown(
            phone.id,
            phone_name(phone),
            phone.name,
            _right(match, phone),
            phone.seen_at,
            now - phone.seen_at < HERE,
            phone.id == own,
        )
        for phone in there
    ]


def phone_name(phone: StoredPhone) -> str:
    """What a phone is called: its name, or its number among all that came."""
    return phone.name or _("Phone %(number)s") % {"number": phone.number}


def _right(match: MatchSheet, phone: StoredPhone) -> str:
    if phone.seat:
        return _("scores for %(name)s") % {"name": wording.seat_name(match, Seat(phone.seat))}
    return {Right.HOST: _("host"), Right.SCORER: _("scores"), Right.VIEWER: _("looks on")}[Right(phone.right)]
