"""Corrections as people make them in a browser: a form, what it would change, and the button that lets it count."""

import re
from html import unescape
from typing import Any

from werkzeug.test import TestResponse

from tests.web.people import Browser


def pending_in(page: str) -> str:
    """The correction that is under way, as the forms of a page send it along; empty if there is none."""
    found = re.search(r'name="pending" value="([^"]*)"', page)
    return unescape(found[1]) if found else ""


def change(browser: Browser, address: str, form: dict[str, Any], before: str = "") -> str:
    """The page that says what the changed entry at this address would bring; `before` is a page of the same correction."""
    answer = browser.post(address, {**form, "pending": pending_in(before)})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def confirm(browser: Browser, match_id: str, page: str, **more: str) -> TestResponse:
    """The answer to the button of such a page."""
    version = re.search(r'name="version" value="(\d+)"', page)
    form = {"pending": pending_in(page), **({"version": version[1]} if version else {}), **more}
    return browser.post(f"/m/{match_id}/correction", form)


def corrected(browser: Browser, match_id: str, index: int, form: dict[str, Any]) -> TestResponse:
    """The answer to the button, with which the changed entry counts."""
    return confirm(browser, match_id, change(browser, f"/m/{match_id}/correct/{index}", form))
