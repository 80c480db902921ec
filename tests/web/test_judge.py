"""The judge's pages: the form made from what a ruling asks, the address that holds the facts, the verdict; and beside a match."""

import re
from dataclasses import replace
from html import unescape
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.engine.game import Options
from companion.engine.rulings import Ruling
from companion.games import games
from companion.match.enter import Matches
from companion.store import BrokenChain
from companion.table.tables import Tables
from companion.web.app.address import read_address
from companion.web.evening import beginning
from companion.web.library.evaluation import evaluate_dispute
from tests.web.people import Browser, ask, open_table, sit, start_match
from tests.web.reading import Page, words_of
from tests.web.tapping import SCRIPT
from tests.web.test_down_under_pages import Game

LOSES = "/judge/land-unter/loses"
TWO_TIED = {
    "seats.0.rings": "0", "seats.0.level": "12", "seats.1.rings": "1", "seats.1.level": "9", "seats.2.rings": "4",
    "seats.2.level": "3", "seats.3.rings": "2", "seats.3.level": "12", "seats.4.rings": "3", "seats.4.level": "7",
}  # fmt: skip

LEVELS = {f"seats.{seat}.level": level for seat, level in enumerate(("8", "3", "9", "11"))}
ARROW = {"marker": "ebb2", "done": "2", "arrows": "1", "_elsewhere": "1"}
PAWNS = {"_players": "3", "obelisk": "18", "pawns.0": "22", "pawns.1": "17"}
SAYS: tuple[tuple[str, Any, tuple[str, ...], tuple[str, ...]], ...] = (
    ("land-unter/loses", LEVELS, ("Player D has no rings left",), ("Player C has no rings left",)),
    ("land-unter/loses", TWO_TIED, ("Get the ruling Player A is out. Player D loses a ring.",
        "Player A and Player D tie for the highest level: 12", "Gamewright"), ("Player D loses 2 rings.",)),
    ("land-unter/round-score", {}, ("Get the ruling How many rings does Player A have?",), ()),
    ("nile/tide", ARROW, ("See it with the other house rule : In an ebb, take both cards",), ("give the same ruling",)),
    ("nile/tide", {**ARROW, "arrow_on": "2"}, ("The other house rules give the same ruling.",), ()),
    ("nile/cost", {"action": "sow"}, ("Sow 1 2 Ripen 1 2 Harvest 1 2 Take a seed back from the boat 1 1 Buy a joker 1 1",), ()),
    ("land-unter/takes", {"levels.0": "9", "levels.1": "4", "highest": "0", "second": "2"}, ("takes the 9. A 4 B – C 9 Why?",), ()),
    ("down-under", {"q": "dingo"}, ("5 found Down Under What the rulebook leaves open The end My dingo is still in my hand",
        "Rules of Down Under 3 Each straight and curve has an animal"), ("Who goes first?", "Place a tile", "Who won?")),
    ("nile/end", {**PAWNS, "pawns.2": "21"}, ("The game is over: Player A wins.", "A Player A 21 B Player B 16",), ()),
    ("nile/start-bid", {"_players": "2", "hands.0": "2", "hands.1": "3"}, ("Player B starts. B Player B 3 A Player A 2 Why?",), ()),
    ("limits/score", {f"seats.{seat}.{name}": str(2 * seat) for seat in range(3) for name in ("points", "limit_cards")},
        ("C Player C 4 − 2 × 4 −4",), ()),
)  # fmt: skip
"""What is asked, and what the page says to it and does not: of rings, only what the verdict needs; of other house rules, only
where they leave the same open."""


def test_the_judge_says_what_it_needs_and_what_follows(subtests: pytest.Subtests, browser: Browser) -> None:
    for ruling, facts, said, unsaid in SAYS:
        with subtests.test(ruling=ruling, facts=facts):
            words = " ".join(ask(browser, f"/judge/{ruling}", facts)[0].split())
            assert [one for one in said if one not in words] == []
            assert [one for one in unsaid if one in words] == []


def test_a_word_is_looked_for_in_every_game_and_a_misspelt_one_is_left_as_typed(browser: Browser) -> None:
    right, misspelt, nowhere = (
        unescape(browser.page(f"/judge/land-unter?q={word}")) for word in ("billabong", "bilabog", "xyzzy")
    )
    assert right.split('id="hits"')[1] == misspelt.split('id="hits"')[1]
    assert 'data-game="du"' in right
    assert browser.page("/judge?q=tide").split('class="stack found" data-game="')[1].startswith("ni")
    assert 'value="bilabog"' in misspelt
    assert 'q=billabong">Did you mean “billabong”?' in misspelt
    assert "No rule has these words." in nowhere
    assert 'class="questions"' not in nowhere


def test_a_broken_limit_is_drawn_with_its_sum_and_the_headline_in_two_lines(browser: Browser) -> None:
    page = browser.page("/judge/limits/accusation?printed=3&hidden=1&counted=5")
    assert "<span>Guilty.</span> <span>5 counted, 4 allowed.</span></h1>" in page
    assert 'aria-label="Allowed 4, printed 3, hidden 1. In the pile 5"' in page


DRAWN = (
    ("desert?row.0=free&row.1=plant&row.2=desert", "The row, from the Nile out to the desert", 1),
    ("purge?obelisk=18&boat=&column_full=false", "Obelisk’s square: 17", 0),
    ("sowing?_players=3&seat=0&plant=onions&cover=free&plants.0.seat=1&plants.0.plant=wheat", "Who sows? Player A", 1),
    ("tide?marker=ebb2&done=2&arrows=1", "How many arrows on the events? 1", 0),
    ("water?edge=single&card.0=single&card.1=double", "Which edge does it meet? single wave", 1),
)  # fmt: skip
"""Rulings of the Nile, what their drawing says to whoever hears it, and how much in it is marked as right."""


def test_a_ruling_of_the_nile_is_drawn_with_what_holds_and_what_does_not(browser: Browser) -> None:
    for asked, heard, right in DRAWN:
        drawing = browser.page(f"/judge/nile/{asked}").split('<svg class="scene"')[1].split("</article")[0]
        assert heard in " ".join(drawing.split(">")[0].split()), asked
        assert drawing.count('class="yes"') == right, asked
    assert ">30&ndash;52<" in browser.page("/judge/nile/end", headers={"Accept-Language": "fr"}), "squares, no ordinals"


def test_a_limit_card_is_chosen_in_one_row_of_which_a_colour_left_open_is_none(browser: Browser) -> None:
    facts = "limit.red=1&limit.yellow=&pile.0.seat=0&pile.0.colour=red&pile.1.seat=1&pile.1.colour=red"
    page = browser.page(f"/judge/limits/accusation?_players=3&_way=1&{facts}&accuser=2&accused=1")
    assert page.count("<select") == 5
    assert '<h1 class="many">' in page
    assert "<span>Player\u00a0B is guilty.</span> <span>2 red, 1 allowed.</span></h1>" in page


def test_the_other_house_rule_is_one_link_away_and_says_what_it_would_change(browser: Browser) -> None:
    _, page = ask(browser, LOSES, TWO_TIED)
    assert "/rules/land-unter#LU-15" in page.links
    words, page = ask(browser, next(link for link in page.links if "_elsewhere=1" in link))
    assert "Player D loses 2 rings." in words
    other = next(link for link in page.links if "option.tie_survivor_pays_again=true" in link)
    words, page = ask(browser, other)
    assert words.index("Player D loses 2 rings.") < words.index("With other house rules")
    assert "true" in [one["value"] for one in page.inputs if "tie_survivor" in one["name"] and "checked" in one]


def test_a_page_judges_once_unless_it_is_asked_what_other_house_rules_say() -> None:
    game, known, heard = games()["land-unter"], games()["land-unter"].ruling("loses"), list[object]()

    def heeding(facts: Any, options: Options) -> Ruling:
        heard.append(facts)
        return known.judge(facts, options)

    kind = replace(known, judge=heeding)
    for more, times in (({}, 1), ({"_elsewhere": "1"}, 1 + len(known.options))):
        heard.clear()
        assert evaluate_dispute(game, kind, read_address({**TWO_TIED, **more}.items()), None).ruling is not None
        assert len(heard) == times


def test_what_is_missing_is_said_beside_the_question_and_nothing_tapped_is_lost(browser: Browser) -> None:
    facts = {"_players": "3", "seats.0.rings": "2", "seats.0.level": "4", "seats.1.rings": "1"}
    words, page = ask(browser, LOSES, facts, status=400)
    assert page.wrong == ["f-seats-1-level"], "one question at a time"
    assert page.facts() == {"seats.0.rings": ["2"], "seats.0.level": ["4"], "seats.1.rings": ["1"]}
    assert words.endswith("What water level does Player B have?")


def test_a_hand_is_tapped_card_by_card_or_counted(browser: Browser) -> None:
    _, page = ask(browser, "/judge/land-unter/rings", {"_set": "way=1"})
    assert page.choices("whole")
    assert not page.choices("cards")


def test_two_levels_asked_for_alone_are_named_once_above_their_cells(browser: Browser) -> None:
    page = browser.get("/judge/land-unter/takes").text
    assert len(re.findall(r'<legend class="hide">\s*<span class="row wrap">\s*<span>Water turned up', page)) == 2


def test_while_somebody_is_tapping_what_is_missing_is_no_fault(browser: Browser) -> None:
    answer = browser.get(f"{LOSES}?_players=3&seats.0.rings=2", headers=SCRIPT)
    assert (answer.status_code, 'class="notice wrong"' in answer.text) == (200, False)
    assert "What water level does Player A have?" in words_of(unescape(answer.text))
    assert "HX-Request" in answer.headers["Vary"]


# A running match


def test_a_match_that_no_record_can_have_is_no_match_that_cannot_be_opened(browser: Browser) -> None:
    assert [browser.get(LOSES, query_string={"match": match}).status_code for match in ("\x00", "9" * 40)] == [400, 404]


MARKET = "/judge/nile/market-scoring"


def tapped(browser: Browser, path: str, *taps: str) -> tuple[str, Page]:
    """The words and the form of a question about four players after these taps."""
    sent: list[tuple[str, str]] = [("_players", "4")]
    for tap in taps:
        words, page = ask(browser, path, [*sent, ("_set", tap)])
        sent = [(str(one["name"]), str(one["value"])) for one in page.inputs if one.get("type") == "hidden"]
    return words, page


def test_a_market_is_laid_out_by_taps_and_a_column_is_judged_once_it_is_full(browser: Browser) -> None:
    # The column itself takes one more of its last.
    taps = ("put=0", "put=1", "put=1")
    for count, last in ((1, 0), (2, 1), (3, 0)):
        words, page = tapped(browser, MARKET, *taps[:count])
        assert [one["value"] for one in page.buttons if one.get("id", "").startswith("next-")] == [f"put={last}"]
    assert "Player B +4 and Player A +2." in words
    assert page.facts()["columns.0.2.seat"] == ["1"]
    _, page = tapped(browser, MARKET, *taps, "worse=42")
    assert page.facts()["columns.0.2.state"] == ["spoiled"]
    _, page = tapped(browser, MARKET, *taps, "drop=4")
    assert "columns.0.0.seat" not in page.facts()
    assert [one["value"] for one in page.inputs if one["name"] == "_m41"] == ["10"]


def test_plants_lost_are_asked_of_each_player_by_name_once_there_is_a_tie(browser: Browser) -> None:
    end = "/judge/nile/end?_players=3&obelisk=18&pawns.0=22&pawns.1=17&pawns.2="
    page = browser.page(end + "22", 400)
    assert "How many plants has Player A lost for good?" in page
    assert re.findall(r'class="cell wrong"\s+for="who-f-(lost-\d)"', page) == ["lost-0"]
    assert re.search(r'id="who-f-lost-0"[^>]* checked', page)
    assert ['<div hidden class="cells' in one for one in (page, browser.page(end + "21"))] == [False, True], "once tied"


def test_a_column_is_chosen_once_and_each_tap_on_an_owner_or_kind_lays_a_plant_there(browser: Browser) -> None:
    _, five = tapped(browser, MARKET, "into=1", "put=0", "put=1", "put=0", "put=2", "put=0")
    assert [five.facts()[f"columns.0.{square}.seat"] for square in range(5)] == [["0"], ["1"], ["0"], ["2"], ["0"]]
    assert ("_into", "4") in five.sent()
    _, kinds = tapped(browser, "/judge/nile/sale", "into=2", "put=1", "put=4", "into=1", "put=0")
    assert [kinds.facts()[name] for name in ("columns.2", "columns.1")] == [["wheat", "aubergine"], ["flax"]]
    assert ("_into", "1") in kinds.sent()


def after_a_trick(host: Browser, **options: str) -> str:
    """The id of a match of Ana, Ben and Cleo in which Ana laid the 58 and took the 4, Ben the 31 and took the 9."""
    match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter", **options)
    rings = [{"kind": "count_rings", "seat": seat, "rings": 4} for seat in range(3)]
    trick = {"kind": "trick", "levels": [4, 9], "cards": {"0": 58, "1": 31, "2": 12}}
    host.enter(match_id, *rings, trick)
    return match_id


def test_at_a_match_the_judge_knows_the_last_trick_and_everybodys_name(host: Browser) -> None:
    match_id = after_a_trick(host)
    _, page = ask(host, f"/m/{match_id}/judge")
    assert f"/judge/land-unter/loses?match={match_id}" in page.links
    words, page = ask(host, LOSES, {"match": match_id})
    assert "Ben loses a ring." in words
    assert page.facts()["seats.1.rings"] == ["4"]
    assert page.facts()["seats.2.level"] == ["null"]
    assert page.sets() == []


def test_the_judge_knows_how_ones_own_hand_was_counted_and_nobody_elses(app: Flask, host: Browser) -> None:
    match_id = start_match(host, code := open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    host.enter(match_id, {"kind": "count_rings", "seat": 1, "whole": 3, "half": 3})
    about = "/judge/land-unter/rings", {"match": match_id}
    words, page = ask(sit(Browser(app), code, 1), *about)
    assert "4 rings" in words
    assert page.facts()["half"] == ["3"]
    for browser in (host, Browser(app)):
        _, page = ask(browser, *about)
        assert {*map(tuple, page.facts().values())} <= {("",)}


def test_the_judge_offers_a_browser_the_match_that_is_going_on_at_its_own_table(app: Flask, host: Browser) -> None:
    match_id = after_a_trick(host)
    _, page = ask(host, "/judge")
    assert f"/judge/land-unter/loses?match={match_id}" in page.links
    for browser, path in ((host, "/judge/limits"), (Browser(app), "/judge"), (Browser(app), "/judge/land-unter")):
        _, page = ask(browser, path)
        assert not [link for link in page.links if match_id in link]
    host.post(f"/m/{match_id}/end").close()
    _, page = ask(host, "/judge")
    assert LOSES in page.links, "over, it is still the game played last"


def test_the_address_of_a_verdict_holds_no_name(host: Browser) -> None:
    match_id = after_a_trick(host)
    _, page = ask(host, LOSES, {"match": match_id})
    links = [link.replace(match_id, "") for link in page.links]  # in what is drawn by lot any three letters may stand
    assert not [link for link in links if "Ana" in link or "Ben" in link]
    kept = next(link for link in page.links if link.startswith(LOSES) and "match=" not in link and "?" in link)
    words, _ = ask(host, kept)
    assert "Player B" in words


def test_a_card_laid_before_the_others_is_not_told_by_the_judge(app: Flask, host: Browser) -> None:
    pages = []
    for card in (17, 44):
        match_id = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
        rings = [{"kind": "count_rings", "seat": seat, "rings": 4} for seat in range(3)]
        host.enter(match_id, *rings, {"kind": "lay", "seat": 1, "card": card})
        stranger = Browser(app)
        answers = [
            stranger.get(f"/judge/land-unter/{kind.name}?match={match_id}") for kind in games()["land-unter"].rulings
        ]
        pages.append([answer.text.replace(match_id, "") for answer in answers])
    assert pages[0] == pages[1]


def test_the_judge_needs_no_records(host: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = after_a_trick(host)
    for part, name in ((Matches, "snapshot"), (Tables, "matches")):
        monkeypatch.setattr(part, name, Mock(side_effect=BrokenChain(match_id, 0)))
        _, page = ask(host, "/judge/land-unter")
        assert "/judge/land-unter/loses" in page.links
        assert not [link for link in page.links if match_id in link]


def test_a_variant_for_fewer_is_not_judged_by_at_a_match_of_more(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "check_for", lambda *_: None)  # as a script begins it, or an earlier version did
    game = Game(app, 3, variant="two_routes").laid(0, ("rs0", 0, 0))
    page = unescape(game.host.page(f"/judge/down-under/placement?match={game.match_id}"))
    assert "You may place the tile there." in page
    assert 'id="option-variant-none" checked' in page


def test_the_verdict_shows_the_tile_it_speaks_of_and_the_next_has_the_colour_of_whose_turn_it_is(app: Flask) -> None:
    game = Game(app, 3).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 1))
    page = unescape(game.host.page(f"/judge/down-under/placement?match={game.match_id}"))
    assert re.search(r'class="paper">\s*<svg [^>]*\s+aria-label="Column 1, row 1: Yellow, straight', page)
    assert 'class="near' not in page
    assert 'name="_ink" value="2"' in page


def test_the_size_of_the_area_is_asked_where_not_every_size_holds_the_tiles_as_one_answer(app: Flask) -> None:
    tile = "tile.x=0&tile.y=0&tile.kind=curve&tile.colour=red&tile.turn=0&turn="
    page = Browser(app).page(f"/judge/down-under/placement?{tile}1")
    assert "You may place the tile there." in page
    assert "Is that right?" not in page
    assert "There’s no other Red tile on the table." in Browser(app).page(f"/judge/down-under/placement?{tile}2")
    far = "&tiles.0.x=6&tiles.0.y=0&tiles.0.kind=curve&tiles.0.colour=red&tiles.0.turn=0"
    page = Browser(app).page(f"/judge/down-under/placement?{tile}2{far}", 400)
    assert "How large is the play area?<" in page
    assert re.search(r'<details class="question fold wrong" id="f-area"\s+open>', page)
