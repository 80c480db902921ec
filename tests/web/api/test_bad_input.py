"""Whatever is sent, the answer is a problem object that says what to do; nothing is recorded, nothing breaks."""

import json
from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from companion.store import Outage, Store, StoreUnavailable
from companion.web.api.document import document
from companion.web.app.services import Services
from tests.conformance.playing import golden
from tests.web.api.asking import Json, Match, count_rings, open_table, trick

BODIES: dict[str, bytes] = {
    "nothing": b"", "blanks": b"   \n", "no JSON": b"hello", "half of it": b'{"players": ["Ana"',
    "a comma too many": b'{"players": ["Ana"],}', "single quotes": b"{'players': ['Ana']}",
    "something after it": b'{"players": ["Ana"]} {"players": ["Ben"]}',
    "a name twice": b'{"players": ["Ana"], "players": ["Ben"]}',
    "a name twice inside": b'{"players": ["Ana"], "name": {"a": 1, "a": 2}}', "NaN": b'{"players": NaN}',
    "Infinity": b'{"players": [Infinity]}', "minus Infinity": b'{"players": -Infinity}',
    "an endless number": b'{"players": ' + b"9" * 5000 + b"}", "a huge number": b'{"players": 9223372036854775808}',
    "a huge negative number": b'{"players": -9223372036854775809}', "a number beyond floats": b'{"players": 1e999}',
    "a lone surrogate": b'{"players": ["\\ud800"]}', "a lone surrogate as a name": b'{"\\udfff": 1}',
    "NUL": b'{"players": ["A\\u0000na"]}', "NUL itself": b'{"players": ["A\x00na"]}', "NUL as a name": b'{"\\u0000": 1}',
    "UTF-16": '{"players": ["Ana"]}'.encode("utf-16"), "UTF-32": '{"players": ["Ana"]}'.encode("utf-32"),
    "Latin-1": '{"players": ["Zo\u00eb"]}'.encode("latin-1"), "a byte order mark": '\ufeff{"players": ["Ana"]}'.encode(),
    "bytes": bytes(range(256)), "deep lists": b'{"players": ' + b"[" * 1000 + b"]" * 1000 + b"}",
    "very deep lists": b"[" * 100_000, "deep objects": b'{"a":' * 500 + b"1" + b"}" * 500, "a list": b"[]",
    "a text": b'"players"', "a number": b"7", "true": b"true", "null": b"null", "a form": b"players=Ana&players=Ben",
}  # fmt: skip
PATHS = (
    "/tables", "/tables/{table}/matches", "/matches/{match}/moves", "/matches/{match}/undo", "/matches/{match}/redo",
    "/matches/{match}/amend", "/games/land-unter/setup", "/games/limits/rulings/accusation",
)  # fmt: skip

SENT_EVERYWHERE = {BODIES[name] for name in ("no JSON", "a name twice", "a lone surrogate", "UTF-16", "a list", "null")}


def filled(path: str, match: Match) -> str:
    return path.format(table=match.table.code, match=match.id)


@pytest.fixture
def begun(app: Flask) -> Match:
    """A match with two entries, at a table of its own."""
    match = open_table(app).begin("land-unter")
    match.play(*count_rings(3, 4))
    return match


def test_a_body_that_is_no_json_object_is_a_400_everywhere(subtests: pytest.Subtests, begun: Match) -> None:
    for name, body in BODIES.items():
        for path in PATHS if body in SENT_EVERYWHERE else PATHS[:2]:
            with subtests.test(name, path=path):
                problem = begun.table.host.raw(filled(path, begun), body).problem
                assert (problem["status"], type(problem["field"])) == (400, str)
    assert begun.version == 2


def test_a_body_of_5_megabytes_is_a_413(subtests: pytest.Subtests, begun: Match) -> None:
    for path in PATHS:
        with subtests.test(path=path):
            answer = begun.table.host.raw(filled(path, begun), b'{"players": ["' + b"x" * 5_000_000 + b'"]}')
            assert answer.problem["status"] == 413
    assert begun.version == 2


def test_an_unknown_address_under_api_is_a_problem_object_too(app: Flask) -> None:
    for path in ("/api/", "/api/v2/games", "/api/v1", "/api/v1/x"):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_wrong_method_is_a_405_that_names_the_right_ones(subtests: pytest.Subtests, begun: Match) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"):
        with subtests.test(method=method):
            for path, entry in document()["paths"].items():
                allowed = {name.upper() for name in entry if name != "parameters"}
                if method in allowed:
                    continue
                real = path.replace("{game}", "land-unter").replace("{ruling}", "rings")
                answer = begun.table.host.ask(method, filled(real, begun), None)
                assert answer.problem["status"] == 405, path
                assert allowed <= set(answer.response.headers["Allow"].replace(" ", "").split(","))


def test_a_foreign_origin_without_a_token_and_a_foreign_name_are_refused_as_the_document_says(
    subtests: pytest.Subtests, begun: Match
) -> None:
    anybody = begun.table.spectator
    for path in ("/games/land-unter/setup", "/games/land-unter/rulings/rings", "/tables"):
        with subtests.test(path=path):
            assert anybody.post(path, Origin="http://evil.example").problem["status"] == 403
    for path in ("/games", "/games/land-unter/clauses", "/matches/{match}", "/openapi.json"):
        with subtests.test(path=path):
            problem = anybody.get(filled(path, begun), Host="evil.example").problem
            assert (problem["status"], problem["field"]) == (400, "")


def test_a_store_that_is_away_or_full_is_a_503_and_nothing_was_recorded(
    subtests: pytest.Subtests, begun: Match, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered = {"move": {"kind": "count_rings", "seat": 2, "rings": 5}, "key": "again"}
    for reason in (Outage.AWAY, Outage.FULL, Outage.READ_ONLY, Outage.LOCKED, Outage.DAMAGED):
        with subtests.test(reason=reason), monkeypatch.context() as patched:
            for part, name in ((store.journal, "append"), (store.tables, "create")):
                patched.setattr(part, name, Mock(side_effect=StoreUnavailable(reason)))
            answer = begun.table.host.post(f"{begun.path}/moves", entered)
            assert answer.problem["status"] == 503
            assert answer.response.headers["Retry-After"]
            assert begun.table.spectator.post("/tables", {"players": ["Gil"]}).problem["status"] == 503
    assert begun.version == 2
    assert begun.table.host.post(f"{begun.path}/moves", entered).status == 201


def test_an_entry_that_is_kept_is_never_told_as_lost_though_what_it_came_to_could_not_be(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = golden("land_unter")[0]
    match = open_table(app, course["players"]).begin("land-unter")
    match.play(*course["moves"][:-1])
    monkeypatch.setattr(store.summaries, "save", Mock(side_effect=StoreUnavailable(Outage.FULL)))
    assert match.play(course["moves"][-1]).json["state"]["phase"] == "over"


def test_what_nobody_foresaw_is_a_500_without_its_traceback(
    begun: Match, caplog: pytest.LogCaptureFixture, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = OperationalError("SELECT secret", {}, Exception("inner"))
    monkeypatch.setattr(services.matches, "snapshot", Mock(side_effect=broken))
    begun.table.host.is_checked = False
    problem = begun.table.host.get(begun.path).problem
    assert (problem["status"], "secret" in json.dumps(problem)) == (500, False)
    assert "unexpected error" in caplog.text


FIRST, SECOND, THIRD = trick((4, 9), 58, 31, 12), trick((1, 2), 57, 30, 11), trick((3, 5), 10, 29, 50)
THREE: Json = {"kind": "count_rings", "seat": 0, "rings": 3}
MEANINGLESS: list[tuple[Json, int, str]] = [
    (trick((0, 9), 58, 31, 12), 422, "move.levels.0"),
    (trick((4, 9), 31, 31, 12), 422, "move.cards.1"),
    (trick((4, 9), 58, 31, 12, 13), 422, "move.cards.3"),
    ({"kind": "trick", "levels": [4, 9], "highest": 1, "second": 1}, 422, "move.second"),
    ({"kind": "lay", "seat": 7, "card": 3}, 422, "move.seat"),
    ({"kind": "levels", "levels": [4]}, 400, "move.levels"),
    ({"kind": "levels", "levels": [4, 5], "extra": 1}, 400, "move.extra"),
    ({**trick((4, 9), 58, 31, 12), "highest": 1, "second": 2}, 400, "move"),
    ({"kind": "shuffle"}, 400, "move.kind"),
]  # fmt: skip
"""Moves that no box and no table knows, and the field that says so."""
IMPOSSIBLE: list[tuple[Json, int, str]] = [
    ({"move": FIRST}, 400, "index"),
    ({"index": 3}, 400, "move"),
    ({"index": 3, "move": {"kind": "trick", "levels": [4, 9]}}, 400, "move"),
    ({"index": 3, "move": trick((4, 13), 58, 31, 12)}, 422, "move.levels.1"),
    ({"index": 3, "move": trick((4, 9), 58, 58, 12)}, 422, "move.cards.1"),
    ({"index": 6, "move": FIRST}, 422, ""),
    ({"index": 3, "move": FIRST, "also": [{"index": 3, "move": SECOND}]}, 400, "also"),
    ({"index": 3, "move": FIRST, "also": [{"index": 4}]}, 400, "also.0.move"),
    ({"index": 3, "move": FIRST, "preview": "yes"}, 400, "preview"),
]  # fmt: skip
"""Corrections that cannot be."""
REFUSED: list[tuple[str, Json, int, str]] = [
    ("land-unter/takes", {"levels": [0, 9], "cards": {"0": 58, "1": 31}}, 422, "facts.levels.0"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"0": 31, "1": 31}}, 422, "facts.cards.1"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"9": 30, "1": 31}}, 422, "facts.cards.9"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"00": 30, "1": 31}}, 400, "facts.cards.00"),
    ("land-unter/takes", {"levels": [4, 9]}, 400, "facts"),
    ("land-unter/rings", {"cards": list(range(1, 12))}, 400, "facts.cards"),
    ("land-unter/loses", {"seats": [{"rings": 1, "level": 7}] * 3}, 422, "facts.seats"),
]  # fmt: skip
WRONG_QUESTIONS: list[tuple[Json, str]] = [
    ({}, "facts"),
    ({"facts": []}, "facts"),
    ({"facts": {"whole": 1, "half": 1}, "options": []}, "options"),
    ({"facts": {"whole": 1, "half": 1}, "options": {"chain": 1}}, "options.chain"),
    ({"facts": {"whole": 1, "half": 1}, "options": {"speed": True}}, "options.speed"),
    ({"facts": {"whole": 1, "half": 1}, "option": {}}, "option"),
    ({"facts": {"whole": 1, "half": 1, "third": 1}}, "facts.third"),
]  # fmt: skip
NO_KEYS: list[object] = ["", "x" * 65, 7, ["a"], True, {}, "\x00"]
NO_VERSIONS: list[object] = ["2", 2.0, True, [], {}]
WRONG_STEPS: list[Json] = [{"index": "3"}, {"index": True}, {"index": 3.0}, {"index": [3]}, {"from": 3}, {"confirm": 1}]

ASKED: list[tuple[str, Json, int, str]] = [
    *(
        ("moves", {"move": move, "anyway": anyway}, status, field)
        for anyway in (False, True)
        for move, status, field in MEANINGLESS
    ),
    *(("moves", {"move": THREE, "key": key}, 400, "key") for key in NO_KEYS),
    *(("moves", {"move": THREE, "version": version}, 400, "version") for version in NO_VERSIONS),
    *(("undo", body, 400, next(iter(body))) for body in WRONG_STEPS),
    *(
        ("amend", {**body, "preview": body.get("preview", preview)}, status, field)
        for preview in (False, True)
        for body, status, field in IMPOSSIBLE
    ),
    *(
        (f"/games/{name.replace('/', '/rulings/')}", {"facts": facts}, status, field)
        for name, facts, status, field in REFUSED
    ),
    *(("/games/land-unter/rulings/rings", body, 400, field) for body, field in WRONG_QUESTIONS),
]


def test_what_makes_no_sense_is_refused_at_its_place_and_not_recorded(subtests: pytest.Subtests, match: Match) -> None:
    match.play(*count_rings(5, 5, 5), FIRST, SECOND, THIRD)
    for asked, body, status, field in ASKED:
        with subtests.test(asked=asked, body=body):
            path = asked if asked[0] == "/" else f"{match.path}/{asked}"
            problem = match.table.host.post(path, body).problem
            assert (problem["status"], problem.get("field", "")) == (status, field)
            assert problem.get("can_override") is not True
            assert status == 400 or asked == "amend" or problem["clauses"]
    assert match.version == 6
