"""Servers in processes of their own, for the tests that want real ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serving.server import Caller, Served, serving
from tests.store.conftest import postgresql

__all__ = ["postgresql"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`scorekeeper serve` on SQLite, for all tests of a module."""
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def host(served: Served) -> Iterator[Caller]:
    """A phone that opens matches."""
    with Caller(served.port) as phone:
        yield phone
