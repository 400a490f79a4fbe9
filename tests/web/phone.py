"""A phone at the table: a browser without JavaScript that checks every page it is shown."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from tests.web.checks import problems
from tests.web.page import Page

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
ANY = 0
"""Any status will do."""
_names = (f"tap-{number:08d}" for number in itertools.count(1))


def any_request() -> str:
    """A name that no tap has had yet."""
    return next(_names)


class Phone:
    """A browser with its own cookies. *page* is what it shows; *quoted* are texts of people, who write anything."""

    page: Page

    def __init__(self, app: Flask, *quoted: str) -> None:
        self.app = app
        self.client = app.test_client()
        self.quoted = quoted
        self._token = ""

    def get(self, address: str, *, status: int = 200) -> Page:
        """Ask for a page, and go where it leads."""
        answer = self.client.get(address)
        if answer.status_code == 302:
            address = answer.headers["Location"].partition("#")[0]
            answer = self.client.get(address)
        return self._show(address, answer, status)

    def tap(self, id: str, *, status: int = 200) -> Page:
        """Tap the link or button of that id on the page shown."""
        element = self.page.one(id)
        if element.tag == "a":
            return self.get(self.page.target(element.attrib["href"]), status=status)
        return self.send(element, status=status)

    def send(self, button: Element, *, status: int = 200, **filled: str | Sequence[str]) -> Page:
        """Tap a button, having *filled* in what is named: text, or what is chosen among radios or boxes."""
        form = self.page.form_of(button)
        assert form is not None, f"{button.get('id')} belongs to no form"
        fields = MultiDict(self.page.filled(form))
        known = {control.get("name") for control in self.page.controls(form)}
        for name, value in filled.items():
            assert name in known, f"no field {name!r} in the form: {sorted(map(str, known))}"
            fields.setlist(name, [value] if isinstance(value, str) else list(value))
        if pressed := button.get("name"):
            fields.add(pressed, button.get("value", ""))
        target = self.page.target(form.attrib["action"])
        if form.attrib["method"] == "get":
            return self.get(f"{target}?{urlencode(list(fields.items(multi=True)))}", status=status)
        return self._posted(target, fields, status)

    def fill(self, id: str, *, status: int = 200, **filled: str | Sequence[str]) -> Page:
        """As `send`, the button named by its id."""
        return self.send(self.page.one(id), status=status, **filled)

    def post(self, address: str, *, status: int, **fields: Any) -> Page:
        """Send a form that no page offers, with the token of this phone."""
        return self._posted(address, MultiDict({"csrf_token": self.token, **fields}), status)

    @property
    def token(self) -> str:
        """The token that this phone's forms carry."""
        if not self._token:
            shown = self.page.html if hasattr(self, "page") else ""
            found = TOKEN.search(shown) or TOKEN.search(self.client.get("/matches/new").text)
            assert found, "no form carries a token"
            self._token = found[1]
        return self._token

    def _posted(self, address: str, fields: MultiDict[str, Any], status: int) -> Page:
        answer = self.client.post(address, data=fields)
        if answer.status_code < 400:
            assert answer.status_code == 303, f"a post is answered by {answer.status}"
            return self.get(answer.headers["Location"], status=status)
        return self._show(address, answer, status)

    def _show(self, address: str, answer: TestResponse, status: int) -> Page:
        assert answer.content_type == "text/html; charset=utf-8", answer.content_type
        self.page = Page(address, answer.status_code, answer.data.decode("utf-8"))
        assert status in (ANY, answer.status_code), f"{address}: {answer.status}\n{self.page.words}"
        wrong = problems(self.page, self._resolves, self.quoted)
        assert not wrong, "\n".join(wrong)
        return self.page

    def _resolves(self, path: str, method: str) -> bool:
        routes: dict[tuple[str, str], bool] = self.app.extensions.setdefault("routes asked for by tests", {})
        if (path, method) not in routes:
            try:
                self.app.url_map.bind("localhost").match(path, method)
                routes[path, method] = True
            except (HTTPException, RequestRedirect):
                routes[path, method] = False
        return routes[path, method]
