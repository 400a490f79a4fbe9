"""The pages: one blueprint a module."""

from __future__ import annotations

from flask import Blueprint

from scorekeeper.views import laws, matches, referee, setup

BLUEPRINTS: tuple[Blueprint, ...] = (setup.bp, matches.bp, laws.bp, referee.bp)
