"""What is the same all through one request, found once: a board asks a hundred times for its language's words and its addresses."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

from flask import Flask, Request, current_app, request
from flask.ctx import AppContext

MOST_ADDRESSES: Final = 4096


@dataclass(slots=True)
class Here:
    """One context of the app. None means not asked for yet; `root` is how every address begins.

    `catalogs` are those of the app, by language, as far as anybody has asked for them.
    """

    services: Any
    catalogs: dict[str, Any]
    around: Here | None
    catalog: Any = None
    language: str | None = None
    root: str | None = None
    caller: Any = None


_CATALOGS: Final = "tableside catalogs"
_HERE: ContextVar[Here | None] = ContextVar("here", default=None)


here: Final[Callable[[], Here | None]] = _HERE.get
"""The present context; None outside of any."""


def init_app(app: Flask) -> None:
    """Let the contexts of the app, each of them a `Context`, find its catalogs."""
    app.extensions[_CATALOGS] = {}


class Context(AppContext):
    """A context of the app that notes itself as the present one. Flask's signals would cost forty calls a request."""

    def push(self) -> None:
        """Begin it."""
        super().push()
        known = self.app.extensions
        _HERE.set(Here(known["tableside"], known[_CATALOGS], _HERE.get()))

    def pop(self, *error: BaseException | None) -> None:
        """End it: the context around it is the present one again."""
        try:
            super().pop(*error)
        finally:
            left = _HERE.get()
            _HERE.set(None if left is None else left.around)


def present_request() -> Request:
    """The request itself, for reading several things of it: `request` finds it anew each time."""
    found: Request = cast(Any, request)._get_current_object()
    return found


def root() -> str:
    """How every address of this request begins: empty unless a proxy serves the app below another path."""
    found = _HERE.get()
    if found is None:
        return request.script_root
    if found.root is None:
        found.root = request.script_root
    return found.root


def stand_at(root: str) -> None:
    """Let every address begin with `root`, outside a request."""
    found = _HERE.get()
    assert found is not None, "there is no context of the app"
    found.root = root


@lru_cache(maxsize=MOST_ADDRESSES)
def path_of(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    """The address of a page of the running app; it depends on nothing but `root`, with which every address begins."""
    return current_app.url_map.bind("localhost", script_name=root).build(endpoint, dict(values))
