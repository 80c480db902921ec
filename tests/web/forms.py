"""A page's form as a browser sees it: what is in it, what is chosen, what would be sent."""

from dataclasses import dataclass

from tests.web.reading import elements_of


@dataclass(frozen=True, slots=True)
class Page:
    """The inputs of a page, and the ids of what is marked as wrong; what stands in a template is none of it."""

    inputs: list[dict[str, str]]
    buttons: list[dict[str, str]]
    wrong: list[str]
    links: list[str]

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
    shown = [one for one in elements_of(html) if not any(outer.tag == "template" for outer in one.around)]
    inputs, buttons = ([one.given for one in shown if one.tag == tag] for tag in ("input", "button"))
    wrong = [one.given.get("id", "") for one in shown if one.given.get("aria-invalid") == "true"]
    return Page(inputs, buttons, wrong, [one.given.get("href", "") for one in shown if one.tag == "a"])
