"""A second referee, slow and plain: a claim on a log is legal or not, and worth so many points.

It was written from the rules text alone and shares nothing with the engine. Start at `judge()`; `Referee` keeps the
state of a log so that many claims can be judged on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.bezique.oracle.plain_deal import Deal, MeldClaim, kind_claimed, read_meld
from tests.bezique.oracle.plain_game import COURTS, Game, Kind, kinds_of, rank_of, read_card, suit_of
from tests.bezique.oracle.plain_log import UNDOING, standing, what_stands

Points = int | dict[str, int]


def judge(
    variant: str, house_rules: dict[str, bool | str], dealer: str, log: Sequence[str], claim: str
) -> tuple[bool, Points]:
    """Whether *claim* is legal after *log*, and its points (0 if not; an object for `brisques`)."""
    referee = Referee(variant, house_rules, dealer)
    for line in log:
        referee.write(line)
    return referee.judge(claim)


class Refusal(Exception):
    """A claim is refused; the text is the reason, short enough to be counted by."""


class Referee:
    """Judges claims on one deal whose log grows line by line."""

    def __init__(self, variant: str, house_rules: dict[str, bool | str], dealer: str) -> None:
        """A referee for a deal of which nothing is written yet."""
        self.game = Game(variant, house_rules)
        self.dealer = dealer
        self.log: list[str] = []
        self.deal = Deal(self.game, dealer)

    def write(self, line: str) -> None:
        """Add *line* to the log as it stands; a take-back or an amendment replays the deal."""
        self.log.append(line)
        if line.split()[0] not in UNDOING:
            self.deal.write(line)
            return
        self.deal = Deal(self.game, self.dealer)
        for _, text in standing(self.log):
            self.deal.write(text)

    def judge(self, claim: str) -> tuple[bool, Points]:
        """Whether *claim* is legal now, and its points."""
        legal, points, _ = self.ruling(claim)
        return legal, points

    def ruling(self, claim: str) -> tuple[bool, Points, str]:
        """Like judge(), with the reason of a refusal (empty if there is none)."""
        try:
            return True, self.points(claim.split()), ""
        except Refusal as refusal:
            return False, 0, str(refusal)

    def points(self, words: list[str]) -> Points:
        """The points of a claim; raises Refusal if it is not legal."""
        if words[0] in UNDOING:
            return self.undoing(words)
        if words[1:2] == ["adjusts"]:
            return int(words[2])
        refuse_if(self.deal.finished and words[-1] != "agreed", "the deal is finished")
        first_word: dict[str, Callable[[list[str]], Points]] = {
            "turn-up": self.turn_up,
            "trumps": self.trumps,
            "trick": self.trick,
            "stock": self.stock,
            "brisques": self.brisques,
        }
        second_word: dict[str, Callable[[list[str]], Points]] = {
            "melds": self.melds,
            "exchanges": self.seven,
            "shows": self.seven,
            "plays": self.plays,
            "carte-blanche": self.carte_blanche,
            "last-trick": self.last_trick,
            "brisques": self.brisques_at_once,
        }
        if words[0] in first_word:
            return first_word[words[0]](words)
        return second_word[words[1]](words)

    # Lines about the deal as a whole.

    def undoing(self, words: list[str]) -> Points:
        """A take-back of a line that stands, or an amendment, which is judged in the place of its line."""
        number = int(words[2] if words[0] == "take" else words[1])
        if number not in what_stands(self.log):
            raise ValueError(f"there is no standing line {number}")
        if words[0] == "take":
            return 0
        there = Referee(self.game.variant, self.game.house_rules, self.dealer)
        for place, text in standing(self.log):
            if place < number:
                there.write(text)
        return there.points(words[2:])

    def turn_up(self, words: list[str]) -> int:
        """The turned-up card."""
        face, _ = read_card(words[1])
        refuse_if(not self.game.turn_up, "no turn-up in this game")
        refuse_if(self.deal.trumps is not None, "trumps are known")
        refuse_if(self.deal.laid(face) + 1 > self.game.packs, "copies")
        return 10 if rank_of(face) == "7" else 0

    def trumps(self, words: list[str]) -> int:
        """The suit of trumps alone."""
        refuse_if(self.deal.trumps is not None, "trumps are known")
        return 0

    def trick(self, words: list[str]) -> int:
        """A trick won."""
        deal = self.deal
        number = int(words[1]) if len(words) == 3 else deal.trick + 1
        refuse_if(number <= deal.trick, "trick numbers rise")
        refuse_if(number > self.game.last, "no such trick")
        if deal.last_trick is not None and number == self.game.bonus_trick:
            refuse_if(self.game.side(words[-1]) != deal.last_trick, "another side has the last trick")
        return 0

    def stock(self, words: list[str]) -> int:
        """The stock is exhausted."""
        refuse_if(self.deal.stock_exhausted, "stock exhausted twice")
        return 0

    def last_trick(self, words: list[str]) -> int:
        """The bonus for the last trick."""
        side = self.game.side(words[0])
        refuse_if(self.deal.last_trick is not None, "last trick twice")
        winner = self.deal.tricks.get(self.game.bonus_trick)
        refuse_if(winner is not None and self.game.side(winner) != side, "another side won the last trick")
        return self.game.last_points

    def brisques(self, words: list[str]) -> dict[str, int]:
        """The count of aces and tens at the end."""
        counts = {side: int(count) for side, count in zip(words[1::2], words[2::2], strict=True)}
        refuse_if(self.game.brisques == "none", "brisques are not counted")
        refuse_if(self.game.brisques == "at-once", "brisques are scored at once")
        refuse_if(bool(self.deal.brisques), "brisques twice")
        refuse_if(set(counts) != set(self.game.sides), "every side's brisques")
        refuse_if(sum(counts.values()) != 8 * self.game.packs, "brisques do not add up")
        return {side: 10 * count for side, count in counts.items()}

    def brisques_at_once(self, words: list[str]) -> int:
        """Brisques scored as they fall."""
        count = int(words[2])
        refuse_if(self.game.brisques == "none", "brisques are not counted")
        refuse_if(self.game.brisques != "at-once", "brisques are counted at the end")
        refuse_if(count < 1, "no brisque")
        refuse_if(sum(self.deal.brisques.values()) + count > 8 * self.game.packs, "brisques do not add up")
        return 10 * count

    # Cards played.

    def plays(self, words: list[str]) -> int:
        """Melded cards leave the table, or a seven is played for its points."""
        if words[2] == "seven":
            return self.plays_seven(words)
        seat = words[0]
        named = [read_card(word) for word in words[2:]]
        lying = self.deal.lying(seat)
        numbered = [card for card in named if card[1] is not None]
        refuse_if(len(set(numbered)) != len(numbered), "not on the table")
        there = {(piece.face, piece.number) for piece in lying}
        refuse_if(any(card not in there for card in numbered), "not on the table")
        for face in {face for face, number in named if number is None}:
            wanted = named.count((face, None))
            rest = [piece for piece in lying if piece.face == face and (face, piece.number) not in numbered]
            refuse_if(len(rest) < wanted, "not on the table")
            histories = {frozenset(map(id, piece.melds)) for piece in rest}
            refuse_if(len(rest) > wanted and len(histories) > 1, "which one was played")
        return 0

    def plays_seven(self, words: list[str]) -> int:
        """A seven of trumps played to a trick with a draw (house rule)."""
        deal = self.deal
        refuse_if(not self.game.turn_up, "no sevens in this game")
        refuse_if(not self.game.on("seven_scores_when_played"), "a seven played scores nothing")
        if words[-1] == "agreed":
            return 10
        self.seven_is_left()
        refuse_if(deal.stock_exhausted or deal.last_trick is not None, "stock exhausted")
        refuse_if(deal.trick >= self.game.draws, "no draw after the next trick")
        refuse_if(bool(deal.tricks) and deal.since["plays seven", words[0]] > 0, "one seven a trick")
        return 10

    # Sevens shown and exchanged.

    def seven_is_left(self) -> None:
        """Refuse if trumps are not known or all the sevens have scored."""
        refuse_if(self.deal.trumps is None, "trumps are not known")
        refuse_if(self.deal.sevens + self.deal.turned_seven >= self.game.packs, "no seven left")

    def seven(self, words: list[str]) -> int:
        """The seven of trumps shown, or exchanged for the turn-up."""
        deal, seat = self.deal, words[0]
        refuse_if(not self.game.turn_up, "no sevens in this game")
        if words[-1] == "agreed":
            return 10
        self.seven_is_left()
        if words[1] == "exchanges":
            refuse_if(deal.exchanged or deal.turned_seven, "nothing to exchange")
        takes_the_meld = self.game.on("seven_takes_the_meld")
        self.timing(seat, takes_the_meld)
        refuse_if(bool(deal.tricks) and deal.since["seven", seat] > 0, "one seven a trick")
        return 10

    # Carte blanche.

    def carte_blanche(self, words: list[str]) -> int:
        """A carte blanche from the deal, or again after a draw."""
        game, deal, seat = self.game, self.deal, words[0]
        refuse_if(not game.carte_blanche, "no carte blanche in this game")
        refuse_if(deal.stock_exhausted or deal.last_trick is not None, "stock exhausted")
        repeat = words[2:3] == ["drew"]
        cards = [read_card(word)[0] for word in (words[3:] if repeat else words[2:])]
        if repeat:
            refuse_if(not game.on("carte_blanche_repeat"), "carte blanche scores once")
            refuse_if(seat not in deal.carte_blanche, "no carte blanche to repeat")
            over = seat in deal.carte_blanche_over or seat in deal.melded_courts
            refuse_if(over, "carte blanche is over")
            refuse_if(bool(deal.tricks) and deal.since["drew", seat] > 0, "one draw a trick")
            refuse_if(deal.trick > game.draws, "stock exhausted")
        else:
            refuse_if(seat in deal.carte_blanche, "carte blanche twice")
            refuse_if(bool(deal.tricks) or bool(deal.melds), "carte blanche comes first")
            refuse_if(bool(cards) and len(cards) != game.hand, "not a whole hand")
        refuse_if(any(rank_of(face) in COURTS for face in cards), "a court card")
        for face in set(cards):
            refuse_if(deal.laid(face) + cards.count(face) > game.packs, "copies")
        return game.carte_blanche

    # Melds.

    def timing(self, seat: str, takes_the_meld: bool) -> None:
        """Section 3 of the rules: may it be melded (or a seven be shown) now?"""
        game, deal, side = self.game, self.deal, self.game.side(seat)
        refuse_if(deal.stock_exhausted or deal.last_trick is not None, "stock exhausted")
        refuse_if(deal.trick > game.draws, "stock exhausted")
        early = game.on("no_meld_before_last_draw") and takes_the_meld
        refuse_if(early and deal.trick >= game.draws, "no meld before the last draw")
        sevens_count = game.on("seven_takes_the_meld")
        if deal.tricks:
            refuse_if(game.side(deal.tricks[deal.trick]) != side, "another side won the trick")
            melded = deal.since["meld", side] + (deal.since["seven of side", side] if sevens_count else 0)
            refuse_if(takes_the_meld and melded > 0, "one meld a trick")
        else:
            melded = len(deal.melds) + (deal.seven_melds if sevens_count else 0)
            refuse_if(takes_the_meld and melded >= game.draws - early, "one meld too many")

    def melds(self, words: list[str]) -> int:
        """A meld: its shape, its time, then the laws of re-use for any choice of pieces."""
        game, deal = self.game, self.deal
        claim = read_meld(words)
        kind = kind_claimed(claim, game, deal.trumps)
        if kind is None:
            raise Refusal(self.why_no_meld(claim))
        if claim.agreed:
            return kind.points
        self.timing(claim.seat, True)
        for face in set(claim.hand):
            lying = deal.laid(face) + (deal.turn_up == face)
            refuse_if(lying + claim.hand.count(face) > game.packs, "copies")
        if game.on("exchanged_card_waits") and deal.tricks and deal.since["exchange", claim.seat]:
            refuse_if(deal.taken in claim.hand, "the exchanged card waits")
        refuse_if(game.on("new_card_required") and not claim.hand, "a card from the hand")
        self.some_choice(claim, kind)
        room = len(deal.lying(claim.seat)) + len(claim.hand) <= game.hand - 1
        refuse_if(not room, "room")
        return kind.points

    def why_no_meld(self, claim: MeldClaim) -> str:
        """The reason, for counting, why the cards do not make what is claimed."""
        if kinds_of(claim.faces, self.game, self.deal.trumps):
            return "the cards make another meld"
        if self.deal.trumps is None and kinds_of(claim.faces, self.game, suit_of(claim.faces[0])):
            return "trumps are not known"
        return "shape"

    def some_choice(self, claim: MeldClaim, kind: Kind) -> None:
        """Refuse unless some choice of the pieces named satisfies laws 1 to 4."""
        pool = self.deal.lying(self.game.side(claim.seat))
        reason = "not there"
        for pieces in self.deal.choices(claim.table, pool):
            broken = self.deal.pieces_break(claim.seat, kind, pieces, len(claim.hand))
            if broken is None:
                return
            reason = broken
        raise Refusal(reason)


def refuse_if(broken: bool, reason: str) -> None:
    """Raise Refusal if a law is broken."""
    if broken:
        raise Refusal(reason)
