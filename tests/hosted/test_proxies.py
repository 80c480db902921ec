"""Behind Caddy and behind nginx, each with the file of this repository: whatever a phone does, through TLS and back."""

import http.client
import re
import socket
import ssl
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from companion.server.body_limits import DRAIN_BYTES
from companion.server.connection import KEEP_ALIVE_SECONDS
from companion.web.app.rate_limits import GUESSES
from tests.e2e.evening import Answer, ask, land_unter
from tests.e2e.stage import BROWSER_ARGUMENTS, at_work, chromium
from tests.hosted.proxies import CADDY_FILE, NAME, NGINX_FILE, ORIGIN, Caddy, Nginx, Proxy
from tests.hosted.service import Service
from tests.server.rig import EventClient
from tests.servers import PATIENCE_SECONDS, Redis, free_port

MIB = 1024 * 1024
KINDS = {"caddy": Caddy, "nginx": Nginx}
SET = {"TABLESIDE_PUBLIC_URL": ORIGIN, "TABLESIDE_TRUSTED_PROXIES": "127.0.0.1", "TABLESIDE_METRICS": "on"}
EDGE = b'--edge\r\nContent-Disposition: form-data; name="backup"; filename="b.sqlite"\r\n\r\n'
END = b"\r\n--edge--\r\n"
FORM = {"Content_Type": "application/x-www-form-urlencoded"}
THREE = b"name=Ana&name=Ben&name=Cleo"
UPLOAD = {"Content_Type": "multipart/form-data; boundary=edge"}


@pytest.fixture(scope="module")
def variables() -> dict[str, str]:
    return SET


@pytest.fixture(scope="module")
def owners_token(service: Service) -> str:
    """The token of the owner's browser: the link works once."""
    taken = ask(service.port, "POST", service.find(r"(/owner/\S+)"), Origin=service.url)
    return taken.headers["set-cookie"].partition(";")[0].partition("=")[2]


@pytest.fixture(scope="module", params=KINDS)
def proxy(request: pytest.FixtureRequest, service: Service) -> Iterator[Proxy]:
    yield from running(KINDS[request.param](service.port))


@pytest.fixture(params=KINDS)
def lonely(request: pytest.FixtureRequest) -> Iterator[Proxy]:
    yield from running(KINDS[request.param](free_port()))


def running(proxy: Proxy) -> Iterator[Proxy]:
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.close()


@dataclass
class Visitor:
    """Somebody out there, at an address, with the cookies that were given."""

    proxy: Proxy
    address: str = "127.0.0.1"
    cookie: str = ""
    port: int | None = None

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        sent = {"Host": NAME, "Origin": ORIGIN, "Cookie": self.cookie}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.proxy.connect(self.address, self.port)
        try:
            connection.request(method, path, body or None, sent)
            got = connection.getresponse()
            answer = Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())
        finally:
            connection.close()
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer


class Watching(EventClient):
    def __init__(self, visitor: Visitor, path: str) -> None:
        self.path, self.cookie = path, visitor.cookie
        self.socket = visitor.proxy.connect(visitor.address)
        self.file = self.socket.makefile("rb")
        self.unread = b""
        self.send(f"GET {path} HTTP/1.1\r\nHost: {NAME}\r\nCookie: {self.cookie}\r\n\r\n".encode())
        self.status, self.headers = self.head()


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_takes_the_file_without_a_complaint(kind: str) -> None:
    checked = KINDS[kind](8000)
    with closing(checked):
        said = checked.check()
    assert re.search("Valid configuration|test is successful", said)
    assert not re.search(r"\[warn\]|\[emerg\]|\"level\":\"(warn|error)\"", said), said


def test_a_form_is_taken_and_its_cookie_is_for_tls_alone(proxy: Proxy) -> None:
    host = Visitor(proxy, "127.0.0.11")
    opened = host.ask("POST", "/tables", THREE, **FORM)
    assert opened.status == 303
    cookie = opened.headers["set-cookie"]
    assert cookie.startswith("__Host-device=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    leads_to = opened.headers["location"].removeprefix(ORIGIN)
    page = host.ask("GET", leads_to)
    assert (page.status, f"{ORIGIN}/" in page.body.decode(), "http://1" in page.body.decode()) == (200, True, False)


@pytest.mark.parametrize("origin", [f"http://{NAME}", "https://elsewhere.example.org", "null"])
def test_a_form_of_another_origin_is_refused(proxy: Proxy, origin: str) -> None:
    assert Visitor(proxy).ask("POST", "/tables", THREE, Origin=origin, **FORM).status == 403


@pytest.mark.parametrize("path", ["/m/{match}/stream", "/tv/{table}/stream", "/api/v1/matches/{match}/stream"])
def test_an_event_arrives_at_once_while_its_stream_stays_open(proxy: Proxy, service: Service, path: str) -> None:
    evening = land_unter(service.port)
    with Watching(Visitor(proxy), path.format(match=evening.match_id, table=evening.table)) as watching:
        assert (watching.status, watching.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert watching.event()
        took = []
        for seat in range(4):
            began = time.monotonic()
            evening.move("count_rings", seat=seat, rings=5)
            assert watching.event()
            took.append(time.monotonic() - began)
    assert min(took) < 1.0  # the quickest: what else the machine does is not the proxy's doing


def test_everybody_is_known_by_the_address_the_proxy_saw(proxy: Proxy) -> None:
    number = 20 + list(KINDS.values()).index(type(proxy))
    one, other = Visitor(proxy, f"127.0.1.{number}"), Visitor(proxy, f"127.0.2.{number}")
    statuses = [
        one.ask("GET", f"/join?code=WRONG{guess}", X_Forwarded_For=f"198.51.100.{guess}").status
        for guess in range(GUESSES + 1)
    ]
    assert statuses[-1] == 429
    assert 429 not in statuses[:GUESSES]
    assert other.ask("GET", "/join?code=WRONG").status != 429


def test_nobody_talks_a_proxy_out_of_tls(proxy: Proxy) -> None:
    host = Visitor(proxy, "127.0.0.12")
    opened = host.ask("POST", "/tables", THREE, X_Forwarded_Proto="http", **FORM)
    assert (opened.status, host.cookie.partition("=")[0]) == (303, "__Host-device")


def test_the_largest_backup_comes_through_and_strangers_are_refused_before_it_is_here(
    proxy: Proxy, owners_token: str
) -> None:
    owner, stranger = Visitor(proxy, "127.0.0.13"), Visitor(proxy, "127.0.0.14")
    owner.cookie = f"__Host-device={owners_token}"
    whole = EDGE + b"x" * (100 * MIB) + END
    looked_at = owner.ask("POST", "/owner/restore", whole, **UPLOAD)
    assert looked_at.status not in (401, 403, 413), looked_at.status
    assert b"<main" in looked_at.body
    # On a busy machine more goes out before the answer is seen, but never the whole: the rest is thrown away up to a limit.
    assert sent_before_refused(stranger, "/owner/restore", 100 * MIB) < DRAIN_BYTES + 20 * MIB


def test_numbers_are_for_the_own_network_and_health_for_everybody(proxy: Proxy, service: Service) -> None:
    for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/./metrics", "/x/../metrics", "/metrics?x"):
        shown = Visitor(proxy).ask("GET", path)
        assert b"tableside_requests_total" not in shown.body, path
        assert shown.status in (301, 302, 308, 400, 404), path
    assert b"tableside_requests_total" in ask(service.port, "GET", "/metrics").body
    health = Visitor(proxy).ask("GET", "/healthz")
    assert (health.status, health.json) == (200, {"records": "ok", "news": "ok"})


def test_no_log_keeps_a_token_even_where_nobody_answers(lonely: Proxy) -> None:
    visitor = Visitor(lonely)
    statuses = {
        visitor.ask("GET", "/join/seat/TOKENOFSEAT", X_Note="TOKENOFSEAT").status,
        visitor.ask("POST", "/join/seat/TOKENOFSEAT", b"x" * 100_000).status,
        visitor.ask("GET", "/m/TOKENOFSEAT/stream").status,
    }
    assert statuses <= {502, 503}
    Visitor(lonely, port=lonely.http).ask("GET", "/join/seat/TOKENOFSEAT")
    assert "TOKENOFSEAT" not in lonely.log.read_text()


@pytest.mark.parametrize(
    ("file", "said"), [(CADDY_FILE, r"\bkeepalive (\d+)s"), (NGINX_FILE, r"keepalive_timeout (\d+)s;")], ids=KINDS
)
def test_a_proxy_gives_up_idle_connections_before_we_do(file: Path, said: str) -> None:
    [seconds] = re.findall(said, file.read_text("utf-8"))
    assert int(seconds) < KEEP_ALIVE_SECONDS


def test_a_browser_plays_through_it_over_http_2(proxy: Proxy, service: Service) -> None:
    evening = land_unter(service.port)
    arguments = [f"--host-resolver-rules=MAP {NAME}:443 127.0.0.1:{proxy.https}", *BROWSER_ARGUMENTS[1:]]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.goto(f"{ORIGIN}/join/seat/{evening.seats[0]}")
        page.locator("main form button, .foot button").first.click()
        page.wait_for_url(f"**{evening.board}")
        expect(page.locator("#view")).to_have_attribute("data-state", "live", timeout=15_000)
        protocol = page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
        version = evening.move("count_rings", seat=1, rings=5)
        expect(page.locator("#shown")).to_have_attribute("data-version", str(version))
        names = {cookie.get("name") for cookie in page.context.cookies()}
        browser.close()
    assert protocol == "h2"
    assert "__Host-device" in names


@pytest.mark.parametrize("kind", KINDS)
def test_all_phones_of_a_match_meet_at_one_server_and_matches_at_all(kind: str, apart: tuple[Service, Service]) -> None:
    met: Counter[int] = Counter()
    for proxy in running(KINDS[kind](*(one.port for one in apart))):
        visitors = [Visitor(proxy, f"127.0.3.{number}") for number in range(1, 5)]
        while len(met) < 2 and met.total() < 30:
            evening = land_unter(apart[0].port)
            before = boards_by_port(apart)
            for visitor in visitors:
                assert visitor.ask("GET", evening.board).status == 200
            [(port, number)] = (boards_by_port(apart) - before).items()
            assert number == len(visitors)
            met[port] += 1
    assert set(met) == {one.port for one in apart}


@pytest.mark.parametrize("kind", KINDS)
def test_where_a_worker_is_away_the_next_is_asked(kind: str, service: Service) -> None:
    for proxy in running(KINDS[kind](service.port, free_port())):
        for _ in range(4):
            evening = land_unter(service.port)
            assert Visitor(proxy, "127.0.0.17").ask("GET", evening.board).status == 200


@pytest.fixture(scope="module")
def apart(
    tmp_path_factory: pytest.TempPathFactory, address: str, redis_server: Redis
) -> Iterator[tuple[Service, Service]]:
    """Two servers on the same records, with a port each, as units of `tableside@.service` are."""
    variables = {**SET, "TABLESIDE_DATABASE_URL": address, "TABLESIDE_REDIS_URL": redis_server.url}
    one, other = (Service(tmp_path_factory.mktemp("apart"), 1, variables) for _ in range(2))
    with at_work(one), at_work(other):
        yield one, other


def boards_by_port(servers: Sequence[Service]) -> Counter[int]:
    """How many boards each server has shown as whole pages."""
    shown: Counter[int] = Counter()
    for one in servers:
        told = ask(one.port, "GET", "/metrics").body.decode()
        found = re.search(r'{page="play.board",status="200"} (\S+)\n', told)
        shown[one.port] = int(float(found[1])) if found else 0
    return shown


def sent_before_refused(visitor: Visitor, path: str, length: int) -> int:
    """How many bytes of a body of this length went out before an answer came, or the connection was cut."""
    head = f"POST {path} HTTP/1.1\r\nHost: {NAME}\r\nOrigin: {ORIGIN}\r\nContent-Length: {length}\r\n"
    sent, portion = 0, b"x" * 65536
    with visitor.proxy.connect(visitor.address) as connection:
        connection.sendall(f"{head}Content-Type: {UPLOAD['Content_Type']}\r\n\r\n".encode())
        try:
            while sent < length and not is_answered(connection):
                connection.sendall(portion)
                sent += len(portion)
        except OSError:
            return sent
    return sent


def is_answered(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        return connection.recv(1) != b""
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    finally:
        connection.settimeout(PATIENCE_SECONDS)
