"""A browser, the app it looks at, and phones for everybody at the table."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.cutting_proxy import CuttingProxy
from tests.e2e.evening import Evening, land_unter
from tests.e2e.stage import BROWSER_ARGUMENTS, NewServer, OpenPhone, Server, Watch, at_work, chromium, phone_context
from tests.records import FILE, SERVER

CREWS = {FILE: (), SERVER: ("--workers", "2")}
"""How a server is started for each kind of store: alone on a file, with two workers on PostgreSQL."""

expect.set_options(timeout=10_000)


# For this folder only: while Playwright runs, no other test of the process could run an event loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    executable = chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=BROWSER_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def new_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, store_kind: str
) -> Iterator[NewServer]:
    """Makes a server with records of its own, on the kind of store on which the test runs: `new_server(...)`."""
    with ExitStack() as databases:

        def variables() -> dict[str, str]:
            if store_kind == FILE:
                return {}
            postgres, news = request.getfixturevalue("postgres"), request.getfixturevalue("redis_server")
            address = databases.enter_context(postgres.database())
            return {"TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": news.url}

        def new(*arguments: str, env: Mapping[str, str] | None = None) -> Server:
            data = tmp_path_factory.mktemp("data")
            return Server(data, *CREWS[store_kind], *arguments, env={**variables(), **(env or {})})

        yield new


# Starting one takes longer than most tests do; each test opens tables of its own.
@pytest.fixture(scope="package")
def server(new_server: NewServer) -> Iterator[Server]:
    with at_work(new_server()) as running:
        yield running


@pytest.fixture
def phone(browser: Browser, store_kind: str, request: pytest.FixtureRequest) -> Iterator[OpenPhone]:
    """Opens phones; the test fails if anything went wrong on one of them that it did not expect."""
    watches: list[Watch] = []

    def open_phone(
        *,
        locale: str = "en-GB",
        javascript: bool = True,
        theme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = (390, 844),
        text: str = "",
        at: str | None = None,
        expects: tuple[str, ...] = (),
    ) -> Page:
        context = phone_context(
            browser,
            base_url=at or request.getfixturevalue("server").url,
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            java_script_enabled=javascript,
            color_scheme=theme,
        )
        if text:
            context.add_cookies([{"name": "size", "value": text, "url": at or request.getfixturevalue("server").url}])
        watches.append(Watch(context, expects))
        return context.new_page()

    yield open_phone
    problems = [problem for watch in watches for problem in watch.problems()]
    for watch in watches:
        watch.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def proxy(server: Server) -> Iterator[CuttingProxy]:
    with closing(CuttingProxy(server.port)) as wire:
        yield wire


@pytest.fixture
def evening(server: Server) -> Evening:
    return land_unter(server.port)
