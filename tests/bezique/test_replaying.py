"""The fold from a log to a deal: every line stands as written, and taking it back leaves no trace."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import (
    VARIANTS,
    Granted,
    Meld,
    Refused,
    Rules,
    Seat,
    StandingLine,
    after,
    house_rules,
    numbered,
    opening,
    read,
    replay,
    rule_on,
    standing,
    write,
)
from scorekeeper.bezique.deal import Deal, ScoreKind
from scorekeeper.bezique.events import Claim, Event
from tests.bezique.stories import judged, rules_of, said, told
from tests.bezique.strategies import claims, events, examples, moves, picks, played, variants

# What a log makes of a deal, odd as the log may be.


def laid(deal: Deal) -> str:
    """The cards on the tables with what they scored in: ``A: QS#1 marriage+bezique``."""
    seats = []
    for seat in deal.rules.seats:
        cards = [f"{piece.name} {'+'.join(piece.scored_in)}".strip() for piece in deal.lying(seat)]
        if cards:
            seats.append(f"{seat.value}: {', '.join(cards)}")
    return "; ".join(seats)


TABLES = [
    ("a marriage lies there", "trumps H; A melds KS QS", "A: KS#1 marriage, QS#1 marriage"),
    (
        "its queen in a bezique as well",
        "trumps H; A melds KS QS; A melds JD + QS",
        "A: KS#1 marriage, QS#1 marriage+bezique, JD#1 bezique",
    ),
    (
        "copies are numbered as they are laid, whoever lays them",
        "trumps H; B melds QS JD; A melds KS QS",
        "A: KS#1 marriage, QS#2 marriage; B: QS#1 bezique, JD#1 bezique",
    ),
    ("a card played is gone", "trumps H; A melds KS QS; A plays KS", "A: QS#1 marriage"),
    (
        "the second copy was played",
        "trumps H; A melds KS QS; A melds KS QS; A plays KS#2 QS#1",
        "A: KS#1 marriage, QS#2 marriage",
    ),
    (
        "of two copies the first that is free",
        "trumps H; A melds QS JD; A melds KS QS; A plays QS",
        "A: JD#1 bezique, KS#1 marriage, QS#2 marriage",
    ),
    (
        "the piece that makes the meld legal is the one that was meant",
        "trumps H; A melds QS JD; A melds KS QS; A melds JD + QS",
        "A: QS#1 bezique, JD#1 bezique, KS#1 marriage, QS#2 marriage+bezique, JD#2 bezique",
    ),
    ("the tables are cleared when the stock is gone", "trumps H; A melds KS QS; stock exhausted", ""),
    ("and with the last trick", "trumps H; A melds KS QS; A last-trick", ""),
]

ODD = [
    (
        "a table card that lies nowhere is laid now",
        "trumps H; A melds KS + QS",
        "A: QS#1 marriage, KS#1 marriage",
    ),
    (
        "a card that was played scores again if the line says which, and stays played",
        "trumps H; A melds KS QS; A plays QS; A melds JD + QS#1",
        "A: KS#1 marriage, JD#1 bezique",
    ),
    ("a card that nobody has is not played", "trumps H; A melds KS QS; A plays 9C", "A: KS#1 marriage, QS#1 marriage"),
    ("nor twice", "trumps H; A melds KS QS; A plays QS; A plays QS", "A: KS#1 marriage"),
    ("nor the opponent's", "trumps H; A melds KS QS; B plays QS", "A: KS#1 marriage, QS#1 marriage"),
    ("cards that make no meld are laid and score nothing", "trumps H; A melds KS QD", "A: KS#1, QD#1"),
    ("three copies of two packs", "A melds QS QS QS JD", "A: QS#1, QS#2, QS#3, JD#1"),
]


@pytest.mark.parametrize(("story", "log", "table"), [*TABLES, *ODD], ids=[row[0] for row in [*TABLES, *ODD]])
def test_what_lies_on_the_tables(story: str, log: str, table: str) -> None:
    assert laid(told(log)) == table


SCORES = [
    ("the turn-up is a seven: the dealer's", "turn-up 7C", "B seven 10"),
    ("the turn-up is none", "turn-up 8C", ""),
    ("the shown seven counts for who showed it", "trumps H; A shows seven", "A seven 10"),
    ("a meld that its cards alone name", "trumps H; A melds KH QH", "A meld 40"),
    ("a meld misnamed scores what the cards are", "trumps H; A melds marriage KH QH", "A meld 40"),
    ("a meld against the rules scores as written", "trumps H; A melds KS QS; A melds + KS QS", "A meld 20; A meld 20"),
    ("a meld after the end scores as written", "trumps H; A last-trick; A melds KS QS", "A last-trick 10; A meld 20"),
    ("a meld on the other's trick", "trumps H; trick B; A melds KS QS", "A meld 20"),
    (
        "sevens without end",
        "trumps H; A shows seven; A shows seven; A shows seven",
        "A seven 10; A seven 10; A seven 10",
    ),
    ("two last tricks", "A last-trick; B last-trick", "A last-trick 10; B last-trick 10"),
    ("two counts", "brisques A 8 B 8; brisques A 8 B 8", "A brisques 80; B brisques 80; A brisques 80; B brisques 80"),
    ("trick nine hundred", "trick 900 A; A melds KS KH KD KC", "A meld 80"),
    ("adjustments up and down", "A adjusts -40 revoke; B adjusts 15 half a point", "A adjustment -40; B adjustment 15"),
    ("a common marriage before trumps are known", "A melds KS QS", "A meld 20"),
    ("carte blanche where there is none", "A carte-blanche", "A carte-blanche 0"),
]


@pytest.mark.parametrize(("story", "log", "scores"), SCORES, ids=[row[0] for row in SCORES])
def test_what_a_log_scores(story: str, log: str, scores: str) -> None:
    deal = told(log)
    assert "; ".join(f"{score.side} {score.kind} {score.points}" for score in deal.scores) == scores


def test_points_are_those_of_the_side_whoever_of_it_scores() -> None:
    deal = told("trumps H; A melds KS QS; C melds KH QH; D last-trick; brisques AC 20 BD 12", "four-handed")
    assert (deal.points("AC"), deal.points("BD")) == (260, 130)


# A05: one of every meld, added and taken back, leaves nothing behind.


def subtotals(deal: Deal) -> Counter[tuple[str, str]]:
    """The subtotals of a sheet: what each side scored of each kind, and of each meld."""
    found: Counter[tuple[str, str]] = Counter()
    for score in deal.scores:
        found[score.side, score.kind] += score.points
        if score.meld:
            found[score.side, score.meld] += score.points
    return found


EXAMPLES = {
    Meld.MARRIAGE: "KS QS",
    Meld.ROYAL_MARRIAGE: "KH QH",
    Meld.SEQUENCE: "AH 10H KH QH JH",
    Meld.PLAIN_SEQUENCE: "AS 10S KS QS JS",
    Meld.BEZIQUE: "QS JD",
    Meld.DOUBLE_BEZIQUE: "QS QS JD JD",
    Meld.TRIPLE_BEZIQUE: "QS QS QS JD JD JD",
    Meld.QUADRUPLE_BEZIQUE: "QS QS QS QS JD JD JD JD",
    Meld.QUINTUPLE_BEZIQUE: "QS QS QS QS QS JD JD JD JD JD",
}


def example(meld: Meld) -> str:
    """Cards that make *meld* where hearts are trumps."""
    if meld.rank is None:
        return EXAMPLES[meld]
    suits = "SHDC" if meld.level == 1 else "H" * meld.size
    return " ".join(f"{meld.rank.value}{suit}" for suit in suits)


ALL_RULES = [
    rules_of("classic"),
    rules_of("four-handed", "quadruple_in_four_hand"),
    rules_of("eight-pack", "any_four_tens"),
]


@pytest.mark.parametrize("rules", [*(v.rules for v in VARIANTS.values()), *ALL_RULES], ids=lambda rules: rules.key)
def test_adding_and_taking_back_one_of_every_meld_leaves_every_subtotal_at_nothing(rules: Rules) -> None:
    start = opening(rules, Seat.B)
    log = [read("trumps H", rules)]
    for meld in rules.melds:
        before = replay(start, standing(numbered(log)))
        log.append(read(f"A melds {meld.value} {example(meld)}", rules))
        scored = replay(start, standing(numbered(log)))
        side = rules.side_of(Seat.A)
        assert subtotals(scored) == {(side, "meld"): meld.points, (side, meld): meld.points}
        log.append(read(f"take back {len(log)}", rules))
        assert replay(start, standing(numbered(log))) == before


def test_every_meld_is_taken_back_in_one_game_or_another() -> None:
    assert {meld for rules in ALL_RULES for meld in rules.melds} == set(Meld)


OTHERS = [
    ("classic", "", "turn-up 7H", "B seven"),
    ("classic", "", "A shows seven", "A seven"),
    ("classic", "", "A exchanges seven", "A seven"),
    ("classic", "seven_scores_when_played", "A plays seven", "A seven"),
    ("classic", "", "A last-trick", "A last-trick"),
    ("classic", "", "brisques A 16 B 0", "A brisques"),
    ("classic", "brisques=at-once", "A brisques 2", "A brisques"),
    ("rubicon", "", "A carte-blanche", "A carte-blanche"),
    ("rubicon", "", "A carte-blanche drew 9H", "A carte-blanche"),
    ("classic", "", "A adjusts -40 revoke", "A adjustment"),
]


@pytest.mark.parametrize(("variant", "house", "text", "where"), OTHERS, ids=[row[2] for row in OTHERS])
def test_and_everything_else_that_scores(variant: str, house: str, text: str, where: str) -> None:
    side, kind = where.split()
    assert subtotals(told(text, variant, house))[side, kind] != 0
    assert told(f"{text}; take back 1", variant, house) == told("", variant, house)


def test_every_kind_of_score_is_taken_back_in_a_row_above() -> None:
    assert {where.split()[1] for _, _, _, where in OTHERS} | {"meld"} == set(ScoreKind)


# B12: one take-back restores every derived figure.


def test_taking_back_a_first_marriage_unsets_trumps() -> None:
    made = told("A melds KH QH", "rubicon")
    unmade = told("A melds KH QH; take back 1", "rubicon")
    assert made.trumps == "H"
    assert unmade.trumps is None
    assert unmade == told("", "rubicon")
    assert said(judged("B melds KS QS", made)) == "20 meld"
    assert said(judged("B melds KS QS", unmade)) == "40 meld"


def test_where_a_card_is_turned_up_no_marriage_makes_trumps() -> None:
    assert told("A melds KH QH").trumps is None
    assert told("A melds AH 10H KH QH JH").trumps is None


def test_amending_a_first_marriage_changes_trumps_and_what_later_marriages_are_worth() -> None:
    deal = told("A melds KH QH; B melds KS QS; amend 1 A melds KS QS", "rubicon")
    assert deal.trumps == "S"
    assert [score.points for score in deal.scores] == [40, 40]


def test_taking_back_an_exchange_gives_the_seven_and_the_turn_up_back() -> None:
    log = "turn-up AH; A exchanges seven"
    exchanged, undone = told(log), told(f"{log}; take back 2")
    assert (str(exchanged.turn_up), exchanged.sevens) == ("7H", 1)
    assert (str(undone.turn_up), undone.sevens) == ("AH", 0)
    assert said(judged("B exchanges seven", exchanged)) == "refused nothing-to-exchange"
    assert said(judged("B exchanges seven", undone)) == "10 seven"


def test_taking_back_a_trick_gives_the_meld_back_to_the_winner_before() -> None:
    log = "trumps H; trick A; A melds KS QS; trick B"
    assert said(judged("A melds KH QH", told(log))) == "refused trick-winner"
    assert said(judged("A melds KH QH", told(f"{log}; take back 4"))) == "refused one-a-trick"
    assert said(judged("A melds KH QH", told(f"{log}; take back 3; take back 4"))) == "40 meld"


def test_taking_back_the_last_trick_puts_the_cards_back_on_the_table() -> None:
    log = "trumps H; A melds KS QS; A last-trick"
    assert laid(told(log)) == ""
    assert laid(told(f"{log}; take back 3")) == "A: KS#1 marriage, QS#1 marriage"


def test_five_hundred_lines_and_all_of_them_taken_back() -> None:
    rules = house_rules("classic", {})
    start = opening(rules, Seat.B)
    cycle = ["A melds KS QS", "B melds QS JD", "A plays KS QS", "B plays QS JD", "A adjusts 10 told", "trick A agreed"]
    log = [read(cycle[at % len(cycle)], rules) for at in range(500)]
    deal = replay(start, standing(numbered(log)))
    assert (deal.points("A"), deal.points("B")) == (84 * 20 + 83 * 10, 84 * 40)
    back = [read(f"take back {number}", rules) for number in range(500, 0, -1)]
    assert replay(start, standing(numbered([*log, *back]))) == start


# Any log, however odd, is replayed, and any claim on it gets a ruling.


@cache
def take(rules: Rules) -> st.SearchStrategy[tuple[Rules, list[Event], list[Claim]]]:
    """A log of anything at all, and claims of any kind after it."""
    anything = st.lists(events(rules) | moves(rules), max_size=10)
    return st.tuples(st.just(rules), anything, st.lists(claims(rules) | moves(rules), min_size=1, max_size=4))


HOUSES = [
    "bezique_pair=trump-queen",
    "bezique_pair=clubs-hearts, double_from_two_singles",
    "reform_melds, cross_marriages",
    "marriage_after_sequence",
    "double_at_once, no_meld_before_last_draw",
    "new_card_required, last_trick_ends_stock",
]


@examples(200)
@given(st.one_of(variants, st.sampled_from([rules_of(v, h) for v in VARIANTS for h in HOUSES])).flatmap(take))
def test_any_log_is_replayed_and_any_claim_on_it_gets_a_ruling(
    taken: tuple[Rules, list[Event], list[Claim]],
) -> None:
    rules, log, claimed = taken
    start = opening(rules, rules.seats[-1])
    stands = standing(numbered(log))
    deal = replay(start, stands)
    assert deal == replay(replay(start, stands[:3]), stands[3:])
    assert {score.line for score in deal.scores} <= {line.number for line in stands}
    for claim in claimed:
        ruling = rule_on(claim, deal)
        assert isinstance(ruling, Granted | Refused)
        assert ruling.law.grants is isinstance(ruling, Granted)


@examples(100)
@given(variants, picks())
def test_what_is_granted_is_what_replaying_scores(rules: Rules, chosen: list[tuple[int, int]]) -> None:
    deal = opening(rules, rules.seats[-1])
    for number, claim in enumerate(played(rules, chosen), 1):
        ruling = rule_on(claim, deal)
        assert isinstance(ruling, Granted)
        assert ruling.event == claim, "a settled line is settled"
        assert rule_on(_read_back(claim, rules), deal) == ruling
        before, deal = deal, after(deal, StandingLine(number, claim))
        scored = {score.side: score.points for score in deal.scores[len(before.scores) :]}
        if isinstance(ruling.points, int):
            assert sum(scored.values()) == ruling.points
        else:
            assert scored == dict(ruling.points)


def _read_back(claim: Claim, rules: Rules) -> Claim:
    event = read(write(claim), rules)
    assert isinstance(event, Claim)
    return event


@examples(100)
@given(variants, picks(40))
def test_a_legal_deal_is_one_that_could_have_been_played(rules: Rules, chosen: list[tuple[int, int]]) -> None:
    log = played(rules, chosen)
    deal = replay(opening(rules, rules.seats[-1]), standing(numbered(log)))
    of_a_face = Counter(piece.card for piece in deal.pieces)
    assert all(count <= rules.packs for count in of_a_face.values())
    assert deal.sevens + deal.turned_seven <= rules.packs
    assert deal.trick <= rules.tricks
    for seat in rules.seats:
        assert len(deal.lying(seat)) <= rules.held_when_melding
    for piece in deal.pieces:
        assert 1 <= piece.number <= rules.packs
        if not (rules.reform_melds or rules.second_double_reuse):
            kinds = [(meld.meld_class, meld.level) for meld in piece.scored_in]
            assert len(kinds) == len(set(kinds)), "no card twice in one kind"
        for meld_class in {meld.meld_class for meld in piece.scored_in}:
            levels = [meld.level for meld in piece.scored_in if meld.meld_class is meld_class]
            assert levels == sorted(levels), "a card goes up, never down"
    assert all(score.points % 10 == 0 for score in deal.scores)
