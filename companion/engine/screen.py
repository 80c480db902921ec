"""What a screen for the whole table says of a match, beside the drawing of its board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine.text import Text


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown round the board on the table screen. Everybody may see it, so nothing in it rests on a secret.

    - `place` says where the match is, `within` what that is a part of; `steps` gives the number of steps done and of
      all, if they count.
    - `call` says what is to be done now, `turn` who is named in it; both None when the match is over.
    - `awaited` are the seats that the match waits for, if several act at once and it is known.
    - `verdict` is the last decision, sentence by sentence; empty if there is none yet.
    - `counted` says what the scores count; None if the board shows them. `gains` is what each seat has just won or
      lost.
    - `more` is what the game's own template shows besides.
    """

    place: Text
    within: Text | None
    steps: tuple[int, int] | None
    call: Text | None
    turn: int | None
    awaited: tuple[int, ...]
    verdict: tuple[Text, ...]
    counted: Text | None
    gains: tuple[int, ...] = ()
    more: Any = None
