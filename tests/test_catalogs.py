"""Every text in every language: nothing missing, nothing doubtful, every placeholder in its place."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from tests.notes import forms
from tests.test_words import messages

PLACEHOLDER = re.compile(r"\{(\w*)\}|%\((\w+)\)[sd]|%%")
BREAKABLE = re.compile(r" [:;!?»]|« ")
"""A French sign that could begin a line, or lie too far from its word."""

MARKS = {"say": 1, "say_many": 2, "say_as": 2, "gettext": 1, "lazy_gettext": 1, "ngettext": 2, "_": 1, "Text": 5}
"""What marks a text, and how many of its first arguments are written out; `Text` itself marks nothing."""

ROOT = Path(__file__).parents[1]
HERE = ROOT / "companion" / "translations"
LANGUAGES = sorted(folder.parent.name for folder in HERE.glob("*/LC_MESSAGES"))


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The texts of the code and of the templates, as `make catalogs` finds them."""
    found = tmp_path_factory.mktemp("catalogs") / "messages.pot"
    [marked] = re.findall(r"^MARKED := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    pybabel = [sys.executable, "-m", "babel.messages.frontend", "-q"]
    subprocess.run(
        [*pybabel, "extract", "-F", "babel.cfg", *marked.split(), "-o", str(found), "."], cwd=ROOT, check=True
    )
    with found.open("rb") as file:
        return read_po(file)


def placeholders(text: str) -> list[str]:
    return sorted(match.group(0) for match in PLACEHOLDER.finditer(text))


def keys(found: Iterable[Message]) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in found if message.id}


def test_every_text_is_written_out_where_it_is_marked() -> None:
    unseen = {
        str(path.relative_to(ROOT)): list(said_unseen(path.read_text("utf-8")))
        for path in (ROOT / "companion").rglob("*.py")
        if str(path.relative_to(ROOT)) not in {"companion/engine/text.py", "companion/web/app/i18n.py"}
    }
    assert {path: found for path, found in unseen.items() if found} == {}, "pybabel reads only what is written out"


def test_what_is_said_in_signs_alone_has_no_word_to_translate() -> None:
    said = [
        call.args[0].value if isinstance(call.args[0], ast.Constant) else ast.unparse(call)
        for path in (ROOT / "companion").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and _called(call.func) == "signs"
    ]
    assert len(said) > 20
    assert [text for text in said if re.search(r"\w", PLACEHOLDER.sub("", str(text)))] == []


def test_every_text_of_a_template_is_written_out_where_it_is_marked() -> None:
    read = Environment(extensions=["jinja2.ext.i18n"]).parse
    calls = [
        (str(path.relative_to(ROOT)), call.lineno)
        for path in (ROOT / "templates").rglob("*.*")
        for call in read(path.read_text("utf-8")).find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in MARKS
        if not all(isinstance(one, nodes.Const) for one in call.args[: MARKS[call.node.name]])
    ]
    assert calls == [], "pybabel reads only what is written out"


def said_unseen(source: str) -> Iterator[tuple[int, str]]:
    """Line and words of every text in a module's source that pybabel cannot read: put together, looked up, passed on."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            wanted = MARKS.get(_called(node.func), 0)
            is_read = all(isinstance(one, ast.Constant) for one in node.args[:wanted])
            if not is_read or (wanted and _called(node.func) == "Text"):
                yield node.lineno, ast.unparse(node)
        for part in ast.iter_child_nodes(node):
            is_call = isinstance(node, ast.Call) and part is node.func
            if (
                isinstance(part, ast.Name)
                and part.id in MARKS
                and part.id.startswith(("say", "gettext"))
                and not is_call
            ):
                yield part.lineno, part.id


def _called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_its_translation(collected: Catalog, language: str) -> None:
    missing = keys(collected) - keys(messages(language))
    assert not missing, "run `make catalogs`, then translate"
    assert [one.id for one in messages(language) if (one.fuzzy or not all(forms(one.string)))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_catalogue_holds_what_nobody_says_any_more(collected: Catalog, language: str) -> None:
    assert keys(messages(language)) - keys(collected) == set(), "run `make catalogs`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    wrong = [
        (message.id, form)
        for message in messages(language)
        for form in forms(message.string)
        if placeholders(form) not in [placeholders(one) for one in forms(message.id)]
    ]
    assert wrong == []


def test_french_signs_stand_behind_a_narrow_space_that_does_not_break() -> None:
    assert [form for message in messages("fr") for form in forms(message.string) if BREAKABLE.search(form)] == []
