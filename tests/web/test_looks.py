"""A player keeps colour, symbol and initials for the whole evening, and plays Down Under with the tiles of that colour."""

import html
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.conformance.playing import PACKAGES, golden
from tests.web.people import Browser, open_table

MARK = re.compile(
    r'<span class="mark (p.)(?: two| long)?" aria-hidden="true"><svg[^>]*>'
    r'<use href="[^"]*#(\w+)"/></svg>([^<]+)</span>\s*<bdi>(\w+)</bdi>'
)


def marks(html: str) -> dict[str, tuple[str, str, str]]:
    """Colour, symbol and initials of everybody on a page, by name."""
    return {name: (colour, symbol, letter) for colour, symbol, letter, name in MARK.findall(html)}


def test_everybody_has_one_colour_all_evening_whoever_starts(host: Browser, code: str) -> None:
    host.post(f"/t/{code}/seats/1/face", {"colour": "4", "sign": "1"})  # Purple, of which no box has tiles.
    own = {"Ana": "pa", "Ben": "pb", "Cleo": "pc"}
    for game, start in (("down-under", 1), ("land-unter", 0), ("down-under", 2), ("down-under", 0), ("nile", 1)):
        form = {"game": game, "start": f"seat-{start}", "depth": "tiles", "after": ""}
        match_id = host.post(f"/t/{code}/matches", form).headers["Location"].split("/")[2].split("?")[0]
        for path in (f"/m/{match_id}", f"/t/{code}/host", f"/tv/{code}", f"/m/{match_id}/result"):
            worn = {name: colour for name, (colour, _, _) in marks(host.get(path).get_data(as_text=True)).items()}
            assert worn == {name: own[name] for name in worn}, (game, path)
    host.post(f"/t/{code}/seats/2/face", {"colour": "0", "sign": "2"})
    assert marks(host.get(f"/t/{code}/host").get_data(as_text=True))["Ana"][0] == "pa"


def test_a_tap_before_the_game_gives_a_player_the_next_colour_of_the_box_and_theirs_to_whoever_had_it(
    app: Flask, host: Browser, code: str
) -> None:
    colours = r'class="btn (p.)" name="colour" value="(\d)"'
    path, form = f"/t/{code}/new/down-under", {"who": "asked", "seat": ["0", "1", "2"]}
    assert re.findall(colours, host.get(path).get_data(as_text=True)) == [("pa", "0"), ("pb", "1"), ("pc", "2")]
    tapped = host.post(path, {**form, "colour": "0"}).get_data(as_text=True)
    assert re.findall(colours, tapped) == [("pb", "0"), ("pa", "1"), ("pc", "2")]
    tapped = host.post(path, {**form, "colour": "2"}).get_data(as_text=True)
    assert re.findall(colours, tapped) == [("pb", "0"), ("pa", "1"), ("pd", "2")]
    worn = {name: colour for name, (colour, _, _) in marks(host.get(f"/t/{code}/host").get_data(as_text=True)).items()}
    assert worn == {"Ana": "pb", "Ben": "pa", "Cleo": "pd"}
    assert Browser(app).post(path, {**form, "colour": "0"}).status_code == 401
    assert not re.findall(colours, host.get(f"/t/{code}/new/limits").get_data(as_text=True))


def test_whoever_plays_down_under_wears_the_colour_of_their_tiles_on_every_page(host: Browser) -> None:
    code = open_table(host, "An", "Bo", "Ce")
    form = {"game": "down-under", "who": "asked", "seat": ["1", "2"]}
    match_id = host.post(f"/t/{code}/matches", form).headers["Location"].split("/")[2].split("?")[0]

    for path in (f"/m/{match_id}", f"/m/{match_id}/result", f"/tv/{code}"):
        page = host.get(path).get_data(as_text=True)
        assert marks(page) == {"Bo": ("pb", "moon", "B"), "Ce": ("pc", "leaf", "C")}, path
    for path in (f"/m/{match_id}", f"/m/{match_id}/setup", f"/tv/{code}"):
        tiles = re.findall(r'class="(p.)"[^>]*><use href="#du-\w+-(\w)"', host.get(path).get_data(as_text=True))
        assert set(tiles) <= {(f"p{line}", line) for line in "abcd"}, path


TOKENS = Path("static/css/tokens.css")


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
    style = TOKENS.read_text("utf-8")
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
LONE_LETTER = re.compile(r"(?:<text[^>]*>|</svg>)\s*([A-F])(?: −?\d+)?\s*</(?:text|span)>")
"""A seat's letter by itself or beside a figure, as it stands where nobody's name is known."""


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
def test_wherever_letters_stand_for_people_they_are_the_first_of_their_names(
    app: Flask, package: str, host: Browser
) -> None:
    code = open_table(host, *ALIKE)
    course = golden(package)[0]
    seats = [str(seat) for seat in range(course["players"])]
    options = {name: str(value).lower() for name, value in course["options"].items() if name != "sheet"}
    form = {"game": PACKAGES[package].slug, "who": "asked", "seat": seats, **options}
    match_id = host.post(f"/t/{code}/matches", form).headers["Location"].split("/")[2].split("?")[0]
    walked = 0
    for step, move in enumerate(course["moves"], 1):
        host.enter(match_id, move)
        if step in (len(course["moves"]) // 2, len(course["moves"])):
            pages = {path: host.get(path).get_data(as_text=True) for path in addresses(app, code, match_id)}
            asked = re.findall(r'href="(/judge/[^"]+match=[^"]+)"', pages[f"/m/{match_id}/judge"])
            pages |= {path: host.get(html.unescape(path)).get_data(as_text=True) for path in ["/", *asked]}
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
