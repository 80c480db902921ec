"""Packed answers say the same, to those who take them, and where their size tells nothing."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.games import covers
from companion.match.judge import find_game
from companion.web.app.assets import FOR_EVER, STATIC, mark, packed_file
from tests.conformance.playing import PACKAGES, golden
from tests.web.evenings import played
from tests.web.people import Browser, start_match

PACKS = {"Accept-Encoding": "gzip, deflate"}
STYLE = "/static/css/components.css"
WAYS = {
    "down-under": ({}, {"depth": "routes", "animals": "true"}, {"depth": "result", "animals": "true"}),
    "nile": ({}, {"depth": "board"}),
}


@pytest.mark.parametrize("path", ["css/components.css", "js/live.js", "js/judge.js", "icons.svg", "vendor/htmx.min.js"])
def test_a_static_file_is_packed_for_who_takes_it_and_kept_for_ever(app: Flask, path: str) -> None:
    client, content = app.test_client(), (STATIC / path).read_bytes()
    packed = client.get(f"/static/{path}?v={mark(path)}", headers=PACKS, buffered=True)
    assert words(gzip.decompress(packed.data)) == words(without_comments(content, path))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(content) / 2
    assert packed.headers["Cache-Control"] == FOR_EVER
    assert not {"Content-Disposition", "Date", "Last-Modified"} & {*packed.headers.keys()}
    assert "Accept-Encoding" in packed.headers["Vary"]
    plain = client.get(f"/static/{path}", buffered=True)
    assert plain.data == content
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize("path", [*STATIC.glob("css/**/*.css"), *STATIC.glob("js/*.js")], ids=lambda path: path.stem)
def test_of_a_packed_style_or_script_comments_and_space_alone_are_missing(path: Path) -> None:
    name = path.relative_to(STATIC).as_posix()
    packed, whole = gzip.decompress(packed_file(name, mark(name))), without_comments(path.read_bytes(), name)
    if path.suffix == ".css":
        assert words(packed) == words(whole)
    else:
        assert packed.splitlines() == [line.lstrip() for line in whole.splitlines()]
        assert not [line for line in whole.splitlines() if line.count(b"`") % 2], "its space would say something"
    assert not re.search(rb"^\s*/\*[^*]*\*/\n", packed, re.MULTILINE)


def test_what_is_kept_is_not_sent_again_packed_or_not(app: Flask) -> None:
    client = app.test_client()
    for headers in (PACKS, {}):
        tag = client.get(STYLE, headers=headers, buffered=True).headers["ETag"]
        assert client.get(STYLE, headers={**headers, "If-None-Match": tag}, buffered=True).status_code == 304


def test_a_page_is_packed_and_says_the_same(host: Browser, code: str) -> None:
    for path in ("/", f"/t/{code}", "/rules/land-unter"):
        packed, plain = host.get(path, headers=PACKS), host.get(path)
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2
        assert b"\n    " not in plain.data


@pytest.mark.parametrize("path", ["/rules/land-unter?q=ring", "/join?code=ABCD"])
def test_a_page_that_an_address_can_put_words_into_is_not_packed(app: Flask, path: str) -> None:
    assert "Content-Encoding" not in app.test_client().get(path, headers=PACKS, buffered=True).headers


@pytest.mark.parametrize("game", covers())
def test_a_first_visit_loads_less_than_50_kb_of_page_styles_and_scripts(game: str, host: Browser, code: str) -> None:
    # Each is looked at before the next begins.
    boards = (f"/m/{start_match(host, code, game, **one)}" for one in WAYS.get(game, ({},)))
    judged = [f"/judge/{game}/{one.name}" for one in find_game(game).rulings]
    for path in ("/", f"/t/{code}", f"/t/{code}/join", *boards, *judged):
        page = host.get(path, headers=PACKS)
        named = r'<link [^>]*rel="stylesheet" href="([^"]+)"|<script src="([^"]+)"'
        found = [style or script for style, script in re.findall(named, gzip.decompress(page.data).decode())]
        loaded = [len(host.get(one, headers=PACKS, buffered=True).data) for one in found]
        assert 10_000 < len(page.data) + sum(loaded) < 50_000, path


def words(style: bytes) -> list[bytes]:
    """The words, texts and signs of a style: space outside a text, and the last semicolon of a rule, say nothing."""
    return re.findall(rb'"[^"]*"|[{}:,]|[^\s{}:;,"]+', style)


def without_comments(content: bytes, path: str) -> bytes:
    """A file of ours without the comments that have lines of their own, told line by line."""
    if path.startswith("vendor/") or path.endswith(".svg"):
        return content
    kept: list[bytes] = []
    is_comment = False
    for line in content.splitlines(keepends=True):
        begins = line.lstrip().startswith(b"/*")
        if not (is_comment or (begins and b"*/" not in line.rstrip()[:-2])):
            kept.append(line)
            continue
        is_comment = not line.rstrip().endswith(b"*/")
    return b"".join(kept)


def styles(html: str) -> set[str]:
    """The styles that hold on a page. Down Under's script sees to those that are fetched ahead."""
    holds = "stylesheet|prefetch" if "js/tiles.js" in html else "stylesheet"
    return set(re.findall(rf'<link rel="(?:{holds})" href="([^"]+)"', html))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_board_that_followed_a_match_holds_every_style_of_one_that_is_loaded_at_its_end(
    app: Flask, package: str
) -> None:
    host, whole = Browser(app), golden(package)[0]
    _, match_id = played(host, package, whole, 0)
    followed = styles(host.page(f"/m/{match_id}"))
    host.enter(match_id, *whole["moves"])
    head, body = host.page(f"/m/{match_id}").split("<body")
    assert styles(head) - styles(body) <= followed
