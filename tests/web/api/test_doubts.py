"""What the box doubts and the table may overrule, what a secret keeps from being told, and what is never recorded."""

import pytest
from flask import Flask

from tests.web.api.asking import Json, Match, count_rings, open_table, trick

DOUBTFUL = [
    ("a third 7", [trick((7, 7), 58, 31, 12), trick((7, 1), 57, 30, 11)], "LU-2"),
    ("a card played twice in a round", [trick((4, 9), 58, 31, 12), trick((1, 2), 58, 30, 11)], None),
]


def test_what_the_box_doubts_is_a_422_that_may_be_overridden(subtests: pytest.Subtests, app: Flask) -> None:
    for doubt, moves, clause in DOUBTFUL:
        with subtests.test(doubt=doubt, moves=moves, clause=clause):
            match = open_table(app).begin("land-unter")
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
