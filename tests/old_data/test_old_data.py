"""What every earlier version left behind opens whole, and says what it said then."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.store import Store
from tests.old_data.folders import FOLDERS, Device, Old, opened, unpacked
from tests.records import Records, reach_in
from tests.rings import few_first, some_of

pytestmark = pytest.mark.parametrize(
    "old", few_first(FOLDERS, 1, "test"), indirect=True, ids=lambda path: path.name[:8]
)
OF_ALL = (
    "/", "/screen", "/history", "/history/scores.csv", "/forget", "/owner", "/judge", "/rules", "/paper",
    "/settings",
)  # fmt: skip
"""The pages that say something of every table; the others of no table are the same over any records."""
TURNS = count(int(os.environ["SEED"]))
"""Of which game's longest match an address is asked, in one folder after the other: of each once in as many folders as games."""
SAID = ("version", "scores", "winners", "phase")


@pytest.fixture(scope="module")
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Old:
    return unpacked(request.param, tmp_path_factory.mktemp("old"))


@pytest.fixture(scope="module")
def device(old: Old, records: Records) -> Iterator[Device]:
    """Today's version over that folder."""
    with records.lent() as place, opened(old, place) as store:
        yield Device(store, old.records.parent, old.tables)


@pytest.fixture(scope="module")
def shown() -> set[tuple[Any, ...]]:
    """The records whose pages were looked at in an earlier folder."""
    return set()


@pytest.fixture(scope="module")
def unseen(old: Old, records: Records, shown: set[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """The matches of a folder whose options and entries are not, word for word, those of an earlier folder; else the longest."""
    found = []
    for one in old.matches:
        told = "SELECT body, options FROM journal JOIN matches ON match_id = id WHERE id = %s ORDER BY seq"
        record = (records.kind, one["game"], *reach_in(str(old.records), told, one["match"]))
        found += [] if record in shown else [one]
        shown.add(record)
    return found or [max(old.matches, key=lambda one: one["version"])]


def test_every_match_and_its_evening_say_what_they_said_then(old: Old, device: Device) -> None:
    told = {one["match"]: device.said_of(one["match"]) for one in old.matches}
    assert told == {one["match"]: {**{name: one[name] for name in SAID}, "stopped": None} for one in old.matches}
    evenings = [device.get(f"/api/v1/tables/{code}/evening").get_json() for code in old.tables]
    places: dict[str, Any] = {one["match"]: one["places"] for evening in evenings for one in evening["matches"]}
    scored = {one["match"]: one["places"][0] for one in old.matches if one["places"]}
    assert scored == {match_id: places[match_id] for match_id in scored}
    won = {one["match"] for one in old.matches if one["winners"]}
    assert won == {one["match"] for one in old.matches if places[one["match"]]}


def test_every_match_is_shown_and_every_page_and_file_of_the_longest_of_a_game_answers(
    unseen: list[dict[str, Any]], device: Device
) -> None:
    longest = {one["game"]: one for one in sorted(unseen, key=lambda one: one["version"])}.values()
    asked = set(OF_ALL)
    for at, one in enumerate(longest, next(TURNS)):
        of_table = device.addresses(code=one["table"], table=one["table"], seat=0, slug="points")
        of_match = device.addresses(match_id=one["match"], seat=0, index=0)
        found = [path for path in of_table + of_match if one["table"] in path or one["match"] in path]
        asked |= {path for number, path in enumerate(found) if (at + number) % len(longest) == 0}
    answers = {path: device.get(path).status_code for path in asked}
    assert {path: status for path, status in answers.items() if status >= 500} == {}
    shown = [f"/m/{one['match']}{page}" for one in unseen for page in ("", "/journal", "/result", "/match.json")]
    # Where somebody joined, the board of the match before leads to the one that goes on.
    assert {path for path in shown if device.client.get(path, follow_redirects=True).status_code != 200} == set()


def test_its_files_say_what_they_did_and_are_taken_in(old: Old, device: Device, elsewhere: Any, tmp_path: Path) -> None:
    files = {match_id: file for match_id, file in old.files.items() if file.get("record") is not None}
    for match_id, file in files.items():
        assert _recorded(device.get(f"/m/{match_id}/match.json").get_json()) == _recorded(file)
    with Store.open(elsewhere()) as store:
        other = Device(store, tmp_path / "other", [])
        for match_id, file in files.items():
            other.bring(file)
            assert other.said_of(match_id) == device.said_of(match_id)


def test_its_files_of_evenings_are_taken_in_where_nothing_in_them_is_hidden(
    old: Old, device: Device, elsewhere: Any, tmp_path: Path
) -> None:
    with Store.open(elsewhere()) as store:
        other = Device(store, tmp_path / "other", [])
        for file in some_of(old.evenings.values(), 2):
            is_whole = all(one["record"] is not None for one in file["matches"])
            other.bring(file, 201 if is_whole else 422)
            for match_id in [one["match"] for one in file["matches"] if is_whole]:
                assert other.said_of(match_id) == device.said_of(match_id)
                assert other.get(f"/m/{match_id}/journal").status_code == 200


def _recorded(file: dict[str, Any]) -> dict[str, Any]:
    same = ("match", "game", "options", "table", "number", "opened_at", "ended_at", "players", "version")
    entries = [{name: value for name, value in one.items() if name != "hash"} for one in file["record"]["entries"]]
    record = {**{name: value for name, value in file["record"].items() if name != "seal"}, "entries": entries}
    return {**{name: file[name] for name in same}, "record": record}
