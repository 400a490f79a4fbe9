"""Which lines of a log stand, after everything that was taken back or amended."""

from __future__ import annotations

from collections.abc import Sequence

UNDOING = ("take", "amend")


def what_stands(log: Sequence[str]) -> dict[int, str]:
    """Every line of *log* that stands, take-backs and amendments among them, as it now reads."""
    struck: set[int] = set()
    now: dict[int, str] = {}
    lines: dict[int, str] = {}
    for number in range(len(log), 0, -1):
        if number in struck:
            continue
        text = now.get(number, log[number - 1])
        words = text.split()
        if words[0] == "take":
            struck.add(int(words[2]))
        elif words[0] == "amend":
            now.setdefault(int(words[1]), " ".join(words[2:]))
        lines[number] = text
    return lines


def standing(log: Sequence[str]) -> list[tuple[int, str]]:
    """The lines of the game that stand, with their numbers."""
    return sorted((number, text) for number, text in what_stands(log).items() if text.split()[0] not in UNDOING)
