"""One's own line comes first on a phone that holds one seat: name, points, place, and whether it is one's turn."""

import re

from flask import Flask

from tests.web.people import Browser, open_table, sit, start_match
from tests.web.test_default_board import begun, page

LINE = re.compile(r'<li class="(p.)( now)?">(.*?)</li>', re.S)


def lines(html: str) -> list[str]:
    """The words of each player's line, by seat; a seat whose turn it is says so."""
    own = re.search(r'<ol class="own">(.*?)</ol>', html, re.S)
    found = LINE.findall(own[1]) if own else []
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", inner)).strip() for _, _, inner in found]


def test_every_phone_with_a_seat_is_given_the_line_of_each_and_shows_its_own(app: Flask) -> None:
    host, code, match_id = begun(app, (12, -7, 30))
    ben = sit(Browser(app), code, 1)
    own = lines(page(ben, f"/m/{match_id}"))
    assert own == ["A Ana 12 points rank 2 of 3", "B Ben −7 points rank 3 of 3", "C Cleo 30 points rank 1 of 3"]
    assert lines(page(host, f"/m/{match_id}")) == own
    assert 'data-seat="1"' in page(ben, f"/m/{match_id}")


def test_whose_turn_it_is_reads_so_on_their_own_phone_alone(app: Flask, host: Browser) -> None:
    code = open_table(host, "Ana", "Ben")
    ben = sit(Browser(app), code, 1)
    match_id = start_match(host, code, "down-under")
    heads = [page(one, f"/m/{match_id}").partition("</header>")[0] for one in (host, ben)]
    assert [re.findall(r'data-turn="(.*?)"', head) for head in heads] == [["own"], ["other"]]


def test_a_phone_that_takes_a_second_seat_stays_its_owners_and_nobody_who_played_is_taught(app: Flask) -> None:
    host, code, match_id = begun(app, (12, -7, 30))
    taught = [
        one.post(f"/t/{code}/join/{seat}").headers["Location"].partition("?")[2]
        for one, seat in ((Browser(app), 1), (Browser(app), 1), (host, 2))
    ]
    assert taught == ["new=yes", "", ""]
    assert 'data-seat="0"' in page(host, f"/m/{match_id}")
