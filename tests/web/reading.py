"""A page as it is read: its elements in order, its texts and the names of its drawings and buttons, what is drawn on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import accumulate

from tests.there import there

SPOKEN = (
    "aria-label", "alt", "title", "placeholder", "aria-description", "data-live", "data-wait", "data-off", "data-lost",
)  # fmt: skip
SILENT = ("script", "style", "code", "bdi", "time")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass(slots=True)
class Element:
    """An element of a page; a comment is one called `!`, and a text one without a name."""

    tag: str
    given: dict[str, str]
    around: tuple[Element, ...]
    begin: int = 0
    """Where in the page its inside begins, and where that ends."""
    end: int = 0
    text: str = ""


class _Reader(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Element] = []
        self._open: list[Element] = []
        self._lines = [0, *accumulate(len(line) for line in html.splitlines(keepends=True))]
        self.feed(html)

    @property
    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element that holds nothing."""
        given = {name: value or "" for name, value in attrs}
        self.found.append(Element(tag, given, (*self._open,), self._at + len(self.get_starttag_text() or "")))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element, which is open then, unless it can hold nothing."""
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(self.found[-1])

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and what was left open within it."""
        while any(one.tag == tag for one in self._open):
            ended = self._open.pop()
            ended.end = self._at
            if ended.tag == tag:
                return

    def handle_data(self, data: str) -> None:
        self.found.append(Element("", {}, (*self._open,), text=data))

    def handle_comment(self, data: str) -> None:
        """Take in a comment: what is in it is not read."""
        self.found.append(Element("!", {}, (*self._open,)))


def elements_of(html: str) -> list[Element]:
    """The elements of a page or a drawing, its texts and comments, in order."""
    return _Reader(html).found


def texts_of(html: str) -> list[str]:
    """Every text of a page, in order. What stands in `bdi` or `code` is a name or a command, the same in every language."""
    found: list[str] = []
    for one in elements_of(html):
        found += [value for name, value in one.given.items() if name in SPOKEN and value]
        if one.text.strip() and not any(
            outer.tag in SILENT or ("lang" in outer.given and outer.tag != "html") for outer in one.around
        ):
            found.append(" ".join(one.text.split()))
    return found


def undrawn(html: str) -> set[str]:
    """What a page copies into a drawing and draws nowhere: each leaves a gap that no words tell of."""
    return set(re.findall(r'<use href="#([^"]+)"', html)) - set(re.findall(r'\bid="([^"]+)"', html))


def words_of(html: str) -> str:
    """What a piece of a page says, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def main_button(page: str) -> str:
    """The words on the largest button at the foot of a page."""
    foot = page[page.index('class="foot"') :]
    return words_of(there(re.search(r'class="btn main(?! hold)[^"]*"[^>]*>(.*?)</(?:button|a)>', foot, re.DOTALL))[1])
