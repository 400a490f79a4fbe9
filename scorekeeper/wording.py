"""The engine's values in words for people: lines, melds, laws, pieces. Plain text; suits are signs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, assert_never

from scorekeeper.bezique.cards import Card
from scorekeeper.bezique.deal import TableCard
from scorekeeper.bezique.events import (
    Adjusted,
    Amended,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    Event,
    LastTrickWon,
    Melded,
    Named,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
    StockExhausted,
    TakenBack,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)
from scorekeeper.bezique.melds import Meld
from scorekeeper.bezique.options import OPTIONS
from scorekeeper.bezique.rules import Rules, Seat, Side
from scorekeeper.bezique.variants import differing
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext


class Players(Protocol):
    """Whose lines are told: the people of a match, or the seats of a position without one."""

    @property
    def rules(self) -> Rules: ...

    def names_of(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """The people on *seats*."""


def card(face: Card | Named | TableCard) -> str:
    """``K♥``, of a face, a named card or a piece."""
    shown = face if isinstance(face, Card) else face.card
    return f"{shown.rank.value}{shown.suit.sign}"


def cards(faces: Iterable[Card | Named | TableCard]) -> str:
    """``K♥ Q♥``."""
    return " ".join(map(card, faces))


def piece(named: Named) -> str:
    """A table card as a line names it: ``Q♠``, or ``Q♠ no. 2`` where the copy matters."""
    return card(named) if named.number is None else f"{card(named)} {_('no. %(number)s') % {'number': named.number}}"


def side_name(match: Players, side: Side) -> str:
    """The name or names of a side in one text."""
    return " & ".join(match.names_of(match.rules.seats_of(side)))


def seat_name(match: Players, seat: Seat) -> str:
    """The name of who sits there; in consultation both names."""
    return " & ".join(match.names_of((seat,)))


def who(event: Event, match: Players) -> str:
    """Whose line it is, '' for a line that is nobody's."""
    match event:
        case TrickWon(winner):
            return seat_name(match, winner)
        case BrisquesTaken(side):
            return side_name(match, side)
        case (
            Melded()
            | SevenExchanged()
            | SevenShown()
            | SevenPlayed()
            | CardsPlayed()
            | CarteBlanche()
            | CarteBlancheAgain()
            | LastTrickWon()
            | Adjusted()
        ):
            return seat_name(match, event.seat)
    return ""


def what(event: Event, match: Players) -> str:
    """What a line says, without whose it is."""
    match event:
        case Melded(_, hand, table, meld):
            label = _(meld.label) if meld else ""
            used = f" + {' '.join(map(piece, table))}" if table else ""
            return f"{label} {cards(hand)}{used}".strip()
        case TrickWon(_, number):
            return _("won trick %(number)s") % {"number": number} if number else _("won the trick")
        case CardsPlayed(_, played):
            return _("played %(cards)s") % {"cards": " ".join(map(piece, played))}
        case SevenExchanged():
            return _("seven exchanged")
        case SevenShown():
            return _("seven shown")
        case SevenPlayed():
            return _("seven played")
        case TurnedUp(face):
            return _("%(card)s turned up") % {"card": card(face)}
        case TrumpsNamed(suit):
            return _("trumps are %(suit)s") % {"suit": suit.sign}
        case CarteBlanche():
            return _("carte blanche")
        case CarteBlancheAgain(_, face):
            return _("carte blanche again, drew %(card)s") % {"card": card(face)}
        case StockExhausted():
            return _("The stock is gone")
        case LastTrickWon():
            return _("last trick")
        case BrisquesCounted(counts):
            said = ", ".join(f"{side_name(match, side)} {count}" for side, count in counts)
            return _("Brisques: %(counts)s") % {"counts": said}
        case BrisquesTaken(_, count):
            return ngettext("%(count)s brisque", "%(count)s brisques", count) % {"count": count}
        case Adjusted(_, _, reason):
            return _("adjustment: %(reason)s") % {"reason": reason}
        case TakenBack(line):
            return _("Line %(line)s taken back") % {"line": line}
        case Amended(line, inner):
            return _("Line %(line)s now says: %(what)s") % {
                "line": line,
                "what": f"{who(inner, match)} {what(inner, match)}".strip(),
            }
    assert_never(event)


def capital(text: str) -> str:
    """*text* with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def past(melds: Iterable[Meld]) -> str:
    """The melds a card has scored in: ``royal marriage, sequence``."""
    return ", ".join(dict.fromkeys(_(meld.label) for meld in melds))


def composition(hand: Iterable[Card], pieces: Iterable[TableCard], lying: Iterable[TableCard]) -> str:
    """How a meld would be laid: ``Q♥ new, K♥ on the table``; of two alike among *lying*, where each has scored.

    Two that have scored alike are told apart by the order in which they were laid.
    """
    new, used = tuple(hand), tuple(pieces)
    if not used:
        return _("%(cards)s new, from the hand") % {"cards": cards(new)}
    alike = Counter(piece.card for piece in lying)
    twins = Counter((piece.card, _marked(piece)) for piece in lying)
    names = " ".join(_told_apart(piece, alike, twins) for piece in used)
    on_table = _("%(cards)s on the table") % {"cards": names}
    return f"{_('%(cards)s new') % {'cards': cards(new)}}, {on_table}" if new else on_table


def _told_apart(piece: TableCard, alike: Mapping[Card, int], twins: Mapping[tuple[Card, str], int]) -> str:
    if alike[piece.card] < 2:
        return card(piece)
    number = f", {_('no. %(number)s') % {'number': piece.number}}" if twins[piece.card, _marked(piece)] > 1 else ""
    return f"{card(piece)} ({_marked(piece)}{number})"


def _marked(piece: TableCard) -> str:
    return past(piece.scored_in) or _("not scored")


def rule_sentences(rules: Rules) -> list[str]:
    """The house rules in which a match differs from its variant, a phrase each."""
    said = []
    for name, value in differing(rules).items():
        option = OPTIONS[name]
        if isinstance(value, bool):
            said.append(_(option.title) if value else _("not: %(rule)s") % {"rule": _(option.title)})
        else:
            said.append(f"{_(option.title)}: {_(dict(option.choices)[value])}")
    return said


def translated(sentence: str) -> str:
    """A sentence of the engine in the reader's language."""
    return _(sentence)


def won(name: str) -> str:
    """That a side has won, for a list."""
    return _("%(name)s won") % {"name": name}
