"""Starts `scorekeeper serve` again and again, each time in a process of its own, without loading the program anew.

`python -m tests.serving.nursery FOLDER` loads it once. For each line with a port on its standard input it forks a
server, and says its number; what the server says on starting follows.
"""

from __future__ import annotations

import os
import signal
import sys

import waitress.server  # noqa: F401
from sqlalchemy.dialects import sqlite  # noqa: F401

import scorekeeper.views  # noqa: F401
from scorekeeper import cli


def main() -> None:
    os.environ["SCOREKEEPER_INSTANCE"] = sys.argv[1]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is killed is not waited for
    for line in sys.stdin:
        if not (child := os.fork()):
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os._exit(cli.main(["serve", "--port", line.strip()]))
        print(child, flush=True)


if __name__ == "__main__":
    main()
