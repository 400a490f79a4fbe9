"""What the variants and house rules are, as plain tables written from the rules text alone.

Nothing here is taken from the engine: the oracle is worth something only while it is independent.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
COURTS = ("K", "Q", "J")
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
RANK_WORDS = {"A": "aces", "10": "tens", "K": "kings", "Q": "queens", "J": "jacks"}
NUMBER_WORDS = ("", "bezique", "double-bezique", "triple-bezique", "quadruple-bezique", "quintuple-bezique")
BEZIQUE_POINTS = (0, 40, 500, 1500, 4500, 9000)
FOUR_POINTS = {"A": 100, "10": 90, "K": 80, "Q": 60, "J": 40}
FOUR_TRUMP_POINTS = {"A": 1000, "10": 900, "K": 800, "Q": 600, "J": 400}
FIVE_TRUMP_POINTS = {"A": 2000, "10": 1800, "K": 1600, "Q": 1200, "J": 800}

CLASSIC_LIKE = ("classic", "short", "no-brisques", "consultation", "open")
FOUR_SEATS = ("four-handed", "four-solo")
BIG = ("rubicon", "six-pack", "eight-pack")
TURN_UP = (*CLASSIC_LIKE, "three-handed", *FOUR_SEATS)
VARIANTS = (*TURN_UP, *BIG)

#         packs, seats, hand, tricks with a draw, number of the last trick, last trick's points, carte blanche
NUMBERS = {
    **dict.fromkeys(CLASSIC_LIKE, (2, "AB", 8, 24, 32, 10, 0)),
    "three-handed": (3, "ABC", 8, 24, 32, 10, 0),
    "four-handed": (4, "ABCD", 8, 24, 40, 10, 0),
    "four-solo": (4, "ABCD", 8, 24, 40, 10, 0),
    "rubicon": (4, "AB", 9, 55, 64, 50, 50),
    "six-pack": (6, "AB", 12, 84, 96, 250, 250),
    "eight-pack": (8, "AB", 15, 113, 128, 250, 0),
}

ON_OFF: tuple[bool | str, ...] = (False, True)
T_BRISQUES: tuple[bool | str, ...] = ("deal-end", "at-once", "match-end", "none")


@dataclass
class Choice:
    """A house rule: where it has a place, what may be chosen, and where it is on without being asked."""

    where: tuple[str, ...]
    values: tuple[bool | str, ...] = ON_OFF
    on_in: tuple[str, ...] = ()


CHOICES: dict[str, Choice] = {
    "seven_takes_the_meld": Choice(TURN_UP, on_in=(*CLASSIC_LIKE, "three-handed")),
    "seven_scores_when_played": Choice(TURN_UP),
    "no_meld_before_last_draw": Choice(VARIANTS),
    "new_card_required": Choice(VARIANTS, on_in=FOUR_SEATS),
    "double_from_two_singles": Choice(VARIANTS, on_in=BIG),
    "double_at_once": Choice(VARIANTS),
    "marriage_after_sequence": Choice(VARIANTS),
    "bezique_pair": Choice(VARIANTS, ("fixed", "clubs-hearts", "trump-queen")),
    "quadruple_in_four_hand": Choice(FOUR_SEATS),
    "quintuple_bezique": Choice(("six-pack", "eight-pack"), on_in=("six-pack", "eight-pack")),
    "any_four_tens": Choice(("six-pack", "eight-pack")),
    "reform_melds": Choice(VARIANTS, on_in=BIG),
    "cross_marriages": Choice(VARIANTS),
    "second_double_reuse": Choice(("three-handed", *FOUR_SEATS)),
    "partners_build": Choice(("four-handed",), on_in=("four-handed",)),
    "joint_beziques": Choice(("four-handed",), on_in=("four-handed",)),
    "exchanged_card_waits": Choice(TURN_UP),
    "carte_blanche_repeat": Choice(("rubicon", "six-pack"), on_in=("rubicon", "six-pack")),
    "last_trick_ends_stock": Choice(VARIANTS),
    "brisques": Choice(VARIANTS),  # values and default depend on the variant, see brisque_modes()
    "stop_at_target": Choice(TURN_UP),
    "tie_break": Choice(TURN_UP, ("play-on", "last-deal-brisques")),
    "match_length": Choice(BIG, ("one-deal", "target")),
    "rubicon_settlement": Choice(BIG, ("simple", "portland")),
}


def brisque_modes(variant: str) -> tuple[bool | str, ...]:
    """What `brisques` may be in *variant*, its default first."""
    if variant in BIG:
        return ("none", "save-rubicon")
    if variant == "no-brisques":
        return ("none", "deal-end", "at-once", "match-end")
    return T_BRISQUES


@dataclass
class Game:
    """One variant with its house rules, everything filled in."""

    variant: str
    house_rules: dict[str, bool | str]
    packs: int = 0
    seats: str = ""
    hand: int = 0
    draws: int = 0
    last: int = 0
    last_points: int = 0
    carte_blanche: int = 0
    rules: dict[str, bool | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Fill in the numbers of the variant and the default of every rule not chosen."""
        numbers = NUMBERS[self.variant]
        self.packs, self.seats, self.hand, self.draws, self.last, self.last_points, self.carte_blanche = numbers
        for name, choice in CHOICES.items():
            if name == "brisques":
                self.rules[name] = brisque_modes(self.variant)[0]
            elif choice.values == ON_OFF:
                self.rules[name] = self.variant in choice.on_in
            else:
                self.rules[name] = choice.values[0]
        for name, value in self.house_rules.items():
            if self.variant not in CHOICES[name].where:
                raise ValueError(f"{name} has no place in {self.variant}")
            self.rules[name] = value

    def on(self, name: str) -> bool:
        """Whether the house rule *name* is in force."""
        return self.rules[name] is True

    @property
    def turn_up(self) -> bool:
        """Whether a card is turned up for trumps (else the first marriage or sequence makes them)."""
        return self.variant in TURN_UP

    @property
    def big(self) -> bool:
        """Whether this is the six-pack or the eight-pack game, where four of trumps count."""
        return self.variant in ("six-pack", "eight-pack")

    @property
    def brisques(self) -> str:
        """How aces and tens are counted."""
        return str(self.rules["brisques"])

    @property
    def bonus_trick(self) -> int:
        """The number of the trick that earns the last-trick bonus."""
        return self.draws if self.on("last_trick_ends_stock") else self.last

    def side(self, seat: str) -> str:
        """The side of *seat*: the seats that share its score (a side is its own)."""
        if self.variant == "four-handed":
            return "AC" if seat[0] in "AC" else "BD"
        return seat

    @property
    def sides(self) -> list[str]:
        """All sides in playing order."""
        return list(dict.fromkeys(self.side(seat) for seat in self.seats))


def rank_of(face: str) -> str:
    """The rank of a face: '10' of '10D'."""
    return face[:-1]


def suit_of(face: str) -> str:
    """The suit of a face: 'D' of '10D'."""
    return face[-1]


def read_card(word: str) -> tuple[str, int | None]:
    """Read a card with or without its number: 'QS#2' is ('QS', 2)."""
    face, _, number = word.partition("#")
    rank, suit = face[:-1].upper(), face[-1]
    rank = "10" if rank == "T" else rank
    suit = SIGNS.get(suit, suit.upper())
    if rank not in RANKS or suit not in SUITS:
        raise ValueError(f"not a card: {word}")
    return rank + suit, int(number) if number else None


@dataclass
class Kind:
    """A meld that some cards make: its name, class, level in the class, and points."""

    name: str
    family: str
    level: int
    points: int
    suit: str = ""

    @property
    def same(self) -> str:
        """The kind for law 2: common and royal marriage are one."""
        return "marriage" if self.name == "royal-marriage" else self.name


def bezique_pair(game: Game, trumps: str | None) -> tuple[str, str] | None:
    """The queen and the jack of a bezique, or None where there is no bezique yet."""
    rule = game.rules["bezique_pair"]
    if rule == "trump-queen":
        pairs = {"S": ("QS", "JD"), "D": ("QD", "JS"), "H": ("QH", "JC"), "C": ("QC", "JH")}
        return pairs[trumps] if trumps else None
    if rule == "clubs-hearts":
        return ("QC", "JH") if trumps in ("S", "D") else ("QS", "JD")
    return ("QS", "JD")


def bezique_allowed(game: Game, level: int) -> bool:
    """Whether a bezique of *level* (1 single, 2 double, …) exists in this game."""
    if level <= 2:
        return True
    if level == 3:
        return game.packs >= 3
    if level == 4:
        return game.variant in BIG or game.on("quadruple_in_four_hand")
    return level == 5 and game.on("quintuple_bezique")


def kinds_of(faces: list[str], game: Game, trumps: str | None) -> list[Kind]:
    """Every kind of meld that exactly *faces* make, the dearest first."""
    found: list[Kind] = []
    ranks = sorted(rank_of(face) for face in faces)
    suits = {suit_of(face) for face in faces}
    one_suit = next(iter(suits)) if len(suits) == 1 else None
    count = len(faces)

    if one_suit and (trumps or not game.turn_up):
        royal = trumps is None or trumps == one_suit
        if ranks == sorted(("K", "Q")):
            if royal:
                found.append(Kind("royal-marriage", "royal", 1, 40, one_suit))
            else:
                found.append(Kind("marriage", "royal", 1, 20, one_suit))
        if ranks == sorted(("A", "10", "K", "Q", "J")):
            if royal:
                found.append(Kind("sequence", "royal", 2, 250, one_suit))
            elif game.variant in BIG:
                found.append(Kind("plain-sequence", "royal", 2, 150, one_suit))

    pair = bezique_pair(game, trumps)
    if pair and count % 2 == 0 and 1 <= count // 2 <= 5:
        half = count // 2
        if faces.count(pair[0]) == half and faces.count(pair[1]) == half and bezique_allowed(game, half):
            found.append(Kind(NUMBER_WORDS[half], "bezique", half, BEZIQUE_POINTS[half]))

    if count in (4, 5) and len(set(ranks)) == 1 and ranks[0] in RANK_WORDS:
        rank = ranks[0]
        word = RANK_WORDS[rank]
        trumps_only = trumps is not None and one_suit == trumps
        if count == 5 and trumps_only and game.variant == "eight-pack":
            found.append(Kind(f"five-trump-{word}", f"four {rank}", 3, FIVE_TRUMP_POINTS[rank]))
        if count == 4 and trumps_only and game.big:
            found.append(Kind(f"four-trump-{word}", f"four {rank}", 2, FOUR_TRUMP_POINTS[rank]))
        if count == 4 and (rank != "10" or game.on("any_four_tens")):
            found.append(Kind(f"four-{word}", f"four {rank}", 1, FOUR_POINTS[rank]))
    return sorted(found, key=lambda kind: -kind.points)
