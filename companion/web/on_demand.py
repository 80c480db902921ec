"""Views whose modules are loaded at the first request for one of them: until then only their addresses exist."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from flask import Blueprint


def pages(name: str, module: str, views: Mapping[str, str]) -> Blueprint:
    """A blueprint of this name for the views of a module."""
    blueprint = Blueprint(name, __name__)
    add_pages(blueprint, module, views)
    return blueprint


def add_pages(blueprint: Blueprint, module: str, views: Mapping[str, str]) -> None:
    """Let a blueprint answer with the views of a module: each method and path with the name of its view."""
    for address, view in views.items():
        method, _, path = address.partition(" ")
        blueprint.add_url_rule(path, view, on_demand(module, view), methods=[method])


def on_demand(module: str, name: str) -> Callable[..., Any]:
    """A function that stands in for one of a module, which is loaded at the first call."""

    def call(*args: Any, **values: Any) -> Any:
        return getattr(import_module(module), name)(*args, **values)

    return call
