"""Land Unter by Stefan Dorra, also sold as Turn the Tide, Zum Kuckuck!, Bajo el agua and Inondation.

Played by the French and the Spanish rulebooks. Where they are silent or differ from other editions we decide, and say
so:

- LU-17: a player who was tied at the highest level and has paid is not asked again by the chain
  (`tie_survivor_pays_again`).
- LU-20: when two are left the round ends at once, without running the chain (`pay_before_early_end`).
- LU-42: if rings are equal, the table picks who leads. The app only names the candidates, and a trick may be entered
  without that answer, because nothing may hold up a game.
- LU-5, LU-6: a hand that does not add up (more symbols than cards) is judged with a flag. In a match, a hand worth more
  than twelve rings is refused: no table could lay that many.
- LU-6: half rings count if they are known. More than 24 of them are doubtful with any number of players; with five
  players, a hand entered as a number of rings may have shown half a ring more.
- LU-11: piece by piece, cards and water may be entered in any order, and water again. A second card of the same player
  in a trick is refused: the first is corrected in the journal, so that it is never shown. Two who have entered the same
  card see it only when the trick is complete, and without its number.
- LU-13, LU-16: an eliminated player given with a water level (in a ruling's facts) shows none; the level still counts
  for how often the box holds it.
- LU-20: the ruling on a loss speaks only of the early end; after the twelfth trick the round is over in any case.
- LU-42: losers are those who gave a ring, and only if no one gave one those who went out (`lays_last`). Asked alone, a
  ruling takes a loser who is out to have given none. A card before a leader is named, or out of turn, is doubtful; recorded
  ones stand.
- The hand's twelve numbers stay with the player who entered them, even after the hand has been passed on.
- LU-19, LU-32: some doubts would show others a secret. That a face-down card has been played before, or belongs to
  another hand by what was played, is shown to the player who enters it, and to others when it lies open. That it does not fit
  the numbers of a hand is shown only to the holder of the seats of both; a number in two hands, only to the holder of
  both. A hand counted by its numbers is judged by them alone. A trick entered with all its cards lies open, and its
  doubts are shown to everyone.
"""

from typing import Final

from companion.engine.present import Cover
from companion.engine.text import say
from companion.games.land_unter.rules.components import PLAYERS

COVER: Final = Cover(
    slug="land-unter",
    code="lu",
    title="Land Unter",
    shelf=1,
    players=PLAYERS,
    pitch=say("Keep your rings dry"),
    titles=(
        ("de", "Land Unter"),
        ("en", "Turn the Tide"),
        ("fr", "Inondation"),
        ("es", "Bajo el agua"),
        ("de", "Zum Kuckuck!"),
    ),
)
