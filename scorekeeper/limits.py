"""How often something may be tried: so many times in so many seconds, counted in this process."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Hashable

MOST_KNOWN = 10_000


class Tries:
    """At most *most* tries in *seconds* seconds for each who; safe for several threads.

    Of those who try it remembers the `MOST_KNOWN` latest.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._tries: OrderedDict[Hashable, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def allow(self, who: Hashable) -> bool:
        """Count a try of *who*; False if that was one too many."""
        now = time.monotonic()
        with self._lock:
            tries = self._tries.setdefault(who, deque())
            self._tries.move_to_end(who)
            while tries and tries[0] <= now - self.seconds:
                tries.popleft()
            if len(tries) >= self.most:
                return False
            tries.append(now)
            while len(self._tries) > MOST_KNOWN:
                self._tries.popitem(last=False)
        return True
