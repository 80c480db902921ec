"""From the names to the match: how many the game is for, who plays, how it was played the last time."""

from flask import Flask

from tests.web.people import Browser, open_table, sit, start_match


def test_too_few_for_the_game_are_told_how_many_are_to_come_and_how_they_do(host: Browser) -> None:
    code = open_table(host, "Ana", game="land-unter")
    page = host.get(f"/t/{code}/new/land-unter").get_data(as_text=True)
    assert "2 more players to come" in page
    assert f'href="/t/{code}/seats/new"' in page
    assert "This game is for 3 to 5 players" in host.post(
        f"/t/{code}/matches", {"game": "land-unter", "who": "asked", "seat": "0"}
    ).get_data(as_text=True)


def test_a_name_is_put_right_by_the_host_and_everybody_sees_it(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Clea")
    sit(ben, code, 1)
    match_id = start_match(host, code, "land-unter")
    assert "Clea" in ben.get(f"/m/{match_id}").get_data(as_text=True)
    page = host.get(f"/t/{code}/seats/2").get_data(as_text=True)
    assert 'name="name" value="Clea"' in page
    assert ben.post(f"/t/{code}/seats/2/name", {"name": "Cleo"}).status_code == 403
    assert host.post(f"/t/{code}/seats/2/name", {"name": " Cleo "}).headers["Location"] == f"/t/{code}"
    for where in (f"/t/{code}", f"/m/{match_id}", f"/m/{match_id}/board", f"/m/{match_id}/sheet", f"/t/{code}/evening"):
        for browser in (host, ben, Browser(app)):
            page = browser.get(where).get_data(as_text=True)
            assert "Clea" not in page, where
            assert "Cleo" in page or where.endswith("evening"), where
    assert host.post(f"/t/{code}/seats/9/name", {"name": "Dora"}).status_code == 404


def test_whoever_has_gone_home_plays_no_more_until_back(host: Browser) -> None:
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    host.post(f"/t/{code}/seats/3/left", {"left": "true"})
    assert "Dora has gone home" in host.get(f"/t/{code}").get_data(as_text=True)
    match_id = start_match(host, code, "land-unter")
    assert "Dora" not in host.get(f"/m/{match_id}").get_data(as_text=True).replace(match_id, "")
    host.post(f"/t/{code}/seats/3/left", {"left": "false"})
    match_id = start_match(host, code, "land-unter")
    assert "Dora" in host.get(f"/m/{match_id}").get_data(as_text=True)


def test_a_variant_that_is_not_for_so_many_is_refused_and_not_left_out_in_silence(host: Browser) -> None:
    code = open_table(host, "An", "Bo", "Ce", "Di")
    chosen = {"game": "down-under", "variant": "two_routes", "who": "asked"}
    answer = host.post(f"/t/{code}/matches", {**chosen, "seat": ["0", "1", "2", "3"]})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "“Two routes each” isn’t for 4 players." in page
    assert 'name="variant" value="two_routes" checked' in page
    assert host.post(f"/t/{code}/matches", {**chosen, "seat": ["1", "3"]}).status_code == 303
