"""Long names in narrow places: whole, or in their one short form; never cut within a word, nor their accents."""

import pytest

from tests.e2e.evening import match_of
from tests.e2e.stage import OpenPhone, Server

NAMES = ("Maximiliane-Charlotte", "Jean-Baptiste", "Íñigo", "Konstantin", "Großmutter Adelheid")
CUT = """() => [...document.querySelectorAll('.either')].filter(one => one.offsetParent).filter(one => {
  const whole = one.firstElementChild, name = whole.textContent, {fontSize, lineHeight} = getComputedStyle(one);
  const isBeside = () => whole.offsetTop <= one.offsetTop + 2 && whole.scrollWidth <= one.clientWidth + 1;
  if (!isBeside()) whole.textContent = one.dataset.short;
  const fits = isBeside() && parseFloat(lineHeight) >= 1.2 * parseFloat(fontSize);
  whole.textContent = name;
  return !fits;
}).map(one => one.textContent)"""
"""Names shown neither whole nor in their short form: a whole one that has no room stands in the second line, which nobody sees."""


@pytest.mark.ring("test")
def test_long_names_are_whole_or_in_their_short_form(phone: OpenPhone, server: Server) -> None:
    cut = {}
    for game in ("land-unter", "limits"):
        evening = match_of(server.port, game, NAMES, **({"pile": "logged"} if game == "limits" else {}))
        if game == "land-unter":
            evening.count_all_rings()
        else:
            evening.move("start", seat=0)
            evening.move("limit", numbers=dict.fromkeys(("red", "yellow", "green", "blue", "violet"), 1))
        small, television = phone(size=(360, 640)), phone(size=(1280, 720))
        evening.sit(small, 1)
        television.goto(f"/tv/{evening.table}")
        for place, page in (("phone", small), ("television", television)):
            assert page.locator(".either").count() > 0
            cut[game, place] = page.evaluate(CUT)
    assert not any(cut.values()), cut
