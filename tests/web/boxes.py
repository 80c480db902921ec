"""A made-up language, in which every text is the English one in a box, and what on a page is in none."""

import io
import re
from calendar import month_name
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import translations
from companion.engine.ready import READY
from companion.games import games
from tests.games.english import NAMES
from tests.web.reading import texts_of

BOXED = re.compile(r"⟦[^⟦⟧]*⟧")
CODES = "|".join(game.code.upper() for game in games().values())
GIVEN = [ready.name.message for ready in READY.values()]
"""A table names its game once, whoever reads it."""
SOLD = [title for game in games().values() for _, title in game.cover.titles]
TITLES = sorted(
    [*(game.title for game in games().values() if not game.cover.is_made), *SOLD, *GIVEN], key=len, reverse=True
)
THE_SAME_EVERYWHERE = re.compile(
    "|".join(
        [
            *(re.escape(title) for title in TITLES),
            r"Tableside",
            rf"(?:{CODES})-\d+(?:\s*[-–]\s*\d+)?",
            r"https?://\S+",
            r"\d+(?:\.\d+){3}:\d+/\S+",  # the same, as it is typed on a television
            r"\b[A-HJ-NP-Z2-9]{4}\b",
            r"\b[A-Z]\b",
            r"English|Français|Español|Deutsch|Windows|macOS|Linux|JSON|OpenAPI|API",
            *NAMES,
            *month_name[1:],  # Babel's, not the catalogues'
            r",? \band\b",  # so are lists
        ]
    )
)


def write_boxes(folder: Path) -> Path:
    """The folder, in which the catalogue of English says every text in a box. What no catalogue holds has none."""
    texts = Path(translations.__path__[0]) / "de" / "LC_MESSAGES" / "messages.po"
    made = Catalog(locale="en")
    for message in read_po(io.BytesIO(texts.read_bytes())):
        if message.id:
            made.add(message.id, _boxed(message.id), context=message.context)
    to = folder / "en" / "LC_MESSAGES" / "messages.mo"
    to.parent.mkdir(parents=True)
    with to.open("wb") as file:
        write_mo(file, made)
    return folder


def _boxed(said: str | list[str] | tuple[str, ...]) -> str | tuple[str, ...]:
    if not isinstance(said, str):
        return tuple(f"⟦{form}⟧" for form in said)
    return "\n".join(f"⟦{line}⟧" for line in said.split("\n"))  # lines are apart on a page


def left_over(html: str) -> list[str]:
    """What a page says that is neither in a box nor the same in every language."""
    found = []
    # A name within a sentence has an element of its own, and so may each of its words; or somebody's sign stands for it.
    signed = re.sub(r'<span class="mark\b.*?</span>', " ", html, flags=re.DOTALL)
    within = re.sub(r"<bdi\b.*?</bdi>", lambda name: re.sub(r"</?span\b[^>]*>", "", name[0]), signed, flags=re.DOTALL)
    for text in texts_of(re.sub(r"</?(bdi|wbr)\b[^>]*>", "", within)):
        rest = text
        while BOXED.search(rest):
            rest = BOXED.sub(" ", rest)
        rest = THE_SAME_EVERYWHERE.sub(" ", rest)
        if re.search(r"[A-Za-z]{2,}", rest):
            found.append(text)
    return found
