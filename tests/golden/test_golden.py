"""What everybody sees and is told in the golden matches is what the files in `kept` say."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.exceptions import HTTPException

from tests.golden.files import File, compare, differences, write
from tests.golden.made import TOPS, made
from tests.golden.normal import Names, Noise, html_lines, readable

NOT_READ = frozenset({"static", "owner.backup", "owner.automatic_backup", "stream"})
"""What is a file of bytes; and a stream, which is followed by its own address."""


@pytest.mark.parametrize("top", TOPS)
def test_everything_shown_and_told_is_as_it_was(top: str) -> None:
    told = compare(made(top).files, top)

    assert not told, told


def test_every_address_that_shows_something_is_looked_at() -> None:
    seen = set()
    for top in TOPS:
        addresses = made(top).app.url_map.bind("")
        for path in made(top).asked:
            try:
                seen.add(addresses.match(path, "GET")[0])
            except HTTPException:
                continue
    rules = made(TOPS[0]).app.url_map.iter_rules()
    every = {rule.endpoint for rule in rules if "GET" in (rule.methods or ())}

    assert every - seen - NOT_READ == set(), "look at these in tests/golden"


def test_a_page_is_told_tag_by_tag_and_white_space_tells_nothing() -> None:
    one = html_lines('<p class="a"  id=x>Ben &amp; Ana\n <b>2</b><br><svg><path d="M0 0"/></svg></p>')
    other = html_lines('<p id="x" class="a">Ben &amp; Ana<b>2</b>\n<br> <svg>\n<path d="M0 0"/></svg></p>\n')

    assert one == ('<p class="a" id="x">', "Ben & Ana", "<b>2</b>", "<br>", '<svg><path d="M0 0"/></svg>', "</p>")
    assert other == one


def test_what_is_drawn_anew_in_each_run_has_a_name_instead() -> None:
    names = Names()
    names.add("KQ7M", "CODE")
    names.add("3BDzu8JKugQReRCAKgSe7g", "MATCH")
    page = '<a href="/m/3BDzu8JKugQReRCAKgSe7g?v=617c33a27cff">KQ7M</a><time datetime="2026-01-31T19:30:00+00:00">7:30 PM</time>'

    assert readable(page, "text/html", names) == ('<a href="/m/MATCH">CODE</a>', '<time datetime="TIME">CLOCK</time>')


def test_an_answer_like_another_is_told_by_what_is_not_alike() -> None:
    before = ("<main>", "<h1>Rings</h1>", "<p>Ben</p>", "<p>1</p>", "<p>2</p>", "</main>")
    after = ("<main>", "<h1>Rings</h1>", "<p>Cleo</p>", "</main>")
    assert differences(before, after) == ["@@ <h1>Rings</h1>", "-3: <p>Ben</p>", "+<p>Cleo</p>"]

    file = File("match/host")
    file.add("1", before)
    file.add("2", before, after, "0")
    file.add("3", ("<main>", "</main>"), before, "1")
    assert file.parts == ["## 1", *before, "## 2: as 1", "## 3", "<main>", "</main>"]


def test_what_is_declared_as_noise_is_not_told() -> None:
    before = '<ul><li id="tank-0">Ana</li></ul>'
    after = '<ul><div data-part="tank-0"><li id="t0" data-hash="4f">Ana</li></div></ul>'
    noise = Noise(attributes=frozenset({"id", "data-hash"}), wrappers=frozenset({"data-part"}))

    assert html_lines(after, noise) == html_lines(before, noise) == ("<ul><li>Ana</li></ul>",)
    assert html_lines(after) != html_lines(before)


def test_a_difference_is_told_shortly_and_how_to_make_the_files_anew(tmp_path: Path) -> None:
    file = File("nile/board")
    file.add("host", ("<h1>Flood</h1>", "<p>Ana</p>"))
    write([file], "nile", tmp_path)
    assert compare([file], "nile", tmp_path) == ""

    another = File("nile/board")
    another.add("host", ("<h1>Flood</h1>", "<p>Ben</p>"))
    told = compare([another], "nile", tmp_path).splitlines()
    assert told[:3] == ["1 golden files of nile differ.", "--- kept/nile/board.txt", "+++ now/nile/board.txt"]
    assert told[-3:-1] == ["-<p>Ana</p>", "+<p>Ben</p>"]
    assert "make golden" in told[-1]

    write([], "nile", tmp_path)
    assert "+<p>Ana</p>" in compare([file], "nile", tmp_path)
