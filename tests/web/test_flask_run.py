"""`flask run --debug`, for whoever works on pages."""

import pytest
from flask.cli import ScriptInfo


def test_flask_finds_the_app_without_being_told_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLASK_APP", raising=False)
    app = ScriptInfo(app_import_path="app").load_app()
    assert app.test_client().get("/").status_code == 200
