"""Templates as Jinja reads them, the parts a page is made of, and the board that no game draws."""

import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal, get_args

import pytest
from flask import Flask
from jinja2 import DictLoader, UndefinedError, nodes

from companion.engine.declare import OPEN, Moves, Rounds, declare
from companion.engine.game import Outcome
from companion.engine.schema.answers import Layout
from companion.engine.schema.form import Kind, form_of
from companion.engine.schema.marks import Between, Length, Named, Prompt, Seat
from companion.engine.text import say
from companion.games.points import COVER
from companion.games.points import game as points
from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.parts import SENT_ALONG, PartsPage, cut, kept_for, render_parts, taken_apart
from companion.web.app.services import Settings
from companion.web.app.templating import folded, folded_length, shortened
from companion.web.create_app import create_app
from tests.web.conftest import HOSTS
from tests.web.people import Browser, open_table, start_match


def test_what_a_template_was_not_given_is_an_error() -> None:
    app = create_app()
    with app.test_request_context(), pytest.raises(UndefinedError):
        app.jinja_env.from_string("{{ somebody }}").render()


def test_an_icon_is_that_of_whoever_reads_and_not_of_whoever_compiled_the_template() -> None:
    app = create_app()
    with app.test_request_context("/"):
        shown = app.jinja_env.from_string('{{ "ring"|sign }}')
    with app.test_request_context("/", base_url="http://localhost/tables/"):
        assert 'href="/tables/static/icons.svg' in shown.render()


def test_nothing_is_drawn_from_constants_which_jinja_would_draw_when_it_compiles_for_whoever_reads_then() -> None:
    templates = create_app().jinja_env
    loader = templates.loader
    assert loader is not None
    drawn = [
        (path, one.lineno)
        for path in templates.list_templates(["html"])
        for one in templates.parse(loader.get_source(templates, path)[0]).find_all(nodes.Filter)
        if one.name == "drawn" and not one.dyn_args and all(isinstance(arg, nodes.Const) for arg in one.args)
    ]
    assert not drawn


def test_every_address_that_a_template_asks_for_leads_somewhere() -> None:
    templates = (Path(__file__).parent.parent.parent / "templates").rglob("*.*")
    asked = {
        (one.name, end)
        for one in templates
        for end in re.findall(r"""url_for\(\s*["']([\w.]+)""", one.read_text("utf-8"))
    }
    known = create_app().view_functions
    assert len(asked) > 100
    assert not [one for one in asked if one[1] not in known]


def test_nothing_is_run_from_a_folder_that_others_may_write_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "anything").touch()  # Jinja changes the rights of what the name leads to
    (tmp_path / f"_jinja2-cache-{os.getuid()}").symlink_to(tmp_path / "anything")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app = create_app()
    assert app.jinja_env.bytecode_cache is None
    assert app.test_client().get("/").status_code == 200


def test_a_name_is_shortened_to_its_first_word_and_keeps_of_a_second_one_its_initial_where_there_is_room() -> None:
    names = {
        "Anna Karenina": "Anna", "Wilhelmine K.": "Wilhe.", "Oma Gerda": "Oma G.", "Bartholomew": "Barth.",
        "Jean-Baptiste": "Jean-B.", "Maximiliane-Charlotte": "Maxim.", "Anna K.": "Anna K.",
    }  # fmt: skip
    assert {name: shortened(name) for name in names} == names
    said = folded("Jean-Baptiste saved. First: Jean-Baptiste.", ["Jean-Baptiste"])
    assert re.findall('short="(.*?)".*?</span></span>(.)', said) == [("Jean-B.", " "), ("Jean-B", ".")], "with one stop"
    in_line = create_app().jinja_env.from_string(
        "{% import 'macros.html' as ui %}{{ ui.fold('Empieza Jean-B..', '') }}"
    )
    assert 'short="Empieza Jean-B."' in in_line.render()
    assert folded_length("Jean-Baptiste saved", [None, "Jean-Baptiste"]) == len("Jean-B. saved")


TEMPLATES = {
    "layout.html": '<main><part name="tank"><p>{{ level }}</p></part>\n<part name="entry">{% include "entry.html" %}</part></main>',
    "entry.html": """<form>{{ sent_along }}<input name="a"{% if tapped == "a" %} checked{% endif %}>
<div>{% if tapped %}then {{ tapped }}{% endif %}</div></form>""",
}
HEAD = {"match": "m", "moment": "r0t1", "seat": ""}


@pytest.fixture
def few_templates(shared_store: Store) -> Iterator[Flask]:
    """An app with a few templates of its own, asked by somebody."""
    app = create_app(shared_store, InProcessLive(), Settings(HOSTS))
    app.jinja_env.loader = DictLoader(TEMPLATES)
    with app.test_request_context("/"):
        yield app


def board(version: int, pending: str = "", tapped: str = "") -> PartsPage:
    return PartsPage(version, HEAD, render_parts("layout.html", {"level": 1, "tapped": tapped}), pending)


@pytest.mark.usefixtures("few_templates")
def test_what_forms_send_along_changes_no_part_and_stands_in_all_that_is_told() -> None:
    before, after = board(version=3), board(version=4, pending='{"moves": {}}', tapped="b")
    assert before.parts["entry"].html.count(SENT_ALONG) == 1
    assert '<input type="hidden" name="version" value="3">' in before.html
    assert 'name="pending"' not in before.html
    for told in (
        after.html,
        after.changes(before.manifest)["parts"]["entry"],
        after.changes_beside(before)["parts"]["entry"],
    ):
        assert '<input type="hidden" name="version" value="4">' in told
        assert '<input type="hidden" name="pending" value="{&#34;moves&#34;: {}}">' in told
        assert SENT_ALONG not in told


def test_a_page_is_not_cut_before_somebody_says_for_whom_it_is() -> None:
    with pytest.raises(ValueError, match="for whom"):
        cut('<only for="hosts">end</only>')


def test_what_is_for_some_of_some_is_for_those_who_are_both() -> None:
    page = taken_apart('<only for="enters">save<only for="hosts">, end</only>.</only><only for="watches">join</only>')
    assert kept_for(frozenset({"hosts", "enters"}), page) == "save, end."
    assert kept_for(frozenset({"visits", "enters"}), page) == "save."
    assert kept_for(frozenset({"hosts", "watches"}), page) == "join"
    for odd in ('<only for="hosts">end', "end</only>", '<only for="hosts">end</only></only>'):
        with pytest.raises(ValueError, match="only for some"):
            taken_apart(odd)


Bid = Annotated[int, Between(0, 9, "PT-2", "bid")]


@dataclass(frozen=True, slots=True)
class Extra:
    """Something beside the points: a group of a round."""

    bid: Annotated[Bid, Prompt(say("The bid"))]
    is_doubled: Annotated[bool, Prompt(say("Doubled"))]


@dataclass(frozen=True, slots=True)
class Everything:
    called: ClassVar = say("The points of this round")
    said: ClassVar = say("this round: {points}")

    points: Annotated[tuple[points.Points, ...], Length(2, 8), Prompt(say("The points of this round"))]
    closer: Annotated[Seat, Prompt(say("Who ended the round?"))]
    weather: Annotated[Literal["sun", "rain"], Named((say("Sun"), say("Rain"))), Prompt(say("The weather"))]
    present: Annotated[tuple[Seat, ...], Length(1, 8), Prompt(say("Who was there?"))]
    length: Annotated[int, Between(1, 600, "PT-2", "length"), Prompt(say("How long?"))]
    is_last: Annotated[bool, Prompt(say("This is the last round"))]
    note: Annotated[str, Length(0, 20), Prompt(say("A note"))]
    extra: Annotated[Extra, Prompt(say("The bonus"))]
    trades: Annotated[tuple[Extra, ...], Length(0, 3), Prompt(say("The trades"))]


def score(state: points.State, move: Everything) -> Outcome[points.State]:
    return points.score(state, points.Score(move.points))


MOVES: Moves = {"everything": (Everything, score), "score": (points.Score, points.score)}
ASKS_EVERYTHING = declare(
    COVER,
    clauses=points.CLAUSES,
    options=(points.ROUNDS,),
    moves=MOVES,
    start=points.State,
    secrets=OPEN,
    rounds=Rounds("score", "points", points.wanted, scoring="PT-2", winning="PT-3"),
)
ANSWERS = {
    "kind": "everything", "version": "0", **{f"points.{seat}": str(seat) for seat in range(3)}, "closer": "2",
    "weather": "rain", "present": ["0", "2"], "length": "45", "is_last": "true", "note": "late", "extra.bid": "3",
    "trades.0.bid": "4",
}  # fmt: skip


def test_the_default_board_asks_for_every_kind_of_field_and_keeps_what_is_answered(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(points, "GAME", ASKS_EVERYTHING)
    assert {field.kind for field in form_of(Everything, {}, Layout((2, 8), 3)).every()} == {*get_args(Kind)}
    host = Browser(app)
    match_id = start_match(host, open_table(host, "Ana", "Anton", "Cara"), "points", rounds="3")

    board = host.page(f"/m/{match_id}")
    for name in ANSWERS.keys() - {"kind", "version"}:
        assert f'name="{name}"' in board, name

    assert 'value="601"' in host.send(f"/m/{match_id}/moves", {**ANSWERS, "length": "601"}, 422)
    assert host.post(f"/m/{match_id}/moves", ANSWERS).status_code == 303
    form = host.page(f"/m/{match_id}/correct/0")
    assert len(re.findall(" checked>", form)) == 7, "who, the weather, two players, the last round, two bids"
    assert re.findall(r'value="(45|late)"', form) == ["45", "late"]
