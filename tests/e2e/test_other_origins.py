"""A page of another site, of another port, or of a name that points here: it changes nothing and reads nothing."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.e2e.attacks import CHANGES, EMBEDS, READS, program
from tests.e2e.elsewhere import BLANK, Elsewhere
from tests.e2e.evening import Evening, match_of
from tests.e2e.stage import HOST, Server, first_early, phone_context
from tests.records import rows
from tests.servers import wait_until

NAMES = ("Annegret-who-hosts", "Balthasar-at-home", "Cosima-of-the-lamp")
OTHER_SITE, OTHER_PORT, NAME_BELOW = "evil.test", HOST, "games.table.test"
OTHERS = (OTHER_SITE, OTHER_PORT, NAME_BELOW)
POINTING_HERE = ("rebound.test", "table.test.evil.test", "127.0.0.1.evil.test")
"""Names that are not the app's, though it is what answers to them."""

ALL_READS = {**READS, **{f"embedded: {name}": body for name, body in EMBEDS.items()}}
IN_VAIN = {name for name in CHANGES if re.search("origin is null|no referrer|redirect|form as plain text", name)}
"""Attempts that come to nothing even at home: their origin is `null`, or nothing is read of them."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at home, its host's browser, and the servers of somebody else."""

    server: Server
    evening: Evening
    context: BrowserContext
    stranger: Elsewhere
    rebound: Elsewhere

    def records(self) -> dict[str, list[str]]:
        return rows(self.server.target)

    def attack(
        self, body: str, origins: Sequence[str], home: str, until: Callable[[], object] = lambda: None
    ) -> tuple[list[str], str]:
        """What pages of these origins got to read, all at once, and all that stood in them and their frames in the end.

        They stay open `until` all that was tried has been answered.
        """
        at = {"home": home, "here": self.stranger.origin(OTHER_SITE), "code": self.evening.table}
        at |= {"match": self.evening.match_id, "link": f"/join/seat/{self.evening.seats[1]}"}
        pages = [self.context.new_page() for _ in origins]
        try:
            for page, origin in zip(pages, origins, strict=True):
                page.goto(origin + BLANK)
                page.evaluate(f"(at) => {{ window.got = ({program(body)})(at); }}", at)
            got = [str(page.evaluate("async () => String(await window.got)")) for page in pages]
            until()
            return got, "".join(frame.content() for page in pages for frame in page.frames)
        finally:
            for opened in self.context.pages:
                opened.close()

    def attack_in_vain(self, body: str, origins: Sequence[str], home: str) -> list[str]:
        """What pages of these origins got to read: nobody's name came through."""
        got, shown = self.attack(body, origins, home)
        assert not [name for name in NAMES if name in shown or name in "".join(got)]
        return got

    def attack_from_elsewhere(self, body: str) -> list[str]:
        return self.attack_in_vain(body, [self.stranger.origin(name) for name in OTHERS], self.server.url)


@pytest.fixture(scope="module")
def scene(browser: Browser, server: Server) -> Iterator[Scene]:
    """The host's browser has been at home, and then comes to pages of other origins."""
    stranger, rebound = Elsewhere(server.port), Elsewhere(server.port, forwards=True)
    context = phone_context(browser)
    try:
        yield Scene(server, begun(server, context), context, stranger, rebound)
    finally:
        context.close()
        stranger.stop()
        rebound.stop()


def begun(server: Server, context: BrowserContext) -> Evening:
    """A match with something to take back; the browser holds its host's token and a seat's."""
    evening = match_of(server.port, "land-unter", NAMES)
    evening.move("count_rings", seat=0, rings=5)
    # The address of a cookie has no port: browsers send it to all of one name.
    context.add_cookies(
        [{"name": "device", "value": evening.host, "url": f"http://{HOST}", "httpOnly": True, "sameSite": "Lax"}]
    )
    return evening


THE_PLAINEST = "form"
"""The attempt that is made in `make test`; the others take as long together as all the rest of this file."""


@pytest.mark.parametrize("attacks", first_early([THE_PLAINEST], [name for name in CHANGES if name != THE_PLAINEST]))
def test_a_page_of_another_origin_changes_nothing(subtests: pytest.Subtests, scene: Scene, attacks: list[str]) -> None:
    for attack in attacks:
        with subtests.test(attack):
            before = scene.records()
            scene.attack_from_elsewhere(CHANGES[attack])
            assert scene.records() == before


def test_a_page_of_another_origin_reads_nothing(subtests: pytest.Subtests, scene: Scene) -> None:
    for attack in ALL_READS:
        with subtests.test(attack):
            before = scene.records()
            assert set(scene.attack_from_elsewhere(ALL_READS[attack])) == {""}
            assert scene.records() == before


ON_REBINDING = ["fetch", "form that opens a table", "fetch of JSON", "beacon of JSON"]


@pytest.mark.parametrize("attacks", [[THE_PLAINEST], ON_REBINDING, [*READS]])
def test_a_name_that_points_here_all_of_a_sudden_reads_nothing_and_changes_nothing(
    subtests: pytest.Subtests, scene: Scene, attacks: list[str]
) -> None:
    for attack in attacks:
        with subtests.test(attack):
            before = scene.records()
            for name in POINTING_HERE:
                origin = scene.rebound.origin(name)
                scene.attack_in_vain({**CHANGES, **READS}[attack], [origin], origin)
            assert scene.records() == before


def changes(scene: Scene, before: Mapping[str, list[str]]) -> None:
    wait_until(lambda: scene.records() != before, "something is changed")


def test_the_same_attempt_at_home_does_change_something(subtests: pytest.Subtests, scene: Scene) -> None:
    home = scene.rebound.origin(HOST)  # Of a page without a policy, as if the app had written it itself.
    for attack, body in CHANGES.items():
        if attack not in IN_VAIN:
            with subtests.test(attack):
                scene.evening.post("closed", "closed=false")  # Everybody enters for everybody: closing it is a change.
                before = scene.records()
                scene.attack(body, [home], home, until=partial(changes, scene, before))
                assert scene.records() != before
