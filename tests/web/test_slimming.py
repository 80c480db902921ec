"""Files of ours go out without comments and indentation, and with every line of code they have."""

from __future__ import annotations

import re

import pytest

from companion.web.assets import STATIC
from companion.web.slimming import slimmed

OURS = sorted(
    str(path.relative_to(STATIC))
    for kind in ("css", "js", "svg")
    for path in STATIC.rglob(f"*.{kind}")
    if "vendor" not in path.parts
)
SCRIPTS = [path for path in OURS if path.endswith(".js")]


def code_of(path: str) -> list[str]:
    """The lines of a file without its comments, found sign by sign: knows what a text is, as the thing tested does not."""
    text = (STATIC / path).read_text()
    opens, closes = ("<!--", "-->") if path.endswith(".svg") else ("/*", "*/")
    kept, at, quote = "", 0, ""
    while at < len(text):
        if quote:
            quote = "" if text[at] == quote else quote
        elif text.startswith(opens, at):
            at = text.index(closes, at) + len(closes)
            continue
        elif path.endswith(".js") and text.startswith("//", at) and not kept.rpartition("\n")[2].strip():
            at = text.index("\n", at)
            continue
        elif text[at] in "\"'`" and not path.endswith(".svg"):
            quote = text[at]
        kept += text[at]
        at += 1
    return [line.strip() for line in kept.splitlines() if line.strip()]


@pytest.mark.parametrize("path", OURS)
def test_what_goes_out_is_every_line_of_code_and_nothing_else(path: str) -> None:
    assert slimmed(path, (STATIC / path).read_bytes()).decode().splitlines() == code_of(path)


@pytest.mark.parametrize("path", SCRIPTS)
def test_a_script_is_written_so_that_it_can_be_slimmed(path: str) -> None:
    for line in slimmed(path, (STATIC / path).read_bytes()).decode().splitlines():
        assert line.count("`") % 2 == 0, f"a text over several lines: {line}"
        assert not line.endswith("\\"), f"a line that goes on in the next: {line}"
        assert "/*" not in re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "", line), f"a comment beside code: {line}"


def test_only_lines_that_are_all_comment_go() -> None:
    kept = b'const a = "//stays"; /* not a line of its own, so it stays */\nb();\n'
    assert slimmed("js/x.js", b"  // gone\n  /* gone,\n     to the end */\n\n    " + kept) == kept


def test_two_values_with_a_comment_between_them_stay_two() -> None:
    assert slimmed("css/x.css", b"a{margin:0/* top */1px}\n") == b"a{margin:0 1px}\n"


def test_what_others_wrote_goes_out_as_it_came() -> None:
    content = (STATIC / "vendor/htmx.min.js").read_bytes() + b"\n  // by hand\n"
    assert slimmed("vendor/htmx.min.js", content) == content


def test_a_file_that_is_no_text_of_ours_goes_out_as_it_is() -> None:
    content = (STATIC / "icon-180.png").read_bytes()
    assert slimmed("icon-180.png", content) == content
