"""The commands that carry matches out and in: `scorekeeper export` and `scorekeeper import`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.drafts import NotNew, draft_of, give_name
from scorekeeper.language import gettext as _
from scorekeeper.language import ngettext

if TYPE_CHECKING:
    from datetime import tzinfo

    from flask import Flask

    from scorekeeper.takealong import MatchesDiffer

REFUSED = 2
CANNOT_START = 3
PATIENCE = 1.0
"""Seconds after which people on a terminal are shown how far it is."""
StartApp = Callable[[], "Flask | None"]


def add_commands(added: argparse._SubParsersAction[argparse.ArgumentParser], start_app: StartApp) -> None:
    """Add both commands; *start_app* makes the application, None if it cannot start."""
    out = added.add_parser("export", help=_("write matches into a new file, to be kept or brought in elsewhere"))
    out.add_argument("file", metavar="FILE", help=_('the new file; "-" writes to standard output'))
    out.add_argument(
        "--match", metavar="ID", action="append", help=_("only this match, and others named in the same way (all)")
    )
    out.set_defaults(run=partial(export, start_app))
    brought = added.add_parser("import", help=_("bring in the matches of such a file: all that are new, or none"))
    brought.add_argument("file", metavar="FILE", help=_('the file; "-" reads standard input'))
    brought.add_argument(
        "--leave-differing",
        action="store_true",
        help=_("bring in what is new, and leave the matches that differ from those here, or are deleted here"),
    )
    brought.set_defaults(run=partial(bring, start_app))


def export(start_app: StartApp, chosen: argparse.Namespace) -> int:
    """Write matches into a new file, which is there only once it is whole."""
    target = None if chosen.file == "-" else Path(chosen.file)
    try:
        draft = None if target is None else draft_of(target)
    except NotNew as error:
        return _refuse(str(error))
    app = start_app()
    if app is None:
        return CANNOT_START
    from scorekeeper import takealong

    with app.app_context():
        slugs = takealong.all_slugs()
        strange = [slug for slug in chosen.match or () if slug not in slugs]
        if strange:
            return _refuse(_("no match {id}: nothing was written").format(id=", ".join(map(repr, strange))))
        if chosen.match:
            slugs = [slug for slug in slugs if slug in chosen.match]
        with Progress(_("Exported")) as progress:
            pieces = takealong.record(slugs, progress)
            try:
                wrong = _write_out(pieces) if target is None or draft is None else _write_new(pieces, draft, target)
            except NotNew as error:
                wrong = str(error)
            except OSError as error:
                wrong = _("{file} cannot be written: {reason}").format(file=chosen.file, reason=error.strerror)
    if wrong:
        return _refuse(wrong)
    if target is not None:
        print(_holds(target, len(slugs)))
    return 0


def _holds(target: Path, count: int) -> str:
    return ngettext("{file} holds {count} match.", "{file} holds {count} matches.", count).format(
        file=target, count=count
    )


def _write_out(pieces: Iterable[str]) -> str:
    try:
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the reader has enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ""


def _write_new(pieces: Iterable[str], draft: Path, target: Path) -> str:
    """Write the *draft* and give it its name. Raises `NotNew`, `OSError`."""
    try:
        with draft.open("x", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        give_name(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    return ""


def bring(start_app: StartApp, chosen: argparse.Namespace) -> int:
    """Bring in the matches of a file; nobody is their host until somebody takes the place."""
    try:
        content = sys.stdin.buffer.read() if chosen.file == "-" else Path(chosen.file).read_bytes()
    except OSError as error:
        return _refuse(_("cannot read {file}: {reason}").format(file=chosen.file, reason=error.strerror))
    app = start_app()
    if app is None:
        return CANNOT_START
    from scorekeeper import takealong
    from scorekeeper.database import UNREACHABLE
    from scorekeeper.jsonvalues import BadRecord

    with app.app_context(), Progress(_("Read and written")) as progress:
        try:
            brought = takealong.bring(content, leave_differing=chosen.leave_differing, progress=progress)
        except takealong.MatchesDiffer as error:
            progress.stop()
            return _refuse("\n".join(_say_differing(chosen.file, error, app.config["ZONE"])))
        except (BadRecord, *UNREACHABLE) as error:
            reason = str(error).splitlines()[0]
            progress.stop()
            return _refuse(_("{file}: {reason}. Nothing was brought in.").format(file=chosen.file, reason=reason))
    new = ngettext("{count} match is new", "{count} matches are new", brought.new).format(count=brought.new)
    known = ngettext("{count} was here already", "{count} were here already", brought.known)
    said = [new, known.format(count=brought.known)]
    if brought.left:
        left = ngettext("{count} differs and was left", "{count} differ and were left", brought.left)
        said.append(left.format(count=brought.left))
    print(f"{', '.join(said)}.")
    return 0


def _say_differing(file: str, error: MatchesDiffer, zone: tzinfo | None) -> Iterator[str]:
    """Which matches of a file differ from those here, and what can be done."""
    yield f"{file}: {error}."
    for match in error.found:
        opened = f"{match.opened_at.astimezone(zone):%Y-%m-%d %H:%M}"
        yield f"  {match.id}  {opened}  {' : '.join(match.players)}: {match.how}"
    if not error.new:
        yield _("Nothing was brought in: no match of the file is new.")
        return
    left = ngettext("brings in {count} new match", "brings in {count} new matches", error.new).format(count=error.new)
    said = _("Nothing was brought in. --leave-differing {brings}, and leaves these as they are here.")
    yield said.format(brings=left)


def _refuse(message: str) -> int:
    print(f"scorekeeper: {message}", file=sys.stderr)
    return REFUSED


class Progress:
    """A bar on a terminal for what takes longer than `PATIENCE`; called with how much is done, and of how much."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._started = time.monotonic()
        self._bar: Any = None
        self._done = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def __call__(self, done: int, of: int) -> None:
        if self._bar is None and sys.stderr.isatty() and time.monotonic() - self._started > PATIENCE:
            import click

            self._bar = click.progressbar(length=of, label=self._label, file=sys.stderr)
            self._bar.__enter__()
        if self._bar is not None:
            self._bar.update(done - self._done)
            self._done = done

    def stop(self) -> None:
        """Leave the line of the bar."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None
