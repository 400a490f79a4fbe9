"""The score page is drawn once for a version of the match, and each visitor gets his own token and tap in it."""

from __future__ import annotations

import re

from flask import Flask

from scorekeeper import people
from scorekeeper.boards import MOST, Boards
from tests.web.conftest import OpenTable
from tests.web.phone import TOKEN, Phone

TAP = re.compile(r'name="request" value="([^"]+)"')


def _visit(phone: Phone, address: str) -> tuple[str, str, str]:
    """Token, name of the next tap, and the page without either."""
    text = phone.client.get(address).text
    token, tap = set(TOKEN.findall(text)), set(TAP.findall(text))
    assert len(token) == len(tap) == 1
    (token,), (tap,) = token, tap
    return str(token), str(tap), text.replace(str(token), "").replace(str(tap), "")


def test_every_visitor_gets_the_same_page_with_words_of_his_own(app: Flask, table: OpenTable) -> None:
    address = table("turn-up AH", "A melds KH QH").address
    alice, ben = Phone(app), Phone(app)
    visits = [_visit(alice, address), _visit(ben, address), _visit(alice, address)]
    assert len({page for _, _, page in visits}) == 1
    assert len({tap for _, tap, _ in visits}) == 3
    assert visits[0][0] != visits[1][0]


def test_a_page_that_was_kept_can_be_tapped_by_whoever_sees_it(app: Flask, table: OpenTable) -> None:
    match = table("turn-up AH")
    Phone(app).client.get(match.address)
    ben = Phone(app, "Alice", "Ben")
    ben.get(match.address)
    ben.tap("k-bezique")
    assert match.log() == ["turn-up AH", "A melds bezique QS JD"]


def test_a_line_a_deal_and_a_name_each_make_a_new_page(app: Flask, table: OpenTable) -> None:
    match = table("turn-up AH", "A melds KH QH", names=(("Dot",), ("Eve",)))
    phone = Phone(app)
    pages = [_visit(phone, match.address)[2]]
    match.write("B melds QS JD")
    pages.append(_visit(phone, match.address)[2])
    match.write("A last-trick", "brisques A 8 B 8")
    pages.append(_visit(phone, match.address)[2])
    match.next_deal()
    pages.append(_visit(phone, match.address)[2])
    with app.app_context():
        dot = people.called("dot")
        assert dot is not None
        people.rename(dot.id, "DOT")
    pages.append(_visit(phone, match.address)[2])
    assert len(set(pages)) == len(pages)
    assert "DOT" in pages[-1]


def test_what_the_address_asks_for_is_shown_and_not_what_somebody_else_asked_for(app: Flask, table: OpenTable) -> None:
    match = table("turn-up AH")
    phone = Phone(app)
    seats = [_visit(phone, f"{match.address}?seat={seat}")[2] for seat in "ABAB"]
    assert seats[0] == seats[2] != seats[1] == seats[3]


def test_only_so_many_pages_are_kept() -> None:
    boards = Boards()
    drawn: list[int] = []

    def draw(number: int) -> str:
        drawn.append(number)
        return f"page {number} own-token own-tap"

    for number in [*range(MOST + 1), 0, MOST]:
        page = boards.page(number, ("own-token", "own-tap"), lambda number=number: draw(number))  # type: ignore[misc]
        assert page == f"page {number} own-token own-tap"
    assert drawn == [*range(MOST + 1), 0]
