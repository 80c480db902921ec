"""Who takes all of a match along, and who only what was never hidden from them."""

from companion.archive.exports import take
from companion.match.precondition import Precondition
from tests.table.conftest import Round


def test_what_was_hidden_and_taken_back_goes_with_the_hosts_file_alone_once_the_match_is_over(four: Round) -> None:
    match = four.begin("land-unter")
    for seat in range(4):
        four.enter(match, kind="count_rings", seat=seat, rings=12)
    four.enter(match, kind="lay", seat=0, card=5)
    four.matches.undo(match.id, four.host, None, Precondition())
    assert not take(four.matches, match.id, four.host).is_whole

    for number in range(48):
        lower = number % 6 * 2 + 1
        two = {"highest": number % 4, "second": (number + 1) % 4}
        four.enter(match, kind="trick", levels=[lower, lower + 1], **two)

    by_host, by_guest = (take(four.matches, match.id, caller) for caller in (four.host, four.guest))
    assert by_host.seen.replay.state.is_over
    assert (by_host.is_whole, by_host.journal[4].move) == (True, {"kind": "lay", "seat": 0, "card": 5})
    assert (by_guest.is_whole, by_guest.journal[4].move) == (False, {"kind": "lay", "seat": 0})
