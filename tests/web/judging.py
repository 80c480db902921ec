"""Asking the judge: every ruling there is, and what a page of the judge says."""

import html
import re
from typing import Any
from urllib.parse import urlencode

from werkzeug.test import TestResponse

from companion.games import games
from tests.web.forms import Page, page_of
from tests.web.people import Browser

EVERY = [(game, kind) for game in games().values() for kind in game.rulings]
LOSES = "/judge/land-unter/loses"


def text_of(answer: TestResponse) -> str:
    """The words of a page, without its markup."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))))


def ask(browser: Browser, path: str, facts: Any = None, status: int = 200, **more: str) -> tuple[str, Page]:
    """The words and the form of the page at an address, which must answer with this status."""
    given = dict(facts) if isinstance(facts, dict) else {}
    asked = urlencode([*(facts if isinstance(facts, list) else given.items()), *more.items()])
    answer = browser.get(f"{path}?{asked}" if asked else path)
    assert answer.status_code == status, text_of(answer)
    return text_of(answer), page_of(answer.get_data(as_text=True))
