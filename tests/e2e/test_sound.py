"""What is heard and felt: nothing on a phone until somebody chooses it, on the television after one tap, each silenced again."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import is_in_state, shows, until
from tests.e2e.evening import STARTS, Evening, beginning, land_unter, match_of
from tests.e2e.stage import OpenPhone, Server

LISTEN = "() => { window.heard = []; document.getElementById('view').addEventListener('board:heard', e => heard.push(e.detail)) }"
FEEL = "window.felt = []; navigator.vibrate = pattern => { window.felt.push(pattern); return true }"
LOADED = "performance.getEntriesByType('resource').some(one => one.name.includes('sound.js') && one.responseEnd)"


def trick(evening: Evening, loser: int) -> int:
    """The version after a trick that this player pays for."""
    others = [seat for seat in range(len(evening.seats)) if seat != loser]
    return evening.move("trick", levels=[4, 9], highest=others[0], second=loser)


def hears(page: Page, *names: str) -> None:
    """These sounds were heard, in this order, and no other."""
    until(page, f"heard.length >= {len(names)}")
    assert page.evaluate("heard") == [*names]


def test_the_television_sounds_after_one_tap_and_is_silenced_by_another(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    version = evening.count_all_rings(4)
    television = evening.on_television(phone(size=(1920, 1080)))
    button = television.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    television.evaluate(LISTEN)
    trick(evening, 2)
    shows(television, version + 1)
    assert television.evaluate("heard") == []

    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    hears(television, "tock")
    trick(evening, 1)
    hears(television, "tock", "splash")
    button.click()
    trick(evening, 3)
    shows(television, version + 3)
    assert television.evaluate("heard") == ["tock", "splash"]


def test_a_phone_that_may_vibrate_does_so_for_its_own_ring_alone(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4)
    version = evening.count_all_rings(4)
    pages = []
    for seat in (1, 2):
        page = phone()
        page.add_init_script(FEEL)
        page.goto("/settings")
        expect(page.locator(".foot")).to_be_hidden()  # What is chosen holds at once, and is seen where it can be.
        with page.expect_response("**/settings"):
            page.locator("[role=switch][name=buzz]").click()
        expect(page.locator(".switch[data-kept='Saved.'] [name=buzz][role=switch]")).to_be_checked()
        page.locator("input[name=size][value=larger] + .face").click()
        expect(page.locator("html")).to_have_attribute("data-size", "larger")
        expect(page.locator("[role=switch][name=buzz]")).to_be_checked()
        pages.append(evening.sit(page, seat))
        until(page, LOADED)
    trick(evening, 2)
    for page in pages:
        shows(page, version + 1)
    until(pages[1], "felt.length > 0")

    assert [len(page.evaluate("felt")) for page in pages] == [0, 1]


# A voice that speaks until it is told to be silent, and notes how long after the last sound, and whether one is over it.
SPEAKS = """
window.spoken = [];
window.soundAt = -Infinity;
window.isOver = false;
addEventListener('board:heard', () => {
  window.soundAt = performance.now();
  queueMicrotask(() => { window.isOver ||= speechSynthesis.speaking });
}, true);
Object.defineProperty(window, 'speechSynthesis', { value: {
  speaking: false,
  speak(one) { this.speaking = true; spoken.push([one.lang, one.text]); window.waited = performance.now() - soundAt },
  cancel() { this.speaking = false },
} });
"""


@pytest.mark.ring("test")
def test_the_television_announces_verdict_and_winner_in_its_language_after_one_tap_and_never_over_a_sound(
    phone: OpenPhone, server: Server
) -> None:
    evening, (*_, last) = beginning(server, "land_unter", -1)
    television = phone(size=(1920, 1080), locale="de-DE")
    television.add_init_script(SPEAKS)
    television.goto(f"/tv/{evening.table}?lang=de")
    is_in_state(television, "live")
    verdict = television.locator(".verdict p").first.inner_text()
    assert television.evaluate("spoken") == []
    television.get_by_role("button", name="Ton").click()
    television.get_by_role("button", name="Ansage").click()
    until(television, "spoken.length > 0")
    language, said = television.evaluate("spoken.at(-1)")
    assert language == "de"
    assert verdict in said

    evening.move(**last)
    until(television, "spoken.length > 1")
    winner = television.locator(".won h1").inner_text()
    assert television.evaluate("[spoken.at(-1)[1], isOver]") == [winner, False]
    assert television.evaluate("waited") >= 1200, "milliseconds after the last sound"


def test_the_television_reads_names_without_their_signs_and_an_accusation_before_it_is_counted(
    phone: OpenPhone, server: Server
) -> None:
    evening = match_of(server.port, "limits", 3).after(STARTS, {"kind": "card", "seat": 0})
    television = phone(size=(1280, 720), locale="de-DE")
    television.add_init_script(SPEAKS)
    evening.on_television(television).get_by_role("button", name="Ansage").click()
    until(television, "spoken.length === 1")
    evening.move("accuse", seat=1, accused=0)
    until(television, "spoken.length === 2")
    assert television.evaluate("spoken") == [["de", "Ben ist dran"], ["de", "Ben verdächtigt Ana."]]


def test_the_television_reads_each_verdict_once_and_one_that_the_next_trick_repeats_again(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4)
    evening.count_all_rings(4)
    television = phone(size=(1280, 720))
    television.add_init_script(SPEAKS)
    evening.on_television(television).get_by_role("button", name="Announcer").click()
    for number in (1, 2, 3):
        until(television, f"spoken.length === {number}")
        trick(evening, 2)
    until(television, "spoken.length === 4")
    assert television.evaluate("spoken.map(([, text]) => text.split(' ')[0])") == ["Play", *["Cleo"] * 3]
