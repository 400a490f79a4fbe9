"""The score sheet of a match as PDF: each deal line by line with running totals, as on the sheet's page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper import endings, sheets
from scorekeeper.endings import SettlementShown
from scorekeeper.formatters import points, signed
from scorekeeper.language import gettext as _
from scorekeeper.lettering import all_drawn, bare, coloured, drawable, fit, font_file, legible, visual, wrap
from scorekeeper.replayed import MatchSheet
from scorekeeper.sheets import About, SheetDeal
from scorekeeper.zones import local

if TYPE_CHECKING:
    from fpdf import FPDF

#: Millimetres on A4.
MARGIN, WIDE, BOTTOM = 14.0, 182.0, 279.0
COLUMN = {1: 40.0, 2: 36.0, 3: 32.0, 4: 27.0}
"""How wide a side's column is, by the number of sides."""
ROW, PAD = 4.4, 1.2
INK, DIM, LINE, RED, ACCENT = (30, 26, 19), (91, 83, 66), (203, 191, 159), (173, 21, 40), (29, 92, 67)
MOST_LINES = 3
"""Lines that a text in a row may take."""


def pdf(match: MatchSheet, zone: tzinfo | None = None) -> bytes:
    """The sheet of a match, with days and times of *zone*; the same match gives the same bytes."""
    from fpdf import FPDF

    whole = all_drawn(match)
    match = legible(match)
    page = FPDF(format="A4")
    page.str_alias_nb_pages = ""  # else a name may say it
    page.set_auto_page_break(False)
    page.set_margins(MARGIN, MARGIN, MARGIN)
    page.add_font("sheet", fname=font_file())
    page.add_font("sheet", style="B", fname=font_file(bold=True))
    last = max((line.written_at for deal in match.stored.deals for line in deal.lines), default=match.stored.opened_at)
    page.set_creation_date(last)
    page.set_title(bare(_("Match sheet: %(names)s") % {"names": " : ".join(sheets.side_names(match))}))
    page.set_lang("en")
    Sheet(page, match, zone, whole=whole).draw()
    return bytes(page.output())


class Sheet:
    """The pages while they are drawn, from top to bottom; *whole* if every name stands there in full."""

    def __init__(self, page: FPDF, match: MatchSheet, zone: tzinfo | None, *, whole: bool) -> None:
        self.page, self.match, self.zone, self.whole = page, match, zone, whole
        self.sides = sheets.side_names(match)
        self.column = COLUMN[len(self.sides)]

    def draw(self) -> None:
        self._turn()
        self._head(sheets.about(self.match))
        if (settled := endings.settlement(self.match)) is not None:
            self._settlement(settled)
        for deal in sheets.sheet_deals(self.match):
            self._deal(deal)

    # Parts ----------------------------------------------------------------------------------------------------------

    def _head(self, about: About) -> None:
        self._text(f" {_('and')} ".join(self.sides), 15, bold=True, most=6)
        played = [about.variant]
        if about.target is not None:
            played.append(_("to %(target)s") % {"target": points(about.target)})
        if about.rubicon is not None:
            played.append(_("rubicon %(points)s") % {"points": points(about.rubicon)})
        self._text(" · ".join((*played, *about.house_rules)), 9, colour=DIM, most=8)
        self._text(span(about.opened_at, about.closed_at, self.zone), 9, colour=DIM)
        if about.note:
            self._text(about.note, 9, most=8)
        if not self.whole:
            said = _("Some names have letters or pictures that this font lacks; the sheet's page, printed, has them.")
            self._text(said, 9, colour=DIM)
        said = endings.victory(self.match) or unfinished(self.match)
        totals = endings.finals(self.match)
        self._text(said, 12, bold=True, colour=ACCENT, most=4)
        for final in totals:
            self._row([(final.name, "")], [points(final.total)], bold=final.won)
        if (decided := endings.decided(self.match)) is not None:
            said = _("Decided in deal %(deal)s: %(what)s") % {"deal": decided.deal, "what": decided.text}
            self._text(said, 9, colour=DIM, most=4)
        if tie := endings.tie(self.match):
            self._text(tie, 9, colour=DIM, most=4)

    def _settlement(self, settled: SettlementShown) -> None:
        self._space(3)
        self._text(_("Settlement"), 11, bold=True)
        for side in settled.scores:
            said = _("%(name)s with brisques: %(total)s + %(aside)s")
            values = {"name": side.name, "total": points(side.total), "aside": points(side.aside)}
            self._row([(said % values, "")], [points(side.sum)])
        for item in settled.items:
            self._row([(item.label, "")], [points(item.points)])
        said = _("A draw: nothing is won") if settled.draw else _("The game is worth")
        self._row([(said, "")], [points(settled.value)], bold=True)

    def _deal(self, deal: SheetDeal) -> None:
        self._space(4)
        if self.page.get_y() + 6 * ROW > BOTTOM:
            self._turn()
        heads = partial(self._deal_head, deal)
        heads(going_on=False)
        for line in deal.lines:
            figures = [
                "" if gain is None else f"{points(total)} {signed(gain)}"
                for gain, total in zip(line.gains, line.totals, strict=True)
            ]
            agreed = f" ({_('agreed')})" if line.agreed else ""
            self._row([(line.who, "B"), (f"{line.what}{agreed}", "")], figures, heads=heads)
        if deal.added is not None:
            self._row([(_("Brisques"), "")], [signed(added) for added in deal.added], heads=heads)
        ends = [f"{points(total)} {signed(own)}" for total, own in zip(deal.totals, deal.points, strict=True)]
        self._row([(_("After deal %(number)s") % {"number": deal.number}, "B")], ends, bold=True, heads=heads)

    def _deal_head(self, deal: SheetDeal, *, going_on: bool = True) -> None:
        said = [_("Deal %(number)s") % {"number": deal.number}]
        if deal.trumps is not None:
            turned = f" ({deal.turn_up.rank.value}{deal.turn_up.suit.sign})" if deal.turn_up is not None else ""
            said.append(f"{_('trumps')} {deal.trumps.sign}{turned}")
        said.append(_("%(name)s deals") % {"name": deal.dealer})
        if going_on:
            said.append(_("continued"))
        self._text(" · ".join(said), 10, bold=True, most=2)
        self._row([(_("Line"), "")], self.sides, colour=DIM)

    # Drawing --------------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """A new page with its number at its foot."""
        self.page.add_page()
        self._ink(8, colour=DIM)
        self.page.set_xy(MARGIN, BOTTOM + 5)
        number = _("Bezique score keeper · page %(number)s") % {"number": self.page.page_no()}
        self.page.cell(WIDE, 4, number, align="R")
        self.page.set_xy(MARGIN, MARGIN)

    def _wide(self, text: str) -> float:
        return float(self.page.get_string_width(bare(text)))

    def _space(self, height: float) -> None:
        self.page.set_y(self.page.get_y() + height)

    def _ink(self, size: int, *, bold: bool = False, colour: tuple[int, int, int] = INK) -> None:
        self.page.set_font("sheet", style="B" if bold else "", size=size)
        self.page.set_text_color(*colour)

    def _text(
        self, text: str, size: int, *, bold: bool = False, colour: tuple[int, int, int] = INK, most: int = 2
    ) -> None:
        """A paragraph over the whole width."""
        self._ink(size, bold=bold, colour=colour)
        height = size * 0.48
        for line in wrap(drawable(text), WIDE, self._wide, most):
            if self.page.get_y() + height > BOTTOM:
                self._turn()
                self._ink(size, bold=bold, colour=colour)
            self._line(MARGIN, self.page.get_y(), height, line, colour)
            self._space(height)

    def _line(self, x: float, y: float, height: float, line: str, colour: tuple[int, int, int]) -> None:
        """A line of text with its red cards red."""
        for piece, red in coloured(visual(line)):
            width = self._wide(piece)
            self.page.set_xy(x, y)
            self.page.set_text_color(*(RED if red else colour))
            self.page.cell(width, height, piece)
            x += width
        self.page.set_xy(MARGIN, y)

    def _row(
        self,
        said: Sequence[tuple[str, str]],
        figures: Sequence[str],
        *,
        bold: bool = False,
        colour: tuple[int, int, int] = INK,
        heads: partial[None] | None = None,
    ) -> None:
        """A row of a table: what is said, each piece in its style, and a figure in each of the last columns."""
        first = WIDE - len(figures) * self.column
        self._ink(9, bold=True)
        strong = " ".join(text for text, style in said if style == "B" and text)
        lines = [(line, True) for line in wrap(drawable(strong), first - 2, self._wide, 2) if line]
        plain = drawable(" ".join(text for text, style in said if style != "B" and text))
        self._ink(9, bold=bold)
        if lines and plain and len(lines) == 1 and self._beside(lines[0][0], plain, first - 2):
            lines = [(f"{lines[0][0]}\0{plain}", True)]
        elif plain:
            lines += [(line, bold) for line in wrap(plain, first - 2, self._wide, MOST_LINES)]
        height = max(1, len(lines)) * ROW + PAD
        if self.page.get_y() + height > BOTTOM:
            self._turn()
            if heads is not None:
                heads()
        top = self.page.get_y()
        for at, (line, heavy) in enumerate(lines):
            who, _mark, what = line.partition("\0")
            self._ink(9, bold=heavy)
            self._line(MARGIN, top + PAD / 2 + at * ROW, ROW, who, colour)
            if what:
                x = MARGIN + self._wide(f"{visual(who)} ")
                self._ink(9, bold=bold)
                self._line(x, top + PAD / 2 + at * ROW, ROW, what, colour)
        for at, figure in enumerate(figures):
            self._ink(9, bold=bold, colour=colour)
            shown = visual(fit(drawable(figure), self.column - 2, self._wide))
            self.page.set_xy(MARGIN + first + at * self.column, top + PAD / 2)
            self.page.cell(self.column, ROW, shown, align="R")
        self.page.set_draw_color(*LINE)
        self.page.line(MARGIN, top + height, MARGIN + WIDE, top + height)
        self.page.set_xy(MARGIN, top + height)

    def _beside(self, who: str, what: str, width: float) -> bool:
        """Whether both fit into one line."""
        self._ink(9, bold=True)
        wide = self._wide(f"{who} ")
        self._ink(9)
        return bool(wide + self._wide(what) <= width)


def unfinished(match: MatchSheet) -> str:
    """What stands in the place of the winner while there is none."""
    return _("Abandoned") if match.stored.state == "abandoned" else _("As it stands")


def day(moment: datetime, zone: tzinfo | None) -> str:
    """A moment as day and time of *zone*: ``20 Nov 2026, 19:30``."""
    shown = local(moment, zone)
    return f"{shown.day} {shown:%b %Y, %H:%M}"


def span(start: datetime, end: datetime | None, zone: tzinfo | None) -> str:
    """From when to when, the day said once: ``20 Nov 2026, 19:30 – 21:05``."""
    if end is None:
        return day(start, zone)
    same = local(start, zone).date() == local(end, zone).date()
    return f"{day(start, zone)} – {f'{local(end, zone):%H:%M}' if same else day(end, zone)}"
