"""What is rendered with less to do comes to the same."""

from __future__ import annotations

import pytest
from flask import Flask, url_for
from jinja2 import Environment
from markupsafe import Markup

from companion.web.templating import LeanEnvironment, address

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
