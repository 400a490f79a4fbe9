"""What the book of laws says around the laws: a few plain sentences a section, with the figures of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorekeeper.bezique.deal import BRISQUE_POINTS, SEVEN_POINTS
from scorekeeper.bezique.melds import Meld, MeldClass
from scorekeeper.bezique.options import OPTIONS
from scorekeeper.bezique.rules import BeziquePairRule, Brisques, Rules, Settlement, TieBreak
from scorekeeper.bezique.settling import GAME, LEAST, RUBICON
from scorekeeper.formatters import points
from scorekeeper.language import gettext as _

Says = Iterator[str]


def words_on(section: str, rules: Rules, target: int | None) -> tuple[str, ...]:
    """The sentences on a chapter or section of that key; *target* is what the match is played to in points, or None."""
    if section == "match":
        return tuple(_match(rules, target))
    return tuple(_WORDS[section](rules)) if section in _WORDS else ()


def _rule(name: str) -> str:
    """The sentence of a house rule."""
    return _(OPTIONS[name].sentence)


def _partners(rules: Rules) -> bool:
    return len(rules.sides) < len(rules.seats)


def _melds(rules: Rules) -> Says:
    yield _("Melds of one class stand together, the lowest first. Three of a kind scores nothing.")
    if rules.bezique_pair is BeziquePairRule.TRUMP_QUEEN:
        yield _("Before trumps are known nobody can have a bezique.")


def _trumps(rules: Rules) -> Says:
    if rules.turn_up:
        words = _(
            "The card turned up after dealing names trumps. A turned-up seven scores the dealer's side %(points)s."
        )
        yield words % {"points": SEVEN_POINTS}
    else:
        yield _("The first king and queen of one suit score as the royal marriage: %(points)s.") % {
            "points": Meld.ROYAL_MARRIAGE.points
        }
        yield _("If five in sequence come first, they score as the sequence of trumps: %(points)s.") % {
            "points": Meld.SEQUENCE.points
        }
        yield _("The suit of either stays trumps for the deal.")


def _timing(rules: Rules) -> Says:
    yield _("The winner of a trick may declare before drawing: one meld for each trick won.")
    if _partners(rules):
        yield _("Either partner may declare, once for the side.")
    if rules.has_sevens and rules.seven_takes_the_meld:
        yield _("A seven of trumps, shown or exchanged, takes the place of the meld.")
    elif rules.has_sevens:
        yield _("A seven of trumps comes beside the meld.")
    if not rules.new_card_required:
        yield _("Melded cards may make a further meld among themselves: it scores after another trick won.")
    figures = {"last": rules.last_meld_trick, "draws": rules.tricks_with_draw}
    if rules.no_meld_before_last_draw:
        yield _("Trick %(last)s is the last that allows a meld; trick %(draws)s has the last draw.") % figures
    else:
        yield _("Trick %(draws)s has the last draw, and its winner may still declare.") % figures
    yield _("When the stock is gone, the cards on the tables go back to the hands.")
    words = _(
        "Whose turn it is to declare is judged where tricks are noted. "
        "Else the table is trusted, and the melds are only counted: %(last)s at most, all sides together."
    )
    yield words % figures


def _reuse(rules: Rules) -> Says:
    yield _("A card on the table remembers every meld in which it has scored.")
    yield _("A claim is good if the cards it names can be found so that all of these laws are kept.")


def _there(rules: Rules) -> Says:
    yield _("A card that was played to a trick is gone.")
    if _partners(rules) and rules.partners_build:
        yield _("The partner's table serves as well: a card keeps its past, whoever laid it.")
    elif not _partners(rules):
        yield _("What lies before an opponent is the opponent's.")


def _once(rules: Rules) -> Says:
    yield _("One queen may marry, stand among four queens and make a bezique: those are three kinds.")
    if rules.reform_melds:
        yield _(
            "She scores again in the same kind when something has been replaced: "
            "a card of the earlier meld was played after that meld had scored."
        )
        yield _("Of several earlier melds, any card of any of them will do, if it was played since the latest scored.")
        yield _("For a marriage, every marriage of the side in that suit is an earlier one.")
        yield _("The very same cards never score again.")
    else:
        yield _(
            "She does not marry twice: a second marriage takes a new king and a new queen, four queens four new ones."
        )
    if rules.cross_marriages and rules.reform_melds and not rules.new_card_required:
        yield _rule("cross_marriages")
    if rules.second_double_reuse:
        yield _rule("second_double_reuse")


def _upwards(rules: Rules) -> Says:
    beziques = [_(meld.label) for meld in rules.melds if meld.meld_class is MeldClass.BEZIQUE]
    yield _("Beziques go up: %(melds)s. A lower one never comes out of a higher one; a new pair may make it.") % {
        "melds": ", ".join(beziques)
    }
    if rules.double_from_two_singles and not rules.new_card_required:
        yield _rule("double_from_two_singles")
    yield _("A marriage comes before its sequence.")
    if rules.marriage_after_sequence:
        yield _rule("marriage_after_sequence")
    else:
        yield _("After the sequence neither its king nor its queen marries anybody; a new king and a new queen may.")
    if rules.highest_four > 2:
        yield _("Any four of a rank come before four of trumps, and these before five.")
    elif rules.highest_four > 1:
        yield _("Any four of a rank come before four of trumps.")


def _new(rules: Rules) -> Says:
    if rules.new_card_required:
        yield _("Cards that all lie on the table already make no meld.")
        return
    if not rules.double_from_two_singles and not rules.double_at_once:
        yield _("A bezique that has scored and a new pair do make a double, while both pairs lie there.")
    if rules.highest_four > 1:
        yield _("The same four kings, scored once as any four, do not score again as four of trumps.")
    yield _("A card is new if it has scored in no meld of the class, even if it lies on the table from another.")


def _room(rules: Rules) -> Says:
    yield _(
        "After playing and before drawing a player holds %(held)s cards, in the hand and on the table together."
    ) % {"held": rules.held_when_melding}
    yield _("Melded cards leave the table without a word. So this law asks a question: which of them have been played?")


def _packs(rules: Rules) -> Says:
    yield _("There are %(packs)s cards of each face. What was laid in the deal counts, played or not.") % {
        "packs": rules.packs
    }
    if rules.turn_up:
        yield _("The turn-up counts while it lies there.")


def _sevens(rules: Rules) -> Says:
    words = _(
        "Before drawing, a player of the side that won the trick may exchange the seven of trumps for the turn-up, "
        "or show it. Either way it scores %(points)s."
    )
    yield words % {"points": SEVEN_POINTS}
    yield _("A seven that is shown does not lie on the table.")
    if not rules.seven_takes_the_meld and not rules.exchanged_card_waits:
        yield _("The card taken in exchange may be melded at once.")
    if not rules.seven_takes_the_meld and _partners(rules):
        yield _("Each partner may bring one.")
    yield _("There are %(packs)s in the packs, and one that was turned up is among them.") % {"packs": rules.packs}
    yield _("Where only the suit of trumps is known, an exchange is trusted.")
    if rules.seven_scores_when_played:
        yield _rule("seven_scores_when_played")


def _carte_blanche(rules: Rules) -> Says:
    words = _("Who is dealt no king, queen or jack may show the hand before playing a card: %(points)s.")
    yield words % {"points": points(rules.carte_blanche_points)}
    if rules.carte_blanche_repeat:
        yield _("It scores again for each draw that is shown, until the first king, queen or jack is drawn.")
        yield _("Melding one of them ends it, too.")


def _last_trick(rules: Rules) -> Says:
    figures = {"number": rules.last_trick_number, "points": points(rules.last_trick_points)}
    if rules.last_trick_ends_stock:
        yield _("The points are for trick %(number)s, the last one with a draw: %(points)s.") % figures
        return
    if rules.duels > 1:
        words = _("When the stock is gone, %(duels)s duels of %(tricks)s tricks are played.")
        yield words % {"duels": rules.duels, "tricks": rules.hand}
        yield (
            _("Only the very last trick of the deal, number %(number)s, scores: %(points)s for its winner's side.")
            % figures
        )
    else:
        yield _("Trick %(number)s, the last of the deal, scores %(points)s for its winner.") % figures


def _brisques(rules: Rules) -> Says:
    words = _("Every ace and ten in the tricks won is a brisque: %(all)s in all, %(points)s points each.")
    yield words % {"all": rules.all_brisques, "points": BRISQUE_POINTS}
    match rules.brisques:
        case Brisques.DEAL_END:
            yield _("Each side counts its own when the deal ends.")
        case Brisques.AT_ONCE:
            yield _("They are scored as they fall, and the deal ends only when all are accounted for.")
        case Brisques.MATCH_END:
            yield _("They are counted when a deal ends, but kept aside: the target is judged without them.")
            yield _("When somebody reaches the target, all that was kept aside is added, and the highest total wins.")
        case Brisques.SAVE_RUBICON if rules.to_target:
            yield _(
                "They are counted when a deal ends and kept aside: they only decide between sides level over the line."
            )
        case Brisques.SAVE_RUBICON:
            yield _("They are counted when the deal ends, and added to both scores only where it matters.")
            yield _("That is in a tie, or when they lift the loser to the rubicon. The higher sum then wins.")


def _match(rules: Rules, target: int | None) -> Says:
    if rules.counts_brisques:
        yield _("A deal is finished when the last trick and the brisques are in.")
    else:
        yield _("A deal is finished when the last trick is in.")
    if rules.to_target:
        yield from _to_target(rules, target or rules.default_target or 0)
    else:
        yield from _one_deal(rules)


def _to_target(rules: Rules, target: int) -> Says:
    if len(rules.seats) > 2:
        yield _("The deal passes to the left, and the deals are added up.")
    else:
        yield _("Both deal in turn, and the deals are added up.")
    if rules.stop_at_target:
        yield _rule("stop_at_target")
        yield _("The target is %(target)s; exactly so much is enough.") % {"target": points(target)}
    else:
        words = _(
            "If a side has %(target)s or more after a finished deal, the highest total wins. Exactly so much is enough."
        )
        yield words % {"target": points(target)}
        yield _("Crossing the line during a deal decides nothing yet.")
    if rules.tie_break is TieBreak.LAST_DEAL_BRISQUES and rules.counts_brisques:
        yield _("Of sides level at the top, the one with fewer brisques in the last deal wins.")
        yield _("If they are level there, too, the last trick decides between them; else another deal is played.")
    elif rules.brisques is Brisques.SAVE_RUBICON:
        yield _("Of sides level at the top, the one with more brisques in all deals wins; else another deal is played.")
    else:
        yield _("Level at the top, nobody has won, and another deal is played.")


def _one_deal(rules: Rules) -> Says:
    yield _("One deal is the game: the higher score wins. A level score is a draw and worth nothing.")
    portland = rules.rubicon_settlement is Settlement.PORTLAND
    if portland:
        yield _("Scores are taken in whole hundreds: the game is worth their difference and %(game)s more.") % {
            "game": points(GAME)
        }
        yield _("A difference below %(least)s counts as %(least)s.") % {"least": points(LEAST)}
    else:
        yield _("The game is worth the winner's score.")
    yield _("A loser below the rubicon of %(rubicon)s gives up the score: it is added to the winner's.") % {
        "rubicon": points(rules.rubicon or 0)
    }
    if portland:
        words = _("Such a score counts at least %(least)s, and %(more)s are added instead of the %(game)s.")
        yield words % {"least": points(LEAST), "more": points(RUBICON), "game": points(GAME)}


def _log(rules: Rules) -> Says:
    yield _("A line that is written stands. Only what somebody claims is judged, at the moment of the claim.")
    yield _("Nothing is erased: taking a line back is a line, too.")
    yield _("The table may agree to score against a ruling, but not what is worth nothing in this game.")


_WORDS: dict[str, Callable[[Rules], Says]] = {
    "melds": _melds,
    "trumps": _trumps,
    "timing": _timing,
    "reuse": _reuse,
    "there": _there,
    "once": _once,
    "upwards": _upwards,
    "new": _new,
    "room": _room,
    "packs": _packs,
    "sevens": _sevens,
    "carte-blanche": _carte_blanche,
    "last-trick": _last_trick,
    "brisques": _brisques,
    "log": _log,
}
