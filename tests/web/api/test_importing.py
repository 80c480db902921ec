"""A match taken along as a file is the same match elsewhere; what was changed on the way is not taken in."""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from companion.games.land_unter.components import half_rings
from companion.live import InProcessLive
from companion.service.exports import seal
from companion.store import Grant, Store, token_hash
from companion.web.addresses import LARGEST_FILE
from companion.web.app import create_app
from companion.web.services import Services, Settings
from tests.conformance.playing import PACKAGES, golden, random_games, twins
from tests.records import FILE, SERVER, Records, rows
from tests.web.api.asking import Json, Match, Program, count_rings, open_table, trick
from tests.web.people import Browser

OWNER = "the-owners-token"
HAND_OF_ONE_RING = [
    *[card for card in range(1, 61) if half_rings(card) == 0][:10],
    *[card for card in range(1, 61) if half_rings(card) == 1][:2],
]
Change = Callable[[Json], object]


@contextmanager
def another_device(target: str) -> Iterator[Flask]:
    """An app over records of its own, whose owner has a token."""
    with Store.open(target) as store:
        store.grant(Grant(token_hash(OWNER), "owner", "device", datetime(2026, 1, 1, tzinfo=UTC)))
        app = create_app(store, InProcessLive(), Settings(("localhost",)))
        app.config["RECORDS"] = target
        yield app


@pytest.fixture
def other(elsewhere: Callable[[], str]) -> Iterator[Flask]:
    """Another device."""
    with another_device(elsewhere()) as app:
        yield app


def owner_of(app: Flask) -> Program:
    """The owner of a device."""
    return Program(app, OWNER)


def played(app: Flask, package: str, course: Any) -> Match:
    """A whole game, entered by the host."""
    match = open_table(app, course["players"], is_checked=False).begin(PACKAGES[package].slug, **course["options"])
    for move in course["moves"]:
        answer = match.table.host.post(f"{match.path}/moves", {"move": move, "anyway": course.get("anyway", False)})
        assert answer.status == 201, (move, answer.json)
    return match


def unusual(app: Flask) -> Match:
    """A match with a correction, something taken back and brought back, a contest in words, a doubt let stand."""
    match = open_table(app).begin("land-unter", chain=False)
    match.play(*count_rings(4, 5, 6), trick((3, 9), 58, 31, 12), trick((4, 9), 57, 32, 11))
    host = match.table.host
    assert host.post(f"{match.path}/undo", {"index": 4}).status == 200
    assert host.post(f"{match.path}/redo").status == 200
    doubtful = {"move": trick((5, 9), 57, 33, 10), "anyway": True, "key": "a key"}
    assert host.post(f"{match.path}/moves", doubtful).status == 201
    corrected = {"index": 3, "move": trick((2, 9), 58, 31, 12), "anyway": True}
    assert host.post(f"{match.path}/amend", corrected).status == 200
    remark = {"index": 5, "reason": "rule", "remark": "=that was not so"}
    assert host.post(f"{match.path}/contest", {**remark, "index": 4}).status == 200
    return match


def file_of(who: Program, match: Match) -> Json:
    """The file of the match."""
    found: Json = who.get(f"{match.path}/export.json").json
    return found


def text_of(app: Flask, match: str, token: str | None = None) -> bytes:
    """The file of a match, byte by byte."""
    answer = Program(app, token).get(f"/matches/{match}/export.json")
    assert answer.status == 200
    return answer.response.get_data()


def sealed(file: Json) -> Json:
    """The file, sealed anew as somebody would who knows how."""
    file["record"]["seal"] = seal(file)
    return file


def chained(file: Json) -> Json:
    """The file with every hash worked out anew, by the text of the documentation, and sealed."""
    record = file["record"]
    seats = json.dumps([one["seat"] for one in record["seats"]])
    before = _digest([file["match"], file["game"], record["options"], seats])
    for seq, one in enumerate(record["entries"]):
        parts = [before, file["match"], seq, one["at"], one["by_seat"], one["by_role"], one["body"], one["key"]]
        before = one["hash"] = _digest(parts)
    return sealed(file)


def _digest(parts: list[Any]) -> str:
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def refused(app: Flask, file: object) -> Json:
    """The problem with a file; nothing was written."""
    before = rows(app.config["RECORDS"])
    answer = owner_of(app).post("/import", file)
    assert (answer.status, answer.json.get("clauses")) == (422, []), answer.json
    assert rows(app.config["RECORDS"]) == before
    return answer.problem


@pytest.mark.parametrize("package", PACKAGES)
def test_exported_wiped_imported_and_exported_again_every_game_is_the_same(
    app: Flask, other: Flask, package: str
) -> None:
    for course in golden(package):
        match = played(app, package, course)
        before = text_of(app, match.id, match.table.host.token)

        answer = owner_of(other).post("/import", json.loads(before))

        assert answer.status == 201, answer.json
        assert text_of(other, match.id, OWNER) == before
        mine, theirs = (Program(one).get(match.path).json for one in (app, other))
        assert mine == theirs


@pytest.mark.parametrize("package", PACKAGES)
def test_random_matches_come_through_as_they_are(app: Flask, other: Flask, package: str) -> None:
    for players, options, moves in random_games(package, 2):
        match = played(app, package, {"players": players, "options": options, "moves": moves})
        before = text_of(app, match.id, match.table.host.token)

        assert owner_of(other).post("/import", json.loads(before)).status == 201
        assert text_of(other, match.id, OWNER) == before


@pytest.mark.parametrize("kind", [FILE, SERVER])
def test_corrections_contests_and_doubts_come_along_also_to_the_other_kind_of_store(
    app: Flask, all_records: dict[str, Records], kind: str
) -> None:
    match = unusual(app)
    before = text_of(app, match.id)

    with all_records[kind].lent() as target, another_device(target) as other:
        assert owner_of(other).post("/import", json.loads(before)).status == 201
        assert text_of(other, match.id) == before
        journal = Program(other).get(f"{match.path}/journal").json
        assert [entry.get("remark") for entry in journal][-1] == "=that was not so"


def test_on_the_same_device_a_wiped_table_comes_back(app: Flask, store: Store) -> None:
    store.grant(Grant(token_hash(OWNER), "owner", "device", datetime(2026, 1, 1, tzinfo=UTC)))
    match = unusual(app)
    services: Services = app.extensions["tableside"]
    before = text_of(app, match.id)
    owner = services.tables.caller(OWNER)
    services.keeping.delete_table(owner, services.tables.find(match.table.code))
    assert Program(app).get(match.path).status == 404

    done = owner_of(app).post("/import", json.loads(before))

    assert done.status == 201
    assert done.json["matches"] == [{"match": match.id, "game": "land-unter", "is_new": True}]
    assert text_of(app, match.id) == before


def test_the_same_file_twice_doubles_nothing(app: Flask, other: Flask) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    first = owner_of(other).post("/import", file)
    before = rows(other.config["RECORDS"])

    again = owner_of(other).post("/import", file)

    assert (first.status, again.status) == (201, 200)
    assert again.json == {**first.json, "matches": [{**first.json["matches"][0], "is_new": False}]}
    assert rows(other.config["RECORDS"]) == before


def test_an_evening_comes_back_with_all_its_matches_and_everybody_who_sat_there(app: Flask, other: Flask) -> None:
    table = open_table(app, 5)
    for game, seats in (("land-unter", [0, 1, 2]), ("limits", [3, 1])):
        table.host.post(f"/tables/{table.code}/matches", {"game": game, "seats": seats})
    before = table.spectator.get(f"/tables/{table.code}/export.json")

    answer = owner_of(other).post("/import", before.json)

    assert answer.status == 201
    again = Program(other).get(f"/tables/{answer.json['table']}/export.json")
    assert again.response.get_data() == before.response.get_data()
    assert [one["name"] for one in again.json["seats"]] == ["Ana", "Ben", "Cleo", "Dora", "Emil"]


def test_a_match_that_is_not_over_goes_on_there(app: Flask, other: Flask) -> None:
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4, 5, 6))
    owner = owner_of(other)
    assert owner.post("/import", file_of(match.table.host, match)).status == 201

    answer = owner.post(f"{match.path}/moves", {"move": trick((3, 9), 58, 31, 12), "version": 3})

    assert answer.status == 201
    services: Services = other.extensions["tableside"]
    table = services.store.recent_tables(1)[0]
    own = Program(other, services.seating.token(table.id, 1))
    assert own.post(f"{match.path}/moves", {"move": trick((4, 9), 57, 32, 11)}).status == 201


def test_a_match_that_went_on_here_is_not_overwritten(app: Flask, other: Flask) -> None:
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4, 5, 6))
    file = file_of(match.table.host, match)
    owner_of(other).post("/import", file)
    owner_of(other).post(f"{match.path}/moves", {"move": trick((3, 9), 58, 31, 12)})

    assert "here already" in refused(other, file)["detail"]


def test_only_the_owner_of_the_device_takes_files_in(app: Flask) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)

    assert match.table.host.post("/import", file).problem["status"] == 403
    assert Program(app).post("/import", file).problem["status"] == 401


def _set(*path: Any, to: Any) -> Change:
    def change(file: Json) -> None:
        inner: Any = file
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = to

    return change


@pytest.mark.parametrize("change", [
    _set("journal", 0, "move", "rings", to=5), _set("journal", 3, "move", "levels", to=[1, 2]),
    _set("state", "seats", 0, "score", to=40), _set("players", 0, to="Zoe"), _set("options", "chain", to=True),
    _set("rulings", 0, "headline", to="Zoe wins"), _set("opened_at", to="2020-01-01T00:00:00+00:00"),
    _set("record", "entries", 0, "at", to="2020-01-01T00:00:00.000000Z"), _set("record", "seats", 0, "name", to="Zoe"),
    _set("record", "remarks", "7", to="I said something else"), _set("number", to=7), _set("table", to="elsewhere"),
    lambda file: file["record"]["entries"].pop(), lambda file: file["journal"].pop(),
])  # fmt: skip
def test_whatever_is_changed_in_a_file_is_noticed(app: Flask, other: Flask, change: Change) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    change(file)

    assert "changed" in refused(other, file)["detail"]


def test_a_changed_journal_is_noticed_by_its_hashes_though_the_file_was_sealed_anew(app: Flask, other: Flask) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    body = file["record"]["entries"][1]["body"]
    file["record"]["entries"][1]["body"] = body.replace('"rings":5', '"rings":6')
    assert file["record"]["entries"][1]["body"] != body

    assert "Entry 2 " in refused(other, sealed(file))["detail"]


def test_an_end_that_was_torn_off_is_noticed_though_the_file_was_sealed_anew(app: Flask, other: Flask) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    file["record"]["entries"].pop()

    refused(other, sealed(file))


def test_entries_that_lead_elsewhere_are_noticed_though_every_hash_was_worked_out_anew(
    app: Flask, other: Flask
) -> None:
    course = golden("down_under")[0]
    match = played(app, "down_under", course)
    file = file_of(match.table.host, match)
    assert owner_of(other).post("/import", chained(copy.deepcopy(file))).status == 201
    file["match"] = "another-match"
    file["state"]["seats"][0]["score"] += 1

    assert "do not lead to the result" in refused(other, chained(file))["detail"]


@pytest.mark.parametrize("body", [
    "", "no JSON", "null", "[]", "7", "{}", '{"entry":"played"}', '{"entry":"played","move":{"kind":"castle"}}',
    '{"entry":"played","move":{"kind":"count_rings","seat":9,"rings":4}}', '{"entry":"undone","index":"0"}',
    '{"entry":"undone","index":99}', '{"entry":"undone","index":true}', '{"entry":"amended","moves":[[0]]}',
    '{"entry":"amended","moves":7}', '{"entry":"contested","index":0,"reason":{"a":1}}', '{"entry":"redone"}',
    '{"entry":"contested","index":0.5,"reason":"rule"}', "[" * 900 + "]" * 900, '{"entry":"settled","index":null}',
    '{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":4},"anyway":"yes"}',
    '{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":4},"anyway":true}',
    '{"entry":"played","move":{"kind":"count_rings","seat":0,"rings":4},"entry":"abandoned"}',
])  # fmt: skip
def test_an_entry_that_no_tableside_made_is_refused(app: Flask, other: Flask, body: str) -> None:
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(4))
    file = file_of(match.table.host, match)
    file["record"]["entries"][0]["body"] = body

    assert "Entry 1 " in refused(other, chained(file))["detail"]


@pytest.mark.parametrize(("change", "said"), [
    (_set("game", to="chess"), "does not know the game chess"), (_set("format_version", to=2), "newer Tableside"),
    (_set("format", to="something-else"), "no match that Tableside"), (_set("record", to=None), "hidden"),
    (_set("format_version", to="1"), "changed"), (_set("game", to=7), "changed"),
])  # fmt: skip
def test_another_game_a_newer_format_or_no_file_of_ours_is_refused(
    app: Flask, other: Flask, change: Change, said: str
) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    change(file)

    assert said in refused(other, file)["detail"]


@pytest.mark.parametrize("file", [{}, {"format": "tableside-evening", "format_version": 1, "matches": []}])
def test_a_file_without_a_match_is_refused(other: Flask, file: Json) -> None:
    refused(other, file)


@pytest.mark.parametrize("change", [
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
])  # fmt: skip
def test_a_file_made_up_with_every_hash_right_is_refused_where_it_makes_no_sense(
    app: Flask, other: Flask, change: Change
) -> None:
    match = unusual(app)
    file = file_of(match.table.host, match)
    change(file)
    try:
        made_up = chained(file)
    except (TypeError, KeyError, IndexError):
        made_up = file

    refused(other, made_up)


def test_nothing_that_is_thrown_at_it_breaks_it(app: Flask, other: Flask) -> None:
    match = unusual(app)
    rng = random.Random(7)
    whole = file_of(match.table.host, match)
    statuses = set()
    for _ in range(150):
        file = copy.deepcopy(whole)
        _spoil(rng, file)
        try:
            made_up = chained(file)
        except (TypeError, KeyError, AttributeError, IndexError):
            made_up = file
        answer = Program(other, OWNER, is_checked=False).post("/import", made_up)
        statuses.add(answer.status)
    assert statuses <= {200, 201, 400, 422}
    assert 422 in statuses


def _spoil(rng: random.Random, file: Json) -> None:
    """Put something else in one place of the file."""
    places: list[tuple[Any, Any]] = []
    waiting: list[Any] = [file]
    while waiting:
        one = waiting.pop()
        for key in one if isinstance(one, dict) else range(len(one)):
            places.append((one, key))
            if isinstance(one[key], (dict, list)):
                waiting.append(one[key])
    holder, key = rng.choice(places)
    holder[key] = rng.choice([None, True, -1, 0, 2**62, "", "x", [], {}, "2026-01-01T00:00:00Z", [[]], 0.5])


@pytest.mark.parametrize("body", [
    b"", b"{", b"\xff\xfe", b"[" * 100_000, gzip.compress(b"{}", mtime=0), b'{"format":"\\ud800"}', b'{"format":"a\\u0000b"}',
    b'{"a":1,"a":2}', b'{"a":1e999999}', b'{"a":NaN}', b'{"a":123456789012345678901234567890}',
])  # fmt: skip
def test_what_is_no_plain_json_is_refused(other: Flask, body: bytes) -> None:
    answer = owner_of(other).raw("/import", body)
    assert answer.status in (400, 422), answer.json
    assert answer.problem["detail"]


def test_a_body_beyond_the_limit_is_refused_without_the_servers_shell_too(other: Flask) -> None:
    assert owner_of(other).raw("/import", b" " * (9 * 1024 * 1024)).status == 413


@pytest.mark.parametrize("package", [package for package in PACKAGES if twins(package)])
def test_while_something_is_hidden_a_file_has_no_record_for_anybody_but_those_who_see_it(
    app: Flask, other: Flask, package: str
) -> None:
    twin = twins(package)[0]
    match = open_table(app, twin["players"]).begin(PACKAGES[package].slug, **twin["options"])
    for move in twin["one"]:
        assert match.table.host.post(f"{match.path}/moves", {"move": move, "anyway": True}).status == 201

    files = [file_of(who, match) for who in (match.table.host, match.table.spectator)]

    assert [file["record"] for file in files] == [None, None]
    assert "hidden" in refused(other, files[0])["detail"]


def test_once_it_is_over_the_host_takes_all_of_it_though_a_hand_was_never_shown(app: Flask, other: Flask) -> None:
    course = golden("land_unter")[0]
    hand: Json = {"kind": "count_rings", "seat": 0, "cards": HAND_OF_ONE_RING}
    table = open_table(app)
    match = table.begin("land-unter")
    for move in [hand, *course["moves"][1:]]:
        answer = table.host.post(f"{match.path}/moves", {"move": move, "anyway": True})
        assert answer.status == 201, answer.json
    assert match.state()["phase"] == "over"

    assert file_of(table.spectator, match)["record"] is None
    whole = file_of(table.host, match)
    assert whole["journal"][0]["move"]["cards"] == hand["cards"]
    assert owner_of(other).post("/import", whole).status == 201
    assert file_of(owner_of(other), match) == whole


def test_a_match_broken_off_and_one_typed_in_from_paper_come_along_too(app: Flask, other: Flask) -> None:
    broken = open_table(app).begin("land-unter")
    broken.play(*count_rings(4, 5, 6))
    assert broken.table.host.post(f"{broken.path}/abandon").status == 200
    sheet = {"kind": "from_paper", "rounds": [[4, -1, 2], [3, 0, 1], [1, 1, 1]]}
    noted = open_table(app).begin("land-unter")
    noted.play(sheet)
    for match in (broken, noted):
        before = text_of(app, match.id)
        assert owner_of(other).post("/import", json.loads(before)).status == 201
        assert text_of(other, match.id) == before


def test_what_was_taken_in_is_looked_back_on_like_any_other(app: Flask, other: Flask) -> None:
    match = played(app, "down_under", golden("down_under")[0])
    assert owner_of(other).post("/import", file_of(match.table.host, match)).status == 201
    browser = Browser(other)
    browser.client.set_cookie("device", OWNER, domain="localhost")

    assert f"/m/{match.id}/result" in browser.get("/history").get_data(as_text=True)
    assert browser.get(f"/m/{match.id}/result").status_code == 200
    assert browser.get(f"/m/{match.id}").status_code == 200


def test_a_long_match_is_far_smaller_than_what_is_let_in(app: Flask) -> None:
    players, options, moves = max(random_games("down_under", 6), key=lambda one: len(one[2]))
    match = played(app, "down_under", {"players": players, "options": options, "moves": moves})

    assert len(moves) > 40
    assert len(text_of(app, match.id)) < LARGEST_FILE / 10
