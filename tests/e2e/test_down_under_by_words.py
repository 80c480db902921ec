"""Tiles laid by someone who sees no drawing: by roles, names and keyboard alone, and what came of it is heard."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OpenPhone, Server


@dataclass(frozen=True, slots=True)
class Words:
    """What is read out in one language. `ends`: at which end, which tile, and what is said once it lies."""

    shape: str
    cell: str
    lies: str
    record: str
    opened: str
    ends: tuple[tuple[str, str, str], ...]


ENGLISH = Words(
    "straight ×7",
    "Free. Beside it: Red, straight (west)",
    "Yellow, straight (north and south)",
    "Place it here tap it again to turn it",
    "Ben placed a straight. Ana’s turn",
    (
        ("2: behind Ana’s straight (south)", "curve to the right", "Ana placed a curve. Ben’s turn"),
        ("2: behind Ben’s straight (south)", "curve to the left", "Ben placed a curve. Ana’s turn"),
    ),
)
GERMAN = Words(
    "Gerade ×7",
    "Frei. Daneben: Rot, Gerade (Westen)",
    "Gelb, Gerade (Norden und Süden)",
    "Hier legen tippe es noch einmal an, um es zu drehen",
    "Ben hat eine Gerade gelegt. Ana ist dran",
    (
        ("2: hinter der Geraden von Ana (Süden)", "Kurve nach rechts", "Ana hat eine Kurve gelegt. Ben ist dran"),
        ("2: hinter der Geraden von Ben (Süden)", "Kurve nach links", "Ben hat eine Kurve gelegt. Ana ist dran"),
    ),
)


def press(one: Locator, key: str = "Enter") -> None:
    """The key, on what has the focus then."""
    one.focus()
    one.press(key)


@pytest.mark.parametrize(("locale", "words"), [("en-GB", ENGLISH), ("de-DE", GERMAN)], ids=["en", "de"])
def test_tiles_are_laid_by_the_words_alone(phone: OpenPhone, server: Server, locale: str, words: Words) -> None:
    table = match(server.port, 2, difficulty="easy")
    table.move("lay", seat=0, tile={"x": 0, "y": 0, "kind": "straight", "colour": "red", "turn": 0})
    page = table.sit(phone(locale=locale, expects=EXPECTED), 0)

    def heard(text: str) -> None:
        expect(page.get_by_role("status").filter(has_text=text)).to_have_count(1)

    press(page.get_by_role("radio", name=words.shape, exact=True), "Space")
    press(page.get_by_role("button", name=words.cell, exact=True))
    heard(words.lies)
    press(page.get_by_role("button", name=words.record, exact=True))
    heard(words.opened)
    for end, tile, said in words.ends:
        press(page.get_by_role("group", name=end, exact=True).get_by_role("button", name=tile, exact=True))
        heard(said)
