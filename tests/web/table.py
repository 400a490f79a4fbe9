"""A match with a phone at it, and what is stored of everything."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from flask import Flask
from sqlalchemy import delete, insert, select

from scorekeeper import services
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.database import Base, db
from scorekeeper.replayed import MatchSheet
from scorekeeper.stored import NewMatch
from tests.web.page import Page, words
from tests.web.phone import Phone, any_request

CLASSIC = NewMatch(
    variant="classic",
    house_rules={},
    target=1000,
    hints=False,
    note_tricks=False,
    first_dealer="B",
    names=(("Alice",), ("Ben",)),
    sides=("A", "B"),
)
PEOPLE = {"A": ("Alice", "Ann"), "B": ("Ben", "Bob"), "C": ("Cora",), "D": ("Dan",)}
"""Who sits where; the second of a seat only where two consult."""
WORKED_DEAL = (
    *("turn-up AH", "A melds royal-marriage KH QH", "A melds bezique QS JD", "A melds sequence AH 10H JH + KH QH"),
    *("A plays JD", "A plays JH", "A plays QS", "A melds four-kings KS KD KC + KH", "A plays KC", "A plays KD"),
    *("A exchanges seven", "B melds marriage KC QC", "B melds four-jacks JS JC JH JD"),
)
"""The customer's worked deal up to its last trick: 420 for A, 60 for B."""
ENDED = ("A last-trick", "brisques A 7 B 9")


def on_form(value: bool | str) -> str:
    """The value of a house rule as the set-up page has it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


class Table:
    """A match and the phone that lies at it."""

    def __init__(self, app: Flask, slug: str, phone: Phone) -> None:
        self.app = app
        self.slug = slug
        self.phone = phone
        self.address = f"/matches/{slug}"

    def show(self, rest: str = "", *, status: int = 200) -> Page:
        """The page of the match, or what follows its address: ``/log``, ``?choose=…``."""
        return self.phone.get(self.address + rest, status=status)

    def claim(self, line: str, *, status: int = 200, deal: int = 0, **fields: Any) -> Page:
        """Post *line* as it is, in the last deal or another, as if this phone's page were fresh."""
        deal = deal or len(self.sheet().deals)
        said = {"deal": deal, "seen": self.seen(deal), "request": any_request(), "line": line, **fields}
        return self.phone.post(f"{self.address}/lines", status=status, **said)

    def write(self, *lines: str, deal: int = 0) -> None:
        """Write lines that are granted, all with one tap, and look at no page."""
        deals = self.sheet().stored.deals
        deal = deal or len(deals)
        seen = len(deals[deal - 1].lines)
        said = {"deal": deal, "seen": seen, "request": any_request(), "line": "\n".join(lines)}
        answer = self.phone.client.post(f"{self.address}/lines", data={"csrf_token": self.phone.token, **said})
        assert answer.status_code == 303, Page(self.address, answer.status_code, answer.text).words

    def wrong(self, line: int, *keys: str, deal: int = 1, rest: str = "", status: int = 200) -> Page:
        """From the log to the page of a line, and from there tap *keys*, the last of which answers with *status*."""
        self.show(f"/log{rest}")
        page = self.phone.tap(f"fix-{deal}-{line}")
        for key in keys:
            page = self.phone.tap(key, status=status if key == keys[-1] else 200)
        return page

    def next_deal(self, *lines: str) -> None:
        """Open the next deal and write its first lines."""
        with self.app.app_context():
            number = len(services.sheet(self.slug).deals) + 1
            services.open_deal(self.slug, number, request=any_request())
        if lines:
            self.write(*lines)

    def sheet(self) -> MatchSheet:
        """The match, read and replayed from what is stored."""
        with self.app.app_context():
            return services.sheet(self.slug)

    def log(self, deal: int = 1) -> list[str]:
        """The texts stored for a deal."""
        return [line.text for line in self.sheet().stored.deals[deal - 1].lines]

    def seen(self, deal: int = 1) -> int:
        return len(self.log(deal))

    def totals(self) -> dict[str, int]:
        """The totals as the log says them."""
        return self.sheet().standing.totals

    @cached_property
    def names(self) -> dict[str, str]:
        """What the pages call each side."""
        match = self.sheet()
        people = dict(zip(match.rules.seats, match.stored.names, strict=True))
        return {
            side: " & ".join(name for seat in match.rules.seats_of(side) for name in people[seat])
            for side in match.rules.sides
        }

    def figures(self, page: Page) -> dict[str, int]:
        """The totals on a page of the match in play, or on that of its end."""
        if "again-match" not in page:
            return {side: page.figure(side) for side in self.names}
        final = next(element for element in page.elements("ol") if element.get("class") == "final")
        said = {words(row[0]): words(row[1]).replace(",", "") for row in page.elements("li", within=final)}
        return {side: int(said[name].replace("−", "-")) for side, name in self.names.items()}


@lru_cache(maxsize=1)
def pencil(app: Flask) -> Phone:
    """A phone for matches that are told in a row: one an application, for its token."""
    return Phone(app)


def new_match(variant: str = "classic", **chosen: Any) -> NewMatch:
    """A match of that game with everybody whom it needs, or as it is *chosen*."""
    game = VARIANTS[variant]
    rules = game.rules
    own = {
        "target": rules.default_target if rules.to_target else None,
        "names": tuple(PEOPLE[seat][: game.names_a_seat] for seat in rules.seats),
        "sides": rules.sides,
    }
    return replace(CLASSIC, variant=variant, **{**own, **chosen})


def open_table(app: Flask, *lines: str, phone: Phone | None = None, **chosen: Any) -> Table:
    """A classic match of Alice and Ben, or what else is *chosen*, with its first lines written."""
    match = new_match(**chosen)
    with app.app_context():
        slug = services.open_match(match, request=any_request())
    people = [name for seat in match.names for name in seat]
    table = Table(app, slug, phone or Phone(app, *people))
    if lines:
        table.write(*lines)
    return table


def stored(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table: equal before and after means that nothing was written."""
    with app.app_context(), db.engine.connect() as connection:
        return {
            name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for name, table in Base.metadata.tables.items()
        }


def put_back(app: Flask, rows: dict[str, list[tuple[Any, ...]]]) -> None:
    """Let the tables hold again what was `stored` once."""
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(delete(table))
        for table in Base.metadata.sorted_tables:
            if kept := rows[table.name]:
                connection.execute(insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in kept])
