"""By keyboard alone: a whole match of Land Unter from the start page to the winner, and an accusation in Limits."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.boards import is_in_state, shows, version
from tests.e2e.stage import OpenPhone, Server, drawn

MOST_STOPS = 60
"""So many stops a page has at most before the keyboard comes round to the first again."""
FOCUSED = "one => one === document.activeElement"
NAMED = "one => one.name === document.activeElement.name"


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, there: Locator, has: str = FOCUSED) -> None:
        """Go on from stop to stop until it has the focus; fails where no stop does."""
        expect(there).to_be_attached()
        for _ in range(MOST_STOPS):
            if there.evaluate(has):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {there}")

    def press(self, there: Locator) -> None:
        """Press a button, or follow a link."""
        self.to(there)
        self.page.keyboard.press("Enter")

    def follow(self, there: Locator) -> None:
        """Press what leads to another page, until that is there."""
        self.to(there)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def choose(self, name: str, value: object) -> None:
        """Choose one of a group: Tab leads to the group, arrows to the one that is wanted."""
        wanted = self.page.locator(f"input[name='{name}'][value='{value}']")
        self.to(wanted, NAMED)
        if wanted.evaluate(FOCUSED) and not wanted.is_checked():
            with drawn(self.page):
                self.page.keyboard.press("Space")
        while not wanted.is_checked():
            with drawn(self.page):
                self.page.keyboard.press("ArrowRight")

    def tick(self, box: Locator) -> None:
        self.to(box)
        with drawn(self.page):
            self.page.keyboard.press("Space")

    def record(self) -> None:
        """Press the large button, until what it records is there."""
        before = int(version(self.page).get_attribute("data-version") or 0)
        self.press(self.page.locator("#record"))
        shows(self.page, before + 1)
        expect(self.page.locator(":focus")).to_have_count(1)


def begin(keys: Keys, game: str) -> None:
    """From the start page to the board: Ana opens the table, and says who else plays."""
    page = keys.page
    page.goto("/")
    keys.follow(page.locator(f".shelf [data-game={game}] a"))
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("Ana")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    keys.follow(page.get_by_role("link", name="Add a player"))
    for name in ("Ben", "Cleo"):
        expect(page.locator("#name")).to_be_focused()
        page.keyboard.type(name)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    keys.follow(page.locator(".foot .btn.main"))
    if page.locator(".place input").count():
        keys.to(page.locator(".place input").first)
        page.keyboard.press("Space")
    keys.follow(page.locator(".foot .btn.main"))
    page.wait_for_url(re.compile(r"/m/[^/]+$"))
    is_in_state(page, "live")


def ranked(page: Page) -> list[str]:
    """Who has how many points in the end, best first."""
    rows = page.locator(".won .rank > li")
    expect(rows).to_have_count(3)
    return [" ".join(re.findall(r"[A-Z][a-z]+|[\N{MINUS SIGN}\d]+$", one.inner_text())) for one in rows.all()]


RINGS = {"Ana": 1, "Ben": 2, "Cleo": 2}
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
    begin(keys, "lu")
    for name, rings in RINGS.items():
        with drawn(page):
            keys.press(page.get_by_role("button", name="Enter the total"))
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        keys.choose("rings", rings)
        keys.record()
    for number, tricks in enumerate(ROUNDS):
        if number:
            with drawn(page):
                keys.press(page.locator("#go-on"))
        for levels, highest, second in tricks:
            keys.tick(page.locator(f"#levels-{levels[0]}"))
            keys.tick(page.locator(f"#{'twice' if levels[0] == levels[1] else 'levels'}-{levels[1]}"))
            keys.tick(page.locator(f"#highest-{highest}"))
            keys.choose("second", second)
            keys.record()
    assert ranked(page) == ["Cleo 5", "Ana 3", "Ben \N{MINUS SIGN}1"]


@pytest.mark.ring("test")
def test_the_keyboard_leads_from_who_accuses_to_who_is_accused(phone: OpenPhone, server: Server) -> None:
    page = phone()
    keys = Keys(page)
    begin(keys, "li")
    keys.press(page.get_by_role("button", name="I accuse"))
    keys.choose("seat", 0)
    keys.choose("accused", 2)
    expect(page.get_by_role("button", name="Accuse Ana")).to_be_visible()
