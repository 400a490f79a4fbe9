"""What people write: cleaned of what nobody sees, and counted as people see it."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.language import gettext as _

NAME_LENGTH = 40
"""How many characters of a name people see at most."""
NOTE_LENGTH = 200
"""How many characters of a note people see at most."""
_JOINERS = "\u200c\u200d"  # zero-width (non-)joiners, which some scripts and emoji need


def clean_name(text: str) -> str:
    """*text* as a name: one form for each letter, single blanks, no control or direction-override characters."""
    return " ".join(shown(unicodedata.normalize("NFC", text)).split()).strip(_JOINERS)


def shown(text: str) -> str:
    """*text* without control and direction-override characters, and those that stand for nothing."""
    return "".join(c for c in text if c in _JOINERS or c.isspace() or _is_shown(c))


def misnamed(name: str) -> str:
    """What is wrong with a name that was cleaned, '' where a person can be called so."""
    seen = visible_length(name)
    if not seen:
        return _("Write a name of 1 to 40 characters.")
    if seen > NAME_LENGTH:
        return _("That name has %(seen)s characters: up to 40 fit.") % {"seen": seen}
    if too_long(name):
        return _("That name has too many marks on its letters: write it with fewer.")
    return ""


def misnoted(note: str) -> str:
    """What is wrong with a note of a match that was cleaned like a name, '' where it can be kept; '' is no note."""
    seen = visible_length(note)
    if seen > NOTE_LENGTH:
        return _("That note has %(seen)s characters: up to 200 fit.") % {"seen": seen}
    if len(note) > 4 * NOTE_LENGTH:
        return _("That note has too many marks on its letters: write it with fewer.")
    return ""


def too_long(name: str) -> bool:
    """Whether a name that was cleaned has more characters, or more marks on them, than are kept."""
    return visible_length(name) > NAME_LENGTH or len(name) > 4 * NAME_LENGTH


def typed(text: str | None) -> str | None:
    """*text* without what no page can show again in its field: control characters."""
    return text and "".join(c for c in text if c.isspace() or unicodedata.category(c) not in ("Cc", "Cs"))


def visible_length(name: str) -> int:
    """How many characters people see: marks, joiners, what is joined and skin tones belong to the one before.

    >>> visible_length("Zoe\u0308 👩\u200d👧 👋🏽 🇫🇷")
    9
    """
    joined = re.sub(r"\u200d.|[\U0001f3fb-\U0001f3ff]", "", name)
    flags = sum(1 for c in joined if "\U0001f1e6" <= c <= "\U0001f1ff")
    return sum(1 for c in joined if unicodedata.category(c) not in ("Mn", "Me", "Mc", "Cf")) - flags // 2


def _is_shown(character: str) -> bool:
    if "\U0001f000" <= character <= "\U0001faff":  # emoji, also those that this Python does not know yet
        return True
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
