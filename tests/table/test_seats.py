"""What leads to a seat, who sits next to whom, and who is drawn to start."""

import itertools
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from companion.live import InProcessLive
from companion.match.access import Caller, fresh_token
from companion.match.errors import NotAllowed, NoToken, Unknown
from companion.store import Grant, token_hash
from companion.table.next_match import NewMatch
from companion.table.seating_order import Picked, SeatingOrder
from companion.table.seats import Seating
from companion.table.succession import AWAY, NEWS, SILENT, Succession, Wish
from tests.table.conftest import Round
from tests.there import there


@pytest.fixture
def seating(four: Round) -> Seating:
    return Seating(four.store, InProcessLive())


def test_neither_a_device_that_holds_a_seat_nor_a_hosts_link_leads_to_a_seat(four: Round, seating: Seating) -> None:
    device, link = fresh_token(), fresh_token()
    seating.claim(four.table, 2, token_hash(device))
    four.store.grants.add(Grant(token_hash(link), "host", "link", datetime.now(UTC), four.table.id))
    for token in (device, link):
        with pytest.raises(Unknown):
            seating.find(token)


def phone_of_the_host(four: Round) -> str:
    """The token of a phone that hosts the table, as its host's own link made it one."""
    device = fresh_token()
    four.store.grants.add(Grant(token_hash(device), "host", "device", datetime.now(UTC), four.table.id))
    return device


@pytest.mark.parametrize("others", [0, 1])
def test_a_table_is_handed_to_the_other_phone_of_a_seat_that_the_asker_plays_too_and_stays_where_there_is_none(
    four: Round, seating: Seating, others: int
) -> None:
    host, other = phone_of_the_host(four), fresh_token()
    for phone in (host, other)[: 1 + others]:
        seating.claim(four.table, 1, token_hash(phone))
    seating.hand_over(four.table, four.tables.caller(host), 1)
    assert [four.tables.caller(one).is_host(four.table.id) for one in (host, other)] == [not others, bool(others)]


def test_a_seat_without_a_phone_is_handed_no_table_and_its_link_hosts_none(four: Round, seating: Seating) -> None:
    host, link = phone_of_the_host(four), seating.token(four.table.id, 2)
    with pytest.raises(NotAllowed):
        seating.hand_over(four.table, four.tables.caller(host), 2)
    assert four.tables.caller(link).seats(four.table.id) == {2}
    assert not four.tables.caller(link).is_host(four.table.id)
    assert four.tables.caller(host).is_host(four.table.id)


def test_a_seat_that_is_given_back_leaves_the_phone_its_other_seats(four: Round, seating: Seating) -> None:
    phone = token_hash(fresh_token())
    for seat in (1, 2):
        seating.claim(four.table, seat, phone)
    seating.release(four.table, 1, phone)
    assert [one.devices for one in seating.held(four.table, four.host)] == [0, 0, 1, 0]


def test_a_seat_the_hosts_phone_served_is_not_the_hosts_and_has_no_own_phone(four: Round, seating: Seating) -> None:
    host = phone_of_the_host(four)
    for seat in (2, 0):
        seating.claim(four.table, seat, token_hash(host))
    held = seating.held(four.table, four.tables.caller(host))
    assert [(one.is_mine, one.is_host, one.has_own) for one in held] == [
        (True, False, False), (False, False, False), (True, True, True), (False, False, False),
    ]  # fmt: skip


def test_the_token_of_the_owners_device_is_no_owners_link(four: Round, seating: Seating) -> None:
    link, device = fresh_token(), fresh_token()
    four.store.grants.add(Grant(token_hash(link), "owner", "link", datetime.now(UTC)))
    assert seating.is_owner_link(link)
    seating.claim_owner(link, token_hash(device))
    assert not seating.is_owner_link(device)
    for used in (device, link):
        with pytest.raises(Unknown):
            seating.claim_owner(used, token_hash(fresh_token()))
    assert four.tables.caller(device).is_owner


def test_where_short_codes_have_run_out_a_table_gets_a_long_one(four: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = four.table.code
    monkeypatch.setattr("companion.table.tables.draw_code", lambda length: taken if length == len(taken) else "XY" * 3)
    assert four.tables.open(["Ana"]).table.code == "XYXYXY"


def test_only_the_host_says_who_sits_where_or_draws_lots(four: Round) -> None:
    for ask in (
        lambda: four.seating_order.shift(four.table, four.guest, 1, 1),
        lambda: four.seating_order.pick(four.table, four.guest),
        lambda: four.match_starter.begin(four.table, four.guest, NewMatch("limits", {})),
    ):
        with pytest.raises(NotAllowed):
            ask()


def test_a_lot_drawn_since_the_page_was_shown_stands(four: Round) -> None:
    found = itertools.count(2)
    lots = SeatingOrder(four.store, four.tables, lambda seats: seats[next(found) % len(seats)])
    first = there(lots.pick(four.table, four.host, after=""))
    assert lots.pick(four.table, four.host, after="") == first == lots.picked(four.table)
    again = there(lots.pick(four.table, four.host, after=first.mark))
    assert again != first
    assert lots.pick(four.table, four.host, after=first.mark) == again


def test_a_lot_is_drawn_from_everybody_there_and_whoever_has_gone_home_starts_nothing(four: Round) -> None:
    assert four.seating_order.pick(four.table, four.host) == Picked("lot", 3)
    assert four.drawn == [[0, 1, 2, 3]]
    four.tables.note_left(four.table, four.host, 3, has_left=True)
    assert four.seating_order.picked(four.table) is None


NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


@dataclass
class Silence:
    """A table whose host's phone may be silent: four people's phones, each with its seat, the first of them the host's."""

    four: Round
    succession: Succession
    phones: list[str]

    def caller(self, seat: int) -> Caller:
        """Whoever holds that phone, with the rights it has by now."""
        return self.four.tables.caller(self.phones[seat])

    def agrees(self, seat: int, after: float, since: str = "") -> None:
        """That person wishes, or agrees, so many seconds after noon."""
        self.succession.agree(self.four.table, self.caller(seat), NOON + timedelta(seconds=after), since)

    @property
    def hosts(self) -> list[int]:
        return [seat for seat in range(len(self.phones)) if self.caller(seat).is_host(self.four.table.id)]

    @property
    def wish(self) -> Wish:
        return there(self.succession.wish(self.four.table, NOON))

    def has_enough(self) -> bool:
        return self.succession.has_enough(self.four.table, self.wish)

    @property
    def since(self) -> str:
        return self.wish.since


@pytest.fixture
def silence(four: Round) -> Silence:
    phones, table = [fresh_token() for _ in range(4)], four.table.id
    sat = NOON - timedelta(minutes=5)
    four.store.grants.add(Grant(token_hash(phones[0]), "host", "device", sat, table))
    four.store.grants.add(*(Grant(token_hash(one), "seat", "device", sat, table, at) for at, one in enumerate(phones)))
    return Silence(four, Succession(four.store, InProcessLive()), phones)


def test_after_a_minute_of_silence_two_who_agree_have_the_first_of_them_host_until_the_host_takes_it_back(
    silence: Silence,
) -> None:
    silence.agrees(2, after=0)
    assert not silence.has_enough()
    silence.agrees(1, after=20, since=silence.since)
    assert silence.has_enough()
    silence.agrees(1, after=59, since=silence.since)
    assert silence.hosts == [0]

    silence.succession.end_minute(silence.four.table, NOON + SILENT, "another wish")
    assert silence.hosts == [0]
    silence.succession.end_minute(silence.four.table, NOON + SILENT, silence.since)
    assert silence.hosts == [2]
    silence.succession.note_silence(silence.four.table.id, token_hash(silence.phones[0]), NOON)
    assert silence.succession.away(silence.four.table) == {0}
    silence.succession.hear(silence.four.table.id, silence.caller(0))
    assert silence.succession.away(silence.four.table) == set()

    for seat in (1, 2, 3):
        with pytest.raises(NotAllowed):
            silence.succession.take_back(silence.four.table, silence.caller(seat), NOON)
    silence.succession.take_back(silence.four.table, silence.caller(0), NOON)
    assert silence.hosts == [0]
    with pytest.raises(NotAllowed):
        silence.succession.take_back(silence.four.table, silence.caller(0), NOON)


def test_nobody_hosts_alone_nor_with_a_phone_that_sat_down_since_nor_once_the_host_is_heard(silence: Silence) -> None:
    silence.agrees(2, after=0)
    since = silence.since
    late = fresh_token()
    sat = NOON + timedelta(seconds=1)
    silence.four.store.grants.add(Grant(token_hash(late), "seat", "device", sat, silence.four.table.id, 3))
    silence.phones.append(late)
    silence.agrees(2, after=61, since=since)
    silence.agrees(4, after=62, since=since)
    assert silence.hosts == [0]

    silence.succession.hear(silence.four.table.id, silence.caller(1))
    silence.succession.note_awake(silence.caller(0), NOON + timedelta(seconds=62))
    silence.agrees(1, after=63, since=since)
    assert silence.hosts == [0]
    for who, refused in ((silence.caller(0), NotAllowed), (Caller(), NoToken)):
        with pytest.raises(refused):
            silence.succession.agree(silence.four.table, who, NOON)

    gone, host = NOON + timedelta(seconds=90), (silence.four.table.id, token_hash(silence.phones[0]))
    silence.succession.note_awake(silence.caller(0), gone - AWAY / 2)
    assert silence.succession.note_silence(*host, gone) == AWAY.total_seconds() / 2, "on a page without a stream"
    assert not silence.succession.is_away(silence.four.table)
    silence.succession.note_awake(silence.caller(0), gone - AWAY)
    assert silence.succession.note_silence(*host, gone) is None
    assert (silence.wish.is_heard, silence.since) == (False, gone.isoformat()), "gone again"
    silence.agrees(1, after=91, since=silence.since)
    assert silence.hosts == [2], "whose phone was away as long as an answer takes"


def test_at_a_table_of_two_the_other_one_is_enough(silence: Silence) -> None:
    for seat in (2, 3):
        silence.four.store.grants.revoke(table_id=silence.four.table.id, role="seat", seat=seat, kind="device")
    silence.agrees(1, after=0)
    silence.agrees(1, after=60, since=silence.since)
    assert silence.hosts == [1]


def test_a_host_who_is_awake_is_asked_alone_and_says_whether_the_wish_is_fulfilled_or_ends(silence: Silence) -> None:
    table, succession = silence.four.table, silence.succession
    silence.agrees(2, after=0)
    succession.hear(table.id, silence.caller(0))
    silence.agrees(0, after=1, since="another wish")
    assert silence.hosts == [0]
    succession.let_be(table, silence.caller(0), NOON, silence.since)
    assert succession.wish(table, NOON) is None
    assert [succession.refused(table, silence.caller(seat), NOON) for seat in (1, 2)] == [None, 2]
    assert succession.refused(table, silence.caller(2), NOON + NEWS) is None
    silence.agrees(2, after=2)
    silence.agrees(0, after=3, since=silence.since)
    assert (silence.hosts, succession.wish(table, NOON)) == ([2], None)


def test_a_wish_ends_once_too_few_are_left_who_did_not_let_it_be_or_its_phone_takes_it_back(silence: Silence) -> None:
    table, succession = silence.four.table, silence.succession
    silence.agrees(2, after=0)
    succession.let_be(table, silence.caller(1), NOON, silence.since)
    assert succession.settled(table, silence.wish) == {1, 2}
    succession.let_be(table, silence.caller(3), NOON, silence.since)
    assert succession.wish(table, NOON) is None
    silence.agrees(2, after=1)
    succession.let_be(table, silence.caller(2), NOON, silence.since)
    assert succession.wish(table, NOON) is None


def test_a_wish_that_was_stored_before_anyone_could_let_it_be_stands(silence: Silence) -> None:
    kept = {"by": token_hash(silence.phones[2]), "seat": 2, "since": NOON.isoformat(), "agree": [], "is_heard": False}
    silence.four.store.table_settings.set(silence.four.table.id, "succession", json.dumps(kept))
    assert silence.wish.declined == ()
