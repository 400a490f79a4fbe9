"""The score screen of every game: who stands where, which cards lie above the keys, and which keys there are."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from scorekeeper.bezique.cards import Suit
from scorekeeper.bezique.variants import VARIANTS
from tests.web.conftest import OpenTable
from tests.web.page import Page, words
from tests.web.table import PEOPLE, Table

TWO = ("classic", "short", "no-brisques", "consultation", "open", "rubicon")
LARGER = ("six-pack", "eight-pack")
FOUR = ("four-handed", "four-solo")


def begun(table: OpenTable, game: str, *lines: str, trumps: str = "H", **chosen: object) -> Table:
    """A match in which trumps are known: hearts, unless something else is said."""
    first = f"turn-up A{trumps}" if VARIANTS[game].rules.turn_up else f"A melds K{trumps} Q{trumps}"
    return table(first, *lines, variant=game, **chosen)


def key_rows(page: Page) -> list[str]:
    """The rows of keys, each as one text: ``Aces 100, Kings 80``; a row that waits says so."""
    found = next(e for e in page.elements("section") if (e.get("aria-label") or "").endswith(" melds"))
    return [", ".join(said(key) for key in row) for row in found]


def said(key: Element) -> str:
    """What stands on a key: the sign of its suit, its name, its points, its note, with blanks between."""
    pips = [use.attrib["href"].partition("#")[2] for use in key.iter("use")]
    signs = "".join(Suit(pip).sign for pip in pips)
    return signs + " ".join(words(part) for part in key) if len(key) else words(key)


def without_notes(row: str) -> str:
    for note in (" crosses the line", " past the rubicon", " which?", " closes the match"):
        row = row.replace(note, "")
    return row


# Panels --------------------------------------------------------------------------------------------------------------

SIDES = {
    **dict.fromkeys((*TWO, *LARGER), ("A", "B")),
    "three-handed": ("A", "B", "C"),
    "four-handed": ("AC", "BD"),
    "four-solo": ("A", "B", "C", "D"),
}


@pytest.mark.parametrize("game", VARIANTS)
def test_each_side_has_a_panel_in_the_order_of_the_seats(table: OpenTable, game: str) -> None:
    """E06: whoever leads, nothing is sorted anew; each total is that of its own side."""
    match = begun(table, game)
    for place, side in enumerate(SIDES[game]):
        match.write(f"{side[0]} adjusts {110 * (place + 1)} handicap")
    page = match.show()
    panels = [element.attrib["id"] for element in page.elements() if element.get("id", "").startswith("p-")]
    assert panels == [f"p-{side}" for side in SIDES[game]]
    married = 0 if VARIANTS[game].rules.turn_up else 40
    expected = {side: 110 * place + (married if place == 1 else 0) for place, side in enumerate(SIDES[game], 1)}
    assert match.figures(page) == expected
    for side, points in expected.items():
        assert f"+{points} this deal" in page.said(f"p-{side}")


SEATS = [(game, seat) for game in VARIANTS for seat in VARIANTS[game].rules.seats]


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_a_tap_on_a_name_lights_that_seat_alone(table: OpenTable, game: str, seat: str) -> None:
    """Partners have a link each; elsewhere the whole panel is the link."""
    match = begun(table, game)
    match.show()
    page = match.phone.tap(f"s-{seat}" if game == "four-handed" else f"p-{seat}")
    current = [link for link in page.links() if link.get("aria-current") == "true"]
    assert [link.attrib["href"] for link in current] == [f"?seat={seat}"]
    assert words(current[0]).startswith(PEOPLE[seat][0])
    claims = [k.attrib["value"] for k in page.keys_that_write() if k.attrib["id"].startswith("k-")]
    assert {claim[0] for claim in claims} == {seat}


def test_partners_share_a_panel_and_a_total(table: OpenTable) -> None:
    match = table("turn-up AH", "A melds KH QH", "C melds AH 10H JH + KH QH", variant="four-handed")
    page = match.show("?seat=C")
    assert page.said("p-AC") == "Alice Cora +290 this deal 290 1,710 to go"
    assert page.said("p-BD") == "Ben Dan 0 this deal 0 2,000 to go"
    assert "lit" in page.one("p-AC").attrib["class"].split()
    assert "lit" not in page.one("p-BD").attrib["class"].split()


# Tables --------------------------------------------------------------------------------------------------------------


def tables(page: Page) -> tuple[list[str], list[str]]:
    """Whose melded cards stand above the keys, and whose below them."""
    felts = [e for e in page.elements("div") if "felt" in e.get("class", "").split()]
    owners = [[h.attrib["id"].removeprefix("h-") for h in page.elements("h2", within=felt)] for felt in felts]
    return owners[0], owners[1] if len(owners) > 1 else []


@pytest.mark.parametrize(("game", "seat"), SEATS)
def test_the_tables_of_the_lit_side_stand_above_the_keys(table: OpenTable, game: str, seat: str) -> None:
    """All tables where up to sixteen cards may lie; else those of the side, its partners' among them, and no others."""
    every = [str(other) for other in VARIANTS[game].rules.seats]
    side = next(side for side in SIDES[game] if seat in side)
    above = every if game in TWO else list(side)
    page = begun(table, game).show(f"?seat={seat}")
    assert tables(page) == (above, [other for other in every if other not in above])
    keys, first, last = page.html.index('id="k-'), page.html.index('id="h-'), page.html.rindex('id="h-')
    assert first < keys
    assert (last < keys) is (game in TWO)


def test_a_player_may_build_on_the_partners_cards(table: OpenTable) -> None:
    """The cards carry the history, whoever laid them; they stay on the table where they lie."""
    match = table("turn-up AH", "A melds KH QH", variant="four-handed")
    match.show("?seat=C")
    page = match.phone.tap("k-sequence-H")
    assert page.said("o-1") == "A♥ 10♥ J♥ new, K♥ Q♥ on the table · 250"
    match.phone.tap("o-1")
    assert match.log()[-1] == "C melds sequence AH 10H JH + KH QH"
    page = match.show("?seat=C")
    assert [e.attrib["id"] for e in page.buttons() if e.get("id", "").startswith("c-")] == [
        *("c-KH#1", "c-QH#1"),
        *("c-AH#1", "c-10H#1", "c-JH#1"),
    ]
    assert page.one("c-KH#1").attrib["value"] == "A plays KH#1"


FULL = [
    ("rubicon", ("A melds KD QD", "A melds JD + QS"), 8),
    ("six-pack", ("A melds AH 10H KH QH JH", "A melds JD + QS"), 11),
    ("eight-pack", ("A melds AH 10H KH QH JH", "A melds JD + QS", "A melds JC + JS JH JD", "A melds KD QD"), 14),
    ("four-handed", ("A melds KD QD",), 7),
]


@pytest.mark.parametrize(("game", "lines", "most"), FULL, ids=[row[0] for row in FULL])
def test_a_full_table_says_so(table: OpenTable, game: str, lines: tuple[str, ...], most: int) -> None:
    """One less than a hand: what a player holds who has played and not yet drawn."""
    first = ["turn-up AS"] if VARIANTS[game].rules.turn_up else []
    match = table(*first, "A melds AS 10S KS QS JS", *lines[:-1], variant=game)
    assert "full" not in match.show("?seat=A").said("h-A")
    match.write(lines[-1])
    page = match.show("?seat=A")
    assert page.said("h-A") == "Alice's tablefull: tap what was played"
    assert len([e for e in page.buttons() if e.get("id", "").startswith("c-")]) == most


# Keys ----------------------------------------------------------------------------------------------------------------

MARRIAGES = "♠20 Marriage, ♥40 Royal, ♦20 Marriage, ♣20 Marriage"
SEQUENCES = "♠150 Sequence, ♥250 Sequence, ♦150 Sequence, ♣150 Sequence"
FOURS = "Aces 100, Kings 80, Queens 60, Jacks 40"
SEVENS = "Seven, show 10, Seven for A♥ 10"
TRUMPS_4 = "4 Aces♥ 1,000, 4 Tens♥ 900, 4 Kings♥ 800, 4 Queens♥ 600, 4 Jacks♥ 400"
TRUMPS_5 = "5 Aces♥ 2,000, 5 Tens♥ 1,800, 5 Kings♥ 1,600, 5 Queens♥ 1,200, 5 Jacks♥ 800"
UP_TO = ["Bezique 40", "Double 500", "Triple 1,500", "Quadruple 4,500", "Quintuple 9,000"]
BLANK = "Carte blanche {0}, Carte blanche again {0}"
TO_DOUBLE = (MARRIAGES, f"Sequence 250, {', '.join(UP_TO[:2])}", FOURS, SEVENS)
TO_TRIPLE = (MARRIAGES, f"Sequence 250, {', '.join(UP_TO[:3])}", FOURS, SEVENS)
KEYS = {
    **dict.fromkeys(("classic", "short", "no-brisques", "consultation", "open"), TO_DOUBLE),
    **dict.fromkeys(("three-handed", *FOUR), TO_TRIPLE),
    "rubicon": (MARRIAGES, SEQUENCES, ", ".join(UP_TO[:4]), FOURS, BLANK.format(50)),
    "six-pack": (MARRIAGES, SEQUENCES, ", ".join(UP_TO), FOURS, TRUMPS_4, BLANK.format(250)),
    "eight-pack": (MARRIAGES, SEQUENCES, ", ".join(UP_TO), FOURS, TRUMPS_4, TRUMPS_5),
}


@pytest.mark.parametrize("game", KEYS)
def test_a_game_has_these_keys_once_trumps_are_hearts(table: OpenTable, game: str) -> None:
    rows = key_rows(begun(table, game).show("?seat=B"))
    assert tuple(without_notes(row) for row in rows) == KEYS[game]


HOUSE = [
    ("four-solo", {"quadruple_in_four_hand": True}, 1, f"Sequence 250, {', '.join(UP_TO[:4])}"),
    ("six-pack", {"any_four_tens": True}, 3, "Aces 100, Tens 90, Kings 80, Queens 60, Jacks 40"),
    ("eight-pack", {"quintuple_bezique": False}, 2, ", ".join(UP_TO[:4])),
    ("rubicon", {"carte_blanche_repeat": False}, 4, "Carte blanche 50"),
    ("three-handed", {"seven_scores_when_played": True}, 3, f"{SEVENS}, Seven, played 10"),
    ("four-handed", {"brisques": "at-once"}, 4, "1 brisque 10, 2 brisques 20, 3 brisques 30, 4 brisques 40"),
]


@pytest.mark.parametrize(("game", "rules", "row", "keys"), HOUSE, ids=[f"{row[0]} {row[3]}" for row in HOUSE])
def test_house_rules_have_their_keys(
    table: OpenTable, game: str, rules: dict[str, bool | str], row: int, keys: str
) -> None:
    match = begun(table, game, house_rules=rules)
    assert without_notes(key_rows(match.show("?seat=B"))[row]) == keys


@pytest.mark.parametrize("game", VARIANTS)
def test_every_key_of_a_fresh_deal_can_be_tapped(table: OpenTable, game: str) -> None:
    """Those that can be scored score what stands on them; a dimmed one is answered with its law."""
    match = begun(table, game, trumps="C")
    for id in [e.attrib["id"] for e in match.show("?seat=B").elements("button", "a") if e.get("id", "")[:2] == "k-"]:
        page = match.show("?seat=B")
        key, before = page.one(id), match.totals()
        dim = "dim" in key.attrib["class"].split()
        if key.tag == "button" and not dim:
            match.phone.tap(id)
            side = next(side for side in SIDES[game] if "B" in side)
            gained = match.totals()[side] - before[side]
            assert f"{gained:,}" in words(key), id
            match.show()
            match.phone.tap("take-back")
        elif key.tag == "a":
            assert "chooser" in match.phone.tap(id)
        else:
            assert "law: " in match.phone.tap(id, status=422).said("ruling")
        assert match.totals() == before


# Large totals --------------------------------------------------------------------------------------------------------

TOTALS = [(9_990, "9,990", False), (10_000, "10,000", True), (26_540, "26,540", True), (126_540, "126,540", True)]


@pytest.mark.parametrize(("total", "figure", "long"), TOTALS)
@pytest.mark.parametrize("game", ["six-pack", "four-handed"])
def test_a_total_of_any_size_is_shown_whole(table: OpenTable, game: str, total: int, figure: str, long: bool) -> None:
    """G03: 26,540 and more; long figures are drawn smaller."""
    married = 0 if VARIANTS[game].rules.turn_up else 40
    match = begun(table, game, f"A adjusts {total - married} many deals")
    page = match.show()
    side = SIDES[game][0]
    assert page.said(f"t-{side}") == figure
    assert ("long" in page.one(f"t-{side}").attrib["class"].split()) is long
    assert figure in page.title
    assert figure in match.show("/sheet").words
    assert figure in match.phone.get("/").words


def test_the_dearest_deal_of_six_pack_adds_up(table: OpenTable) -> None:
    """Two quintuple beziques, the second formed again, and four aces of trumps."""
    quintuple = "A melds QS QS QS QS QS JD JD JD JD JD"
    again = "A melds QS + QS#2 QS#3 QS#4 QS#5 JD#1 JD#2 JD#3 JD#4 JD#5"
    match = table("B melds KH QH", quintuple, "A plays QS#1", again, "B melds AH AH AH AH", variant="six-pack")
    page = match.show()
    assert match.figures(page) == {"A": 18_000, "B": 1_040}
    assert "past the rubicon" in page.said("p-A")
    assert "below the rubicon: 1,960 to go" in page.said("p-B")
