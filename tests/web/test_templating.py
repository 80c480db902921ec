"""What is rendered with less to do comes to the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask, url_for
from jinja2 import Environment
from markupsafe import Markup

from companion.web.templating import LeanEnvironment, address, once

VALUES = (
    "",
    "plain",
    "a<b",
    "&\"'>",
    "a b",
    "3",
    3,
    2.5,
    True,
    None,
    Markup("<b>"),
    ["<", 1],
    "é½",
    "\u2028",
    "a\x00b",
)


@pytest.mark.parametrize("value", VALUES)
def test_whatever_a_template_outputs_is_escaped_as_ever(app: Flask, value: object) -> None:
    sources = (
        "{{ value }}",
        "<i>{{ value }}</i>{{ value|upper }}",
        "{% macro one(it) %}({{ it }}){% endmacro %}{{ one(value) }}",
        "{% macro two(it) %}{{ it }}{{ caller() }}{% endmacro %}{% call two(value) %}{{ value }}{% endcall %}",
        "{% set kept %}<p>{{ value }}</p>{% endset %}{{ kept }}{{ kept ~ value }}",
        "{% for each in [value, value] %}{{ each }}{{ loop.index }}{% endfor %}",
        "{% if value %}{{ value }}{% else %}none{% endif %}{% autoescape false %}{{ value }}{% endautoescape %}",
    )
    lean, usual = LeanEnvironment(app, autoescape=True), Environment(autoescape=True)
    for source in sources:
        assert lean.from_string(source).render(value=value) == usual.from_string(source).render(value=value)


@pytest.mark.parametrize("root", ["", "/below"])
def test_addresses_are_those_of_flask_wherever_the_app_stands(app: Flask, root: str) -> None:
    asked: tuple[tuple[str, dict[str, object]], ...] = (
        ("play.board", {"match": "a/b c"}),
        ("correct.change", {"match": "m", "index": 1, "also": None}),
        ("correct.change", {"match": "m", "index": 1, "also": "2,3"}),
        ("pages.home", {"_external": True}),
        ("pages.home", {"_anchor": "there", "q": True}),
        ("pages.home", {"q": 1}),
        ("pages.home", {"q": ["x", "y"]}),
    )
    with app.test_request_context("/", base_url=f"http://localhost:8000{root}"):
        for _ in range(2):
            for endpoint, values in asked:
                assert address(endpoint, **values) == url_for(endpoint, **values)  # type: ignore[arg-type]


def test_what_a_template_says_is_translated_filled_and_escaped(app: Flask) -> None:
    say = app.jinja_env.from_string('{{ _("Entry %(number)s", number=it) }}{{ _("100 %% <b>") }}')
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert say.render(it="<1>") == "Entry &lt;1&gt;100 % <b>"


def test_a_part_is_made_once_for_equal_arguments_in_each_language(app: Flask) -> None:
    part = app.jinja_env.from_string('{% macro part(a, b) %}{{ _("Rules") }} {{ a }} {{ b }}{% endmacro %}').module
    told = ((1, "<2>"), (1, "<2>"), ((1, 2), "x"))
    for language, word in (("en", "Rules"), ("de", "Regeln"), ("en", "Rules")):
        with app.test_request_context("/", headers={"Accept-Language": language}):
            made = [once(part.part, *given) for given in told]  # type: ignore[attr-defined]
            assert made[0] == f"{word} 1 &lt;2&gt;"
            assert made[0] is made[1]
            assert made[2] == f"{word} (1, 2) x"


def test_what_cannot_be_compared_by_value_is_told_apart_by_itself(app: Flask) -> None:
    part = app.jinja_env.from_string("{% macro part(a) %}{{ a.x }}{% endmacro %}").module
    one, other = {"x": 1}, {"x": 1}
    with app.test_request_context("/"):
        first, again, another = (once(part.part, it) for it in (one, one, other))  # type: ignore[attr-defined]
    assert first is again
    assert first is not another
    assert first == another == "1"


def test_parts_made_once_know_nothing_but_their_arguments() -> None:
    templates = Path(__file__).resolve().parents[2] / "templates"
    found = 0
    for path in templates.rglob("*.html"):
        source = path.read_text()
        for part in re.findall(r"once\(\s*(\w+)", source):
            found += 1
            imported = re.search(rf'from "([^"]+)" import (?:\w+ as )?{part}\s*-?%}}', source)
            own = f"macro {part}(" in source
            assert imported or own, f"{path.name}: {part} is not imported without context"
            home = path if own or imported is None else templates / imported[1]
            assert "with context" not in home.read_text(), f"{home.name} knows more than its arguments"
    assert found > 5
