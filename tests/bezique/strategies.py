"""Everything that can be said in a game, for Hypothesis to draw from: events, logs, variants."""

from __future__ import annotations

import os
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.bezique import VARIANTS, Deal, Event, Granted, Meld, Rules, StandingLine, after, opening, rule_on
from scorekeeper.bezique.cards import FACES, Suit
from scorekeeper.bezique.events import (
    Adjusted,
    Amended,
    BrisquesCounted,
    BrisquesTaken,
    CardsPlayed,
    CarteBlanche,
    CarteBlancheAgain,
    Claim,
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
from scorekeeper.bezique.notation import MAX_NUMBER
from scorekeeper.bezique.offers import offers

EFFORT = int(os.environ.get("HYPOTHESIS_EFFORT", "1"))


def examples(count: int) -> settings:
    """Try *count* examples, or as many times more as ``HYPOTHESIS_EFFORT`` says."""
    return settings(max_examples=count * EFFORT)


numbers = st.integers(1, MAX_NUMBER)
cards = st.sampled_from(FACES)
named = st.builds(Named, cards, st.none() | st.integers(1, 3) | st.integers(1, 999))
agreed = st.booleans()
reasons = st.text(min_size=1).map(lambda text: " ".join(text.split())).filter(bool)
variants = st.sampled_from([variant.rules for variant in VARIANTS.values()])
"""The rules of a variant, any of them."""


@cache
def claims(rules: Rules) -> st.SearchStrategy[Claim]:
    """Any claim that can be written in a game of these *rules*, likely or not."""
    seats = st.sampled_from(rules.seats)
    laid = st.lists(cards, max_size=10).map(tuple)
    used = st.lists(named, max_size=6).map(tuple)
    some = st.lists(named, min_size=1, max_size=6).map(tuple)
    counts = st.lists(
        st.tuples(st.sampled_from(rules.sides), st.integers(0, MAX_NUMBER)),
        min_size=1,
        unique_by=lambda count: count[0],
    ).map(tuple)
    return st.one_of(
        st.builds(Melded, seats, laid, used, st.none() | st.sampled_from(Meld), agreed).filter(lambda e: bool(e.cards)),
        st.builds(CardsPlayed, seats, some, agreed),
        st.builds(TrickWon, seats, st.none() | numbers, agreed),
        st.builds(TurnedUp, cards, agreed),
        st.builds(TrumpsNamed, st.sampled_from(Suit), agreed),
        st.builds(SevenExchanged, seats, agreed),
        st.builds(SevenShown, seats, agreed),
        st.builds(SevenPlayed, seats, agreed),
        st.builds(CarteBlanche, seats, laid, agreed),
        st.builds(CarteBlancheAgain, seats, cards, agreed),
        st.builds(StockExhausted, agreed),
        st.builds(LastTrickWon, seats, agreed),
        st.builds(BrisquesCounted, counts, agreed),
        st.builds(BrisquesTaken, st.sampled_from(rules.sides), st.integers(0, MAX_NUMBER), agreed),
        st.builds(Adjusted, seats, st.integers(-MAX_NUMBER, MAX_NUMBER), reasons),
    )


@cache
def events(rules: Rules) -> st.SearchStrategy[Event]:
    """Any line that can be written in a game of these *rules*."""
    told = claims(rules)
    return told | st.builds(TakenBack, numbers) | st.builds(Amended, numbers, told)


SHAPES = [
    "K Q",
    "Q J",
    "A 10 K Q J",
    "Q Q J J",
    "Q Q Q J J J",
    "A A A A",
    "K K K K",
    "Q Q Q Q",
    "J J J J",
    "10 10 10 10",
]


@st.composite
def melded(draw: st.DrawFn, rules: Rules) -> Melded:
    """A meld that the game knows, with some of its cards from the table: what players really say."""
    trumps = draw(st.sampled_from(Suit))
    pair = rules.pair(trumps)
    ranks = draw(st.sampled_from(SHAPES)).split()
    suits = draw(st.sampled_from(["one", "pair", "any"]))
    suit = draw(st.sampled_from(Suit))
    faces = []
    for rank in ranks:
        if suits == "pair" and pair is not None and set(ranks) == {"Q", "J"}:
            faces.append(pair[0] if rank == "Q" else pair[1])
        else:
            of = suit if suits == "one" else draw(st.sampled_from(Suit))
            faces.append(next(card for card in FACES if card.rank == rank and card.suit is of))
    from_table = draw(st.lists(st.sampled_from(range(len(faces))), unique=True, max_size=len(faces)))
    numbered = draw(st.booleans())
    return Melded(
        draw(st.sampled_from(rules.seats)),
        tuple(card for place, card in enumerate(faces) if place not in from_table),
        tuple(Named(faces[place], draw(st.integers(1, 2)) if numbered else None) for place in from_table),
    )


@cache
def moves(rules: Rules) -> st.SearchStrategy[Claim]:
    """What is really said at a table, more melds and plays than anything else; much of it is not legal."""
    seats = st.sampled_from(rules.seats)
    courts = [card for card in FACES if card.rank not in ("9", "8", "7")]
    played = st.lists(st.builds(Named, st.sampled_from(courts), st.none() | st.integers(1, 2)), min_size=1, max_size=3)
    each = st.fixed_dictionaries({side: st.integers(0, rules.all_brisques) for side in rules.sides})
    return st.one_of(
        melded(rules),
        melded(rules),
        melded(rules),
        st.builds(CardsPlayed, seats, played.map(tuple)),
        st.builds(TrickWon, seats),
        st.builds(SevenShown, seats) | st.builds(SevenExchanged, seats) | st.builds(SevenPlayed, seats),
        st.builds(TurnedUp, cards) | st.builds(TrumpsNamed, st.sampled_from(Suit)),
        st.builds(CarteBlanche, seats) | st.builds(CarteBlancheAgain, seats, cards),
        st.builds(LastTrickWon, seats) | st.just(StockExhausted()),
        st.builds(BrisquesTaken, st.sampled_from(rules.sides), st.integers(1, 4))
        | each.map(lambda said: BrisquesCounted(tuple(said.items()))),
        st.builds(Adjusted, seats, st.sampled_from([-40, 10, 500]), st.just("told")),
    )


def picks(most: int = 25) -> st.SearchStrategy[list[tuple[int, int]]]:
    """What *played* makes a deal of: for each line what to do, and which of the ways to do it."""
    return st.lists(st.tuples(st.integers(0, 11), st.integers(0, 10_000)), min_size=3, max_size=most)


def played(rules: Rules, chosen: list[tuple[int, int]]) -> list[Claim]:
    """A legal deal: its lines as the referee settled them, most of them melds that use the table where they can."""
    deal = opening(rules, rules.seats[-1])
    log: list[Claim] = []
    for what, which in chosen:
        claim = _pick(deal, what, which)
        ruling = None if claim is None else rule_on(claim, deal)
        if isinstance(ruling, Granted):
            log.append(ruling.event)
            deal = after(deal, StandingLine(len(log), ruling.event))
    return log


def _pick(deal: Deal, what: int, which: int) -> Claim | None:
    rules = deal.rules
    seat = rules.seats[which % len(rules.seats)]
    if rules.turn_up and deal.trumps is None and which % 5:
        return TurnedUp(FACES[which % len(FACES)]) if what % 2 else TrumpsNamed(tuple(Suit)[which % 4])
    match what:
        case 0:
            return TrickWon(seat)
        case 1 | 2:
            lying = deal.lying(seat)
            if not lying:
                return None
            piece = lying[which % len(lying)]
            return CardsPlayed(seat, (Named(piece.card, piece.number),))
        case 3:
            return (SevenShown(seat), SevenExchanged(seat), SevenPlayed(seat), CarteBlanche(seat))[which % 4]
        case 4 if which % 12 == 0:
            return (LastTrickWon(seat), StockExhausted())[which % 2]
    keys = [offer for offer in offers(deal, seat) if offer.meld and offer.law is None]
    if not keys:
        return None
    key = keys[which % len(keys)]
    ways = [way for way in key.ways if way.legal]
    return ways[which % len(ways)].claim
