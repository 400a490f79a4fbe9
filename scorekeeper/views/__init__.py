"""The pages: one blueprint a module."""

from __future__ import annotations

from flask import Blueprint

from scorekeeper.views import gate, health, laws, live, matches, referee, setup, share, take

BLUEPRINTS: tuple[Blueprint, ...] = (setup.bp, matches.bp, live.bp, share.bp, laws.bp, referee.bp, take.bp, health.bp)
GATE = gate.admit
"""Asked before every request."""
