"""What needs no table: games, clauses, set-up sheets, the judge."""

from typing import Any

import pytest

from tests.web.api.asking import Program

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
