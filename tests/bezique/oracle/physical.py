"""Deals that are really dealt and played: packs are shuffled, tricks fall, cards are laid, and somebody writes it down.

`PhysicalDeal(seed).steps()` gives the log line by line, with claims in between that are fair or foul. The players are
no good at the game, but they lay nothing that they do not hold; only the foul claims do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.bezique.oracle.claims import Spoken, dressed, lay_out, shapes_within, twisted
from tests.bezique.oracle.dealing import shuffled, some_house_rules, some_theme
from tests.bezique.oracle.plain_deal import Piece
from tests.bezique.oracle.plain_game import RANKS, SUITS, VARIANTS, rank_of, suit_of
from tests.bezique.oracle.table import Step, Table


class PhysicalDeal(Table):
    """One deal at a table, from the shuffle to the count of the brisques."""

    def __init__(self, seed: int) -> None:
        """Shuffle and deal."""
        rng = Random(seed)
        variant = VARIANTS[seed % len(VARIANTS)]
        super().__init__(rng, variant, some_house_rules(rng, variant))
        self.notes = rng.choice(("all", "all", "none", "gaps", "gaps", "late"))
        self.late = rng.randint(2, self.game.draws // 2)
        self.forgetful = rng.choice((0.0, 0.0, 0.15, 0.5))  # how often a card leaves the table silently
        self.stops = rng.randint(12, 40) if rng.random() < 0.6 else self.game.last
        self.theme = some_theme(rng, self.game)
        self.hands, self.stock = shuffled(rng, self.game, self.theme)
        self.trumps: str | None = None
        self.gone: set[tuple[str, int]] = set()  # played, but still lying there for all that is written
        self.won: Counter[str] = Counter()
        self.blank: set[str] = set()  # seats that have drawn no court since their carte blanche

    # The play.

    def steps(self) -> Iterator[Step]:
        """The whole deal."""
        yield from self.opening()
        game = self.game
        left_of_dealer = (game.seats.index(self.dealer) + 1) % len(game.seats)
        leader = game.seats[left_of_dealer]
        for number in range(1, game.last + 1):
            busy = number <= self.stops or number > game.draws - 2
            played, leader = self.trick_played(number, leader)
            yield from self.written_plays(played)
            with_draw = number <= game.draws
            tries = self.chosen_melds(leader) if busy and with_draw else []
            noted = self.noted(number, bool(tries))
            if noted and (busy or self.notes == "all"):
                numbered = self.rng.random() < 0.5 or self.deal.trick + 1 != number
                yield self.write(f"trick {number} {leader}" if numbered else f"trick {leader}")
            if with_draw:
                if busy:
                    yield from self.before_the_draw(leader, tries)
                yield from self.after_the_draw(number, leader)
            elif self.rng.random() < 0.3:
                yield from self.some_claims(leader, 1.0)
            yield from self.brisques_fallen(played, leader)
        yield from self.the_end(leader)

    def on_tables(self) -> list[tuple[str, Piece]]:
        """The cards that really lie on the tables."""
        if self.deal.stock_exhausted or self.deal.last_trick is not None:
            return []
        lying = self.deal.lying(self.game.seats)
        return [(piece.seat, piece) for piece in lying if (piece.face, piece.number) not in self.gone]

    def opening(self) -> Iterator[Step]:
        """Carte blanche, the turn-up, or only the suit of trumps."""
        rng, game = self.rng, self.game
        yield from self.some_claims(rng.choice(game.seats), 1.5)
        for seat in game.seats:
            if game.carte_blanche and not any(rank_of(card) in "KQJ" for card in self.hands[seat]):
                named = rng.random() < 0.6
                cards = f" {' '.join(self.hands[seat])}" if named else ""
                yield Step(f"{seat} carte-blanche{cards}", False, fair=not self.careless)
                yield self.write(f"{seat} carte-blanche{cards}")
                self.blank.add(seat)
        if game.turn_up:
            turned = self.stock[-1]  # drawn last
            self.trumps = suit_of(turned)
            what = rng.random()
            if what < 0.75:
                yield Step(f"turn-up {turned}", False, fair=not self.careless)
                yield self.write(f"turn-up {turned}")
            elif what < 0.95:
                yield self.write(f"trumps {self.trumps}")
        elif rng.random() < 0.25:  # joined late
            self.trumps = rng.choice(SUITS)
            yield self.write(f"trumps {self.trumps}")
        yield from self.some_claims(rng.choice(game.seats), 1.0)

    def trick_played(self, number: int, leader: str) -> tuple[list[tuple[str, str, Piece | None]], str]:
        """Everybody plays a card, from the hand or the table; who wins, by trumps, suit led and rank."""
        seats = self.game.seats
        if len(seats) == 4 and number > self.game.draws:  # two duels: neighbours play out their hands
            seats = seats[:2] if number <= self.game.draws + self.game.hand else seats[2:]
        at = seats.index(leader) if leader in seats else 0
        tables = {seat for seat, _ in self.on_tables()}
        with_cards = [seat for seat in seats[at:] + seats[:at] if self.hands[seat] or seat in tables]
        played = [(seat, *self.card_played(seat)) for seat in with_cards]
        if not played:  # so many foul lines stand that nobody has a card left
            return [], leader
        trumps = self.deal.trumps or self.trumps
        led = suit_of(played[0][1])

        def strength(entry: tuple[str, str, Piece | None]) -> tuple[bool, bool, int]:
            face = entry[1]
            return suit_of(face) == trumps, suit_of(face) == led, -RANKS.index(rank_of(face))

        return played, max(played, key=strength)[0]

    def card_played(self, seat: str) -> tuple[str, Piece | None]:
        """A card of no great use, or a random one."""
        rng = self.rng
        hand = self.hands[seat]
        table = [piece for owner, piece in self.on_tables() if owner == seat]
        if table and (not hand or rng.random() < 0.12 + 0.05 * len(table)):
            spare = [piece for piece in table if piece.face not in self.theme]
            piece = rng.choice(spare if spare and rng.random() < 0.7 else table)
            return piece.face, piece
        low = [face for face in hand if rank_of(face) in "987" and rng.random() < 0.9]
        others = [face for face in hand if face not in self.theme and rng.random() < 0.9]
        face = rng.choice(low or others or hand)
        hand.remove(face)
        return face, None

    def written_plays(self, played: list[tuple[str, str, Piece | None]]) -> Iterator[Step]:
        """What is written about the cards played: those from the tables, and a seven that counts."""
        rng = self.rng
        for seat, face, piece in played:
            if piece is not None and not self.deal.stock_exhausted and self.deal.last_trick is None:
                if rng.random() < self.forgetful:
                    self.gone.add((piece.face, piece.number))
                    continue
                same = [other for other in self.deal.lying(seat) if other.face == face]
                text = f"{seat} plays {face}#{piece.number}"
                if len(same) == 1 and rng.random() < 0.6:
                    text = f"{seat} plays {face}"
                yield Step(text, False, fair=not self.careless)
                yield self.write(text)
            elif face == f"7{self.deal.trumps}" and self.game.on("seven_scores_when_played"):
                text = f"{seat} plays seven"
                yield Step(text, False)
                if self.referee.judge(text)[0]:
                    yield self.write(text)

    def noted(self, number: int, melded: bool) -> bool:
        """Whether this trick is written down."""
        if self.notes == "all":
            return True
        if self.notes == "gaps":
            return melded or self.rng.random() < 0.4
        return self.notes == "late" and number >= self.late

    # Melds.

    def possible(self, seat: str) -> list[Spoken]:
        """Melds that *seat* could lay with cards really there."""
        held = Counter(self.hands[seat])
        owners = self.game.side(seat) if self.rng.random() < 0.6 else seat
        lying = [piece for owner, piece in self.on_tables() if owner in owners]
        there = held + Counter(piece.face for piece in lying)
        found = []
        for shape in shapes_within(self.game, self.deal.trumps, set(there)):
            faces = list(shape)
            if len(set(faces)) == 1 or faces[0][:-1] == faces[-1][:-1]:  # four of a kind: any that are there
                faces = [face for face in there.elements() if face[:-1] == faces[0][:-1]]
                self.rng.shuffle(faces)
                faces = faces[: len(shape)] if len(set(shape)) > 1 else list(shape)
            if len(faces) == len(shape) and not Counter(faces) - there:
                liking = self.rng.choice((0.0, 0.5, 1.0))
                found.append(lay_out(self.rng, seat, faces, lying, self.hands[seat], liking, 0.8))
        return found

    def thought_legal(self, spoken: Spoken) -> bool:
        """What a careful player would lay: a new card, and no table card that has scored in this class."""
        deal = self.deal
        if not spoken.hand or len(deal.lying(spoken.seat)) + len(spoken.hand) > self.game.hand - 1:
            return False
        numbers = [(face, number) for face, number in spoken.table if number is not None]
        used = [piece for piece in deal.lying(self.game.side(spoken.seat)) if (piece.face, piece.number) in numbers]
        if len(used) != len(spoken.table) or any(piece.seat != spoken.seat for piece in used):
            return False
        ranks = {rank_of(face) for face in spoken.faces}
        what = "four" if len(ranks) == 1 else "bezique" if ranks == {"Q", "J"} else "royal"
        return not any(meld.kind.family.startswith(what) for piece in used for meld in piece.melds)

    def chosen_melds(self, winner: str) -> list[Spoken]:
        """What will be tried after this trick, the small melds rather before the great ones."""
        rng = self.rng
        ways = [spoken for seat in self.game.side(winner) for spoken in self.possible(seat)]
        if not ways or rng.random() < 0.15:
            return []
        ways.sort(key=lambda spoken: len(spoken.faces))
        first = rng.choice(ways[: max(3, len(ways) // 2)] if rng.random() < 0.5 else ways)
        liked = [way for way in ways if set(way.faces) <= set(self.theme)]
        if liked and rng.random() < 0.7:
            first = liked[0] if rng.random() < 0.6 else rng.choice(liked)
        return [first, *rng.sample(ways, min(len(ways), rng.choice((0, 1, 2))))]

    def holds(self, spoken: Spoken) -> bool:
        """Whether the cards are still there: those from the hand in the hand, those from the table on it."""
        if Counter(spoken.hand) - Counter(self.hands[spoken.seat]):
            return False
        side = self.game.side(spoken.seat)
        table = Counter(piece.face for seat, piece in self.on_tables() if seat in side)
        return not Counter(face for face, _ in spoken.table) - table

    def before_the_draw(self, winner: str, tries: list[Spoken]) -> Iterator[Step]:
        """Melds and sevens of the winner's side, with claims tried before and after."""
        rng = self.rng
        big = self.game.variant in ("six-pack", "eight-pack")
        yield from self.some_claims(winner, 0.9 if big else 2.4)
        if rng.random() < 0.4:
            yield from self.sevens(winner)
        for way in filter(self.holds, tries):
            side = self.game.side(winner)
            used = self.deal.since["meld", side] + self.deal.since["seven of side", side]
            early = self.game.on("no_meld_before_last_draw") and self.deal.trick >= self.game.draws
            free = not early and (not self.deal.tricks or not used)
            fair = free and not self.careless and self.thought_legal(way)
            text = dressed(rng, way, self.deal) if not fair else way.text
            yield Step(text, False, fair)
            legal = self.referee.judge(text)[0]
            if not legal and rng.random() < 0.04 and self.referee.judge(f"{way.text} agreed")[0]:
                yield Step(f"{way.text} agreed", False)
                text, legal = f"{way.text} agreed", True
            if not legal:
                continue
            wrong = twisted(rng, way, self.deal)
            if rng.random() < 0.05 and self.referee.judge(wrong.text)[0]:
                yield from self.slip(text, wrong.text)
            else:
                yield self.write(text)
            for face in way.hand:
                if face in self.hands[way.seat]:
                    self.hands[way.seat].remove(face)
            yield from self.some_claims(winner, 0.5)
        if rng.random() < 0.3:
            yield from self.sevens(winner)

    def sevens(self, winner: str) -> Iterator[Step]:
        """The seven of trumps exchanged or shown, if somebody of the side holds it."""
        seven = f"7{self.deal.trumps}"
        for seat in self.game.side(winner):
            if not self.game.turn_up or seven not in self.hands[seat]:
                continue
            first = "exchanges" if self.rng.random() < 0.8 else "shows"
            for word in (first, "shows"):
                text = f"{seat} {word} seven"
                yield Step(text, False)
                legal = self.referee.judge(text)[0]
                if not legal and self.rng.random() < 0.05:
                    text = f"{text} agreed"
                    legal = self.referee.judge(text)[0]
                if legal:
                    if word == "exchanges" and self.stock:
                        self.hands[seat].remove(seven)
                        self.hands[seat].append(self.stock[-1])
                        self.stock[-1] = seven
                    yield self.write(text)
                    yield from self.some_claims(winner, 2.5)
                    break

    def after_the_draw(self, number: int, winner: str) -> Iterator[Step]:
        """Everybody draws, the winner first; a blank hand is shown again; the stock runs out."""
        rng, game = self.rng, self.game
        at = game.seats.index(winner)
        for seat in game.seats[at:] + game.seats[:at]:
            card = self.stock.pop(0)
            self.hands[seat].append(card)
            if seat in self.blank:
                text = f"{seat} carte-blanche drew {card}"
                yield Step(text, False)
                if self.referee.judge(text)[0] and rng.random() < 0.9:
                    yield self.write(text)
                if rank_of(card) in "KQJ":
                    self.blank.discard(seat)
        if number == game.draws:
            if game.on("last_trick_ends_stock"):
                yield Step(f"{winner} last-trick", False, fair=not self.careless)
                yield from self.back_to_the_hand(f"{winner} last-trick")
            if rng.random() < 0.7 and not self.deal.finished:
                yield Step("stock exhausted", False, fair=not self.careless)
                yield from self.back_to_the_hand("stock exhausted")
            yield from self.some_claims(winner, 3.0)

    def back_to_the_hand(self, text: str) -> Iterator[Step]:
        """Write the line after which no card lies on a table."""
        for seat, piece in self.on_tables():
            self.hands[seat].append(piece.face)
        yield self.write(text)

    # The end.

    def brisques_fallen(self, played: list[tuple[str, str, Piece | None]], winner: str) -> Iterator[Step]:
        """Count the aces and tens of a trick, and write them where they are scored at once."""
        side = self.game.side(winner)
        fallen = sum(rank_of(face) in ("A", "10") for _, face, _ in played)
        self.won[side] += fallen
        if fallen and self.game.brisques == "at-once" and not self.deal.finished:
            yield Step(f"{side} brisques {fallen}", False, fair=not self.careless)
            yield self.write(f"{side} brisques {fallen}")

    def the_end(self, winner: str) -> Iterator[Step]:
        """The last trick and the count, in either order, and what is claimed when all is over."""
        rng, game = self.rng, self.game
        yield from self.some_claims(winner, 2.0)
        lines = []
        if self.deal.last_trick is None:
            lines.append(f"{winner} last-trick")
        if game.brisques not in ("none", "at-once"):
            lines.append("brisques " + " ".join(f"{side} {self.won[side]}" for side in game.sides))
        rng.shuffle(lines)
        for line in lines:
            yield Step(line, False, fair=not self.careless)
            yield self.write(line)
            yield from self.some_claims(winner, 2.0)
        yield from self.some_claims(winner, 2.0)
        if rng.random() < 0.3 and len(self.referee.log) > 4:
            for _ in range(rng.choice((1, 1, 2))):
                yield self.write(f"take back {len(self.referee.log) - rng.choice((0, 0, 1))}")
                yield from self.some_claims(winner, 2.0)
