"""The chart of a match: the running totals of the sheet as points, whatever the figures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scorekeeper import charts, services
from scorekeeper.charts import BOTTOM, TOP, Chart
from tests.web.conftest import OpenTable
from tests.web.table import ENDED, WORKED_DEAL, Table


def drawn(table: Table) -> Chart:
    with table.app.app_context():
        found = charts.chart(services.sheet(table.slug))
    assert found is not None
    return found


def heights(chart: Chart) -> list[list[float]]:
    return [[float(point.partition(",")[2]) for point in curve.points.split()] for curve in chart.curves]


def test_before_the_first_line_there_is_no_chart(table: OpenTable) -> None:
    shown = table()
    with shown.app.app_context():
        assert charts.chart(services.sheet(shown.slug)) is None
    assert "Running totals" not in shown.show("/sheet").words


def test_each_line_is_a_point_and_the_last_one_the_total(table: OpenTable) -> None:
    """D07: the closing line, too."""
    shown = table(*WORKED_DEAL, *ENDED, target=500)
    chart = drawn(shown)
    assert [(curve.name, curve.total) for curve in chart.curves] == [("Alice", 500), ("Ben", 150)]
    assert {len(curve) for curve in heights(chart)} == {1 + len(WORKED_DEAL) + len(ENDED)}
    assert [(line.label, line.total) for line in chart.lines] == [("target", 500)]
    assert heights(chart)[0][-1] == chart.lines[0].y
    assert "500" in shown.show("/sheet").words
    assert chart.said == "After 1 deal: Alice 500, Ben 150. Target: 500."


NAMES = [
    ("short", "Ben", "Ben"),
    ("long", "Bartholomäus Großschädl", "Bartholo…"),
    ("wide", "W" * 40, "WWWWW…"),
    ("from right to left", "עבד אלרחמן בן־ציון", "\u2068עבד אלרח…\u2069"),
    ("short from right to left", "בן", "\u2068בן\u2069"),
    ("joined", " ".join(["👩\u200d👧"] * 9), "👩\u200d👧 👩\u200d👧…"),
]


@pytest.mark.parametrize(("name", "label"), [row[1:] for row in NAMES], ids=[row[0] for row in NAMES])
def test_a_name_is_shortened_to_fit_beside_its_curve(table: OpenTable, name: str, label: str) -> None:
    shown = table("turn-up AH", names=((name,), ("Ida",)))
    assert [curve.label for curve in drawn(shown).curves] == [label, "Ida"]
    assert drawn(shown).curves[0].name == name


FIGURES = [
    ("below nothing", ("turn-up AH", "B adjusts -340 revoke"), (0, -340)),
    ("both below nothing", ("turn-up AH", "A adjusts -10 revoke", "B adjusts -900 revoke"), (-10, -900)),
    ("tens of thousands", ("turn-up AH", "A adjusts 87650 brought forward"), (87_650, 0)),
    ("ten points", ("turn-up 7H",), (0, 10)),
    ("nothing at all", ("turn-up AH",), (0, 0)),
]


@pytest.mark.parametrize(("lines", "totals"), [row[1:] for row in FIGURES], ids=[row[0] for row in FIGURES])
def test_every_figure_has_a_place_within_the_drawing(
    table: OpenTable, lines: tuple[str, ...], totals: tuple[int, int]
) -> None:
    chart = drawn(table(*lines))
    assert tuple(curve.total for curve in chart.curves) == totals
    shown = [height for curve in heights(chart) for height in curve]
    shown += [curve.at for curve in chart.curves] + [level.y for level in (*chart.ticks, *chart.lines)]
    assert all(TOP <= height <= BOTTOM for height in shown)
    assert 2 <= len(chart.ticks) <= 10
    assert 0 in [tick.total for tick in chart.ticks]


@pytest.mark.parametrize("variant", ["three-handed", "four-solo", "four-handed", "rubicon"])
def test_labels_lie_apart_at_every_table(table: OpenTable, variant: str) -> None:
    chart = drawn(table("A adjusts 30 found" if variant == "rubicon" else "turn-up AH", variant=variant))
    placed = sorted(curve.at for curve in chart.curves)
    assert all(below - above >= charts.APART for above, below in pairwise(placed))
    assert chart.lines[0].label == ("rubicon" if variant == "rubicon" else "target")


def test_brisques_kept_aside_come_in_as_a_step_of_their_own(table: OpenTable) -> None:
    """And the curve ends where the sheet ends."""
    shown = table(*WORKED_DEAL, "A adjusts 600 brought forward", *ENDED, house_rules={"brisques": "match-end"})
    chart = drawn(shown)
    assert {curve.name: curve.total for curve in chart.curves} == {"Alice": 1100, "Ben": 150}
    assert dict(zip(("A", "B"), (curve.total for curve in chart.curves), strict=True)) == shown.totals()
    assert len(heights(chart)[0]) == 1 + len(WORKED_DEAL) + 1 + len(ENDED) + 1


def test_each_deal_has_its_number_on_the_axis(table: OpenTable) -> None:
    shown = table(*WORKED_DEAL, *ENDED)
    shown.next_deal("turn-up 9C", "B melds KC QC")
    chart = drawn(shown)
    assert [deal.number for deal in chart.deals] == [1, 2]
    assert chart.deals[0].middle < chart.deals[0].x < chart.deals[1].middle < chart.deals[1].x
