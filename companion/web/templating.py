"""Templates that cost less to render: a board outputs some seven hundred values, calls a hundred macros, and links thirty pages.

Nothing here changes what a template renders. `LeanCode` compiles templates to fewer calls, `LeanContext` calls macros
directly, `LeanEnvironment` puts included templates in place and imports macros once; addresses, icons and clauses are
remembered.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from functools import lru_cache
from types import FunctionType
from typing import Any, Final

from flask import Flask, current_app
from flask import url_for as find_address
from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import BaseLoader, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from companion.web.assets import asset
from companion.web.here import path_of, root
from companion.web.inlining import inlined

PLAIN: Final = frozenset({str, int, type(None)})
"""The types of values that tell remembered addresses apart. No others: True would be taken for 1."""
HOW: Final = frozenset({"_external", "_scheme", "_anchor", "_method"})
"""Arguments of `url_for` that say how an address is written; with one of these it is not remembered."""
OF_BOARDS: Final = ("games/", "play/")
"""How the names of templates that draw boards begin."""
RECORDS: Final = frozenset({"page", "seen", "game", "board"})
"""Names under which they are given records: their attributes are read directly. `tests/web/test_template_names.py` checks that
there is no map among them, and none within them."""
PARTS: Final = frozenset({"ui", "play", "draw"})
"""Names under which they import macros, and which they use for nothing else."""
NUMBERS: Final = frozenset({int, float})
"""Types whose text never needs escaping."""
SPECIAL: Final = re.compile("[&<>\"']")
"""Characters that need escaping. Searching for them costs less than escaping and wrapping every text."""
TAG: Final = r"\{%(?:(?!%\}).)*%\}"
COMMENT: Final = r"\{#(?:(?!#\}).)*#\}"
OF_TAGS_ALONE: Final = re.compile(rf"^[ \t]*(?!\{{[%#]-)(?:{TAG}|{COMMENT})+$(?=\n)", re.DOTALL | re.MULTILINE)
"""Lines of tags and comments, from the beginning of one line to the end of the same or a later one."""
EATS_SPACE: Final = ("-%}", "-}}", "-#}")
"""The ends of tags that remove the space after them."""
ANY_INDEX: Final = 10**18
"""A placeholder for the number of an entry while its address is made: too large to occur elsewhere in the address."""
LOOP_AND_BLOCK: Final = ("_loop_vars", "_block_vars")
"""Arguments that the engine adds to every call inside a loop or a block; only functions of the context need them."""


class LeanCode(CodeGenerator):
    """Compiles templates to code that makes fewer calls.

    - Output is escaped by `LeanEnvironment.escaped`, which does not wrap it again: it is joined with the rest at once.
    - Macros imported without context are imported once (`LeanEnvironment.module_of`).
    - In templates of boards, attributes of records are read directly.
    - `a if b` without `else` gives an empty text, instead of something undefined that is made anew each time.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write("environment.escaped(")
        if finalize.src is not None:
            self.write(finalize.src)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - how the visitor finds it
        """An attribute of a record is read directly in a board's template: the engine would try an entry of a map too."""
        if self.name is None or not self.name.startswith(OF_BOARDS) or not _is_record(node.node):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802 - how the visitor finds it
        """Without `else`, an empty text."""
        other = nodes.Const("") if node.expr2 is None else node.expr2
        super().visit_CondExpr(nodes.CondExpr(node.test, node.expr1, other, lineno=node.lineno), frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        if node.with_context or not isinstance(node.template, nodes.Const):
            super()._import_common(node, frame)
            return
        self.write(f"environment.module_of({node.template.value!r})")


def _is_record(node: nodes.Expr) -> bool:
    while isinstance(node, nodes.Getattr):
        node = node.node
    return isinstance(node, nodes.Name) and (node.name in RECORDS or node.name in PARTS)


class LeanContext(Context):
    """Calls macros and plain functions directly; all other calls are left to the engine."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind is not FunctionType or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        if kwargs:
            for own in LOOP_AND_BLOCK:
                kwargs.pop(own, None)
        return called(*args, **kwargs)


class LeanEnvironment(Environment):
    """Flask's environment, with our code generator, our context, and included templates put in their places."""

    code_generator_class = LeanCode
    context_class = LeanContext

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self._modules: dict[tuple[BaseLoader | None, str], TemplateModule] = {}

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        whole = source if self.auto_reload else inlined(source, self._parsed)
        return super()._generate(whole, name, filename, defer_init)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """The template's tree, in which a line of nothing but tags and comments does not become a line of the page."""
        slim = source if "{% raw" in source else OF_TAGS_ALONE.sub(_without_its_end, source)
        return super()._parse(slim, name, filename)

    def _parsed(self, name: str) -> nodes.Template:
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._parse(source, name, filename)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template knows: always the same map, because a chain of maps would be copied at each rendering."""
        return super().make_globals(d) if d else self.globals

    def module_of(self, name: str) -> TemplateModule:
        """The macros of a template imported without context: made once, because they know only their arguments."""
        if self.auto_reload:
            return self.get_template(name).module
        module = self._modules.get((self.loader, name))
        if module is None:
            module = self._modules[self.loader, name] = self.get_template(name).module
        return module

    @staticmethod
    def escaped(value: Any) -> str:
        """The text of a value, fit for a page."""
        kind = type(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        if kind is str:
            return value if SPECIAL.search(value) is None else escape(value)
        return str(value) if kind in NUMBERS else escape(value)


def _without_its_end(line: re.Match[str]) -> str:
    """The line, its last tag or comment removing the line's end unless a tag does so already."""
    whole, before = line[0], line.string[: line.start()].rstrip()
    if whole.endswith(EATS_SPACE) or before.endswith(EATS_SPACE):
        return whole
    return f"{whole[:-2]}-{whole[-2:]}"


def init_app(app: Flask) -> None:
    """Let the app's templates be rendered like this. Call it before anything else touches its templates."""
    app.jinja_environment = LeanEnvironment
    app.jinja_env.globals.update(
        url_for=address, address_of_entry=address_of_entry, icon_of=icon_of, clause_of=clause_of
    )


def rendered(name: str, given: dict[str, Any]) -> str:
    """What a template renders to if it is made only of what it is given, and of nothing the asker alone has chosen."""
    return current_app.jinja_env.get_template(name).render(given)


def address(endpoint: str, **values: Any) -> str:
    """The address of a page, as `url_for` has it: remembered, because it depends on nothing else."""
    if endpoint[0] == "." or not (PLAIN.issuperset(map(type, values.values())) and HOW.isdisjoint(values)):
        return find_address(endpoint, **values)
    return path_of(root(), endpoint, tuple(values.items()))


def address_of_entry(endpoint: str, match: str, index: int) -> str:
    """The address of a page about one entry of a match, `index` counted from 0: the newest differs at every tap."""
    before, after = _around_index(root(), endpoint, match)
    return f"{before}{index}{after}"


def icon_of(name: str, kind: str = "i") -> Markup:
    """A drawing of the sprite; `kind` is its class in the style."""
    return _icon(asset("icons.svg"), name, kind)


def clause_of(id: str, slug: str) -> Markup:
    """A clause's number, which leads to its words."""
    return _clause(address("rules.page", slug=slug), id)


@lru_cache(maxsize=1024)
def _around_index(root: str, endpoint: str, match: str) -> tuple[str, str]:
    before, _, after = path_of(root, endpoint, (("match", match), ("index", ANY_INDEX))).rpartition(str(ANY_INDEX))
    return before, after


@lru_cache(maxsize=1024)
def _icon(sprite: str, name: str, kind: str) -> Markup:
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(kind, sprite, name)


@lru_cache(maxsize=1024)
def _clause(page: str, id: str) -> Markup:
    return Markup('<a class="clause" href="{}#{}">{}</a>').format(page, id, id)
