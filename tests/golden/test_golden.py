"""What everybody sees and is told in the golden matches is what the files in `kept` say."""

from __future__ import annotations

import pytest
from werkzeug.exceptions import HTTPException

from tests.golden.files import File, compare, differences
from tests.golden.made import TOPS, made
from tests.golden.normal import Names, html_lines, readable

NOT_READ = frozenset({"static", "owner.backup", "owner.kept_copy", "stream"})
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
