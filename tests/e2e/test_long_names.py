"""Long names, long words: on a phone no figure is pushed off the page, and no short word is torn apart."""

import pytest

from tests.conformance.playing import PACKAGES
from tests.e2e.evening import match_of
from tests.e2e.paper import FORMATS, laid_out, pages_of_paper
from tests.e2e.stage import OpenPhone, Server

LONGEST = ("Maximiliane-Charlotte", "Bartholomäus", "Großmutter Annegret", "Zoë", "Ben", "Wilhelmine")


APART = """
where => [...document.querySelectorAll(where)].flatMap(one => {
  const text = one.firstChild, words = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+-?/g)].filter(word => {
    words.setStart(text, word.index);
    words.setEnd(text, word.index + word[0].length);
    return new Set([...words.getClientRects()].map(line => line.top)).size > 1;
  }).map(word => word[0]);
})
"""
"""Words that go on in a second line, though there is neither a space nor a hyphen."""

POINTS = "Math.min(...[...document.querySelectorAll('.named bdi')].map(one => parseFloat(getComputedStyle(one).fontSize))) * .75"
"""The size of the smallest name on paper."""
LEGIBLE_POINTS = 8


OVERFULL = "[...document.querySelectorAll('.named bdi')].map(one => one.scrollHeight - one.clientHeight)"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_on_paper_is_torn_without_a_hyphen(
    subtests: pytest.Subtests, phone: OpenPhone, server: Server, package: str
) -> None:
    seats = min(PACKAGES[package].players[-1], len(LONGEST))
    evening = match_of(server.port, PACKAGES[package].slug, LONGEST[:seats])
    page = phone(size=(1000, 1200))
    for size in ("normal", "large"):
        with subtests.test(size):
            page.goto(f"{evening.board}/sheet?size={size}")
            page.emulate_media(media="print")

            assert page.locator(".named bdi").count() >= seats
            assert page.evaluate(APART, ".named bdi") == []
            assert page.evaluate(POINTS) >= LEGIBLE_POINTS
            assert page.evaluate(OVERFULL) == [0] * page.locator(".named bdi").count()
            sheets = page.locator(".page").count()
            assert laid_out(page).cut == []
            assert [len(pages_of_paper(page, form)) for form in FORMATS] == [sheets, sheets]
