"""A server killed at random moments, again and again, while phones tap and listen."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from signal import SIGKILL

import pytest

from tests.e2e.stage import Server
from tests.rings import times
from tests.strength.histories import BEFORE_THE_TAPS, complaints
from tests.strength.loaded import Loaded
from tests.strength.phones import Company, seat_company

KILLS = times(100, 1000)
KILLS_AN_EVENING = 10
"""Then new records are begun: each kill is followed by a look at every entry there is."""
AT_MOST_SECONDS = 0.15
ALL_RIGHT_AGAIN_SECONDS = 30.0
"""On a machine that does much else; it is a second or two on one that does not."""
BOARDS = 4
"""At each table: one of each seat, and one of somebody who looks on."""


async def play_through(server: Server, kills: int, dice: random.Random) -> set[str]:
    """What is wrong after one of so many kills, or at the end, all phones having been heard."""
    await asyncio.to_thread(server.start)
    companies = [await asyncio.to_thread(seat_company, server.port, BOARDS) for _ in range(2)]
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(phone.play(stop)) for company in companies for phone in company.phones]
        looking = [group.create_task(one.look()) for company in companies for one in company.onlookers]
        found = await killed_again_and_again(server, companies, kills, dice)
        stop.set()
        if found:
            return _cancelled(found, *tasks, *looking)
        await asyncio.wait(tasks)
        await all_see_the_end(companies)
        _cancelled(found, *looking)
    await asyncio.to_thread(server.stop, SIGKILL)
    return complaints(Path(server.target), companies)


def _cancelled(found: set[str], *tasks: asyncio.Task[None]) -> set[str]:
    for task in tasks:
        task.cancel()
    return found


async def killed_again_and_again(
    server: Server, companies: Sequence[Company], kills: int, dice: random.Random
) -> set[str]:
    onlookers = [one for company in companies for one in company.onlookers]
    for _ in range(kills):
        await asyncio.sleep(dice.uniform(0, AT_MOST_SECONDS))
        await asyncio.to_thread(server.stop, SIGKILL)
        await asyncio.gather(*(one.is_away.wait() for one in onlookers))
        if found := await asyncio.to_thread(complaints, Path(server.target), companies):
            return found
        heard, newest = _heard(companies), [_newest(company) for company in companies]
        await asyncio.to_thread(server.start)
        async with asyncio.timeout(ALL_RIGHT_AGAIN_SECONDS):
            for company, version in zip(companies, newest, strict=True):
                await asyncio.gather(*(one.comes_back(version) for one in company.onlookers))
            while _heard(companies) == heard:
                await asyncio.sleep(0.02)
    return set()


def _newest(company: Company) -> int:
    return max([BEFORE_THE_TAPS, *(version for phone in company.phones for version in phone.acknowledged[-1:])])


def _heard(companies: Sequence[Company]) -> int:
    return sum(len(phone.acknowledged) for company in companies for phone in company.phones)


async def all_see_the_end(companies: Sequence[Company]) -> None:
    async with asyncio.timeout(ALL_RIGHT_AGAIN_SECONDS):
        for company in companies:
            for onlooker in company.onlookers:
                await onlooker.comes_back(_newest(company))


@pytest.mark.parametrize("evening", range(KILLS // KILLS_AN_EVENING))
def test_a_server_killed_at_any_moment_keeps_its_word(tmp_path: Path, loaded: Loaded, evening: int) -> None:
    assert killed(Server(tmp_path / "data", launch=loaded.fork), KILLS_AN_EVENING, random.Random(evening)) == set()


def killed(server: Server, kills: int, dice: random.Random) -> set[str]:
    try:
        found = asyncio.run(play_through(server, kills, dice))
    finally:
        server.stop(SIGKILL)
    assert "Traceback" not in server.printed, server.printed
    return found


def test_so_does_one_that_is_started_from_nothing_each_time(tmp_path: Path) -> None:
    assert killed(Server(tmp_path / "data"), times(2, 50), random.Random(0)) == set()
