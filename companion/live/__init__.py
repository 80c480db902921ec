"""Tells who has to look again: "topic X is at version N", and never anything else.

    live: Live = InProcessLive()
    live.publish(match_id, 8)              # any thread, after the row is durable

    following = live.subscribe(match_id)   # on an event loop
    await following.wait()                 # (8,): the newest version published, never those in between
    following.close()

The bus carries levels, not a queue of edits. A follower that was busy sees only the last version, and a lost version
costs nothing as long as a later one arrives. No state of a match, and no secret, is ever on this bus.

Between processes (`companion.live.redis_bus.RedisLive`) news may be lost. So a follower waits until it is `ready`
before it trusts what it has seen, and every subscription ends with `BusAway` when the connection breaks.
"""

from companion.live.bus import BusAway, InProcessLive, Levels, Live, Subscription, held_back, next_level, notify

__all__ = ["BusAway", "InProcessLive", "Levels", "Live", "Subscription", "held_back", "next_level", "notify"]
