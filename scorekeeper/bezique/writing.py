"""Writing the notation: one line an event, in the one form in which it is stored (`notation` reads it)."""

from __future__ import annotations

from typing import assert_never

from .events import (
    Adjusted,
    Amended,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    Claim,
    Event,
    LastTrickWon,
    Melded,
    SevenExchanged,
    SevenPlayed,
    SevenShown,
    StockExhausted,
    TakenBack,
    TrickWon,
    TrumpsNamed,
    TurnedUp,
)


def write(event: Event) -> str:
    """The line for *event*, in the one form in which it is stored."""
    match event:
        case TakenBack(line):
            return f"take back {line}"
        case Amended(line, inner):
            return f"amend {line} {write(inner)}"
        case Adjusted():
            return _words(event)
    return f"{_words(event)} agreed" if event.agreed else _words(event)


def _words(event: Claim) -> str:
    match event:
        case Melded(seat, hand, table, meld):
            named = f" {meld.value}" if meld else ""
            laid = "".join(f" {card}" for card in hand)
            used = f" + {' '.join(map(str, table))}" if table else ""
            return f"{seat.value} melds{named}{laid}{used}"
        case TrickWon(winner, number):
            return f"trick {winner.value}" if number is None else f"trick {number} {winner.value}"
        case CardsPlayed(seat, cards):
            return f"{seat.value} plays {' '.join(map(str, cards))}"
        case TurnedUp(card):
            return f"turn-up {card}"
        case TrumpsNamed(suit):
            return f"trumps {suit.value}"
        case SevenExchanged(seat):
            return f"{seat.value} exchanges seven"
        case SevenShown(seat):
            return f"{seat.value} shows seven"
        case SevenPlayed(seat):
            return f"{seat.value} plays seven"
        case CarteBlanche(seat, cards):
            return f"{seat.value} carte-blanche{''.join(f' {card}' for card in cards)}"
        case CarteBlancheAgain(seat, card):
            return f"{seat.value} carte-blanche drew {card}"
        case StockExhausted():
            return "stock exhausted"
        case LastTrickWon(seat):
            return f"{seat.value} last-trick"
        case BrisquesCounted(counts):
            return f"brisques {' '.join(f'{side} {count}' for side, count in counts)}"
        case BrisquesTaken(side, count):
            return f"{side} brisques {count}"
        case Adjusted(seat, points, reason):
            return f"{seat.value} adjusts {points} {reason}"
    assert_never(event)
