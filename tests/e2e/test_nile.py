"""An den Ufern des Nils in real browsers: a whole game with its scorings, and a table that tracks the fields."""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.evening import PLAYERS, begin_by_hand, call, match_of, nile_in_play, open_by_hand
from tests.e2e.stage import OpenPhone, Server
from tests.records import early_on_postgresql

REFUSED = (r"status of 4(00|09|22)",)
"""What the browser says of an answer that did not take an entry, and of a tap that was overtaken by the next one."""


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
        self.page.locator("#rules summary").click()
        for name, value in options.items():
            self.page.locator(f"input[name={name}][value={value}] + .face").click()
        begin_by_hand(self.page)

    @property
    def version(self) -> int:
        """The number of entries."""
        return int(self.page.locator("#shown").get_attribute("data-version") or 0)

    def record(self, what: Locator) -> None:
        """Tap what records at once."""
        following = self.version + 1
        self.tap(what)
        self.shows(following)

    def shows(self, version: int) -> None:
        """Wait for the board at that version."""
        expect(self.page.locator("#shown")).to_have_attribute("data-version", str(version))
        self.page.wait_for_load_state("domcontentloaded")

    def main(self) -> Locator:
        """The largest button."""
        return self.page.locator(".foot .btn.main")

    def sell(self, kind: str, column: int) -> None:
        """A sale: one tap on the plant by its column."""
        self.record(self.page.get_by_role("button", name=f"{kind}. Sell in column {column}"))

    def wash(self, kind: str) -> None:
        """A plant of everybody goes into the boat."""
        for seat in range(3):
            self.record(self.page.get_by_role("button", name=f"{kind}, {PLAYERS[seat]}"))

    def rot(self, palms: int, column: int, squares: tuple[int, ...]) -> None:
        """A card with palms: the column, its plants. With a script the last plant tapped records it."""
        following = self.version + 1
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


@early_on_postgresql
def test_three_play_a_whole_game_and_every_figure_is_that_of_the_interface(one_phone: Phone, server: Server) -> None:
    one_phone.open_table()
    page = one_phone.page
    one_phone.record(page.locator("main").get_by_role("button", name="Ana"))
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


IN_SIGHT = """
() => {
  const foot = document.querySelector(".foot").getBoundingClientRect().top
  return [...document.querySelectorAll(".panel button, .table .stall")].filter(one => {
    const box = one.getBoundingClientRect()
    return box.height && (box.bottom > foot + 1 || box.top < 0)
  }).map(one => one.getAttribute("aria-label") || one.textContent.trim())
}
"""
"""What is tapped and does not stand between the top of the screen and the foot."""


@pytest.mark.ring("test")
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_a_sale_stands_on_a_phone_without_scrolling_and_is_doubted_in_words(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    evening = nile_in_play(server.port, 4)
    evening.move("tide", moved=2, arrows=0)
    evening.move("harvest", seat=0, plant="grapes", quality=3, column=3, shared=False)
    page = evening.sit(phone(size=size), 0)
    # One tap says no palms: what the field cannot have been is said with the undo beside it.
    expect(page.locator(".undo")).to_contain_text("Its field has at least 3 palms.")
    assert page.evaluate(IN_SIGHT) == []
    assert page.evaluate("document.querySelector('.foot').offsetHeight / innerHeight") <= 0.15


@pytest.mark.ring("test")
def test_undo_gives_back_the_two_plants_that_were_tapped_and_no_other_of_their_kind(
    phone: OpenPhone, server: Server
) -> None:
    page = nile_in_play(server.port).sit(phone(), 0)
    page.get_by_role("button", name="Undo").first.click()
    record = page.locator("#record")
    expect(record).to_contain_text("flax and wheat in the boat")
    expect(page.locator("input[name=plants]:checked")).to_have_count(2)
    record.click()
    expect(page.get_by_role("button", name="Undo").first).to_be_visible()


@pytest.mark.ring("test")
def test_the_main_button_is_raised_on_the_phone_of_whoever_has_the_turn_alone(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port, 4)
    evening.move("tide", moved=2, arrows=0)
    pages = [evening.sit(phone(), seat) for seat in (0, 1)]
    shadows = [page.evaluate("getComputedStyle(document.getElementById('record')).boxShadow") for page in pages]
    assert [shadow != "none" for shadow in shadows] == [True, False]


@pytest.mark.ring("test")
def test_a_plant_lies_on_its_square_of_the_judges_market(phone: OpenPhone) -> None:
    page = phone()
    page.goto("/judge/nile/sale")
    page.locator("[id='set-put=1']").click()
    lies = """() => { const [square, plant] = ["#market .plant", "#market .plant svg"].map(one =>
      document.querySelector(one).getBoundingClientRect()); return plant.top >= square.top && plant.bottom <= square.bottom }"""
    expect(page.locator("#market .plant")).to_have_count(1)
    assert page.evaluate(lies)


LONG = ("Jean-Baptiste", "Bo", "Maximiliane-Sophie", "Íñigo")
OVER_EACH_OTHER = """selectors => {
  const boxes = selectors.flatMap(one => [...document.querySelectorAll(one)]).map(one => one.getBoundingClientRect())
  return boxes.some((a, i) => boxes.slice(i + 1).some(b =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1))
}"""


@pytest.mark.ring("test")
def test_on_television_nothing_lies_over_the_boat_nor_over_the_last_of_four(phone: OpenPhone, server: Server) -> None:
    start = match_of(server.port, "nile", LONG, depth="board")
    start.move("starter", seat=0)
    for seat in range(3):
        start.move("boat", seat=seat, plants=["flax", "wheat"])
    page = start.on_television(phone(size=(1366, 768)))
    assert page.locator(".cargo > svg").count() == 6
    assert not page.evaluate(OVER_EACH_OTHER, [".market .stall", ".ship", ".track .board", ".river"])
    evening = nile_in_play(server.port, LONG)
    while (state := evening.state)["phase"] != "over":
        turn = state["turn"]
        if state["phase"] == "tide":
            evening.move("tide", moved=2, arrows=0)
            evening.move("flooded", plants=[{"seat": seat, "plant": "flax"} for seat in range(4)])
            continue
        if not state["round"] and turn < 3:
            kind = ("flax", "grapes", "onions")[turn]
            evening.move("harvest", seat=turn, plant=kind, quality=4, column=4, shared=False)
        evening.move("pass", seat=turn)
    page = evening.on_television(phone(size=(1366, 768)))
    expect(page.locator(".hero h1")).to_contain_text("Maximiliane-Sophie")
    assert not page.evaluate(OVER_EACH_OTHER, [".screen .hero", ".screen .rank", ".screen .to-join"])


@pytest.mark.ring("test")
def test_palms_are_written_by_every_tap_until_they_are_saved(phone: OpenPhone, server: Server) -> None:
    page = match_of(server.port, "nile", 2, depth="board").sit(phone(), 0)
    page.locator("#drawer > summary").click()
    page.locator("#palms summary").click()
    page.get_by_role("button", name="2 palms").click()
    foot = page.locator(".foot")
    expect(foot).to_contain_text("Tap the fields with 2 palms.")
    page.get_by_role("button", name="left bank, row of 5, field 1", exact=True).click()
    page.get_by_role("button", name="Save the palms of 1 field").click()
    expect(foot).to_contain_text("Tap the field for desert card 1 of 3.")
    page.get_by_role("button", name="left bank, row of 5, field 5", exact=True).click()
    expect(foot).to_contain_text("Tap the field for desert card 2 of 3.")


@pytest.mark.ring("test")
def test_what_was_wrong_with_a_name_is_gone_once_one_is_typed(phone: OpenPhone) -> None:
    page = phone(expects=REFUSED)
    page.goto("/tables/new?game=nile")
    page.locator(".foot .btn.main").click()
    expect(page.locator("#wrong-name")).to_be_visible()
    page.locator("#name").fill("A")
    expect(page.locator("#wrong-name")).to_have_count(0)


UNDER_THE_FOOT = """() => {
  const foot = document.querySelector(".foot").getBoundingClientRect().top
  return [...document.querySelectorAll(".laid .few button, .laid > .shows > summary, #do-more")].filter(one =>
    one.getBoundingClientRect().bottom > foot + 1).map(one => one.textContent.trim())
}"""


@pytest.mark.ring("test")
def test_on_tracked_fields_what_is_chosen_stands_above_the_foot_of_a_small_phone(
    phone: OpenPhone, server: Server
) -> None:
    evening = nile_in_play(server.port, LONG, depth="board")
    for seat in range(len(LONG)):
        evening.move("lay_first", seat=seat)
    page = evening.sit(phone(size=(360, 640)), 0)
    expect(page.locator("#record")).to_contain_text("Tap the fields of the cards")
    assert page.evaluate(UNDER_THE_FOOT) == []
    evening.move("tide", moved=2, arrows=0)
    expect(page.locator("#record")).to_contain_text("Pass on to Bo")
    assert page.evaluate(UNDER_THE_FOOT) == []


@pytest.mark.ring("test")
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_during_a_tide_the_table_is_seen_by_those_who_wait_and_never_lies_over_an_entry_nor_the_points(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    evening = nile_in_play(server.port, LONG)
    evening.sit(phone(), 0)
    waits = evening.sit(phone(size=size), 1)
    expect(waits.locator(".market .stall")).to_have_count(4)
    assert waits.locator(".market .stall").first.is_visible()
    assert not waits.evaluate(OVER_EACH_OTHER, [".turns-row", ".market"])
    waits.locator(".for > summary").click()
    expect(waits.locator("#tide")).to_be_visible()
    assert not waits.locator(".market").is_visible()
    assert not waits.evaluate(OVER_EACH_OTHER, [".turns-row", "#tide"])
