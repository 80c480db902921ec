"""PostgreSQL or Redis away for a while: said clearly, nothing lost, and right again without anybody's doing."""

import json
from collections.abc import Callable

from tests.e2e.evening import land_unter
from tests.e2e.stage import HOST
from tests.hosted.service import Script, Service
from tests.server.rig import EventClient
from tests.servers import Postgres, Redis, wait_until

Start = Callable[..., Service]


def watching_at(service: Service, match_id: str) -> EventClient:
    """A stream of versions, or the answer in its place."""
    host = {"Host": f"{HOST}:{service.port}"}
    return EventClient(service.port, host, path=f"/api/v1/matches/{match_id}/stream")


def test_while_postgresql_is_away_everybody_is_told_in_their_language_and_it_heals_by_itself(
    start: Start, postgres: Postgres
) -> None:
    service = start(workers=2, TABLESIDE_LOG_REQUESTS="on")
    wait_until(lambda: all_hear(service), "both workers have started")
    workers = service.worker_ids()
    evening = land_unter(service.port)
    host = Script(service.port, evening.host)
    assert evening.move("count_rings", seat=0, rings=5) == 1
    postgres.stop()
    page = host.ask("GET", f"/m/{evening.match_id}", Accept_Language="de")
    assert page.status == 503
    assert page.headers["retry-after"] == "5"
    assert 'lang="de"' in page.body.decode()
    told = host.ask("POST", f"/api/v1/matches/{evening.match_id}/moves", {"move": {"kind": "undo"}})
    assert (told.status, told.json["type"]) == (503, "/api#problem-store-unavailable")
    health = host.ask("GET", "/healthz")
    assert (health.status, health.json["records"]) == (503, "away")
    assert host.ask("GET", "/static/css/tokens.css").status == 200
    postgres.start()
    assert host.ask("GET", f"/m/{evening.match_id}").status == 200
    assert host.ask("GET", "/healthz").json == {"records": "ok", "news": "ok"}
    assert evening.move("count_rings", seat=1, rings=5) == 2
    assert service.worker_ids() == workers


def test_while_redis_is_away_streams_stay_and_open_and_tell_what_other_workers_take_and_it_heals_by_itself(
    start: Start, redis_server: Redis
) -> None:
    service = start(workers=2, TABLESIDE_LOG_REQUESTS="on")
    wait_until(lambda: all_hear(service), "streams are open to all")
    evening = land_unter(service.port)
    script = Script(service.port, evening.host)
    with watching_at(service, evening.match_id) as watching:
        assert watching.version() == 0
        assert evening.move("count_rings", seat=0, rings=5) == 1
        assert watching.version() == 1
        redis_server.stop()
        wait_until(lambda: not hearing(service), "both workers know that no news gets through")
        assert evening.move("count_rings", seat=1, rings=5) == 2
        assert watching.version() == 2
        with watching_at(service, evening.match_id) as opened:
            assert opened.version() == 2
            wait_until(
                lambda: script.ask("GET", "/healthz").json == {"records": "ok", "news": "away"}, "health says so"
            )
            assert script.ask("GET", "/healthz").status == 200
            seen = script.ask("GET", f"/m/{evening.match_id}/board")
            assert script.ask("GET", f"/m/{evening.match_id}/board", If_None_Match=seen.headers["etag"]).status == 304
            redis_server.start()
            wait_until(lambda: all_hear(service), "news gets through to all again")
            assert evening.move("count_rings", seat=2, rings=5) == 3
            assert (watching.version(), opened.version()) == (3, 3)


def hearing(service: Service) -> set[int]:
    """The workers that said last, of all they said about it, that news of the others gets through to them."""
    told = [json.loads(line) for line in service.stdout if line.startswith("{")]
    last = {line["process"]: line["event"] for line in told if line["event"].startswith("news from other workers")}
    heard = {process for process, event in last.items() if event.endswith("workers gets through")}
    return heard & set(service.worker_ids())  # the process that starts them listens too


def all_hear(service: Service) -> bool:
    """Whether news gets through to every worker: streams are open to all, whichever answers."""
    return hearing(service) == set(service.worker_ids())
