"""The notation: every line of it read and written, other spellings, and what is said of lines that cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import Event, Meld, NotationError, Rules, Seat, Suit, house_rules, read, write
from scorekeeper.bezique.cards import FACES, Card
from scorekeeper.bezique.events import (
    Adjusted,
    Amended,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    LastTrickWon,
    Melded,
    Named,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
    StockExhausted,
    TakenBack,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from tests.bezique.strategies import events, examples, variants

A, B, C, D = Seat
CLASSIC = house_rules("classic", {})
FOUR_HANDS = house_rules("four-handed", {})


def cards(text: str) -> tuple[Card, ...]:
    """The cards named in *text*."""
    return tuple(map(Card.parse, text.split()))


def named(text: str) -> tuple[Named, ...]:
    """Table cards: ``QS#1 JD``."""
    split = (word.partition("#") for word in text.split())
    return tuple(Named(Card.parse(name), int(number) if number else None) for name, _, number in split)


# Every line of the notation, as it is written and what it says.

LINES: list[tuple[str, Event]] = [
    ("turn-up AH", TurnedUp(Card.parse("AH"))),
    ("trumps H", TrumpsNamed(Suit.HEARTS)),
    ("trick B", TrickWon(B)),
    ("trick 14 B", TrickWon(B, 14)),
    ("A melds KH QH", Melded(A, cards("KH QH"))),
    ("A melds royal-marriage KH QH", Melded(A, cards("KH QH"), meld=Meld.ROYAL_MARRIAGE)),
    ("A melds AH 10H JH + KH QH", Melded(A, cards("AH 10H JH"), named("KH QH"))),
    ("A melds + KS#2 QS", Melded(A, (), named("KS#2 QS"))),
    ("A melds sequence AH 10H JH + KH#1 QH", Melded(A, cards("AH 10H JH"), named("KH#1 QH"), Meld.SEQUENCE)),
    ("A melds bezique + QS#1 JD#2", Melded(A, (), named("QS#1 JD#2"), Meld.BEZIQUE)),
    ("A exchanges seven", SevenExchanged(A)),
    ("A shows seven", SevenShown(A)),
    ("A plays seven", SevenPlayed(A)),
    ("A plays QS#1 JD", CardsPlayed(A, named("QS#1 JD"))),
    ("A carte-blanche", CarteBlanche(A)),
    ("A carte-blanche AS 10S 9H", CarteBlanche(A, cards("AS 10S 9H"))),
    ("A carte-blanche drew 9H", CarteBlancheAgain(A, Card.parse("9H"))),
    ("stock exhausted", StockExhausted()),
    ("A last-trick", LastTrickWon(A)),
    ("brisques A 7 B 9", BrisquesCounted((("A", 7), ("B", 9)))),
    ("brisques B 9 A 7", BrisquesCounted((("B", 9), ("A", 7)))),
    ("A brisques 2", BrisquesTaken("A", 2)),
    ("A adjusts -40 revoke", Adjusted(A, -40, "revoke")),
    ("A adjusts 20 counted twice, agreed", Adjusted(A, 20, "counted twice, agreed")),
    ("A adjusts 0 agreed", Adjusted(A, 0, "agreed")),
    ("take back 12", TakenBack(12)),
    ("amend 12 B melds KC QC", Amended(12, Melded(B, cards("KC QC")))),
    ("amend 3 trick 14 B", Amended(3, TrickWon(B, 14))),
    ("amend 3 B melds KC QC agreed", Amended(3, Melded(B, cards("KC QC"), agreed=True))),
    ("amend 3 B adjusts -10 all agreed", Amended(3, Adjusted(B, -10, "all agreed"))),
    ("turn-up 7C agreed", TurnedUp(Card.parse("7C"), True)),
    ("trumps S agreed", TrumpsNamed(Suit.SPADES, True)),
    ("trick B agreed", TrickWon(B, None, True)),
    ("trick 14 B agreed", TrickWon(B, 14, True)),
    ("A melds four-kings KS KH KD + KC agreed", Melded(A, cards("KS KH KD"), named("KC"), Meld.FOUR_KINGS, True)),
    ("A exchanges seven agreed", SevenExchanged(A, True)),
    ("A shows seven agreed", SevenShown(A, True)),
    ("A plays seven agreed", SevenPlayed(A, True)),
    ("A plays QS agreed", CardsPlayed(A, named("QS"), True)),
    ("A carte-blanche agreed", CarteBlanche(A, (), True)),
    ("A carte-blanche AS 9H agreed", CarteBlanche(A, cards("AS 9H"), True)),
    ("A carte-blanche drew 9H agreed", CarteBlancheAgain(A, Card.parse("9H"), True)),
    ("stock exhausted agreed", StockExhausted(True)),
    ("A last-trick agreed", LastTrickWon(A, True)),
    ("brisques A 8 B 9 agreed", BrisquesCounted((("A", 8), ("B", 9)), True)),
    ("A brisques 2 agreed", BrisquesTaken("A", 2, True)),
]


@pytest.mark.parametrize(("text", "event"), LINES, ids=[text for text, _ in LINES])
def test_a_line_says_what_it_says_and_is_written_so(text: str, event: Event) -> None:
    assert read(text, CLASSIC) == event
    assert write(event) == text


def test_every_kind_of_line_is_written_here_and_every_claim_agreed_as_well() -> None:
    kinds = {type(event) for _, event in LINES}
    assert kinds == set(Event.__args__)
    agreed = {type(event) for _, event in LINES if getattr(event, "agreed", False)}
    assert agreed == kinds - {Adjusted, TakenBack, Amended}


SEATS: list[tuple[str, str, Event]] = [
    ("four-handed", "D melds KH QH", Melded(D, cards("KH QH"))),
    ("four-handed", "brisques AC 18 BD 14", BrisquesCounted((("AC", 18), ("BD", 14)))),
    ("four-handed", "AC brisques 2", BrisquesTaken("AC", 2)),
    ("four-solo", "brisques A 1 B 2 C 3 D 26", BrisquesCounted((("A", 1), ("B", 2), ("C", 3), ("D", 26)))),
    ("three-handed", "C last-trick", LastTrickWon(C)),
    ("consultation", "brisques A 7 B 9", BrisquesCounted((("A", 7), ("B", 9)))),
]


@pytest.mark.parametrize(("variant", "text", "event"), SEATS, ids=[f"{row[0]}: {row[1]}" for row in SEATS])
def test_seats_and_sides_are_those_of_the_game(variant: str, text: str, event: Event) -> None:
    assert read(text, house_rules(variant, {})) == event
    assert write(event) == text


# Other spellings are read, and written in the one form.

SPELLINGS = [
    ("A melds kh qh", "A melds KH QH"),
    ("A melds K♥ q♥", "A melds KH QH"),
    ("A melds A♠ 10♦ T♣ th 10h", "A melds AS 10D 10C 10H 10H"),
    ("turn-up T♠", "turn-up 10S"),
    ("trumps ♦", "trumps D"),
    ("trumps d", "trumps D"),
    ("A plays q♠#2 t♦", "A plays QS#2 10D"),
    ("  A   melds\tKH  QH ", "A melds KH QH"),
    ("A melds KH QH +KS", None),
    ("trick 014 B", "trick 14 B"),
    ("A adjusts -0 nothing", "A adjusts 0 nothing"),
    ("A adjusts  -40   played  out of turn ", "A adjusts -40 played out of turn"),
    ("A plays QS#01", "A plays QS#1"),
    ("amend  3   a-d", None),
    ("amend  03  B melds  k♣ Q♣  agreed", "amend 3 B melds KC QC agreed"),
    ("take  back  007", "take back 7"),
]


@pytest.mark.parametrize(("text", "line"), SPELLINGS, ids=[row[0] for row in SPELLINGS])
def test_other_spellings_are_written_in_one_form(text: str, line: str | None) -> None:
    if line is None:
        with pytest.raises(NotationError):
            read(text, CLASSIC)
    else:
        assert write(read(text, CLASSIC)) == line


def test_a_seat_may_take_brisques_for_its_side() -> None:
    assert read("C brisques 2", FOUR_HANDS) == BrisquesTaken("AC", 2)


def test_every_card_is_read_in_every_spelling() -> None:
    assert len(FACES) == 32
    for card in FACES:
        rank, suit = card.rank.value, card.suit
        for said in {rank, rank.lower(), *(["T", "t"] if rank == "10" else [])}:
            for of in (suit.value, suit.value.lower(), suit.sign):
                assert Card.parse(said + of) is card


def test_every_meld_has_a_name_in_the_notation() -> None:
    for meld in Meld:
        assert read(f"A melds {meld.value} KH", CLASSIC) == Melded(A, cards("KH"), meld=meld)


# What cannot be read: the message says where, what was read, and what would be right.

EXAMPLE = "(write e.g. A melds KH QH, A melds KH + QH, A melds + KH QH)"
BRISQUES = "(write e.g. brisques A 8 B 8)"
VERBS = "melds, plays, exchanges, shows, last-trick, carte-blanche, brisques, adjusts"
FIRSTS = "turn-up, trumps, trick, stock exhausted, brisques, take back, amend, or a seat: A, B"
MELDS = ", ".join(meld.value for meld in Meld)
UNREADABLE = [
    ("", "an empty line (write e.g. A melds KH QH)"),
    ("  \t ", "an empty line (write e.g. A melds KH QH)"),
    ("agreed", "nothing is agreed on (write e.g. A melds KH QH agreed)"),
    # who
    ("C melds KH QH", "not a seat: 'C' (word 1; one of A, B)"),
    ("a melds KH QH", "not a seat: 'a' (word 1; one of A, B)"),
    ("Alice melds KH QH", "not a seat: 'Alice' (word 1; one of A, B)"),
    ("D", "not a seat: 'D' (word 1; one of A, B)"),
    ("trick C", "not a seat: 'C' (word 2; one of A, B)"),
    ("trick 3 D", "not a seat: 'D' (word 3; one of A, B)"),
    ("trick B 3", "not a seat: '3' (word 3; one of A, B)"),
    ("AC last-trick", "not a seat: 'AC' (word 1; one of A, B)"),
    # does what
    ("meld KH QH", f"unknown word 'meld' (word 1; one of {FIRSTS})"),
    ("Trick A", f"unknown word 'Trick' (word 1; one of {FIRSTS})"),
    ("E", f"unknown word 'E' (word 1; one of {FIRSTS})"),
    ("take 12", f"unknown word 'take' (word 1; one of {FIRSTS})"),
    ("A", f"nothing after 'A' (one of {VERBS})"),
    ("A agreed", f"nothing after 'A' (one of {VERBS})"),
    ("A meld KH QH", f"unknown word 'meld' (word 2) (one of {VERBS})"),
    ("stock gone", "cannot read 'stock gone' (write stock exhausted)"),
    ("stock", "cannot read 'stock' (write stock exhausted)"),
    ("stock exhausted now", "cannot read 'stock exhausted now' (write stock exhausted)"),
    # which cards
    ("turn-up", "the line ends too soon (write e.g. turn-up AH)"),
    ("turn-up A", "not a card: 'A' (write e.g. QS, 10D) (word 2)"),
    ("turn-up 1H", "not a card: '1H' (write e.g. QS, 10D) (word 2)"),
    ("turn-up AH 9H", "'9H' (word 3) is too much (write e.g. turn-up AH)"),
    ("trumps", "the line ends too soon (write e.g. trumps H)"),
    ("trumps hearts", "not a suit: 'hearts' (word 2; one of S, H, D, C)"),
    ("trumps AH", "not a suit: 'AH' (word 2; one of S, H, D, C)"),
    ("A melds", f"cards are missing {EXAMPLE}"),
    ("A melds marriage", f"cards are missing {EXAMPLE}"),
    ("A melds KH QH +", f"cards are missing {EXAMPLE}"),
    ("A melds +", f"cards are missing {EXAMPLE}"),
    ("A melds KH QX", "not a card: 'QX' (write e.g. QS, 10D) (word 4)"),
    ("A melds K H", "not a card: 'K' (write e.g. QS, 10D) (word 3)"),
    ("A melds KH + QX", "not a card: 'QX' (write e.g. QS, 10D) (word 5)"),
    ("A melds 11H QH", "not a card: '11H' (write e.g. QS, 10D) (word 3)"),
    ("A melds 6H QH", "not a card: '6H' (write e.g. QS, 10D) (word 3)"),
    ("A melds KH QH + KS + QS", "a second '+' (word 7): hand cards stand before it, table cards after"),
    ("A melds KH#1 QH", "'KH#1' (word 3) comes from the hand and has no number (table cards follow '+')"),
    ("A melds KH + QH#0", "not a copy: 'QH#0' (word 5; write e.g. QS#1)"),
    ("A melds KH + QH#", "not a copy: 'QH#' (word 5; write e.g. QS#1)"),
    ("A melds KH + QH#two", "not a copy: 'QH#two' (word 5; write e.g. QS#1)"),
    ("A melds KH + QH#1000", "not a copy: 'QH#1000' (word 5; write e.g. QS#1)"),
    ("A melds KH + QH#²", "not a copy: 'QH#²' (word 5; write e.g. QS#1)"),
    ("A melds wedding KH QH", f"not a meld: 'wedding' (word 3; one of {MELDS})"),
    ("A melds four-nines 9S 9H 9D 9C", f"not a meld: 'four-nines' (word 3; one of {MELDS})"),
    ("A melds KH QH marriage", f"not a meld: 'marriage' (word 5; one of {MELDS})"),
    ("A plays", "cards are missing (write e.g. A plays QS#1 JD, or A plays seven)"),
    ("A plays QS seven", "not a card: 'seven' (write e.g. QS, 10D) (word 4)"),
    ("A plays eight", "not a card: 'eight' (write e.g. QS, 10D) (word 3)"),
    ("A exchanges", "cannot read 'A exchanges' (write e.g. A exchanges seven)"),
    ("A exchanges 7H", "cannot read 'A exchanges 7H' (write e.g. A exchanges seven)"),
    ("A shows seven seven", "cannot read 'A shows seven seven' (write e.g. A shows seven)"),
    ("A carte-blanche drew", "the line ends too soon (write e.g. A carte-blanche drew 9H)"),
    ("A carte-blanche drew 9H 8H", "'8H' (word 5) is too much (write e.g. A carte-blanche drew 9H)"),
    ("A carte-blanche AS 1S", "not a card: '1S' (write e.g. QS, 10D) (word 4)"),
    ("A last-trick 10", "cannot read 'A last-trick 10' (write e.g. A last-trick)"),
    # how many
    ("trick", "the line ends too soon (write e.g. trick B, or trick 14 B)"),
    ("trick 3 A B", "'A' (word 3) is too much (write e.g. trick B, or trick 14 B)"),
    ("trick 0 A", "not a number: '0' (word 2; a whole number from 1)"),
    ("trick -1 A", "not a number: '-1' (word 2; a whole number from 1)"),
    ("trick 1.5 A", "not a number: '1.5' (word 2; a whole number from 1)"),
    ("trick ٣ A", "not a number: '٣' (word 2; a whole number from 1)"),
    ("trick 1000001 A", "not a number: '1000001' (word 2; a whole number from 1)"),
    ("brisques", f"brisques need a number for each side {BRISQUES}"),
    ("brisques A", f"brisques need a number for each side {BRISQUES}"),
    ("brisques A 7 B", f"brisques need a number for each side {BRISQUES}"),
    ("brisques A 7 C 9", f"not a side: 'C' (word 4; one of A, B) {BRISQUES}"),
    ("brisques A 7 A 9", f"side A stands twice (word 4) {BRISQUES}"),
    ("brisques A seven B 9", "not a number: 'seven' (word 3; a whole number from 0)"),
    ("brisques A 7.5 B 8", "not a number: '7.5' (word 3; a whole number from 0)"),
    ("brisques A -1 B 17", "not a number: '-1' (word 3; a whole number from 0)"),
    ("A brisques", "the line ends too soon (write e.g. A brisques 2)"),
    ("A brisques two", "not a number: 'two' (word 3; a whole number from 0)"),
    ("C brisques 2", "not a side: 'C' (word 1; one of A, B)"),
    ("A adjusts", "'A adjusts' needs points and a reason (write e.g. A adjusts -40 revoke)"),
    ("A adjusts -40", "'A adjusts -40' needs points and a reason (write e.g. A adjusts -40 revoke)"),
    ("A adjusts forty revoke", "not a whole number: 'forty' (word 3; from -1000000 to 1000000)"),
    ("A adjusts 1e3 bonus", "not a whole number: '1e3' (word 3; from -1000000 to 1000000)"),
    ("A adjusts +40 bonus", "not a whole number: '+40' (word 3; from -1000000 to 1000000)"),
    ("A adjusts 1000001 bonus", "not a whole number: '1000001' (word 3; from -1000000 to 1000000)"),
    ("A adjusts --40 revoke", "not a whole number: '--40' (word 3; from -1000000 to 1000000)"),
    ("C adjusts -40 revoke", "not a seat: 'C' (word 1; one of A, B)"),
    # of which line
    ("take back", "the number of the line is missing (write e.g. take back 12)"),
    ("take back twelve", "not a number: 'twelve' (word 3; a whole number from 1)"),
    ("take back 0", "not a number: '0' (word 3; a whole number from 1)"),
    ("take back 3 agreed", "'agreed' (word 4) is too much (write e.g. take back 12)"),
    ("amend", "'amend' ends too soon (write e.g. amend 12 B melds KC QC)"),
    ("amend 12", "'amend 12' ends too soon (write e.g. amend 12 B melds KC QC)"),
    ("amend twelve B melds KC QC", "not a number: 'twelve' (word 2; a whole number from 1)"),
    ("amend 12 B melds KX QC", "after 'amend 12': not a card: 'KX' (write e.g. QS, 10D) (word 3)"),
    ("amend 12 C melds KC QC", "after 'amend 12': not a seat: 'C' (word 1; one of A, B)"),
    ("amend 12 take back 3", "an amendment says what a line of the deal says now, not 'take' (word 3)"),
    ("amend 12 amend 3 trick A", "an amendment says what a line of the deal says now, not 'amend' (word 3)"),
]


@pytest.mark.parametrize(("text", "message"), UNREADABLE, ids=[row[0] for row in UNREADABLE])
def test_an_unreadable_line_says_where_and_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text, CLASSIC)
    assert str(error.value) == message


HOSTILE = ["amend 1 " * 5000, "A melds " + "KS " * 5000, "A plays " + "QS " * 5000, "trick " * 100_000, "9" * 1_000_000]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_an_endless_line_is_unreadable_like_any_other(text: str) -> None:
    with pytest.raises(NotationError):
        read(text, CLASSIC)


def test_a_long_reason_is_a_reason() -> None:
    reason = " ".join(["because"] * 1000)
    assert read(f"A adjusts 10 {reason}", CLASSIC) == Adjusted(A, 10, reason)


# Reading back what was written gives the same.

LINES_AND_RULES = variants.flatmap(lambda rules: st.tuples(st.just(rules), events(rules)))


@examples(300)
@given(LINES_AND_RULES)
def test_what_is_written_is_read_back_the_same(line: tuple[Rules, Event]) -> None:
    rules, event = line
    assert read(write(event), rules) == event


VOCABULARY = """
    A B C D AC BD melds plays shows exchanges carte-blanche drew last-trick brisques adjusts agreed turn-up trumps trick
    stock exhausted take back amend seven + KH qh 10d t♠ QS#1 JD#2 9c x marriage sequence four-aces 0 1 7 14 -40 1000000
    H ♦ revoke ② #
"""


def understood(text: str, rules: Rules) -> Event | None:
    """What *text* says, None if it cannot be read."""
    try:
        return read(text, rules)
    except NotationError:
        return None


@examples(400)
@given(variants, st.lists(st.sampled_from(VOCABULARY.split()), max_size=7).map(" ".join))
def test_a_line_that_can_be_read_is_stable_once_written(rules: Rules, text: str) -> None:
    event = understood(text, rules)
    if event is not None:
        assert read(write(event), rules) == event
        assert write(read(write(event), rules)) == write(event)


@examples(100)
@given(variants, st.text(max_size=60))
def test_any_text_is_read_or_refused_and_never_crashes(rules: Rules, text: str) -> None:
    event = understood(text, rules)
    assert event is None or read(write(event), rules) == event
