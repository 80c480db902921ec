"""The reasons, apart from the rules, why the service refuses what was asked."""

from companion.engine.text import Text


class Unknown(Exception):
    """There is no such table, seat, match, game, ruling, entry or link: `what` is that noun."""

    def __init__(self, what: str) -> None:
        super().__init__(f"unknown {what}")
        self.what = what


class NoToken(Exception):
    """The token belongs to nobody, or none was given."""


class NotAllowed(Exception):
    """Somebody of this role may not do that; `text` says who may."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class Refused(Exception):
    """A file is refused, and nothing was written; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class MovedOn(Exception):
    """The match is not at the version that the caller saw."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the match is at version {version}")
        self.version = version


class NeedsHost(Exception):
    """The step would pass a reveal: only the host may take it, and has to confirm it."""

    def __init__(self, version: int) -> None:
        super().__init__("this would pass a reveal")
        self.version = version


class BrokenOff(Exception):
    """The match was broken off: nothing is entered before the host takes it up again."""

    def __init__(self, version: int) -> None:
        super().__init__("the match was broken off")
        self.version = version


class NothingToUndo(Exception):
    """There is nothing to take back, to bring back, or to correct at this entry."""
