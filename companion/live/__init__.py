"""Who has to look again: "topic X is at version N", and nothing else ever.

    live: Live = InProcessLive()
    live.publish(match_id, 8)              # any thread, after the row is durable

    following = live.subscribe(match_id)   # on an event loop
    await following.wait()                 # (8,): the newest version told, never the ones between
    following.close()

What is told is a level, not a queue of edits: a follower that was busy sees the last version only, and
a version that was lost costs nothing as long as a later one arrives. So no state of a match, and no secret,
is ever on this bus.

Between processes (`companion.live.redis_bus.RedisLive`) news may be lost. So whoever follows waits until it is `ready`
before believing what it has seen, and every subscription ends with `BusAway` when the wire breaks.
"""

from companion.live.bus import BusAway, Levels, Live, Subscription
from companion.live.in_process import InProcessLive

__all__ = ["BusAway", "InProcessLive", "Levels", "Live", "Subscription"]
