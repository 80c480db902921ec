"""Templates as Jinja reads them, and where they are kept once they are compiled."""

import os
import re
import tempfile
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from companion.web.app.templating import there
from companion.web.create_app import create_app


def test_what_a_template_was_not_given_is_an_error() -> None:
    app = create_app()
    with app.test_request_context(), pytest.raises(UndefinedError):
        app.jinja_env.from_string("{{ somebody }}").render()


def test_of_templates_that_may_be_missing_the_first_there_is_is_taken() -> None:
    templates = create_app().jinja_env
    own, usual = "games/own_game/head.html", "games/default/head.html"
    assert there(templates, (own, usual)) == (own,)
    assert there(templates, ("games/nowhere/head.html", usual)) == (usual,)
    assert there(templates, ("games/nowhere/head.html",)) == ()


def test_every_address_that_a_template_asks_for_leads_somewhere() -> None:
    templates = (Path(__file__).parent.parent.parent / "templates").rglob("*.*")
    asked = {
        (one.name, end)
        for one in templates
        for end in re.findall(r"""url_for\(\s*["']([\w.]+)""", one.read_text("utf-8"))
    }
    known = create_app().view_functions
    assert len(asked) > 100
    assert not [one for one in asked if one[1] not in known]


def test_nothing_is_run_from_a_folder_that_others_may_write_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "anything").touch()  # Jinja changes the rights of what the name leads to
    (tmp_path / f"_jinja2-cache-{os.getuid()}").symlink_to(tmp_path / "anything")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app = create_app()
    assert app.jinja_env.bytecode_cache is None
    assert app.test_client().get("/").status_code == 200
