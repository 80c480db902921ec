"""A browser, the app it looks at, and phones for everybody at the table."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.stage import BROWSER_ARGUMENTS, OpenPhone, Server, Watch, phone_context
from tests.servers import STORE, tool

CREW = ("--workers", "2") if STORE == "postgresql" else ()

expect.set_options(timeout=10_000)


# For this folder only: while Playwright runs, no other test of the process could run an event loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine, without a window."""
    executable = tool("chromium chromium-browser", "chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=BROWSER_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def hosted(request: pytest.FixtureRequest) -> Iterator[Callable[[], dict[str, str]]]:
    """Gives records of their own to a server that is to be started, as variables; nothing of it where a file will do."""
    if STORE == "sqlite":
        yield dict
        return
    postgres, news = request.getfixturevalue("postgres"), request.getfixturevalue("redis_server")
    with ExitStack() as databases:

        def fresh() -> dict[str, str]:
            address = databases.enter_context(postgres.database())
            return {"TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": news.url}

        yield fresh


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, hosted: Callable[[], dict[str, str]]) -> Iterator[Server]:
    """The app, with data of its own, shared by the tests of one file."""
    running = Server(tmp_path_factory.mktemp("data"), *CREW, env=hosted())
    try:
        running.start()
        yield running
    finally:
        running.stop()
    assert "Traceback" not in running.printed, running.printed


@pytest.fixture
def start_server(
    tmp_path_factory: pytest.TempPathFactory, hosted: Callable[[], dict[str, str]]
) -> Iterator[Callable[..., Server]]:
    """Starts further servers, for tests that need other arguments or want to stop one: `Server(data, ...)`."""
    started: list[Server] = []

    def start(*arguments: str, env: Mapping[str, str] | None = None) -> Server:
        variables = {**hosted(), **(env or {})}
        started.append(Server(tmp_path_factory.mktemp("data"), *CREW, *arguments, env=variables))
        started[-1].start()
        return started[-1]

    yield start
    for running in started:
        running.stop()


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPhone]:
    """Opens phones; the test fails if anything went wrong on one of them that it did not expect."""
    watches: list[Watch] = []

    def open_phone(
        *,
        locale: str = "en-GB",
        javascript: bool = True,
        theme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = (390, 844),
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
        watches.append(Watch(context, expects))
        return context.new_page()

    yield open_phone
    problems = [problem for watch in watches for problem in watch.problems()]
    for watch in watches:
        watch.close()
    assert not problems, "\n".join(problems)
