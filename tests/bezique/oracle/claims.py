"""Claims made up at random on a table: some fair, most foul, so that every law has its say."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random

from tests.bezique.oracle.plain_deal import Deal, Named, Piece
from tests.bezique.oracle.plain_game import NUMBER_WORDS, RANK_WORDS, RANKS, SUITS, Game, bezique_pair, kinds_of

NAMES = (
    *("marriage", "royal-marriage", "sequence", "plain-sequence", *NUMBER_WORDS[1:]),
    *(f"four-{word}" for word in RANK_WORDS.values()),
    *(f"{count}-trump-{word}" for count in ("four", "five") for word in RANK_WORDS.values()),
)


@dataclass(frozen=True)
class Spoken:
    """A meld as a player says it."""

    seat: str
    name: str | None
    hand: tuple[str, ...]
    table: tuple[Named, ...]
    agreed: bool = False

    @property
    def text(self) -> str:
        """The line of it."""
        table = [face if number is None else f"{face}#{number}" for face, number in self.table]
        words = [self.seat, "melds", self.name or "", *self.hand, "+" if table else "", *table]
        return " ".join(word for word in [*words, "agreed" if self.agreed else ""] if word)

    @property
    def faces(self) -> list[str]:
        """All the faces named."""
        return [*self.hand, *(face for face, _ in self.table)]


def some_shape(rng: Random, game: Game, trumps: str | None) -> list[str]:
    """The faces of a meld of a random kind, of this game or another."""
    suit = trumps if trumps and rng.random() < 0.55 else rng.choice(SUITS)
    what = rng.random()
    if what < 0.3:
        return ["K" + suit, "Q" + suit]
    if what < 0.45:
        return [rank + suit for rank in ("A", "10", "K", "Q", "J")]
    if what < 0.72:
        level = rng.choice((1, 1, 2, 2, 2, 3, 3, 4, 5) if game.packs > 2 else (1, 1, 2, 2, 3))
        rule = game.rules["bezique_pair"]
        pairs = [("QS", "JD")] if rule == "fixed" else [("QS", "JD"), ("QC", "JH"), ("QD", "JS"), ("QH", "JC")]
        queen, jack = rng.choice(pairs) if rng.random() < 0.95 else ("QD", "JS")
        return [queen, jack] * level
    rank = rng.choice(tuple(RANK_WORDS))
    if what < 0.86 or not game.big:
        return [rank + rng.choice(SUITS) for _ in range(4)] if rng.random() < 0.5 else [rank + one for one in SUITS]
    return [rank + suit] * (5 if rng.random() < 0.3 else 4)


def lay_out(
    rng: Random, seat: str, faces: list[str], lying: list[Piece], held: list[str], liking: float, numbered: float
) -> Spoken:
    """Say where each of *faces* comes from: a table card with the chance *liking*, else the hand, if it is there."""
    held, rest = list(held), list(lying)
    hand: list[str] = []
    table: list[Named] = []
    for face in faces:
        here = [piece for piece in rest if piece.face == face]
        if here and (face not in held or rng.random() < liking):
            piece = rng.choice(here)
            rest.remove(piece)
            table.append((face, piece.number if rng.random() < numbered else None))
        else:
            if face in held:
                held.remove(face)
            hand.append(face)
    return Spoken(seat, None, tuple(hand), tuple(table))


def made_up(rng: Random, seat: str, deal: Deal, held: list[str], theme: tuple[str, ...]) -> Spoken:
    """A meld of any kind, from the hand or the side's tables, whether held or not."""
    faces = some_shape(rng, deal.game, deal.trumps)
    liked = shapes_within(deal.game, deal.trumps, set(theme))
    if liked and rng.random() < 0.5:
        faces = list(rng.choice(liked))
    rng.shuffle(faces)
    lying = deal.lying(deal.game.side(seat))
    held = faces if rng.random() < 0.5 else held
    return lay_out(rng, seat, faces, lying, held, rng.choice((0.3, 0.7, 1.0)), rng.choice((0.0, 0.5, 1.0)))


def once_more(rng: Random, seat: str, deal: Deal, held: list[str]) -> Spoken | None:
    """Something in the class of a meld already made, out of its cards: the same again, higher or lower."""
    melds = [meld for meld in deal.melds if meld.side == deal.game.side(seat)]
    if not melds:
        return None
    meld = rng.choice(melds[-6:])
    faces = [piece.face for piece in meld.pieces]
    what = rng.random()
    if meld.kind.family == "royal" and what < 0.7:
        low = ["K" + meld.kind.suit, "Q" + meld.kind.suit]
        faces = low if rng.random() < 0.65 else [rank + meld.kind.suit for rank in ("A", "10", "K", "Q", "J")]
    elif meld.kind.family == "bezique" and what < 0.85:
        top = 5 if deal.game.packs > 3 else 3
        level = 4 if deal.game.on("quadruple_in_four_hand") and rng.random() < 0.4 else 0
        level = level or min(max(1, meld.kind.level + rng.choice((-1, 0, 1, 1, 2))), top)
        faces = sorted(set(faces), reverse=True) * level
    elif meld.kind.family.startswith("four") and what < 0.6:
        if rng.random() < 0.5:
            faces[rng.randrange(len(faces))] = faces[0][:-1] + rng.choice(SUITS)
        else:
            faces = faces[:4] if len(faces) == 5 else [*faces, faces[0]]
    lying = deal.lying(deal.game.side(seat))
    own = [piece for piece in lying if piece in meld.pieces]
    pool = own if rng.random() < 0.4 else own + [piece for piece in lying if piece not in own]
    held = faces if rng.random() < 0.5 else held
    liking = rng.choice((0.6, 1.0, 1.0))
    return lay_out(rng, seat, faces, pool, held, liking, rng.choice((0.0, 1.0, 1.0)))


def with_the_card_taken(rng: Random, seat: str, face: str) -> Spoken:
    """A meld from the hand with the face that an exchange has just brought there."""
    rank, suit = face[:-1], face[-1]
    shapes = [[rank + one for one in SUITS], [one + suit for one in ("A", "10", "K", "Q", "J")]]
    if rank in ("K", "Q"):
        shapes += [["K" + suit, "Q" + suit]] * 2
    if face in ("QS", "JD"):
        shapes.append(["QS", "JD"])
    return Spoken(seat, None, tuple(rng.choice(shapes)), ())


def united(rng: Random, seat: str, deal: Deal) -> Spoken | None:
    """A bezique or a marriage out of table cards alone that scored in different melds, if there are such."""
    lying = deal.lying(deal.game.side(seat))
    bezique = bezique_pair(deal.game, deal.trumps)
    pairs = [("K" + suit, "Q" + suit) for suit in SUITS] + ([bezique] if bezique else [])
    ways: list[list[Piece]] = []
    for pair in pairs:
        first, second = ([piece for piece in lying if piece.face == face] for face in pair)
        count = min(len(first), len(second))
        if count >= 2 and pair[0][0] == "K":
            ways += [[king, queen] for king in first for queen in second if not set(king.melds) & set(queen.melds)]
        elif count >= 2:
            ways.append([*first[:count], *second[:count]])
    if not ways:
        return None
    numbers = rng.random() < 0.7
    return Spoken(seat, None, (), tuple((one.face, one.number if numbers else None) for one in rng.choice(ways)))


def twisted(rng: Random, spoken: Spoken, deal: Deal) -> Spoken:
    """The same claim with one thing wrong (or, by luck, right)."""
    hand, table = list(spoken.hand), list(spoken.table)
    what = rng.randrange(8)
    if what == 0:
        return replace(spoken, seat=rng.choice(deal.game.seats))
    if what == 1 and hand:
        face = hand.pop(rng.randrange(len(hand)))
        table.append((face, rng.choice((None, None, 1, 2))))
    elif what == 2 and table:
        hand.append(table.pop(rng.randrange(len(table)))[0])
    elif what == 3 and table:
        at = rng.randrange(len(table))
        table[at] = (table[at][0], rng.choice((None, 1, 2, 3, 7)))
    elif what == 4:
        return replace(spoken, name=rng.choice(NAMES))
    elif what == 5 and len(hand) + len(table) > 1:
        (hand if hand else table).pop()
    elif what == 6:
        hand.append(rng.choice([*spoken.faces, rng.choice(RANKS) + rng.choice(SUITS)]))
    elif what == 7 and hand:
        at = rng.randrange(len(hand))
        hand[at] = rng.choice((hand[0], hand[at][:-1] + rng.choice(SUITS)))
    return replace(spoken, hand=tuple(hand), table=tuple(table))


def dressed(rng: Random, spoken: Spoken, deal: Deal) -> str:
    """The line of a claim, now and then with its kind named, agreed, or in another spelling."""
    what = rng.random()
    if what < 0.3 and spoken.name is None:
        kinds = kinds_of(spoken.faces, deal.game, deal.trumps)
        spoken = replace(spoken, name=rng.choice(kinds).name if kinds else None)
    elif what > 0.97 and (deal.trumps or not deal.game.turn_up):  # else their worth is not known
        spoken = replace(spoken, agreed=True)
    text = spoken.text
    if rng.random() < 0.02:
        text = re.sub(r"\b10(?=[SHDC])", "T", text).replace("H", "♥")
    return text


def about_cards(rng: Random, deal: Deal, held: dict[str, list[str]], winner: str, theme: tuple[str, ...] = ()) -> str:
    """A meld claimed by somebody, usually the winner of the trick or the partner, often of the *theme*'s faces."""
    seat = rng.choice(deal.game.side(winner)) if rng.random() < 0.85 else rng.choice(deal.game.seats)
    takers = [taker for taker in deal.game.seats if deal.since["exchange", taker]]
    if deal.taken and takers and rng.random() < 0.6:
        seat = takers[0] if rng.random() < 0.7 else seat
        return dressed(rng, with_the_card_taken(rng, seat, deal.taken), deal)
    spoken = united(rng, seat, deal) if rng.random() < 0.3 else None
    if spoken is None and rng.random() < 0.55:
        spoken = once_more(rng, seat, deal, held[seat])
    spoken = spoken or made_up(rng, seat, deal, held[seat], theme)
    if rng.random() < 0.25:
        spoken = twisted(rng, spoken, deal)
    return dressed(rng, spoken, deal)


def about_the_rest(rng: Random, deal: Deal, winner: str) -> str:
    """Any other line, said at any time."""
    game = deal.game
    seat = winner if rng.random() < 0.6 else rng.choice(game.seats)
    if deal.carte_blanche and rng.random() < 0.4:
        laid = [piece.face for piece in deal.pieces if rng.random() < 0.5]
        low = [rank for rank in RANKS if rank not in "KQJ"]
        face = rng.choice([rng.choice(low) + rng.choice(SUITS), rng.choice(RANKS) + rng.choice(SUITS), *laid])
        return f"{rng.choice(sorted(deal.carte_blanche))} carte-blanche drew {face}"
    what = rng.random()
    if game.carte_blanche and not deal.tricks and rng.random() < 0.3:
        return some_carte_blanche(rng, game, seat)
    if what < 0.16:
        agreed = " agreed" if game.turn_up and rng.random() < 0.05 else ""
        return f"{seat} {rng.choice(('exchanges', 'shows'))} seven{agreed}"
    if what < 0.26:
        return f"{seat} plays seven"
    if what < 0.50:
        return some_played(rng, deal, seat)
    if what < 0.60:
        return f"{seat} last-trick"
    if what < 0.70:
        return some_brisques(rng, deal, seat)
    if what < 0.80:
        numbers = (deal.trick, deal.trick + 1, game.draws, game.bonus_trick, game.last, game.last + 1)
        number = max(rng.choice((*numbers, rng.randint(1, game.last))), 1)
        return f"trick {seat}" if rng.random() < 0.3 else f"trick {number} {seat}"
    if what < 0.84:
        return "stock exhausted"
    if what < 0.88:
        suit = rng.choice(SUITS)
        return f"trumps {suit}" if rng.random() < 0.5 else f"turn-up {rng.choice(RANKS)}{suit}"
    if what < 0.97:
        return some_carte_blanche(rng, game, seat)
    return f"{seat} adjusts {rng.choice((-40, 10, 7, -500))} slow play"


def some_played(rng: Random, deal: Deal, seat: str) -> str:
    """Some cards played from a table, there or not, numbered or not."""
    side = deal.lying(deal.game.side(seat))
    pool = deal.lying(seat) if rng.random() < 0.8 else side or deal.pieces
    if not pool or rng.random() < 0.1:
        return f"{seat} plays {rng.choice(RANKS)}{rng.choice(SUITS)}"
    pieces = rng.sample(pool, min(len(pool), rng.choice((1, 1, 1, 2, 3))))
    words = [piece.face if rng.random() < 0.6 else f"{piece.face}#{piece.number}" for piece in pieces]
    if rng.random() < 0.05:
        words.append(words[0])
    return f"{seat} plays {' '.join(words)}"


def some_brisques(rng: Random, deal: Deal, seat: str) -> str:
    """A count of brisques that adds up or does not."""
    game = deal.game
    total = 8 * game.packs
    at_once = game.brisques == "at-once"
    if at_once if rng.random() < 0.8 else not at_once:
        left = total - sum(deal.brisques.values())
        return f"{game.side(seat)} brisques {rng.choice((0, 1, 2, 3, max(left, 0), left + 1, total))}"
    counts = [rng.randint(0, total // len(game.sides)) for _ in game.sides]
    counts[-1] = total - sum(counts[:-1]) + rng.choice((0, 0, 0, 1, -1))
    return "brisques " + " ".join(f"{side} {count}" for side, count in zip(game.sides, counts, strict=True))


def some_carte_blanche(rng: Random, game: Game, seat: str) -> str:
    """A carte blanche, right or wrong, or another after a draw."""
    low = [rank for rank in RANKS if rank not in "KQJ"]
    what = rng.random()
    if what < 0.45:
        return f"{seat} carte-blanche drew {rng.choice(low if rng.random() < 0.8 else RANKS)}{rng.choice(SUITS)}"
    if what < 0.6:
        return f"{seat} carte-blanche"
    count = game.hand + rng.choice((0, 0, 0, 0, 1, -1))
    faces = [rng.choice(low) + rng.choice(SUITS) for _ in range(count)]
    if rng.random() < 0.2:
        faces[0] = rng.choice("KQJ") + "S"
    if rng.random() < 0.1:
        faces = [faces[0]] * count
    return f"{seat} carte-blanche {' '.join(faces)}"


def shapes_within(game: Game, trumps: str | None, faces: set[str]) -> list[list[str]]:
    """The faces of every meld of this game that could be put together from *faces* (each as often as wanted)."""
    found: list[list[str]] = []
    for suit in SUITS:
        found += [["K" + suit, "Q" + suit], [rank + suit for rank in ("A", "10", "K", "Q", "J")]]
    for queen in SUITS:
        for jack in SUITS:
            found += [["Q" + queen, "J" + jack] * level for level in range(1, len(NUMBER_WORDS))]
    for rank in RANK_WORDS:
        here = [face for face in sorted(faces) if face[:-1] == rank]
        found += [[face] * count for face in here for count in (4, 5)]
        found += [list((here * 4)[:4])] if here else []
    return [shape for shape in found if set(shape) <= faces and kinds_of(shape, game, trumps)]
