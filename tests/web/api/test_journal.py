"""The journal: what stands, undo, redo, corrections and their previews, files."""

from typing import Any

import pytest
from flask import Flask

from tests.web.api.asking import Json, Match, Program, count_rings, open_table, trick

FIRST, SECOND, THIRD = trick((4, 9), 58, 31, 12), trick((1, 2), 57, 30, 11), trick((3, 5), 10, 29, 50)
LOGGED: list[Json] = [
    {"kind": "start", "seat": 0},
    {"kind": "limit", "numbers": {"red": 1, "yellow": 1, "green": 2, "blue": "X", "violet": 0}},
    {"kind": "hide", "seat": 0, "colours": ["red"]},
    {"kind": "hide", "seat": 1, "colours": ["blue"]},
    {"kind": "hide", "seat": 2, "colours": ["green"]},
    {"kind": "lay", "seat": 0, "colour": "violet"},
]
ACCUSE: Json = {"kind": "accuse", "seat": 1, "accused": 0}


def played_at(app: Flask) -> Match:
    """Three tricks into the first round, at a table of its own: entries 0 to 5."""
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(5, 5, 5), FIRST, SECOND, THIRD)
    return match


@pytest.fixture
def played(app: Flask) -> Match:
    """Three tricks into the first round: entries 0 to 5."""
    return played_at(app)


@pytest.fixture
def logged(table: Any) -> Match:
    """A round of Limits with a logged pile, one card laid."""
    match: Match = table.begin("limits", pile="logged")
    match.play(*LOGGED)
    return match


STEPS: list[tuple[str, Json]] = [
    ("moves", {"move": {"kind": "levels", "levels": [6, 8]}}),
    ("undo", {"index": 4}), ("redo", {}), ("amend", {"index": 5, "move": trick((3, 6), 10, 29, 50)}),
]  # fmt: skip


def test_undo_redo_and_amend_take_a_version_and_a_key(subtests: pytest.Subtests, app: Flask) -> None:
    for step, body in STEPS:
        with subtests.test(step=step, body=body):
            played = played_at(app)
            host, path = played.table.host, f"{played.path}/{step}"
            if step == "redo":
                host.post(f"{played.path}/undo", {"index": 4})
            version = played.version
            assert host.post(path, {**body, "version": version - 1}).problem["version"] == version
            first = host.post(path, {**body, "version": version, "key": "once"})
            assert first.json["version"] == version + 1
            played.play({"kind": "levels", "levels": [8, 10]})
            again = host.post(path, {**body, "version": version, "key": "once"})
            assert (first.status, again.status) == (201 if step == "moves" else 200, 200)
            assert again.json == first.json
            assert played.version == version + 2


def test_a_correction_first_shows_what_it_would_change_and_records_nothing(played: Match) -> None:
    corrected = trick((4, 9), 58, 12, 31)
    before = (played.state(), played.journal())
    body = {"index": 3, "move": corrected, "preview": True, "anyway": True}
    preview = played.table.seats[0].post(f"{played.path}/amend", body)
    assert (preview.status, preview.json["version"], preview.json["stopped"]) == (200, 6, None)
    changed = {change["path"]: (change["before"], change["after"]) for change in preview.json["changes"]}
    assert changed["seats.1.rings"] == (2, 4)
    assert (played.state(), played.journal()) == before
    done = played.table.seats[0].post(f"{played.path}/amend", {**body, "preview": False})
    assert done.json == {**preview.json, "version": 7}
    assert played.state()["seats"][1]["rings"] == 4
    assert done.json["stopped"] is None


def test_undo_past_a_reveal_needs_the_host_who_repeats_it_with_confirm(logged: Match) -> None:
    logged.play(ACCUSE)
    host, seat = logged.table.host, logged.table.seats[1]
    for who, more in ((seat, {}), (seat, {"confirm": True}), (host, {}), (host, {"confirm": False})):
        refused = who.post(f"{logged.path}/undo", {"index": 6, **more}).problem
        assert (refused["status"], refused["needs_host"], refused["version"]) == (409, True, 7)
    assert logged.version == 7
    assert host.post(f"{logged.path}/undo", {"index": 6, "confirm": True}).json["version"] == 8
    assert logged.state()["phase"] == "play"


def test_no_fall_of_a_later_entry_tells_which_card_lies_face_down(subtests: pytest.Subtests, app: Flask) -> None:
    for card in (40, 41, 42):
        with subtests.test(card=card):
            match = open_table(app).begin("land-unter")
            levels: Json = {"kind": "levels", "levels": [3, 7]}
            match.play(*count_rings(5, 5, 5), {"kind": "lay", "seat": 0, "card": 40}, levels, levels)
            match.play({"kind": "lay", "seat": 1, "card": 41})
            guess = {"index": 5, "move": {"kind": "lay", "seat": 2, "card": card}, "preview": True}
            refused = match.table.seats[2].post(f"{match.path}/amend", guess).problem
            assert (refused["status"], refused["needs_host"]) == (409, True)


def test_a_preview_that_would_turn_up_hidden_cards_is_refused(logged: Match) -> None:
    logged.play({"kind": "lay", "seat": 1, "colour": "red"})
    body = {"index": 6, "move": ACCUSE, "preview": True}
    for who in (*logged.table.seats, logged.table.host):
        assert who.post(f"{logged.path}/amend", body).problem["needs_host"] is True
    assert logged.version == 7


def test_the_file_of_a_match_holds_its_options_journal_and_state_as_the_asker_may_see_them(logged: Match) -> None:
    def file(who: Program) -> Json:
        return who.get(f"{logged.path}/export.json").json

    mine = file(logged.table.seats[0])
    assert mine["options"]["pile"] == "logged"
    assert mine["players"] == ["Ana", "Ben", "Cleo"]
    assert mine["journal"] == logged.journal(logged.table.seats[0])
    assert mine["state"] == logged.state(logged.table.seats[0])
    assert (mine["version"], mine["ended_at"]) == (6, None)
    assert "violet" not in str(file(logged.table.spectator)["journal"][5:])
