"""Every game tapped through once on a phone: set up, melds, refusals, remedies, the end of the deal, who has won.

A story is written as it is tapped, a line a move. It names the seat, whose keys are lit by one tap unless they are lit
already, and the ids of what is tapped; a card alone is picked in the picker, `dim` is the first way that the chooser
refuses. After `=` stand the totals that are seen then, after `?` what the referee says or asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from scorekeeper.bezique.variants import VARIANTS
from tests.browser.viewers import Viewer

NAMES = {"a": "Alice", "b": "Ben", "c": "Cora", "d": "Dan"}
CARD = re.compile(r"(?:10|[AKQJ987])[SHDC](?:#\d)?")


@dataclass(frozen=True)
class Story:
    """A game of one deal: what is tapped, how it ends, and what must come out.

    *target* is typed, '' for the usual one. *end* are the taker of the last trick and the brisques tapped in the grid,
    the last side's left out. *final* are the figures of the last page, the winner's first; *worth* is the settlement.
    """

    variant: str
    moves: str
    end: tuple[str, tuple[int, ...]]
    winner: str
    final: tuple[str, ...]
    target: str = ""
    dealer: str = "B"
    switches: tuple[str, ...] = ()
    house: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    worth: str = ""

    def __str__(self) -> str:
        return self.variant


STORIES = (
    Story(
        "classic",
        """- up-AH
           A k-royal-marriage-H               = 40 0
           A k-sequence-H o-1                 = 290 0
           A k-royal-marriage-H dim           ? has been in a sequence does not marry
           A r-no                             = 290 0
           B k-marriage-C                     = 290 20
           B take-back                        = 290 0
           B k-four-jacks JS JC JH JD         = 290 40""",
        end=("A", (9,)),
        winner="Alice",
        final=("390", "110"),
        target="300",
    ),
    Story(
        "short",
        """- up-7C                               = 0 10
           A k-double-bezique                 = 500 10
           A k-seven-exchange                 ? can be shown, not exchanged
           A r-no                             = 500 10
           A k-seven-show                     = 510 10""",
        end=("B", (10,)),
        winner="Alice",
        final=("610", "80"),
    ),
    Story(
        "no-brisques",
        """- only-S
           A k-four-aces AS AH AD AC          = 100 0
           B k-royal-marriage-S               = 100 40""",
        end=("B", ()),
        winner="Alice",
        final=("100", "50"),
        target="100",
    ),
    Story(
        "consultation",
        """- up-AH
           A k-bezique                        = 40 0
           A c-QS#1                           = 40 0
           A k-bezique                        ? Bezique: which cards?
           A o-1                              = 80 0
           B k-seven-exchange                 = 80 10""",
        end=("B", (4,)),
        winner="Ben & Bella",
        final=("140", "120"),
        target="130",
        people={"a2": "Ann", "b2": "Bella"},
    ),
    Story(
        "open",
        """- up-9D
           A k-sequence-D                     ? would use up the cards of the royal marriage
           A o-1                              = 40 0
           A k-sequence-D o-1                 = 290 0""",
        end=("A", (8,)),
        winner="Alice",
        final=("380", "80"),
        target="100",
    ),
    Story(
        "three-handed",
        """- up-10H
           - trick-B                          = 0 0 0
           B k-marriage-C                     = 0 20 0
           B k-bezique                        ? the next waits for another trick
           - r-no                             = 0 20 0
           - trick-C                          = 0 20 0
           A k-triple-bezique                 ? Trick 2 went to Cora.
           A r-1                              = 1500 20 0
           C k-four-kings KS KH KD KC         ? only the side that won the trick
           C r-2                              = 1500 20 80""",
        end=("B", (7, 9)),
        winner="Alice",
        final=("1,570", "160", "120"),
        target="1000",
        dealer="A",
        switches=("note_tricks",),
    ),
    Story(
        "four-handed",
        """- up-9H
           A k-royal-marriage-H               = 40 0
           C k-sequence-H o-1                 = 290 0
           B k-bezique                        = 290 40
           D k-bezique dim                    ? a card from the hand
           D r-no                             = 290 40
           D k-double-bezique o-1             = 290 540
           A c-QH#1                           = 290 540
           C k-four-kings KS KD KC KH#1       = 370 540
           B k-seven-show                     = 370 550""",
        end=("B", (18,)),
        winner="Ben & Dan",
        final=("700", "550"),
        target="700",
        dealer="D",
    ),
    Story(
        "four-solo",
        """- up-AS
           A k-royal-marriage-S               = 40 0 0 0
           A k-seven-exchange                 = 50 0 0 0
           C k-four-jacks JS JS JH JD         = 50 0 40 0
           A k-royal-marriage-S dim           ? a card from the hand
           A r-no                             = 50 0 40 0
           B k-double-bezique                 = 50 500 40 0
           D k-marriage-H                     = 50 500 40 20
           D c-KH#1                           = 50 500 40 20""",
        end=("D", (8, 9, 10)),
        winner="Ben",
        final=("590", "140", "130", "80"),
        target="500",
        dealer="D",
    ),
    Story(
        "rubicon",
        """A k-carte-blanche                     = 50 0
           A k-carte-blanche-again drew-9D    = 100 0
           B k-royal-marriage-C               = 100 40
           A k-four-aces AS AH AH AD          = 200 40
           B k-sequence-C o-1                 = 200 290
           B k-sequence-C dim                 ? one of its cards has been played and replaced
           B r-no                             = 200 290
           B c-QC#1                           = 200 290
           B k-sequence-C o-1                 = 200 540
           A k-double-bezique                 = 700 540
           A k-plain-sequence-S o-1           ? Tap 3 of them
           A pl-AH#1 pl-AH#2 pl-AD#1          = 850 540""",
        end=("A", ()),
        winner="Alice",
        final=("900", "540"),
        worth="1,440",
    ),
    Story(
        "six-pack",
        """A k-quintuple-bezique                 = 9000 0
           B k-sequence-H                     = 9000 250
           B take-back                        = 9000 0
           B k-royal-marriage-H               = 9000 40
           B k-four-trump-aces                = 9000 1040
           B k-sequence-H o-1                 = 9000 1290
           A c-QS#1                           = 9000 1290
           A k-quintuple-bezique o-1          = 18000 1290""",
        end=("A", (20,)),
        winner="Alice",
        final=("18,250", "1,290"),
        dealer="A",
        house={"brisques": "save-rubicon"},
        worth="19,540",
    ),
    Story(
        "eight-pack",
        """B k-royal-marriage-D                  = 0 40
           B k-five-trump-kings o-1           = 0 1640
           A k-four-trump-queens              = 600 1640
           B k-sequence-D o-1                 = 600 1890
           B k-quadruple-bezique o-2          ? Tap 3 of them
           B pl-KD#2 pl-KD#3 pl-KD#4          = 600 6390""",
        end=("B", ()),
        winner="Ben",
        final=("6,640", "600"),
        dealer="A",
        house={"rubicon_settlement": "portland"},
        worth="8,500",
    ),
)


def open_the_match(phone: Viewer, story: Story) -> None:
    """From home to the first question or the keys; only names and an odd target are typed."""
    phone.go("/")
    phone.tap("#new-match")
    phone.tap(f"label:has(#variant-{story.variant})")
    seats = VARIANTS[story.variant].rules.seats
    for seat, name in [(seat.value.lower(), NAMES[seat.value.lower()]) for seat in seats] + list(story.people.items()):
        phone.find(f"#name_{seat}").fill(name)
    phone.tap(f"label:has(#dealer-{story.dealer})")
    if story.target:
        phone.tap("label:has(#target-other)")
        phone.find("#other_target").fill(story.target)
    for switch in story.switches:
        phone.tap(f"label[for={switch}]")
    if story.house:
        phone.tap("summary")
    for name, value in story.house.items():
        phone.find(f"#rule_{name}").select_option(value)
    phone.tap("#open-match")
    phone.sees("main", re.compile(f"{NAMES[story.dealer.lower()]}.* deals"))


def move(phone: Viewer, told: str) -> None:
    """One line of a story: never more taps than it names, and one for the seat."""
    taps, mark, seen = re.split(r"\s+([=?])\s+|$", told, maxsplit=1)[:3]
    seat, *ids = taps.split()
    with phone.counting(told, at_most=len(ids) + 1):
        light(phone, seat)
        for name in ids:
            phone.tap(phone.find(what_is_called(name)).first)
        if mark == "=":
            phone.sees_totals(*(f"{int(total):,}" for total in seen.split()))
            expect(phone.find("#ruling, #chooser")).to_have_count(0)
        elif mark:
            phone.sees("#ruling, #chooser", seen)


def light(phone: Viewer, seat: str) -> None:
    """Light the keys of *seat*, `-` for whoever is lit: one tap, for a partner as well."""
    panel = phone.find(f"#p-{seat}:not(.pair), #s-{seat}")
    if seat == "-" or phone.find("#ruling, #chooser").count() or panel.get_attribute("aria-current") == "true":
        return
    phone.tap(panel)
    expect(panel).to_have_attribute("aria-current", "true")


def what_is_called(name: str) -> str:
    if CARD.fullmatch(name):
        return f"#picker label:has([value='{name}'] + .card):not(:has(:checked))"
    if name.startswith("pl-"):
        return f"label:has([id='{name}']), button[id='{name}']"
    return "#chooser .key.dim" if name == "dim" else f"[id='{name}']"


def end_the_deal(phone: Viewer, taker: str, counts: Sequence[int]) -> None:
    """Last trick, a number for each side but the last, confirm: three taps for two sides, four for three."""
    with phone.counting("the end of a deal", at_most=2 + len(counts)):
        phone.tap(f"#e-{taker}")
        for count in counts:
            phone.tap(f"#n-{count}" if len(counts) > 1 else f"#end .numbers label:has([value='{count}'])")
        phone.tap("#end-go")
        expect(phone.find("#end")).to_have_count(0)


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_a_game_from_set_up_to_its_end(phone: Viewer, story: Story) -> None:
    open_the_match(phone, story)
    for told in story.moves.splitlines():
        move(phone, told.strip())
    end_the_deal(phone, *story.end)
    phone.sees("h1", f"{story.winner} {'win' if '&' in story.winner else 'wins'}")
    expect(phone.find(".final .fig")).to_have_text(list(story.final))
    if story.worth:
        phone.sees(".sum tfoot", f"The game is worth{story.worth}")
    else:
        expect(phone.find(".sum")).to_have_count(0)


def test_every_game_has_its_story() -> None:
    assert [story.variant for story in STORIES] == list(VARIANTS)
