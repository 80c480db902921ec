"""How much PostgreSQL is asked: every statement is a way there and back, which no faster processor makes shorter."""

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.board.stream import BoardStreams
from companion.web.create_app import create_app
from tests.records import connections_taken, statements
from tests.web.following import level_of
from tests.web.people import Browser
from tests.web.test_stream import Match, stream


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(store, InProcessLive(), Settings(("localhost",)))


def statements_of_a_tap(app: Flask, match: Match, version: int, streams: int) -> list[str]:
    """What a tap asks, its answer and so many streams with the new board included."""
    following = [stream(app, match.match_id, one) for one in (*match.people, None)][:streams]
    form = {"kind": "trick", "version": str(version), "levels": ["1", "2"], "highest": "0", "second": "1"}
    with statements() as asked:
        assert (
            match.people[1].post(f"/m/{match.match_id}/moves", form, headers={"HX-Request": "true"}).status_code == 204
        )
        frames = BoardStreams(app).render(following)
    assert [getattr(frame, "version", frame) for frame in frames] == [version + 1] * streams
    return asked


def test_a_tap_asks_the_same_however_many_look_on(app: Flask) -> None:
    match = Match(app)
    with connections_taken() as lent:
        alone, watched = [statements_of_a_tap(app, match, 3 + tap, streams) for tap, streams in enumerate((1, 4))]
    assert alone == watched
    assert len(watched) <= 13, "\n".join(watched)
    assert len(lent) <= 14
    written = [" ".join(one.split()[:3]) for one in watched if not one.startswith("SELECT")]
    assert written == ["UPDATE matches SET", "INSERT INTO journal"]


@pytest.mark.parametrize(
    ("path", "most"), [("/m/{match}", 8), ("/t/{code}", 10), ("/t/{code}/host", 14), ("/tv/{code}", 12)]
)
def test_a_page_asks_nothing_twice(app: Flask, path: str, most: int) -> None:
    match = Match(app)
    host: Browser = match.people[0]
    with statements() as asked:
        assert host.get(path.format(match=match.match_id, code=match.code)).status_code == 200
    assert len(asked) <= most, "\n".join(asked)


@pytest.mark.ring("test")
def test_a_stream_asks_four_times_and_its_first_board_five(app: Flask) -> None:
    match = Match(app)
    level_of(app, stream(app, match.match_id, match.people[1]))  # from now on the match is in memory
    with connections_taken() as lent, statements() as asked:
        following = stream(app, match.match_id, match.people[1])
    assert (len(asked), len(lent)) == (4, 1), "\n".join(asked)
    with connections_taken() as lent, statements() as asked:
        level_of(app, following)
    assert (len(asked), len(lent)) == (5, 1), "\n".join(asked)
