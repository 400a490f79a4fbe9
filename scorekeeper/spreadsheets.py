"""Tables for spreadsheet programs: the lines of a match, and the results of many (CSV, RFC 4180).

UTF-8 with its mark at the beginning, commas, lines that end with CR LF: so the programs of every country keep the
names as they are. Moments are ISO 8601 with their offset, figures are plain numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from scorekeeper import sheets, wording
from scorekeeper.bezique.events import Amended, Event, TakenBack, holding
from scorekeeper.bezique.rules import Seat
from scorekeeper.bezique.settling import DRAW
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.language import gettext as _
from scorekeeper.recorded import RecordedMatch
from scorekeeper.replayed import DealSheet, MatchSheet

BOM = "\ufeff"
MOST_SIDES = 4
_FORMULA = re.compile(r"(^|;)(?=[=+\-@\t\r\n＝＋－＠])")
Cell = str | int | None


def safe(cell: Cell) -> Cell:
    """*cell* with an apostrophe before what a program would take for a formula; a number is none.

    So it is behind a semicolon, at which the programs of some countries begin another cell.

    >>> safe("=1+1"), safe("Ann;=1+1"), safe(-40)
    ("'=1+1", "Ann;'=1+1", -40)
    """
    return _FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


def written(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """The text of a table, row by row."""
    mark = BOM
    for row in rows:
        text = io.StringIO(newline="")
        csv.writer(text, lineterminator="\r\n").writerow([safe(cell) for cell in row])
        yield mark + text.getvalue()
        mark = ""


# The lines of a match -----------------------------------------------------------------------------------------------


def lines(match: MatchSheet) -> Iterator[str]:
    """Every line of a match with its points and the running totals, those that no longer hold among them."""
    return written(_line_rows(match))


def _line_rows(match: MatchSheet) -> Iterator[Sequence[Cell]]:
    sides = sheets.side_names(match)
    head = (
        _("Deal"),
        _("Line"),
        _("Written"),
        _("Seat"),
        _("Name"),
        _("Event"),
        _("Notation"),
        _("Stands"),
        _("Counts"),
    )
    points = (_("Points: %(name)s") % {"name": name} for name in sides)
    totals = (_("Total: %(name)s") % {"name": name} for name in sides)
    yield (*head, *points, *totals)
    for here in match.deals:
        yield from _deal_rows(match, here)


def _deal_rows(match: MatchSheet, here: DealSheet) -> Iterator[Sequence[Cell]]:
    sides = match.rules.sides
    start, after = sheets.before(match, here.number), sheets.before(match, here.number + 1)
    totals = dict(zip(sides, start, strict=True))
    played = here in match.counting
    gains = sheets.gains_of(here) if played else {}
    says = {line.number: line.event for line in here.standing}
    counting = {line.number for line in here.counting} if played else set()
    stands = _stands(here, counting)
    for line, stored in zip(here.lines, here.stored.lines, strict=True):
        event = says.get(line.number, line.event)
        gained = gains.get(line.number, {})
        for side, points in gained.items():
            totals[side] += points
        yield (
            here.number,
            line.number,
            stored.written_at.isoformat(),
            _seat(event),
            wording.who(event, match),
            wording.what(event, match),
            stored.text,
            stands[line.number],
            _("yes") if line.number in counting else _("no"),
            *(gained.get(side) for side in sides),
            *totals.values(),
        )
    added = [end - total for end, total in zip(after, totals.values(), strict=True)]
    if any(added):  # brisques kept aside until this deal
        said = _("Brisques")
        yield (here.number, None, None, "", "", said, "", _("yes"), _("yes"), *added, *after)


def _seat(event: Event) -> str:
    inner = event.event if isinstance(event, Amended) else event
    found = getattr(inner, "seat", None) or getattr(inner, "winner", None)
    return found.value if isinstance(found, Seat) else ""


def _stands(here: DealSheet, counting: Collection[int]) -> dict[int, str]:
    """Whether each line stands, by its number: yes, or by which line it was struck or amended, or why it counts not."""
    held = holding(here.lines)
    said = dict.fromkeys((line.number for line in here.lines), _("yes"))
    for late in here.standing:
        if late.number not in counting:
            said[late.number] = _("after the end")
    for line in here.lines:
        if line.number not in held:
            continue
        if isinstance(line.event, TakenBack):
            said[line.event.line] = _("struck by %(line)s") % {"line": line.number}
        elif isinstance(line.event, Amended):
            said[line.event.line] = _("amended by %(line)s") % {"line": line.number}
    return said


# The results of many ------------------------------------------------------------------------------------------------


def results(matches: Iterable[RecordedMatch]) -> Iterator[str]:
    """A row for each match: when and what was played, names and totals of each side, who won, and the note.

    A deal that was only opened is not counted, but for the first.
    """
    return written(_result_rows(matches))


def _result_rows(matches: Iterable[RecordedMatch]) -> Iterator[Sequence[Cell]]:
    head = (_("Match"), _("Opened"), _("Closed"), _("State"), _("Game"), _("Target"), _("House rules"), _("Deals"))
    sides = (
        title % {"number": number}
        for number in range(1, MOST_SIDES + 1)
        for title in (_("Names %(number)s"), _("Total %(number)s"))
    )
    yield (*head, _("Winner"), *sides, _("Note"))
    for match in matches:
        rules = match.rules
        names = match.side_names
        cells: list[Cell] = [cell for side in rules.sides for cell in (names[side], match.totals.get(side, 0))]
        yield (
            match.id,
            match.opened_at.isoformat(),
            None if match.closed_at is None else match.closed_at.isoformat(),
            match.state,
            wording.translated(VARIANTS[match.variant].title),
            match.target if rules.to_target else None,
            "; ".join(wording.rule_sentences(rules)),
            sum(1 for deal in match.deals if deal.log) or 1,
            _("draw") if match.winner == DRAW else names.get(match.winner or "", ""),
            *cells,
            *[None] * (2 * MOST_SIDES - len(cells)),
            match.note,
        )
