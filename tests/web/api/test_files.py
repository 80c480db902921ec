"""A match and an evening as files that other programs take in."""

import csv
import io

import pytest

from tests.web.api.asking import Json, Program, Table


def rows(who: Program, path: str) -> list[dict[str, str]]:
    """The lines of a sheet by its head."""
    answer = who.get(f"{path}/export.csv")
    assert (answer.status, answer.response.mimetype) == (200, "text/csv")
    return list(csv.DictReader(io.StringIO(answer.response.get_data(as_text=True))))


def plays(who: Program, path: str) -> Json:
    """The file of plays."""
    answer = who.get(f"{path}/export.bgsplay")
    assert answer.status == 200
    found: Json = answer.json
    return found


def test_a_sheet_has_a_line_for_each_player(table: Table) -> None:
    match = table.begin("limits", accuse="previous")
    match.play({"kind": "start", "seat": 1})
    match.play({"kind": "limit", "numbers": {"red": 1}})
    match.play({"kind": "verdict", "seat": 1, "accused": 0, "colour": "red", "printed": 1, "hidden": 0, "counted": 2})
    found = rows(table.spectator, match.path)
    assert [(row["seat"], row["name"], row["score"], row["winner"]) for row in found] == [
        ("0", "Ana", "-2", ""),
        ("1", "Ben", "1", ""),
        ("2", "Cleo", "0", ""),
    ]
    assert {row["game"] for row in found} == {"Limits"}
    assert {row["options"] for row in found} == {"accuse=previous; pile=counted"}


def test_a_sheet_says_who_has_won_once_the_match_is_over(table: Table) -> None:
    match = table.begin("down-under")
    match.play({"kind": "lay", "seat": 0, "tile": {"x": 0, "y": 0, "kind": "curve", "colour": "red", "turn": 0}})
    for seat in (1, 2, 0):
        match.play({"kind": "done", "seat": seat})
    assert [row["winner"] for row in rows(table.spectator, match.path)] == ["yes", "no", "no"]
    assert rows(table.spectator, match.path)[0]["ended_at"] > rows(table.spectator, match.path)[0]["opened_at"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_name_becomes_a_formula_in_a_sheet(anybody: Program, name: str) -> None:
    opened = anybody.post("/tables", {"players": [name, 'B"en', "Cl,eo"]}).json
    host = Program(anybody.app, opened["host_token"])
    host.post(f"/tables/{opened['table']}/matches", {"game": "land-unter"})
    found = rows(anybody, f"/tables/{opened['table']}")
    assert [row["name"] for row in found] == [f"'{name}", 'B"en', "Cl,eo"]


def test_a_match_is_a_play_with_its_scores_and_winners(table: Table) -> None:
    match = table.begin("down-under")
    assert plays(table.spectator, match.path)["plays"][0]["ignored"] is True
    match.play({"kind": "lay", "seat": 0, "tile": {"x": 0, "y": 0, "kind": "curve", "colour": "red", "turn": 0}})
    for seat in (1, 2, 0):
        match.play({"kind": "done", "seat": seat})
    found = plays(table.spectator, match.path)
    (play,) = found["plays"]
    assert play["ignored"] is False
    assert [(one["score"], one["winner"]) for one in play["playerScores"]] == [
        ("1", True),
        ("0", False),
        ("0", False),
    ]
    names = {player["id"]: player["name"] for player in found["players"]}
    assert [names[one["playerRefId"]] for one in play["playerScores"]] == ["Ana", "Ben", "Cleo"]
    assert [game["name"] for game in found["games"] if game["id"] == play["gameRefId"]] == ["Down Under"]


def test_an_evening_is_all_its_matches_in_order(table: Table) -> None:
    matches = [table.begin(game) for game in ("land-unter", "limits", "land-unter")]
    evening = f"/tables/{table.code}"
    assert [row["match"] for row in rows(table.spectator, evening)] == ["1"] * 3 + ["2"] * 3 + ["3"] * 3
    found = plays(table.spectator, evening)
    assert [game["name"] for game in found["games"]] == ["Land Unter", "Limits"]
    assert [play["gameRefId"] for play in found["plays"]] == [1, 2, 1]
    single = [plays(table.spectator, match.path)["plays"][0]["uuid"] for match in matches]
    assert [play["uuid"] for play in found["plays"]] == single


@pytest.mark.parametrize(("name", "places"), [("", []), ("Kitchen", ["Kitchen"])])
def test_the_name_of_the_table_is_the_place_of_its_plays(anybody: Program, name: str, places: list[str]) -> None:
    opened = anybody.post("/tables", {"players": ["Ana", "Ben"], "name": name}).json
    host = Program(anybody.app, opened["host_token"])
    host.post(f"/tables/{opened['table']}/matches", {"game": "limits"})
    found = plays(anybody, f"/tables/{opened['table']}")
    assert [place["name"] for place in found["locations"]] == places
    assert found["plays"][0]["locationRefId"] == len(places)


def test_files_of_what_is_not_there_are_not_found(table: Table) -> None:
    for path in ("/matches/nothing", "/tables/ZZZZ"):
        for end in ("csv", "bgsplay"):
            assert table.spectator.get(f"{path}/export.{end}").problem["status"] == 404
