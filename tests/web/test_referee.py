"""The referee without a match: a position in the address, tapped together, judged, sent to a friend."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from scorekeeper.database import db
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.table import stored

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "rulings.json").read_text(encoding="utf-8")
)
NAMES = {"A": "First player", "B": "Second player", "C": "Third player", "D": "Fourth player"}
WORDS = {True: "yes", False: "no"}


def address(*lines: str, variant: str = "classic", **said: str) -> str:
    """The address of a position."""
    return f"/referee?{urlencode([('variant', variant), *(('line', line) for line in lines), *said.items()])}"


def held(page: Page) -> dict[str, list[str]]:
    """What the address of the page holds."""
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(urlsplit(page.address).query):
        found.setdefault(name, []).append(value)
    return found


# Rulings --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_page_rules_as_the_cases_say(client: FlaskClient, case: dict[str, Any]) -> None:
    rules = {f"rule_{name}": WORDS.get(value, value) for name, value in case["house_rules"].items()}
    said = {"variant": case["variant"], **rules, "dealer": case["dealer"], "claim": case["claim"]}
    answer = client.get(f"/referee?{urlencode([*said.items(), *(('line', line) for line in case['log'])])}")
    assert answer.status_code == 200
    page = Page("/referee", 200, answer.text)
    title = page.said("ruling-title")
    assert page.title.startswith(f"{title} · Referee")
    assert page.announced.replace("\ufe0e", "") == title
    if not case["legal"]:
        assert title.startswith("Not legal: ")
        return
    worth = case["points"]
    if isinstance(worth, dict):
        worth = ", ".join(f"{' & '.join(NAMES[seat] for seat in side)} {points}" for side, points in worth.items())
    elif worth:
        worth = f"{worth:,}".replace("-", "−")
    assert title == (f"Legal: {worth}" if worth else "Legal")


LAWS = [
    ("a meld of new cards", ["trumps H"], "A melds KH QH", "Legal: 40", "law: meld · S0"),
    ("a queen marries once", ["trumps H", "A melds KS QS"], "A melds KS + QS",
     "Not legal: a card scores only once in the same kind of meld.",
     "At fault: on the table of First player, has scored in: marriage"),
    ("played cards are gone", ["trumps H", "A melds KS QS", "A plays QS"], "A melds JD + QS",
     "Not legal: each card must come from the hand or lie unplayed on the side's own table.",
     "At fault: played by First player, has scored in: marriage"),
    ("the other side's cards", ["trumps H", "B melds KS QS"], "A melds JD + QS",
     "Not legal: each card must come", "At fault: on the table of Second player, has scored in: marriage"),
    ("a card that never lay", ["trumps H"], "A melds JD + QS", "Not legal: each card", "At fault: lies on no table"),
    ("after the stock", ["trumps H", "A melds KS QS", "stock exhausted"], "A melds JD + QS",
     "Not legal: once the stock is gone", "back in the hand of First player"),
    ("whose trick it was", ["trumps H", "trick 3 B"], "A melds QS JD",
     "Not legal: only the side that won", "Trick 3 went to Second player."),
    ("a third copy", ["trumps H", "A melds QS JD", "B melds QS JD"], "A melds QS JD",
     "Not legal: there are not that many", "Q♠: there are 2 in the packs, and 2 lie or lay on the tables already."),
    ("a law with two sources", ["trumps H", "A melds AH 10H KH QH JH"], "A melds + KH QH",
     "Not legal: a king or queen that has been in a sequence does not marry.", "FOS: Foster's Complete Hoyle; PTL: "),
    ("a seven", ["turn-up AH"], "B exchanges seven", "Legal: 10", "Second player: seven exchanged"),
    ("a line taken back", ["trumps H", "A melds KH QH"], "take back 2", "Legal", "Line 2 taken back"),
    ("a line corrected", ["trumps H", "A melds KH QH", "A melds KS QS"], "amend 3 A melds KS + QH",
     "Not legal: these cards together make no meld.", "Line 3 now says: First player K♠"),
    ("hostile words", ["A adjusts 10 <script>alert(1)</script>"], "A melds KH QH",
     "Not legal: trumps must be known first", "<script>alert(1)</script>"),
]  # fmt: skip


@pytest.mark.parametrize(("log", "claim", "title", "says"), [row[1:] for row in LAWS], ids=[row[0] for row in LAWS])
def test_a_ruling_says_its_law_and_why(phone: Phone, log: list[str], claim: str, title: str, says: str) -> None:
    page = phone.get(address(*log, claim=claim))
    assert page.said("ruling-title").startswith(title)
    assert says in page.words


def test_the_law_of_a_ruling_stands_in_the_rule_book_of_the_same_rules(phone: Phone) -> None:
    page = phone.get(address("trumps H", variant="rubicon", rule_reform_melds="no", claim="A melds KH QH QH"))
    href = page.one("law").attrib["href"]
    assert href == "/laws/rubicon?rule_reform_melds=no#law-no-meld"
    assert "law-no-meld" in phone.get(href.partition("#")[0])


def test_a_line_that_was_not_legal_stands_and_says_so(phone: Phone) -> None:
    page = phone.get(address("trumps H", "A melds KH QH", "A melds KH + QH"))
    assert "Not legal then: A card scores only once in the same kind of meld." in page.said("l-3")
    assert "Not legal" not in page.said("l-2")
    assert page.said("l-2").startswith("First player royal marriage K♥ Q♥ 40")


# Taps -----------------------------------------------------------------------------------------------------------------


def tap(phone: Phone, *ids: str) -> Page:
    for id in ids:
        phone.tap(id)
    return phone.page


def test_an_argument_is_settled_by_taps(phone: Phone) -> None:
    phone.get("/referee")
    page = tap(phone, "up-AH", "f-KH", "f-QH", "meld")
    assert held(page)["line"] == ["turn-up AH", "A melds KH QH"]
    page = tap(phone, "f-AH", "f-10H", "f-JH", "c-KH#1", "c-QH#1", "ask")
    assert page.said("ruling-title") == "Legal: 250"
    assert "First player: sequence A♥ 10♥ J♥ K♥ Q♥" in page.said("ruling")
    assert held(page)["claim"] == ["A melds AH 10H JH + KH QH"]
    page = tap(phone, "stands")
    assert "ruling" not in page
    assert page.said("l-3").startswith("First player sequence A♥ 10♥ J♥ + K♥ Q♥ 250")
    page = tap(phone, "c-KH#1", "c-QH#1", "ask")
    assert page.said("ruling-title").startswith("Not legal: a king or queen that has been in a sequence")


def test_what_was_sent_is_what_is_seen(phone: Phone, app: Flask) -> None:
    phone.get(address("trumps H", "A melds KH QH"))
    page = tap(phone, "seat-B", "f-QS", "f-JD", "ask")
    sent = page.one("address").attrib["value"]
    assert sent == f"http://localhost{page.address}"
    friend = Phone(app).get(sent.removeprefix("http://localhost"))
    assert friend.words == page.words


def test_a_face_tapped_again_is_another_copy_and_a_picked_card_goes_with_a_tap(phone: Phone) -> None:
    phone.get(address("trumps H"))
    page = tap(phone, "f-QS", "f-QS", "f-JD", "picked-0")
    assert held(page)["pick"] == ["QS", "JD"]
    page = tap(phone, "f-QS", "f-JD", "f-QS", "f-JD", "f-QS", "f-JD", "f-QS", "f-JD", "f-KH")
    assert len(held(page)["pick"]) == 10, "no meld has more cards"
    assert phone.page.said("f-QS").startswith("Q spades, picked: 5")


def test_a_piece_tapped_again_is_picked_no_longer(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds KH QH"))
    assert held(tap(phone, "c-KH#1"))["pick"] == ["KH#1"]
    assert phone.page.one("c-KH#1").get("aria-pressed") == "true"
    assert "pick" not in held(tap(phone, "c-KH#1"))


def test_another_card_makes_of_a_claim_another_claim(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds KH QH", claim="A melds KS + QH"))
    page = tap(phone, "picked-0", "f-JD")
    assert "ruling" not in page
    assert held(page)["pick"] == ["QH#1", "JD"]


def test_copies_are_named_only_where_it_matters(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds QS JD", "A melds QS JD"))
    page = tap(phone, "f-KS", "c-QS#2", "ask")
    assert held(page)["claim"] == ["A melds KS + QS#2"]
    page = tap(phone, "forget", "c-QS#1", "played", "f-KS", "c-QS#2", "ask")
    assert held(page)["line"][-1] == "A plays QS#1"
    assert held(page)["claim"] == ["A melds KS + QS"]


def test_only_cards_of_one_table_can_be_played_together(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds QS JD", "B melds KS QS"))
    assert tap(phone, "c-QS#1").one("played").get("disabled") is None
    assert tap(phone, "c-QS#2").one("played").get("disabled") is not None
    assert held(tap(phone, "c-QS#1", "played"))["line"][-1] == "B plays QS"


def test_where_room_is_lacking_the_answer_is_a_question(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds AH 10H KH QH JH", claim="A melds KS KC KD QC"))
    page = phone.get(address("trumps H", "A melds AH 10H KH QH JH", claim="A melds KS KC KD KH"))
    assert "Which 2 of these have been played?" in page.said("ruling")
    page = tap(phone, "pl-JH#1")
    assert "Which of these has been played?" in page.said("ruling")
    page = tap(phone, "pl-QH#1")
    assert page.said("ruling-title") == "Legal: 80"
    assert held(page)["line"][-2:] == ["A plays JH", "A plays QH"]


def test_other_cards_are_offered_where_they_would_be_legal(phone: Phone) -> None:
    page = phone.get(address("trumps H", "A melds KS QS", claim="A melds KS + QS"))
    assert page.said("r-1") == "Marriage: K♠ Q♠ new, from the hand · 20"
    assert tap(phone, "r-1").said("ruling-title") == "Legal: 20"


def test_another_winner_of_the_trick_is_offered(phone: Phone) -> None:
    phone.get(address("trumps H", "trick 3 B", claim="A melds QS JD"))
    assert phone.page.said("r-1") == "If First player won the trick"
    page = tap(phone, "r-1")
    assert page.said("ruling-title") == "Legal: 40"
    assert held(page)["line"] == ["trumps H", "trick 3 B", "trick A"]


def test_a_played_card_that_could_be_two_is_asked_for(phone: Phone) -> None:
    log = ["trumps H", "A melds QS JD", "A melds KS QS"]
    page = phone.get(address(*log, claim="A plays QS"))
    assert "say which was played" in page.said("ruling-title")
    assert tap(phone, "r-2").said("ruling-title") == "Legal"
    assert held(phone.page)["claim"] == ["A plays QS#2"]


def test_sevens_tricks_and_the_stock_are_told_and_asked_about(phone: Phone) -> None:
    phone.get(address("turn-up AH"))
    page = tap(phone, "trick-B", "ask-1")
    assert page.said("ruling-title").startswith("Not legal: only the side that won")
    page = tap(phone, "forget", "seat-B", "ask-2")
    assert held(page)["claim"] == ["B exchanges seven"]
    page = tap(phone, "stands")
    assert page.said("l-3").startswith("Second player seven exchanged 10")
    page = tap(phone, "note-3", "ask-1")
    assert "Once the stock is gone" in page.said("ruling").replace("once", "Once")


def test_tricks_leave_the_picked_cards_alone(phone: Phone) -> None:
    phone.get(address("trumps H"))
    assert held(tap(phone, "f-QS", "trick-A", "f-JD"))["pick"] == ["QS", "JD"]


def test_trumps_are_said_once_and_stand_first(phone: Phone) -> None:
    phone.get(address("A melds KH QH"))
    assert held(tap(phone, "trumps-S"))["line"] == ["trumps S", "A melds KH QH"]
    assert held(tap(phone, "up-7H"))["line"] == ["turn-up 7H", "A melds KH QH"]
    assert "royal marriage" in phone.page.said("l-2")


def test_a_line_is_removed_with_a_tap_and_the_claim_judged_again(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds KS QS", "A plays QS", claim="A melds JD + QS"))
    page = tap(phone, "x-3")
    assert page.said("ruling-title") == "Legal: 40"
    assert held(page)["line"] == ["trumps H", "A melds KS QS"]


def test_only_lines_that_hold_are_told_and_go_on(phone: Phone) -> None:
    page = phone.get(address("trumps H", "A melds KS QS", "take back 2", "A melds KC QC", "amend 4 A melds KD QD"))
    assert [line for line in ("l-1", "l-2", "l-3") if line in page] == ["l-1", "l-2"]
    assert held(tap(phone, "x-1"))["line"] == ["A melds KD QD"]


def test_lines_can_be_written_by_hand(phone: Phone) -> None:
    phone.get("/referee")
    page = phone.fill("write", written="trumps ♥")
    assert held(page)["line"] == ["trumps H"]
    page = phone.fill("try", written="A melds kh qh")
    assert page.said("ruling-title") == "Legal: 40"
    page = phone.fill("write", written="A melts KH QH", status=400)
    assert page.errors[0].startswith("line 2: unknown word 'melts' (word 2")
    assert held(phone.tap("rest"))["line"] == ["trumps H"]


def test_the_same_claim_by_other_rules(phone: Phone) -> None:
    phone.get(address("trumps H", "A melds AH 10H KH QH JH", claim="A melds + KH QH", dealer="B"))
    tap(phone, "game")
    page = phone.fill("rules", rule_marriage_after_sequence="yes")
    assert page.said("ruling-title") == "Legal: 40"
    assert "Marriage after the sequence" in page.words
    tap(phone, "game")
    page = phone.fill("rules", variant="rubicon", dealer="A", rule_marriage_after_sequence="")
    assert page.said("ruling-title").startswith("Not legal: a king or queen")
    assert held(page)["variant"] == ["rubicon"]
    assert held(page)["dealer"] == ["A"]


def test_a_house_rule_out_of_place_is_refused_where_it_was_chosen(phone: Phone) -> None:
    phone.get(address("trumps H", claim="A melds KH QH"))
    tap(phone, "game")
    page = phone.fill("rules", variant="rubicon", rule_stop_at_target="yes", status=400)
    assert page.errors == ["stop_at_target has no place in rubicon: it needs a game with a turn-up"]
    page = phone.fill("rules", rule_stop_at_target="")
    assert page.said("ruling-title") == "Legal: 40"
    assert held(page)["variant"] == ["rubicon"]


def test_partners_are_said_to_be_partners_and_build_together(phone: Phone) -> None:
    page = phone.get(address("trumps H", "A melds KH QH", variant="four-handed", claim="C melds AH 10H JH + KH QH"))
    assert "Partners: First player & Third player · Second player & Fourth player" in page.words
    assert page.said("ruling-title") == "Legal: 250"
    assert "Partners:" not in phone.get(address(variant="four-solo")).words


def test_brisques_are_ruled_on_for_all_sides(phone: Phone) -> None:
    page = phone.get(address("trumps H", "A last-trick", claim="brisques A 7 B 9"))
    assert page.said("ruling-title") == "Legal: First player 70, Second player 90"


def test_nothing_is_asked_of_the_database(app: Flask, phone: Phone) -> None:
    phone.get("/")
    before = stored(app)
    asked: list[str] = []
    with app.app_context():
        engine = db.engine

    def hear(*told: Any) -> None:
        asked.append(told[2])

    event.listen(engine, "before_cursor_execute", hear)
    try:
        phone.get("/referee")
        tap(phone, "trumps-H", "f-KH", "f-QH", "ask", "stands")
    finally:
        event.remove(engine, "before_cursor_execute", hear)
    assert asked == []
    assert stored(app) == before


# Broken addresses -----------------------------------------------------------------------------------------------------

LONG = "A melds" + " KH" * 65
EMPTY = "variant=classic&dealer=B"
TRUMPS = f"{EMPTY}&line=trumps+H"
QUEENS_AND_JACKS = ["A melds" + " QS" * 30, "A melds" + " JD" * 30]
EIGHT = "A melds + QS QS QS QS JD JD JD JD"


def query(**said: str | list[str]) -> str:
    return urlencode(said, doseq=True)


BROKEN = [
    ("an unknown game", "variant=whist", "not a variant: 'whist' (one of classic,", None),
    ("a rule out of place", "variant=rubicon&rule_stop_at_target=yes&line=trumps+H",
     "stop_at_target has no place in rubicon: it needs a game with a turn-up", "variant=rubicon&line=trumps+H"),
    ("a rule there is not", "variant=classic&rule_kings_fly=yes", "not a house rule: 'kings_fly'", "variant=classic"),
    ("a value there is not", "rule_brisques=sometimes", "brisques cannot be 'sometimes' in classic", ""),
    ("a dealer there is not", "dealer=C&line=trumps+H", "dealer: not a seat of this game: 'C' (one of A, B)",
     TRUMPS),
    ("a seat there is not", "seat=Z", "seat: not a seat of this game: 'Z' (one of A, B)", EMPTY),
    ("a line of no sense", "line=trumps+H&line=A+meldss+KH&claim=A+melds+KH+QH",
     "line 2: unknown word 'meldss' (word 2",
     f"{TRUMPS}&claim=A+melds+KH+QH"),
    ("a seat the game has not", "line=C+melds+KH+QH", "line 1: not a seat: 'C' (word 1; one of A, B)", EMPTY),
    ("no card", "line=A+melds+KH+QX", "line 1: not a card: 'QX' (write e.g. QS, 10D) (word 4)", EMPTY),
    ("nothing taken back", "line=trumps+H&line=take+back+9", "line 2: line 9 does not stand", TRUMPS),
    ("a line of no sense before one taken back", "line=trumps+H&line=nonsense&line=A+melds+KH+QH&line=take+back+3",
     "line 2: unknown word 'nonsense'", TRUMPS),
    ("a line of no sense before a take-back taken back",
     "line=nonsense&line=trumps+H&line=take+back+2&line=take+back+3&line=amend+9+trick+A",
     "line 1: unknown word 'nonsense'", TRUMPS),
    ("a claim of no sense", "line=trumps+H&claim=hello", "claim: unknown word 'hello'", TRUMPS),
    ("a claim on no line", "claim=take+back+3", "claim: line 3 does not stand", EMPTY),
    ("a pick that is no card", "pick=QX", "pick: not a card: 'QX' (write e.g. QS, or QS#1)", EMPTY),
    ("two cards in a pick", "pick=QS+QS", "pick: not a card: 'QS QS'", EMPTY),
    ("a pick of a seven played", "pick=seven", "pick: not a card: 'seven'", EMPTY),
    ("a piece that lies nowhere", "pick=QS%231", "pick: QS#1 lies on no table", EMPTY),
    ("a piece picked twice", "line=A+melds+QS+JD&pick=QS%231&pick=QS%231", "pick: there is only one QS#1",
     f"{EMPTY}&line=A+melds+QS+JD"),
    ("too many picks", "&".join(["pick=QS"] * 11), "pick: 11 cards are more than any meld has", EMPTY),
    ("too many lines", "&".join(["line=trick+A"] * 401), "401 lines are too many: a deal", EMPTY),
    ("a line too long", query(line=LONG), "line 1: 202 characters are too many for a line",
     EMPTY),
    ("a claim too long", query(claim=LONG), "claim: 202 characters are too many", EMPTY),
    ("more cards than there are", query(line=["A melds" + " KH" * 60] * 2),
     "line 2: more cards are laid than there are: 64", EMPTY),
    ("choices without end", query(line=[*QUEENS_AND_JACKS, EIGHT]),
     "line 3: say which copies are meant, e.g. QS#1", EMPTY),
    ("a claim with choices without end", query(line=QUEENS_AND_JACKS, claim=EIGHT),
     "claim: say which copies are meant", None),
    ("a correction with choices without end",
     query(line=["trick A", *QUEENS_AND_JACKS, "trick A", "A plays" + " QS" * 30], claim=f"amend 4 {EIGHT}"),
     "claim: say which copies are meant", None),
    ("a tap on no key", "tap=conquer+all", "tap: not a key of this page: 'conquer all'", EMPTY),
    ("a question about nothing", "tap=ask", "no cards were picked", EMPTY),
    ("hostile words", query(line="<img src=x onerror=alert(1)>\u202e"), "line 1: unknown word '<img'", EMPTY),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "message", "rest"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_address_says_what_and_leads_on(phone: Phone, asked: str, message: str, rest: str | None) -> None:
    page = phone.get(f"/referee?{asked}", status=400)
    assert message in page.errors[0]
    assert "afresh" in page
    if rest is not None:
        assert page.one("rest").attrib["href"].partition("?")[2] == rest
        phone.tap("rest")
    phone.get("/referee")


def test_the_longest_position_is_shown(phone: Phone) -> None:
    phone.get(address(*["trick A"] * 400))
    phone.tap("trick-A", status=400)
    assert phone.page.errors == ["401 lines are too many: a deal has at most 400."]
