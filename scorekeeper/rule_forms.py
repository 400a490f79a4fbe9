"""The form of a game with its house rules, as the set-up, the laws and the referee's page ask for them."""

from __future__ import annotations

from typing import Any

from wtforms import Form, RadioField, SelectField, ValidationError

from scorekeeper.bezique.options import OPTIONS, Option, Value
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.variants import VARIANTS, RulesError, differing, house_rules
from scorekeeper.language import gettext as _

_WORDS = {True: "yes", False: "no"}
_VALUES = {"true": True, "false": False} | {word: value for value, word in _WORDS.items()}
"""What an address may say; true and false are the words of the engine's refusals."""


class RulesForm(Form):
    """A variant, and a field ``rule_<name>`` for every house rule; '' leaves a rule as it is in the game."""

    variant = RadioField(
        _("Game"),
        choices={key: variant.title for key, variant in VARIANTS.items()},
        default="classic",
        validate_choice=False,  # `validate_variant` says more
    )

    def __init__(self, formdata: Any = None, **data: Any) -> None:
        super().__init__(formdata, **data)
        self.form_errors: list[str] = []
        self._strange_rules = {  # no such field, so that only their refusal says so
            name.removeprefix("rule_"): value
            for name, value in (formdata or {}).items()
            if name.startswith("rule_") and name not in self and value
        }

    def validate_variant(self, field: RadioField) -> None:
        if field.data not in VARIANTS:
            raise ValidationError(_("Not a game: %(read)s. Choose one of these.") % {"read": repr(field.data)})

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether such a game can be played; messages stand at the fields, or in `form_errors`."""
        well = super().validate(extra_validators)
        return self._check_rules() and well

    def _check_rules(self) -> bool:
        if self.variant.errors:
            return False
        own = rules = VARIANTS[self.variant.data].rules
        well = True
        granted: dict[str, Value] = {}
        for name, value in self.choices().items():  # each beside those before it
            try:
                rules = house_rules(own.key, {**granted, name: value})
                granted[name] = value
            except RulesError as error:
                well = False
                self._refuse(name, str(error))
        if not well:
            return False
        for field in self.house_rules:  # only what differs is shown as chosen
            if field.data and getattr(rules, field.option) == getattr(own, field.option):
                field.data = ""
        return True

    def _refuse(self, name: str, message: str) -> None:
        field = getattr(self, f"rule_{name}", None)
        if field is None:
            self.form_errors.append(message)
        else:
            field.errors = [*field.errors, message]

    def choices(self) -> dict[str, Value]:
        """The house rules that were chosen, by name, those that nobody could choose among them."""
        chosen: dict[str, Value] = dict(self._strange_rules)
        for field in self.house_rules:
            if field.data:
                chosen[field.option] = _VALUES.get(field.data, field.data)
        return chosen

    def rules(self) -> Rules:
        """The rules that were chosen. Raises `RulesError`; not after `validate`."""
        return house_rules(self.variant.data, self.choices())

    @property
    def house_rules(self) -> list[RuleField]:
        """The fields of the house rules, in the order of `OPTIONS`."""
        return [getattr(self, f"rule_{name}") for name in OPTIONS]


class RuleField(SelectField):
    """A house rule to choose. *option* is its name, *where* the families in which it has a place, '' for all games."""

    def __init__(self, option: Option, **settings: Any) -> None:
        self.option = option.name
        self.where = " ".join(sorted(option.families))
        named = dict(option.choices) or {"yes": _("yes"), "no": _("no")}
        choices = {"": _("as in the game")} | {value: _(name) for value, name in named.items()}
        settings |= {"description": _(option.sentence), "choices": choices, "default": ""}
        super().__init__(_(option.title), validate_choice=False, **settings)  # `RulesForm.validate` says more

    def where_is(self, value: str) -> str:
        """The families in which only some values can be chosen and *value* is one of them; '' for all games."""
        only = OPTIONS[self.option].only
        return " ".join(family for family, values in only if value in values) if value else ""


for _option in OPTIONS.values():
    setattr(RulesForm, f"rule_{_option.name}", RuleField(_option))


def rules_query(rules: Rules) -> dict[str, str]:
    """The house rules in which *rules* differ from their variant, as they stand in an address.

    >>> rules_query(house_rules("rubicon", {"reform_melds": False}))
    {'rule_reform_melds': 'no'}
    """
    return {
        f"rule_{name}": _WORDS[value] if isinstance(value, bool) else value for name, value in differing(rules).items()
    }
