"""A board rendered once for all who are shown the same, though each asks with rights and a device of its own."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, NamedTuple

MOST_PLACES: Final = 64
MOST_OF_A_PLACE: Final = 12


class Watched:
    """Somebody's page as a template sees it. It notes what the template reads, and what was found."""

    def __init__(self, page: object) -> None:
        self._page = page

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self._page, attribute)
        setattr(self, attribute, value)  # From now on it is found here: nobody asks twice.
        return value


class Reading(NamedTuple):
    """What a template read of one page: `look_up` reads the same of another, `found` is what there was."""

    name: str
    look_up: Callable[[object], Any]
    found: Any


class Rendering(NamedTuple):
    """One rendering: what it was made of, what it read of the viewer's page, and the bytes."""

    made_of: object
    read: tuple[Reading, ...]
    html: str

    def is_for(self, made_of: object, pages: dict[str, object]) -> bool:
        """Whether rendering for these pages would read the same things, find the same, and so give the same bytes."""
        if self.made_of != made_of:
            return False
        for name, look_up, found in self.read:  # noqa: SIM110 - a generator would be made for each stream at each tap
            if look_up(pages[name]) != found:
                return False
        return True


@dataclass(slots=True)
class Renderings:
    """The most recent boards. A template is a function of what it is given: equal things give equal bytes.

    `place` is the position of the match and the reader's language; `made_of` is everything given to the template by
    value; `pages` is what it is given about the viewer: most boards read little of that, so a whole table shares one
    rendering.
    """

    _places: OrderedDict[Hashable, list[Rendering]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def html(
        self, place: Hashable, made_of: object, pages: dict[str, object], render: Callable[[dict[str, Watched]], str]
    ) -> str:
        """The bytes: those of an equal rendering if there is one, else what `render` makes of the watched pages."""
        # One after the other: side by side they would take turns anyway, and none would find what others render.
        with self._lock:
            known = self._known(place)
            for rendering in known:
                if rendering.is_for(made_of, pages):
                    return rendering.html
            watched = {name: Watched(page) for name, page in pages.items()}
            html = render(watched)
            known.append(Rendering(made_of, tuple(_readings(watched)), html))
            del known[:-MOST_OF_A_PLACE]
            return html

    def drop(self) -> None:
        """Forget every board: something was deleted, or everything may be another now."""
        with self._lock:
            self._places.clear()

    def _known(self, place: Hashable) -> list[Rendering]:
        known = self._places.setdefault(place, [])
        self._places.move_to_end(place)
        if len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)
        return known


def _readings(watched: dict[str, Watched]) -> Iterator[Reading]:
    """What was read of each page, to be looked up again in one go."""
    for name, page in watched.items():
        read = vars(page).keys() - {"_page"}
        if read:
            look_up = attrgetter(*sorted(read))
            yield Reading(name, look_up, look_up(vars(page)["_page"]))
