"""The referee without a match: a position in the address, what a tap makes of it, and the ruling."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper import refereed, sheets, verdicts, wording
from scorekeeper.bezique.cards import Rank, Suit
from scorekeeper.bezique.melds import SEQUENCE_RANKS
from scorekeeper.bezique.notation import write
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS, RulesError
from scorekeeper.language import gettext as _
from scorekeeper.positions import NoPosition, Position, Query, read_position, seat_names
from scorekeeper.rule_forms import RulesForm, rules_query
from scorekeeper.taps import tapped
from scorekeeper.views.answers import Answer

bp = Blueprint("referee", __name__)
SUITS, RANKS = tuple(Suit), tuple(Rank)
OTHER_RANKS = tuple(rank for rank in Rank if rank not in SEQUENCE_RANKS)


@bp.get("/referee")
def show() -> Answer:
    """The position of the address with its ruling; a tap leads on to the address of the next position."""
    form = RulesForm(request.args)
    tap = request.args.get("tap", "")
    try:
        rules = form.rules()
    except RulesError as error:
        known = form.variant.data in VARIANTS
        if known and tap == "rules":
            return _game(form, _without_rules()), 400
        return _broken(str(error), _without_rules() if known else None)
    try:
        position = _read(rules)
        if tap:
            query, part = tapped(position, tap, request.args.get("written", ""))
            return redirect(_address(query, part))
    except NoPosition as error:
        return _broken(str(error), error.rest)
    return _game(form, position.query) if request.args.get("show") == "game" else _page(position)


def _read(rules: Rules) -> Position:
    asked, all_asked = request.args.get, request.args.getlist
    return read_position(
        rules,
        dealer=asked("dealer", ""),
        lines=all_asked("line"),
        claim=asked("claim", ""),
        seat=asked("seat", ""),
        picks=all_asked("pick"),
    )


def _without_rules() -> Query:
    """What the address holds besides house rules."""
    return {name: request.args.getlist(name) for name in ("variant", "dealer", "line", "claim")}


def _address(query: Query, part: str | None = None) -> str:
    return url_for("referee.show", _anchor=part, **query)  # type: ignore[arg-type]


def _broken(message: str, rest: Query | None) -> Answer:
    """400: what of the address was not understood, and the way on with the rest."""
    return render_template("referee/broken.html", message=message, rest=_address(rest) if rest else None), 400


def _game(form: RulesForm, back: Query) -> str:
    """The choice of the game and its house rules, also after one that cannot be; the position goes along as it is."""
    form.validate()  # messages stand at the fields, and only what differs from the game is shown as chosen
    return render_template(
        "referee/game.html",
        form=form,
        variants=[sheets.game(variant) for variant in VARIANTS.values()],
        any_set=bool(form.choices()),
        players=list(seat_names().items()),
        dealer=request.args.get("dealer", "B"),
        lines=request.args.getlist("line"),
        claim=request.args.get("claim", ""),
        seat=request.args.get("seat", ""),
        picks=request.args.getlist("pick"),
        back=_address(back),
    )


def _page(position: Position) -> str:
    rules, deal = position.rules, position.deal
    house = rules_query(rules)
    return render_template(
        "referee/show.html",
        variant=rules.key,
        rules=list(house.items()),
        game=_(VARIANTS[rules.key].title),
        house_rules=wording.rule_sentences(rules),
        dealer=wording.seat_name(position, position.dealer),
        deal=deal,
        asks_trumps=rules.turn_up and deal.trumps is None,
        suits=SUITS,
        ranks=RANKS,
        verdict=verdicts.verdict(position),
        laws=url_for("laws.show_variant", variant=rules.key, **house),  # type: ignore[arg-type]
        seats=refereed.seats(position),
        partners=refereed.partners(position),
        lit=wording.seat_name(position, position.seat),
        faces=refereed.faces(position, SEQUENCE_RANKS),
        others=refereed.faces(position, OTHER_RANKS),
        picked=refereed.picked(position),
        playable=refereed.on_one_table(position),
        story=list(refereed.story(position)),
        happenings=refereed.happenings(position),
        lines=[write(line.event) for line in position.lines],
        claim="" if position.claim is None else write(position.claim),
        chosen=position.chosen or "",
        picks=position.picks,
        address=url_for("referee.show", _external=True, **position.query),  # type: ignore[arg-type]
    )
