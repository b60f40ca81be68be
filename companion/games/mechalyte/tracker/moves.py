"""The moves of a side: those that are offered, and any other legal way of a mech that a player enters.

No move is offered while dice or an aim are pending. Moves are kept and offered again, at other tables too: whoever gets
one must not change its values.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.documents import Record, read_as
from companion.data.rulebook import rule
from companion.games.mechalyte.model import LEVELS, ROOM
from companion.games.mechalyte.rules import battlefield
from companion.games.mechalyte.rules.battlefield import zone_name, zones_by_name
from companion.games.mechalyte.rules.routes import Traffic, Way, best_ways, obstacle
from companion.games.mechalyte.tracker.state import NAMES, TURN_PHASES, Mech, Phase, State, Terms
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
        return _begin_moves(terms.is_worded)
    if seat != state.active:
        return ()
    own = {"build": _builds, "move": _walks, "combat": _combats}[state.phase]
    return (*own(state, terms), *_phase_moves(state.phase, terms.is_worded))


@cache
@rule("first-player")
def _begin_moves(is_worded: bool) -> tuple[Move, ...]:
    labels = {"0": f"{NAMES[0]} begins", "1": f"{NAMES[1]} begins", "die": "Let a die decide who begins"}
    return tuple(
        Move(name="begin", values={"who": who}, label=label if is_worded else "") for who, label in labels.items()
    )


@cache
def _phase_moves(phase: Phase, is_worded: bool) -> tuple[Move, ...]:
    following = ("move", "combat", "end")[TURN_PHASES.index(phase) :]
    return tuple(Move(name="phase", values={"to": to}, label=ON[to] if is_worded else "") for to in following)


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
                yield _build(level, factory, terms.is_worded)


@cache
def _build(level: int, factory: str, is_worded: bool) -> Move:
    label = f"Build a level {level} mech in {factory} for {plural(level, 'point')}" if is_worded else ""
    return Move(name="build", values={"level": level, "factory": factory}, label=label)


def _walks(state: State, terms: Terms) -> list[Move]:
    """Return for each mech that has not moved the best way to each zone in reach."""
    found: list[Move] = []
    for mech, traffic in terms.traffics(state, state.active):
        if not mech.done:
            found += _walks_of(state, mech, traffic, terms)
    return found


def _walks_of(state: State, mech: Mech, traffic: Traffic, terms: Terms) -> tuple[Move, ...]:
    """Return the best way of a mech of the active side to each zone in reach."""
    mobility = terms.ratings(state, mech).mobility
    return _ways_as_moves(mech.id, mech.zone, mobility, traffic, terms.field, terms.is_worded)


@lru_cache(maxsize=4096)
def _ways_as_moves(
    mech: str, at: str, mobility: int, traffic: Traffic, field: battlefield.Field, is_worded: bool
) -> tuple[Move, ...]:
    """Return the best ways of a mech as moves; kept, for most mechs meet the same others in many positions."""
    ways = best_ways(field, zones_by_name(field)[at], mobility, traffic).values()
    return tuple([_walk(mech, at, way, field, is_worded) for way in ways])


def _walk(mech: str, at: str, way: Way, field: battlefield.Field, is_worded: bool) -> Move:
    path = tuple(zone_name(field, zone) for zone in way.path)
    if not is_worded:
        return _walk_move(mech, path, "")
    by = f" by way of {join_words(path[:-1])}" if path[1:] else ""
    shots = f", drawing {plural(way.shots, 'opportunity shot')}" if way.shots else ""
    return _walk_move(mech, path, f"Move {mech} from {at} to {path[-1]}{by}{shots}")


@lru_cache(maxsize=8192)
def _walk_move(mech: str, path: tuple[str, ...], label: str) -> Move:
    return Move(name="move", values={"mech": mech, "path": list(path)}, label=label)


@rule("combat", "combat-choice")
def _combats(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the zones in which the side may start a combat: each once, in the order of the ruling (facts 50 to 52)."""
    order = combat_order(state.active, terms)
    if terms.rulings["zone-order"] == "left-to-right" and state.fought:
        order = order[max(map(order.index, state.fought)) + 1 :]
    contested = state.contested
    for zone in order:
        if zone in contested and zone not in state.fought:
            yield _combat(zone, terms.is_worded)


@cache
def _combat(zone: str, is_worded: bool) -> Move:
    return Move(name="combat", values={"zone": zone}, label=f"Start a combat in {zone}" if is_worded else "")


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
    for mech, traffic in terms.traffics(state, state.active):
        if not mech.done:
            continue
        warning = f"{mech.id} has moved already: a mech moves once a turn."
        for move in _walks_of(state, mech, traffic, terms):
            yield move.model_copy(update={"warning": warning})


def _second_combats(state: State) -> Iterator[Move]:
    for zone in dict.fromkeys(state.fought):
        if zone in state.contested:
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
    way = Way(tuple(terms.zones[name] for name in walk.path), shots)
    return _walk(mech.id, mech.zone, way, terms.field, terms.is_worded)
