"""The house rules one by one: where each has a place, its values, its sentence and its source.

Families of variants: S classic and its kin, 3 three-handed, P four-handed partners, 4 both four-handed games,
G rubicon and larger, T all games with a turn-up (S, 3 and 4), B six- and eight-pack,
C games where a carte blanche repeats.
"""

from __future__ import annotations

from dataclasses import dataclass

from .rules import BeziquePairRule, Brisques, MatchLength, Settlement, TieBreak
from .words import N_

Value = bool | str


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: one field of `Rules` that a host may set.

    *choices* maps each value to its name for people; a yes-or-no rule has none. *only* narrows the values by family.
    """

    name: str
    title: str
    sentence: str
    source: str
    families: frozenset[str] = frozenset()
    choices: tuple[tuple[str, str], ...] = ()
    only: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def has_place_in(self, families: frozenset[str]) -> bool:
        """Whether the rule means something in a variant of these families."""
        return not self.families or bool(self.families & families)

    def values_in(self, families: frozenset[str]) -> tuple[Value, ...]:
        """The values that can be set in a variant of these families."""
        for family, values in self.only:
            if family in families:
                return values
        return tuple(str(key) for key, _ in self.choices) if self.choices else (False, True)


_ONLY_T, _ONLY_G = frozenset("T"), frozenset("G")

_ALL = (
    Option(
        "seven_takes_the_meld",
        N_("A seven takes the meld"),
        N_("Showing or exchanging the seven of trumps uses up the one meld of the trick."),
        "S0; S4",
        _ONLY_T,
    ),
    Option(
        "seven_scores_when_played",
        N_("A seven scores when played"),
        N_("A seven of trumps that has not scored yet brings 10 when it is played to a trick with a draw."),
        "S2, S3, EW",
        _ONLY_T,
    ),
    Option(
        "no_meld_before_last_draw",
        N_("No meld before the last draw"),
        N_("Melds end one trick earlier: the winner of the last trick with a draw declares nothing."),
        "S3",
    ),
    Option(
        "new_card_required",
        N_("A card from the hand in every meld"),
        N_("Every meld needs at least one card that comes from the hand."),
        "S4",
    ),
    Option(
        "double_from_two_singles",
        N_("Singles unite into a double"),
        N_("Beziques that have scored may unite into a higher one without a new card."),
        "PTL 38; FOS no",
    ),
    Option(
        "double_at_once",
        N_("Double bezique only at once"),
        N_("No card that has scored in a single bezique may score in a double."),
        "S2",
    ),
    Option(
        "marriage_after_sequence",
        N_("Marriage after the sequence"),
        N_("A king or queen may still marry after it has scored in a sequence."),
        "S2",
    ),
    Option(
        "bezique_pair",
        N_("The cards of a bezique"),
        N_("Which queen and jack make a bezique."),
        "S0; EW, S2",
        choices=(
            (BeziquePairRule.FIXED, N_("Q♠ J♦ always")),
            (BeziquePairRule.CLUBS_HEARTS, N_("Q♣ J♥ when spades or diamonds are trumps")),
            (BeziquePairRule.TRUMP_QUEEN, N_("the queen of trumps and a jack of the other colour")),
        ),
    ),
    Option(
        "quadruple_in_four_hand",
        N_("Quadruple bezique"),
        N_("Four beziques together score 4,500 here too."),
        "house",
        frozenset("4"),
    ),
    Option(
        "quintuple_bezique",
        N_("Quintuple bezique"),
        N_("Five beziques together score 9,000."),
        "S2; PAR no",
        frozenset("B"),
    ),
    Option("any_four_tens", N_("Four tens"), N_("Any four tens score 90."), "PAR", frozenset("B")),
    Option(
        "reform_melds",
        N_("Melds may be formed again"),
        N_("After a card of a meld has been played, another may take its place and the meld scores again."),
        "PTL 34",
    ),
    Option(
        "cross_marriages",
        N_("Cross marriages"),
        N_("A king and a queen that have both married may pair anew; needs melds that may be formed again."),
        "HOF; PTL 35 no",
    ),
    Option(
        "second_double_reuse",
        N_("A double bezique again"),
        N_("A double bezique may be scored again with its own cards and at least one from the hand."),
        "EB",
        frozenset("34"),
    ),
    Option(
        "partners_build",
        N_("Partners build together"),
        N_("A player may meld with the cards on the partner's table."),
        "S4; EW no",
        frozenset("P"),
    ),
    Option(
        "joint_beziques",
        N_("Joint beziques"),
        N_("A double bezique and higher may use the cards on the partner's table."),
        "S4; BIC no",
        frozenset("P"),
    ),
    Option(
        "exchanged_card_waits",
        N_("The exchanged card waits"),
        N_("The card taken for the seven cannot be melded on the same trick."),
        "EW",
        _ONLY_T,
    ),
    Option(
        "carte_blanche_repeat",
        N_("Carte blanche again"),
        N_("Carte blanche scores again after each draw until a king, queen or jack comes."),
        "PTL 16; FOS no",
        frozenset("C"),
    ),
    Option(
        "last_trick_ends_stock",
        N_("Last trick with the stock"),
        N_("The points for the last trick go to the last trick with a draw."),
        "EW",
    ),
    Option(
        "brisques",
        N_("Brisques"),
        N_("When the aces and tens in the tricks count 10 each."),
        "S0, S4, S2; PTL 56",
        choices=(
            (Brisques.DEAL_END, N_("at the end of each deal")),
            (Brisques.AT_ONCE, N_("as they fall")),
            (Brisques.MATCH_END, N_("kept aside until the target is reached")),
            (Brisques.SAVE_RUBICON, N_("only to break a tie or save the rubicon")),
            (Brisques.NONE, N_("not at all")),
        ),
        only=(
            ("T", (Brisques.DEAL_END, Brisques.AT_ONCE, Brisques.MATCH_END, Brisques.NONE)),
            ("G", (Brisques.NONE, Brisques.SAVE_RUBICON)),
        ),
    ),
    Option(
        "stop_at_target",
        N_("Stop at the target"),
        N_("The match ends the moment one side alone leads at or over the target."),
        "S2",
        _ONLY_T,
    ),
    Option(
        "tie_break",
        N_("Level over the line"),
        N_("What decides when sides are level at or over the target."),
        "EW",
        _ONLY_T,
        choices=(
            (TieBreak.PLAY_ON, N_("another deal is played")),
            (TieBreak.LAST_DEAL_BRISQUES, N_("fewer brisques in the last deal, then the last trick")),
        ),
    ),
    Option(
        "match_length",
        N_("Length"),
        N_("Whether the match is one deal or runs to a target."),
        "S0; S2",
        _ONLY_G,
        choices=((MatchLength.ONE_DEAL, N_("one deal, with the rubicon")), (MatchLength.TARGET, N_("to a target"))),
    ),
    Option(
        "rubicon_settlement",
        N_("Settlement"),
        N_("How a game of one deal is settled."),
        "S0; PTL 57",
        _ONLY_G,
        choices=(
            (Settlement.SIMPLE, N_("the winner's score, with the loser's below the rubicon")),
            (Settlement.PORTLAND, N_("the difference in hundreds and 500, or both and 1,300")),
        ),
    ),
)

OPTIONS = {option.name: option for option in _ALL}
"""Every house rule by the name of its field in `Rules`, in the order of the set-up page."""
