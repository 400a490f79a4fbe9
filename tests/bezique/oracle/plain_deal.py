"""The state of a deal after a log, kept in lists and dictionaries and never judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.bezique.oracle.plain_game import Game, Kind, kinds_of, rank_of, read_card, suit_of

Named = tuple[str, int | None]
"""A card as a line names it: its face, and its number if given."""


@dataclass(eq=False)
class Piece:
    """A piece of pasteboard that has been laid on a table."""

    face: str
    number: int
    seat: str
    melds: list[Meld] = field(default_factory=list)
    played_at: int | None = None


@dataclass(eq=False)
class Meld:
    """A scored meld: when, by which side, of which kind, with which pieces."""

    at: int
    side: str
    kind: Kind
    pieces: list[Piece]


@dataclass
class MeldClaim:
    """The words of a `melds` line."""

    seat: str
    name: str | None
    hand: list[str]
    table: list[Named]
    agreed: bool

    @property
    def faces(self) -> list[str]:
        """All faces named, from the hand and from the table."""
        return self.hand + [face for face, _ in self.table]


def read_meld(words: list[str]) -> MeldClaim:
    """Read the words of a `melds` line: seat, `melds`, perhaps a name, cards, perhaps `+` and more cards."""
    agreed = words[-1] == "agreed"
    rest = words[2:-1] if agreed else words[2:]
    name = None
    if rest and rest[0] != "+" and ("-" in rest[0] or rest[0] in ("marriage", "sequence", "bezique")):
        name, rest = rest[0], rest[1:]
    plus = rest.index("+") if "+" in rest else len(rest)
    hand = [read_card(word)[0] for word in rest[:plus]]
    return MeldClaim(words[0], name, hand, [read_card(word) for word in rest[plus + 1 :]], agreed)


def kind_claimed(claim: MeldClaim, game: Game, trumps: str | None) -> Kind | None:
    """The kind that is meant: the one named if the cards make it, or the dearest they make if none is named.

    Where the table agrees, a wrong name does not matter: the cards are scored for what they are worth.
    """
    kinds = kinds_of(claim.faces, game, trumps)
    named = [kind for kind in kinds if kind.name == claim.name]
    if claim.name is None or (claim.agreed and not named):
        named = kinds
    return named[0] if named else None


class Deal:
    """Everything that the lines of one deal have said, in order."""

    def __init__(self, game: Game, dealer: str) -> None:
        """The deal before its first line."""
        self.game = game
        self.dealer = dealer
        self.clock = 0
        self.trumps: str | None = None
        self.turn_up: str | None = None  # the card lying turned up now
        self.turned_seven = False
        self.exchanged = False
        self.taken: str | None = None  # the face that the exchange took, where it is known
        self.pieces: list[Piece] = []
        self.melds: list[Meld] = []
        self.melded_courts: set[str] = set()  # seats that have melded a king, queen or jack
        self.sevens = 0
        self.seven_melds = 0  # sevens shown or exchanged
        self.tricks: dict[int, str] = {}
        self.since: Counter[tuple[str, str]] = Counter()  # (what, seat or side) since the last noted trick
        self.carte_blanche: set[str] = set()
        self.carte_blanche_over: set[str] = set()
        self.stock_exhausted = False
        self.last_trick: str | None = None
        self.brisques: dict[str, int] = {}

    # What can be asked.

    @property
    def trick(self) -> int:
        """The number of the last noted trick; 0 if none is noted."""
        return max(self.tricks, default=0)

    @property
    def finished(self) -> bool:
        """Whether the last trick and, where they count, all brisques are in."""
        if self.last_trick is None:
            return False
        if self.game.brisques == "at-once":
            return sum(self.brisques.values()) >= 8 * self.game.packs
        return self.game.brisques == "none" or bool(self.brisques)

    def lying(self, seats: str) -> list[Piece]:
        """The unplayed pieces on the tables of *seats*, in the order laid."""
        if self.stock_exhausted or self.last_trick is not None:
            return []
        return [piece for piece in self.pieces if piece.seat in seats and piece.played_at is None]

    def laid(self, face: str) -> int:
        """How many cards of *face* have been laid on any table in this deal."""
        return sum(1 for piece in self.pieces if piece.face == face)

    def choices(self, named: list[Named], pool: list[Piece]) -> Iterator[list[Piece]]:
        """Every way to take *named* from *pool*: cards in the order named, pieces in the order laid.

        Two unnumbered cards of one face are taken in rising order only: the other order is the same set.
        """

        def rest(at: int, taken: list[Piece]) -> Iterator[list[Piece]]:
            if at == len(named):
                yield taken
                return
            face, number = named[at]
            before = [taken[i].number for i in range(at) if named[i] == (face, None)]
            for piece in pool:
                if piece.face != face or piece in taken:
                    continue
                if number is not None and piece.number != number:
                    continue
                if number is None and before and piece.number < before[-1]:
                    continue
                if number is None and (face, piece.number) in named:
                    continue  # that one is named by its number elsewhere in the line
                yield from rest(at + 1, [*taken, piece])

        yield from rest(0, [])

    # The laws that depend on which pieces are meant (2, 3, 4, and whose table).

    def pieces_break(self, seat: str, kind: Kind, pieces: list[Piece], from_hand: int) -> str | None:
        """The law that forbids scoring *kind* with these table *pieces* and *from_hand* new cards, if any."""
        game = self.game
        for piece in pieces:
            if piece.seat != seat:
                if not game.on("partners_build"):
                    return "partners build"
                if kind.family == "bezique" and kind.level >= 2 and not game.on("joint_beziques"):
                    return "joint beziques"

        def history(piece: Piece) -> list[Kind]:
            kinds = [meld.kind for meld in piece.melds if meld.kind.family == kind.family]
            if kind.same == "marriage" and game.on("marriage_after_sequence"):
                kinds = [other for other in kinds if other.level == 1]
            return kinds

        if any(other.level > kind.level for piece in pieces for other in history(piece)):
            return "low before high"
        if kind.name == "double-bezique" and game.on("double_at_once"):
            if any(other.name == "bezique" for piece in pieces for other in history(piece)):
                return "double at once"
        again = [piece for piece in pieces if any(other.same == kind.same for other in history(piece))]
        nothing_new = from_hand == 0 and all(history(piece) for piece in pieces)
        if kind.family == "bezique" and kind.level >= 2 and game.on("double_from_two_singles"):
            nothing_new = False
        if not again and not nothing_new:
            return None
        if again and game.on("reform_melds") and self.may_reform(seat, kind, pieces, from_hand, again):
            return None
        if again:
            if kind.name == "double-bezique" and game.on("second_double_reuse") and from_hand:
                return None
            return "same kind once" if not game.on("reform_melds") else "re-forming"
        return "something new"

    def may_reform(self, seat: str, kind: Kind, pieces: list[Piece], from_hand: int, again: list[Piece]) -> bool:
        """Whether the pieces *again* may score in *kind* once more: something has been replaced."""
        side = self.game.side(seat)
        earlier = [meld for meld in self.melds if meld.side == side and meld.kind.same == kind.same]
        if kind.same == "marriage":
            earlier = [meld for meld in earlier if meld.kind.suit == kind.suit]
        else:
            earlier = [meld for meld in earlier if any(piece in meld.pieces for piece in again)]
        if not from_hand and any(set(meld.pieces) == set(pieces) for meld in earlier):
            return False
        if self.game.on("cross_marriages") and kind.same == "marriage" and len(again) == 2:
            return True
        latest = max((meld.at for meld in earlier), default=0)
        played = [piece.played_at for meld in earlier for piece in meld.pieces if piece.played_at is not None]
        return any(when > latest for when in played)

    # What a line does.

    def write(self, text: str) -> None:
        """Add one line that is neither a take-back nor an amendment; it is not judged."""
        self.clock += 1
        words = text.split()
        if words[0] == "turn-up":
            face, _ = read_card(words[1])
            self.trumps, self.turn_up = suit_of(face), face
            if rank_of(face) == "7":
                self.turned_seven = True
        elif words[0] == "trumps":
            self.trumps = words[1].upper()
        elif words[0] == "trick":
            number = int(words[1]) if len(words) == 3 else self.trick + 1
            self.tricks[number] = words[-1]
            self.since.clear()
        elif words[0] == "stock":
            self.stock_exhausted = True
        elif words[0] == "brisques":
            for side, count in zip(words[1::2], words[2::2], strict=True):
                self.brisques[side] = int(count)
        elif words[1] == "melds":
            self.write_meld(read_meld(words))
        elif words[1] in ("exchanges", "shows"):
            self.sevens += 1
            self.seven_melds += 1
            self.since["seven", words[0]] += 1
            self.since["seven of side", self.game.side(words[0])] += 1
            if words[1] == "exchanges":
                self.since["exchange", words[0]] += 1
                self.exchanged, self.taken, self.turn_up = True, self.turn_up, None
        elif words[1:3] == ["plays", "seven"]:
            self.sevens += 1
            self.since["plays seven", words[0]] += 1
        elif words[1] == "plays":
            for piece in self.pieces_played(words[0], [read_card(word) for word in words[2:]]):
                piece.played_at = self.clock
        elif words[1] == "carte-blanche":
            self.write_carte_blanche(words)
        elif words[1] == "last-trick":
            self.last_trick = self.game.side(words[0])
        elif words[1] == "brisques":
            side = self.game.side(words[0])
            self.brisques[side] = self.brisques.get(side, 0) + int(words[2])
        elif words[1] != "adjusts":
            raise ValueError(f"cannot be read: {text}")

    def write_carte_blanche(self, words: list[str]) -> None:
        """A carte blanche, or another after a draw."""
        if words[2:3] == ["drew"]:
            self.since["drew", words[0]] += 1
            if rank_of(read_card(words[3])[0]) in "KQJ":
                self.carte_blanche_over.add(words[0])
        else:
            self.carte_blanche.add(words[0])

    def pieces_played(self, seat: str, named: list[Named]) -> list[Piece]:
        """The pieces that a `plays` line takes: numbered ones first, then the first that lie there."""
        lying = self.lying(seat)
        taken = [piece for piece in lying if (piece.face, piece.number) in named]
        for face, number in named:
            if number is None:
                taken += [piece for piece in lying if piece.face == face and piece not in taken][:1]
        return taken

    def write_meld(self, claim: MeldClaim) -> None:
        """Lay the cards from the hand and let all the cards score."""
        kind = kind_claimed(claim, self.game, self.trumps)
        if kind is None:  # it was named for other trumps than are known now that an earlier line is struck
            kind = next(iter(kinds_of(claim.faces, self.game, self.trumps)), None)
        if kind is None:
            raise ValueError(f"no meld: {claim}")
        side = self.game.side(claim.seat)
        pool = self.lying(side)
        found = list(self.choices(claim.table, pool))
        legal = (way for way in found if not self.pieces_break(claim.seat, kind, way, len(claim.hand)))
        table = next(legal, found[0] if found else [])
        new = []
        for face in claim.hand:
            piece = Piece(face, self.laid(face) + 1, claim.seat)
            self.pieces.append(piece)
            new.append(piece)
        meld = Meld(self.clock, side, kind, new + table)
        self.melds.append(meld)
        for piece in meld.pieces:
            piece.melds.append(meld)
        if any(rank_of(face) in "KQJ" for face in claim.faces):
            self.melded_courts.add(claim.seat)
        self.since["meld", side] += 1
        if self.trumps is None and kind.family == "royal":
            self.trumps = kind.suit
