"""The form of what is chosen otherwise for a match: the set-up page again, but for the game and the dealer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import StringField, ValidationError

from scorekeeper.altering import Choices
from scorekeeper.bezique.variants import VARIANTS
from scorekeeper.bezique.words import quoted
from scorekeeper.forms import SEAT_FIELDS, TARGETS, NewMatchForm
from scorekeeper.language import gettext as _
from scorekeeper.names import clean_name, misnoted, typed
from scorekeeper.replayed import MatchSheet
from scorekeeper.rule_forms import rules_query


class ChangeForm(NewMatchForm):
    """As the match was set up, or as somebody would have it now."""

    note = StringField(
        _("Note"), description=_("Up to 200 characters; it stands in the list of matches."), filters=[typed]
    )

    def __init__(self, match: MatchSheet, said: MultiDict[str, str] | None = None) -> None:
        key = match.stored.variant
        self._strange_variant = said.get("variant", key) if said else key
        if said is not None:
            said = MultiDict(said)
            said["variant"] = key
        super().__init__(said, **_chosen(match))
        if self._strange_variant != key:
            words = {"read": quoted(self._strange_variant), "game": _(VARIANTS[key].title)}
            self.form_errors.append(_("The game stays what it is, %(game)s: read %(read)s. Open a new match.") % words)

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether the match can be played like this; messages stand at the fields, or in `form_errors`."""
        return super().validate(extra_validators) and not self.form_errors

    def validate_note(self, field: StringField) -> None:
        """Let the field hold a note that can be kept."""
        if wrong := misnoted(clean_name(field.data or "")):
            raise ValidationError(wrong)

    def _check_dealer(self) -> bool:
        return True  # who dealt first has dealt

    def choices_now(self) -> Choices:
        """What is chosen; only after `validate`."""
        new = self.new_match()
        return Choices(
            new.target, new.house_rules, new.hints, new.note_tricks, new.names, clean_name(self.note.data or "")
        )

    def sent(self) -> list[tuple[str, str]]:
        """The fields as they were sent, to be sent once more."""
        found = []
        for field in self:
            if field.type == "BooleanField":
                found += [(field.name, "y")] if field.data else []
            elif field.name != "first_dealer":
                found.append((field.name, field.data or ""))
        return found


def _chosen(match: MatchSheet) -> Mapping[str, Any]:
    stored = match.stored
    seats = zip(match.rules.seats, stored.names, strict=True)
    names = {field: name for seat, people in seats for field, name in zip(SEAT_FIELDS[seat], people, strict=False)}
    target = str(stored.target or "")
    usual = stored.target in (None, *TARGETS)
    return {
        "variant": stored.variant,
        "target": target if usual else "other",
        "other_target": "" if usual else target,
        "hints": stored.hints,
        "note_tricks": stored.note_tricks,
        "note": stored.note,
        **names,
        **rules_query(match.rules),
    }
