"""Moves: what they answer and who may make them; the same one twice, and several at once."""

import pytest
from flask import Flask

from companion.web.app.services import Services
from tests.web.api.asking import Json, Match, Table, count_rings, open_table, trick

THREE: Json = {"kind": "count_rings", "seat": 0, "rings": 3}


def test_a_key_is_of_one_token_and_one_match(match: Match) -> None:
    table = match.table
    other = table.begin("land-unter")
    more = {"key": "k"}
    assert match.move(table.seats[0], kind="count_rings", seat=0, rings=1, more=more).json["version"] == 1
    assert match.move(table.seats[1], kind="count_rings", seat=1, rings=1, more=more).status == 201
    assert match.move(table.host, kind="count_rings", seat=2, rings=4, more=more).status == 201
    assert other.move(table.seats[0], kind="count_rings", seat=0, rings=1, more=more).status == 201
    assert match.move(table.seats[0], kind="count_rings", seat=0, rings=9, more=more).json["version"] == 1
    assert match.version == 3


def test_a_stale_version_is_a_409_with_the_present_one(match: Match) -> None:
    match.play(*count_rings(1, 2))
    for version in (0, 1, 3, -1, 2**62):
        problem = match.move(match.table.host, **THREE, more={"version": version}).problem
        assert (problem["status"], problem["version"]) == (409, 2)
    assert match.move(match.table.host, **THREE, more={"version": 2}).status == 201


def close(app: Flask, table: Table) -> None:
    services: Services = app.extensions["tableside"]
    caller = services.tables.caller(table.host.token)
    services.seating.close_to_seats(services.tables.find(table.code), caller, is_closed=True)


def test_a_move_answers_with_version_rulings_flags_and_state(match: Match) -> None:
    match.play(*count_rings(5, 5, 5))
    answer = match.move(match.table.seats[0], **trick((4, 9), 58, 31, 12))
    assert (answer.status, answer.json["version"], answer.json["flags"]) == (201, 4, [])
    assert [ruling["ruling"] for ruling in answer.json["rulings"]] == ["takes", "loses"]
    assert answer.json["rulings"][0]["verdict"] == {"takes": {"0": 4, "1": 9}}
    assert {"name": "Ben", "rings": 4, "level": 9}.items() <= answer.json["state"]["seats"][1].items()
    assert answer.json["state"] == match.state(match.table.seats[0])


def test_where_the_host_has_closed_that_a_seat_corrects_nothing_by_which_an_entry_of_another_falls(app: Flask) -> None:
    table = open_table(app)
    match = table.begin("land-unter", open_play=True)
    close(app, table)
    match.play(*count_rings(3, 2, 2), {"kind": "levels", "levels": [4, 9]})
    match.play({"kind": "lay", "seat": 0, "card": 58}, by=table.seats[0])
    match.play({"kind": "lay", "seat": 1, "card": 31}, by=table.seats[1])
    the_same_card = {"index": 4, "move": {"kind": "lay", "seat": 0, "card": 31}}
    assert table.host.post(f"{match.path}/amend", {**the_same_card, "preview": True}).json["stopped"]["index"] == 5
    assert table.seats[0].post(f"{match.path}/amend", the_same_card).problem["status"] == 403
    assert match.version == 6


def test_who_acts_never_comes_from_the_body(match: Match) -> None:
    for name in ("by", "seat", "token", "role"):
        problem = match.move(match.table.seats[0], **THREE, more={name: 1}).problem
        assert (problem["status"], problem["field"]) == (400, name)


def test_no_cookie_moves_anything(app: Flask, match: Match) -> None:
    client = app.test_client()
    client.set_cookie("device", str(match.table.host.token))
    answer = client.post(f"/api/v1{match.path}/moves", json={"move": THREE}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 401


def test_an_unknown_match_is_a_404(subtests: pytest.Subtests, table: Table) -> None:
    asked: dict[str, Json | None] = {
        "": None, "/journal": None, "/export.json": None, "/undo": {}, "/redo": {},
        "/moves": {"move": THREE}, "/amend": {"index": 0, "move": THREE},
    }  # fmt: skip
    for id in ("nowhere", "0", "x" * 300, "%20", "ä", "..%2f..", "null"):
        for end, body in asked.items():
            with subtests.test(id=id, end=end):
                at = f"/matches/{id}{end}"
                answer = table.host.get(at) if body is None else table.host.post(at, body)
                assert answer.response.status_code == 404


def test_what_the_box_doubts_is_a_422_that_may_be_overridden(match: Match) -> None:
    match.play(*count_rings(5, 5, 5), trick((7, 7), 58, 31, 12))
    third_seven = trick((7, 1), 57, 30, 11)
    refused = match.move(match.table.host, **third_seven).problem
    assert (refused["status"], refused["can_override"], match.version) == (422, True, 4)
    assert "LU-2" in refused["clauses"]
    taken = match.move(match.table.host, **third_seven, more={"anyway": True})
    entry = match.journal()[-1]
    assert taken.json["flags"]
    assert (taken.status, entry["flags"], entry["anyway"]) == (201, taken.json["flags"], True)


def test_a_doubt_that_rests_on_a_secret_is_raised_to_its_owner_and_told_to_nobody_else(match: Match) -> None:
    match.play({"kind": "count_rings", "seat": 0, "cards": list(range(1, 13))}, *count_rings(0, 6, 6)[1:])
    lay: Json = {"kind": "lay", "seat": 0, "card": 58}
    refused = match.move(match.table.seats[0], **lay).problem
    assert (refused["status"], refused["can_override"], refused["clauses"]) == (422, True, ["LU-32"])
    taken = match.move(match.table.seats[0], **lay, more={"anyway": True})
    assert taken.json["flags"][0]["clauses"] == ["LU-32"]
    assert match.journal(match.table.seats[0])[-1]["flags"] == taken.json["flags"]
    for who in (match.table.seats[1], match.table.host, match.table.spectator):
        entry = match.journal(who)[-1]
        assert (entry["flags"], entry["anyway"]) == ([], False)
    of_another = match.move(match.table.seats[1], kind="lay", seat=1, card=7)
    assert (of_another.status, of_another.json["flags"]) == (201, [])
