"""Whole games of Limits: counted on one phone, with a script and without one, and logged on four phones."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state
from tests.e2e.evening import PLAYERS, Evening, call, open_by_hand
from tests.e2e.stage import SMALLEST_TARGET, TOO_SMALL, OpenPhone, Server, accessibility_faults
from tests.records import early_on_postgresql

COLOURS = ("red", "yellow", "green", "blue", "violet")
WHO = {"seat": "first", "accused": "second"}
"""Which of the two labels over a player names whoever accuses, and whoever is accused."""
REFUSED = (r"status of 4(00|09|22)",)
"""What the browser says of an answer that did not take an entry, and of a tap that was overtaken by the next one."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A round as a table counts it: who accuses whom of which colour, and what was counted."""

    card: str
    accuser: int
    accused: int
    colour: str
    hidden: tuple[int, int]
    counted: int

    @property
    def is_guilty(self) -> bool:
        """By the rulebook's sum."""
        printed = self.card[COLOURS.index(self.colour)]
        return printed != "X" and self.counted > int(printed) + sum(self.hidden)


# Ten limit cards, so ten rounds. Cards by colour: red, yellow, green, blue, violet.
ROUNDS = (
    Counted("1234X", 0, 1, "red", (0, 0), 2),
    Counted("0110X", 1, 0, "red", (1, 0), 1),
    Counted("9X210", 0, 1, "yellow", (0, 0), 12),
    Counted("35791", 1, 0, "violet", (2, 0), 4),
    Counted("1234X", 0, 1, "blue", (0, 1), 5),
    Counted("20465", 1, 0, "yellow", (0, 0), 1),
    Counted("20465", 0, 1, "green", (1, 1), 7),
    Counted("00000", 1, 0, "blue", (0, 0), 1),
    Counted("XXXXX", 1, 0, "blue", (0, 0), 8),
    Counted("81234", 0, 1, "red", (0, 0), 9),
)


def sums(rounds: tuple[Counted, ...]) -> list[int]:
    """Each player's points: minus 2 for each limit card taken, plus 1 for each point."""
    totals = [0, 0]
    for one in rounds:
        totals[one.accused if one.is_guilty else one.accuser] -= 2
        totals[one.accuser if one.is_guilty else one.accused] += 1
    return totals


class Phone:
    """A phone at the table."""

    def __init__(self, page: Page, *, has_script: bool = True) -> None:
        self.page = page
        self.has_script = has_script

    def begin_counted(self, *names: str) -> None:
        """Open a table that counts its pile, up to its first round."""
        self.open_table(*names)
        expect(self.page.get_by_role("button", name="I accuse")).to_be_visible()

    def open_more(self, words: str) -> None:
        """Open a form behind the last sign of the strip."""
        self.page.locator("summary[aria-label=More]").click()
        self.page.get_by_role("button", name=words).click()

    def open_table(self, *names: str, **options: str) -> None:
        """Open a table, choose the game, lay out the box."""
        open_by_hand(self.page, "limits", *names)
        self.page.locator("#rules summary").click()
        for name, value in options.items():
            self.page.locator(f"input[name='{name}'][value='{value}'] + .face").click()
        self.press_main()
        self.page.wait_for_url(re.compile(r"/m/[^/]+$"))

    def tap(self, name: str, value: object) -> None:
        """Tap a number, a colour or a player; what comes next may lie elsewhere once the board is drawn anew."""
        self.page.locator(f"input[name='{name}'][value='{value}'] + .face").click()

    def point_at(self, name: str, seat: int) -> None:
        """Tap a player where the label that lies over it says what the tap means."""
        self.page.locator(f"input[name='{name}'][value='{seat}'] ~ .whole.{WHO[name]}").click()

    def hid_one(self, seat: int) -> None:
        """Tap one more hidden card of a player."""
        self.page.locator(".hid .who").nth(seat).locator(".whole").locator("visible=true").click()

    def press_main(self) -> None:
        """Press the large button; without a script the next page is there to its end."""
        self.page.locator(".foot .btn.main:not(.hold)").click()
        self.page.wait_for_load_state("domcontentloaded")

    def turn_up(self, card: str) -> None:
        """Tap a limit card colour by colour, and play with it."""
        for colour, number in zip(COLOURS, card, strict=True):
            self.tap(f"numbers.{colour}", number)
        if self.has_script:
            # The last choice records by itself.
            expect(self.page.locator(".foot .btn.main.keypads")).to_have_count(0)
        else:
            self.press_main()
        expect(self.page.locator("svg.limit-card")).to_have_count(1)

    def count_out(self, one: Counted) -> None:
        """Accuse, and enter what was counted."""
        self.page.get_by_role("button", name=re.compile("^I accuse")).click()
        self.point_at("seat", one.accuser)
        self.point_at("accused", one.accused)
        self.tap("colour", one.colour)
        self.tap("printed", one.card[COLOURS.index(one.colour)])
        for seat, cards in enumerate(one.hidden):
            for _ in range(cards):
                self.hid_one(seat)
        self.tap("counted", one.counted)
        if self.has_script:
            expect(self.page.locator(".foot .btn.main.wait")).to_have_count(0)
        self.press_main()

    def hears(self, sentence: str) -> None:
        """Wait until the verdict says so."""
        expect(self.page.locator("article.verdict h1, .why.line").filter(has_text=sentence).first).to_be_attached()


@pytest.fixture(params=[True, False], ids=["with a script", "without a script"])
def one_phone(phone: OpenPhone, request: pytest.FixtureRequest) -> Phone:
    """A phone, with a script and without one."""
    has_script: bool = request.param
    return Phone(phone(javascript=has_script, expects=REFUSED), has_script=has_script)


def test_two_play_a_whole_counted_game_on_one_phone(one_phone: Phone) -> None:
    one_phone.begin_counted("Ana", "Ben")
    for number, one in enumerate(ROUNDS, 1):
        one_phone.count_out(one)
        name = PLAYERS[one.accused]
        one_phone.hears(f"{name} is guilty." if one.is_guilty else f"{name} is not guilty.")
        if number < len(ROUNDS):
            assert totals(one_phone.page) == sums(ROUNDS[:number])
    check_end(one_phone.page, sums(ROUNDS), len(ROUNDS))


def totals(page: Page) -> list[int]:
    """The totals as the table of players shows them."""
    return [signed(text) for text in page.locator("table.scores td.tot").all_inner_texts()]


def check_end(page: Page, scores: list[int], rounds: int) -> None:
    """The winner, the ranking, every round's scores and the chart."""
    best = max(scores)
    winners = [PLAYERS[seat] for seat, score in enumerate(scores) if score == best]
    heading = page.locator(".won h1")
    expect(heading).to_contain_text(winners[0])
    expect(heading).to_contain_text("wins" if len(winners) == 1 else "share the win")
    assert totals(page) == scores
    shown = page.locator(".rank > li > .to").all_inner_texts()
    assert [signed(text) for text in shown] == sorted(scores, reverse=True)
    expect(page.locator("table.scores tbody tr")).to_have_count(rounds + 1)
    expect(page.get_by_role("img", name=re.compile("The scores"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Play again|Back to the table"))).to_be_visible()


def signed(text: str) -> int:
    """The number of a cell."""
    return int(re.sub(r"[^0-9-]", "", text.replace("−", "-").split("\n")[0]))


@pytest.mark.ring("test")
def test_what_is_tapped_in_an_accusation_stays_under_the_finger(phone: OpenPhone, server: Server) -> None:
    page = begin(server.port, "counted", 3).sit(phone(), 1)
    is_in_state(page, "live")
    page.get_by_role("button", name="I accuse").click()
    form = page.locator("#entry").element_handle()
    one = Phone(page)
    one.point_at("accused", 0)
    one.hid_one(2)
    one.tap("counted", 3)
    expect(page.locator("#record")).to_contain_text("the colour")
    assert form.evaluate("form => form.isConnected")


@pytest.mark.ring("test")
def test_a_known_card_is_played_with_two_taps(phone: OpenPhone, server: Server) -> None:
    for is_known in (False, True):
        evening = begin(server.port, "counted", 3)
        evening.move("start", seat=0)
        one = Phone(evening.sit(phone(), 0))
        one.open_more("Enter the limit card")
        if not is_known:
            one.turn_up("47X19")
    one.tap("numbers.red", 4)
    known = one.page.get_by_role("button", name="Limit card: red 4, yellow 7, green X, blue 1, and violet 9").first
    expect(known).to_be_visible()
    assert one.page.evaluate(TOO_SMALL, SMALLEST_TARGET) == []
    known.click()
    expect(one.page.get_by_role("button", name=re.compile("^I accuse"))).to_be_visible()


# Logged, on four phones


@dataclass(frozen=True, slots=True)
class Logged:
    """A round of the logged pile: what each hides, what is laid from the starter on, who accuses whom, and the outcome."""

    hidden: tuple[str, str, str, str]
    starter: int
    laid: tuple[str, ...]
    accuser: int
    accused: int

    @property
    def is_guilty(self) -> bool:
        """By the rulebook's sum on a card that shows 1 for every colour."""
        mine = [at for at in range(len(self.laid)) if (self.starter + at) % 4 == self.accused]
        colour = self.laid[mine[-1]]
        return self.laid[: mine[-1] + 1].count(colour) > 1 + self.hidden.count(colour)

    @property
    def taker(self) -> int:
        """Who takes the limit card and so starts the next round."""
        return self.accused if self.is_guilty else self.accuser


def logged_rounds() -> list[Logged]:
    """Eighteen rounds; guilty and not guilty in turn, now and then with cards laid after the judged one."""
    rounds: list[Logged] = []
    starter = 0
    for number in range(18):
        laid = ("red", "red", "blue", "red")[: 2 + number % 3]
        hidden = ("green", "red", "violet", "blue") if number % 2 else ("green", "yellow", "violet", "blue")
        rounds.append(Logged(hidden, starter, laid, (starter + len(laid)) % 4, (starter + 1) % 4))
        starter = rounds[-1].taker
    return rounds


@early_on_postgresql
def test_four_phones_log_a_whole_game(phone: OpenPhone, server: Server) -> None:
    evening = begin(server.port)
    phones = [Phone(evening.sit(phone(expects=REFUSED), seat)) for seat in range(4)]
    phones[0].tap("seat", 0)
    rounds = logged_rounds()
    for number, one in enumerate(rounds):
        # In full by hand at the beginning and at the end; in between the same entries come over the interface.
        if number in (0, 1, 17):
            play_by_hand(phones, one, is_first=number == 0)
        else:
            play_over_the_interface(evening, one)
        for one_phone in phones:
            if number < 17:
                expect(one_phone.page.get_by_role("button", name="Turn up the limit card")).to_be_visible()
            one_phone.hears(f"{PLAYERS[one.accused]} is {'guilty' if one.is_guilty else 'not guilty'}.")
    scores = [0, 0, 0, 0]
    for one in rounds:
        scores[one.taker] -= 2
        scores[one.accuser if one.taker == one.accused else one.accused] += 1
    for one_phone in phones:
        check_end(one_phone.page, scores, 18)


def begin(port: int, pile: str = "logged", players: int = 4) -> Evening:
    """A match, nothing entered yet."""
    opened = call(port, "/tables", {"players": [*PLAYERS[:players]]})
    host = opened["host_token"]
    chosen = {"game": "limits", "options": {"pile": pile}}
    begun = call(port, f"/tables/{opened['table']}/matches", chosen, host)
    return Evening(port, opened["table"], begun["match"], host, tuple(seat["token"] for seat in opened["seats"]))


def in_play(port: int) -> Evening:
    """A logged match in its first round: everybody has hidden a card, and Ana is on turn."""
    evening = begin(port)
    evening.move("start", seat=0)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    for seat, colour in enumerate(("green", "red", "violet", "blue")):
        evening.move("hide", seat=seat, colours=[colour])
    return evening


def play_by_hand(phones: list[Phone], one: Logged, *, is_first: bool) -> None:
    """Every entry on the phone of whoever makes it; what the others see meanwhile."""
    # With the keyboard: a thumb is ignored for a moment where another phone's entry has changed what a button means.
    if not is_first:
        phones[2].page.locator(".foot .btn.main").press("Enter")
    phones[2].turn_up("11111")
    for seat, colour in enumerate(one.hidden):
        expect(phones[seat].page.locator(".still")).to_contain_text(PLAYERS[seat])
        phones[seat].tap("colours.0", colour)
        expect(phones[seat].page.get_by_text("Show my hidden cards")).to_be_visible()
    for at, colour in enumerate(one.laid):
        seat = (one.starter + at) % 4
        expect(phones[seat].page.get_by_text("Your turn. Tap the card you play")).to_be_visible()
        phones[seat].page.locator(f"#lay button[value={colour}]").press("Enter")
        for other in range(4):
            if other != seat:
                expect(phones[other].page.locator("[data-told]")).to_have_text(f"{PLAYERS[seat]} played a card")
    accuser = phones[one.accuser]
    accuser.page.get_by_role("button", name="I accuse").click()
    accuser.tap("accused", one.accused)
    accuser.page.get_by_role("button", name=f"Accuse {PLAYERS[one.accused]}").click()


def play_over_the_interface(evening: Evening, one: Logged) -> None:
    """The same entries, as from one more phone."""
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    for seat, colour in enumerate(one.hidden):
        evening.move("hide", seat=seat, colours=[colour])
    for at, colour in enumerate(one.laid):
        evening.move("lay", seat=(one.starter + at) % 4, colour=colour)
    evening.move("accuse", seat=one.accuser, accused=one.accused)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_every_stage_of_the_board(phone: OpenPhone, theme: str) -> None:
    one = Phone(phone(theme="dark" if theme == "dark" else "light"))
    one.begin_counted("Ana", "Ben", "Cleo")
    assert accessibility_faults(one.page) == []
    for has_card in (False, True):
        if has_card:
            one.open_more("Enter the limit card")
            expect(one.page.locator(".limit")).to_be_visible()
            assert accessibility_faults(one.page) == []
            one.turn_up("35791")
            assert accessibility_faults(one.page) == []
        one.page.get_by_role("button", name=re.compile("^I accuse")).click()
        expect(one.page.locator("input[name=counted]").first).to_be_attached()
        assert accessibility_faults(one.page) == []
        one.page.get_by_role("button", name="Cancel").click()
        if not has_card:
            one.count_out(ROUNDS[0])
            one.hears("Ben is guilty.")
            assert accessibility_faults(one.page) == []
    one.page.goto("/box/limits")
    assert accessibility_faults(one.page) == []


def test_everybody_can_use_a_logged_board_and_its_verdict(phone: OpenPhone, server: Server) -> None:
    evening = begin(server.port)
    one = Phone(evening.sit(phone(), 0))
    evening.move("start", seat=0)
    evening.move("limit", numbers=dict.fromkeys(COLOURS, 1))
    expect(one.page.locator(".five").first).to_be_visible()
    assert accessibility_faults(one.page) == []
    for seat in range(4):
        evening.move("hide", seat=seat, colours=["red"])
    for at, colour in enumerate(("green", "green", "blue", "violet", "green")):
        evening.move("lay", seat=at % 4, colour=colour)
    expect(one.page.get_by_text("Ben to play").first).to_be_visible()
    assert accessibility_faults(one.page) == []
    evening.move("accuse", seat=1, accused=0)
    expect(one.page.locator("article.verdict")).to_be_visible()
    assert accessibility_faults(one.page) == []
