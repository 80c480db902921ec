"""Templates compiled together with those they include: an include costs a look-up, a copy of the context and a call.

This does not change what a template renders. A template included by a literal name, with context and without `ignore
missing`, becomes part of the one that includes it, in a scope of its own, so that what it sets ends with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

Parse = Callable[[str], nodes.Template]
OF_A_WHOLE: Final = (nodes.Extends, nodes.Block)
"""Nodes of a template that stays separate: it is included when the page is made, as usual."""


def inlined(template: nodes.Template, parse: Parse) -> nodes.Template:
    """The template with those it includes in their places; `parse` gives a template by its name."""
    Inliner(parse, ()).visit(template)
    return template


class Inliner(NodeTransformer):
    """Puts templates in the place of their includes, and theirs in those."""

    def __init__(self, parse: Parse, within: tuple[str, ...]) -> None:
        self._parse = parse
        self._within = within

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - how the visitor finds it
        """The included template's nodes, or the include itself if it has to happen when the page is made."""
        named = node.template
        if not (isinstance(named, nodes.Const) and isinstance(named.value, str)):
            return node
        if node.ignore_missing or not node.with_context or named.value in self._within:
            return node
        included = self._parse(named.value)
        if next(included.find_all(OF_A_WHOLE), None) is not None:
            return node
        Inliner(self._parse, (*self._within, named.value)).visit(included)
        scope = nodes.Scope(included.body, lineno=node.lineno)
        scope.set_environment(included.environment)  # type: ignore[arg-type]
        return scope
