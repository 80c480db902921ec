"""The owner's browser, over the wire: what somebody does who gets their records back."""

import json
import re
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

from tests.strength.nonsense import with_a_file
from tests.strength.server import Server


class Owner:
    """A browser that has opened the link which the server printed last."""

    def __init__(self, server: Server) -> None:
        self._url = server.url
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.post(re.findall(r"/owner/\S+", server.printed)[-1])
        assert self.get("/owner")[0] == 200

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        return self._ask(urllib.request.Request(f"{self._url}{path}"))

    def file(self, path: str) -> bytes:
        with self._browser.open(f"{self._url}{path}", timeout=30) as answer:
            found: bytes = answer.read()
        return found

    def post(
        self, path: str, body: bytes = b"", content_type: str = "application/x-www-form-urlencoded"
    ) -> tuple[int, str]:
        """Status and text of the page that a form leads to."""
        headers = {"Origin": self._url, "Content-Type": content_type}
        return self._ask(urllib.request.Request(f"{self._url}{path}", body, headers))

    def bring(self, path: str, field: str, content: bytes) -> tuple[int, str]:
        """Status and text of the page that a form with a file leads to."""
        form = with_a_file(field, content)
        return self.post(path, form["data"], form["content_type"])

    def take_in(self, file: bytes) -> None:
        """Take in the file of a match, or of an evening."""
        status, page = self.bring("/import", "file", file)
        assert status == 200, page

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._browser.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def ask(url: str, path: str, body: object = None, token: str | None = None) -> Any:
    """The JSON that the interface answers, where all is well."""
    headers = {"Content-Type": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1{path}", data, headers), timeout=30) as answer:
        return json.load(answer)
