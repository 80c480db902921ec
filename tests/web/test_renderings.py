"""One rendering for all who are shown the same, and never another's."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app import create_app
from companion.web.renderings import MOST_OF_A_PLACE, MOST_PLACES, Renderings, Watched
from companion.web.services import Settings
from tests.web.conftest import HOSTS
from tests.web.people import Browser
from tests.web.test_stream import Match


@dataclass(frozen=True)
class Page:
    """Somebody who looks."""

    seat: int
    is_host: bool = False


class Template:
    """A template that counts how often it is rendered, and reads whatever it is told to."""

    def __init__(self, *reads: str) -> None:
        self.reads = reads
        self.renderings = Renderings()
        self.times = 0

    def show(self, page: Page, board: str = "board", place: object = 1) -> str:
        return self.renderings.html(place, board, {"page": page}, self._render)

    def _render(self, watched: dict[str, Watched]) -> str:
        self.times += 1
        return f"{self.times}: " + " ".join(str(getattr(watched["page"], name)) for name in self.reads)


def test_what_reads_nothing_of_whoever_looks_is_rendered_once_for_all() -> None:
    template = Template()
    assert {template.show(Page(seat)) for seat in range(5)} == {"1: "}


def test_what_reads_the_seat_is_rendered_for_each_seat() -> None:
    template = Template("seat")
    assert [template.show(Page(seat)) for seat in (0, 1, 0, 1)] == ["1: 0", "2: 1", "1: 0", "2: 1"]


def test_what_reads_only_who_hosts_is_shared_by_all_who_do_not() -> None:
    template = Template("is_host")
    assert template.show(Page(0, is_host=True)) == "1: True"
    assert {template.show(Page(seat)) for seat in range(1, 5)} == {"2: False"}


def test_another_board_and_another_place_are_rendered_anew() -> None:
    template = Template()
    shown = [template.show(Page(0)), template.show(Page(0), board="other"), template.show(Page(0), place=2)]
    assert shown == ["1: ", "2: ", "3: "]


def test_a_template_that_fails_leaves_nothing_behind() -> None:
    template = Template("no_such_thing")
    for _ in range(2):
        with pytest.raises(AttributeError):
            template.show(Page(0))
    assert template.times == 2


def test_only_the_renderings_used_last_are_kept() -> None:
    template = Template("seat")
    for seat in range(MOST_OF_A_PLACE + 1):
        template.show(Page(seat))
    template.show(Page(1))
    assert template.times == MOST_OF_A_PLACE + 1
    template.show(Page(0))
    assert template.times == MOST_OF_A_PLACE + 2
    for place in range(2, MOST_PLACES + 3):
        template.show(Page(0), place=place)
    before = template.times
    template.show(Page(0), place=1)
    assert template.times == before + 1


def test_boards_shared_are_the_boards_each_would_have_had_alone(app: Flask, store: Store) -> None:
    match = Match(app)
    everybody = [*match.people, Browser(app)]
    for step in ("rings", "lay", "draft"):
        if step == "lay":
            assert match.enter(1, kind="lay", seat=1, card=31, version=3) == 303
        if step == "draft":
            match.people[1].post(f"/m/{match.id}/draft", {"_trick_way": "own", "version": "4"})
        for browser in everybody:
            alone = create_app(store, InProcessLive(), Settings(HOSTS))
            stranger = Browser(alone)
            cookie = browser.client.get_cookie("device")
            if cookie is not None:
                stranger.client.set_cookie("device", cookie.value)
            assert match.poll(browser)[2] == stranger.get(f"/m/{match.id}/board").get_data(as_text=True)
