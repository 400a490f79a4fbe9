"""What the engine says to people: sentences marked for translation, and what was read as it is quoted to them."""

from __future__ import annotations


def N_(sentence: str) -> str:
    """Return *sentence* as it is; the message extractor collects what is written in ``N_()``."""
    return sentence


MOST_QUOTED = 20
"""How many characters of what somebody wrote are said again in an error."""


def quoted(read: object) -> str:
    """What was read, in quotes, as an error says it: of a long text the beginning.

    >>> quoted("A melts KH QH")
    "'A melts KH QH'"
    """
    if isinstance(read, str) and len(read) > MOST_QUOTED:
        read = f"{read[:MOST_QUOTED].rstrip()}…"
    return repr(read)
