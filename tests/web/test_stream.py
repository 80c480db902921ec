"""Streams of boards: each viewer's own, one rendering for all who see the same, and never a secret too many."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.snapshot import Snapshot
from companion.server import Refusal, StreamSpec, Unavailable
from companion.web.app.security import HEADERS
from companion.web.board import boards
from companion.web.board.boards import BoardPage, View
from companion.web.board.stream import BoardStreams, refusal
from tests.web.evenings import Evening
from tests.web.following import ask_for, event_of, frame_of, level_of
from tests.web.people import Browser, make_owner, on_one_line, sit, start_match
from tests.web.tapping import shown_in

NAMES = ("Ana", "Ben", "Cleo")
TRICK = {"kind": "trick", "levels": ["4", "9"], "highest": "0", "second": "1", "anyway": "true"}
Asked = StreamSpec | Refusal


def ask(app: Flask, path: str, browser: Browser | None = None, language: str = "en", host: str = "localhost") -> Asked:
    """What the source of streams answers to this browser."""
    return ask_for(app, path, **headers_of(browser, language, host))


def headers_of(browser: Browser | None = None, language: str = "en", host: str = "localhost") -> dict[str, str]:
    """What this browser sends along."""
    headers = {"host": host, "accept-language": language}
    cookies = (
        [] if browser is None else [browser.client.get_cookie(name) for name in ("device", "acting", "box-land-unter")]
    )
    held = "; ".join(f"{cookie.key}={cookie.value}" for cookie in cookies if cookie is not None)
    if held:
        headers["cookie"] = held
    return headers


def stream(app: Flask, match_id: str, browser: Browser | None = None, language: str = "en") -> StreamSpec:
    """The stream of a board, which this browser may see."""
    opened = ask(app, f"/m/{match_id}/stream", browser, language)
    assert not isinstance(opened, Refusal)
    return opened


def html_of(app: Flask, opened: StreamSpec) -> str:
    """The whole board, as it is sent now to whoever has seen nothing of it."""
    return on_one_line(event_of(frame_of(app, opened))["board"])


class Match(Evening):
    """A match in its first trick; each of the three has a phone."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.people = [self.host, self.ben, sit(Browser(app), self.code, 2)]

    def poll(self, browser: Browser | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, ETag and body of the board alone; no body where it is compressed."""
        answer = (browser or Browser(self.app)).get(f"{self.path}/board", headers=headers)
        return (
            answer.status_code,
            answer.headers.get("ETag", ""),
            "" if answer.content_encoding else answer.get_data(as_text=True),
        )


@pytest.fixture
def match(app: Flask) -> Match:
    return Match(app)


def test_a_stream_sends_each_viewer_what_the_page_shows_that_viewer(app: Flask, match: Match) -> None:
    seen = set()
    for browser in (*match.people, None):
        sent = html_of(app, stream(app, match.match_id, browser))
        _, _, shown = match.poll(browser)
        assert sent == shown
        seen.add(sent)
    assert len(seen) > 1


def test_rendered_together_or_alone_everybody_is_sent_the_same(app: Flask, match: Match) -> None:
    browsers = [*match.people, None, Browser(app)]
    streams = [
        stream(app, match.match_id, browser, language) for browser in browsers for language in ("en", "de", "fr")
    ]
    together = [level.frame({}) for level in BoardStreams(app).render(streams) if not isinstance(level, Exception)]
    assert together == [frame_of(app, one) for one in streams]
    assert len({frame.payload for frame in together}) == 12  # the host, two who play, and who looks on; three languages


def test_host_players_and_those_who_look_on_share_one_rendering(app: Flask, match: Match) -> None:
    begun = [start_match(match.people[0], match.code, game) for game in ("down-under", "points", "limits")]
    for id, renderings in ((match.match_id, 1), *zip(begun, (1, 1, 2), strict=True)):
        kept: dict[Any, Any] = {}
        streams = [stream(app, id, browser) for browser in (*match.people, None)]
        told = BoardStreams(app).render(streams, kept)
        [read] = kept.values()
        assert len(read.drawn) == renderings  # Limits has one for whoever enters, and one for who looks on
        assert len({level.frame({}).payload for level in told if not isinstance(level, Exception)}) == 4


def test_a_stream_that_fails_spoils_no_other(app: Flask, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = (stream(app, match.match_id, browser) for browser in match.people[:2])
    drawn_up = boards.page_of

    def page_of(seen: Snapshot, view: View, **more: Any) -> BoardPage:
        if 1 in seen.viewer.seats:
            raise OSError("out of paper")
        return drawn_up(seen, view, **more)

    monkeypatch.setattr(boards, "page_of", page_of)
    first, second = BoardStreams(app).render([bad, good])
    assert isinstance(first, OSError)
    assert not isinstance(second, Exception)
    assert second.frame({}) == frame_of(app, good)


def test_an_event_brings_only_what_has_changed(app: Flask, match: Match) -> None:
    for browser in (*match.people, None):
        opened = stream(app, match.match_id, browser)
        before = level_of(app, opened)
        shown = shown_in(event_of(before.frame({}))["board"])
        assert match.people[0].post(f"{match.path}/moves", TRICK | {"version": before.version}).status_code == 303

        event = event_of(frame_of(app, opened, before.manifest))

        changed = {name for name, known in event["manifest"].items() if before.manifest.get(name) != known}
        assert event["parts"].keys() == changed
        assert 0 < len(changed) < len(event["manifest"]) - 1
        assert shown.put(event).unchecked == shown_in(html_of(app, opened)).unchecked


def test_whoever_has_just_loaded_the_page_is_told_how_it_has_to_look_and_nothing_twice(
    app: Flask, match: Match
) -> None:
    opened = stream(app, match.match_id, match.people[1])
    page = shown_in(match.people[1].get(f"{match.path}").get_data(as_text=True))

    event = event_of(frame_of(app, opened, level_of(app, opened).manifest))

    assert event["parts"] == {}
    assert event["manifest"] == {"": page.about["layout"], **page.hashes}
    assert {name: str(event[name]) for name in page.about if name != "layout"} == {
        name: value for name, value in page.about.items() if name != "layout"
    }


def test_where_the_layout_is_another_the_event_brings_the_whole_board(app: Flask, match: Match) -> None:
    opened = stream(app, match.match_id, match.people[1])
    before = level_of(app, opened).manifest
    assert match.people[0].post(f"{match.path}/undo", {"index": "2", "version": "3"}).status_code == 303

    event = event_of(frame_of(app, opened, before))

    assert event["manifest"][""] != before[""]
    assert "parts" not in event
    assert on_one_line(event["board"]) == match.poll(match.people[1])[2]


def test_who_takes_a_seat_does_not_carry_its_secrets_into_a_shared_stream(app: Flask, match: Match) -> None:
    curious = Browser(app)
    curious.get(f"{match.path}")
    streams = [stream(app, match.match_id, curious), stream(app, match.match_id)]
    assert match.ben.post(f"{match.path}/moves", {"kind": "lay", "seat": "1", "card": "31"}).status_code == 303
    sit(curious, match.code, 1)
    assert html_of(app, streams[0]) == html_of(app, streams[1])


@pytest.mark.parametrize("who", ["seat", "owner"])
def test_who_loses_a_seat_or_is_owner_no_longer_is_shown_no_more_than_others_at_once(
    app: Flask, match: Match, live: InProcessLive, who: str
) -> None:
    host, ben = match.people[:2]
    by, path = (host, f"/t/{match.code}/seats/1/renew") if who == "seat" else (make_owner(app), "/owner/others")
    other = ben if who == "seat" else make_owner(app)
    opened = stream(app, match.match_id, other)

    async def told() -> bool:
        following = live.subscribe(*opened.closed_by)
        before = following.levels()
        assert by.post(path).status_code == 303
        return following.levels() != before

    assert asyncio.run(told())
    assert 'id="entry"' not in html_of(app, stream(app, match.match_id, other))


def test_who_sits_down_does_not_close_the_streams_of_those_who_sit_there(
    app: Flask, match: Match, live: InProcessLive
) -> None:
    async def levels() -> tuple[int | None, ...]:
        following = live.subscribe(*stream(app, match.match_id, match.people[1]).closed_by)
        await asyncio.to_thread(sit, Browser(app), match.code, 2)
        levels = following.levels()
        following.close()
        return levels

    assert set(asyncio.run(levels())) == {None}


def test_what_is_said_in_place_of_a_stream_carries_the_headers_of_every_answer(app: Flask) -> None:
    opened = ask(app, "/m/nowhere/stream")
    assert isinstance(opened, Refusal)
    told, _ = refusal(app)(413, "/tables", [("host", "localhost")])

    for answer in (dict(opened.headers), dict(told)):
        assert HEADERS.items() <= answer.items()
        assert answer["Cache-Control"] == "no-store"


@pytest.mark.usefixtures("target")
def test_of_records_that_are_away_a_stream_is_told_just_that(app: Flask, match: Match) -> None:
    """The store is closed, so it is the test's own, by `target`."""
    following = stream(app, match.match_id)
    services = app.extensions["tableside"]
    services.matches.forget(match.match_id)
    services.store.close()
    [outcome] = BoardStreams(app).render([following])
    assert isinstance(outcome, Unavailable)
    assert str(outcome) == "closed"
