"""Bugs that were mended, ready to be made again. The words of some stand in two shapes, for code that is being moved.

A fault whose place is gone is reported; then another belongs here, or another place.
"""

from typing import Final

from tests.planted.faults import Early, Fault, Layer, Place, Words


def _fault(layer: Layer, name: str, *places: Place) -> Fault:
    return Fault(name, layer, places)


NEVER: Final = "if False:"

MENDED: Final[tuple[Fault, ...]] = (
    # Rules
    _fault(
        "rules",
        "Two colours of Down Under that are joined already are not doubted in a second place",
        Words(
            "return any((path.x, path.y, frozenset(path.sides)) in spots for part in parts for path in part.paths[:1])",
            "return bool(spots) and any(True for _ in parts)",
        ),
    ),
    _fault(
        "rules",
        "A doubt about a tile cites every clause of the working, not the broken one alone",
        Words("Doubt(one.text, one.clauses[:1])", "Doubt(one.text, one.clauses)"),
    ),
    _fault(
        "rules",
        "A second bid takes the place of the first, which others then see",
        Words("check(move.seat in state.bids and has_bid", "check(False and has_bid", within="bid"),
    ),
    _fault(
        "rules",
        "The rule on rotten plants is named where a sound one is in the way as well",
        Words("return all(square in rotten for square, one in", "return any(square in rotten for square, one in"),
    ),
    _fault(
        "rules",
        "Somebody who is out leads the next trick",
        Words("next((one for one in around if not players[one].out), None)", "next((one for one in around), None)"),
    ),
    _fault(
        "rules",
        "Cards laid after the last one of the accused count",
        Words("laid.colour == colour and action <= last_action", "laid.colour == colour"),
    ),
    _fault(
        "rules",
        "A second card of the same player in a trick takes the place of the first",
        Words("check(move.seat in laid and says.ALREADY_PLAYED", NEVER, within="lay"),
    ),
    # Rights
    _fault(
        "rights",
        "Undo takes back what others entered at a table where only the host enters for others",
        Words(
            "must_enter(caller, table, [entry.by_seat for entry in touched(loaded, event)])",
            "must_enter(caller, table, ())",
        ),
        Words(
            "must_enter(caller, now.table, [entry.by_seat for entry in _touched(now, event)])",
            "must_enter(caller, now.table, ())",
        ),
    ),
    _fault(
        "rights",
        "Anybody may enter for any seat of a table where only the host does",
        Words("if table.closed_to_seats and not set(seats) <= mine:", NEVER),
    ),
    _fault(
        "rights",
        "The words of a contest are kept before it is known whether the writer may contest",
        Words(
            "must_enter(caller, now.table, ()) if not objection.reason:",
            "from companion.store import Remark\n"
            "    from companion.store.journal import add_remark\n\n"
            "    with matches._store.remarks._database.transaction() as connection:\n"
            "        add_remark(connection, Remark(match_id, objection.index, objection.remark))\n"
            "    if not objection.reason:",
        ),
    ),
    _fault(
        "rights",
        "A table is handed to the first of two phones that hold the seat",
        Words("if len(others) > 1:", "if len(others) > 2:", within="hand_over"),
    ),
    _fault(
        "rights",
        "Wrong table codes are not counted",
        Words("except Unknown: note_wrong_guess() raise", "except Unknown:\n        raise", within="find_table"),
    ),
    _fault(
        "rights",
        "Renewing the link of a seat that is not there leaves a row behind",
        Words("if all(one.seat != seat for one in self._store.seats.at(table.id)):", NEVER, within="renew"),
    ),
    _fault(
        "rights",
        "A seat's settled contests may be settled by anybody",
        Words("must_host(caller, seen.table)", "pass", within="settle"),
        Words("must_host(caller, now.table)", "pass", within="settle"),
    ),
    # Secrecy
    _fault(
        "secrecy",
        "Undo goes past a reveal without the host",
        Early("passes_reveal", "return False"),
        Early("TimelineView.passes_reveal", "return False"),
    ),
    _fault(
        "secrecy",
        "A correction turns up what nobody has revealed yet",
        Early("would_reveal", "return False"),
        Early("TimelineView.would_reveal", "return False"),
    ),
    _fault(
        "secrecy",
        "A doubt is told to everybody, also where it would give a secret away",
        Early("flags_for", "return flags"),
    ),
    _fault(
        "secrecy",
        "The journal gives the colour of cards exchanged face down",
        Words(
            'say("{name} exchanged 4 cards")) seat: Seat colour: Annotated[Colour, VERDICT]',
            'say("{name} exchanged 4 cards"))\n\n    seat: Seat\n    colour: Colour',
        ),
    ),
    _fault(
        "secrecy",
        "A doubt tells others which card lies face down",
        Words(
            "secret = frozenset({seat}) if face_down else frozenset[int]()",
            "secret = frozenset[int]()",
        ),
    ),
    _fault(
        "secrecy",
        "A doubt tells others whether a hand has half a ring left over",
        Words(
            "return known_to_all or _for_holders(hands, latest, _with_halves(counted))",
            "return known_to_all or _with_halves(counted)",
        ),
    ),
    _fault(
        "secrecy",
        "A correction that is refused tells what others have hidden",
        Words(
            "if stopped is not None and not is_confirmed and isinstance(stopped.error, IllegalMove) "
            "and stopped.error.of_hidden:",
            NEVER,
        ),
    ),
    _fault(
        "secrecy",
        "Bids are shown to everybody before all have bid",
        Words("state.bids.get(seat) if seat in viewer.seats else None", "state.bids.get(seat)"),
    ),
    # Escaping
    _fault(
        "escaping",
        "A name that begins like a formula goes to a spreadsheet as one",
        Early("harmless", "return text"),
    ),
    _fault(
        "escaping",
        "The words of a contest go into the journal's page as they were typed",
        Words("{{ row.remark }}", "{{ row.remark|safe }}"),
    ),
    _fault(
        "escaping",
        "The name of a table goes into the page of results as it was typed",
        Words("{{ seen.table.name }}", "{{ seen.table.name|safe }}"),
    ),
    _fault(
        "escaping",
        "The name of a person goes into the page that takes names away as it was typed",
        Words("{{ person.name }}", "{{ person.name|safe }}"),
    ),
    _fault(
        "escaping",
        "Pages allow scripts of other hosts",
        Words("script-src 'self'; style-src 'self'", "script-src *; style-src 'self'"),
    ),
    # Durability
    _fault(
        "durability",
        "A changed entry is not noticed by its hash",
        Words("if not (fits and prev_hash == before", "if not (prev_hash == before", within="checked"),
    ),
    _fault("durability", "A journal whose end was torn off is taken for whole", Early("check_end", "return")),
    _fault(
        "durability",
        "A file is read although its entries do not lead to the result it tells",
        Early("_check_end", "return"),
    ),
    _fault(
        "durability",
        "A redo that leads nowhere is recorded, and the match cannot be read again",
        Words("follow(loaded.timeline.revisions, event) # one that leads nowhere", "pass  # one that leads nowhere"),
        Words("follow(now.timeline.revisions, event) # one that leads nowhere", "pass  # one that leads nowhere"),
    ),
    _fault(
        "durability",
        "A forgotten name stays behind in free pages of the file",
        Words("PRAGMA secure_delete = ON", "PRAGMA secure_delete = OFF"),
    ),
    _fault(
        "durability",
        "An entry is acknowledged before it is on the disk",
        Words("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"),
    ),
    # Idempotency
    _fault(
        "idempotency",
        "The key of an entry is ignored",
        Early("_repeated", "return None"),
        Words("made = None if key is None else session.entry_of(key)", "made = None"),
    ),
    _fault(
        "idempotency",
        "A key that somebody else has used is taken for one's own",
        Words('f"{self.token_hash}:{key}"', 'f"{key}"'),
    ),
    _fault("idempotency", "An entry that names an old version is accepted", Early("check_version", "return")),
    _fault(
        "idempotency",
        "A tap on an old page is accepted although the game has gone on",
        Words("is_others and loaded.moment(version) == loaded.moment()", "is_others"),
        Words("is_others and now.moment_at(version) == now.moment", "is_others"),
    ),
    _fault(
        "idempotency",
        "A tap on an old page is accepted although something was entered for its seat since",
        Early("_is_for_others", "return True"),
    ),
    # Sheet
    _fault(
        "sheet",
        "The sheet of Limits lacks the column of the first player",
        Words(
            "*(Player(seat, span=2, is_named=True) for seat in seats)",
            "*(Player(seat, span=2, is_named=True) for seat in seats[1:])",
        ),
    ),
    _fault(
        "sheet",
        "A filled sheet of the Nile shows points in the row of plants lost",
        Words("*_fields(seats, span, lost)", "*_fields(seats, span, points)"),
    ),
    _fault(
        "sheet",
        "The table for a spreadsheet has a head without the rank",
        Words('"color", "score", "rank", "win"', '"color", "score", "win"'),
    ),
    _fault(
        "sheet",
        "A plant that has rotted is not marked on a filled sheet",
        Words('"rotten": " ×"', '"rotten": ""'),
    ),
    # Translation
    _fault(
        "translation",
        "A sentence of a page is not marked for translation",
        Words(
            '{{ _("Made with Tableside") }}',
            "Made with Tableside",
        ),
    ),
    _fault(
        "translation",
        "A sentence of a rule is changed, and its translations are not",
        Words('say("You can’t place the tile there.")', 'say("The tile must not lie there.")'),
    ),
    _fault(
        "translation",
        "A browser that asks for de-AT first and English next is answered in English",
        Words('(tag.partition("-")[0].lower() for tag', "(tag.lower() for tag"),
    ),
    _fault(
        "translation",
        'Spanish says "e" for "y" before "hielo" as well',
        Words("h?[ií](?![aeo])", "h?[ií]"),
    ),
    # Stream
    _fault(
        "stream",
        "Streams are told of an entry before it is durable",
        Words(
            "appended = self._store.journal.append(match.id, before.version, new, after=_head(before))",
            "self._live.publish(match.id, before.version + 1)\n"
            "            appended = self._store.journal.append(match.id, before.version, new, after=_head(before))",
        ),
    ),
    _fault(
        "stream",
        "News after the clock was set back look old and are heard by nobody",
        Words("max(_last_level + 1, int(now.timestamp() * 1_000_000))", "int(now.timestamp() * 1_000_000)"),
    ),
    _fault(
        "stream",
        "Streams stay open when somebody's rights end",
        Words("notify(self._live, rights_topic(table.id), table.id)", "notify(self._live, table.id)", within="_shut"),
    ),
    _fault(
        "stream",
        "Giving back a seat of somebody else ends the streams of the table",
        Words(
            'if self._store.grants.revoke(token_hash=device, table_id=table.id, role="seat", seat=seat): '
            "self._shut(table)",
            'self._store.grants.revoke(token_hash=device, table_id=table.id, role="seat", seat=seat)\n'
            "        self._shut(table)",
        ),
    ),
    _fault(
        "stream",
        "A stream shows an older board after a newer one",
        Words("frame.mark != self._newest and frame.version >= self._newest[0]", "frame.mark != self._newest"),
    ),
    _fault(
        "stream",
        "A page of another site may show a stream inside its own",
        Words('("X-Frame-Options", "DENY"), ("Content-Security-Policy"', '("Content-Security-Policy"'),
    ),
)

REASONS: Final[dict[str, str]] = {
    (
        "_plain, and for or: `spot.is_needed and not declared.is_optional` becomes "
        "`((spot.is_needed) or (not declared.is_optional))`"
    ): "nobody looked which questions of a blank form are missed; a test does since.",
    "Keeping._forget_some, call dropped: `self._drop(table, matches)`": (
        "nobody looked whether the phones of a table that is swept away are told; a test does since."
    ),
    "_catalog, guard dropped: `if reader is not None: return reader.catalog`": (
        "the catalogue that is looked up anew is the same one: this saves calls, and changes no word."
    ),
}
"""Why a fault goes unnoticed, by its name: a sentence for each that `make test` lets through."""
