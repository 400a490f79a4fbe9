"""The pages: one blueprint a module."""

from __future__ import annotations

from flask import Blueprint

from scorekeeper.views import matches, setup

BLUEPRINTS: tuple[Blueprint, ...] = (setup.bp, matches.bp)
