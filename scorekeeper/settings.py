"""The settings that the environment gives, read and checked in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from scorekeeper import zones
from scorekeeper.access import MINE, OPEN


class BadSetting(RuntimeError):
    """A setting that cannot be followed; the message says what was read and what would be right."""


def settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """The configuration of the application. Raises BadSetting.

    LISTING is None where nothing is set: `scorekeeper serve` then decides by its address, another server shows
    strangers nothing. ZONE is for visitors whose own zone is not known, None for this computer's. NETWORK_URL is the
    server's own address in its network, for guests; only `serve` knows it.
    """
    return {
        "DATABASE_URL": environment.get("DATABASE_URL"),
        "LISTING": _listing(environment.get("SCOREKEEPER_LISTING")),
        "PUBLIC_URL": _url(environment.get("SCOREKEEPER_URL")),
        "PROXIES": _proxies(environment.get("SCOREKEEPER_PROXIES")),
        "ZONE": _zone(environment.get("SCOREKEEPER_ZONE")),
        "NETWORK_URL": None,
        "TRIES_A_MINUTE": 10,
        "COMERS_A_MINUTE": 60,
    }


def _listing(said: str | None) -> str | None:
    if said in (None, "", OPEN, MINE):
        return said or None
    raise BadSetting(f"SCOREKEEPER_LISTING cannot be {said!r} (open or mine)")


def _url(said: str | None) -> str | None:
    if not said:
        return None
    try:
        parts = urlsplit(said)
        well = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # brackets or a port that are none
        well = False
    if not well or parts.query or parts.fragment:
        raise BadSetting(f"SCOREKEEPER_URL cannot be {said!r} (write e.g. https://bezique.example.org)")
    return said


def _zone(said: str | None) -> ZoneInfo | None:
    found = zones.named(said) if said else None
    if said and found is None:
        raise BadSetting(f"SCOREKEEPER_ZONE cannot be {said!r} (write e.g. Europe/Berlin)")
    return found


def _proxies(said: str | None) -> int:
    if not said:
        return 0
    if not (said.isascii() and said.isdigit()) or int(said) > 5:
        raise BadSetting(f"SCOREKEEPER_PROXIES cannot be {said!r} (how many proxies stand before it: 0 to 5)")
    return int(said)
