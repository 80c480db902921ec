"""What every app makes for itself, the same each time, made once for all apps of this process: it is most of a page test's time.

That is the code of its templates and of its addresses, the SQL of its statements, and the squares of a QR code. Nothing else is
shared: each test has an app, an environment, a map of addresses and a store of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count
from types import CodeType
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

from companion import lan

BUILDERS = ("_build", "_build_unknown")
COMPILED = ("_parts", "_trace", "_converters", "arguments", *BUILDERS)
"""What compiling an address gives it; nothing of it is ever changed again."""


class Codes(BytecodeCache):
    """The code of the templates that lie in files, by file, content and kind of environment."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, CodeType | None] = {}
        self._numbers = count()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return a key of its own for a template that lies in no file: others of that name may include other things."""
        return super().get_cache_key(name, filename or f"no file {next(self._numbers)}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is kept, if anything is."""
        bucket.code = self._kept.get(_kind(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._kept[_kind(bucket)] = bucket.code


def _kind(bucket: Bucket) -> Hashable:
    return bucket.key, bucket.checksum, type(bucket.environment), bucket.environment.auto_reload


class Statements(LRUCache[tuple[Any, ...], Any]):
    """The SQL of statements, by what was asked and the kind of database: it is the same for each database of that kind."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        """What is kept, if anything is."""
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        """Keep it."""
        super().__setitem__((type(key[0]), *key[1:]), value)


def _statements() -> property:
    kept = Statements(2000)
    return property(lambda engine: kept, lambda engine, own: None)


def _compiler() -> Callable[[Rule], None]:
    make = Rule.compile
    made: dict[Hashable, dict[str, Any]] = {}

    def compile_rule(rule: Rule) -> None:
        kind = (rule.rule, rule.subdomain, rule.host, rule.merge_slashes, rule.strict_slashes, repr(rule.defaults))
        if kind not in made:
            make(rule)
            made[kind] = {name: getattr(rule, name) for name in COMPILED}
            return
        for name, value in made[kind].items():
            setattr(rule, name, value.__func__.__get__(rule) if name in BUILDERS else value)

    return compile_rule


def _drawer() -> Callable[[str], list[list[bool]]]:
    kept = lru_cache(500)(lan._modules)
    return lambda text: [[*row] for row in kept(text)]


def share() -> None:
    """Let every app of this process that is made from now on take from what others made."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Codes()}
    Rule.compile = _compiler()  # type: ignore[method-assign, assignment]
    Engine._compiled_cache = _statements()  # type: ignore[assignment]
    lan._modules = _drawer()  # type: ignore[assignment]
