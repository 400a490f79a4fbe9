"""The forms: is it well written? and what does it claim? Neither the database nor the referee is asked here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Form, RadioField, SelectField, StringField, ValidationError
from wtforms.validators import Regexp

from scorekeeper.bezique.events import Melded
from scorekeeper.bezique.notation import NotationError, read, write
from scorekeeper.bezique.options import OPTIONS, Option
from scorekeeper.bezique.rules import Rules, Seat
from scorekeeper.bezique.variants import VARIANTS, RulesError, house_rules, read_target
from scorekeeper.language import gettext as _
from scorekeeper.names import clean_name, shown, typed, visible_length
from scorekeeper.stored import NewMatch, name_key

NAME_LENGTH = 40
OFFERED = tuple(variant for variant in VARIANTS.values() if "S" in variant.rules.families)
"""The variants that can be chosen for a match."""
TARGETS = (500, 1000, 1500, 2000)
MOST_LINES, LONGEST_LINE = 40, 200
"""What one tap may write: lines, and characters of a line."""


def _name(form: Form, field: StringField) -> None:
    read = clean_name(field.data or "")
    seen = visible_length(read)
    if not seen:
        raise ValidationError(_("Write a name of 1 to 40 characters."))
    if seen > NAME_LENGTH:
        raise ValidationError(_("That name has %(seen)s characters: up to 40 fit.") % {"seen": seen})
    if len(read) > 4 * NAME_LENGTH:
        raise ValidationError(_("That name has too many marks on its letters: write it with fewer."))


class NewMatchForm(Form):
    """The set-up page. `house_rules` holds one field for each rule that has a place in the offered games."""

    variant = RadioField(_("Game"), choices={variant.key: variant.title for variant in OFFERED}, default="classic")
    name_a = StringField(_("First player"), filters=[typed])
    name_a2 = StringField(_("Partner in consultation"), filters=[typed])
    name_b = StringField(_("Second player"), filters=[typed])
    name_b2 = StringField(_("Partner in consultation"), filters=[typed])
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

    def __init__(self, formdata: Any = None, **data: Any) -> None:
        super().__init__(formdata, **data)
        self.form_errors: list[str] = []
        self._strange_rules = {  # not offered, so that only their refusal says so
            name.removeprefix("rule_"): value
            for name, value in (formdata or {}).items()
            if name.startswith("rule_") and name not in self and value
        }

    def validate_variant(self, field: RadioField) -> None:
        if field.data not in {variant.key for variant in OFFERED}:
            raise ValidationError(_("Not a game: %(read)s. Choose one of these.") % {"read": repr(field.data)})

    def validate_first_dealer(self, field: StringField) -> None:
        if field.data not in ("A", "B"):
            raise ValidationError(_("Not a seat: %(read)s. Choose who deals first.") % {"read": repr(field.data)})

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a match can be opened like this; messages stand at the fields, or in `form_errors`."""
        well = super().validate(extra_validators)
        named = self._check_names()
        ruled = self._check_rules()
        return bool(well and named and ruled)

    def name_fields(self) -> tuple[tuple[StringField, ...], ...]:
        """The fields of each seat that the chosen game asks for."""
        two = self.variant.data in VARIANTS and VARIANTS[self.variant.data].names_a_seat == 2
        return ((self.name_a, self.name_a2), (self.name_b, self.name_b2)) if two else ((self.name_a,), (self.name_b,))

    def _check_names(self) -> bool:
        taken: set[str] = set()
        well = True
        for field in (field for seat in self.name_fields() for field in seat):
            try:
                _name(self, field)
                key = name_key(clean_name(field.data or ""))
                if key in taken:
                    raise ValidationError(_("This name is there twice: say which is which, e.g. Ann and Ann B."))
                taken.add(key)
            except ValidationError as error:
                field.errors = [*field.errors, str(error)]
                well = False
        return well

    def _check_rules(self) -> bool:
        if self.variant.errors:
            return False
        try:
            rules = house_rules(self.variant.data, self.choices())
        except RulesError as error:
            self.form_errors.append(str(error))
            return False
        field = self.other_target if self._is_other() else self.target
        try:
            self._target(rules)
        except RulesError as error:
            field.errors = [*field.errors, str(error)]
            return False
        return True

    def _is_other(self) -> bool:
        typed = bool((self.other_target.data or "").strip())
        return self.target.data == "other" or (typed and not self.target.data)

    def _target(self, rules: Rules) -> int | None:
        other = self._is_other()
        said = ((self.other_target.data if other else self.target.data) or "").strip()
        if not said and not other:
            return rules.default_target
        whole = re.fullmatch(r"[0-9]{1,7}", said, re.ASCII)
        return read_target(int(said) if whole else said, rules)

    def choices(self) -> dict[str, bool | str]:
        """The house rules that were chosen, by name, and those that nobody could choose."""
        chosen: dict[str, bool | str] = dict(self._strange_rules)
        for name in OPTIONS:
            field = getattr(self, f"rule_{name}", None)
            if field is not None and field.data:
                chosen[name] = {"yes": True, "no": False}.get(field.data, field.data)
        return chosen

    def new_match(self) -> NewMatch:
        """What is to be opened; only after `validate`."""
        variant = VARIANTS[self.variant.data]
        rules = house_rules(variant.key, self.choices())
        own = {name: value for name, value in self.choices().items() if _differs(rules, name)}
        return NewMatch(
            variant=variant.key,
            house_rules=own,
            target=self._target(rules),
            hints=bool(self.hints.data) or variant.hints,
            note_tricks=bool(self.note_tricks.data),
            first_dealer=self.first_dealer.data or "A",
            names=tuple(tuple(clean_name(field.data or "") for field in seat) for seat in self.name_fields()),
            sides=rules.sides,
        )

    @property
    def house_rules(self) -> list[SelectField]:
        """The fields of the house rules, in the order of `OPTIONS`."""
        return [getattr(self, f"rule_{name}") for name in OPTIONS if hasattr(self, f"rule_{name}")]


def _differs(rules: Rules, name: str) -> bool:
    return bool(getattr(rules, name) != getattr(VARIANTS[rules.key].rules, name))


def _rule_field(option: Option) -> SelectField:
    families = frozenset().union(*(variant.rules.families for variant in OFFERED))
    named = dict(option.choices) or {"yes": _("yes"), "no": _("no")}
    values = [{True: "yes", False: "no"}[v] if isinstance(v, bool) else v for v in option.values_in(families)]
    choices = {"": _("as in the game")} | {value: _(named[value]) for value in values}
    return SelectField(_(option.title), description=_(option.sentence), choices=choices, default="")


for _option in OPTIONS.values():
    if all(_option.has_place_in(variant.rules.families) for variant in OFFERED):
        setattr(NewMatchForm, f"rule_{_option.name}", _rule_field(_option))


_NUMBER = Regexp(r"\A[0-9]{1,6}\Z")  # no IntegerField: a number of hundreds of digits is none
REQUEST = re.compile(r"\A[A-Za-z0-9_-]{8,64}\Z")


class WriteForm(Form):
    """What every form that writes lines carries: the deal, how many lines its page showed, and a name for the tap."""

    deal = StringField(validators=[_NUMBER])
    seen = StringField(validators=[_NUMBER])
    request = StringField(validators=[Regexp(REQUEST)])

    def tap(self) -> tuple[int, int, str]:
        """Deal, seen and request; only after `validate`."""
        return int(self.deal.data or ""), int(self.seen.data or ""), str(self.request.data)


class DealForm(Form):
    """Opening the next deal."""

    number = StringField(validators=[_NUMBER])
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
        raise NotationError(_("not a meld: %(read)s (pick the cards that make one)") % {"read": repr(said)})
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
        raise NotationError(_("say how many brisques: 0 to %(all)s") % {"all": rules.all_brisques})
    if sum(said.values()) != rules.all_brisques:
        raise NotationError(_("%(sum)s brisques are counted: there are %(all)s") % _sums(said, rules))
    return [*lines, "brisques " + " ".join(f"{side} {said[side]}" for side in rules.sides)]


def _no_taker() -> list[str]:
    raise NotationError(_("say who won the last trick"))


def _sums(said: Mapping[str, int], rules: Rules) -> dict[str, int]:
    return {"sum": sum(said.values()), "all": rules.all_brisques}


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text, re.ASCII):
        raise NotationError(_("not a number of brisques: %(read)s (a whole number, e.g. 7)") % {"read": repr(text)})
    return int(text)


def decisions(values: Mapping[str, str]) -> dict[int, bool]:
    """What becomes of later lines at a take-back: the line, and whether it is kept as agreed."""
    found = {}
    for name, value in values.items():
        prefix, _sep, number = name.partition("_")
        if prefix == "then" and number.isascii() and number.isdigit() and len(number) < 8:
            found[int(number)] = value == "agree"
    return found


def seat_of(text: str | None, rules: Rules) -> Seat | None:
    """The seat that *text* names, None if it names none of this game."""
    return next((seat for seat in rules.seats if seat == text), None)
