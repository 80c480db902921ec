"""Paper: a page of the app as Chromium prints it, read again as text, and measured in millimetres."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from playwright.sync_api import Page
from pypdf import PageObject, PdfReader

from tests.there import there

Format = Literal["A4", "Letter"]
FORMATS: Final[tuple[Format, ...]] = ("A4", "Letter")
LOWEST_MM: Final = 279.4 - 2 * 10
"""What Letter leaves between its margins."""
A4_LOWEST_MM: Final = 297 - 2 * 10
A4_PIXELS: Final = 1123
NARROWEST_MM: Final = 210 - 2 * 12
"""What A4 leaves between its margins; Letter leaves more."""

LAYOUT = """() => ({
  fields: [...document.querySelectorAll('.page .fill')].map(one => one.getBoundingClientRect())
    .map(box => [box.width, box.height].map(pixels => pixels * 25.4 / 96)),
  inks: [...new Set([...document.querySelectorAll('.page, .page *')].flatMap(one => {
    const style = getComputedStyle(one);
    return [style.color, style.backgroundColor, style.fill, style.stroke, style.borderTopColor];
  }))],
  pages: [...document.querySelectorAll('.page')]
    .map(one => [one.scrollWidth, one.getBoundingClientRect().height].map(pixels => pixels * 25.4 / 96)),
  cut: [...document.querySelectorAll('.page th, .page td, .page figure')]
    .filter(one => one.scrollWidth > one.clientWidth + 2).map(one => one.textContent.trim().slice(0, 60)),
})"""
LENGTHEN = """share => {
  const walk = document.createTreeWalker(document.querySelector('.prints'), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) found.push(walk.currentNode);
  for (const node of found) {
    const text = node.data.trim();
    if (!/\\p{L}{3}/u.test(text) || node.parentElement.closest('.title, .named')) continue;
    let more = text.slice(0, Math.ceil(text.length * share));
    node.data = `${node.data.trimEnd()} ${more}`;
  }
}"""
"""As a language would print it whose words are longer than those of English by this share."""

APPEND = """async addresses => {
  for (const address of addresses) {
    const other = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
    for (const page of other.querySelectorAll('.page')) {
      page.lang = other.documentElement.lang;
      document.querySelector('.prints').append(document.adoptNode(page));
    }
  }
}"""


@dataclass(frozen=True, slots=True)
class Layout:
    """Width and height of each page's contents and of each field, in millimetres; cells whose text is cut off; every colour."""

    pages: list[list[float]]
    fields: list[list[float]]
    cut: list[str]
    inks: list[str]


def pages_of_paper(page: Page, form: Format) -> Sequence[PageObject]:
    return PdfReader(io.BytesIO(page.pdf(format=form))).pages


def laid_out(page: Page) -> Layout:
    """The pages of what is shown, as they will be printed; takes far less time than a print."""
    page.emulate_media(media="print")
    found = Layout(**page.evaluate(LAYOUT))
    page.emulate_media(media="null")
    return found


def heights_on_a4(page: Page) -> list[float]:
    """How high each page of what is shown gets where the paper is as high as A4."""
    size = there(page.viewport_size)
    page.set_viewport_size({**size, "height": A4_PIXELS})
    found = laid_out(page)
    page.set_viewport_size(size)
    return [height for _, height in found.pages]


def append(page: Page, addresses: list[str]) -> None:
    """Put the pages of other sheets behind those that are shown, to print them all at once."""
    page.evaluate(APPEND, addresses)


def lengthen(page: Page, share: float) -> None:
    page.evaluate(LENGTHEN, share)


def is_grey(colour: str) -> bool:
    """Whether a computed colour is black, white, or between; or nothing at all."""
    if colour in ("none", "transparent") or not colour.startswith("rgb"):
        return colour in ("none", "transparent")
    red, green, blue, *alpha = (float(part) for part in colour.partition("(")[2].rstrip(")").replace(",", " ").split())
    return red == green == blue or alpha == [0.0]
