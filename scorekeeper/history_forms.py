"""The forms of the history and of people: is it well written?"""

from __future__ import annotations

from datetime import date
from typing import Any

from wtforms import Form, SelectField, StringField, ValidationError

from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.language import gettext as _
from scorekeeper.names import clean_name, typed

YEARS = range(1900, 2201)


def _day(_form: Form, field: StringField) -> None:
    if field.data and read_day(field.data) is None:
        read = {"read": repr(field.data[:40])}
        raise ValidationError(_("Not a day: %(read)s (write e.g. 2026-05-04).") % read)


def read_day(text: str | None) -> date | None:
    """A day as calendars of browsers write it, None for what is none."""
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return None
    return day if day.year in YEARS and len(text or "") == len("2026-05-04") else None


def _chosen(_form: Form, field: SelectField) -> None:
    if field.data not in [value for value, *_rest in field.iter_choices()]:
        right = ", ".join(str(label) for _value, label, *_rest in field.iter_choices())
        read = {"read": repr(str(field.data)[:40]), "right": right}
        raise ValidationError(_("Not one of the list: %(read)s (%(right)s).") % read)


def _trimmed(text: str | None) -> str:
    return (text or "").strip()


class HistoryForm(Form):
    """Which matches the history shows; what is empty shows all."""

    player = StringField(_("Player"), filters=[typed])
    variant = SelectField(_("Game"), default="", validate_choice=False)
    state = SelectField(_("Which"), default="", validate_choice=False)
    since = StringField(_("From"), filters=[typed, _trimmed], validators=[_day])
    until = StringField(_("To"), filters=[typed, _trimmed], validators=[_day])

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        games = [(key, _(variant.title)) for key, variant in VARIANTS.items()]
        self.variant.choices = [("", _("All games")), *games]
        self.state.choices = [
            ("", _("All matches")),
            ("open", _("On the table")),
            ("closed", _("Finished")),
            ("abandoned", _("Abandoned")),
        ]

    validate_variant = validate_state = staticmethod(_chosen)

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether it can be looked for; messages stand at the fields."""
        well = super().validate(extra_validators)
        since, until = self.days()
        if since and until and until < since:
            backwards = _("The last day is before the first: %(until)s, %(since)s.")
            self.until.errors = [*self.until.errors, backwards % {"until": until, "since": since}]
            return False
        return well

    @property
    def name(self) -> str:
        """Who is looked for, '' for everybody."""
        return clean_name(self.player.data or "")

    def days(self) -> tuple[date | None, date | None]:
        """The first and the last day."""
        return read_day(self.since.data), read_day(self.until.data)

    def asked(self) -> dict[str, Any]:
        """What is filled in, for addresses of other pages of the same."""
        return {name: str(field.data) for name, field in self._fields.items() if field.data}
