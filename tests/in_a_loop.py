"""Tests that are stories of an event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

Given = ParamSpec("Given")


def in_a_loop(story: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Tells the story on a loop of its own, which has to come to its end in good time."""

    @wraps(story)
    def test(*given: Given.args, **named: Given.kwargs) -> None:
        asyncio.run(asyncio.wait_for(story(*given, **named), 20))

    return test
