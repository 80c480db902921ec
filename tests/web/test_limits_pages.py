"""The pages of a match of Limits: entering by forms, phones that are passed on, what is corrected."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.schema.formdata import pairs
from tests.web.people import Browser, change, confirm, corrected, sit, start_match
from tests.web.playing import Playing
from tests.web.reading import by_name, page_of
from tests.web.reading import words_of as words
from tests.web.tapping import preview

CARD = {"red": "1", "yellow": "2", "green": "3", "blue": "X", "violet": "0"}


class Game(Playing):
    """A match of Limits as the browsers at its table see it; the host has no seat of its own."""

    slug = "limits"

    def __init__(self, app: Flask, players: int = 0, **options: str) -> None:
        super().__init__(app, players, **options)
        self.phones = {0: self.host}

    def phone(self, seat: int) -> Browser:
        if seat not in self.phones:
            self.phones[seat] = sit(Browser(self.app), self.code, seat)
        return self.phones[seat]

    def enter(self, by: Browser | None = None, *, version: int | None = None, **fields: Any) -> TestResponse:
        seen = {} if version is None else {"version": version}
        return (by or self.host).post(f"/m/{self.match_id}/moves", {**seen, **by_name(pairs(fields))})

    def entered(self, **fields: Any) -> Game:
        answer = self.enter(**fields)
        assert answer.status_code == 303, answer.text
        return self

    def tap(self, kind: str, by: Browser | None = None, **fields: str) -> str:
        data = {"kind": kind, "version": self.version, **{name.replace("_", ".", 1): fields[name] for name in fields}}
        return preview(by or self.host, f"/m/{self.match_id}", data)

    def begun(self, *hidden: str) -> Game:
        """The game with its first limit card open, and these cards hidden by seat."""
        self.entered(kind="start", seat=0).entered(kind="limit", numbers=CARD)
        for seat, colours in enumerate(hidden):
            self.entered(kind="hide", seat=seat, colours=[*colours.split()])
        return self


# Starting, and the limit card


def test_a_card_entered_once_is_offered_at_the_next_match_and_one_tap_plays_it(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    game.entered(kind="verdict", seat=0, accused=1, colour="red", hidden=0, counted=2)
    other = Game(app)
    assert 'id="open-exchange"' in other.entered(kind="start", seat=0).page(), "a round may begin with an exchange"
    offered = other.tap("limit", numbers_red="1")
    assert f'id="known-{"".join(map(str, CARD.values()))}"' in offered
    hidden = dict(re.findall(r'type="hidden" name="(numbers\.[a-z]+)" value="([0-9X])"', offered))
    assert hidden == {f"numbers.{colour}": number for colour, number in CARD.items()}
    other.entered(kind="limit", numbers={name.split(".")[1]: number for name, number in hidden.items()})
    page = other.page()
    assert "I accuse" not in words(page), "the host's phone serves all who have none"
    assert not any("in the pile" in one for one in (page, other.tap("accuse"))), "nobody counts it"
    beside = ['class="btn">Accuse' in one for one in (page, other.entered(kind="card", seat=0).page())]
    assert beside == [True, True], "from the limit card on that one accuses stands in one place"


def test_where_nobody_said_who_starts_no_pile_is_shown_that_nothing_can_count(app: Flask) -> None:
    game = Game(app)
    assert "Accuse" not in words(game.page()), "who starts is asked before anything else"
    game.entered(kind="limit", numbers=CARD)
    assert game.tap("start").count('class="seal"') == 3, "faces as large as those of whom one accuses"
    pages = [game.page(), game.entered(kind="start", seat=1).page()]
    offers = [[one in page for one in ("in the pile", "Card played", "open-start")] for page in pages]
    assert offers == [[False, False, True], [False, True, False]]
    game.entered(kind="card", seat=1)
    above = [words(game.tap("accuse", seat=seat).split('name="accused"')[0]) for seat in ("1", "2")]
    assert ["It’s Cleo’s turn. On your turn, you may accuse" in one for one in above] == [True, False]
    page = game.enter(kind="accuse", seat=1, accused=0).text
    assert "Save it anyway" in page, "who has played nothing is a doubt of its own"
    for page in (game.tap("accuse", seat="0", accused="1"), game.enter(kind="accuse", seat=0, accused=1).text):
        found = tuple(
            one in page for one in ("data-by-itself", 'id="record" form="entry" name="anyway"', 'id="problem"')
        )
        assert found == (False, True, False), "the warning above is enough, and out of turn it is asked once more"
    logged = Game(app, pile="logged").begun("red", "blue", "yellow").entered(kind="lay", seat=0, colour="green")
    assert 'id="record" form="entry" name="anyway"' in logged.tap("accuse", seat="2", accused="0"), (
        "no tap is refused first"
    )
    assert "Cleo to play" in words(game.entered(kind="accuse", seat=0, accused=1, anyway="true").page())
    assert "It’s Cleo’s turn." in game.host.words(f"/tv/{game.code}"), "it came out of turn"


def test_a_shared_phone_asks_who_accuses_and_then_whom_and_who_entered_it_is_said_in_the_log(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    game.phone(1)
    page = game.tap("accuse", seat="2")
    assert re.search(r"<summary>.*?Cleo.*?accuses.*?Change.*?</summary>.*?name=\"seat\".*?</details>", page, re.S)
    assert "seal" not in page.split("</details>")[-2], "large are only those who can be accused"
    assert "On your turn, you may accuse any other player" in words(page)
    assert "LI-" not in words(page), "numbers of rules stand behind what asks why"
    game.entered(by=game.phone(1), kind="accuse", seat=2, accused=0)
    assert "Cleo accused Ana Undo" in words(game.page())
    count = game.tap("verdict", game.phone(2))
    assert ("Turn up all hidden cards. Who hid one?" in words(count), count.count('class="lies"')) == (True, 3)
    log = game.host.page(f"/m/{game.match_id}/journal")
    assert ("entered by Ben" in words(log), log.count("#phone")) == (True, 1), (
        "who made most of it is not named each time"
    )


def test_the_log_says_each_verdict_and_reads_an_edit_of_it_in_its_round(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    assert [one in game.page() for one in ("You start", "Your turn")] == [True, False], "no card is tapped"
    game.entered(kind="verdict", seat=2, accused=1, colour="green", hidden=0, counted=4)
    assert "Your turn" not in game.page(), "it would give the verdict away while the cards are laid"
    guilty = ("Ben is guilty.", "Ben takes the limit card, Cleo a point.")
    assert all(one in game.host.words(f"/m/{game.match_id}/journal") for one in guilty)
    edit = {"kind": "verdict", "seat": "2", "accused": "1", "colour": "green", "hidden": "0", "counted": "2"}
    card = {"kind": "limit", **{f"numbers.{colour}": number for colour, number in CARD.items()}, "numbers.red": "4"}
    assert corrected(game.host, game.match_id, 1, card).status_code == 303
    assert "Round 2" not in game.host.words(f"/m/{game.match_id}/journal"), "nothing of it is played"
    assert corrected(game.host, game.match_id, 2, edit).status_code == 303
    assert game.host.post(f"/m/{game.match_id}/contest/2", {"reason": "rule"}).status_code == 303
    game.entered(kind="limit").entered(kind="card", seat=1)
    now, before = game.host.words(f"/m/{game.match_id}/journal").split("Round 1", 1)
    assert "Round 2" in now
    assert game.host.page(f"/m/{game.match_id}/journal").count('class="limit-card"') == 2, "none without its numbers"
    assert re.search(r"disagrees with entry 3.*Ben is not guilty\.", before)
    assert "Playing and accusing" not in before, "such a table enters in any order"


def test_a_count_beyond_the_cards_tapped_is_asked_about_with_the_reason_and_an_edit_without_one_waits(
    app: Flask,
) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    game.entered(kind="card", seat=1).entered(kind="card", seat=2)
    begun = {"seat": "0", "accused": "2", "colour": "red"}
    assert 'class="used"' not in game.tap("verdict", None, **begun)
    asked = game.enter(kind="verdict", seat=0, accused=2, colour="red", hidden=0, counted=4).text
    assert "Counted in the pile: 4. The app saw only 2." in words(asked)
    game.entered(kind="verdict", seat=0, accused=2, colour="red", hidden=0, counted=2)
    assert re.search(r'"others">.*<ol class="turns" data-step="after">', game.page(), re.S), "totals come after it"
    log = game.host.page(f"/m/{game.match_id}/journal").partition('<ol class="plays">')[2].partition("</ol>")[0]
    drawn = re.findall(r'class="(card down|limit-card|stamp guilty)"', log)
    in_order = ["limit-card", "card down", "card down", "stamp guilty"]
    assert (drawn, log.count('class="cap s"')) == (in_order, 1), (
        "a round is one picture; a row says which cards it holds"
    )
    edit = game.host.post(f"/m/{game.match_id}/correct/4", {"kind": "verdict", **begun, "hidden": "0"}).get_data(
        as_text=True
    )
    assert re.search(r'class="btn main wait".*?Save<small>How many did you count\?', edit)


def test_of_an_accusation_that_came_too_late_the_words_pass_by_themselves(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    ben, cleo = game.phone(1), game.phone(2)
    game.entered(by=ben, kind="accuse", seat=1, accused=0)
    late = game.enter(by=cleo, version=2, kind="accuse", seat=2, accused=0).text
    assert re.search(r'id="problem"[^>]*data-passes="12"', late)
    assert "Quicker than you: Ben accused Ana" in words(late)


# Logged


def test_a_phone_of_ones_own_asks_what_you_hide_and_a_shared_one_names_who_hides(app: Flask) -> None:
    game = Game(app, pile="logged")
    ben = game.phone(1)
    game.begun()
    assert ">You hide</legend>" in game.page(ben)
    sit(ben, game.code, 2)
    ben.post(f"/m/{game.match_id}/as/1")
    assert ">Ben hides</legend>" in game.page(ben)


def test_a_card_is_entered_for_whoever_has_no_phone_and_opened_for_whoever_has_one(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "blue", "yellow")
    ben = game.phone(1)
    early = game.tap("accuse", ben, own="yes")
    assert ('name="accused"' in early, words(early).count("hasn’t played a card this round.")) == (False, 2)
    for turn, is_quiet in ((0, (False, True)), (1, (True, False)), (2, (False, False))):
        pages = [game.page(game.host), game.page(ben)]
        one_tap = [{*re.findall(r'<form id="lay".*?name="seat" value="(\d)"', page, re.S)} for page in pages]
        assert one_tap == [{str(turn)}] * 2
        assert [f'id="for-{turn}"' in page for page in pages] == [*is_quiet]
        game.entered(by=game.host, kind="lay", seat=turn, colour="violet")
    pages = [words(re.sub(r"<details.*?</details>", "", game.page(one), flags=re.S)) for one in (game.host, ben)]
    assert all("Cleo played a card" in page for page in pages)
    by_hand = game.tap("accuse", ben, seat="1", accused="0").partition('id="open-verdict')[2]
    assert re.findall(r'name="(seat|accused)" value="(\d)"', by_hand)[:2] == [("seat", "1"), ("accused", "0")]


def test_a_phone_that_enters_for_another_sees_nothing_of_theirs(app: Flask) -> None:
    def look(hidden: str, laid: str) -> list[str]:
        game = Game(app, pile="logged").begun("red", "blue", hidden)
        ben = game.phone(1)
        for seat, colour in enumerate(("green", "green", laid)):
            game.entered(by=ben, kind="lay", seat=seat, colour=colour)
        seen = [game.page(ben), game.tap("exchange", ben, seat="2"), game.tap("accuse", ben, seat="2", accused="1")]
        return [words(page).replace(game.code, "") for page in seen]

    assert look("yellow", "violet") == look("violet", "yellow")


def test_a_seat_that_another_phone_holds_is_served_by_nobody_else(app: Flask) -> None:
    game = Game(app, pile="logged")
    ben = game.phone(1)
    game.begun("red", "blue", "green")
    for other in (game.host, game.phone(2)):
        before = game.page(other)
        assert "Another phone has this seat." in words(other.send(f"/m/{game.match_id}/as/1", status=403))
        assert game.page(other) == before
    assert "Show my hidden cards" in words(game.page(ben))


def test_outside_that_fold_not_even_ones_own_phone_says_what_was_hidden(app: Flask) -> None:
    game = Game(app, pile="logged").begun()
    ana = game.phone(1)
    game.entered(by=ana, kind="hide", seat=1, colours=["violet"])
    for browser, said in ((ana, "You hid a card"), (game.phone(2), "Ben hid a card")):
        page = re.sub(r"<details class=\"why line peek\".*?</details>", "", game.page(browser), flags=re.S)
        assert said in words(page)
        assert "hid violet" not in words(page)
    page = game.page(ana)
    assert (page.count(" bare"), 'id="phoneless"' in page) == (2, False), "a card lies before each who has hidden"


def test_a_phone_that_was_passed_on_goes_from_hand_to_hand_then_to_its_owner_and_is_hers_again(app: Flask) -> None:
    game = Game(app, 5, pile="logged").begun()
    ben, _ = game.phone(1), game.phone(3)
    ben.post(f"/m/{game.match_id}/as/2")
    for seat, then in ((2, 4), (4, 1)):
        answer = game.enter(by=ben, kind="hide", seat=seat, colours=["red"])
        assert answer.location.endswith(f"/m/{game.match_id}/as/{then}")
        if then != 1:
            ben.post(answer.location)
    assert "I’m Ben" in ben.words(answer.location)
    assert ">Ben hides</legend>" not in game.page(ben)
    ben.post(answer.location)
    assert game.enter(by=ben, kind="hide", seat=1, colours=["blue"]).location.endswith(f"/m/{game.match_id}")
    assert "Show my hidden cards" in words(game.page(ben))
    game.match_id = start_match(game.host, game.code, "limits", pile="logged")
    assert ">Ben hides</legend>" in game.begun().page(ben)


# Corrections, and the judge


def test_who_counted_otherwise_sees_which_verdict_becomes_which_before_it_counts_and_all_do_after(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    verdict = {"kind": "verdict", "seat": "0", "accused": "1", "colour": "red", "hidden": "0"}
    game.entered(**verdict, counted="2")
    late = game.enter(by=game.phone(1), version=2, **verdict, counted="1").text
    assert "Use mine You: Ben is not guilty." in words(late)
    foreseen = change(game.phone(1), re.findall(r'action="([^"]+/correction[^"]*)"', late)[0], {}, late)
    assert re.search(r"Ben is guilty. 2 red, 1 allowed. after .*Ben is not guilty. 1 red, 1 allowed.", words(foreseen))
    confirm(game.phone(1), game.match_id, foreseen)
    assert "Round 1 · You’re not guilty." in words(game.page(game.phone(1)))
    assert 'class="cleared"' in game.page(), "a stamp as well"
    assert "Round 1 corrected by Ben: Ben is not guilty." in game.host.words(f"/tv/{game.code}")
    assert "Round 1 corrected by Ben: Ben is not guilty." in words(game.page())
    assert game.page().partition('id="view"')[2].count(">Undo<") == 1
    game.entered(kind="card", seat=0)
    foreseen = change(game.host, f"/m/{game.match_id}/correct/2", {**verdict, "counted": "2"})
    confirm(game.host, game.match_id, foreseen)
    assert "Round 1 · Ben is guilty." in words(game.page())
    assert "Round 1 corrected by Ana: Ben is guilty." in game.host.words(f"/tv/{game.code}")


def test_a_card_laid_by_another_is_corrected_without_its_colour_being_told(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    index = game.version
    game.entered(by=game.phone(1), kind="lay", seat=1, colour="violet", anyway="true")
    html = game.host.page(f"/m/{game.match_id}/correct/{index}")
    assert ("seat", "1") in page_of(html).sent()
    assert not [one for one in page_of(html).inputs if "checked" in one]
