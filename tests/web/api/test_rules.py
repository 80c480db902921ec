"""What needs no table: games, clauses, set-up sheets, the judge."""

from typing import Any

import pytest

from tests.web.api.asking import Json, Program

SEATS_OF_EXAMPLE_3 = [
    {"rings": 0, "level": 12},
    {"rings": 2, "level": 12},
    {"rings": 1, "level": 9},
    {"rings": 4, "level": 3},
]


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


def test_a_ruling_refuses(subtests: pytest.Subtests, anybody: Program) -> None:
    for ruling, facts, status, field in REFUSED:
        with subtests.test(ruling=ruling, facts=facts, status=status, field=field):
            problem = anybody.post(f"/games/{ruling.replace('/', '/rulings/')}", {"facts": facts}).problem
            assert (problem["status"], problem["field"]) == (status, field)
            if status == 422:
                assert problem["clauses"]
                assert problem["can_override"] is False


WRONG_QUESTIONS: list[tuple[Json, str]] = [
    ({}, "facts"),
    ({"facts": []}, "facts"),
    ({"facts": {"whole": 1, "half": 1}, "options": []}, "options"),
    ({"facts": {"whole": 1, "half": 1}, "options": {"chain": 1}}, "options.chain"),
    ({"facts": {"whole": 1, "half": 1}, "options": {"speed": True}}, "options.speed"),
    ({"facts": {"whole": 1, "half": 1}, "option": {}}, "option"),
    ({"facts": {"whole": 1, "half": 1, "third": 1}}, "facts.third"),
]  # fmt: skip


def test_a_question_of_the_wrong_shape_is_a_400_that_says_where(subtests: pytest.Subtests, anybody: Program) -> None:
    for body, field in WRONG_QUESTIONS:
        with subtests.test(body=body, field=field):
            problem = anybody.post("/games/land-unter/rulings/rings", body).problem
            assert (problem["status"], problem["field"]) == (400, field)


UNKNOWN: list[str] = [
    "/games/chess/clauses", "/games/chess/setup", "/games/chess/rulings/rings", "/games/land-unter/rulings/mate",
    "/games/Land-Unter/clauses", "/games/land_unter/clauses",
]  # fmt: skip


def test_an_unknown_game_or_ruling_is_a_404(subtests: pytest.Subtests, anybody: Program) -> None:
    for path in UNKNOWN:
        with subtests.test(path=path):
            answer = anybody.get(path) if path.endswith("clauses") else anybody.post(path, {})
            assert answer.problem["status"] == 404


LANGUAGES: list[tuple[str, str]] = [
    ("de-AT, en;q=0.5", "de"), ("it, es;q=0.8, en;q=0.3", "es"), ("fr-CA", "fr"), ("FR", "fr"), ("en;q=0.1, de", "de"),
    ("it", "en"), ("*", "en"), ("nonsense;;q=x", "en"), ("de;q=0, fr;q=0.1", "fr"), ("", "en"),
]  # fmt: skip


def test_errors_speak_the_language_asked_for(subtests: pytest.Subtests, anybody: Program) -> None:
    def told(language: str) -> tuple[str, str]:
        problem = anybody.post("/games/land-unter/setup", {"players": 9}, Accept_Language=language).problem
        return problem["title"], problem["detail"]

    for asked, meant in LANGUAGES:
        with subtests.test(asked=asked, meant=meant):
            assert told(asked) == told(meant)
    assert told("de") != told("en")


def test_texts_of_rulings_clauses_and_setup_speak_the_language_asked_for(anybody: Program) -> None:
    def told(language: str) -> list[Any]:
        clauses = anybody.get("/games/land-unter/clauses", Accept_Language=language).json
        sheet = anybody.post("/games/land-unter/setup", {"players": 3}, Accept_Language=language).json
        ruling = anybody.post(
            "/games/land-unter/rulings/rings", {"facts": {"whole": 1, "half": 1}}, Accept_Language=language
        ).json
        return [clauses[0]["text"], sheet["steps"][0]["text"], ruling["because"][0]["text"], ruling["headline"]]

    english, german = told("en"), told("de")
    assert all(one != other for one, other in zip(english, german, strict=True))
