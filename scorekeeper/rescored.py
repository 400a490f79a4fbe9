"""What standing lines score before and after a correction, or under other house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper import wording
from scorekeeper.bezique.events import Claim, Melded
from scorekeeper.replayed import DealSheet, MatchSheet
from scorekeeper.sheets import gains_of


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line scores for a side before and after; *name* is '' where the line itself says whose it is."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Rescored:
    """A standing line that scores otherwise than it did; *number* is the place where it stands afterwards."""

    deal: int
    number: int
    who: str
    what: str
    gains: tuple[Gain, ...]


def rescored(before: MatchSheet, now: MatchSheet, shifts: Mapping[int, int], but: int = 0) -> Iterator[Rescored]:
    """The lines that stand before and after and score otherwise then, but line *but*.

    *shifts* name the new places of lines that were moved, all of one deal.
    """
    for old, new in zip(before.deals, now.deals, strict=True):
        moved = shifts if old.seen != new.seen else {}
        was, will = gains_of(old), gains_of(new)
        counting = {line.number: line.event for line in new.counting}
        for line in old.counting:
            place = moved.get(line.number, line.number)
            if (line.number == but and old.seen != new.seen) or place not in counting:
                continue
            first, then = was.get(line.number, {}), will.get(place, {})
            if first != then:
                event = _as_scored(counting[place], new, place)
                sides = [side for side in now.rules.sides if first.get(side) != then.get(side)]
                who = wording.who(event, now)
                gains = tuple(
                    Gain("" if who else wording.side_name(now, side), first.get(side, 0), then.get(side, 0))
                    for side in sides
                )
                yield Rescored(new.number, place, who, wording.what(event, now), gains)


def _as_scored(event: Claim, here: DealSheet, number: int) -> Claim:
    """A meld by the name under which it scores."""
    meld = next((score.meld for score in here.deal.scores if score.line == number), None)
    return replace(event, meld=meld) if isinstance(event, Melded) and meld is not None else event
