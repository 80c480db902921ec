"""A finished paper sheet is typed in: one match that is over, with the very scores that stand on the sheet."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.games import offered
from companion.store import Store
from companion.web.app.services import Services
from tests.there import there
from tests.web.correcting import change, confirm
from tests.web.people import Browser, open_table

LAND_UNTER = {f"rounds.{number}.{seat}": str(points) for number in range(3) for seat, points in enumerate((4, -1, 2))}


def typed(cells: dict[str, str], *names: str, **more: str) -> dict[str, Any]:
    """The form as it is sent."""
    return {"name": list(names), "players": str(len(names)), "day": "2025-12-26", "minutes": "45", **cells, **more}


def match_of(answer: Any) -> str:
    """The match that a form led to."""
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return there(re.fullmatch(r"/m/([^/]+)/result", answer.headers["Location"]))[1]


def state_of(browser: Browser, match_id: str) -> Any:
    """The state as a spectator sees it."""
    return browser.get(f"/api/v1/matches/{match_id}").get_json()["state"]


def test_the_host_of_a_table_types_a_sheet_into_it(host: Browser, services: Services) -> None:
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    assert 'name="rounds.3.3"' in host.get(f"/t/{code}/paper/land-unter").get_data(as_text=True)

    form = {"who": "asked", "seat": ["0", "2", "3"], "day": "2025-12-26", "minutes": "", **LAND_UNTER}
    match_id = match_of(host.post(f"/t/{code}/paper/land-unter", form))

    assert [seat["name"] for seat in state_of(host, match_id)["seats"]] == ["Ana", "Cleo", "Dora"]
    assert host.get(f"/t/{code}").status_code == 200
    assert [one.number for one in services.tables.matches(services.tables.find(code))] == [1]


def test_first_the_game_and_then_how_many_with_nothing_typed_lost(app: Flask) -> None:
    browser = Browser(app)
    assert browser.get("/paper").get_data(as_text=True).count("<li data-game=") == len(offered())

    form = typed(LAND_UNTER, "Ana", "Ben", "Cleo", rows="show")
    page = browser.post("/paper/land-unter?players=4", form).get_data(as_text=True)
    assert re.findall(r'name="name" value="(.*?)"', page) == ["Ana", "Ben", "Cleo", ""]
    assert 'name="rounds.0.3"' in page
    assert re.search(r'name="rounds.0.0"[^>]*value="4"|value="4"[^>]*name="rounds.0.0"', page)


IMPOSSIBLE: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({"rounds.1.0": ""}, 400, "Missing: ", "rounds.1.0"),
    ({"rounds.1.0": "x"}, 400, "whole number", "rounds.1.0"),
    ({"rounds.1.0": "40"}, 422, "not 40.", "rounds.1.0"),
    ({"rounds.1.0": "0", "rounds.1.2": "0"}, 422, "lowest water", "rounds.1.2"),
    ({"rounds.1.0": "13", "rounds.1.2": "13", "rounds.1.1": "13"}, 422, "There can be at most 12", "rounds.1.1"),
    ({"day": "yesterday"}, 400, "Which day", "day"),
    ({"day": "2999-01-01"}, 400, "Which day", "day"),
    ({"minutes": "long"}, 400, "How many minutes", "minutes"),
    ({"name": ["Ana", "", "Cleo"]}, 400, "name is missing", "name-1"),
    ({"name": ["Ana", "ana", "Cleo"]}, 400, "is already taken here", "name-1"),
    ({"nonsense": "1"}, 400, "There’s no field with this name", None),
]


def test_what_cannot_be_is_refused_and_what_was_typed_is_kept(
    subtests: pytest.Subtests, app: Flask, store: Store
) -> None:
    for mistake, status, said, wrong in IMPOSSIBLE:
        with subtests.test(mistake=mistake, status=status, said=said, wrong=wrong):
            form = {**typed(LAND_UNTER, "Ana", "Ben", "Cleo"), **mistake}

            answer = Browser(app).post("/paper/land-unter", form)
            page = answer.get_data(as_text=True)

            assert answer.status_code == status
            assert said in page
            assert store.tables.ids() == ()
            for name, value in form.items():
                if name.startswith("rounds.") and value:
                    assert re.search(rf'name="{re.escape(name)}" value="{value}"', page), name
            assert 'value="Ana"' in page
            if wrong is not None:
                tag = there(re.search(rf'<input[^>]*(?:name|id)="{re.escape(wrong)}"[^>]*>', page))
                assert 'aria-invalid="true"' in tag[0]


def test_a_correction_shows_what_it_changes_and_then_counts(app: Flask) -> None:
    browser = Browser(app)
    match_id = match_of(browser.post("/paper/land-unter", typed(LAND_UNTER, "Ana", "Ben", "Cleo")))
    mended = {**LAND_UNTER, "kind": "from_paper", "rounds.0.1": "7"}

    refused = browser.post(f"/m/{match_id}/correct/0", {**mended, "rounds.0.1": "30"})
    assert refused.status_code == 422
    assert 'name="rounds.0.1" value="30"' in refused.get_data(as_text=True)
    foreseen = change(browser, f"/m/{match_id}/correct/0", mended)
    assert "score" in foreseen
    assert confirm(browser, match_id, foreseen).status_code == 303

    assert [seat["score"] for seat in state_of(browser, match_id)["seats"]] == [12, 5, 6]
    assert 'name="rounds.0.1" value="7"' in browser.get(f"/m/{match_id}/correct/0").get_data(as_text=True)
