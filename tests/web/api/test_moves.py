"""Moves: who may make them, what is refused and why, the same key twice, versions."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask

from companion.store import Store
from companion.web.services import Services
from tests.web.api.asking import Json, Match, Program, Table, count_rings, open_table, trick

THREE: Json = {"kind": "count_rings", "seat": 0, "rings": 3}


def close(app: Flask, table: Table) -> None:
    """Let only the host enter for others."""
    services: Services = app.extensions["tableside"]
    caller = services.tables.caller(table.host.token)
    services.seating.close_to_seats(services.tables.find(table.code), caller, is_closed=True)


def test_a_move_answers_with_version_rulings_flags_and_state(match: Match) -> None:
    match.play(*count_rings(5, 5, 5))
    answer = match.move(match.table.seats[0], **trick((4, 9), 58, 31, 12))
    assert answer.status == 201
    assert answer.json["version"] == 4
    assert [ruling["ruling"] for ruling in answer.json["rulings"]] == ["takes", "loses"]
    assert answer.json["rulings"][0]["verdict"] == {"takes": {"0": 4, "1": 9}}
    assert answer.json["flags"] == []
    assert (
        answer.json["state"]["seats"][1] | {"name": "Ben", "rings": 4, "level": 9} == answer.json["state"]["seats"][1]
    )
    assert answer.json["state"] == match.state(match.table.seats[0])


def test_a_state_has_phase_turn_seats_and_winners(match: Match) -> None:
    state = match.state()
    assert (state["phase"], state["turn"], state["winners"]) == ("rings", None, None)
    assert [(seat["name"], seat["score"]) for seat in state["seats"]] == [("Ana", 0), ("Ben", 0), ("Cleo", 0)]
    assert (state["round"], state["trick"], state["leader"]) == (0, 0, None)


def test_anybody_with_the_matchs_id_may_look_and_nobody_without_a_token_may_move(match: Match) -> None:
    assert match.table.spectator.get(match.path).status == 200
    assert match.move(match.table.spectator, **THREE).problem["status"] == 401
    assert match.move(Program(match.table.host.app, "wrong"), **THREE).problem["status"] == 401
    assert match.version == 0


def test_a_host_may_make_any_move_for_any_seat(match: Match) -> None:
    for move in count_rings(1, 2, 3):
        assert match.move(match.table.host, **move).status == 201


def test_a_seat_moves_for_itself_and_for_others_before_anybody_has_joined_in_a_browser(match: Match) -> None:
    for move in count_rings(1, 2, 3):
        assert match.move(match.table.seats[1], **move).status == 201
    assert [entry["by"] for entry in match.journal()] == [1, 1, 1]


def test_where_the_host_has_closed_that_a_seat_moves_for_itself_alone(app: Flask, match: Match) -> None:
    table = match.table
    close(app, table)
    refused = match.move(table.seats[1], **THREE)
    assert refused.problem["status"] == 403
    assert match.move(table.seats[0], **THREE).status == 201
    assert match.move(table.host, kind="count_rings", seat=1, rings=2).status == 201
    assert match.move(table.host, kind="count_rings", seat=2, rings=2).status == 201
    assert match.move(table.seats[0], **trick((4, 9), 58, 31, 12)).problem["status"] == 403
    assert match.version == 3


def test_where_the_host_has_closed_that_a_seat_takes_back_and_corrects_its_own_entries_alone(
    app: Flask, match: Match
) -> None:
    table = match.table
    match.play(*count_rings(3), by=table.seats[0])
    match.play({"kind": "count_rings", "seat": 1, "rings": 2}, by=table.seats[1])
    close(app, table)
    of_another = {"index": 0, "move": {**THREE, "rings": 4}}
    assert table.seats[1].post(f"{match.path}/undo", {"index": 0}).problem["status"] == 403
    assert table.seats[1].post(f"{match.path}/amend", of_another).problem["status"] == 403
    assert table.seats[1].post(f"{match.path}/amend", {**of_another, "preview": True}).problem["status"] == 403
    assert table.seats[1].post(f"{match.path}/undo", {"index": 1}).status == 200
    assert table.seats[0].post(f"{match.path}/redo").problem["status"] == 403
    assert table.seats[1].post(f"{match.path}/redo").status == 200


def test_where_the_host_has_closed_that_a_seat_corrects_its_own_entry_also_after_others_have_entered(
    app: Flask, match: Match
) -> None:
    ana, ben, table = match.table.seats[0], match.table.seats[1], match.table
    close(app, table)
    match.play(*count_rings(3), by=ana)
    match.play({"kind": "count_rings", "seat": 1, "rings": 2}, by=ben)
    corrected = {"index": 0, "move": {**THREE, "rings": 4}}
    assert ana.post(f"{match.path}/amend", {**corrected, "preview": True}).status == 200
    assert ana.post(f"{match.path}/amend", corrected).status == 200
    assert [seat["rings"] for seat in match.state()["seats"]][:2] == [4, 2]


def test_where_the_host_has_closed_that_a_seat_corrects_nothing_by_which_an_entry_of_another_falls(app: Flask) -> None:
    table = open_table(app)
    match = table.begin("land-unter", open_play=True)
    close(app, table)
    match.play(*count_rings(3, 2, 2), {"kind": "levels", "levels": [4, 9]})
    match.play({"kind": "lay", "seat": 0, "card": 58}, by=table.seats[0])
    match.play({"kind": "lay", "seat": 1, "card": 31}, by=table.seats[1])
    the_same_card = {"index": 4, "move": {"kind": "lay", "seat": 0, "card": 31}}
    preview = table.host.post(f"{match.path}/amend", {**the_same_card, "preview": True}).json
    assert preview["stopped"]["index"] == 5
    assert table.seats[0].post(f"{match.path}/amend", the_same_card).problem["status"] == 403
    assert match.version == 6


def test_where_the_host_has_closed_that_a_seat_does_not_undo_what_the_host_has_corrected_by_correcting_it_again(
    app: Flask, match: Match
) -> None:
    table = match.table
    close(app, table)
    match.play(*count_rings(3), by=table.seats[0])
    assert table.host.post(f"{match.path}/amend", {"index": 0, "move": {**THREE, "rings": 4}}).status == 200
    again = {"index": 0, "move": {**THREE, "rings": 5}}
    assert table.seats[0].post(f"{match.path}/amend", again).problem["status"] == 403


def test_somebody_of_another_table_may_look_and_not_move(app: Flask, match: Match) -> None:
    other = open_table(app)
    for stranger in (other.host, *other.seats):
        assert stranger.get(match.path).status == 200
        assert match.move(stranger, **THREE).problem["status"] == 403
        assert stranger.post(f"{match.path}/undo").problem["status"] == 403
        assert stranger.post(f"{match.path}/amend", {"index": 0, "move": THREE}).problem["status"] == 403


def test_who_acts_never_comes_from_the_body(match: Match) -> None:
    for name in ("by", "seat", "token", "role"):
        problem = match.move(match.table.seats[0], **THREE, more={name: 1}).problem
        assert (problem["status"], problem["field"]) == (400, name)


def test_no_cookie_moves_anything(app: Flask, match: Match) -> None:
    client = app.test_client()
    client.set_cookie("device", str(match.table.host.token))
    answer = client.post(f"/api/v1{match.path}/moves", json={"move": THREE}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 401


def test_a_request_from_another_origin_with_a_token_is_taken(match: Match) -> None:
    answer = match.table.host.post(f"{match.path}/moves", {"move": THREE}, Origin="http://elsewhere.example")
    assert answer.status == 201


def test_the_same_key_again_is_a_200_with_the_same_answer_and_nothing_added(match: Match) -> None:
    match.play(*count_rings(5, 5, 5))
    body = {"move": trick((4, 9), 58, 31, 12), "key": "tap-1", "version": 3}
    first = match.table.host.post(f"{match.path}/moves", body)
    match.play(trick((1, 2), 50, 40, 30))
    again = match.table.host.post(f"{match.path}/moves", body)
    assert (first.status, again.status) == (201, 200)
    assert again.json == first.json
    assert match.version == 5


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


@pytest.mark.parametrize("key", ["a", "x" * 64, "ключ", "🦘" * 64, " ", "\n", "'; --", "../..", '"'])
def test_any_1_to_64_characters_are_a_key(match: Match, key: str) -> None:
    assert match.move(match.table.host, **THREE, more={"key": key}).status == 201
    assert match.move(match.table.host, **THREE, more={"key": key}).status == 200


@pytest.mark.parametrize("key", ["", "x" * 65, 7, ["a"], True, {}, "\x00"])
def test_anything_else_is_no_key(match: Match, key: object) -> None:
    assert match.move(match.table.host, **THREE, more={"key": key}).problem["status"] == 400
    assert match.version == 0


def test_a_stale_version_is_a_409_with_the_present_one(match: Match) -> None:
    match.play(*count_rings(1, 2))
    for version in (0, 1, 3, -1, 2**62):
        answer = match.move(match.table.host, kind="count_rings", seat=2, rings=3, more={"version": version})
        assert answer.problem["status"] == 409
        assert answer.problem["version"] == 2
    assert match.move(match.table.host, kind="count_rings", seat=2, rings=3, more={"version": 2}).status == 201


@pytest.mark.parametrize("version", ["2", 2.0, True, [], {}])
def test_a_version_that_is_no_whole_number_is_a_400(match: Match, version: object) -> None:
    problem = match.move(match.table.host, **THREE, more={"version": version}).problem
    assert (problem["status"], problem["field"]) == (400, "version")


def test_of_many_who_move_at_one_version_one_is_first_and_the_others_are_told(app: Flask, match: Match) -> None:
    answers: list[int] = []

    def move(seat: int) -> None:
        who = Program(app, match.table.host.token, is_checked=False)
        answers.append(match.move(who, kind="count_rings", seat=seat, rings=1, more={"version": 0}).status)

    threads = [threading.Thread(target=move, args=(seat % 3,)) for seat in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [201, 409, 409, 409, 409, 409]
    assert match.version == 1


def test_whoever_names_no_version_moves_wherever_the_match_stands_even_beside_another_worker(
    store: Store, app: Flask, match: Match
) -> None:
    services: Services = app.extensions["tableside"]
    append = store.append
    raced: list[int] = []

    def slower(match_id: str, seq: int, entry: Any, completes: Any = None) -> Any:
        if not raced:
            raced.append(seq)
            match.play({"kind": "count_rings", "seat": 1, "rings": 2})
        return append(match_id, seq, entry, completes)

    services.store.append = slower  # type: ignore[method-assign]
    assert match.move(match.table.host, **THREE).json["version"] == 2
    assert [entry["move"]["seat"] for entry in match.journal()] == [1, 0]


DOUBTFUL = [
    ("a third 7", [trick((7, 7), 58, 31, 12), trick((7, 1), 57, 30, 11)], "LU-2"),
    ("a card played twice in a round", [trick((4, 9), 58, 31, 12), trick((1, 2), 58, 30, 11)], None),
]


@pytest.mark.parametrize(("doubt", "moves", "clause"), DOUBTFUL)
def test_what_the_box_doubts_is_a_422_that_may_be_overridden(
    match: Match, doubt: str, moves: list[Json], clause: str | None
) -> None:
    match.play(*count_rings(5, 5, 5), moves[0])
    refused = match.move(match.table.host, **moves[1]).problem
    assert (refused["status"], refused["can_override"]) == (422, True), doubt
    assert clause is None or clause in refused["clauses"]
    assert match.version == 4
    taken = match.move(match.table.host, **moves[1], more={"anyway": True})
    assert taken.status == 201
    assert taken.json["flags"]
    entry = match.journal()[-1]
    assert entry["flags"] == taken.json["flags"]
    assert entry["anyway"] is True


def test_a_card_of_another_hand_is_doubtful(match: Match) -> None:
    hands = [list(range(1, 13)), list(range(13, 25)), list(range(25, 37))]
    match.play(*({"kind": "count_rings", "seat": seat, "cards": hand} for seat, hand in enumerate(hands)))
    refused = match.move(match.table.host, **trick((4, 9), 13, 1, 30)).problem
    assert (refused["status"], refused["can_override"]) == (422, True)


@pytest.mark.parametrize("symbols", [(3, 1), (3, 2)])
def test_a_half_ring_left_over_in_a_hand_counted_by_its_numbers_changes_no_answer_to_others(
    app: Flask, symbols: tuple[int, int]
) -> None:
    answers = []
    for last_number in (7, 13):
        match = open_table(app, 5).begin("land-unter")
        numbers = [25, 26, 27, 28, 29, 1, 2, 3, 4, 5, 6, last_number]
        match.play({"kind": "count_rings", "seat": 0, "cards": numbers}, by=match.table.seats[0])
        match.play(*({"kind": "count_rings", "seat": seat, "whole": 4, "half": 2} for seat in (1, 2, 3)))
        counted = match.move(match.table.seats[4], kind="count_rings", seat=4, whole=symbols[0], half=symbols[1])
        answers.append((counted.status, counted.json))
    assert answers[0] == answers[1]


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


def test_a_doubt_about_a_card_face_down_is_raised_to_whoever_enters_it_and_told_to_all_when_it_lies_open(
    match: Match,
) -> None:
    match.play(*count_rings(5, 5, 5), trick((4, 9), 58, 31, 12))
    again: Json = {"kind": "lay", "seat": 0, "card": 58}
    for who in (match.table.host, match.table.seats[0], match.table.seats[1]):
        refused = match.move(who, **again).problem
        assert (refused["status"], refused["can_override"], refused["clauses"]) == (422, True, ["LU-1", "LU-19"])
    taken = match.move(match.table.host, **again, more={"anyway": True, "key": "once"})
    assert taken.json["flags"][0]["clauses"] == ["LU-1", "LU-19"]
    assert match.move(match.table.host, **again, more={"key": "once"}).json == taken.json
    for onlooker in (match.table.seats[1], match.table.spectator):
        assert (match.journal(onlooker)[4]["flags"], match.journal(onlooker)[4]["anyway"]) == ([], False)
    match.play({"kind": "lay", "seat": 1, "card": 30}, {"kind": "lay", "seat": 2, "card": 11})
    match.play({"kind": "levels", "levels": [1, 2]})
    entry = match.journal()[4]
    assert (entry["flags"], entry["anyway"]) == (taken.json["flags"], True)


MEANINGLESS: list[tuple[str, Json, int, str | None]] = [
    ("a level of 0", trick((0, 9), 58, 31, 12), 422, "move.levels.0"),
    ("a level of 13", trick((4, 13), 58, 31, 12), 422, "move.levels.1"),
    ("a card of 61", trick((4, 9), 61, 31, 12), 422, "move.cards.0"),
    ("a card of 0", trick((4, 9), 0, 31, 12), 422, "move.cards.0"),
    ("a card twice in a trick", trick((4, 9), 31, 31, 12), 422, None),
    ("somebody's card missing", trick((4, 9), 58, 31), 422, "move.cards.2"),
    ("a seat too many", trick((4, 9), 58, 31, 12, 13), 422, "move.cards.3"),
    ("a negative seat", {**trick((4, 9), 58, 31, 12), "cards": {"-1": 4, "0": 5, "1": 6}}, 422, None),
    ("the same player highest and second", {"kind": "trick", "levels": [4, 9], "highest": 1, "second": 1}, 422, "move.second"),
    ("an unknown seat", {"kind": "lay", "seat": 7, "card": 3}, 422, "move.seat"),
    ("one level", {"kind": "levels", "levels": [4]}, 400, "move.levels"),
    ("three levels", {"kind": "levels", "levels": [4, 5, 6]}, 400, "move.levels"),
    ("half a level", {"kind": "levels", "levels": [4, 5.5]}, 400, "move.levels.1"),
    ("a level in letters", {"kind": "levels", "levels": [4, "5"]}, 400, "move.levels.1"),
    ("true for 1", {"kind": "levels", "levels": [4, True]}, 400, "move.levels.1"),
    ("nothing for a level", {"kind": "levels", "levels": [4, None]}, 400, "move.levels.1"),
    ("no levels", {"kind": "levels"}, 400, "move.levels"),
    ("a name too many", {"kind": "levels", "levels": [4, 5], "extra": 1}, 400, "move.extra"),
    ("cards and the highest at once", {**trick((4, 9), 58, 31, 12), "highest": 1, "second": 2}, 400, "move"),
    ("an unknown kind", {"kind": "shuffle"}, 400, "move.kind"),
    ("a kind that is none", {"kind": 7}, 400, "move.kind"),
    ("a list for a kind", {"kind": ["levels"], "levels": [4, 5]}, 400, "move.kind"),
    ("no kind", {"levels": [4, 5]}, 400, "move.kind"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "move", "status", "field"), MEANINGLESS, ids=[one[0] for one in MEANINGLESS])
@pytest.mark.parametrize("anyway", [False, True])
def test_what_has_no_meaning_is_never_recorded(
    match: Match, what: str, move: Json, status: int, field: str | None, *, anyway: bool
) -> None:
    match.play(*count_rings(5, 5, 5))
    problem = match.table.host.post(f"{match.path}/moves", {"move": move, "anyway": anyway}).problem
    assert problem["status"] == status, what
    assert field is None or problem["field"] == field
    if status == 422:
        assert problem["clauses"]
        assert problem["can_override"] is False
    assert match.version == 3


@pytest.mark.parametrize("move", [None, [], "trick", 7, True])
def test_a_move_that_is_no_object_is_a_400(match: Match, move: object) -> None:
    problem = match.table.host.post(f"{match.path}/moves", {"move": move}).problem
    assert (problem["status"], problem["field"]) == (400, "move")


def test_an_eliminated_player_takes_no_water(match: Match) -> None:
    four = open_table(match.table.host.app, 4).begin("land-unter")
    four.play(*count_rings(0, 4, 4, 4), {"kind": "trick", "levels": [12, 3], "highest": 1, "second": 0})
    assert [seat["out"] for seat in four.state()["seats"]] == [True, False, False, False]
    for move in (
        {"kind": "trick", "levels": [5, 6], "highest": 0, "second": 1},
        {"kind": "trick", "levels": [5, 6], "highest": 1, "second": 0},
        {"kind": "lay", "seat": 0, "card": 9},
        trick((5, 6), 4, 5, 6, 7),
    ):
        problem = four.table.host.post(f"{four.path}/moves", {"move": move, "anyway": True}).problem
        assert problem["status"] == 422
        assert problem["can_override"] is False
    assert four.version == 5


def test_rings_counted_at_the_wrong_time_and_more_than_there_are_are_refused(match: Match) -> None:
    refused = match.move(match.table.host, kind="count_rings", seat=0, rings=13).problem
    assert (refused["status"], refused["clauses"], refused["field"]) == (422, ["LU-6"], "move.rings")
    assert match.version == 0


@pytest.mark.parametrize("id", ["nowhere", "0", "x" * 300, "%20", "ä", "..%2f..", "null"])
@pytest.mark.parametrize("end", ["", "/journal", "/export.json", "/moves", "/undo", "/redo", "/amend"])
def test_an_unknown_match_is_a_404(table: Table, id: str, end: str) -> None:
    bodies: dict[str, Json] = {"/moves": {"move": THREE}, "/amend": {"index": 0, "move": THREE}}
    body = bodies.get(end, {})
    ask = table.host.get if end in ("", "/journal", "/export.json") else lambda path: table.host.post(path, body)
    assert ask(f"/matches/{id}{end}").response.status_code == 404


@pytest.mark.parametrize("path", ["/matches/a%00b", "/matches/a%00b/journal", "/tables/%00%00/export.json"])
def test_an_address_that_no_store_could_hold_is_a_400(anybody: Program, path: str) -> None:
    assert anybody.get(path).problem["status"] == 400


def test_a_deleted_match_is_a_404(store: Store, match: Match) -> None:
    match.play(*count_rings(1))
    store.delete_match(match.id)
    assert match.table.host.get(match.path).problem["status"] == 404
    assert match.move(match.table.host, **THREE).problem["status"] == 404


def test_a_match_that_was_caught_up_with_is_shown_as_the_document_says(match: Match) -> None:
    seats = [
        {"score": 3, "rings": 3, "level": 4, "dealt": 4},
        {"score": 2, "rings": 5, "dealt": 5},
        {"score": -1, "rings": 4, "level": 9, "dealt": 5},
    ]
    answer = match.move(
        match.table.host, kind="stand_now", round_number=2, tricks_done=3, seats=seats, more={"anyway": True}
    )
    assert answer.status == 201
    state = match.state()
    assert (state["round"], state["trick"]) == (1, 3)
    assert [seat["score"] for seat in state["seats"]] == [3, 2, -1]


@pytest.mark.parametrize("game", ["land-unter", "limits", "down-under", "nile"])
def test_a_move_of_another_game_is_a_400(table: Table, game: str) -> None:
    match = table.begin(game)
    problem = match.move(table.host, kind="castle", seat=0).problem
    assert (problem["status"], problem["field"]) == (400, "move.kind")
