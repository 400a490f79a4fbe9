"""Rubicon and larger on the score screen: trumps made by a meld and unmade with it, the rubicon, carte blanche."""

from __future__ import annotations

import pytest

from tests.web.conftest import OpenTable
from tests.web.page import Page, words
from tests.web.table import Table

G = ("rubicon", "six-pack", "eight-pack")
SUITS = ("S", "H", "D", "C")
SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def ids(page: Page) -> list[str]:
    """The keys of the lit side, by their ids."""
    keys = [element.attrib["id"] for element in page.elements("a", "button") if element.get("id", "")[:2] == "k-"]
    return [id.removeprefix("k-") for id in keys]


def waiting(page: Page) -> list[str]:
    """What rows of keys wait for."""
    return [words(e) for e in page.elements("p") if e.get("class") == "waits"]


# Trumps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", G)
@pytest.mark.parametrize("kind", ["royal-marriage", "sequence"])
@pytest.mark.parametrize("suit", SUITS)
def test_the_first_marriage_or_sequence_makes_trumps_and_its_take_back_unmakes_them(
    table: OpenTable, game: str, kind: str, suit: str
) -> None:
    """B12: the suit, the keys and every figure are as before, and another suit may be made trumps."""
    match = table(variant=game)
    first = match.show("?seat=A")
    assert "no trumps yet" in first.words
    assert ids(first)[:8] == [f"{key}-{each}" for key in ("royal-marriage", "sequence") for each in SUITS]
    page = match.phone.tap(f"k-{kind}-{suit}")
    assert f"trumps {SIGNS[suit]}" in page.words
    marriages = [f"{'royal-' if each == suit else ''}marriage-{each}" for each in SUITS]
    assert ids(page)[:8] == marriages + [f"{'' if each == suit else 'plain-'}sequence-{each}" for each in SUITS]
    page = match.phone.tap("take-back")
    assert "no trumps yet" in page.words
    again = match.show("?seat=A")
    assert (ids(again), waiting(again)) == (ids(first), waiting(first))
    assert (again.said("p-A"), again.said("p-B"), again.said("h-A")) == tuple(map(first.said, ("p-A", "p-B", "h-A")))
    other = next(each for each in SUITS if each != suit)
    page = match.phone.tap(f"k-royal-marriage-{other}")
    assert f"trumps {SIGNS[other]}" in page.words
    assert match.totals() == {"A": 40, "B": 0}


def test_until_trumps_are_made_a_plain_marriage_is_the_royal_one(table: OpenTable) -> None:
    match = table("A melds KC QC", variant="rubicon")
    assert match.log() == ["A melds royal-marriage KC QC"]
    page = match.claim("B melds marriage KH QH")
    assert match.figures(page) == {"A": 40, "B": 20}
    page = match.claim("B melds sequence AD 10D KD QD JD", status=422)
    assert "these cards make another meld than the one named" in page.said("ruling-title")


LATER = [
    ("a marriage", "B melds marriage KS QS", 20, "♠", 40),
    ("a plain sequence", "B melds plain-sequence AS 10S KS QS JS", 150, "♠", 250),
]


@pytest.mark.parametrize(("line", "points", "sign", "then"), [row[1:] for row in LATER], ids=[row[0] for row in LATER])
@pytest.mark.parametrize("kept", ["strike", "agree"])
def test_what_was_plain_beside_the_trumps_is_asked_about_when_these_are_unmade(
    table: OpenTable, line: str, points: int, sign: str, then: int, kept: str
) -> None:
    """It would be the first of the deal then: struck, or kept by agreement as what its cards make."""
    match = table("A melds KH QH", line, variant="rubicon")
    assert match.totals() == {"A": 40, "B": points}
    page = match.claim("take back 1", status=422)
    assert "Without it, one later line would not be legal." in page.words
    assert match.totals() == {"A": 40, "B": points}
    page = match.phone.fill("take-back-go", then_2=kept)
    page = match.show()
    assert match.figures(page) == {"A": 0, "B": then if kept == "agree" else 0}
    assert (f"trumps {sign}" if kept == "agree" else "no trumps yet") in page.words


def test_melds_that_need_no_trumps_stay_when_these_are_unmade(table: OpenTable) -> None:
    match = table("B melds QS JD", "A melds KH QH", "B melds KS KH KD KC", variant="six-pack")
    match.wrong(2, "strike", "mend-go")
    page = match.show()
    assert "no trumps yet" in page.words
    assert match.figures(page) == {"A": 0, "B": 120}
    assert page.said("h-A") == "Alice's table"


WAITING = [
    ("six-pack", {}, ["Four of trumps: once trumps are made"], ["four-trump-aces"]),
    ("eight-pack", {}, ["Four of trumps: once trumps are made", "Five of trumps: once trumps are made"],
     ["four-trump-aces", "five-trump-jacks"]),
    ("rubicon", {"bezique_pair": "trump-queen"}, ["Beziques: once trumps are made"], ["bezique", "quadruple-bezique"]),
    ("six-pack", {"bezique_pair": "trump-queen"},
     ["Beziques: once trumps are made", "Four of trumps: once trumps are made"], ["bezique", "four-trump-jacks"]),
    ("rubicon", {}, [], []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "rules", "waits", "come"), WAITING, ids=[f"{row[0]} {len(row[1])}" for row in WAITING]
)
def test_rows_that_need_trumps_wait_for_them(
    table: OpenTable, game: str, rules: dict[str, str], waits: list[str], come: list[str]
) -> None:
    """The keys below them keep their places."""
    match = table(variant=game, house_rules=rules)
    page = match.show("?seat=A")
    assert waiting(page) == waits
    assert not set(come) & set(ids(page))
    page = match.phone.tap("k-royal-marriage-D")
    assert waiting(page) == []
    assert set(come) <= set(ids(page))


def test_the_queen_of_trumps_makes_the_bezique_and_only_once_there_are_trumps(table: OpenTable) -> None:
    match = table(variant="rubicon", house_rules={"bezique_pair": "trump-queen"})
    match.claim("A melds QH JC", status=422)
    match.write("A melds KH QH")
    match.show("?seat=B")
    match.phone.tap("k-bezique")
    assert match.log() == ["A melds royal-marriage KH QH", "B melds bezique QH JC"]


# The rubicon ---------------------------------------------------------------------------------------------------------

LINES = [
    ("rubicon", 0, "below the rubicon: 1,000 to go"),
    ("rubicon", 620, "below the rubicon: 380 to go"),
    ("rubicon", 990, "below the rubicon: 10 to go"),
    ("rubicon", 1000, "past the rubicon"),
    ("rubicon", 1240, "past the rubicon"),
    ("six-pack", 2990, "below the rubicon: 10 to go"),
    ("six-pack", 3000, "past the rubicon"),
    ("eight-pack", 4620, "below the rubicon: 380 to go"),
    ("eight-pack", 5000, "past the rubicon"),
]


@pytest.mark.parametrize(("game", "total", "told"), LINES)
def test_a_panel_says_how_far_it_is_to_the_rubicon(table: OpenTable, game: str, total: int, told: str) -> None:
    match = table(f"A adjusts {total} before", variant=game)
    panel = match.show().said("p-A")
    assert told in panel
    assert ("past" in told) is ("to go" not in panel)


def test_a_key_says_that_it_passes_the_rubicon(table: OpenTable) -> None:
    match = table("A adjusts 970 before", variant="rubicon")
    page = match.show("?seat=A")
    passing = [id for id in ids(page) if "past the rubicon" in page.said(f"k-{id}")]
    assert "four-jacks" in passing
    assert "royal-marriage-S" in passing
    match.phone.tap("k-bezique")
    assert "past the rubicon" in match.phone.page.said("p-A")
    assert not [id for id in ids(match.show("?seat=A")) if "past the rubicon" in match.phone.page.said(f"k-{id}")]


@pytest.mark.parametrize(("game", "target"), [("rubicon", "1,500"), ("six-pack", "2,000"), ("eight-pack", "3,000")])
def test_a_match_to_a_target_knows_no_rubicon(table: OpenTable, game: str, target: str) -> None:
    wanted = int(target.replace(",", ""))
    match = table("A adjusts 620 before", variant=game, house_rules={"match_length": "target"}, target=wanted)
    panel = match.show().said("p-A")
    assert panel.endswith(f"{wanted - 620:,} to go")
    assert "rubicon" not in panel


# Carte blanche -------------------------------------------------------------------------------------------------------


def blanche(table: OpenTable, game: str = "rubicon", **chosen: object) -> Table:
    """A match in which Alice has declared her carte blanche with one tap."""
    match = table(variant=game, **chosen)
    match.show("?seat=A")
    match.phone.tap("k-carte-blanche")
    assert match.log() == ["A carte-blanche"]
    return match


def state(page: Page, id: str) -> str:
    """Whether a key is dimmed."""
    return "dim" if "dim" in page.one(id).attrib["class"].split() else "lit"


@pytest.mark.parametrize(("game", "points"), [("rubicon", 50), ("six-pack", 250)])
def test_a_carte_blanche_scores_once_and_again_for_every_card_drawn(table: OpenTable, game: str, points: int) -> None:
    """PTL 16: a tap on the key, a tap on the card drawn."""
    match = blanche(table, game)
    for count, card in enumerate(("9H", "AS", "10C"), 2):
        page = match.show("?seat=A")
        assert (state(page, "k-carte-blanche"), state(page, "k-carte-blanche-again")) == ("dim", "lit")
        page = match.phone.tap("k-carte-blanche-again")
        assert "which card was drawn?" in page.said("chooser-title")
        page = match.phone.tap(f"drew-{card}")
        assert match.log()[-1] == f"A carte-blanche drew {card}"
        assert match.figures(page) == {"A": points * count, "B": 0}


def test_only_cards_that_are_no_court_cards_may_have_been_drawn(table: OpenTable) -> None:
    match = blanche(table)
    page = match.show("?seat=A&choose=carte-blanche-again")
    drawn = [b.attrib["id"].removeprefix("drew-") for b in page.buttons() if b.get("id", "").startswith("drew-")]
    assert drawn == [f"{rank}{suit}" for suit in SUITS for rank in ("A", "10", "9", "8", "7")]
    assert (
        match.claim("A carte-blanche drew KH", status=422).said("ruling-title").startswith("Not legal: carte blanche")
    )


def test_a_card_that_all_lie_on_the_table_cannot_have_been_drawn(table: OpenTable) -> None:
    match = blanche(table)
    match.write("B melds AH AH AH AH")
    page = match.show("?seat=A&choose=carte-blanche-again")
    assert "disabled" in page.one("drew-AH").attrib
    assert "disabled" not in page.one("drew-AS").attrib


ENDED = [
    ("who melds a queen has it no more", "A melds KH QH", "A"),
    ("who never had it has none again", "B melds QS JD", "B"),
]


@pytest.mark.parametrize(("line", "seat"), [row[1:] for row in ENDED], ids=[row[0] for row in ENDED])
def test_a_carte_blanche_that_is_over_offers_no_card(table: OpenTable, line: str, seat: str) -> None:
    match = blanche(table)
    match.write(line)
    page = match.show(f"?seat={seat}")
    assert state(page, "k-carte-blanche-again") == "dim"
    page = match.phone.tap("k-carte-blanche-again")
    assert "Not legal: carte blanche scores again only" in page.said("chooser")
    assert "drew-9H" not in page


@pytest.mark.parametrize("line", ["trick A", "B melds QS JD"])
@pytest.mark.parametrize("seat", ["A", "B"])
def test_once_cards_have_been_played_nobody_declares_one(table: OpenTable, line: str, seat: str) -> None:
    match = table(line, variant="rubicon", note_tricks=True)
    assert state(match.show(f"?seat={seat}"), "k-carte-blanche") == "dim"
    assert "law: carte-blanche-time" in match.phone.tap("k-carte-blanche", status=422).said("ruling")


@pytest.mark.parametrize("game", ["eight-pack", "classic", "four-handed"])
def test_other_games_know_no_carte_blanche(table: OpenTable, game: str) -> None:
    match = table(*([] if game == "eight-pack" else ["turn-up AH"]), variant=game)
    assert not [id for id in ids(match.show()) if "carte" in id]
    match.claim("A carte-blanche", status=422)
