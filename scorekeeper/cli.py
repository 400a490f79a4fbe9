"""The commands: `scorekeeper` alone serves; `rule` and `score` ask the engine, without Flask and without a database."""

from __future__ import annotations

import argparse
import errno
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.language import gettext as _

if TYPE_CHECKING:
    from flask import Flask

UNREADABLE_RECORD = 1
UNREADABLE_FILE = 2
CANNOT_START = 3


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
    serve_command.add_argument("--threads", type=_threads, default=16, help=_("answers made at a time (16)"))
    serve_command.set_defaults(run=serve)

    rebuild_command = added.add_parser("rebuild", help=_("work out the results of all matches again from their logs"))
    rebuild_command.set_defaults(run=rebuild)

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
        found = json.loads(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        return _complain(_("cannot read {file}: {reason}"), file=file, reason=error.strerror)
    except (ValueError, RecursionError) as error:
        return _complain(_("{file} is not JSON: {reason}"), file=file, reason=error)
    status = 0
    try:
        for record in found if isinstance(found, list) else [found]:
            answered = answer(record)
            if "error" in answered:
                status = UNREADABLE_RECORD
            print(json.dumps(answered, ensure_ascii=False))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _complain(sentence: str, **values: object) -> int:
    print("scorekeeper: " + sentence.format(**values), file=sys.stderr)
    return UNREADABLE_FILE


# The server's commands ----------------------------------------------------------------------------------------------


def serve(chosen: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    from waitress.server import create_server

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a queue of one is no news
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
            max_request_body_size=8 * app.config["MAX_CONTENT_LENGTH"],  # below that the program answers itself
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
    except OSError as error:
        print("scorekeeper: " + _why_not(chosen.host, chosen.port, error), file=sys.stderr)
        return CANNOT_START

    def stop(*_signal: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    shown = lan_address() if chosen.host in ("0.0.0.0", "::") else chosen.host
    port = getattr(server, "effective_port", chosen.port)
    print(_("Scorekeeper: http://{host}:{port}/  (Ctrl-C stops it)").format(host=shown, port=port))
    print(_("Matches and the secret key are kept in {folder}").format(folder=app.instance_path), flush=True)
    try:
        server.run()
    except SystemExit:
        pass
    finally:
        server.close()
    return 0


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
    logging.getLogger("alembic").setLevel(logging.WARNING)
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
