"""The requirements files, written from the lists in pyproject.toml: `python -m tests.requirements`."""

import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
FROM: Final = "# Made by `make lock` from pyproject.toml. Why each is here: docs/dependencies.md"
PLAY: Final = "requirements.txt"
HOSTED: Final = "requirements-hosted.txt"
EXTRA: Final = "requirements-extra.txt"
DEV: Final = "requirements-dev.txt"


def requirements() -> dict[str, str]:
    lists = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project, developers = lists["project"], lists["dependency-groups"]["dev"]
    extras = project["optional-dependencies"]
    return {
        PLAY: _text("What Tableside needs at run time. Nothing here needs a compiler.", [], project["dependencies"]),
        HOSTED: _text("For a hosted service; compiled, and never needed at a table.", [PLAY], extras["hosted"]),
        EXTRA: _text(
            "For a name in the network (companion.local). It runs as well without it.", [PLAY], extras["name"]
        ),
        DEV: _text("What the tests need on top: the other files, and the tools.", [HOSTED, EXTRA], developers),
    }


def _text(about: str, included: list[str], packages: list[str]) -> str:
    lines = [f"# {about}", FROM, *(f"-r {one}" for one in included), *packages]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    for name, text in requirements().items():
        (ROOT / name).write_text(text, "utf-8")
