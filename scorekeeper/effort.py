"""How much work it is to replay a log: reckoned before a log that nobody here has judged is replayed.

Which table cards a line means is found by trying all choices among alike ones. At a table there are few; a file can
be written so that there are more than anybody has time for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb

from scorekeeper.bezique.cards import Card
from scorekeeper.bezique.events import CardsPlayed, Melded, StandingLine

MOST = 200_000
"""Steps that no deal needs: a second or two."""
A_WAY = 10
"""Steps for each choice that is tried."""


def steps(lines: Iterable[StandingLine]) -> int:
    """The steps of replaying the lines that hold of a deal, at most; counted no further than a little over `MOST`."""
    laid: Counter[Card] = Counter()
    pieces = total = 0
    for line in lines:
        match line.event:
            case Melded(from_hand=hand, from_table=table):
                ways = 1
                for card, wanted in Counter(named.card for named in table).items():
                    highest = max(named.number or 0 for named in table if named.card is card)
                    if max(wanted, highest) > laid[card]:  # cards that never lay there are laid now
                        laid[card] += wanted
                        pieces += wanted
                    ways *= comb(laid[card], min(wanted, laid[card]))
                laid.update(hand)
                pieces += len(hand)
                total += A_WAY * ways + pieces * (1 + len(hand)) // 20
            case CardsPlayed(cards=cards):
                total += 1 + pieces * len(cards) // 20
            case _:
                total += 1
        if total > MOST:
            break
    return total
