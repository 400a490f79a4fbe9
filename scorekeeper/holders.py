"""Who holds a match: its keys, and the browsers that came in by them. Part of the store: rows stay in here."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, and_, bindparam, insert, select, update

from scorekeeper.database import UNREACHABLE, db, write_tx
from scorekeeper.stored import Held, StoredKey
from scorekeeper.tables import AccessRow, HolderRow, MatchRow

log = logging.getLogger(__name__)

PIN_LETTERS = "ACDEFGHJKMNPQRTUWXY34679"
"""Letters and figures that nobody takes for one another."""
PIN_LENGTH = 6
PIN_LIFE = timedelta(days=1)
"""How long after the match was closed its PIN still lets people in."""
HOST, SCORER, VIEWER = "host", "scorer", "viewer"
RANK = {VIEWER: 1, SCORER: 2, HOST: 3}
SEEN_AGAIN = timedelta(seconds=30)
"""How long a browser counts as seen before that is written again."""

_HELD = (
    select(
        MatchRow.hosted,
        MatchRow.deleted_at,
        MatchRow.scorers_mend,
        MatchRow.state,
        HolderRow.id,
        HolderRow.seen_at,
        AccessRow.right,
        AccessRow.seat,
    )
    .outerjoin(
        HolderRow,
        and_(
            HolderRow.match_id == MatchRow.id,
            HolderRow.phone == bindparam("phone"),
            HolderRow.removed_at.is_(None),
        ),
    )
    .outerjoin(AccessRow, and_(AccessRow.id == HolderRow.access_id, AccessRow.ended_at.is_(None)))
    .where(MatchRow.slug == bindparam("slug"))
)


def held(slug: str, phone: str) -> Held | None:
    """What the browser *phone* holds of a match, in one statement; None when there is no match of that name."""
    with db.engine.connect() as connection:
        row = connection.execute(_HELD, {"slug": slug, "phone": phone}).one_or_none()
    if row is None:
        return None
    holds = row.right is not None
    return Held(
        right=row.right if holds else "",
        seat=row.seat if holds else "",
        id=row.id if holds else None,
        mends=row.scorers_mend,
        state=row.state,
        hosted=row.hosted,
        deleted_at=row.deleted_at,
    )


def see(holder: int) -> None:
    """Note that a browser is there now, at most once in `SEEN_AGAIN`; not while the database has no time for it."""
    now = datetime.now(UTC)
    seen = update(HolderRow).where(HolderRow.id == holder, HolderRow.seen_at < now - SEEN_AGAIN)
    try:
        with write_tx() as connection:
            connection.execute(seen.values(seen_at=now))
    except UNREACHABLE as error:
        log.warning("who is there could not be noted: %s", error)


# Keys ---------------------------------------------------------------------------------------------------------------


def make_keys(connection: Connection, match_id: int, seats: Iterable[str], phone: str, now: datetime) -> None:
    """Make all keys of a match that *phone* is the host of; within the transaction that opens it."""
    host = make_key(connection, match_id, HOST, "", now)
    make_key(connection, match_id, VIEWER, "", now)
    for seat in ("", *seats):
        make_key(connection, match_id, SCORER, seat, now)
    _hold(connection, match_id, phone, host, "", now)
    connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(hosted=True))


def make_key(connection: Connection, match_id: int, right: str, seat: str, now: datetime) -> int:
    row = {"match_id": match_id, "right": right, "seat": seat, "secret": secrets.token_urlsafe(16), "made_at": now}
    made = insert(AccessRow).values(**row, pin=_new_pin(connection) if right == VIEWER else None)
    return int(connection.execute(made.returning(AccessRow.id)).scalar_one())


def _new_pin(connection: Connection) -> str:
    while True:
        pin = "".join(secrets.choice(PIN_LETTERS) for _ in range(PIN_LENGTH))
        if connection.execute(select(AccessRow.id).where(AccessRow.pin == pin)).first() is None:
            return pin


def keys(slug: str) -> list[StoredKey]:
    """The living keys of a match: the host's, the viewers', the scorers' and those bound to a seat."""
    living = (
        select(AccessRow.id, AccessRow.right, AccessRow.seat, AccessRow.secret, AccessRow.pin)
        .join(MatchRow, MatchRow.id == AccessRow.match_id)
        .where(MatchRow.slug == slug, AccessRow.ended_at.is_(None))
        .order_by(AccessRow.id)
    )
    with db.engine.connect() as connection:
        return [StoredKey(*row) for row in connection.execute(living)]


def renew(slug: str, key: int, keeper: int | None) -> bool:
    """End a living key of a match and make another like it; the browser *keeper*, if it came by it, stays.

    Whoever else came by the old key holds nothing from now on. False: there is no such key.
    """
    now = datetime.now(UTC)
    with write_tx() as connection:
        match_id = lock(connection, slug)
        made = replace_key(connection, match_id, key, now)
        if made is None:
            return False
        stays = update(HolderRow).where(HolderRow.id == keeper, HolderRow.access_id == key)
        connection.execute(stays.values(access_id=made))
        changed(connection, match_id)
    return True


def replace_key(connection: Connection, match_id: int, key: int, now: datetime) -> int | None:
    """End a living key of a match and make another like it, which nobody holds yet; None: there is no such key."""
    found = select(AccessRow.right, AccessRow.seat).where(
        AccessRow.id == key, AccessRow.match_id == match_id, AccessRow.ended_at.is_(None)
    )
    old = connection.execute(found).one_or_none()
    if old is None:
        return None
    connection.execute(update(AccessRow).where(AccessRow.id == key).values(ended_at=now, pin=None))
    return make_key(connection, match_id, old.right, old.seat, now)


# Coming in ----------------------------------------------------------------------------------------------------------


def join(phone: str, name: str, *, secret: str = "", pin: str = "") -> str | None:
    """Let a browser in by a key or a PIN, and say the slug of the match; None for one that opens nothing.

    Nobody loses by it: a host who types the PIN stays the host. A browser that was removed comes in again only by a
    key that was made later.
    """
    now = datetime.now(UTC)
    opens = select(AccessRow.id, AccessRow.match_id, AccessRow.right, AccessRow.made_at, MatchRow.slug).join(
        MatchRow, (MatchRow.id == AccessRow.match_id) & MatchRow.deleted_at.is_(None)
    )
    if secret:
        opens = opens.where(AccessRow.secret == secret, AccessRow.ended_at.is_(None))
    else:
        fresh = MatchRow.closed_at.is_(None) | (MatchRow.closed_at > now - PIN_LIFE)
        opens = opens.where(AccessRow.pin == pin, AccessRow.ended_at.is_(None), fresh)
    with write_tx() as connection:
        key = connection.execute(opens).one_or_none()
        if key is None:
            return None
        came = (
            select(HolderRow.id, HolderRow.removed_at, AccessRow.right, AccessRow.ended_at)
            .join(AccessRow, AccessRow.id == HolderRow.access_id)
            .where(HolderRow.match_id == key.match_id, HolderRow.phone == phone)
        )
        before = connection.execute(came).one_or_none()
        if before is None:
            _hold(connection, key.match_id, phone, key.id, name, now)
        elif before.removed_at is not None and before.removed_at > key.made_at:
            return None
        else:
            again = {"removed_at": None, "seen_at": now, **({"name": name} if name else {})}
            lost = before.removed_at is not None or before.ended_at is not None
            if lost or RANK[key.right] > RANK[before.right]:
                again["access_id"] = key.id
            connection.execute(update(HolderRow).where(HolderRow.id == before.id).values(**again))
    return str(key.slug)


def host_unhosted(slug: str, phone: str, seats: Iterable[str]) -> bool:
    """Make *phone* the host of a match that nobody has ever hosted. False: somebody has."""
    now = datetime.now(UTC)
    with write_tx() as connection:
        match_id = lock(connection, slug)
        hosted = connection.execute(select(MatchRow.hosted).where(MatchRow.id == match_id)).scalar_one()
        if hosted:
            return False
        make_keys(connection, match_id, seats, phone, now)
        changed(connection, match_id)
    return True


def follow(connection: Connection, earlier: int, match_id: int, phone: str, now: datetime) -> None:
    """Let everybody who holds the match *earlier* hold the one that follows it, with the same right.

    *phone*, which opened it, is its host already.
    """
    came = (
        select(HolderRow.phone, HolderRow.name, AccessRow.right, AccessRow.seat)
        .join(AccessRow, AccessRow.id == HolderRow.access_id)
        .where(HolderRow.match_id == earlier, HolderRow.removed_at.is_(None), AccessRow.ended_at.is_(None))
        .where(HolderRow.phone != phone)
    )
    made = connection.execute(
        select(AccessRow.right, AccessRow.seat, AccessRow.id).where(AccessRow.match_id == match_id)
    ).all()
    keys = {(right, seat): key for right, seat, key in made}
    for who in connection.execute(came).all():
        _hold(connection, match_id, who.phone, keys[who.right, who.seat], who.name, now)


def _hold(connection: Connection, match_id: int, phone: str, key: int, name: str, now: datetime) -> None:
    row = {"match_id": match_id, "phone": phone, "access_id": key, "name": name, "joined_at": now, "seen_at": now}
    connection.execute(insert(HolderRow).values(row))


# What scorers may, and the state of a match --------------------------------------------------------------------------


def let_scorers_mend(slug: str, any_line: bool) -> None:
    """Say whether scorers may take back any line, or their own only."""
    with write_tx() as connection:
        match_id = lock(connection, slug)
        connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(scorers_mend=any_line))
        changed(connection, match_id)


def set_state(slug: str, old: str, new: str) -> bool:
    """Move a match from one state to another. False: it is in another one."""
    with write_tx() as connection:
        match_id = lock(connection, slug)
        moved = update(MatchRow).where(MatchRow.id == match_id, MatchRow.state == old).values(state=new)
        if not connection.execute(moved).rowcount:
            return False
        changed(connection, match_id)
    return True


def lock(connection: Connection, slug: str) -> int:
    """Hold the row of a match until the transaction ends. Raises LookupError for an unknown match."""
    found = select(MatchRow.id).where(MatchRow.slug == slug).with_for_update()
    match_id = connection.execute(found).scalar_one_or_none()
    if match_id is None:
        raise LookupError(f"no match {slug}")
    return int(match_id)


def changed(connection: Connection, match_id: int) -> None:
    """Every open page of the match shall be drawn anew: what it may do has changed."""
    connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(version=MatchRow.version + 1))
