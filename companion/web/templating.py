"""Templates rendered with less to do: a board outputs some seven hundred values, calls a hundred small parts, names thirty pages.

Nothing here changes what a template comes to.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, lru_cache
from types import FunctionType
from typing import Any, Final, cast

from flask import Flask, request
from flask import url_for as find_address
from flask.templating import Environment
from jinja2 import Environment as AnyEnvironment
from jinja2 import nodes, pass_environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from companion.web.assets import asset
from companion.web.i18n import catalog
from companion.web.inlining import inlined

MOST_ADDRESSES: Final = 4096
MOST_PARTS: Final = 2048
PLAIN: Final = frozenset({str, int, type(None)})
"""What addresses are made of and told apart by; True, for one, would be taken for 1."""


ANY_MOMENT: Final = secrets.token_hex(8)
"""Stands for a moment of a match. Made up anew at each start: nobody's name or remark can be the same."""


NUMBERS: Final = frozenset({int, float})
"""What needs no escaping."""
LOOP_AND_BLOCK: Final = ("_loop_vars", "_block_vars")
"""What the engine says of itself with a call inside a loop or a block; only functions that take the context want to know."""


class LeanCode(CodeGenerator):
    """Escapes what a template outputs without wrapping the text again: it is joined with the rest at once."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write("environment.escaped(")
        if finalize.src is not None:
            self.write(finalize.src)


class LeanContext(Context):
    """Calls a part of a page, or a plain function, without asking first what else it might be."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind is not FunctionType or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        for own in LOOP_AND_BLOCK:
            kwargs.pop(own, None)
        return called(*args, **kwargs)


class LeanEnvironment(Environment):
    """Flask's environment, with our code and our addresses."""

    code_generator_class = LeanCode
    context_class = LeanContext

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        whole = source if self.auto_reload else inlined(source, self._parsed)
        return super()._generate(whole, name, filename, defer_init)

    def _parsed(self, name: str) -> nodes.Template:
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._parse(source, name, filename)

    @staticmethod
    def escaped(value: Any) -> str:
        """The text of a value, fit for a page."""
        kind = type(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        if kind is str:
            return value if value.isalnum() else escape(value)
        return str(value) if kind in NUMBERS else escape(value)


def init_app(app: Flask) -> None:
    """Let the app's templates be rendered like this. Call it before anything else touches its templates."""
    app.jinja_environment = LeanEnvironment
    app.jinja_env.globals.update(url_for=address, icon_of=icon_of, clause_of=clause_of, once=once, once_at=once_at)


def address(endpoint: str, **values: Any) -> str:
    """The address of a page, as `url_for` has it: remembered, for it depends on nothing else."""
    if endpoint.startswith(".") or not all(type(value) in PLAIN and name[0] != "_" for name, value in values.items()):
        return find_address(endpoint, **values)
    return _address(request.script_root, endpoint, tuple(values.items()))


@pass_environment
def once(environment: AnyEnvironment, part: str, *given: Any) -> Markup:
    """What a part of a page comes to, made once for the same arguments: by seats that are shown the same, and tap after tap.

    `part` is a macro's file and name, as `reasons.html:reasons`. It knows nothing but its arguments, and the
    reader's language and addresses, which are part of what is told apart here. So nobody is ever shown what another's
    page was made of.
    """
    return _once(_part(environment, part), catalog(), request.script_root, tuple(map(_told_apart, given)))


@pass_environment
def once_at(environment: AnyEnvironment, moment: str, part: str, *given: Any) -> Markup:
    """What a part comes to at one moment of a match, made once for all moments: only its ids say which one it is.

    `part` as for `once`; the moment is its first argument, and it may do nothing with it but show it.
    """
    return Markup(once(environment, part, ANY_MOMENT, *given).replace(ANY_MOMENT, escape(moment)))


@cache
def _part(environment: AnyEnvironment, part: str) -> Macro:
    path, _, name = part.partition(":")
    found = getattr(environment.get_template(path).module, name)
    assert isinstance(found, Macro), f"{part} is no part of a page"
    return found


def _told_apart(value: Any) -> Hashable:
    """The value, where it can be told apart by what it is, else the one thing it is."""
    try:
        hash(value)
    except TypeError:
        return Itself(value)
    return cast(Hashable, value)


@dataclass(frozen=True, slots=True, eq=False)
class Itself:
    """One thing, equal to nothing but itself. It is kept, so that nothing else comes to have its identity."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=MOST_PARTS)
def _once(part: Macro, catalog: object, root: str, given: tuple[Hashable, ...]) -> Markup:
    return Markup(part(*(value.value if isinstance(value, Itself) else value for value in given)))


def icon_of(name: str, kind: str = "i") -> Markup:
    """A drawing of the sprite; `kind` is its class in the style."""
    return _icon(asset("icons.svg"), name, kind)


def clause_of(id: str, slug: str) -> Markup:
    """A clause's number, which leads to its words."""
    return _clause(address("rules.page", slug=slug), id)


@lru_cache(maxsize=MOST_ADDRESSES)
def _address(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return find_address(endpoint, **dict(values))


@lru_cache(maxsize=1024)
def _icon(sprite: str, name: str, kind: str) -> Markup:
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(kind, sprite, name)


@lru_cache(maxsize=1024)
def _clause(page: str, id: str) -> Markup:
    return Markup('<a class="clause" href="{}#{}">{}</a>').format(page, id, id)
