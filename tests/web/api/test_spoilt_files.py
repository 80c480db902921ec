"""A file that was changed, made up or torn is not taken in, and leaves nothing behind."""

import copy
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from flask import Flask

from tests.web.api.asking import Json, Match, Program, count_rings, open_table
from tests.web.api.carried import OWNER, file_of, owner_of, refused, unusual

Change = Callable[[Json], object]
NOTHING = object()


@pytest.fixture
def match(app: Flask) -> Match:
    return unusual(app)


def _set(*path: Any, to: Any) -> Change:
    """Something else in one place of a file; where it is nothing, that place is torn off."""

    def change(file: Json) -> None:
        inner: Any = reduce(getitem, path[:-1], file)
        if to is NOTHING:
            del inner[path[-1]]
        else:
            inner[path[-1]] = to

    return change


CHANGES: list[Change] = [
    _set("state", "seats", 0, "score", to=40), _set("players", 0, to="Zoe"), _set("options", "chain", to=True),
    _set("record", "seats", 0, "name", to="Zoe"), _set("version", to=3), _set("record", "entries", -1, to=NOTHING),
    _set("record", "entries", 0, "body", to='{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":99}}'),
]  # fmt: skip


def changed_by(changes: Sequence[Change], match: Match) -> Iterator[tuple[int, Json]]:
    """The file of the match after each of these changes, with its number."""
    whole = file_of(match.table.host, match)
    for number, change in enumerate(changes):
        file = copy.deepcopy(whole)
        change(file)
        yield number, file


def test_a_file_whose_record_no_longer_holds_is_refused(subtests: pytest.Subtests, other: Flask, match: Match) -> None:
    for number, file in changed_by(CHANGES, match):
        with subtests.test(number=number):
            assert "changed" in refused(other, file)["detail"]


def test_a_file_changed_by_hand_that_still_holds_is_taken_in_as_it_plays(other: Flask, match: Match) -> None:
    file = file_of(match.table.host, match)
    body = file["record"]["entries"][1]["body"]
    file["record"]["entries"][1]["body"] = body.replace('"rings":5', '"rings":6')
    assert file["record"]["entries"][1]["body"] != body
    assert owner_of(other).post("/import", file).status == 201
    assert Program(other).get(match.path).json["state"]["seats"][1]["rings"] == 3


def test_a_file_with_the_seals_of_older_versions_is_read(other: Flask, match: Match) -> None:
    file = file_of(match.table.host, match)
    older = copy.deepcopy(file) | {"format_version": 1}
    older["record"]["seal"] = "0" * 64
    for one in older["record"]["entries"]:
        one["hash"] = "0" * 64
    assert Program(other, OWNER, is_checked=False).post("/import", older).status == 201
    assert owner_of(other).post("/import", file).status == 200


def test_a_match_that_is_here_is_not_taken_in_at_another_table(other: Flask, match: Match) -> None:
    file = file_of(match.table.host, match)
    assert owner_of(other).post("/import", file).status == 201
    file["record"]["table"] = "another-table-of-ours"
    assert "with other entries or at another table" in refused(other, file)["detail"]


NO_ENTRIES: list[str] = [
    "", "no JSON", "null", "[]", "7", "{}", '{"entry":"played"}', '{"entry":"played","move":{"kind":"castle"}}',
    '{"entry":"played","move":{"kind":"count_rings","seat":9,"rings":4}}', '{"entry":"undone","index":"0"}',
    '{"entry":"undone","index":99}', '{"entry":"undone","index":true}', '{"entry":"amended","moves":[[0]]}',
    '{"entry":"amended","moves":7}', '{"entry":"contested","index":0,"reason":{"a":1}}', '{"entry":"redone"}',
    '{"entry":"contested","index":0.5,"reason":"rule"}', "[" * 900 + "]" * 900, '{"entry":"settled","index":null}',
    '{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":4},"anyway":"yes"}',
    '{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":4},"anyway":true}',
    '{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":4},"entry":"abandoned"}',
]  # fmt: skip

SENSELESS: list[Change] = [
    _set("format", to="something-else"), _set("format_version", to="1"), _set("game", to=7),
    _set("match", to="../../x"), _set("match", to=""), _set("match", to="x" * 300), _set("match", to=7),
    _set("record", "table", to="a:b"), _set("number", to=0), _set("number", to=2**40), _set("table", to=None),
    _set("record", "seats", 0, "name", to="\u200b"), _set("record", "seats", 0, "name", to="Ben"),
    _set("record", "seats", 0, "name", to="x" * 60), _set("record", "seats", 0, "seat", to=1),
    _set("record", "seats", 0, "seat", to=-1), _set("record", "seats", to=[]), _set("record", "options", to="[]"),
    _set("record", "options", to='{"chain":"maybe"}'), _set("record", "options", to="{"), _set("record", to=[]),
    _set("record", "entries", 0, "at", to="yesterday"), _set("record", "entries", 0, "at", to="2026-01-01T00:00:00"),
    _set("record", "entries", 0, "by_seat", to=-1), _set("record", "entries", 0, "by_seat", to=2**40),
    _set("record", "entries", 0, "by_role", to=""), _set("record", "entries", 0, "key", to=""),
    _set("record", "remarks", to={"99": "x"}), _set("record", "remarks", to={"x": "x"}), _set("opened_at", to=None),
    _set("record", "remarks", to={"0": "x" * 500}), _set("ended_at", to=7), _set("record", "more", to=1),
    _set("players", to=["Zoe", "Ben", "Cleo"]), _set("version", to=1), _set("state", to=None), _set("options", to={}),
]  # fmt: skip


@pytest.mark.ring("test")
def test_a_file_made_up_is_refused_where_it_makes_no_sense(
    subtests: pytest.Subtests, other: Flask, match: Match
) -> None:
    for number, file in changed_by(SENSELESS, match):
        with subtests.test(number=number):
            assert refused(other, file)["detail"]


def test_what_is_no_plain_json_is_refused_as_in_every_request(other: Flask) -> None:
    bodies = b"", b"{", b'{"a":1,"a":2}', b'{"a":NaN}'
    assert [owner_of(other).raw("/import", body).problem["status"] for body in bodies] == [400] * 4


def test_an_entry_that_no_tableside_made_is_refused(subtests: pytest.Subtests, app: Flask, other: Flask) -> None:
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4))
    whole = file_of(match.table.host, match)
    for body in NO_ENTRIES:
        with subtests.test(body=body):
            file = copy.deepcopy(whole)
            file["record"]["entries"][0]["body"] = body
            assert "Entry 1." in refused(other, file)["detail"]
