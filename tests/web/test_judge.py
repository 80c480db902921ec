"""The judge's pages: the form made from what a ruling asks, the address that holds the facts, the verdict."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from companion.engine.codec import Reading, decode
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.flat import pairs
from companion.engine.game import Game, RulingKind
from companion.engine.options import read_options
from companion.games import games
from companion.web.i18n import words as in_words
from companion.web.judge import clause_runs
from tests.records import Records
from tests.shapes import json_of
from tests.web.forms import Page, page_of
from tests.web.people import Browser, open_table, start_match

EVERY = [(game, kind) for game in games().values() for kind in game.rulings]
IDS = [f"{game.slug}/{kind.name}" for game, kind in EVERY]
LOSES = "/judge/land-unter/loses"
TWO_TIED = {
    "seats.0.rings": "0",
    "seats.0.level": "12",
    "seats.1.rings": "1",
    "seats.1.level": "9",
    "seats.2.rings": "4",
    "seats.2.level": "3",
    "seats.3.rings": "2",
    "seats.3.level": "12",
    "seats.4.rings": "3",
    "seats.4.level": "7",
}


@pytest.fixture
def browser(app: Flask) -> Browser:
    """Somebody without a table."""
    return Browser(app)


def text_of(answer: TestResponse) -> str:
    """The words of a page, without its markup."""
    body = re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))
    return re.sub(r"\s+", " ", html.unescape(body))


def ask(browser: Browser, path: str, facts: Any = None, status: int = 200, **more: str) -> tuple[str, Page]:
    """The words and the form of the page at an address, which must answer with this status."""
    given = dict(facts) if isinstance(facts, dict) else {}
    asked = urlencode([*(facts if isinstance(facts, list) else given.items()), *more.items()])
    answer = browser.get(f"{path}?{asked}" if asked else path)
    assert answer.status_code == status, text_of(answer)
    return text_of(answer), page_of(answer.get_data(as_text=True))


def test_each_game_lists_its_disputes_with_their_clauses(browser: Browser) -> None:
    words, page = ask(browser, "/judge/land-unter")

    assert "Who loses a ring?" in words
    assert "LU-13 to 18 , LU-20" in words
    assert LOSES in page.links


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        (["LU-12"], "LU-12"),
        (["LU-3", "LU-4"], "LU-3, LU-4"),
        (["LU-3", "LU-4", "LU-5", "LU-9"], "LU-3 to 5, LU-9"),
        (["NI-21", "NI-22", "NI-40"], "NI-21, NI-22, NI-40"),
    ],
)
def test_clauses_in_a_row_are_cited_from_the_first_to_the_last(app: Flask, clauses: list[str], said: str) -> None:
    with app.test_request_context("/"):
        assert ", ".join(clause_runs(clauses)) == said


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_a_dispute_nobody_has_answered_yet_asks_and_reproaches_nobody(
    browser: Browser, game: Game[Any], kind: RulingKind[Any]
) -> None:
    _, page = ask(browser, f"/judge/{game.slug}/{kind.name}")

    assert [one for one in page.inputs if one.get("name", "_")[0] != "_"]
    assert page.facts() == {}
    assert page.wrong == []


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_a_form_sent_blank_says_what_is_missing(browser: Browser, game: Game[Any], kind: RulingKind[Any]) -> None:
    words, _ = ask(browser, f"/judge/{game.slug}/{kind.name}", status=400, _players=str(game.players[0]))

    assert "This is not complete" in words


def test_a_verdict_shows_its_working_its_clauses_and_what_others_do(browser: Browser) -> None:
    words, page = ask(browser, LOSES, TWO_TIED)

    assert "Player A is out. Player D loses a ring." in words
    assert "Player A and Player D are tied at the highest level, 12" in words
    assert "/rules/land-unter#LU-15" in page.links
    assert "Gamewright" in words


def test_everything_tapped_stands_in_the_form_below_the_verdict(browser: Browser) -> None:
    _, page = ask(browser, LOSES, TWO_TIED)

    assert {name: values[0] for name, values in page.facts().items()} == TWO_TIED


def test_the_other_house_rule_is_one_link_away_and_says_what_it_would_change(browser: Browser) -> None:
    words, page = ask(browser, LOSES, TWO_TIED)
    assert "Player D loses 2 rings." in words

    other = next(link for link in page.links if "option.tie_survivor_pays_again=true" in link)
    words, page = ask(browser, other)

    assert words.index("Player D loses 2 rings.") < words.index("Elsewhere")
    assert "true" in [one["value"] for one in page.inputs if "tie_survivor" in one["name"] and "checked" in one]


def test_house_rules_that_change_nothing_are_said_to_change_nothing(browser: Browser) -> None:
    facts = {**TWO_TIED, "seats.0.level": "1"}

    words, page = ask(browser, LOSES, facts)

    assert "lead to the same verdict" in words
    assert not [link for link in page.links if "pays_again=true" in link]


def test_a_house_rule_that_does_not_exist_is_refused_and_named(browser: Browser) -> None:
    words, _ = ask(browser, LOSES, {**TWO_TIED, "option.chain": "perhaps"}, status=400)
    assert "This must be one of: true and false." in words

    words, _ = ask(browser, LOSES, {**TWO_TIED, "option.chian": "true"}, status=400)
    assert "no house option of this name" in words


def test_what_is_missing_is_said_beside_the_question_and_nothing_tapped_is_lost(browser: Browser) -> None:
    facts = {"_players": "3", "seats.0.rings": "2", "seats.0.level": "4", "seats.1.rings": "1"}

    words, page = ask(browser, LOSES, facts, status=400)

    assert page.wrong == ["f-seats-1-level", "f-seats-2-rings", "f-seats-2-level"]
    assert page.facts() == {"seats.0.rings": ["2"], "seats.0.level": ["4"], "seats.1.rings": ["1"]}
    assert "Player B: Water level" in words


def test_no_water_card_is_an_answer_and_not_a_blank(browser: Browser) -> None:
    facts = {"seats.0.rings": "2", "seats.0.level": "null", "seats.1.rings": "1", "seats.1.level": "5"}
    last = {"seats.2.rings": "0", "seats.2.level": "5"}

    words, page = ask(browser, LOSES, {**facts, **last})
    assert "Player C is out. Player B loses a ring." in words
    assert page.facts()["seats.0.level"] == ["null"]

    del facts["seats.0.level"]
    ask(browser, LOSES, {**facts, **last}, status=400)


def test_of_a_player_who_is_out_nothing_more_is_asked(browser: Browser) -> None:
    facts = {key: value for key, value in TWO_TIED.items() if not key.startswith("seats.1.")}

    words, _ = ask(browser, LOSES, {**facts, "seats.1.out": "true"})

    assert "Player A is out. Player D loses a ring." in words


def test_what_the_box_forbids_is_said_beside_the_card_with_its_clause(browser: Browser) -> None:
    facts = {"levels.0": "4", "levels.1": "9", "cards.0": "58", "cards.1": "58"}

    words, page = ask(browser, "/judge/land-unter/takes", facts, status=422)

    assert "cannot all have laid the 58" in words
    assert "f-cards-1-err" in browser.get(f"/judge/land-unter/takes?{urlencode(facts)}").get_data(as_text=True)
    assert "/rules/land-unter#LU-1" in page.links


def test_a_number_that_is_not_on_the_grid_is_refused_with_its_clause(browser: Browser) -> None:
    words, page = ask(browser, LOSES, {**TWO_TIED, "seats.2.level": "13"}, status=422)

    assert "13 is not a possible water level" in words
    assert page.wrong == ["f-seats-2-level"]


def test_a_name_that_is_no_fact_is_refused(browser: Browser) -> None:
    words, _ = ask(browser, LOSES, {**TWO_TIED, "seats.0.boots": "2"}, status=400)
    assert "Nothing of this name belongs here." in words
    ask(browser, LOSES, {**TWO_TIED, "a..b": "1"}, status=400)
    ask(browser, "/judge/down-under/route", {"tiles.999.x": "1"}, status=400)


def test_another_number_of_players_keeps_what_was_tapped_and_reproaches_nobody(browser: Browser) -> None:
    _, page = ask(browser, LOSES, {"seats.0.rings": "2", "_players": "4", "_set": "players=5"})
    assert page.choices("seats.4.rings")
    assert page.facts() == {"seats.0.rings": ["2"]}
    assert page.wrong == []

    _, page = ask(browser, LOSES, {**TWO_TIED, "_players": "5", "_set": "players=3"})
    assert not page.choices("seats.3.rings")


def test_the_facts_say_for_how_many_they_are(browser: Browser) -> None:
    _, page = ask(browser, "/judge/land-unter/takes", {"cards.4": "12"}, status=400)
    assert page.choices("cards.4")

    _, page = ask(browser, "/judge/nile/end", {"pawns.0": "3", "pawns.1": "4"}, status=400)
    assert not page.choices("pawns.2")


def test_a_hand_is_tapped_card_by_card_or_counted(browser: Browser) -> None:
    cards = [("cards", str(card)) for card in (3, 8, 14, 19, 22, 25, 29, 33, 40, 47, 52, 57)]
    words, _ = ask(browser, "/judge/land-unter/rings", cards)
    assert "5½: take 5 rings." in words

    _, page = ask(browser, "/judge/land-unter/rings", {"_set": "way=1"})
    assert page.choices("whole")
    assert not page.choices("cards")
    words, _ = ask(browser, "/judge/land-unter/rings", {"_way": "1", "whole": "3", "half": "5"})
    assert "5½: take 5 rings." in words


def test_eleven_cards_are_no_hand(browser: Browser) -> None:
    cards = [("cards", str(card)) for card in range(1, 12)]

    words, page = ask(browser, "/judge/land-unter/rings", cards, status=400)

    assert "Exactly 12 belong here; 11 are given." in words
    assert len(page.facts()["cards"]) == 11


def test_what_is_answered_one_way_does_not_get_in_the_way_of_the_other(browser: Browser) -> None:
    words, _ = ask(browser, "/judge/limits/accusation", {"_way": "0", "printed": "2", "hidden": "1", "counted": "4"})
    assert "Guilty" in words
    ask(
        browser,
        "/judge/limits/accusation",
        {"_way": "0", "accuser": "1", "printed": "X", "hidden": "1", "counted": "4"},
    )


def test_a_way_answered_with_none_is_not_answered(browser: Browser) -> None:
    ask(browser, "/judge/limits/starter", {"youngest": "null"}, status=400)


def test_doubts_are_shown_with_the_verdict(browser: Browser) -> None:
    words, _ = ask(browser, "/judge/land-unter/rings", {"whole": "9", "half": "9"})

    assert "Can that be?" in words
    assert "18 cards" in words


def test_a_list_grows_and_shrinks_by_its_buttons(browser: Browser) -> None:
    _, page = ask(browser, "/judge/down-under/route", {"tiles.0.x": "4"}, status=400)
    assert "rows.tiles=2" in page.sets()

    _, page = ask(browser, "/judge/down-under/route", {"tiles.0.x": "4", "_rows.tiles": "1", "_set": "rows.tiles=3"})
    assert page.choices("tiles.2.x")
    assert page.facts() == {"tiles.0.x": ["4"]}
    assert "rows.tiles=2" in page.sets()

    _, page = ask(browser, "/judge/down-under/route", {"tiles.0.x": "4", "_set": "rows.tiles=999"})
    assert len([one for one in page.inputs if re.fullmatch(r"tiles\.\d+\.x", one["name"])]) == 120


def test_a_board_too_long_to_tap_is_judged_from_its_address(browser: Browser) -> None:
    tile = {"kind": "straight", "colour": "red", "turn": "0"}
    facts = {f"tiles.{y}.{name}": value for y in range(3) for name, value in {**tile, "x": "0", "y": str(y)}.items()}

    words, _ = ask(browser, "/judge/down-under/route", facts)

    assert "3" in words
    assert "Why?" in words


def test_while_somebody_is_tapping_what_is_missing_is_no_fault(browser: Browser) -> None:
    query = urlencode({"_players": "3", "seats.0.rings": "2"})

    answer = browser.get(f"{LOSES}?{query}", headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert "still to tap: Player A: Water level, Player B: Rings, and 3 more" in text_of(answer)
    assert 'class="notice wrong"' not in answer.get_data(as_text=True)
    assert "HX-Request" in answer.headers["Vary"]


def test_the_address_of_a_verdict_asks_the_same_again(browser: Browser) -> None:
    _, page = ask(browser, LOSES, {**TWO_TIED, "option.chain": "false"})
    kept = next(link for link in page.links if link.startswith(LOSES) and "pays_again=false" in link)

    assert dict(parse_qsl(kept.partition("?")[2])).items() >= {**TWO_TIED, "option.chain": "false"}.items()
    words, _ = ask(browser, kept)
    assert "At this table nobody else is asked" in words or "Player A is out" in words


# A running match


def play(app: Flask, match: str, *moves: dict[str, Any]) -> None:
    """Enter moves as the host would."""
    from datetime import UTC, datetime

    from companion.store import Grant, token_hash

    services = app.extensions["tableside"]
    table = services.store.match(match).table_id
    services.store.grant(Grant(token_hash("host"), "host", "device", datetime.now(UTC), table))
    for move in moves:
        answer = app.test_client().post(
            f"/api/v1/matches/{match}/moves", json={"move": move}, headers={"Authorization": "Bearer host"}
        )
        assert answer.status_code == 201, answer.get_data(as_text=True)


@pytest.fixture
def host(app: Flask) -> Browser:
    """Whoever opened the table."""
    return Browser(app)


def after_a_trick(app: Flask, host: Browser, **options: str) -> str:
    """The id of a match of Ana, Ben and Cleo in which Ana laid the 58 and took the 4, Ben the 31 and took the 9."""
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter", **options)
    rings = [{"kind": "count_rings", "seat": seat, "rings": 4} for seat in range(3)]
    trick = {"kind": "trick", "levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}}
    play(app, match, *rings, trick)
    return match


def test_at_a_match_the_judge_knows_the_last_trick_and_everybodys_name(app: Flask, host: Browser) -> None:
    match = after_a_trick(app, host)

    words, page = ask(host, f"/m/{match}/judge")
    assert "filled in from the table you sit at" in words
    assert f"/judge/land-unter/loses?match={match}" in page.links

    words, page = ask(host, LOSES, {"match": match})
    assert "Ben loses a ring." in words
    assert page.facts()["seats.1.rings"] == ["4"]
    assert page.facts()["seats.2.level"] == ["null"]
    assert page.sets() == []


def test_the_address_of_a_verdict_holds_no_name(app: Flask, host: Browser) -> None:
    match = after_a_trick(app, host)

    _, page = ask(host, LOSES, {"match": match})

    assert not [link for link in page.links if "Ana" in link or "Ben" in link]
    kept = next(link for link in page.links if link.startswith(LOSES) and "match=" not in link and "?" in link)
    words, _ = ask(host, kept)
    assert "Player B loses a ring." in words


def test_a_match_is_judged_by_its_own_house_rules(app: Flask, host: Browser) -> None:
    match = after_a_trick(app, host, chain="false")

    _, page = ask(host, LOSES, {"match": match})

    chosen = {one["name"]: one["value"] for one in page.inputs if "checked" in one}
    assert chosen["option.chain"] == "false"


def test_before_anything_is_known_of_a_match_the_form_is_blank_and_for_its_players(app: Flask, host: Browser) -> None:
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")

    words, page = ask(host, LOSES, {"match": match})

    assert "Cleo" in words
    assert page.facts() == {}
    assert page.choices("seats.2.rings")
    assert not page.choices("seats.3.rings")


def test_a_match_of_another_game_or_none_is_not_found(app: Flask, host: Browser) -> None:
    match = after_a_trick(app, host)

    ask(host, "/judge/limits/score", {"match": match}, status=404)
    ask(host, LOSES, {"match": "nonsense"}, status=404)
    ask(host, "/m/nonsense/judge", status=404)
    ask(host, "/judge/chess", status=404)
    ask(host, "/judge/land-unter/chess", status=404)


def test_a_card_laid_before_the_others_is_not_told_by_the_judge(app: Flask, host: Browser) -> None:
    pages = []
    for card in (17, 44):
        match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
        rings = [{"kind": "count_rings", "seat": seat, "rings": 4} for seat in range(3)]
        play(app, match, *rings, {"kind": "lay", "seat": 1, "card": card})
        stranger = Browser(app)
        answers = [
            stranger.get(f"/judge/land-unter/{kind.name}?match={match}") for kind in games()["land-unter"].rulings
        ]
        pages.append([answer.get_data(as_text=True).replace(match, "") for answer in answers])

    assert pages[0] == pages[1]


# Anything may be written into an address


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_the_page_rules_as_the_rules_do(app_once: Flask, game: Game[Any], kind: RulingKind[Any]) -> None:
    client = app_once.test_client()

    @settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(json_of(kind.facts, game.players[-1]))
    def hold(facts: Any) -> None:
        answer = client.get(f"/judge/{game.slug}/{kind.name}?{urlencode(pairs(facts))}")
        try:
            read = decode(kind.facts, facts, Reading(game.players[-1], game.box_clause), "facts")
            expected = kind.judge(read, read_options(game, {}))
        except (IllegalMove, NotAMove):
            assert answer.status_code in (400, 422)
            return
        if not pairs(facts):
            assert answer.status_code == 200  # nothing asked yet: the blank form
        elif answer.status_code == 200:
            with app_once.test_request_context("/"):
                assert in_words(expected.headline) in html.unescape(answer.get_data(as_text=True))
        else:
            # The page insists on an answer where the rules take a blank for "none".
            assert "still to be answered" in text_of(answer)

    hold()


@pytest.fixture(scope="module")
def app_once(records: Records) -> Iterator[Flask]:
    """One app for many addresses: asking the judge changes nothing."""
    from companion.live import InProcessLive
    from companion.store import Store
    from companion.web.app import create_app

    with records.lent() as place, Store.open(place) as store:
        yield create_app(store, InProcessLive())


STEPS = ("0", "1", "2", "00", "-1", "119", "120", "x", "", "é", "null", "seat", "red", "4")
VALUES = (
    "",
    "0",
    "1",
    "2",
    "3",
    "12",
    "60",
    "61",
    "-1",
    "true",
    "false",
    "null",
    "X",
    "x",
    "red",
    "flax",
    "1e3",
    "9" * 19,
    "\x00",
    "é",
)
SETTINGS = (
    "_players",
    "_way",
    "_set",
    "_rows.x",
    "_rows.tiles",
    "_",
    "option.chain",
    "option.",
    "match",
    "option.animals",
)
SET = (
    "players=4",
    "way=1",
    "way=99",
    "rows.tiles=3",
    "rows.=2",
    "=",
    "players=",
    "rows.columns.0=9",
    "rows.columns=999",
)


def noise(kind: RulingKind[Any], names: list[str], rng: random.Random) -> list[tuple[str, str]]:
    """Pairs of an address that nobody in their right mind would send, and some that anybody might."""
    found = []
    for _ in range(rng.randrange(1, 9)):
        name = rng.choice(names)
        if rng.random() < 0.4:
            name = ".".join([name, *rng.choices(STEPS, k=rng.randrange(3))])
        elif rng.random() < 0.2:
            name = ".".join(rng.choices(STEPS, k=rng.randrange(1, 8)))
        found.append((name, rng.choice(VALUES)))
    if rng.random() < 0.4:
        found.append(
            (rng.choice(SETTINGS[:-2]) if rng.random() < 0.9 else rng.choice(SETTINGS), rng.choice((*SET, *VALUES)))
        )
    return [(name, value) for name, value in found if name != "match"]


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_no_address_whatever_upsets_the_judge(app_once: Flask, game: Game[Any], kind: RulingKind[Any]) -> None:
    client = app_once.test_client()
    path = f"/judge/{game.slug}/{kind.name}"
    blank = page_of(client.get(path).get_data(as_text=True))
    names = sorted({one["name"] for one in blank.inputs if one.get("name")})
    rng = random.Random(f"{game.slug}/{kind.name}")

    for _ in range(25):
        query = urlencode(noise(kind, names, rng))
        answer = client.get(f"{path}?{query}")
        assert answer.status_code in (200, 400, 422), query


@pytest.mark.parametrize(("game", "kind"), EVERY, ids=IDS)
def test_what_a_form_shows_as_tapped_it_sends_again(app_once: Flask, game: Game[Any], kind: RulingKind[Any]) -> None:
    client = app_once.test_client()
    path = f"/judge/{game.slug}/{kind.name}"

    @settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(json_of(kind.facts, game.players[0]), st.none())
    def hold(facts: Any, _: None) -> None:
        first = page_of(client.get(f"{path}?{urlencode(pairs(facts))}").get_data(as_text=True))
        again = page_of(client.get(f"{path}?{urlencode(first.sent())}").get_data(as_text=True))
        assert again.facts() == first.facts()

    hold()
