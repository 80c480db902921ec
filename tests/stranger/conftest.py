"""A browser and a server, as the other tests in a browser have them; and another device, to which an evening is taken."""

from collections.abc import Iterator

import pytest

from tests.e2e.conftest import browser as browser
from tests.e2e.conftest import new_server as new_server
from tests.e2e.conftest import server as server
from tests.e2e.stage import NewServer, Server, at_work


@pytest.fixture(scope="module")
def elsewhere(new_server: NewServer) -> Iterator[Server]:
    with at_work(new_server()) as running:
        yield running
