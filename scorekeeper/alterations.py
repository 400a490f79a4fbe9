"""Other choices for a match in words: what was chosen before and now, for their page and for the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper import screens, wording
from scorekeeper.altering import Altered
from scorekeeper.bezique.options import OPTIONS
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.logs import phone_name
from scorekeeper.stored import Author, StoredChange


@dataclass(frozen=True, slots=True)
class Altering:
    """Something that is chosen otherwise: its name, and how it was and is."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Alteration:
    """What was changed at one time, on whose phone ('' where nobody knows)."""

    at: datetime
    phone: str
    what: tuple[Altering, ...]


@dataclass(frozen=True, slots=True)
class StrayedShown:
    """A line that the rules would refuse which are to hold now."""

    deal: int
    number: int
    text: str
    law: str


def log(made: Iterable[StoredChange], phones: Mapping[int, Author]) -> list[Alteration]:
    """What was changed, the latest first."""
    shown = [
        Alteration(
            change.changed_at,
            phone_name(None if change.author is None else phones.get(change.author)),
            tuple(words(change.what)),
        )
        for change in made
    ]
    return shown[::-1]


def words(what: Mapping[str, list[Any]]) -> Iterator[Altering]:
    """What is chosen otherwise, one after the other."""
    for name, (before, after) in what.items():
        match name:
            case "target":
                yield Altering(_("Target"), _target(before), _target(after))
            case "house_rules":
                for rule in OPTIONS:
                    if before.get(rule) != after.get(rule):
                        label = _(OPTIONS[rule].title)
                        yield Altering(label, _value(rule, before.get(rule)), _value(rule, after.get(rule)))
            case "note":
                yield Altering(_("Note"), before or _("none"), after or _("none"))
            case "names":
                for was, now in zip(before, after, strict=True):
                    if list(was) != list(now):
                        yield Altering(_("Name"), " & ".join(was), " & ".join(now))
            case _:
                label = _("Hints") if name == "hints" else _("Note the tricks")
                yield Altering(label, _yes(before), _yes(after))


def _target(value: int | None) -> str:
    return _("none") if value is None else points(value)


def _yes(value: bool) -> str:
    return _("yes") if value else _("no")


def _value(rule: str, value: bool | str | None) -> str:
    if value is None:
        return _("as in the game")
    return _yes(value) if isinstance(value, bool) else _(dict(OPTIONS[rule].choices).get(value, str(value)))


def strayed(found: Altered) -> list[StrayedShown]:
    """The lines that the rules would refuse which are to hold now."""
    shown = []
    for one in found.strayed:
        text = screens.in_words(found.after, found.after.deal(one.deal), one.line.number, one.line.event)
        shown.append(StrayedShown(one.deal, one.line.number, text, wording.translated(one.law.sentence)))
    return shown
