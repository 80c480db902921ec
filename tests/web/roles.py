"""Who may ask what: every route of the app, and the answer to each sort of person and each sort of token."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Flask

from companion.store import Grant, token_hash
from companion.web.app.services import Services
from tests.web.people import Browser, open_table, sit, start_match

ROLES = ("owner", "host", "seat", "elsewhere", "stranger")

TOKENS = ("host", "seat", "elsewhere", "wrong", "none")

GAME = "land-unter"

COUNTED = {"kind": "count_rings", "seat": 2, "rings": 4}

COUNT_AGAIN = {"kind": "count_rings", "seat": "0", "rings": "6"}

PENDING = json.dumps({"moves": {"0": {name: [value] for name, value in COUNT_AGAIN.items()}}, "anyway": False})


DEVICE = "device"


@dataclass(frozen=True)
class Evening:
    """A table with a match going on, another table, and the browsers and tokens of everybody who may ask."""

    app: Flask
    code: str
    match_id: str
    other_code: str
    seat_token: str
    owner_token: str
    browsers: dict[str, Browser]
    tokens: dict[str, str]

    @property
    def services(self) -> Services:
        return self.app.extensions["tableside"]


def begun(app: Flask) -> Evening:
    browsers = {role: Browser(app) for role in ROLES}
    code = open_table(browsers["host"], "Ana", "Ben", "Cleo")
    sit(browsers["seat"], code, 1)
    match_id = start_match(browsers["host"], code, GAME)
    other_code = open_table(browsers["elsewhere"], "Dora", "Emil", "Fay")
    services: Services = app.extensions["tableside"]
    table = services.tables.find(code)
    browsers["owner"].client.set_cookie(DEVICE, "the-owners-token", domain="localhost")
    now = datetime.now(UTC)
    services.store.grants.add(Grant(token_hash("the-owners-token"), "owner", "device", now))
    services.store.grants.add(Grant(token_hash("one-time"), "owner", "link", now))
    services.store.grants.add(Grant(token_hash("host-token"), "host", "link", now, table.id))
    seat_token = services.seating.token(table.id, 1)
    other = services.tables.find(other_code)
    elsewhere = services.seating.token(other.id, 0)
    tokens = {"host": "host-token", "seat": seat_token, "elsewhere": elsewhere, "wrong": "wrong"}
    host = {"Authorization": "Bearer host-token"}
    for seat in (0, 1):
        move = {"move": {"kind": "count_rings", "seat": seat, "rings": 5}}
        assert app.test_client().post(f"/api/v1/matches/{match_id}/moves", json=move, headers=host).status_code == 201
    return Evening(app, code, match_id, other_code, seat_token, "one-time", browsers, tokens)


def same(status: int) -> dict[str, int]:
    return dict.fromkeys(ROLES, status)


def only(**statuses: int) -> dict[str, int]:
    """Answers by role; the owner may what the host may, somebody of another table what a stranger may."""
    return {**statuses, "owner": statuses["host"], "elsewhere": statuses.get("elsewhere", statuses["stranger"])}


HOST_ONLY = only(host=200, seat=403, stranger=401, elsewhere=403)

HOST_ACTS = only(host=303, seat=403, stranger=401, elsewhere=403)

AT_TABLE_ENTERS = only(host=303, seat=303, stranger=401, elsewhere=403)

AT_TABLE_PREVIEWS = only(host=200, seat=200, stranger=401, elsewhere=403)

STORE_NOTHING = frozenset(
    {
        "POST play.preview",
        "POST play.still_asked",
        *(f"POST correct.{name}" for name in ("form_also", "try_out", "change", "preview")),
    }
)
"""Forms that only ask what would follow."""

OWNER_ONLY = {"owner": 200, "host": 403, "seat": 403, "elsewhere": 403, "stranger": 401}

THE_OWNER_ALONE = {**dict.fromkeys(ROLES, 403), "owner": 200}

KNOWN_CARD = {"red": "1", "yellow": "2", "green": "3", "blue": "X", "violet": "0"}

PAGES: dict[str, tuple[str, dict[str, str], dict[str, int]]] = {
    "GET pages.home": ("/", {}, same(200)), "GET pages.new_table": ("/tables/new", {}, same(200)),
    "POST pages.open_table": ("/tables", {"name": "Gil"}, same(303)), "GET pages.table": ("/t/{code}", {}, same(200)),
    "GET pages.people": ("/t/{code}/people", {}, same(200)), "GET pages.shelf": ("/t/{code}/new", {}, HOST_ONLY),
    "GET beginning.choose": ("/t/{code}/new/land-unter", {}, HOST_ONLY),
    "POST beginning.start": ("/t/{code}/matches", {"game": GAME}, HOST_ACTS),
    "GET beginning.set_up_sheet": ("/m/{match}/setup", {}, same(200)),
    "GET beginning.steps": ("/m/{match}/setup/steps", {}, same(200)),
    "POST beginning.tick": ("/m/{match}/setup", {"step": "0:yes"}, AT_TABLE_ENTERS),
    "GET screen.page": ("/tv/{code}", {}, same(200)), "GET screen.fragment": ("/tv/{code}/board", {}, same(200)),
    "GET rules.guides": ("/teach", {}, same(200)), "GET rules.guide": ("/teach/land-unter", {}, same(200)),
    "GET rules.guide_at_table": ("/t/{code}/teach", {}, same(200)),
    "GET rules.guide_at_match": ("/m/{match}/teach", {}, same(200)), "GET join.code_page": ("/join", {}, same(200)),
    "GET join.by_lid": ("/lid/land-unter", {}, same(303)), "GET join.seats": ("/t/{code}/join", {}, same(200)),
    "GET join.screen_page": ("/tv", {}, same(200)),
    "POST join.come": ("/t/{code}/join", {"name": "Gil"}, same(303)),
    "GET join.is_that_you": ("/t/{code}/join/1", {}, same(200)), "POST join.claim": ("/t/{code}/join/1", {}, same(303)),
    "GET join.by_link": ("/join/seat/{seat_token}", {}, same(200)),
    "POST join.claim_by_link": ("/join/seat/{seat_token}", {}, same(303)),
    "GET join.owner": ("/owner/{owner_token}", {}, same(200)),
    "POST join.claim_owner": ("/owner/{owner_token}", {}, same(303)),
    "GET hosting.seat_page": ("/t/{code}/seats/1", {}, HOST_ONLY), "GET hosting.cards": ("/t/{code}/cards", {}, HOST_ONLY),
    "POST hosting.close": ("/t/{code}/closed", {"closed": "true"}, HOST_ACTS),
    "GET hosting.newcomers": ("/t/{code}/seats/new", {}, HOST_ONLY),
    "POST hosting.add": ("/t/{code}/seats", {"name": "Hedi"}, HOST_ACTS),
    "POST hosting.rename": ("/t/{code}/seats/2/name", {"name": "Clea"}, HOST_ACTS),
    "POST hosting.note_left": ("/t/{code}/seats/2/left", {"left": "true"}, HOST_ACTS),
    "POST hosting.renew": ("/t/{code}/seats/1/renew", {}, HOST_ACTS),
    "GET join.face": ("/t/{code}/seats/1/face", {}, only(host=200, seat=200, stranger=401, elsewhere=403)),
    "POST join.choose_face": ("/t/{code}/seats/1/face", {"colour": "3", "sign": "3"}, AT_TABLE_ENTERS),
    "POST hosting.hand_over": ("/t/{code}/seats/1/host", {}, HOST_ACTS),
    "POST hosting.succeed": ("/t/{code}/host/away", {}, {**dict.fromkeys(ROLES, 403), "seat": 303, "stranger": 401}),
    "POST hosting.take_back": ("/t/{code}/host/back", {}, {**dict.fromkeys(ROLES, 403), "stranger": 401}),
    "POST hosting.release": ("/t/{code}/seats/1/release", {}, same(303)), "GET play.board": ("/m/{match}", {}, same(200)),
    "GET play.fragment": ("/m/{match}/board", {}, same(200)), "GET play.asked": ("/m/{match}/asked/1/0", {}, same(200)),
    "POST play.preview": ("/m/{match}/preview", {"kind": "count_rings"}, same(200)),
    "POST play.still_asked": ("/m/{match}/asked/0", {}, same(204)),
    "POST play.move": ("/m/{match}/moves", {"kind": "count_rings", "seat": "2", "rings": "4"}, AT_TABLE_ENTERS),
    "POST play.onward": ("/m/{match}/on-to/r0t0", {}, AT_TABLE_ENTERS),
    "POST play.undo": ("/m/{match}/undo", {}, AT_TABLE_ENTERS),
    "POST play.redo": ("/m/{match}/redo", {}, only(host=422, seat=422, stranger=401, elsewhere=403)),
    "GET play.pass_phone": ("/m/{match}/as/2", {}, same(200)),
    "POST play.take_phone": ("/m/{match}/as/2", {}, only(host=303, seat=303, stranger=403)),
    "GET results.page": ("/m/{match}/result", {}, same(200)),
    "GET results.picture": ("/m/{match}/picture.svg", {}, same(404)),
    "GET replay.page": ("/m/{match}/replay", {}, same(302)),
    "GET results.download": ("/m/{match}/result.html", {}, same(200)), "GET history.page": ("/history", {}, same(200)),
    "POST history.merge": ("/history/spellings", {}, only(host=400, seat=400, stranger=401, elsewhere=400)),
    "POST history.part": ("/history/spellings/part", {}, only(host=303, seat=303, stranger=401, elsewhere=303)),
    "GET forgetting.page": ("/forget", {}, only(host=200, seat=403, stranger=401, elsewhere=200)),
    "GET forgetting.ask": ("/forget/nobody", {}, only(host=404, seat=403, stranger=401, elsewhere=404)),
    "POST forgetting.forget": ("/forget/nobody", {}, only(host=404, seat=403, stranger=401, elsewhere=404)),
    "GET journal.journal": ("/m/{match}/journal", {}, same(200)),
    "GET correct.form": ("/m/{match}/correct/0", {}, same(200)),
    "POST correct.form_also": ("/m/{match}/correct/0/also", {}, same(200)),
    "POST correct.try_out": ("/m/{match}/correct/0/preview", {"kind": "count_rings"}, same(200)),
    "POST correct.change": ("/m/{match}/correct/0", COUNT_AGAIN, AT_TABLE_PREVIEWS),
    "POST correct.preview": ("/m/{match}/correction/preview", {"pending": PENDING}, AT_TABLE_PREVIEWS),
    "POST correct.confirm": ("/m/{match}/correction", {"pending": PENDING}, AT_TABLE_ENTERS),
    "GET verdict.page": ("/m/{match}/verdict/0", {}, same(200)),
    "GET contest.form": ("/m/{match}/contest/0", {}, same(200)),
    "POST contest.enter": ("/m/{match}/contest/0", {"reason": "rule"}, AT_TABLE_ENTERS),
    "POST contest.settle": ("/m/{match}/contest/0/settle", {}, only(host=422, seat=403, stranger=401, elsewhere=403)),
    "GET defining.form": ("/t/{code}/another", {}, HOST_ONLY),
    "POST defining.define": ("/t/{code}/another", {"name": "Uno", "writes": "points"}, HOST_ACTS),
    "POST defining.play": ("/t/{code}/another/play", {"from": "hearts"}, HOST_ACTS),
    "POST defining.try_out": ("/t/{code}/another/example", {"rows": "Mill: 3 x"}, HOST_ONLY),
    "POST passing_on.remove": ("/t/{code}/another/remove", {"of": "none"}, HOST_ACTS),
    "POST passing_on.restore": ("/t/{code}/another/restore", {"of": "none"}, HOST_ACTS),
    "POST passing_on.take_in": ("/t/{code}/another/file", {}, {**HOST_ACTS, "host": 400, "owner": 400}),
    "POST passing_on.open_link": ("/t/{code}/another/link", {}, {**HOST_ACTS, "host": 400, "owner": 400}),
    "GET pad_link.page": ("/pad", {}, same(200)),
    "POST pad_link.show": ("/pad", {}, same(400)),
    "POST pad_link.save": ("/pad/saved", {}, same(400)),
    "GET people.page": ("/t/{code}/another/people/{match}", {}, {**HOST_ONLY, "host": 404, "owner": 404}),
    "POST people.join": ("/t/{code}/another/people/{match}", {}, {**HOST_ACTS, "host": 404, "owner": 404}),
    "GET passing_on.scan": ("/t/{code}/another/none/code", {}, {**HOST_ONLY, "host": 404, "owner": 404}),
    "GET passing_on.export": ("/t/{code}/another/none.json", {}, {**HOST_ONLY, "host": 404, "owner": 404}),
    "POST beginning.shift": ("/t/{code}/new/limits", {"shift": "1:1"}, HOST_ONLY),
    "GET evening.page": ("/t/{code}/evening", {}, same(200)), "GET evening.first": ("/t/{code}/first", {}, HOST_ONLY),
    "POST evening.pick": ("/t/{code}/first", {}, HOST_ACTS),
    "POST evening.order": ("/t/{code}/order", {"shift": "1:1"}, HOST_ACTS),
    "GET hosting.page": ("/t/{code}/host", {}, HOST_ONLY),
    "POST hosting.wifi": ("/t/{code}/wifi", {"ssid": "Lamp", "password": "correct horse"}, HOST_ACTS),
    "GET play.ask_to_end": ("/m/{match}/end", {}, HOST_ONLY), "POST play.abandon": ("/m/{match}/end", {}, HOST_ACTS),
    "POST play.take_up": ("/m/{match}/on", {}, HOST_ACTS), "GET sheets.shelf": ("/print", {}, same(200)),
    "GET sheets.stickers": ("/print/stickers", {}, same(200)), "GET sheets.choose": ("/print/land-unter", {}, same(200)),
    "GET sheets.blank": ("/print/land-unter/blank", {}, same(200)),
    "GET sheets.filled": ("/m/{match}/sheet", {}, same(200)), "GET rules.page": ("/rules/land-unter", {}, same(200)),
    "GET stand.form": ("/m/{match}/stand", {}, only(host=200, seat=200, stranger=401, elsewhere=403)),
    "POST stand.enter": ("/m/{match}/stand", {}, only(host=400, seat=400, stranger=401, elsewhere=403)),
    "GET rules.shelf": ("/rules", {}, same(200)), "GET judge.at_match": ("/m/{match}/judge", {}, same(200)),
    "GET judge.dispute": ("/judge/land-unter/rings", {}, same(200)), "GET health.health": ("/healthz", {}, same(200)),
    "GET judge.start": ("/judge", {}, same(200)), "GET judge.disputes": ("/judge/land-unter", {}, same(200)),
    "GET api.page": ("/api", {}, same(200)),
    "GET box.page": ("/box/limits", {}, only(host=200, seat=403, stranger=401, elsewhere=200)),
    "GET box.colours": ("/box/down-under/colours", {}, same(200)),
    "POST box.put": ("/box/limits", KNOWN_CARD, only(host=303, seat=403, stranger=401, elsewhere=303)),
    "POST box.forget": ("/box/limits/forget", {}, only(host=303, seat=403, stranger=401, elsewhere=303)),
    "POST box.close": ("/box/limits/closed", {"closed": "false"}, {**THE_OWNER_ALONE, "stranger": 401, "owner": 303}),
    "GET files.complete_evening": ("/t/{code}/evening.json", {}, same(200)),
    "GET files.evening_scores": ("/t/{code}/evening.csv", {}, same(200)),
    "GET history.scores": ("/history/scores.csv", {}, same(200)),
    "GET files.complete": ("/m/{match}/match.json", {}, same(200)),
    "GET files.scores": ("/m/{match}/scores.csv", {}, same(200)), "GET paper.start": ("/paper", {}, same(200)),
    "GET paper.form": ("/paper/land-unter", {}, same(200)), "POST paper.enter": ("/paper/land-unter", {}, same(400)),
    "GET paper.start_at_table": ("/t/{code}/paper", {}, HOST_ONLY),
    "GET paper.form_at_table": ("/t/{code}/paper/land-unter", {}, HOST_ONLY),
    "POST paper.enter_at_table": ("/t/{code}/paper/land-unter", {}, only(host=400, seat=403, stranger=401, elsewhere=403)),
    "GET files.import_form": ("/import", {}, OWNER_ONLY),
    "POST files.take_in": ("/import", {}, {**OWNER_ONLY, "owner": 422}),
    "GET box.export": ("/box/limits/export.json", {}, only(host=200, seat=403, stranger=401, elsewhere=200)),
    "GET owner.page": ("/owner", {}, THE_OWNER_ALONE), "GET owner.table": ("/owner/tables/{code}", {}, THE_OWNER_ALONE),
    "POST owner.delete": ("/owner/tables/{code}/delete", {}, {**THE_OWNER_ALONE, "owner": 303}),
    "POST owner.choose_opening": ("/owner/opening", {"opening": "owner"}, {**THE_OWNER_ALONE, "owner": 303}),
    "POST owner.withdraw_others": ("/owner/others", {}, {**THE_OWNER_ALONE, "owner": 303}),
    "GET owner.backup": ("/owner/backup.sqlite", {}, THE_OWNER_ALONE),
    "GET owner.restoring": ("/owner/restore", {}, THE_OWNER_ALONE),
    "POST owner.upload": ("/owner/restore", {}, {**THE_OWNER_ALONE, "owner": 400}),
    "GET owner.offer": ("/owner/restore/no-such-offer", {}, {**THE_OWNER_ALONE, "owner": 404}),
    "POST owner.accept": ("/owner/restore/no-such-offer", {}, {**THE_OWNER_ALONE, "owner": 404}),
    "GET owner.automatic_backup": ("/owner/copies/no-such-copy", {}, {**THE_OWNER_ALONE, "owner": 404}),
    "POST owner.offer_kept": ("/owner/copies/no-such-copy", {}, {**THE_OWNER_ALONE, "owner": 404}),
    "POST owner.withdraw": ("/owner/withdraw", {}, {**THE_OWNER_ALONE, "owner": 303}),
    "GET settings.page": ("/settings", {}, same(200)), "POST settings.change": ("/settings", {"theme": "dark"}, same(303)),
    "POST settings.take_in_pads": ("/settings/pads", {}, same(400)),
    "GET static": ("/static/css/tokens.css", {}, same(200)),
}  # fmt: skip


def by_token(**statuses: int) -> dict[str, int]:
    """Answers by token; a wrong one is nobody's wherever it is looked at."""
    return {"wrong": 401, "none": 401, **statuses}


ANYBODY = dict.fromkeys(TOKENS, 200)

LOOKS = by_token(host=200, seat=200, elsewhere=200, none=200)


INTERFACE: dict[str, tuple[str, object, dict[str, int]]] = {
    "GET api.openapi": ("/openapi.json", None, ANYBODY), "GET api.list_games": ("/games", None, ANYBODY),
    "GET api.list_clauses": ("/games/land-unter/clauses", None, ANYBODY),
    "POST api.set_up": ("/games/land-unter/setup", {"players": 3}, ANYBODY),
    "POST api.judge": ("/games/land-unter/rulings/rings", {"facts": {"whole": 3, "half": 1}}, ANYBODY),
    "POST api.open_table": ("/tables", {"players": ["Gil"]}, dict.fromkeys(TOKENS, 201)),
    "POST api.start_match": ("/tables/{code}/matches", {"game": GAME}, by_token(host=201, seat=403, elsewhere=403)),
    "POST api.take_in_file": ("/import", {}, by_token(host=403, seat=403, elsewhere=403)),
    "GET api.export_evening": ("/tables/{code}/export.json", None, LOOKS),
    "GET api.score_evening": ("/tables/{code}/evening", None, LOOKS),
    "GET api.read_match": ("/matches/{match}", None, LOOKS), "GET api.journal": ("/matches/{match}/journal", None, LOOKS),
    "GET api.stream": ("/matches/{match}/stream", None, LOOKS),
    "GET api.export_scores": ("/matches/{match}/export.csv", None, LOOKS),
    "GET api.export_play": ("/matches/{match}/export.bgsplay", None, LOOKS),
    "GET api.export_evening_scores": ("/tables/{code}/export.csv", None, LOOKS),
    "GET api.export_evening_plays": ("/tables/{code}/export.bgsplay", None, LOOKS),
    "GET api.export_json": ("/matches/{match}/export.json", None, LOOKS),
    "POST api.move": ("/matches/{match}/moves", {"move": COUNTED}, by_token(host=201, seat=201, elsewhere=403)),
    "POST api.undo": ("/matches/{match}/undo", {}, by_token(host=200, seat=200, elsewhere=403)),
    "POST api.redo": ("/matches/{match}/redo", {}, by_token(host=422, seat=422, elsewhere=403)),
    "POST api.contest": ("/matches/{match}/contest", {"index": 0, "reason": "rule", "remark": "the other clause"},
        by_token(host=200, seat=200, elsewhere=403)),
    "POST api.settle": ("/matches/{match}/settle", {"index": 0}, by_token(host=422, seat=403, elsewhere=403)),
    "POST api.abandon": ("/matches/{match}/abandon", {}, by_token(host=200, seat=403, elsewhere=403)),
    "POST api.take_up": ("/matches/{match}/take_up", {}, by_token(host=200, seat=403, elsewhere=403)),
    "POST api.amend": ("/matches/{match}/amend",
        {"index": 0, "move": {"kind": "count_rings", "seat": 0, "rings": 6}, "preview": True},
        by_token(host=200, seat=200, elsewhere=403)),
}  # fmt: skip


def filled(path: str, evening: Evening) -> str:
    return path.format(
        code=evening.code, match=evening.match_id, seat_token=evening.seat_token, owner_token=evening.owner_token
    )
