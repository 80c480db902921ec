"""A match whose record cannot be read says so on its own pages, and takes nothing else with it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.store import Store, chain, ready_copy
from tests.old_data.folders import FOLDERS, Device, Old, unpacked
from tests.records import reach_in
from tests.rings import few_first
from tests.there import there

GONE = 410
PLAYED = '{"entry":"played","move":{"kind":%s}}'


def options(**added: object) -> Callable[[str, list[str]], tuple[str, list[str]]]:
    return lambda written, bodies: (json.dumps({**json.loads(written), **added}), bodies)


def entry(body: str) -> Callable[[str, list[str]], tuple[str, list[str]]]:
    return lambda written, bodies: (written, [bodies[0], body, *bodies[2:]])


DAMAGES = {
    "a house rule that nobody knows": options(moon=True),
    "a choice that nobody knows": options(chain="sometimes"),
    "options that are no text of ours": lambda written, bodies: ("{", bodies),
    "an entry that nobody knows": entry('{"entry":"sung"}'),
    "an entry that is no text of ours": entry("{"),
    "a move that nobody knows": entry(PLAYED % '"sing"'),
    "a move of another shape": entry(PLAYED % '"count_rings","seat":"Ana"'),
    "an undo of what is not there": entry('{"entry":"undone","index":9000}'),
}
"""What a version may find that it cannot read, each in a chain of hashes that fits."""

ROWS: dict[str, tuple[str, object]] = {
    "seats that are no text of ours": ("seats", "[0"), "seats that are no list": ("seats", "5"),
    "seats that are no numbers": ("seats", '{"Ana": "Ben"}'), "one seat for everybody": ("seats", "[0, 0, 0]"),
    "seats cut short": ("seats", "[0]"), "a beginning at no time": ("opened_at", "late"),
    "an end at no time": ("ended_at", "late"), "options of bytes": ("options", b"\xff\xfe"),
    "a game that nobody knows": ("game", "moon-race"), "a number that is none": ("number", "first"),
    "as many entries as nobody can count": ("version", "many"), "more entries than there are": ("version", 9000),
    "another end of its entries": ("head", "0" * 64),
}  # fmt: skip
"""What a damaged row of a match may say, by its column."""


@pytest.fixture
def old(tmp_path: Path) -> Old:
    [newest] = [one for one in FOLDERS if one.name.startswith("be8fdae1")]
    return unpacked(newest, tmp_path)


def rewrite(target: Path, match_id: str, change: Callable[[str, list[str]], tuple[str, list[str]]]) -> None:
    """Put other options and entries in a match, with hashes that fit."""
    [(game, written, seats)] = reach_in(str(target), "SELECT game, options, seats FROM matches WHERE id = %s", match_id)
    rows = reach_in(
        str(target), "SELECT at, by_seat, by_role, idem, body FROM journal WHERE match_id = %s ORDER BY seq", match_id
    )
    made, bodies = change(written, [row[-1] for row in rows])
    head = chain.beginning(match_id, game, made, seats)
    for seq, (row, body) in enumerate(zip(rows, bodies, strict=True)):
        at, by_seat, by_role, idem, _ = row
        stored = chain.linked(head, match_id, seq, at, by_seat, by_role, body, idem)
        where = "UPDATE journal SET body = %s, prev_hash = %s, hash = %s WHERE match_id = %s AND seq = %s"
        reach_in(str(target), where, body, stored.prev_hash, stored.hash, match_id, seq)
        head = stored.hash
    reach_in(str(target), "UPDATE matches SET options = %s, head = %s WHERE id = %s", made, head, match_id)
    reach_in(str(target), "DELETE FROM summaries WHERE match_id = %s", match_id)


def first_of(old: Old, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A match of this game that was played to its end, and another at its table."""
    one = next(found for found in old.matches if found["game"] == game and found["winners"])
    return one, next(found for found in old.matches if found["table"] == one["table"] and found is not one)


def spoil(target: Path, match_id: str, damage: str) -> None:
    if damage in DAMAGES:
        rewrite(target, match_id, DAMAGES[damage])
        return
    column, value = ROWS[damage]
    reach_in(str(target), f"UPDATE matches SET {column} = %s WHERE id = %s", value, match_id)


@pytest.mark.parametrize("damage", few_first(sorted([*DAMAGES, *ROWS]), 2, "test"))
def test_its_own_page_says_so_and_its_table_goes_on(old: Old, damage: str, tmp_path: Path) -> None:
    lost, other = first_of(old, "land-unter")
    spoil(old.records, lost["match"], damage)
    with Store.open(old.records) as store:
        device = Device(store, tmp_path, old.tables)
        page = device.client.get(f"/m/{lost['match']}", headers={"Accept-Language": "de"})
        told = device.get(f"/api/v1/matches/{lost['match']}")
        assert (page.status_code, told.status_code) == (GONE, GONE)
        assert "Diese Partie lässt sich nicht öffnen" in page.get_data(as_text=True)
        assert f"/t/{lost['table']}" in page.get_data(as_text=True)
        assert told.get_json()["type"].endswith("#problem-cannot-open")
        assert device.said_of(other["match"])["version"] == other["version"]
        assert "can’t be opened" in device.get(f"/t/{lost['table']}").get_data(as_text=True)
        store.copy_to(tmp_path / "copy.sqlite")
        evening = device.get(f"/t/{lost['table']}/evening.json").get_json()
        kept = {one["match"]: device.said_of(one["match"]) for one in evening["matches"]}
        assert {*kept} == {one["match"] for one in old.matches if one["table"] == lost["table"]} - {lost["match"]}
        ready_copy(tmp_path / "copy.sqlite")
    with Store.open(tmp_path / "new.sqlite") as store:
        device = Device(store, tmp_path / "new", [])
        device.bring(evening)
        assert {match_id: device.said_of(match_id) for match_id in kept} == kept


@pytest.mark.ring("test")
@pytest.mark.parametrize(
    "damage", few_first(list(dict.fromkeys(["a move of another shape", "seats cut short", *DAMAGES, *ROWS])), 2)
)
def test_every_other_address_answers(old: Old, damage: str, tmp_path: Path) -> None:
    lost, other = first_of(old, "land-unter")
    spoil(old.records, lost["match"], damage)
    with Store.open(old.records) as store:
        device = Device(store, tmp_path, old.tables)
        own = device.addresses(match_id=lost["match"], seat=0, index=0)
        others = [*device.addresses(), *device.addresses(code=lost["table"], table=lost["table"], seat=0)]
        others += device.addresses(match_id=other["match"], seat=0, index=0)
        assert {path for path in {*own} - {*others} if device.get(path).status_code not in (303, GONE)} == set()
        assert {path for path in others if device.get(path).status_code in (GONE, *range(500, 600))} == set()


def test_the_history_opens_though_the_match_that_ended_last_cannot(old: Old, tmp_path: Path) -> None:
    with Store.open(old.records) as store:
        told = Device(store, tmp_path, old.tables).get("/history").get_data(as_text=True)
    lost = there(re.search(r"/m/([\w-]+)", told))[1]
    spoil(old.records, lost, "another end of its entries")
    with Store.open(old.records) as store:
        device = Device(store, tmp_path / "after", old.tables)
        assert [device.get(path).status_code for path in (f"/m/{lost}", "/history")] == [GONE, 200]


def test_a_play_that_the_rules_refuse_is_shown_where_it_stopped(old: Old, tmp_path: Path) -> None:
    lost, _ = first_of(old, "land-unter")
    rewrite(old.records, lost["match"], entry(PLAYED % '"count_rings","seat":0,"rings":0'))
    with Store.open(old.records) as store:
        device = Device(store, tmp_path, old.tables)
        answers = {
            path: device.get(path).status_code for path in device.addresses(match_id=lost["match"], seat=0, index=0)
        }
        assert {path for path, status in answers.items() if status >= 500} == set()
        shown = [answers[f"/m/{lost['match']}{page}"] for page in ("", "/journal", "/result", "/match.json", "/sheet")]
        assert shown == [200] * len(shown)
        assert device.said_of(lost["match"])["stopped"] is not None


def test_check_names_every_match_that_cannot_be_opened_and_what_to_do(
    old: Old, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--data", str(tmp_path), "check"])
    assert f"matches: {len(old.matches)} can be opened" in capsys.readouterr().out
    lost, other = first_of(old, "land-unter")
    rewrite(old.records, lost["match"], DAMAGES["a house rule that nobody knows"])
    rewrite(old.records, other["match"], DAMAGES["a move that nobody knows"])
    assert main(["--data", str(tmp_path), "check"]) == 1
    said = capsys.readouterr().out
    assert f"matches: {len(old.matches) - 2} can be opened" in said
    named = [line for line in said.splitlines() if line.startswith("match: ")]
    assert len(named) == 2
    for number, line in zip((2, 1), sorted(named, reverse=True), strict=True):
        assert f"match: {lost['table']} {number} (land-unter, " in line
        assert "docs/recovery.md" in line
