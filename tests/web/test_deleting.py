"""Deleting a match: asked once, gone from everywhere, brought back as it was, and gone for good after thirty days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import services, sharing
from scorekeeper.database import db
from scorekeeper.stored import KEPT_DELETED
from scorekeeper.tables import ChangeRow, DealRow, HolderRow, LineRow, MatchRow, PlayerRow
from tests.web.conftest import OpenTable
from tests.web.people import people
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, new_match, stored

PAGES = ("", "/log", "/sheet", "/tv", "/laws", "/share", "/change", "/adjust", "/deals/1/lines/1", "/stream?poll=1")


def deleted_so_long(table: Table, ago: timedelta) -> None:
    """Set the moment back at which the match was deleted."""
    with table.app.app_context(), db.engine.begin() as connection:
        moment = datetime.now(UTC) - ago
        connection.execute(update(MatchRow).where(MatchRow.slug == table.slug).values(deleted_at=moment))


def test_a_deleted_match_is_there_for_its_host_alone_and_only_to_be_brought_back(app: Flask) -> None:
    """I10: host only, asked once, recoverable."""
    found = people(app, "turn-up AH", "A melds KH QH")
    host, address = found.phones["host"], found.table.address
    pin = found.pin()
    before = stored(app)
    host.get(f"{address}/share")
    page = host.tap("delete")
    assert "Delete this match?" in page.words
    assert stored(app) == before
    page = host.tap("delete-go")
    assert "Alice, Ben" in page.said("deleted")
    for rest in PAGES:
        assert found.phones["host"].client.get(address + rest).status_code == 410, rest
        for who in ("scorer", "seat scorer", "viewer", "stranger"):
            assert found.phones[who].client.get(address + rest).status_code == 404, (who, rest)
    guest = Phone(app, "Alice", "Ben")
    guest.get("/join")
    guest.fill("join-go", status=422, pin=pin)
    for who in ("scorer", "viewer", "stranger"):
        token = found.phones[who].token
        assert found.phones[who].client.post(f"{address}/bring-back", data={"csrf_token": token}).status_code == 404
        assert "deleted" not in found.phones[who].get("/matches")
    page = host.get(address, status=410)
    assert "This match was deleted" in page.words
    host.tap("bring-back")
    assert found.table.log() == ["turn-up AH", "A melds royal-marriage KH QH"]
    assert found.phones["viewer"].get(address).figure("A") == 40


def test_a_deleted_match_stands_in_no_list(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED, target=500, names=(("Yolanda",), ("Zacharias",)))
    assert "Yolanda" in over.phone.get("/").words
    over.show("/delete")
    over.phone.tap("delete-go")
    assert "Yolanda" not in over.phone.get("/").words
    page = over.phone.get("/matches")
    assert "Yolanda" not in page.words.replace(page.said("deleted"), "")
    assert "Yolanda" not in over.phone.get("/matches/new").html
    with over.app.app_context():
        assert over.slug not in [match.slug for match in services.matches("closed", limit=100).matches]
        services.rebuild()


def test_the_next_match_of_a_deleted_one_goes_on(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED, target=500)
    over.show()
    fresh = Table(over.app, over.phone.tap("again-match").address.removeprefix("/matches/"), over.phone)
    fresh.write("turn-up 9C")
    over.show("/delete")
    over.phone.tap("delete-go")
    assert fresh.sheet().stored.rematch_of is None
    fresh.write("A melds KH QH")
    assert fresh.show().figure("A") == 20
    fresh.phone.post("/matches/new", status=404, request="again-12345", rematch_of=over.slug)


def test_the_end_of_a_match_does_not_lead_to_a_deleted_one(table: OpenTable) -> None:
    over = table(*WORKED_DEAL, *ENDED, target=500)
    over.show()
    fresh = Table(over.app, over.phone.tap("again-match").address.removeprefix("/matches/"), over.phone)
    fresh.write("turn-up 9C")
    assert "next-match" in over.show()
    fresh.show("/delete")
    fresh.phone.tap("delete-go")
    page = over.show()
    assert "next-match" not in page
    assert "take-back" in page


def test_after_thirty_days_it_is_gone_for_good(app: Flask) -> None:
    """With everything that belonged to it, and people who have played nothing else; others stay."""
    found = people(app, "turn-up AH")
    table, host = found.table, found.phones["host"]
    host.quoted = (*host.quoted, "Gone", "Stays")
    host.get(f"{table.address}/change")
    host.send(host.page.one("change-go"), name_a="Gone", name_b="Stays")
    other = Table(app, _opened(app, "Stays", "Other"), Phone(app, "Stays", "Other"))
    host.get(f"{table.address}/delete")
    host.tap("delete-go")
    deleted_so_long(table, KEPT_DELETED - timedelta(minutes=1))
    assert host.get(table.address, status=410)
    deleted_so_long(table, KEPT_DELETED + timedelta(seconds=1))
    host.get(table.address, status=404)
    host.post(f"{table.address}/bring-back", status=404)
    assert "Gone" not in host.get("/matches").words
    with app.app_context(), db.engine.connect() as connection:
        assert connection.execute(select(MatchRow.id).where(MatchRow.slug == table.slug)).first() is None
        names = set(connection.execute(select(PlayerRow.name)).scalars())
        for row in (DealRow, ChangeRow, HolderRow):
            orphans = select(func.count()).select_from(row).where(row.match_id.not_in(select(MatchRow.id)))
            assert connection.execute(orphans).scalar_one() == 0
        lost = select(func.count()).select_from(LineRow).where(LineRow.deal_id.not_in(select(DealRow.id)))
        assert connection.execute(lost).scalar_one() == 0
    assert "Gone" not in names
    assert "Stays" in names
    assert other.sheet().stored.names == (("Stays",), ("Other",))


def _opened(app: Flask, *names: str) -> str:
    with app.app_context():
        return services.open_match(new_match(names=tuple((name,) for name in names)), request=any_request())


def test_deleting_twice_keeps_the_first_moment(table: OpenTable) -> None:
    playing = table("turn-up AH")
    with playing.app.app_context():
        assert sharing.delete(playing.slug)
        assert not sharing.delete(playing.slug)
        assert sharing.bring_back(playing.slug)
        assert not sharing.bring_back(playing.slug)
        assert sharing.purge() == 0


def test_an_open_stream_ends_when_its_match_is_deleted(table: OpenTable) -> None:
    playing = table("turn-up AH")
    answer = playing.phone.client.get(f"{playing.address}/stream", buffered=False)
    pieces = iter(answer.response)
    next(pieces)
    next(pieces)
    with playing.app.app_context():
        sharing.delete(playing.slug)
    assert list(pieces) == []
    answer.close()
