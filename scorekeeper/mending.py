"""Putting right: what the correction of any line of any deal leads to, before it is written; and writing it.

Like `services`, this knows no request, session or template; it raises `NoSuchMatch`, `NotYours` and `LogMovedOn`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper import changes, store
from scorekeeper.bezique.corrections import Change, Correction, Fate, Moved, PlayedFirst, correct
from scorekeeper.bezique.events import Amended, CardsPlayed, Claim, Event, TakenBack, holding
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.mends import judged_at
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.timing import Refused
from scorekeeper.bezique.words import quoted
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet, NoSuchMatch, Unreadable, ended, replayed
from scorekeeper.services import NotGranted, NotYours, Written, anybody, rematch_begun, results_of, sheet
from scorekeeper.stored import Author, LogMovedOn

STRIKE, BEFORE, END = "strike", "before", "end"
"""How a form says that a line is struck (or that what it undid stands again), and where one is moved."""


AS_OPENED = 1
"""The version of a match in which nothing was written or chosen since it was opened."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What *change* of *deal* leads to: the match as it is and as it would be, and what becomes of later lines.

    *assumed* are the later lines of which nobody has said yet what becomes of them: they are taken for what their
    cards make now, or for struck.
    """

    change: Change
    correction: Correction
    decisions: Mapping[int, Fate]
    assumed: frozenset[int]
    deal: int
    before: MatchSheet
    after: MatchSheet


def read_change(text: str, line: int, rules: Rules) -> Change:
    """The change of *line* that a form says: ``strike``, ``before 5``, ``before end``, or what the line says now.

    Before all but the first, lines can say which cards were played just before. Raises `NotationError`.
    """
    *played, text = text.splitlines() or [""]
    if played:
        return _after_plays([read(said, rules) for said in played], read_change(text, line, rules))
    words = text.split()
    if words == [STRIKE]:
        return TakenBack(line)
    if words[:1] == [BEFORE]:
        agreed = words[2:] == ["agreed"]
        place = words[1] if len(words) == 2 + agreed else ""
        if place == END:
            return Moved(line, None, agreed)
        if not (place.isascii() and place.isdigit() and len(place) < 8):
            raise NotationError(
                _("not a place: %(read)s (write e.g. before 5, or before end)") % {"read": quoted(text)}
            )
        return Moved(line, int(place), agreed)
    event = read(text, rules)
    if isinstance(event, TakenBack | Amended):
        raise NotationError(_("not what a line of a deal says: %(read)s") % {"read": quoted(text)})
    return Amended(line, event)


def _after_plays(played: list[Event], change: Change) -> Change:
    plays = [event for event in played if isinstance(event, CardsPlayed)]
    if len(plays) < len(played) or len({event.seat for event in plays}) > 1:
        raise NotationError(_("before what a line says now only cards that one player has played can be told"))
    if not isinstance(change, Amended | Moved):
        raise NotationError(_("cards are played before a line that stays, not before one that is struck"))
    cards = tuple(card for event in plays for card in event.cards)
    return PlayedFirst(CardsPlayed(plays[0].seat, cards), change)


def foresee(slug: str, number: int, line: int, text: str, decisions: Mapping[int, Fate]) -> Foreseen | NotGranted:
    """What follows from a change (`read_change`) of a *line* of deal *number*; nothing is written.

    *decisions* say what becomes of later lines that would fall. Raises `NoSuchMatch`, and `NotationError` for what
    cannot be read, does not stand, or changes nothing.
    """
    match = sheet(slug)
    here = match.deal(number)
    return _foresee(match, here, read_change(text, line, match.rules), decisions)


def mend(
    slug: str,
    number: int,
    line: int,
    text: str,
    *,
    decisions: Mapping[int, Fate],
    seen: int,
    request: str,
    may_say: Callable[[Event, int | None], bool] = anybody,
    author: int | None = None,
    corrects: bool = False,
) -> Written | NotGranted | Foreseen:
    """Write a change and what was decided of later lines, all or nothing; `Foreseen` where something is undecided.

    *corrects*: somebody who may has said that a closed match is to be changed. Raises as `foresee`, and `LogMovedOn`
    and `NotYours`.
    """
    with store.writing(slug) as book:
        if book is None:
            raise NoSuchMatch(f"no match {slug!r}")
        match = replayed(book.match)
        here = match.deal(number)
        change = read_change(text, line, match.rules)
        if match.stored.state == "abandoned":
            raise NotYours(f"match {slug!r} was abandoned")
        answered = book.answered(request)
        if answered is not None and seen < answered <= here.seen and _says(here.lines[answered - 1].event, change):
            return Written(answered)
        if answered is not None or seen != here.seen:
            raise LogMovedOn(here.stored.lines[seen:])
        if not 1 <= line <= here.seen:
            raise NoSuchMatch(f"no line {line} in deal {number} of match {slug!r}")
        if not may_say(said(here, change), here.stored.lines[line - 1].author) or (
            isinstance(change, PlayedFirst) and not may_say(change.cards, None)
        ):
            raise NotYours(f"line {line} of deal {number} of match {slug!r}")
        if match.standing.closed and not corrects:
            return NotGranted(Refused(Law.MATCH_OVER), said(here, change), (), here.deal)
        found = _foresee(match, here, change, decisions)
        if isinstance(found, NotGranted) or found.assumed:
            return found
        words = [write(event) for event in found.correction.lines]
        copied = results_of(found.after, match.standing)
        return Written(book.append(number, words, seen=seen, request=request, results=copied, author=author))


def said(here: DealSheet, change: Change) -> Event:
    """The event by which a change is judged for whoever asks: a line moved is one that says itself again."""
    if isinstance(change, PlayedFirst):
        change = change.change
    if isinstance(change, Moved):
        event = standing_event(here, change.line)
        return TakenBack(change.line) if event is None else Amended(change.line, event)
    return change


def standing_event(here: DealSheet, line: int) -> Claim | None:
    """What a line says now, None if it does not stand or only changes another."""
    return next((standing.event for standing in here.standing if standing.number == line), None)


def authors(slug: str) -> dict[int, Author]:
    """Everybody who may have written lines of the match, by number."""
    return changes.authors(slug)


def _says(written: Event, change: Change) -> bool:
    """Whether a request that comes again says what it wrote."""
    if isinstance(change, TakenBack):
        return written == change
    if isinstance(change, PlayedFirst):  # it begins with a line of the deal
        return not isinstance(written, TakenBack | Amended)
    return isinstance(written, Amended) and (isinstance(change, Moved) or written.line == change.line)


def _foresee(
    match: MatchSheet, here: DealSheet, change: Change, decisions: Mapping[int, Fate]
) -> Foreseen | NotGranted:
    _check(here, change)
    chosen = dict(decisions)
    while True:
        try:
            found = correct(change, here.lines, here.start, chosen)
        except ValueError as error:
            raise NotationError(str(error)) from error
        if isinstance(found, Refused):
            played = (change.cards,) if isinstance(change, PlayedFirst) else ()
            return NotGranted(found, said(here, change), played, judged_at(change, here.lines, here.start))
        if not found.undecided:
            break
        chosen |= {one.line.number: one.usual for one in found.undecided}
    if not found.lines:
        raise NotationError(_("nothing would change"))
    told = {one.line.number for one in found.decided}
    after = with_lines(match, here, found.lines)
    decided = {number: fate for number, fate in chosen.items() if number in told}
    return Foreseen(change, found, decided, frozenset(told - set(decisions)), here.number, match, after)


def _check(here: DealSheet, change: Change) -> None:
    if isinstance(change, TakenBack):
        if change.line not in holding(here.lines):
            raise NotationError(_("line %(line)s does not stand: there is nothing to take back") % _of(change))
        return
    event = standing_event(here, change.line)
    if event is None:
        raise NotationError(_("line %(line)s does not stand: there is nothing to change") % _of(change))
    if isinstance(change, Amended) and change.event == event:
        raise NotationError(_("line %(line)s says so already") % _of(change))


def _of(change: Change) -> dict[str, Any]:
    return {"line": change.line}


def with_lines(match: MatchSheet, here: DealSheet, events: tuple[Event, ...]) -> MatchSheet:
    """The match as it would be with more lines in one of its deals."""
    return ended(match.with_lines(here, events))


def ended_before(match: MatchSheet) -> MatchSheet | None:
    """The closed match after which *match* was opened as the next one, while *match* is as it was opened."""
    earlier = match.stored.rematch_of
    if earlier is None or match.stored.version > AS_OPENED or rematch_begun(earlier):
        return None
    try:
        before = sheet(earlier)
    except (NoSuchMatch, Unreadable):
        return None
    return before if before.standing.closed else None
