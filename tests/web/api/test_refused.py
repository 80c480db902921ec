"""What makes no sense is refused with the place, whatever it is asked of; nothing is recorded, and nobody can overrule it."""

import pytest

from tests.web.api.asking import Json, Match, count_rings, trick

FIRST, SECOND, THIRD = trick((4, 9), 58, 31, 12), trick((1, 2), 57, 30, 11), trick((3, 5), 10, 29, 50)
THREE: Json = {"kind": "count_rings", "seat": 0, "rings": 3}
SEATS_OF_EXAMPLE_3 = [
    {"rings": 0, "level": 12},
    {"rings": 2, "level": 12},
    {"rings": 1, "level": 9},
    {"rings": 4, "level": 3},
]
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
    ("land-unter/takes", {"levels": [4, True], "cards": {"0": 30, "1": 31}}, 400, "facts.levels.1"),
    ("land-unter/rings", {"cards": list(range(1, 12))}, 400, "facts.cards"),
    ("land-unter/rings", {"cards": [1, 1, *range(3, 13)]}, 422, "facts.cards"),
    ("land-unter/loses", {"seats": [{"rings": 1, "level": 7}] * 3}, 422, "facts.seats"),
    ("land-unter/loses", {"seats": [{"rings": -1, "level": 7}, *SEATS_OF_EXAMPLE_3[1:]]}, 422, "facts.seats.0.rings"),
    ("land-unter/loses", {"seats": [{"rings": 2**70}, *SEATS_OF_EXAMPLE_3[1:]]}, 400, "facts.seats.0.rings"),
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
