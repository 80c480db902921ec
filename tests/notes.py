"""Writes a note for translators on every short message into the catalogues: what it is, where it stands, what fills it.

`python -m tests.notes`, a step of `make catalogs`. What it says is read from where the message stands: the element of a
page, the comment on top of its template, the docstrings around it. A message that needs more has a comment of its own there.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import shorten
from typing import Final

from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po

from companion.games import covers

ROOT: Final = Path(__file__).parents[1]
CATALOGS: Final = ROOT / "companion" / "translations"
PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s|\{(\w*)\}")
FEWEST_WORDS: Final = 4
MOST_PLACES: Final = 3
LINE: Final = 115
TAGS: Final = {
    **dict.fromkeys(("h1", "h2", "h3"), "A heading"),
    "title": "The title of a page",
    "button": "A button",
    "a": "A link",
    "legend": "A question over choices",
    "label": "The name of a field or a choice",
    "th": "The head of a row or a column",
    "dt": "A word that is explained",
    "summary": "What opens a folded part",
    "option": "A choice in a list",
    "small": "Small print",
    "desc": "Read aloud instead of a drawing",
}
ATTRIBUTES: Final = {
    "aria-label": "Read aloud, not seen",
    "alt": "Read aloud instead of a picture",
    "title": "Seen when one points at it",
    "placeholder": "Stands in an empty field",
}
FILLINGS: Final = {
    **dict.fromkeys(("name", "who", "one", "other", "accuser", "accused"), "a player"),
    **dict.fromkeys(("names", "players"), "one player or several, as a list"),
    **dict.fromkeys(("colour", "plant", "animal", "tide", "card", "sign", "kind", "tile"), "its name, translated"),
    **dict.fromkeys(("colours", "plants", "fields", "things", "cells", "limit_cards", "parts"), "a list, translated"),
    **dict.fromkeys(("game", "title"), "the title of a game"),
    **dict.fromkeys(("day", "time", "month"), "a date or a time, as the reader writes it"),
    **dict.fromkeys(
        ("words", "what", "when", "condition", "area", "part", "moment", "place", "value", "matches"),
        "a text, translated",
    ),
    **dict.fromkeys(("letter", "code", "wanted"), "characters that stay as they are"),
}
"""What is filled in, by the name of its placeholder; every other one is a number."""


def is_short(message: Message) -> bool:
    """Whether each form of the message has fewer words than one understands alone."""
    return all(len(PLACEHOLDER.sub("x", form).split()) < FEWEST_WORDS for form in forms(message.id))


def forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text),)


def note_of(message: Message) -> list[str]:
    """The lines of the note: up to so many places, then what fills the placeholders."""
    text = forms(message.id)[0]
    places = [place for path, _ in message.locations for place in places_of(path, text)]
    filled = dict.fromkeys(name for found in PLACEHOLDER.findall("".join(forms(message.id))) for name in found if name)
    return [
        *list(dict.fromkeys(shorten(place, LINE, placeholder=" ...") for place in places))[:MOST_PLACES],
        *(f"{name}: {FILLINGS.get(name, 'a number')}." for name in filled),
    ]


def places_of(path: str, text: str) -> Iterator[str]:
    """What the text is, each time it stands in that file."""
    game = next((cover.title for cover in covers().values() if f"games/{cover.slug.replace('-', '_')}/" in path), "")
    is_code = path.endswith(".py")
    found = (says for value, says in _constants(path) if value == text) if is_code else _in_template(path, text)
    yield from (f"{game}: {place}" if game else place for place in found)


@cache
def _constants(path: str) -> tuple[tuple[str, str], ...]:
    """Every text of a module, with what it is: its argument's name, and the docstring nearest to it."""
    found: list[tuple[str, str]] = []

    def walk(node: ast.AST, says: str, role: str) -> None:
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            says = (ast.get_docstring(node) or says).split("\n")[0]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append((node.value, f"{role.capitalize()}. {says}" if role else says))
        if isinstance(node, ast.keyword) and node.arg:
            role = node.arg.replace("_", " ")
        for child in ast.iter_child_nodes(node):
            walk(child, says, role)

    walk(ast.parse((ROOT / path).read_text("utf-8")), "", "")
    return tuple(found)


def _in_template(path: str, text: str) -> Iterator[str]:
    whole, blanked = _template(path)
    about = re.match(r"\s*\{#-?\s*(.+?)[.:]?\s*-?#\}", whole, re.DOTALL)
    stem = path.removeprefix("templates/").removesuffix(".html").replace("_", " ")
    where = f"{' '.join(about[1].split()).split('. ')[0]}." if about else f"Of the page {stem}."
    for found in re.finditer(rf"""(["']){re.escape(text)}\1""", whole):
        yield f"{_element(blanked[: found.start()])}. {where}"


@cache
def _template(path: str) -> tuple[str, str]:
    """A template, and the same with blanks where it is no HTML."""
    whole = (ROOT / path).read_text("utf-8")
    return whole, re.sub(r"\{[{%#].*?[}%#]\}", lambda code: " " * len(code[0]), whole, flags=re.DOTALL)


def _element(before: str) -> str:
    """What stands behind this HTML: the attribute or the element that was opened last and is not closed."""
    attribute = re.search(r"<\w[^<>]*?([\w-]+)=\"[^\"<>]*$", before)
    if attribute:
        return ATTRIBUTES.get(attribute[1], "Said by the page's script")
    closed: list[str] = []
    for slash, tag, rest in re.findall(r"<(/?)(\w+)([^<>]*)>", before)[::-1]:
        if slash:
            closed.append(tag)
        elif tag in closed:
            closed.remove(tag)
        elif tag in TAGS or 'class="btn' in rest:
            return TAGS["button"] if 'class="btn' in rest else TAGS[tag]
    return "A text"


def main() -> None:
    for path in sorted(CATALOGS.glob("*/LC_MESSAGES/messages.po")):
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parts[-3])
        for message in catalog:
            if message.id:
                message.user_comments = note_of(message) if is_short(message) else []
        with path.open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True)


if __name__ == "__main__":
    main()
