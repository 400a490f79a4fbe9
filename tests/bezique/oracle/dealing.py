"""What is settled before the first card: the house rules, what the deal is rich in, the shuffle."""

from __future__ import annotations

from random import Random

from tests.bezique.oracle.plain_game import CHOICES, RANKS, SUITS, Game, bezique_pair, brisque_modes, rank_of

# A house rule that decides something only beside another: name, value, the other, its value.
TOGETHER = (
    ("exchanged_card_waits", True, "seven_takes_the_meld", False),
    ("second_double_reuse", True, "reform_melds", False),
    ("cross_marriages", True, "reform_melds", True),
    ("cross_marriages", True, "new_card_required", False),
    ("joint_beziques", False, "partners_build", True),
    ("double_from_two_singles", True, "new_card_required", False),
)


def some_house_rules(rng: Random, variant: str) -> dict[str, bool | str]:
    """House rules that may stand together in *variant*."""
    often = rng.choice((0.0, 0.15, 0.3, 0.5))
    chosen: dict[str, bool | str] = {}
    for name, choice in CHOICES.items():
        if variant in choice.where and rng.random() < often:
            values = brisque_modes(variant) if name == "brisques" else choice.values
            chosen[name] = rng.choice(values)
    for name, value, other, needed in TOGETHER:
        if chosen.get(name) == value and variant in CHOICES[other].where and rng.random() < 0.7:
            chosen[other] = needed
    mode = chosen.get("brisques", brisque_modes(variant)[0])
    if mode == "match-end":
        chosen.pop("stop_at_target", None)
    if mode == "none":
        chosen.pop("tie_break", None)
    if chosen.get("match_length") == "target":
        chosen.pop("rubicon_settlement", None)
        if mode == "save-rubicon":
            del chosen["brisques"]
    return chosen


def some_theme(rng: Random, game: Game) -> tuple[str, ...]:
    """The faces that this deal brings to the same hands early, so that their laws have much to say."""
    what = rng.random()
    suit = rng.choice(SUITS)
    if what < 0.4:
        return bezique_pair(game, suit) or ("QS", "JD")
    if what < 0.55:
        return ("K" + suit, "Q" + suit)
    if what < 0.7:
        return tuple(rank + suit for rank in ("A", "10", "K", "Q", "J"))
    if what < 0.78 and game.turn_up:
        return tuple("7" + one for one in SUITS)
    if what < 0.85:
        rank = rng.choice("AKQJ")
        return tuple(rank + one for one in (SUITS if rng.random() < 0.5 else suit))
    return ()


def shuffled(rng: Random, game: Game, theme: tuple[str, ...]) -> tuple[dict[str, list[str]], list[str]]:
    """The hands and the stock (drawn from its front), low cards rather late, the theme's cards early and together."""
    cards = [rank + suit for rank in RANKS for suit in SUITS] * game.packs
    rng.shuffle(cards)
    if rng.random() < 0.6:
        low = [card for card in cards if rank_of(card) in "987" and rng.random() < 0.6]
        for card in low:
            cards.remove(card)
        cards += low
    wanted = [at for at, card in enumerate(cards) if card in theme]
    seats, sides = len(game.seats), len(game.sides)
    early = range(rng.randrange(seats), len(cards) // 2, sides)
    places = rng.sample(early, min(rng.choice((4, 8, 12)), len(early), len(wanted)))
    for at, place in zip(wanted, places, strict=False):
        cards[at], cards[place] = cards[place], cards[at]
    hands: dict[str, list[str]] = {seat: [] for seat in game.seats}
    for seat in game.seats * game.hand:
        hands[seat].append(cards.pop(0))
    if game.carte_blanche and rng.random() < 0.5:
        make_blank(rng, hands[rng.choice(game.seats)], cards)
    return hands, cards


def make_blank(rng: Random, hand: list[str], stock: list[str]) -> None:
    """Change the courts in *hand* for other cards of the *stock*, and let a few more follow."""
    low = [at for at, card in enumerate(stock) if rank_of(card) not in "KQJ"]
    for at, card in enumerate(hand):
        if rank_of(card) in "KQJ":
            other = low.pop(rng.randrange(len(low)))
            hand[at], stock[other] = stock[other], card
    for place in range(rng.randint(0, 8)):
        other = low.pop(rng.randrange(len(low)))
        if place < other:
            stock[place], stock[other] = stock[other], stock[place]
