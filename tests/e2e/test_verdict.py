"""The verdict has one face: a strip in words to whoever holds the phone, and behind it the whole of it, over the board."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import REFUSED, below, is_in_state, shows, tap_until_drawn, until
from tests.e2e.evening import beginning, call, land_unter
from tests.e2e.stage import OpenPhone, Server, accessibility_faults
from tests.e2e.test_calm import must_be_a_bar, place

WHO_IS_LOUD = """() => { window.loud = []; new MutationObserver(all => all.forEach(({ target }) =>
  target.matches(".loud") && loud.push(target.querySelector("[data-moves]").dataset.moves)
)).observe(document.getElementById("view"), { subtree: true, attributeFilter: ["class"] }) }"""
"""Notes whose piece is loud, however soon it is quiet again."""
PUSHED_DOWN = """() => [["touchstart", 100], ["touchend", 300]].forEach(([kind, clientY]) => {
  const target = document.getElementById("sheet"), touch = new Touch({identifier: 1, target, clientX: 200, clientY});
  target.dispatchEvent(new TouchEvent(kind, {touches: kind === "touchend" ? [] : [touch], changedTouches: [touch]}));
})"""


@pytest.mark.ring("test")
def test_a_verdict_opens_over_the_board_with_water_and_rings_before_and_after_and_its_undo(
    phone: OpenPhone, server: Server
) -> None:
    evening = land_unter(server.port, 4, rings=5)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    page = evening.sit(phone(size=(360, 640)), 1)
    evening.move("trick", levels=[2, 12], highest=1, second=2)
    shows(page, 6)
    page.locator(".opens").tap()
    sheet = page.locator("#sheet[open]")
    expect(sheet.locator("h1")).to_contain_text("Cleo")
    expect(sheet.locator(".tank").nth(1).locator(".lvl")).to_have_text("92")
    expect(sheet.locator(".tank.hit .cnt")).to_have_text("54")
    expect(sheet.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    assert accessibility_faults(page) == []
    shut_by: tuple[Callable[[], object], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.touchscreen.tap(20, 20),
        lambda: sheet.get_by_role("button", name="Close").tap(),
        lambda: page.evaluate(PUSHED_DOWN),
    )
    for shut in shut_by:
        expect(sheet).to_have_count(1)
        shut()
        expect(sheet).to_have_count(0)
        page.locator(".opens").tap()
    sheet.get_by_role("button", name="Undo").tap()
    shows(page, 7)
    expect(sheet).to_have_count(0)
    # What was taken back stands alone: the trick before it is no news.
    expect(page.locator(".undo")).to_contain_text("undid")
    expect(page.locator(".opens")).to_have_count(0)


@pytest.mark.ring("test")
def test_in_the_largest_text_of_a_small_phone_an_open_verdict_of_limits_has_all_new_points_above_its_buttons(
    phone: OpenPhone, server: Server
) -> None:
    evening, _ = beginning(server, "limits", 4, ("Jean-Baptiste", "Maximiliane", "Íñigo"))
    page = evening.sit(phone(size=(360, 640), locale="de-DE", text="larger"), 0)
    page.locator("[data-sheet]").tap()
    page.locator("#sheet .pair").wait_for()
    assert below(page, "#sheet .sum", edge="#sheet .pair") == []


def test_an_open_verdict_changes_with_its_entry_and_shuts_when_that_is_undone(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, rings=5)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    page, host = evening.sit(phone(expects=REFUSED), 1), evening.host
    page.locator(".opens").tap()
    sheet = page.locator("#sheet[open]")
    expect(sheet.locator("h1")).to_contain_text("You")
    amended = {"kind": "trick", "levels": [4, 9], "highest": 2, "second": 3}
    call(server.port, f"/matches/{evening.match_id}/amend", {"index": 4, "move": amended}, host)
    expect(sheet.locator("h1")).to_contain_text("Dora")
    evening.move("trick", levels=[2, 12], highest=1, second=2)
    expect(sheet.get_by_role("button", name="Undo")).to_have_count(0)
    call(server.port, f"/matches/{evening.match_id}/undo", {"index": 4}, host)
    expect(sheet).to_have_count(0)


def test_who_loses_reads_you_and_nobody_elses_piece_is_loud_for_two_seconds(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, rings=1)
    ben, cleo = (evening.sit(phone(), seat) for seat in (1, 2))
    for page in (ben, cleo):
        page.evaluate(WHO_IS_LOUD)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    for page, words in ((ben, "You lose a ring."), (cleo, "Ben loses a ring.")):
        expect(page.locator(".opens b").filter(visible=True)).to_have_text(words)
        expect(page.locator("#announced")).to_have_text(words)
        assert page.evaluate("loud") == ["tank 1"]
    until(cleo, "!document.querySelector('.tank.loud')")
    evening.move("trick", levels=[3, 8], highest=2, second=3)
    expect(ben.locator(".news.gone .opens b").filter(visible=True)).to_have_text("You’re out. Dora loses a ring.")


def test_after_a_correction_every_phone_and_the_tv_say_which_rings_to_move(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, rings=5)
    evening.move("trick", levels=[4, 9], highest=0, second=1)
    ana, ben = evening.sit(phone(), 0), evening.sit(phone(size=(360, 640)), 1)
    screen = evening.on_television(phone(size=(1280, 720)))
    is_in_state(ben, "live")
    ana.locator(".trace a").first.click()
    tap_until_drawn(ana.locator(".tank.tap .whole.second").nth(2))
    ana.locator(".foot .btn.main").click()
    ana.get_by_role("button", name="Save for everyone").click()
    expect(screen.get_by_text("Trick 1 corrected").filter(visible=True).first).to_be_visible()
    expect(ben.locator(".put-right .drawn")).to_have_text("B 4→5 C 5→4 A 4 C 9")
    expect(ben.locator("#announced")).to_contain_text("Rings: you 4 → 5")
    must_be_a_bar(ben, ".put-right")
    assert place(ben.locator(".put-right"))[1] <= place(ben.locator(".news").first)[0], "the verdict is read below it"
    ben.locator("#more > summary").tap()
    ben.locator("#more nav .btn").first.click(trial=True)  # The menu lies over the bar.
    ben.locator("#more > summary").tap()
    assert place(ben.locator(".by-tanks .tanks"))[1] < place(ben.locator(".foot"))[0], "no tank is cut"
    ben.evaluate("board.warn(view.dataset.freed)")  # What is said to this phone alone lies over it, and is not covered.
    expect(ben.locator(".put-right")).to_be_hidden()
    ben.evaluate("board.warn(null)")
    ben.locator(".put-right [data-close]").tap()
    ben.reload()
    expect(ben.locator(".news").first).to_be_visible()
    expect(ben.locator(".put-right")).to_have_count(0)
    expect(ana.locator(".put-right")).to_be_visible()
    evening.move("trick", levels=[2, 3], highest=0, second=1)
    expect(screen.get_by_text("Trick 1 corrected")).to_have_count(0)
    call(server.port, f"/matches/{evening.match_id}/undo", {}, evening.host)
    expect(screen.locator(".notice", has_text="undid: Trick 2")).to_be_visible()


def test_who_goes_out_by_one_tap_is_followed_by_the_next_question_for_one_tap(phone: OpenPhone, server: Server) -> None:
    evening = land_unter(server.port, 4, (2, 3, 4, 0), tricks="rings")
    page = evening.sit(phone(size=(360, 640), expects=REFUSED), 0)
    tanks = page.locator(".tank.tap .whole.one")
    tanks.nth(3).tap()
    expect(page.locator("h2")).to_have_text(["Dora is out. Who has the next-highest water?"])
    expect(page.locator(".notice.wrong").filter(visible=True)).to_have_count(0)
    until(page, "!document.querySelector('[data-new]')")
    tanks.nth(1).tap()
    shows(page, 5)
    expect(page.locator(".opens b").first).to_contain_text("Dora is out. Ben")
    page.get_by_text("Two tie? Tap both").tap()
    page.locator("#record").tap()
    expect(page.locator("#problem")).to_have_text("Choose 2 different players.")
    page.locator(".tank.tap .whole.both").first.tap()
    expect(page.locator("#problem")).to_have_count(0)
    page.locator(".by-rings .many").tap()
    tanks.nth(2).tap()
    shows(page, 6)
    assert evening.state["seats"][0]["rings"] == 2, "who was ticked for a tie that was none loses nothing"
    page.get_by_role("button", name="Undo").tap()
    shows(page, 7)
    expect(page.locator(".by-rings .many :checked")).to_have_count(0)
