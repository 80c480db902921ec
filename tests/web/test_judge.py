"""The judge's pages: the form made from what a ruling asks, the address that holds the facts, the verdict."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.engine.game import Options
from companion.engine.rulings import Ruling
from companion.games import games
from companion.web.app.address import read_address
from companion.web.library.evaluation import evaluate_dispute
from tests.web.judging import LOSES, ask, text_of
from tests.web.people import Browser

TWO_TIED = {
    "seats.0.rings": "0", "seats.0.level": "12", "seats.1.rings": "1", "seats.1.level": "9", "seats.2.rings": "4",
    "seats.2.level": "3", "seats.3.rings": "2", "seats.3.level": "12", "seats.4.rings": "3", "seats.4.level": "7",
}  # fmt: skip


LEVELS = {f"seats.{seat}.level": level for seat, level in enumerate(("8", "3", "9", "11"))}
ARROW = {"marker": "ebb2", "done": "2", "arrows": "1", "_elsewhere": "1"}
CARDS = [("cards", str(card)) for card in (3, 8, 14, 19, 22, 25, 29, 33, 40, 47, 52, 57)]
PAWNS = {"_players": "3", "obelisk": "18", "pawns.0": "22", "pawns.1": "17"}
SAYS: tuple[tuple[str, Any, tuple[str, ...], tuple[str, ...]], ...] = (
    ("land-unter/loses", LEVELS, ("Player D loses a ring if they have one.", "Player D has no rings left"),
        ("Player D loses a ring.", "Player C has no rings left")),
    ("land-unter/loses", {**LEVELS, "seats.3.rings": "0"},
        ("Player D is out. Player C loses a ring if they have one.", "Player D has a ring", "Player C has no rings left"), ()),
    ("land-unter/loses", TWO_TIED, ("Get the ruling Player A is out. Player D loses a ring.",
        "Player A and Player D tie for the highest level: 12", "Gamewright"), ("Player D loses 2 rings.",)),
    ("land-unter/rings", CARDS, ("5½: take 5 rings.",), ()),
    ("land-unter/rings", {"_way": "1", "whole": "3", "half": "5"}, ("5½: take 5 rings.",), ()),
    ("nile/tide", ARROW, ("See it with the other house rule : In an ebb, take both cards",), ("give the same ruling",)),
    ("nile/tide", {**ARROW, "arrow_on": "2"}, ("The other house rules give the same ruling.",), ()),
    ("nile/end", {**PAWNS, "pawns.2": "22", "lost.0": "3", "lost.1": "0", "lost.2": "2"},
        ("The game is over: Player C wins.",), ()),
    ("nile/end", {**PAWNS, "pawns.2": "21"}, ("The game is over: Player A wins.",), ()),
)  # fmt: skip
"""What is asked, and what the page says to it and does not: of rings, only what the verdict needs; of other house rules, only
where they leave the same open."""


def test_the_judge_says_what_it_needs_and_what_follows(subtests: pytest.Subtests, browser: Browser) -> None:
    for ruling, facts, said, unsaid in SAYS:
        with subtests.test(ruling=ruling, facts=facts):
            words = " ".join(ask(browser, f"/judge/{ruling}", facts)[0].split())
            assert [one for one in said if one not in words] == []
            assert [one for one in unsaid if one in words] == []


def test_a_broken_limit_is_drawn_with_its_sum_and_the_headline_in_two_lines(browser: Browser) -> None:
    page = browser.get("/judge/limits/accusation?printed=3&hidden=1&counted=5").get_data(as_text=True)
    assert "<h1><span>Guilty.</span> <span>5 counted, 4 allowed.</span></h1>" in page
    assert 'aria-label="Allowed 4, printed 3, hidden 1. In the pile 5"' in page


def test_a_limit_card_is_chosen_in_one_row_of_which_a_colour_left_open_is_none(browser: Browser) -> None:
    facts = "limit.red=1&limit.yellow=&pile.0.seat=0&pile.0.colour=red&pile.1.seat=1&pile.1.colour=red"
    page = browser.get(f"/judge/limits/accusation?_players=3&_way=1&{facts}&accuser=2&accused=1").get_data(as_text=True)
    assert page.count("<select") == 5
    assert "<h1><span>Player B is guilty.</span> <span>2 red, 1 allowed.</span></h1>" in page


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

    assert page.wrong == ["f-seats-1-level", "f-seats-2-level"]
    assert page.facts() == {"seats.0.rings": ["2"], "seats.0.level": ["4"], "seats.1.rings": ["1"]}
    assert "Player B: Water level" in words


def test_a_hand_is_tapped_card_by_card_or_counted(browser: Browser) -> None:
    _, page = ask(browser, "/judge/land-unter/rings", {"_set": "way=1"})
    assert page.choices("whole")
    assert not page.choices("cards")


def test_while_somebody_is_tapping_what_is_missing_is_no_fault(browser: Browser) -> None:
    query = urlencode({"_players": "3", "seats.0.rings": "2"})

    answer = browser.get(f"{LOSES}?{query}", headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert "Missing: Player A: Water level, Player B: Water level and 1 more" in text_of(answer)
    assert 'class="notice wrong"' not in answer.get_data(as_text=True)
    assert "HX-Request" in answer.headers["Vary"]


# A running match


def test_a_match_that_no_record_can_have_is_no_match_that_cannot_be_opened(browser: Browser) -> None:
    ask(browser, LOSES, {"match": "\x00"}, status=400)
    ask(browser, LOSES, {"match": "9" * 40}, status=404)


MARKET = "/judge/nile/market-scoring"


def test_a_market_is_laid_out_by_taps_and_a_column_is_judged_once_it_is_full(browser: Browser) -> None:
    sent: list[tuple[str, str]] = [("_players", "4")]
    # The column itself takes one more of its last.
    for whose, last in ((0, 0), (1, 1), (1, 0)):
        words, page = ask(browser, MARKET, [*sent, ("_set", f"put={whose}")])
        sent = [(str(one["name"]), str(one["value"])) for one in page.inputs if one.get("type") == "hidden"]
        assert [one["value"] for one in page.buttons if one.get("id", "").startswith("next-")] == [f"put={last}"]

    assert "Player B +4 and Player A +2." in words
    assert page.facts()["columns.0.2.seat"] == ["1"]

    _, page = ask(browser, MARKET, [*sent, ("_set", "worse=42")])
    assert page.facts()["columns.0.2.state"] == ["spoiled"]

    _, page = ask(browser, MARKET, [*sent, ("_set", "drop=4")])
    assert "columns.0.0.seat" not in page.facts()
    assert [one["value"] for one in page.inputs if one["name"] == "_m41"] == ["10"]


def test_plants_lost_are_asked_of_each_player_by_name_and_a_tie_marks_their_cells(browser: Browser) -> None:
    end = "/judge/nile/end?_players=3&obelisk=18&pawns.0=22&pawns.1=17&pawns.2="
    page = browser.get(end + "22").get_data(as_text=True)
    assert page.count("Enter the lost plants for each.") == 1
    assert re.findall(r'class="cell wrong"\s+for="who-f-(lost-\d)"', page) == ["lost-0", "lost-1", "lost-2"]
    assert re.search(r'id="who-f-lost-0"[^>]* checked', page)
    assert "One more" not in page


def test_a_column_is_chosen_once_and_each_tap_on_an_owner_or_kind_lays_a_plant_there(browser: Browser) -> None:
    def after(path: str, *taps: str) -> dict[str, list[str]]:
        sent: list[tuple[str, str]] = [("_players", "4")]
        for tap in taps:
            _, page = ask(browser, path, [*sent, ("_set", tap)])
            sent = [(str(one["name"]), str(one["value"])) for one in page.inputs if one.get("type") == "hidden"]
        return {name: [value for one, value in sent if one == name] for name, _ in sent}

    five = after(MARKET, "into=1", "put=0", "put=1", "put=0", "put=2", "put=0")
    assert [five[f"columns.0.{square}.seat"] for square in range(5)] == [["0"], ["1"], ["0"], ["2"], ["0"]]
    assert five["_into"] == ["4"]

    kinds = after("/judge/nile/sale", "into=2", "put=1", "put=4", "into=1", "put=0")
    assert [kinds[name] for name in ("columns.2", "columns.1")] == [["wheat", "aubergine"], ["flax"]]
    assert kinds["_into"] == ["1"]
