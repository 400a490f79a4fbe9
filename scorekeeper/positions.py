"""Positions without a match, as an address holds them: read, changed by a tap, and written again.

Nothing is stored. The lines of a position stand as written; only its claim is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, prod

from scorekeeper.bezique.deal import Deal, TableCard, opening
from scorekeeper.bezique.events import (
    Amended,
    Claim,
    Event,
    Line,
    Melded,
    Named,
    StandingLine,
    TakenBack,
    holding,
    numbered,
    standing,
)
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.records import RecordError, read_line, read_log, rule_on_line
from scorekeeper.bezique.referee import Ruling
from scorekeeper.bezique.replaying import after
from scorekeeper.bezique.reuse import first_choice
from scorekeeper.bezique.rules import Rules, Seat
from scorekeeper.language import gettext as _
from scorekeeper.names import shown
from scorekeeper.rule_forms import rules_query

MOST_LINES, LONGEST_LINE = 400, 200
"""Lines of a position, and characters of a line."""
MOST_PICKS = 10
"""The cards of the largest meld, a quintuple bezique."""
MOST_CHOICES = 1_000
"""Choices of pieces that the lines of a position may leave open, all together: each may have to be tried."""

Query = dict[str, str | list[str]]
"""What stands behind the question mark of an address."""


class NoPosition(ValueError):
    """An address that holds no position; the message says what was read. *rest* is what of it can be shown, if any."""

    def __init__(self, message: str, rest: Query | None = None) -> None:
        super().__init__(message)
        self.rest = rest


@dataclass(frozen=True)
class Position:
    """A deal that people argue about. *chosen* is the seat whose cards are tapped, None for the likely one.

    *picks* are the cards tapped so far, as words: ``KH`` from the hand, ``KH#1`` a piece on a table.
    """

    rules: Rules
    dealer: Seat
    lines: tuple[Line, ...] = ()
    claim: Event | None = None
    chosen: Seat | None = None
    picks: tuple[str, ...] = ()

    def names_of(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """Nobody has a name here: the seats are told by their order."""
        return tuple(seat_names()[seat] for seat in seats)

    @cached_property
    def start(self) -> Deal:
        return opening(self.rules, self.dealer)

    @cached_property
    def history(self) -> tuple[tuple[StandingLine, Deal], ...]:
        """The lines that hold, numbered anew, each with the deal before it. Raises `NoPosition` beyond all cards."""
        deal, found, open_choices = self.start, [], 0
        for number, line in enumerate(standing(self.lines), 1):
            told = StandingLine(number, line.event)
            open_choices += _choices(line.event, deal)
            if open_choices > MOST_CHOICES:
                raise NoPosition(_("line %(line)s: say which copies are meant, e.g. QS#1") % {"line": line.number})
            found.append((told, deal))
            deal = after(deal, told)
            if len(deal.pieces) > 32 * self.rules.packs:
                words = {"line": line.number, "cards": 32 * self.rules.packs}
                raise NoPosition(_("line %(line)s: more cards are laid than there are: %(cards)s") % words)
        return tuple(found)

    @cached_property
    def deal(self) -> Deal:
        """The deal after all lines."""
        if not self.history:
            return self.start
        line, before = self.history[-1]
        return after(before, line)

    @cached_property
    def seat(self) -> Seat:
        """Whose cards are tapped: as chosen, else the claimant, else who declared last, else who leads."""
        said = [self.claim, *(line.event for line, _before in reversed(self.history))]
        found = (getattr(event, "seat", None) for event in said)
        return self.chosen or next((seat for seat in found if seat), self.rules.left_of(self.dealer))

    @cached_property
    def picked(self) -> tuple[str, ...]:
        """The cards tapped, or those of the claim, so that another tap makes it another claim."""
        claim = self.claim
        if self.picks or not isinstance(claim, Melded) or claim.seat is not self.seat:
            return self.picks
        pieces = first_choice(claim, self.deal.kind(claim), self.deal) or ()
        return (*map(str, claim.from_hand), *(piece.name for piece in pieces))

    @cached_property
    def pieces(self) -> dict[str, TableCard]:
        """What lies on any table, by its name."""
        return {piece.name: piece for seat in self.rules.seats for piece in self.deal.lying(seat)}

    @cached_property
    def scene(self) -> tuple[Claim | None, Deal]:
        """What is judged and in which deal: a correction in the place of its line; None where one is taken back."""
        match self.claim:
            case Amended(number, event):
                before = tuple(Line(told.number, told.event) for told in standing(self.lines) if told.number < number)
                return event, replace(self, lines=before, claim=None).deal
            case TakenBack():
                return None, self.deal
        return self.claim, self.deal

    @cached_property
    def ruling(self) -> Ruling | None:
        """The ruling on the claim; None where nothing is claimed, or a line taken back. Raises `RecordError`."""
        return None if self.claim is None else rule_on_line(self.claim, self.lines, self.start)

    @property
    def melds(self) -> str:
        """The line that claims what is picked. Raises `NoPosition` if nothing is."""
        if not self.picked:
            raise NoPosition(_("no cards were picked: tap the cards that make the meld"), self.query)
        hand = " ".join(pick for pick in self.picked if "#" not in pick)
        table = " ".join(self.named(pick) for pick in self.picked if "#" in pick)
        return f"{self.seat} melds {hand}{f' + {table}' if table else ''}"

    def named(self, pick: str) -> str:
        """A piece as a line names it: with its number only where another of its face lies on a table."""
        card = self.pieces[pick].card
        return pick if sum(1 for piece in self.pieces.values() if piece.card is card) > 1 else str(card)

    @property
    def query(self) -> Query:
        """The position as it stands in an address."""
        plain = replace(self, chosen=None)
        said: Query = {"variant": self.rules.key, **rules_query(self.rules), "dealer": self.dealer.value}
        said["line"] = [write(line.event) for line in self.lines]
        said |= {"claim": write(self.claim)} if self.claim else {}
        said |= {"seat": self.seat.value} if self.seat is not plain.seat else {}
        return said | {"pick": list(self.picks)}


def seat_names() -> Mapping[Seat, str]:
    """What the seats are called where nobody has a name."""
    return dict(zip(Seat, (_("First player"), _("Second player"), _("Third player"), _("Fourth player")), strict=True))


def _choices(event: Event | None, deal: Deal) -> int:
    """How many choices of pieces *event* leaves open, at most."""
    if not isinstance(event, Melded):
        return 0
    lying = Counter(piece.card for piece in deal.pieces if not piece.played)
    wanted = Counter(named.card for named in event.from_table if named.number is None)
    return prod(comb(lying[card], count) for card, count in wanted.items())


# Reading --------------------------------------------------------------------------------------------------------------


def read_position(
    rules: Rules, *, dealer: str, lines: Sequence[str], claim: str, seat: str, picks: Sequence[str]
) -> Position:
    """The position that an address holds. Raises `NoPosition`, with the rest of it where some can be shown."""
    position = Position(rules, rules.seats[1])
    try:
        position = replace(position, dealer=_seat(dealer, rules, "dealer") if dealer else position.dealer)
    except NoPosition as error:
        raise NoPosition(str(error), _mended(position, lines[:MOST_LINES], claim)) from error
    if len(lines) > MOST_LINES:
        message = _("%(count)s lines are too many: a deal has at most %(most)s.")
        raise NoPosition(message % {"count": len(lines), "most": MOST_LINES}, position.query)
    try:
        position = replace(position, lines=_log(lines, rules))
        position.history  # noqa: B018  more cards than there are is an error of the address
    except (RecordError, NoPosition) as error:
        raise NoPosition(str(error), _mended(position, lines, claim)) from error
    try:
        position = replace(position, chosen=_seat(seat, rules, "seat") if seat else None)
        position = replace(position, picks=_picks(picks, position))
        return _claiming(position, claim) if claim else position
    except (RecordError, NoPosition) as error:
        raise NoPosition(str(error), replace(position, picks=()).query) from error


def _log(texts: Sequence[str], rules: Rules) -> tuple[Line, ...]:
    return read_log([_fitting(text, f"line {number}") for number, text in enumerate(texts, 1)], rules)


def _fitting(text: str, where: str) -> str:
    if len(text) > LONGEST_LINE:
        words = {"where": where, "count": len(text), "most": LONGEST_LINE}
        raise NoPosition(_("%(where)s: %(count)s characters are too many for a line (at most %(most)s)") % words)
    return shown(text)


def _mended(position: Position, texts: Sequence[str], claim: str) -> Query:
    """What is left without the lines that cannot be read: those that hold, and the claim if it is none on a line."""
    lines: list[Line] = []
    for number, text in enumerate(texts, 1):
        match _readable(text, position.rules):
            case None:
                continue
            case TakenBack(line) if line not in holding(lines):
                continue
            case Amended(line) if line not in {told.number for told in standing(lines)}:
                continue
            case event:
                lines.append(Line(number, event))
    said = _readable(claim, position.rules)
    said = None if isinstance(said, TakenBack | Amended) else said
    try:
        return replace(position, lines=numbered(line.event for line in standing(lines)), claim=said).query
    except NoPosition:  # it is not the words, but what they say together
        return replace(position, lines=()).query


def _readable(text: str, rules: Rules) -> Event | None:
    try:
        return read(_fitting(text, ""), rules)
    except (NotationError, NoPosition):
        return None


def _claiming(position: Position, text: str) -> Position:
    claiming = replace(position, claim=read_line(_fitting(text, "claim"), "claim", position.rules))
    if _choices(*claiming.scene) > MOST_CHOICES:
        raise NoPosition(_("claim: say which copies are meant, e.g. QS#1"))
    claiming.ruling  # noqa: B018  a line that does not stand cannot be changed
    return claiming


def _seat(text: str, rules: Rules, where: str) -> Seat:
    for seat in rules.seats:
        if seat == text:
            return seat
    words = {"where": where, "read": repr(text), "seats": ", ".join(rules.seats)}
    raise NoPosition(_("%(where)s: not a seat of this game: %(read)s (one of %(seats)s)") % words)


def _picks(words: Sequence[str], position: Position) -> tuple[str, ...]:
    if len(words) > MOST_PICKS:
        raise NoPosition(_("pick: %(count)s cards are more than any meld has") % {"count": len(words)})
    picks = tuple(_pick(word, position) for word in words)
    if twice := next((pick for pick in picks if "#" in pick and picks.count(pick) > 1), None):
        raise NoPosition(_("pick: there is only one %(read)s") % {"read": twice})
    return picks


def _pick(word: str, position: Position) -> str:
    """A card as it is picked: of the hand ``KH``, or ``KH#1`` for a piece that lies on a table."""
    try:
        event = read(f"{position.rules.seats[0]} plays {word}", position.rules)
        named, *more = getattr(event, "cards", ()) or ("",)
    except NotationError:
        named, more = "", []
    if not isinstance(named, Named) or more:
        raise NoPosition(_("pick: not a card: %(read)s (write e.g. QS, or QS#1)") % {"read": repr(word)})
    if named.number is not None and str(named) not in position.pieces:
        raise NoPosition(_("pick: %(read)s lies on no table") % {"read": str(named)})
    return str(named)
