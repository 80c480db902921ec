"""What is rendered with less to do comes to the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask, url_for
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from companion.web.made_once import once, once_at, ticked
from companion.web.templating import LeanEnvironment, address

VALUES = (
    "",
    "plain",
    "a<b",
    "a>b",
    "a&b",
    "it's",
    'so "said"',
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


@pytest.fixture
def parts(app: Flask) -> Environment:
    """An environment with one part."""
    source = '{% macro it(a, b) %}{{ _("Rules") }} {{ a.x }} {{ b }}{% endmacro %}{% set other = 1 %}'
    return app.jinja_env.overlay(loader=DictLoader({"p.html": source}))


def test_a_part_is_made_once_for_equal_arguments_in_each_language(app: Flask, parts: Environment) -> None:
    for language, word in (("en", "Rules"), ("de", "Regeln"), ("en", "Rules")):
        with app.test_request_context("/", headers={"Accept-Language": language}):
            first, again = (once(parts, "p.html:it", "", "<2>") for _ in range(2))
            assert first == f"{word}  &lt;2&gt;"
            assert first is again
            assert once(parts, "p.html:it", "", (1, 2)) == f"{word}  (1, 2)"


def test_what_cannot_be_compared_by_value_is_told_apart_by_itself(app: Flask, parts: Environment) -> None:
    one, other = {"x": 1}, {"x": 1}
    with app.test_request_context("/"):
        first, again, another = (once(parts, "p.html:it", it, "") for it in (one, one, other))
    assert first is again
    assert first is not another
    assert first == another == "Rules 1 "


def test_a_part_for_any_moment_shows_the_moment_it_is_asked_for(app: Flask) -> None:
    source = '{% macro it(moment, a) %}<i id="{{ moment }}-{{ a.x }}">{{ a }}</i>{{ moment }}{% endmacro %}'
    parts = app.jinja_env.overlay(loader=DictLoader({"p.html": source}))
    with app.test_request_context("/"):
        shown = [once_at(parts, moment, "p.html:it", "<a>") for moment in ("3-7", "3-8", '"><b>')]
    expected = ["3-7", "3-8", "&#34;&gt;&lt;b&gt;"]
    assert shown == [f'<i id="{moment}-">&lt;a&gt;</i>{moment}' for moment in expected]


@pytest.mark.parametrize("name", ["p.html:nothing", "p.html:other"])
def test_what_is_no_part_is_an_error(app: Flask, parts: Environment, name: str) -> None:
    with app.test_request_context("/"), pytest.raises((AssertionError, AttributeError)):
        once(parts, name)


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("a\n{% if it %}\nb\n{% endif %}\nc", "a\nb\nc"),
        ("a\n  {# one\n  two #}\n{% set x = 1 %}{% set y = 2 %}\n\n  b", "a\n  b"),
        ("a {% if it %}\nb{% endif %}\nc", "a \nb\nc"),
        ("a\n{%- if it -%}\nb\n{%- endif %}\nc {% set x = 1 %}\nd", "ab\nc \nd"),
        ("a{% if it -%}\n{% set x = 1 %}\nb{% endif %}", "a\nb"),
        ("{% macro m() %}\n<i>\n{% endmacro %}\n{{ m() }}\n.", "<i>\n\n."),
        ("a\n{% raw %}\n{% no tag %}\n{% endraw %}\nb", "a\n\n{% no tag %}\n\nb"),
    ],
)
def test_a_line_of_tags_and_comments_alone_is_no_line_of_the_page(app: Flask, source: str, page: str) -> None:
    assert LeanEnvironment(app, autoescape=True).from_string(source).render(it=1) == page


def test_a_part_made_once_for_all_who_choose_has_the_one_choice_made_that_is_theirs() -> None:
    all_of_them = Markup('<input id="seat-1"><input id="seat-10">')

    assert ticked(all_of_them, "seat-", 10) == '<input id="seat-1"><input id="seat-10" checked>'
    assert ticked(all_of_them, "seat-", 1) == '<input id="seat-1" checked><input id="seat-10">'
    assert ticked(all_of_them, "seat-", 2) == all_of_them


@pytest.mark.parametrize("sense", [True, False, None, ""])
def test_what_is_left_out_is_an_empty_text(app: Flask, sense: object) -> None:
    source = '[{{ "yes" if it }}]{% set rest = "<" if it %}[{{ rest }}]{{ "full" if rest else "empty" }}{{ not rest }}'
    usual = Environment(autoescape=True).from_string(source).render(it=sense)

    assert LeanEnvironment(app, autoescape=True).from_string(source).render(it=sense) == usual


def test_parts_made_once_are_there_and_know_nothing_but_their_arguments(app: Flask) -> None:
    templates = Path(__file__).resolve().parents[2] / "templates"
    named = {
        part
        for path in templates.rglob("*.html")
        for part in re.findall(r'once(?:_at)?\((?:[\w.]+,)?\s*"([^"]+)"', path.read_text())
    }
    assert len(named) > 5
    for part in named:
        path, _, name = part.partition(":")
        assert hasattr(app.jinja_env.get_template(path).module, name), part
        assert "with context" not in (templates / path).read_text(), f"{path} knows more than its arguments"
