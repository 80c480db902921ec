"""What people read on a page: its texts and the names of its drawings and buttons, without markup."""

import re
from html.parser import HTMLParser

SPOKEN = (
    "aria-label",
    "alt",
    "title",
    "placeholder",
    "aria-description",
    "data-live",
    "data-wait",
    "data-off",
    "data-lost",
)
SILENT = ("script", "style", "code", "bdi", "time")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class Reader(HTMLParser):
    """Collects the texts of a page. What stands in `bdi` or `code` is a name or a command, the same in every language."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the spoken attributes, and whether what follows is read."""
        if tag not in VOID:
            self._open.append(tag)
        given = dict(attrs)
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if "lang" in given and tag != "html":
            self._open[-1] = "bdi"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the spoken attributes of a tag that holds nothing."""
        self.texts += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """Leave the tag."""
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Note a text that is read."""
        if data.strip() and not set(self._open) & set(SILENT):
            self.texts.append(" ".join(data.split()))


def texts_of(html: str) -> list[str]:
    """Every text of a page, in order."""
    reader = Reader()
    reader.feed(html)
    return reader.texts


def undrawn(html: str) -> set[str]:
    """What a page copies into a drawing and draws nowhere: each leaves a gap that no words tell of."""
    return set(re.findall(r'<use href="#([^"]+)"', html)) - set(re.findall(r'\bid="([^"]+)"', html))
