"""The result of a match: a page for everybody, and one file that needs nothing else."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.archive.results import won_of
from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES, golden, random_games
from tests.games.playthrough import Moves
from tests.there import there
from tests.web.people import Browser, open_table, start_match

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
Course = tuple[int, dict[str, Any], Moves]


def courses(package: str) -> Iterator[Course]:
    """The golden games and a random one: players, options, moves."""
    yield from ((one["players"], one["options"], one["moves"]) for one in golden(package))
    yield from random_games(package, 1)


def played(app: Flask, host: Browser, package: str, course: Course, upto: int | None = None) -> str:
    """The id of a match played so far, at a table of its own."""
    players, options, moves = course
    code = open_table(host, *NAMES[:players])
    chosen = {name: str(value).lower() for name, value in options.items()}
    match_id = start_match(host, code, PACKAGES[package].slug, **chosen)
    host.enter(match_id, *moves[:upto])
    return match_id


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.usefixtures("codes_of_their_own")
def test_the_file_tells_no_id_no_code_no_token_and_no_address(
    app: Flask, package: str, host: Browser, services: Services
) -> None:
    match_id = played(app, host, package, next(courses(package)))
    table = services.matches.snapshot(match_id, services.tables.caller(None)).table

    text = host.get(f"/m/{match_id}/result.html").get_data(as_text=True)

    secrets = [
        match_id,
        table.id,
        table.code,
        host.token,
        services.seating.token(table.id, 0),
        "localhost",
        "127.0.0.1",
    ]
    assert [one for one in secrets if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text)] == []
    assert "http://" not in text
    assert "https://" not in text


@pytest.mark.parametrize("package", PACKAGES)
def test_the_end_speaks_to_each_winner_on_their_own_phone_and_to_nobody_on_the_television(
    app: Flask, package: str, host: Browser, services: Services
) -> None:
    match_id = played(app, host, package, next(courses(package)))
    seen = services.matches.snapshot(match_id, services.tables.caller(None))
    won = there(won_of(services.store, seen))
    page, screen = (host.get(path).get_data(as_text=True) for path in (f"/m/{match_id}", f"/tv/{seen.table.code}"))
    spoken_to = re.findall(r'data-to="(\d+)">You win\.', page)
    assert spoken_to == [str(seat) for seat in won.winners if not won.is_together]
    assert 'class="won' in screen
    assert "You win." not in screen
