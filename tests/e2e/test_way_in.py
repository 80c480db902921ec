"""The way in from the host's page: the code to scan, the code to type and the address, in sight before and during a game."""

import pytest

from tests.e2e.evening import call
from tests.e2e.stage import HOST, OVER, OpenPhone, Server

PLAYERS = ["Ana", "Anton", "Cara", "Cleo", "Íñigo", "Jean-Baptiste", "Großmutter Adelheid", "Maximiliane-Charlotte"]

UNSEEN = """() => ['.qr', '.code', '.addr'].filter(part => {
  const one = document.querySelector(`main ${part}`), {left, top, right, bottom} = one.getBoundingClientRect();
  const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]];
  return !corners.every(([x, y]) => one.closest('section').contains(document.elementFromPoint(x, y)));
})"""
"""What of the way in is not whole: a corner of it lies outside the window, or beneath something."""
COVERS = """() => [...document.querySelectorAll('.parts section')].filter(one => {
  const section = one.getBoundingClientRect(), way = document.querySelector('.way-in').getBoundingClientRect();
  return section.left < way.right && section.right > way.left && section.top < way.bottom && section.bottom > way.top;
}).length"""
"""How many parts of the page the way in lies upon."""
SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
SMALLEST_CODE = 150
"""So many pixels wide a phone reads a code from across a table."""


@pytest.mark.parametrize("size", [pytest.param(SIZES[0], marks=pytest.mark.ring("test")), *SIZES[1:]])
def test_the_hosts_page_shows_how_to_join_before_and_during_a_game(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    opened = call(server.port, "/tables", {"players": PLAYERS})
    page = phone(size=size)
    page.context.add_cookies([{"name": "device", "value": opened["host_token"], "domain": HOST, "path": "/"}])
    for is_playing in (False, True):
        if is_playing:
            begin = {"game": "own-game", "options": {}}
            call(server.port, f"/tables/{opened['table']}/matches", begin, opened["host_token"])
        page.goto(f"/t/{opened['table']}/host")
        assert page.evaluate(UNSEEN) == []
        assert page.locator("main .qr").evaluate("one => one.getBoundingClientRect().width") >= SMALLEST_CODE
        assert page.locator("main .code").inner_text().split() == [*opened["table"]]
        assert page.evaluate(OVER) <= 0
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(UNSEEN) == [], "it stays whatever is scrolled"
        if size[0] >= 1280:
            assert page.evaluate(COVERS) == 0
