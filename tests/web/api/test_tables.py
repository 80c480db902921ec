"""Tables and the matches of an evening."""

import pytest
from flask import Flask

from tests.web.api.asking import Program, Table, count_rings, open_table


def test_a_table_is_opened_without_a_token_and_gives_the_only_copy_of_its_tokens(table: Table) -> None:
    seats = table.opened["seats"]
    assert [(seat["seat"], seat["name"]) for seat in seats] == [(0, "Ana"), (1, "Ben"), (2, "Cleo")]
    tokens = {table.opened["host_token"], *(seat["token"] for seat in seats)}
    assert [len(token) >= 43 for token in tokens] == [True] * 4


NO_NAMES: list[tuple[object, str]] = [
    ([], "players"), ([f"P{seat}" for seat in range(21)], "players"), (["Ana", ""], "players.1"),
    (["Ana", " \t\n "], "players.1"), (["Ana", "\u200b"], "players.1"), (["Ana", "Ben", "Ana"], "players.2"),
    (["Ana", "ANA"], "players.1"), (["Ana", " ana"], "players.1"), (["Ana", "x" * 25], "players.1"),
    (["Ana", "x" * 200], "players.1"), (["Ana", "x" * 2000], "players.1"), (["Ana", "a\x07b"], "players.1"),
    (["Ana", 7], "players.1"), (["Ana", None], "players.1"), (["Ana", ["Ben"]], "players.1"), ("Ana", "players"),
    ({"0": "Ana"}, "players"), (None, "players"),
]  # fmt: skip


def test_names_that_cannot_be_are_a_400_that_says_which(subtests: pytest.Subtests, anybody: Program) -> None:
    for players, field in NO_NAMES:
        with subtests.test(players=players, field=field):
            problem = anybody.post("/tables", {"players": players}).problem
            assert (problem["status"], problem["field"]) == (400, field)


def test_those_who_play_may_be_named_in_playing_order(app: Flask) -> None:
    table = open_table(app, 5)
    body = {"game": "land-unter", "seats": [3, 1, 4]}
    match_id = table.host.post(f"/tables/{table.code}/matches", body).json["match"]
    state = table.spectator.get(f"/matches/{match_id}").json["state"]
    assert [seat["name"] for seat in state["seats"]] == ["Dora", "Ben", "Emil"]
    own = {"move": {"kind": "count_rings", "seat": 0, "cards": list(range(1, 13))}}
    assert table.seats[3].post(f"/matches/{match_id}/moves", own).status == 201
    assert "hand" in table.seats[3].get(f"/matches/{match_id}").json["state"]["seats"][0]
    assert "hand" not in table.seats[0].get(f"/matches/{match_id}").json["state"]["seats"][0]


def test_wrong_tokens_are_a_401_and_many_of_them_a_429_while_right_ones_still_work(app: Flask, table: Table) -> None:
    match, guesser = table.begin("land-unter"), Program(app, "guess")
    answers = [guesser.get(match.path) for _ in range(42)]
    refused = answers[-1]
    assert [answer.problem["status"] for answer in (*answers[:2], refused)] == [401, 401, 429]
    assert int(refused.response.headers["Retry-After"]) > 0
    assert "seconds" in refused.problem["detail"]
    for known in (table.seats[0], table.spectator):
        assert known.get(match.path).status == 200
    assert match.play(*count_rings(1)).json["version"] == 1
