"""Whatever address is asked: two matches that differ only in a secret look the same to everybody but its owner.

The routes are found, not listed: one that this test cannot ask fails it.
"""

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.journal import Played
from companion.match.access import NOBODY
from companion.match.journal_codec import read_move
from companion.server import Level
from companion.store import Grant, token_hash
from tests.conformance.playing import PACKAGES, twins
from tests.games.playthrough import Twins
from tests.rings import few_first, some_of
from tests.web.api.asking import Json
from tests.web.api.test_secrets import CODE, MATCH, NOW, TABLE, Said, World, enterer, two_worlds
from tests.web.api.test_secrets import COURSES as ALL_COURSES
from tests.web.following import level_of, opened, payload_at
from tests.web.tapping import SCRIPT

COURSES = [course for course in ALL_COURSES if PACKAGES[course[0]].board is not None]
FIRST = [course for course in COURSES if course[1] == 0]
"""One of each game."""
Address = tuple[str, str, str]
"""A method, an endpoint and a path."""
STEPS = 3
"""How many moments of a course are looked at closely: asking every address takes its time."""

KNOWN = {
    "match_id": MATCH, "table": CODE, "code": CODE, "seat": 1, "index": 0, "token": "no-such-token", "path": "",
    "person": "nobody", "filename": "css/tokens.css", "offer": "no-such-offer", "id": "no-such-definition",
    "moment": "r0t0", "who": "1",
}  # fmt: skip
SHARED = "the-phone-of-all"
PENDING = json.dumps({"moves": {"0": {"kind": ["nonsense"], "levels": ["4"]}}, "anyway": False})
FORMS: dict[str, Json] = {
    "play.preview": {"kind": "nonsense", "levels": ["4"]}, "correct.form_also": {"pending": PENDING},
    "correct.try_out": {"kind": "nonsense", "levels": ["4"]}, "correct.change": {"kind": "nonsense"},
    "correct.preview": {"pending": PENDING}, "play.move": {"kind": "nonsense"}, "play.undo": {"index": "999"},
    "play.still_asked": {}, "contest.enter": {"reason": "nonsense"}, "pad_link.show": {"link": "eyJuYW1lIjoiVW5vIn0"},
    "passing_on.open_link": {"link": "eyJuYW1lIjoiVW5vIn0"}, "defining.try_out": {"rows": "Mill: 3 x"},
}  # fmt: skip
CHANGES = frozenset(
    """
    api.abandon api.amend api.contest api.judge api.move api.open_table api.redo api.set_up api.settle api.start_match
    api.take_in_file api.take_up api.undo beginning.shift beginning.start beginning.tick box.close box.forget box.put
    contest.settle correct.confirm defining.define defining.play evening.order
    evening.pick files.take_in forgetting.forget history.merge history.part hosting.add hosting.close hosting.hand_over
    hosting.note_left hosting.release hosting.rename hosting.renew hosting.succeed hosting.take_back hosting.wifi
    join.choose_face join.claim join.claim_by_link join.claim_owner join.come owner.accept owner.choose_opening
    owner.delete owner.offer_kept owner.upload owner.withdraw owner.withdraw_others pages.open_table paper.enter
    pad_link.save paper.enter_at_table passing_on.remove passing_on.restore passing_on.take_in people.join play.abandon play.onward
    play.redo play.take_phone play.take_up settings.change settings.take_in_pads stand.enter
    """.split()
)
"""Forms that change something: what they answer is the page they lead to, and that is asked for itself."""


def rules(app: Flask) -> list[tuple[str, str, dict[str, Any]]]:
    found = []
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            values = {name: KNOWN.get(name) for name in rule.arguments}
            found.append((method, rule.endpoint, values))
    return found


def near_and_far(world: World) -> tuple[list[Address], list[Address]]:
    """What may be asked without changing anything: the addresses that name this match or its table, and all others.

    What is said at these hardly depends on the match: it will do that one asks once, when all that is hidden is there.
    """
    asked = [one for one in addresses(world) if one[0] == "GET" or one[1] in FORMS]
    near = [one for one in asked if MATCH in one[2] or CODE in one[2]]
    return near, [one for one in asked if one not in near]


def addresses(world: World) -> list[Address]:
    """Every route with this world's ids: method, endpoint and path."""
    found = []
    with world.app.test_request_context("/"):
        for method, endpoint, values in rules(world.app):
            filled: dict[str, Any] = {name: _value(name, value, world) for name, value in values.items()}
            found.append((method, endpoint, world.app.url_for(endpoint, **filled)))
    return found


def _value(name: str, value: object, world: World) -> object:
    if name in ("slug", "game"):
        return world.game.slug
    if name in ("ruling", "name"):
        return next((ruling.name for ruling in world.game.rulings), "no-such-ruling")
    assert value is not None, f"say in KNOWN what to ask for <{name}>"
    return value


def said(
    world: World, device: str | None, method: str, endpoint: str, path: str, passed_to: str = "", script: bool = False
) -> Said:
    """What a browser with this token, or its script, is told: status, headers with the length of the body, and the body."""
    client = world.app.test_client()
    client.set_cookie("acting", passed_to, domain="localhost")
    if device is not None:
        client.set_cookie("device", device, domain="localhost")
    headers = {"Origin": "http://localhost"}
    if device is not None and path.startswith("/api/"):
        headers["Authorization"] = f"Bearer {device}"
    if script:
        headers |= SCRIPT
    answer: TestResponse = client.open(
        path, method=method, data=FORMS.get(endpoint) if method == "POST" else None, headers=headers
    )
    # But for what is drawn at random, a new browser's token, and the second at which it was sent.
    known = [(name, value.partition("=")[0] if name == "Set-Cookie" else value) for name, value in answer.headers]
    told = (answer.status_code, sorted(one for one in known if one[0] != "Date"), answer.get_data())
    answer.close()
    return told


def streamed(world: World, device: str | None, path: str = f"/m/{MATCH}/stream", passed_to: str = "") -> bytes:
    """What a stream, that of the board if none is named, says first to a browser with this token."""
    cookie = {} if device is None else {"cookie": f"device={device}; acting={passed_to}"}
    return payload_at(world.app, path, **cookie)


def board_of(world: World, device: str | None) -> Level:
    """What the stream of the board shows now to a browser with this token."""
    cookie = {} if device is None else {"cookie": f"device={device}"}
    return level_of(world.app, opened(world.app, f"/m/{MATCH}/stream", **cookie))


def onlookers(twin: Twins) -> list[str | None]:
    """A spectator, the host, and another seat: everybody who must not see the secret."""
    return [None, "host", next(str(seat) for seat in range(twin["players"]) if seat != twin["owner"])]


def looked_at(count: int) -> set[int]:
    """The steps after which every address is asked: spread over the course, its last among them."""
    return {(step + 1) * count // STEPS - 1 for step in range(STEPS)}


@pytest.mark.parametrize(("package", "index"), few_first(COURSES, len(FIRST)))
@pytest.mark.ring("test")
def test_no_address_tells_anybody_else_a_secret(places: tuple[str, str], package: str, index: int) -> None:
    twin = twins(package)[index]
    with two_worlds(places, package, twin) as worlds:
        near, far = near_and_far(worlds[0])
        near.append(("GET", "sheets.filled", f"/m/{MATCH}/sheet?rulings=yes&size=large"))
        known = {device: board_of(worlds[0], device).manifest for device in onlookers(twin)}
        turn = int(os.environ["SEED"])
        for step in hidden_steps(worlds, twin):
            if step not in looked_at(len(twin["one"])):
                continue
            turn += 1  # Each time two of them ask, other two the next time.
            asking = [device for at, device in enumerate(onlookers(twin), turn) if at % 3]
            must_say_the_same(worlds, asking, near)
            for device in onlookers(twin):
                assert streamed(worlds[0], device) == streamed(worlds[1], device), (step, device)
                now, also_now = (board_of(world, device) for world in worlds)
                assert now.frame(known[device]) == also_now.frame(known[device]), ("what has changed", step, device)
                assert now.is_open() == also_now.is_open(), ("whether it is packed", step, device)
                known[device] = now.manifest
            for device in (*onlookers(twin), str(twin["owner"])):
                seen, also = (streamed(world, device, f"/tv/{CODE}/stream") for world in worlds)
                assert seen == also, ("the table screen shows everybody the same", step, device)
        must_say_the_same(worlds, some_of(onlookers(twin), 1), far)


def must_say_the_same(
    worlds: tuple[World, World], devices: Iterable[str | None], asked: list[Address], passed_to: str = ""
) -> None:
    """Fail where these addresses tell somebody with one of these tokens something else in one of the worlds."""
    for device in devices:
        for method, endpoint, path in asked:
            for script in (False, True) if method == "POST" else (False,):
                one, other = (said(world, device, method, endpoint, path, passed_to, script) for world in worlds)
                assert one == other, (device, method, path, passed_to, script)


@pytest.mark.ring("test")
@pytest.mark.parametrize(("package", "index"), few_first(COURSES, len(FIRST)))
def test_a_shared_phone_tells_whoever_it_was_passed_to_no_secret_of_its_other_seats(
    places: tuple[str, str], package: str, index: int
) -> None:
    twin = twins(package)[index]
    somebody = next(seat for seat in range(twin["players"]) if seat != twin["owner"])
    with two_worlds(places, package, twin) as worlds:
        for world in worlds:
            for seat in range(twin["players"]):
                world.app.extensions["tableside"].store.grants.add(
                    Grant(token_hash(SHARED), "seat", "device", NOW, TABLE, seat)
                )
        steps = len([*hidden_steps(worlds, twin)])
        near, far = (
            [one for one in asked if one[0] == "GET" and not one[2].startswith("/api/")]
            for asked in near_and_far(worlds[0])
        )
        near += [
            ("GET", "", f"/m/{MATCH}/{page}/{entry}")
            for entry in range(steps)
            for page in ("correct", "contest", "verdict")
        ]
        near += [("GET", "", f"/m/{MATCH}/sheet?rulings=yes&size=large")]
        must_say_the_same(worlds, [SHARED], far)

        for passed_to in some_of(("", f"{MATCH}:{somebody}", f"another-match:{twin['owner']}"), 2):
            must_say_the_same(worlds, [SHARED], [*near, ("POST", "play.preview", f"/m/{MATCH}/preview")], passed_to)
            seen, also = (streamed(world, SHARED, passed_to=passed_to) for world in worlds)
            assert seen == also, passed_to
        owner = f"{MATCH}:{twin['owner']}"
        one, other = (said(world, SHARED, "GET", "", f"/m/{MATCH}/journal", owner) for world in worlds)
        assert one != other, "the comparison above would not notice a secret"


def hidden_steps(worlds: tuple[World, World], twin: Twins) -> Iterator[int]:
    """Each step of the course, entered in both worlds, until the first that would bring something hidden to light."""
    for step in range(len(twin["one"])):
        for world, moves in zip(worlds, (twin["one"], twin["other"]), strict=True):
            known = world.matches.snapshot(MATCH, NOBODY)
            move = read_move(world.game, moves[step], world.players)
            if known.timeline.would_reveal(Played(move, anyway=True)):
                return
        for world, moves in zip(worlds, (twin["one"], twin["other"]), strict=True):
            body = {"move": moves[step], "anyway": True}
            assert world.ask(enterer(moves[step], twin), f"/matches/{MATCH}/moves", body)[0] == 201
        yield step


@pytest.mark.parametrize("package", few_first(sorted((one for one, _ in FIRST), key="limits".__ne__), 1, "test"))
def test_the_owner_does_see_it(places: tuple[str, str], package: str) -> None:
    twin = twins(package)[0]
    with two_worlds(places, package, twin) as worlds:
        differs = False
        for step in range(len(twin["one"])):
            for world, moves in zip(worlds, (twin["one"], twin["other"]), strict=True):
                world.ask(enterer(moves[step], twin), f"/matches/{MATCH}/moves", {"move": moves[step], "anyway": True})
            one, other = (said(world, str(twin["owner"]), "GET", "", f"/m/{MATCH}/journal") for world in worlds)
            differs = differs or one != other
            boards = [board_of(world, str(twin["owner"])) for world in worlds]
            if boards[0].manifest != boards[1].manifest:
                assert not any(board.is_open() for board in boards), "its size would tell how well it packs"
        assert differs, "the comparison above would not notice a secret"


def test_every_form_is_either_asked_or_said_to_change_something(places: tuple[str, str]) -> None:
    package, index = COURSES[0]
    with two_worlds(places, package, twins(package)[index]) as (world, _):
        posts = {endpoint for method, endpoint, _ in rules(world.app) if method != "GET"}
    assert posts - CHANGES - set(FORMS) == set(), "say of these forms whether they change anything"
