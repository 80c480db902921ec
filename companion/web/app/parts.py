"""Pages made of parts: a template's output is cut at its marks, and each part is known by a short hash.

A template writes `<part name="notches">...</part>` around what changes by itself. What such a page shows is sent to browsers part
by part: the hashes of all parts, and the HTML of those that have changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2s
from typing import Any, Final, TypeAlias

from flask import current_app
from markupsafe import Markup, escape

LAYOUT: Final = ""
"""The name of the layout among the parts."""
SENT_ALONG: Final = Markup("<sent-along>")
"""Stands in every form of a board for what it sends along, such as the version: so no part changes because of that.

No one's words can look so, nor like a part's marks: what is written into a page is escaped.
"""
_BEGINS: Final = '<part name="'
_ENDS: Final = "</part>"
HAND: Final = "<hand/>"
"""Stands where a board shows what only its viewer may see, which is rendered apart."""
_ONLY_BEGINS: Final = '<only for="'
_ONLY_ENDS: Final = "</only>"
_TYPED: Final = re.compile(r' data-typed value="[^"]*"')
"""What is typed in, as a template writes it: like what is checked, the one who typed it sees it already."""


Pieces: TypeAlias = tuple[tuple[frozenset[str], str], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What stands in one place, and its hash."""

    html: str
    hash: str


@dataclass(frozen=True)
class Content:
    """What a page is made of: the layout, which is what stands before, between and after the parts, and the parts in order."""

    around: tuple[str, ...]
    parts: Mapping[str, Part]
    _encoded: dict[Hashable, bytes] = field(default_factory=dict, compare=False)

    @cached_property
    def layout(self) -> str:
        """The layout with its empty places."""
        # With the names of the parts in their places: the same words round other parts are another layout.
        return "".join([f"{text}{_BEGINS}{name}" for text, name in zip(self.around, (*self.parts, ""), strict=True)])

    @cached_property
    def manifest(self) -> dict[str, str]:
        """The hash of each part by its name, and that of the layout."""
        # The layout under the empty name, which no part has: one comparison says whether parts fit into the page at all.
        return {LAYOUT: _hash(self.layout), **{name: part.hash for name, part in self.parts.items()}}

    @property
    def html(self) -> str:
        """All of it, each part in its place."""
        places = [
            f'<div class="through" data-part="{name}" data-hash="{part.hash}">{part.html}</div>'
            for name, part in self.parts.items()
        ]
        return "".join([text for both in zip(self.around, (*places, ""), strict=True) for text in both])

    def changes(self, before: Mapping[str, str], sent_along: str) -> dict[str, Any]:
        """Return the manifest, and the parts that have changed since it was `before`."""
        changed = [name for name, part in self.parts.items() if before.get(name) != part.hash]
        return {"manifest": self.manifest, "parts": self.html_of(changed, sent_along)}

    def changes_as_json(self, before: Mapping[str, str], sent_along: str) -> bytes:
        """Return the same as JSON in UTF-8, without its first brace, made once for all clients that have the same."""
        # By what the client has and what its forms send: phones that look alike nearly always have the same.
        key = (sent_along, *before.items())
        if key not in self._encoded:
            self._encoded[key] = _json(self.changes(before, sent_along))[1:]
        return self._encoded[key]

    def whole_as_json(self, sent_along: str) -> bytes:
        """Return the inside of the page to the end of its text, then the manifest, as JSON in UTF-8; made once for all."""
        # One dict for both kinds: a key here is a text, there a tuple.
        if sent_along not in self._encoded:
            inner = _json(f"{self.html.replace(SENT_ALONG, sent_along)}</div>")[1:]
            self._encoded[sent_along] = b'%b, "manifest": %b}' % (inner, _json(self.manifest))
        return self._encoded[sent_along]

    def html_of(self, names: Iterable[str], sent_along: str) -> dict[str, str]:
        """Return these parts, with what their forms send along."""
        return {name: self.parts[name].html.replace(SENT_ALONG, sent_along) for name in names}


@dataclass(frozen=True)
class PartsPage:
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
        return f"{self._tag}{self.content.html.replace(SENT_ALONG, self._sent_along)}</div>"

    def changes(self, before: Mapping[str, str]) -> dict[str, Any]:
        """Return what has changed since the manifest was `before`, as JSON: parts, or the whole page if the layout did."""
        about: dict[str, Any] = {"version": self.version, **self.head}
        if before.get(LAYOUT) != self.manifest[LAYOUT]:
            return {**about, "manifest": self.manifest, "board": self.html}
        return {**about, **self.content.changes(before, self._sent_along)}

    def changes_as_json(self, before: Mapping[str, str]) -> tuple[bytes, bytes]:
        """Return the same in UTF-8, in two: what is this viewer's own, and what is the same for all to whom it looks
        the same.
        """
        about: dict[str, Any] = {"version": self.version, **self.head}
        if before.get(LAYOUT) != self.manifest[LAYOUT]:
            # Cut open before its last quote and brace: the inside of the board follows, which is the same for many.
            return _json({**about, "board": self._tag})[:-2], self.content.whole_as_json(self._sent_along)
        return _json(about)[:-1] + b", ", self.content.changes_as_json(before, self._sent_along)

    def changes_beside(self, untouched: PartsPage) -> dict[str, Any]:
        """Return what differs from the untouched page, as JSON. What is merely checked does not: the one who tapped it sees
        that.
        """
        about: dict[str, Any] = {"version": self.version, **self.head}
        # Laid out differently by what is tapped: the parts of one would have no place in the other.
        if _unchecked(self.layout) != _unchecked(untouched.layout):
            return {**about, "board": self.html}
        # Compared with an untouched board, not with the one before: a phone keeps its taps while others go on, and what it
        # has may be older.
        without = {name: _unchecked(part.html) for name, part in untouched.parts.items()}
        others = [name for name, part in self.parts.items() if _unchecked(part.html) != without[name]]
        return {**about, "parts": self.content.html_of(others, self._sent_along)}

    @property
    def _tag(self) -> str:
        about = {"version": self.version, "layout": self.manifest[LAYOUT], **self.head}
        attributes = "".join([f' data-{name}="{escape(value)}"' for name, value in about.items()])
        return f'<div id="shown" class="through"{attributes}>\n'

    @cached_property
    def _sent_along(self) -> str:
        # In the form and not in the script, so that a browser without one sends it too.
        version = f'<input type="hidden" name="version" value="{self.version}">'
        return (
            f'{version}<input type="hidden" name="pending" value="{escape(self.pending)}">' if self.pending else version
        )


def mark_of(board: PartsPage) -> str:
    """Return a mark that stays the same as long as the page does: its ETag."""
    return blake2s(
        repr((board.version, sorted(board.head.items()), sorted(board.manifest.items()))).encode()
    ).hexdigest()


def render_parts(template: str | Sequence[str], given: Mapping[str, Any]) -> Content:
    """Return what this template makes of what it is given; of several, the first there is."""
    return cut(render(template, given))


def render(template: str | Sequence[str], given: Mapping[str, Any]) -> str:
    """Return the same before it is cut, with what is only for some."""
    found = current_app.jinja_env.get_or_select_template(template if isinstance(template, str) else [*template])
    return found.render(given)


def taken_apart(html: str) -> Pieces:
    """Return a page in pieces, each with the roles that it is for, all of them: `<only for="hosts">...</only>` is for
    hosts alone, whatever it stands in.

    Raise ValueError if such a mark has no end, or no beginning.
    """
    first, *rest = html.split(_ONLY_BEGINS)
    around: tuple[str, ...] = ()
    found = [(frozenset(around), first)]
    for one in rest:
        role, _, more = one.partition('">')
        # Each end closes the mark that was opened last; what stands between two ends is for those of the outer one.
        inner, *after = more.split(_ONLY_ENDS)
        around = (*around, role)
        found += ((frozenset(around), inner),)
        for text in after:
            if not around:
                raise ValueError("more marks of what is only for some end than begin")
            around = around[:-1]
            found += ((frozenset(around), text),)
    if around or _ONLY_ENDS in first:
        raise ValueError(f"what is only for some has no beginning or no end: {around}")
    return tuple(found)


def kept_for(roles: frozenset[str], pieces: Pieces) -> str:
    """Return the page as someone in these roles gets it."""
    # All of the roles, for marks stand within one another: what hosts are shown of what guests enter.
    return "".join([text for needed, text in pieces if needed <= roles])


def cut(html: str) -> Content:
    """Return what a page is made of.

    Raise ValueError if two parts have one name, or something is left that is only for some.
    """
    # A page that still holds what is only for some would show it to all: better no page.
    if _ONLY_BEGINS in html or _ONLY_ENDS in html:
        raise ValueError("nobody has said for whom this page is")
    # Cut as text, not parsed: a board is some 50 KB, and is cut anew at every tap. The marks cannot come from data, as data
    # is escaped.
    first, *rest = html.split(_BEGINS)
    around, parts = [first], dict[str, Part]()
    for one in rest:
        name, _, more = one.partition('">')
        inner, _, after = more.partition(_ENDS)
        if name in parts:
            raise ValueError(f"two parts are called {name}")
        parts[name] = _part(inner.strip())
        around.append(after)
    return Content(tuple(around), parts)


@lru_cache(maxsize=1024)
def _part(html: str) -> Part:
    # Kept by its HTML: most parts of a board are the same from tap to tap, and need no new hash.
    return Part(html, _hash(html))


def _unchecked(html: str) -> str:
    # The phone shows its own taps: a part that differs in nothing else need not be sent.
    return _TYPED.sub("", html.replace(" checked", ""))


def _json(value: Mapping[str, Any] | str) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _hash(html: str) -> str:
    # 48 bits: two versions of one part that meet would leave the older one standing until its next change (ADR 19).
    return blake2s(html.encode(), digest_size=6).hexdigest()
