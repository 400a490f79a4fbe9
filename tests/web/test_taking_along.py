"""What people take along: records, tables, sheets and pictures; and what they bring in."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta, timezone
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from pypdf import PdfReader
from werkzeug.test import TestResponse

from scorekeeper import altering, sharing
from scorekeeper.views.take import LARGEST_FILE, disposition
from tests.conftest import MakeApp
from tests.store.luggage import SCORES, file_of, recorded
from tests.web.conftest import OpenTable
from tests.web.page import words
from tests.web.people import people
from tests.web.phone import Phone, any_request
from tests.web.table import ENDED, WORKED_DEAL, Table, stored

HOSTILE = (
    "<svg/onload=alert(1)>",
    "{{ 7*7 }}{% x %}",
    '"; drop table match; --',
    '=HYPERLINK("http://x")',
    "{nb} %s %(name)s",
    "W" * 40,
    "👩\u200d👧\u200d👦",
    "山田 太郎",
    "محمد علي",
    "../../etc/passwd",
)


def finished(table: OpenTable, **chosen: Any) -> Table:
    """A match of three deals that Alice has won, 1,500 to 450."""
    shown = table(*WORKED_DEAL, *ENDED, target=1500, **chosen)
    for _deal in range(2):
        shown.next_deal(*WORKED_DEAL, *ENDED)
    return shown


def file(table: Table, name: str, status: int = 200, known: str = "") -> TestResponse:
    """A file of a match, of which the browser has the version *known*."""
    answer = table.phone.client.get(f"{table.address}/{name}", headers={"If-None-Match": known} if known else {})
    assert answer.status_code == status, answer.text[:300]
    return answer


def rows(answer: TestResponse) -> list[list[str]]:
    text = answer.data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def words_of(answer: TestResponse) -> list[str]:
    """The text of a sheet, a page each."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages]


# Files of a match ---------------------------------------------------------------------------------------------------

FILES = [
    ("record.json", "application/json"),
    ("lines.csv", "text/csv; charset=utf-8"),
    ("sheet.pdf", "application/pdf"),
    ("result.png", "image/png"),
]


@pytest.mark.parametrize(("name", "kind"), FILES)
def test_a_file_is_sent_once_a_version(table: OpenTable, name: str, kind: str) -> None:
    shown = finished(table)
    first = file(shown, name)
    assert first.content_type == kind
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = file(shown, name, 304, known=first.headers["ETag"])
    assert again.data == b""
    shown.write("take back 15")
    assert file(shown, name, known=first.headers["ETag"]).headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize("name", [name for name, _ in FILES])
@pytest.mark.parametrize("named", HOSTILE)
def test_no_name_breaks_a_file(table: OpenTable, named: str, name: str) -> None:
    """L01: whatever people call themselves, it is a name."""
    shown = table(*WORKED_DEAL, *ENDED, names=((named,), ("Ben",)), target=500)
    shown.write("A adjusts 10 <b>{nb}</b> =1+1 & 👩\u200d👧") if not shown.sheet().standing.closed else None
    said = file(shown, name).headers["Content-Disposition"]
    assert re.fullmatch(r"attachment; filename=\"bezique[ -~]*\.\w+\"(; filename\*=UTF-8''[\w%.~-]+)?", said)
    assert not set("/\\:*?<>|") & set(said.partition('filename="')[2].partition('"')[0])


NAMES = [
    ("bezique Alice - Ben", 'attachment; filename="bezique Alice - Ben.csv"'),
    ('a/b\\c:"d"\r\nX: y', 'attachment; filename="a b c d X y.csv"'),
    ("...", 'attachment; filename="bezique.csv"'),
    ("Łukasz", "attachment; filename=\"ukasz.csv\"; filename*=UTF-8''%C5%81ukasz.csv"),
    ("山田", "attachment; filename=\"bezique.csv\"; filename*=UTF-8''%E5%B1%B1%E7%94%B0.csv"),
    ("x" * 300, f'attachment; filename="{"x" * 100}.csv"'),
]


@pytest.mark.parametrize(("name", "header"), NAMES)
def test_a_file_has_a_readable_and_harmless_name(name: str, header: str) -> None:
    assert disposition(name, "csv") == header


# Tables -------------------------------------------------------------------------------------------------------------


def test_the_lines_of_a_match_stand_in_a_table(table: OpenTable) -> None:
    shown = table("turn-up AH", "A melds KH QH", "B melds QS JD", 'A adjusts -40 =revoke, "twice"')
    shown.write("take back 3")
    head, *found = rows(file(shown, "lines.csv"))
    assert head == [
        *("Deal", "Line", "Written", "Seat", "Name", "Event", "Notation", "Stands", "Counts"),
        *("Points: Alice", "Points: Ben", "Total: Alice", "Total: Ben"),
    ]
    assert [row[7:9] for row in found] == [
        *(["yes", "yes"], ["yes", "yes"], ["struck by 5", "no"], ["yes", "yes"], ["yes", "no"]),
    ]
    assert found[1][3:] == [
        "A",
        "Alice",
        "royal marriage K♥ Q♥",
        "A melds royal-marriage KH QH",
        *("yes", "yes", "40", "", "40", "0"),
    ]
    assert found[3][5:] == [
        *('adjustment: =revoke, "twice"', 'A adjusts -40 =revoke, "twice"', "yes", "yes"),
        *("-40", "", "0", "0"),
    ]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00", row[2]) for row in found)  # I02


def test_a_table_opens_in_the_programs_of_every_country(table: OpenTable) -> None:
    """J04: UTF-8 with its mark, CR LF, and names as they are."""
    shown = table("turn-up AH", names=(('Łukasz; "Zoë", 山',), ("Ben",)))
    content = file(shown, "lines.csv").data
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == 2
    assert rows(file(shown, "lines.csv"))[0][9] == 'Points: Łukasz; "Zoë", 山'


@pytest.mark.parametrize("zone", [("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)], ids=lambda zone: zone[0])
def test_a_file_says_the_day_of_who_takes_it(table: OpenTable, zone: tuple[str, int]) -> None:
    """I02: as on the pages, so on paper and in the name of the file; another zone is another file."""
    shown = finished(table)
    here = file(shown, "sheet.pdf").headers["ETag"]
    shown.phone.client.set_cookie("zone", zone[0])
    opened = shown.sheet().stored.opened_at.astimezone(timezone(timedelta(hours=zone[1])))
    paper = file(shown, "sheet.pdf", known=here)
    assert f"{opened.day} {opened:%b %Y, %H:%M}" in " ".join(words_of(paper))
    assert f"bezique {opened:%Y-%m-%d} Alice - Ben.pdf" in paper.headers["Content-Disposition"]
    picture = file(shown, "result.png").data
    shown.phone.client.delete_cookie("zone")
    assert file(shown, "result.png").data != picture


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-1", "@SUM(A1)", "＝2+2"])
def test_no_name_is_a_formula(table: OpenTable, name: str) -> None:
    shown = table("turn-up AH", "A melds KH QH", names=((name,), (f"Ben;{name}",)))
    cells = [cell for row in rows(file(shown, "lines.csv")) for cell in row]
    assert f"'{name}" in cells
    assert f"Total: Ben;'{name}" in cells  # where a semicolon begins a cell
    assert not [cell for cell in cells if cell[:1] in "=+@＝" and cell[:1]]
    results = rows(shown.phone.client.get("/results.csv"))
    assert next(row for row in results if row[0] == shown.slug)[9] == f"'{name}"


def test_the_last_total_of_the_table_is_that_of_the_match(table: OpenTable) -> None:
    """D07: the closing entry is in, and so are brisques that were kept aside."""
    shown = finished(table)
    assert rows(file(shown, "lines.csv"))[-1][-2:] == ["1500", "450"]
    aside = table("trumps H", "A adjusts 1000 x", house_rules={"brisques": "match-end"})
    aside.write("A last-trick", "brisques A 7 B 9")
    last = rows(file(aside, "lines.csv"))[-1]
    assert list(map(int, last[-2:])) == list(aside.totals().values()) == [1080, 90]
    assert last[:7] == ["1", "", "", "", "", "Brisques", ""]
    assert aside.show("/log").rows()[-1] == ["", "Brisques", "1,080+70", "90+90"]


def test_the_lines_that_count_are_those_whose_points_add_up(table: OpenTable) -> None:
    """One filter on one column, however the log came about; an amended line counts as it reads now."""
    shown = table(*WORKED_DEAL, *ENDED)
    for line, key in ((12, "o-marriage-S"), (2, "seat-B"), (13, "strike"), (14, "seat-B")):
        shown.wrong(line, key)
        shown.phone.tap("mend-go")
    head, *found = rows(file(shown, "lines.csv"))
    counted = [row for row in found if row[head.index("Counts")] == "yes"]
    for side, total in zip("AB", shown.totals().values(), strict=True):
        column = head.index(f"Points: {'Alice' if side == 'A' else 'Ben'}")
        assert sum(int(row[column] or 0) for row in counted) == total
        assert all(not row[column] for row in found if row not in counted), "points on a line that does not count"
    assert sum(row[7].startswith("amended by") for row in counted) >= 2
    assert any(row[7].startswith("struck by") for row in found if row not in counted)
    assert not any(row[5].startswith("take back") for row in counted)


def test_what_was_played_behind_the_end_is_in_the_table_and_counts_not(table: OpenTable) -> None:
    """After another target has closed the match in an earlier deal."""
    shown = table("turn-up AH", "A last-trick", "brisques A 8 B 8", "A adjusts 500 =x", target=1000)
    shown.next_deal("turn-up 9C", "B melds KC QC")
    with shown.app.app_context():
        now = shown.sheet()
        altering.alter(shown.slug, replace(altering.choices(now), target=500), version=now.stored.version)
    found = rows(file(shown, "lines.csv"))
    assert [(row[0], *row[7:]) for row in found[-2:]] == [("2", "after the end", "no", "", "", "590", "80")] * 2
    results = rows(shown.phone.client.get("/results.csv"))
    assert next(row for row in results if row[0] == shown.slug)[7] == "2"


def test_the_note_of_a_match_is_taken_along(table: OpenTable) -> None:
    shown = finished(table)
    with shown.app.app_context():
        now = shown.sheet()
        altering.alter(
            shown.slug, replace(altering.choices(now), note="=At Zoë's, by candle light"), version=now.stored.version
        )
    head, *found = rows(shown.phone.client.get("/results.csv"))
    assert {len(row) for row in found} == {len(head)}
    assert next(row for row in found if row[0] == shown.slug)[head.index("Note")] == "'=At Zoë's, by candle light"
    assert "=At Zoë's, by candle light" in words_of(file(shown, "sheet.pdf"))[0]


def test_the_results_of_all_matches_stand_in_a_table(table: OpenTable) -> None:
    shown = finished(table, house_rules={"stop_at_target": True})
    head, *found = rows(shown.phone.client.get("/results.csv"))
    row = dict(zip(head, next(row for row in found if row[0] == shown.slug), strict=False))
    assert (row["Game"], row["State"], row["Target"], row["Deals"]) == ("Classic", "closed", "1500", "3")
    assert (row["Winner"], row["Names 1"], row["Total 1"], row["Names 2"], row["Total 2"]) == (
        *("Alice", "Alice", "1500", "Ben", "450"),
    )
    assert row["House rules"] == "Stop at the target"
    assert row["Closed"].endswith("+00:00")


# Sheets and pictures ------------------------------------------------------------------------------------------------


def test_the_sheet_has_every_line_with_its_points_and_totals(table: OpenTable) -> None:
    """D07: the sheet on paper says what the sheet on the page says, the closing line included."""
    shown = finished(table)
    page = shown.show("/sheet")
    text = " ".join(" ".join(words_of(file(shown, "sheet.pdf"))).split())
    for row in page.rows():
        said = [re.sub(r"(?<=\d)(?=[+−])", " ", cell) for cell in row if cell and cell != "Dealer"]
        assert all(cell in text for cell in said), said
    for part in ("Alice and Ben", "Classic · to 1,500", "Alice wins", "Deal 3", "After deal 3 1,500 +500 450 +150"):
        assert part in text, part
    assert text.count("Brisques: Alice 7, Ben 9 ") >= 3


def test_the_settlement_stands_on_the_sheet(table: OpenTable) -> None:
    shown = table("A adjusts 1500 x", "B adjusts 900 y", "A last-trick", variant="rubicon")
    text = " ".join(words_of(file(shown, "sheet.pdf")))
    assert "Settlement" in text
    assert "The game is worth" in text
    assert "2,450" in text


def test_thirty_deals_go_over_the_pages_with_their_headings(table: OpenTable) -> None:
    shown = table(*WORKED_DEAL, *ENDED, target=15000)
    for _deal in range(29):
        shown.next_deal(*WORKED_DEAL, *ENDED)
    pages = words_of(file(shown, "sheet.pdf"))
    assert len(pages) > 10
    assert all(re.search(r"Deal \d+ · trumps", page) for page in pages)
    assert any("continued" in page for page in pages)
    assert all(f"page {number}" in page for number, page in enumerate(pages, 1))
    assert "15,000 +500" in pages[-1]


def test_a_sheet_is_the_same_each_time(table: OpenTable) -> None:
    shown = finished(table)
    assert file(shown, "sheet.pdf").data == file(shown, "sheet.pdf").data
    assert file(shown, "result.png").data == file(shown, "result.png").data


UNDRAWN = [
    ("nothing of it", "山田", "Łukasz", "Player A and Łukasz"),
    ("a picture", "Alice 👩\u200d👧", "🧑\u200d🌾\ufe0f Łukasz", "Alice and Łukasz"),
    ("nothing but a picture", "🤷🏽\u200d♂\ufe0f", "Łukasz", "Player A and Łukasz"),
    ("some letters", "Zoë 李", "Łukasz", "Zoë □ and Łukasz"),
    ("the same without them", "Ida 🎉", "Ida", "Ida (A) and Ida (B)"),
]


@pytest.mark.parametrize(("one", "other", "told"), [row[1:] for row in UNDRAWN], ids=[row[0] for row in UNDRAWN])
def test_what_the_font_lacks_leaves_a_readable_name(table: OpenTable, one: str, other: str, told: str) -> None:
    """The sheet says so where a name is not there in full."""
    shown = table("turn-up AH", "A melds KH QH", names=((one,), (other,)))
    text = " ".join(words_of(file(shown, "sheet.pdf")))
    assert f"page 1\n{told}\n" in text
    assert "the sheet's page, printed, has them" in text


def test_a_sheet_of_names_in_full_needs_no_excuse(table: OpenTable) -> None:
    text = " ".join(words_of(file(table("turn-up AH", names=(("Łukasz ☺",), ("Ζωή",))), "sheet.pdf")))
    assert "page 1\nŁukasz ☺ and Ζωή\n" in text
    assert "this font" not in text


def test_an_unfinished_match_is_shown_as_it_stands(table: OpenTable) -> None:
    shown = table("turn-up AH", "A melds KH QH")
    assert "As it stands" in " ".join(words_of(file(shown, "sheet.pdf")))
    assert Image.open(io.BytesIO(file(shown, "result.png").data)).size == (1200, 630)


PICTURES: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("two", {}, ("trumps H", "A adjusts 1000 x", "A last-trick", "brisques A 8 B 8")),
    ("three", {"variant": "three-handed"}, ("trumps H", "B adjusts 1000 x", "C last-trick", "brisques A 8 B 8 C 8")),
    ("partners", {"variant": "four-handed", "names": (("W" * 40,), ("M" * 40,), ("山" * 40,), ("ب" * 40,))},
     ("trumps H", "A adjusts 2000 x", "C last-trick", "brisques AC 16 BD 16")),
    ("four", {"variant": "four-solo", "names": (("W" * 40,), ("M" * 40,), ("山" * 40,), ("ب" * 40,))},
     ("trumps H", "A adjusts 2000 x", "C last-trick", "brisques A 8 B 8 C 8 D 8")),
    ("a draw", {"variant": "rubicon"}, ("A adjusts 1000 x", "B adjusts 1050 y", "A last-trick")),
    ("a rubicon", {"variant": "six-pack"}, ("A adjusts 3000 x", "B adjusts 5 y", "A last-trick")),
]  # fmt: skip


@pytest.mark.parametrize(("chosen", "lines"), [row[1:] for row in PICTURES], ids=[row[0] for row in PICTURES])
def test_every_result_has_its_picture(table: OpenTable, chosen: dict[str, Any], lines: tuple[str, ...]) -> None:
    """H01: nothing leaves the card, however long the names are."""
    shown = table(*lines, **chosen)
    assert shown.sheet().standing.closed
    image = Image.open(io.BytesIO(file(shown, "result.png").data))
    assert (image.size, image.format) == ((1200, 630), "PNG")
    edges = [image.crop(box).getcolors() for box in ((0, 0, 36, 630), (1165, 0, 1200, 630), (0, 595, 1200, 630))]
    assert [edge and len(edge) for edge in edges] == [1, 1, 1]
    margins = [image.crop(box).getcolors() for box in ((45, 80, 80, 550), (1122, 80, 1155, 550))]
    assert [margin and len(margin) for margin in margins] == [1, 1]


def test_the_pages_lead_to_what_can_be_taken_along(table: OpenTable) -> None:
    shown = finished(table)
    for page in (shown.show(), shown.show("/sheet")):
        assert [page.one(f"take-{what}").get("href") for what in ("picture", "sheet", "lines", "record")] == [
            f"{shown.address}/{name}" for name in ("result.png", "sheet.pdf", "lines.csv", "record.json")
        ]
        assert page.one("take-link").get("href") == shown.address
    shown.phone.quoted = HOSTILE  # others have written into the same database
    listed = shown.phone.get("/matches")
    assert listed.one("take-records").get("href") == "/record.json"
    assert shown.phone.tap("bring-in").title.startswith("Bring matches in")


# Records ------------------------------------------------------------------------------------------------------------


def bring(phone: Phone, content: bytes, name: str = "record.json", **more: str) -> TestResponse:
    phone.get("/import")
    fields = {"csrf_token": phone.token, **more}
    parts = (
        *(f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}'.encode() for key, value in fields.items()),
        f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode() + content,
    )
    body = b"".join(b"--parts\r\n" + part + b"\r\n" for part in parts) + b"--parts--\r\n"
    return phone.client.post("/import", data=body, content_type="multipart/form-data; boundary=parts")


def test_a_match_travels_from_one_server_to_another(table: OpenTable, make_app: MakeApp) -> None:
    shown = finished(table)
    record = file(shown, "record.json").data
    other = make_app(LISTING="mine", TRIES_A_MINUTE=10_000)
    phone = Phone(other, "Alice", "Ben")
    answer = bring(phone, record)
    assert answer.status_code == 303
    assert "1 match is new. 0 were here already." in phone.get(answer.headers["Location"]).words
    assert phone.get("/matches").one("take-records") is not None
    assert "again-match" in phone.get(shown.address)  # who brings it in may go on with it
    assert "Share" in phone.page.words
    assert phone.client.get(f"{shown.address}/record.json").data == record
    assert phone.client.get("/record.json").data == record
    again = bring(phone, record)
    assert "0 matches are new. 1 was here already." in phone.get(again.headers["Location"]).words
    stranger = Phone(other)
    assert json.loads(stranger.client.get("/record.json").data)["matches"] == []
    assert len(rows(stranger.client.get("/results.csv"))) == 1


def test_what_is_wrong_with_a_file_is_said_with_its_place(app: Flask) -> None:
    match = recorded(SCORES[0])
    match["deals"][0]["log"][2] = "B melds <script>alert(1)</script>"
    phone = Phone(app, "<script>alert(1)</script>")
    before = stored(app)
    answer = bring(phone, file_of(match))
    assert answer.status_code == 422
    page = phone._show("/import", answer, 422)
    assert "matches[0].deals[0].log[2]: not a meld" in page.said("import-error")
    assert "Nothing was brought in." in page.words
    assert stored(app) == before


def test_matches_that_differ_are_named_and_may_be_left(app: Flask) -> None:
    phone = Phone(app, "<script>alert(1)</script>")
    here = {**recorded(SCORES[0]), "id": "differs-0001", "names": [["<script>alert(1)</script>"], ["Ben"]]}
    assert bring(phone, file_of(here)).status_code == 303
    file = file_of({**here, "hints": True}, {**recorded(SCORES[1]), "id": "is-new-0001"})
    before = stored(app)
    page = phone._show("/import", bring(phone, file), 422)
    assert page.said("import-error").startswith("1 match of the file is not what it is here")
    assert re.fullmatch(r"<script>alert\(1\)</script> : Ben 20 Nov 2025, .+ · other choices", page.said("differing"))
    assert "Nothing was brought in. 1 match of the file is new" in page.words
    assert words(page.one("import-new")) == "Bring in what is new, leave the 1 that differ"
    assert stored(app) == before
    answer = bring(phone, file, differing="leave")
    done = phone.get(answer.headers["Location"])
    assert done.said("brought") == "1 match is new. 0 were here already. 1 differs, and stays as it is here."
    again = phone._show("/import", bring(phone, file), 422)
    assert "import-new" not in again
    assert "No match of the file is new." in again.words


CHANGED = [
    ({"target": [1000, 500]}, "Target: 1,000 500"),
    ({"target": [None, 2**40]}, "Target: none 1,099,511,627,776"),
    ({"house_rules": [{}, {"brisques": "none"}]}, "Brisques: as in the game not at all"),
    ({"hints": [False, True]}, "Hints: no yes"),
    ({"note_tricks": [True, False]}, "Note the tricks: yes no"),
    ({"note": ["", "<b>at Zoë's</b>"]}, "Note: none <b>at Zoë's</b>"),
    ({"names": [[["Al"], ["Ben"]], [["Alice"], ["Ben"]]]}, "Name: Al Alice"),
]


def test_what_was_chosen_otherwise_is_shown_wherever_it_was(app: Flask) -> None:
    match = recorded(SCORES[0], 77)
    changes = [{"changed_at": match["opened_at"], "what": what} for what, _ in CHANGED]
    phone = Phone(app)
    bring(phone, file_of({**match, "changes": changes}))
    shown = phone.get(f"/matches/{match['id']}/log").said("changes")
    assert [says for _, says in CHANGED if says not in shown] == []


def test_of_many_matches_that_differ_fifty_are_named(app: Flask) -> None:
    phone = Phone(app)
    matches = [{**recorded(SCORES[0]), "id": f"of-many-{number}"} for number in range(53)]
    assert bring(phone, file_of(*matches)).status_code == 303
    page = phone._show("/import", bring(phone, file_of(*({**match, "hints": True} for match in matches))), 422)
    assert page.said("import-error").startswith("53 matches of the file are not what they are here")
    assert page.said("differing").count("other choices") == 50
    assert page.said("differing").endswith("and 3 more")


@pytest.mark.parametrize("name", ["", "record.json"])
def test_an_empty_file_is_refused(app: Flask, name: str) -> None:
    assert bring(Phone(app), b"", name).status_code == 422


def test_only_files_may_be_large(app: Flask) -> None:
    phone = Phone(app)
    padded = file_of(recorded(SCORES[1], 1)).replace(b"\n]}", b" " * 1024 * 1024 + b"\n]}")
    assert bring(phone, padded).status_code == 303
    page = phone._show("/import", bring(phone, b" " * (LARGEST_FILE + 1_000_000)), 413)
    assert page.said("import-error").startswith("This file has 5.0 MB: up to 4 MB fit. Take fewer matches along")
    assert "Nothing was brought in." in page.words
    assert page.one("import-go").tag == "button"
    fields = {"csrf_token": phone.token, "line": "x" * 200_000, "request": any_request()}
    assert phone.client.post("/matches/new", data=fields).status_code == 413


def test_a_file_needs_the_token_of_the_page(app: Flask) -> None:
    data = {"file": (io.BytesIO(file_of(recorded(SCORES[2], 2))), "record.json")}
    before = stored(app)
    assert app.test_client().post("/import", data=data, content_type="multipart/form-data").status_code == 400
    assert stored(app) == before


def test_files_come_at_a_walking_pace(make_app: MakeApp) -> None:
    phone = Phone(make_app(TRIES_A_MINUTE=2))
    assert [bring(phone, b"{").status_code for _ in range(3)] == [422, 422, 429]


@pytest.mark.parametrize("rest", ["?new=x&known=1", "?new=1", "?new=99999999999&known=1", "?new=%D9%A3&known=1"])
def test_an_address_that_says_nothing_is_the_page(phone: Phone, rest: str) -> None:
    assert "brought" not in phone.get(f"/import{rest}")


def test_a_stranger_takes_nothing_along(make_app: MakeApp) -> None:
    """Where a server shows strangers nothing, its files are shown to nobody else either."""
    found = people(make_app(LISTING="mine"), "turn-up AH")
    for name, _ in FILES:
        assert found.phones["viewer"].client.get(f"{found.table.address}/{name}").status_code == 200
        assert found.phones["stranger"].client.get(f"{found.table.address}/{name}").status_code == 404
    for who, count in (("host", 1), ("viewer", 1), ("stranger", 0), ("removed phone", 0), ("renewed key", 0)):
        answer = found.phones[who].client.get("/record.json")
        assert len(json.loads(answer.data)["matches"]) == count, who


def test_no_key_leaves_with_a_file(app: Flask) -> None:
    found = people(app, "turn-up AH")
    with app.app_context():
        words = [word for key in sharing.keys(found.slug) for word in (key.secret, key.pin) if word]
    said = found.phones["host"].client.get("/record.json").text
    assert not [word for word in words if word in said]
