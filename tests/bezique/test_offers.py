"""What the keys of the score screen offer: every way to make a meld with its ruling, the same as a claim would get."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.bezique import Granted, Law, Rules, Seat, numbered, opening, replay, rule_on, standing, write
from scorekeeper.bezique.deal import Deal
from scorekeeper.bezique.events import Melded
from scorekeeper.bezique.offers import Offer, draws, offer, offers
from scorekeeper.bezique.reuse import first_choice
from tests.bezique.stories import match, rules_of, said, told
from tests.bezique.strategies import examples, melded, picks, played

KEYS = "royal-marriage-H sequence-H bezique double-bezique four-aces four-kings four-queens four-jacks"
SEVEN_KEYS = "seven-show seven-exchange"
UNKNOWN = " ".join(f"{meld}-{suit}" for meld in ("royal-marriage", "sequence") for suit in "SHDC")

SCREENS = [
    *[
        (variant, "trumps H", "", f"marriage-S marriage-D marriage-C {KEYS} {SEVEN_KEYS}")
        for variant in ("classic", "short", "no-brisques", "consultation", "open")
    ],
    ("classic", "", "", f"{UNKNOWN} {KEYS.split(' ', 2)[2]} {SEVEN_KEYS}"),
    (
        "classic",
        "trumps S",
        "seven_scores_when_played",
        f"marriage-H marriage-D marriage-C {KEYS.replace('-H', '-S')} {SEVEN_KEYS} seven-play",
    ),
    (
        "classic",
        "",
        "bezique_pair=trump-queen",
        f"{UNKNOWN} four-aces four-kings four-queens four-jacks {SEVEN_KEYS}",
    ),
    (
        "three-handed",
        "trumps H",
        "",
        "marriage-S marriage-D marriage-C "
        f"{KEYS.replace('double-bezique', 'double-bezique triple-bezique')} {SEVEN_KEYS}",
    ),
    (
        "rubicon",
        "",
        "",
        f"{UNKNOWN} bezique double-bezique triple-bezique quadruple-bezique "
        "four-aces four-kings four-queens four-jacks carte-blanche carte-blanche-again",
    ),
    (
        "six-pack",
        "trumps H",
        "quintuple_bezique=no",
        "marriage-S marriage-D marriage-C royal-marriage-H sequence-H "
        "plain-sequence-S plain-sequence-D plain-sequence-C "
        "bezique double-bezique triple-bezique quadruple-bezique four-aces four-kings four-queens four-jacks "
        "four-trump-aces four-trump-tens four-trump-kings four-trump-queens four-trump-jacks "
        "carte-blanche carte-blanche-again",
    ),
]


@pytest.mark.parametrize(("variant", "log", "house", "keys"), SCREENS, ids=[" ".join(row[:3]) for row in SCREENS])
def test_the_keys_of_a_game(variant: str, log: str, house: str, keys: str) -> None:
    assert [found.key for found in offers(told(log, variant, house), Seat.A)] == keys.split()


def test_the_keys_stand_in_the_same_places_whoever_is_lit() -> None:
    deal = told("trumps H; A melds KH QH; B melds QS JD")
    assert [found.key for found in offers(deal, Seat.A)] == [found.key for found in offers(deal, Seat.B)]


def test_a_game_has_no_other_keys() -> None:
    deal = told("trumps H")
    assert offer(deal, Seat.A, "marriage-H") is None
    assert offer(deal, Seat.A, "carte-blanche") is None
    assert offer(deal, Seat.A, "") is None


def key(name: str, deal: Deal, seat: str = "A") -> Offer:
    """The key of that name."""
    found = offer(deal, Seat(seat), name)
    assert found is not None
    return found


# A key scores at once only when none of its faces lies on the side's table.

CERTAIN = [
    ("nothing lies there", "trumps H", "royal-marriage-H", True),
    ("another king lies there", "trumps H; A melds KS QS", "royal-marriage-H", True),
    ("its king lies there", "trumps H; A melds KS KH KD KC", "royal-marriage-H", False),
    ("its queen was played", "trumps H; A melds QH QS QD QC; A plays QH", "royal-marriage-H", True),
    ("it lies on Ben's table", "trumps H; B melds KS KH KD KC", "royal-marriage-H", True),
    ("the ten of the sequence lies nowhere", "trumps H", "sequence-H", True),
    ("a jack of four lies there", "trumps H; A melds JS JH JD JC", "sequence-H", False),
    ("the double of a new bezique", "trumps H; A melds KH QH", "double-bezique", True),
    ("the double beside a single", "trumps H; A melds QS JD", "double-bezique", False),
    ("four of a kind: which suits?", "trumps H", "four-kings", False),
    ("a seven", "trumps H", "seven-show", True),
    ("the stock is gone: nothing lies there", "trumps H; A melds KH QH; stock exhausted", "royal-marriage-H", True),
]


@pytest.mark.parametrize(("story", "log", "name", "certain"), CERTAIN, ids=[row[0] for row in CERTAIN])
def test_when_a_key_is_certain(story: str, log: str, name: str, certain: bool) -> None:
    assert key(name, told(log)).certain is certain


def test_the_partners_cards_make_a_key_uncertain_where_partners_build() -> None:
    log = "trumps H; C melds QS JD"
    assert not key("bezique", told(log, "four-handed")).certain
    assert key("bezique", told(log, "four-handed", "partners_build=no")).certain
    assert key("double-bezique", told(log, "four-handed", "joint_beziques=no")).certain


# What the chooser shows, in its order: what lies there, what is new, and the ruling.


def chooser(found: Offer) -> list[str]:
    """The ways as lines: ``AH 10H JH + KH QH: 250``."""
    shown = []
    for way in found.ways:
        laid = write(way.claim).split(way.claim.meld or "", 1)[1].strip()
        answer = str(found.points) if way.legal else said(way.ruling)
        shown.append(f"{laid}: {answer}")
    return shown


CHOOSERS = [
    ("nothing lies there", "trumps H", "royal-marriage-H", ["KH QH: 40"]),
    (
        "the king of four kings",
        "trumps H; A melds KS KH KD KC",
        "royal-marriage-H",
        ["QH + KH: 40", "KH QH: 40"],
    ),
    (
        "after the sequence only the new couple",
        "trumps H; A melds AH 10H KH QH JH",
        "royal-marriage-H",
        [
            "KH QH: 40",
            "+ KH QH: refused after-sequence",
            "QH + KH: refused after-sequence",
            "KH + QH: refused after-sequence",
        ],
    ),
    (
        "a queen has married",
        "trumps H; A melds KS QS",
        "marriage-S",
        [
            "KS QS: 20",
            "+ KS QS: refused same-kind-once",
            "QS + KS: refused same-kind-once",
            "KS + QS: refused same-kind-once",
        ],
    ),
    (
        "the sequence over the royal marriage",
        "trumps H; A melds KH QH",
        "sequence-H",
        ["AH 10H JH + KH QH: 250", "AH 10H QH JH + KH: 250", "AH 10H KH JH + QH: 250", "AH 10H KH QH JH: 250"],
    ),
    (
        "two queens of different pasts",
        "trumps H; A melds KS QS; A melds QS JD",
        "bezique",
        [
            "JD + QS#1: 40",
            "+ QS#1 JD: refused same-kind-once",
            "+ QS#2 JD: refused same-kind-once",
            "JD + QS#2: refused same-kind-once",
            "QS + JD: refused copies",
            "QS JD: refused copies",
        ],
    ),
    (
        "two queens of one past are one way",
        "trumps H; A melds QS QS QD QC",
        "bezique",
        ["JD + QS#1: 40", "QS JD: refused copies"],
    ),
    (
        "a double over a single",
        "trumps H; A melds QS JD",
        "double-bezique",
        [
            "QS JD + QS JD: 500",
            "QS JD JD + QS: refused copies",
            "QS QS JD + JD: refused copies",
            "QS QS JD JD: refused copies",
        ],
    ),
]


@pytest.mark.parametrize(("story", "log", "name", "ways"), CHOOSERS, ids=[row[0] for row in CHOOSERS])
def test_what_the_chooser_shows(story: str, log: str, name: str, ways: list[str]) -> None:
    assert chooser(key(name, told(log))) == ways


def test_two_singles_do_not_make_the_double() -> None:
    found = key("double-bezique", told("trumps H; A melds QS JD; A melds QS JD"))
    assert chooser(found)[0] == "+ QS#1 QS#2 JD#1 JD#2: refused something-new"
    assert not any(way.legal for way in found.ways)
    assert found.law is Law.SOMETHING_NEW


def test_a_way_that_only_lacks_room_comes_after_the_legal_ones_and_before_the_refused() -> None:
    deal = told("trumps H; A melds KS QS; A melds KD QD; A melds KC QC")
    shown = [(way.legal, way.asks) for way in key("marriage-S", deal).ways]
    assert shown[0] == (False, True)
    assert shown == sorted(shown, key=lambda way: (not way[0], not way[1]))
    assert key("marriage-S", deal).law is Law.ROOM


# The law against all, where there is one.

FORBIDDEN = [
    ("not her trick", "trumps H; trick B", "marriage-S", Law.TRICK_WINNER),
    ("the meld of the trick is made", "trumps H; trick A; A melds KS QS", "bezique", Law.ONE_A_TRICK),
    ("nor a seven", "trumps H; trick A; A melds KS QS", "seven-show", Law.ONE_A_TRICK),
    ("the stock is gone", "trumps H; stock exhausted", "four-kings", Law.STOCK_GONE),
    ("the deal is over", "trumps H; A last-trick; brisques A 8 B 8", "four-kings", Law.DEAL_OVER),
    ("trumps are not known", "", "sequence-S", Law.TRUMPS_UNKNOWN),
    ("both sevens have been shown", "turn-up 7H; A shows seven", "seven-show", Law.SEVENS_OUT),
    ("there is nothing to exchange", "turn-up 7H", "seven-exchange", Law.NOTHING_TO_EXCHANGE),
    (
        "too few aces are left",
        "trumps H; B melds AS AH AD AC; B plays AS AH AD AC; B melds AS AH AD AC",
        "four-aces",
        Law.COPIES,
    ),
    ("she may", "trumps H; trick A", "marriage-S", None),
    ("a table that notes no tricks is trusted", "trumps H; A melds KS QS", "bezique", None),
]


@pytest.mark.parametrize(("story", "log", "name", "law"), FORBIDDEN, ids=[row[0] for row in FORBIDDEN])
def test_the_law_that_forbids_every_way(story: str, log: str, name: str, law: Law | None) -> None:
    assert key(name, told(log)).law is law


def test_at_the_wrong_moment_the_moment_forbids_what_the_cards_would_allow() -> None:
    deal = told("trumps H; trick A; A melds KS QS; trick B")
    assert chooser(key("marriage-S", deal)) == [
        "+ KS QS: refused same-kind-once",
        "QS + KS: refused same-kind-once",
        "KS + QS: refused same-kind-once",
        "KS QS: refused trick-winner",
    ]


# A key whose points would cross the line or close the match says so.


def test_a_key_tells_that_it_would_cross_or_close() -> None:
    log = "A adjusts 960 brought forward; trumps H"
    deal = told(log)
    plain, stops = match(log), match(log, house="stop_at_target")
    crossing = {found.key for found in offers(deal, Seat.A, plain) if found.crosses}
    assert crossing == set(KEYS.split())
    assert not any(found.closes for found in offers(deal, Seat.A, plain))
    assert {found.key for found in offers(told(log, house="stop_at_target"), Seat.A, stops) if found.closes} == crossing
    assert not any(found.crosses or found.closes for found in offers(deal, Seat.B, plain))
    assert not any(found.crosses or found.closes for found in offers(deal, Seat.A))


def test_the_points_on_the_keys() -> None:
    points = {found.key: found.points for found in offers(told("", "rubicon"), Seat.A)}
    assert (points["royal-marriage-S"], points["quadruple-bezique"], points["carte-blanche"]) == (40, 4500, 50)
    assert key("seven-show", told("trumps H")).points == 10


def test_a_certain_key_claims_new_cards() -> None:
    assert write(key("royal-marriage-H", told("trumps H")).claim) == "A melds royal-marriage KH QH"
    assert write(key("double-bezique", told("trumps H"), "B").claim) == "B melds double-bezique QS QS JD JD"
    assert write(key("seven-exchange", told("trumps H")).claim) == "A exchanges seven"


# On any deal: a way is shown as legal if and only if the referee grants it, and everything he grants is shown.

S_RULES = [rules_of(variant) for variant in ("classic", "short", "no-brisques", "consultation", "open")]
ALL_RULES = [
    *S_RULES,
    rules_of("classic", "new_card_required, double_from_two_singles"),
    rules_of("classic", "marriage_after_sequence, double_at_once"),
    rules_of("classic", "reform_melds, cross_marriages, bezique_pair=trump-queen"),
    rules_of("classic", "exchanged_card_waits, seven_takes_the_meld=no, no_meld_before_last_draw"),
    rules_of("three-handed"),
    rules_of("three-handed", "second_double_reuse"),
    rules_of("four-handed"),
    rules_of("four-handed", "joint_beziques=no"),
    rules_of("four-handed", "partners_build=no, new_card_required=no"),
    rules_of("rubicon"),
    rules_of("rubicon", "cross_marriages"),
]


def after_play(rules: Rules, chosen: list[tuple[int, int]]) -> Deal:
    """The deal after a legal log."""
    return replay(opening(rules, rules.seats[-1]), standing(numbered(played(rules, chosen))))


@examples(120)
@given(st.sampled_from(ALL_RULES), picks(), st.integers(0, 3))
def test_a_way_is_legal_if_and_only_if_its_claim_is_granted(
    rules: Rules, chosen: list[tuple[int, int]], which: int
) -> None:
    deal = after_play(rules, chosen)
    seat = rules.seats[which % len(rules.seats)]
    for found in offers(deal, seat):
        if found.meld is None:
            assert (found.law is None) is isinstance(rule_on(found.claim, deal), Granted)
            continue
        ways = found.ways
        assert (found.law is None) is any(way.legal for way in ways)
        for way in ways:
            ruling = rule_on(way.claim, deal)
            assert way.legal is isinstance(ruling, Granted), write(way.claim)
            if isinstance(ruling, Granted):
                assert ruling.points == found.points
                assert first_choice(way.claim, found.meld, deal) == way.pieces
            elif found.view.untimely is None:
                assert way.ruling.law is ruling.law
        if found.certain:
            assert [way.claim for way in ways] == [found.claim]


@examples(120)
@given(
    st.sampled_from(ALL_RULES).flatmap(lambda rules: st.tuples(st.just(rules), st.lists(melded(rules), max_size=6))),
    picks(14),
)
def test_whatever_is_granted_is_shown(said_of: tuple[Rules, list[Melded]], chosen: list[tuple[int, int]]) -> None:
    rules, claims = said_of
    deal = after_play(rules, chosen)
    for claim in claims:
        ruling = rule_on(claim, deal)
        if isinstance(ruling, Granted):
            assert isinstance(ruling.event, Melded)
            assert _way_of(ruling.event, deal) in _shown(ruling.event, deal)


def _way_of(event: Melded, deal: Deal) -> tuple[frozenset[object], frozenset[object]]:
    """A way by what matters: the pasts of the pieces it uses, and the cards it lays."""
    pieces = first_choice(event, event.meld, deal) or ()
    pasts = Counter((piece.card, piece.seat, piece.lines) for piece in pieces)
    return frozenset(pasts.items()), frozenset(Counter(event.from_hand).items())


def _shown(event: Melded, deal: Deal) -> list[tuple[frozenset[object], frozenset[object]]]:
    keys = [found for found in offers(deal, event.seat) if found.meld is event.meld]
    return [_way_of(way.claim, deal) for found in keys for way in found.ways if way.legal]


AGAIN = [
    ("nobody has shown one", "", "", Law.CARTE_BLANCHE_AGAIN),
    ("after the first", "A carte-blanche", "", None),
    ("that was the other side's", "B carte-blanche", "", Law.CARTE_BLANCHE_AGAIN),
    ("shown again on this trick", "A carte-blanche; trick 1 B; A carte-blanche drew 9H", "", Law.CARTE_BLANCHE_AGAIN),
    ("after another trick", "A carte-blanche; trick 1 B; A carte-blanche drew 9H; trick 2 B", "", None),
    ("a court card came since", "A carte-blanche; A melds KH QH", "", Law.CARTE_BLANCHE_AGAIN),
    ("the stock is gone", "A carte-blanche; stock exhausted", "", Law.STOCK_GONE),
]


@pytest.mark.parametrize(("log", "house", "law"), [row[1:] for row in AGAIN], ids=[row[0] for row in AGAIN])
def test_a_carte_blanche_again_asks_for_the_card_drawn(log: str, house: str, law: Law | None) -> None:
    found = offer(told(log, "rubicon", house), Seat.A, "carte-blanche-again")
    assert found is not None
    assert (found.law, found.certain, found.points) == (law, False, 50)


def test_a_card_of_which_every_copy_lies_there_cannot_have_been_drawn() -> None:
    drawn = [str(claim.card) for claim in draws(told("A carte-blanche; A melds AS AS AS AS", "rubicon"), Seat.A)]
    assert len(drawn) == len(set(drawn)) == 19
    assert "AS" not in drawn
    assert {card[-2:-1] for card in drawn} == set("A0987")


def test_where_it_does_not_repeat_there_is_no_such_key() -> None:
    assert offer(told("A carte-blanche", "rubicon", "carte_blanche_repeat=no"), Seat.A, "carte-blanche-again") is None
