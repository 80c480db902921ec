"""A colour and a sign are worn on every page all evening, as are the first letters of a name, and known at the next table."""

import html
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.conformance.playing import PACKAGES, golden
from tests.web.people import Browser, open_table, sit, start_match

MARK = re.compile(
    r'<span class="mark (p.)(?: two| long)?" aria-hidden="true"><svg[^>]*>'
    r'<use href="[^"]*#(\w+)"/></svg>([^<]+)</span>\s*<bdi>(\w+)</bdi>'
)


def marks(browser: Browser, path: str) -> dict[str, tuple[str, str, str]]:
    """Colour, symbol and initials of everybody on a page, by name."""
    return {name: (colour, symbol, letter) for colour, symbol, letter, name in MARK.findall(browser.page(path))}


def colours(browser: Browser, path: str) -> dict[str, str]:
    return {name: colour for name, (colour, _, _) in marks(browser, path).items()}


def choose(browser: Browser, code: str, seat: int, colour: int, sign: int) -> str:
    """What the page says after the choice; empty if it went through as it was made."""
    answer = browser.post(f"/t/{code}/seats/{seat}/face", {"colour": colour, "sign": sign})
    assert answer.status_code in (200, 303)
    return answer.text if answer.status_code == 200 else ""


def test_a_chosen_face_is_worn_on_board_screen_result_and_evening(host: Browser, ben: Browser, code: str) -> None:
    match_id = start_match(host, code, "points", rounds="3")
    assert choose(ben, code, 1, 4, 4) == ""
    for path in (f"/m/{match_id}", f"/m/{match_id}/result", f"/tv/{code}", f"/t/{code}/host"):
        assert marks(host, path)["Ben"] == ("pe", "fish", "B"), path
    assert 'face-p pe"' in ben.page(f"/t/{code}")


def test_the_history_wears_the_chosen_face_in_every_list_else_that_of_the_seat(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben")
    assert choose(sit(Browser(app), code, 1), code, 1, 3, 4) == ""
    match_id = start_match(host, code, "down-under", depth="result")
    typed = {"kind": "from_paper", "routes.0.length": "3", "routes.1.length": "8"}
    assert host.post(f"/m/{match_id}/moves", typed).status_code == 303
    shown = host.page("/history")
    for name, colour in (("Ana", "pa"), ("Ben", "pd")):
        worn = rf'<span class="mark (\w+)"[^>]*>(?:(?!<span).)*?</span>\s*(?:<a [^>]*>)?<bdi>{name}</bdi>'
        lists = re.findall(worn, shown, re.DOTALL)
        assert (len(lists) >= 2, {*lists}) == (True, {colour})


def test_of_two_who_choose_alike_the_second_is_told_the_next_free_one(host: Browser, ben: Browser, code: str) -> None:
    choose(ben, code, 1, 5, 3)
    offered = re.findall(r'name="(?:colour|sign)" value="(\d)" disabled', host.page(f"/t/{code}/seats/0/face"))
    assert offered == ["5", "3"], "what another has chosen is not offered"
    assert "Someone has that already." in choose(host, code, 0, 5, 3)
    found = marks(host, f"/t/{code}/host")
    assert found == {"Ana": ("pg", "fish", "A"), "Ben": ("pf", "house", "B"), "Cleo": ("pc", "leaf", "C")}


def test_who_wore_by_the_seat_what_another_picks_takes_what_they_wore(host: Browser, ben: Browser, code: str) -> None:
    choose(ben, code, 1, 3, 5)
    takes = r'<bdi>Ana</bdi><span class="takes">.*?<i class="dot pd">'
    assert re.search(takes, ben.page(f"/t/{code}/seats/1/face"), re.DOTALL), "the page says so before"
    before = marks(host, f"/t/{code}/host")
    assert choose(ben, code, 1, 0, 5) == ""
    worn = {"Ana": "pd", "Ben": "pa", "Cleo": "pc"}
    assert marks(host, f"/t/{code}/host") == {name: (worn[name], *face[1:]) for name, face in before.items()}


def test_who_joins_picks_a_colour_and_sign_nobody_wears_and_is_told_if_too_late(app: Flask, host: Browser) -> None:
    code = host.post("/tables", {"name": "Ana", "face": "2"}).headers["Location"].split("/")[-1]
    assert 'name="face" value="2" checked' in host.page("/tables/new"), "the phone keeps it"
    assert re.findall(r'name="face" value="(\d)"', Browser(app).page(f"/t/{code}/join")) == [*"0134567"]
    came = [(name, Browser(app).post(f"/t/{code}/join", {"name": name, "face": face}).headers["Location"])
            for name, face in (("Ben", "4"), ("Cleo", "4"), ("Dora", "²"), ("Emil", ""))]  # fmt: skip
    assert [name for name, to in came if to.endswith("?taken=yes")] == ["Cleo"]
    found = marks(host, f"/t/{code}/host")
    assert (found["Ben"], len({face[:2] for face in found.values()})) == (("pe", "fish", "B"), 5)


def test_nine_at_a_table_have_nine_faces_and_each_of_eight_the_same_in_a_game_without_the_others(host: Browser) -> None:
    code = open_table(host, "An", "Bo", "Ce", "Di", "El", "Fa", "Gu", "Ha", "Io")
    worn = marks(host, f"/t/{code}/host")
    assert [len({face[:part] for face in worn.values()}) for part in (1, 2)] == [8, 9]
    match_id = start_match(host, code, "points", rounds="3", who="asked", seat=["0", "1", "6", "7"])
    assert marks(host, f"/m/{match_id}") == {name: worn[name] for name in ("An", "Bo", "Gu", "Ha")}


def test_nobody_chooses_for_another_nor_any_but_a_known_colour_and_sign(host: Browser, ben: Browser, code: str) -> None:
    path = f"/t/{code}/seats/0/face"
    assert ben.post(path, {"colour": "1", "sign": "1"}).status_code == 403
    assert ben.get(path).status_code == 403
    for colour, sign in (("8", "1"), ("1", ""), ("-1", "0"), ("²", "0")):
        assert host.post(path, {"colour": colour, "sign": sign}).status_code == 400
    assert host.get(f"/t/{code}/seats/9/face").status_code == 404


def test_everybody_has_one_colour_all_evening_whoever_starts(host: Browser, code: str) -> None:
    host.post(f"/t/{code}/seats/1/face", {"colour": "4", "sign": "1"})  # Purple, of which no box has tiles.
    own = {"Ana": "pa", "Ben": "pb", "Cleo": "pc"}
    for game, start in (("down-under", 1), ("land-unter", 0), ("down-under", 2), ("down-under", 0), ("nile", 1)):
        match_id = start_match(host, code, game, start=f"seat-{start}", depth="tiles", after="")
        for path in (f"/m/{match_id}", f"/t/{code}/host", f"/tv/{code}", f"/m/{match_id}/result"):
            assert colours(host, path).items() <= own.items(), (game, path)
    host.post(f"/t/{code}/seats/2/face", {"colour": "0", "sign": "2"})
    assert colours(host, f"/t/{code}/host")["Ana"] == "pa"


def test_a_tap_before_the_game_changes_colours_with_who_has_the_next(app: Flask, host: Browser, code: str) -> None:
    def offered(page: str) -> list[tuple[str, str]]:
        return re.findall(r'class="btn (p.)" name="colour" value="(\d)"', page)

    path, form = f"/t/{code}/new/down-under", {"who": "asked", "seat": ["0", "1", "2"]}
    assert offered(host.page(path)) == [("pa", "0"), ("pb", "1"), ("pc", "2")]
    assert offered(host.post(path, {**form, "colour": "0"}).text) == [("pb", "0"), ("pa", "1"), ("pc", "2")]
    assert offered(host.post(path, {**form, "colour": "2"}).text) == [("pb", "0"), ("pa", "1"), ("pd", "2")]
    assert colours(host, f"/t/{code}/host") == {"Ana": "pb", "Ben": "pa", "Cleo": "pd"}
    assert Browser(app).post(path, {**form, "colour": "0"}).status_code == 401
    assert offered(host.page(f"/t/{code}/new/limits")) == []


def test_whoever_plays_down_under_wears_the_colour_of_their_tiles_before_it_and_another_rests_next(
    host: Browser,
) -> None:
    path = f"/t/{(code := open_table(host, 'An', 'Bo', 'Ce', 'Di', 'Ed'))}/new/down-under"
    before = marks(host, f"{path}?who=asked&seat=1&seat=2&seat=3&seat=4")
    match_id = start_match(host, code, "down-under", who="asked", seat=[*"1234"])
    worn = {"Bo": ("pb", "moon", "B"), "Ce": ("pc", "leaf", "C"), "Di": ("pd", "house", "D"), "Ed": ("pa", "fish", "E")}
    assert before.items() >= worn.items()
    assert re.findall(r'name="seat" value="(\d)" checked', host.page(path)) == [*"0234"]
    for path in (f"/m/{match_id}", f"/m/{match_id}/result", f"/tv/{code}"):
        assert marks(host, path) == worn, path
    for path in (f"/m/{match_id}", f"/m/{match_id}/setup", f"/tv/{code}"):
        tiles = re.findall(r'class="(p.)"[^>]*><use href="#du-\w+-(\w)"', host.page(path))
        assert set(tiles) <= {(f"p{line}", line) for line in "abcd"}, path


def luminance(colour: str) -> float:
    """How light a colour of the style is, as WCAG reckons it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_a_player_has_one_colour_by_day_and_by_lamp_that_is_seen_on_every_ground_of_both() -> None:
    style = Path("static/css/tokens.css").read_text("utf-8")
    colours, faults = dict(re.findall(r"--(p-[a-h]): (#\w{6});", style)), []
    assert len(re.findall(r"--p-[a-h]:", style)) == len(colours) == 8
    [light], [dark] = re.findall(r"--on-s: (#\w{6})", style), re.findall(r"--on-b: (#\w{6})", style)
    for name, colour in colours.items():
        if contrast(colour, dark if name == "p-b" else light) < 4.5:
            faults.append(f"what stands on {name}")
        for ground in re.findall(r"--(?:paper|card|tile): (#\w{6})", style):
            # Yellow is as yellow as the piece, and has an edge of ink by day.
            if contrast(colour, ground) < 3 and not (name == "p-b" and luminance(ground) > 0.5):
                faults.append(f"{name} on {ground}")
    assert not faults


NOT_A_PAGE = ("/stream", ".json", ".csv", ".bgsplay", "/lights", "/now")
ALIKE = ("Cara", "Cleo", "Ana", "Anton", "Íñigo", "Jean-Baptiste")
SHOWN = dict(zip(ALIKE, ("Ca", "Cl", "Ana", "Ant", "Í", "J"), strict=True))
LONE_LETTER = re.compile(r"(?:<text(?! class=.f-oc)[^>]*>|</svg>)\s*([A-F])(?: −?\d+)?\s*</(?:text|span)>")
"""A seat's letter by itself or beside a figure, as it stands where nobody's name is known; not a colour's of a card."""


def addresses(app: Flask, code: str, match_id: str) -> set[str]:
    """The address of every page that shows a table or a match."""
    found = set()
    for rule in app.url_map.iter_rules():
        if rule.arguments and rule.arguments <= {"code", "match_id"} and "GET" in (rule.methods or ()):
            address = rule.rule.replace("<code>", code).replace("<match_id>", match_id)
            if not address.startswith("/api/") and not address.endswith(NOT_A_PAGE):
                found.add(address)
    return found


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", PACKAGES)
def test_where_letters_stand_for_people_they_begin_their_names(app: Flask, package: str, host: Browser) -> None:
    code = open_table(host, *ALIKE)
    course = golden(package)[0]
    seats = [str(seat) for seat in range(course["players"])]
    options = {name: str(value).lower() for name, value in course["options"].items() if name != "sheet"}
    match_id = start_match(host, code, PACKAGES[package].slug, who="asked", seat=seats, **options)
    walked = 0
    for step, move in enumerate(course["moves"], 1):
        host.enter(match_id, move)
        if step in (len(course["moves"]) // 2, len(course["moves"])):
            pages = {path: host.get(path).text for path in addresses(app, code, match_id)}
            asked = re.findall(r'href="(/judge/[^"]+match=[^"]+)"', pages[f"/m/{match_id}/judge"])
            pages |= {path: host.get(html.unescape(path)).text for path in ["/", *asked]}
            for path, page in pages.items():
                found = re.findall(
                    r'<span class="mark p.(?: two| long)?" [^>]*>.*?</svg>([^<]*)</span>(?:\s*<bdi>([^<]+)</bdi>)?',
                    page,
                )
                assert {letters for letters, _ in found} <= {*SHOWN.values()}, path
                assert all(SHOWN[name] == letters for letters, name in found if name in SHOWN), path
                assert not LONE_LETTER.findall(page), path
                walked += len(found)
    assert walked > 50
