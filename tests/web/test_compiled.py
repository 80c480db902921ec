"""Templates that were compiled at an earlier start are used again, as long as nothing they are made of has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from flask import Flask, render_template

from companion.web import templating
from companion.web.compiled import CompiledTemplates, keep_compiled, made_of


def make_app(folder: Path, kept: Path) -> Flask:
    """An app with the templates of a folder, which keeps what it compiles."""
    app = Flask("pages", root_path=str(folder), template_folder="templates")
    templating.init_app(app)
    keep_compiled(app, kept)
    return app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a template that includes another."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "outer.html").write_text("<{% include 'inner.html' %}>")
    (tmp_path / "templates" / "inner.html").write_text("first")
    return tmp_path


def page(app: Flask) -> str:
    """What the outer template comes to."""
    with app.test_request_context():
        return render_template("outer.html")


def test_what_was_compiled_once_is_not_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert page(make_app(folder, folder / "kept")) == "<first>"
    monkeypatch.setattr(templating.LeanEnvironment, "compile", no_compiling)
    assert page(make_app(folder, folder / "kept")) == "<first>"
    with pytest.raises(AssertionError, match="compiled again"):
        page(make_app(folder, folder / "another"))


def no_compiling(*_: object, **__: object) -> None:
    """Compile nothing."""
    raise AssertionError("compiled again")


def test_a_template_that_another_includes_changes_both(folder: Path) -> None:
    assert page(make_app(folder, folder / "kept")) == "<first>"
    (folder / "templates" / "inner.html").write_text("other")
    assert page(make_app(folder, folder / "kept")) == "<other>"


def test_the_sum_changes_with_a_name_and_with_every_byte(folder: Path) -> None:
    sums = {made_of(folder / "templates")}
    (folder / "templates" / "inner.html").write_text("firsT")
    sums.add(made_of(folder / "templates"))
    (folder / "templates" / "inner.html").rename(folder / "templates" / "within.html")
    sums.add(made_of(folder / "templates"))
    assert len(sums) == 3


@pytest.mark.parametrize("content", [b"", b"nonsense", b"j2\x05\x00\x00\x00"])
def test_a_damaged_file_is_compiled_anew(folder: Path, content: bytes) -> None:
    page(make_app(folder, folder / "kept"))
    for path in (folder / "kept").iterdir():
        path.write_bytes(content)
    assert page(make_app(folder, folder / "kept")) == "<first>"


def test_nothing_is_run_from_a_folder_that_others_may_write_into(folder: Path) -> None:
    (folder / "kept").mkdir()
    os.chmod(folder / "kept", 0o777)
    app = make_app(folder, folder / "kept")
    assert not isinstance(app.jinja_env.bytecode_cache, CompiledTemplates)
    assert page(app) == "<first>"
    assert not list((folder / "kept").iterdir())


def test_a_link_to_somewhere_else_is_no_folder_of_ours(folder: Path) -> None:
    (folder / "elsewhere").mkdir(mode=0o700)
    (folder / "kept").symlink_to(folder / "elsewhere")
    cache = make_app(folder, folder / "kept").jinja_env.bytecode_cache
    assert not isinstance(cache, CompiledTemplates)


def test_without_a_place_to_keep_them_pages_are_shown_all_the_same(folder: Path) -> None:
    (folder / "kept").write_text("no folder")
    assert page(make_app(folder, folder / "kept")) == "<first>"
    app = make_app(folder, folder / "gone")
    (folder / "gone").rmdir()
    assert page(app) == "<first>"
