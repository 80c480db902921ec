"""What every bus promises, in process or between processes."""

from collections.abc import Callable
from typing import Protocol

Levels = tuple[int | None, ...]
"""The newest version told of each topic, in the order subscribed; None where none has been told yet."""


class BusAway(Exception):
    """News from other processes does not get through: who follows may miss some, and had better ask now and then."""


class Subscription(Protocol):
    """One follower of some topics. Belongs to the event loop it was made on."""

    async def ready(self) -> bool:
        """Return once no news can be missed any more: whether some may have passed since `subscribe`, or before it.

        Then look again at whatever was looked at earlier. Raises `BusAway`.
        """
        ...

    def levels(self) -> Levels:
        """The newest versions told, at once. May be called at any time."""
        ...

    def note(self, levels: Levels) -> None:
        """Take the first topics' levels for waited for: `wait` returns for newer ones, or for other topics."""
        ...

    async def wait(self) -> Levels:
        """The levels, as soon as one is newer than when `wait` last returned; at first, than on subscribing.

        Raises `BusAway` where news may be missing from now on; this subscription is over then.
        """
        ...

    def close(self) -> None:
        """Follow no longer. May be called twice."""
        ...


class Live(Protocol):
    """The bus. Topics are opaque strings: a match, a table, a device."""

    def publish(self, topic: str, version: int) -> None:
        """Tell all followers that `topic` is at `version`.

        May be called from any thread, and returns as soon as those are done who attend. Call it when the version is
        durable, never before: followers go and read it. A version that is not above the last one told is no news and
        wakes nobody.
        """
        ...

    def attend(self, attendant: Callable[[str], None]) -> None:
        """Call it with the topic of whatever is published in this process and followed in it.

        In the thread of whoever publishes, when the level has risen and before anybody is woken. It raises nothing.
        """
        ...

    def subscribe(self, *topics: str) -> Subscription:
        """A subscription to these topics, on the running event loop. Subscribe first, read the state then:
        what is published between the two wakes the follower, and nothing is missed.
        """
        ...

    def begin_anew(self) -> None:
        """Forget what was told: versions may be lower from now on, for other data has come into place.

        Every follower is woken.
        """
        ...
