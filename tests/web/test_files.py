"""The result of a match: a page for everybody, its replay and its picture; what it leaves in files, and as a link to Board
Game Stats that any names fit into.
"""

import csv
import html
import io
import json
import random
import re
import unicodedata
from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import pytest
from flask import Flask
from openapi_schema_validator import OAS31Validator

from companion.archive.facts import ADDRESS, play_link
from companion.archive.results import won_of
from companion.engine.game import Status
from companion.match.access import NOBODY
from companion.match.snapshot import Snapshot
from companion.store import Table
from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES, golden
from tests.there import there
from tests.web.api.asking import Match
from tests.web.api.carried import played as entered
from tests.web.evenings import begun, played
from tests.web.people import Browser, make_owner, open_table, start_match
from tests.web.reading import texts_of

TEXT = {"type": "string", "minLength": 1}
YES_OR_NO = {"type": "boolean"}
POSITIVE = {"type": "integer", "minimum": 1}


def shape(required: str, **properties: object) -> dict[str, object]:
    return {"type": "object", "additionalProperties": False, "required": required.split(), "properties": properties}


GAME = shape(
    "name sourceGameId highestWins noPoints", name=TEXT, sourceGameId=TEXT, bggId=POSITIVE, highestWins=YES_OR_NO,
    noPoints=YES_OR_NO, usesTeams={"const": True},
)  # fmt: skip
PLAYER = shape(
    "name sourcePlayerId startPlayer rank score winner", name=TEXT, sourcePlayerId=TEXT, startPlayer=YES_OR_NO,
    rank=POSITIVE, score={"type": "integer"}, role=TEXT, team=TEXT, winner=YES_OR_NO,
)  # fmt: skip
PLAY = shape(
    "sourceName sourcePlayId playDate game players", sourceName={"const": "Tableside"}, sourcePlayId=TEXT,
    playDate={"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"}, durationMin=POSITIVE, location=TEXT,
    board=TEXT, comments=TEXT, game=GAME, players={"type": "array", "minItems": 2, "items": PLAYER},
)  # fmt: skip
LETTERS = "aé ß漢🎲🏳️‍🌈\"'<&%+=#\\\n\u202e؂"


def whole(app: Flask, package: str) -> Match:
    return entered(app, package, golden(package)[0])


def look(app: Flask, match: Match) -> Snapshot:
    services: Services = app.extensions["tableside"]
    return services.matches.snapshot(match.id, NOBODY)


def told(link: str) -> dict[str, Any]:
    assert link.startswith(ADDRESS)
    assert len(link) < 8000
    assert re.fullmatch(r"[\w.~%:/?=-]+", link, re.ASCII)
    play: dict[str, Any] = json.loads(unquote(link.removeprefix(ADDRESS)))
    assert [error.message for error in OAS31Validator(PLAY).iter_errors(play)] == []
    return play


@pytest.mark.parametrize("package", PACKAGES)
def test_the_result_offers_every_file_and_the_link(app: Flask, package: str) -> None:
    match, browser = whole(app, package), Browser(app)
    page, state = browser.page(f"/m/{match.id}/result"), match.state()
    play = told(html.unescape(there(re.search(rf'href="({re.escape(ADDRESS)}[^"]+)"', page))[1]))
    assert [one["name"] for one in play["players"]] == [seat["name"] for seat in state["seats"]]
    assert [one["score"] for one in play["players"]] == [seat["score"] for seat in state["seats"]]
    winners = [seat for seat, one in enumerate(play["players"]) if one["winner"]]
    assert winners == state["winners"] == [seat for seat, one in enumerate(play["players"]) if one["rank"] == 1]
    assert play["sourcePlayId"] not in (match.id, "")
    assert page.count("Board Game Stats") == 1, "the link alone, where there is one"
    for name, media in (("match.json", "application/json"), ("scores.csv", "text/csv")):
        assert f'href="/m/{match.id}/{name}"' in page
        answer = browser.get(f"/m/{match.id}/{name}")
        assert (answer.status_code, answer.mimetype) == (200, media)
        assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{PACKAGES[package].slug}-20')


def test_what_is_told_of_a_play_is_what_was_played(app: Flask) -> None:
    match = whole(app, "down_under")
    play = told(play_link(look(app, match), "with animals", "a fine game"))
    assert (play["board"], play["comments"]) == ("with animals", "a fine game")
    assert play["game"] == {
        "name": "Down Under", "sourceGameId": "down-under", "bggId": 32154, "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert [(one["role"], one["startPlayer"]) for one in play["players"]] == [("red", True), ("yellow", False)]
    began = datetime.fromisoformat(play["playDate"])
    assert abs((look(app, match).entries[0].at.replace(tzinfo=None) - began).total_seconds()) < 2


def test_each_own_game_is_a_game_of_its_own_elsewhere_and_won_as_the_table_says(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Anton", "Cara", "Cleo")
    points = {"points.0": "1", "points.1": "2", "points.2": "3", "points.3": "4"}
    once = {"ends": "rounds", "at_rounds": "1"}

    def game(**given: str) -> dict[str, Any]:
        board = host.post(f"/t/{code}/another", {**once, **given}).headers["Location"]
        if "sides" in given:  # who plays with whom is asked first
            sheet = parse_qs(urlsplit(board).query)["sheet"][0]
            board = host.post(f"/t/{code}/matches", {"game": "own-game", "sheet": sheet}).headers["Location"]
        entered = 1 if given["writes"] == "winner" else 2 if "sides" in given else 4
        host.post(f"{board}/moves", {"kind": "points", **dict([*points.items()][:entered])})
        told_here = told(play_link(app.extensions["tableside"].matches.snapshot(board.split("/")[2], NOBODY)))
        assert [one.get("team") for one in told_here["players"]] == (["1", "2"] * 2 if "sides" in given else [None] * 4)
        return dict(told_here["game"])

    assert [
        game(name="Skyjo", writes="points", wins="fewest"),
        game(name="Dobble", writes="winner"),
        game(name="Rennen", writes="places"),
        game(name="Belote", writes="points", wins="most", sides="team_size 2"),
    ] == [
        {"name": "Skyjo", "sourceGameId": "own-game:Skyjo", "highestWins": False, "noPoints": False},
        {"name": "Dobble", "sourceGameId": "own-game:Dobble", "highestWins": True, "noPoints": True},
        {"name": "Rennen", "sourceGameId": "own-game:Rennen", "highestWins": False, "noPoints": True},
        {
            "name": "Belote",
            "sourceGameId": "own-game:Belote",
            "highestWins": True,
            "noPoints": False,
            "usesTeams": True,
        },
    ]
    file = host.get(f"/api/v1/tables/{code}/export.bgsplay").get_json()
    assert [one["name"] for one in file["games"]] == ["Skyjo", "Dobble", "Rennen", "Belote"]
    assert [one["gameRefId"] for one in file["plays"]] == [1, 2, 3, 4]


def test_any_names_any_ties_and_any_words_make_a_link_that_is_not_too_long(app: Flask) -> None:
    seen = look(app, whole(app, "land_unter"))
    rng = random.Random(11)
    for _ in range(120):
        players = rng.randint(2, 12)
        names = tuple(rng.choice([None, _text(rng, rng.choice([1, 24, 24, 300]))]) for _ in range(players))
        scores = tuple(rng.randint(-3, 3) for _ in names)
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        play = told(
            play_link(
                _dressed(seen, names, Status("over", None, scores, best), _text(rng, 200)),
                _text(rng, rng.choice([0, 40, 900])),
                _text(rng, rng.choice([0, 500, 20_000])),
            )
        )
        assert [one["score"] for one in play["players"]] == [*scores]
        assert [seat for seat, one in enumerate(play["players"]) if one["winner"]] == [*best]
        for one in play["players"]:
            assert one["rank"] == 1 + sum(other["score"] > one["score"] for other in play["players"])


def _text(rng: random.Random, length: int) -> str:
    return unicodedata.normalize("NFC", "".join(rng.choice(LETTERS) for _ in range(length)))


def _dressed(seen: Snapshot, names: tuple[str | None, ...], status: Status, place: str) -> Snapshot:
    """The match, as if these had played it to this end."""
    timeline = seen.timeline.view()
    timeline.game = replace(
        seen.game,
        has_rounds=False,
        status=lambda state: status,
        view=lambda state, viewer: {"seats": [{} for _ in names]},
    )
    match = replace(seen.match, seats=tuple(range(len(names))))
    table = Table(seen.table.id, "KQ7M", seen.table.opened_at, name=place)
    return replace(seen, timeline=timeline, match=match, names=names, table=table)


def test_what_is_looked_back_on_is_a_sheet_by_the_same_filters(app: Flask) -> None:
    owner, stranger = make_owner(app), Browser(app)
    whole(app, "limits")
    whole(app, "down_under")

    def games_in(browser: Browser, asked: str) -> list[str]:
        text = browser.page(f"/history/scores.csv{asked}")
        return [row["game"] for row in csv.DictReader(io.StringIO(text))]

    assert sorted(set(games_in(owner, ""))) == ["Down Under", "Limits"]
    assert set(games_in(owner, "?game=limits")) == {"Limits"}
    assert games_in(owner, "?since=2999-01-01") == []
    assert games_in(stranger, "") == []
    assert 'href="/history/scores.csv?game=limits"' in owner.page("/history?game=limits")


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.usefixtures("codes_of_their_own")
def test_the_file_tells_no_id_no_code_no_token_and_no_address(package: str, host: Browser, services: Services) -> None:
    _, match_id = played(host, package, golden(package)[0])
    table = services.matches.snapshot(match_id, services.tables.caller(None)).table
    text = host.page(f"/m/{match_id}/result.html")
    secrets = [
        match_id, table.id, table.code, host.token, services.seating.token(table.id, 0), "localhost", "127.0.0.1",
    ]  # fmt: skip
    assert [one for one in secrets if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text)] == []
    assert not re.search("https?://", text)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_end_speaks_to_each_on_their_own_phone_and_to_nobody_on_the_television(
    package: str, host: Browser, services: Services
) -> None:
    _, match_id = played(host, package, golden(package)[0])
    seen = services.matches.snapshot(match_id, services.tables.caller(None))
    won = there(won_of(services.store, seen))
    page, screen = (host.page(path) for path in (f"/m/{match_id}", f"/tv/{seen.table.code}"))
    of_one = len(won.winners) == len(won.places[0].seats)
    spoken_to = re.findall(rf'data-to="(\d+)">You {"win, " if of_one else "share the win."}', page)
    assert spoken_to == [str(seat) for seat in won.winners if not won.is_together]
    ranked = [str(one.seat) for one in won.places if one.rank > 1 and not one.team]
    assert re.findall(r'data-to="(\d+)"><b>[^:]*You: rank', page) == ranked
    assert ('class="won' in screen, "You win, " in screen, "You: " in screen) == (True, False, False)


SVG = "{http://www.w3.org/2000/svg}"


def test_the_replay_shows_what_stands_without_what_was_taken_back_or_corrected(host: Browser, app: Flask) -> None:
    match_id = start_match(host, open_table(host, "Ana", "Ben"), "points", rounds="3")
    score = {"kind": "score", "points.1": 1}
    host.post(f"/m/{match_id}/moves", {**score, "version": 0, "points.0": 987})
    host.post(f"/m/{match_id}/undo", {"version": 1})
    assert "undid: Round 1 Redo" in host.words(f"/m/{match_id}"), "what is gone is not told again"
    for version, points in ((2, 654), (3, 30), (4, 5)):
        host.post(f"/m/{match_id}/moves", {**score, "version": version, "points.0": points})
    change = {"index": 2, "move": {"kind": "score", "points": [321, 1]}, "preview": False}
    as_host = {"Authorization": f"Bearer {host.token}"}
    answer = host.client.post(f"/api/v1/matches/{match_id}/amend", json=change, headers=as_host)
    assert answer.status_code == 200, answer.text
    steps = [host.page(f"/m/{match_id}/replay?step={step}") for step in range(5)]
    assert 'data-steps="3"' in steps[0]
    told = [texts_of(one) for one in steps]
    assert ["987" in one or "654" in one for one in told] == [False] * 5
    assert ["321" in one for one in told[:2]] == [True, True], "a bare table is no step"
    assert steps[4].partition("<output>")[2].startswith("3/3</output>")
    code = open_table(host, "Ana", "Ben")
    for length in (13, 11):
        counted = start_match(host, code, "down-under", depth="result")
        result = {"kind": "from_paper", "version": 0, "routes.0.length": length, "routes.1.length": 14}
        host.post(f"/m/{counted}/moves", result)
    worth = re.findall("3 paths ahead|2:0|late entr|No rulings|wins with|end tile", host.words(f"/m/{counted}/result"))
    assert worth == ["wins with", "3 paths ahead", "2:0"]
    assert host.get(f"/m/{counted}/replay").headers["Location"].endswith(f"/m/{counted}/result"), "no film of nothing"
    film = f"/m/{whole(app, 'down_under').id}/replay?step="
    cells = {re.findall(r'class="drawn" viewBox="([^"]+)', host.page(film + step))[-1] for step in "247"}
    assert len(cells) == 1, "the table moves or shrinks"
    tides = f"/m/{whole(app, 'land_unter').id}/replay"
    begins = (f'min="{golden("land_unter")[0]["players"]}"' in (page := host.page(tides)), "<output>0/" in page)
    assert begins == (True, True), "no hand is counted"
    assert "Ana’s weather card 58" in host.words(tides + "?step=4"), "below the tank whose water it moved"


def test_the_picture_says_who_won_the_ranking_and_the_day_and_needs_nothing_else(app: Flask) -> None:
    host, _, match_id = begun(app, (12, -7, 30), (1, 2, 3), (4, 5, 6))
    answer = host.get(f"/m/{match_id}/picture.svg")
    assert answer.mimetype == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.text)
    said = [" ".join(text.itertext()).strip() for text in drawing.iter(f"{SVG}text")]
    assert said[:2] == ["Cleo wins with", "39 points."]
    assert [line for line in said if line in ("Ana", "Ben", "Cleo")] == ["Cleo", "Ana", "Ben"]
    assert "Tableside" in said[-1]
    assert not re.search("http|style", answer.text.replace("http://www.w3.org/2000/svg", ""))
    assert f"/m/{match_id}/picture.svg" in host.page(f"/m/{match_id}")


def test_what_decided_a_match_is_told_whole_above_the_ranking_however_long_the_names(host: Browser) -> None:
    names = [f"{letter}nneliese Müller-Lüdens." for letter in "ABC"]
    match_id = start_match(host, open_table(host, *names), "points", rounds="3")
    for version, points in enumerate(((1, 2, 3), (3, 1, 2), (2, 3, 1))):
        each = {f"points.{seat}": one for seat, one in enumerate(points)}
        host.post(f"/m/{match_id}/moves", {"kind": "score", "version": version, **each})
    drawing = ElementTree.fromstring(host.page(f"/m/{match_id}/picture.svg"))
    told = [
        (str(one.text), float(one.get("y", 0))) for one in drawing.iter(f"{SVG}text") if one.get("font-size") == "36"
    ]
    moment = [line for line in told if line[0] not in names]
    assert " ".join(line for line, _ in moment).endswith("draw level.")
    assert len(moment) > 2
    assert moment[-1][1] < min(float(one.get("y", 0)) for one in drawing.iter(f"{SVG}rect") if one.get("rx") == "16")
