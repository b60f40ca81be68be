"""The moves of a side: those that are offered, and any other legal way of a mech that a player enters.

No move is offered while dice or an aim are pending.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.documents import Record, read_as
from companion.data.rulebook import rule
from companion.games.mechalyte.model import LEVELS, ROOM
from companion.games.mechalyte.rules.battlefield import zone_name
from companion.games.mechalyte.rules.routes import Way, best_ways, obstacle
from companion.games.mechalyte.tracker.state import NAMES, TURN_PHASES, Mech, State, Terms
from companion.play.game_states import read_move
from companion.play.tracker import Move


class BeginMove(Record):
    """The side that begins, by number, or a die that decides."""

    who: Annotated[
        Literal["0", "1", "die"],
        BeforeValidator(lambda who: str(who) if isinstance(who, int) else who),
    ]


class BuildMove(Record):
    """A mech of a level, built in a Factory."""

    level: int
    factory: str


class WalkMove(Record):
    """A mech and the zones that it enters, in order, as a list or as a text with spaces between them."""

    mech: str
    path: Annotated[
        tuple[Annotated[str, Field(max_length=3)], ...],
        Field(min_length=1, max_length=99),
        BeforeValidator(lambda path: path.split() if isinstance(path, str) else path),
    ]


class CombatMove(Record):
    """A combat in a zone."""

    zone: str


class PhaseMove(Record):
    """A later phase of the turn, or its end."""

    to: Literal["move", "combat", "end"]


MOVES: dict[str, type[Record]] = {
    "begin": BeginMove,
    "build": BuildMove,
    "move": WalkMove,
    "combat": CombatMove,
    "phase": PhaseMove,
}
ON = {"move": "Go on to moving", "combat": "Go on to combat", "end": "End the turn"}


def legal_moves(state: State, seat: int, terms: Terms) -> tuple[Move, ...]:
    """Return the legal moves of a seat, for a mech only the best way to each zone."""
    if state.roll or state.phase in ("specs", "over"):
        return ()
    if state.phase == "begin":
        return tuple(_begin_moves())
    if seat != state.active:
        return ()
    own = {"build": _builds, "move": _walks, "combat": _combats}[state.phase]
    return (*own(state, terms), *_phase_moves(state))


@rule("first-player")
def _begin_moves() -> Iterator[Move]:
    for side, name in enumerate(NAMES):
        yield Move(name="begin", values={"who": str(side)}, label=f"{name} begins")
    yield Move(name="begin", values={"who": "die"}, label="Let a die decide who begins")


def _phase_moves(state: State) -> Iterator[Move]:
    for to in ("move", "combat", "end")[TURN_PHASES.index(state.phase) :]:
        yield Move(name="phase", values={"to": to}, label=ON[to])


@rule("build-cost", "build-points", "factory-room")
def _builds(state: State, terms: Terms) -> Iterator[Move]:
    """Yield a mech of each level that the points pay for, in each Factory with room (facts 38 to 41)."""
    if terms.spare(state, state.active) == 0:
        return
    for factory in terms.places("factory", state.active):
        if len(state.standing(factory, state.active)) >= ROOM:
            continue
        if terms.rulings["besieged-factory"] == "no" and state.standing(factory, 1 - state.active):
            continue
        for level in LEVELS:
            if level <= state.points[state.active]:
                label = f"Build a level {level} mech in {factory} for {plural(level, 'point')}"
                yield Move(name="build", values={"level": level, "factory": factory}, label=label)


def _walks(state: State, terms: Terms) -> Iterator[Move]:
    """Yield for each mech that has not moved the best way to each zone in reach."""
    for mech in state.mechs_of(state.active):
        if mech.done:
            continue
        mobility = terms.ratings(state, mech).mobility
        for way in best_ways(terms.field, terms.zones[mech.zone], mobility, terms.traffic(state, mech)).values():
            yield _walk(mech, way, terms)


def _walk(mech: Mech, way: Way, terms: Terms) -> Move:
    path = [zone_name(terms.field, zone) for zone in way.path]
    by = f" by way of {join_words(path[:-1])}" if path[1:] else ""
    shots = f", drawing {plural(way.shots, 'opportunity shot')}" if way.shots else ""
    label = f"Move {mech.id} from {mech.zone} to {path[-1]}{by}{shots}"
    return Move(name="move", values={"mech": mech.id, "path": path}, label=label)


@rule("combat", "combat-choice")
def _combats(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the zones in which the side may start a combat: each once, in the order of the ruling (facts 50 to 52)."""
    order = combat_order(state.active, terms)
    if terms.rulings["zone-order"] == "left-to-right" and state.fought:
        order = order[max(map(order.index, state.fought)) + 1 :]
    for zone in order:
        if zone not in state.fought and state.standing(zone, 0) and state.standing(zone, 1):
            yield Move(name="combat", values={"zone": zone}, label=f"Start a combat in {zone}")


def combat_order(side: int, terms: Terms) -> tuple[str, ...]:
    """Return the zones from a side's home row forward, left to right as that player sees them."""
    names = tuple(terms.zones)
    return names[::-1] if side else names


def relaxed_moves(state: State, seat: int, terms: Terms) -> tuple[Move, ...]:
    """Return moves outside the rules: another move of a mech that has moved, another combat in the same zone."""
    if state.roll or seat != state.active:
        return ()
    if state.phase == "move":
        return tuple(_second_walks(state, terms))
    return tuple(_second_combats(state)) if state.phase == "combat" else ()


def _second_walks(state: State, terms: Terms) -> Iterator[Move]:
    for mech in state.mechs_of(state.active):
        if not mech.done:
            continue
        warning = f"{mech.id} has moved already: a mech moves once a turn."
        mobility = terms.ratings(state, mech).mobility
        for way in best_ways(terms.field, terms.zones[mech.zone], mobility, terms.traffic(state, mech)).values():
            yield _walk(mech, way, terms).model_copy(update={"warning": warning})


def _second_combats(state: State) -> Iterator[Move]:
    for zone in dict.fromkeys(state.fought):
        if state.standing(zone, 0) and state.standing(zone, 1):
            warning = f"{zone} was fought in already: a zone is fought in once a turn."
            yield Move(name="combat", values={"zone": zone}, label=f"Start another combat in {zone}", warning=warning)


def requested_move(state: State, seat: int, name: str, values: JsonMapping, terms: Terms) -> Move:
    """Return the move that a seat requests; InvalidInput says why it is not possible, and what is."""
    if first := _required_first(state):
        raise InvalidInput(InputError("move", quote(name), first))
    if name == "move" and state.phase == "move" and seat == state.active:
        return _read_walk(state, read_as(WalkMove, dict(values)), terms)
    return read_move(legal_moves(state, seat, terms), MOVES, name, values)


def _required_first(state: State) -> str:
    """Return what must happen before any move, "" where nothing must."""
    if state.roll:
        return "the dice or the aim that the game waits for first"
    if state.phase == "specs":
        return "both build specs first"
    return "nothing: the game is over" if state.phase == "over" else ""


@rule("mobility")
def _read_walk(state: State, walk: WalkMove, terms: Terms) -> Move:
    """Return the move along a way, checked zone by zone; InvalidInput names the zone that it cannot enter."""
    movable = [mech for mech in state.mechs_of(state.active) if not mech.done]
    mech = next((mech for mech in movable if mech.id == walk.mech), None)
    if mech is None:
        names = [candidate.id for candidate in movable]
        expected = f"one that has not moved: {join_words(names, 'or')}" if names else "nothing: all have moved"
        raise InvalidInput(InputError("mech", quote(walk.mech), expected))
    unknown = [zone for zone in walk.path if zone not in terms.zones]
    if unknown:
        raise InvalidInput(InputError("path", quote(unknown[0]), f"zones: {', '.join(terms.zones)}"))
    mobility = terms.ratings(state, mech).mobility
    if len(walk.path) > mobility:
        count = plural(len(walk.path), "zone")
        raise InvalidInput(InputError("path", count, f"at most {mobility}, the Mobility of {mech.id}"))
    traffic, at, shots = terms.traffic(state, mech), terms.zones[mech.zone], 0
    for name in walk.path:
        zone = terms.zones[name]
        if why := obstacle(terms.field, at, zone, traffic):
            raise InvalidInput(InputError("path", " ".join(walk.path), f"another way: {why}"))
        shots += at in traffic.held
        at = zone
    return _walk(mech, Way(tuple(terms.zones[name] for name in walk.path), shots), terms)
