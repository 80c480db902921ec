"""What the board tells: the last trick, the cards laid, the end, a match caught up with."""

from companion.engine.text import apart
from companion.games.land_unter.rules.state import Player
from tests.games.english import told
from tests.games.land_unter.asking import Table
from tests.games.land_unter.looking import shown

# ---- what happened ----


def test_the_verdict_says_who_took_what_and_who_lost() -> None:
    table = Table(5).count(0, 2, 5, 6, 8)
    table.take((12, 12), 0, 1)
    verdict = shown(table).verdict
    assert verdict is not None
    assert verdict.who_takes is not None
    assert [told(line) for line in apart(verdict.who_loses.headline)] == ["Ana is out.", "Ben loses a ring."]
    assert told(verdict.who_takes.headline) == "Ana takes the 12, Ben takes the 12."
    assert verdict.losers == (0, 1)
    assert verdict.before[:2] == (Player(0, 12, False), Player(2, 12, False))
    assert verdict.after[:2] == (Player(0, None, True), Player(1, 12, False))


# ---- piece by piece ----


# ---- the end ----


# ---- after catching up ----


def caught_up(table: Table, round_number: int, tricks_done: int) -> Table:
    seats = [{"score": score, "rings": 2, "dealt": 3} for score in (4, -1, 2)]
    table.play(
        {"kind": "stand_now", "round_number": round_number, "tricks_done": tricks_done, "seats": seats}, anyway=True
    )
    return table


def test_after_catching_up_no_trick_is_told_that_was_not_entered() -> None:
    table = Table(3).count(3, 3, 3)
    table.take((4, 9), 0, 1)
    shows = shown(caught_up(table, 3, 5))
    assert (shows.round, shows.trick) == (3, 6)
    assert shows.verdict is None
    assert shows.round_end is None
    assert [tank.score for tank in shows.tanks] == [4, -1, 2]
    assert [done.record.kind for done in shows.rounds_played] == ["blank", "sum"]
