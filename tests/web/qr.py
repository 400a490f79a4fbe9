"""Reads a QR code as a phone's camera does, with a decoder that shares nothing with what drew it."""

from __future__ import annotations

import base64
import re

import zxingcpp

QUIET = 4
SCALE = 4


def decoded(address: str) -> str:
    """What the code says that is drawn in a data address of an SVG image."""
    kind, _, content = address.partition(",")
    assert kind == "data:image/svg+xml;base64"
    image = base64.b64decode(content).decode()
    path = re.search(r' d="([^"]+)"', image)
    size = re.search(r'width="(\d+)"', image)
    assert path
    assert size
    dark = set(_modules(path[1]))
    side = max(max(x, y) for x, y in dark) + 1 + QUIET
    pixels = bytes(
        0 if (x // SCALE, y // SCALE) in dark else 255 for y in range(side * SCALE) for x in range(side * SCALE)
    )
    (found,) = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (side * SCALE, side * SCALE)))
    return str(found.text)


def _modules(path: str) -> list[tuple[int, int]]:
    """The dark modules of a path that moves (M, m) and draws to the right (h)."""
    x, y, found = 0.0, 0.0, []
    for word, numbers in re.findall(r"([Mmh])([-0-9. ]+)", path):
        said = [float(number) for number in numbers.split()]
        match word:
            case "M":
                x, y = said
            case "m":
                x, y = x + said[0], y + said[1]
            case _:
                found += [(int(x) + step, int(y)) for step in range(int(said[0]))]
                x += said[0]
    return found
