"""How often something may be tried: so many times in so many seconds, counted in this process."""

from __future__ import annotations

import ipaddress
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
        with self._lock:
            if self._lately(who) >= self.most:
                return False
            self._note(who)
        return True

    def left(self, who: Hashable, times: int = 1) -> bool:
        """Whether *who* has tries left, of *times* as many as others; none is counted."""
        with self._lock:
            return self._lately(who) < times * self.most

    def count(self, who: Hashable) -> None:
        """Count a try of *who*, however many there were."""
        with self._lock:
            self._note(who)

    def _lately(self, who: Hashable) -> int:
        tries = self._tries.get(who, deque())
        while tries and tries[0] <= time.monotonic() - self.seconds:
            tries.popleft()
        return len(tries)

    def _note(self, who: Hashable) -> None:
        self._tries.setdefault(who, deque()).append(time.monotonic())
        self._tries.move_to_end(who)
        while len(self._tries) > MOST_KNOWN:
            self._tries.popitem(last=False)


def network_of(address: str | None) -> str:
    """Whoever may be behind an address: an IPv6 line has a whole /64, an IPv4 address is one.

    >>> network_of("2001:db8:0:1:aaaa::7"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7")
    ('2001:db8:0:1::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        read = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    return str(read.ipv4_mapped or ipaddress.ip_network((read, 64), strict=False))
