"""The view of a seat as JSON, and the game read back from a view; hidden specs are empty in it."""

from dataclasses import replace

from companion.base.json_types import JsonMapping, JsonObject
from companion.dice.throw import Choice, Throw
from companion.games.mechalyte.model import LEVELS, POINTS, SLOTS
from companion.games.mechalyte.rules.battlefield import zone_title
from companion.games.mechalyte.rules.levels import ratings
from companion.games.mechalyte.tracker import rolls
from companion.games.mechalyte.tracker.state import NAMES, SIDES, TURN_PHASES, Mech, State, Terms
from companion.play.game_states import correctable_turn, owe_throw, show_owed
from companion.play.tracker import Correctable, Move, Pending

HIDDEN = {"specs", "revealed", "mechs", "news"}
"""Fields of a state that its view shows in another form."""
WHY = {
    "begin": "say who begins: who has gone longest without winning any game",
    "build": "build mechs, or go on to moving",
    "move": "move mechs, or go on to combat",
    "combat": "start combats, or end the turn",
}


def waiting(state: State, terms: Terms) -> tuple[Pending, ...]:
    """Return the decisions and throws that the game waits for."""
    if state.phase == "over":
        return ()
    if state.phase == "specs":
        pending = tuple(Pending(side, "seal", "write a build spec") for side in (0, 1) if not state.specs[side])
        return pending or (Pending(None, "open", "both specs are written"),)
    if state.roll:
        roll = owe_throw(rolls.run(state, terms))
        if not terms.is_worded:
            return (roll,)
        why = rolls.why(state, terms, roll.why)
        return (replace(roll, why=why, throw=_with_words(roll.throw, why)),)
    seats = (0, 1) if state.phase == "begin" else (state.active,)
    return tuple(Pending(seat, "move", WHY[state.phase]) for seat in seats)


def _with_words(throw: Throw | None, why: str) -> Throw | None:
    if isinstance(throw, Choice):
        return Choice(why, throw.answers, throw.usual, throw.notes, throw.by)
    return throw and replace(throw, why=why)


def view(state: State, seat: int | None, terms: Terms) -> JsonObject:
    """Return the view of a seat, or with None the view that everybody may see."""
    visible = state.model_copy(update={"specs": _visible_specs(state, seat)})
    return {
        **visible.model_dump(mode="json", exclude=HIDDEN),
        "specs": [spec or None for spec in visible.specs],
        "sealed": [bool(spec) and not state.revealed for spec in state.specs],
        "revealed": state.revealed,
        "names": list(NAMES),
        "heading": _heading(state),
        "columns": terms.field.columns,
        "rows": terms.field.rows,
        "zones": _zones(state, terms),
        "mechs": [_mech(state, mech, terms) for mech in state.mechs],
        "levels": [_levels(state, side, spec, terms) for side, spec in enumerate(visible.specs)],
        "spare": [terms.spare(state, side) for side in (0, 1)],
        "rulings": dict(terms.rulings),
        "combat": _combat(state, terms) if state.roll and state.roll.kind == "combat" else None,
        "news": list(state.news),
        "waiting": [show_owed(pending) for pending in waiting(state, terms)],
    }


def _heading(state: State) -> str:
    """Return the turn and phase in words."""
    if state.phase in TURN_PHASES:
        return f"Turn {state.turn}, {state.phase} phase"
    return {"specs": "Build specs", "begin": "Who begins"}.get(state.phase, "The game is over")


def _visible_specs(state: State, seat: int | None) -> tuple[str, str]:
    if state.revealed:
        return state.specs
    first, second = (spec if side == seat else "" for side, spec in enumerate(state.specs))
    return first, second


def _zones(state: State, terms: Terms) -> list[list[JsonObject]]:
    """Return the zones row by row, side A's home row first, each with the ids of the mechs in it."""
    rows: list[list[JsonObject]] = [[] for _ in range(terms.field.rows)]
    for name, zone in terms.zones.items():
        rows[zone[1]].append(
            {
                "zone": name,
                "title": zone_title(terms.field, zone),
                "place": terms.field.place(zone),
                "owner": terms.field.owner(zone),
                "centreline": zone[1] == terms.field.centreline,
                "mechs": {SIDES[side]: [mech.id for mech in state.standing(name, side)] for side in (0, 1)},
                "fought": name in state.fought,
            }
        )
    return rows


def _mech(state: State, mech: Mech, terms: Terms) -> JsonObject:
    """Return a mech with its ratings, and the zones that it may still enter in this turn."""
    rated = terms.ratings(state, mech)
    ratings = {
        name: getattr(rated, name)
        for name in ("modules", "power", "shield", "mobility", "initiative", "armor", "drops_to")
    }
    mobility_left = 0 if mech.done else rated.mobility - mech.moved
    return {**mech.model_dump(mode="json"), **ratings, "mobility_left": mobility_left}


def _levels(state: State, side: int, spec: str, terms: Terms) -> list[JsonObject]:
    """Return the ratings of each level of a spec, and the side's mechs of that level with their zones."""
    if not spec:
        return []
    rows: list[JsonObject] = []
    for level in LEVELS:
        rated = ratings(spec, level, terms.scale)
        standing = [f"{mech.id} {mech.zone}" for mech in state.mechs if (mech.side, mech.level) == (side, level)]
        values = {name: getattr(rated, name) for name in ("power", "shield", "mobility", "initiative")}
        rows.append({"level": level, "module": spec[level - 1], **values, "mechs": standing})
    return rows


def _combat(state: State, terms: Terms) -> JsonObject:
    """Return the combat under way: the countdown, each mech with its layers and the dice still to be rolled at it."""
    combat = rolls.fight(state, terms)
    aimed = dict(combat.aimed)
    assert state.roll
    return {
        "zone": state.roll.zone,
        "countdown": combat.countdown,
        "sides": [
            [
                {
                    "id": fighter.id,
                    "level": fighter.level,
                    "layers": fighter.layers,
                    "waiting": fighter.waiting,
                    "initiative": ratings(state.specs[number], fighter.level, terms.scale).initiative
                    if fighter.level
                    else 0,
                    "dice": aimed.get(fighter.id, 0),
                }
                for fighter in side
            ]
            for number, side in enumerate(combat.sides)
        ],
    }


def read_view(view: JsonMapping) -> State:
    """Return the state that a view shows; a hidden spec is empty."""
    fields = {name: view[name] for name in State.model_fields if name in view}
    mechs = [{name: mech[name] for name in Mech.model_fields} for mech in view["mechs"]]
    return State.model_validate({**fields, "specs": [spec or "" for spec in view["specs"]], "mechs": mechs})


def builds(view: JsonMapping) -> list[JsonObject | None]:
    """Return the specs of a view as builds, None for a hidden one."""
    specs = zip(NAMES, view["specs"], strict=True)
    return [{"game": "mechalyte", "title": f"Spec of {name}", "spec": spec} if spec else None for name, spec in specs]


def correctable(state: State, terms: Terms) -> tuple[Correctable, ...]:
    """Return the fields that may be set by hand between two moves; an unfinished roll is undone instead."""
    if state.phase not in TURN_PHASES or state.roll:
        return ()
    fields = [
        correctable_turn(state.turn),
        Correctable(field="active", label="Whose turn", value=SIDES[state.active], choices=SIDES),
        Correctable(field="phase", label="Phase", value=state.phase, choices=TURN_PHASES, owner=state.active),
    ]
    for side, name in zip(SIDES, NAMES, strict=True):
        value = state.points[SIDES.index(side)]
        label = f"Build points of {name}"
        field = f"points.{side}"
        fields.append(Correctable(field=field, label=label, value=value, least=0, most=POINTS, owner=SIDES.index(side)))
    full = {mech.id: traffic.full for side in (0, 1) for mech, traffic in terms.traffics(state, side)}
    for mech in state.mechs:
        label = f"Level of {mech.id}; 0 destroys it"
        level = Correctable(field=f"level.{mech.id}", label=label, value=mech.level, least=0, most=SLOTS)
        zones = tuple(name for name, zone in terms.zones.items() if zone not in full[mech.id])
        zone = Correctable(field=f"zone.{mech.id}", label=f"Zone of {mech.id}", value=mech.zone, choices=zones)
        fields += (one.model_copy(update={"owner": mech.side}) for one in (level, zone))
    return tuple(fields)


def odds_inputs(view: JsonMapping, seat: int, move: Move) -> tuple[str, JsonObject] | None:
    """Return the resolver and its inputs for the odds of a move; None for a move without dice.

    A way that draws several shots has the odds of the first. Pages ask for every move that they offer, so only the
    needed parts of the view are read.
    """
    if move.name == "combat":
        sides = {"a": _side(view, move.values["zone"], 0), "b": _side(view, move.values["zone"], 1)}
        return "combat", {**sides, "turn": SIDES[seat], "choose": True, **_spare(view)}
    if move.name != "move":
        return None
    mech = next(one for one in view["mechs"] if one["id"] == move.values["mech"])
    held = {one["zone"] for one in view["mechs"] if one["side"] != seat}
    for moved, zone in enumerate((mech["zone"], *move.values["path"][:-1])):
        if zone in held:
            shot = {"mech": f"{view['specs'][seat]}:{mech['level']}", "enemies": _side(view, zone, 1 - seat)}
            return "opportunity-shot", {**shot, "moved": moved, **_spare(view, 1 - seat)}
    return None


def _side(view: JsonMapping, zone: str, side: int) -> str:
    """Return a side's mechs in a zone as a resolver reads them: `MIPASA:4,4,2`."""
    levels = sorted((one["level"] for one in view["mechs"] if (one["zone"], one["side"]) == (zone, side)), reverse=True)
    return f"{view['specs'][side]}:{','.join(map(str, levels))}"


def _spare(view: JsonMapping, side: int | None = None) -> JsonObject:
    """Return the spare dice of one side, or of both, as inputs; {} where the ruling sets no limit."""
    if view["rulings"]["spare-dice"] != "fewer":
        return {}
    spare = view["spare"]
    return {"a_spare": spare[0], "b_spare": spare[1]} if side is None else {"spare": spare[side]}
