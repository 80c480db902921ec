"""Every request and answer of these tests held against the interface's own document."""

import json
import re
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from companion.web.api.document import document
from companion.web.api.operations import ROOT


@cache
def patterns() -> list[tuple[re.Pattern[str], str]]:
    """Each path of the document as a pattern, those without a placeholder first."""
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]


def template(path: str) -> str | None:
    """The path of the document that is meant by a real one."""
    inner = path.removeprefix(ROOT).partition("?")[0]
    return next((name for pattern, name in patterns() if pattern.fullmatch(inner)), None)


def operation(method: str, path: str) -> dict[str, Any] | None:
    name = template(path)
    return document()["paths"][name].get(method.lower()) if name else None


def problems(schema: dict[str, Any], value: object) -> str:
    """What is wrong with the value by the schema; nothing where it fits."""
    error = next(_validator(json.dumps(schema)).iter_errors(value), None)
    return "" if error is None else f"at {error.instance_path}: {error.message}"


@cache
def _validator(schema: str) -> Draft202012Validator:
    """A validator in Rust, of the dialect of OpenAPI 3.1: in Python it took longer than the app takes to answer."""
    return Draft202012Validator({**json.loads(schema), "components": document()["components"]})


def named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def check(method: str, path: str, body: object, status: int, media: str, answer: object) -> None:
    """Nothing; fails where an answer, or a body that was taken, is not as the document says."""
    found = operation(method, path)
    if found is None:
        assert status in (404, 405), f"{method} {path} is not in the document"
        return
    response = found["responses"].get(str(status))
    if response is None:
        assert status == 405, f"{method} {path} answers {status}, which the document does not say"
        return
    assert media in response["content"], f"{method} {path} answers {media}"
    wrong = problems(response["content"][media]["schema"], answer)
    assert not wrong, f"{method} {path} {status}: {wrong}"
    if status < 300 and "requestBody" in found:
        wrong = problems(found["requestBody"]["content"]["application/json"]["schema"], body)
        assert not wrong, f"the body of {method} {path} was taken: {wrong}"
