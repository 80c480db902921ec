"""What every bus promises, in process or between processes."""

from typing import Protocol

Levels = tuple[int | None, ...]
"""The newest version told of each topic, in the order subscribed; None where none has been told yet."""


class Subscription(Protocol):
    """One follower of some topics. Belongs to the event loop it was made on."""

    def levels(self) -> Levels:
        """The newest versions told, at once. May be called at any time."""
        ...

    async def wait(self) -> Levels:
        """The levels, as soon as one is newer than when `wait` last returned; at first, than on subscribing."""
        ...

    def close(self) -> None:
        """Follow no longer. May be called twice."""
        ...


class Live(Protocol):
    """The bus. Topics are opaque strings: a match, a table, a device."""

    def publish(self, topic: str, version: int) -> None:
        """Tell all followers that `topic` is at `version`.

        May be called from any thread, and returns at once. Call it when the version is durable, never before:
        followers go and read it. A version that is not above the last one told is no news and wakes nobody.
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
