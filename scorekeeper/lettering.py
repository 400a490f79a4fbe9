"""Letters for sheets and pictures: the font that is shipped, what it can draw, which way it runs, where it breaks."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from scorekeeper import paths
from scorekeeper.language import gettext as _
from scorekeeper.replayed import MatchSheet

MISSING = "□"
"""Stands for a character that the font has not."""
_JOINER, _LAM = "\u200d", "\u0644"
_ISOLATE, _END = "\u2068", "\u2069"
"""Stand around a name that runs from right to left, so that the figure beside it stays on its side."""
_RED = re.compile(r"((?:10|[AKQJ987])?[♥♦])")
Measure = Callable[[str], float]


def font_file(*, bold: bool = False) -> Path:
    """The file of the font."""
    return paths.resource_dir("static") / "vendor" / "dejavu" / f"DejaVuSans{'-Bold' if bold else ''}.ttf"


@cache
def _known() -> frozenset[int]:
    """What both styles can draw."""
    from fontTools.ttLib import TTFont

    drawn = []
    for bold in (False, True):
        with TTFont(font_file(bold=bold), lazy=True) as font:
            drawn.append(frozenset(font.getBestCmap()))
    return drawn[0] & drawn[1]


def drawable(text: str) -> str:
    """*text* in characters that the font can draw, joined as the script wants it; `MISSING` for each of the others.

    What is joined to a character that cannot be drawn goes with it: a family is one `MISSING`.
    """
    known = _known()
    found: list[str] = []
    joined = False
    for character in _shaped(text):
        if character == _JOINER:
            joined = True
            continue
        if character in (_ISOLATE, _END) or (ord(character) in known and not _is_unseen(character)):
            found.append(character)
        elif not _is_trimming(character) and not joined:
            plain = unicodedata.normalize("NFKC", character)
            found.append(plain if all(ord(c) in known for c in plain) else MISSING)
        joined = False
    return "".join(found)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


def _is_trimming(character: str) -> bool:
    """Whether a character only changes the one before: marks, variants, skin tones."""
    return unicodedata.category(character) in ("Mn", "Me", "Cf") or "\U0001f3fb" <= character <= "\U0001f3ff"


# Scripts that run from right to left ----------------------------------------------------------------------------------


@cache
def _forms() -> dict[str, dict[str, str]]:
    """For each Arabic letter (or lam with alef) the character for each of its forms."""
    found: dict[str, dict[str, str]] = {}
    for code in range(0xFE80, 0xFEFD):
        kind, *letters = unicodedata.decomposition(chr(code)).split()
        found.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind.strip("<>")] = chr(code)
    return found


def _shaped(text: str) -> str:
    """*text* with Arabic letters in the forms in which they join their neighbours."""
    forms = _forms()
    if not any(character in forms for character in text):
        return text
    letters: list[str] = []
    for character in text:
        if letters and letters[-1] == _LAM and _LAM + character in forms:
            letters[-1] += character
        else:
            letters.append(character)
    shaped = []
    for at, letter in enumerate(letters):
        own = forms.get(letter)
        if own is None:
            shaped.append(letter)
            continue
        before, after = _neighbour(letters, at, -1), _neighbour(letters, at, 1)
        tied = "initial" in forms.get(before, {}) and "final" in own
        ties = "initial" in own and "final" in forms.get(after, {})
        kind = {(False, False): "isolated", (False, True): "initial", (True, False): "final", (True, True): "medial"}
        shaped.append(own.get(kind[tied, ties], letter))
    return "".join(shaped)


def _neighbour(letters: list[str], at: int, step: int) -> str:
    """The next letter that is no mark."""
    at += step
    while 0 <= at < len(letters):
        if unicodedata.category(letters[at][0]) != "Mn":
            return letters[at]
        at += step
    return ""


def visual(line: str) -> str:
    """A line of drawable text in the order in which it is drawn from left to right."""
    if not _runs_left(line):
        return line
    from fpdf.bidi import BidiParagraph
    from fpdf.enums import TextDirection

    return bare(BidiParagraph(line, TextDirection.LTR).get_reordered_string())


def _runs_left(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def isolated(text: str) -> str:
    """*text* with its own direction, whatever stands beside it, if it runs from right to left."""
    return f"{_ISOLATE}{text}{_END}" if _runs_left(text) else text


def bare(text: str) -> str:
    """*text* without what only says which way it runs."""
    return text.replace(_ISOLATE, "").replace(_END, "")


# Fitting --------------------------------------------------------------------------------------------------------------


def fit(text: str, width: float, measure: Measure) -> str:
    """*text*, or as much of it as is not wider than *width*, with an ellipsis."""
    if measure(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…") <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def ems(text: str) -> float:
    """About how wide *text* is in bold letters of a font that is not known, in ems; rather too much than too little."""
    return sum(map(_em, unicodedata.normalize("NFC", text)))


def _em(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\ufe00" <= character <= "\ufe0f":
        return 0
    if unicodedata.east_asian_width(character) in "WF" or character in "MWmw@%…":
        return 1.1
    if character in " .,:;!'|()-/Iijlftr":
        return 0.45
    return 0.82 if character.isupper() else 0.7


def wrap(text: str, width: float, measure: Measure, most: int) -> list[str]:
    """*text* in at most *most* lines, broken at blanks, within a word only where it is wider than a line."""
    lines: list[str] = []
    line = ""
    words = text.split(" ")
    while words:
        word = words.pop(0)
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
            line = ""
            words.insert(0, word)
        else:
            at = max(1, len(fit(word, width, measure)) - 1)
            lines.append(word[:at])
            words.insert(0, word[at:])
        if len(lines) == most:
            rest = " ".join((lines.pop(), *words))
            return [*lines, fit(rest, width, measure)]
    return [*lines, line] if line or not lines else lines


def coloured(line: str) -> list[tuple[str, bool]]:
    """A line in pieces, and whether each is red: the hearts and diamonds with their ranks."""
    return [(piece, bool(_RED.fullmatch(piece))) for piece in _RED.split(line) if piece]


# Names --------------------------------------------------------------------------------------------------------------


def legible(match: MatchSheet, longest: int | None = None) -> MatchSheet:
    """The match under names that can be drawn: without pictures that the font has not.

    One of which nothing else can be drawn is told by its seat, and so is one that would be the same as another's.
    Names of more than *longest* characters are cut, with an ellipsis.
    """
    people = match.stored.names
    plain = [[_plain(name) for name in seat] for seat in people]
    alike = Counter(name for seat in plain for name in seat)
    names = []
    for seat, told in zip(match.rules.seats, plain, strict=True):
        shown = []
        for place, name in enumerate(told, 1):
            mark = f"{seat.value}{place if len(told) > 1 else ''}"
            if not set(name) - {MISSING, " "}:
                shown.append(_("Player %(seat)s") % {"seat": mark})
            else:
                cut = isolated(fit(name, longest or len(name), len))
                shown.append(cut if alike[name] == 1 else f"{cut} ({mark})")
        names.append(tuple(shown))
    return replace(match, stored=replace(match.stored, names=tuple(names)))


def all_drawn(match: MatchSheet) -> bool:
    """Whether every letter of the names can be drawn."""
    return all(MISSING not in drawable(name) for seat in match.stored.names for name in seat)


def _plain(name: str) -> str:
    """*name* in drawable characters, without pictures that the font has not and what is joined to them."""
    kept: list[str] = []
    dropped = joined = False
    for character in name:
        is_picture = unicodedata.category(character) == "So"
        if dropped and (character == _JOINER or _is_trimming(character) or (joined and is_picture)):
            joined = character == _JOINER
            continue
        dropped = is_picture and ord(character) not in _known()
        joined = False
        if not dropped:
            kept.append(character)
    return " ".join(drawable("".join(kept)).split())
