"""Market, boat and field as the judge draws them: a tap lays a plant, a tap on a plant of the market makes it worse.

Where one thing tells plants apart, owner or kind, a column is chosen once and every tap on an owner or kind lays a plant there.

Columns that are not full yet are no facts of a scoring: they travel with the form's own numbers, `m` with column and square.
Nor are kinds, for a column pays by owners alone; those that a match knows are drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeVar

from companion.engine.game import Answers, Options
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode, read_as
from companion.engine.schema.declared import unwrap
from companion.engine.schema.formdata import EMPTY, pairs, tree
from companion.games.nile.board.stalls import EVERY_KIND, DrawnPlant, KindTile, Stall, stall
from companion.games.nile.rules.actions import ACTIONS, ON_A_FIELD, cost
from companion.games.nile.rules.board import PLANTS_A_FIELD
from companion.games.nile.rules.columns import FullColumn
from companion.games.nile.rules.components import (
    CONDITIONS,
    KINDS,
    MARKET,
    PLANTS_EACH,
    PLAYERS,
    ColumnName,
    Kind,
    Plant,
    Scored,
    Sold,
)
from companion.games.nile.rules.rot import SomeColumn
from companion.games.nile.rules.sale import Kinds

Lying = TypeVar("Lying", bound=Sold | Scored)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a tap on a drawing lays, and what its form sends along."""

    seat: int
    kind: str
    sent: tuple[tuple[str, str], ...]
    kinds: tuple[KindTile, ...] = EVERY_KIND


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMarket(Drawn):
    """The columns; `into` is the one that every tap on an owner or kind lays a plant in, where one thing tells plants apart."""

    stalls: tuple[Stall, ...]
    into: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPlants(Drawn):
    """Plants that lie together, and whether there is room for another."""

    tiles: tuple[DrawnPlant, ...]
    has_room: bool


def draw_full(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, DrawnMarket | None]:
    """The answers after a tap on the market, of whose columns only the full ones are sent, and the drawing."""
    named = _read(given, tuple[FullColumn, ...])
    laid = None if named is None else _on_market(named)
    if laid is None:
        return given, None
    # Columns that are not full come from the form's own numbers, each up to its first gap.
    lying: dict[int, tuple[Scored, ...]] = {**{column: tuple(_plants(column, settings)) for column in MARKET}, **laid}
    into, whose = _into(lying, settings), min(settings.get("put", 0), PLAYERS[-1] - 1)
    after = _tapped(lying, _aimed(settings, into), Scored(whose, CONDITIONS[0]))
    full = [column for column in MARKET if len(after[column]) == MARKET[column]]
    kept = tuple(
        # Owner and condition in one number, as settings of the form are numbers.
        (f"_m{column}{square}", str(10 * plant.seat + CONDITIONS.index(plant.state)))
        for column in MARKET
        if column not in full
        for square, plant in enumerate(after[column])
    )
    into = _into(after, {"into": into})
    kept = (*kept, ("_into", str(into)))
    given, drawn = _drawn(given, [encode(after[column]) for column in full], after, settings, kept)
    return given, replace(drawn, kinds=(), into=into)


def draw_all(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, DrawnMarket | None]:
    """The answers after a tap on the market, of which every plant is sent, and the drawing."""
    named = _read(given, Mapping[ColumnName, SomeColumn])
    if named is None or any(len(plants) > MARKET[column] for column, plants in named.items()):
        return given, None
    after = _tapped({column: named.get(column, ()) for column in MARKET}, settings, _fresh(settings))
    is_known = bool(named) or any(after.values())
    sent_columns: Json = {str(column): encode(plants) for column, plants in after.items()} if is_known else {}
    return _drawn(given, sent_columns, after, settings)


def draw_kinds(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, DrawnMarket | None]:
    """The answers after a tap on the market, of which only the kinds are sent, and the drawing."""
    named = _read(given, Mapping[ColumnName, Kinds])
    if named is None or any(len(kinds) > MARKET[column] for column, kinds in named.items()):
        return given, None
    before = {column: tuple(Sold(0, kind, CONDITIONS[0]) for kind in named.get(column, ())) for column in MARKET}
    into, kind = _into(before, settings), KINDS[min(settings.get("put", 0), len(KINDS) - 1)]
    # Kinds alone have no condition that could get worse.
    taps = {name: number for name, number in settings.items() if name != "worse"}
    after = _tapped(before, _aimed(taps, into), Sold(0, kind, CONDITIONS[0]))
    is_known = bool(named) or any(after.values())
    kinds: dict[str, Json] = {str(column): [one.plant for one in plants] for column, plants in after.items()}
    into = _into(after, {"into": into})
    given, drawn = _drawn(given, kinds if is_known else {}, after, settings, (("_into", str(into)),))
    stalls = (one._replace(tiles=tuple(replace(tile, has_owner=False) for tile in one.tiles)) for one in drawn.stalls)
    return given, replace(drawn, stalls=tuple(stalls), into=into)


def draw_costs(
    given: Answers, settings: Mapping[str, int], options: Options
) -> tuple[Answers, dict[str, tuple[int, ...]]]:
    """The answers as they are, and what each action costs: on a field alone and beside another player's plant, else the same."""
    both = {one: tuple(cost(one, others_plant=beside).answer.ap for beside in (False, True)) for one in ACTIONS}
    return given, {one: costs if one in ON_A_FIELD else costs[:1] for one, costs in both.items()}


def _into(columns: Mapping[int, tuple[Lying, ...]], settings: Mapping[str, int]) -> int:
    """The column that plants are laid in now: the one chosen last while it has room, else the first that has."""
    with_room = [column for column in MARKET if len(columns[column]) < MARKET[column]]
    chosen = settings.get("into", 0)
    return chosen if chosen in with_room else next(iter(with_room), 0)


def _aimed(settings: Mapping[str, int], into: int) -> Mapping[str, int]:
    """The taps, one on an owner or a kind as one that lays a plant in that column."""
    return {**settings, "add": into} if "put" in settings else settings


def _draw_plants(
    given: Answers, settings: Mapping[str, int], options: Options, *, name: str, most: int
) -> tuple[Answers, DrawnPlants | None]:
    """The answers with the plants drawn; once anything else is said, a place without any is said to be empty."""
    named = _read(given, tuple[Plant, ...], name)
    if named is None or len(named) > most:
        return given, None
    plants = [*named]
    if "load" in settings and len(plants) < most:
        plants.append(Plant(*_brush(settings)))
    if 0 < settings.get("unload", 0) <= len(plants):
        del plants[settings["unload"] - 1]
    is_known = bool(plants or given or settings)
    sent = pairs({name: encode(tuple(plants))} if is_known else {}, says_empty=True)
    others = {key: one for key, one in given.items() if key != name}
    tiles = tuple(DrawnPlant(one.plant, one.seat) for one in plants)
    return {**others, **tree(sent)}, DrawnPlants(
        *_brush(settings), tuple(sent), tiles=tiles, has_room=len(plants) < most
    )


draw_boat: Final = partial(_draw_plants, name="boat", most=PLANTS_EACH * PLAYERS[-1])
draw_field: Final = partial(_draw_plants, name="plants", most=PLANTS_A_FIELD)


def _read(given: Answers, shape: Any, name: str = "columns") -> Any:
    """What the answers say of this name; None where it cannot be read."""
    answer = given.get(name)
    if not answer or answer == [EMPTY]:
        return {} if unwrap(shape).kind == "map" else ()
    return read_as(shape, answer, PLAYERS[-1], "NI-1")


def _on_market(named: tuple[FullColumn, ...]) -> dict[int, FullColumn] | None:
    """Each full column in the first place of its length; None where the market has no such place left."""
    laid: dict[int, FullColumn] = {}
    for plants in named:
        place = next((one for one in MARKET if MARKET[one] == len(plants) and one not in laid), None)
        if place is None:
            return None
        laid[place] = plants
    return laid


def _plants(column: int, settings: Mapping[str, int]) -> list[Scored]:
    found: list[Scored] = []
    # One less than it holds: full columns are answers, and come from there.
    for square in range(MARKET[column] - 1):
        number = settings.get(f"m{column}{square}")
        if number is None:
            break
        seat, state = divmod(number, 10)
        if seat >= PLAYERS[-1] or state >= len(CONDITIONS):
            break
        found.append(Scored(seat, CONDITIONS[state]))
    return found


def _tapped(
    columns: Mapping[int, tuple[Lying, ...]], settings: Mapping[str, int], fresh: Lying
) -> dict[int, tuple[Lying, ...]]:
    """The columns after the tap: a fresh plant laid, one made worse, or the last of a column taken away."""
    after: dict[int, tuple[Lying, ...]] = dict(columns)
    add, drop = settings.get("add", 0), settings.get("drop", 0)
    column, square = divmod(settings.get("worse", 0), 10)
    if add in after and len(after[add]) < MARKET[add]:
        after[add] = (*after[add], fresh)
    if drop in after:
        after[drop] = after[drop][:-1]
    if column in after and square < len(after[column]):
        plants = [*after[column]]
        state = CONDITIONS[(CONDITIONS.index(plants[square].state) + 1) % len(CONDITIONS)]
        plants[square] = replace(plants[square], state=state)
        after[column] = tuple(plants)
    return after


def _fresh(settings: Mapping[str, int]) -> Sold:
    return Sold(*_brush(settings), CONDITIONS[0])


def _brush(settings: Mapping[str, int]) -> tuple[int, Kind]:
    """Whose plant a tap lays, and of which kind."""
    return min(settings.get("whose", 0), PLAYERS[-1] - 1), KINDS[min(settings.get("kind", 0), len(KINDS) - 1)]


def _drawn(
    given: Answers,
    sent_columns: Json,
    columns: Mapping[int, tuple[Sold | Scored, ...]],
    settings: Mapping[str, int],
    kept: tuple[tuple[str, str], ...] = (),
) -> tuple[Answers, DrawnMarket]:
    """The answers with these columns, or as if nothing had been said of them where there are none; and the drawing."""
    others = {name: one for name, one in given.items() if name != "columns"}
    sent = pairs({"columns": sent_columns}, says_empty=bool(sent_columns))
    stalls = tuple(stall(column, columns[column]) for column in MARKET)
    return {**others, **tree(sent)}, DrawnMarket(*_brush(settings), (*sent, *kept), stalls=stalls)
