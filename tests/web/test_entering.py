"""Who is entering, as it is told to those who follow a match; and what becomes of an entry that came too late."""

import pytest
from flask import Flask

from companion.live import InProcessLive
from tests.web.evenings import Evening
from tests.web.following import opened
from tests.web.people import Browser, on_one_line, start_match
from tests.web.reading import words_of
from tests.web.tapping import SCRIPT, Form

TAPPED = SCRIPT | {"X-Tapped": "true"}
TRICK: Form = {"kind": "trick", "levels": ["2", "9"], "highest": "0", "second": "1"}
NUMBERS = tuple(f"numbers.{colour}" for colour in ("red", "yellow", "green", "blue", "violet"))
LATE = TRICK | {"levels": ["2", "8"], "second": "2"}


class Entering(Evening):
    """Three in the first trick."""

    def save(self, by: Browser, version: int, move: Form) -> int:
        return by.post(f"{self.path}/moves", {**move, "version": version}, headers=SCRIPT).status_code

    def taps(self, by: Browser, headers: dict[str, str], move: Form) -> str:
        """What the answer to taps on the first trick shows, whatever part of the board it is in."""
        answer = by.post(f"{self.path}/preview", {**move, "version": 3}, headers=headers)
        assert answer.status_code == 200
        told = answer.get_json()
        return on_one_line(told.get("board") or " ".join(told["parts"].values()))


@pytest.fixture
def evening(app: Flask) -> Entering:
    return Entering(app)


@pytest.fixture
def told(live: InProcessLive, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    publish = live.publish

    def note(topic: str, level: int) -> None:
        found.append(topic)
        publish(topic, level)

    monkeypatch.setattr(live, "publish", note)
    return found


def test_a_tap_tells_who_enters_and_asking_again_tells_nobody(evening: Entering, told: list[str]) -> None:
    evening.taps(evening.ben, SCRIPT, TRICK)
    assert told == []
    evening.taps(evening.ben, TAPPED, TRICK)
    evening.taps(evening.host, TAPPED, TRICK)
    assert told == [f"{evening.match_id}/entering/1", f"{evening.match_id}/entering/0"]
    evening.save(evening.host, 3, TRICK)
    told.clear()
    assert evening.ben.post(f"{evening.path}/correct/3/preview", TRICK, headers=TAPPED).status_code == 200
    assert told == [], "what is past is no news before it is saved"


def test_a_stream_passes_on_who_enters_and_that_the_set_up_goes_on_and_nothing_else(
    app: Flask, evening: Entering
) -> None:
    stream = opened(app, f"{evening.path}/stream")
    assert stream.side_events[f"{evening.match_id}/entering/1"] == b"event: entering\ndata: 1\n\n"
    assert stream.side_events[f"{evening.match_id}/steps"] == b"event: steps\ndata:\n\n"
    assert len(stream.side_events) == 5


def test_whoever_only_looks_on_enters_nothing_and_is_not_told_of(
    app: Flask, evening: Entering, told: list[str]
) -> None:
    evening.taps(Browser(app), TAPPED, TRICK)
    assert told == []


def test_undo_gives_the_entry_back_to_whoever_may_see_it_until_something_is_entered(evening: Entering) -> None:
    assert evening.save(evening.ben, 3, TRICK) == 204
    assert given_back(evening.host, evening.match_id) is None
    assert evening.host.post(f"{evening.path}/undo", {"version": "4"}, headers=SCRIPT).status_code == 204
    for browser in (evening.host, evening.ben):
        assert given_back(browser, evening.match_id) == {
            "kind": ["trick"], "levels": ["2", "9"], "highest": ["0"], "second": ["1"],
        }  # fmt: skip
    assert evening.save(evening.ben, 5, LATE) == 204
    assert given_back(evening.host, evening.match_id) is None


def test_what_was_hidden_and_undone_is_given_back_to_nobody_else(host: Browser, ben: Browser, code: str) -> None:
    match_id = start_match(host, code, "limits", pile="logged")
    first = [{"kind": "start", "seat": "0"}, {"kind": "limit", **dict.fromkeys(NUMBERS, "1")}]
    for version, move in enumerate([*first, {"kind": "hide", "seat": "1", "colours": "green"}]):
        ben.send(f"/m/{match_id}/moves", {**move, "version": version, "anyway": "true"}, headers=SCRIPT, status=204)
    assert host.post(f"/m/{match_id}/undo", {"version": "3"}, headers=SCRIPT).status_code == 204
    assert given_back(host, match_id) is None
    assert (given_back(ben, match_id) or {})["colours"] == ["green"]


def given_back(browser: Browser, match_id: str) -> dict[str, list[str]] | None:
    """The entry that was just undone, as a script is told of it."""
    answer = browser.post(f"/m/{match_id}/preview", {"_back": "true"}, headers=SCRIPT)
    assert answer.status_code == 200
    return answer.get_json()["taps"]


def test_where_everybody_enters_for_themselves_only_the_host_may_save_another_entry_instead(evening: Entering) -> None:
    evening.host.post(f"/t/{evening.code}/closed", {"closed": "true"})
    assert evening.save(evening.host, 3, TRICK) == 204
    shown = evening.taps(evening.ben, SCRIPT, LATE)
    assert "Trick 1 Ana: 2 and 9 · B (second highest) You: 2 and 8 · C" in words_of(shown)
    assert f'action="/m/{evening.match_id}/correction"' not in shown
