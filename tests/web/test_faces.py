"""A colour and a sign are chosen once, worn on every page, and known again at the next table; no two are alike."""

import re

from flask import Flask

from tests.web.people import Browser, open_table, sit, start_match
from tests.web.test_looks import marks

TAKEN = "Someone has that already."


def choose(browser: Browser, code: str, seat: int, colour: int, sign: int) -> str:
    """What the page says after the choice; empty if it went through as it was made."""
    answer = browser.post(f"/t/{code}/seats/{seat}/face", {"colour": colour, "sign": sign})
    assert answer.status_code in (200, 303)
    return answer.get_data(as_text=True) if answer.status_code == 200 else ""


def page(browser: Browser, path: str) -> str:
    return browser.get(path).get_data(as_text=True)


def test_a_chosen_colour_and_sign_are_worn_on_the_board_the_screen_the_result_and_the_evening(
    app: Flask, host: Browser, code: str
) -> None:
    ben = sit(Browser(app), code, 1)
    match_id = start_match(host, code, "points", rounds="3")
    assert choose(ben, code, 1, 4, 4) == ""
    for path in (f"/m/{match_id}", f"/m/{match_id}/result", f"/tv/{code}", f"/t/{code}/host"):
        assert marks(page(host, path))["Ben"] == ("pe", "fish", "B"), path
    assert 'face-p pe"' in page(ben, f"/t/{code}")


def test_the_history_wears_the_chosen_face_in_every_list_else_that_of_the_seat(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben")
    assert choose(sit(Browser(app), code, 1), code, 1, 3, 4) == ""
    match_id = start_match(host, code, "down-under", depth="result")
    typed = {"kind": "from_paper", "routes.0.length": "3", "routes.1.length": "8"}
    assert host.post(f"/m/{match_id}/moves", typed).status_code == 303
    shown = page(host, "/history")
    for name, colour in (("Ana", "pa"), ("Ben", "pd")):
        lists = re.findall(
            rf'<span class="mark (\w+)"[^>]*>(?:(?!<span).)*?</span>\s*(?:<a [^>]*>)?<bdi>{name}</bdi>',
            shown,
            re.DOTALL,
        )
        assert len(lists) >= 3
        assert {*lists} == {colour}


def test_of_two_who_choose_alike_the_second_is_told_of_the_next_free_one(app: Flask, host: Browser, code: str) -> None:
    ben = sit(Browser(app), code, 1)
    choose(ben, code, 1, 5, 3)
    offered = re.findall(r'name="(?:colour|sign)" value="(\d)" disabled', page(host, f"/t/{code}/seats/0/face"))
    assert offered == ["5", "3"], "what another has chosen is not offered"
    assert TAKEN in choose(host, code, 0, 5, 3)
    found = marks(page(host, f"/t/{code}/host"))
    assert found == {"Ana": ("pg", "fish", "A"), "Ben": ("pf", "house", "B"), "Cleo": ("pc", "leaf", "C")}


def test_who_wore_by_the_seat_what_another_picks_takes_what_that_player_wore(
    app: Flask, host: Browser, code: str
) -> None:
    ben = sit(Browser(app), code, 1)
    choose(ben, code, 1, 3, 5)
    worn = marks(page(host, f"/t/{code}/host"))
    takes = r'<bdi>Ana</bdi><span class="takes">.*?<i class="dot pd">'
    assert re.search(takes, page(ben, f"/t/{code}/seats/1/face"), re.DOTALL), "the page says so before"
    assert choose(ben, code, 1, 0, 5) == ""
    found = marks(page(host, f"/t/{code}/host"))
    assert {name: face[:2] for name, face in found.items()} == {
        "Ana": ("pd", worn["Ana"][1]),
        "Ben": ("pa", worn["Ben"][1]),
        "Cleo": worn["Cleo"][:2],
    }


def test_whoever_joins_picks_a_colour_and_sign_that_nobody_wears_and_is_told_if_somebody_was_quicker(
    app: Flask, host: Browser
) -> None:
    code = open_table(host, "Ana")
    asked = page(Browser(app), f"/t/{code}/join")
    assert re.findall(r'name="face" value="(\d)"', asked) == [*"1234567"]
    came = [(name, Browser(app).post(f"/t/{code}/join", {"name": name, "face": face}).headers["Location"])
            for name, face in (("Ben", "4"), ("Cleo", "4"), ("Dora", "²"), ("Emil", ""))]  # fmt: skip
    assert [name for name, to in came if to.endswith("?taken=yes")] == ["Cleo"]
    found = marks(page(host, f"/t/{code}/host"))
    assert found["Ben"] == ("pe", "fish", "B")
    assert len({face[:2] for face in found.values()}) == 5


def test_nine_at_a_table_have_nine_faces_and_each_of_eight_the_same_in_a_game_without_the_others(
    app: Flask, host: Browser
) -> None:
    code = open_table(host, *(names := ("An", "Bo", "Ce", "Di", "El", "Fa", "Gu", "Ha", "Io")))
    worn = {name: face[:2] for name, face in marks(page(host, f"/t/{code}/host")).items()}
    assert [*worn] == [*names]
    assert (len({*worn.values()}), len({colour for colour, _ in worn.values()})) == (9, 8)
    seats = ["0", "1", "6", "7"]
    begun = host.post(f"/t/{code}/matches", {"game": "points", "rounds": "3", "who": "asked", "seat": seats})
    board = begun.headers["Location"].split("?")[0]
    assert {name: face[:2] for name, face in marks(page(host, board)).items()} == {
        name: worn[name] for name in ("An", "Bo", "Gu", "Ha")
    }


def test_nobody_chooses_for_another_and_nothing_but_a_known_colour_and_sign_can_be_chosen(
    app: Flask, host: Browser
) -> None:
    code = open_table(host, "Ana", "Ben")
    ben = sit(Browser(app), code, 1)
    path = f"/t/{code}/seats/0/face"
    assert ben.post(path, {"colour": "1", "sign": "1"}).status_code == 403
    assert ben.get(path).status_code == 403
    for colour, sign in (("8", "1"), ("1", ""), ("-1", "0"), ("²", "0")):
        assert host.post(path, {"colour": colour, "sign": sign}).status_code == 400
    assert host.get(f"/t/{code}/seats/9/face").status_code == 404
