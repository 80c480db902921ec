"""A page's form as a browser sees it: what is in it, what is chosen, what would be sent."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass(slots=True)
class Page(HTMLParser):
    """The inputs of a page, and the ids of what is marked as wrong; what stands in a template is none of it."""

    inputs: list[dict[str, str]] = field(default_factory=list)
    buttons: list[dict[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    templates: int = 0

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element."""
        self.templates += tag == "template"
        if self.templates:
            return
        found = {name: value or "" for name, value in attrs}
        if tag == "input":
            self.inputs.append(found)
        if tag == "button":
            self.buttons.append(found)
        if tag == "a":
            self.links.append(found.get("href", ""))
        if found.get("aria-invalid") == "true":
            self.wrong.append(found.get("id", ""))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self.templates -= tag == "template"

    def sent(self) -> list[tuple[str, str]]:
        """What the form would send: typed and hidden values, and what is ticked; nothing that is blank."""
        return [
            (one["name"], one["value"])
            for one in self.inputs
            if one.get("name")
            and one.get("value")
            and ("checked" in one or one.get("type") not in ("radio", "checkbox"))
        ]

    def facts(self) -> dict[str, list[str]]:
        """What the form would send of facts alone, by name."""
        found: dict[str, list[str]] = {}
        for name, value in self.sent():
            if not name.startswith(("_", "option.", "match")):
                found.setdefault(name, []).append(value)
        return found

    def choices(self, name: str) -> list[str]:
        """The values that can be picked under a name."""
        return [one["value"] for one in self.inputs if one.get("name") == name]

    def sets(self) -> list[str]:
        """What the form's own buttons change."""
        return [one["value"] for one in self.buttons if one.get("name") == "_set"]


def page_of(html: str) -> Page:
    """The form of a page."""
    page = Page()
    page.feed(html)
    return page
