"""Several phones post at once to a real server: for each tap one line or a clear answer."""

from __future__ import annotations

import html
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import urlencode

from tests.serving.server import Answer, Caller, new_request, seen_now

Given = TypeVar("Given")
Found = TypeVar("Found")
BEFORE_THE_END = ("turn-up AH", "A adjusts 960 brought forward", "A last-trick")
"""A is to win with the brisques that both phones are about to count."""


def together(do: Callable[[Given], Found], each: Sequence[Given]) -> list[Found]:
    """Do it for each, in threads that begin at one moment; what came of it, in their order."""
    start = threading.Barrier(len(each))
    found: dict[int, Found] = {}

    def run(place: int) -> None:
        start.wait()
        found[place] = do(each[place])

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(each))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[place] for place in range(len(each))]


def words(answer: Answer) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def reasons(phone: Caller, slug: str) -> list[str]:
    """The reasons of the adjustments in the log, in its order: each test writes them all with one of their own."""
    page = phone.get(f"/matches/{slug}/log").text
    return [html.unescape(reason) for reason in re.findall(r"because-[0-9a-z-]+", page)]


def keep_writing(phone: Caller, slug: str, names: Sequence[str], seen: int = 0) -> None:
    """Write a line for each name, again and again until it stands, as people do who read the answer."""
    for name in names:
        request = new_request()
        while True:
            answer = phone.write(slug, f"A adjusts 1 {name}", seen=seen, request=request)
            if answer.status == 303:
                seen += 1
                break
            assert answer.status == 409, words(answer)
            seen = seen_now(answer)


def test_phones_that_write_at_once_lose_and_double_nothing(host: Caller) -> None:
    slug = host.open_match(target=100_000)
    host.write(slug, "turn-up AH", seen=0)
    phones = [host, *(host.friend(slug) for _ in range(3))]
    names = [[f"because-{phone}-{line}" for line in range(10)] for phone in range(4)]
    together(lambda phone: keep_writing(phones[phone], slug, names[phone]), range(4))
    written = reasons(host, slug)
    assert sorted(Counter(written)) == sorted(name for own in names for name in own)
    for own in names:
        assert list(dict.fromkeys(name for name in written if name in own)) in (own, own[::-1])


def test_two_stale_pages_are_both_written_in_the_end(host: Caller) -> None:
    """Each page is told what the other wrote and nothing is overwritten."""
    slug = host.open_match()
    host.write(slug, "turn-up AH", seen=0)
    ben = host.friend(slug)
    taps = [(host, "A melds bezique QS JD"), (ben, "B melds marriage KC QC")]
    first = together(lambda tap: tap[0].write(slug, tap[1], seen=1), taps)
    assert sorted(answer.status for answer in first) == [303, 409]
    (late,) = [place for place, answer in enumerate(first) if answer.status == 409]
    assert ("bezique" if late else "marriage") in words(first[late])
    phone, line = taps[late]
    assert phone.write(slug, line, seen=seen_now(first[late])).status == 303
    page = words(host.get(f"/matches/{slug}"))
    assert "bezique" in page
    assert "marriage" in page


def test_one_phone_twice_writes_once(host: Caller) -> None:
    """A double tap: two connections, one request. Both are answered as if theirs were the one."""
    slug = host.open_match()
    host.write(slug, "turn-up AH", seen=0)
    connections = [host.twin() for _ in range(3)]
    for seen in range(1, 11):
        request = new_request()

        def tap(phone: Caller, seen: int = seen, request: str = request) -> Answer:
            return phone.write(slug, f"A adjusts {seen} because-{seen}", seen=seen, request=request)

        answers = together(tap, connections)
        assert {answer.status for answer in answers} == {303}
        assert {answer.headers["Location"] for answer in answers} == {f"/matches/{slug}?said=1-{seen + 1}"}
    assert sorted(set(reasons(host, slug))) == sorted(f"because-{seen}" for seen in range(1, 11))


def test_two_different_keys_in_quick_succession_are_both_written(host: Caller) -> None:
    """40 and then 20 from one page, the second before the first is answered: no dead time eats a real tap."""
    slug = host.open_match()
    host.write(slug, "turn-up AH", seen=0)
    page = new_request()  # one page, one name for its next tap
    taps = [(host, "A melds bezique QS JD"), (host.twin(), "A melds marriage KC QC")]
    answers = together(lambda tap: tap[0].write(slug, tap[1], seen=1, request=page), taps)
    assert sorted(answer.status for answer in answers) == [303, 409]
    (late,) = [place for place, answer in enumerate(answers) if answer.status == 409]
    assert taps[late][0].write(slug, taps[late][1], seen=seen_now(answers[late])).status == 303
    assert "60" in words(host.get(f"/matches/{slug}"))


def test_a_retry_after_an_answer_that_was_lost_gets_it(host: Caller) -> None:
    """The line is written, the phone hangs up before it hears so and sends the same again."""
    slug = host.open_match()
    host.write(slug, "turn-up AH", seen=0)
    ben = host.friend(slug)
    request = new_request()
    form = {"csrf_token": host.token, "deal": 1, "seen": 1, "request": request, "line": "A adjusts 10 because-lost"}
    body = urlencode(form)
    with socket.create_connection(("127.0.0.1", host.port)) as wire:
        head = (
            f"POST /matches/{slug}/lines HTTP/1.1\r\nHost: 127.0.0.1:{host.port}\r\nCookie: {host.cookie}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )
        wire.sendall(head.encode())
        while "because-lost" not in ben.get(f"/matches/{slug}/log").text:
            pass
    assert ben.write(slug, "B adjusts 10 because-of-ben", seen=2).status == 303
    again = host.write(slug, "A adjusts 10 because-lost", seen=1, request=request)
    assert (again.status, again.headers["Location"]) == (303, f"/matches/{slug}?said=1-2")
    assert sorted(set(reasons(host, slug))) == ["because-lost", "because-of-ben"]
    assert seen_now(host.get(f"/matches/{slug}")) == 3


def test_the_same_closing_line_from_two_phones_closes_once(host: Caller) -> None:
    slug = host.open_match()
    assert host.write(slug, "\n".join(BEFORE_THE_END), seen=0).status == 303
    phones = [host, host.friend(slug)]
    answers = together(lambda phone: phone.write(slug, "brisques A 8 B 8", seen=3), phones)
    assert sorted(answer.status for answer in answers) == [303, 409]
    (late,) = [answer for answer in answers if answer.status == 409]
    assert "The same was written on another phone already" in words(late)
    assert "written meanwhile: Brisques" in words(late)
    assert words(host.get(f"/matches/{slug}")).count("wins") >= 1
    too_late = phones[1].write(slug, "B adjusts 990 because-of-spite", seen=4)
    assert too_late.status == 422
    assert "over" in words(too_late)
    assert reasons(host, slug) == []
