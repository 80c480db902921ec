"""Any change to what was recorded is noticed."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.store import BrokenChain, Entry, Match, Missing, NewerSchema, Outage, Store, StoreUnavailable
from tests.records import reach_in
from tests.rings import examples
from tests.store.evening import begin_match, play, set_table

ENTRIES = 6
PAGE = 4096
TEXT_COLUMNS = ["at", "by_role", "body", "idem", "prev_hash", "hash"]

plain_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=70)
patiently = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture
def match(store: Store) -> Match:
    table = set_table(store)
    play(store, begin_match(store, table), 2)
    played = begin_match(store, table)
    play(store, played, ENTRIES)
    return played


def broken(store: Store, match: Match) -> int:
    """Where the running store sees that the chain of a match is broken."""
    with pytest.raises(BrokenChain) as caught:
        store.journal.verify(match.id)
    assert (caught.value.match_id, caught.value.reason) == (match.id, Outage.DAMAGED)
    return caught.value.seq


@patiently
@given(row=st.integers(0, ENTRIES - 1), column=st.sampled_from(TEXT_COLUMNS), value=plain_text)
def test_a_changed_text_in_any_row_is_noticed(
    target: str, store: Store, match: Match, row: int, column: str, value: str
) -> None:
    [(before,)] = reach_in(target, f"SELECT {column} FROM journal WHERE match_id=%s AND seq=%s", match.id, row)
    if value == before:
        return
    change = f"UPDATE journal SET {column}=%s WHERE match_id=%s AND seq=%s"
    reach_in(target, change, value, match.id, row)
    try:
        assert broken(store, match) == row
    finally:
        reach_in(target, change, before, match.id, row)
    assert store.journal.verify(match.id) == ENTRIES


@pytest.mark.parametrize("row", range(0, ENTRIES, 2))
def test_a_row_moved_to_another_match_is_noticed_in_both(target: str, store: Store, match: Match, row: int) -> None:
    other = store.matches.at(match.table_id)[0]
    reach_in(target, "UPDATE journal SET match_id=%s, seq=2 WHERE match_id=%s AND seq=%s", other.id, match.id, row)
    assert (broken(store, match), broken(store, other)) == (row, 2)


@pytest.mark.parametrize("row", range(ENTRIES))
def test_a_row_taken_out_is_noticed(target: str, store: Store, match: Match, row: int) -> None:
    reach_in(target, "DELETE FROM journal WHERE match_id=%s AND seq=%s", match.id, row)
    assert broken(store, match) == row


def test_an_end_torn_off_is_noticed_by_a_store_opened_later(target: str) -> None:
    with Store.open(target) as store:
        match = begin_match(store)
        play(store, match, ENTRIES)
    reach_in(target, "DELETE FROM journal WHERE match_id=%s AND seq>=%s", match.id, 4)
    with Store.open(target) as store:
        for start in range(ENTRIES + 1):
            with pytest.raises(BrokenChain) as caught:
                store.journal.entries(match.id, start)
            assert caught.value.seq == 4


@patiently
@given(column=st.sampled_from(["game", "options", "seats", "head"]), value=plain_text)
def test_changed_options_or_seats_of_a_match_are_noticed(
    target: str, store: Store, match: Match, column: str, value: str
) -> None:
    [(before,)] = reach_in(target, f"SELECT {column} FROM matches WHERE id=%s", match.id)
    if value == before:
        return
    reach_in(target, f"UPDATE matches SET {column}=%s WHERE id=%s", value, match.id)
    try:
        assert broken(store, match) is not None
    finally:
        reach_in(target, f"UPDATE matches SET {column}=%s WHERE id=%s", before, match.id)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, tuple[Entry, ...]]:
    file = tmp_path_factory.mktemp("sound") / "tableside.sqlite"
    with Store.open(file) as store:
        match = begin_match(store)
        play(store, match, 40)
        entries = store.journal.entries(match.id)
    return file, match.id, entries


@settings(max_examples=examples(300))
@given(dice=st.randoms(use_true_random=False))
def test_no_damage_of_the_file_ever_gives_another_journal(
    sound: tuple[Path, str, tuple[Entry, ...]], dice: random.Random
) -> None:
    file, match_id, entries = sound
    content = damaged(file.read_bytes(), dice)
    assert _read_back(file.with_name("damaged.sqlite"), content, match_id) in (entries, "refused")


def damaged(sound: bytes, dice: random.Random) -> bytes:
    """The file with one of the things wrong that happen to memory cards."""
    content = bytearray(sound)
    page = PAGE * dice.randrange(len(content) // PAGE)
    kind = dice.randrange(5)
    if kind == 0:
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    elif kind == 1:
        start = dice.randrange(len(content) - 16)
        content[start : start + 16] = dice.randbytes(16)
    elif kind == 2:
        start = page + 512 * dice.randrange(8)
        content[start : start + 512] = bytes(512)
    elif kind == 3:
        other = PAGE * dice.randrange(len(content) // PAGE)
        content[page : page + PAGE] = content[other : other + PAGE]
    else:
        del content[dice.randrange(len(content)) :]
    return bytes(content)


def _read_back(file: Path, content: bytes, match_id: str) -> Any:
    for leftover in file.parent.glob(file.name + "*"):
        leftover.unlink()
    file.write_bytes(content)
    try:
        with Store.open(file) as store:
            return store.journal.entries(match_id)
    except (StoreUnavailable, NewerSchema, Missing):
        return "refused"
