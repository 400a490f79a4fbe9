"""The result of a match as a picture to be sent: who won, the final figures, the game, the deals small.

Everything is drawn from the log, the line that closed the match included.
"""

from __future__ import annotations

import io
from datetime import tzinfo
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from scorekeeper import endings, sheets
from scorekeeper.formatters import points, signed
from scorekeeper.language import gettext as _
from scorekeeper.lettering import Measure, bare, coloured, drawable, fit, font_file, legible, visual, wrap
from scorekeeper.replayed import MatchSheet
from scorekeeper.scoresheets import day, unfinished
from scorekeeper.sheets import SheetDeal

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
FELT, PAPER, INK, DIM, LINE, ACCENT, RED = "#1f5f46", "#fffcf3", "#1e1a13", "#5b5342", "#cbbf9f", "#1d5c43", "#ad1528"
LEFT, RIGHT = 84, WIDTH - 84
SHORT = 16
"""Characters of a name where its whole does not fit."""
MOST_DEALS = 6
"""Deals that are shown, the last ones."""


def png(match: MatchSheet, zone: tzinfo | None = None) -> bytes:
    """The picture of a match, `WIDTH` by `HEIGHT`, with the day of *zone*; of an unfinished one as it stands."""
    return Picture(legible(match), legible(match, SHORT), zone).drawn()


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(bold=bold)), size, layout_engine=ImageFont.Layout.BASIC)


def _wide(size: int, bold: bool) -> Measure:
    return lambda text: _font(size, bold).getlength(bare(text))


class Picture:
    """A picture while it is drawn; *short* is the same match under short names, for where the whole ones do not fit."""

    def __init__(self, match: MatchSheet, short: MatchSheet, zone: tzinfo | None) -> None:
        from PIL import Image, ImageDraw

        self.match, self.short, self.zone = match, short, zone
        self.image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        self.draw = ImageDraw.Draw(self.image)

    def drawn(self) -> bytes:
        self.draw.rounded_rectangle((36, 36, WIDTH - 36, HEIGHT - 36), 26, fill=PAPER, outline=LINE, width=3)
        x: float = LEFT
        for sign in "♠♥♦♣":
            x += self._write(x, 60, sign, 30, colour=RED if sign in "♥♦" else INK) + 8
        self._write(RIGHT, 62, _("Bezique score keeper"), 24, colour=DIM, right=True)
        y = self._victory(112)
        y = self._finals(y, HEIGHT - 36 - 34 - (120 if self.deals else 50))
        self._foot(y)
        kept = io.BytesIO()
        self.image.save(kept, "PNG")
        return kept.getvalue()

    @cached_property
    def deals(self) -> list[SheetDeal]:
        """The last deals, where there is more than one."""
        found = list(sheets.sheet_deals(self.match))
        return found[-MOST_DEALS:] if len(found) > 1 else []

    def _victory(self, y: int) -> int:
        said = drawable(endings.victory(self.match) or unfinished(self.match))
        if _wide(44, True)(said) > 1.8 * (RIGHT - LEFT):
            said = drawable(endings.victory(self.short) or said)
        size = 60 if _wide(60, True)(said) <= RIGHT - LEFT else 44
        for line in wrap(said, RIGHT - LEFT, _wide(size, True), 2):
            self._write(LEFT, y, line, size, bold=True, colour=ACCENT)
            y += round(size * 1.25)
        return y + 8

    def _finals(self, y: int, end: int) -> int:
        """A row for each side: the name, and its figure."""
        finals = endings.finals(self.match)
        shared = sum(map(len, self.match.stored.names)) > len(finals)  # sides of several people
        height = min(120, (end - y) // len(finals))
        size = min(64, round(height * 0.6))
        for final, short in zip(finals, endings.finals(self.short), strict=True):
            self.draw.line((LEFT, y, RIGHT, y), fill=LINE, width=2)
            figure = points(final.total)
            wide = _wide(size, True)(figure)
            room = RIGHT - LEFT - wide - 40
            name, small = drawable(final.name), min(size, 52)
            if _wide(small, final.won)(name) > room:
                small = round(small * 0.7)
            if _wide(small, final.won)(name) > room and shared:
                name = drawable(short.name)
            name = fit(name, room, _wide(small, final.won))
            middle = y + height // 2
            colour = ACCENT if final.won else INK
            self._write(LEFT, middle, name, small, bold=final.won, colour=colour, middle=True)
            self._write(RIGHT, middle, figure, size, bold=True, colour=colour, right=True, middle=True)
            y += height
        self.draw.line((LEFT, y, RIGHT, y), fill=LINE, width=2)
        return y

    def _foot(self, y: int) -> None:
        """The game, the day, the settlement, and the deals."""
        about = sheets.about(self.match)
        said = [about.variant]
        if about.target is not None:
            said.append(_("to %(target)s") % {"target": points(about.target)})
        if about.rubicon is not None:
            said.append(_("rubicon %(points)s") % {"points": points(about.rubicon)})
        if self.match.standing.settled and (tie := endings.tie(self.match)):
            said.append(tie.rstrip("."))
        if (settled := endings.settlement(self.match)) is not None and not settled.draw:
            said.append(_("the game is worth %(points)s") % {"points": points(settled.value)})
        said += about.house_rules
        if about.closed_at is not None:
            said.insert(0, day(about.closed_at, self.zone))
        bottom = HEIGHT - 36 - 52
        for line in wrap(drawable(" · ".join(said)), RIGHT - LEFT, _wide(24, False), 1):
            self._write(LEFT, bottom, line, 24, colour=DIM)
        if self.deals:
            self._small_deals(bottom - 62)

    def _small_deals(self, y: int) -> None:
        """The points of each deal, one column a deal."""
        wide = (RIGHT - LEFT) // max(3, len(self.deals))
        for at, deal in enumerate(self.deals):
            x = LEFT + at * wide
            self._write(x, y, _("Deal %(number)s") % {"number": deal.number}, 18, colour=DIM)
            own = "  ".join(signed(gained) for gained in deal.gained)
            size = next((size for size in (22, 18, 14) if _wide(size, False)(own) <= wide - 12), 12)
            self._write(x, y + 24, fit(own, wide - 8, _wide(size, False)), size)

    def _write(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        *,
        bold: bool = False,
        colour: str = INK,
        right: bool = False,
        middle: bool = False,
    ) -> float:
        """A line of drawable text; says how wide it is."""
        font = _font(size, bold)
        wide = _wide(size, bold)(text)
        at = x - wide if right else x
        for piece, red in coloured(visual(text)):
            anchor = "lm" if middle else "la"
            self.draw.text((at, y), piece, font=font, fill=RED if red else colour, anchor=anchor)
            at += font.getlength(piece)
        return float(wide)
