"""The forms: is it well written? and what does it claim? Neither the database nor the referee is asked here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Form, StringField, ValidationError
from wtforms.validators import Regexp

from scorekeeper.bezique.corrections import Fate
from scorekeeper.bezique.events import Melded
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.rules import Rules, Seat
from scorekeeper.bezique.variants import VARIANTS, RulesError, differing, read_target
from scorekeeper.bezique.words import quoted
from scorekeeper.language import gettext as _
from scorekeeper.names import clean_name, misnamed, shown, typed
from scorekeeper.rule_forms import RulesForm
from scorekeeper.stored import NewMatch, name_key

TARGETS = (500, 1000, 1500, 2000)
MOST_LINES, LONGEST_LINE = 40, 200
"""What one tap may write: lines, and characters of a line."""


def check_name(form: Form, field: StringField) -> None:
    """Let a field hold a name that can be kept: of 1 to 40 characters as people see them."""
    if wrong := misnamed(clean_name(field.data or "")):
        raise ValidationError(wrong)


SEAT_FIELDS = {"A": ("name_a", "name_a2"), "B": ("name_b", "name_b2"), "C": ("name_c",), "D": ("name_d",)}
"""The fields for the names of those who may sit on a seat; the second is for a game of consultation."""


class NewMatchForm(RulesForm):
    """The set-up page."""

    name_a = StringField(_("First player"), filters=[typed])
    name_a2 = StringField(_("Partner in consultation"), filters=[typed])
    name_b = StringField(_("Second player"), filters=[typed])
    name_b2 = StringField(_("Partner in consultation"), filters=[typed])
    name_c = StringField(_("Third player"), filters=[typed])
    name_d = StringField(_("Fourth player"), filters=[typed])
    first_dealer = StringField(default="A")
    target = StringField(default="")
    other_target = StringField(
        _("Another target"), description=_("A multiple of 10 from 100 to 100,000."), filters=[typed]
    )
    hints = BooleanField(
        _("Hints"), description=_("Say before a meld that it would cost points, and what could be added.")
    )
    note_tricks = BooleanField(
        _("Note the tricks"), description=_("One tap a trick; then the referee also judges who may declare.")
    )

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a match can be opened like this; messages stand at the fields, or in `form_errors`."""
        well = super().validate(extra_validators)
        if self.variant.errors:
            return False
        checks = (self._check_names(), self._check_dealer(), not well or self._check_target())
        return well and all(checks)

    def name_fields(self) -> tuple[tuple[StringField, ...], ...]:
        """The fields of each seat that the chosen game asks for; only for a game that there is."""
        game = VARIANTS[self.variant.data]
        return tuple(
            tuple(getattr(self, name) for name in SEAT_FIELDS[seat][: game.names_a_seat]) for seat in game.rules.seats
        )

    def _check_names(self) -> bool:
        taken: set[str] = set()
        well = True
        for field in (field for seat in self.name_fields() for field in seat):
            try:
                check_name(self, field)
                key = name_key(clean_name(field.data or ""))
                if key in taken:
                    raise ValidationError(_("This name is there twice: say which is which, e.g. Ann and Ann B."))
                taken.add(key)
            except ValidationError as error:
                field.errors = [*field.errors, str(error)]
                well = False
        return well

    def _check_dealer(self) -> bool:
        field = self.first_dealer
        if seat_of(field.data, VARIANTS[self.variant.data].rules) is None:
            message = _("Not a seat of this game: %(read)s. Choose who deals first.") % {"read": quoted(field.data)}
            field.errors = [*field.errors, message]
        return not field.errors

    def _check_target(self) -> bool:
        field = self.other_target if self._is_other() else self.target
        try:
            self._target(self.rules())
        except RulesError as error:
            field.errors = [*field.errors, str(error)]
        return not field.errors

    def _is_other(self) -> bool:
        typed = bool((self.other_target.data or "").strip())
        return self.target.data == "other" or (typed and not self.target.data)

    def _target(self, rules: Rules) -> int | None:
        other = self._is_other()
        said = ((self.other_target.data if other else self.target.data) or "").strip()
        if not said and not other:
            return read_target(None, rules)
        whole = re.fullmatch(r"[0-9]{1,7}", said, re.ASCII)
        return read_target(int(said) if whole else said, rules)

    def new_match(self) -> NewMatch:
        """What is to be opened; only after `validate`."""
        rules = self.rules()
        return NewMatch(
            variant=rules.key,
            house_rules=differing(rules),
            target=self._target(rules),
            hints=bool(self.hints.data) or VARIANTS[rules.key].hints,
            note_tricks=bool(self.note_tricks.data),
            first_dealer=str(self.first_dealer.data),
            names=tuple(tuple(clean_name(field.data or "") for field in seat) for seat in self.name_fields()),
            sides=rules.sides,
            seats=tuple(seat.value for seat in rules.seats),
        )


NUMBER = Regexp(r"\A[0-9]{1,6}\Z")  # no IntegerField: a number of hundreds of digits is none
REQUEST = re.compile(r"\A[A-Za-z0-9_-]{8,64}\Z")


class WriteForm(Form):
    """What every form that writes lines carries: the deal, how many lines its page showed, and a name for the tap."""

    deal = StringField(validators=[NUMBER])
    seen = StringField(validators=[NUMBER])
    request = StringField(validators=[Regexp(REQUEST)])

    def tap(self) -> tuple[int, int, str]:
        """Deal, seen and request; only after `validate`."""
        return int(self.deal.data or ""), int(self.seen.data or ""), str(self.request.data)


class DealForm(Form):
    """Opening the next deal."""

    number = StringField(validators=[NUMBER])
    request = StringField(validators=[Regexp(REQUEST)])

    def tap(self) -> tuple[int, str]:
        """Number and request; only after `validate`."""
        return int(self.number.data or ""), str(self.request.data)


def claimed(values: Mapping[str, str], picks: list[str], played: list[str], rules: Rules) -> list[str]:
    """The lines that a form of the score screen claims. Raises `NotationError` for what cannot be read.

    ``do`` says which form it was: cards picked one by one, played cards before a claim, the end of a deal;
    else ``line`` holds the lines themselves.
    """
    match values.get("do", ""):
        case "pick":
            return [write(_picked(values, picks, rules))]
        case "played":
            seat = values.get("seat", "")
            return [*(f"{seat} plays {name}" for name in played), *_lines(values.get("claim", ""))]
        case "end":
            return _ended(values, rules)
    return _lines(values.get("line", ""))


def _lines(text: str) -> list[str]:
    lines = [shown(line) for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError(_("an empty line (write e.g. A melds KH QH)"))
    if len(lines) > MOST_LINES:
        raise NotationError(_("too many lines: one tap writes at most %(most)s") % {"most": MOST_LINES})
    if any(len(line) > LONGEST_LINE for line in lines):
        raise NotationError(_("too long: a line has at most %(most)s characters") % {"most": LONGEST_LINE})
    return lines


def _picked(values: Mapping[str, str], picks: list[str], rules: Rules) -> Melded:
    named = values.get("meld", "")
    hand = " ".join(pick for pick in picks if "#" not in pick)
    table = " ".join(pick for pick in picks if "#" in pick)
    said = f"{values.get('seat', '')} melds {named} {hand} {f'+ {table}' if table else ''}"
    if not picks:
        raise NotationError(_("no cards were picked: tap the cards that make the meld"))
    event = read(said, rules)
    if not isinstance(event, Melded):
        raise NotationError(_("not a meld: %(read)s (pick the cards that make one)") % {"read": quoted(said)})
    return event


def _ended(values: Mapping[str, str], rules: Rules) -> list[str]:
    """The last trick and the count; one number may be left out and follows from the others."""
    lines = []
    if taker := values.get("last_trick"):
        lines.append(f"{taker} last-trick")
    counts = {side: values.get(f"brisques_{side}", "").strip() for side in rules.sides}
    if not any(f"brisques_{side}" in values for side in rules.sides):
        return lines or _no_taker()
    said = {side: _count(text) for side, text in counts.items() if text}
    missing = [side for side in rules.sides if side not in said]
    if len(missing) == 1:
        rest = rules.all_brisques - sum(said.values())
        if rest < 0:
            raise NotationError(_("%(sum)s brisques are more than the %(all)s there are") % _sums(said, rules))
        said[missing[0]] = rest
    elif missing:
        raise NotationError(
            _("say how many brisques each side has but the last: 0 to %(all)s") % {"all": rules.all_brisques}
        )
    if sum(said.values()) != rules.all_brisques:
        raise NotationError(_("%(sum)s brisques are counted: there are %(all)s") % _sums(said, rules))
    return [*lines, "brisques " + " ".join(f"{side} {said[side]}" for side in rules.sides)]


def _no_taker() -> list[str]:
    raise NotationError(_("say who won the last trick"))


def _sums(said: Mapping[str, int], rules: Rules) -> dict[str, int]:
    return {"sum": sum(said.values()), "all": rules.all_brisques}


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text, re.ASCII):
        raise NotationError(_("not a number of brisques: %(read)s (a whole number, e.g. 7)") % {"read": quoted(text)})
    return int(text)


def decisions(values: Mapping[str, str]) -> dict[int, Fate]:
    """What becomes of later lines that would fall; what cannot be read as anything else is striking."""
    found = {}
    for name, value in values.items():
        prefix, _sep, number = name.partition("_")
        if prefix == "then" and number.isascii() and number.isdigit() and len(number) < 8:
            found[int(number)] = Fate(value) if value in list(Fate) else Fate.STRIKE
    return found


def seat_of(text: str | None, rules: Rules) -> Seat | None:
    """The seat that *text* names, None if it names none of this game."""
    return next((seat for seat in rules.seats if seat == text), None)
