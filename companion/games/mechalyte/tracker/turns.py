"""The effect of each event on the game: specs, turns, builds, walks under fire, combats, corrections, the end.

Each function returns the new state; its `news` are the sentences about the event.
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
    """Return the state after an event and everything that follows from it without dice."""
    state = _update(state, news=())
    if event.kind == "seal":
        assert event.seat is not None
        after = _write_spec(state, event.seat, event.secret["spec"])
    elif event.kind == "void":
        assert event.seat is not None
        after = _update(
            state, f"{NAMES[event.seat]} writes its spec anew.", specs=_set_side(state.specs, event.seat, "")
        )
    elif event.kind == "open":
        sentences = [f"{name}'s spec is {spec}." for name, spec in zip(NAMES, state.specs, strict=True)]
        after = _update(state, *sentences, revealed=True, phase="begin")
    elif event.kind == "move":
        after = _MOVES[event.values["name"]](state, event.values, terms)
    elif event.kind == "faces":
        after = _update(state, roll=add_faces(state.roll, event))
    else:
        after = _correct(state, event.values["field"], event.values["value"])
    return _judge_elimination(_go_on(after, terms), terms)


def _update(state: State, *news: str, **changed: Any) -> State:
    """Return a state with some fields changed and sentences added to its news."""
    sentences = (*changed.pop("news", state.news), *news)
    return state.model_copy(update={**changed, "news": sentences})


def _set_side(pair: tuple[Any, Any], side: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


def _with_mech(state: State, mech: Mech, *news: str) -> State:
    """Return a state in which a mech has changed; one of level 0 is destroyed."""
    changed = [mech if other.id == mech.id else other for other in state.mechs]
    return _update(state, *news, mechs=tuple([other for other in changed if other.level]))


def _write_spec(state: State, seat: int, spec: str) -> State:
    return _update(state, f"{NAMES[seat]} has written its spec.", specs=_set_side(state.specs, seat, spec))


def _begin(state: State, values: JsonMapping, terms: Terms) -> State:
    if values["who"] == "die":
        return _update(state, roll=PendingRoll(kind="begin"))
    return _first_turn(state, int(values["who"]))


def _first_turn(state: State, side: int) -> State:
    return _update(state, f"{NAMES[side]} begins.", phase="build", active=side, turn=1, roll=None)


@rule("build-cost", "build-points")
def _build(state: State, values: JsonMapping, _: Terms) -> State:
    """Pay a mech's level and put it in its Factory (fact 38)."""
    side, level, factory = state.active, values["level"], values["factory"]
    number, points_left = state.built[side] + 1, state.points[side] - level
    mech = Mech(id=f"{'AB'[side]}{number}", side=side, level=level, zone=factory)
    sentence = f"{NAMES[side]} builds {mech.id}, level {level}, in {factory}: {plural(points_left, 'point')} left."
    return _update(
        state,
        sentence,
        mechs=(*state.mechs, mech),
        built=_set_side(state.built, side, number),
        points=_set_side(state.points, side, points_left),
    )


def _move(state: State, values: JsonMapping, _: Terms) -> State:
    """Start a walk; a mech that moves again, outside the rules, has its full Mobility again."""
    mech = state.mech(values["mech"])
    if mech.done:
        state = _with_mech(state, mech.model_copy(update={"moved": 0, "done": False}))
    return _update(state, walk=Walk(mech=values["mech"], path=tuple(values["path"])))


def _fight(state: State, values: JsonMapping, terms: Terms) -> State:
    zone = values["zone"]
    roll = terms.begin_roll(state, "combat", zone)
    return _update(state, f"{NAMES[state.active]} starts a combat in {zone}.", roll=roll)


@rule("turn-order")
def _leave_phase(state: State, values: JsonMapping, terms: Terms) -> State:
    """Go on to a later phase, or end the turn (facts 36, 37)."""
    if values["to"] != "end":
        return _update(state, f"{NAMES[state.active]} goes on to the {values['to']} phase.", phase=values["to"])
    if _takes_headquarters(state, state.active, terms, "end-of-combat"):
        return _win_headquarters(state, state.active)
    side = 1 - state.active
    state = _update(
        _reset_moves(state), f"Turn {state.turn + 1}: {NAMES[side]}.", turn=state.turn + 1, active=side, phase="build"
    )
    return _win_headquarters(state, side) if _takes_headquarters(state, side, terms, "next-turn") else state


def _reset_moves(state: State) -> State:
    """Return a state in which no mech has moved and no zone was fought in."""
    ready = {"moved": 0, "done": False}
    mechs = tuple([mech.model_copy(update=ready) if mech.moved or mech.done else mech for mech in state.mechs])
    return _update(state, mechs=mechs, fought=())


_MOVES = {"begin": _begin, "build": _build, "move": _move, "combat": _fight, "phase": _leave_phase}


def _go_on(state: State, terms: Terms) -> State:
    """End complete rolls and continue a walk, until the next dice or move."""
    while state.result is None:
        if state.roll:
            if rolls.is_waiting(state, terms):
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
    """Take the next step; a mech that leaves enemies is shot at first (facts 46 to 48)."""
    mech = state.mech(walk.mech)
    if not walk.path or mech.moved >= terms.ratings(state, mech).mobility:
        return _stop(state, mech, walk)
    if state.standing(mech.zone, 1 - mech.side):
        roll = terms.begin_roll(state, "shot", mech.zone)
        return _update(state, f"{mech.id} leaves {mech.zone} under fire.", roll=roll)
    return _step(state, walk, mech, terms)


def _stop(state: State, mech: Mech, walk: Walk) -> State:
    """End a mech's move, perhaps before the end of its way."""
    sentence = (
        f"{mech.id} stops in {mech.zone}: its Mobility is used up." if walk.path else f"{mech.id} is in {mech.zone}."
    )
    return _update(_with_mech(state, mech.model_copy(update={"done": True})), sentence, walk=None)


def _step(state: State, walk: Walk, mech: Mech, terms: Terms) -> State:
    """Enter the next zone; where entering the enemy Headquarters is enough, this wins."""
    zone, path = walk.path[0], walk.path[1:]
    mech = mech.model_copy(update={"zone": zone, "moved": mech.moved + 1})
    state = _update(_with_mech(state, mech), walk=walk.model_copy(update={"path": path}))
    if _takes_headquarters(state, mech.side, terms, "move"):
        return _win_headquarters(_update(state, f"{mech.id} enters {zone}.", walk=None), mech.side)
    return state


@rule("opportunity-mobility")
def _end_shot(state: State, terms: Terms) -> State:
    """Let a survivor take its step as its Mobility and the ruling allow (facts 78 to 80)."""
    walk, outcome = state.walk, rolls.run(state, terms).outcome
    assert walk and outcome
    before = state.mech(walk.mech)
    mech = before.model_copy(update={"level": outcome["level"]})
    state = _update(_with_mech(state, mech), _describe_fall(mech.id, before.level, mech.level), roll=None)
    if not mech.level:
        return _update(state, walk=None)
    if outcome["mobility_left"]:
        return _step(state, walk, mech, terms)
    if terms.rulings["stopped-mech"] == "stays":
        return _stop(state, mech, walk)
    state = _step(state, walk, mech, terms)
    return _stop(state, state.mech(mech.id), state.walk) if state.walk else state


def _describe_fall(name: str, before: int, after: int) -> str:
    if before == after:
        return f"{name} is unharmed."
    return f"{name} falls from level {before} to {after}." if after else f"{name} is destroyed."


def _end_combat(state: State, terms: Terms) -> State:
    """Apply the losses of a combat; the die of a destroyed mech is spare again (fact 65)."""
    assert state.roll
    zone = state.roll.zone
    levels = {fighter.id: fighter.level for side in rolls.fight(state, terms).sides for fighter in side}
    fallen = [mech for mech in state.mechs if mech.zone == zone and levels.get(mech.id) != mech.level]
    sentence = f"The combat in {zone} is over{'.' if fallen else ': nothing has changed.'}"
    state = _update(state, sentence, roll=None, fought=(*state.fought, zone))
    for mech in fallen:
        level = levels.get(mech.id, 0)
        state = _with_mech(state, mech.model_copy(update={"level": level}), _describe_fall(mech.id, mech.level, level))
    return state


_ENDINGS = {"begin": _end_beginning, "shot": _end_shot, "combat": _end_combat}


def _takes_headquarters(state: State, side: int, terms: Terms, moment: Any) -> bool:
    """Return whether a side takes the enemy Headquarters at this moment, by the ruling."""
    (zone,) = terms.places("headquarters", 1 - side)
    own, enemies = len(state.standing(zone, side)), len(state.standing(zone, 1 - side))
    return wins_by_capture(terms.rulings, own, enemies, moment)


def _win_headquarters(state: State, side: int) -> State:
    return _end_game(state, (side,), f"{NAMES[side]} has taken the Headquarters of side {'BA'[side]}.")


def _end_game(state: State, winners: tuple[int, ...], why: str) -> State:
    return _update(state, why, phase="over", result=Result(winners=winners, why=why))


@rule("no-army")
def _judge_elimination(state: State, terms: Terms) -> State:
    """End the game where a side, or both, has neither mechs nor points, if the ruling makes that a loss."""
    if state.result or state.phase not in TURN_PHASES:
        return state
    losers = [side for side in (0, 1) if is_eliminated(terms.rulings, len(state.mechs_of(side)), state.points[side])]
    if not losers:
        return state
    names = join_words([NAMES[side] for side in losers])
    why = f"{names} {'have' if losers[1:] else 'has'} no mechs and no points left."
    return _end_game(state, tuple({0, 1} - set(losers)), why)


def _correct(state: State, field: str, value: Any) -> State:
    """Set a value by hand; when the active side changes, its turn begins anew."""
    name, _, target = field.partition(".")
    sentence = f"Set by hand: {_describe_correction(name, target, value)}."
    if name == "points":
        return _update(state, sentence, points=_set_side(state.points, "ab".index(target), value))
    if name in ("level", "zone"):
        return _with_mech(state, state.mech(target).model_copy(update={name: value}), sentence)
    if name == "active":
        return _update(_reset_moves(state), sentence, active="ab".index(value))
    return _update(state, sentence, **{name: value})


def _describe_correction(name: str, target: str, value: Any) -> str:
    """Return the corrected value in words."""
    if name == "points":
        return f"{NAMES['ab'.index(target)]} has {plural(value, 'build point')}"
    if name == "level":
        return f"{target} is level {value}" if value else f"{target} is destroyed"
    if name == "zone":
        return f"{target} is in {value}"
    if name == "active":
        return f"it is {NAMES['ab'.index(value)]}'s turn"
    return f"it is turn {value}" if name == "turn" else f"it is the {value} phase"
