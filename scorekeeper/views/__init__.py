"""The pages: one blueprint a module."""

from __future__ import annotations

from flask import Blueprint

from scorekeeper.views import (
    adjust,
    change,
    delete,
    gate,
    health,
    laws,
    live,
    matches,
    mend,
    players,
    referee,
    setup,
    share,
    statistics,
    take,
)

BLUEPRINTS: tuple[Blueprint, ...] = (
    *(setup.bp, matches.bp, mend.bp, adjust.bp, change.bp, delete.bp),
    *(live.bp, share.bp, laws.bp, referee.bp, health.bp, players.bp, statistics.bp, take.bp),
)
GATE = gate.admit
"""Asked before every request."""
