"""Phones of every right at one match, and what they ask for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flask import Flask

from scorekeeper import services, sharing
from scorekeeper.bezique.variants import VARIANTS
from tests.web.phone import Phone, any_request
from tests.web.table import Table, new_match

RIGHTS = ("host", "scorer", "seat scorer", "viewer", "stranger", "removed phone", "renewed key")


@dataclass
class People:
    """A match of Alice and Ben with a phone of each right: the host's opened it, the others came by its keys."""

    app: Flask
    table: Table
    phones: dict[str, Phone] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        return self.table.slug

    def key(self, right: str, seat: str = "") -> tuple[int, str]:
        """The number and the secret of a living key."""
        with self.app.app_context():
            return next(
                (key.id, key.secret) for key in sharing.keys(self.slug) if (key.right, key.seat) == (right, seat)
            )

    def pin(self) -> str:
        with self.app.app_context():
            return next(key.pin for key in sharing.keys(self.slug) if key.pin)

    def id_of(self, who: str) -> int:
        """The number under which the host sees that phone."""
        with self.phones[who].client.session_transaction() as session:
            phone = session["phone"]
        with self.app.app_context():
            held = sharing.held(self.slug, phone)
        assert held.id is not None
        return held.id

    def comes(self, who: str, right: str, seat: str = "", name: str = "") -> Phone:
        """A new phone that comes in by a key."""
        phone = self.phones[who] = Phone(self.app, "Alice", "Ben")
        phone.get("/join")
        page = phone.fill("join-go", key=self.key(right, seat)[1], name=name)
        assert page.address.startswith(self.table.address), page.words
        return phone


def people(app: Flask, *lines: str, variant: str = "classic") -> People:
    """Everybody at a match in which *lines* are written by its host."""
    host = Phone(app, "Alice", "Ben")
    opener = sharing.new_phone()
    with host.client.session_transaction() as session:
        session["phone"] = opener
    match = new_match(variant)
    with app.app_context():
        seats = tuple(seat.value for seat in VARIANTS[variant].rules.seats)
        slug = services.open_match(replace(match, phone=opener, seats=seats), request=any_request())
    all_of_them = People(app, Table(app, slug, host), {"host": host})
    table = all_of_them.table
    all_of_them.comes("removed phone", "scorer")
    all_of_them.comes("renewed key", "scorer")
    with app.app_context():
        assert sharing.remove(table.slug, all_of_them.id_of("removed phone"))
        assert sharing.renew(table.slug, all_of_them.key("scorer")[0], None)
    all_of_them.comes("scorer", "scorer")
    all_of_them.comes("seat scorer", "scorer", "A")
    all_of_them.comes("viewer", "viewer")
    all_of_them.phones["stranger"] = Phone(app, "Alice", "Ben")
    if lines:
        table.write(*lines)
    return all_of_them
