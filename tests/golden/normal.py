"""Answers as lines one can compare: white space, hashes, keys and times taken out, one tag to a line.

What the next step changes on purpose and everywhere is declared in `NOISE` or `WRAPPERS`: the comparison shows all the rest.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from html import unescape
from typing import Final

from babel.dates import format_date

from tests.web.reading import VOID

LANGUAGES: Final = ("en", "fr", "es", "de")
Lines = tuple[str, ...]

NOISE: Final = frozenset({"data-hash", "data-layout"})
WRAPPERS: Final = frozenset({"data-part"})
"""In which parts a board is sent, and by what they are known: what is seen is compared. Attributes that are noise are left out;
of an element with an attribute of a wrapper its content stays.

To compare across a change of markup: declare what goes and comes, make the files anew before the change, compare after it,
then take the declaration back and make them anew for good."""

_COLON: Final = "(?::|%3A)"
_ALWAYS: Final = (
    (re.compile(r"\?v=[0-9a-f]{8,}"), ""),  # the hash of a stylesheet or script
    (re.compile(r' data-app="[0-9a-f]+"'), ""),  # and of all of them
    (re.compile(r'(<svg class="qr"[^>]*>).*?</svg>', re.DOTALL), r"\1(a code to scan)</svg>"),
    (re.compile(r'(<span class="code")[^>]*>.*?</span>', re.DOTALL), r"\1>(the code, letter by letter)</span>"),
    (re.compile(r"<style>.*?</style>", re.DOTALL), "<style>(styles)</style>"),
)
_TIMES: Final = (
    (
        re.compile(r"-\d\d-\d\d"),
        re.compile(rf"\d{{4}}-\d\d-\d\d(?:[T ]|%20)\d\d{_COLON}\d\d(?:{_COLON}\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?"),
        "TIME",
    ),
    (re.compile(r":\d\d"), re.compile(r"\d{1,2}:\d\d(?:[\s\u202f][AP]M)?(?![\d.])"), "CLOCK"),
)
"""What is found quickly where there may be one, what is then looked for, and what stands in its place."""
_YEAR: Final = re.compile(r"20\d\d")
_SPACES: Final = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")
"""Not those that keep words together: they are part of what people read."""


def readable(text: str, drawn: Mapping[str, str]) -> Lines:
    """The lines of a page without what is another in each run, and without what is declared as noise.

    What is `drawn` anew in each run (ids, codes) is called by its name; a code of four letters only where it is a word of its own.
    """
    for one, name in drawn.items():
        if one in text:
            text = text.replace(one, name) if len(one) > 8 else re.sub(rf"\b{one}\b", name, text)
    for pattern, instead in _ALWAYS:
        text = pattern.sub(instead, text)
    for sign, pattern, instead in _TIMES:
        text = pattern.sub(instead, text) if sign.search(text) else text
    for said, name in _today().items() if _YEAR.search(text) else ():
        text = text.replace(said, name)
    return html_lines(text)


@cache
def _today() -> dict[str, str]:
    """Today as it is written in each language; and its neighbours, as a day may end and time zones differ."""
    days = [datetime.now().astimezone().date() + timedelta(days=step) for step in (-1, 0, 1)]
    found = {day.isoformat(): "DAY" for day in days}
    found |= {format_date(day, "long", locale=locale): "DAY" for day in days for locale in ("en_GB", *LANGUAGES)}
    return found


@cache
def html_lines(text: str) -> Lines:
    """The lines of a page: each tag on its own, but for elements that hold nothing or one thing."""
    open_ones: list[tuple[str, str, list[str]]] = [("", "", [])]
    for found in _TOKEN.finditer(_SPACES.sub(" ", text)):
        words, tag = found["words"], found["tag"]
        if words is not None:
            if words != " ":
                open_ones[-1][2].append(unescape(words.strip(" ")))
        elif tag is not None:
            name, line = _tag(tag)
            if line.endswith("/>") or name in VOID or name.startswith("!"):
                open_ones[-1][2].append(line)
            else:
                open_ones.append((name, line, []))
        elif found["end"] is not None:
            assert open_ones[-1][0] == found["end"], f"</{found['end']}> closes <{open_ones[-1][0]}>"
            _close(open_ones)
    assert len(open_ones) == 1, f"<{open_ones[-1][0]}> is never closed"
    return tuple(open_ones[0][2])


_TOKEN: Final = re.compile(
    r"""<!--.*?-->|<(?P<tag>[A-Za-z!](?:[^<>"']|"[^"]*"|'[^']*')*)>|</(?P<end>[A-Za-z][\w-]*)>|(?P<words>[^<]+)""", re.S
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=/"'<>]+)(?:="([^"]*)"|='([^']*)'|=([^\s"'<>]+))?""")


def _close(open_ones: list[tuple[str, str, list[str]]]) -> None:
    """Put the innermost open element into the one around it."""
    name, line, inside = open_ones.pop()
    if not line:
        open_ones[-1][2].extend(inside)
    elif len(inside) > 1:
        open_ones[-1][2].extend((line, *inside, f"</{name}>"))
    else:
        open_ones[-1][2].append(f"{line}{''.join(inside)}</{name}>")


@cache
def _tag(source: str) -> tuple[str, str]:
    """An element's name, and its tag with its attributes by name: their order means nothing. A wrapper has no tag."""
    name, _, rest = source.partition(" ")
    found = {one: unescape("".join(value)).strip() for one, *value in _ATTRIBUTE.findall(rest)}
    if not WRAPPERS.isdisjoint(found):
        return name, ""
    kept = sorted(found.keys() - NOISE)
    said = "".join(f' {one}="{found[one]}"' if found[one] else f" {one}" for one in kept)
    return name.rstrip("/"), f"<{name.rstrip('/')}{said}{'/' if source.endswith('/') else ''}>"
