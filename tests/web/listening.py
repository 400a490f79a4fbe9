"""A phone that listens to the stream of its match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.web.people import People


@dataclass(frozen=True)
class Said:
    """An event of a stream."""

    name: str
    id: int
    data: str


class Listener:
    """A phone that listens to the stream of its match."""

    def __init__(self, found: People, who: str, rest: str = "?since=0", **headers: str) -> None:
        self.response = found.phones[who].client.get(f"{found.table.address}/stream{rest}", headers=headers)
        assert self.response.status_code == 200
        self._parts: Iterator[bytes] = iter(self.response.response)  # type: ignore[arg-type]

    def next(self) -> Said | None:
        """The next event; None at the end of the stream. Pings are passed over."""
        for part in self._parts:
            text = part.decode() if isinstance(part, bytes) else str(part)
            if name := re.search("^event: (.*)$", text, re.M):
                number = re.search(r"^id: (\d+)$", text, re.M)
                data = "\n".join(re.findall("^data: ?(.*)$", text, re.M))
                return Said(name[1], int(number[1]) if number else 0, data)
        return None

    def words(self) -> str:
        """Whatever comes next that is no event: a sign of life."""
        for part in self._parts:
            text = part.decode() if isinstance(part, bytes) else str(part)
            if not text.startswith("retry:"):
                return text.strip()
        return ""

    def close(self) -> None:
        self.response.close()
