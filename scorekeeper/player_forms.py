"""The form of a person: a name."""

from __future__ import annotations

from wtforms import Form, StringField

from scorekeeper.forms import check_name
from scorekeeper.language import gettext as _
from scorekeeper.names import clean_name, typed


class NameForm(Form):
    """Another name for a person."""

    name = StringField(_("New name"), filters=[typed], validators=[check_name])

    @property
    def read(self) -> str:
        """The name as it is kept; only after `validate`."""
        return clean_name(self.name.data or "")
