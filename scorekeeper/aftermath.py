"""What follows from a correction or another target, as values: figures before and after, and how the match ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper import endings, screens, wording
from scorekeeper.bezique.corrections import Moved
from scorekeeper.bezique.events import Amended, Event, TakenBack
from scorekeeper.bezique.matches import Closing
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext
from scorekeeper.mending import Foreseen, standing_event
from scorekeeper.refusals import Later
from scorekeeper.replayed import DealSheet, MatchSheet


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
    """What a change leads to; *was* and *now* are the changed line in words, *sentences* what becomes of the match."""

    deal: int
    line: int
    was: str
    now: str
    sides: tuple[SideShown, ...]
    sentences: tuple[str, ...]
    later: tuple[Later, ...]


def shown(found: Foreseen) -> Aftermath:
    """What a change leads to, for its page."""
    before, after = found.before, found.after
    here, changed = before.deal(found.deal), after.deal(found.deal)
    was, now = _words(found, here, changed)
    return Aftermath(
        found.deal,
        found.change.line,
        was,
        now,
        sides(before, after, found.deal),
        tuple(sentences(before, after)),
        tuple(_later(found, here)),
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
    elif old and new:
        moved = f" {_where(after, new)}" if (old.deal, old.line) != (new.deal, new.line) else ""
        yield _("The match stays closed: %(what)s.%(where)s") % {"what": _won(after), "where": moved}
    if after.standing.level and not before.standing.level:
        yield _("Level at the top: another deal is played.")
    yield from _no_longer(after, new)
    if not new:
        for was, now in zip(before.deals, after.deals, strict=True):
            if was.deal.finished and not now.deal.finished:
                yield _("Deal %(number)s is not finished then: it goes on where it was left.") % {"number": now.number}


def _won(match: MatchSheet) -> str:
    return endings.victory(match) or ""


def _where(match: MatchSheet, closing: Closing) -> str:
    event = standing_event(match.deal(closing.deal), closing.line)
    said = screens.in_words(match, match.deal(closing.deal), closing.line, event) if event else ""
    return _("Decided in deal %(deal)s: %(what)s.") % {"deal": closing.deal, "what": said}


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
    change, before, after = found.change, found.before, found.after
    number = change.line
    event: Event = standing_event(here, number) or here.lines[number - 1].event
    was = screens.in_words(before, here, number, event)
    match change:
        case TakenBack():
            if isinstance(event, TakenBack | Amended):
                back = standing_event(changed, event.line) or here.lines[event.line - 1].event
                again = screens.in_words(after, changed, event.line, back)
                return was, _("Line %(line)s stands again: %(what)s") % {"line": event.line, "what": again}
            return was, _("struck")
        case Amended():
            now = standing_event(changed, number)
            return was, screens.in_words(after, changed, number, now) if now else ""
        case Moved(_, None):
            return was, _("put behind all other lines of the deal")
        case Moved(_, place):
            assert place is not None
            neighbour = standing_event(here, place)
            said = screens.in_words(before, here, place, neighbour) if neighbour else ""
            return was, _("put before line %(line)s: %(what)s") % {"line": place, "what": said}
    raise AssertionError(change)


def _later(found: Foreseen, here: DealSheet) -> Iterator[Later]:
    for told in sorted(found.correction.decided, key=lambda one: one.line.number):
        number = told.line.number
        line = next(screens.log_lines(found.before, here, [(number, told.line.event)]))
        points = None if isinstance(found.change, Moved) else line.points
        yield Later(
            number,
            line.who,
            line.what,
            points,
            _(told.law.sentence),
            found.decisions[number] and told.agreeable,
            told.agreeable,
        )
