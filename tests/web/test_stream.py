"""Streams of boards: each viewer's own, one rendering for all who see the same, and never a secret too many."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.snapshot import Snapshot
from companion.server import Refusal, StreamSpec, Unavailable
from companion.web.app.security import HEADERS
from companion.web.app.services import Services
from companion.web.board import pages
from companion.web.board.pages import BoardPage
from companion.web.board.stream import BoardStreams, refusal
from companion.web.board.viewing import View
from tests.web.boxes import left_over
from tests.web.evenings import Evening
from tests.web.following import ask_for, event_of, frame_of, level_of, opened
from tests.web.people import Browser, make_owner, on_one_line, open_table, sit, start_match
from tests.web.tapping import shown_in

TRICK = {"kind": "trick", "levels": ["4", "9"], "highest": "0", "second": "1", "anyway": "true"}


def stream(app: Flask, match_id: str, browser: Browser | None = None, language: str = "en") -> StreamSpec:
    names = ("device", "acting", "box-land-unter")
    cookies = [] if browser is None else [browser.client.get_cookie(name) for name in names]
    held = "; ".join(f"{cookie.key}={cookie.value}" for cookie in cookies if cookie is not None)
    return opened(app, f"/m/{match_id}/stream", **{"accept-language": language, **({"cookie": held} if held else {})})


def html_of(app: Flask, stream: StreamSpec) -> str:
    return on_one_line(event_of(frame_of(app, stream))["board"])


class Match(Evening):
    """A match in its first trick; each of the three has a phone."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.people = [self.host, self.ben, sit(Browser(app), self.code, 2)]


@pytest.fixture
def match(app: Flask) -> Match:
    return Match(app)


def test_rendered_together_or_alone_everybody_is_sent_the_same(app: Flask, match: Match) -> None:
    browsers = [*match.people, None, Browser(app)]
    streams = [stream(app, match.match_id, one, language) for one in browsers for language in ("en", "de", "fr")]
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
    drawn_up = pages.page_of

    def page_of(seen: Snapshot, view: View, **more: Any) -> BoardPage:
        if 1 in seen.viewer.seats:
            raise OSError("out of paper")
        return drawn_up(seen, view, **more)

    monkeypatch.setattr(pages, "page_of", page_of)
    first, second = BoardStreams(app).render([bad, good])
    assert isinstance(first, OSError)
    assert not isinstance(second, Exception)
    assert second.frame({}) == frame_of(app, good)


def test_an_event_brings_only_what_has_changed(app: Flask, match: Match) -> None:
    for browser in (*match.people, None):
        followed = stream(app, match.match_id, browser)
        before = level_of(app, followed)
        shown = shown_in(event_of(before.frame({}))["board"])
        match.host.send(f"{match.path}/moves", TRICK | {"version": before.version})
        event = event_of(frame_of(app, followed, before.manifest))
        changed = {name for name, known in event["manifest"].items() if before.manifest.get(name) != known}
        assert event["parts"].keys() == changed
        assert 0 < len(changed) < len(event["manifest"]) - 1
        assert shown.put(event).unchecked == shown_in(html_of(app, followed)).unchecked


def test_who_has_just_loaded_the_page_is_told_how_it_has_to_look_and_nothing_twice(app: Flask, match: Match) -> None:
    followed = stream(app, match.match_id, match.ben)
    page = shown_in(match.page(match.ben))
    event = event_of(frame_of(app, followed, level_of(app, followed).manifest))
    assert (event["parts"], event["manifest"]) == ({}, {"": page.about.pop("layout"), **page.hashes})
    assert {name: str(event[name]) for name in page.about} == page.about


def test_where_the_layout_is_another_the_event_brings_the_whole_board_as_on_the_page(app: Flask, match: Match) -> None:
    streams = {browser: stream(app, match.match_id, browser) for browser in match.people}
    before = {browser: level_of(app, one).manifest for browser, one in streams.items()}
    match.host.send(f"{match.path}/undo", {"index": "2", "version": "3"})
    for browser, one in streams.items():
        event = event_of(frame_of(app, one, before[browser]))
        assert event["manifest"][""] != before[browser][""]
        assert "parts" not in event
        assert on_one_line(event["board"]) == match.page(browser, "board")


def test_who_takes_a_seat_does_not_carry_its_secrets_into_a_shared_stream(app: Flask, match: Match) -> None:
    curious = Browser(app)
    curious.get(f"{match.path}")
    streams = [stream(app, match.match_id, curious), stream(app, match.match_id)]
    match.ben.send(f"{match.path}/moves", {"kind": "lay", "seat": "1", "card": "31"})
    sit(curious, match.code, 1)
    assert html_of(app, streams[0]) == html_of(app, streams[1])


@pytest.mark.parametrize("who", ["seat", "owner"])
def test_who_loses_a_seat_or_is_owner_no_longer_is_shown_no_more_than_others_at_once(
    app: Flask, match: Match, live: InProcessLive, who: str
) -> None:
    by, path = (match.host, f"/t/{match.code}/seats/1/renew") if who == "seat" else (make_owner(app), "/owner/others")
    other = match.ben if who == "seat" else make_owner(app)
    followed = stream(app, match.match_id, other)

    async def told() -> bool:
        following = live.subscribe(*followed.closed_by)
        before = following.levels()
        by.send(path)
        return following.levels() != before

    assert asyncio.run(told())
    assert 'id="entry"' not in html_of(app, stream(app, match.match_id, other))


def test_who_sits_down_closes_no_streams_of_those_who_sit_there(app: Flask, match: Match, live: InProcessLive) -> None:
    async def levels() -> tuple[int | None, ...]:
        following = live.subscribe(*stream(app, match.match_id, match.people[1]).closed_by)
        await asyncio.to_thread(sit, Browser(app), match.code, 2)
        levels = following.levels()
        following.close()
        return levels

    assert set(asyncio.run(levels())) == {None}


def test_what_is_said_in_place_of_a_stream_carries_the_headers_of_every_answer(app: Flask) -> None:
    followed = ask_for(app, "/m/nowhere/stream")
    assert isinstance(followed, Refusal)
    told, _ = refusal(app)(413, "/tables", [("host", "localhost")])
    for answer in (dict(followed.headers), dict(told)):
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


CONTROLS = re.compile(r"<(a|button|form|input|select|summary|textarea)\b", re.IGNORECASE)


def test_before_the_first_match_the_screen_shows_how_to_join_and_who_is_here(host: Browser, made_up: None) -> None:
    code = open_table(host, "Ana", "Ben")
    page = host.page(f"/tv/{code}")
    assert (CONTROLS.search(page), left_over(page)) == (None, [])
    for said in ("Ana", "Ben", f'aria-label="{" ".join(code)}"', 'class="qr"'):
        assert said in page
    assert page.count('class="face-p') == 2


def test_the_headline_of_the_screen_does_not_break_at_the_hyphen_of_a_name(host: Browser) -> None:
    code = open_table(host, "Jean-Baptiste", "Maria-Magdalena-Eva", "Ben")
    match_id = start_match(host, code, "limits")
    host.enter(match_id, {"kind": "start", "seat": 0})
    assert '<span class="unbroken">Jean-Baptiste</span> starts.' in host.page(f"/tv/{code}")
    host.enter(match_id, {"kind": "card", "seat": 0})
    assert "Maria-Magdalena-Eva to play" in host.page(f"/tv/{code}")


def test_the_screens_stream_follows_table_and_match(app: Flask, host: Browser, code: str, services: Services) -> None:
    table, path = services.tables.find(code).id, f"/tv/{code}/stream"
    assert opened(app, path).topics == (table,)
    match_id = start_match(host, code, "land-unter")
    followed = opened(app, path)
    assert (followed.topics, opened(app, path).viewer) == ((table, match_id), followed.viewer)
    before = html_of(app, followed)
    host.enter(match_id, {"kind": "count_rings", "seat": 0, "rings": 5})
    assert html_of(app, followed) != before
