"""Every law decides a case: what happened at the table, what was claimed, and which law answered."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scorekeeper.bezique import Granted, Law, house_rules, write
from tests.bezique.stories import judged, told, unlikely


@dataclass(frozen=True)
class Case:
    """A claim after a log, the law that decides it, and the points or the cards at fault.

    The lines of the log are legal in their places.
    """

    story: str
    claim: str
    law: Law
    points: int | dict[str, int] = 0
    cards: str = ""
    log: str = ""
    variant: str = "classic"
    house: str = ""
    dealer: str = "B"


SEQUENCE = "trumps H; A melds AH 10H KH QH JH"
FOUR_HANDS = "four-handed"


def _as_many_as_tricks() -> str:
    """Twenty-four melds and sevens of three players who note no tricks, every one of them legal."""
    log = ["trumps H"]
    for at in range(3):
        log += ["A melds KS QS", "A melds KH QH", "A melds AH 10H JH + KH QH"]
        log += [f"A plays AH#{at + 1} 10H JH QH QS", "A melds KD QD", "A plays QD", "A melds KC QC"]
        log += ["A melds + KS KH KD KC", "A plays KS KH KD KC QC", "B shows seven"]
    log += ["C melds AS AS AS AD", "C plays AS AS AS AD", "C melds AD AD AC AC", "C plays AD AD AC AC"]
    log += ["C melds JS JS JS JD"]
    return "; ".join(log)


TIMING = [
    Case(
        "a finished deal is closed to melds",
        "A melds KH QH",
        Law.DEAL_OVER,
        log="trumps H; A last-trick; brisques A 8 B 8",
    ),
    Case("and to tricks", "trick 32 A", Law.DEAL_OVER, log="trumps H; A last-trick; brisques A 8 B 8"),
    Case(
        "without brisques the last trick finishes it",
        "B melds KH QH",
        Law.DEAL_OVER,
        log="trumps H; A last-trick",
        variant="no-brisques",
    ),
    Case("the stock is gone", "A melds KH QH", Law.STOCK_GONE, log="trumps H; stock exhausted"),
    Case("the twenty-fifth trick has no draw", "A melds KH QH", Law.STOCK_GONE, log="trumps H; trick 25 A"),
    Case("the last trick ends melding", "A shows seven", Law.STOCK_GONE, log="trumps H; A last-trick"),
    Case("the stock goes once", "stock exhausted", Law.STOCK_GONE, log="trumps H; stock exhausted"),
    Case(
        "a seven played without a draw scores nothing",
        "A plays seven",
        Law.STOCK_GONE,
        log="trumps H; trick 24 A",
        house="seven_scores_when_played",
    ),
    Case(
        "the blank hand has nothing left to draw",
        "A carte-blanche drew 9S",
        Law.STOCK_GONE,
        log="A carte-blanche; stock exhausted",
        variant="rubicon",
    ),
    Case(
        "the winner of the last draw declares nothing",
        "A melds KH QH",
        Law.LAST_DRAW,
        log="trumps H; trick 24 A",
        house="no_meld_before_last_draw",
    ),
    Case(
        "nor shows a seven that takes the meld",
        "A shows seven",
        Law.LAST_DRAW,
        log="trumps H; trick 24 A",
        house="no_meld_before_last_draw",
    ),
    Case("Ben melds on Alice's trick", "B melds KH QH", Law.TRICK_WINNER, log="trumps H; trick 1 A"),
    Case("Ben shows his seven on Alice's trick", "B shows seven", Law.TRICK_WINNER, log="trumps H; trick 1 A"),
    Case(
        "the partner of the winner may, an opponent may not",
        "B melds KH QH",
        Law.TRICK_WINNER,
        log="trumps H; trick 1 C; A melds KS QS",
        variant=FOUR_HANDS,
    ),
    Case("a second meld on one trick", "A melds QS JD", Law.ONE_A_TRICK, log="trumps H; trick 1 A; A melds KH QH"),
    Case(
        "a seven after the meld of the trick",
        "A shows seven",
        Law.ONE_A_TRICK,
        log="trumps H; trick 1 A; A melds KH QH",
    ),
    Case(
        "a meld after the seven of the trick",
        "A melds KH QH",
        Law.ONE_A_TRICK,
        log="trumps H; trick 1 A; A shows seven",
    ),
    Case(
        "partners have one meld between them",
        "C melds KS QS",
        Law.ONE_A_TRICK,
        log="trumps H; trick 1 C; A melds KH QH",
        variant=FOUR_HANDS,
    ),
    Case(
        "the twenty-fifth meld of a table that notes no tricks",
        "B melds JC JC JC JD",
        Law.MORE_THAN_TRICKS,
        log=_as_many_as_tricks(),
        variant="three-handed",
    ),
]

TRUMPS = [
    Case("a marriage before the turn-up", "A melds KH QH", Law.TRUMPS_UNKNOWN, cards="KH QH"),
    Case("a sequence before the turn-up", "A melds AH 10H KH QH JH", Law.TRUMPS_UNKNOWN, cards="AH 10H KH QH JH"),
    Case("nor by agreement", "A melds KH QH agreed", Law.TRUMPS_UNKNOWN, cards="KH QH"),
    Case("which seven is the seven of trumps?", "A shows seven", Law.TRUMPS_UNKNOWN),
    Case("a second turn-up", "turn-up 8S", Law.TRUMPS_KNOWN, log="turn-up 9H"),
    Case("trumps named over the turn-up", "trumps S", Law.TRUMPS_KNOWN, log="turn-up 9H"),
    Case("a marriage has made trumps", "trumps S", Law.TRUMPS_KNOWN, log="A melds KH QH", variant="rubicon"),
    Case("rubicon turns up nothing", "turn-up 9H", Law.NO_TURN_UP, variant="rubicon"),
    Case("tricks do not run backwards", "trick 4 A", Law.TRICK_NUMBER, log="trick 5 A"),
    Case("a trick is noted once", "trick 5 B", Law.TRICK_NUMBER, log="trick 5 A"),
    Case("a classic deal has thirty-two", "trick 33 A", Law.TRICK_NUMBER, log="trick 31 B"),
    Case("and none after them", "trick A", Law.TRICK_NUMBER, log="trick 32 A"),
]

SHAPE = [
    Case("a queen does not marry another suit", "A melds KH QS", Law.NO_MELD, cards="KH QS", log="trumps H"),
    Case("three of a kind", "A melds AS AH AD", Law.NO_MELD, cards="AS AH AD", log="trumps H"),
    Case("four sevens", "A melds 7S 7H 7D 7C", Law.NO_MELD, cards="7S 7H 7D 7C", log="trumps H"),
    Case("the other bezique", "A melds QD JS", Law.NO_MELD, cards="QD JS", log="trumps H"),
    Case("three queens and two jacks", "A melds QS QS JD", Law.NO_MELD, cards="QS QS JD", log="trumps H"),
    Case("agreeing makes no meld of them", "A melds KH QS agreed", Law.NO_MELD, cards="KH QS", log="trumps H"),
    Case(
        "the marriage of trumps is the royal one",
        "A melds marriage KH QH",
        Law.OTHER_MELD,
        cards="KH QH",
        log="trumps H",
    ),
    Case("a bezique named as a marriage", "A melds marriage QS JD", Law.OTHER_MELD, cards="QS JD", log="trumps H"),
    Case(
        "a sequence of a plain suit",
        "A melds AS 10S KS QS JS",
        Law.NOT_IN_GAME,
        cards="AS 10S KS QS JS",
        log="trumps H",
    ),
    Case("four tens", "A melds 10S 10H 10D 10C", Law.NOT_IN_GAME, cards="10S 10H 10D 10C", log="trumps H"),
    Case(
        "a triple bezique of two packs",
        "A melds triple-bezique QS QS QS JD JD JD",
        Law.NOT_IN_GAME,
        cards="QS QS QS JD JD JD",
        log="trumps H",
    ),
    Case(
        "agreeing brings no meld into the game",
        "A melds 10S 10H 10D 10C agreed",
        Law.NOT_IN_GAME,
        cards="10S 10H 10D 10C",
        log="trumps H",
    ),
    Case(
        "a third queen of spades", "A melds QS JD", Law.COPIES, cards="QS", log="trumps H; A melds KS QS; B melds KS QS"
    ),
    Case("the turn-up is nobody's card", "A melds AS AD AH AH", Law.COPIES, cards="AH", log="turn-up AH"),
    Case("three aces of one face", "A melds AS AS AS AD", Law.COPIES, cards="AS", log="trumps H"),
    Case(
        "a turn-up that lies on the tables twice",
        "turn-up QS",
        Law.COPIES,
        cards="QS",
        log="A melds QS JD; B melds QS JD",
    ),
    Case(
        "a blank hand with five sevens of spades",
        "A carte-blanche 7S 7S 7S 7S 7S 8H 8D 9D 9C",
        Law.COPIES,
        cards="7S",
        variant="rubicon",
    ),
]

PLACE = [
    Case("a queen that lies nowhere", "A melds KS + QS", Law.THERE, cards="QS", log="trumps H"),
    Case(
        "a queen that has been played",
        "A melds KS + QS",
        Law.THERE,
        cards="QS",
        log="trumps H; A melds QS JD; A plays QS",
    ),
    Case("a queen on the opponent's table", "A melds KS + QS", Law.THERE, cards="QS", log="trumps H; B melds QS JD"),
    Case(
        "the second queen, of which there is one",
        "A melds KS + QS#2",
        Law.THERE,
        cards="QS#2",
        log="trumps H; A melds QS JD",
    ),
    Case("one queen for two", "A melds JD JD + QS QS", Law.THERE, cards="QS QS", log="trumps H; A melds KS QS"),
    Case(
        "a queen is played once", "A plays QS", Law.NOT_ON_TABLE, cards="QS", log="trumps H; A melds QS JD; A plays QS"
    ),
    Case(
        "the partner's queen is the partner's to play",
        "C plays QS",
        Law.NOT_ON_TABLE,
        cards="QS",
        log="trumps H; A melds QS JD",
        variant=FOUR_HANDS,
    ),
    Case(
        "once the stock is gone no card is table card",
        "A plays QS",
        Law.NOT_ON_TABLE,
        cards="QS",
        log="trumps H; A melds QS JD; stock exhausted",
    ),
    Case(
        "partners who do not build",
        "C melds KS + QS",
        Law.PARTNERS_APART,
        cards="QS",
        log="trumps H; A melds QS JD",
        variant=FOUR_HANDS,
        house="partners_build=no",
    ),
    Case(
        "a double of both partners",
        "C melds QS JD + QS JD",
        Law.JOINT_BEZIQUE,
        cards="QS JD",
        log="trumps H; A melds QS JD",
        variant=FOUR_HANDS,
        house="joint_beziques=no",
    ),
    Case(
        "the ace just taken for the seven",
        "A melds AH 10H KH QH JH",
        Law.EXCHANGED_WAITS,
        cards="AH",
        log="turn-up AH; trick 1 A; A exchanges seven",
        house="exchanged_card_waits, seven_takes_the_meld=no",
    ),
    Case(
        "nothing but table cards where a new card is required",
        "A melds + KS KH KD KC",
        Law.FROM_HAND,
        cards="KS#1 KH#1 KD#1 KC#1",
        log="trumps H; A melds KS QS; A melds KH QH; A melds KD QD; A plays QS QH QD; A melds KC QC",
        house="new_card_required",
    ),
    Case(
        "eight cards on one table",
        "A melds QD QC + QS QH",
        Law.ROOM,
        cards="KS#1 QS#1 JD#1 KH#1 QH#1 KC#1",
        log="trumps H; A melds KS QS; A melds JD + QS; A melds KH QH; A melds KC QC; A plays QC",
    ),
    Case(
        "eight new cards at once",
        "A melds AS AH AD AC",
        Law.ROOM,
        cards="KS#1 QS#1 KH#1 QH#1",
        log="trumps H; A melds KS QS; A melds KH QH",
    ),
]

REUSE = [
    Case("a queen marries once", "A melds KS + QS", Law.SAME_KIND_ONCE, cards="QS#1", log="trumps H; A melds KS QS"),
    Case(
        "the second four queens need four other queens",
        "A melds QS + QH QD QC",
        Law.SAME_KIND_ONCE,
        cards="QH#1 QD#1 QC#1",
        log="trumps H; A melds QS QH QD QC",
    ),
    Case(
        "after the sequence its king and queen do not marry",
        "A melds + KH QH",
        Law.AFTER_SEQUENCE,
        cards="KH#1 QH#1",
        log=SEQUENCE,
    ),
    Case("not even a new queen", "A melds QH + KH", Law.AFTER_SEQUENCE, cards="KH#1", log=SEQUENCE),
    Case(
        "no single out of a double",
        "A melds QS + JD",
        Law.LOW_BEFORE_HIGH,
        cards="JD#1",
        log="trumps H; A melds QS QS JD JD",
        variant="three-handed",
    ),
    Case(
        "a single that has scored stays single",
        "A melds QS JD + QS JD",
        Law.DOUBLE_AT_ONCE,
        cards="QS#1 JD#1",
        log="trumps H; A melds QS JD",
        house="double_at_once",
    ),
    Case(
        "nothing of the marriage has been replaced",
        "A melds + KS QS",
        Law.NOTHING_REPLACED,
        cards="KS#1 QS#1",
        log="trumps H; A melds KS QS",
        variant="rubicon",
    ),
    Case(
        "a new king, while the old one lies there",
        "A melds KS + QS",
        Law.NOTHING_REPLACED,
        cards="QS#1",
        log="trumps H; A melds KS QS",
        variant="rubicon",
    ),
    Case(
        "one replacement forms it again once",
        "A melds QS + KS",
        Law.NOTHING_REPLACED,
        cards="KS#1",
        log="trumps H; A melds KS QS; A plays QS; A melds QS + KS",
        variant="rubicon",
    ),
    Case(
        "a heart played replaces nothing in spades",
        "A melds QS + KS",
        Law.NOTHING_REPLACED,
        cards="KS#1",
        log="trumps H; A melds KS QS; A melds KH QH; A plays KH",
        variant="rubicon",
    ),
    Case(
        "a card played before the meld was scored has not been replaced",
        "A melds QS + KS",
        Law.NOTHING_REPLACED,
        cards="KS#1",
        log="trumps H; A melds KS KH KD KC; A plays KH; A melds QS + KS",
        variant="rubicon",
    ),
    Case(
        "cross marriages are of two that have both married",
        "A melds QS + KS",
        Law.NOTHING_REPLACED,
        cards="KS#1",
        log="trumps H; A melds KS QS",
        variant="rubicon",
        house="cross_marriages",
    ),
    Case(
        "two singles are no double",
        "A melds + QS QS JD JD",
        Law.SOMETHING_NEW,
        cards="QS#1 QS#2 JD#1 JD#2",
        log="trumps H; A melds QS JD; A melds QS JD",
    ),
]

SEVENS = [
    Case("rubicon has no sevens", "A shows seven", Law.NO_SEVENS, log="trumps H", variant="rubicon"),
    Case(
        "both sevens have scored",
        "B shows seven",
        Law.SEVENS_OUT,
        cards="7H",
        log="trumps H; A shows seven; B shows seven",
    ),
    Case(
        "one was turned up, one was shown", "B shows seven", Law.SEVENS_OUT, cards="7H", log="turn-up 7H; A shows seven"
    ),
    Case(
        "two sevens on one trick",
        "A shows seven",
        Law.SEVEN_A_TRICK,
        cards="7H",
        log="trumps H; trick 1 A; A exchanges seven",
        variant=FOUR_HANDS,
    ),
    Case(
        "two sevens played to one trick",
        "A plays seven",
        Law.SEVEN_A_TRICK,
        cards="7H",
        log="trumps H; trick 1 A; A plays seven",
        house="seven_scores_when_played",
    ),
    Case(
        "the seven lies there already",
        "B exchanges seven",
        Law.NOTHING_TO_EXCHANGE,
        cards="7H",
        log="turn-up AH; A exchanges seven",
    ),
    Case("a seven was turned up", "B exchanges seven", Law.NOTHING_TO_EXCHANGE, cards="7H", log="turn-up 7H"),
    Case("a seven played without the house rule", "A plays seven", Law.SEVEN_NOT_PLAYED, log="trumps H"),
]

CARTE_BLANCHE = [
    Case("classic knows none", "A carte-blanche", Law.NO_CARTE_BLANCHE),
    Case("nor again", "A carte-blanche drew 9H", Law.NO_CARTE_BLANCHE),
    Case("nor by agreement", "A carte-blanche agreed", Law.NO_CARTE_BLANCHE),
    Case("after the first trick", "A carte-blanche", Law.CARTE_BLANCHE_TIME, log="trick 1 B", variant="rubicon"),
    Case("after a meld", "A carte-blanche", Law.CARTE_BLANCHE_TIME, log="B melds KH QH", variant="rubicon"),
    Case("the same hand twice", "A carte-blanche", Law.CARTE_BLANCHE_TIME, log="A carte-blanche", variant="rubicon"),
    Case(
        "a jack in the blank hand",
        "A carte-blanche AS AH AD 10C 9S 9H 8D 7C JC",
        Law.CARTE_BLANCHE_CARDS,
        cards="JC",
        variant="rubicon",
    ),
    Case(
        "eight cards are no hand of rubicon",
        "A carte-blanche AS AH AD 10C 9S 9H 8D 7C",
        Law.CARTE_BLANCHE_CARDS,
        cards="AS AH AD 10C 9S 9H 8D 7C",
        variant="rubicon",
    ),
    Case("again without the first", "A carte-blanche drew 9H", Law.CARTE_BLANCHE_AGAIN, cards="9H", variant="rubicon"),
    Case(
        "a queen was drawn",
        "A carte-blanche drew QH",
        Law.CARTE_BLANCHE_AGAIN,
        cards="QH",
        log="A carte-blanche",
        variant="rubicon",
    ),
    Case(
        "twice after one draw",
        "A carte-blanche drew 8H",
        Law.CARTE_BLANCHE_AGAIN,
        cards="8H",
        log="A carte-blanche; trick 1 B; A carte-blanche drew 9H",
        variant="rubicon",
    ),
    Case(
        "a marriage has shown the court",
        "A carte-blanche drew 9H",
        Law.CARTE_BLANCHE_AGAIN,
        cards="9H",
        log="A carte-blanche; trick 1 A; A melds KH QH; trick 2 A",
        variant="rubicon",
    ),
    Case(
        "where it does not repeat",
        "A carte-blanche drew 9H",
        Law.CARTE_BLANCHE_AGAIN,
        cards="9H",
        log="A carte-blanche",
        variant="rubicon",
        house="carte_blanche_repeat=no",
    ),
]

END = [
    Case(
        "one queen has married, the other has not: which was played?",
        "A plays QS",
        Law.AMBIGUOUS,
        cards="QS#1 QS#2",
        log="trumps H; A melds KS QS; A melds QS JD",
    ),
    Case("the last trick falls once", "B last-trick", Law.LAST_TRICK_ONCE, log="trumps H; A last-trick"),
    Case("Ben won the thirty-second", "A last-trick", Law.LAST_TRICK_WINNER, log="trumps H; trick 32 B"),
    Case(
        "the thirty-second noted after the last trick",
        "trick 32 B",
        Law.LAST_TRICK_WINNER,
        log="trumps H; A last-trick",
    ),
    Case("no brisques in this game", "brisques A 8 B 8", Law.BRISQUES_NOT_COUNTED, variant="no-brisques"),
    Case("nor as they fall", "A brisques 2", Law.BRISQUES_NOT_COUNTED, variant="no-brisques"),
    Case("nor by agreement", "brisques A 8 B 8 agreed", Law.BRISQUES_NOT_COUNTED, variant="no-brisques"),
    Case("the brisques are counted once", "brisques A 8 B 8", Law.BRISQUES_ONCE, log="trumps H; brisques A 7 B 9"),
    Case(
        "all have fallen",
        "A brisques 1",
        Law.BRISQUES_ONCE,
        log="A brisques 10; B brisques 6",
        house="brisques=at-once",
    ),
    Case("seventeen brisques of two packs", "brisques A 8 B 9", Law.BRISQUE_SUM),
    Case("one side's brisques are half a count", "brisques A 16", Law.BRISQUE_SUM),
    Case(
        "more than have not fallen yet", "A brisques 3", Law.BRISQUE_SUM, log="A brisques 14", house="brisques=at-once"
    ),
    Case("no brisques fell", "A brisques 0", Law.BRISQUE_SUM, house="brisques=at-once"),
    Case("they are counted at the end here", "A brisques 2", Law.BRISQUES_WHEN),
    Case("they are counted as they fall here", "brisques A 8 B 8", Law.BRISQUES_WHEN, house="brisques=at-once"),
]

GRANTED = [
    Case("a royal marriage", "A melds KH QH", Law.MELD, 40, log="trumps H"),
    Case("a common marriage", "A melds KS QS", Law.MELD, 20, log="trumps H"),
    Case("eight cards from nowhere but the hand", "A melds double-bezique QS QS JD JD", Law.MELD, 500),
    Case("four kings, suits repeating", "A melds KS KS KD KC", Law.MELD, 80),
    Case("the queen of a marriage in a bezique", "A melds JD + QS", Law.USED_AGAIN, 40, log="trumps H; A melds KS QS"),
    Case(
        "and in four queens after both",
        "A melds QH QD QC + QS",
        Law.USED_AGAIN,
        60,
        log="trumps H; A melds KS QS; A melds JD + QS",
    ),
    Case("the royal marriage goes up", "A melds AH 10H JH + KH QH", Law.USED_AGAIN, 250, log="trumps H; A melds KH QH"),
    Case(
        "a new pair makes the double of the single",
        "A melds QS JD + QS JD",
        Law.USED_AGAIN,
        500,
        log="trumps H; A melds QS JD",
    ),
    Case(
        "a bezique that has lain there all the time",
        "A melds + QS JD",
        Law.USED_AGAIN,
        40,
        log="trumps H; A melds KS QS; A melds JS JH JD JC",
    ),
    Case(
        "four queens again for a queen played",
        "A melds QS + QH QD QC",
        Law.FORMED_AGAIN,
        60,
        log="trumps H; A melds QS QH QD QC; A plays QS",
        variant="rubicon",
    ),
    Case(
        "a spare queen from the table takes the place",
        "A melds + KS QS",
        Law.FORMED_AGAIN,
        20,
        log="trumps H; A melds KS QS; A melds QS QH QD QC; A plays QS#1",
        variant="rubicon",
    ),
    Case(
        "a king of one marriage played lets the other couples pair anew",
        "A melds + KS#2 QS#1",
        Law.FORMED_AGAIN,
        20,
        log="trumps H; A melds KS QS; A melds KS QS; A plays KS#1",
        variant="rubicon",
    ),
    Case("the seven shown", "A shows seven", Law.SEVEN, 10, log="trumps H"),
    Case("the seven turned up", "turn-up 7C", Law.SEVEN, 10),
    Case("the seven for the ace turned up", "A exchanges seven", Law.SEVEN, 10, log="turn-up AH"),
    Case(
        "the seven played",
        "A plays seven",
        Law.SEVEN,
        10,
        log="trumps H; trick 23 A",
        house="seven_scores_when_played",
    ),
    Case("a hand without king, queen or jack", "A carte-blanche", Law.CARTE_BLANCHE, 50, variant="rubicon"),
    Case(
        "and again after the draw",
        "A carte-blanche drew 9H",
        Law.CARTE_BLANCHE,
        50,
        log="A carte-blanche; trick 1 B",
        variant="rubicon",
    ),
    Case("in six-pack it is worth more", "A carte-blanche", Law.CARTE_BLANCHE, 250, variant="six-pack"),
    Case("the last trick", "A last-trick", Law.LAST_TRICK, 10, log="trumps H; trick 32 A"),
    Case("the last trick of six-pack", "A last-trick", Law.LAST_TRICK, 250, variant="six-pack"),
    Case("seven and nine", "brisques A 7 B 9", Law.BRISQUES, {"A": 70, "B": 90}),
    Case("none and all", "brisques B 16 A 0", Law.BRISQUES, {"A": 0, "B": 160}),
    Case("two just taken", "A brisques 2", Law.BRISQUES, 20, house="brisques=at-once"),
    Case("a trick", "trick 14 B", Law.NOTED),
    Case("the turn-up", "turn-up AH", Law.NOTED),
    Case("trumps without the card", "trumps H", Law.NOTED),
    Case("a melded card played", "A plays QS", Law.NOTED, log="trumps H; A melds KS QS"),
    Case("two queens of one past are one as good as the other", "A plays QS", Law.NOTED, log="A melds QS QS JD JD"),
    Case("the stock is gone, once", "stock exhausted", Law.NOTED, log="trick 24 A"),
    Case("a revoke", "A adjusts -40 revoke", Law.NOTED, -40, log="trumps H; A last-trick; brisques A 8 B 8"),
    Case(
        "the table agrees on the second wedding",
        "A melds KS + QS agreed",
        Law.AGREED,
        20,
        log="trumps H; A melds KS QS",
    ),
    Case("the table agrees that it was Ben's turn", "B melds QS JD agreed", Law.AGREED, 40, log="trick 1 A"),
    Case(
        "agreed melds score what their cards are worth",
        "A melds marriage KH QH agreed",
        Law.AGREED,
        40,
        log="trumps H",
    ),
    Case("a third seven", "A shows seven agreed", Law.AGREED, 10, log="turn-up 7H; A shows seven"),
]

CASES = TIMING + TRUMPS + SHAPE + PLACE + REUSE + SEVENS + CARTE_BLANCHE + END + GRANTED

# Of several laws broken at once the first decides, in the order of the rules: the moment, the cards, their pasts, room.

FIRST = [
    Case("the stock before the trick", "B melds KH QH", Law.STOCK_GONE, log="trumps H; trick 25 A"),
    Case("the trick before the number", "B melds QS JD", Law.TRICK_WINNER, log="trick 1 A; A melds KS KH KD KC"),
    Case("the moment before the cards", "B melds KH QS", Law.TRICK_WINNER, log="trumps H; trick 1 A"),
    Case("the shape before the copies", "A melds QS QS QS JD", Law.NO_MELD, log="trumps H"),
    Case(
        "the copies before the past", "A melds KS KS KS + KH", Law.COPIES, log="trumps H; A melds KH QH; A melds KS QS"
    ),
    Case(
        "the place before the past",
        "A melds KS + QS",
        Law.THERE,
        log="trumps H; A melds KS QS; A plays QS",
    ),
    Case(
        "the past before the room",
        "A melds KS + QS",
        Law.SAME_KIND_ONCE,
        log="trumps H; A melds KS QS; A melds KH QH; A melds KD QD; A melds JD + QS",
    ),
]

OF_THE_MATCH = {Law.MATCH_OVER}
"""Laws that no single deal can break: the services ask them."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.law.value}: {case.story}")
def test_the_law_that_decides(case: Case) -> None:
    deal = told(case.log, case.variant, case.house, case.dealer)
    ruling = judged(case.claim, deal)
    assert ruling.law is case.law
    if isinstance(ruling, Granted):
        assert ruling.points == case.points
    else:
        assert " ".join(map(str, ruling.cards)) == case.cards


@pytest.mark.parametrize("case", [*CASES, *FIRST], ids=lambda case: f"{case.law.value}: {case.story}")
def test_the_story_so_far_is_a_legal_one(case: Case) -> None:
    assert unlikely(case.log, case.variant, case.house, case.dealer) == []


def test_every_law_decides_a_case() -> None:
    assert {case.law for case in CASES} == set(Law) - OF_THE_MATCH


def test_no_story_is_told_twice() -> None:
    stories = [(case.law, case.story) for case in CASES]
    assert len(stories) == len(set(stories))


@pytest.mark.parametrize("law", Law, ids=lambda law: law.value)
def test_a_law_is_one_short_sentence_with_its_source(law: Law) -> None:
    assert law.sentence[0].isupper()
    assert law.sentence.endswith(".")
    assert len(law.sentence) <= 110
    assert law.source
    assert law.value == law.name.lower().replace("_", "-")


def test_laws_grant_or_refuse_never_both() -> None:
    for case in CASES:
        assert case.law.grants is isinstance(judged(case.claim, told(case.log, case.variant, case.house)), Granted)


@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.story)
def test_the_first_law_broken_decides(case: Case) -> None:
    assert judged(case.claim, told(case.log, case.variant, case.house)).law is case.law


# A claim that does not say which copy is legal if any choice of copies is, and the line written keeps the first such.

CHOICES = [
    ("the only queen needs no number", "trumps H; A melds KS QS", "A melds JD + QS", "A melds bezique JD + QS"),
    (
        "the first queen has scored in a bezique, the second has not",
        "trumps H; A melds QS JD; A melds KS QS",
        "A melds JD + QS",
        "A melds bezique JD + QS#2",
    ),
    (
        "either would do: the first laid is kept",
        "trumps H; A melds KS QS; A melds KS QS",
        "A melds JD + QS",
        "A melds bezique JD + QS#1",
    ),
    (
        "a number that is said is kept",
        "trumps H; A melds KS QS; A melds KS QS",
        "A melds JD + QS#2",
        "A melds bezique JD + QS#2",
    ),
    (
        "the one on the opponent's table is none of them",
        "trumps H; B melds KS QS; A melds KS QS",
        "A melds JD + QS",
        "A melds bezique JD + QS",
    ),
    ("a played copy of two", "trumps H; A melds KS QS; A melds QS JD", "A plays QS#2", "A plays QS#2"),
    ("one of two equals is played", "A melds QS QS JD JD", "A plays QS", "A plays QS#1"),
    ("both are played", "trumps H; A melds KS QS; A melds QS JD", "A plays QS QS", "A plays QS#1 QS#2"),
]


@pytest.mark.parametrize(("story", "log", "claim", "line"), CHOICES, ids=[row[0] for row in CHOICES])
def test_the_line_written_says_which_copy(story: str, log: str, claim: str, line: str) -> None:
    ruling = judged(claim, told(log))
    assert isinstance(ruling, Granted), ruling
    assert write(ruling.event) == line


def test_the_copy_that_is_named_is_judged_and_no_other() -> None:
    deal = told("trumps H; A melds QS JD; A melds KS QS")
    assert judged("A melds JD + QS#2", deal).law is Law.USED_AGAIN
    assert judged("A melds JD + QS#1", deal).law is Law.SAME_KIND_ONCE


# The value of every meld, where it scores: rules, section 2.

PACKS = {"classic": 2, "three-handed": 3, "four-handed": 4, "rubicon": 4, "six-pack": 6, "eight-pack": 8}
VALUES: list[tuple[str, str, int, str]] = [
    ("marriage", "KS QS", 20, "all"),
    ("royal-marriage", "KH QH", 40, "all"),
    ("sequence", "AH 10H KH QH JH", 250, "all"),
    ("plain-sequence", "AS 10S KS QS JS", 150, "rubicon six-pack eight-pack"),
    ("bezique", "QS JD", 40, "all"),
    ("double-bezique", "QS QS JD JD", 500, "all"),
    ("triple-bezique", "QS QS QS JD JD JD", 1500, "three-handed four-handed rubicon six-pack eight-pack"),
    ("quadruple-bezique", "QS QS QS QS JD JD JD JD", 4500, "rubicon six-pack eight-pack"),
    ("quintuple-bezique", "QS QS QS QS QS JD JD JD JD JD", 9000, "six-pack eight-pack"),
    ("four-aces", "AS AS AD AC", 100, "all"),
    ("four-kings", "KS KS KD KC", 80, "all"),
    ("four-queens", "QS QS QD QC", 60, "all"),
    ("four-jacks", "JS JS JD JC", 40, "all"),
    ("four-tens", "10S 10S 10D 10C", 90, ""),
    *[
        (f"four-trump-{name}", " ".join([f"{rank}H"] * 4), points, "six-pack eight-pack")
        for name, rank, points in [
            ("aces", "A", 1000),
            ("tens", "10", 900),
            ("kings", "K", 800),
            ("queens", "Q", 600),
            ("jacks", "J", 400),
        ]
    ],
    *[
        (f"five-trump-{name}", " ".join([f"{rank}H"] * 5), points, "eight-pack")
        for name, rank, points in [
            ("aces", "A", 2000),
            ("tens", "10", 1800),
            ("kings", "K", 1600),
            ("queens", "Q", 1200),
            ("jacks", "J", 800),
        ]
    ],
]


@pytest.mark.parametrize("variant", PACKS)
@pytest.mark.parametrize(("meld", "cards", "points", "where"), VALUES, ids=[row[0] for row in VALUES])
def test_a_meld_scores_its_value_where_it_has_a_place(
    variant: str, meld: str, cards: str, points: int, where: str
) -> None:
    """E13: every meld in every pack, each with the value that the rules' table gives it."""
    ruling = judged(f"A melds {meld} {cards}", told("trumps H", variant))
    if where == "all" or variant in where.split():
        assert isinstance(ruling, Granted)
        assert (ruling.points, ruling.law) == (points, Law.MELD)
    else:
        assert ruling.law is Law.NOT_IN_GAME


def test_the_value_of_every_meld_stands_in_a_row() -> None:
    rules = house_rules("eight-pack", {"any_four_tens": True})
    assert {row[0] for row in VALUES} == {meld.value for meld in rules.melds}


def test_the_dearer_of_two_melds_is_meant_unless_the_line_names_the_other() -> None:
    deal = told("trumps H", "six-pack")
    assert judged("A melds AH AH AH AH", deal) == judged("A melds four-trump-aces AH AH AH AH", deal)
    cheaper = judged("A melds four-aces AH AH AH AH", deal)
    assert isinstance(cheaper, Granted)
    assert cheaper.points == 100
