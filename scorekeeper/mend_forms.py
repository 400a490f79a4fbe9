"""The forms for putting right: a change of a line, and points outside the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wtforms import Form, StringField, ValidationError
from wtforms.validators import Length, Regexp

from scorekeeper.bezique.events import Adjusted
from scorekeeper.bezique.notation import MAX_NUMBER, NotationError, write
from scorekeeper.bezique.rules import Rules
from scorekeeper.bezique.words import quoted
from scorekeeper.formatters import points as figures
from scorekeeper.forms import LONGEST_LINE, NUMBER, REQUEST, seat_of
from scorekeeper.language import gettext as _
from scorekeeper.names import shown, typed, visible_length

REASON_LENGTH = 100
"""How many characters of a reason people see."""


class MendForm(Form):
    """A change of a line: what it becomes, how many lines of the deal its page showed, and a name for the tap."""

    to = StringField(validators=[Length(min=1, max=LONGEST_LINE)])
    seen = StringField(validators=[NUMBER])
    request = StringField(validators=[Regexp(REQUEST)])

    def tap(self) -> tuple[int, str]:
        """Seen and request; only after `validate`."""
        return int(self.seen.data or ""), str(self.request.data)


class AdjustForm(Form):
    """Points outside the game: for whom, more or less, how many, and why."""

    seat = StringField()
    sign = StringField()
    points = StringField(_("Points"), filters=[typed])
    reason = StringField(
        _("Reason"), description=_("It stands in the log, e.g. revoke, or brought forward."), filters=[typed]
    )

    def __init__(self, said: Any, rules: Rules) -> None:
        super().__init__(said)
        self._rules = rules

    def validate_seat(self, field: StringField) -> None:
        if seat_of(field.data, self._rules) is None:
            raise ValidationError(_("Say for whom the points are."))

    def validate_sign(self, field: StringField) -> None:
        if field.data not in ("+", "-"):
            raise ValidationError(_("Say whether the points are added (+) or taken off (−)."))

    def validate_points(self, field: StringField) -> None:
        text = (field.data or "").strip()
        if not text:
            raise ValidationError(_("Write how many points, e.g. 40."))
        if not re.fullmatch(r"[0-9]{1,7}", text, re.ASCII) or not 1 <= int(text) <= MAX_NUMBER:
            words = {"read": quoted(text), "most": figures(MAX_NUMBER)}
            raise ValidationError(
                _("Not a number of points: %(read)s. Write a whole number from 1 to %(most)s.") % words
            )

    def validate_reason(self, field: StringField) -> None:
        reason = self._reason()
        if not visible_length(reason):
            raise ValidationError(_("Write why, in a word or two."))
        if visible_length(reason) > REASON_LENGTH or len(reason) > LONGEST_LINE - 30:
            words = {"seen": visible_length(reason), "most": REASON_LENGTH}
            raise ValidationError(_("That reason has %(seen)s characters: up to %(most)s fit.") % words)

    def _reason(self) -> str:
        return " ".join(shown(self.reason.data or "").split())

    def line(self) -> str:
        """The line that says so; only after `validate`."""
        seat = seat_of(self.seat.data, self._rules)
        assert seat is not None, "the form has been validated"
        amount = int((self.points.data or "").strip())
        return write(Adjusted(seat, -amount if self.sign.data == "-" else amount, self._reason()))


def adjusted(values: Mapping[str, str], rules: Rules) -> str:
    """The line that a form for points outside the game says. Raises `NotationError`."""
    form = AdjustForm(values, rules)
    if not form.validate():
        raise NotationError(" ".join(message for errors in form.errors.values() for message in errors))
    return form.line()
