"""Every page in every language: in a made-up one, nothing may be left that was not put through the catalogues."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.engine.text import SeatName, say, say_many, signs, together, too_many
from companion.games import games
from companion.web.app import i18n
from companion.web.app.problems import TooManyGuesses, TooManyTables, problem_of
from companion.web.app.services import Services
from companion.web.library import history
from tests.conformance.playing import golden
from tests.games.english import NAMES
from tests.rings import few_first
from tests.there import there
from tests.web.boxes import left_over
from tests.web.evenings import played
from tests.web.people import Browser, open_table
from tests.web.reading import texts_of, undrawn
from tests.web.test_stream import CONTROLS

PAGES = (
    *("/", "/tables/new", "/join", "/join?code=ZZZZ", "/settings", "/rules", "/judge", "/nowhere", "/t/{code}"),
    *("/t/{code}/join", "/t/{code}/join/1", "/t/{code}/cards", "/t/{code}/seats/1", "/t/{code}/people", "/t/{code}/host",
        "/t/{code}/first", "/t/{code}/evening"),
    "/print", "/paper", "/t/{code}/paper",
)  # fmt: skip


def test_no_english_is_left_on_a_page(subtests: pytest.Subtests, app: Flask, made_up: None) -> None:
    for path in PAGES:
        with subtests.test(path=path):
            host = Browser(app)
            assert left_over(host.get(path.format(code=open_table(host, *NAMES[:4]))).text) == []


@pytest.mark.parametrize("slug", list(games()))
def test_no_english_is_left_on_what_a_game_shows(app: Flask, made_up: None, slug: str) -> None:
    game = games()[slug]
    host = Browser(app)
    code = open_table(host, *NAMES[: game.players[-1]])
    if game.sheet is not None:
        for path in (f"/print/{slug}", f"/print/{slug}/blank", f"/print/{slug}/blank?size=large"):
            assert left_over(host.page(path)) == [], path
    judged = [f"/judge/{slug}/{kind.name}" for kind in game.rulings]
    pages = [f"{start}/{slug}" for start in ("/paper", f"/t/{code}/paper", "/rules", "/judge", f"/t/{code}/new")]
    for path in (*pages, *judged):
        assert left_over(host.page(path)) == [], path


@pytest.mark.parametrize("slug", few_first([*games()], 2, "test"))
def test_no_english_is_left_on_a_board_at_any_step(made_up: None, slug: str, host: Browser, services: Services) -> None:
    """Nor on the television, where besides nothing is to press or left undrawn."""
    package = slug.replace("-", "_")
    playthrough = golden(package)[0]
    code, match_id = played(host, package, playthrough, 0)
    seen: set[str] = set()
    for path in ("", "/setup", "/journal", "/result"):
        assert left_over(host.page(f"/m/{match_id}{path}")) == [], path
    for move in playthrough["moves"]:
        host.enter(match_id, move)
        moment = services.matches.snapshot(match_id, services.tables.caller(None)).moment.key
        if moment in seen and len(seen) > 12:
            continue
        seen.add(moment)
        assert left_over(host.page(f"/m/{match_id}")) == [], (moment, move)
        television = host.page(f"/tv/{code}")
        assert (left_over(television), undrawn(television), CONTROLS.search(television)) == ([], set(), None), moment
    of_match = (f"/m/{match_id}/{page}" for page in ("journal", "result", "result.html", "sheet?rulings=yes"))
    for path in (*of_match, "/history", "/forget"):
        assert left_over(host.page(path)) == [], path


def test_each_phone_has_its_own_language(subtests: pytest.Subtests, app: Flask) -> None:
    for language in i18n.LANGUAGES:
        with subtests.test(language=language):
            browser = Browser(app)
            assert f'<html lang="{language}"' in browser.page("/", headers={"Accept-Language": language})
            browser.post("/settings", {"language": "de"})
            assert '<html lang="de"' in browser.page("/", headers={"Accept-Language": language})


JOINED: list[tuple[tuple[str, ...], str, str]] = [
    (("Ana", "Inés"), "standard", "Ana e Inés"), (("Ana", "Ben", "Hilda"), "standard", "Ana, Ben e Hilda"),
    (("Iván", "Ana"), "standard", "Iván y Ana"), (("agua", "hielo"), "standard", "agua y hielo"),
    (("Ana", "Olga"), "or", "Ana u Olga"), (("Olga", "Ana"), "or", "Olga o Ana"), (("Inés",), "standard", "Inés"),
    ((), "standard", ""),
]  # fmt: skip


def test_spanish_joins_no_two_like_sounds(subtests: pytest.Subtests, app: Flask) -> None:
    for names, style, said in JOINED:
        in_spanish = app.test_request_context(headers={"Accept-Language": "es"})
        with subtests.test(names=names, style=style), in_spanish:
            assert i18n.listed(names, style=style) == said


@pytest.mark.parametrize(
    ("seconds", "guesses", "tables"),
    [(1, "Wait 1 second.", "Wait 1 minute."), (61, "Wait 61 seconds.", "Wait 2 minutes.")],
)
def test_how_long_to_wait_is_said_for_one_as_for_several(app: Flask, seconds: int, guesses: str, tables: str) -> None:
    with app.test_request_context():
        for error, said in ((TooManyGuesses(seconds), guesses), (TooManyTables(seconds), tables)):
            assert i18n.words(there(problem_of(error)).details[0]).endswith(said)


@pytest.mark.parametrize(
    ("accepted", "day", "figure"),
    [
        ("en", "21 January 2026", "1,234.5"), ("en-GB", "21 January 2026", "1,234.5"),
        ("en-US,en", "January 21, 2026", "1,234.5"), ("en-XX", "21 January 2026", "1,234.5"),
        ("de-DE", "21. Januar 2026", "1.234,5"), ("de-AT,de", "21. Jänner 2026", "1.234,5"),
        ("de-CH", "21. Januar 2026", "1'234.5"), ("es-MX,es", "21 de enero de 2026", "1,234.5"),
        ("es", "21 de enero de 2026", "1.234,5"),
    ],
)  # fmt: skip
def test_days_and_figures_are_as_in_the_reader_s_country(app: Flask, accepted: str, day: str, figure: str) -> None:
    with app.test_request_context(headers={"Accept-Language": accepted}):
        assert i18n.day(datetime(2026, 1, 21, 12, tzinfo=UTC)) == day
        # The Swiss apostrophe is straight or curled, as the edition of the country's data has it.
        assert history.figure(1234.5).replace("’", "'") == figure


def test_a_sentence_begins_with_a_capital_whatever_fills_its_first_gap_but_a_name_stays_as_typed(app: Flask) -> None:
    red = say("red")
    straights = too_many(signs("{colour}, {what}", colour=red, what=say("straight")), 14, 12)
    joined = say("{colours} are joined in one route. Check the tiles.", colours=(red, say("blue")))
    begun = {}
    for language in i18n.LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            begun[language] = i18n.words(straights)
            assert i18n.words(together(straights, straights)) == f"{begun[language]} {begun[language]}"
            assert i18n.words(joined)[0].isupper()
            assert i18n.words(signs("{name}: {count}.", name=SeatName(0), count=2), ("ana",)) == "ana: 2."
            assert i18n.words(signs("{colour} {count}", colour=red, count=2)) == f"{i18n.words(red)} 2"
    assert begun["en"] == "Red, straight: 14 (12 at most)."
    assert [said.split(",")[0] for said in begun.values()] == ["Red", "Rouge", "Rojo", "Rot"]


BELOW_NOUGHT = re.compile(r"(?<![\w.])-\d")
"""A hyphen that stands for a minus; within a date it follows a figure."""
ADDRESS = re.compile(r"https?://\S+")
"""An address, in which a hyphen is one: what a match is called there is drawn by lot."""
PLACES = ("", "/result", "/result.html", "/journal", "/sheet?rulings=yes")


@pytest.mark.parametrize(("package", "number"), [("land_unter", 0), ("limits", 0), ("limits", 1)])
def test_no_page_writes_a_figure_below_nought_with_a_hyphen(package: str, number: int, host: Browser) -> None:
    whole = golden(package)[number]
    code, match_id = played(host, package, whole)
    lowest = min(whole["scores"])
    for path in (*(f"/m/{match_id}{place}" for place in PLACES), f"/tv/{code}", f"/t/{code}/evening", "/history"):
        said = [ADDRESS.sub("", one) for one in texts_of(host.page(path))]
        assert [one for one in said if BELOW_NOUGHT.search(one)] == [], path
    for path in ("", "/result", "/sheet"):
        assert f"−{-lowest}" in host.page(f"/m/{match_id}{path}"), path


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_headline_that_speaks_of_lost_points_has_the_same_minus_in_every_language(app: Flask, language: str) -> None:
    points = say(
        "{names} wins {with_points}.", names="Ana", with_points=say_many("{count} point", "{count} points", -3)
    )
    with app.test_request_context(headers={"Accept-Language": language}):
        assert "−3" in i18n.words(points)
        assert i18n.plain([-3, 0, None]) == "−3, 0, –"
