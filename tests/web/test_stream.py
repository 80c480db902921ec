"""Streams of boards: each viewer's own, one rendering for all who see the same, and never a secret too many."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.match.snapshot import Snapshot
from companion.server import OpenStream, Refusal, Unavailable
from companion.web.app.security import HEADERS
from companion.web.board import boards
from companion.web.board.boards import BoardPage, View
from companion.web.board.stream import Streams, refusal
from tests.conformance.playing import PACKAGES, golden
from tests.web.evenings import Table, options_of
from tests.web.following import ask_for, event_of, frame_of, level_of
from tests.web.people import Browser, on_one_line, open_table, sit, start_match
from tests.web.tapping import preview, shown_in
from tests.web.test_owner import make_owner

NAMES = ("Ana", "Ben", "Cleo")
TRICK = {"kind": "trick", "levels": ["4", "9"], "highest": "0", "second": "1", "anyway": "true"}
Asked = OpenStream | Refusal


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


def stream(app: Flask, match: str, browser: Browser | None = None, language: str = "en") -> OpenStream:
    """The stream of a board, which this browser may see."""
    opened = ask(app, f"/m/{match}/stream", browser, language)
    assert not isinstance(opened, Refusal)
    return opened


def html_of(app: Flask, opened: OpenStream) -> str:
    """The whole board, as it is sent now to whoever has seen nothing of it."""
    return on_one_line(event_of(frame_of(app, opened))["board"])


class Match:
    """A match of Land Unter among three, in its first trick; each with a phone of their own."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        host = Browser(app)
        self.code = open_table(host, *NAMES)
        self.people = [host, *(sit(Browser(app), self.code, seat) for seat in (1, 2))]
        self.id = start_match(host, self.code, "land-unter")
        for seat in range(3):
            self.enter(0, kind="count_rings", seat=seat, rings=5, version=seat, anyway="true")

    def enter(self, by: int, **fields: object) -> int:
        """The status of an entry by the phone of this seat."""
        return (
            self.people[by]
            .post(f"/m/{self.id}/moves", {name: str(value) for name, value in fields.items()})
            .status_code
        )

    def another(self) -> Match:
        """A match that differs in nothing, not even in who plays it: begun by the same people, at another table."""
        twin = Match.__new__(Match)
        twin.app, twin.people = self.app, self.people
        twin.code = open_table(self.people[0], *NAMES)
        for seat in (1, 2):
            sit(self.people[seat], twin.code, seat)
        twin.id = start_match(self.people[0], twin.code, "land-unter")
        for seat in range(3):
            twin.enter(0, kind="count_rings", seat=seat, rings=5, version=seat, anyway="true")
        return twin

    def poll(self, browser: Browser | None = None, **headers: str) -> tuple[int, str, str]:
        """Status, ETag and body of the board alone; no body where it is compressed."""
        answer = (browser or Browser(self.app)).get(f"/m/{self.id}/board", headers=headers)
        return (
            answer.status_code,
            answer.headers.get("ETag", ""),
            "" if answer.content_encoding else answer.get_data(as_text=True),
        )

    def anonymous(self, text: str) -> str:
        """The text without the match's own id, the table's code, and the hashes of what these stand in."""
        text = re.sub(r' data-(hash|layout)=\\?"[^"]*"', "", text.replace(self.id, "MATCH").replace(self.code, "CODE"))
        return re.sub(r'"manifest": \{[^}]*\}', "", text)


@pytest.fixture
def match(app: Flask) -> Match:
    """A match that has begun."""
    return Match(app)


def test_a_stream_sends_each_viewer_what_the_page_shows_that_viewer(app: Flask, match: Match) -> None:
    seen = set()
    for browser in (*match.people, None):
        sent = html_of(app, stream(app, match.id, browser))
        _, _, shown = match.poll(browser)
        assert sent == shown
        seen.add(sent)
    assert len(seen) > 1


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("is_broken_off", [False, True])
def test_the_end_is_sent_to_everybody_as_their_page_shows_it(app: Flask, package: str, is_broken_off: bool) -> None:
    whole, host = golden(package)[0], Browser(app)
    code = open_table(host, *("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")[: whole["players"]])
    match = start_match(host, code, package.replace("_", "-"), **options_of(whole))
    ben = sit(Browser(app), code, 1)
    Table(app, code, host, ben).finish(match, {**whole, "moves": whole["moves"][: 2 if is_broken_off else None]})
    if is_broken_off:
        assert host.post(f"/m/{match}/end").status_code == 303

    for browser in (host, ben, Browser(app)):
        # First of all: a page would leave parts that were made in a request.
        sent = html_of(app, stream(app, match, browser))
        assert sent == browser.get(f"/m/{match}/board").get_data(as_text=True)


def test_rendered_together_or_alone_everybody_is_sent_the_same(app: Flask, match: Match) -> None:
    browsers = [*match.people, None, Browser(app)]
    streams = [stream(app, match.id, browser, language) for browser in browsers for language in ("en", "de", "fr")]
    together = [level.frame({}) for level in Streams(app).render(streams) if not isinstance(level, Exception)]
    assert together == [frame_of(app, one) for one in streams]
    assert len({frame.payload for frame in together}) == 12  # the host, two who play, and who looks on; three languages


def test_a_stream_that_fails_spoils_no_other(app: Flask, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = (stream(app, match.id, browser) for browser in match.people[:2])
    drawn_up = boards.page_of

    def page_of(seen: Snapshot, view: View, **more: Any) -> BoardPage:
        if 1 in seen.viewer.seats:
            raise OSError("out of paper")
        return drawn_up(seen, view, **more)

    monkeypatch.setattr(boards, "page_of", page_of)
    first, second = Streams(app).render([bad, good])
    assert isinstance(first, OSError)
    assert not isinstance(second, Exception)
    assert second.frame({}) == frame_of(app, good)


def test_two_phones_of_one_seat_share_one_rendering_and_those_of_two_seats_none(app: Flask, match: Match) -> None:
    other_phone_of_ben = sit(Browser(app), match.code, 1)
    bens, also_bens, cleos = (
        stream(app, match.id, one) for one in (match.people[1], other_phone_of_ben, match.people[2])
    )
    assert bens.viewer == also_bens.viewer
    assert frame_of(app, bens) == frame_of(app, also_bens)
    assert bens.viewer != cleos.viewer


def test_a_half_made_entry_is_in_nobodys_stream_and_no_news(app: Flask, match: Match, live: InProcessLive) -> None:
    streams = [stream(app, match.id, one) for one in (match.people[1], match.people[2], None)]
    before = [frame_of(app, one) for one in streams]

    async def levels() -> tuple[int | None, ...]:
        following = live.subscribe(*streams[0].topics)
        tapped = {"kind": "trick", "levels": ["4", "9"], "version": "3"}
        await asyncio.to_thread(preview, match.people[1], f"/m/{match.id}", tapped)
        levels = following.levels()
        following.close()
        return levels

    assert set(asyncio.run(levels())) == {None}
    assert [frame_of(app, one) for one in streams] == before


def test_an_event_brings_only_what_has_changed(app: Flask, match: Match) -> None:
    for browser in (*match.people, None):
        opened = stream(app, match.id, browser)
        before = level_of(app, opened)
        shown = shown_in(event_of(before.frame({}))["board"])
        assert match.people[0].post(f"/m/{match.id}/moves", TRICK | {"version": before.version}).status_code == 303

        event = event_of(frame_of(app, opened, before.manifest))

        changed = {name for name, known in event["manifest"].items() if before.manifest.get(name) != known}
        assert event["parts"].keys() == changed
        assert 0 < len(changed) < len(event["manifest"]) - 1
        assert shown.put(event).unchecked == shown_in(html_of(app, opened)).unchecked


def test_whoever_has_just_loaded_the_page_is_told_how_it_has_to_look_and_nothing_twice(
    app: Flask, match: Match
) -> None:
    opened = stream(app, match.id, match.people[1])
    page = shown_in(match.people[1].get(f"/m/{match.id}").get_data(as_text=True))

    event = event_of(frame_of(app, opened, level_of(app, opened).manifest))

    assert event["parts"] == {}
    assert event["manifest"] == {"": page.about["layout"], **page.hashes}
    assert {name: str(event[name]) for name in page.about if name != "layout"} == {
        name: value for name, value in page.about.items() if name != "layout"
    }


def test_where_the_layout_is_another_the_event_brings_the_whole_board(app: Flask, match: Match) -> None:
    opened = stream(app, match.id, match.people[1])
    before = level_of(app, opened).manifest
    assert match.people[0].post(f"/m/{match.id}/undo", {"index": "2", "version": "3"}).status_code == 303

    event = event_of(frame_of(app, opened, before))

    assert event["manifest"][""] != before[""]
    assert "parts" not in event
    assert on_one_line(event["board"]) == match.poll(match.people[1])[2]


@pytest.mark.usefixtures("codes_of_their_own")
def test_a_card_laid_before_all_have_laid_changes_no_byte_for_anybody_else(app: Flask, match: Match) -> None:
    other = match.another()
    for one, card in ((match, 31), (other, 58)):
        assert one.enter(1, kind="lay", seat=1, card=card, version=3) == 303
    for person, is_told in zip(match.people, (False, True, False), strict=True):
        tapped = {"_trick_way": "own", "version": "4"}
        left, right = (of.anonymous(preview(person, f"/m/{of.id}", tapped)) for of in (match, other))
        assert (left != right) == is_told
    for browser in (match.people[0], match.people[2], None):
        for language in ("en", "de"):
            left, right = (
                frame_of(app, stream(app, of.id, browser, language)).payload.decode() for of in (match, other)
            )
            assert match.anonymous(left) == other.anonymous(right)


@pytest.mark.usefixtures("codes_of_their_own")
def test_questions_keep_the_secrets_that_streams_keep(match: Match) -> None:
    other = match.another()
    for one, card in ((match, 31), (other, 58)):
        assert one.enter(1, kind="lay", seat=1, card=card, version=3) == 303
    for browser in (match.people[0], match.people[2], None):
        (_, _, left), (_, _, right) = match.poll(browser), other.poll(browser)
        assert match.anonymous(left) == other.anonymous(right)


def test_who_takes_a_seat_does_not_carry_its_secrets_into_a_shared_stream(app: Flask, match: Match) -> None:
    curious = Browser(app)
    curious.get(f"/m/{match.id}")
    streams = [stream(app, match.id, curious), stream(app, match.id)]
    match.enter(1, kind="lay", seat=1, card=31, version=3)
    sit(curious, match.code, 1)
    assert html_of(app, streams[0]) == html_of(app, streams[1])


def test_losing_a_seat_closes_the_streams_of_the_table(app: Flask, match: Match, live: InProcessLive) -> None:
    opened = stream(app, match.id, match.people[1])

    async def told() -> bool:
        following = live.subscribe(*opened.closed_by)
        before = following.levels()
        answer = match.people[0].post(f"/t/{match.code}/seats/1/renew")
        assert answer.status_code == 303
        return following.levels() != before

    assert asyncio.run(told())
    assert 'id="entry"' not in html_of(app, stream(app, match.id, match.people[1]))


def test_an_owner_who_is_withdrawn_is_shown_no_more_than_others_at_once(
    app: Flask, match: Match, live: InProcessLive
) -> None:
    owner, other = make_owner(app, Browser(app)), make_owner(app, Browser(app))
    opened = stream(app, match.id, other)

    async def told() -> bool:
        following = live.subscribe(*opened.closed_by)
        before = following.levels()
        assert owner.post("/owner/others").status_code == 303
        return following.levels() != before

    assert asyncio.run(told())
    assert 'id="entry"' not in html_of(app, stream(app, match.id, other))


@pytest.mark.parametrize("has_token", [False, True])
def test_who_sits_down_in_one_tab_is_no_onlooker_in_another_any_more(
    app: Flask, match: Match, live: InProcessLive, has_token: bool
) -> None:
    async def closes() -> bool:
        phone = sit(Browser(app), open_table(Browser(app), "Gil"), 0) if has_token else Browser(app)
        opened = stream(app, match.id, phone)
        following = live.subscribe(*opened.closed_by)
        await asyncio.to_thread(sit, phone, match.code, 2)
        await asyncio.wait_for(following.wait(), 5)
        following.close()
        return "form" in html_of(app, stream(app, match.id, phone))

    assert asyncio.run(closes())


def test_who_sits_down_does_not_close_the_streams_of_those_who_sit_there(
    app: Flask, match: Match, live: InProcessLive
) -> None:
    async def levels() -> tuple[int | None, ...]:
        following = live.subscribe(*stream(app, match.id, match.people[1]).closed_by)
        await asyncio.to_thread(sit, Browser(app), match.code, 2)
        levels = following.levels()
        following.close()
        return levels

    assert set(asyncio.run(levels())) == {None}


def test_no_stream_under_a_foreign_name(app: Flask, match: Match) -> None:
    refused = ask(app, f"/m/{match.id}/stream", host="evil.example")
    assert isinstance(refused, Refusal)
    assert refused.status == 400


def test_what_is_said_in_place_of_a_stream_carries_the_headers_of_every_answer(app: Flask) -> None:
    opened = ask(app, "/m/nowhere/stream")
    assert isinstance(opened, Refusal)
    told, _ = refusal(app)(413, "/tables", [("host", "localhost")])

    for answer in (dict(opened.headers), dict(told)):
        assert HEADERS.items() <= answer.items()
        assert answer["Cache-Control"] == "no-store"


def test_looking_on_gives_a_browser_no_token(match: Match) -> None:
    onlooker = Browser(match.app)
    assert "Set-Cookie" not in onlooker.get(f"/m/{match.id}/board").headers
    assert "Set-Cookie" not in onlooker.get(f"/m/{match.id}").headers


@pytest.mark.usefixtures("target")
def test_of_records_that_are_away_a_stream_is_told_just_that(app: Flask, match: Match) -> None:
    """The store is closed, so it is the test's own, by `target`."""
    following = stream(app, match.id)
    services = app.extensions["tableside"]
    services.matches.forget(match.id)
    services.store.close()
    [outcome] = Streams(app).render([following])
    assert isinstance(outcome, Unavailable)
    assert str(outcome) == "closed"
