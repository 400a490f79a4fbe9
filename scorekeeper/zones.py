"""Zones: the viewer's days and times. Moments are kept in UTC; a zone is None for that of this computer."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

_NAME = re.compile(r"\A[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,3}\Z")
LONGEST = 64


@lru_cache(maxsize=256)
def named(name: str) -> ZoneInfo | None:
    """The zone of that IANA name, e.g. ``Europe/Berlin``; None for a name that is none or that nobody here knows.

    >>> named("Europe/Nowhere") is named("../../etc/passwd") is None
    True
    """
    if len(name) > LONGEST or not _NAME.match(name):
        return None
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # unknown, no zone's file, a folder
        return None


def local(moment: datetime, zone: tzinfo | None) -> datetime:
    """A moment as the clocks of *zone* show it."""
    return moment.astimezone(zone)


def begins(day: date, zone: tzinfo | None) -> datetime:
    """The moment, UTC, at which a day begins in *zone*: also where its midnight is skipped or comes twice."""
    return datetime.combine(day, time.min, zone).astimezone(UTC)
