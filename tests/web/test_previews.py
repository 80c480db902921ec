"""What is tapped and not recorded yet, in every game, and what an entry brought: a preview stores nothing and tells nobody."""

import asyncio
from typing import Any

import pytest
from flask import Flask

from companion.engine.schema.formdata import pairs
from companion.live import InProcessLive
from tests.conformance.playing import PACKAGES, golden
from tests.games.playthrough import Playthrough
from tests.records import rows
from tests.rings import few_first
from tests.web.evenings import played
from tests.web.people import Browser, sit
from tests.web.reading import by_name
from tests.web.tapping import SCRIPT, Form, preview, shown_in

MOMENTS = 6


def form_of(move: dict[str, Any], version: int) -> Form:
    return {"version": version, **by_name(pairs(move))}


def half_of(form: Form) -> Form:
    names = [name for name in form if name not in ("version", "kind", "seat")]
    return {name: value for name, value in form.items() if name not in names[len(names) // 2 :]}


class Course:
    """The first moves of a golden game, tapped before they are recorded; the host enters them."""

    def __init__(self, app: Flask, package: str, moves: int = MOMENTS) -> None:
        whole: Playthrough = golden(package)[0]
        self.moves = whole["moves"][:moves]
        self.host = Browser(app)
        code, self.match_id = played(self.host, package, whole, 0)
        self.path = f"/m/{self.match_id}"
        self.guest = sit(Browser(app), code, 1)
        self.stranger = Browser(app)

    def record(self, form: Form) -> None:
        answer = self.host.post(f"{self.path}/moves", {**form, "anyway": "true"}, headers=SCRIPT)
        assert (answer.status_code, answer.headers.get("X-Version")) == (204, str(form["version"] + 1)), answer.text


@pytest.fixture(params=few_first([*PACKAGES], 2, "test"))
def course(request: pytest.FixtureRequest, app: Flask) -> Course:
    return Course(app, request.param)


def test_a_preview_with_a_script_shows_what_one_without_shows_stores_nothing_and_tells_nobody(
    course: Course, live: InProcessLive, target: str
) -> None:
    for version, move in enumerate(course.moves):
        form, before = form_of(move, version), rows(target)
        boards = [browser.get(f"{course.path}/board").get_data() for browser in (course.host, course.guest)]

        async def levels(form: Form = form) -> tuple[int | None, ...]:
            following = live.subscribe(course.match_id)
            for browser, tapped in ((course.guest, half_of(form)), (course.host, form)):
                await asyncio.to_thread(preview, browser, course.path, tapped)
            levels = following.levels()
            following.close()
            return levels

        assert asyncio.run(levels()) == (None,)
        assert rows(target) == before
        assert [browser.get(f"{course.path}/board").get_data() for browser in (course.host, course.guest)] == boards
        course.record(form)


def test_what_a_stranger_taps_is_shown_to_nobody_not_even_to_the_stranger(course: Course) -> None:
    for version, move in enumerate(course.moves):
        form = form_of(move, version)
        untouched = course.stranger.page(course.path)
        assert shown_in(preview(course.stranger, course.path, form)) == shown_in(untouched)
        assert course.stranger.post(f"{course.path}/preview", form, headers=SCRIPT).get_json()["parts"] == {}
        course.record(form)


def test_a_refused_entry_is_still_in_its_form_with_a_script_and_without_one(course: Course) -> None:
    for version, move in enumerate(course.moves):
        form = form_of(move, version)
        wrong = {**half_of(form), "seat": "77"}
        page = course.host.post(f"{course.path}/moves", wrong)
        told = course.host.post(f"{course.path}/moves", wrong, headers=SCRIPT)
        assert page.status_code in (400, 422)
        assert (told.status_code, told.mimetype) == (page.status_code, "application/json")
        untouched = shown_in(course.host.page(course.path))
        shown = shown_in(page.text)
        assert untouched.put(told.get_json()).unchecked == shown.unchecked
        assert 'id="problem"' in "".join(shown.parts.values())
        course.record(form)


@pytest.mark.parametrize("package", few_first([*PACKAGES], 2, "test"))
def test_every_entry_that_stands_says_what_it_brought_and_only_the_newest_offers_undo(app: Flask, package: str) -> None:
    course = Course(app, package, 30)
    for version, move in enumerate(course.moves):
        course.record(form_of(move, version))
    for browser in (course.host, course.guest, course.stranger):
        pages = [browser.page(f"{course.path}/verdict/{index}") for index in range(len(course.moves))]
        undo = [index for index, page in enumerate(pages) if f"{course.path}/undo" in page]
        assert undo in ([], [len(pages) - 1]), undo
