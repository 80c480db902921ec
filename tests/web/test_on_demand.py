"""Pages that are loaded when somebody first asks for them: each is there, and takes what its address gives."""

import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from flask import Flask

from companion.web import api
from companion.web.addresses import BEGINNING, JOURNAL, PAGES
from companion.web.on_demand import on_demand, pages

ROOT = Path(__file__).resolve().parents[2]


def every_view() -> Iterator[tuple[str, str, str]]:
    """Module, address and name of every view that is loaded on demand."""
    named: list[tuple[str, Mapping[str, str]]] = [(f"companion.web.{name}", views) for name, views in PAGES.items()]
    named += [("companion.web.beginning", BEGINNING), ("companion.web.journal", JOURNAL)]
    named += [(f"companion.web.api.{name}", views) for name, views in api.VIEWS.items()]
    for module, views in named:
        for address, view in views.items():
            yield module, address, view


def test_every_view_is_there_and_takes_what_its_address_gives(subtests: pytest.Subtests) -> None:
    for module, address, view in every_view():
        with subtests.test(address):
            function = getattr(importlib.import_module(module), view)
            assert function.__module__ == module
            assert set(inspect.signature(function).parameters) == set(re.findall(r"<(?:\w+:)?(\w+)>", address))


def test_a_module_is_loaded_with_the_first_call_and_not_before() -> None:
    asked = (
        "import sys\n"
        "from companion.web.on_demand import on_demand\n"
        "first = on_demand('colorsys', 'rgb_to_hsv')\n"
        "assert 'colorsys' not in sys.modules\n"
        "assert first(1, b=0, g=0) == (0.0, 1.0, 1)\n"
        "assert 'colorsys' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_an_endpoint_is_named_after_its_view_and_answers_to_its_method_alone() -> None:
    app = Flask(__name__)
    app.register_blueprint(pages("cut", "textwrap", {"GET /<text>": "dedent"}))
    with app.test_request_context():
        assert app.url_for("cut.dedent", text="a") == "/a"
    assert app.test_client().get("/word").get_data(as_text=True) == "word"
    assert app.test_client().post("/word").status_code == 405


def test_what_a_view_raises_is_raised_by_what_stands_for_it() -> None:
    with pytest.raises(ValueError, match="base 10"):
        on_demand("builtins", "int")("x")
