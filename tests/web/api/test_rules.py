"""What needs no table: games, clauses, set-up sheets, the judge."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import games
from tests.web.api.asking import Json, Program

SEATS_OF_EXAMPLE_3 = [
    {"rings": 0, "level": 12},
    {"rings": 2, "level": 12},
    {"rings": 1, "level": 9},
    {"rings": 4, "level": 3},
]


def judge(anybody: Program, ruling: str, facts: Json, **options: Any) -> Json:
    """A ruling that was given."""
    answer = anybody.post(f"/games/{ruling.replace('/', '/rulings/')}", {"facts": facts, "options": options})
    assert answer.status == 200, answer.json
    found: Json = answer.json
    return found


def test_the_games_are_listed_with_players_options_rulings_and_moves(anybody: Program) -> None:
    listed = {one["game"]: one for one in anybody.get("/games").json}
    assert set(listed) >= {"land-unter", "limits", "down-under", "nile"}
    assert listed["land-unter"]["players"] == [3, 4, 5]
    assert listed["land-unter"]["options"]["chain"] == {"default": True, "choices": [True, False]}
    assert listed["land-unter"]["rulings"] == ["loses", "takes", "rings", "round-score", "winner", "leader"]
    assert {"count_rings", "trick", "levels", "lay", "lead"} <= set(listed["land-unter"]["moves"])
    assert listed["limits"]["options"]["pile"]["default"] == "counted"
    assert len(listed["nile"]["rulings"]) == 12


def test_clauses_have_an_id_a_text_and_an_origin(anybody: Program) -> None:
    for slug in games():
        clauses = anybody.get(f"/games/{slug}/clauses").json
        assert len(clauses) == len(games()[slug].clauses) >= 3
        assert {clause["origin"] for clause in clauses} <= {"stated", "edition", "derived"}
        assert all(clause["text"] for clause in clauses)
        assert len({clause["id"] for clause in clauses}) == len(clauses)


SHEETS: list[tuple[int, int, int]] = [(3, 24, 3), (4, 12, 4), (5, 0, 5)]


def test_a_setup_sheet_has_facts_and_steps_with_clauses(subtests: pytest.Subtests, anybody: Program) -> None:
    for players, left, rounds in SHEETS:
        with subtests.test(players=players, left=left, rounds=rounds):
            sheet = anybody.post("/games/land-unter/setup", {"players": players, "options": {}}).json
            assert sheet["facts"] == {
                "weather_cards_each": 12, "weather_cards_left": left, "rounds": rounds, "tricks": 12, "water_cards": 24
            }  # fmt: skip
            assert all(step["text"] and step["clauses"] for step in sheet["steps"])


def test_setup_options_may_be_left_out(anybody: Program) -> None:
    assert anybody.post("/games/nile/setup", {"players": 2}).json["facts"]["covered"] == [2, 2, 3]


def test_a_game_for_too_many_or_too_few_is_a_422_that_says_for_how_many(
    subtests: pytest.Subtests, anybody: Program
) -> None:
    for slug in games():
        with subtests.test(slug=slug):
            low, *_, high = games()[slug].players
            for players in (low - 1, high + 1, 0, -3, 2**62):
                problem = anybody.post(f"/games/{slug}/setup", {"players": players}).problem
                assert (problem["status"], problem["field"]) == (422, "players")
                assert problem["clauses"]
                assert problem["can_override"] is False
                assert str(low) in problem["detail"]
                assert str(high) in problem["detail"]


def test_a_ruling_has_a_verdict_its_working_and_flags(anybody: Program) -> None:
    ruling = judge(anybody, "land-unter/takes", {"levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}})
    assert ruling["verdict"] == {"takes": {"0": 4, "1": 9}}
    assert all(step["text"] and step["clauses"] for step in ruling["because"])
    assert ruling["flags"] == []


def test_house_options_change_a_ruling(anybody: Program) -> None:
    facts = {"seats": [*SEATS_OF_EXAMPLE_3[:2], {"rings": 3, "level": 9}, SEATS_OF_EXAMPLE_3[3]]}
    assert judge(anybody, "land-unter/loses", facts)["verdict"]["pays"] == {"1": 1}
    again = judge(anybody, "land-unter/loses", facts, tie_survivor_pays_again=True)
    assert again["verdict"]["pays"] == {"1": 2}


def test_what_the_box_finds_doubtful_is_judged_with_a_flag(anybody: Program) -> None:
    ruling = judge(anybody, "land-unter/rings", {"whole": 9, "half": 9})
    assert ruling["verdict"] == {"half_units": 27, "rings": 13}
    assert ruling["flags"][0]["clauses"] == ["LU-4", "LU-6"]


def test_options_may_be_left_out_of_a_ruling(anybody: Program) -> None:
    assert anybody.post("/games/land-unter/rulings/rings", {"facts": {"whole": 1, "half": 1}}).status == 200


REFUSED: list[tuple[str, Json, int, str]] = [
    ("land-unter/takes", {"levels": [0, 9], "cards": {"0": 58, "1": 31}}, 422, "facts.levels.0"),
    ("land-unter/takes", {"levels": [13, 9], "cards": {"0": 58, "1": 31}}, 422, "facts.levels.0"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"0": 61, "1": 31}}, 422, "facts.cards.0"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"0": 31, "1": 31}}, 422, "facts.cards.1"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"9": 30, "1": 31}}, 422, "facts.cards.9"),
    ("land-unter/takes", {"levels": [4, 9], "cards": {"00": 30, "1": 31}}, 400, "facts.cards.00"),
    ("land-unter/takes", {"levels": [4], "cards": {"0": 30, "1": 31}}, 400, "facts.levels"),
    ("land-unter/takes", {"levels": [4, 9]}, 400, "facts.cards"),
    ("land-unter/takes", {"levels": [4, 9.0], "cards": {"0": 30, "1": 31}}, 400, "facts.levels.1"),
    ("land-unter/takes", {"levels": [4, True], "cards": {"0": 30, "1": 31}}, 400, "facts.levels.1"),
    ("land-unter/takes", {"levels": [4, "9"], "cards": {"0": 30, "1": 31}}, 400, "facts.levels.1"),
    ("land-unter/rings", {"cards": list(range(1, 12))}, 400, "facts.cards"),
    ("land-unter/rings", {"cards": [1, 1, *range(3, 13)]}, 422, "facts.cards"),
    ("land-unter/rings", {"whole": 3}, 400, "facts.half"),
    ("land-unter/rings", {}, 400, "facts"),
    ("land-unter/loses", {"seats": [{"rings": 1, "level": 7}] * 3}, 422, "facts.seats"),
    ("land-unter/loses", {"seats": [{"rings": -1, "level": 7}, *SEATS_OF_EXAMPLE_3[1:]]}, 422, "facts.seats.0.rings"),
    ("land-unter/loses", {"seats": [{"level": 7}, *SEATS_OF_EXAMPLE_3[1:]]}, 400, "facts.seats.0.rings"),
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
    ({"facts": None}, "facts"),
    ({"facts": {"whole": 1, "half": 1}, "options": None}, "options"),
    ({"facts": {"whole": 1, "half": 1}, "options": []}, "options"),
    ({"facts": {"whole": 1, "half": 1}, "options": {"chain": 1}}, "options.chain"),
    ({"facts": {"whole": 1, "half": 1}, "options": {"chain": "true"}}, "options.chain"),
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


def test_a_thousand_rulings_in_a_row_are_fine(anybody: Program) -> None:
    anybody.is_checked = False
    body = {"facts": {"whole": 1, "half": 1}}
    assert {anybody.post("/games/land-unter/rulings/rings", body).status for _ in range(1000)} == {200}


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


def test_cookies_choose_no_language_and_no_seat(app: Any) -> None:
    client = app.test_client()
    client.set_cookie("language", "de")
    client.set_cookie("device", "anything")
    answer = client.post("/api/v1/games/land-unter/setup", json={"players": 9})
    assert answer.get_json()["title"] == "The rules don’t allow this"
    assert "Set-Cookie" not in answer.headers
