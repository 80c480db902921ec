"""A table opened through the interface."""

import pytest
from flask import Flask

from tests.web.api.asking import Match, Program, Table, open_table


@pytest.fixture
def anybody(app: Flask) -> Program:
    return Program(app)


@pytest.fixture
def table(app: Flask) -> Table:
    return open_table(app)


@pytest.fixture
def match(table: Table) -> Match:
    return table.begin("land-unter")
