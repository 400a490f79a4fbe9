"""What must hold on every page that any test loads: `problems` lists everything that does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import html5lib

from scorekeeper import paths
from tests.web.page import Page, value_of, words

Resolves = Callable[[str, str], bool]
"""Whether a route of the program answers a path with a method."""

LEAKED = re.compile(
    r"\bNone\b|\bundefined\b|\bNaN\b|\[object |built-in|object at 0x|Markup\(|%\(\w+\)|%s|[{]{2}|[}]{2}"
)
SUBMITS = (None, "submit")
NAMELESS = ("hidden", "submit", "button")


def problems(page: Page, resolves: Resolves, quoted: Collection[str] = ()) -> list[str]:
    """Everything wrong with *page*. *quoted* are texts that people wrote, which may say anything."""
    checks = (_syntax, _frame, _ids, _nothing_inline, _headings, _labels, _radios, _buttons)
    found = [problem for check in checks for problem in check(page)]
    found += _leaks(page, quoted)
    found += _links(page, resolves)
    found += _forms(page, resolves)
    return [f"{page.address}: {problem}" for problem in found]


WORDS = re.compile(r'(?<==)"[^"]*"|(?<=>)[^<]+')
UNFIT = re.compile(r"&(?!(?:amp|lt|gt|quot|#\d+|#x[\da-fA-F]+);).{0,9}|[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_sound: set[str] = set()
"""What is left, without words and values, of the pages of which a strict parser did not complain."""


def _syntax(page: Page) -> Iterator[str]:
    """What a strict parser complains of. It is slow: what differs in words alone is one page to it."""
    if unfit := UNFIT.search(page.html):
        yield f"html: {unfit[0]!r} cannot stand there"
    shape = WORDS.sub("", page.html)
    if shape in _sound:
        return
    parser = html5lib.HTMLParser()
    parser.parse(page.html)
    lines = page.html.splitlines()
    for (line, column), error, details in parser.errors:
        near = lines[line - 1][max(0, column - 60) : column + 20]
        yield f"html: {error} {details} near {near!r}"
    if not parser.errors:
        _sound.add(shape)


def _frame(page: Page) -> Iterator[str]:
    if not page.tree.get("lang"):
        yield "html has no lang"
    drawn = {title for drawing in page.elements("svg") for title in page.elements("title", within=drawing)}
    titles = [title for title in page.elements("title") if title not in drawn]
    if len(titles) != 1 or not words(titles[0]).partition("·")[0].strip():
        yield "there is no title of its own"
    mains = list(page.elements("main"))
    if len(mains) != 1:
        yield f"{len(mains)} main elements"


def _ids(page: Page) -> Iterator[str]:
    counted = Counter(element.attrib["id"] for element in page.elements() if "id" in element.attrib)
    yield from (f"id {id!r} stands {count} times" for id, count in counted.items() if count > 1 or not id)
    for element in page.elements():
        for attribute in ("for", "form", "list", "aria-labelledby", "aria-describedby", "aria-controls"):
            for id in element.get(attribute, "").split():
                if id not in page.by_id:
                    yield f"{attribute}={id!r} names nothing"


def _nothing_inline(page: Page) -> Iterator[str]:
    for element in page.elements():
        for attribute, value in element.items():
            if attribute == "style" or attribute.startswith("on"):
                yield f"inline {attribute}={value!r}"
            drawn = (element.tag, attribute) == ("img", "src") and value.startswith("data:image/svg+xml;base64,")
            leads = attribute in ("href", "src", "action", "formaction") and not drawn
            if leads and re.match(r"\s*(javascript|data|vbscript):", value):
                yield f"{attribute}={value!r}"
    for element in page.elements("style", "base", "iframe", "object", "embed"):
        yield f"an element <{element.tag}>"
    for script in page.elements("script"):
        if not script.get("src") or words(script):
            yield f"an inline script: {words(script)!r}"


def _headings(page: Page) -> Iterator[str]:
    found = [(str(heading.tag), words(heading)) for heading in page.elements("h1", "h2", "h3", "h4", "h5", "h6")]
    if [tag for tag, _ in found].count("h1") != 1:
        yield f"not one h1: {found}"
    for (before, _), (tag, text) in zip([("h1", ""), *found], found, strict=False):
        if int(tag[1]) > int(before[1]) + 1:
            yield f"{tag} {text!r} follows {before}"
        if not text:
            yield f"an empty {tag}"


def accessible_name(page: Page, element: Element) -> str:
    """What a screen reader calls *element*."""
    if label := element.get("aria-label"):
        return label.strip()
    if ids := element.get("aria-labelledby"):
        return " ".join(words(page.by_id[id], heard=True) for id in ids.split() if id in page.by_id)
    if element.tag in ("input", "select", "textarea"):
        labels = page.labels.get(element.get("id", "-"), [])
        labels = labels + [above for above in page.above(element) if above.tag == "label"]
        return " ".join(words(label, heard=True) for label in labels)
    return words(element, heard=True) or element.get("title", "")


def _labels(page: Page) -> Iterator[str]:
    for control in page.elements("input", "select", "textarea"):
        if control.get("type") not in NAMELESS and not accessible_name(page, control):
            yield f"{control.get('name')!r} ({control.get('id')}) has no label"
    for group in page.elements():
        if group.get("role") in ("group", "radiogroup") and not accessible_name(page, group):
            yield f"a {group.get('role')} without a name"


def _radios(page: Page) -> Iterator[str]:
    checked: Counter[tuple[int, str]] = Counter()
    for radio in page.elements("input"):
        if radio.get("type") != "radio":
            continue
        if radio.get("checked") is not None:
            checked[id(page.form_of(radio)), radio.get("name", "")] += 1
        around = list(page.above(radio))
        legends = [child for above in around if above.tag == "fieldset" for child in above if child.tag == "legend"]
        if not any(map(words, legends)) and not any(above.get("role") == "radiogroup" for above in around):
            yield f"radio {radio.get('name')!r} stands in no named group"
    yield from (f"{count} radios {name!r} are chosen" for (_, name), count in checked.items() if count > 1)


def _buttons(page: Page) -> Iterator[str]:
    for element in page.elements("button", "a", "summary"):
        if not accessible_name(page, element):
            yield f"<{element.tag} id={element.get('id')!r}> has no name"
        if inner := [
            e.tag for e in page.elements("a", "button", "input", "select", within=element) if e is not element
        ]:
            yield f"<{element.tag} id={element.get('id')!r}> holds {inner}"
    for button in page.elements("button"):
        if button.get("type") in SUBMITS and page.form_of(button) is None:
            yield f"button {button.get('id')!r} belongs to no form"
        if inner := [e.tag for e in page.elements("div", "p", "ul", "ol", "h2", within=button)]:
            yield f"button {button.get('id')!r} holds blocks: {inner}"


def _leaks(page: Page, quoted: Collection[str]) -> Iterator[str]:
    """Words of the program that no person should read."""
    texts = [words(page.tree)]
    shown = ("title", "aria-label", "data-announce", "placeholder", "alt", "href", "action")
    texts += [element.attrib[name] for element in page.elements() for name in shown if name in element.attrib]
    for text in texts:
        for quote in (" ".join(one.split()) for one in sorted(quoted, key=len, reverse=True)):
            text = text.replace(quote, "")
            for end in range(len(quote) - 1, 1, -1):  # beside a chart a name may be shortened
                text = text.replace(f"{quote[:end].rstrip()}…", "")
        if leaked := LEAKED.search(text):
            yield f"shows {leaked[0]!r} in {text[max(0, leaked.start() - 40) : leaked.end() + 40]!r}"


def _links(page: Page, resolves: Resolves) -> Iterator[str]:
    for element in page.elements():
        for attribute in ("href", "src"):
            href = element.get(attribute)
            if href is None or (attribute, href[:11]) == ("src", "data:image/"):
                continue
            path, _, fragment = href.partition("#")
            if urlsplit(href).netloc or urlsplit(href).scheme:
                yield f"{attribute}={href!r} leads elsewhere"
            elif path and not resolves(page.target(href).partition("?")[0], "GET"):
                yield f"{attribute}={href!r} leads nowhere"
            elif fragment and element.tag == "use":
                if fragment not in _sprite():
                    yield f"no drawing {fragment!r} in {path}"
            elif fragment and not path and fragment not in page.by_id:
                yield f"{href!r} names nothing on the page"
            elif not href:
                yield f"an empty {attribute}"


@cache
def _sprite() -> frozenset[str]:
    drawn = (paths.resource_dir("static") / "suits.svg").read_text(encoding="utf-8")
    return frozenset(re.findall(r'id="([^"]+)"', drawn))


def _forms(page: Page, resolves: Resolves) -> Iterator[str]:
    for form in page.elements("form"):
        said = f"form {form.get('id') or form.get('action')!r}"
        action = form.get("action")
        if form.get("method", "").lower() == "get":
            yield from _asking(page, form, said, resolves)
            continue
        if form.get("method", "").lower() != "post":
            yield f"{said} has no method"
        if not action or not resolves(page.target(action).partition("?")[0], "POST"):
            yield f"{said} posts to {action!r}, where nothing answers"
        hidden = {c.get("name"): value_of(c) for c in page.controls(form) if c.get("type") == "hidden"}
        writes = re.search(r"/(lines(/\d+)?|deals|new|adjust)$", action or "")  # what is done twice counts once
        for name, wanted in (("csrf_token", r".{40,}"), ("request", r"[A-Za-z0-9_-]{8,64}" if writes else r"")):
            if not re.fullmatch(wanted, hidden.get(name, "")):
                yield f"{said} carries no {name}: {hidden.get(name)!r}"
        if action and action.endswith("/lines"):
            if missing := [name for name in ("deal", "seen") if not hidden.get(name, "").isdecimal()]:
                yield f"{said} does not say its {missing}"


def _asking(page: Page, form: Element, said: str, resolves: Resolves) -> Iterator[str]:
    """A form that only asks: what it carries stands in an address, where a token would be seen by others."""
    action = form.get("action")
    if not action or not resolves(page.target(action).partition("?")[0], "GET"):
        yield f"{said} asks {action!r}, where nothing answers"
    if any(control.get("name") in ("csrf_token", "request") for control in page.controls(form)):
        yield f"{said} shows its token in an address"
