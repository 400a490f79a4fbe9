"""The engine: the rules of Bezique in all its variants, the log of a deal, and the referee.

Start at `rule_on`, which rules on a claim, and `replay`, which makes a deal from its log::

    rules = house_rules("classic", {})
    deal = replay(opening(rules, Seat.B), standing(numbered(read(text, rules) for text in log)))
    ruling = rule_on(read("A melds KH QH", rules), deal)      # Granted(event, points, law) or Refused(law, cards)

`after(deal, line)` adds one line to a deal, `records.rule` and `records.score` answer whole records.
Standard library only; nothing here knows the web, a database, the clock or chance.
"""

from __future__ import annotations

from .cards import Card, Rank, Suit
from .deal import Deal, ScoreLine, TableCard, opening
from .events import Event, Line, StandingLine, numbered, standing
from .laws import Law
from .melds import Meld
from .notation import NotationError, read, write
from .referee import Granted, Ruling, rule_on
from .replaying import after, replay
from .rules import Rules, Seat, Side
from .timing import Refused
from .variants import VARIANTS, RulesError, house_rules

__all__ = [
    "VARIANTS",
    "Card",
    "Deal",
    "Event",
    "Granted",
    "Law",
    "Line",
    "Meld",
    "NotationError",
    "Rank",
    "Refused",
    "Rules",
    "RulesError",
    "Ruling",
    "ScoreLine",
    "Seat",
    "Side",
    "StandingLine",
    "Suit",
    "TableCard",
    "after",
    "house_rules",
    "numbered",
    "opening",
    "read",
    "replay",
    "rule_on",
    "standing",
    "write",
]
