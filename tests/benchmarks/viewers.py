"""Many phones that follow a match: `python -m tests.benchmarks.viewers SLUG COOKIE MANY PORT …`.

Says "ready" when all have got the page, then for each version and phone: the version and the moment it was whole.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time

FRAME = re.compile(rb"id: (\d+)\nevent: .*?\n\n", re.S)


async def follow(port: int, slug: str, cookie: str, ready: asyncio.Semaphore) -> None:
    held = b"HTTP/1.1 503"
    while held.startswith(b"HTTP/1.1 503"):  # the places of those who followed before are not free at once
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        asked = f"GET /matches/{slug}/stream?since=0 HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
        writer.write(asked.encode())
        held = await reader.read(65536)
        if held.startswith(b"HTTP/1.1 503"):
            writer.close()
            await asyncio.sleep(0.5)
    first = True
    while part := await reader.read(65536):
        held += part
        for frame in FRAME.finditer(held):
            if first:
                ready.release()
                first = False
            else:
                print(frame[1].decode(), time.monotonic(), flush=False)
            held = held[frame.end() :]
    print("ended", held[-200:], file=sys.stderr)


async def main(slug: str, cookie: str, many: int, ports: list[int]) -> None:
    ready = asyncio.Semaphore(0)
    following = [asyncio.create_task(follow(ports[n % len(ports)], slug, cookie, ready)) for n in range(many)]
    for _ in range(many):
        await ready.acquire()
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for one in following:
        one.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), [int(port) for port in sys.argv[4:]]))
