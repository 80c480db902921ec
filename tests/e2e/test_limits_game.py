"""A whole game of Limits, logged on four phones."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.e2e.boards import REFUSED
from tests.e2e.evening import PLAYERS, Evening, match_of
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_limits import COLOURS
from tests.e2e.test_limits import Phone as AnyPhone
from tests.records import early_on_postgresql


class Phone(AnyPhone):
    """A phone at a table that logs every card."""

    def turn_up(self, card: str) -> None:
        """Tap a limit card colour by colour, and play with it."""
        for colour, number in zip(COLOURS, card, strict=True):
            self.tap(f"numbers.{colour}", number)
        # The last choice records by itself.
        expect(self.page.locator(".foot .btn.main.keypads")).to_have_count(0)
        expect(self.page.locator("svg.limit-card")).to_have_count(1)

    def hears(self, sentence: str) -> None:
        """Wait until the verdict says so."""
        expect(self.page.locator("article.verdict h1, .why.line").filter(has_text=sentence).first).to_be_attached()


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
    evening = match_of(server.port, "limits", 4, pile="logged")
    phones = [Phone(evening.sit(phone(expects=REFUSED), seat)) for seat in range(4)]
    phones[0].tap("seat", 0)
    rounds = logged_rounds()
    for number, one in enumerate(rounds):
        # In full by hand at the beginning and at the end; in between the same entries come over the interface.
        is_by_hand = number in (0, 1, 17)
        if is_by_hand:
            play_by_hand(phones, one, is_first=number == 0)
        else:
            play_over_the_interface(evening, one)
        for one_phone in phones if is_by_hand else phones[number % 4 :][:1]:
            if number < 17:
                expect(one_phone.page.get_by_role("button", name="Turn up the limit card")).to_be_visible()
            one_phone.hears(f"{PLAYERS[one.accused]} is {'guilty' if one.is_guilty else 'not guilty'}.")
    scores = [0, 0, 0, 0]
    for one in rounds:
        scores[one.taker] -= 2
        scores[one.accuser if one.taker == one.accused else one.accused] += 1
    for one_phone in phones:
        check_end(one_phone.page, scores, 18)


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
                expect(phones[other].page.locator("[data-announce]")).to_have_text(f"{PLAYERS[seat]} played a card")
                expect(phones[other].page.locator(".wood text")).to_have_text(str(at + 1))
                expect(phones[other].page.locator(".turns .on bdi")).to_have_text(PLAYERS[(seat + 1) % 4])
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
