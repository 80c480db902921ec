"""Pages made of parts: what the forms of a page send along is no part of it, and stands in all that is told."""

from collections.abc import Iterator

import pytest
from flask import Flask
from jinja2 import DictLoader

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.parts import SENT_ALONG, PartsPage, cut, kept_for, render_parts, taken_apart
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.web.conftest import HOSTS

TEMPLATES = {
    "layout.html": '<main><part name="tank"><p>{{ level }}</p></part>\n<part name="entry">{% include "entry.html" %}</part></main>',
    "entry.html": """<form>{{ sent_along }}<input name="a"{% if tapped == "a" %} checked{% endif %}>
<div>{% if tapped %}then {{ tapped }}{% endif %}</div></form>""",
}
HEAD = {"match": "m", "moment": "r0t1", "seat": ""}


@pytest.fixture
def app(shared_store: Store) -> Iterator[Flask]:
    """An app with a few templates of its own, asked by somebody."""
    app = create_app(shared_store, InProcessLive(), Settings(HOSTS))
    app.jinja_env.loader = DictLoader(TEMPLATES)
    with app.test_request_context("/"):
        yield app


def board(version: int, pending: str = "", tapped: str = "") -> PartsPage:
    return PartsPage(version, HEAD, render_parts("layout.html", {"level": 1, "tapped": tapped}), pending)


@pytest.mark.usefixtures("app")
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
