"""New files that are there only once they are whole: a draft beside the place, named at the end."""

from __future__ import annotations

import os
from pathlib import Path

from scorekeeper.language import gettext as _


class NotNew(ValueError):
    """A place where no new file can be; the message says what was found and what would be right."""


def draft_of(target: Path) -> Path:
    """Where to write what will be *target*. Raises `NotNew`."""
    if target.exists():
        raise NotNew(_("{file} is there already: name a new file").format(file=target))
    if not target.parent.is_dir():
        raise NotNew(_("{folder} is no folder: name a file in a folder that is there").format(folder=target.parent))
    return target.with_name(f".{target.name}.{os.getpid()}.part")


def give_name(draft: Path, target: Path) -> None:
    """Give a draft its name. Raises `NotNew` if somebody else has made a file of that name meanwhile."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise NotNew(_("{file} is there already: name a new file").format(file=target)) from None
    except OSError:  # a file system without hard links
        os.rename(draft, target)
