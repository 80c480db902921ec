"""The first fold: what is written is read only when somebody asks. What stands when, the model of a timeline says."""

from companion.engine.journal import Amended, Event, Play, Played, Revision, UnreadMove, follow, plays
from tests.engine.toy import Put


def stands(*events: Event) -> list[Play]:
    """The plays in force after these entries."""
    found = [Revision()]
    for event in events:
        found.append(follow(found, event))
    return list(plays(found[-1]))


def put(number: int) -> Played:
    """An entry that puts coins into the first purse."""
    return Played(Put(0, number))


def test_a_written_move_is_read_once_when_somebody_asks_and_equals_the_move_it_is() -> None:
    asked: list[str] = []

    def read(text: str) -> Put:
        asked.append(text)
        return Put(0, int(text))

    written = UnreadMove("4", read)
    [play] = stands(Played(written, anyway=True))
    assert asked == []
    assert play.move is play.move is Played(written).move
    assert asked == ["4"]
    assert Played(written) == put(4) == Played(UnreadMove("4", read))
    assert Played(written) != put(5)
    assert (hash(Played(written)), repr(written)) == (hash(put(4)), repr(Put(0, 4)))
    corrected = stands(put(1), Played(UnreadMove("2", read)), Amended(((1, Put(0, 3)),)))
    assert [one.move.coins for one in corrected] == [1, 3]
    assert asked == ["4", "4"], "what was corrected is not asked for"
