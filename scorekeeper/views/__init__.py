"""The pages: one blueprint a module."""

from __future__ import annotations

from flask import Blueprint

BLUEPRINTS: tuple[Blueprint, ...] = ()
