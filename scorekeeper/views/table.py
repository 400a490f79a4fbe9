"""The score screen put together: what its template reads, for a page as it is asked for and after a claim."""

from __future__ import annotations

import secrets
from typing import Any

from flask import g, render_template, request

from scorekeeper import endings, formatters, keys, mending, questions, screens, sheets, wording
from scorekeeper.bezique.cards import Rank, Suit
from scorekeeper.bezique.deal import SEVEN_POINTS
from scorekeeper.bezique.events import TakenBack
from scorekeeper.bezique.offers import offer
from scorekeeper.bezique.rules import Brisques, Seat
from scorekeeper.bezique.words import N_
from scorekeeper.forms import seat_of
from scorekeeper.language import gettext as _
from scorekeeper.replayed import DealSheet, MatchSheet

ABANDONED = N_("This match was abandoned: nobody writes in it until its host takes it up again.")
GONE = N_("This phone may look on, but no longer write: its right was taken back, or its link was renewed.")


def next_tap() -> str:
    """A fresh name for the next tap on the page that is being answered."""
    if "next_tap" not in g:
        g.next_tap = secrets.token_hex(12)
    return str(g.next_tap)


def common(match: MatchSheet, here: DealSheet) -> dict[str, Any]:
    """What every page of a match carries; the request is a fresh name for the next tap."""
    return {
        "match": sheets.about(match),
        "deal": sheets.facts(match, here),
        "seen": here.seen,
        "request_id": next_tap(),
        "latest": screens.latest(match, here),
        "melds": match.rules.melds,
        "holder": g.holder,
        "unhosted": g.holder.writes and g.holder.id is None,
    }


def said(match: MatchSheet) -> str:
    """The sentence for what the last answer wrote: its deal and line stand in the address."""
    deal, _sep, line = request.args.get("said", "").partition("-")
    if not (deal.isdigit() and line.isdigit() and deal.isascii() and line.isascii()) or len(deal + line) > 12:
        return ""
    if not 1 <= int(deal) <= len(match.deals):
        return ""
    return screens.announcement(match, match.deal(int(deal)), int(line))


def table(match: MatchSheet, here: DealSheet, **shown: Any) -> str:
    """The score screen, or before it the question for the turn-up; *shown* is what it says besides."""
    if here.deal.trumps is None and match.rules.turn_up and not here.deal.finished and "ruling" not in shown:
        return _turn_up(match, here, shown.get("notice", ""))
    seat = screens.lit_seat(here, _own_seat() or shown.pop("seat", None) or request.args.get("seat"))
    shown.pop("seat", None)
    over = _over(match, here)
    writes = g.holder.writes
    above, below = screens.tables(match, here, seat if writes else None)
    return render_template(
        "matches/score.html",
        **common(match, here),
        **{
            "seat": seat,
            "lit": wording.seat_name(match, seat),
            "announce": said(match),
            "notice": _notice(match),
            "panels": screens.panels(match, here, seat),
            "tables": above,
            "other_tables": below,
            "keys": keys.keys(match, here, seat) if writes and not over and not match.standing.closed else [],
            "hints": screens.hints(match, here, seat) if writes else [],
            "ruling": None,
            "stale": None,
            "chooser": _chooser(match, here, seat) if writes else None,
            "end": _end(match, here) if g.holder.ends_deals and not here.deal.finished else None,
            "over": over,
            "tricks": _tricks(match, here),
            "tail": screens.tail(match, here),
            "take_back": take_back(match, here),
            "ended": _ended(match),
            "enders": screens.enders(match, here) if g.holder.ends_deals else [],
            "stock": writes and not here.deal.table_cleared and here.deal.trick <= match.rules.tricks_with_draw,
            **shown,
        },
    )


def stale_page(fresh: MatchSheet, stale: dict[str, Any]) -> str:
    """What another phone wrote first, where the fresh page is no score screen; *stale* as in ``_stale.html``."""
    closed = fresh.standing.closed
    victory, sides = (endings.victory(fresh), endings.finals(fresh)) if closed else (None, [])
    return render_template("stale.html", match=sheets.about(fresh), stale=stale, victory=victory, sides=sides)


def _notice(match: MatchSheet) -> str:
    """What whoever looks at the table must know first, '' mostly."""
    if match.stored.state == "abandoned":
        return _(ABANDONED)
    return _(GONE) if "gone" in request.args and not g.holder.writes else ""


def _turn_up(match: MatchSheet, here: DealSheet, error: str) -> str:
    seat = screens.lit_seat(here, None)
    return render_template(
        "matches/turn_up.html",
        **common(match, here),
        panels=screens.panels(match, here, seat),
        suits=list(Suit),
        ranks=list(Rank),
        seven=SEVEN_POINTS,
        take_back=take_back(match, here),
        ended=_ended(match),
        error=error,
        notice="",
        announce=said(match),
    )


def _own_seat() -> Seat | None:
    """The one seat that the visitor may score for, None for all."""
    return g.holder.seat if g.holder.writes else None


def take_back(match: MatchSheet, here: DealSheet) -> screens.TakeBack | None:
    """The key that takes back the last line, for whoever may."""
    found = screens.take_back(match, here)
    if found is None:
        return None
    author = match.deal(found.deal).stored.lines[found.number - 1].author
    return found if g.holder.may_say(TakenBack(found.number), author) else None


def _ended(match: MatchSheet) -> dict[str, Any] | None:
    """The key that takes back the end of the match before, until something is written in this one."""
    before = mending.ended_before(match) if g.holder.writes else None
    back = screens.take_back_end(before) if before else None
    if before is None or back is None or not g.holder.may_say(TakenBack(back.number), None):
        return None
    return {"slug": before.stored.slug, "back": back}


def _chooser(match: MatchSheet, here: DealSheet, seat: Any) -> questions.Chooser | None:
    key = request.args.get("choose") if request.method == "GET" else None
    wanted = offer(here.deal, seat, key, match.standing) if key else None
    return questions.chooser(match, wanted) if wanted is not None else None


def _end(match: MatchSheet, here: DealSheet) -> questions.End | None:
    won = seat_of(request.args.get("end"), match.rules)
    if won is None and here.deal.last_trick is None:
        return None
    return questions.end(match, here, here.deal.last_trick or won, {})


def _over(match: MatchSheet, here: DealSheet) -> dict[str, Any] | None:
    if not here.deal.finished or match.standing.closed:
        return None
    rules = match.rules
    points = ", ".join(
        f"{wording.side_name(match, side)} {formatters.signed(here.deal.points(side))}" for side in rules.sides
    )
    level = f" {_('Level at the top: another deal is played.')}" if match.standing.level else ""
    waits = rules.brisques is Brisques.MATCH_END and not match.standing.added
    kept = match.standing.aside if waits else {}
    aside = ", ".join(f"{wording.side_name(match, side)} {formatters.points(points)}" for side, points in kept.items())
    apart = f" {_('Kept aside for brisques: %(points)s.') % {'points': aside}}" if any(kept.values()) else ""
    return {
        "says": f"{points}.{apart}{level}",
        "number": len(match.deals) + 1,
        "dealer": wording.seat_name(match, match.next_dealer),
    }


def _tricks(match: MatchSheet, here: DealSheet) -> dict[str, Any] | None:
    deal = here.deal
    if (
        not g.holder.writes
        or not match.stored.note_tricks
        or deal.last_trick is not None
        or deal.trick >= match.rules.tricks
    ):
        return None
    seats = [own] if (own := _own_seat()) else match.rules.seats
    sides = [screens.Named(seat, wording.seat_name(match, seat)) for seat in seats]
    return {"number": deal.trick + 1, "last": match.rules.tricks, "sides": sides}
