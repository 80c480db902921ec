"""A whole game on a host's laptop and four phones: three languages, one without a script, one that sleeps, one cut off."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import begin_by_hand, open_by_hand, tap
from tests.e2e.stage import OpenPhone, drawn
from tests.records import early_on_postgresql

RINGS = (0, 0, 1, 1, 2)
NOTICED = (r"status of 4(00|09|22)", r"ERR_(CONNECTION|EMPTY|SOCKET|NETWORK)", r"Failed to (load|fetch)")
TWO_MINUTES = "02:00"
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as it is tapped, and what the app must say of it. `cards` stands in the order of those still in."""

    levels: tuple[int, int]
    says: str
    highest: str = ""
    second: str = ""
    cards: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """A round's tricks and how it ends: who is out, who kept how many rings, who shows the lowest water."""

    tricks: tuple[Trick, ...]
    out: tuple[str, ...]
    kept: dict[str, int]
    lowest: tuple[str, ...]


# Hands worth 0, 0, 1, 1 and 2: too little for five players, so the last is recorded anyway, and each round is short.
# Ana counts 1 to 12, Emil 25, 26 and 49 to 58; the cards laid below keep to that.
ROUNDS = (
    Round(
        (
            Trick((12, 12), "Ana is out. Emil loses a ring.", "Ana", "Emil"),
            Trick((3, 11), "Ben is out. Emil loses a ring.", "Emil", "Ben"),
            Trick((8, 5), "Emil is out.", "Cleo", "Emil"),
        ),
        ("Ana", "Ben", "Emil"),
        {"Cleo": 1, "Dora": 1},
        ("Dora",),
    ),
    Round(
        (
            # The chain: Ben shows 9 and is out, then Cleo shows 4 and is out too.
            Trick((4, 9), "Ben and Cleo are out.", "Cleo", "Ben"),
            Trick((6, 7), "Emil loses a ring.", "Dora", "Emil"),
            Trick((2, 10), "Emil is out.", "Ana", "Emil"),
        ),
        ("Ben", "Cleo", "Emil"),
        {"Ana": 2, "Dora": 1},
        ("Ana",),
    ),
    Round(
        (
            Trick((4, 9), "Cleo and Dora are out.", "Dora", "Cleo"),
            Trick((5, 8), "Ben loses a ring.", cards=(("Ana", 45), ("Ben", 25), ("Emil", 14))),
            Trick((11, 3), "Ana loses a ring.", "Emil", "Ana"),
            Trick((12, 1), "Ana is out.", "Ben", "Ana"),
        ),
        ("Ana", "Cleo", "Dora"),
        {"Ben": 1, "Emil": 1},
        ("Ben",),
    ),
    Round(
        (
            Trick(
                (2, 7),
                "Ben loses a ring.",
                cards=(("Ana", 15), ("Ben", 45), ("Cleo", 26), ("Dora", 3), ("Emil", 48)),
            ),
            # Emil, Dora and Ben, one after the other: the round ends with its second trick.
            Trick((9, 10), "Ben, Dora and Emil are out.", "Dora", "Emil"),
        ),
        ("Ben", "Dora", "Emil"),
        {"Ana": 1, "Cleo": 2},
        ("Ana", "Cleo"),
    ),
    Round(
        (
            Trick((8, 8), "Ana is out. Ben loses a ring.", "Ana", "Ben"),
            Trick((5, 6), "Ben is out. Cleo loses a ring.", "Cleo", "Ben"),
            Trick((4, 11), "Emil is out.", "Dora", "Emil"),
        ),
        ("Ana", "Ben", "Emil"),
        {"Cleo": 0, "Dora": 2},
        ("Dora",),
    ),
)


def points(done: Round, name: str) -> int:
    """What the round is worth to a player, by the rulebook's sum."""
    return -1 if name in done.out else done.kept[name] + (name in done.lowest)


def signed(text: str) -> int:
    """The number of a cell."""
    return int(text.strip().replace("−", "-"))


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table with a device of their own, tapped without reading its language."""

    seat: int
    page: Page
    has_script: bool = True

    def tap(self, name: str, value: object) -> None:
        """Tap a number or a player, and wait until the board with it is there."""
        tap(self.page, name, value, has_script=self.has_script)

    def keeps(self, name: str, value: object) -> None:
        """Wait until what was tapped is shown as tapped."""
        expect(self.page.locator(f"input[name='{name}'][value='{value}']:checked")).to_have_count(1)

    def press(self, selector: str) -> None:
        """Press a button, and wait until what the server answers is on the page."""
        if not self.has_script:
            self.page.locator(selector).first.click()
            self.page.wait_for_load_state()
            return
        with drawn(self.page, "preview|moves"):
            self.page.locator(selector).first.click()

    @property
    def version(self) -> int:
        """The version of the match that is shown."""
        return int(self.page.locator("#shown").get_attribute("data-version") or "-1")

    def shows(self, version: int) -> None:
        """Wait until this version is shown; a phone without a script looks again for it."""
        if not self.has_script:
            self.page.reload()
        expect(self.page.locator("#shown")).to_have_attribute("data-version", str(version))

    def count(self, rings: int, *, doubtful: bool = False) -> None:
        """Say how many rings one's own hand is worth."""
        self.press("button[name=_rings_way][value=rings]")
        expect(self.page.locator(f"input[name=seat][value='{self.seat}']")).to_be_checked()
        self.tap("rings", rings)
        self.press(".foot .btn.main")
        if doubtful:
            self.press("button[name=anyway]")

    def enter(self, trick: Trick) -> None:
        """Enter a trick for the whole table."""
        expect(self.page.locator("#view.asking")).to_have_count(0)
        if self.page.locator("#go-on").count():
            self.press("#go-on")
        before = self.version
        self.tap("levels", trick.levels[0])
        self.tap_second_level(trick.levels)
        way = "cards" if trick.cards else "highest"
        if self.page.locator(f"button[name=_trick_way][value={way}]").count():
            self.press(f"button[name=_trick_way][value={way}]")
        if trick.cards:
            for name, card in trick.cards:
                self.tap(f"cards.{NAMES.index(name)}", card)
        else:
            self.tap("highest", NAMES.index(trick.highest))
            self.tap("second", NAMES.index(trick.second))
        if trick.cards or not self.has_script:  # the last choice by finger records by itself
            self.press(".foot #record")
        self.shows(before + 1)

    def tap_second_level(self, levels: tuple[int, int]) -> None:
        """Tap the other water card; for an equal one a place of its own appears."""
        if levels[0] != levels[1]:
            self.tap("levels", levels[1])
            return
        with drawn(self.page):
            self.page.locator(".twice .face").click()

    def hide(self, hidden: bool) -> None:
        """Let the phone sleep, or take it up again."""
        self.page.evaluate(
            "hidden => { Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});"
            " document.dispatchEvent(new Event('visibilitychange')); }",
            hidden,
        )


@dataclass(frozen=True, slots=True)
class Table:
    """Everybody at the table."""

    host: Seat
    german: Seat
    plain: Seat
    sleeper: Seat
    cut: Seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All of them, by seat."""
        return (self.host, self.german, self.plain, self.sleeper, self.cut)

    def all_show(self, version: int) -> None:
        """Wait until everybody sees the same."""
        for seat in self.seats:
            seat.shows(version)


@pytest.fixture
def table(phone: OpenPhone, proxy: CuttingProxy) -> Table:
    """A table opened on a laptop and joined by four phones, each by the code and the seat's name."""
    host = phone(size=(1280, 800), expects=NOTICED)
    code = open_by_hand(host, "land-unter", *NAMES)
    begin_by_hand(host)
    pages = [
        phone(locale="de-DE", expects=NOTICED),
        phone(locale="fr-FR", javascript=False, expects=NOTICED),
        phone(locale="es-ES", expects=NOTICED),
        phone(at=proxy.url, expects=NOTICED),
    ]
    pages[2].clock.install()
    for seat, page in enumerate(pages, 1):
        page.goto(f"/join?code={code.lower()}")
        page.locator(f"form[action$='/join/{seat}'] button").click()
        page.wait_for_url(re.compile(r"/m/[^/]+$"))
    seats = [Seat(seat, page, has_script=seat != 2) for seat, page in enumerate([host, *pages])]
    return Table(*seats)


@early_on_postgresql
def test_five_devices_play_a_whole_game_of_land_unter(table: Table, proxy: CuttingProxy) -> None:
    for seat, rings in zip(table.seats, RINGS, strict=True):
        seat.count(rings, doubtful=seat.seat > 1)  # no box has 34 cards without a ring
    table.all_show(5)
    for words, seat in (("Stich 1", table.german), ("Pli 1", table.plain), ("Baza 1", table.sleeper)):
        expect(seat.page.locator(".strip")).to_contain_text(words, ignore_case=True)
    play_round(table, 0, [table.host, table.german, table.plain])
    sleep_through_a_round(table)
    reload_in_the_middle_of_an_entry(table)
    cut_the_wire_in_the_middle_of_an_entry(table, proxy)
    play_round(table, 4, [table.sleeper, table.plain, table.cut])
    check_the_end(table)


def play_round(table: Table, number: int, takers: list[Seat]) -> None:
    """Play a round, each trick entered on another device, and see it on all of them."""
    for trick, seat in zip(ROUNDS[number].tricks, takers, strict=True):
        seat.shows(seat.version)
        seat.enter(trick)
        table.all_show(seat.version)


def sleep_through_a_round(table: Table) -> None:
    """One phone sleeps for two minutes while the others play a round, and is right as soon as it wakes."""
    table.sleeper.hide(True)
    before = table.sleeper.version
    for trick, seat in zip(ROUNDS[1].tricks, (table.german, table.host, table.german), strict=True):
        seat.enter(trick)
        table.host.shows(seat.version)
        table.german.shows(seat.version)
    table.sleeper.page.clock.fast_forward(TWO_MINUTES)
    assert table.sleeper.version == before
    table.sleeper.hide(False)
    table.sleeper.shows(table.host.version)


def reload_in_the_middle_of_an_entry(table: Table) -> None:
    """One phone reloads with half a trick tapped, and goes on where it was."""
    first, *others = ROUNDS[2].tricks
    seat = table.german
    seat.press("#go-on")
    seat.tap("levels", first.levels[0])
    seat.tap("highest", NAMES.index(first.highest))
    seat.page.reload()
    seat.keeps("levels", first.levels[0])
    seat.keeps("highest", NAMES.index(first.highest))
    seat.tap("levels", first.levels[1])
    before = seat.version
    seat.tap("second", NAMES.index(first.second))
    table.all_show(before + 1)
    for trick in others:
        table.host.enter(trick)


def cut_the_wire_in_the_middle_of_an_entry(table: Table, proxy: CuttingProxy) -> None:
    """One phone loses its connection with half a trick tapped; the entry is still there when it comes back."""
    first, second = ROUNDS[3].tricks
    table.sleeper.shows(table.host.version)
    table.sleeper.enter(first)
    seat = table.cut
    seat.shows(table.sleeper.version)
    seat.tap("levels", second.levels[0])
    seat.tap("highest", NAMES.index(second.highest))
    proxy.cut()
    expect(seat.page.locator("#view")).to_have_attribute("data-state", "off", timeout=15_000)
    proxy.mend()
    expect(seat.page.locator("#view")).to_have_attribute("data-state", "live", timeout=15_000)
    seat.keeps("levels", second.levels[0])
    seat.keeps("highest", NAMES.index(second.highest))
    seat.tap("levels", second.levels[1])
    before = seat.version
    seat.tap("second", NAMES.index(second.second))
    table.all_show(before + 1)


def check_the_end(table: Table) -> None:
    """Everybody sees the same ranking, and it is that of an independent sum."""
    totals = {name: sum(points(done, name) for done in ROUNDS) for name in NAMES}
    for seat in table.seats:
        lines = seat.page.locator(".won ol.rank > li")
        expect(lines).to_have_count(len(NAMES))
        shown = [re.sub(r"\s+", " ", text) for text in lines.all_inner_texts()]
        assert [signed(text.split()[-1]) for text in shown] == sorted(totals.values(), reverse=True)
