"""Everything the referee can cite: the laws that refuse, and those under which a claim is granted."""

from __future__ import annotations

from enum import Enum

from .words import N_


class Law(Enum):
    """A law with its key, its sentence for the players and its source.

    The first part refuses, in about the order in which the laws are tried; the second part grants.
    Sources: S0-S4 the customer's sheets, PTL the Portland Club's laws, HOF Hoffmann, FOS Foster, EW Enquire Within.
    """

    sentence: str
    source: str
    grants: bool

    def __new__(cls, key: str, sentence: str, source: str, grants: bool = False) -> Law:
        law = object.__new__(cls)
        law._value_ = key
        law.sentence, law.source, law.grants = sentence, source, grants
        return law

    MATCH_OVER = "match-over", N_("The match is closed: take back the line that closed it to go on."), "house"
    DEAL_OVER = "deal-over", N_("The deal is finished: nothing more can be written in it."), "S0"
    STOCK_GONE = "stock-gone", N_("Once the stock is gone there are no more melds, sevens or draws."), "S0"
    LAST_DRAW = "last-draw", N_("Here melds end one trick earlier: the winner of the last draw declares nothing."), "S3"
    TRICK_WINNER = "trick-winner", N_("Only the side that won the trick just played may declare."), "S0"
    ONE_A_TRICK = (
        "one-a-trick",
        N_("One meld, or a seven that counts as one, for each trick won; the next waits for another trick."),
        "S0",
    )
    MORE_THAN_TRICKS = "more-than-tricks", N_("There cannot be more melds than tricks with a draw."), "S0"

    TRUMPS_UNKNOWN = "trumps-unknown", N_("Trumps must be known first: note the turn-up."), "S0"
    TRUMPS_KNOWN = "trumps-known", N_("Trumps are settled for this deal already."), "S0"
    NO_TURN_UP = (
        "no-turn-up",
        N_("In this game no card is turned up: the first marriage or sequence makes trumps."),
        "PTL 41",
    )
    TRICK_NUMBER = "trick-number", N_("Trick numbers rise, and end with the last trick of the deal."), "S0"

    NO_MELD = "no-meld", N_("These cards together make no meld."), "S0"
    OTHER_MELD = "other-meld", N_("These cards make another meld than the one named."), "S0"
    NOT_IN_GAME = "not-in-game", N_("That meld does not score in this game."), "S0"
    COPIES = "copies", N_("There are not that many cards of this face in the packs."), "S0"
    THERE = "there", N_("Each card must come from the hand or lie unplayed on the side's own table."), "S0"
    PARTNERS_APART = "partners-apart", N_("Here partners do not meld with each other's cards."), "EW"
    JOINT_BEZIQUE = "joint-bezique", N_("Here a double bezique or higher takes its cards from one player."), "BIC"
    EXCHANGED_WAITS = "exchanged-waits", N_("The card just taken for the seven waits for the next trick."), "EW"
    FROM_HAND = "from-hand", N_("Every meld needs a card from the hand here."), "S4"
    AFTER_SEQUENCE = "after-sequence", N_("A king or queen that has been in a sequence does not marry."), "FOS, PTL 37"
    LOW_BEFORE_HIGH = (
        "low-before-high",
        N_("A card may go up to the higher meld of its class, never down again."),
        "FOS, PTL 37",
    )
    DOUBLE_AT_ONCE = "double-at-once", N_("Here a card from a single bezique cannot score in a double."), "S2"
    SAME_KIND_ONCE = "same-kind-once", N_("A card scores only once in the same kind of meld."), "S0"
    NOTHING_REPLACED = (
        "nothing-replaced",
        N_("A meld scores again only after one of its cards has been played and replaced."),
        "PTL 34, 35",
    )
    SOMETHING_NEW = (
        "something-new",
        N_("One card at least must be new to such melds: two scored beziques make no double."),
        "FOS",
    )
    ROOM = (
        "room",
        N_("More cards would lie on the table than a player holds: a melded card must have been played."),
        "S0",
    )

    NO_SEVENS = "no-sevens", N_("In this game the seven of trumps scores nothing."), "S0"
    SEVENS_OUT = "sevens-out", N_("Each seven of trumps scores once, and all of them have."), "S0"
    SEVEN_A_TRICK = "seven-a-trick", N_("One seven a player on one trick."), "S0"
    NOTHING_TO_EXCHANGE = "nothing-to-exchange", N_("A seven lies there already: it can be shown, not exchanged."), "S0"
    SEVEN_NOT_PLAYED = "seven-not-played", N_("Here a seven does not score when it is played."), "S0"
    NO_CARTE_BLANCHE = "no-carte-blanche", N_("In this game carte blanche scores nothing."), "S0"
    CARTE_BLANCHE_TIME = (
        "carte-blanche-time",
        N_("Carte blanche comes before the first card and scores once."),
        "PTL 16",
    )
    CARTE_BLANCHE_CARDS = (
        "carte-blanche-cards",
        N_("Carte blanche is a whole hand without king, queen or jack."),
        "PTL 16",
    )
    CARTE_BLANCHE_AGAIN = (
        "carte-blanche-again",
        N_("Carte blanche scores again only where the game allows it, after a draw, until a court card comes."),
        "PTL 16",
    )
    NOT_ON_TABLE = (
        "not-on-table",
        N_("That card does not lie on this player's own table: nothing is there to be played."),
        "S0",
    )
    AMBIGUOUS = "ambiguous", N_("Two cards of this face lie there with different pasts: say which was played."), "S0"
    LAST_TRICK_ONCE = "last-trick-once", N_("The last trick scores once in a deal."), "S0"
    LAST_TRICK_WINNER = "last-trick-winner", N_("The log says that another side won that trick."), "S0"
    BRISQUES_NOT_COUNTED = "brisques-not-counted", N_("In this game brisques are not counted."), "S0"
    BRISQUES_ONCE = "brisques-once", N_("The brisques of this deal are counted already."), "S0"
    BRISQUE_SUM = (
        "brisque-sum",
        N_("Each brisque counts once, and those of all sides add up to eight for each pack."),
        "S0",
    )
    BRISQUES_WHEN = (
        "brisques-when",
        N_("This match counts brisques at another time: as they fall, or when the deal ends."),
        "S4",
    )

    MELD = "meld", N_("New cards make the meld."), "S0", True
    USED_AGAIN = "used-again", N_("A card may score again in another kind, or go up in its class."), "S0, S3", True
    FORMED_AGAIN = (
        "formed-again",
        N_("The meld is formed again, with a card replaced or newly paired: it scores again."),
        "PTL 34",
        True,
    )
    SEVEN = "seven", N_("The seven of trumps scores 10."), "S0", True
    CARTE_BLANCHE = "carte-blanche", N_("A hand without king, queen or jack scores."), "PTL 16", True
    LAST_TRICK = "last-trick", N_("The winner of the last trick scores."), "S0", True
    BRISQUES = "brisques", N_("Each brisque counts 10."), "S0", True
    NOTED = "noted", N_("Noted."), "house", True
    AGREED = "agreed", N_("The table agrees to score it against the ruling."), "house", True
