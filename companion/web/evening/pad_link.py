"""A pad as a link: the definition stands after `#`, which no browser sends; a script puts it into the form of a table."""

from flask import Blueprint, render_template, url_for

from companion.engine.definition import Definition, write_link
from companion.web.app.device import caller
from companion.web.evening.tables import bases, last_tables

blueprint = Blueprint("pad_link", __name__)


@blueprint.get("/pad")
def page() -> str:
    """At which of the tables that this browser hosts is it to be played?"""
    hosted = [one for one in last_tables() if caller().is_host(one.id)]
    return render_template("pages/pad_link.html", tables=hosted)


def link_to(definition: Definition) -> str:
    """Return the address that carries a definition."""
    return f"{bases()[0]}{url_for('pad_link.page')}#{write_link(definition)}"
