"""What the server carries, measured with wrk: `python -m tests.benchmarks.load sqlite|postgresql|bare [VIEWERS …]`.

Claims and page views a second and their 95th percentile, and the time from a tap to the other phones, while so many
phones follow a match that gets a line every half second. PostgreSQL: the database of TEST_POSTGRESQL, two servers.
"""

from __future__ import annotations

import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote_plus

from tests.benchmarks.test_app import LOG
from tests.serving.server import Caller, serving

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SERVER = os.environ.get("TEST_POSTGRESQL") or "postgresql://postgres@127.0.0.1:5432/postgres"
SECONDS = 8
MATCHES = 100
EVENTS, BETWEEN = 30, 0.5


def wrk(port: int, script: str, *arguments: str, threads: int, connections: int) -> str:
    """Requests a second, median and 95th percentile in ms, errors."""
    command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{SECONDS}s", "-s", str(HERE / script)]
    told = subprocess.run(
        [*command, f"http://127.0.0.1:{port}/", "--", *arguments], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"RESULT (\S+) (\S+) (\S+) (\d+)", told)
    assert found, told
    return f"{found[1]:>7}/s  p50 {found[2]:>6} ms  p95 {found[3]:>6} ms" + (f"  {found[4]} ERRORS" * (found[4] != "0"))


def memory(*processes: int) -> str:
    """The proportional share of the memory of processes, MB."""
    kilobytes = 0
    for process in processes:
        told = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
        kilobytes += int(re.search(r"^Pss:\s+(\d+)", told, re.M)[1])  # type: ignore[index]
    return f"{kilobytes / 1024:.0f} MB"


def table(host: Caller) -> str:
    slug = host.open_match(target=100_000)
    assert host.write(slug, "\n".join(LOG), seen=0).status == 303
    return slug


@contextmanager
def database(kind: str) -> Iterator[str | None]:
    if kind != "postgresql":
        yield None
        return
    import psycopg

    name = f"scorekeeper_load_{secrets.token_hex(4)}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield SERVER.rpartition("/")[0] + f"/{name}"
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


class Viewers:
    """Phones that follow a match, in a process of their own."""

    def __init__(self, slug: str, cookie: str, many: int, ports: list[int]) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.viewers", slug, cookie, str(many), *map(str, ports)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n"
        self.lines: list[str] = []
        self.reading = threading.Thread(target=self._read)
        self.reading.start()

    def _read(self) -> None:
        assert self.process.stdout
        self.lines += self.process.stdout

    def arrivals(self) -> list[tuple[int, float]]:
        """Version and moment of every frame; ends them all."""
        assert self.process.stdin
        self.process.stdin.close()
        self.reading.join()
        self.process.wait()
        return [(int(version), float(moment)) for version, moment in map(str.split, self.lines)]


class Ticker(threading.Thread):
    """Writes a line in the match that is followed, every half second, and keeps when."""

    def __init__(self, host: Caller, slug: str) -> None:
        super().__init__()
        self.host, self.slug = host, slug
        self.sent: dict[int, float] = {}
        self.ended = threading.Event()

    def run(self) -> None:
        seen, version = len(LOG), 2
        while not self.ended.wait(BETWEEN):
            began = time.monotonic()
            assert self.host.write(self.slug, "A adjusts 10 gift", seen=seen).status == 303
            seen, version = seen + 1, version + 1
            self.sent[version] = began


def app(kind: str, many: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, database(kind) as url, ExitStack() as stack:
        servers = [
            stack.enter_context(serving(Path(folder), "--port", "0", DATABASE_URL=url)) for _ in range(2 if url else 1)
        ]
        ports, processes = [server.port for server in servers], [server.process.pid for server in servers]
        print(f"{kind}, {len(servers)} server(s), at rest: {memory(*processes)}")
        host = stack.enter_context(Caller(ports[0]))
        for viewers in many:
            followed = table(host)
            for port in ports:  # a server that has shown no page yet compiles its templates first
                visitor = Caller(port)
                visitor.get(f"/matches/{followed}")
                visitor.hang_up()
            looking = Viewers(followed, looker(host), viewers, ports)
            ticker = Ticker(host.twin(), followed)
            ticker.start()
            time.sleep(EVENTS * BETWEEN)
            quiet = dict(ticker.sent)
            page = wrk(ports[-1], "pages.lua", "GET", f"/matches/{followed}", host.cookie, threads=1, connections=16)
            print(f"  {viewers} viewers: pages   {page}")
            arguments = [host.cookie, quote_plus(host.token), str(len(LOG)), *[table(host) for _ in range(MATCHES)]]
            print(f"  {viewers} viewers: claims  {wrk(ports[0], 'claims.lua', *arguments, threads=4, connections=4)}")
            print(f"  {viewers} viewers: memory  {memory(*processes)}")
            ticker.ended.set()
            ticker.join()
            arrived = looking.arrivals()
            busy = {version: moment for version, moment in ticker.sent.items() if version not in quiet}
            for name, sent in (("quiet", quiet), ("under wrk", busy)):
                waits = sorted((moment - sent[version]) * 1000 for version, moment in arrived if version in sent)
                p50, p95, longest = statistics.median(waits), waits[int(len(waits) * 0.95)], waits[-1]
                print(
                    f"  {viewers} viewers: tap to phone, {name}: p50 {p50:.0f}  p95 {p95:.0f}  longest {longest:.0f} ms"
                )
                print(f"  {viewers} viewers: {len(waits)} pages for {len(sent)} lines (two lines can come as one page)")


def looker(host: Caller) -> str:
    """The cookie of a phone that holds no key: it is shown the page itself."""
    visitor = Caller(host.port)
    visitor.get("/join")
    visitor.hang_up()
    return visitor.cookie


def bare() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.benchmarks.serving", "bare", folder, "256"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout
            try:
                port = int(process.stdout.readline())
                with Caller(port) as phone:
                    phone.ask("PUT", "/page", {"page": "x" * 20_000})
                body = "csrf_token=" + "x" * 91 + "&request=request-00000001&line=A+adjusts+10+gift&deal=1&seen=40"
                print(f"  bare: pages   {wrk(port, 'pages.lua', 'GET', '/page', 'a=b', threads=1, connections=16)}")
                wrote = wrk(port, "pages.lua", "POST", "/lines", "a=b", body, threads=4, connections=4)
                print(f"  bare: commits {wrote}")
                print(f"  bare: memory  {memory(process.pid)}")
            finally:
                process.kill()


def main(kind: str, many: list[int]) -> None:
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    if kind == "bare":
        bare()
    else:
        app(kind, many)


if __name__ == "__main__":
    main(sys.argv[1], [int(number) for number in sys.argv[2:]] or [1, 50, 200])
