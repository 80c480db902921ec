"""Paper is white: what is printed on a device with a dark theme looks as if by day."""

from __future__ import annotations

import pytest

from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_small_windows import nile


@pytest.mark.parametrize("chosen", ["system", "dark"])
def test_a_page_printed_at_night_looks_as_by_day(phone: OpenPhone, server: Server, chosen: str) -> None:
    evening = nile(server.port)
    day, night = phone(), phone(theme="dark")
    night.context.add_cookies([{"name": "theme", "value": chosen, "url": server.url}])
    for page in (day, night):
        evening.sit(page, 0)
        page.emulate_media(media="print")

    assert page.locator("#view form").first.is_visible()
    assert night.screenshot(full_page=True) == day.screenshot(full_page=True)
