"""What helps besides judging: what could be added to a table, and what a claim would give away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import Granted, Rules, Seat, rule_on
from scorekeeper.bezique.events import Melded, Named
from scorekeeper.bezique.hints import could_be_added, loses
from tests.bezique.stories import claimed, rules_of, told
from tests.bezique.strategies import examples, picks
from tests.bezique.test_offers import after_play

ADDITIONS = [
    ("an empty table", "trumps H", []),
    ("a marriage", "trumps H; A melds KS QS", ["JD + QS: bezique 40"]),
    (
        "a king, for a queen",
        "trumps H; A melds KS KH KD KC",
        [
            "QH + KH: royal-marriage 40",
            "QS + KS: marriage 20",
            "QD + KD: marriage 20",
            "QC + KC: marriage 20",
        ],
    ),
    (
        "the sequence, three cards away from its royal marriage",
        "trumps H; A melds KH QH",
        ["AH 10H JH + KH QH: sequence 250"],
    ),
    (
        "the sequence, two cards away",
        "trumps H; A melds KH QH; A melds AS AD AC AH; A plays AS AD AC",
        ["10H JH + AH KH QH: sequence 250"],
    ),
    ("a single bezique, for the double", "A melds QS JD", ["QS JD + QS JD: double-bezique 500"]),
    ("the stock is gone", "trumps H; A melds KS QS; stock exhausted", []),
    ("what Ben could add is not what Alice could", "trumps H; B melds KS QS", []),
    ("no jack of diamonds is left", "trumps H; B melds JD JD JS JC; B plays JD JD; A melds KS QS", []),
]


@pytest.mark.parametrize(("story", "log", "additions"), ADDITIONS, ids=[row[0] for row in ADDITIONS])
def test_what_could_be_added(story: str, log: str, additions: list[str]) -> None:
    found = could_be_added(told(log), Seat.A)
    shown = [
        f"{' '.join(map(str, one.from_hand))} + {' '.join(str(piece.card) for piece in one.pieces)}: "
        f"{one.meld.value} {one.meld.points}"
        for one in found
    ]
    assert shown == additions


@examples(50)
@given(st.sampled_from([rules_of(v) for v in ("classic", "three-handed", "four-handed", "rubicon")]), picks())
def test_every_addition_would_be_granted_with_a_few_cards(rules: Rules, chosen: list[tuple[int, int]]) -> None:
    deal = after_play(rules, chosen)
    before = 10**6
    for one in could_be_added(deal, rules.seats[0]):
        assert 1 <= len(one.from_hand) <= (3 if one.meld.is_sequence else 2)
        assert one.meld.points <= before, "the dearest first"
        before = one.meld.points
        used = tuple(Named(piece.card, piece.number) for piece in one.pieces)
        trusted = deal.but(winner=None, melded=False, trick=0, declared=0)  # as if this were the moment
        assert isinstance(rule_on(Melded(rules.seats[0], one.from_hand, used, one.meld), trusted), Granted)


LOSSES = [
    ("a sequence before its royal marriage", "trumps H", "A melds AH 10H KH QH JH", "", "royal-marriage"),
    ("after it", "trumps H; A melds KH QH", "A melds AH 10H JH + KH QH", "", None),
    (
        "with the other king and queen",
        "trumps H; A melds KH QH; A plays KH QH",
        "A melds AH 10H KH QH JH",
        "",
        "royal-marriage",
    ),
    ("with the queen that has married", "trumps H; A melds KH QH; A plays KH", "A melds AH 10H KH JH + QH", "", None),
    ("where a marriage may follow", "trumps H", "A melds AH 10H KH QH JH", "marriage_after_sequence", None),
    ("a double before its single", "trumps H", "A melds QS QS JD JD", "", "bezique"),
    ("after it", "trumps H; A melds QS JD", "A melds QS JD + QS JD", "", None),
    ("a double of cards that lay in other melds", "trumps H; A melds KS QS", "A melds QS JD JD + QS", "", "bezique"),
    ("where no single may go before", "trumps H", "A melds QS QS JD JD", "double_at_once", None),
    ("a meld that has no smaller one", "trumps H", "A melds KS KH KD KC", "", None),
    ("a claim that is refused loses nothing", "trumps H; trick B", "A melds QS QS JD JD", "", None),
]


@pytest.mark.parametrize(("story", "log", "claim", "house", "lost"), LOSSES, ids=[f"{r[0]}: {r[2]}" for r in LOSSES])
def test_what_a_claim_would_give_away(story: str, log: str, claim: str, house: str, lost: str | None) -> None:
    deal = told(log, house=house)
    meld = claimed(claim, deal)
    assert isinstance(meld, Melded)
    assert loses(meld, deal) == lost
