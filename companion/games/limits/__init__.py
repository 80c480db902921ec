"""Limits by Uwe Rosenberg.

Played by the French rulebook. Where it is silent or other editions differ we decide, and say so:

- LI-4: no list of the limit cards exists. Any card may be entered, even one seen before; a colour left out shows 0.
- LI-13: an action out of turn, before the limit card, or before everyone has hidden a card is doubtful, not refused:
  the table may record it anyway. So is an exchange with too few cards, and laying from an empty hand (LI-26).
- LI-10: hiding twice, or hiding another number of cards than the player number asks for, is refused: it would not
  affect any verdict.
- LI-14: a card counts as drawn with every card laid until a player says it was forgotten, at whatever time.
- LI-16: before a verdict no colour is shown to anyone but its owner, not even that of the top card or of an exchange,
  which lie open on the table: the app would remember what the table must not. No doubt that depends on a colour is
  raised.
- LI-20: accusing oneself, or a player who has laid nothing in a logged pile, is refused. With the option `previous`,
  accusing anyone but the player before is doubtful; with `accuse_when` "any", a table may accuse out of turn without a
  doubt. Where the cards of a counted pile are tapped, an accusation out of turn, one of a player who has laid nothing,
  and a count beyond the pile are doubtful.
- LI-4, LI-10: asked alone, a printed number or hidden cards that were not said are doubted; the verdict takes 0 and none.
- LI-22: an exchange counts with both cards. At a table that logs the pile, a count by hand may replace the log.
- LI-23: X is never guilty; a card on a limit that was broken before is guilty.
- LI-25, LI-26: hands are filled up, so every round begins with four cards in each hand and the same draw pile; the app
  never infers which cards these are.
- LI-2, LI-24: a table that catches up (`stand_now`) says points and limit cards; each round left one limit card with
  a player, so they also say which round it is. Point cards are then taken to be ones while the box has them.
- LI-30: the limit card turned up counts as left until it is taken. Equal totals share the win.
"""

from typing import Final

from companion.engine.present import Cover
from companion.engine.text import say
from companion.games.limits.rules.components import PLAYERS

COVER: Final = Cover(
    slug="limits",
    code="li",
    title="Limits",
    shelf=2,
    players=PLAYERS,
    pitch=say("Play up to the limit, and accuse anyone over it."),
)
