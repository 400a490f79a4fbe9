"""Tables of three and four seats, or of 128 to 256 cards: where things stand, what fits, and how each is set up."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.bezique.variants import VARIANTS
from tests.browser.conftest import MakeViewer
from tests.browser.measuring import boxes, is_cut, turn, wrong
from tests.browser.serving import LiveServer
from tests.browser.staging import lines_of, stage, write
from tests.browser.states import (
    EIGHT,
    LONG_NAMES,
    PARTNERS,
    RUBICON,
    SIX,
    SOLO,
    SOLO_DONE,
    TRIO,
    State,
    at,
    match,
    set_up,
    taps,
    told,
)
from tests.browser.test_layout import DEVICES, places
from tests.browser.viewers import LYING_PHONE, PHONE, SMALL_PHONE, TABLET, Viewer

AROUND = (("Alice",), ("Ben",), ("Cora",), ("Dan",))
MORE_STATES = (
    State("rubicon", match(RUBICON, variant="rubicon")),
    State("end panel of partners", match(PARTNERS, variant="four-handed"), taps("#e-B", until="#end")),
    State("end panel of four", match(SOLO, variant="four-solo"), taps("#e-D", "#n-8", "#n-0", until="#end")),
    State("end panel of rubicon", match(RUBICON, variant="rubicon"), taps("#e-A", until="#end")),
    State("over", match(SOLO_DONE, variant="four-solo")),
    State("brisques at once", match([*TRIO, "A brisques 2"], variant="three-handed", brisques="at-once")),
    State("picker of four aces of trumps", match(EIGHT, variant="eight-pack"),
          taps("#k-five-trump-aces", until="#picker")),
    State("draw", match(told("A melds KH QH; B melds KS QS; A adjusts 230 x; B last-trick"), variant="eight-pack")),
    *(State(f"new {variant}", at("/matches/new"), set_up(variant)) for variant in VARIANTS),
)  # fmt: skip


@pytest.mark.parametrize("state", MORE_STATES, ids=str)
def test_it_fits_with_the_longest_names(phone: Viewer, server: LiveServer, state: State) -> None:
    """What differs little from a state of `STATES`, which axe sees, too."""
    state.show(phone, server, LONG_NAMES)
    problems = []
    for device in (TABLET, LYING_PHONE, SMALL_PHONE, PHONE):
        turn(phone, device)
        problems += [f"{device}: {problem}" for problem in wrong(phone, device)]
    assert not problems, "\n".join(problems)


# Where things stand --------------------------------------------------------------------------------------------------

QUIET_DEALS = {
    "three-handed": told(
        "turn-up AH; C melds KH QH; A melds QS QS JD JD; C melds AH 10H JH + KH QH; B shows seven; A adjusts 900 x",
        "C plays KH",
    ),
    "four-handed": told(
        "turn-up 9H; A melds KH QH; C melds AH 10H JH + KH QH; B melds QS JD; D melds QS JD + QS JD; A plays QH",
    ),
    "four-solo": told(
        "turn-up AS; trick 1 A; A melds KS QS; A exchanges seven; trick 2 C; C melds JS JS JH JD; C adjusts 1900 x",
    ),
    "rubicon": told(
        "A carte-blanche; A carte-blanche drew 9D; B melds KC QC; B melds AC 10C JC + KC QC; A adjusts 990 x",
        "B adjusts 9800 x; A melds QS JD; A plays QS",
    ),
    "six-pack": told(
        "A carte-blanche; A melds KH QH; B melds QS QS QS JD JD JD; A melds AH 10H JH + KH QH; A adjusts 2900 x",
        "B adjusts 16000 x; B plays QS",
    ),
    "eight-pack": told(
        "A melds AH 10H KH QH JH; B melds KC QC; A melds QS JD; A adjusts 26200 x; B adjusts 5000 x; A plays QS",
    ),
}


@pytest.mark.parametrize(("variant", "deal"), QUIET_DEALS.items(), ids=list(QUIET_DEALS))
def test_keys_keep_their_places(phone: Viewer, server: LiveServer, variant: str, deal: list[str]) -> None:
    """While seven cards lie on a table at most: when trumps are made, a line is crossed, and another side is lit."""
    first, *log = deal
    phone.go(path := stage(server, [first], names=AROUND, variant=variant))
    at_first = places(phone)
    for line in log:
        write(server, path, line)
        phone.page.reload()
        for device, now in places(phone).items():
            moved = {key for key, box in now.items() if box != at_first[device].get(key, box)}
            assert not moved, f"after {line!r} on {device}"


@pytest.mark.parametrize(("variant", "log"), [("three-handed", TRIO), ("four-handed", PARTNERS), ("four-solo", SOLO)])
def test_all_of_the_lit_side_is_seen_without_scrolling(
    phone: Viewer, server: LiveServer, variant: str, log: list[str]
) -> None:
    """On 360 by 640, with seven cards on a table: panels, the tables above the keys, and the keys."""
    phone.go(stage(server, log, names=AROUND, variant=variant))
    for control in phone.find("[id^='p-'], .board [id^='c-'], [id^='k-'], #take-back").all():
        expect(control).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("variant", "full"), [("six-pack", SIX), ("eight-pack", EIGHT)])
def test_keys_begin_on_the_first_screen(phone: Viewer, server: LiveServer, variant: str, full: list[str]) -> None:
    """Under as many cards as a player holds; the table of the other side stands below the keys."""
    phone.go(stage(server, full, variant=variant))
    expect(phone.find(".board .laid .card")).to_have_count(VARIANTS[variant].rules.held_when_melding)
    for row in ("marriage", "sequence", "bezique"):
        for key in phone.find(f"[id^='k-'][id*='{row}']").all():
            expect(key).to_be_in_viewport(ratio=1)
    keys = boxes(phone, "[id^='k-']")
    assert max(top for _left, top, _width, _height in keys.values()) < boxes(phone, "#h-B")["h-B"][1]


@pytest.mark.parametrize(
    ("variant", "log", "totals"),
    [
        ("three-handed", [*TRIO, "A adjusts 2930 x"], ["4,090", "80", "750"]),
        ("four-handed", [*PARTNERS, "A adjusts 3700 x"], ["4,570", "540"]),
        ("four-solo", [*SOLO, "B adjusts 3070 x"], ["50", "4,570", "40", "−10"]),
        ("eight-pack", EIGHT, ["26,540", "9,020"]),
    ],
)
def test_the_highest_totals_are_read_in_full(
    phone: Viewer, server: LiveServer, variant: str, log: list[str], totals: list[str]
) -> None:
    phone.go(stage(server, log, names=AROUND, variant=variant))
    phone.sees_totals(*totals)
    for device in DEVICES:
        turn(phone, device)
        cut = [place.inner_text() for place in phone.find(".panel :is(.total, .gain, .togo)").all() if is_cut(place)]
        assert not cut, f"{device}: {cut}"


def test_partners_are_told_apart(phone: Viewer, server: LiveServer) -> None:
    """Names of seven letters are read in full on every screen; each half of the panel lights its own player."""
    names = (("Matilda",), ("Bernard",), ("Cecilia",), ("Dorothy",))
    phone.go(stage(server, PARTNERS, names=names, variant="four-handed"))
    for device in DEVICES:
        turn(phone, device)
        assert not any(map(is_cut, phone.find(".panel h2 .cut").all())), str(device)
    for seat, (name,) in zip("ABCD", names, strict=True):
        with phone.counting("lighting a partner", at_most=1):
            phone.tap(f"#s-{seat}")
            expect(phone.find(f"#s-{seat}")).to_have_attribute("aria-current", "true")
        expect(phone.find(".panel [aria-current]")).to_have_count(1)
        phone.sees(".felt .lit h2", f"{name}'s table")
        expect(phone.find(".board .felt section")).to_have_count(2)


def test_long_names_of_four_are_shown_in_full_somewhere(viewer: MakeViewer, server: LiveServer) -> None:
    phone = viewer(SMALL_PHONE)
    names = (*LONG_NAMES, ("Amélie Großschädl-Montmorency-Lilienfeld",), ("M" * 30,))
    path = stage(server, SOLO_DONE, names=names, variant="four-solo", target=100)
    for page in ("/matches", path, f"{path}/sheet"):
        phone.go(page)
        for (name,) in names:
            shown = phone.find("main").get_by_text(name).all()
            assert any(place.is_visible() and not is_cut(place) for place in shown), f"{page}: {name}"


def test_the_dealer_moves_on_to_the_left(phone: Viewer, server: LiveServer) -> None:
    phone.go(
        stage(server, told("turn-up AH; A last-trick; brisques A 8 B 8 C 8"), names=AROUND, variant="three-handed")
    )
    for dealer in ("Cora", "Alice"):
        phone.tap("#next-deal")
        phone.sees("main", f"{dealer} deals")
        phone.tap("#only-S")
        phone.tap("#e-C")
        for number in (9, 7):
            phone.tap(f"#n-{number}")
        expect(phone.find("#counted")).to_have_text("24")
        phone.tap("#end-go")
        phone.sees("#over", "Cora +90")


# Set up and ended without a script, and with one ---------------------------------------------------------------------


@pytest.fixture
def plain(viewer: MakeViewer) -> Viewer:
    """A phone whose browser runs no script."""
    return viewer(java_script_enabled=False)


def fill_names(viewer: Viewer, *names: str) -> None:
    for seat, name in zip("abcd", names, strict=False):
        viewer.find(f"#name_{seat}").fill(name)


def test_three_counts_without_script(plain: Viewer, server: LiveServer) -> None:
    """What is wrong is said and what was typed is kept; the last count follows."""
    path = stage(server, TRIO, names=AROUND, variant="three-handed")
    plain.go(path)
    plain.tap("#e-B")
    expect(plain.find("#end .numbers")).to_be_hidden()
    plain.find("#brisques_A").fill("20")
    plain.find("#brisques_B").fill("9")
    plain.tap("#end-go")
    plain.sees("#end .error", "29 brisques are more than the 24 there are")
    expect(plain.find("#brisques_B")).to_have_value("9")
    plain.find("#brisques_A").fill("7")
    plain.tap("#end-go")
    plain.sees("h1", "Alice wins")
    assert lines_of(server, path)[-2:] == ["B last-trick", "brisques A 7 B 9 C 8"]


def test_partners_without_script(plain: Viewer, server: LiveServer) -> None:
    plain.go("/matches/new")
    plain.tap("label:has(#variant-four-handed)")
    fill_names(plain, "Alice", "Ben", "Cora", "Dan")
    plain.tap("label:has(#dealer-D)")
    plain.tap("#open-match")
    plain.tap("#up-9H")
    plain.tap("#k-royal-marriage-H")
    plain.sees_totals("40", "0")
    plain.tap("#s-C")
    plain.tap("#k-sequence-H")
    plain.tap("#o-1")
    plain.sees_totals("290", "0")
    plain.tap("#e-B")
    plain.tap("label:has(#brisques_AC-18)")
    plain.tap("#end-go")
    plain.sees("#over", "Alice & Cora +470, Ben & Dan +150")
    assert lines_of(server, plain.page.url.removeprefix(plain.home))[1:] == [
        "A melds royal-marriage KH QH",
        "C melds sequence AH 10H JH + KH QH",
        "B last-trick",
        "brisques AC 18 BD 14",
    ]


def test_a_rubicon_deal_without_script(plain: Viewer, server: LiveServer) -> None:
    path = stage(server, [], variant="rubicon", rubicon_settlement="portland")
    plain.go(path)
    plain.tap("#k-carte-blanche")
    plain.tap("#k-carte-blanche-again")
    plain.tap("#drew-9D")
    plain.sees_totals("100", "0")
    plain.tap("#k-sequence-C")
    plain.sees_totals("350", "0")
    plain.tap("#e-B")
    plain.tap("#end-go")
    plain.sees("h1", "Alice wins")
    plain.sees(".sum tfoot", "The game is worth1,700")


def test_a_rule_without_a_place_is_refused_without_script(plain: Viewer) -> None:
    """Chosen for one game and sent with another: the reason stands at the rule, which is shown because of it."""
    plain.go("/matches/new")
    fill_names(plain, "Alice", "Ben")
    plain.tap("label:has(#variant-rubicon)")
    plain.tap("summary")
    plain.find("#rule_rubicon_settlement").select_option("portland")
    plain.tap("label:has(#variant-classic)")
    plain.tap("#open-match")
    plain.sees(".rule .error", "it is a rule of rubicon and larger games")
    expect(plain.find(".rule:has(.error)")).to_be_visible()
    plain.find("#rule_rubicon_settlement").select_option("")
    plain.tap("#open-match")
    plain.sees("h1", "Which card is turned up?")


def test_another_game_empties_what_has_no_place_in_it(phone: Viewer, server: LiveServer) -> None:
    phone.go("/matches/new")
    phone.tap("label:has(#variant-four-handed)")
    fill_names(phone, "Alice", "Ben", "Cora", "Dan")
    phone.tap("label:has(#dealer-D)")
    phone.tap("label:has(#target-500)")
    phone.tap("summary")
    for rule, value in (("joint_beziques", "no"), ("cross_marriages", "yes"), ("brisques", "match-end")):
        phone.find(f"#rule_{rule}").select_option(value)
    phone.tap("label:has(#variant-rubicon)")
    for rule, value in (("joint_beziques", ""), ("cross_marriages", "yes"), ("brisques", "")):
        expect(phone.find(f"#rule_{rule}")).to_have_value(value)
    for gone in ("#name_c", "#rule_joint_beziques", "label:has(#target-500)", "label:has(#dealer-D)"):
        expect(phone.find(gone)).to_be_hidden()
    expect(phone.find("#dealer-A")).to_be_checked()
    expect(phone.find("#target-own")).to_be_checked()
    phone.tap("#open-match")
    phone.sees(".facts", "Alice deals")
    phone.sees(".facts", "rubicon 1,000")
    phone.sees(".legend >> nth=-1", "Cross marriages")
