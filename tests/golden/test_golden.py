"""What the host and an onlooker see of a match is what the files in `kept` say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.playing import PACKAGES
from tests.golden.files import File, compare, differences, write
from tests.golden.matches import files_of
from tests.golden.normal import Names, html_lines, readable


@pytest.mark.parametrize("package", PACKAGES)
def test_a_match_is_shown_as_it_was(package: str) -> None:
    told = compare(files_of(package), package)

    assert not told, told


def test_white_space_and_what_is_drawn_anew_in_each_run_are_not_told() -> None:
    names = Names()
    names.add("KQ7M", "CODE")
    one = '<p class="a"  id=x>KQ7M &amp; Ana\n <b>2</b><br><svg><path d="M0 0"/></svg></p><link href="/a.css?v=617c33a27cff">'
    other = '<p id="x" class="a">KQ7M &amp; Ana<b>2</b>\n<br> <svg>\n<path d="M0 0"/></svg></p>\n<link href="/a.css">'
    lines = ('<p class="a" id="x">', "CODE & Ana", "<b>2</b>", "<br>", '<svg><path d="M0 0"/></svg>', "</p>")

    assert readable(one, names) == readable(other, names) == (*lines, '<link href="/a.css">')


def test_a_page_like_another_is_told_by_what_is_not_alike() -> None:
    before, after = html_lines("<h1>Rings</h1><p>Ben</p><p>1</p><p>2</p>"), html_lines("<h1>Rings</h1><p>Cleo</p>")

    assert differences(before, after) == ["@@ <h1>Rings</h1>", "-3: <p>Ben</p>", "+<p>Cleo</p>"]


def test_a_difference_is_told_shortly_and_how_to_make_the_files_anew(tmp_path: Path) -> None:
    file, another = File("nile/board"), File("nile/board")
    file.add("host", ("<h1>Flood</h1>", "<p>Ana</p>"))
    another.add("host", ("<h1>Flood</h1>", "<p>Ben</p>"))
    write([file], "nile", tmp_path)
    assert compare([file], "nile", tmp_path) == ""

    told = compare([another], "nile", tmp_path).splitlines()
    assert told[:3] == ["1 golden files of nile differ.", "--- kept/nile/board.txt", "+++ now/nile/board.txt"]
    assert told[-3:-1] == ["-<p>Ana</p>", "+<p>Ben</p>"]
    assert "make golden" in told[-1]
