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

Each kind of record has a repository: .tables, .seats, .people, .grants, .matches, .journal, .remarks, .summaries and
.imports (matches from elsewhere); for the whole device .settings, .boxes, .spellings, .definitions and .attempts; for a
table .table_settings. Their methods say what they give and raise.

Store.open(path or address), close(), folder, is_shared, check(): could anything be recorded?
alone(name): a context; the one who else asks for this name waits, in whatever process. deadline_after(seconds): a context, in
   which no call waits longer for others than if it had begun so long ago; seconds_remaining(). request_cache(): a context, in which
   who sits at a table, its settings and its matches are asked for once; on_one_connection(): all on one connection
copy_to(path): a SQLite file whatever the database. ready_copy(path) checks and updates one in place; sealed(path): a context,
   a Store to read it; replace_with(sealed store, path that keeps the present data). make_automatic_backup, automatic_backups

Every call may raise StoreUnavailable(reason): full, read-only, locked, damaged, away, closed. Then nothing is half
recorded, and the store works again by itself when the cause is gone. An append may be tried again with the same key,
because its outcome may be unknown. BrokenChain is a StoreUnavailable. Unstorable (a ValueError): NUL or lone
surrogates, keys of more than 200 characters, numbers below 0 or beyond 2**31 - 1. ValueError: a time without zone, a
token that is not hashed.
"""

from companion.store.backup_check import altered_matches as altered_matches
from companion.store.backup_check import ready_copy as ready_copy
from companion.store.backup_check import sealed as sealed
from companion.store.backups import BEFORE_RESTORE as BEFORE_RESTORE
from companion.store.backups import BEFORE_SWEEP as BEFORE_SWEEP
from companion.store.backups import FOLDER as FOLDER
from companion.store.backups import AutomaticBackup as AutomaticBackup
from companion.store.backups import automatic_backups as automatic_backups
from companion.store.backups import make_automatic_backup as make_automatic_backup
from companion.store.database import deadline_after as deadline_after
from companion.store.database import fresh_id as fresh_id
from companion.store.database import on_one_connection as on_one_connection
from companion.store.database import request_cache as request_cache
from companion.store.database import seconds_remaining as seconds_remaining
from companion.store.errors import AlreadyRunning as AlreadyRunning
from companion.store.errors import BrokenChain as BrokenChain
from companion.store.errors import CodeTaken as CodeTaken
from companion.store.errors import Differs as Differs
from companion.store.errors import Fault as Fault
from companion.store.errors import Missing as Missing
from companion.store.errors import NewerSchema as NewerSchema
from companion.store.errors import Outage as Outage
from companion.store.errors import StoreError as StoreError
from companion.store.errors import StoreUnavailable as StoreUnavailable
from companion.store.errors import Unstorable as Unstorable
from companion.store.errors import UnusableCopy as UnusableCopy
from companion.store.errors import VersionConflict as VersionConflict
from companion.store.errors import map_os_errors as map_os_errors
from companion.store.grants import token_hash as token_hash
from companion.store.match_import import ImportedMatch as ImportedMatch
from companion.store.rows import Appended as Appended
from companion.store.rows import Contents as Contents
from companion.store.rows import Entry as Entry
from companion.store.rows import Grant as Grant
from companion.store.rows import Kind as Kind
from companion.store.rows import Match as Match
from companion.store.rows import NewEntry as NewEntry
from companion.store.rows import Remark as Remark
from companion.store.rows import Repeated as Repeated
from companion.store.rows import Role as Role
from companion.store.rows import Seat as Seat
from companion.store.rows import StoredDefinition as StoredDefinition
from companion.store.rows import Summed as Summed
from companion.store.rows import Table as Table
from companion.store.rows import TableUse as TableUse
from companion.store.rows import Within as Within
from companion.store.rows import by_seat as by_seat
from companion.store.store import Store as Store
