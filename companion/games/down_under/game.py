"""Down Under as a record of what it can do, and the disputes it brings to a table, with who settles each."""

from collections.abc import Mapping, Sequence
from typing import Final

from companion.engine.declare import OPEN, declare
from companion.engine.disputes import dispute
from companion.engine.game import Answers, Game, Options, Pieces, RulingKind, Viewer
from companion.engine.rulings import Json
from companion.engine.text import say
from companion.games.down_under import COVER, paper
from companion.games.down_under.board import view
from companion.games.down_under.board.box import TILES_OF_THE_BOX
from companion.games.down_under.board.judging import JudgeBoard, draw, draw_placement, draw_walk
from companion.games.down_under.board.presumed import Draw, loop, meeting, presuming
from companion.games.down_under.rules import catching_up, options, play, setup, views, ways
from companion.games.down_under.rules.area import judge_area
from companion.games.down_under.rules.billabong import curves_left
from companion.games.down_under.rules.board import touching
from companion.games.down_under.rules.catching_up import PAPER
from companion.games.down_under.rules.components import COLOURS, DEALT, WORDS, Cell, Colour
from companion.games.down_under.rules.going_on import judge_going_on
from companion.games.down_under.rules.meeting import judge_billabong
from companion.games.down_under.rules.placement import AskedArea, judge_placement
from companion.games.down_under.rules.route import judge_route, judge_walk, longest
from companion.games.down_under.rules.score import judge_final_score, routes_on
from companion.games.down_under.rules.state import State
from companion.games.down_under.rules.tiles import tile_json
from companion.games.down_under.rules.ways import judge_turnable
from companion.games.down_under.words import lesson, story
from companion.games.down_under.words.clauses import CLAUSES, EDITIONS, TERMS
from companion.games.down_under.words.open_questions import OPEN_QUESTIONS

LYING: Final = "lying"
"""The form's own number of the tiles that lay there before a tap."""
JUST_LAID: Final = "fresh"
"""The form's own number for the tile that is chosen because it was laid last, and not because it was tapped."""

LAYS: Final = frozenset(("tap", "way"))
"""What lays a tile."""


def _laying(draw: Draw) -> Draw:
    """The drawing where shape and colour are those of the next tile, until one that lies there has been tapped."""

    def drawn(given: Answers, settings: Mapping[str, int], options: Options) -> tuple[Answers, JudgeBoard | None]:
        last = settings.get(JUST_LAID)
        is_for_next = last == settings.get("at") and ("shape" in settings or "colour" in settings)
        tapped = {name: number for name, number in settings.items() if name != "at" or not is_for_next}
        after, shown = draw(given, tapped, options)
        if shown is None:
            return after, None
        lying, chosen = len(shown.sketch.tiles), shown.sketch.chosen
        kept = [*shown.kept, (LYING, lying)]
        if chosen is not None and (chosen + 1 == last or (LAYS & settings.keys() and lying > settings.get(LYING, 0))):
            kept.append((JUST_LAID, chosen + 1))
            shown = shown._replace(is_fresh=True)
        elif chosen is not None:
            # A tile that was tapped is changed by what is in the tray.
            shown = shown._replace(ways=())
        return after, shown._replace(kept=tuple(kept))

    return drawn


def _tiles(state: State) -> list[Json]:
    return [tile_json(tile) for tile in state.tiles]


def _known_walk(state: State, viewer: Viewer) -> Json:
    """The route followed last; else the longest one that lies here, of the player in turn if there is one."""
    if not state.tiles:
        last = next(reversed(state.walked.values()), ())
        return {"cells": [[*cell] for cell in last], "tiles": []} if last else None
    found = routes_on(state)
    own = longest(found, state.colours_of(state.turn or 0)[0]) or next(iter(found), None)
    return {"cells": [[path.x, path.y] for path in own.paths], "tiles": _tiles(state)} if own else None


def _known_placement(state: State, viewer: Viewer) -> Json:
    """The last tile laid, before it those that lay there already."""
    # A billabong is judged by a question of its own.
    if not state.tiles or state.area is None or state.tiles[-1].kind == "billabong":
        return None
    *before, last = state.tiles
    # Only the first tile of a colour need not join its own route (DU-15, DU-16).
    turn = 2 if any(tile.colour == last.colour for tile in before) else 1
    return {"tiles": _tiles(state)[:-1], "tile": tile_json(last), "area": [*state.area], "turn": turn}


def _known_turnable(state: State, viewer: Viewer) -> Json:
    loops = (one for chain in state.ground.network.chains if chain.is_loop for one in chain.colours)
    # What marks a fixed area is no one's to turn, even where it is a loop (DU-51).
    looped = next((one for one in loops if one in state.colours), None)
    return None if looped is None else {"tiles": _tiles(state), "colour": looped}


def _known_going_on(state: State, viewer: Viewer) -> Json:
    """The player in turn, with the first colour that goes on."""
    if state.turn is None or state.area is None:
        return None
    return {"tiles": _tiles(state), "colour": _next_colour(state, state.turn), "area": [*state.area]}


def _next_colour(state: State, seat: int) -> Colour:
    """The first of the player's colours that goes on, else the first."""
    return (*state.waiting(seat), *state.colours_of(seat))[0]


def _tray(state: State) -> Mapping[str, int]:
    """The next tile laid for the judge has the colour of whose turn it is."""
    return {} if state.turn is None else {"ink": COLOURS.index(_next_colour(state, state.turn))}


def _known_billabong(state: State, viewer: Viewer) -> Json:
    """The cell a billabong is called for, else the one where the routes of most players lead, newest first."""
    found = state.meetings[0].cell if state.meetings else _met_most(state)
    mover = state.placed_last
    if found is None or mover is None:
        return None
    left: dict[str, Json] = {str(colour): curves for colour, curves in curves_left(state).items()}
    return {"tiles": _tiles(state), "cell": [*found], "mover": mover, "curves_left": left}


def _met_most(state: State) -> Cell | None:
    """The free cell where the routes of most players lead; of several one beside the newest tile. None without any."""
    led, near = state.ground.led_to, touching(state.tiles[-1].cell) if state.tiles else set()
    return max(led, key=lambda cell: (len(led[cell]), cell in near, -cell[1], -cell[0]), default=None)


def _dealt(colours: Sequence[int]) -> Options:
    own = [COLOURS[number] for number in colours]
    # The option names every colour of the box, the unplayed ones last.
    return {DEALT: " ".join((*own, *(one for one in COLOURS if one not in own)))}


PIECES: Final[Pieces[State]] = Pieces(
    len(COLOURS),
    lambda state: tuple(COLOURS.index(state.colours_of(seat)[0]) for seat in range(state.seats)),
    _dealt,
    lambda state: {WORDS[colour]: state.seat_of(colour) for colour in state.colours},
)

RULINGS: Final[tuple[RulingKind[State], ...]] = (
    dispute(
        "placement",
        say("May I place this tile there?"),
        say("It must continue its own colour, join no other and stay inside"),
        judge_placement,
        ("DU-15", "DU-16", "DU-17", "DU-18", "DU-20", "DU-21", "DU-22"),
        page={"area": AskedArea},
        options=("terminus_in_span", "variant"),
        known=_known_placement,
        draw=_laying(draw_placement),
        tray=_tray,
    ),
    dispute(
        "route",
        say("How long is a route?"),
        say("Every path numbered, as if counted aloud"),
        judge_route,
        ("DU-14", "DU-41", "DU-42"),
        options=("billabong_ends_count",),
        known=lambda state, viewer: {"tiles": _tiles(state)} if state.tiles else None,
        others=say("The rulebook also says “tiles”, but its example counts paths. Half a path counts as 1."),
        draw=_laying(draw),
        tray=_tray,
    ),
    dispute(
        "walk",
        say("How long is the route I trace?"),
        say("With a finger, on an empty grid or a photo"),
        judge_walk,
        ("DU-14", "DU-41"),
        known=_known_walk,
        draw=draw_walk,
    ),
    dispute(
        "going-on",
        say("Can a player still go on?"),
        say("Every tile that fits, or who is done"),
        judge_going_on,
        ("DU-16", "DU-17", "DU-20", "DU-22", "DU-24", "DU-25"),
        options=("terminus_in_span", "stopping", "variant"),
        known=_known_going_on,
        draw=_laying(draw),
        tray=_tray,
    ),
    dispute(
        "area",
        say("How far can the area still grow?"),
        say("Columns and rows you can still use"),
        judge_area,
        ("DU-4", "DU-6", "DU-20", "DU-21"),
        options=("terminus_in_span",),
        known=lambda state, viewer: {"tiles": _tiles(state), "area": [*state.area]} if state.area else None,
        draw=_laying(draw),
        tray=_tray,
    ),
    dispute(
        "billabong",
        say("Do I place a billabong?"),
        say("Where 2, 3 or 4 routes meet"),
        judge_billabong,
        ("DU-30", "DU-31", "DU-32", "DU-33"),
        options=("outsider_billabong", "variant"),
        known=_known_billabong,
        others=say("The rulebook lets a player who’s stuck place a billabong, but doesn’t say where."),
        draw=presuming(_laying(draw), "mover", meeting),
    ),
    dispute(
        "turnable",
        say("Which tile of a loop may I turn?"),
        say("By 90 degrees, either way"),
        judge_turnable,
        ("DU-24",),
        options=("billabong_ends_count",),
        known=_known_turnable,
        draw=presuming(_laying(draw), "colour", loop),
    ),
    dispute(
        "final-score",
        say("Who won?"),
        say("Longest route, with or without animals"),
        judge_final_score,
        ("DU-40", "DU-41", "DU-42", "DU-43", "DU-44", "DU-53"),
        options=("animals", "billabong_ends_count", "variant"),
        known=lambda state, viewer: {"tiles": _tiles(state), "colours": [*state.colours]} if state.tiles else None,
        draw=_laying(draw),
        tray=_tray,
    ),
)
"""The question that tables ask most stands first."""

GAME: Final[Game[State]] = declare(
    COVER,
    templates="down_under",
    clauses=CLAUSES,
    options=options.OPTIONS,
    moves=play.MOVES,
    rulings=RULINGS,
    lay_out=setup.lay_out,
    start=play.start,
    play=play.play,
    status=views.status,
    put_right=views.put_right,
    view=views.view,
    secrets=OPEN,
    board=view.board,
    held=view.held,
    moment=views.moment,
    narrate=story.NARRATE,
    labels=story.LABELS,
    value_name=story.value_name,
    stands=catching_up.current_standing,
    paper=PAPER,
    edition=say("French rulebook, as we read it"),
    sheet=paper.sheet,
    box=TILES_OF_THE_BOX,
    terms=TERMS,
    editions=EDITIONS,
    open_questions=OPEN_QUESTIONS,
    pieces=PIECES,
    has_rounds=False,
    bgg_id=32154,
    starting=ways.starting,
    screen=view.screen,
    lesson=lesson.lesson,
    story=story.story,
    laid_out=setup.LaidOut,
    in_force=options.in_force,
    idle=options.idle,
)
