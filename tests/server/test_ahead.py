"""A tap is rendered for everybody by the thread that took it, before anybody is woken."""

import contextlib
import threading
from collections.abc import Iterator

import pytest

from tests.server.rig import Board, EventClient, Rig, rig

LANGUAGES = ("en", "de", "fr")


@pytest.fixture
def served() -> Iterator[Rig]:
    with rig(board=Board(ahead="match")) as started:
        yield started


@contextlib.contextmanager
def phones(served: Rig) -> Iterator[list[EventClient]]:
    """Three phones that are shown the present level."""
    with contextlib.ExitStack() as open_now:
        opened = [open_now.enter_context(served.stream(accept_language=language)) for language in LANGUAGES]
        assert [phone.version() for phone in opened] == [served.board.version] * 3
        served.board.threads.clear()
        yield opened


def test_whoever_publishes_renders_for_all_and_nobody_else_has_to(served: Rig) -> None:
    mine = threading.current_thread()
    others = []
    with phones(served) as followed:
        for version in range(1, 9):
            served.board.threads.clear()
            served.board.tap()
            assert served.board.threads.count(mine) == 3
            assert [phone.version() for phone in followed] == [version] * 3
            others.append(len(served.board.threads) - 3)
    # A phone that looked at the level in the very moment it rose may have asked by itself.
    assert min(others) == 0


def test_phones_that_show_the_same_are_rendered_for_once(served: Rig) -> None:
    with served.stream() as first, served.stream() as second:
        assert first.version() == second.version() == 0
        served.board.threads.clear()
        served.board.tap()
        assert served.board.threads.count(threading.current_thread()) == 1
        assert first.version() == second.version() == 1


def test_what_cannot_be_rendered_ahead_is_asked_for_by_the_streams_and_the_tap_goes_well(served: Rig) -> None:
    with phones(served) as followed:
        served.board.fails_in = threading.current_thread()
        served.board.tap()
        assert [phone.version() for phone in followed] == [1] * 3
        assert set(served.board.threads) > {threading.current_thread()}


def test_a_level_that_has_risen_since_is_rendered_anew(served: Rig) -> None:
    with phones(served) as followed:
        served.board.live.attend(lambda topic: overtake(served.board))
        served.board.tap()
        seen = [phone.version() for phone in followed]
        assert [
            version if version == 2 else phone.version() for version, phone in zip(seen, followed, strict=True)
        ] == ([2] * 3)


def overtake(board: Board) -> None:
    """Another tap that comes in after the boards of the first are rendered, before anybody is woken."""
    if board.version == 1:
        board.tap()


def test_a_stream_that_has_ended_is_rendered_for_no_more() -> None:
    board = Board(ahead="match")
    with rig(board=board) as served, phones(served):
        board.tap()
        assert threading.current_thread() in board.threads
    board.threads.clear()
    board.tap()
    assert board.threads == []


def test_after_levels_written_as_they_lay_ready_the_response_ends_as_any_other_and_the_connection_goes_on(
    served: Rig,
) -> None:
    with served.stream(x_owner="ana") as phone:
        assert phone.version() == 0
        for version in range(1, 4):
            served.board.tap()
            assert phone.version() == version
        served.board.live.publish("device ana", 1)
        assert phone.event() == {}
        phone.ask("GET", "/hello")
        assert phone.answer()[::2] == (200, b"hello")
