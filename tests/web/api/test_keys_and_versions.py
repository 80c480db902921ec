"""The same move twice, and moves made at once: keys and versions."""

import pytest
from flask import Flask

from tests.web.api.asking import Json, Match, count_rings, open_table, trick

THREE: Json = {"kind": "count_rings", "seat": 0, "rings": 3}


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


NO_KEYS: list[object] = ["", "x" * 65, 7, ["a"], True, {}, "\x00"]


def test_anything_else_is_no_key(subtests: pytest.Subtests, app: Flask) -> None:
    for key in NO_KEYS:
        with subtests.test(key=key):
            match = open_table(app).begin("land-unter")
            assert match.move(match.table.host, **THREE, more={"key": key}).problem["status"] == 400
            assert match.version == 0


def test_a_stale_version_is_a_409_with_the_present_one(match: Match) -> None:
    match.play(*count_rings(1, 2))
    for version in (0, 1, 3, -1, 2**62):
        answer = match.move(match.table.host, kind="count_rings", seat=2, rings=3, more={"version": version})
        assert answer.problem["status"] == 409
        assert answer.problem["version"] == 2
    assert match.move(match.table.host, kind="count_rings", seat=2, rings=3, more={"version": 2}).status == 201


NO_VERSIONS: list[object] = ["2", 2.0, True, [], {}]


def test_a_version_that_is_no_whole_number_is_a_400(subtests: pytest.Subtests, app: Flask) -> None:
    for version in NO_VERSIONS:
        with subtests.test(version=version):
            match = open_table(app).begin("land-unter")
            problem = match.move(match.table.host, **THREE, more={"version": version}).problem
            assert (problem["status"], problem["field"]) == (400, "version")
