"""The plan of the house, kept by reading the imports of every module."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "scorekeeper"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
ENGINE = [path for path in MODULES if path.is_relative_to(PACKAGE / "bezique")]
REVISIONS = PACKAGE / "migrations" / "versions"

LONGEST = 320
MEANINGLESS = {"utils", "util", "helpers", "helper", "constants", "base", "interfaces", "managers", "common", "misc"}
SQL = {"sqlalchemy", "flask_sqlalchemy", "flask_migrate", "alembic", "sqlite3", "psycopg"}
WEB = {"flask", "flask_wtf", "wtforms", "werkzeug", "jinja2", "markupsafe"}
CLOCK_AND_CHANCE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "os",
    "sys",
    "io",
    "pathlib",
    "socket",
    "subprocess",
}

#: Who may speak SQL; all but `database`, `upgrade`, `backups`, `live` and `migrations` are the store's own.
SPEAKERS = {
    "database",
    "tables",
    "statements",
    "store",
    "holders",
    "company",
    "changes",
    "deleted",
    "copying",
    "listing",
    "holding",
    "archive",
    "players",
    "mergers",
    "tallying",
    "transfers",
    "upgrade",
    "backups",
    "live",
    "migrations",
}
#: What the store is made of, besides itself.
OWN = {
    "copying",
    "listing",
    "holding",
    "archive",
    "players",
    "mergers",
    "tallying",
    "transfers",
    "tables",
    "statements",
}
ABOVE = {"views", "services", "people", "history", "statistics", "forms", "formatters", "access"}
#: What a module may not import from the package: the arrows of the plan, read backwards.
MUST_NOT_KNOW = {
    "views": {"store", "database", "upgrade", "changes", "deleted"} | OWN,
    "services": {"views", "forms", "formatters", "access", "database", "tables", "statements"},
    "altering": {"views", "forms", "formatters", "access", "database", "tables", "statements"},
    "mending": {"views", "forms", "formatters", "access", "database", "tables", "statements"},
    "deleted": {"views", "services", "forms", "formatters", "access"},
    "changes": {"views", "services", "forms", "formatters", "access"},
    "store": {"views", "services", "forms", "formatters", "access"},
    "copying": ABOVE,
    "listing": ABOVE,
    "holding": ABOVE,
    "archive": ABOVE,
    "players": ABOVE,
    "mergers": ABOVE,
    "tallying": ABOVE,
    "tallies": {"views", "forms", "formatters", "access", "store", "database"} | OWN,
    "charts": {"views", "forms", "access", "store", "database"} | OWN,
    "remembered": {"views", "services", "forms", "formatters", "access", "store", "database"} | OWN,
    "people": {"views", "forms", "formatters", "access", "store", "database", "tables", "statements"},
    "history": {"views", "forms", "access", "store", "database", "tables", "statements"},
    "statistics": {"views", "forms", "access", "store", "database", "tables", "statements"},
    "history_forms": {"views", "services", "store", "database"} | OWN,
    "player_forms": {"views", "services", "store", "database"} | OWN,
    "transfers": {"views", "services", "forms", "formatters", "access"},
    "takealong": {"views", "forms", "formatters", "access", "database", "tables", "statements"},
    "stored": {"views", "services", "forms", "formatters", "access", "store", "database", "tables", "statements"},
    "tables": {"views", "services", "forms", "formatters", "access", "store"},
    "database": {"views", "services", "forms", "formatters", "access", "store"},
    "forms": {"views", "services", "store", "tables", "statements", "database"},
    "formatters": {"views", "services", "store", "tables", "statements", "database", "forms"},
    "access": {"views", "services", "store", "tables", "statements", "database", "forms"},
}


def name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def part(path: Path) -> str:
    """The part of the plan to which a module belongs: "views" for views/matches.py."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(path: Path) -> Iterator[str]:
    """Everything a module imports, absolute: "scorekeeper.bezique.cards", "flask"."""
    package = path.relative_to(PACKAGE.parent).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*start, *(node.module or "").split("."))).rstrip(".")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def outside(path: Path) -> set[str]:
    """The packages, not ours, that a module imports."""
    return {imported.partition(".")[0] for imported in imports(path)} - {"scorekeeper"}


def inside(path: Path) -> set[str]:
    """The parts of the plan that a module imports."""
    return {imported.split(".")[1] for imported in imports(path) if imported.startswith("scorekeeper.")}


def relative(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]


each_module = pytest.mark.parametrize("path", MODULES, ids=name)
each_engine_module = pytest.mark.parametrize("path", ENGINE, ids=name)


@each_engine_module
def test_the_engine_needs_only_the_standard_library(path: Path) -> None:
    assert outside(path) <= sys.stdlib_module_names


@each_engine_module
def test_the_engine_knows_nothing_around_it(path: Path) -> None:
    assert inside(path) <= {"bezique"}


@each_engine_module
def test_the_engine_knows_no_clock_and_no_chance(path: Path) -> None:
    assert not outside(path) & CLOCK_AND_CHANCE


@each_module
def test_imports_are_relative_within_the_engine_and_absolute_elsewhere(path: Path) -> None:
    if path in ENGINE:
        written = {node.module or "" for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                   if isinstance(node, ast.ImportFrom) and not node.level}  # fmt: skip
        assert not {module for module in written if module.startswith("scorekeeper")}
    else:
        assert relative(path) == []


@each_module
def test_sql_is_spoken_in_few_places(path: Path) -> None:
    if part(path) not in SPEAKERS:
        assert not outside(path) & SQL


@each_module
def test_nothing_knows_what_stands_above_it(path: Path) -> None:
    assert not inside(path) & MUST_NOT_KNOW.get(part(path), set())


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if part(path) in ("services", "mending", "altering", "takealong", "store", "stored")],
    ids=name,
)
def test_services_and_store_know_no_request_and_no_page(path: Path) -> None:
    assert not outside(path) & WEB


@each_module
def test_a_module_can_be_read_at_one_sitting(path: Path) -> None:
    if not path.is_relative_to(REVISIONS):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@each_module
def test_a_module_is_named_for_what_it_holds(path: Path) -> None:
    assert path.stem not in MEANINGLESS


@each_module
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_top_level_is_what_the_customer_asked_for() -> None:
    root = PACKAGE.parent
    wanted = {"pyproject.toml", "scorekeeper", "templates", "static", "tests", "instance", "README.md"}
    assert wanted <= {path.name for path in root.iterdir()}
