"""A match and an evening as files that other programs take in."""

import csv
import io

import pytest
from flask import Flask

from tests.conformance.playing import PACKAGES, golden, played
from tests.games.sheets import sheet_of
from tests.web.api.asking import Json, Program, Table, open_table


def rows(who: Program, path: str) -> list[dict[str, str]]:
    answer = who.get(f"{path}/export.csv")
    assert (answer.status, answer.response.mimetype) == (200, "text/csv")
    return list(csv.DictReader(io.StringIO(answer.response.text)))


def plays(who: Program, path: str) -> Json:
    answer = who.get(f"{path}/export.bgsplay")
    assert answer.status == 200
    return answer.json


def test_a_sheet_has_a_line_for_each_player(table: Table) -> None:
    match = table.begin("limits", accuse="previous")
    match.play({"kind": "start", "seat": 1})
    match.play({"kind": "limit", "numbers": {"red": 1}})
    match.play({"kind": "verdict", "seat": 1, "accused": 0, "colour": "red", "printed": 1, "hidden": 0, "counted": 2})
    found = rows(table.spectator, match.path)
    assert [(row["seat"], row["player"], row["score"], row["win"], row["start"]) for row in found] == [
        ("0", "Ana", "-2", "", "no"),
        ("1", "Ben", "1", "", "yes"),
        ("2", "Cleo", "0", "", "no"),
    ]
    assert {row["game"] for row in found} == {"Limits"}
    assert {row["variant"] for row in found} == {"accuse=previous"}
    assert {row["incomplete"] for row in found} == {"yes"}
    assert [row["round_1"] for row in found] == ["-2", "1", "0"]


def test_no_name_becomes_a_formula_in_a_sheet(subtests: pytest.Subtests, anybody: Program) -> None:
    for name in ("=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "|x", "%x"):
        with subtests.test(name=name):
            opened = anybody.post("/tables", {"players": [name, 'B"en', "Cl,eo"]}).json
            host = Program(anybody.app, opened["host_token"])
            host.post(f"/tables/{opened['table']}/matches", {"game": "land-unter"})
            found = rows(anybody, f"/tables/{opened['table']}")
            assert [row["player"] for row in found] == [f"'{name}", 'B"en', "Cl,eo"]


def test_no_place_becomes_a_formula_in_a_sheet(anybody: Program) -> None:
    opened = anybody.post("/tables", {"players": ["Ana", "Ben"], "name": "=HYPERLINK(1)"}).json
    Program(anybody.app, opened["host_token"]).post(f"/tables/{opened['table']}/matches", {"game": "limits"})
    assert {row["location"] for row in rows(anybody, f"/tables/{opened['table']}")} == {"'=HYPERLINK(1)"}


def test_a_match_is_a_play_with_its_scores_and_winners(table: Table) -> None:
    match = table.begin("down-under", stopping="any_time")
    assert plays(table.spectator, match.path)["plays"][0]["ignored"] is True
    match.play({"kind": "lay", "seat": 0, "tile": {"x": 0, "y": 0, "kind": "curve", "colour": "red", "turn": 0}})
    for seat in (1, 2, 0):
        match.play({"kind": "done", "seat": seat})
    found = plays(table.spectator, match.path)
    (play,) = found["plays"]
    assert play["ignored"] is False
    assert [(one["score"], one["winner"]) for one in play["playerScores"]] == [("1", True), ("0", False), ("0", False)]
    assert [player["isAnonymous"] for player in found["players"]] == [False, False, False]
    names = {player["id"]: player["name"] for player in found["players"]}
    assert [names[one["playerRefId"]] for one in play["playerScores"]] == ["Ana", "Ben", "Cleo"]
    assert [game["name"] for game in found["games"] if game["id"] == play["gameRefId"]] == ["Down Under"]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_paper_sheet_is_one_move_ending_the_match_and_all_is_as_the_document_says(app: Flask, package: str) -> None:
    course = golden(package)[0]
    game = PACKAGES[package]
    timeline = played(game, course["players"], course["options"], course["moves"], anyway=course.get("anyway", False))
    match = open_table(app, course["players"]).begin(game.slug, **course["options"])
    answer = match.move(match.table.host, more={"anyway": True}, **sheet_of(package, timeline.at().state))
    assert answer.status == 201
    assert [seat["score"] for seat in answer.json["state"]["seats"]] == course["scores"]
    assert answer.json["state"]["winners"] == course["winners"]
    for end in ("", "/journal", "/export.json", "/export.csv", "/export.bgsplay"):
        assert match.table.spectator.get(f"{match.path}{end}").status == 200
