"""The reader's language: English, until there is another. Everything people read passes through here.

The standard library's own `gettext` looks for catalogues on disk at every call, which took a quarter of a page.
"""

from __future__ import annotations

from gettext import NullTranslations

_english = NullTranslations()
gettext = _english.gettext
ngettext = _english.ngettext
