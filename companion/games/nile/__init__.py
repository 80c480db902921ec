"""An den Ufern des Nils by Hanno and Wilfried Kuhn (Abacus, 1994), in English On the Banks of the Nile.

Played by the French rules. Where they are silent, slip, or differ from other editions we decide, and say so:

- NI-3: with two players three rows are covered; the German summaries cover two (`two_player_cover`).
- NI-8: all first water lies before any plant, and the first desert cards before that; water on either is doubtful (`first_water`).
- NI-10: waves are matched along a row only.
- NI-21, NI-22, NI-40: arrows move the tide marker as they are met; being short of water then sets it to Ebb 1 or Flood.
  An arrow back to Flood ends the ebb, so of two cards it is asked which bore it (`ebb_arrow`); a flood it ends only by
  `flood_arrow`. Any water card may go at ebb (`ebb_outermost_only`). Flood and ebb are each tried once a turn.
- NI-30: the boat is emptied in every scoring (`purge_every_turn`), and the obelisk stops on square 1.
- NI-33: gains and rotten plants are set off column by column (`rot_balance`), and no pawn ever goes back.
- NI-34: a scored column is cleared completely, rotten plants too.
- NI-35: the end is checked after every scoring. Pawns are counted past square 30. A tie that the lost plants do not
  break is shared.
- NI-51: the bids of a tie are taken back before everyone bids again.
- NI-53: any spoiled plant may be made fresh, by the player whose turn it is.

A match is tracked at the depth `market` (boat, market, jokers, points) until the table says otherwise (`track`). At
the depth `board` the same moves may also say
on which fields things happen, and what is said is checked. A field is
`{"bank": "left" or "right", "row": its length, "square": from 0 at the Nile}`:

- `boat` takes `water` (`{"field", "card": [edge to the Nile, other edge]}`), `ripe` and `seed` (`{"plant", "field"}`).
- `starter` takes `deserts`, the fields of the first desert cards.
- `lay_first` takes all four before the first `tide`: what `boat` did not say, in one entry or two, first everyone's water and then
  the plants. With neither, nothing more of that player is awaited (NI-8, NI-51).
- `tide` takes `laid` (as `water` above) or `taken` (fields), and `advanced`, the fields that desert cards were put on;
  jokers and plants in the boat then follow by themselves. At either depth it may count `jokers` kept and `deserts` put
  on fields, and say by `arrow_on` which of two cards bore the arrow.
- `sow`, `grow` and `harvest` take `field`; whether another player's plant is there is then known.
- `palms` `{"fields": [{"field", "palms"}]}` enters what is printed on the board.

A table that catches up (`stand_now`) says pillar, tide, pawns, jokers, lost plants, market and boat. The kinds of the
lost plants are then not known, and what lies on fields stays as it was entered.

Also our own: `rot` may name the `palms` of the event. Moves of the variants: `bid` `{"seat", "plants"}` (for the hippo or
the start, hidden until all have bid), `buy_other` `{"seat", "owner", "plant"}`, `heal` `{"seat", "column", "square"}`.
"""

from typing import Final

from companion.engine.present import Cover
from companion.engine.text import say
from companion.games.nile.rules.components import PLAYERS

COVER: Final = Cover(
    slug="nile",
    code="ni",
    title="An den Ufern des Nils",
    # Translators: the river, as the short name of the game An den Ufern des Nils
    short=say("Nile"),
    shelf=4,
    players=PLAYERS,
    pitch=say("Sow and sell before your plants rot, while the Nile rises and falls."),
)
