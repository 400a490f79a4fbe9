"""The tables, for `store` and the migrations only.

A table that changes here needs a revision in `migrations/versions`; `flask --app scorekeeper db check` says so.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, UniqueConstraint, false, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.database import Base

#: A point in time, UTC in and out. SQLite keeps text: with the zone in it, it is read back as it was written.
Moment = DateTime(timezone=True).with_variant(
    sqlite.DATETIME(  # type: ignore[no-untyped-call]
        storage_format="%(year)04d-%(month)02d-%(day)02d %(hour)02d:%(minute)02d:%(second)02d.%(microsecond)06d+00:00"
    ),
    "sqlite",
)


_DELETED = text("deleted_at IS NOT NULL")


class MatchRow(Base):
    """A match. State and winner are part of the copy; *version* rises with every write that a page would show.

    *hosted*: some browser has ever been its host. *scorers_mend*: whoever may write may take back any line.
    *deleted_at*: since when nobody is shown it; after `stored.KEPT_DELETED` it goes for good. *note*: what its people
    want to remember of it, '' for nothing.
    """

    __tablename__ = "match"
    __table_args__ = (
        Index("ix_match_state_id", "state", "id"),
        Index("ix_match_opened_at_id", "opened_at", "id"),
        Index("ix_match_state_opened_at_id", "state", "opened_at", "id"),
        Index("ix_match_variant_opened_at_id", "variant", "opened_at", "id"),
        Index("ix_match_state_variant_opened_at_id", "state", "variant", "opened_at", "id"),
        # Of the deleted ones only: else SQLite finds all the others by it, and sorts them for each page.
        Index("ix_match_deleted_at", "deleted_at", sqlite_where=_DELETED, postgresql_where=_DELETED),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    request: Mapped[str] = mapped_column(unique=True)
    variant: Mapped[str]
    house_rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    target: Mapped[int | None] = mapped_column(BigInteger)
    hints: Mapped[bool]
    note_tricks: Mapped[bool]
    first_dealer: Mapped[str]
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="SET NULL"), index=True)
    opened_at: Mapped[datetime] = mapped_column(Moment)
    version: Mapped[int]
    state: Mapped[str]
    winner: Mapped[str | None]
    written_at: Mapped[datetime] = mapped_column(Moment)
    closed_at: Mapped[datetime | None] = mapped_column(Moment)
    hosted: Mapped[bool] = mapped_column(server_default=false())
    scorers_mend: Mapped[bool] = mapped_column(server_default=false())
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    note: Mapped[str] = mapped_column(server_default="")


class PlayerRow(Base):
    """A person, under the name as it was first written or last changed; the key makes two spellings one person.

    *hidden_at*: since when lists of people and of known names leave the person out.
    """

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    name_key: Mapped[str] = mapped_column(unique=True)
    played_at: Mapped[datetime] = mapped_column(Moment, index=True)
    hidden_at: Mapped[datetime | None] = mapped_column(Moment)


class MergerRow(Base):
    """Somebody who was made one with the person *player_id*, and what is needed to be two again.

    *within* is the merger by which the person came along who had been made one with this one, None for none. It is
    made later than this one, and so no row is asked for: a copy is written in the order of the numbers.
    """

    __tablename__ = "merger"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id", ondelete="CASCADE"), index=True)
    name: Mapped[str]
    name_key: Mapped[str]
    played_at: Mapped[datetime] = mapped_column(Moment)
    hidden_at: Mapped[datetime | None] = mapped_column(Moment)
    merged_at: Mapped[datetime] = mapped_column(Moment)
    within: Mapped[int | None]


class MatchPlayerRow(Base):
    """Who sits where; *place* tells the two people of a consultation seat apart.

    *opened_at* is the match's, so that a person's matches are found in their order. *merger_id* is the first merger by
    which the seat came to whoever has it now, None for a seat that was always this person's.
    """

    __tablename__ = "match_player"
    __table_args__ = (
        UniqueConstraint("match_id", "player_id"),
        Index("ix_match_player_player_id_opened_at", "player_id", "opened_at", "match_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))
    opened_at: Mapped[datetime] = mapped_column(Moment)
    merger_id: Mapped[int | None] = mapped_column(ForeignKey("merger.id", ondelete="SET NULL"), index=True)


class DealRow(Base):
    """A deal of a match, numbered from 1."""

    __tablename__ = "deal"
    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    number: Mapped[int]
    dealer: Mapped[str]
    opened_at: Mapped[datetime] = mapped_column(Moment)
    request: Mapped[str | None] = mapped_column(unique=True)


class LineRow(Base):
    """A line of a deal's log, numbered from 1: written once, never changed, never deleted; *holder_id* wrote it."""

    __tablename__ = "line"
    __table_args__ = (UniqueConstraint("deal_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    deal_id: Mapped[int] = mapped_column(ForeignKey("deal.id", ondelete="CASCADE"))
    number: Mapped[int]
    text: Mapped[str]
    written_at: Mapped[datetime] = mapped_column(Moment)
    request: Mapped[str | None] = mapped_column(unique=True)
    holder_id: Mapped[int | None]


class ResultRow(Base):
    """The copy of a side's total."""

    __tablename__ = "result"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[str] = mapped_column(primary_key=True)
    total: Mapped[int] = mapped_column(BigInteger)


class TallyRow(Base):
    """The copy of what a seat did in a closed match, for statistics; *what* is a word of `tallies`.

    *count* is how often, *points* what it brought in all, *best* the largest single figure.
    """

    __tablename__ = "tally"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int]
    points: Mapped[int] = mapped_column(BigInteger)
    best: Mapped[int] = mapped_column(BigInteger)


class ChangeRow(Base):
    """A change of what was chosen for a running match: *what* has the words before and after by the field's name."""

    __tablename__ = "change"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    changed_at: Mapped[datetime] = mapped_column(Moment)
    holder_id: Mapped[int | None]
    what: Mapped[dict[str, Any]] = mapped_column(JSON)


class AccessRow(Base):
    """A key to a match: whoever shows *secret* gets *right*, bound to *seat* unless that is ''; renewed, it ends."""

    __tablename__ = "access"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    right: Mapped[str]
    seat: Mapped[str]
    secret: Mapped[str] = mapped_column(unique=True)
    pin: Mapped[str | None] = mapped_column(unique=True)
    made_at: Mapped[datetime] = mapped_column(Moment)
    ended_at: Mapped[datetime | None] = mapped_column(Moment)


class HolderRow(Base):
    """A browser that came in by a key: it holds the key's right until it is removed or the key ends."""

    __tablename__ = "holder"
    __table_args__ = (UniqueConstraint("match_id", "phone"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    phone: Mapped[str] = mapped_column(index=True)
    access_id: Mapped[int] = mapped_column(ForeignKey("access.id"), index=True)
    name: Mapped[str]
    joined_at: Mapped[datetime] = mapped_column(Moment)
    seen_at: Mapped[datetime] = mapped_column(Moment)
    removed_at: Mapped[datetime | None] = mapped_column(Moment)
