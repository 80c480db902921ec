"""Parts of pages made once for the same arguments: for all seats that are shown the same, tap after tap."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from typing import Any, Final, TypeVar, cast

from flask import Flask
from jinja2 import Environment
from jinja2.runtime import Macro
from markupsafe import Markup

from companion.engine.kept import Same
from companion.web.here import root
from companion.web.i18n import catalog
from companion.web.templating import LeanEnvironment

Made = TypeVar("Made")
MOST_PARTS: Final = 2048
ANY_MOMENT: Final = secrets.token_hex(8)
"""A placeholder for a moment of a match. Made up anew at each start, so that nobody's name or remark can equal it."""


def init_app(app: Flask) -> None:
    """Let templates say `once("reasons.html:reasons", steps, slug, names)`."""
    made = {"once": _of(once, app.jinja_env), "once_at": _of(once_at, app.jinja_env)}
    app.jinja_env.globals.update(made, same=same, ticked=ticked)


def once(environment: Environment, part: str, *given: Any) -> Markup:
    """What a part of a page renders to, made once for the same arguments: for all seats shown the same, tap after tap.

    `part` is a macro's file and name, as `reasons.html:reasons`. It knows nothing but its arguments, and the
    reader's language and addresses, by which parts are told apart too. So nobody is ever shown what another's
    page was made of. What cannot be hashed, such as a map, is told apart by identity.
    """
    return _looked_up(_once, environment, part, given)


def once_at(environment: Environment, moment: str, part: str, *given: Any) -> Markup:
    """What a part renders to at one moment of a match, made once for all moments: only its ids say which one it is.

    `part` as for `once`. The moment is its first argument, and the part may only show it.
    """
    shown = str(LeanEnvironment.escaped(moment))
    return Markup(shown.join(_looked_up(_around_moments, environment, part, (ANY_MOMENT, *given))))


def ticked(part: Markup, group: str, chosen: int) -> Markup:
    """The part with one of its choices made, so that a part that differs only in that is made once for all who choose.

    A choice's id is its group's id and then its number, and comes last in its tag.
    """
    choice = f'id="{group}{chosen}"'
    return Markup(str(part).replace(choice, f"{choice} checked", 1))


def same(value: Any) -> Same[Any]:
    """For large things kept with a state: an argument told apart by identity, which costs less than by value."""
    return Same(value)


def _of(make: Callable[..., Markup], environment: Environment) -> Callable[..., Markup]:
    def made(*given: Any) -> Markup:
        return make(environment, *given)

    return made


@cache
def _part(environment: Environment, part: str) -> Macro:
    path, _, name = part.partition(":")
    found = getattr(environment.get_template(path).module, name)
    assert isinstance(found, Macro), f"{part} is no part of a page"
    return found


def _told_apart(value: Any) -> Hashable:
    """The value itself if it can be told apart by value, else a stand-in for its identity."""
    try:
        hash(value)
    except TypeError:
        return Same(value)
    return cast(Hashable, value)


def _looked_up(make: Callable[..., Made], environment: Environment, part: str, given: tuple[Any, ...]) -> Made:
    macro, known, place = _part(environment, part), catalog(), root()
    try:
        return make(macro, known, place, given)
    except TypeError:
        apart = tuple(map(_told_apart, given))
        if all(one is other for one, other in zip(apart, given, strict=True)):
            raise
        return make(macro, known, place, apart)


@lru_cache(maxsize=MOST_PARTS)
def _once(part: Macro, catalog: object, root: str, given: tuple[Hashable, ...]) -> Markup:
    return _made(part, given)


@lru_cache(maxsize=MOST_PARTS)
def _around_moments(part: Macro, catalog: object, root: str, given: tuple[Hashable, ...]) -> tuple[str, ...]:
    # Kept in pieces: searching a long text for the places of the moment takes longer than all the rest.
    return tuple(str(_made(part, given)).split(ANY_MOMENT))


def _made(part: Macro, given: tuple[Hashable, ...]) -> Markup:
    return Markup(part(*(value.source if type(value) is Same else value for value in given)))
