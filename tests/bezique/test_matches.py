"""Where a match stands: totals, points to go, crossing, closing, ties, settlements, and whose deal it is."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scorekeeper.bezique import Seat
from scorekeeper.bezique.matches import next_dealer, standing
from tests.bezique.stories import match, outcome, rules_of, texts


@dataclass(frozen=True)
class Row:
    """Deals, where the match stands after them, and the line that closed it: ``deal 1, line 5``."""

    story: str
    deals: tuple[str, ...]
    comes_to: str
    closed_by: str = ""
    house: str = ""
    variant: str = "classic"
    target: int | None = 1000


def brought(**totals: int) -> str:
    """Lines that bring points forward: they stand for the melds and deals before."""
    return "; ".join(f"{side[0]} adjusts {points} brought forward" for side, points in totals.items())


def end(*counts: int, last: str = "A", sides: str = "A B C D") -> str:
    """The end of a deal: the last trick and the count of the brisques."""
    said = " ".join(f"{side} {count}" for side, count in zip(sides.split(), counts, strict=False))
    return f"{last} last-trick; brisques {said}"


TARGET = [
    Row("nothing played", ("",), "A 0 B 0, open"),
    Row("no deal dealt", (), "A 0 B 0, open"),
    Row("a deal under way", ("trumps H; A melds KH QH",), "A 40 B 0, open"),
    Row("a deal nobody finishes the match with", (end(7, 9),), "A 80 B 90, open"),
    Row(
        "exactly the target is enough",
        (f"{brought(A=910, B=700)}; {end(8, 8)}",),
        "A 1000 B 780, A wins",
        "deal 1, line 4",
    ),
    Row("ten short is not", (f"{brought(A=900, B=700)}; {end(8, 8)}",), "A 990 B 780, open"),
    Row(
        "both over: the higher total",
        (f"{brought(A=920, B=970)}; {end(8, 8)}",),
        "A 1010 B 1050, B wins",
        "deal 1, line 4",
    ),
    Row(
        "over the line in mid-deal, and the deal goes on",
        (f"trumps H; {brought(A=980)}; A melds KH QH",),
        "A 1020 B 0, open",
    ),
    Row(
        "overtaken before the deal was over",
        (f"trumps H; {brought(A=980, B=950)}; A melds KH QH; B melds QS QS JD JD; {end(8, 8)}",),
        "A 1110 B 1530, B wins",
        "deal 1, line 7",
    ),
    Row("the last trick is still open", (f"{brought(A=1200)}; brisques A 8 B 8",), "A 1280 B 80, open"),
    Row("the brisques are still open", (f"{brought(A=1200)}; A last-trick",), "A 1210 B 0, open"),
    Row(
        "brisques before the last trick",
        (f"{brought(A=1200)}; brisques A 8 B 8; B last-trick",),
        "A 1280 B 90, A wins",
        "deal 1, line 3",
    ),
    Row("the points of two deals", (end(16, 0), end(8, 8, last="B")), "A 250 B 90, open"),
    Row(
        "closed in the second deal",
        (f"{brought(A=800)}; {end(8, 8)}", f"{brought(A=100)}; {end(8, 8)}"),
        "A 1080 B 160, A wins",
        "deal 2, line 3",
    ),
    Row(
        "deals after the close count nothing",
        (f"{brought(A=1000)}; {end(8, 8)}", f"{brought(B=9000)}; {end(8, 8)}"),
        "A 1090 B 80, A wins",
        "deal 1, line 3",
    ),
    Row(
        "a match to 500",
        (f"{brought(A=420, B=460)}; {end(8, 8)}",),
        "A 510 B 540, B wins",
        "deal 1, line 4",
        variant="short",
        target=500,
    ),
    Row(
        "without brisques the last trick decides",
        (f"{brought(A=990)}; A last-trick",),
        "A 1000 B 0, A wins",
        "deal 1, line 2",
        variant="no-brisques",
    ),
    Row(
        "the last trick itself carries Ben over",
        (f"{brought(B=990)}; B last-trick",),
        "A 0 B 1000, B wins",
        "deal 1, line 2",
        variant="no-brisques",
    ),
    Row(
        "an adjustment after the count carries Alice over",
        (f"{brought(A=900)}; {end(8, 8)}; A adjusts 10 a seven forgotten",),
        "A 1000 B 80, A wins",
        "deal 1, line 4",
    ),
    Row(
        "partners",
        (f"{brought(AC=1900, BD=1800)}; {end(18, 14, last='D', sides='AC BD')}",),
        "AC 2080 BD 1950, AC wins",
        "deal 1, line 4",
        variant="four-handed",
        target=2000,
    ),
]

REPORTED = [
    Row(
        "D02: Alice writes the count, Ben crosses by it",
        (f"{brought(A=900, B=920)}; {end(7, 9)}",),
        "A 980 B 1010, B wins",
        "deal 1, line 4",
    ),
    Row(
        "D02: the side named second in the count wins as well as the first",
        (f"{brought(A=900, B=920)}; B last-trick; brisques B 9 A 7",),
        "A 970 B 1020, B wins",
        "deal 1, line 4",
    ),
    Row(
        "D04: crossed by a meld, where the match stops at the target",
        (f"trumps H; {brought(A=980)}; A melds KH QH",),
        "A 1020 B 0, A wins",
        "deal 1, line 3",
        house="stop_at_target",
    ),
    Row(
        "D05: melds alone, without a trick or a brisque",
        (
            "trumps H; A adjusts 210 brought forward; A melds QS QS JD JD; A plays QS QS JD JD; "
            "A melds AH 10H KH QH JH; A melds KH QH; A plays AH 10H KH#1 QH#1 JH; B last-trick; brisques B 16 A 0",
        ),
        "A 1000 B 170, A wins",
        "deal 1, line 9",
    ),
    Row(
        "D08: both exactly at the target",
        (f"{brought(A=910, B=920)}; {end(8, 8)}",),
        "A 1000 B 1000, level, another deal",
    ),
    Row(
        "D10: the higher total, whoever counts first",
        (f"{brought(A=940, B=960)}; {end(6, 10, last='B')}",),
        "A 1000 B 1070, B wins",
        "deal 1, line 4",
    ),
    Row(
        "D10: counted as they fall, who is there first stops the match",
        (f"{brought(A=940, B=960)}; A brisques 6",),
        "A 1000 B 960, A wins",
        "deal 1, line 3",
        house="brisques=at-once, stop_at_target",
    ),
    Row(
        "D12: two of three level at the top",
        (f"{brought(A=930, B=920, C=500)}; {end(8, 10, 6, last='B')}",),
        "A 1010 B 1030 C 560, B wins",
        "deal 1, line 5",
        variant="three-handed",
    ),
    Row(
        "D12: and level indeed",
        (f"{brought(A=930, B=900, C=500)}; {end(8, 10, 6, last='B')}",),
        "A 1010 B 1010 C 560, level, another deal",
        variant="three-handed",
    ),
    Row(
        "D14: the last trick counts towards the target",
        (f"{brought(A=910)}; {end(8, 8)}",),
        "A 1000 B 80, A wins",
        "deal 1, line 3",
    ),
    Row(
        "D14: the rubicon bonus counts in the settlement, not in the score",
        (f"{brought(A=950, B=200)}; A last-trick",),
        "A 1000 B 200, A wins 1200",
        "deal 1, line 3",
        variant="rubicon",
        target=None,
    ),
]

TIES = [
    Row(
        "level, and the next deal decides",
        (f"{brought(A=970, B=960)}; {end(8, 8, last='B')}", end(8, 8)),
        "A 1140 B 1130, A wins",
        "deal 2, line 2",
    ),
    Row(
        "level twice",
        (f"{brought(A=970, B=960)}; {end(8, 8, last='B')}", f"{brought(B=10)}; {end(8, 8)}"),
        "A 1140 B 1140, level, another deal",
    ),
    Row("level below the line is nothing special", (f"{brought(A=10)}; {end(8, 8, last='B')}",), "A 90 B 90, open"),
    Row(
        "fewer brisques in the last deal",
        (f"{brought(A=970, B=940)}; {end(7, 9, last='B')}",),
        "A 1040 B 1040, A wins",
        "deal 1, line 4",
        house="tie_break=last-deal-brisques",
    ),
    Row(
        "as many brisques: the taker of the last trick",
        (f"{brought(A=960, B=950)}; {end(8, 8, last='B')}",),
        "A 1040 B 1040, B wins",
        "deal 1, line 4",
        house="tie_break=last-deal-brisques",
    ),
    Row(
        "of three the taker of the last trick is not among the level ones",
        (f"{brought(A=960, B=960, C=500)}; {end(8, 8, 8, last='C')}",),
        "A 1040 B 1040 C 590, level, another deal",
        house="tie_break=last-deal-brisques",
        variant="three-handed",
    ),
    Row(
        "the third has fewer brisques still, but is not at the top",
        (f"{brought(A=950, B=970, C=990)}; {end(11, 9, 4, last='C')}",),
        "A 1060 B 1060 C 1040, B wins",
        "deal 1, line 5",
        house="tie_break=last-deal-brisques",
        variant="three-handed",
    ),
    Row(
        "only the brisques of the last deal break the tie",
        (f"{brought(A=800, B=880)}; {end(16, 0)}", end(1, 15)),
        "A 990 B 1030, B wins",
        "deal 2, line 2",
        house="tie_break=last-deal-brisques",
    ),
]

STOP = [
    Row(
        "the moment one side alone is there",
        (f"trumps H; {brought(A=980, B=990)}; A melds KH QH",),
        "A 1020 B 990, A wins",
        "deal 1, line 4",
        house="stop_at_target",
    ),
    Row(
        "an adjustment stops it too",
        (f"{brought(B=700, A=1010)}",),
        "A 1010 B 700, A wins",
        "deal 1, line 2",
        house="stop_at_target",
    ),
    Row(
        "a count is one line: the higher of two who cross by it",
        (f"{brought(A=930, B=940)}; A last-trick; brisques A 7 B 9",),
        "A 1010 B 1030, B wins",
        "deal 1, line 4",
        house="stop_at_target",
    ),
    Row(
        "level over the line it goes on",
        (f"{brought(A=910, B=920)}; {end(8, 8)}", "turn-up 9C; B shows seven"),
        "A 1000 B 1010, B wins",
        "deal 2, line 2",
        house="stop_at_target",
    ),
    Row(
        "and may still be level after the next deal",
        (f"{brought(A=910, B=920)}; {end(8, 8)}",),
        "A 1000 B 1000, level, another deal",
        house="stop_at_target",
    ),
    Row(
        "the dealer's turned-up seven",
        (f"{brought(B=910)}; {end(8, 8)}", f"{brought(A=900)}; turn-up 7C"),
        "A 1000 B 990, A wins",
        "deal 2, line 2",
        house="stop_at_target",
    ),
]

MATCH_END = [
    Row(
        "kept aside, deal after deal",
        (end(10, 6), end(10, 6)),
        "A 20 B 0, open",
        house="brisques=match-end",
    ),
    Row(
        "added once the target is reached without them",
        (f"{brought(A=700)}; {end(10, 6)}", f"{brought(A=290)}; {end(2, 14)}"),
        "A 1130 B 200, A wins",
        "deal 2, line 3",
        house="brisques=match-end",
    ),
    Row(
        "the one who did not reach it wins by them",
        (f"{brought(A=980, B=900)}; {end(2, 14)}", f"trumps S; A melds KC QC; {end(3, 13, last='B')}"),
        "A 1060 B 1180, B wins",
        "deal 2, line 4",
        house="brisques=match-end",
    ),
    Row(
        "level once they are added",
        (f"{brought(A=990, B=980)}; {end(7, 9)}",),
        "A 1070 B 1070, level, another deal",
        house="brisques=match-end",
    ),
    Row(
        "level once they are added, and the tie is broken",
        (f"{brought(A=990, B=980)}; {end(7, 9)}",),
        "A 1070 B 1070, A wins",
        "deal 1, line 4",
        house="brisques=match-end, tie_break=last-deal-brisques",
    ),
    Row(
        "after a tie they count with the deal",
        (f"{brought(A=990, B=980)}; {end(7, 9)}", end(7, 9)),
        "A 1150 B 1160, B wins",
        "deal 2, line 2",
        house="brisques=match-end",
    ),
    Row(
        "the count before the last trick",
        (f"{brought(A=990)}; brisques A 8 B 8; A last-trick",),
        "A 1080 B 80, A wins",
        "deal 1, line 3",
        house="brisques=match-end",
    ),
]

AT_ONCE = [
    Row(
        "the deal is not over before all have fallen",
        (f"{brought(A=1000)}; A brisques 8; B brisques 7; A last-trick",),
        "A 1090 B 70, open",
        house="brisques=at-once",
    ),
    Row(
        "the last of them finishes it",
        (f"{brought(A=1000)}; A brisques 8; B brisques 7; A last-trick; B brisques 1",),
        "A 1090 B 80, A wins",
        "deal 1, line 5",
        house="brisques=at-once",
    ),
]

ONE_DEAL = [
    Row("a rubicon deal under way", (brought(A=900),), "A 900 B 0, open"),
    Row(
        "the loser is above the rubicon",
        (f"{brought(A=1460, B=1000)}; A last-trick",),
        "A 1510 B 1000, A wins 1510",
        "deal 1, line 3",
    ),
    Row(
        "the loser is below it",
        (f"{brought(A=1460, B=990)}; A last-trick",),
        "A 1510 B 990, A wins 2500",
        "deal 1, line 3",
    ),
    Row("both are below it", (f"{brought(A=850, B=700)}; A last-trick",), "A 900 B 700, A wins 1600", "deal 1, line 3"),
    Row("level", (f"{brought(A=1190, B=1240)}; A last-trick",), "A 1240 B 1240, a draw 0", "deal 1, line 3"),
    Row(
        "level below the rubicon",
        (f"{brought(A=190, B=240)}; A last-trick",),
        "A 240 B 240, a draw 0",
        "deal 1, line 3",
    ),
    Row(
        "the second seat wins",
        (f"{brought(A=1000, B=1460)}; B last-trick",),
        "A 1000 B 1510, B wins 1510",
        "deal 1, line 3",
    ),
    Row(
        "six-pack has its own rubicon",
        (f"{brought(A=3750, B=2990)}; A last-trick",),
        "A 4000 B 2990, A wins 6990",
        "deal 1, line 3",
        variant="six-pack",
    ),
    Row(
        "and eight-pack",
        (f"{brought(A=5750, B=5000)}; A last-trick",),
        "A 6000 B 5000, A wins 6000",
        "deal 1, line 3",
        variant="eight-pack",
    ),
]

PORTLAND = [
    Row(
        "HOF: 1510 and 1240",
        (f"{brought(A=1460, B=1240)}; A last-trick",),
        "A 1510 B 1240, A wins 800",
        "deal 1, line 3",
    ),
    Row(
        "HOF: 1550 and 1520",
        (f"{brought(A=1500, B=1520)}; A last-trick",),
        "A 1550 B 1520, A wins 600",
        "deal 1, line 3",
    ),
    Row(
        "HOF: 1320 and 620", (f"{brought(A=1270, B=620)}; A last-trick",), "A 1320 B 620, A wins 3200", "deal 1, line 3"
    ),
    Row(
        "a difference of ninety counts a hundred",
        (f"{brought(A=1050, B=1010)}; A last-trick",),
        "A 1100 B 1010, A wins 600",
        "deal 1, line 3",
    ),
    Row(
        "of a hundred and ten too",
        (f"{brought(A=1050, B=990 + 10)}; A last-trick",),
        "A 1100 B 1000, A wins 600",
        "deal 1, line 3",
    ),
    Row(
        "the loser has less than a hundred",
        (f"{brought(A=1100, B=40)}; A last-trick",),
        "A 1150 B 40, A wins 2500",
        "deal 1, line 3",
    ),
    Row("the loser has nothing", (f"{brought(A=850)}; A last-trick",), "A 900 B 0, A wins 2300", "deal 1, line 2"),
    Row("level", (f"{brought(A=1190, B=1240)}; A last-trick",), "A 1240 B 1240, a draw 0", "deal 1, line 3"),
]

SAVED = [
    Row("the deal waits for the count", (f"{brought(A=1350, B=930)}; A last-trick",), "A 1400 B 930, open"),
    Row(
        "lifted to the rubicon",
        (f"{brought(A=1350, B=930)}; {end(23, 9)}",),
        "A 1400 B 930, A wins 1630",
        "deal 1, line 4",
    ),
    Row(
        "lifted to exactly the rubicon",
        (f"{brought(A=1350, B=930)}; {end(25, 7)}",),
        "A 1400 B 930, A wins 1650",
        "deal 1, line 4",
    ),
    Row(
        "not lifted: they count nothing",
        (f"{brought(A=1350, B=930)}; {end(26, 6)}",),
        "A 1400 B 930, A wins 2330",
        "deal 1, line 4",
    ),
    Row(
        "not needed: they count nothing",
        (f"{brought(A=1350, B=1000)}; {end(0, 32)}",),
        "A 1400 B 1000, A wins 1400",
        "deal 1, line 4",
    ),
    Row(
        "lifted, and higher with them",
        (f"{brought(A=1000, B=950)}; {end(2, 30)}",),
        "A 1050 B 950, B wins 1250",
        "deal 1, line 4",
    ),
    Row("a tie broken", (f"{brought(A=1190, B=1240)}; {end(20, 12)}",), "A 1240 B 1240, A wins 1440", "deal 1, line 4"),
    Row(
        "a tie not broken", (f"{brought(A=1190, B=1240)}; {end(16, 16)}",), "A 1240 B 1240, a draw 0", "deal 1, line 4"
    ),
    Row(
        "a tie below the rubicon broken",
        (f"{brought(A=190, B=240)}; {end(20, 12)}",),
        "A 240 B 240, A wins 800",
        "deal 1, line 4",
    ),
]

TO_TARGET = [
    Row(
        "deals are added up",
        (f"{brought(A=1000, B=200)}; A last-trick", "B last-trick"),
        "A 1050 B 250, open",
        target=1500,
    ),
    Row(
        "to the target, with no rubicon",
        (f"{brought(A=1000, B=200)}; A last-trick", f"{brought(A=500)}; B last-trick"),
        "A 1550 B 250, A wins",
        "deal 2, line 2",
        target=1500,
    ),
    Row(
        "level over the line",
        (f"{brought(A=1500, B=1550)}; A last-trick",),
        "A 1550 B 1550, level, another deal",
        target=1500,
    ),
]


def within(rows: list[Row], house: str, variant: str = "rubicon", target: int | None = None) -> list[Row]:
    """The same rows under one house rule; their own variant and target go before."""
    return [
        Row(
            row.story,
            row.deals,
            row.comes_to,
            row.closed_by,
            house,
            variant if row.variant == "classic" else row.variant,
            target if row.target == 1000 else row.target,
        )
        for row in rows
    ]


ROWS = [
    *TARGET,
    *REPORTED,
    *TIES,
    *STOP,
    *MATCH_END,
    *AT_ONCE,
    *within(ONE_DEAL, ""),
    *within(PORTLAND, "rubicon_settlement=portland"),
    *within(SAVED, "brisques=save-rubicon"),
    *within(TO_TARGET, "match_length=target"),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.variant} {row.house}: {row.story}")
def test_where_a_match_stands(row: Row) -> None:
    stands = match(*row.deals, target=row.target, variant=row.variant, house=row.house)
    assert outcome(stands) == row.comes_to
    closing = stands.closing
    assert ("" if closing is None else f"deal {closing.deal}, line {closing.line}") == row.closed_by
    assert stands.closed is ("wins" in row.comes_to or "draw" in row.comes_to)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.closed_by], ids=lambda row: f"{row.variant} {row.house}: {row.story}"
)
def test_without_its_closing_line_a_match_is_open(row: Row) -> None:
    """What the end screen promises: take that line back, and the match goes on."""
    deal, line = (int(word.split()[1]) for word in row.closed_by.split(", "))
    deals = [f"{log}; take back {line}" if number == deal else log for number, log in enumerate(row.deals[:deal], 1)]
    assert not match(*deals, target=row.target, variant=row.variant, house=row.house).closed


def test_nobody_overtakes_after_the_match_has_stopped() -> None:
    log = f"trumps H; {brought(A=980, B=990)}; A melds KH QH; B melds QS JD"
    assert match(log, house="stop_at_target").winner == "A"
    assert match(f"{log}; {end(8, 8, last='B')}").winner == "B"


@pytest.mark.parametrize("row", TARGET + TIES, ids=lambda row: row.story)
def test_seats_swapped_the_other_side_wins(row: Row) -> None:
    """D01: never the order of the seats."""
    if row.variant in ("three-handed", "four-handed"):
        return
    swap = str.maketrans("AB", "BA")
    deals = ["; ".join(_swapped(line, swap) for line in texts(log)) for log in row.deals]
    before = outcome(match(*row.deals, target=row.target, variant=row.variant, house=row.house))
    after = outcome(match(*deals, target=row.target, variant=row.variant, house=row.house))
    a, b = before.split(",")[0].split()[1::2]
    assert after.split(",")[0] == f"A {b} B {a}"
    assert after.split(", ", 1)[1] == before.split(", ", 1)[1].translate(swap if "wins" in before else {})


def _swapped(line: str, swap: dict[int, int]) -> str:
    words = line.split()
    return " ".join(word.translate(swap) if word in ("A", "B") else word for word in words)


# What is said while the match runs: points to go, and what the next points would do.


def test_points_to_go_are_those_to_the_target_and_never_less_than_none() -> None:
    stands = match(f"{brought(A=940, B=1030)}")
    assert (stands.to_go("A"), stands.to_go("B")) == (60, 0)
    assert stands.line_to_cross == 1000


def test_in_a_game_of_one_deal_they_are_those_to_the_rubicon() -> None:
    stands = match(f"{brought(A=940)}", target=None, variant="rubicon")
    assert (stands.to_go("A"), stands.to_go("B")) == (60, 1000)
    assert stands.line_to_cross == 1000


def test_brisques_kept_aside_do_not_bring_the_target_nearer() -> None:
    stands = match(end(10, 6), house="brisques=match-end")
    assert (stands.to_go("A"), stands.to_go("B")) == (990, 1000)
    assert stands.aside == {"A": 100, "B": 60}


CROSSING = [(40, False), (60, True), (100, True)]


@pytest.mark.parametrize(("points", "over"), CROSSING)
def test_crossing_is_told_beforehand(points: int, over: bool) -> None:
    stands = match(f"{brought(A=940, B=1030)}")
    assert stands.crosses("A", points) is over
    assert not stands.crosses("B", points), "B has crossed already"
    assert not stands.closes("A", points), "the deal is played to its end"


@pytest.mark.parametrize(("points", "over"), CROSSING)
def test_closing_is_told_beforehand_where_the_match_stops_at_the_target(points: int, over: bool) -> None:
    stands = match(f"{brought(A=940, B=900)}", house="stop_at_target")
    assert stands.closes("A", points) is over
    assert match(f"{brought(A=940 + points, B=900)}", house="stop_at_target").closed is over


def test_catching_up_level_over_the_line_closes_nothing() -> None:
    level = (f"{brought(A=910, B=920)}; {end(8, 8)}", brought(A=0))
    stands = match(*level, house="stop_at_target")
    assert stands.closes("A", 10)
    assert not match(f"{brought(A=990, B=900)}", house="stop_at_target").closes("B", 90)
    assert not stands.closed


def test_a_closed_match_closes_no_more() -> None:
    stands = match(brought(A=1010), house="stop_at_target")
    assert stands.closed
    assert not stands.closes("B", 2000)


# The deal passes to the left.

DEALERS = [
    ("classic", "A", "A B A B A"),
    ("classic", "B", "B A B A B"),
    ("consultation", "A", "A B A B A"),
    ("three-handed", "B", "B C A B C"),
    ("four-handed", "C", "C D A B C"),
    ("four-solo", "D", "D A B C D"),
    ("rubicon", "A", "A B A B A"),
]


@pytest.mark.parametrize(("variant", "first", "dealers"), DEALERS, ids=[" ".join(row[:2]) for row in DEALERS])
def test_the_deal_passes_to_the_left(variant: str, first: str, dealers: str) -> None:
    rules = rules_of(variant)
    assert [next_dealer(rules, Seat(first), deal) for deal in range(1, 6)] == dealers.split()
    assert rules.left_of(Seat(first)) == dealers.split()[1]


def test_a_turned_up_seven_is_the_dealers_and_the_dealer_changes() -> None:
    assert outcome(match("turn-up 7C", "turn-up 7C", "turn-up 7C")) == "A 10 B 20, open"


def test_a_match_of_no_deals_stands_at_nothing() -> None:
    stands = standing(rules_of("four-handed"), 2000, [])
    assert stands.totals == {"AC": 0, "BD": 0}
    assert (stands.closed, stands.winner, stands.level, stands.settlement) == (False, None, False, None)
