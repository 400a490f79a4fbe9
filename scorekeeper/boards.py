"""Score pages kept as they were drawn: what a page shows changes only when its match has a new version.

Every phone at the table asks for the same page after each line; it is drawn once in a process. What is each visitor's
own, the CSRF token and the name of the next tap, is put in anew each time.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

MOST = 200
"""Pages kept in a process, about 10 kB each."""


class Boards:
    """The pages kept in a process, those asked for last; safe for several threads."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()
        self._marks = (f"mark-{secrets.token_hex(16)}", f"mark-{secrets.token_hex(16)}")

    def page(self, key: Hashable, own: tuple[str, str], draw: Callable[[], str]) -> str:
        """The page of that *key* with the visitor's *own* two words in it; *draw* draws it with them when it is new.

        The key must say everything that the page depends on besides those two words.
        """
        with self._lock:
            kept = self._pages.get(key)
            if kept is not None:
                self._pages.move_to_end(key)
        if kept is not None:
            return self._swap(kept, self._marks, own)
        page = draw()
        with self._lock:
            self._pages[key] = self._swap(page, own, self._marks)
            while len(self._pages) > MOST:
                self._pages.popitem(last=False)
        return page

    @staticmethod
    def _swap(page: str, old: tuple[str, str], new: tuple[str, str]) -> str:
        return page.replace(old[0], new[0]).replace(old[1], new[1])
