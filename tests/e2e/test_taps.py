"""How many taps and words lie between the start page and the first entry: each number here is promised."""

import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import entered, held_back, shows
from tests.e2e.evening import STARTS, call, land_unter, limits_in_play, match_of, nile_in_play, table_of
from tests.e2e.laying import match as down_under
from tests.e2e.stage import OpenPhone, Server, drawn

WAY_TO_THE_BOARD = 4
"""The box on the shelf, the table opened, on to the game, started."""
OWN_RINGS = 2
"""On the board: the number, recorded."""
FIRST_TRICK = 4
"""On the board: two water cards, whose card is the highest and whose the second; it records by itself."""
MOST_WORDS = 120
"""To be read up to the first entry: all that is seen on the pages before it and on its own, but initials, code and address."""
SEEN = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), said = [], range = document.createRange();
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement;
    if (around.closest('.hide, .mark, .code, .addr, .badge, noscript') || !around.checkVisibility()) continue;
    range.selectNodeContents(texts.currentNode);
    if (range.getBoundingClientRect().width > 1) said.push(texts.currentNode.data);
  }
  return said.join(' ');
}"""
COMES = """([path, name]) => fetch(
  path, { method: "POST", credentials: "omit", body: new URLSearchParams({ name }) })"""
"""Somebody joins a table by name, on a phone that is no part of this."""
MOST_TAPS_A_TILE = 1.5
"""Of Down Under, followed tile by tile; nobody has opened yet."""


@dataclass
class Thumb:
    """Somebody's phone, and how often it was tapped; letters typed are not taps, nor is the Enter key."""

    page: Page
    taps: int = 0
    read: list[str] = field(default_factory=list)

    def tap(self, target: str | Locator) -> None:
        self.taps += 1
        # Whoever comes meanwhile is drawn before the tap: a finger sees it, too.
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        (self.page.locator(target) if isinstance(target, str) else target).click()

    def write(self, field: str, text: str) -> None:
        """Type into the field that the page has put the cursor into."""
        expect(self.page.locator(field)).to_be_focused()
        self.page.keyboard.type(text)

    def follow(self, target: str | Locator = ".foot .btn.main") -> None:
        """Tap what leads to another page: the one large button, or something else."""
        with self.page.expect_navigation():
            self.tap(target)

    def reads(self) -> None:
        self.read += re.findall(r"[^\W\d_][\w’.:-]*", self.page.evaluate(SEEN))


def open_a_table(phone: OpenPhone, game: str = "lu") -> tuple[Thumb, str]:
    """The host, from the start page to the page of the table; and its code."""
    host = Thumb(phone())
    host.page.goto("/")
    host.reads()
    host.follow(f".shelf [data-game={game}] a")
    host.reads()
    host.write("#name", "Ana")
    host.follow()
    host.reads()
    return host, re.findall(r"/t/(\w+)", host.page.url)[0]


def come(phone: OpenPhone, code: str, name: str) -> Thumb:
    """Somebody who scans the code of a table and types their own name."""
    guest = Thumb(phone())
    guest.page.goto(f"/t/{code}/join")
    guest.write("#name", name)
    guest.follow()
    return guest


@pytest.mark.ring("test")
def test_the_first_trick_is_recorded_ten_taps_after_the_start_page(phone: OpenPhone, server: Server) -> None:
    host, code = open_a_table(phone)
    guests = [come(phone, code, name) for name in ("Ben", "Cleo", "Dora")]
    assert [guest.taps for guest in guests] == [1, 1, 1]
    host.follow()
    expect(host.page.locator(".seats .named:visible")).to_have_count(4)
    host.reads()
    host.follow()
    host.reads()
    match_id = re.findall(r"/m/([\w-]+)$", host.page.url)[0]
    for guest in guests:
        guest.page.wait_for_url(f"**/m/{match_id}")
    assert host.taps == WAY_TO_THE_BOARD
    with drawn(host.page):
        host.tap(".nums input[name=rings][value='5'] + .face")
    host.tap(".foot .btn.main")
    for seat, guest in enumerate(guests, 1):
        token = next(one["value"] for one in guest.page.context.cookies() if one["name"] == "device")
        move = {"kind": "count_rings", "seat": seat, "rings": 4}
        call(server.port, f"/matches/{match_id}/moves", {"move": move}, token)
    assert host.taps == WAY_TO_THE_BOARD + OWN_RINGS
    for level in (4, 9):
        with drawn(host.page):
            host.tap(f".nums input[name=levels][value='{level}'] + .face")
    for name in ("highest", "second"):
        host.tap(host.page.locator(".tank.tap").nth(0 if name == "highest" else 1))
    shows(host.page, 5)
    assert host.taps == WAY_TO_THE_BOARD + OWN_RINGS + FIRST_TRICK <= 10
    assert len(host.read) <= MOST_WORDS


@pytest.mark.ring("test")
def test_no_more_words_than_promised_are_read_between_the_start_page_and_the_first_entry(
    phone: OpenPhone, server: Server, subtests: pytest.Subtests
) -> None:
    for game, starter in (("li", "Ben"), ("du", ""), ("ni", "Ben")):
        with subtests.test(game=game):
            host, code = open_a_table(phone, game)
            for name in ("Ben", "Cleo", "Dora"):
                host.page.evaluate(COMES, [f"/t/{code}/join", name])
            host.follow()
            expect(host.page.locator(".place")).to_have_count(4)
            host.reads()
            if starter:
                host.tap(host.page.locator(".place", has_text=starter))
            host.follow()
            expect(host.page.locator("#shown")).to_be_attached()
            host.reads()
            assert len(host.read) <= MOST_WORDS


@pytest.mark.ring("test")
@pytest.mark.parametrize("way", ["Skyjo", "Hausspiel", "form"])
def test_the_first_round_of_any_game_is_saved_sixteen_taps_after_the_start_page_with_all_three_people_added(
    phone: OpenPhone, way: str
) -> None:
    host, _code = open_a_table(phone, "ow")
    page = host.page
    host.follow(".seats a:has-text('Add a player')")
    host.write("#name", "Ben")
    host.follow(page.get_by_role("button", name="Add", exact=True))
    host.write("#name", "Cleo")
    host.follow()  # takes Cleo along
    before = host.taps
    if way == "form":
        host.tap("#own")
        host.write("#name", "Hausspiel")
        host.tap(page.locator(".face", has_text="Fewest points").first)
        host.follow()
        assert host.taps - before <= 4
    else:  # by its letters, ready or not
        host.write("#find", way)
        host.follow(page.locator("#found .btn", has_text=way).filter(has_text="2 to" if way == "Skyjo" else "fewest"))
    for key in ("2", "3", "next", "1", "2", "next", "2"):
        host.tap(f"#keys [data-key='{key}']")
    host.tap("#go")
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    expect(page.locator(".sides .s > [data-reckons]")).to_have_text(["23", "12", "2"])
    assert host.taps <= 16


@pytest.mark.ring("test")
def test_wizard_is_made_in_eight_taps_a_name_and_one_line(phone: OpenPhone, server: Server) -> None:
    table = table_of(server.port, 3)
    page = table.host_on(phone(size=(360, 640)), f"/t/{table.table}/another")
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("link", name="A game of your own"))
    thumb.write("#name", "Wizard")
    thumb.tap(page.locator(".face", has_text="A new pad each round"))
    thumb.tap(page.locator(".face", has_text="When we say so").first)
    thumb.tap("#row-1")
    thumb.write("#row-1", "Bid, Tricks, Points = 20 + 10*tricks if tricks == bid else -10*abs(tricks - bid)")
    thumb.tap("#more summary")
    thumb.tap(page.locator("label", has_text="Players take turns to deal or start"))
    thumb.follow()
    page.wait_for_url("**/m/*")
    for figures in ("1>0>2", "1>1>1"):  # bids, then tricks
        for key in figures:
            page.locator(f"#keys [data-key='{'next' if key == '>' else key}']").click()
        sent = held_back(page, "moves", page.locator("#go").click)
        page.locator("#keys [data-key='1']").click()  # before the pad has heard that it is saved
        with page.expect_response(sent.request.url):
            sent.continue_()
        expect(page.locator("#go")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    expect(page.locator("tfoot td")).to_have_text(["30", "−10", "−10"])
    assert thumb.taps <= 12


@pytest.mark.ring("test")
def test_where_only_who_loses_a_ring_is_entered_a_trick_is_one_tap(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, tricks="rings", rings=5)
    thumb = Thumb(evening.sit(phone(size=(360, 640)), 0))
    tanks = thumb.page.locator(".tank.tap .one")
    for trick in range(12):
        if trick in (0, 1, 11):
            expect(tanks.nth(3)).to_be_in_viewport(ratio=1)
            thumb.tap(tanks.nth(trick % 4))
            expect(thumb.page.locator(".foot .hold")).to_be_visible()
        else:
            evening.move("loses", seats=[trick % 4])
        shows(thumb.page, 5 + trick)
    assert thumb.taps == 3
    expect(thumb.page.get_by_role("heading", name="Who has the lowest water?")).to_be_visible()
    thumb.tap(tanks.nth(2))
    expect(thumb.page.locator("h1:visible")).to_contain_text("round 1.")


@pytest.mark.ring("test")
def test_a_trick_of_land_unter_is_four_taps_the_last_two_and_what_was_wrong_is_put_right_in_three_or_four(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4, rings=12)
    for trick in range(10):
        levels = [1 + trick, 12 - trick] if trick < 6 else [trick - 5, 18 - trick]
        evening.move("trick", levels=levels, highest=trick % 4, second=(trick + 1) % 4)
    thumb = Thumb(evening.sit(phone(size=(360, 640)), 0))
    page, tanks = thumb.page, thumb.page.locator(".tank.tap")

    def tapped(*targets: Locator) -> int:
        """The taps that these choices took, up to what they record by themselves."""
        before, at = thumb.taps, entered(page)
        for target in targets[:-1]:
            with drawn(page):
                thumb.tap(target)
        thumb.tap(targets[-1])
        shows(page, at + 1)
        return thumb.taps - before

    def water(level: int) -> Locator:
        return page.locator(f".nums input[name=levels][value='{level}'] + .face")

    four = tapped(water(5), water(8), tanks.nth(0), tanks.nth(1))
    right = tapped(page.locator(".foot .hold"))
    page.reload()  # what undo gave back is still there, and is looked at before it is saved
    with drawn(page):
        thumb.tap(tanks.nth(2))
    right += 1 + tapped(page.locator("#record"))
    assert (four, right) == (FIRST_TRICK, 3)

    before, at = thumb.taps, entered(page)
    thumb.follow(page.locator(".trace a").nth(2))
    with drawn(page):
        thumb.tap(tanks.nth(1))
    thumb.follow()
    thumb.follow()
    shows(page, at + 1)
    assert thumb.taps - before <= 4  # its notch, what was wrong, look, confirm

    assert tapped(tanks.nth(2), tanks.nth(3)) == 2


@pytest.mark.ring("test")
def test_a_seat_that_waits_is_taken_in_two_taps_by_the_code_that_is_scanned_or_typed(phone: OpenPhone) -> None:
    host, code = open_a_table(phone)
    host.tap(".seats a:has-text('Add a player')")
    for name in ("Ben", "Cleo"):
        host.write("#name", name)
        with host.page.expect_navigation():
            host.page.keyboard.press("Enter")
    scans, types = Thumb(phone()), Thumb(phone())
    scans.page.goto(f"/t/{code}/join")
    scans.tap(".waiting button:has-text('Ben')")
    types.page.goto("/")
    types.tap("a:has-text('Join a table')")
    types.write("#code", "AAAA")
    types.page.locator(
        "#code"
    ).click()  # A tap on a whole code begins anew, a moment after the browser has set the caret.
    types.page.wait_for_function(
        "() => { const { activeElement: at } = document; return at.selectionEnd - at.selectionStart > 2; }"
    )
    types.write("#code", f"{code[:2]} {code[2:]}-9".lower())  # as people set codes apart, and a letter too many
    types.page.keyboard.press("Enter")
    types.tap(".waiting button:has-text('Cleo')")
    for thumb, name in ((scans, "Ben"), (types, "Cleo")):
        expect(thumb.page.locator("h1")).to_contain_text(f"You’re in, {name}")
        assert thumb.taps <= 2


@pytest.mark.ring("test")
def test_a_tile_of_down_under_is_one_tap_as_soon_as_its_route_lies_there(phone: OpenPhone, server: Server) -> None:
    thumb = Thumb(down_under(server.port, 4).sit(phone(size=(360, 640)), 0))
    tiles = 0
    for x, y in ((0, 0), (1, 0), (2, 0), (3, 0)):
        thumb.tap(f"#cell-{x}-{y}")
        thumb.tap("#record")
        tiles += 1
        shows(thumb.page, tiles)
    assert thumb.taps == 2 * tiles
    for _ in range(4):
        thumb.tap(thumb.page.locator(".ends [id^=way-][id*=-straight-]").first)
        tiles += 1
        shows(thumb.page, tiles)
        expect(thumb.page.locator(".news")).to_contain_text("placed a straight")
    assert thumb.taps / tiles <= MOST_TAPS_A_TILE


@pytest.mark.ring("test")
def test_with_animals_the_tap_on_an_animal_places_its_tile(phone: OpenPhone, server: Server) -> None:
    thumb = Thumb(down_under(server.port, 2, animals=True, difficulty="easy").sit(phone(size=(360, 640)), 0))
    for tile in range(2):
        thumb.tap(f"#cell-{tile}-0")
        thumb.tap(thumb.page.locator(".herd button:not(:disabled)").first)
        shows(thumb.page, tile + 1)
    opened, tiles = thumb.taps, 4
    for tile in range(tiles):
        end, animal = 1 + tile % 2, ("emu", "kangaroo")[tile // 2]
        if end == 2:  # On a phone the rows of one end are shown at a time.
            thumb.tap(".herds .tab.e2")
        thumb.tap(thumb.page.locator(f".herds .rows.e{end} [id*=-straight-][value={animal}]"))
        shows(thumb.page, tile + 3)
    assert (opened, thumb.taps - opened) == (4, tiles * MOST_TAPS_A_TILE)
    tall = Thumb(thumb.page)
    tall.page.set_viewport_size({"width": 390, "height": 844})
    for tile in range(2):
        tall.tap(tall.page.locator(".herds .rows.e1 [id*=-curve-][value=rabbit]").first)
        shows(tall.page, tiles + tile + 3)
    assert (tall.taps, tall.page.locator(".foot").evaluate("one => one.offsetHeight < 190")) == (2, True)


@pytest.mark.ring("test")
def test_an_animal_tapped_before_its_cell_goes_along_with_its_tile_however_soon_that_is_placed(
    phone: OpenPhone, server: Server
) -> None:
    evening = down_under(server.port, 2, animals=True, difficulty="easy")
    page = evening.sit(phone(size=(360, 640)), 0)
    for tile, animal in enumerate(("kangaroo", "emu")):
        page.locator(".herd [value=kangaroo] + .face").click()
        cell = held_back(page, "preview", page.locator(f"#cell-{tile}-0").click)
        page.locator(f".herd [value={animal}] + .face").click()
        page.locator("#record").click()
        cell.continue_()
        shows(page, tile + 1)
    assert [tile["animal"] for tile in evening.state["tiles"]] == ["kangaroo", "emu"]


@pytest.mark.ring("test")
def test_the_result_alone_of_down_under_is_a_number_for_each_player(phone: OpenPhone, server: Server) -> None:
    thumb = Thumb(down_under(server.port, 4).sit(phone(size=(360, 640)), 0))
    thumb.tap("#drawer > summary")
    thumb.tap("#only-the-result summary")
    for line, paths in zip("abcd", ("12", "19", "7", "15"), strict=True):
        thumb.tap(f"#paths-{line}")
        thumb.write(f"#paths-{line}", paths)
    thumb.tap(thumb.page.get_by_role("button", name="Save the result"))
    expect(thumb.page.locator("main")).to_contain_text("Ben wins with 19 paths.")
    assert thumb.taps <= 12


@pytest.mark.ring("test")
def test_a_counted_round_of_limits_among_three_is_7_taps_and_a_logged_card_1(phone: OpenPhone, server: Server) -> None:
    thumb = Thumb(match_of(server.port, "limits", 3).after(STARTS).sit(phone(), 0))
    page = thumb.page
    thumb.tap(page.get_by_role("button", name="I accuse"))
    thumb.tap("input[name=accused][value='1'] + .face")
    expect(page.locator("[name=colour]").first).to_be_attached()
    for name, value in (("colour", "red"), ("printed", 1), ("hidden", 0), ("counted", 2)):
        thumb.tap(f"input[name='{name}'][value='{value}'] + .face")
    expect(page.locator(".foot .btn.main.wait")).to_have_count(0)
    thumb.tap(".foot .btn.main:not(.hold)")
    expect(page.locator("article.verdict h1, .why.line").filter(has_text="Ben is guilty.").first).to_be_attached()
    assert thumb.taps <= 7
    ana = Thumb(limits_in_play(server.port).sit(phone(), 0))
    ana.tap("#lay button[value=red]")
    expect(ana.page.locator("[data-announce]")).to_have_text("Ana played red")


@pytest.mark.ring("test")
def test_a_round_of_the_nile_among_four_is_at_most_13_taps_with_four_sales_and_17_with_eight(
    phone: OpenPhone, server: Server
) -> None:
    kinds = ("grapes", "onions", "wheat", "flax")

    def record(thumb: Thumb, what: Locator) -> None:
        before = entered(thumb.page)
        thumb.tap(what)
        shows(thumb.page, before + 1)

    for sales, most in ((1, 13), (2, 17)):
        page = nile_in_play(server.port, 4).sit(phone(size=(360, 640)), 0)
        thumb, main = Thumb(page), page.locator(".foot .btn.main")
        record(thumb, main)
        for seat, name in enumerate(("Ben", "Cleo", "Dora", None)):
            for column in ((4, 1), (3, 1), (2, 1), (1, 2))[seat][:sales]:
                record(thumb, page.get_by_role("button", name=f"{kinds[seat]}. Sell in column {column}"))
            expect(main).to_contain_text(f"Pass on to {name}" if name else "Start the scoring")
            record(thumb, main)
        expect(page.locator(".news")).to_contain_text("8 plants lost, obelisk to 25")
        assert thumb.taps <= most
