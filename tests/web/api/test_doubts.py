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


MEANINGLESS: list[tuple[str, Json, int, str | None]] = [
    ("a level of 0", trick((0, 9), 58, 31, 12), 422, "move.levels.0"),
    ("a card twice in a trick", trick((4, 9), 31, 31, 12), 422, None),
    ("a seat too many", trick((4, 9), 58, 31, 12, 13), 422, "move.cards.3"),
    ("the same player highest and second", {"kind": "trick", "levels": [4, 9], "highest": 1, "second": 1}, 422, "move.second"),
    ("an unknown seat", {"kind": "lay", "seat": 7, "card": 3}, 422, "move.seat"),
    ("one level", {"kind": "levels", "levels": [4]}, 400, "move.levels"),
    ("a name too many", {"kind": "levels", "levels": [4, 5], "extra": 1}, 400, "move.extra"),
    ("cards and the highest at once", {**trick((4, 9), 58, 31, 12), "highest": 1, "second": 2}, 400, "move"),
    ("an unknown kind", {"kind": "shuffle"}, 400, "move.kind"),
]  # fmt: skip


def test_what_has_no_meaning_is_never_recorded(subtests: pytest.Subtests, app: Flask) -> None:
    for anyway in (False, True):
        for what, move, status, field in MEANINGLESS:
            with subtests.test(what=what, move=move, status=status, field=field, anyway=anyway):
                match = open_table(app).begin("land-unter")
                match.play(*count_rings(5, 5, 5))
                problem = match.table.host.post(f"{match.path}/moves", {"move": move, "anyway": anyway}).problem
                assert problem["status"] == status, what
                assert field is None or problem["field"] == field
                if status == 422:
                    assert problem["clauses"]
                    assert problem["can_override"] is False
                assert match.version == 3
