"""What a page of another site, another port or another name can do: nothing."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.web.app.security import HEADERS, is_allowed_host

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
ALLOWED = ("localhost", "127.0.0.1", "table.test")
OWN = (
    "localhost", "localhost:8000", "127.0.0.1:8000", "table.test:80", "Table.Test", "LOCALHOST:8000", "192.168.1.23:8000",
    "10.0.0.7", "172.16.4.1:81",
)  # fmt: skip
FOREIGN = (
    "evil.example", "evil.example:8000", "localhost.evil.example", "192.168.1.23.evil.example", "8.8.8.8", "172.32.0.1",
    "169.254.169.254", "table.test.", "", "localhost@evil.example", "[2001:db8::1]:8000",
)  # fmt: skip
OTHER_ORIGINS = (
    "http://evil.example", "http://localhost:8001", "https://localhost", "http://127.0.0.1",
    "http://localhost.evil.example", "null", "", None,
)  # fmt: skip


def test_this_machine_is_called_by_its_own_names_and_addresses(subtests: pytest.Subtests) -> None:
    for host in OWN:
        with subtests.test(host=host):
            assert is_allowed_host(host, ALLOWED)


def test_a_foreign_host_is_refused_whatever_it_looks_like(subtests: pytest.Subtests) -> None:
    for host in FOREIGN:
        with subtests.test(host=host):
            assert not is_allowed_host(host, ALLOWED)


def test_a_foreign_host_is_refused_before_anything_else_runs(subtests: pytest.Subtests, app: Flask) -> None:
    for path in ("/", "/api/v1/games", "/nowhere", "/static/css/tokens.css", "/m/x/board"):
        with subtests.test(path=path):
            answer = app.test_client().get(path, headers={"Host": "evil.example"})
            assert answer.status_code == 400
            assert "evil.example" not in answer.text
            assert "Set-Cookie" not in answer.headers


def test_a_page_of_another_origin_opens_no_table_over_the_interface(subtests: pytest.Subtests, app: Flask) -> None:
    """What needs no token is kept from it too: a browser inside the network would send it for any page."""
    for origin in [one for one in OTHER_ORIGINS if one is not None]:
        with subtests.test(origin=origin):
            body = b'{"players": ["Eve", "Mallory"]}'
            client = app.test_client()
            answer = client.post("/api/v1/tables", data=body, content_type="text/plain", headers={"Origin": origin})
            assert answer.status_code == 403
            assert answer.get_json()["type"].endswith("foreign-origin")
            assert client.post("/api/v1/tables", data=body, content_type="text/plain").status_code == 201


def test_another_site_loads_nothing_into_its_pages_and_may_link_here(subtests: pytest.Subtests, app: Flask) -> None:
    for path in ("/judge/down-under/going-on?tiles.0.x=0", "/sheets", "/m/x/board", "/m/x/stream"):
        for mode, dest in (("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("navigate", "object")):
            with subtests.test(path=path, dest=dest):
                loaded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
                assert app.test_client().get(path, headers=loaded).status_code == 403
                assert (
                    app.test_client().get(path, headers={**loaded, "Sec-Fetch-Site": "same-origin"}).status_code != 403
                )
    linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert app.test_client().get("/judge/down-under/going-on", headers=linked).status_code == 200


STANDS_ALONE = TEMPLATES / "results" / "alone.html"
"""Never shown as a page: a file to keep, which carries its own style because nothing lies beside it."""


def test_the_policy_allows_no_inline_code_and_no_other_host() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


FORBIDDEN = {
    "an inline handler": r"\son[a-z]+=",
    "an inline script": r"<script(?![^>]*\ssrc=)",
    "an inline style": r"\sstyle=",
    "a sheet of styles inside": "<style",
    "code in an attribute": r"hx-on|js:|javascript:|hx-vals='js|hx-headers='js",
    "a trigger filter, which fails open under this policy": r'hx-trigger="[^"]*\[',
    "another host": r'(?:src|href|action|hx-(?:get|post))="https?://',
}


def test_templates_hold_no_inline_code_no_trigger_filters_and_no_other_host() -> None:
    templates = sorted(TEMPLATES.rglob("*.html"))
    assert STANDS_ALONE in templates
    faults = [
        f"{template.relative_to(TEMPLATES)} holds {what}: {found[0]}"
        for template in templates
        for what, pattern in FORBIDDEN.items()
        if (found := re.search(pattern, template.read_text(encoding="utf-8")))
        and not (template == STANDS_ALONE and pattern == "<style")
    ]
    assert not faults, "\n".join(faults)


def test_every_answer_has_the_headers_that_every_answer_has_and_each_of_them_once(
    subtests: pytest.Subtests, app: Flask
) -> None:
    for path in "/ /static/icon.svg /static/js/reader.js /static/css/nowhere.css /api/v1/games /nowhere".split():
        with subtests.test(path=path):
            answer = app.test_client().get(path, headers={"Accept-Encoding": "gzip"}, buffered=True)

            names = [name.lower() for name, _ in answer.headers]
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
            assert len(names) == len(set(names))
            is_file = path.startswith("/static/")
            assert (answer.headers.get("Cache-Control") == "no-store") is not is_file
            assert ("Cookie" in answer.headers.get("Vary", "")) is not is_file


@pytest.mark.parametrize(
    "path", ["css/tokens.css", "js/board.js", "icon-180.png", "sounds/tock.wav", "manifest.webmanifest"]
)
def test_a_file_that_runs_nothing_by_itself_carries_only_the_headers_that_hold_there(app: Flask, path: str) -> None:
    answer = app.test_client().get(f"/static/{path}", buffered=True)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert {*HEADERS} & {*answer.headers.keys()} == {"X-Content-Type-Options", "Cross-Origin-Resource-Policy"}


@pytest.mark.parametrize(("scheme", "is_said"), [("http", False), ("https", True)])
def test_over_tls_alone_a_page_keeps_out_of_the_windows_of_others(app: Flask, scheme: str, is_said: bool) -> None:
    answer = app.test_client().get("/", base_url=f"{scheme}://localhost")
    assert ("Cross-Origin-Opener-Policy" in answer.headers) is is_said
