"""The commands: `scorekeeper` alone serves; `rule` and `score` ask the engine, without Flask and without a database."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import json
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scorekeeper.carrying import add_commands
from scorekeeper.jsonvalues import whole
from scorekeeper.language import gettext as _

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.live import Hub

UNREADABLE_RECORD = 1
UNREADABLE_FILE = 2
CANNOT_START = 3
KEPT_FREE = 8
"""Threads that no live stream may hold: they answer pages."""
OWN = ("127.0.0.1", "localhost", "::1")
"""Hosts under which only this computer reaches the server."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and say its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help")):
        given.insert(0, "serve")
    chosen = parser().parse_args(given)
    run: Callable[[argparse.Namespace], int] = chosen.run
    return run(chosen)


def parser() -> argparse.ArgumentParser:
    commands = argparse.ArgumentParser(prog="scorekeeper", description=_("Keeps the score of a match of Bezique."))
    added = commands.add_subparsers(metavar=_("command"), required=True)

    serve_command = added.add_parser("serve", help=_("let people keep their score (this is done without a command)"))
    serve_command.add_argument("--host", default="127.0.0.1", help=_("who may come: 0.0.0.0 lets in the whole network"))
    serve_command.add_argument("--port", type=_port, default=8000, help=_("the port (8000)"))
    serve_command.add_argument(
        "--threads",
        type=_threads,
        default=256,
        help=_("answers made at a time (256); a phone that follows live holds one"),
    )
    serve_command.set_defaults(run=serve)

    rebuild_command = added.add_parser("rebuild", help=_("work out the results of all matches again from their logs"))
    rebuild_command.set_defaults(run=rebuild)

    for name, run, help_text in (
        ("backup", backup, _("keep everything in a new file, while the server runs")),
        ("restore", restore, _("put what a backup holds in the place of everything that is kept")),
    ):
        command = added.add_parser(name, help=help_text)
        command.add_argument("file", metavar="FILE", type=Path)
        command.set_defaults(run=run)

    add_commands(added, _start_app)
    for name, run, help_text in (
        ("rule", rule, _("rule on the claims of a file of records")),
        ("score", score, _("score the matches of a file of records")),
    ):
        command = added.add_parser(name, help=help_text)
        command.add_argument("file", metavar="FILE", help=_('JSON: a list of records or one; "-" reads standard input'))
        command.set_defaults(run=run)
    return commands


# The engine's commands ----------------------------------------------------------------------------------------------


def rule(chosen: argparse.Namespace) -> int:
    from scorekeeper.bezique import records

    return answer_records(chosen.file, records.rule)


def score(chosen: argparse.Namespace) -> int:
    from scorekeeper.bezique import records

    return answer_records(chosen.file, records.score)


def answer_records(file: str, answer: Callable[[object], dict[str, Any]]) -> int:
    """Write the answer to each record of *file*, one JSON object a line, in the order of the file."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        found = json.loads(content, parse_int=whole)
    except OSError as error:
        return _complain(_("cannot read {file}: {reason}"), file=file, reason=error.strerror)
    except (ValueError, RecursionError) as error:
        return _complain(_("{file} is not JSON: {reason}"), file=file, reason=error)
    status = 0
    try:
        for record in records_of(found):
            answered = answer(record)
            if "error" in answered:
                status = UNREADABLE_RECORD
            print(json.dumps(answered, ensure_ascii=False, default=repr))  # an id may be too long a number
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def records_of(found: object) -> list[object]:
    """The records of a file: those of a list, the matches of an export, or the one there is."""
    if isinstance(found, dict) and found.get("format") == "bezique-record" and isinstance(found.get("matches"), list):
        found = found["matches"]
    return found if isinstance(found, list) else [found]


def _complain(sentence: str, **values: object) -> int:
    print("scorekeeper: " + sentence.format(**values), file=sys.stderr)
    return UNREADABLE_FILE


# The server's commands ----------------------------------------------------------------------------------------------


def serve(chosen: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    import segno
    from waitress.server import create_server

    from scorekeeper.access import OPEN
    from scorekeeper.views.take import LARGEST_FILE

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a queue of one is no news
    logging.getLogger("waitress").setLevel(logging.WARNING)  # nor a phone that hangs up; and no address is to be logged
    app = _start_app()
    if app is None:
        return CANNOT_START
    try:
        server = create_server(
            app,
            host=chosen.host,
            port=chosen.port,
            threads=chosen.threads,
            connection_limit=900,
            channel_request_lookahead=5,  # so that it sees when a phone that follows live has gone
            max_request_body_size=2 * LARGEST_FILE,  # below that the program answers itself
            clear_untrusted_proxy_headers=not app.config["PROXIES"],
            ident=None,
        )
    except OSError as error:
        print("scorekeeper: " + _why_not(chosen.host, chosen.port, error), file=sys.stderr)
        return CANNOT_START

    hub: Hub = app.extensions["hub"]
    app.extensions["live_slots"] = threading.BoundedSemaphore(max(1, chosen.threads - KEPT_FREE))

    def stop(*_signal: object) -> None:
        hub.stop()  # ends the open streams, for which the server would wait
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    shown = lan_address() if chosen.host in ("0.0.0.0", "::") else chosen.host
    port = getattr(server, "effective_port", chosen.port)
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    if chosen.host not in OWN:
        app.config["NETWORK_URL"] = address
    app.config["LISTING"] = app.config["LISTING"] or listing_at(shown, app.config["PUBLIC_URL"], app.config["PROXIES"])
    print(_("Scorekeeper: {address}  (Ctrl-C stops it)").format(address=address))
    if chosen.host not in OWN and sys.stdout.isatty():
        segno.make(str(app.config["PUBLIC_URL"] or address), error="l").terminal(compact=True)
    print(_("Matches and the secret key are kept in {folder}").format(folder=app.instance_path))
    if app.config["LISTING"] == OPEN:
        print(_("Whoever reaches it sees all matches; SCOREKEEPER_LISTING=mine shows each browser only its own."))
    sys.stdout.flush()
    try:
        server.run()
    except SystemExit:
        pass
    finally:
        server.close()
    return 0


def listing_at(host: str, public_url: str | None, proxies: int) -> str:
    """What strangers are shown where nothing is said: all only if nobody but a household can come.

    A proxy, or another address for guests, may bring the whole world to a private address.
    """
    from scorekeeper.access import MINE, OPEN

    reached = [host, *([urlsplit(public_url).hostname or ""] if public_url else [])]
    return OPEN if not proxies and all(map(is_private, reached)) else MINE


def is_private(host: str) -> bool:
    """Whether only the people of a household or a club can reach that address."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost"


def rebuild(_chosen: argparse.Namespace) -> int:
    """Make the copy of all results again, and say how far it is."""
    app = _start_app()
    if app is None:
        return CANNOT_START
    from scorekeeper import services

    def say(done: int, of: int) -> None:
        print(_("{done} of {of} matches").format(done=done, of=of))

    with app.app_context():
        unreadable = services.rebuild(say)
    for error in unreadable:
        print(f"scorekeeper: {error}", file=sys.stderr)
    return UNREADABLE_RECORD if unreadable else 0


def backup(chosen: argparse.Namespace) -> int:
    """Keep everything in a new file."""
    app = _start_app()
    if app is None:
        return CANNOT_START
    from scorekeeper.backups import BadBackup, back_up

    try:
        kept = back_up(app, chosen.file)
    except (BadBackup, OSError) as error:
        return _complain("{reason}", reason=error)
    words = _("{file} holds {matches} matches with {lines} lines.")
    print(words.format(file=chosen.file, matches=kept.matches, lines=kept.lines))
    print(_("The secret key of {folder} is not in it: keep that, too.").format(folder=app.instance_path))
    return 0


def restore(chosen: argparse.Namespace) -> int:
    """Put what a backup holds in the place of everything."""
    app = _start_app()
    if app is None:
        return CANNOT_START
    from scorekeeper.backups import BadBackup
    from scorekeeper.backups import restore as put_back

    try:
        kept, before = put_back(app, chosen.file)
    except (BadBackup, OSError) as error:
        return _complain("{reason}", reason=error)
    words = _("Restored {matches} matches with {lines} lines.")
    print(words.format(matches=kept.matches, lines=kept.lines))
    if before:
        print(_("What was kept before is in {file}.").format(file=before))
    return 0


def lan_address() -> str:
    """This computer's address in its network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _start_app() -> Flask | None:
    """The application; None, with the reason on standard error, when its database cannot be used."""
    from scorekeeper import create_app
    from scorekeeper.database import UNUSABLE

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for talker in ("alembic", "fontTools"):  # each upgrade, and each table of the font of a sheet
        logging.getLogger(talker).setLevel(logging.WARNING)
    try:
        return create_app()
    except (*UNUSABLE, OSError, RuntimeError) as error:
        print(f"scorekeeper: {str(error).splitlines()[0]}", file=sys.stderr)
        return None


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return _("port {port} is taken: choose another, e.g. scorekeeper --port {other}").format(
            port=port, other=port + 1 if port < 65535 else 8000
        )
    if error.errno == errno.EACCES:
        return _("port {port} is not allowed: choose one above 1023").format(port=port)
    return _("cannot listen on {host}, port {port}: {reason}").format(host=host, port=port, reason=error.strerror)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(_("not a port: {text} (write e.g. 8000)").format(text=repr(text)))
    return int(text)


def _threads(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(_("not a number of threads: {text} (write e.g. 16)").format(text=repr(text)))
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
