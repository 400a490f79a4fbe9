"""The chart of a match: the running totals of its sides after each line, as points of a drawing.

The drawing is WIDE × HIGH units; its figures are those of the sheet, which stands beside it as a table.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper import sheets
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
from scorekeeper.lettering import ems, fit, isolated
from scorekeeper.replayed import MatchSheet

WIDE, HIGH = 360, 240
LEFT, RIGHT, TOP, BOTTOM = 54, 268, 12, 216
APART = 14
"""The least distance of two labels."""
LABEL = 6.9
"""How wide the label of a curve may be: ems of its letters, which are 12 units high at most."""
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Curve:
    """The totals of a side: *points* for a polyline, its end, and *at* the height of its label.

    *label* is the name, or as much of it as fits beside the drawing.
    """

    number: int
    name: str
    label: str
    total: int
    points: str
    x: float
    y: float
    at: float


@dataclass(frozen=True, slots=True)
class Level:
    """A line across at a figure; *label* is what it is called, '' where the figure alone stands on the axis."""

    total: int
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class DealEnd:
    """Where a deal ends on the axis of the lines; *x* is its end, *middle* where its number stands."""

    number: int
    x: float
    middle: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything to be drawn; *said* is the drawing in a sentence or two."""

    curves: tuple[Curve, ...]
    ticks: tuple[Level, ...]
    lines: tuple[Level, ...]
    deals: tuple[DealEnd, ...]
    said: str


def chart(match: MatchSheet) -> Chart | None:
    """The chart of a match; None while nothing stands in its log."""
    totals, ends = _totals(match)
    if len(totals) < 2:
        return None
    crossed = [(figure, label) for figure, label in _crossed(match) if figure is not None]
    figures = [total for row in totals for total in row] + [figure for figure, _label in crossed]
    step = _step(max(figures) - min(0, *figures))
    low, high = min(0, *figures) // step * step, -(-max(figures) // step) * step

    def x(at: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * at / (len(totals) - 1), 1)

    def y(total: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (total - low) / (high - low), 1)

    heights = _apart([y(total) for total in totals[-1]])
    curves = tuple(
        Curve(
            number,
            name,
            isolated(fit(name, LABEL, ems)),
            totals[-1][number],
            " ".join(f"{x(at)},{y(row[number])}" for at, row in enumerate(totals)),
            x(len(totals) - 1),
            y(totals[-1][number]),
            heights[number],
        )
        for number, name in enumerate(sheets.side_names(match))
    )
    return Chart(
        curves,
        tuple(Level(total, y(total), "") for total in range(low, high + 1, step)),
        tuple(Level(figure, y(figure), label) for figure, label in crossed),
        tuple(
            DealEnd(number, x(end), x((start + end) / 2))
            for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False), 1)
        ),
        _said(match, curves, crossed),
    )


def _totals(match: MatchSheet) -> tuple[list[tuple[int, ...]], list[int]]:
    """The totals at the start and after each standing line, and at which of them each deal ends.

    What a deal brought in at its end (brisques kept aside until then) is a step of its own.
    """
    sides = match.rules.sides
    rows = [tuple(0 for _side in sides)]
    ends = []
    closing = match.standing.closing
    played = match.deals[: closing.deal] if closing else match.deals
    for here in played:
        gains = sheets.gains_of(here)
        for line in here.standing:
            gained = gains.get(line.number, {})
            rows.append(tuple(total + gained.get(side, 0) for side, total in zip(sides, rows[-1], strict=True)))
        after = sheets.before(match, here.number + 1)
        if after != rows[-1]:
            rows.append(after)
        ends.append(len(rows) - 1)
    return rows, ends


def _crossed(match: MatchSheet) -> list[tuple[int | None, str]]:
    """The lines to cross: the target, or the rubicon of a game of one deal."""
    line = match.standing.line_to_cross
    return [(line, _("target") if match.rules.to_target else _("rubicon"))]


def _step(span: int) -> int:
    """A round distance of the figures on the axis, so that there are not more than eight of them."""
    step = 10
    while True:
        for figure in STEPS:
            if span <= 8 * figure * step:
                return figure * step
        step *= 10


def _apart(heights: list[float]) -> list[float]:
    """Heights for labels, as near to *heights* as can be without one lying on another."""
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    placed = dict.fromkeys(order, 0.0)
    lowest = float(TOP)
    for number in order:
        placed[number] = lowest = max(heights[number], lowest)
        lowest += APART
    over = max(0.0, lowest - APART - BOTTOM)
    return [round(placed[number] - over, 1) for number in range(len(heights))]


def _said(match: MatchSheet, curves: tuple[Curve, ...], crossed: list[tuple[int, str]]) -> str:
    deals = len(match.counting)
    ends = ", ".join(f"{curve.name} {points(curve.total)}" for curve in curves)
    after = ngettext("After %(deals)s deal: %(ends)s.", "After %(deals)s deals: %(ends)s.", deals)
    lines = "".join(f" {label.capitalize()}: {points(figure)}." for figure, label in crossed)
    return after % {"deals": deals, "ends": ends} + lines
