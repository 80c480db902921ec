"""A table opened through the interface."""

import pytest
from flask import Flask

from tests.web.api.asking import Match, Program, Table, open_table


@pytest.fixture
def anybody(app: Flask) -> Program:
    """A script without a token."""
    return Program(app)


@pytest.fixture
def table(app: Flask) -> Table:
    """A table of Ana, Ben and Cleo."""
    return open_table(app)


@pytest.fixture
def match(table: Table) -> Match:
    """A match of Land Unter there, before anything was entered."""
    return table.begin("land-unter")
