"""A page as it is read: its elements in order, its texts, what is drawn on it, and what its forms would send."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape

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


TOKEN = re.compile(
    r"""(?P<text>[^<]+)|<(?P<tag>[a-z][^\s/>]*)(?P<given>(?:[^"'>]|"[^"]*"|'[^']*')*)>|</(?P<ended>[a-z][^\s/>]*)[^>]*>"""
    r"|<!--(?P<note>.*?)-->|<![^>]*>|(?P<rest><)",
    re.DOTALL | re.IGNORECASE,
)
GIVEN = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")


def elements_of(html: str) -> list[Element]:
    """The elements of a page or a drawing, its texts and comments, in order; nothing on our pages is a script by itself."""
    found: list[Element] = []
    around: list[Element] = []
    for token in TOKEN.finditer(html):
        if token["tag"]:
            given = {name.lower(): unescape(a or b or c) for name, a, b, c in GIVEN.findall(token["given"])}
            found.append(Element(token["tag"].lower(), given, (*around,), token.end()))
            if not token["given"].endswith("/") and found[-1].tag not in VOID:
                around.append(found[-1])
        elif token["ended"]:
            _leave(around, token["ended"].lower(), token.start())
        elif text := token["text"] or token["rest"]:
            found.append(Element("", {}, (*around,), text=unescape(text)))
        elif token["note"] is not None:
            found.append(Element("!", {}, (*around,)))
    return found


def _leave(around: list[Element], tag: str, end: int) -> None:
    """Leave an element, and what was left open within it."""
    while any(one.tag == tag for one in around):
        ended = around.pop()
        ended.end = end
        if ended.tag == tag:
            return


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


def all_text(html: str) -> str:
    return " ".join(" ".join(texts_of(html)).split())


def undrawn(html: str) -> set[str]:
    """What a page copies into a drawing and draws nowhere: each leaves a gap that no words tell of."""
    return set(re.findall(r'<use href="#([^"]+)"', html)) - set(re.findall(r'\bid="([^"]+)"', html))


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def main_button(page: str) -> str:
    """The words on the largest button at the foot of a page."""
    foot = page[page.index('class="foot"') :]
    return words_of(there(re.search(r'class="btn main(?! hold)[^"]*"[^>]*>(.*?)</(?:button|a)>', foot, re.DOTALL))[1])


@dataclass(frozen=True, slots=True)
class Page:
    """The inputs of a page, and the ids of what is marked as wrong; what stands in a template is none of it."""

    inputs: list[dict[str, str]]
    buttons: list[dict[str, str]]
    wrong: list[str]
    links: list[str]

    def sent(self) -> list[tuple[str, str]]:
        """What the form would send: typed and hidden values, and what is ticked; nothing that is blank."""
        return [
            (one["name"], one["value"])
            for one in self.inputs
            if one.get("name")
            and one.get("value")
            and ("checked" in one or one.get("type") not in ("radio", "checkbox"))
        ]

    def facts(self) -> dict[str, list[str]]:
        return by_name(one for one in self.sent() if not one[0].startswith(("_", "option.", "match")))

    def choices(self, name: str) -> list[str]:
        return [one["value"] for one in self.inputs if one.get("name") == name]

    def sets(self) -> list[str]:
        return [one["value"] for one in self.buttons if one.get("name") == "_set"]


def by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    known = [*pairs]
    return {one: [value for name, value in known if name == one] for one, _ in known}


def page_of(html: str) -> Page:
    shown = [one for one in elements_of(html) if not any(outer.tag == "template" for outer in one.around)]
    inputs, buttons = ([one.given for one in shown if one.tag == tag] for tag in ("input", "button"))
    wrong = [one.given.get("id", "") for one in shown if one.given.get("aria-invalid") == "true"]
    return Page(inputs, buttons, wrong, [one.given.get("href", "") for one in shown if one.tag == "a"])
