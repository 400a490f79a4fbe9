"""The checks of every page find what they are there to find."""

from __future__ import annotations

import pytest

from tests.web.checks import problems
from tests.web.page import Page

FORM = (
    f'<form method="post" action="/lines"><input type="hidden" name="csrf_token" value="{"x" * 40}">'
    '<input type="hidden" name="request" value="tap-0001"><input type="hidden" name="deal" value="1">'
    '<input type="hidden" name="seen" value="0"><label for="n">Name</label><input id="n" name="n">'
    '<button name="line" value="trick A">Trick</button></form>'
)
GOOD = (
    '<!doctype html><html lang="en"><head><title>Home · Bezique</title><script src="/app.js"></script></head>'
    f'<body><main id="main"><h1>Bezique</h1><h2>Deal</h2><p>Alice <a href="/">home</a></p>{FORM}</main></body></html>'
)


def found(html: str, *quoted: str) -> str:
    routes = {("/", "GET"), ("/app.js", "GET"), ("/lines", "POST")}
    page = Page("/page", 200, html)
    return "\n".join(problems(page, lambda path, method: (path, method) in routes, quoted))


def test_a_good_page_has_no_problems() -> None:
    assert found(GOOD) == ""


FAULTS = [
    ("an end tag too many", "</p>", "</p></div>", "end-tag-too-early"),
    ("an attribute twice", '<h1>', '<h1 class="a" class="b">', "duplicate-attribute"),
    ("an ampersand left raw", "Alice", "Alice &copy Ben", "'&copy Ben ' cannot stand there"),
    ("no language", ' lang="en"', "", "no lang"),
    ("no title", "Home · ", "· ", "no title"),
    ("no main", "main", "section", "0 main"),
    ("an id twice", "<h2>", '<h2 id="n">', "id 'n' stands 2 times"),
    ("a label for nothing", "<p>", '<p aria-labelledby="x">', "names nothing"),
    ("a style in the page", "<p>", '<p style="color:red">', "inline style"),
    ("a handler in the page", "<p>", '<p onclick="f()">', "inline onclick"),
    ("a script in the page", "</main>", "<script>f()</script></main>", "inline script"),
    ("an address that is a script", 'href="/"', 'href=" javascript:f()"', "javascript:"),
    ("a second h1", "<h2>Deal</h2>", "<h1>Deal</h1>", "not one h1"),
    ("a level left out", "<h2>Deal</h2>", "<h3>Deal</h3>", "h3 'Deal' follows h1"),
    ("a heading without words", "<h2>Deal</h2>", "<h2></h2>", "empty h2"),
    ("an input without a label", ' for="n"', "", "has no label"),
    ("radios without a group", "<p>", '<p><label><input type="radio" name="r">1</label>', "no named group"),
    ("a button without a name", ">Trick</button>", '><svg aria-hidden="true"></svg></button>', "has no name"),
    ("a button that is nobody's", "</main>", "<button>Go</button></main>", "belongs to no form"),
    ("a link in a button", ">Trick<", '><a href="/">Trick</a><', "holds ['a']"),
    ("a value that is None", "Alice", "None", "shows 'None'"),
    ("a value of the program's", "Alice", "&lt;built-in method title&gt;", "built-in"),
    ("a sentence not filled in", "Alice", "%(name)s wins", "shows '%(name)'"),
    ("a link to nowhere", 'href="/"', 'href="/nowhere"', "leads nowhere"),
    ("a link elsewhere", 'href="/"', 'href="//example.com/"', "leads elsewhere"),
    ("a fragment of nothing", 'href="/"', 'href="#x"', "names nothing on the page"),
    ("a form that gets", ' method="post"', "", "has no method"),
    ("a form to nowhere", 'action="/lines"', 'action="/deals"', "nothing answers"),
    ("a form without a token", 'name="csrf_token"', 'name="token"', "carries no csrf_token"),
    ("a form without a request", 'value="tap-0001"', 'value=""', "carries no request"),
    ("a form that does not say what it has seen", 'name="seen"', 'name="saw"', "does not say its ['seen']"),
    ("a form that asks nobody", 'method="post"', 'method="get"', "where nothing answers"),
    ("a token in an address", 'method="post"', 'method="get"', "shows its token in an address"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "problem"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_fault_is_found(before: str, after: str, problem: str) -> None:
    assert before in GOOD
    assert problem in found(GOOD.replace(before, after))


def test_what_people_write_may_say_anything() -> None:
    assert found(GOOD.replace("Alice", "None {{ 7*7 }}"), "None {{ 7*7 }}") == ""
