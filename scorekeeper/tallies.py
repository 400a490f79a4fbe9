"""What each seat did in a closed match, for statistics: counted from the match as its log says it.

The words, besides the notation's own words for the melds (``bezique``, ``royal-marriage`` …):

* of the side that a seat scores for, and so alike for partners: ``match`` (points and best: the final figure),
  ``won``, ``drawn``, ``lost``, ``deal`` (points of a deal, with its brisques where
  they were kept aside and added in the end), ``brisques`` (points: ten each, best: of a deal),
  ``last-trick``, ``comeback`` (in a match that was won: the points by which the side was furthest behind, after any
  line);
* of the seat itself: the melds, ``seven``, ``carte-blanche``, ``adjusted``, ``agreed`` (lines that the table scored
  against the ruling).

A match that ended at nothing for everybody, by mistake, has no ``deal``: it would drag the averages down.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.bezique.deal import BRISQUE_POINTS, ScoreKind, ScoreLine
from scorekeeper.bezique.events import BrisquesTaken, Claim
from scorekeeper.bezique.rules import Seat
from scorekeeper.bezique.settling import DRAW
from scorekeeper.replayed import DealSheet, MatchSheet
from scorekeeper.stored import Tally

MATCH, WON, DRAWN, LOST = "match", "won", "drawn", "lost"
DEAL, BRISQUES, LAST_TRICK, COMEBACK = "deal", "brisques", "last-trick", "comeback"
SEVEN, CARTE_BLANCHE, ADJUSTED, AGREED = "seven", "carte-blanche", "adjusted", "agreed"

Counted = tuple[Seat, str, int, int]
"""A seat, a word, how often, and the points."""
_OWN = {
    ScoreKind.SEVEN: SEVEN,
    ScoreKind.CARTE_BLANCHE: CARTE_BLANCHE,
    ScoreKind.ADJUSTMENT: ADJUSTED,
}


def of(match: MatchSheet) -> tuple[Tally, ...]:
    """The tallies of a match, by seat and word; none while it is open."""
    closing = match.standing.closing
    if closing is None:
        return ()
    played = match.deals[: closing.deal]
    found: dict[tuple[str, str], Tally] = {}
    for seat, what, count, points in _counted(match, played):
        before = found.get((seat.value, what))
        if before is None:
            found[seat.value, what] = Tally(seat.value, what, count, points, points)
        else:
            best = max(before.best, points)
            found[seat.value, what] = Tally(seat.value, what, before.count + count, before.points + points, best)
    return tuple(found[key] for key in sorted(found))


def _counted(match: MatchSheet, played: tuple[DealSheet, ...]) -> Iterator[Counted]:
    yield from _outcome(match)
    yield from _comeback(match, played)
    scored = any(match.standing.totals.values())
    for sheet in played:
        if scored:
            aside = BRISQUE_POINTS if match.standing.added else 0
            for seat in match.rules.seats:
                side = match.rules.side_of(seat)
                yield seat, DEAL, 1, sheet.deal.points(side) + aside * sheet.deal.brisques_of(side)
        yield from _in_deal(match, sheet)


def _outcome(match: MatchSheet) -> Iterator[Counted]:
    """The final totals."""
    standing = match.standing
    figures = standing.totals
    for seat in match.rules.seats:
        side = match.rules.side_of(seat)
        yield seat, MATCH, 1, figures[side]
        yield seat, DRAWN if standing.winner == DRAW else WON if standing.winner == side else LOST, 1, figures[side]


def _comeback(match: MatchSheet, played: tuple[DealSheet, ...]) -> Iterator[Counted]:
    winner = match.standing.winner
    if winner not in match.rules.sides:
        return
    running = dict.fromkeys(match.rules.sides, 0)
    behind = 0
    for sheet in played:
        scores = sheet.deal.scores
        for at, score in enumerate(scores):
            running[score.side] += score.points
            if at + 1 == len(scores) or scores[at + 1].line != score.line:
                behind = max(behind, max(running.values()) - running[winner])
    if behind:
        yield from ((seat, COMEBACK, 1, behind) for seat in match.rules.seats_of(winner))


def _in_deal(match: MatchSheet, sheet: DealSheet) -> Iterator[Counted]:
    rules, deal = match.rules, sheet.deal
    says = {line.number: line.event for line in sheet.standing}
    for score in deal.scores:
        event = says[score.line]
        if score.kind is ScoreKind.LAST_TRICK:
            yield from ((seat, LAST_TRICK, 1, score.points) for seat in rules.seats_of(score.side))
        elif score.meld is not None:
            yield _seat(match, sheet, event, score), score.meld.value, 1, score.points
        elif score.kind in _OWN:
            yield _seat(match, sheet, event, score), _OWN[score.kind], 1, score.points
    for side in rules.sides:
        if count := deal.brisques_of(side):
            yield from ((seat, BRISQUES, count, BRISQUE_POINTS * count) for seat in rules.seats_of(side))
    gained: dict[int, int] = {}
    for score in deal.scores:
        gained[score.line] = gained.get(score.line, 0) + score.points
    for line in sheet.standing:
        if getattr(line.event, "agreed", False):
            for seat in _agreed(match, sheet, line.event):
                yield seat, AGREED, 1, gained.get(line.number, 0)


def _seat(match: MatchSheet, sheet: DealSheet, event: Claim, score: ScoreLine) -> Seat:
    """Whose a score is: the seat that its line names, else the dealer's (a seven turned up)."""
    seat = getattr(event, "seat", sheet.deal.dealer)
    assert isinstance(seat, Seat)
    assert match.rules.side_of(seat) == score.side, f"{event} scores for {score.side}"
    return seat


def _agreed(match: MatchSheet, sheet: DealSheet, event: Claim) -> tuple[Seat, ...]:
    """The seats whose line it was: the one it names, those of its side, or all."""
    if isinstance(event, BrisquesTaken):
        return match.rules.seats_of(event.side)
    seat = getattr(event, "seat", None) or getattr(event, "winner", None)
    return (seat,) if isinstance(seat, Seat) else match.rules.seats
