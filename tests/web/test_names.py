"""Names: any script, shown as text everywhere; nobody twice, nobody nameless; nothing in them acts."""

from __future__ import annotations

import unicodedata

import pytest
from flask import Flask

from scorekeeper import services
from tests.web.conftest import OpenTable
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import ENDED, WORKED_DEAL, Table, stored

OVERRIDES = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def open_match(phone: Phone, *, status: int = 200, **names: str) -> Page:
    phone.get("/matches/new")
    return phone.fill("open-match", status=status, **names)


# Shown as text -------------------------------------------------------------------------------------------------------

AS_TEXT = [
    "<svg/onload=alert()>",
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "'; DROP TABLE line; --",
    "{{ 7*7 }} {% raw %} ${7*7}",
    "%(name)s %s %d %",
    "&lt;b&gt; &amp; &#60;",
    "javascript:alert(1)",
    "None",
    "K♥ of Q♠ ♦",
    "👩‍👩‍👧 🃏 🇫🇷",
    "محمد بن عبد الله",
    "שרה & רחל",
    "Ζωή Œuvre Đặng Thị",
    "ศิริพร อ่อนหวาน",
    'O\'Brien \\ "the Queen" <3',
    "http://example.com/",
    "W" * 30,
    "Wolfeschlegelsteinhausenbergerdorffnamen",
    "a.b@c-d_e/f;g=h?i#j",
]


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that may be shown any of the names: all tests here share their matches."""
    return Phone(app, *AS_TEXT)


@pytest.mark.parametrize("name", AS_TEXT)
def test_a_name_is_text_on_every_page(app: Flask, phone: Phone, name: str) -> None:
    """L01, L09: on home, list, score, chooser, ruling, log, sheet, take-back, stale page, between deals, at the end."""
    page = open_match(phone, name_a=name, name_b="Ben", first_dealer="A", target="500")
    match = Table(app, page.address.removeprefix("/matches/"), phone)
    match.write("turn-up AH", "A melds KH QH", "A melds AH 10H JH + KH QH", "A plays AH 10H JH", "A plays KH")
    pages = {
        "the score": match.show(),
        "another side lit": match.show("?seat=B"),
        "the chooser": match.show("?choose=royal-marriage-H"),
        "the picker": match.show("?choose=four-kings"),
        "the end of the deal": match.show("?end=A"),
        "what was just said": match.claim("A melds QS JD"),
        "a ruling": match.claim("A melds KC + QH", status=422),
        "a line not understood": match.claim("A melds KX", status=422),
        "a take-back": match.claim("take back 2", status=422),
        "the log": match.show("/log"),
        "the sheet": match.show("/sheet"),
        "home": phone.get("/"),
        "the list": phone.get("/matches"),
    }
    fields = {"deal": 1, "seen": 1, "request": "tap-is-late", "line": "A melds KS QS"}
    pages["a stale page"] = phone.post(f"{match.address}/lines", status=409, **fields)
    match.write("A last-trick", "brisques A 4 B 12")
    pages["between deals"] = match.show()
    match.next_deal()
    pages["the turn-up"] = match.show()
    match.write("trumps S", "A melds double-bezique QS JD QS JD", "A last-trick", "brisques A 8 B 8")
    pages["the end"] = match.show()
    pages["the finished matches"] = phone.get("/")
    shown = " ".join(name.split())
    for where, page in pages.items():
        assert shown in page.words, where
        assert page.html.count("<script") == 3, where
    for where in ("the score", "what was just said", "the end", "the sheet"):
        assert shown in pages[where].title, where
    assert f"{shown}, bezique Q♠ J♦, 40; 330 in all" == pages["what was just said"].announced
    offered = [option.get("value") for option in phone.get("/matches/new").one("known").iter("option")]
    assert shown in offered


def test_a_reason_is_text_too(app: Flask) -> None:
    """L01: what people write in a line is as little to be trusted as a name."""
    reason = "<svg/onload=alert()> \"'{{ 7*7 }} K♥"
    phone = Phone(app, reason)
    page = open_match(phone, name_a="Alice", name_b="Ben")
    match = Table(app, page.address.removeprefix("/matches/"), phone)
    match.write("turn-up AH", f"A adjusts -40 {reason}")
    for page in (match.show(), match.show("/log"), match.show("/sheet")):
        assert f"adjustment: {reason}" in page.words


@pytest.mark.parametrize(
    "control", OVERRIDES + "\x00\x07\x1b\x7f\x85\u2028\u200b\ufeff\ue000", ids=lambda c: f"{ord(c):04x}"
)
def test_characters_that_nobody_sees_are_dropped(app: Flask, phone: Phone, control: str) -> None:
    page = open_match(phone, name_a=f"Zo{control}ë{control}", name_b="Ben")
    assert "Zoë" in page.words.replace("Zo ë", "Zoë")
    assert control not in phone.get("/").html.replace("\n", "")


@pytest.mark.parametrize("typed", ["  Zoë   Okonkwo ", "Zoë\tOkonkwo", "Zoë\u00a0Okonkwo", "Zoe\u0308 Okonkwo"])
def test_a_name_has_single_blanks_and_one_form_of_each_letter(app: Flask, phone: Phone, typed: str) -> None:
    page = open_match(phone, name_a=typed, name_b="Ben")
    assert unicodedata.normalize("NFC", "Zoë Okonkwo") in page.words
    with app.app_context():
        assert services.known_names().count("Zoë Okonkwo") == 1


# Refused -------------------------------------------------------------------------------------------------------------

NAMELESS = ["", " ", "\t\n", "\u200b", "\u202e", "\u200d", "\x00", "\u0301", "\u00ad"]


@pytest.mark.parametrize("typed", NAMELESS, ids=ascii)
def test_nobody_is_nameless(app: Flask, phone: Phone, typed: str) -> None:
    before = stored(app)
    page = open_match(phone, status=422, name_a="Alice", name_b=typed)
    assert page.said("name_b-error") == "Write a name of 1 to 40 characters."
    assert page.one("name_a").get("value") == "Alice"
    assert stored(app) == before


LONG = [
    ("41 letters", "a" * 41, 41),
    ("41 letters with accents", "é" * 41, 41),
    ("41 letters with marks of their own", "x\u0323" * 41, 41),
    ("41 emoji", "🃏" * 41, 41),
    ("five thousand letters", "a" * 5000, 5000),
    ("41 waving hands", "👋🏽" * 41, 41),
]


@pytest.mark.parametrize(("name", "seen"), [row[1:] for row in LONG], ids=[row[0] for row in LONG])
def test_a_name_longer_than_forty_characters_is_refused_and_kept(
    app: Flask, phone: Phone, name: str, seen: int
) -> None:
    before = stored(app)
    page = open_match(phone, status=422, name_a=name, name_b="Ben")
    assert page.said("name_a-error") == f"That name has {seen} characters: up to 40 fit."
    assert page.one("name_a").get("value") == name
    assert stored(app) == before


FITS = [
    ("40 letters without a blank (H01)", "a" * 40),
    ("40 letters with two marks each", "x\u0323\u0302" * 40),
    ("40 emoji", "🃏" * 40),
    ("20 families", "👩‍👩‍👧‍👦" * 20),
    ("40 waving hands", "👋🏽" * 40),
    ("20 flags", "🇫🇷" * 20),
]


@pytest.mark.parametrize("name", [row[1] for row in FITS], ids=[row[0] for row in FITS])
def test_forty_visible_characters_fit(phone: Phone, name: str) -> None:
    page = open_match(phone, name_a=name, name_b="Ben")
    assert unicodedata.normalize("NFC", name) in page.words


@pytest.mark.parametrize("field", ["name_a", "name_b"])
def test_the_page_lets_forty_characters_of_any_kind_be_typed(phone: Phone, field: str) -> None:
    """The browser counts otherwise than people: it must not cut off what the server takes."""
    most = int(phone.get("/matches/new").one(field).attrib["maxlength"])
    assert most >= max(len(name.encode("utf-16-le")) // 2 for _, name in FITS)


def test_a_name_buried_in_marks_is_refused_for_them(app: Flask, phone: Phone) -> None:
    before = stored(app)
    page = open_match(phone, status=422, name_a="Z" + "\u0301\u0302\u0323" * 300, name_b="Ben")
    assert "too many marks" in page.said("name_a-error")
    assert stored(app) == before


TWICE = [
    ("the same", "Ann", "Ann"),
    ("another case (H05)", "Ann", "ANN"),
    ("more blanks (H05)", "Ann Lee", "  Ann   Lee "),
    ("another form of a letter", "Zoë", "Zoe\u0308"),
    ("wide letters", "Ann", "Ａｎｎ"),
    ("a letter with two small forms", "Strauß", "STRAUSS"),
    ("a character nobody sees", "Ann", "A\u202enn"),
    ("a joiner nobody sees", "Ann", "A\u200dnn"),
]


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in TWICE], ids=[row[0] for row in TWICE])
def test_nobody_sits_twice_in_a_match(app: Flask, phone: Phone, one: str, other: str) -> None:
    """H07: refused, and both names kept as typed."""
    before = stored(app)
    page = open_match(phone, status=422, name_a=one, name_b=other)
    assert "This name is there twice" in page.said("name_b-error")
    assert (page.one("name_a").get("value"), page.one("name_b").get("value")) == (one, other)
    assert stored(app) == before


def test_nobody_sits_on_both_sides_of_a_consultation(app: Flask, phone: Phone) -> None:
    before = stored(app)
    names = {"name_a": "Ann", "name_a2": "Bob", "name_b": "Cem", "name_b2": "bob"}
    page = open_match(phone, status=422, variant="consultation", **names)
    assert "This name is there twice" in page.said("name_b2-error")
    assert stored(app) == before


def test_two_spellings_are_one_person_and_keep_the_first(phone: Phone) -> None:
    """H05: neither case nor blanks make a second Ann, and nobody is renamed by the way."""
    for name in ("Annabel", " annabel ", "ANNABEL"):
        open_match(phone, name_a=name, name_b="Ben")
    offered = [option.get("value", "") for option in phone.get("/matches/new").one("known").iter("option")]
    assert [name for name in offered if name.lower() == "annabel"] == ["Annabel"]


def test_a_name_stays_with_its_seat(table: OpenTable) -> None:
    """A13: the same people the other way round are another match; the score follows the person, not the place."""
    one = table(*WORKED_DEAL, *ENDED, names=(("Alice",), ("Ben",)))
    other = table("turn-up AH", "B melds KH QH", names=(("Ben",), ("Alice",)))
    page = other.show()
    assert "Ben" in page.said("p-A")
    assert (page.figure("A"), page.figure("B")) == (0, 40)
    page = one.show()
    assert "Alice" in page.said("p-A")
    assert (page.figure("A"), page.figure("B")) == (500, 150)
