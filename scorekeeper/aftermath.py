"""What follows from a correction or another target, as values: figures before and after, and how the match ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from scorekeeper import endings, refusals, screens, wording
from scorekeeper.bezique.corrections import Change, Consequence, Fate, Moved, PlayedFirst
from scorekeeper.bezique.events import Amended, Event, TakenBack
from scorekeeper.bezique.matches import Closing
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
from scorekeeper.mending import Foreseen, standing_event
from scorekeeper.refusals import Later
from scorekeeper.replayed import DealSheet, MatchSheet
from scorekeeper.rescored import Rescored, rescored


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side's points in the deal and in all, before and after."""

    name: str
    deal_before: int
    deal_after: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a change leads to; *was* and *now* are the changed line in words, *sentences* what becomes of the match.

    *rescored* are other lines that stand and score otherwise then. *counts*: a figure of a side changes.
    """

    deal: int
    line: int
    was: str
    now: str
    sides: tuple[SideShown, ...]
    sentences: tuple[str, ...]
    later: tuple[Later, ...]
    rescored: tuple[Rescored, ...]
    counts: bool


def shown(found: Foreseen) -> Aftermath:
    """What a change leads to, for its page."""
    before, after = found.before, found.after
    here, changed = before.deal(found.deal), after.deal(found.deal)
    was, now = _words(found, here, changed)
    figures = sides(before, after, found.deal)
    return Aftermath(
        found.deal,
        found.change.line,
        was,
        now,
        figures,
        tuple(sentences(before, after)),
        tuple(_later(found, here)),
        tuple(rescored(before, after, found.correction.shifts, found.change.line)),
        any((one.deal_before, one.before) != (one.deal_after, one.after) for one in figures)
        or before.standing.settled != after.standing.settled
        or before.standing.aside != after.standing.aside,
    )


def sides(before: MatchSheet, after: MatchSheet, number: int) -> tuple[SideShown, ...]:
    """The figures of every side, in seat order."""
    here, changed = before.deal(number).deal, after.deal(number).deal
    return tuple(
        SideShown(
            wording.side_name(after, side),
            here.points(side),
            changed.points(side),
            before.standing.totals[side],
            after.standing.totals[side],
        )
        for side in after.rules.sides
    )


def sentences(before: MatchSheet, after: MatchSheet) -> Iterator[str]:
    """Whether the match opens again, closes, or gets another winner; what counts no longer; which deal goes on."""
    old, new = before.standing.closing, after.standing.closing
    if old and not new:
        yield _("The match opens again: %(what)s no more.") % {"what": _won(before)}
    elif new and not old:
        yield _("This closes the match: %(what)s. %(where)s") % {"what": _won(after), "where": _where(after, new)}
    elif old and new and old.winner != new.winner:
        yield _("The match ends otherwise: %(now)s (until now: %(was)s). %(where)s") % {
            "now": _won(after),
            "was": _won(before),
            "where": _where(after, new),
        }
    elif old and new and _won(before) != _won(after):
        values = {"now": _won(after), "was": _won(before)}
        yield _("The result goes with the names: %(now)s (until now: %(was)s).") % values
    elif old and new:
        moved = f" {_where(after, new)}" if (old.deal, old.line) != (new.deal, new.line) else ""
        yield _("The match stays closed: %(what)s.%(where)s") % {"what": _won(after), "where": moved}
    yield from _worth(before, after)
    yield from _kept_aside(before, after)
    if after.standing.level and not before.standing.level:
        yield _("Level at the top: another deal is played.")
    yield from _no_longer(after, new)
    if not new:
        for was, now in zip(before.deals, after.deals, strict=True):
            if was.deal.finished and not now.deal.finished:
                yield _("Deal %(number)s is not finished then: it goes on where it was left.") % {"number": now.number}


def outlook(match: MatchSheet) -> str:
    """Who leads and what becomes of the match, as a sentence; '' for a game of one deal.

    Once it is over that is told by `sentences`, and here only by how much.
    """
    target = match.stored.target
    if not match.rules.to_target or target is None:
        return ""
    totals = match.standing.totals
    best = max(totals.values())
    top = [wording.side_name(match, side) for side in match.rules.sides if totals[side] == best]
    words = {"name": " & ".join(top), "points": points(best), "deal": match.current.number, "target": points(target)}
    if match.standing.closed:
        return "" if len(top) > 1 else _("%(name)s leads with %(points)s.") % words
    if len(top) > 1:
        said = _("%(name)s are level at %(points)s.") % words
    elif best >= target:
        said = _("%(name)s leads with %(points)s, which reaches the target of %(target)s.") % words
    else:
        said = _("%(name)s leads with %(points)s: %(more)s to go.") % {**words, "more": points(target - best)}
    if best >= target and not match.current.deal.finished:
        return said + " " + _("Deal %(deal)s is played to its end; then the highest total wins.") % words
    return said + " " + _("The match goes on.")


def _won(match: MatchSheet) -> str:
    return endings.victory(match) or ""


def _where(match: MatchSheet, closing: Closing) -> str:
    event = standing_event(match.deal(closing.deal), closing.line)
    said = screens.in_words(match, match.deal(closing.deal), closing.line, event) if event else ""
    return _("Decided in deal %(deal)s: %(what)s.") % {"deal": closing.deal, "what": said}


def _worth(before: MatchSheet, after: MatchSheet) -> Iterator[str]:
    """What a game of one deal is worth then, and what is compared."""
    was, now = before.standing.settled, after.standing.settled
    if now is None or was == now:
        return
    if now.brisques and (was is None or was.scores != now.scores):
        yield endings.tie(after)
    if was is None:
        yield _("The game is worth %(points)s.") % {"points": points(now.value)}
    elif was.value != now.value:
        values = {"now": points(now.value), "was": points(was.value)}
        yield _("The game is worth %(now)s (until now: %(was)s).") % values


def _kept_aside(before: MatchSheet, after: MatchSheet) -> Iterator[str]:
    """The points for brisques that are in no total, where they change."""
    was, now = before.standing.aside, after.standing.aside
    changed = [
        _("%(name)s %(now)s (until now: %(was)s)")
        % {"name": wording.side_name(after, side), "now": points(now[side]), "was": points(was[side])}
        for side in after.rules.sides
        if was[side] != now[side]
    ]
    if changed:
        yield _("Kept aside for brisques: %(figures)s.") % {"figures": ", ".join(changed)}


def _no_longer(match: MatchSheet, closing: Closing | None) -> Iterator[str]:
    if closing is None:
        return
    here = match.deal(closing.deal)
    if behind := len(here.standing) - len(here.counting):
        yield ngettext(
            "One line behind that in deal %(deal)s counts no longer.",
            "%(count)s lines behind that in deal %(deal)s count no longer.",
            behind,
        ) % {"count": behind, "deal": closing.deal}
    if later := [sheet.number for sheet in match.deals if sheet.number > closing.deal and sheet.standing]:
        yield ngettext(
            "Deal %(deals)s was played after that and counts no longer.",
            "Deals %(deals)s were played after that and count no longer.",
            len(later),
        ) % {"deals": ", ".join(map(str, later))}


def _words(found: Foreseen, here: DealSheet, changed: DealSheet) -> tuple[str, str]:
    """The line before and after; of one that undoes another what it undid."""
    event: Event = standing_event(here, found.change.line) or here.lines[found.change.line - 1].event
    return screens.in_words(found.before, here, found.change.line, event), _now(found, found.change, here, changed)


def _now(found: Foreseen, change: Change, here: DealSheet, changed: DealSheet) -> str:
    before, after = found.before, found.after
    number = change.line
    match change:
        case PlayedFirst(_, inner):
            old = set(found.correction.shifts.values())
            cards = next(line.event for line in changed.standing if line.number not in old)
            played = f"{wording.who(cards, after)} {wording.what(cards, after)}"
            return f"{played} · {_now(found, inner, here, changed)}"
        case TakenBack():
            event = here.lines[number - 1].event
            if not isinstance(event, TakenBack | Amended):
                return _("struck")
            back = standing_event(changed, event.line) or here.lines[event.line - 1].event
            again = screens.in_words(after, changed, event.line, back)
            return _("Line %(line)s stands again: %(what)s") % {"line": event.line, "what": again}
        case Amended():
            place = found.correction.shifts.get(number, number)
            now = standing_event(changed, place)
            return screens.in_words(after, changed, place, now) if now else ""
        case Moved(_, None):
            return _("put behind all other lines of the deal")
        case Moved(_, place):
            assert place is not None
            neighbour = standing_event(here, place)
            said = screens.in_words(before, here, place, neighbour) if neighbour else ""
            return _("put before line %(line)s: %(what)s") % {"line": place, "what": said}
    assert_never(change)


def _later(found: Foreseen, here: DealSheet) -> Iterator[Later]:
    """The lines that would fall; where lines are moved they are told by their new places, with their old points."""
    old = {place: number for number, place in found.correction.shifts.items()}
    for told in sorted(found.correction.decided, key=lambda one: one.line.number):
        number = told.line.number
        line = next(screens.log_lines(found.before, here, [(old.get(number, number), told.line.event)]))
        law = _(told.law.sentence)
        other = refusals.instead(told)
        yield Later(number, line.who, line.what, line.points, law, _fate(found, told), told.agreeable, other)


def _fate(found: Foreseen, told: Consequence) -> Fate:
    """What becomes of a line: what was said of it, where that can be."""
    said = found.decisions[told.line.number]
    can = {Fate.AGREE: told.agreeable, Fate.OTHER: told.other is not None, Fate.STRIKE: True}
    return said if can[said] else Fate.STRIKE
