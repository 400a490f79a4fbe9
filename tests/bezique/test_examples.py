"""The examples in the engine's own docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from scorekeeper import bezique

MODULES = [bezique.__name__, *(f"{bezique.__name__}.{found.name}" for found in pkgutil.iter_modules(bezique.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    assert sum(bool(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name))) >= 4
