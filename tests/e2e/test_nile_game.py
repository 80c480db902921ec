"""A whole game of An den Ufern des Nils on one phone, with its scorings, with a script and without."""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import REFUSED, entered, shows
from tests.e2e.evening import PLAYERS, begin_by_hand, call, open_by_hand
from tests.e2e.stage import OpenPhone, Server


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


MEANT = "one => !one.newSince || performance.now() - one.newSince > 700"


class Phone:
    """A phone at the table. Each tap that records waits until its entry is there; `taps` counts them all."""

    def __init__(self, page: Page, *, has_script: bool = True) -> None:
        self.page = page
        self.has_script = has_script
        self.taps = 0

    def tap(self, what: Locator) -> None:
        """Tap it once a tap is meant for it: a button that has just come to mean something else takes none."""
        self.page.wait_for_load_state("domcontentloaded")
        if self.has_script:
            self.page.wait_for_function(MEANT, arg=what.element_handle())
        what.click()
        self.taps += 1

    def open_table(self, **options: str) -> None:
        """Open a table for three, choose how to play, lay out the box."""
        open_by_hand(self.page, "nile", *PLAYERS[:3])
        self.page.locator(".place", has_text="Ana").click()
        self.page.locator("#rules > summary").click()
        for name, value in options.items():
            self.page.locator(f"input[name={name}][value={value}] + .face").click()
        begin_by_hand(self.page)

    def record(self, what: Locator) -> None:
        """Tap what records at once."""
        following = entered(self.page) + 1
        self.tap(what)
        self.shows(following)

    def shows(self, version: int) -> None:
        """Wait for the board at that version."""
        shows(self.page, version)
        self.page.wait_for_load_state("domcontentloaded")

    def main(self) -> Locator:
        """The largest button."""
        return self.page.locator(".foot .btn.main:not(.hold)")

    def sell(self, kind: str, column: int) -> None:
        """A sale: one tap on the plant by its column."""
        self.record(self.page.get_by_role("button", name=f"{kind}. Sell in column {column}"))

    def wash(self, kind: str) -> None:
        """A plant of everybody goes into the boat."""
        for seat in range(3):
            self.record(self.page.get_by_role("button", name=f"{kind}, {PLAYERS[seat]}"))

    def rot(self, palms: int, column: int, squares: tuple[int, ...]) -> None:
        """A card with palms: the column, its plants. With a script the last plant tapped records it."""
        following = entered(self.page) + 1
        self.tap(self.page.get_by_role("button", name=re.compile(f"^{palms} palms?: plants get worse")))
        self.tap(self.page.get_by_role("button", name=f"Pick column {column}."))
        expect(self.page.locator(".panel .slip")).to_contain_text(re.compile(f"olumn {column}\\b"))
        self.page.wait_for_load_state("domcontentloaded")
        boxes = [self.page.locator(f".stall input[value='{square}'] + .face") for square in squares]
        has_choice = boxes[0].count() > 0
        for box in boxes if has_choice else ():
            self.tap(box)
        if not (has_choice and self.has_script):
            self.tap(self.main())
        self.shows(following)
        self.page.wait_for_load_state("domcontentloaded")

    def turn(self, turn: Turn, starter: int) -> None:
        """A whole turn as a table would tap it."""
        if turn.washed:
            self.wash(turn.washed)
        if turn.rot is not None:
            self.rot(*turn.rot)
        self.record(self.main())
        for step in range(3):
            seat = (starter + step) % 3
            expect(self.page.locator(".strip .theirs").first).to_have_text(PLAYERS[seat])
            for sale in turn.sales.get(seat, ()):
                self.sell(*sale)
            self.record(self.main())

    def figures(self) -> list[int]:
        """The squares of the three pawns and the obelisk, as the page says them."""
        label = self.page.locator("svg[aria-label^='The track']").get_attribute("aria-label") or ""
        found = [re.search(rf"{name} on (\d+)", label) for name in (*PLAYERS[:3], "Obelisk")]
        return [int(one[1]) for one in found if one]


@pytest.fixture(params=["script", pytest.param("no script", marks=pytest.mark.ring("all"))])
def one_phone(phone: OpenPhone, request: pytest.FixtureRequest) -> Phone:
    """One phone for the whole table, with a script or without."""
    has_script = request.param == "script"
    return Phone(phone(javascript=has_script, expects=REFUSED), has_script=has_script)


@pytest.mark.ring("test")
def test_three_play_a_whole_game_and_every_figure_is_that_of_the_interface(one_phone: Phone, server: Server) -> None:
    one_phone.open_table()
    page = one_phone.page
    for seat in range(3):
        if page.locator(f"input[name=seat][value='{seat}']").is_checked() is False:
            page.locator(f"input[name=seat][value='{seat}'] + .face").click()
        for kind in ("flax", "wheat"):
            page.locator(f".hand input[value={kind}] + .face").first.click()
        one_phone.record(one_phone.main())
    for number, turn in enumerate(TURNS):
        one_phone.turn(turn, number % 3)
        state = call(server.port, f"/matches/{page.url.rpartition('/')[2]}")["state"]
        assert one_phone.figures() == [*state["pawns"], state["obelisk"]]
    assert one_phone.figures() == [7, 7, 13, 12]
    expect(page.locator("h1")).to_have_text("Cleo wins.", use_inner_text=True)
    rows = [re.findall(r"\d+", row)[-1] for row in page.locator(".won .rank > li").all_inner_texts()]
    assert rows == ["12", "6", "6"]
