"""A page as a person without JavaScript has it: parsed, and asked for its keys, forms, links and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element, TreeBuilder

BASE = "http://localhost"
APART = frozenset({
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "section", "header", "footer", "nav", "main", "ul", "ol", "li"),
    *("table", "caption", "tr", "th", "td", "fieldset", "legend", "label", "button", "option", "summary", "details"),
    *("form", "title"),
})  # fmt: skip
"""Elements whose words stand apart from their neighbours'."""


VOID = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)>")
ATTRIBUTE = re.compile(r"""([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


def read(html: str) -> Element:
    """The tree of a page in which every element is closed; `checks` sees to it that every page is such a page."""
    builder = TreeBuilder()
    inside: list[str] = []
    builder.start("page", {})
    at = 0
    for tag in TAG.finditer(html):
        builder.data(unescape(html[at : tag.start()]))
        at = tag.end()
        ends, name, rest = tag[1], tag[2].lower(), tag[3]
        if not ends:
            found = ATTRIBUTE.findall(rest.removesuffix("/"))
            builder.start(name, {key: unescape(one or two or bare) for key, one, two, bare in found})
            inside.append(name)
        if name in VOID or rest.endswith("/"):
            builder.end(inside.pop())
        while ends and name in inside:
            closed = inside.pop()
            builder.end(closed)
            if closed == name:
                break
    for name in reversed(inside):
        builder.end(name)
    builder.end("page")
    page = builder.close()
    return next(page.iter("html"), page)


@dataclass(frozen=True)
class Page:
    """An HTML answer: where it was asked for, its status and its text."""

    address: str
    status: int
    html: str

    @cached_property
    def tree(self) -> Element:
        return read(self.html)

    @cached_property
    def parents(self) -> dict[Element, Element]:
        return {child: parent for parent in self.tree.iter() for child in parent}

    @cached_property
    def by_id(self) -> dict[str, Element]:
        return {element.attrib["id"]: element for element in self.elements() if element.get("id")}

    @cached_property
    def labels(self) -> dict[str, list[Element]]:
        """The labels of each id."""
        found: dict[str, list[Element]] = {}
        for label in self.elements("label"):
            found.setdefault(label.get("for", ""), []).append(label)
        return found

    def elements(self, *tags: str, within: Element | None = None) -> Iterator[Element]:
        """All elements, or those of these *tags*, in the order of the page."""
        for element in (self.tree if within is None else within).iter():
            if not tags or element.tag in tags:
                yield element

    def above(self, element: Element) -> Iterator[Element]:
        """The elements around *element*, from the inside."""
        while (parent := self.parents.get(element)) is not None:
            yield (element := parent)

    def one(self, id: str) -> Element:
        """The element of that id; the message of the error says what the page shows instead."""
        assert id in self.by_id, f"no {id!r} on {self.address}: {sorted(self.by_id)}\n{self.words}"
        return self.by_id[id]

    def __contains__(self, id: str) -> bool:
        return id in self.by_id

    # Words ----------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return words(next(self.elements("title")))

    @cached_property
    def words(self) -> str:
        """What stands between the skip link and the foot of the page."""
        return words(self.by_id.get("main", self.tree))

    def said(self, id: str) -> str:
        """The words in the element of that id."""
        return words(self.one(id))

    @property
    def announced(self) -> str:
        """What a screen reader is told about what has just been written."""
        return self.by_id["main"].get("data-announce", "")

    @property
    def errors(self) -> list[str]:
        """The messages that say what is wrong."""
        return [words(e) for e in self.elements("p") if "error" in e.get("class", "").split()]

    def figure(self, side: str) -> int:
        """The total on a side's panel."""
        return int(self.said(f"t-{side}").replace(",", "").replace("−", "-"))

    def rows(self) -> list[list[str]]:
        """The cells of every row of every table, as words."""
        return [[words(cell) for cell in self.elements("th", "td", within=row)] for row in self.elements("tr")]

    # Keys -----------------------------------------------------------------------------------------------------------

    def buttons(self) -> list[Element]:
        return list(self.elements("button"))

    def keys_that_write(self) -> list[Element]:
        """The buttons that write a line with one tap."""
        return [button for button in self.buttons() if button.get("name") == "line"]

    def links(self) -> list[Element]:
        return [link for link in self.elements("a") if link.get("href")]

    def form_of(self, control: Element) -> Element | None:
        """The form to which a control belongs."""
        if named := control.get("form"):
            return self.by_id.get(named)
        return next((element for element in self.above(control) if element.tag == "form"), None)

    def controls(self, form: Element) -> list[Element]:
        """What is filled in, in the order of the page."""
        found = self.elements("input", "select", "textarea")
        return [control for control in found if self.form_of(control) is form]

    def filled(self, form: Element) -> list[tuple[str, str]]:
        """What a browser would send of *form*, without a button."""
        sent = []
        for control in self.controls(form):
            name = control.get("name")
            ticked = control.get("type") not in ("radio", "checkbox") or control.get("checked") is not None
            if name and ticked:
                sent.append((name, value_of(control)))
        return sent

    def target(self, href: str) -> str:
        """The path, with its query, that an address on this page leads to; elsewhere is an error."""
        split = urlsplit(urljoin(BASE + self.address, href))
        assert f"{split.scheme}://{split.netloc}" == BASE, f"{self.address} leads elsewhere: {href}"
        return split.path + (f"?{split.query}" if split.query else "")


def value_of(control: Element) -> str:
    """What is filled in or chosen."""
    if control.tag == "select":
        options = list(control.iter("option"))
        chosen = next((option for option in options if option.get("selected") is not None), options[0])
        return chosen.get("value", "")
    if control.tag == "textarea":
        return "".join(control.itertext())
    return control.get("value", "on" if control.get("type") in ("radio", "checkbox") else "")


def words(element: Element, *, heard: bool = False) -> str:
    """The text in *element*, blanks collapsed; *heard*: without what is hidden from screen readers."""
    parts: list[str] = []

    def collect(inner: Element) -> None:
        if not (heard and inner.get("aria-hidden") == "true"):
            parts.append(f" {inner.text or ''}" if inner.tag in APART else inner.text or "")
            for child in inner:
                collect(child)
                parts.append(f" {child.tail or ''}" if child.tag in APART else child.tail or "")

    collect(element)
    return " ".join("".join(parts).replace("\ufe0e", "").split())
