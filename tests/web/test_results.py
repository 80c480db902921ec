"""The result of a match: a page for everybody, one file that needs nothing else, its replay and its picture."""

import re
from xml.etree import ElementTree

import pytest
from flask import Flask

from companion.archive.results import won_of
from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES, golden
from tests.there import there
from tests.web.evenings import begun, played
from tests.web.people import Browser, open_table, start_match
from tests.web.reading import texts_of


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
def test_the_end_speaks_to_each_winner_on_their_own_phone_and_to_nobody_on_the_television(
    package: str, host: Browser, services: Services
) -> None:
    _, match_id = played(host, package, golden(package)[0])
    seen = services.matches.snapshot(match_id, services.tables.caller(None))
    won = there(won_of(services.store, seen))
    page, screen = (host.page(path) for path in (f"/m/{match_id}", f"/tv/{seen.table.code}"))
    of_one = len(won.winners) == len(won.places[0].seats)
    spoken_to = re.findall(rf'data-to="(\d+)">You {"win" if of_one else "share the win"}\.', page)
    assert spoken_to == [str(seat) for seat in won.winners if not won.is_together]
    assert ('class="won' in screen, "You win." in screen) == (True, False)


PICTURE = "image/svg+xml"
SVG = "{http://www.w3.org/2000/svg}"
ROUNDS = ((12, -7, 30), (1, 2, 3), (4, 5, 6))


def test_the_replay_shows_what_stands_without_what_was_taken_back_or_corrected(host: Browser) -> None:
    match_id = start_match(host, open_table(host, "Ana", "Ben"), "points", rounds="3")
    score = {"kind": "score", "points.1": 1}
    host.post(f"/m/{match_id}/moves", {**score, "version": 0, "points.0": 987})
    host.post(f"/m/{match_id}/undo", {"version": 1})
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
    assert ["321" in one for one in told[:2]] == [False, True]
    assert steps[4].partition("<output>")[2].startswith("3/3</output>")


def test_the_picture_says_who_won_the_ranking_and_the_day_and_needs_nothing_else(app: Flask) -> None:
    host, _, match_id = begun(app, *ROUNDS)
    answer = host.get(f"/m/{match_id}/picture.svg")
    assert answer.mimetype == PICTURE
    drawing = ElementTree.fromstring(answer.text)
    said = [" ".join(text.itertext()).strip() for text in drawing.iter(f"{SVG}text")]
    assert said[:2] == ["Cleo wins with", "39 points."]
    assert [line for line in said if line in ("Ana", "Ben", "Cleo")] == ["Cleo", "Ana", "Ben"]
    assert "Tableside" in said[-1]
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert "style" not in answer.text
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
