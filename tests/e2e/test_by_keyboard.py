"""By keyboard alone: a whole match of each game, from the start page to the winner."""

import re
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import REFUSED, entered, is_in_state, shows
from tests.e2e.laying import numbers
from tests.e2e.stage import OVER, OpenPhone, Server, drawn

LISTEN = """
addEventListener("DOMContentLoaded", () => {
  const live = document.getElementById("announced"), spoken = (window.spoken = []);
  if (live) new MutationObserver(() => live.textContent && spoken.push(live.textContent)).observe(live, { childList: true });
});
"""
"""Keep what a reader of the screen is given to say."""
HEARS = "(async () => { while (!spoken.length) await new Promise(requestAnimationFrame); return spoken; })()"
FOCUSED = "one => one === document.activeElement"


class Keys:
    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(LISTEN)

    def to(self, there: Locator, has: str = FOCUSED) -> None:
        """Go on from stop to stop until it has the focus; fails where no stop does."""
        expect(there).to_be_attached()
        for _ in range(60):  # A page has no more stops before the keyboard comes round to the first again.
            if there.evaluate(has):
                self.named()
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {there}")

    def named(self) -> None:
        expect(self.page.locator(":focus"), "something is read of it").to_have_accessible_name(re.compile(r"\w"))

    def press(self, there: Locator) -> None:
        self.to(there)
        self.page.keyboard.press("Enter")

    def ask(self, there: Locator) -> None:
        """Press what asks the server, until the board that it answers with is there."""
        with drawn(self.page):
            self.press(there)

    def follow(self, there: Locator) -> None:
        """Press what leads to another page, until that is there."""
        self.to(there)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def choose(self, name: str, value: object, *, on_a_board: bool = True) -> None:
        """Choose one of a group: Tab leads to the group, arrows to the one that is wanted."""
        wanted = self.page.locator(f"input[name='{name}'][value='{value}']")
        self.to(wanted, "one => one.name === document.activeElement.name")
        while not wanted.is_checked():
            with drawn(self.page) if on_a_board else nullcontext():
                self.page.keyboard.press("Space" if wanted.evaluate(FOCUSED) else "ArrowRight")

    def tick(self, box: Locator) -> None:
        self.to(box)
        with drawn(self.page):
            self.page.keyboard.press("Space")

    def record(self, what: Locator | None = None) -> str:
        """Press the large button, until what it records is there and was said, once."""
        before = entered(self.page)
        self.page.evaluate("spoken.length = 0")
        self.press(what or self.page.locator("#record"))
        shows(self.page, before + 1)
        said = self.page.evaluate(HEARS)
        self.named()
        assert len(said) == 1, said
        assert not re.search(r" \.|\.\.|’s turn. Your turn", said[0]), said
        return str(said[0])


def begin(keys: Keys, game: str, *others: str, **choices: str) -> None:
    """From the start page to the board: Ana opens the table, says who else plays, and chooses how."""
    sit_down(keys, game, *others)
    start(keys, **choices)


def sit_down(keys: Keys, game: str, *others: str) -> None:
    """From the start page to where the game is set up."""
    page = keys.page
    page.goto("/")
    keys.follow(page.locator(f".shelf [data-game={game}] a"))
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("Ana")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    keys.follow(page.get_by_role("link", name="Add a player"))
    for name in others:
        expect(page.locator("#name")).to_be_focused()
        page.keyboard.type(name)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    keys.follow(page.locator(".foot .btn.main"))


def start(keys: Keys, **choices: str) -> None:
    page = keys.page
    for name, value in choices.items():
        keys.choose(name, value, on_a_board=False)
    keys.follow(page.locator(".foot .btn.main"))
    page.wait_for_url(re.compile(r"/m/[^/]+$"))
    is_in_state(page, "live")


def ranked(page: Page) -> list[str]:
    """Who has how many points in the end, best first."""
    rows = page.locator(".won .rank > li")
    expect(rows).to_have_count(3)
    return [" ".join(re.findall(r"[A-Z][a-z]+|[\N{MINUS SIGN}\d]+$", one.inner_text())) for one in rows.all()]


ROUNDS = (
    (((4, 9), 0, 1), ((1, 2), 0, 1), ((3, 3), 2, 1)),
    (((12, 5), 2, 0), ((6, 11), 1, 2), ((1, 10), 2, 1)),
    (((8, 8), 2, 1), ((7, 2), 2, 0), ((9, 12), 0, 1)),
)
"""Of each trick the water cards, and whose card is the highest and whose the second."""


@pytest.mark.ring("all")
def test_a_whole_match_of_land_unter_is_played_by_keyboard(phone: OpenPhone, server: Server) -> None:
    page = phone()
    keys = Keys(page)
    begin(keys, "lu", "Ben", "Cleo")
    for name, rings in {"Ana": 1, "Ben": 2, "Cleo": 2}.items():
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        keys.choose("rings", rings)
        keys.record()
    for number, tricks in enumerate(ROUNDS):
        if number:
            keys.press(page.locator("#go-on"))
            expect(page.locator("#go-on")).to_have_count(0)
        for levels, highest, second in tricks:
            keys.tick(page.locator(f"#levels-{levels[0]}"))
            keys.tick(page.locator(f"#{'twice' if levels[0] == levels[1] else 'levels'}-{levels[1]}"))
            keys.tick(page.locator(f"#highest-{highest}"))
            keys.choose("second", second)
            keys.record()
    assert ranked(page) == ["Cleo 5", "Ana 3", "Ben \N{MINUS SIGN}1"]


@pytest.mark.ring("all")
def test_a_whole_match_of_limits_is_played_by_keyboard(phone: OpenPhone, server: Server) -> None:
    page = phone()
    keys = Keys(page)
    begin(keys, "li", "Ben", "Cleo", start="rule-0")
    for number in range(18):
        is_guilty = number % 3 > 0
        keys.press(page.locator("#open-accuse button"))
        expect(page.locator(":focus")).to_have_text(re.compile("^Who accuses"))
        keys.choose("seat", 0)
        page.locator(".by summary").press("Enter")
        assert page.evaluate(OVER) <= 0
        keys.choose("accused", 1 if is_guilty else 2)
        assert f"Ana accuses {'Ben' if is_guilty else 'Cleo'}" in keys.record()
        expect(page.locator("#view h1")).to_be_focused()
        for name, value in (("colour", "yellow"), ("printed", 1), ("hidden", 0), ("counted", 3 if is_guilty else 1)):
            keys.choose(name, value)
        heard = keys.record()
        assert ("Ben is guilty. 3 yellow, 1 allowed." if is_guilty else "Cleo is not guilty.") in heard or number == 17
        expect(page.locator("[role=status]:not(#announced)")).to_have_count(0)
    assert ranked(page) == ["Cleo 6", "Ana 0", "Ben \N{MINUS SIGN}24"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: plants washed away, a card that lets plants rot, and what each seat sells."""

    washed: str = ""
    rot: tuple[int, int, tuple[int, ...]] | None = None
    sales: dict[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)


TURNS = (
    Turn(sales={
        0: (("grapes", 4), ("onions", 4), ("aubergine", 4)),
        1: (("wheat", 3), ("grapes", 3)),
        2: (("onions", 3),),
    }),
    Turn("flax", (3, 3, (0, 1)), {
        1: (("flax", 3), ("onions", 2)), 2: (("grapes", 4), ("onions", 4)), 0: (("wheat", 2),),
    }),
    Turn("flax", (2, 2, (0, 1)), {1: (("aubergine", 4),)}),
    Turn("flax", (2, 2, (0, 1)), {2: (("flax", 2), ("grapes", 2))}),
    Turn("wheat"),
    Turn("wheat"),
)  # fmt: skip


class Market(Keys):
    """The same phone for the whole table of the Nile."""

    def tap(self, what: Locator) -> None:
        self.page.wait_for_load_state("domcontentloaded")
        if what.evaluate("one => one.matches('button')"):
            self.press(what)
        else:
            self.tick(what.locator("xpath=preceding-sibling::input"))

    def main(self) -> None:
        self.record(self.page.locator(".foot .btn.main:not(.hold)"))

    def rot(self, palms: int, column: int, squares: tuple[int, ...]) -> None:
        """A card with palms: the column, its plants."""
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{palms} palms?: plants get worse")))
        self.tap(self.page.get_by_role("button", name=f"Pick column {column}."))
        expect(self.page.locator(".panel .slip")).to_contain_text(re.compile(f"olumn {column}\\b"))
        boxes = [self.page.locator(f".stall input[value='{square}'] + .face") for square in squares]
        for box in boxes if boxes[0].count() else ():
            self.tap(box)
        self.main()


@pytest.mark.ring("all")
def test_a_whole_match_of_the_nile_is_played_by_keyboard(phone: OpenPhone, server: Server) -> None:
    page = phone(expects=REFUSED)
    keys = Market(page)
    begin(keys, "ni", "Ben", "Cleo", start="rule-0")
    for _ in range(3):
        for kind in ("flax", "wheat"):
            keys.tap(page.locator(f".hand input[value={kind}] + .face").first)
        keys.main()
    for number, turn in enumerate(TURNS):
        if turn.washed:
            keys.press(page.locator("#washed > summary"))
        for name in ("Ana", "Ben", "Cleo") if turn.washed else ():
            keys.record(page.get_by_role("button", name=f"{turn.washed}, {name}"))
        if turn.rot:
            keys.rot(*turn.rot)
        keys.main()
        for seat in (number, number + 1, number + 2):
            for kind, column in turn.sales.get(seat % 3, ()):
                keys.record(page.get_by_role("button", name=f"{kind}. Sell in column {column}"))
            keys.main()
    assert ranked(page) == ["Cleo 12", "Ana 6", "Ben 6"]


BEFORE_THE_LOOP: Final = (  # tiles as red and yellow lay them in turn: the shape, the cell, how it is turned
    ("curve", -1, 1, 270), ("curve", 0, 0, 0), ("curve", -2, 1, 0), ("straight", 0, -1, 0),
    ("curve", -1, 0, 180), ("curve", 1, 0, 270), ("curve", -2, 0, 90), ("curve", 1, -1, 180),
)  # fmt: skip
"""With its fourth curve red has closed its route."""

BEFORE_THE_BILLABONG: Final = (
    ("curve", 0, -2, 90), ("curve", -1, 2, 0), ("curve", -1, -1, 90),
    ("curve", 0, 2, 180), ("curve", 1, -2, 270), ("curve", 0, 3, 270), ("curve", 0, 1, 0),
    ("curve", -1, 3, 0), ("curve", 1, 1, 180), ("curve", -2, 2, 0),
)  # fmt: skip
"""The last one is red's ninth curve; red's route and yellow's now lead to (1, 2)."""

TO_THE_END: Final = (
    ("curve", 1, 3, 0), ("straight", -3, 1, 90), ("straight", 1, -3, 0), ("terminus", 2, 2, 270),
    ("terminus", 1, -4, 180), ("terminus", -4, 1, 90), ("terminus", 2, 3, 270),
)  # fmt: skip


def laid(keys: Keys, kind: str, x: int, y: int, turn: int) -> None:
    """Go to the cell, choose the shape, turn it until it lies right, and lay it."""
    page = keys.page
    there = page.locator(f"[id='cell-{x}-{y}']")
    if there.get_attribute("aria-pressed") is None:
        keys.ask(there)
    keys.choose("tile.kind", kind)
    for _ in range(4):
        if page.locator("input[name='tile.turn']").input_value() == str(turn):
            break
        keys.ask(page.locator("#turn"))
    keys.record()


@pytest.mark.ring("all")
def test_a_whole_match_of_down_under_is_played_by_keyboard(phone: OpenPhone, server: Server) -> None:
    page = phone()
    keys = Keys(page)
    begin(keys, "du", "Ben", depth="tiles")
    for tile in BEFORE_THE_LOOP:
        laid(keys, *tile)
    expect(page.locator("main")).to_contain_text("You may turn one marked tile")
    keys.ask(page.locator("[id='cell--1-1']"))
    if page.locator("input[name='turn']").input_value() != "0":
        keys.ask(page.locator("[id='cell--1-1']"))
    keys.record(page.locator(".foot .btn.main"))
    expect(page.locator("main")).to_contain_text("It’s open at both ends.")
    for tile in BEFORE_THE_BILLABONG:
        laid(keys, *tile)
    expect(page.locator("main")).to_contain_text("You may place a billabong here. Ana and Ben go on from it.")
    keys.ask(page.get_by_role("button", name="Place a billabong").first)
    keys.ask(page.get_by_role("button", name="east to west and north to south", exact=True))
    keys.record(page.locator(".foot .btn.main"))
    for tile in TO_THE_END:
        laid(keys, *tile)
    expect(page.locator(".won h1")).to_contain_text("You win, ")
    expect(page.locator(".won .rank .to").first).to_have_text("18")
    assert numbers(page) == [*range(1, 19)]


@pytest.mark.ring("all")
def test_a_game_of_one_s_own_is_defined_and_played_by_keyboard(phone: OpenPhone, server: Server) -> None:
    page = phone()
    keys = Keys(page)
    sit_down(keys, "ow", "Ben", "Cleo")
    keys.follow(page.get_by_role("link", name="A game of your own"))
    keys.to(page.locator("#name"))
    page.keyboard.type("Cheese")
    keys.choose("ends", "rounds", on_a_board=False)
    keys.to(page.locator("#at-rounds"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("3")
    start(keys)
    for points in ((5, 7, 12), (0, 10, 3), (8, 1, 1)):
        for name, figure in zip(("Ana", "Ben", "Cleo"), points, strict=True):
            keys.to(page.get_by_role("textbox", name=name))
            page.keyboard.type(str(figure))
        keys.record(page.locator("#go"))
    assert ranked(page) == ["Ben 18", "Cleo 16", "Ana 13"]
