"""Measures a page as it is laid out: what does not fit, and where things stand."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator

from tests.browser.viewers import Device, Viewer

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
BOXES = """(parts) => Object.fromEntries(parts.filter((part) => part.id).map((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [part.id, [left + scrollX, top + scrollY, width, height].map(Math.round)];
}))"""


def turn(viewer: Viewer, device: Device) -> None:
    """The same page on another screen."""
    viewer.page.set_viewport_size({"width": device.width, "height": device.height})


def wrong(viewer: Viewer, device: Device, *, fingers: bool = True) -> list[str]:
    """What is wrong with the page on this screen; with *fingers* also whether keys are large and far enough apart."""
    found: list[str] = viewer.page.evaluate(MEASURE, {"width": device.width, "fingers": fingers})
    return found


def boxes(viewer: Viewer, selector: str) -> dict[str, list[int]]:
    """Where each of these stands on the page, by its id: left, top, width, height."""
    found: dict[str, list[int]] = viewer.page.locator(selector).evaluate_all(BOXES)
    assert found
    return found


def is_cut(locator: Locator) -> bool:
    """Whether its text is longer than its place."""
    return bool(locator.evaluate("(part) => part.scrollWidth > part.clientWidth"))
