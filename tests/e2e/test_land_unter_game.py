"""A whole game of Land Unter on one phone, tapped through the pages: with a script and without one."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evening import begin_by_hand, faces, open_by_hand, tap
from tests.e2e.stage import OpenPhone, accessibility_faults, drawn

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
REFUSED = (r"status of 4(00|09|22)",)
"""What the browser says of an answer that did not take an entry."""


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
            Trick((9, 10), "Ben, Dora, and Emil are out.", "Dora", "Emil"),
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


class Phone:
    """One phone that enters for the whole table."""

    def __init__(self, page: Page, *, has_script: bool) -> None:
        self.page = page
        self.has_script = has_script

    def open_table(self) -> None:
        """Open a table, choose the game, lay out the box."""
        open_by_hand(self.page, "land-unter", *NAMES)
        begin_by_hand(self.page)

    def tap(self, name: str, value: object) -> None:
        """Tap a number or a player."""
        tap(self.page, name, value, has_script=self.has_script)

    def press(self, name: str) -> None:
        """Press the button that says so; without a script the next page is there to its end."""
        self.page.get_by_role("button", name=re.compile(f"^{name}")).click()
        self.page.wait_for_load_state("domcontentloaded")

    def choose_way_of_counting(self, name: str) -> None:
        """Count by symbols, cards or the number; with a script, until their form is there."""
        with drawn(self.page) if self.has_script else nullcontext():
            self.press(name)

    def count_by_symbols(self, whole: int, half: int, button: str) -> None:
        """Count a hand by the rings on it."""
        self.choose_way_of_counting("Symbols")
        self.tap("whole", whole)
        self.tap("half", half)
        self.press(button if self.has_script else "Save (your rings|.*’s rings)")

    def count_by_cards(self, cards: list[int], button: str) -> None:
        """Count a hand by its twelve numbers."""
        self.choose_way_of_counting("Cards")
        for card in cards:
            self.tap("cards", card)
        self.press(button if self.has_script else "Save (your rings|.*’s rings)")

    def count_by_number(self, rings: int, button: str) -> None:
        """Say how many rings were taken."""
        self.choose_way_of_counting("Number")
        self.tap("rings", rings)
        self.press(button if self.has_script else "Save (your rings|.*’s rings)")

    def enter(self, number: int, trick: Trick) -> None:
        """Enter a trick and see what the app says of it."""
        if self.page.locator("#go-on").count():
            self.press("Start round")
            expect(self.page.locator("#go-on")).to_have_count(0)
        self.choose_way("Card numbers" if trick.cards else "Only the two highest")
        self.tap_levels(*trick.levels)
        if trick.cards:
            self.tap_cards(trick.cards)
        else:
            self.tap("highest", NAMES.index(trick.highest))
            self.tap("second", NAMES.index(trick.second))
        if trick.cards or not self.has_script:  # the last choice by finger records by itself
            self.record(number)
        self.hears(trick.says)

    def choose_way(self, way: str) -> None:
        """Switch to another way of entering, unless it is the present one."""
        expect(self.page.locator("#view.asking")).to_have_count(0)
        if self.page.get_by_role("button", name=way).count():
            self.press(way)
            expect(self.page.get_by_role("button", name=way)).to_have_count(0)

    def tap_levels(self, first: int, second: int) -> None:
        """Tap the two water cards; for equal ones the second is offered once the first is tapped."""
        self.tap("levels", first)
        if first != second:
            self.tap("levels", second)
            return
        if not self.has_script:
            self.go_on()
        self.page.locator(".twice .face").click()

    def tap_cards(self, cards: tuple[tuple[str, int], ...]) -> None:
        """Tap everybody's number; the next player comes up by itself."""
        for at, (name, card) in enumerate(cards):
            expect(self.page.locator("legend", has_text=f"{name}’s weather card")).to_be_visible()
            self.tap(f"cards.{NAMES.index(name)}", card)
            if not self.has_script and at + 1 < len(cards):
                self.press("Save, next player")

    def go_on(self) -> None:
        """Without a script: leave the first look at an empty form for the entry with what is tapped."""
        self.press("Card numbers")
        self.press("Only the two highest")

    def record(self, number: int) -> None:
        """Press the large button."""
        self.press(f"Save trick {number}")

    def hears(self, sentence: str) -> None:
        """Wait until the app has said this of the trick just entered."""
        said = "".join(rf"{re.escape(part)}\s*" for part in re.split(r"(?<=\.)\s+", sentence))
        told = self.page.locator("article.verdict, .news, .why.line").filter(has_text=re.compile(said))
        expect(told.first).to_be_visible()


@pytest.fixture(params=[True, False], ids=["with a script", "without a script"])
def one_phone(phone: OpenPhone, request: pytest.FixtureRequest) -> Phone:
    """A phone, with a script and without one."""
    has_script: bool = request.param
    return Phone(phone(javascript=has_script, expects=REFUSED), has_script=has_script)


def test_five_play_a_whole_game_on_one_phone(one_phone: Phone) -> None:
    one_phone.open_table()
    count_all_rings(one_phone)
    for number, done in enumerate(ROUNDS, 1):
        for at, trick in enumerate(done.tricks, 1):
            if (number, at) == (5, 2):
                enter_it_wrong_and_take_it_back(one_phone)
            if (number, at) == (5, 2) and one_phone.has_script:
                one_phone.tap("second", NAMES.index(trick.second))
                one_phone.hears(trick.says)
            else:
                one_phone.enter(at, trick)
        if number < len(ROUNDS):
            check_round(one_phone.page, number)
    check_end(one_phone.page)


def count_all_rings(phone: Phone) -> None:
    phone.count_by_cards([*range(1, 13)], "Take 0 rings")
    expect(phone.page.get_by_text("Missing: Ben, Cleo, Dora, and Emil")).to_be_attached()
    phone.count_by_symbols(0, 1, "Ben takes 0 rings")
    phone.count_by_number(1, "Cleo takes 1 ring")
    phone.count_by_symbols(1, 0, "Dora takes 1 ring")
    phone.count_by_cards([25, 26, *range(49, 59)], "Emil takes 2 rings")
    expect(phone.page.locator("#problem")).to_contain_text("5 players have at least 22 rings, not 4.")
    phone.press("Save it anyway")
    expect(phone.page.get_by_role("button", name="Save trick 1")).to_be_visible()


def enter_it_wrong_and_take_it_back(phone: Phone) -> None:
    """Says Dora laid second, where Ben did; with a script the entry comes back."""
    phone.enter(2, Trick((5, 6), "Ben is out. Dora loses a ring.", "Cleo", "Dora"))
    phone.page.locator(".opens").click()
    phone.page.locator("#ruled").get_by_role("button", name="Undo", exact=True).click()
    phone.hears("Ana is out. Ben loses a ring.")
    expect(phone.page.get_by_text("Ana undid: Water 5 and 6")).to_be_visible()
    if phone.has_script:
        for name, value in (("levels", 5), ("levels", 6), ("highest", 2), ("second", 3)):
            expect(phone.page.locator(f"input[name={name}][value='{value}']")).to_be_checked()


def check_round(page: Page, number: int) -> None:
    """The round's points and the running total stand in the table, and the right rings lie there again."""
    expect(page.get_by_role("heading", name=f"round {number}.")).to_be_visible()
    rows = page.locator("table.parts tbody tr")
    for seat, name in enumerate(NAMES):
        total = sum(points(one, name) for one in ROUNDS[:number])
        row = [points(ROUNDS[number - 1], name), total]
        told = rows.filter(has_text=name).locator("td").all_inner_texts()[-2:]
        assert [signed(text) for text in told] == row, name
        rings = (0, 0, 1, 1, 2)[(seat - number) % 5]
        expect(page.locator(".tank .cnt").nth(seat)).to_have_text(str(rings))


def check_end(page: Page) -> None:
    """The winner, the ranking and every round's points are those of the sum."""
    totals = {name: sum(points(one, name) for one in ROUNDS) for name in NAMES}
    best = max(totals, key=lambda name: totals[name])
    expect(page.get_by_role("heading", name=f"{best} wins with {totals[best]} points.")).to_be_visible()
    lines = page.locator(".won ol.rank > li")
    shown = [re.sub(r"\s+", " ", text) for text in lines.all_inner_texts()]
    assert [signed(text.split()[-1]) for text in shown] == sorted(totals.values(), reverse=True)
    assert [text.split(".")[0] for text in shown] == ["1", "2", "2", "4", "5"]
    rows = page.locator("table.by-round tbody tr")
    for at, done in enumerate(ROUNDS):
        assert [signed(text) for text in rows.nth(at).locator("td").all_inner_texts()] == [
            points(done, name) for name in NAMES
        ]
    expect(page.get_by_role("img", name=re.compile("The scores"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Play again"))).to_be_visible()


def signed(text: str) -> int:
    """The number of a cell."""
    return int(text.strip().replace("−", "-"))


def test_no_board_ever_calls_the_system_keyboard(phone: OpenPhone) -> None:
    one = Phone(phone(), has_script=True)
    one.open_table()
    typed = one.page.locator("#view :is(input:not([type=hidden],[type=radio],[type=checkbox]),textarea,select)")
    expect(typed).to_have_count(0)
    for way in ("Symbols", "Cards", "Number"):
        one.press(way)
        expect(one.page.locator(".tabs [aria-current]")).to_have_text(way)
        expect(typed).to_have_count(0)


SLOW = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
"""A network on which the news of an entry comes before its answer."""


@pytest.mark.ring("test")
def test_a_quick_tap_is_not_lost_where_the_news_of_an_entry_comes_before_its_answer(phone: OpenPhone) -> None:
    one = Phone(phone(), has_script=True)
    one.open_table()
    one.choose_way_of_counting("Cards")
    for card in range(1, 13):
        one.tap("cards", card)
    wire = one.page.context.new_cdp_session(one.page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    one.press("Take 0 rings")
    expect(one.page.get_by_text("Missing: Ben, Cleo, Dora, and Emil")).to_be_attached()
    one.press("Symbols")
    for name, value in (("whole", 0), ("half", 1)):
        faces(one.page, name, value)[0].click()
    expect(one.page.get_by_role("button", name="Ben takes 0 rings")).to_be_visible()


@pytest.mark.ring("test")
def test_a_trick_costs_four_taps_and_undo_gives_the_entry_back(phone: OpenPhone) -> None:
    one = Phone(phone(expects=REFUSED), has_script=True)
    one.open_table()
    count_all_rings(one)
    chosen = (("levels", 4), ("levels", 9), ("highest", 1), ("second", 2))
    for name, value in chosen:
        one.tap(name, value)
    one.hears("Cleo loses a ring.")
    hold = one.page.get_by_role("button", name="Undo Cleo loses a ring.")
    expect(hold).to_be_visible()
    hold.click()
    for name, value in chosen:
        expect(one.page.locator(f"input[name={name}][value='{value}']:checked")).to_have_count(1)
    expect(one.page.get_by_role("button", name="Save trick 1")).to_be_visible()
    one.tap("second", 3)
    one.hears("Dora loses a ring.")


@pytest.mark.ring("test")
def test_by_keyboard_nothing_is_recorded_before_the_button_is_pressed(phone: OpenPhone) -> None:
    one = Phone(phone(expects=REFUSED), has_script=True)
    one.open_table()
    count_all_rings(one)
    for name, value in (("levels", 4), ("levels", 9), ("highest", 1), ("second", 2)):
        with drawn(one.page):
            one.page.locator(f"input[name={name}][value='{value}']").first.press("Space")
    record = one.page.get_by_role("button", name="Save trick 1")
    expect(record).to_contain_text("Highest water: Cleo at 9. Cleo loses a ring.")
    record.press("Enter")
    one.hears("Cleo loses a ring.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_every_stage_of_the_board(phone: OpenPhone, theme: str) -> None:
    one = Phone(phone(expects=REFUSED, theme="dark" if theme == "dark" else "light"), has_script=True)
    one.open_table()
    assert accessibility_faults(one.page) == []
    count_all_rings(one)
    assert accessibility_faults(one.page) == []
    one.enter(1, ROUNDS[0].tricks[0])
    assert accessibility_faults(one.page) == []
    one.choose_way("Card numbers")
    expect(one.page.get_by_text("Who played which card").first).to_be_visible()
    assert accessibility_faults(one.page) == []
    for at, trick in enumerate(ROUNDS[0].tricks[1:], 2):
        one.enter(at, trick)
    assert accessibility_faults(one.page) == []
