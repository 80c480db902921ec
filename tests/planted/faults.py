"""A fault, and where it is planted: found by its words or by a function's name, so that code may move."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

Layer: TypeAlias = Literal[
    "rules", "rights", "secrecy", "escaping", "durability", "idempotency", "sheet", "translation", "stream"
]
LAYERS: Final[tuple[Layer, ...]] = Layer.__args__  # type: ignore[attr-defined]
SOURCES: Final = ("companion/**/*.py", "templates/**/*.html", "static/**/*.js")
Sources: TypeAlias = Mapping[str, str]
"""The text of every file in which faults are planted, by its path."""
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class NoSuchPlace(Exception):
    """The place of a fault is gone, or is no longer the only one of its kind."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words to be replaced: they stand once in all sources, or once in the functions named `within`.

    Where they are broken into lines does not matter.
    """

    old: str
    new: str
    within: str | None = None


@dataclass(frozen=True, slots=True)
class Early:
    """A function that begins with this statement. `within` is its name, or the end of its dotted name."""

    within: str
    statement: str


Place: TypeAlias = Words | Early


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault ready to be planted: the file, the number of the line, the function if there is one, the text with the fault."""

    path: str
    line: int
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A bug mended before. It is planted at the first of its places that is there."""

    name: str
    layer: Layer
    places: tuple[Place, ...]

    def planted(self, sources: Sources) -> Planted:
        """The fault as it is to be planted. Raises `NoSuchPlace`."""
        problems = []
        for place in self.places:
            try:
                return _by_words(place, sources) if isinstance(place, Words) else _early(place, sources)
            except NoSuchPlace as gone:
                problems.append(str(gone))
        raise NoSuchPlace("; ".join(problems))


def read_sources(root: Path) -> dict[str, str]:
    """The text of every file in which faults are planted."""
    found = sorted(path for pattern in SOURCES for path in root.glob(pattern))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Every function of a module with its dotted name."""
    waiting: list[tuple[str, ast.AST]] = [("", tree)]
    while waiting:
        before, node = waiting.pop()
        for inner in ast.iter_child_nodes(node):
            name = before
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{before}.{inner.name}".lstrip(".")
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield name, inner
            waiting.append((name, inner))


def function_around(text: str, line: int) -> str:
    """The dotted name of the innermost function around a line of Python; empty outside of any."""
    around = [
        (node.lineno, name)
        for name, node in functions(ast.parse(text))
        if node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, default=(0, ""))[1]


def _by_words(place: Words, sources: Sources) -> Planted:
    wanted = re.compile(r"\s+".join(map(re.escape, place.old.split())))
    found = [
        (path, match)
        for path, text in sources.items()
        for match in wanted.finditer(text)
        if place.within is None or _is_within(place.within, path, text, match.start())
    ]
    if len(found) != 1:
        raise NoSuchPlace(f"{len(found) or 'no'} places say {place.old!r}")
    [(path, match)] = found
    text, line = sources[path], _line(sources[path], match.start())
    planted = f"{text[: match.start()]}{place.new}{text[match.end() :]}"
    return Planted(path, line, function_around(text, line) if path.endswith(".py") else "", planted)


def _is_within(wanted: str, path: str, text: str, at: int) -> bool:
    return path.endswith(".py") and _is_named(function_around(text, _line(text, at)), wanted)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _is_named(name: str, wanted: str) -> bool:
    return f".{name}".endswith(f".{wanted}")


def _early(place: Early, sources: Sources) -> Planted:
    found = [
        (path, name, node)
        for path, text in sources.items()
        if path.endswith(".py") and f"def {place.within.rpartition('.')[2]}(" in text
        for name, node in functions(ast.parse(text))
        if _is_named(name, place.within)
    ]
    if len(found) != 1:
        raise NoSuchPlace(f"{len(found) or 'no'} functions are named {place.within!r}")
    [(path, name, node)] = found
    return Planted(path, node.lineno, name, begun_with(sources[path], node, place.statement))


def begun_with(text: str, node: Function, statement: str) -> str:
    """The text with a statement before all others of a function."""
    has_docstring = ast.get_docstring(node) is not None
    first = node.body[1] if has_docstring and len(node.body) > 1 else node.body[0]
    lines = text.splitlines(keepends=True)
    lines.insert(first.lineno - 1, f"{' ' * first.col_offset}{statement}\n")
    return "".join(lines)
