"""Every address answers half-way through a match of each game, and at its end in every language; every drawing is whole."""

from collections.abc import Callable, Sequence

import pytest

from companion.store import Store
from companion.web.app.i18n import LANGUAGES
from tests.conformance.playing import PACKAGES, golden
from tests.web.api.test_secrets import MATCH, World
from tests.web.reading import undrawn
from tests.web.test_secrecy import addresses


def failed(world: World, languages: Sequence[str]) -> list[tuple[str, str, object]]:
    """What the host's browser is answered above 499, or with gaps in its drawings: the language, the path, and what."""
    client = world.app.test_client()
    client.set_cookie("device", "host", domain="localhost")
    found: list[tuple[str, str, object]] = []
    for path in {path for method, _, path in addresses(world) if method == "GET"}:
        for language in languages:
            with client.get(path, headers={"Accept-Language": language}) as answer:
                found += [(language, path, answer.status_code)] if answer.status_code > 499 else []
                if answer.mimetype == "text/html" and (gaps := undrawn(answer.get_data(as_text=True))):
                    found.append((language, path, gaps))
    return found


@pytest.mark.ring("test")
@pytest.mark.parametrize("package", PACKAGES)
def test_every_address_answers_in_every_language(elsewhere: Callable[[], str], package: str) -> None:
    whole = golden(package)[0]
    half = len(whole["moves"]) // 2
    with Store.open(elsewhere()) as store:
        world = World(store, package, whole)
        for moves, languages in ((whole["moves"][:half], ("en",)), (whole["moves"][half:], LANGUAGES)):
            for move in moves:
                assert world.ask("host", f"/matches/{MATCH}/moves", {"move": move, "anyway": True})[0] == 201
            assert failed(world, languages) == []
