"""Every game, played from the first move to the last."""

import json
import os
from collections.abc import Iterator
from dataclasses import MISSING, fields
from itertools import product
from typing import Any

import pytest

from companion.engine.game import Game, RulingKind, Viewer
from companion.engine.journal import plays
from companion.engine.schema import formdata
from companion.engine.schema.codec import Reading, decode
from companion.engine.timeline import Timeline
from companion.match.journal_codec import write_move
from tests.conformance.playing import (
    PACKAGES,
    everybody,
    golden,
    outcomes,
    played,
    positions,
    random_games,
    read,
    twins,
    viewers,
    whole_games,
)
from tests.conformance.words import cited_clauses, texts, unfilled

pytestmark = pytest.mark.parametrize("package", PACKAGES)


def test_golden_games_end_as_they_must(package: str, game: Game[Any]) -> None:
    for one in golden(package):
        timeline = played(game, one["players"], one["options"], one["moves"], anyway=one.get("anyway", False))
        status = game.status(timeline.at().state)
        assert (status.phase, list(status.scores), status.winners) == ("over", one["scores"], tuple(one["winners"]))
        before = game.status(timeline.at(timeline.version - 1).state)
        assert (before.phase == "over", before.winners) == (False, None)


@pytest.mark.ring("test")
def test_random_games_run_to_an_end_and_the_same_moves_lead_to_the_same_states(package: str, game: Game[Any]) -> None:
    for players, options, moves in random_games(package, run=os.environ["SEED"]):
        one, other = (played(game, players, options, moves) for _ in range(2))
        assert [outcome.state for outcome in outcomes(one)] == [outcome.state for outcome in outcomes(other)]
        status = game.status(one.at().state)
        assert status.phase == "over"
        assert status.winners
        assert status.turn is None


def test_every_status_is_of_this_table_and_a_board_is_drawn_at_every_moment(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        seats = timeline.setup.seats
        for state in positions(timeline):
            status, moment = game.status(state), game.moment(state)
            assert len(status.scores) == seats
            assert status.turn is None or 0 <= status.turn < seats
            assert (status.winners is not None) == (status.phase == "over")
            assert all(game.board(state, viewer, {}).phase == status.phase for viewer in viewers(seats))
            assert all((moment.key, moment.part, moment.name))


def test_every_clause_cited_in_play_exists_and_every_text_has_its_arguments(package: str, game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    for timeline in whole_games(package):
        for outcome in outcomes(timeline):
            said = (outcome.rulings, outcome.flags)
            assert set(cited_clauses(said)) <= ids
            assert [text for text in texts(said) if unfilled(text)] == []
            for ruling in outcome.rulings:
                told = [dict(ruling.verdict), dict(ruling.facts)]
                assert json.loads(json.dumps(told)) == told


def test_every_move_is_read_as_written_and_told_whole_to_its_maker_and_by_kind_and_maker_to_all(
    package: str, game: Game[Any]
) -> None:
    for timeline in whole_games(package):
        seats, options = timeline.setup.seats, timeline.setup.options
        for play in plays(timeline.revision):
            whole, owner = write_move(game, play.move), getattr(play.move, "seat", None)
            assert read(game, json.loads(json.dumps(whole)), seats) == play.move
            for holds in (everybody(seats), *([] if owner is None else [Viewer(frozenset({owner}))])):
                assert [game.redact(play.move, options, holds, revealed) for revealed in (True, False)] == [whole] * 2
            for viewer in viewers(seats):
                told = game.redact(play.move, options, viewer, False)
                assert (told["kind"], told.get("seat")) == (game.kind_of(play.move), owner)
                assert json.loads(json.dumps(told)) == told


def test_every_view_is_json_and_a_spectator_sees_no_more_than_a_seat(package: str, game: Game[Any]) -> None:
    for timeline in whole_games(package):
        for state in positions(timeline):
            spectator, *seats = (game.view(state, viewer) for viewer in viewers(timeline.setup.seats))
            for view in (spectator, *seats):
                assert json.loads(json.dumps(view)) == view
                shown = view.get("seats", [])
                assert isinstance(shown, list)
                assert len(shown) in (0, timeline.setup.seats)
            for view in seats:
                assert list(what_only_the_first_shows(spectator, view)) == []


def what_only_the_first_shows(first: Any, second: Any, path: str = "") -> list[str]:
    """Names and entries in the first that the second has not."""
    if isinstance(first, dict) and isinstance(second, dict):
        extra = [f"{path}.{name}" for name in first if name not in second]
        shared = [name for name in first if name in second]
        return extra + [
            more for name in shared for more in what_only_the_first_shows(first[name], second[name], f"{path}.{name}")
        ]
    if isinstance(first, list) and isinstance(second, list):
        extra = [f"{path} is longer"] if len(first) > len(second) else []
        return extra + [
            more
            for index, pair in enumerate(zip(first, second, strict=False))
            for more in what_only_the_first_shows(*pair, f"{path}.{index}")
        ]
    return [path] if second is None and first is not None else []


@pytest.mark.ring("test")
def test_what_a_match_knows_of_a_dispute_can_be_judged_and_put_into_a_form(package: str, game: Game[Any]) -> None:
    as_json, as_form = (Reading(game.players[-1], game.box_clause, as_text=as_text) for as_text in (False, True))
    clauses = {clause.id for clause in game.clauses}
    for timeline in whole_games(package):
        for kind, facts in known_of_disputes(game, timeline):
            shape = kind.asked or kind.facts
            if kind.knows_part and not needed(shape) <= set(facts):
                continue  # the form asks for the rest
            read_facts = decode(shape, facts, as_json, "facts")
            form = formdata.tree(formdata.pairs(facts, says_empty=True))
            ruling = kind.judge(read_facts, timeline.setup.options)
            assert decode(shape, form, as_form, "facts") == read_facts
            assert (ruling.name, set(cited_clauses(ruling)) <= clauses) == (kind.name, True)
            assert [text for text in texts(ruling) if unfilled(text)] == []
            assert json.dumps(dict(ruling.verdict))


def needed(shape: type) -> set[str]:
    return {one.name for one in fields(shape) if one.default is MISSING and one.default_factory is MISSING}


def known_of_disputes(game: Game[Any], timeline: Timeline[Any]) -> Iterator[tuple[RulingKind[Any], Any]]:
    whose = (Viewer(), Viewer(frozenset({0})), everybody(timeline.setup.seats))
    for state, viewer, kind in product(positions(timeline), whose, game.rulings):
        facts = kind.known(state, viewer) if kind.known else None
        if facts is not None:
            yield kind, facts


def test_two_courses_that_differ_in_a_secret_look_alike_to_all_but_its_owner(package: str, game: Game[Any]) -> None:
    for pair in twins(package):
        players, options = pair["players"], pair["options"]
        one, other = (played(game, players, options, pair[course]) for course in ("one", "other"))
        strangers = [viewer for viewer in viewers(players) if pair["owner"] not in viewer.seats]
        owner = Viewer(frozenset({pair["owner"]}))
        assert game.view(one.at().state, owner) != game.view(other.at().state, owner) or whole(one) != whole(other)
        for viewer in strangers:
            assert seen(one, viewer) == seen(other, viewer)


def whole(timeline: Timeline[Any]) -> list[Any]:
    return [play.move for play in plays(timeline.revision)]


def seen(timeline: Timeline[Any], viewer: Viewer) -> str:
    """All that a viewer gets to see in the course of a match, as bytes would show it."""
    game, options = timeline.game, timeline.setup.options
    told = [game.redact(one.move, options, viewer, one.source in timeline.revealed) for one in plays(timeline.revision)]
    states = [outcome.state for outcome in outcomes(timeline)]
    known = [[kind.known(state, viewer) for kind in game.rulings if kind.known] for state in states]
    boards = [repr(game.board(state, viewer, {})) for state in states]
    status = [repr(game.status(state)) for state in states]
    return json.dumps([told, [game.view(state, viewer) for state in states], known, boards, status])
