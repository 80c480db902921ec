"""Catching up in a browser: where the game is now, in every game; a finished paper sheet, typed in as a match that is over."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.games import games, offered
from companion.store import Store
from companion.web.app.services import Services
from tests.there import there
from tests.web.people import Browser, change, confirm, open_table, sit, start_match
from tests.web.reading import all_text, by_name, page_of

SEATED = ("Ana", "Ben", "Cleo")
CHANGED: dict[str, dict[str, str]] = {
    "land-unter": {
        "round_number": "2", "tricks_done": "4", "seats.0.level": "5", "seats.1.level": "9", "seats.2.level": "7",
        **{f"seats.{seat}.{name}": one for seat in range(3) for name, one in (("score", "2"), ("rings", "3"), ("dealt", "5"))},
    },
    "limits": {"seats.0.limit_cards": "2", "seats.1.limit_cards": "1", "seats.2.points": "4", "starter": "1"},
    "down-under": {"turn": "2"}, "own-game": {"seats.0.points": "12", "seats.2.points": "30", "rounds": "2"},
    "nile": {"turn_number": "5", "marker": "ebb2", "seats.1.pawn": "8", "seats.0.lost": "4", "seats.1.lost": "4",
        "obelisk": "22", "starter": "2"},
}  # fmt: skip
"""What a table changes in the form, of which all else is as the app thinks."""


class Table:
    """Ana hosts and Ben has a phone; a match at its very beginning."""

    def __init__(self, app: Flask, game: str, **options: str) -> None:
        self.host = Browser(app)
        self.code = open_table(self.host, *SEATED)
        self.ben = sit(Browser(app), self.code, 1)
        self.path = f"/m/{start_match(self.host, self.code, game, **options)}"

    def form(self, at: str = "stand") -> dict[str, Any]:
        return by_name(one for one in page_of(self.text(at)).sent() if one[0][:1] != "_")

    def text(self, at: str) -> str:
        return self.ben.page(f"{self.path}/{at}")

    def state(self) -> Any:
        return self.host.get(f"/api/v1{self.path.replace('/m/', '/matches/')}").get_json()["state"]

    def journal(self) -> Any:
        return self.host.get(f"/api/v1{self.path.replace('/m/', '/matches/')}/journal").get_json()


def changed(game: str) -> dict[str, str]:
    """What a table changes: as listed, else the first round of a game that `Rounds` declares."""
    return CHANGED.get(game, {f"rounds.0.{seat}": str(seat) for seat in range(3)})


def filled(form: dict[str, Any], game: str) -> dict[str, Any]:
    return {**form, **{name: [text] for name, text in changed(game).items()}}


@pytest.mark.parametrize("game", sorted({*CHANGED} - {"down-under"}))
def test_everyone_is_asked_about_by_name_and_no_one_is_added(app: Flask, game: str) -> None:
    text = Table(app, game).text("stand")
    form = text[text.index('id="stand"') :]
    assert [name for name in SEATED if name not in form] == []
    assert not re.search(r'_set" value="rows\.(seats|points)=', form)
    assert not re.search(r'name="[^"]*pawn" [^>]*maxlength', form), (
        "squares are tapped: their figures are not those that are sent"
    )


def test_rounds_that_three_never_play_and_water_that_is_not_entered_are_not_asked(app: Flask) -> None:
    texts = [Table(app, "land-unter", tricks=tricks).text("stand") for tricks in ("levels", "rings")]
    assert [re.findall(r'name="round_number" value="(.)"', text) for text in texts] == [["1", "2", "3"]] * 2
    assert ['name="seats.0.level"' in text for text in texts] == [True, False]


@pytest.mark.parametrize("game", games())
def test_a_table_says_how_things_stand_and_may_take_it_back(app: Flask, game: str) -> None:
    table = Table(app, game)
    table.ben.send(f"{table.path}/stand", filled(table.form(), game))
    entry = table.journal()[0]
    assert (entry["move"]["kind"], entry["by"], entry["stands"]) == ("stand_now", 1, True)
    told = all_text(table.text("journal"))
    assert ("Round 2, tricks played: 4" if game == "land-unter" else "Where things stand") in told
    assert table.ben.get(table.path).status_code == 200
    said = table.state()
    assert table.ben.post(f"{table.path}/undo").status_code == 303
    assert table.state() != said
    assert not table.journal()[0]["stands"]


@pytest.mark.parametrize("game", games())
def test_the_form_comes_back_as_it_was_entered_and_its_correction_is_seen_first(app: Flask, game: str) -> None:
    table = Table(app, game)
    entered = filled(table.form(), game)
    table.ben.post(f"{table.path}/stand", entered)
    before = table.state()
    again = table.form("correct/0")

    assert {name: again[name] for name in changed(game)} == {name: [text] for name, text in changed(game).items()}
    name, text = {
        "land-unter": ("seats.0.rings", "1"),
        "limits": ("seats.2.points", "6"),
        "down-under": ("turn", "0"),
        "nile": ("seats.1.pawn", "9"),
        "own-game": ("seats.1.points", "9"),
    }.get(game, ("rounds.0.1", "9"))
    foreseen = change(table.ben, f"{table.path}/correct/0", {**again, name: [text]})
    assert table.state() == before
    assert confirm(table.ben, table.path.removeprefix("/m/"), foreseen).status_code == 303
    assert table.state() != before


def test_what_is_missing_is_said_at_its_question(app: Flask) -> None:
    table = Table(app, "limits")
    form = {**table.form(), "seats.0.limit_cards": ["2"]}
    assert not re.search(r'type="radio"[^>]*limit_cards', table.text("stand"))
    page = table.ben.send(f"{table.path}/stand", form, 422)
    assert page_of(page).wrong == ["f-starter"]
    assert "LI-12" in page


LAND_UNTER = {f"rounds.{number}.{seat}": str(points) for number in range(3) for seat, points in enumerate((4, -1, 2))}


def typed(cells: dict[str, str], *names: str, **more: str) -> dict[str, Any]:
    return {"name": list(names), "players": str(len(names)), "day": "2025-12-26", "minutes": "45", **cells, **more}


def match_of(answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    return there(re.fullmatch(r"/m/([^/]+)/result", answer.headers["Location"]))[1]


def state_of(browser: Browser, match_id: str) -> Any:
    return browser.get(f"/api/v1/matches/{match_id}").get_json()["state"]


def test_the_host_of_a_table_types_a_sheet_into_it(host: Browser, services: Services) -> None:
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    assert 'name="rounds.3.3"' in host.page(f"/t/{code}/paper/land-unter")
    form = {"who": "asked", "seat": ["0", "2", "3"], "day": "2025-12-26", "minutes": "", **LAND_UNTER}
    match_id = match_of(host.post(f"/t/{code}/paper/land-unter", form))
    assert [seat["name"] for seat in state_of(host, match_id)["seats"]] == ["Ana", "Cleo", "Dora"]
    assert host.get(f"/t/{code}").status_code == 200
    assert [one.number for one in services.tables.matches(services.tables.find(code))] == [1]


def test_first_the_game_and_then_how_many_with_nothing_typed_lost(app: Flask) -> None:
    browser = Browser(app)
    assert browser.page("/paper").count("<li data-game=") == len(offered())
    form = typed(LAND_UNTER, "Ana", "", "Cleo", **{"as": "Ben"})
    page = browser.post("/paper/land-unter?players=4", form).text
    assert re.findall(r'name="name" value="(.*?)"', page) == ["Ana", "Ben", "Cleo", ""]
    assert 'name="rounds.0.3"' in page
    assert re.search(r'name="rounds.0.0"[^>]*value="4"|value="4"[^>]*name="rounds.0.0"', page)


IMPOSSIBLE: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({"rounds.1.0": ""}, 400, "Missing: ", "rounds.1.0"),
    (
        {"rounds.1.0": "", "rounds.2.1": "40", "minutes": "x"},
        400,
        "Round 3 · Ben: Enter −1 to 13, not 40.",
        "rounds.2.1",
    ),
    ({"rounds.1.0": "x"}, 400, "whole number", "rounds.1.0"),
    ({"rounds.1.0": "0", "rounds.1.2": "0"}, 422, "lowest water", "rounds.1.2"),
    ({"day": "yesterday"}, 400, "Which day", "day"),
    ({"day": "2999-01-01"}, 400, "Which day", "day"),
    ({"minutes": "long"}, 400, "How many minutes", "minutes"),
    ({"name": ["Ana", "", "Cleo"]}, 400, "name is missing", "name-1"),
    ({"name": ["Ana", "ana", "Cleo"]}, 400, "is already taken here", "name-1"),
    ({"nonsense": "1"}, 400, "There’s no field with this name", None),
]


def test_what_cannot_be_is_refused_and_what_was_typed_kept(subtests: pytest.Subtests, app: Flask, store: Store) -> None:
    for mistake, status, said, wrong in IMPOSSIBLE:
        with subtests.test(mistake=mistake, status=status, said=said, wrong=wrong):
            form = {**typed(LAND_UNTER, "Ana", "Ben", "Cleo"), **mistake}

            answer = Browser(app).post("/paper/land-unter", form)
            page = answer.text

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
    refused = browser.send(f"/m/{match_id}/correct/0", {**mended, "rounds.0.1": "30"}, 422)
    assert 'name="rounds.0.1" value="30"' in refused
    foreseen = change(browser, f"/m/{match_id}/correct/0", mended)
    assert "score" in foreseen
    assert confirm(browser, match_id, foreseen).status_code == 303
    assert [seat["score"] for seat in state_of(browser, match_id)["seats"]] == [12, 5, 6]
    assert 'name="rounds.0.1" value="7"' in browser.page(f"/m/{match_id}/correct/0")


def test_the_obelisk_of_a_sheet_is_typed_and_shown_as_on_the_track(app: Flask) -> None:
    browser = Browser(app)
    cells = {"seats.0.points": "20", "seats.1.points": "3", "seats.0.lost": "6", "seats.1.lost": "5", "obelisk": "20"}
    match_id = match_of(browser.post("/paper/nile", typed(cells, "Ana", "Ben")))
    again, beyond = f"/m/{match_id}/correct/0", {**cells, "obelisk": "30"}
    assert state_of(browser, match_id)["obelisk"] == 21
    assert 'name="obelisk" value="20"' in browser.page(again)
    for path, form in (("/paper/nile", typed(beyond, "Ana", "Ben")), (again, {**beyond, "kind": "from_paper"})):
        refused = browser.send(path, form, 422)
        assert "Enter 0 to 29, not 30." in refused
        assert 'name="obelisk" value="30"' in refused
