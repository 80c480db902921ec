"""Persistence: tables, seats, grants, matches and their journals. Knows no game, no page.

    with Store.open("data/tableside.sqlite") as store:      # or "postgresql://user@host/name"
        table = Table(fresh_id(), "KQ7M", now, name="Friday")
        store.tables.create(table, ["Ana", "Ben"], [
            Grant(token_hash(host_token), "host", "link", now, table.id),
            Grant(token_hash(ana_token), "seat", "link", now, table.id, 0),
        ])
        match = store.matches.create(table.id, "limits", options_json, [0, 1], now)
        version = store.journal.version(match.id)
        store.journal.append(match.id, version, NewEntry(now, "seat", body_json, by_seat=0, idem=key))

Times are aware datetimes, supplied by the caller, kept and given back in UTC. Ids come from `fresh_id()` (128 random bits)
unless the caller names one. `options` and `body` are texts the store never looks into. What is looked up is
None or empty when absent; what is changed and absent raises Missing("table" | "seat" | "match" | "link").

.journal   append(match_id, seq, NewEntry) -> Appended(seq, hash) | Repeated(seq)     Stale(current_version), Missing
           entries(match_id, start=0) -> (Entry, ...)                                 BrokenChain(match_id, seq), Missing
           verify(match_id) -> number of entries, all checked                         BrokenChain, Missing
           version(match_id) -> int                                                   Missing
.tables    create(Table, names, grants=()) -> (Seat, ...)                             CodeTaken, Missing("seat")
           get(table_id), by_code(code) -> Table | None;  ids()
           uses(limit, skip=0) -> (TableUse, ...), use_of(table_id) -> TableUse | None
           unused(since, limit, longest_code) -> (Table, ...);  give_code(table_id, code)     CodeTaken, Missing
           contents() -> Contents;  set_closed_to_seats(table_id, is_closed), delete(table_id)
.seats     at(table_id) -> (Seat, ...);  add(table_id, name) -> Seat
           rename(table_id, seat, name), set_left(table_id, seat, has_left)
           link_serial(table_id, seat) -> int, renew_link(table_id, seat)
.people    at(table_ids=None, names=None) -> (Seat, ...);  named(table_ids=None) -> ((table_id, seat, name or None), ...)
           names(table_ids=None) -> Counter of names
           forget(player_ids, remarks_gone, spellings_after, table_names)
.matches   create(table_id, game, options, seats, at, match_id=None) -> Match
           get(match_id) -> Match | None;  at(table_id), going_on(table_id) -> (Match, ...), all or without an end
           start(match_id) -> (how, seat or None) | None, set_start(match_id, how, seat);  delete(match_id)
.imports   take_in((Arrival, ...)) -> whether each is new (all of them or nothing)    Differs, CodeTaken, BrokenChain
.grants    token_hash(token) -> what is stored;  add(*Grant) (again: no change);  replace(Grant) (a renewed link)
           of(token_hash), at(table_id) -> (Grant, ...)
           revoke(*, token_hash=, table_id=, role=, seat=, kind=) -> how many (all that fit what is named)
           claim_seat(table_id, seat, device_hash, at, *, link_hash=None)             Missing("seat" | "link")
.remarks   of(match_id) -> (Remark, ...), at(table_ids=None) -> ((table_id, Remark), ...), recorded with the NewEntry
.summaries save(match_id, version, body) (in place of an older one)                   Missing
           at(table_ids=None, Within()) -> (Summed, ...), newest first
.settings  get(key) -> str | None, all() -> dict, set(key, value | None)
           change(key, change) -> str | None, get_or_set(key, first) -> str
.table_settings get(table_id, name), set(table_id, name, value), change(table_id, name, change); name is one of
           seating_order, ages, picked, language                                      Missing
.boxes     notes(game), change(game, change), is_closed(game), close(game, is_closed)
.spellings get(whose) -> str | None, set(whose, pairs), all() -> dict
.attempts  count(what, whose, since) -> (number, first);  note(what, whose, at, forget_until)
At once    alone(name): a context; whoever else asks for this name waits, in whatever process. having_waited(seconds): a
           context, in which no call waits longer for others than if it had begun so long ago; seconds_left(). asking_once():
           a context, in which who sits at a table, its settings and its matches are asked for once; on_one_connection():
           a context, in which all is asked on one connection
Store      Store.open(path or address) (AlreadyRunning, NewerSchema), close(), folder -> Path | None, is_shared,
           check(): could anything be recorded?
Copies     copy_to(path), a SQLite file whatever the database
           ready_copy(path) checks and updates a file in place (UnusableCopy);  sealed(path): a context, a Store to read it
           replace_with(sealed store, keep the present data here)
           make_automatic_backup(folder, label, write) -> AutomaticBackup
           automatic_backups(folder) -> (AutomaticBackup, ...), newest first

Every call may raise StoreUnavailable(reason): full, read-only, locked, damaged, away, closed. Then nothing is half
recorded, and the store works again by itself when the cause is gone. An append may be tried again with the same key,
because its outcome may be unknown. BrokenChain is a StoreUnavailable. Unstorable (a ValueError): NUL or lone
surrogates, keys of more than 200 characters, numbers below 0 or beyond 2**31 - 1. ValueError: a time without zone, a
token that is not hashed.
"""

from companion.store.backup_check import ready_copy, sealed
from companion.store.backups import (
    BEFORE_RESTORE,
    BEFORE_SWEEP,
    FOLDER,
    AutomaticBackup,
    automatic_backups,
    make_automatic_backup,
)
from companion.store.database import asking_once, fresh_id, having_waited, on_one_connection, seconds_left
from companion.store.errors import (
    AlreadyRunning,
    BrokenChain,
    CodeTaken,
    Differs,
    Fault,
    Missing,
    NewerSchema,
    Reason,
    Stale,
    StoreError,
    StoreUnavailable,
    Unstorable,
    UnusableCopy,
    on_disk,
)
from companion.store.grants import token_hash
from companion.store.match_import import Arrival
from companion.store.rows import (
    Appended,
    Contents,
    Entry,
    Grant,
    Kind,
    Match,
    NewEntry,
    Remark,
    Repeated,
    Role,
    Seat,
    Summed,
    Table,
    TableUse,
    Within,
)
from companion.store.store import Store

__all__ = [
    "BEFORE_RESTORE",
    "BEFORE_SWEEP",
    "FOLDER",
    "AlreadyRunning",
    "Appended",
    "Arrival",
    "AutomaticBackup",
    "BrokenChain",
    "CodeTaken",
    "Contents",
    "Differs",
    "Entry",
    "Fault",
    "Grant",
    "Kind",
    "Match",
    "Missing",
    "NewEntry",
    "NewerSchema",
    "Reason",
    "Remark",
    "Repeated",
    "Role",
    "Seat",
    "Stale",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "Summed",
    "Table",
    "TableUse",
    "Unstorable",
    "UnusableCopy",
    "Within",
    "asking_once",
    "automatic_backups",
    "fresh_id",
    "having_waited",
    "make_automatic_backup",
    "on_disk",
    "on_one_connection",
    "ready_copy",
    "sealed",
    "seconds_left",
    "token_hash",
]
