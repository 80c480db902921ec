"""The pages of a match of Land Unter: entering by forms, what is shown to whom, the end."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.correcting import change
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.playing_land_unter import Game, is_tapped, main_button
from tests.web.tapping import Form


@pytest.fixture
def five(app: Flask) -> Game:
    """Five players, rings counted, before the first trick."""
    return Game(app).count(1, 2, 5, 6, 8)


# ---- counting rings ----


def test_the_first_page_asks_for_the_own_rings(app: Flask) -> None:
    page = Game(app).page()
    assert "Counting rings" in page
    assert "Missing: Ana, Ben, Cleo, Dora, and Emil" in page
    assert is_tapped(page, "seat", 0)
    assert "Save your rings" in main_button(page)


def test_rings_tapped_as_symbols_are_recorded(app: Flask) -> None:
    game = Game(app)
    assert game.enter("count_rings", seat=0, whole=3, half=5, _rings_way="symbols").status_code == 303
    page = game.page()
    assert "Ana’s hand: whole rings 3, half rings 5" in page
    assert "Missing: Ben, Cleo, Dora, and Emil" in page
    assert is_tapped(page, "seat", 1)


def test_twelve_cards_are_worth_what_is_printed_on_them(app: Flask) -> None:
    game = Game(app)
    cards = [3, 8, 14, 19, 22, 25, 29, 33, 40, 47, 52, 57]
    answer = game.tap("count_rings", seat=0, cards=cards, _rings_way="cards")
    assert "5½" in answer
    assert "12 of 12 cards" in answer
    assert "Take 5 rings" in main_button(answer)
    assert game.enter("count_rings", seat=0, cards=cards, _rings_way="cards").status_code == 303


def test_above_the_large_button_stands_one_bar_at_most_and_undo_is_still_there(app: Flask) -> None:
    game = Game(app)
    assert game.enter("count_rings", seat=0, rings=3).status_code == 303
    assert bars(game.page()) == (["undo"], [])
    begun = game.tap("count_rings", seat=1, cards=[3, 8], _rings_way="cards")
    assert bars(begun) == (["undo"], ["tally"])


def bars(page: str) -> tuple[list[str], list[str]]:
    """The bars on the page, and those in its foot."""
    main, foot = page.split('<footer class="foot">')
    return re.findall(r'class="(undo|tally)"', main), re.findall(r'class="(undo|tally)"', foot)


def test_the_way_of_counting_is_kept_for_the_next_hand_by_the_phone_which_sends_it_again(app: Flask) -> None:
    game = Game(app)
    game.tap("count_rings", seat=0, _rings_way="cards")
    game.enter("count_rings", seat=0, rings=3)
    assert is_tapped(game.tap("count_rings", _rings_way="cards"), "cards", 1) is False
    assert is_tapped(game.tap("count_rings", _rings_way="cards"), "seat", 1)


def test_what_is_tapped_is_on_the_page_it_was_tapped_on_alone(app: Flask) -> None:
    game = Game(app)
    page = game.tap("count_rings", seat=2, whole=3, _rings_way="symbols")
    assert is_tapped(page, "seat", 2)
    assert is_tapped(page, "whole", 3)
    for browser in (game.host, sit(Browser(app), game.code, 1)):
        assert not is_tapped(game.page(browser), "whole", 3)


def test_a_number_held_twice_is_doubtful_and_can_be_recorded_anyway(app: Flask) -> None:
    game = Game(app)
    sit(game.host, game.code, 1)  # the doubt is for whoever holds both hands: to others it would tell one
    game.enter("count_rings", seat=0, cards=[*range(1, 13)])
    before = game.version
    answer = game.enter("count_rings", seat=1, cards=[*range(12, 24)], _rings_way="cards")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "share a card" in page
    assert "Save it anyway" in page
    assert is_tapped(page, "cards", 12)
    assert game.version == before
    assert game.enter("count_rings", seat=1, cards=[*range(12, 24)], anyway="true").status_code == 303
    assert game.version == before + 1


def test_five_hands_that_do_not_add_up_are_doubtful(app: Flask) -> None:
    game = Game(app).count(1, 1, 1, 1)
    answer = game.enter("count_rings", seat=4, rings=1)
    assert answer.status_code == 422
    assert "5 players have at least 22 rings, not 5." in answer.get_data(as_text=True)


# ---- a trick ----


def test_four_taps_make_a_trick(five: Game) -> None:
    assert five.trick((4, 9), 1, 2).status_code == 303
    page = five.page()
    assert "Cleo loses a ring." in page
    assert "Ben takes the 4, Cleo takes the 9." in page
    assert "Ana entered trick 1" in page
    assert "Save trick 2" in main_button(page)


def test_hints_come_from_what_is_tapped_so_far(five: Game) -> None:
    page = five.tap("trick", levels=[4, 9], highest=1)
    assert "takes the 4" in page
    assert "Missing: second highest" in main_button(page)
    page = five.tap("trick", levels=[4, 9], highest=1, second=2)
    assert "Highest water: Cleo at 9. Cleo loses a ring." in main_button(page)
    assert five.version == 5


def test_the_last_verdict_stands_in_one_line_above_the_next_entry_and_says_why_behind_it(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    for page in (five.page(), five.tap("trick", levels=[3])):
        news = page[page.index('<div class="news') : page.index("Water turned up")]
        assert "Cleo loses a ring." in news
        assert "<summary>Why?</summary>" in news
        assert "Cleo loses a ring: 4 left." in news
        assert ">Undo<" in news
        assert "Save trick 2" in main_button(page)


def test_a_trick_of_the_round_leads_to_its_correction_for_whoever_may_enter(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    trace = re.search(r'<ol class="trace".*?</ol>', five.page(), re.DOTALL)
    assert trace
    assert f'href="/m/{five.match}/correct/5"' in trace[0]
    assert "Trick 1 Cleo loses a ring." in trace[0]
    assert "/correct/" not in five.page(Browser(five.host.client.application))


def test_a_correction_shows_no_water_where_only_who_loses_is_entered(app: Flask) -> None:
    game = Game(app, tricks="rings").count(1, 2, 5, 6, 8)
    assert game.enter("loses", seats=3).status_code == 303
    changed = change(game.host, f"/m/{game.match}/correct/5", {"kind": "loses", "seats": "4"})
    tanks = changed[changed.index('class="before-after"') : changed.index("<table")]

    assert 'aria-label="Emil: Rings 7"' in tanks
    assert 'class="lvl"' not in tanks
    assert "water" not in tanks


def test_the_same_level_twice_can_be_entered(five: Game) -> None:
    page = five.tap("trick", levels=[7])
    assert "7 twice" in page
    assert five.trick((7, 7), 1, 2).status_code == 303
    assert "Ben and Cleo lose a ring each." in five.page()


def test_cards_and_four_taps_may_take_turns(five: Game) -> None:
    cards: Form = {f"cards_{seat}": card for seat, card in enumerate((58, 31, 12, 1, 40))}
    assert five.enter("trick", levels=[4, 9], _trick_way="cards", **cards).status_code == 303
    assert "Ana takes the 4, Emil takes the 9." in five.page()
    assert five.trick((3, 5), 1, 2).status_code == 303


def test_the_card_grid_moves_on_to_the_next_player(five: Game) -> None:
    page = five.tap("trick", _trick_way="cards", cards_0=58)
    assert "Ben’s weather card" in page
    assert '<input type="hidden" name="cards.0" value="58">' in page
    page = five.tap("trick", _trick_way="cards", cards_0=58, who=0)
    assert "Ana’s weather card" in page
    assert is_tapped(page, "cards.0", 58)


def test_without_a_script_switching_the_way_keeps_the_taps(five: Game) -> None:
    page = five.tap("trick", levels=[4, 9], _trick_way=["highest", "cards"])
    assert "Who played which card" in page
    assert is_tapped(page, "levels", 4)


def test_undo_takes_back_and_redo_brings_back(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    five.host.post(f"/m/{five.match}/undo", {"version": five.version})
    page = five.page()
    assert "Ana undid: Water 4 and 9. Highest Ben, second Cleo" in page
    assert "Redo" in page
    assert "Undo" in page
    five.host.post(f"/m/{five.match}/redo", {"version": five.version})
    assert "Cleo loses a ring." in five.page()


def test_a_round_that_ends_early_is_scored_and_the_next_is_laid_out(app: Flask) -> None:
    game = Game(app, 3).count(0, 2, 3)
    game.trick((4, 9), 1, 0)
    page = game.page()
    assert "Round 1 is over." in page
    assert "Everyone passes their hand and rings left." in page
    assert main_button(page) == "Start round 2 when all hands are passed"
    rings = re.findall(r'aria-label="(\w+): no water card, (\d) of', page)
    assert rings == [("Ana", "3"), ("Ben", "0"), ("Cleo", "2")]


def test_the_end_shows_places_charts_and_the_way_back(app: Flask) -> None:
    game = Game(app, 3).count(0, 0, 0)
    for _ in range(3):
        assert game.trick((4, 4), 0, 1).status_code == 303
    page = game.page()
    assert "Cleo wins with 3 points." in page
    assert "Round by round" in page
    assert 'aria-label="Ana: water up to 4, rings lost 0, out 3"' in page
    assert f'href="/t/{game.code}/new/land-unter"' in page


# ---- who sees what ----


def test_a_spectator_sees_the_board_without_forms(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    watcher = Browser(five.host.client.application)
    page = five.page(watcher)
    assert "Cleo loses a ring." in page
    assert "You’re watching." in page
    assert 'name="levels"' not in page
    assert ">Undo<" not in page
    assert five.enter("trick", by=watcher, levels=[1, 2], highest=0, second=1).status_code == 401


def test_a_card_laid_on_ones_own_phone_stays_ones_own_until_all_have_laid(app: Flask) -> None:
    pages = []
    for card in (9, 58):
        game = Game(app, 3).count(2, 3, 4)
        ben = sit(Browser(app), game.code, 1)
        assert game.enter("lay", by=ben, seat=1, card=card).status_code == 303
        page = game.page()
        assert "Missing: Ana and Cleo" in page
        marks = r'(/m/|/t/|code=)[A-Za-z0-9_-]+|[?]v=\w+| data-(match|hash|layout)="[^"]*"'
        pages.append(re.sub(marks, "", page))
        assert f"You played the {card}." in game.tap("lay", by=ben, _trick_way="own")
    assert pages[0] == pages[1]


def test_a_trick_that_came_in_by_pieces_resolves_by_itself(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    game.enter("levels", levels=[4, 9])
    assert "Water turned up" in game.page()
    for seat, card in enumerate((58, 31, 12)):
        game.enter("lay", seat=seat, card=card)
    page = game.page()
    assert "Ben loses a ring." in page
    assert "Ana takes the 4, Ben takes the 9." in page


def test_a_phone_of_ones_own_offers_ones_own_card(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    ben = sit(Browser(app), game.code, 1)
    assert "Only my card" in game.page(ben)
    page = game.tap("trick", by=ben, _trick_way="own")
    assert "Your card" in page
    assert main_button(page) == "Play your card"
    assert main_button(game.tap("lay", by=ben, card="7", _trick_way="own")) == "Play the 7"


def test_a_phone_that_holds_several_seats_says_whose_card_is_laid_on_it(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    phone = sit(Browser(app), game.code, 1)
    sit(phone, game.code, 2)
    phone.post(f"/m/{game.match}/as/2")
    page = game.tap("trick", by=phone, _trick_way="own")
    assert "Cleo’s weather card" in page
    assert "Your card" not in page


def test_where_rings_are_equal_the_table_is_asked_who_leads(app: Flask) -> None:
    game = Game(app, 3, open_play="true").count(3, 2, 3)
    page = game.page()
    assert "Who leads?" in page
    assert 'name="seat" value="0"' in page
    assert 'name="seat" value="1"' not in page
    assert game.enter("lead", seat=2).status_code == 303
    page = game.page()
    assert "Who leads?" not in page
    assert re.search(r'Cleo</bdi>\s*<span class="lead">leads</span>', page)


def test_names_are_shown_as_they_are_written(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "<b>Ana</b>", 'B"en', "Zoë")
    match = start_match(host, code, "land-unter")
    page = host.get(f"/m/{match}").get_data(as_text=True)
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    assert "<b>Ana</b>" not in page
