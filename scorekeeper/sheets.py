"""The match sheet and the end of a match as values: what their templates show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from scorekeeper import screens, wording
from scorekeeper.bezique.cards import Card, Suit
from scorekeeper.bezique.events import TurnedUp
from scorekeeper.bezique.matches import DRAW
from scorekeeper.bezique.matches import standing as match_standing
from scorekeeper.bezique.variants import VARIANTS, Variant
from scorekeeper.bezique.words import N_
from scorekeeper.remembered import PastMatch
from scorekeeper.replayed import DealSheet, MatchSheet


@dataclass(frozen=True, slots=True)
class About:
    """What every page of a match says of it; a game of one deal has a *rubicon* and no target."""

    slug: str
    variant: str
    target: int | None
    rubicon: int | None
    house_rules: tuple[str, ...]
    hints: bool
    note_tricks: bool
    opened_at: datetime
    closed_at: datetime | None
    version: int
    note: str


@dataclass(frozen=True, slots=True)
class DealFacts:
    """What every page of a deal says of it."""

    number: int
    dealer: str
    trumps: Suit | None
    turn_up: Card | None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A standing line of the sheet; *gains* has a figure for each side that scored, None for the others.

    *law* is the sentence of the law that it breaks under the rules in force, '' for none and where agreed.
    """

    number: int
    who: str
    what: str
    gains: tuple[int | None, ...]
    totals: tuple[int, ...]
    agreed: bool
    law: str


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A deal of the sheet: its lines, and one figure a side before, in and after it.

    *added* are the points of brisques kept aside until then, None unless this deal brought them in.
    """

    number: int
    dealer: str
    trumps: Suit | None
    turn_up: Card | None
    before: tuple[int, ...]
    lines: tuple[SheetRow, ...]
    points: tuple[int, ...]
    added: tuple[int, ...] | None
    totals: tuple[int, ...]

    @property
    def gained(self) -> tuple[int, ...]:
        """What this deal brought in all, with brisques from earlier on."""
        return tuple(after - total for after, total in zip(self.totals, self.before, strict=True))

    @property
    def played(self) -> tuple[int, ...]:
        """The totals after what was played in this deal, before brisques from earlier on were *added*."""
        return tuple(total + points for total, points in zip(self.before, self.points, strict=True))


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list: names and totals a side, in the same order."""

    slug: str
    names: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    about: str
    written_at: datetime


def about(match: MatchSheet) -> About:
    """The match in a few facts."""
    stored = match.stored
    return About(
        stored.slug,
        wording.translated(match.variant.title),
        stored.target if match.rules.to_target else None,
        None if match.rules.to_target else match.rules.rubicon,
        tuple(wording.rule_sentences(match.rules)),
        stored.hints,
        stored.note_tricks,
        stored.opened_at,
        stored.closed_at,
        stored.version,
        stored.note,
    )


def facts(match: MatchSheet, here: DealSheet) -> DealFacts:
    """The deal in a few facts."""
    deal = here.deal
    return DealFacts(here.number, wording.seat_name(match, deal.dealer), deal.trumps, deal.turn_up)


def side_names(match: MatchSheet) -> list[str]:
    """One text a side, in seat order."""
    return [wording.side_name(match, side) for side in match.rules.sides]


def before(match: MatchSheet, number: int) -> tuple[int, ...]:
    """The totals of the match before deal *number*, in the order of the sides."""
    earlier = [sheet.deal for sheet in match.deals if sheet.number < number]
    return tuple(match_standing(match.rules, match.stored.target, earlier).totals.values())


def gains_of(here: DealSheet) -> dict[int, dict[str, int]]:
    """The points that each line of a deal brought, by side."""
    gains: dict[int, dict[str, int]] = {}
    for score in here.deal.scores:
        line = gains.setdefault(score.line, {})
        line[score.side] = line.get(score.side, 0) + score.points
    return gains


def broken_law(here: DealSheet, number: int) -> str:
    """The sentence of the law that a line breaks under the rules in force, '' for none and where agreed."""
    return wording.translated(here.refused[number].sentence) if number in here.refused else ""


def sheet_deals(match: MatchSheet) -> Iterator[SheetDeal]:
    """Each deal that counts, with its standing lines and running totals."""
    sides = match.rules.sides
    for here in match.counting:
        start = before(match, here.number)
        running = dict(zip(sides, start, strict=True))
        gains = gains_of(here)
        rows = []
        for line in screens.log_lines(match, here, [(line.number, line.event) for line in here.counting]):
            gained = gains.get(line.number, {})
            for side, scored in gained.items():
                running[side] += scored
            row = SheetRow(
                line.number,
                line.who,
                line.what,
                tuple(gained.get(side) for side in sides),
                tuple(running.values()),
                line.agreed,
                broken_law(here, line.number),
            )
            rows.append(row)
        points = tuple(here.deal.points(side) for side in sides)
        after = before(match, here.number + 1)
        added = tuple(end - first - own for end, first, own in zip(after, start, points, strict=True))
        turned = next((line.event.card for line in here.standing if isinstance(line.event, TurnedUp)), None)
        yield SheetDeal(
            here.number,
            wording.seat_name(match, here.deal.dealer),
            here.deal.trumps,
            turned,
            start,
            tuple(rows),
            points,
            added if any(added) else None,
            after,
        )


def listed(match: PastMatch) -> Listed:
    """A match for a list, from the copy of its results."""
    game = VARIANTS[match.variant]
    sides = game.rules.sides
    seats = game.rules.seats
    names = tuple(
        tuple(name for seat in game.rules.seats_of(side) for name in match.names[seats.index(seat)]) for side in sides
    )
    said = [wording.translated(game.title)]
    if match.winner == DRAW:
        said.append(wording.translated(N_("a draw")))
    elif match.winner is not None:
        said.append(wording.won(" & ".join(names[sides.index(match.winner)])))
    totals = tuple(match.totals.get(side, 0) for side in sides)
    return Listed(match.slug, names, totals, " · ".join(said), match.written_at)


@dataclass(frozen=True, slots=True)
class Game:
    """A variant on the set-up page. *families* say which house rules have a place in it, *names* how many a seat."""

    key: str
    title: str
    sentence: str
    target: int | None
    hints: bool
    families: str
    seats: int
    names: int


def game(variant: Variant) -> Game:
    """A variant for the set-up page."""
    rules = variant.rules
    target = rules.default_target if rules.to_target else None
    families = " ".join(sorted(rules.families))
    return Game(
        variant.key,
        variant.title,
        variant.sentence,
        target,
        variant.hints,
        families,
        len(rules.seats),
        variant.names_a_seat,
    )
