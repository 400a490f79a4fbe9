"""People: one under one name, renamed, made one, hidden; never deleted, and nothing of the others lost."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper import people
from tests.conftest import MakeApp
from tests.web.page import Page, words
from tests.web.people import People
from tests.web.people import people as at_table
from tests.web.phone import Phone
from tests.web.table import ENDED, WORKED_DEAL, Table, open_table, stored
from tests.web.test_history import counted, row


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application on which nobody has played yet."""
    return make_app()


def won(app: Flask, winner: str, loser: str) -> Table:
    """A match of two that the first has won, 500 to 150."""
    return open_table(app, *WORKED_DEAL, *ENDED, target=500, names=((winner,), (loser,)))


def number(app: Flask, name: str) -> int:
    with app.app_context():
        found = people.called(name)
    assert found is not None, name
    return found.id


def show(phone: Phone, name: str) -> Page:
    return phone.get(f"/players/{number(phone.app, name)}")


def figure(page: Page, label: str) -> str:
    """The figure of that label in the first table that has it."""
    return next(row[1] for row in page.rows() if row[0] == label)


def listed(page: Page) -> list[str]:
    lists = [element for element in page.elements("ul") if element.get("class") == "people"]
    return [words(name) for part in lists for name in page.elements("b", within=part)]


# One person ----------------------------------------------------------------------------------------------------------


def test_case_and_blanks_make_no_second_person(app: Flask, phone: Phone) -> None:
    """H05: one page, with all the matches."""
    for name in (" Ann", "ann", "ANN "):
        won(app, name.strip(), "Ben")
    assert listed(phone.get("/players")) == ["Ann", "Ben"]
    assert figure(show(phone, "aNn"), "Matches") == "3"


def test_the_list_says_how_much_each_has_played(app: Flask, phone: Phone) -> None:
    assert "Nobody has played here yet." in phone.get("/players").words
    won(app, "Ann", "Ben")
    assert "No further names." in phone.get("/players?after=zz").words
    won(app, "Ann", "Cem")
    page = phone.get("/players")
    assert "Ann2 matches" in page.words.replace("Ann 2", "Ann2")
    assert "1 match ·" in page.words


def test_names_are_leafed_through(app: Flask, phone: Phone) -> None:
    names = sorted(f"Player {chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(103))
    for one, other in zip(names[::2], [*names[1::2], "Zoë"], strict=True):
        open_table(app, names=((one,), (other,)))
    found = listed(phone.get("/players"))
    further = next(link.attrib["href"] for link in phone.page.links() if words(link) == "Further names")
    found += listed(phone.get(further))
    assert found == [*names, "Zoë"]
    assert "From the beginning" in phone.page.words


@pytest.mark.parametrize(
    "address", ["/players/0", "/players/99", "/players/99999999999999999999", "/players/x", "/players/1/with/99"]
)
def test_nobody_of_that_number_is_said_so(app: Flask, phone: Phone, address: str) -> None:
    won(app, "Ann", "Ben")
    phone.get(address, status=404)


def test_names_in_history_sheet_and_at_the_end_lead_to_the_person(app: Flask, phone: Phone) -> None:
    table = won(app, "Ann", "Ben")
    phone.quoted = ("Ann", "Ben")
    home = f"/players/{number(app, 'Ann')}"
    for address in ("/matches", table.address, f"{table.address}/sheet"):
        assert home in [link.attrib["href"] for link in phone.get(address).links()], address
    going = open_table(app, *WORKED_DEAL, names=(("Ann",), ("Ben",)))
    assert home not in [link.attrib["href"] for link in phone.get(going.address).links()]


# Renamed -------------------------------------------------------------------------------------------------------------


def test_after_a_rename_the_history_stays_and_another_may_have_the_name(app: Flask, phone: Phone) -> None:
    """H06: it goes by the person, not by the name."""
    old = won(app, "Ann", "Ben")
    show(phone, "Ann")
    page = phone.fill("rename", name="  Anna  Lee ")
    assert page.address == f"/players/{number(app, 'anna lee')}"
    new = won(app, "Ann", "Cem")
    assert number(app, "Ann") != number(app, "Anna Lee")
    assert (figure(show(phone, "Anna Lee"), "Matches"), figure(show(phone, "Ann"), "Matches")) == ("1", "1")
    history = phone.get("/matches")
    assert "Anna Lee won" in row(history, old.slug)
    assert "Ann won" in row(history, new.slug)


def test_another_spelling_of_the_own_name_is_free(app: Flask, phone: Phone) -> None:
    won(app, "ann", "Ben")
    show(phone, "Ann")
    assert phone.fill("rename", name="ANN").title.startswith("ANN")


def test_a_rename_is_on_open_pages_at_once(app: Flask, phone: Phone) -> None:
    """Boards and streams follow the version of the match."""
    table = open_table(app, "turn-up AH", names=(("Ann",), ("Ben",)), phone=Phone(app, "Ann", "Anna", "Ben"))
    table.show()
    before = table.sheet().stored.version
    show(phone, "Ann")
    phone.fill("rename", name="Anna")
    assert table.sheet().stored.version == before + 1
    assert "Anna's table" in table.show("?seat=A").words


BAD_NAMES = [
    ("", "Write a name of 1 to 40 characters."),
    ("\u202e", "Write a name of 1 to 40 characters."),
    ("a" * 41, "That name has 41 characters: up to 40 fit."),
]


@pytest.mark.parametrize(("name", "says"), BAD_NAMES, ids=["nothing", "what nobody sees", "too long"])
def test_a_name_that_is_none_is_refused_and_nothing_written(app: Flask, phone: Phone, name: str, says: str) -> None:
    won(app, "Ann", "Ben")
    show(phone, "Ann")
    before = stored(app)
    assert phone.fill("rename", status=422, name=name).said("name-error") == says
    assert stored(app) == before


def test_a_name_that_is_somebody_elses_is_refused_with_the_way_to_make_them_one(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    won(app, "Anne", "Ben")
    show(phone, "Ann")
    before = stored(app)
    page = phone.fill("rename", status=422, name="ANNE")
    assert page.said("taken") == "There is another Anne. If both are one person, make them one:"
    assert "1 match of Anne will be one of Ann." in phone.tap("to-merge").words
    assert stored(app) == before


# Made one ------------------------------------------------------------------------------------------------------------


def test_two_who_are_one_are_made_one_and_their_opponents_keep_everything(app: Flask, phone: Phone) -> None:
    """I01: every result of Ben stays."""
    won(app, "Ann", "Ben")
    won(app, "Anne", "Ben")
    won(app, "Ben", "Anne")
    before = [row[1:] for row in show(phone, "Ben").rows()]
    show(phone, "Ann")
    page = phone.fill("merge", name="anne")
    assert "2 matches of Anne will be those of Ann." in page.words
    assert figure(show(phone, "Ann"), "Matches") == "1", "it asked, and nothing was moved"
    phone.get(page.address)
    page = phone.tap("merge-go")
    assert [figure(page, label) for label in ("Matches", "Won", "Lost")] == ["3", "2", "1"]
    assert [row[1:] for row in show(phone, "Ben").rows()] == before
    assert listed(phone.get("/players")) == ["Ann", "Ben"]


def test_two_who_sat_in_one_match_are_two(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    show(phone, "Ann")
    before = stored(app)
    page = phone.fill("merge", status=409, name="Ben")
    assert "Ann and Ben sat in one match: they are two. Nothing was written." in page.words
    one, other = number(app, "Ann"), number(app, "Ben")
    phone.post(f"/players/{one}/merge", status=409, other=other)
    assert stored(app) == before


def test_a_deleted_match_that_makes_two_of_them_says_so(app: Flask, phone: Phone) -> None:
    """It could be brought back with both in it; another that stands is named instead."""
    found = at_table(app, "turn-up AH")
    host, address = found.phones["host"], found.table.address
    host.get(f"{address}/share")
    host.tap("delete")
    host.tap("delete-go")
    for name in ("Alice", "Ben"):
        won(app, name, "Cem")
    show(phone, "Alice")
    page = phone.fill("merge", status=409, name="Ben")
    assert "That match was deleted; it can be brought back until" in page.words
    assert address in [link.get("href") for link in page.links()]
    stands = won(app, "Alice", "Ben")
    phone.post(f"/players/{number(app, 'Alice')}/merge", status=409, other=number(app, "Ben"))
    assert "deleted" not in phone.page.words
    assert stands.address in [link.get("href") for link in phone.page.links()]


@pytest.mark.parametrize("name", ["", "Nobody", "Ann", "ann "])
def test_nobody_is_made_one_with_nobody_or_with_himself(app: Flask, phone: Phone, name: str) -> None:
    won(app, "Ann", "Ben")
    show(phone, "Ann")
    page = phone.fill("merge", status=404, name=name)
    assert page.said("same-error").startswith("Nobody else here is called")


@pytest.mark.parametrize(("other", "status"), [("", 400), ("x", 400), ("99", 404), ("²", 400), ("1", 404)])
def test_a_merger_that_is_forged_writes_nothing(app: Flask, phone: Phone, other: str, status: int) -> None:
    won(app, "Ann", "Ben")
    assert number(app, "Ann") == 1
    before = stored(app)
    phone.post("/players/1/merge", status=status, other=other)
    assert stored(app) == before


def ask_to_part(phone: Phone, status: int = 200) -> Page:
    """From the page of somebody to the question whether the last merger was wrong."""
    link = next(link for link in phone.page.links() if words(link) == "They are two again")
    return phone.get(link.attrib["href"], status=status)


def test_two_who_were_made_one_are_two_again_after_one_question(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    won(app, "Anne", "Ben")
    won(app, "Ben", "Anne")
    show(phone, "Ann")
    assert "way back" in phone.fill("merge", name="anne").words
    page = phone.tap("merge-go")
    assert "Made one with Anne on" in page.words
    before = stored(app)
    asked = ask_to_part(phone)
    assert "2 matches go back to Anne. Ann keeps the others." in asked.words
    assert stored(app) == before, "it asked, and nothing was moved"
    page = phone.tap("part-go")
    assert page.title.startswith("Anne")
    assert [figure(page, label) for label in ("Matches", "Won", "Lost")] == ["2", "1", "1"]
    page = show(phone, "Ann")
    assert [figure(page, label) for label in ("Matches", "Won", "Lost")] == ["1", "1", "0"]
    assert "mergers" not in page
    assert listed(phone.get("/players")) == ["Ann", "Anne", "Ben"]


def test_a_name_that_was_given_meanwhile_is_refused_with_what_would_be_right(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    won(app, "Anne", "Ben")
    show(phone, "Ann")
    phone.fill("merge", name="anne")
    phone.tap("merge-go")
    ask_to_part(phone)
    won(app, "Anne", "Cem")
    before = stored(app)
    page = phone.tap("part-go", status=409)
    assert page.said("taken").startswith("There is another Anne by now. Write another name for that one first")
    assert stored(app) == before
    show(phone, "Anne")
    phone.fill("rename", name="Annette")
    show(phone, "Ann")
    ask_to_part(phone)
    assert phone.tap("part-go").title.startswith("Anne")


def test_a_second_tap_parts_nobody_else(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    won(app, "Anne", "Ben")
    show(phone, "Ann")
    phone.fill("merge", name="anne")
    phone.tap("merge-go")
    address = ask_to_part(phone).address
    phone.tap("part-go")
    before = stored(app)
    phone.post(address, status=404)
    phone.get(address, status=404)
    assert stored(app) == before


@pytest.mark.parametrize("which", ["0", "2", "99999999999999999999", "x"])
def test_a_merger_that_there_is_not_is_said_so(app: Flask, phone: Phone, which: str) -> None:
    won(app, "Ann", "Ben")
    before = stored(app)
    phone.get(f"/players/1/mergers/{which}", status=404)
    phone.post(f"/players/1/mergers/{which}", status=404)
    assert stored(app) == before


def test_a_merger_is_read_by_those_only_who_may_undo_it(make_app: MakeApp) -> None:
    found = at_table(make_app(LISTING="mine", TRIES_A_MINUTE=1000), "turn-up AH")
    other = open_table(found.app, names=(("Alicia",), ("Cem",)))
    with found.app.app_context():
        people.merge(number(found.app, "Alice"), number(found.app, "Alicia"))
        (merger,) = people.made_one(number(found.app, "Alice"))
    before = stored(found.app)
    host = found.phones["host"]
    assert "Alicia" not in host.get("/players/1").html, "whoever opened the other match has a word in it"
    assert other.slug not in host.page.html
    for who, status in (("host", 403), ("viewer", 403), ("stranger", 404)):
        found.phones[who].get(f"/players/1/mergers/{merger.id}", status=status)
        found.phones[who].post(f"/players/1/mergers/{merger.id}", status=status)
    assert stored(found.app) == before


def test_a_household_is_told_that_everybody_may_change_names(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    assert show(phone, "Ann").said("who-may").startswith("All who open this score keeper may change names here")


# Hidden --------------------------------------------------------------------------------------------------------------


def suggested(phone: Phone) -> list[str | None]:
    return [option.get("value") for option in phone.get("/matches/new").one("known").iter("option")]


def test_who_is_hidden_stands_in_no_list_and_keeps_the_history(app: Flask, phone: Phone) -> None:
    """I01, D20: nobody is deleted, and the winner's line is never blank."""
    table = won(app, "Ann", "Ben")
    show(phone, "Ann")
    assert "Nobody is deleted" in phone.page.words
    page = phone.tap("hide")
    assert "hidden: left out of lists and suggestions" in page.words
    assert listed(phone.get("/players")) == ["Ben"]
    assert suggested(phone) == ["Ben"]
    assert "Ann won" in row(phone.get("/matches"))
    phone.quoted = ("Ann", "Ben")
    assert phone.get(table.address).words.startswith("Ann wins")
    assert listed(phone.get("/players?which=hidden")) == ["Ann"]
    show(phone, "Ann")
    phone.tap("hide")
    assert listed(phone.get("/players")) == ["Ann", "Ben"]


def test_whoever_is_hidden_and_plays_again_is_still_the_same(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    show(phone, "Ann")
    phone.tap("hide")
    won(app, "ANN", "Ben")
    assert figure(show(phone, "Ann"), "Matches") == "2"


def test_hiding_wants_a_yes_or_a_no(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    before = stored(app)
    phone.post("/players/1/hidden", status=400, hidden="perhaps")
    assert stored(app) == before


# Who may -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def private(make_app: MakeApp) -> People:
    """A match on a server that shows strangers nothing."""
    return at_table(make_app(LISTING="mine", TRIES_A_MINUTE=1000), "turn-up AH")


CHANGES = [("name", {"name": "Somebody"}), ("hidden", {"hidden": "yes"}), ("merge", {"other": "2"})]


@pytest.mark.parametrize(("change", "fields"), CHANGES, ids=[change for change, _ in CHANGES])
@pytest.mark.parametrize("who", ["scorer", "seat scorer", "viewer", "stranger", "removed phone"])
def test_only_the_host_of_all_matches_changes_a_person(
    private: People, who: str, change: str, fields: dict[str, str]
) -> None:
    before = stored(private.app)
    known = who not in ("stranger", "removed phone")
    page = private.phones[who].post(f"/players/1/{change}", status=403 if known else 404, **fields)
    assert ("Only who hosts every match of a person may" in page.words) is known
    assert stored(private.app) == before
    assert ("rename" in private.phones[who].get("/players/1", status=200 if known else 404)) is False


def test_the_host_of_all_matches_may_and_no_longer_once_there_is_another_match(private: People) -> None:
    host = private.phones["host"]
    host.get("/players/1")
    host.fill("rename", name="Alicia")
    open_table(private.app, names=(("Alicia",), ("Cem",)))
    page = host.get("/players/1")
    assert "rename" not in page
    assert "who-may" not in page
    assert "Who hosts every match of a person may change the name" in page.words
    host.post("/players/1/name", status=403, name="Alice")


def test_a_browser_sees_only_people_and_matches_that_it_has_met(private: People) -> None:
    table = open_table(private.app, names=(("Alice",), ("Cem",)))
    host = private.phones["host"]
    assert listed(host.get("/players")) == ["Alice", "Ben"]
    page = host.get("/players/1")
    assert "Cem" not in page.html
    assert table.slug not in page.html
    assert figure(page, "Matches") == "–"
    host.get("/players/3", status=404)
    host.get("/players/1/with/3", status=404)


def test_asking_changes_nothing_about_people(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    before = stored(app)
    for address in ("/players", "/players/1", "/players/1/with/2", "/players/1/merge?name=Ben", "/statistics/classic"):
        phone.client.get(address)
    for address in ("/players/1/name", "/players/1/hidden"):
        assert phone.client.get(address).status_code == 405
    assert stored(app) == before


def test_a_change_without_its_token_is_refused(app: Flask, phone: Phone) -> None:
    won(app, "Ann", "Ben")
    before = stored(app)
    for change, fields in CHANGES:
        assert phone.client.post(f"/players/1/{change}", data=fields).status_code == 400
    assert stored(app) == before


def test_a_person_of_thousands_of_matches_is_known_in_few_statements(app: Flask, phone: Phone) -> None:
    sent = []
    for _more in range(2):
        for _match in range(3):
            won(app, "Ann", "Ben")
        with counted(app) as statements:
            phone.get("/players/1")
        sent.append(len(statements))
    assert sent[0] == sent[1] < 20
