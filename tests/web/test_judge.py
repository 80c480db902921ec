"""The judge's pages: the form made from what a ruling asks, the address that holds the facts, the verdict."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode

import pytest
from flask import Flask

from tests.web.judging import EVERY, LOSES, ask, text_of
from tests.web.people import Browser

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


FIRST = {
    "land-unter": "loses",
    "limits": "accusation",
    "down-under": "placement",
    "nile": "market-scoring",
}
"""What tables ask most."""


def test_each_game_lists_its_disputes_what_is_asked_most_first(subtests: pytest.Subtests, browser: Browser) -> None:
    for slug, first in FIRST.items():
        with subtests.test(slug):
            _, page = ask(browser, f"/judge/{slug}")

            disputes = [link for link in page.links if re.fullmatch(rf"/judge/{slug}/[\w-]+", link)]
            assert disputes[0] == f"/judge/{slug}/{first}"


def test_of_rings_only_those_are_asked_that_the_verdict_needs(browser: Browser) -> None:
    levels = {f"seats.{seat}.level": level for seat, level in enumerate(("8", "3", "9", "11"))}

    words, _ = ask(browser, LOSES, levels)
    assert "Player D loses a ring." in words
    assert "Player D loses a ring, if one is left." in words
    assert "Player D has no ring left" in words
    assert "Player C has no ring left" not in words

    words, _ = ask(browser, LOSES, {**levels, "seats.3.rings": "0"})
    assert "Player D is out. Player C loses a ring." in words
    assert "Player D has a ring" in words
    assert "Player C has no ring left" in words


def test_a_dispute_nobody_has_answered_yet_asks_and_reproaches_nobody(
    subtests: pytest.Subtests, browser: Browser
) -> None:
    for game, kind in EVERY:
        with subtests.test(f"{game.slug}/{kind.name}"):
            _, page = ask(browser, f"/judge/{game.slug}/{kind.name}")

            cells = [one for one in page.buttons if (one.get("value") or "").startswith("tap=")]
            assert cells or [one for one in page.inputs if one.get("name", "_")[0] != "_"]
            assert page.facts() == {}
            assert page.wrong == []


def test_a_form_sent_blank_says_what_is_missing(subtests: pytest.Subtests, browser: Browser) -> None:
    for game, kind in EVERY:
        with subtests.test(f"{game.slug}/{kind.name}"):
            words, _ = ask(browser, f"/judge/{game.slug}/{kind.name}", status=400, _players=str(game.players[0]))

            assert "Something is missing" in words


def test_a_verdict_shows_its_working_its_clauses_and_what_others_do(browser: Browser) -> None:
    words, page = ask(browser, LOSES, TWO_TIED)

    assert "Player A is out. Player D loses a ring." in words
    assert "Player A and Player D tie for the highest level: 12" in words
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

    assert words.index("Player D loses 2 rings.") < words.index("House rules elsewhere")
    assert "true" in [one["value"] for one in page.inputs if "tie_survivor" in one["name"] and "checked" in one]


def test_house_rules_that_change_nothing_are_said_to_change_nothing(browser: Browser) -> None:
    facts = {**TWO_TIED, "seats.0.level": "1"}

    words, page = ask(browser, LOSES, facts)

    assert "same ruling" in words
    assert not [link for link in page.links if "pays_again=true" in link]


def test_a_house_rule_that_does_not_exist_is_refused_and_named(browser: Browser) -> None:
    words, _ = ask(browser, LOSES, {**TWO_TIED, "option.chain": "perhaps"}, status=400)
    assert "This must be one of: true and false." in words

    words, _ = ask(browser, LOSES, {**TWO_TIED, "option.chian": "true"}, status=400)
    assert "no house rule of this name" in words


def test_what_is_missing_is_said_beside_the_question_and_nothing_tapped_is_lost(browser: Browser) -> None:
    facts = {"_players": "3", "seats.0.rings": "2", "seats.0.level": "4", "seats.1.rings": "1"}

    words, page = ask(browser, LOSES, facts, status=400)

    assert page.wrong == ["f-seats-1-level", "f-seats-2-level"]
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

    assert "can’t all have the 58" in words
    assert "f-cards-1-err" in browser.get(f"/judge/land-unter/takes?{urlencode(facts)}").get_data(as_text=True)
    assert "/rules/land-unter#LU-1" in page.links


def test_a_number_that_is_not_on_the_grid_is_refused_with_its_clause(browser: Browser) -> None:
    words, page = ask(browser, LOSES, {**TWO_TIED, "seats.2.level": "13"}, status=422)

    assert "Enter 1 to 12, not 13." in words
    assert page.wrong == ["f-seats-2-level"]


def test_a_name_that_is_no_fact_is_refused(browser: Browser) -> None:
    words, _ = ask(browser, LOSES, {**TWO_TIED, "seats.0.boots": "2"}, status=400)
    assert "There is no field of this name here." in words
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

    assert "Enter exactly 12, not 11." in words
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

    assert "Is that right?" in words
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


def test_fields_of_a_row_are_no_players_though_there_may_be_as_many(browser: Browser) -> None:
    words, page = ask(browser, "/judge/nile/desert")
    assert "Player" not in words
    assert [one for one in page.sets() if one.startswith("players=")] == []
    words, _ = ask(browser, "/judge/nile/desert", {"row.0": "water", "row.1": "free", "row.2": "desert"})
    assert "The desert card goes on field 2" in words


def test_a_verdict_begins_with_a_capital(browser: Browser) -> None:
    words, _ = ask(browser, "/judge/nile/sale", {"quality": "1", "plant": "flax", "columns.1": "[]"})
    assert "Flax may go to column 1." in words


def test_a_list_is_said_to_be_empty_by_its_button_and_only_then(browser: Browser) -> None:
    asked = {"quality": "1", "plant": "flax"}
    words, _ = ask(browser, "/judge/nile/sale", asked)
    assert "Column 1 counts as empty." in words

    # A column of more plants than any market holds is drawn nowhere and asked for plant by plant.
    too_many = [*asked.items(), *[(f"columns.4.{square}", "flax") for square in range(5)]]
    _, page = ask(browser, "/judge/nile/sale", [*too_many, ("_rows.columns.1", "1"), ("_set", "rows.columns.1=0")])
    assert page.facts()["columns.1"] == ["[]"]
    _, page = ask(browser, "/judge/nile/sale", [*too_many, ("columns.1", "[]"), ("_set", "rows.columns.1=1")])
    assert page.choices("columns.1.0") or page.choices("columns.1")


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
    assert "Missing: Player A: Water level, Player B: Water level, and 1 more" in text_of(answer)
    assert 'class="notice wrong"' not in answer.get_data(as_text=True)
    assert "HX-Request" in answer.headers["Vary"]


def test_the_address_of_a_verdict_asks_the_same_again(browser: Browser) -> None:
    _, page = ask(browser, LOSES, {**TWO_TIED, "option.chain": "false"})
    kept = next(link for link in page.links if link.startswith(LOSES) and "pays_again=false" in link)

    assert dict(parse_qsl(kept.partition("?")[2])).items() >= {**TWO_TIED, "option.chain": "false"}.items()
    words, _ = ask(browser, kept)
    assert "House rule: no one else pays" in words or "Player A is out" in words


# A running match


def test_the_address_of_a_verdict_is_the_same_on_every_server(browser: Browser) -> None:
    facts = "pawns.0=4&pawns.1=9&lost.0=3&lost.1=1&obelisk=8"

    _, page = ask(browser, "/judge/nile/end", parse_qsl(facts)[::-1])

    assert f"/judge/nile/end?{facts}" in page.links


def test_where_nobody_shows_a_level_nobody_loses_a_ring(browser: Browser) -> None:
    words, _ = ask(browser, LOSES, {f"seats.{seat}.{name}": text for seat in range(3) for name, text in _DRY})

    assert "No one loses a ring." in words


_DRY = (("rings", "2"), ("level", "null"))


MARKET = "/judge/nile/market-scoring"


def test_a_market_is_laid_out_by_taps_and_a_column_is_judged_once_it_is_full(browser: Browser) -> None:
    sent: list[tuple[str, str]] = [("_players", "4")]
    for whose in (0, 1, 1):
        pressed = [*(pair for pair in sent if pair[0] != "_whose"), ("_whose", str(whose)), ("_set", "add=4")]
        words, page = ask(browser, MARKET, pressed)
        sent = [(str(one["name"]), str(one["value"])) for one in page.inputs if one.get("type") == "hidden"]

    assert "Player B +4 and Player A +2." in words
    assert page.facts()["columns.0.2.seat"] == ["1"]

    _, page = ask(browser, MARKET, [*sent, ("_set", "worse=42")])
    assert page.facts()["columns.0.2.state"] == ["spoiled"]

    _, page = ask(browser, MARKET, [*sent, ("_set", "drop=4")])
    assert "columns.0.0.seat" not in page.facts()
    assert [one["value"] for one in page.inputs if one["name"] == "_m41"] == ["100"]


def test_what_lies_on_the_market_of_a_rot_is_drawn_from_its_address(browser: Browser) -> None:
    facts = {"palms": "2", "columns.3.0.seat": "1", "columns.3.0.plant": "grapes", "columns.3.0.state": "fresh"}

    _, page = ask(browser, "/judge/nile/rot", facts)
    shown = {name: values[0] for name, values in page.facts().items() if values != ["[]"]}
    assert shown == facts

    _, page = ask(browser, "/judge/nile/rot", {**facts, "_set": "worse=30"})
    assert page.facts()["columns.3.0.state"] == ["spoiled"]


def test_a_market_of_kinds_is_laid_out_by_taps_and_nobody_is_asked_whose_they_are(browser: Browser) -> None:
    asked = {"quality": "4", "plant": "flax"}

    words, page = ask(browser, "/judge/nile/sale", {**asked, "_kind": "2", "_set": "add=3"})
    assert page.facts() == {**{name: [one] for name, one in asked.items()}, **columns("grapes")}
    assert not page.choices("_whose")
    assert "Player" not in words

    tapped = [(name, one) for name, all in page.facts().items() for one in all]
    _, page = ask(browser, "/judge/nile/sale", [*tapped, ("_set", "drop=3")])
    assert "grapes" not in str(page.facts())


def columns(*kinds: str) -> dict[str, list[str]]:
    """The answers for a market with these kinds in its third column, and nothing else."""
    empty = {f"columns.{column}": ["[]"] for column in (4, 2, 1)}
    return {**empty, "columns.3": [*kinds]}


def test_the_boat_is_loaded_and_unloaded_by_taps(browser: Browser) -> None:
    asked = {"obelisk": "20", "column_full": "true", "_whose": "1", "_kind": "0"}
    _, page = ask(browser, "/judge/nile/purge", {**asked, "_set": "load=1"})
    assert (page.facts()["boat.0.seat"], page.facts()["boat.0.plant"]) == (["1"], ["flax"])

    tapped = [(name, one) for name, all in page.facts().items() for one in all]
    words, _ = ask(browser, "/judge/nile/purge", tapped)
    assert "The obelisk is on square 19." in words

    _, page = ask(browser, "/judge/nile/purge", [*tapped, ("_set", "unload=1")])
    assert page.facts()["boat"] == ["[]"]


def test_a_field_takes_two_plants_and_no_third_can_be_tapped(browser: Browser) -> None:
    field = {f"plants.{at}.{name}": one for at in (0, 1) for name, one in (("seat", str(at)), ("plant", "wheat"))}
    asked = {"seat": "2", "plant": "flax", "cover": "free", **field}

    words, page = ask(browser, "/judge/nile/sowing", {**asked, "_set": "load=1"})

    assert page.facts() == {name: [one] for name, one in asked.items()}
    assert "load=1" not in page.sets()
    words, _ = ask(browser, "/judge/nile/sowing", asked)
    assert "You can’t sow the plant there." in words


def test_who_was_highest_is_enough_to_say_who_takes_which_water(browser: Browser) -> None:
    asked = {"levels.0": "9", "levels.1": "4", "highest": "1", "second": "2"}

    words, _ = ask(browser, "/judge/land-unter/takes", asked)
    assert "Player B takes the 4, Player C takes the 9." in words

    words, page = ask(browser, "/judge/land-unter/takes", {**asked, "second": "1"}, status=422)
    assert "Choose two different players." in words
    assert page.wrong == ["f-second"]


def test_what_is_asked_of_each_player_stands_on_one_sheet_with_its_answers(browser: Browser) -> None:
    facts = {"seats.0.points": "12", "seats.0.limit_cards": "1", "seats.1.points": "9"}

    answer = browser.get(f"/judge/limits/score?{urlencode({'_players': '3', **facts})}")

    shown = dict(re.findall(r'data-shows="f-seats-([^"]+)">([^<]*)<', answer.get_data(as_text=True)))
    assert shown == {
        "0-points": "12",
        "1-points": "9",
        "2-points": "",
        "0-limit_cards": "1",
        "1-limit_cards": "",
        "2-limit_cards": "",
    }


def test_how_many_play_is_asked_only_where_players_are_asked_about(browser: Browser) -> None:
    _, page = ask(browser, "/judge/limits/accusation")
    assert not [one for one in page.sets() if one.startswith("players=")]
    _, page = ask(browser, "/judge/limits/accusation", {"_way": "1", "_set": "way=1"})
    assert "players=3" in page.sets()


def test_columns_that_no_market_has_are_asked_for_plant_by_plant(browser: Browser) -> None:
    plant = {"seat": "0", "plant": "flax", "state": "fresh"}
    facts = {
        f"columns.{column}.{square}.{name}": value
        for column in range(2)
        for square in range(3)
        for name, value in plant.items()
    }

    words, _ = ask(browser, MARKET, facts)

    assert "The market has 1" in words
