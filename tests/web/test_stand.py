"""Catching up in a browser: where the game is now, in every game, and corrected in the same form."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.games import games
from tests.web.correcting import change, confirm
from tests.web.forms import page_of
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.reading import texts_of

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

    def __init__(self, app: Flask, game: str) -> None:
        self.host = Browser(app)
        self.code = open_table(self.host, *SEATED)
        self.ben = sit(Browser(app), self.code, 1)
        self.path = f"/m/{start_match(self.host, self.code, game)}"

    def form(self, at: str = "stand") -> dict[str, Any]:
        """What the form holds, as it would be sent."""
        found: dict[str, list[str]] = {}
        for name, value in page_of(self.text(at)).sent():
            if not name.startswith("_"):
                found.setdefault(name, []).append(value)
        return dict(found)

    def text(self, at: str) -> str:
        """A page of the match."""
        answer = self.ben.get(f"{self.path}/{at}")
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.get_data(as_text=True)

    def state(self) -> Any:
        """The state as anybody sees it."""
        return self.host.get(f"/api/v1{self.path.replace('/m/', '/matches/')}").get_json()["state"]

    def journal(self) -> Any:
        """The journal as anybody reads it."""
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


@pytest.mark.parametrize("game", games())
def test_a_table_says_how_things_stand_and_may_take_it_back(app: Flask, game: str) -> None:
    table = Table(app, game)
    answer = table.ben.post(f"{table.path}/stand", filled(table.form(), game))

    assert answer.status_code == 303, " ".join(texts_of(answer.get_data(as_text=True)))
    entry = table.journal()[0]
    assert (entry["move"]["kind"], entry["by"], entry["stands"]) == ("stand_now", 1, True)
    told = " ".join(texts_of(table.text("journal")))
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
    answer = table.ben.post(f"{table.path}/stand", form)

    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert page_of(page).wrong == ["f-starter"]
    assert "LI-12" in page
