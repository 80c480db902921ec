"""What each device chooses for itself, kept in that browser and nowhere else."""

import re

import pytest
from flask import Flask

from tests.rings import few_first
from tests.web.evenings import Table, options_of, whole_game
from tests.web.people import Browser, make_owner, open_table, sit, start_match

KUCKUCK = "Zum Kuckuck!"
SOLD_AS = {"en": "Turn the Tide", "fr": "Inondation", "es": "Bajo el agua", "de": "Land Unter"}


def test_a_board_sounds_and_vibrates_only_where_somebody_asked_for_it(host: Browser, code: str) -> None:
    board = f"/m/{start_match(host, code, 'land-unter')}"
    # A switch that is on is sent before the "off" that every switch sends.
    for chosen, wanted in (
        ({}, []),
        ({"buzz": ["on", "off"]}, ["buzzes"]),
        ({"sound": "on", "buzz": "off"}, ["sounds"]),
    ):
        host.post("/settings", chosen)
        assert re.findall("data-(buzzes|sounds)", host.page(board)) == wanted
        switches = re.findall(r'role="switch" name="(\w+)" value="on"( checked)?', host.page("/settings"))
        assert [(name, bool(is_on)) for name, is_on in switches] == [
            ("awake", False), ("sound", "sounds" in wanted), ("buzz", "buzzes" in wanted),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "leads"), [("/judge", "/judge"), ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil", "/")]
)
def test_the_way_back_never_leaves_tableside(app: Flask, asked: str, leads: str) -> None:
    assert Browser(app).post("/settings", {"back": asked}).headers["Location"] == leads


def played(app: Flask) -> tuple[Table, tuple[str, ...]]:
    """A table that has played one game of Land Unter and plays the next, and every page of it that names the game."""
    host = Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    table = Table(app, code, host, sit(Browser(app), code, 1))
    whole = whole_game(3)
    over = table.begin("land-unter", **options_of(whole))
    table.host.enter(over, *whole["moves"])
    going = table.begin("land-unter")
    at_table = [f"/t/{code}{path}" for path in ("", "/host", "/evening", "/new/land-unter", "/paper")]
    of_games = [f"/m/{over}{path}" for path in ("", "/result", "/result.html", "/picture.svg", "/journal", "/sheet")]
    rest = (
        "/", "/rules", "/rules/land-unter", "/teach", "/teach/land-unter", "/judge", "/judge/land-unter", "/history",
    )  # fmt: skip
    sheets = ("/print", "/print/land-unter", f"/m/{going}/setup", f"/tv/{code}")
    return table, (*at_table, *of_games, *rest, *sheets)


@pytest.mark.parametrize("language", few_first([*SOLD_AS], 1, "test"))
def test_a_game_is_called_by_the_readers_box_on_every_page(app: Flask, language: str) -> None:
    table, pages = played(app)
    table.host.post("/settings", {"language": language})
    before = {page: table.host.page(page) for page in pages}
    assert [page for page, html in before.items() if SOLD_AS[language] not in html] == []
    table.host.post("/settings", {"box-land-unter": KUCKUCK})
    after = {page: table.host.page(page) for page in pages}
    assert [page for page, html in after.items() if KUCKUCK not in html] == []
    told = [page for page, html in after.items() if SOLD_AS[language] in html]
    assert told == ["/rules/land-unter"], "where the boxes are listed"
    assert SOLD_AS["en"] in table.ben.page("/"), "another phone has its own"


def test_the_owners_choice_is_that_of_the_household_until_a_phone_has_its_own(app: Flask) -> None:
    owner, phone = make_owner(app), Browser(app)
    owner.post("/settings", {"box-land-unter": KUCKUCK})
    assert KUCKUCK in phone.page("/rules")
    phone.post("/settings", {"box-land-unter": "Inondation"})
    assert "Inondation" in phone.page("/rules")
    assert all(KUCKUCK in one.page("/rules") for one in (owner, Browser(app)))
