"""Pages made of parts: each part's HTML is cached by its arguments (fragment caching) and known by a short hash.

A template that says `{{ part("notches", "notches.html:notches", now=board.round, all=board.rounds) }}` is a layout. What
such a page shows is told to browsers part by part: the hashes of all parts, and the HTML of those that have changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2s
from typing import Any, Final, NamedTuple

from flask import current_app, request
from markupsafe import Markup, escape

from companion.engine.identity_cache import Same
from companion.web.app.device import Titles, chosen_titles
from companion.web.app.i18n import language, speaking

MOST_PARTS: Final = 4096
LAYOUT: Final = ""
"""The name of the layout among the parts."""
SENT_ALONG: Final = Markup("<sent-along>")
"""Stands in every form of a board for what it sends along, such as the version: so no part changes because of that.

Nobody's words can look so: what is written into a page is escaped.
"""
_PLACE: Final = '<div class="through" data-part="{name}" data-hash="{hash}">'
_TYPED: Final = re.compile(r' data-typed value="[^"]*"')
"""What is typed in, as a template writes it: like what is checked, whoever typed it sees it already."""
_PLACES: Final = re.compile(r'<div class="through" data-part="([^"]+)" data-hash="">')


@dataclass(frozen=True, slots=True)
class Part:
    """What stands in one place, and its hash."""

    html: str
    hash: str


@dataclass(frozen=True)
class Content:
    """What a page is made of: the layout with its empty places, and what stands in each."""

    layout: str
    parts: Mapping[str, Part]
    _told: dict[Hashable, bytes] = field(default_factory=dict, compare=False)

    @cached_property
    def manifest(self) -> dict[str, str]:
        """The hash of each part by its name, and that of the layout."""
        return {LAYOUT: _hash(self.layout), **{name: part.hash for name, part in self.parts.items()}}

    def changes(self, before: Mapping[str, str], sent_along: str) -> dict[str, Any]:
        """The manifest, and the parts that have changed since it was `before`."""
        changed = [name for name, part in self.parts.items() if before.get(name) != part.hash]
        return {"manifest": self.manifest, "parts": self.html_of(changed, sent_along)}

    def changes_as_json(self, before: Mapping[str, str], sent_along: str) -> bytes:
        """The same as JSON in UTF-8, made once for all who were told the same before."""
        key = (sent_along, *before.items())
        if key not in self._told:
            self._told[key] = _json(self.changes(before, sent_along))
        return self._told[key]

    def html_of(self, names: Iterable[str], sent_along: str) -> dict[str, str]:
        """These parts, with what their forms send along."""
        return {name: self.parts[name].html.replace(SENT_ALONG, sent_along) for name in names}


@dataclass(frozen=True)
class Board:
    """A page of parts at one version.

    `head` says of what the page is: its match, the moment of the game, and so on. `pending`: what its forms send along
    besides the version, for a correction of several entries.
    """

    version: int
    head: Mapping[str, str]
    content: Content
    pending: str = ""

    @property
    def layout(self) -> str:
        """The layout with its empty places."""
        return self.content.layout

    @property
    def parts(self) -> Mapping[str, Part]:
        """What stands in each place."""
        return self.content.parts

    @property
    def manifest(self) -> dict[str, str]:
        """The hash of each part by its name, and that of the layout."""
        return self.content.manifest

    @property
    def html(self) -> str:
        about = {"version": self.version, "layout": self.manifest[LAYOUT], **self.head}
        attributes = Markup(" ").join(Markup('data-{}="{}"').format(name, value) for name, value in about.items())
        inner = _PLACES.sub(self._placed, self.layout).replace(SENT_ALONG, self._sent_along)
        return f'<div id="shown" class="through" {attributes}>\n{inner}</div>'

    def changes(self, before: Mapping[str, str]) -> dict[str, Any]:
        """What has changed since the manifest was `before`, as JSON: parts, or the whole page if the layout did."""
        about: dict[str, Any] = {"version": self.version, **self.head}
        if before.get(LAYOUT) != self.manifest[LAYOUT]:
            return {**about, "manifest": self.manifest, "board": self.html}
        return {**about, **self.content.changes(before, self._sent_along)}

    def changes_as_json(self, before: Mapping[str, str]) -> bytes:
        """The same in UTF-8."""
        if before.get(LAYOUT) != self.manifest[LAYOUT]:
            return _json(self.changes(before))
        head = _json({"version": self.version, **self.head})
        return b"%b, %b" % (head[:-1], self.content.changes_as_json(before, self._sent_along)[1:])

    def changes_beside(self, untouched: Board) -> dict[str, Any]:
        """What differs from the untouched page, as JSON. What is merely checked does not: whoever tapped it sees that."""
        about: dict[str, Any] = {"version": self.version, **self.head}
        if _unchecked(self.layout) != _unchecked(untouched.layout):
            return {**about, "board": self.html}
        without = {name: _unchecked(part.html) for name, part in untouched.parts.items()}
        others = [name for name, part in self.parts.items() if _unchecked(part.html) != without[name]]
        return {**about, "parts": self.content.html_of(others, self._sent_along)}

    def _placed(self, place: re.Match[str]) -> str:
        part = self.parts[place[1]]
        return _PLACE.format(name=place[1], hash=part.hash) + part.html

    @cached_property
    def _sent_along(self) -> str:
        version = f'<input type="hidden" name="version" value="{self.version}">'
        return (
            f'{version}<input type="hidden" name="pending" value="{escape(self.pending)}">' if self.pending else version
        )


class Reader(NamedTuple):
    """For whom parts are made: the cache of the app that is asked, and what tells parts apart besides their arguments."""

    cache: Callable[..., Part]
    language: str
    root: str
    titles: Titles

    def part(self, template: str, given: Iterable[tuple[str, Any]]) -> Part:
        """The part that this template makes of what it is given."""
        return self.cache(template, self.language, self.root, self.titles, _all_hashable(given))


_reader: Final[ContextVar[Reader | None]] = ContextVar("reader", default=None)


def _present_reader() -> Reader:
    return Reader(current_app.extensions["parts"], language(), request.script_root, chosen_titles())


class Parts:
    """The parts of one page while its layout is rendered."""

    def __init__(self, reader: Reader) -> None:
        self.parts: dict[str, Part] = {}
        self._reader = reader

    def part(self, name: str, template: str = "", caller: Callable[[], str] | None = None, **given: Any) -> Markup:
        """The place of a part, which is noted. Raises ValueError if two parts have one name.

        `template` is a file, or a macro's file and name: it knows nothing but what it is given, as `once` does. Where a
        part is a part of this page only, `{% call part("foot") %}` takes what is written there.
        """
        if name in self.parts:
            raise ValueError(f"two parts are called {name}")
        if caller is not None:
            self.parts[name] = _part_of(caller())
        else:
            self.parts[name] = self._reader.part(template, given.items())
        return _place(name)


def mark_of(board: Board) -> str:
    """A mark that stays the same as long as the page does: its ETag."""
    return blake2s(
        repr((board.version, sorted(board.head.items()), sorted(board.manifest.items()))).encode()
    ).hexdigest()


def render_parts(template: str | Sequence[str], given: Mapping[str, Any]) -> Content:
    """What this layout makes of what it is given; of several, the first there is."""
    reader = _present_reader()
    parts = Parts(reader)
    with speaking(reader.language):
        before = _reader.set(reader)
        try:
            layout = current_app.jinja_env.get_or_select_template(
                template if isinstance(template, str) else [*template]
            ).render({**given, "part": parts.part})
        finally:
            _reader.reset(before)
    return Content(layout, parts.parts)


def once(part: str, *given: Any) -> Markup:
    """What a macro gives (`reasons.html:reasons`), made once for the same arguments: for all seats, tap after tap.

    It knows nothing but its arguments, and the reader's language, boxes and addresses, by which it is told apart too. So
    nobody is ever shown what another's page was made of. What cannot be hashed, such as a map, is told apart by identity.
    """
    reader = _reader.get() or _present_reader()
    return Markup(reader.part(part, [("", value) for value in given]).html)


@lru_cache(maxsize=256)
def _place(name: str) -> Markup:
    return Markup(_PLACE.format(name=name, hash="") + "</div>")


def make_part(template: str, language: str, root: str, titles: Titles, given: tuple[tuple[str, Any], ...]) -> Part:
    """What a template or a macro gives, as the app keeps it."""
    path, _, macro = template.partition(":")
    found = current_app.jinja_env.get_template(path)
    values = [(key, value.source if isinstance(value, Same) else value) for key, value in given]
    named = {key: value for key, value in values if key}
    html = (
        getattr(found.module, macro)(*(value for key, value in values if not key), **named)
        if macro
        else found.render(named)
    )
    return _part_of(html)


def _part_of(html: str) -> Part:
    html = str(html).strip()
    return Part(html, _hash(html))


def _unchecked(html: str) -> str:
    return _TYPED.sub("", html.replace(" checked", ""))


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _hash(html: str) -> str:
    return blake2s(html.encode(), digest_size=6).hexdigest()


def _all_hashable(given: Iterable[tuple[str, Any]]) -> tuple[tuple[str, Any], ...]:
    alike = tuple(given)
    try:
        hash(alike)
    except TypeError:
        return tuple([(key, _hashable(value)) for key, value in alike])
    return alike


def _hashable(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return Same(value)
    return value
