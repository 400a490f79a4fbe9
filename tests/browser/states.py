"""Every page in every state it can be in: for the checks that all of them must pass, and for the screenshots."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from scorekeeper import people, services
from tests.browser.serving import LiveServer
from tests.browser.staging import ALICE_AND_BEN, post, stage, worked_deal
from tests.browser.viewers import Viewer

Names = tuple[tuple[str, ...], ...]
Path = Callable[[LiveServer, Names], str]
Act = Callable[[Viewer], None]

LONG_NAMES: Names = (("Wolfeschlegelsteinhausenbergerdorffwelch",), ("W" * 30,))
"""Forty letters without a blank, and thirty of the widest."""
FURTHER: dict[Names, Names] = {
    ALICE_AND_BEN: (("Carla",), ("David",)),
    LONG_NAMES: (("Amélie Großschädl-Montmorency-Lilienfeld",), ("M" * 30,)),
}
"""Who sits at a larger table, too."""
FOUR_NAMES: Names = (("Alice", "Amélie de la Fontaine"), ("Ben", "Bartholomäus Großschädl"))


def told(*lines: str) -> list[str]:
    """A log told with semicolons between its lines."""
    return "; ".join(lines).split("; ")


MARRIED = ["turn-up AH", "A melds KH QH"]
SEQUENCE = [*MARRIED, "A melds QS JD", "A melds AH 10H JH + KH QH"]
QUEENS = ["turn-up AH", "A melds QH QS QD QC"]
BOTH_TABLES = [*SEQUENCE, "B melds JS JC JH JD", "B melds KC QC"]
DONE = ["A last-trick", "brisques A 7 B 9"]
CROWDED = told("turn-up AH; A melds KS KH KD KC; A melds QS JD; B shows seven; B melds KC QC")
CLOSED = [*BOTH_TABLES, "A adjusts 600 brought forward", *DONE]
TRIO = told(
    "turn-up AH; C melds KH QH; A melds QS QS JD JD; B melds KS KH KD KC; A melds KC QC; C melds AH 10H JH + KH QH",
    "A adjusts 640 brought forward; C adjusts 460 brought forward",
)
PARTNERS = told(
    "turn-up 9H; A melds KH QH; C melds AH 10H JH + KH QH; B melds QS JD; D melds QS JD + QS JD",
    "C melds QS QS JD JD; A melds KS KD KC + KH",
)
WON_BY_PARTNERS = [*PARTNERS, *told("A adjusts 960 brought forward; B last-trick; brisques AC 18 BD 14")]
SOLO = told(
    "turn-up AS; trick 1 A; A melds KS QS; A exchanges seven; trick 2 C; C melds JS JS JH JD",
    "trick 3 B; B melds QS QS QS JD JD JD; trick 4 D; D melds KH QH; D adjusts -30 revoke",
)
SOLO_DONE = [*SOLO, *told("D last-trick; brisques A 8 B 12 C 10 D 2")]
BLANK = ["A carte-blanche"]
RUBICON = [
    *BLANK,
    *told(
        "B melds KC QC; A melds AS AH AH AD; B melds AC 10C JC + KC QC; A melds QS QS JD JD",
        "B adjusts 900 brought forward; B melds KD QD",
    ),
]
SIX = told(
    "B melds QS QS QS QS JD JD JD JD; A melds KH QH; A melds AH 10H JH + KH QH; A melds QS JD; A melds QS JD + QS JD",
    "A melds KC QC",
)
SAVED = [*SIX, *told("A adjusts 1900 brought forward; B last-trick; brisques A 28 B 20")]
EIGHT = told(
    "B melds QS QS QS QS QS JD JD JD JD JD; A melds AH 10H KH QH JH; B melds KC QC; A melds KH KH KH KH + KH",
    "A melds AH AH AH + AH; A melds QS JD; A adjusts 23650 brought forward",
)


@dataclass(frozen=True)
class State:
    """A page and what is done on it. *answers* are the statuses of 4xx that belong to it besides 422.

    The host of the match sees it, or a *stranger*.
    """

    name: str
    path: Path
    act: Act | None = None
    answers: frozenset[int] = frozenset()
    stranger: bool = False

    def __str__(self) -> str:
        return self.name

    def show(self, viewer: Viewer, server: LiveServer, names: Names = ALICE_AND_BEN) -> str:
        """Let *viewer* see it; the address of its page without what stands after the question mark."""
        viewer.may_answer |= self.answers
        path = self.path(server, names)
        viewer.is_known(None if self.stranger else server.host_cookie)
        viewer.go(path)
        if self.act:
            self.act(viewer)
        return path.partition("?")[0]


def at(path: str) -> Path:
    """A page that needs no match of its own; a match is there all the same, so that lists show one."""

    def staged(server: LiveServer, names: Names) -> str:
        for deal in (BOTH_TABLES, CLOSED):
            match(deal)(server, names)
        return path

    return staged


def match(*deals: list[str], page: str = "", fresh: bool = False, **settings: object) -> Path:
    """The page of a match in which so much has been written; not a *fresh* one if there is one like it already."""

    def staged(server: LiveServer, names: Names) -> str:
        like = repr((deals, names, settings))
        path = None if fresh else server.staged.get(like)
        if path is None:
            path = stage(server, *deals, **{"names": names + FURTHER.get(names, ()), **settings})  # type: ignore[arg-type]
        if not fresh:
            server.staged[like] = path
        return path + page

    return staged


def taps(*selectors: str, until: str) -> Act:
    """Tap these one after the other; then *until* is there."""

    def act(viewer: Viewer) -> None:
        for selector in selectors:
            viewer.tap(viewer.find(selector).first)
        expect(viewer.find(until).first).to_be_visible()

    return act


def set_up_badly(viewer: Viewer) -> None:
    viewer.tap("label:has(#variant-consultation)")
    viewer.tap("label:has(#target-other)")
    viewer.find("#other_target").fill("1e3")
    viewer.tap("summary")
    viewer.tap("#open-match")
    expect(viewer.find(".error").first).to_be_visible()


def set_up(variant: str) -> Act:
    """A game is chosen, and its house rules are unfolded."""
    return taps(f"label:has(#variant-{variant})", "summary", until=".rule >> visible=true")


def choose_another_bezique(viewer: Viewer) -> None:
    viewer.tap("summary")
    viewer.find("select[name=rule_bezique_pair]").select_option("trump-queen")
    viewer.tap("#change-go")
    expect(viewer.find("#rescored")).to_be_visible()


def change_the_bezique(viewer: Viewer) -> None:
    choose_another_bezique(viewer)
    viewer.tap("#change-go")
    expect(viewer.find("#changes")).to_be_visible()


def claim_five_queens(viewer: Viewer) -> None:
    viewer.tap("#k-five-trump-queens")
    expect(viewer.find("#picker")).to_be_visible()
    for card in viewer.find("#picker label").all()[:5]:
        viewer.tap(card)
    expect(viewer.find("#ruling")).to_be_visible()


def count_badly(viewer: Viewer) -> None:
    viewer.tap("#e-A")
    viewer.tap("label:has(#brisques_A-7)")
    viewer.find("#brisques_B").fill("99")
    viewer.tap("#end-go")
    expect(viewer.find("#end .error")).to_be_visible()


def unfold(viewer: Viewer) -> None:
    for folded in viewer.find("main > details > summary").all():
        viewer.tap(folded)


def write_from(another: str, tap: str) -> Act:
    """Another page of the same match taps *another*; then this one, which is late, taps *tap*."""

    def act(viewer: Viewer) -> None:
        viewer.stop_listening()
        other = viewer.context.new_page()
        other.goto(viewer.page.url)
        for selector in another.split(", "):
            other.locator(selector).first.tap() if viewer.device.touch else other.locator(selector).first.click()
        expect(other.locator(".sent")).to_have_count(0)
        other.close()
        viewer.tap(tap)
        expect(viewer.find("#stale")).to_be_visible()

    return act


def lose_the_server(viewer: Viewer) -> None:
    viewer.may_lose_connection = True
    viewer.page.route("**/lines", lambda route: route.abort("connectionrefused"), times=1)
    viewer.tap("#k-bezique")
    expect(viewer.find("#trouble")).to_be_visible()


def write_nonsense(viewer: Viewer) -> None:
    viewer.find("#k-bezique").evaluate("(key) => { key.value = 'A melds XX' }")
    viewer.tap("#k-bezique")
    expect(viewer.find(".notice >> visible=true").first).to_be_visible()


def pick_three_kings(viewer: Viewer) -> None:
    viewer.tap("#k-four-kings")
    for card in ("KS", "KD", "KC"):
        viewer.tap(viewer.find(f"#picker label:has([value='{card}'])").first)


def bring_a_broken_file(viewer: Viewer) -> None:
    content = b'{"format": "bezique-record", "version": 1, "matches": [{"id": "broken-record", "deals": []}]}'
    viewer.find("#file").set_input_files({"name": "record.json", "mimeType": "application/json", "buffer": content})
    viewer.tap("#import-go")
    expect(viewer.find("#import-error")).to_be_visible()


def bring_what_differs(viewer: Viewer) -> None:
    """The matches of the server's last record, said otherwise, and a new one beside them."""
    record = viewer.page.request.get(f"{viewer.home}/record.json").json()
    *_, last = record["matches"]
    others = [{**match, "hints": not match["hints"]} for match in record["matches"][-3:]]
    record["matches"] = [*others, {**last, "id": f"{last['id']}-{time.time_ns()}", "rematch_of": None}]
    content = json.dumps(record).encode()
    viewer.find("#file").set_input_files({"name": "record.json", "mimeType": "application/json", "buffer": content})
    viewer.tap("#import-go")
    expect(viewer.find("#import-new")).to_be_visible()


def claim_four_kings(viewer: Viewer) -> None:
    pick_three_kings(viewer)
    viewer.tap("#picker label:has([value='KH#1'])")
    expect(viewer.find("#ruling")).to_be_visible()


def look_for_nobody(viewer: Viewer) -> None:
    viewer.tap("summary")
    viewer.find("#player").fill("W" * 40)
    viewer.tap("#look")
    expect(viewer.find(".error").first).to_be_visible()


def somebody(which: str) -> Path:
    """The page of the *which* ("first", "last") of the people of a match that is over."""

    def staged(server: LiveServer, names: Names) -> str:
        sheet = match([*worked_deal()], [*CLOSED], page="/sheet")(server, names)
        found = re.findall(r'href="(/players/\d+)"', server.poster[0].get(sheet).text)
        return str(found[0] if which == "first" else found[-1])

    return staged


def made_one(server: LiveServer, names: Names) -> str:
    """The page of somebody with whom another was made one."""
    tag = secrets.token_hex(2)
    one, other = (f"{name[:34]} {tag}" for (name,) in names[:2])
    for name in (one, other):
        stage(server, names=((name,), FURTHER[names][0]))
    with server.app.app_context():
        kept, lost = (people.called(name) for name in (one, other))
        assert kept is not None
        assert lost is not None
        people.merge(kept.id, lost.id)
    return f"/players/{kept.id}"


def asked_for_two(server: LiveServer, names: Names) -> str:
    """The question whether two who were made one are two."""
    page = made_one(server, names)
    found = re.search(rf'href="({page}/mergers/\d+)"', server.poster[0].get(page).text)
    assert found is not None
    return found[1]


def noted(page: str) -> Path:
    """A page of a match that is over and has a note of two hundred letters, or the history, which begins with it."""

    def staged(server: LiveServer, names: Names) -> str:
        path = match([*worked_deal()], [*CLOSED], fresh=True)(server, names)
        with server.app.app_context():
            version = services.version(path.rpartition("/")[2]).number
        said = "On the terrace, with Grandmother’s old cards; " * 3
        post(server, f"{path}/change", version=version, note=f"{said}{'m' * (200 - len(said))}")
        return page if page == "/matches" else path + page

    return staged


def two(server: LiveServer, names: Names) -> str:
    """Two people head to head."""
    return f"{somebody('first')(server, names)}/with/{somebody('last')(server, names).rpartition('/')[2]}"


def take_anothers_name(viewer: Viewer) -> None:
    other = viewer.find(".people b").first.text_content() or ""
    viewer.tap("#change summary")
    viewer.find("#name").fill(other)
    viewer.tap("#rename")
    expect(viewer.find("#taken")).to_be_visible()


def ask_whether_one(viewer: Viewer) -> None:
    take_anothers_name(viewer)
    viewer.tap("#to-merge")
    expect(viewer.find(".error")).to_be_visible()


PLAYED_TWO = [*SEQUENCE, "A plays JD", "A plays JH"]
STATES = (
    State("home", at("/")),
    State("list", at("/matches")),
    State("history-of-few", at("/matches?state=closed&since=2020-01-01")),
    State("history-refused", at("/matches"), look_for_nobody, frozenset({400})),
    State("players", at("/players")),
    State("player", somebody("first")),
    State("player-name-taken", somebody("first"), take_anothers_name),
    State("players-are-two", somebody("first"), ask_whether_one, frozenset({409})),
    State("player-unknown", at("/players/999999"), None, frozenset({404})),
    State("player-made-one", made_one),
    State("player-two-again", asked_for_two),
    State("two-players", two),
    State("history-with-a-note", noted("/matches")),
    State("sheet-with-a-note", noted("/sheet")),
    State("end-with-a-note", noted("")),
    State("change-of-a-note", noted("/change")),
    State("statistics", at("/statistics")),
    State("statistics-of-a-game", at("/statistics/classic")),
    State("statistics-of-none", at("/statistics/six-pack")),
    State("import", at("/import")),
    State("import-done", at("/import?new=3&known=1")),
    State("import-refused", at("/import"), bring_a_broken_file, frozenset({422})),
    State("import-differs", at("/import"), bring_what_differs, frozenset({422})),
    State("new", at("/matches/new")),
    State("new-with-errors", at("/matches/new"), set_up_badly),
    State("turn-up", match([])),
    State("turn-up-of-a-later-deal", match([*BOTH_TABLES, *DONE], [])),
    State("score-empty", match(["turn-up AH"])),
    State("score", match(BOTH_TABLES)),
    State("score-of-ben", match([*BOTH_TABLES, "B plays JS", "B plays JC"])),
    State("score-tricks", match([*BOTH_TABLES, "trick 8 A"], note_tricks=True)),
    State("score-hints", match(MARRIED, variant="open", hints=True)),
    State("score-crossing", match([*MARRIED, "A adjusts 940 brought forward", "B adjusts 1030 brought forward"])),
    State("score-closing", match([*MARRIED, "A adjusts 960 brought forward"], page="?seat=B", stop_at_target=False)),
    State("score-stop-at-target", match([*MARRIED, "A adjusts 920 brought forward"], stop_at_target=True)),
    State("score-agreed", match([*SEQUENCE, "A melds KH QH agreed"])),
    State("score-suit-only", match(["trumps S", "A melds QS JD"])),
    State("score-consultation", match(BOTH_TABLES, variant="consultation", names=FOUR_NAMES)),
    State("chooser", match(MARRIED), taps("#k-sequence-H", until="#chooser")),
    State("chooser-refused-ways", match(SEQUENCE), taps("#k-royal-marriage-H", until="#chooser")),
    State("chooser-with-hint", match([*QUEENS, "A plays QS", "A plays QD"], hints=True),
          taps("#k-sequence-H", until="#chooser")),
    State("chooser-four", match(PLAYED_TWO), pick_three_kings),
    State("refusal", match(["turn-up AH", "trick 1 B"], page="?seat=A", note_tricks=True),
          taps("#k-bezique", until="#ruling")),
    State("refusal-with-cards", match(SEQUENCE), taps("#k-royal-marriage-H", "#chooser .key.dim", until="#ruling")),
    State("room-one-card", match(PLAYED_TWO), claim_four_kings),
    State("room-three-cards", match(SEQUENCE), claim_four_kings),
    State("end-panel", match(BOTH_TABLES), taps("#e-A", "label:has(#brisques_A-7)", until="#end")),
    State("end-panel-error", match(BOTH_TABLES), count_badly),
    State("over", match([*BOTH_TABLES, *DONE])),
    State("end-of-match", match([*worked_deal()], [*CLOSED])),
    State("rematch", match(CLOSED, fresh=True), taps("#again-match", until="#take-back-end")),
    State("rematch-without-turn-up", match(told("A melds KH QH; A last-trick"), variant="rubicon", fresh=True),
          taps("#again-match", until="#take-back-end")),
    State("log", match([*SEQUENCE, "take back 4", "A melds QH JD agreed"][:5], page="/log")),
    State("log-brisques", match(["turn-up AH", "A adjusts 1000 x", "A last-trick", "brisques A 7 B 9"], page="/log",
                                brisques="match-end")),
    State("log-closed", match([*CLOSED], page="/log?correct=yes")),
    State("log-put-right", match(SEQUENCE, page="/log", fresh=True),
          taps("#fix-1-3", "#seat-B", "#mend-go", until="tr:target")),
    State("change", match([*MARRIED], page="/change")),
    State("change-of-a-closed-match", match([*CLOSED], page="/change")),
    State("altered", match([*SEQUENCE, "A melds KH QH agreed"], page="/change"),
          taps("label:has(#target-500)", "#change-go", until="#change-no")),
    State("delete", match(MARRIED, page="/delete")),
    State("deleted", match(MARRIED, page="/delete", fresh=True), taps("#delete-go", until="#deleted")),
    State("adjust", match(MARRIED, page="/adjust")),
    State("adjust-not", match(MARRIED, page="/adjust"), taps("#adjust-go", until=".error")),
    State("line", match(SEQUENCE, page="/deals/1/lines/2")),
    State("line-of-two-counts", match([*BOTH_TABLES, *DONE], page="/deals/1/lines/8")),
    State("line-turn-up", match(MARRIED, page="/deals/1/lines/1")),
    State("line-which-cards", match(SEQUENCE, page="/deals/1/lines/4"), taps("#cards", until="#chooser")),
    State("line-four", match(BOTH_TABLES, page="/deals/1/lines/5"), taps("#cards", until="#picker")),
    State("line-adjusted", match([*MARRIED, "A adjusts -40 revoke"], page="/deals/1/lines/3")),
    State("line-of-three", match([*TRIO[:6], "A last-trick", "brisques A 8 B 8 C 8"], variant="three-handed",
          page="/deals/1/lines/8")),
    State("line-not-read", match(MARRIED, page="/deals/1/lines/2/change?to=A+melds+XX")),
    State("follows", match([*BOTH_TABLES, *DONE], page="/deals/1/lines/2"), taps("#o-marriage-S", until="#mend-go")),
    State("follows-and-opens", match([*CLOSED], page="/deals/1/lines/7/change?to=strike&correct=yes")),
    State("follows-not", match(SEQUENCE, page="/deals/1/lines/3/change?to=A+melds+bezique+QS+QD")),
    State("follows-turn-up", match(SEQUENCE, page="/deals/1/lines/1/change?to=turn-up+AS")),
    State("follows-no-room", match(CROWDED, page="/deals/1/lines/4/change?to=A+melds+KD+QD")),
    State("follows-no-room-for-two", match(CROWDED, page="/deals/1/lines/4/change?to=A+melds+JH+JS+JC+%2B+JD")),
    State("follows-played-first", match(CROWDED, page="/deals/1/lines/4/change?to=A+melds+KD+QD"),
          taps(".laid .card", until="#mend-go")),
    State("altered-rule", match(SEQUENCE, page="/change"),
          choose_another_bezique),
    State("log-not-legal", match(SEQUENCE, page="/change", fresh=True),
          change_the_bezique),
    State("line-of-the-closed", match([*CLOSED], page="/deals/1/lines/2"), None, frozenset({409})),
    State("sheet", match([*worked_deal()], BOTH_TABLES, page="/sheet")),
    State("stale", match(MARRIED, fresh=True), write_from("#k-bezique", "#k-marriage-C"), frozenset({409})),
    State("stale-end", match([*MARRIED, "A adjusts 900 brought forward"], fresh=True),
          write_from("#e-A, label:has(#brisques_A-8), #end-go", "#k-bezique"), frozenset({409})),
    State("server-away", match(MARRIED), lose_the_server),
    State("not-readable", match(MARRIED), write_nonsense),
    State("not-there", at("/matches/not-there"), None, frozenset({404})),
    State("three-handed", match(TRIO, variant="three-handed")),
    State("four-handed", match(PARTNERS, variant="four-handed")),
    State("four-solo", match(SOLO, variant="four-solo", note_tricks=True)),
    State("rubicon-before-trumps", match(BLANK, variant="rubicon", bezique_pair="trump-queen")),
    State("six-pack", match(SIX, variant="six-pack", any_four_tens=True, note_tricks=True)),
    State("eight-pack", match(EIGHT, variant="eight-pack")),
    State("carte-blanche-again", match(BLANK, variant="six-pack"), taps("#k-carte-blanche-again", until="#chooser")),
    State("eight-pack-picker", match(EIGHT, variant="eight-pack"), taps("#k-sequence-H", until="#picker")),
    State("eight-pack-room", match(EIGHT, variant="eight-pack"), claim_five_queens),
    State("end-panel-of-three", match(TRIO, variant="three-handed"), taps("#e-B", "#n-7", until="#counted")),
    State("end-panel-eight-pack", match(EIGHT, variant="eight-pack", brisques="save-rubicon"),
          taps("#e-A", "label:has(#brisques_A-40)", until="#end")),
    State("brisques-aside", match([*PARTNERS, *told("A last-trick; brisques AC 20 BD 12")], ["trumps S"],
          variant="four-handed", brisques="match-end")),
    State("end-of-partners", match(WON_BY_PARTNERS, variant="four-handed")),
    State("settlement", match(SAVED, variant="six-pack", rubicon_settlement="portland", brisques="save-rubicon")),
    State("sheet-of-partners", match(WON_BY_PARTNERS, variant="four-handed", page="/sheet")),
    State("sheet-of-eight-packs", match(EIGHT, variant="eight-pack", page="/sheet")),
    State("sheet-of-four", match(SOLO_DONE, variant="four-solo", page="/sheet")),
    State("new-partners", at("/matches/new"), set_up("four-handed")),
    State("new-eight-pack", at("/matches/new"), set_up("eight-pack")),
    State("laws", at("/laws")),
    State("laws-refused", at("/laws/classic?rule_brisques=save-rubicon"), None, frozenset({400})),
    State("laws-of-a-game", at("/laws/eight-pack?rule_bezique_pair=trump-queen&rule_match_length=target#law-room")),
    State("laws-of-a-match", match(MARRIED, page="/laws", brisques="at-once", cross_marriages=True)),
    State("referee", at("/referee")),
    State("referee-picks", at("/referee?line=trumps+H&line=A+melds+KH+QH&pick=AH&pick=KH%231&pick=QS&pick=QS")),
    State("referee-legal", at("/referee?line=turn-up+AH&line=A+melds+KH+QH&claim=A+melds+AH+10H+JH+%2B+KH+QH")),
    State("referee-refused", at("/referee?variant=four-handed&line=trumps+H&line=A+melds+KH+QH&line=B+melds+QS+JD"
          "&line=D+melds+KH+%2B+QH&claim=C+melds+AH+10H+JH+%2B+KH+QH&line=trick+B")),
    State("referee-room", at("/referee?line=trumps+H&line=A+melds+AH+10H+KH+QH+JH&claim=A+melds+KS+KC+KD+KH")),
    State("referee-folded", at("/referee?variant=rubicon&line=A+melds+KH+QH&claim=A+carte-blanche"), unfold),
    State("referee-game", at("/referee?show=game&rule_bezique_pair=trump-queen")),
    State("share", match(MARRIED, page="/share"), taps("details.door summary", until="details.door[open]")),
    State("join", at("/join")),
    State("join-refused", at("/join"), taps("#join-go", until="#join-error")),
    State("looking-on", match(BOTH_TABLES), stranger=True),
    State("looking-on-at-four", match(PARTNERS, variant="four-handed"), stranger=True),
    State("looking-on-at-the-deal", match([]), stranger=True),
    State("looking-on-at-the-end", match([*worked_deal()], [*CLOSED]), stranger=True),
    State("not-allowed", match(MARRIED, page="/share"), None, frozenset({403}), stranger=True),
    State("large-view", match(BOTH_TABLES, page="/tv"), stranger=True),
    State("large-view-of-four", match(SOLO_DONE, variant="four-solo", page="/tv"), stranger=True),
    State("abandoned", match(BOTH_TABLES, page="/share", fresh=True), taps("#abandoning", "#abandon", until=".tail")),
    State("referee-broken", at("/referee?line=trumps+H&line=A+melds+QX"), None, frozenset({400})),
)  # fmt: skip
