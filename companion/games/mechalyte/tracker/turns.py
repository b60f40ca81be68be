"""What each event does to the game: specs, turns, builds, walks under fire, combats, corrections, the end.

Each function returns the state after it; what happened is told in `news`.
"""

from typing import Any

from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.games.mechalyte.rules.battlefield import is_eliminated, wins_by_capture
from companion.games.mechalyte.tracker import rolls
from companion.games.mechalyte.tracker.state import NAMES, TURN_PHASES, Mech, PendingRoll, State, Terms, Walk
from companion.play.game_states import add_faces
from companion.play.log import TableEvent
from companion.play.tracker import Result


def apply_event(state: State, event: TableEvent, terms: Terms) -> State:
    """Return the state after an event, with what follows from it without dice."""
    state = _with(state, news=())
    if event.kind == "seal":
        assert event.seat is not None
        after = _write_spec(state, event.seat, event.secret["spec"])
    elif event.kind == "void":
        assert event.seat is not None
        after = _with(state, f"{NAMES[event.seat]} writes its spec anew.", specs=_set(state.specs, event.seat, ""))
    elif event.kind == "open":
        after = _reveal(state)
    elif event.kind == "move":
        after = _MOVES[event.values["name"]](state, event.values, terms)
    elif event.kind == "faces":
        after = _with(state, roll=add_faces(state.roll, event))
    else:
        after = _correct(state, event.values["field"], event.values["value"])
    return _judge_elimination(_go_on(after, terms), terms)


def _with(state: State, *news: str, **changed: Any) -> State:
    """Return a state with some fields changed and sentences added to its news."""
    told = (*changed.pop("news", state.news), *news)
    return state.model_copy(update={**changed, "news": told})


def _set(pair: tuple[Any, Any], side: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


def _with_mech(state: State, mech: Mech, *news: str) -> State:
    """Return a state in which a mech has changed; one of level 0 is destroyed."""
    mechs = tuple(mech if one.id == mech.id else one for one in state.mechs)
    return _with(state, *news, mechs=tuple(one for one in mechs if one.level))


def _write_spec(state: State, seat: int, spec: str) -> State:
    return _with(state, f"{NAMES[seat]} has written its spec.", specs=_set(state.specs, seat, spec))


def _reveal(state: State) -> State:
    told = [f"{name}'s spec is {spec}." for name, spec in zip(NAMES, state.specs, strict=True)]
    return _with(state, *told, revealed=True, phase="begin")


def _begin(state: State, values: JsonMapping, terms: Terms) -> State:
    if values["who"] == "die":
        return _with(state, roll=PendingRoll(kind="begin"))
    return _first_turn(state, int(values["who"]))


def _first_turn(state: State, side: int) -> State:
    return _with(state, f"{NAMES[side]} begins.", phase="build", active=side, turn=1, roll=None)


@rule("build-cost", "build-points")
def _build(state: State, values: JsonMapping, _: Terms) -> State:
    """Pay a mech's level and put it in its Factory (fact 38)."""
    side, level, factory = state.active, values["level"], values["factory"]
    number, left = state.built[side] + 1, state.points[side] - level
    mech = Mech(id=f"{'AB'[side]}{number}", side=side, level=level, zone=factory)
    told = f"{NAMES[side]} builds {mech.id}, level {level}, in {factory}: {plural(left, 'point')} left."
    return _with(
        state,
        told,
        mechs=(*state.mechs, mech),
        built=_set(state.built, side, number),
        points=_set(state.points, side, left),
    )


def _move(state: State, values: JsonMapping, _: Terms) -> State:
    """Set out; a mech that has moved already, and moves again beside the rules, does so with its whole Mobility."""
    mech = state.mech(values["mech"])
    if mech.done:
        state = _with_mech(state, mech.model_copy(update={"moved": 0, "done": False}))
    return _with(state, walk=Walk(mech=values["mech"], path=tuple(values["path"])))


def _fight(state: State, values: JsonMapping, terms: Terms) -> State:
    zone = values["zone"]
    roll = terms.begin_roll(state, "combat", zone)
    return _with(state, f"{NAMES[state.active]} starts a combat in {zone}.", roll=roll)


@rule("turn-order")
def _leave_phase(state: State, values: JsonMapping, terms: Terms) -> State:
    """Go on to a later phase, or end the turn (facts 36, 37)."""
    if values["to"] != "end":
        return _with(state, f"{NAMES[state.active]} goes on to the {values['to']} phase.", phase=values["to"])
    if _holds(state, state.active, terms, "end-of-combat"):
        return _won_headquarters(state, state.active)
    side = 1 - state.active
    state = _with(
        _rested(state), f"Turn {state.turn + 1}: {NAMES[side]}.", turn=state.turn + 1, active=side, phase="build"
    )
    return _won_headquarters(state, side) if _holds(state, side, terms, "next-turn") else state


def _rested(state: State) -> State:
    """Return a state in which no mech has moved and no zone was fought in."""
    mechs = tuple(mech.model_copy(update={"moved": 0, "done": False}) for mech in state.mechs)
    return _with(state, mechs=mechs, fought=())


_MOVES = {"begin": _begin, "build": _build, "move": _move, "combat": _fight, "phase": _leave_phase}


def _go_on(state: State, terms: Terms) -> State:
    """Do what needs no dice: end rolls that are complete, and walk on as far as the next shot."""
    while state.result is None:
        if state.roll:
            if rolls.run(state, terms).waiting:
                return state
            state = _ENDINGS[state.roll.kind](state, terms)
        elif state.walk:
            state = _walk_on(state, state.walk, terms)
        else:
            return state
    return state


def _end_beginning(state: State, terms: Terms) -> State:
    outcome = rolls.run(state, terms).outcome
    assert outcome
    return _first_turn(state, outcome["begins"])


@rule("opportunity-shot")
def _walk_on(state: State, walk: Walk, terms: Terms) -> State:
    """Take the next step, or be shot at first where enemies stand (facts 46 to 48)."""
    mech = state.mech(walk.mech)
    if not walk.path or mech.moved >= terms.ratings(state, mech).mobility:
        return _stop(state, mech, walk)
    if state.standing(mech.zone, 1 - mech.side):
        roll = terms.begin_roll(state, "shot", mech.zone)
        return _with(state, f"{mech.id} leaves {mech.zone} under fire.", roll=roll)
    return _step(state, walk, mech, terms)


def _stop(state: State, mech: Mech, walk: Walk) -> State:
    """End a mech's move, perhaps short of where it meant to go."""
    told = f"{mech.id} stops in {mech.zone}: its Mobility is used up." if walk.path else f"{mech.id} is in {mech.zone}."
    return _with(_with_mech(state, mech.model_copy(update={"done": True})), told, walk=None)


def _step(state: State, walk: Walk, mech: Mech, terms: Terms) -> State:
    """Enter the next zone; where entering the enemy Headquarters is enough, this wins."""
    zone, rest = walk.path[0], walk.path[1:]
    mech = mech.model_copy(update={"zone": zone, "moved": mech.moved + 1})
    state = _with(_with_mech(state, mech), walk=walk.model_copy(update={"path": rest}))
    if _holds(state, mech.side, terms, "move"):
        return _won_headquarters(_with(state, f"{mech.id} enters {zone}.", walk=None), mech.side)
    return state


@rule("opportunity-mobility")
def _end_shot(state: State, terms: Terms) -> State:
    """Let a survivor take its step as its Mobility and the ruling allow (facts 78 to 80)."""
    walk, outcome = state.walk, rolls.run(state, terms).outcome
    assert walk and outcome
    before = state.mech(walk.mech)
    mech = before.model_copy(update={"level": outcome["level"]})
    state = _with(_with_mech(state, mech), _fall(mech.id, before.level, mech.level), roll=None)
    if not mech.level:
        return _with(state, walk=None)
    if outcome["mobility_left"]:
        return _step(state, walk, mech, terms)
    if terms.rulings["stopped-mech"] == "stays":
        return _stop(state, mech, walk)
    state = _step(state, walk, mech, terms)
    return _stop(state, state.mech(mech.id), state.walk) if state.walk else state


def _fall(name: str, before: int, after: int) -> str:
    if before == after:
        return f"{name} is unharmed."
    return f"{name} falls from level {before} to {after}." if after else f"{name} is destroyed."


def _end_combat(state: State, terms: Terms) -> State:
    """Take the losses of a combat: its dice are spare again where a mech is destroyed (fact 65)."""
    assert state.roll
    zone = state.roll.zone
    levels = {one.id: one.level for side in rolls.fight(state, terms).sides for one in side}
    fallen = [mech for mech in state.mechs if mech.zone == zone and levels.get(mech.id) != mech.level]
    told = f"The combat in {zone} is over{'.' if fallen else ': nothing has changed.'}"
    state = _with(state, told, roll=None, fought=(*state.fought, zone))
    for mech in fallen:
        level = levels.get(mech.id, 0)
        state = _with_mech(state, mech.model_copy(update={"level": level}), _fall(mech.id, mech.level, level))
    return state


_ENDINGS = {"begin": _end_beginning, "shot": _end_shot, "combat": _end_combat}


def _holds(state: State, side: int, terms: Terms, moment: Any) -> bool:
    """Return whether a side takes the enemy Headquarters at that moment, by the ruling."""
    (zone,) = terms.places("headquarters", 1 - side)
    own, enemies = len(state.standing(zone, side)), len(state.standing(zone, 1 - side))
    return wins_by_capture(terms.rulings, own, enemies, moment)


def _won_headquarters(state: State, side: int) -> State:
    return _won(state, (side,), f"{NAMES[side]} has taken the Headquarters of side {'BA'[side]}.")


def _won(state: State, winners: tuple[int, ...], why: str) -> State:
    return _with(state, why, phase="over", result=Result(winners=winners, why=why))


@rule("victory")
def _judge_elimination(state: State, terms: Terms) -> State:
    """End the game where a side, or each, has neither mechs nor points, and the ruling says that it has lost."""
    if state.result or state.phase not in TURN_PHASES:
        return state
    lost = [side for side in (0, 1) if is_eliminated(terms.rulings, len(state.of(side)), state.points[side])]
    if not lost:
        return state
    names = join_words([NAMES[side] for side in lost])
    why = f"{names} {'have' if lost[1:] else 'has'} no mechs and no points left."
    return _won(state, tuple({0, 1} - set(lost)), why)


def _correct(state: State, field: str, value: Any) -> State:
    """Set a value by hand; when the active side changes, its turn begins anew."""
    name, _, of = field.partition(".")
    told = f"Set by hand: {_corrected(name, of, value)}."
    if name == "points":
        return _with(state, told, points=_set(state.points, "ab".index(of), value))
    if name in ("level", "zone"):
        return _with_mech(state, state.mech(of).model_copy(update={name: value}), told)
    if name == "active":
        return _with(_rested(state), told, active="ab".index(value))
    return _with(state, told, **{name: value})


def _corrected(name: str, of: str, value: Any) -> str:
    """Return what is so now, in words."""
    if name == "points":
        return f"{NAMES['ab'.index(of)]} has {plural(value, 'build point')}"
    if name == "level":
        return f"{of} is level {value}" if value else f"{of} is destroyed"
    if name == "zone":
        return f"{of} is in {value}"
    if name == "active":
        return f"it is {NAMES['ab'.index(value)]}'s turn"
    return f"it is turn {value}" if name == "turn" else f"it is the {value} phase"
