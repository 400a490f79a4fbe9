"""What people do: open a match, claim, take back, end a deal, play again. Each reads the log, asks the engine, writes.

Services know no request, session or template; they raise `NoSuchMatch`, `Unreadable` and the store's `LogMovedOn`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from scorekeeper import archive, listing, store, tallies
from scorekeeper.bezique.corrections import Correction, Fate, take_back
from scorekeeper.bezique.deal import Deal
from scorekeeper.bezique.events import (
    Amended,
    CardsPlayed,
    Claim,
    Event,
    Line,
    Melded,
    StandingLine,
    TakenBack,
    holding,
    standing,
)
from scorekeeper.bezique.laws import Law
from scorekeeper.bezique.matches import Closing, Standing
from scorekeeper.bezique.matches import standing as match_standing
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.referee import Granted, rule_on
from scorekeeper.bezique.replaying import after, replay
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.timing import Refused
from scorekeeper.bezique.variants import house_rules
from scorekeeper.remembered import PastPage, Turn, Wanted
from scorekeeper.replayed import DealSheet, MatchSheet, NoSuchMatch, Unreadable, ended, replayed
from scorekeeper.stored import LogMovedOn, NewMatch, Results, Tally, Version
from scorekeeper.upgrade import trouble


@dataclass(frozen=True, slots=True)
class Written:
    """The lines stand in the log, the first of them as number *line*."""

    line: int


@dataclass(frozen=True, slots=True)
class NotGranted:
    """A claim refused, after *before* had been granted on *deal*; nothing was written."""

    refused: Refused
    claim: Event
    before: tuple[Claim, ...]
    deal: Deal


@dataclass(frozen=True, slots=True)
class Undecided:
    """A take-back that would leave later lines illegal: somebody must say what becomes of them. Nothing was written."""

    line: int
    correction: Correction


Outcome = Written | NotGranted | Undecided
Judged = tuple[list[Event], Deal]


def sheet(slug: str) -> MatchSheet:
    """The match of that name. Raises `NoSuchMatch`, and `Unreadable` for a line that cannot be read."""
    stored = store.read_match(slug)
    if stored is None:
        raise NoSuchMatch(f"no match {slug!r}")
    return replayed(stored)


def version(slug: str) -> Version:
    """The version of the match of that name. Raises `NoSuchMatch`."""
    read = store.read_version(slug)
    if read is None:
        raise NoSuchMatch(f"no match {slug!r}")
    return read


def open_match(new: NewMatch, *, request: str) -> str:
    """Open a match and its first deal; the slug under which it is found. Raises `RulesError` for impossible rules."""
    house_rules(new.variant, new.house_rules)
    return store.open_match(new, request=request)


def rematch(earlier: str, *, request: str, phone: str = "") -> str:
    """Open a match like *earlier* with the same people, the deal passing on. Raises `NoSuchMatch`.

    The browser *phone* is its host; who holds a right of the earlier match holds it of this one.
    """
    match = sheet(earlier)
    stored = match.stored
    new = NewMatch(
        variant=stored.variant,
        house_rules=stored.house_rules,
        target=stored.target,
        hints=stored.hints,
        note_tricks=stored.note_tricks,
        first_dealer=match.next_dealer.value,
        names=stored.names,
        rematch_of=earlier,
        sides=match.rules.sides,
        seats=tuple(seat.value for seat in match.rules.seats),
        phone=phone,
    )
    return store.open_match(new, request=request)


def rematch_begun(slug: str) -> bool:
    """Whether a match that was opened as the next one after *slug* has its first line."""
    return listing.rematch_begun(slug)


def next_match(slug: str) -> str | None:
    """The match that was opened as the next one after *slug*, the latest of several; None for none."""
    return listing.next_match(slug)


def health() -> str:
    """Why no match can be kept just now, '' while all is well."""
    return trouble()


def matches(state: str, *, limit: int, phone: str | None = None) -> PastPage:
    """The newest matches in *state* (open, closed, abandoned); with *phone* only those that this browser holds."""
    return archive.page(Wanted(state=state), Turn(), limit=limit, phone=phone)


def known_names(limit: int = 40, phone: str | None = None) -> list[str]:
    """People who have played here, who played last first; with *phone* only in matches that this browser holds."""
    return listing.known_names(limit, phone)


def open_deal(slug: str, number: int, *, request: str) -> None:
    """Open deal *number*, which must be the next one. Raises `NoSuchMatch`; asked again it changes nothing.

    Raises `DealNotOver` while the deal before is unfinished or the match is closed.
    """
    match = sheet(slug)
    if number <= len(match.deals):
        return
    if number != len(match.deals) + 1 or match.standing.closed or not match.current.deal.finished:
        raise DealNotOver(number)
    store.open_deal(slug, number, match.next_dealer.value, request=request)


class DealNotOver(Exception):
    """A deal cannot be opened: the one before is not finished, or the match is closed."""


class NotYours(Exception):
    """A line that whoever asks may not write. Nothing was written."""


def anybody(_event: Event, _author: int | None) -> bool:
    """Lets everybody write everything."""
    return True


def claim(
    slug: str,
    number: int,
    say: Callable[[Rules], Sequence[str]],
    *,
    seen: int,
    request: str,
    decisions: Mapping[int, Fate] | None = None,
    may_say: Callable[[Event, int | None], bool] = anybody,
    author: int | None = None,
) -> Outcome:
    """Claim what *say* says under the rules of the match, line after line, in deal *number*: all or none is written.

    *decisions* are for a take-back: what becomes of later lines (`corrections.take_back`). *may_say* tells whether
    the *author* may write an event, given who wrote the line that it changes. Raises `NoSuchMatch`, `LogMovedOn`,
    `NotYours`, and `NotationError` for a line that cannot be read or that changes nothing that stands.
    """
    with store.writing(slug) as book:
        if book is None:
            raise NoSuchMatch(f"no match {slug!r}")
        match = replayed(book.match)
        here = match.deal(number)
        if match.stored.state == "abandoned":  # since whoever asks was let in
            raise NotYours(f"match {slug!r} was abandoned")
        events = [read(text, match.rules) for text in say(match.rules)]
        answered = book.answered(request)
        if answered is not None and seen < answered <= here.seen and _same(events[0], here.lines[answered - 1].event):
            return Written(answered)
        if answered is not None or seen != here.seen:
            raise LogMovedOn(here.stored.lines[seen:])
        for event in events:
            if not may_say(event, _author(here, event)):
                raise NotYours(write(event))
        judged = _judge(match, here, events, decisions or {})
        if isinstance(judged, NotGranted | Undecided):
            return judged
        lines, deal = judged
        standing = _with(match, here, deal)
        copied = _results(match, standing, match.standing, lambda: tallies.of(ended(match.with_lines(here, lines))))
        words = [write(event) for event in lines]
        return Written(book.append(number, words, seen=seen, request=request, results=copied, author=author))


def _author(here: DealSheet, event: Event) -> int | None:
    """Who wrote the line that *event* changes, None where nobody knows or it changes none."""
    if isinstance(event, TakenBack | Amended) and 1 <= event.line <= here.seen:
        return here.stored.lines[event.line - 1].author
    return None


def _same(said: Event, written: Event) -> bool:
    """Whether a request that comes again says what it wrote: another key of the same page is another claim."""
    if isinstance(said, Melded) and isinstance(written, Melded):
        return said.seat is written.seat and sorted(map(str, said.cards)) == sorted(map(str, written.cards))
    if isinstance(said, CardsPlayed) and isinstance(written, CardsPlayed):
        return said.seat is written.seat and {c.card for c in said.cards} == {c.card for c in written.cards}
    return said == written


def _judge(
    match: MatchSheet, here: DealSheet, events: Sequence[Event], decisions: Mapping[int, Fate]
) -> Judged | NotGranted | Undecided:
    """The events to write if all of them are granted, and the deal after them."""
    closing = match.standing.closing
    deal = here.deal
    granted: list[Event] = []
    before: list[Claim] = []
    for place, event in enumerate(events):
        if isinstance(event, TakenBack | Amended):
            if place or len(events) > 1 or isinstance(event, Amended):
                raise NotationError(f"cannot be written here: {write(event)!r} (take back one line at a time)")
            return _take_back(match, here, event.line, decisions)
        if closing:
            return NotGranted(Refused(Law.MATCH_OVER), event, tuple(before), deal)
        ruling = rule_on(event, deal)
        if not isinstance(ruling, Granted):
            return NotGranted(ruling, event, tuple(before), deal)
        granted.append(ruling.event)
        before.append(event)
        deal = after(deal, StandingLine(here.seen + place + 1, ruling.event))
        if match.rules.stop_at_target and _with(match, here, deal).closed:
            break  # what was claimed after the line that closes the match comes too late
    return granted, deal


def _take_back(
    match: MatchSheet, here: DealSheet, number: int, decisions: Mapping[int, Fate]
) -> Judged | NotGranted | Undecided:
    if number not in holding(here.lines):
        raise NotationError(f"line {number} does not stand: there is nothing to take back")
    closing = match.standing.closing
    if closing and ((closing.deal, closing.line) != (here.number, number) or rematch_begun(match.stored.slug)):
        return NotGranted(Refused(Law.MATCH_OVER), TakenBack(number), (), here.deal)
    correction = take_back(number, here.lines, here.start, decisions)
    if correction.undecided:
        return Undecided(number, correction)
    written = (Line(place, event) for place, event in enumerate(correction.lines, here.seen + 1))
    deal = replay(here.start, standing((*here.lines, *written)))
    return list(correction.lines), deal


def _with(match: MatchSheet, here: DealSheet, deal: Deal) -> Standing:
    """Where the match stands once *here* has become *deal*."""
    deals = [deal if sheet is here else sheet.deal for sheet in match.deals]
    return match_standing(match.rules, match.stored.target, deals)


def results_of(match: MatchSheet, before: Standing | None = None) -> Results:
    """The copy for lists and statistics that the logs of a match lead to; with *before* only of changed totals.

    A match that was abandoned stays so, be it one that is brought in.
    """
    results = _results(match, match.standing, before, partial(tallies.of, match))
    return Results("abandoned", None, results.totals) if match.stored.state == "abandoned" else results


def _closed_at(match: MatchSheet, closing: Closing) -> datetime | None:
    """When the line was written that closes the match, None where it is not stored yet."""
    written = match.deal(closing.deal).stored.lines
    return written[closing.line - 1].written_at if closing.line <= len(written) else None


def _results(
    match: MatchSheet, standing: Standing, before: Standing | None, tallied: Callable[[], tuple[Tally, ...]]
) -> Results:
    """The copy of a *match* that has come to *standing*; *tallied* counts what is tallied of it once it is closed."""
    totals = {side: total for side, total in standing.totals.items() if not before or before.totals[side] != total}
    if standing.closing:
        return Results("closed", standing.winner, totals, tallied(), _closed_at(match, standing.closing))
    return Results("open", standing.winner, totals)


def rebuild(progress: Callable[[int, int], None] = lambda done, of: None) -> list[Unreadable]:
    """Make the copy of all results again from the logs, except of matches that cannot be read: these are returned.

    *progress* hears done and all.
    """
    slugs = listing.all_slugs()
    unreadable = []
    for done, slug in enumerate(slugs, 1):
        try:
            match = sheet(slug)
        except Unreadable as error:
            unreadable.append(error)
        else:
            if match.stored.state != "abandoned":
                store.write_results(slug, results_of(match))
        progress(done, len(slugs))
    return unreadable
