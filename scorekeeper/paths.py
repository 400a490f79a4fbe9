"""Where templates, static files and the instance folder live.

In a checkout (or an editable install of it) they lie beside the package; a wheel carries the first two inside the
package, and its instance folder is the user's own data folder, so that it outlives the virtual environment.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent


def in_checkout() -> bool:
    """Whether this package lies in its project's folder, and not in site-packages."""
    return (ROOT / "pyproject.toml").is_file() and (ROOT / "templates").is_dir()


def resource_dir(name: str) -> Path:
    """The folder *name* ("templates" or "static"), wherever this installation keeps it."""
    if in_checkout():
        return ROOT / name
    packaged = PACKAGE / name
    if packaged.is_dir():
        return packaged
    raise RuntimeError(f"folder {name!r} found neither in {ROOT} nor in {PACKAGE}: install the program again")


def instance_dir() -> Path:
    """The folder of the database and the secret key: SCOREKEEPER_INSTANCE, else the checkout's, else the user's."""
    if named := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(named).expanduser().resolve()
    if in_checkout():
        return ROOT / "instance"
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return home / "scorekeeper"
