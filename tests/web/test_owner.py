"""The owner's page: tables looked over and deleted, and who may open them; what the app learns about a box, unless it is closed."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Setup
from companion.games.limits.board.card import LimitCard
from companion.games.limits.game import GAME
from companion.games.limits.rules.play import Start, TurnUp
from companion.games.limits.rules.state import State
from companion.match.access import Caller
from companion.match.boxes import BoxNote, MatchBoxes
from companion.store import Grant, Store, token_hash
from tests.web.people import Browser, make_owner, open_table, start_match


@pytest.fixture
def owner(app: Flask) -> Browser:
    return make_owner(app)


def test_an_owner_withdraws_the_others_and_stays_one(owner: Browser, app: Flask) -> None:
    assert "Other admins" not in owner.page("/owner")
    others = [make_owner(app) for _ in range(2)]
    assert "2 other browsers opened an admin link" in owner.page("/owner")
    code, foreign = open_table(others[0], "Ana"), open_table(Browser(app), "Ben")
    assert owner.post("/owner/others").status_code == 303
    assert "Other admins" not in owner.page("/owner")
    for other in others:
        assert other.get("/owner").status_code == 403
    assert others[0].get(f"/t/{code}/cards").status_code == 200
    assert others[0].get(f"/t/{foreign}/cards").status_code == 403


def test_with_the_other_owners_a_link_that_nobody_has_used_goes(owner: Browser, app: Flask, store: Store) -> None:
    make_owner(app)
    store.grants.add(Grant(token_hash("printed"), "owner", "link", datetime.now(UTC)))
    owner.post("/owner/others")
    late = Browser(app)
    assert late.post("/owner/printed").status_code == 404
    assert late.get("/owner").status_code == 403
    assert owner.get("/owner").status_code == 200


def test_the_owner_closes_a_box_and_hosts_look_at_it_only(owner: Browser, host: Browser) -> None:
    open_table(host, "Ana")
    card = {"red": "1", "yellow": "2", "green": "3", "blue": "X", "violet": "0"}
    old = json.dumps({"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 0})
    assert host.post("/box/limits", card).status_code == 303
    assert host.post("/box/limits/closed", {"closed": "true"}).status_code == 403

    assert owner.post("/box/limits/closed", {"closed": "true"}).status_code == 303

    page = host.page("/box/limits?at=0")
    assert "The admin has locked this list" in page
    assert 'method="post"' not in page
    for path, form in (("/box/limits", {**card, "red": "9"}), ("/box/limits/forget", {"old": old})):
        assert host.post(path, form).status_code == 403
    assert "1 known" in host.page("/box/limits")
    assert owner.post("/box/limits", {**card, "red": "9"}).status_code == 303
    assert "2 known" in host.page("/box/limits")

    assert owner.post("/box/limits/closed", {"closed": "false"}).status_code == 303
    assert host.post("/box/limits/forget", {"old": old}).status_code == 303
    assert "1 known" in host.page("/box/limits")


def test_a_table_is_deleted_only_after_it_was_shown_what_goes(owner: Browser, host: Browser, code: str) -> None:
    match_id = start_match(host, code, "land-unter")
    page = owner.page(f"/owner/tables/{code}")
    for word in ("Turn the Tide", "Ana", "Ben", "Cleo", "in progress"):
        assert word in page
    assert host.get(f"/m/{match_id}").status_code == 200
    answer = owner.post(f"/owner/tables/{code}/delete")
    assert f"Table {code} has been deleted." in owner.page(answer.headers["Location"])
    assert host.get(f"/m/{match_id}").status_code == 404
    assert owner.get(f"/owner/tables/{code}").status_code == 404


def test_only_the_owner_opens_tables_where_the_owner_wants_it_so(owner: Browser, app: Flask) -> None:
    owner.post("/owner/opening", {"opening": "owner"})
    guest = Browser(app)
    assert "Only the admin can do that" in guest.send("/tables", {"name": ["Gil"]}, 403)
    assert guest.get("/tables/new").status_code == 403
    api = app.test_client().post("/api/v1/tables", json={"players": ["Gil"]})
    assert api.status_code == 403
    assert "Only the admin can do that" in api.get_json()["detail"]
    assert "/tables/new" not in guest.page("/")
    assert "Join a table" in guest.page("/")
    assert open_table(owner, "Ana")
    assert "/tables/new" in owner.page("/")
    owner.post("/owner/opening", {"opening": "anyone"})
    assert open_table(guest, "Gil")


ONE = LimitCard(1, 2, 3, "X", 0)
OTHER = LimitCard(9, 9, 9, 9, 9)


def state(*cards: LimitCard) -> State:
    """A match in which this card lies open, or none."""
    now = GAME.play(GAME.start(Setup(3, {"pile": "counted", "accuse": "anyone"})), Start(0)).state
    for card in cards:
        numbers: Any = card.numbers
        now = GAME.play(now, TurnUp(numbers)).state
    return now


@pytest.fixture
def boxes(store: Store) -> MatchBoxes:
    return MatchBoxes(store)


def test_a_card_entered_is_noted_till_undone_and_the_right_one_takes_a_wrong_ones_place(boxes: MatchBoxes) -> None:
    steps = ((state(), state(ONE), (BoxNote(ONE, 1),)), (state(ONE), state(), ()), (state(), state(OTHER), None),
        (state(OTHER), state(ONE), (BoxNote(ONE, 1),)))  # fmt: skip
    for before, after, notes in steps:
        boxes.learn(GAME, before, after)
        assert notes is None or boxes.notes(GAME) == notes


def test_a_card_is_mended_in_its_place_and_never_stands_there_twice(boxes: MatchBoxes) -> None:
    third = LimitCard(0, 0, 0, 0, 0)
    for card in (ONE, OTHER):
        boxes.put(GAME, card)
    boxes.put(GAME, third, ONE)
    assert [note.item for note in boxes.notes(GAME)] == [third, OTHER]
    boxes.put(GAME, OTHER, third)
    assert [note.item for note in boxes.notes(GAME)] == [OTHER]
    boxes.forget(GAME, OTHER)
    assert boxes.notes(GAME) == ()


def test_in_a_box_that_is_closed_matches_note_and_forget_nothing(boxes: MatchBoxes) -> None:
    owner = Caller("owner", (Grant("owner", "owner", "device", datetime.now(UTC)),))
    boxes.learn(GAME, state(), state(ONE))
    boxes.close(GAME, owner, is_closed=True)
    boxes.learn(GAME, state(), state(OTHER))
    boxes.learn(GAME, state(ONE), state())
    assert boxes.notes(GAME) == (BoxNote(ONE, 1),)
    boxes.close(GAME, owner, is_closed=False)
    boxes.learn(GAME, state(), state(OTHER))
    assert boxes.notes(GAME) == (BoxNote(ONE, 1), BoxNote(OTHER, 1))
