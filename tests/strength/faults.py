"""Faults planted in the app under test, each by a small patch: `python -m tests.strength.faults NAME --port ...`.

A test that does not notice the fault made for it proves nothing.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial

from companion import cli
from companion.cli import serving
from companion.server import Limits, run


def waits_for_silent_phones() -> None:
    """A phone that has gone without a word keeps its stream for as long as the system hopes."""
    _put(run, "GIVE_UP_ON_SILENCE_MS", 0)


def beats_every_second() -> None:
    """No fault: streams are spoken to more often, so that what comes of silence is seen sooner."""
    _put(serving, "Limits", partial(Limits, beat_seconds=1.0))


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault for fault in (waits_for_silent_phones, beats_every_second)
}


def _put(owner: object, name: str, value: object) -> None:
    assert hasattr(owner, name)
    setattr(owner, name, value)


def plant(names: str) -> None:
    """Plant the faults with these names, put together by plus signs; none where there is no name."""
    for name in names.split("+") if names else ():
        FAULTS[name]()


def serve_with(arguments: Sequence[str]) -> int:
    """The exit status of the app, with the faults that the first argument names."""
    plant(arguments[0])
    return cli.main(arguments[1:])


if __name__ == "__main__":
    raise SystemExit(serve_with(sys.argv[1:]))
