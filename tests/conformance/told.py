"""All that each game tells of its whole games, summed up in a line: `python -m tests.conformance.told`."""

import hashlib
import json
import sys
from typing import Any

from companion.engine.journal import plays
from companion.engine.schema.codec import encode
from companion.engine.timeline import Timeline
from tests.conformance.playing import PACKAGES, everybody, golden, outcomes, played, viewers


def told(timeline: Timeline[Any]) -> str:
    """Every view of every state, every move as it is told, every ruling: as JSON, in the order in which it is told."""
    game, seats = timeline.game, timeline.setup.seats
    states = [outcome.state for outcome in outcomes(timeline)]
    views = [game.view(state, viewer) for state in states for viewer in (*viewers(seats), everybody(seats))]
    moves = [game.redact(one.move, timeline.setup.options, everybody(seats), True) for one in plays(timeline.revision)]
    rulings = [[dict(one.verdict), dict(one.facts)] for outcome in outcomes(timeline) for one in outcome.rulings]
    return json.dumps([views, moves, rulings, [encode(play.move) for play in plays(timeline.revision)]])


def main() -> None:
    for package, game in PACKAGES.items():
        found = hashlib.sha256()
        for one in golden(package):
            timeline = played(game, one["players"], one["options"], one["moves"], anyway=one.get("anyway", False))
            found.update(told(timeline).encode())
        sys.stdout.write(package + found.hexdigest())


if __name__ == "__main__":
    main()
