"""What a seat sees of the game as plain data for a page; the game is read back from it, without what is hidden."""

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
    """Return what the game waits for."""
    if state.phase == "over":
        return ()
    if state.phase == "specs":
        owed = tuple(Pending(side, "seal", "write a build spec") for side in (0, 1) if not state.specs[side])
        return owed or (Pending(None, "open", "both specs are written"),)
    if state.roll:
        roll = owe_throw(rolls.run(state, terms))
        why = rolls.why(state, terms, roll.why)
        return (replace(roll, why=why, throw=_with_words(roll.throw, why)),)
    seats = (0, 1) if state.phase == "begin" else (state.active,)
    return tuple(Pending(seat, "move", WHY[state.phase]) for seat in seats)


def _with_words(throw: Throw | None, why: str) -> Throw | None:
    if isinstance(throw, Choice):
        return Choice(why, throw.answers, throw.usual, throw.notes, throw.by)
    return throw and replace(throw, why=why)


def view(state: State, seat: int | None, terms: Terms) -> JsonObject:
    """Return what a seat sees, None for what everybody does."""
    known = state.model_copy(update={"specs": _known_specs(state, seat)})
    return {
        **known.model_dump(mode="json", exclude=HIDDEN),
        "specs": [spec or None for spec in known.specs],
        "sealed": [bool(spec) and not state.revealed for spec in state.specs],
        "revealed": state.revealed,
        "names": list(NAMES),
        "heading": _heading(state),
        "columns": terms.field.columns,
        "rows": terms.field.rows,
        "zones": _zones(state, terms),
        "mechs": [_mech(state, mech, terms) for mech in state.mechs],
        "levels": [_levels(state, side, spec, terms) for side, spec in enumerate(known.specs)],
        "spare": [terms.spare(state, side) for side in (0, 1)],
        "rulings": dict(terms.rulings),
        "combat": _combat(state, terms) if state.roll and state.roll.kind == "combat" else None,
        "news": list(state.news),
        "waiting": [show_owed(owed) for owed in waiting(state, terms)],
    }


def _heading(state: State) -> str:
    """Return the turn and phase in words."""
    if state.phase in TURN_PHASES:
        return f"Turn {state.turn}, {state.phase} phase"
    return {"specs": "Build specs", "begin": "Who begins"}.get(state.phase, "The game is over")


def _known_specs(state: State, seat: int | None) -> tuple[str, str]:
    if state.revealed:
        return state.specs
    first, second = (spec if side == seat else "" for side, spec in enumerate(state.specs))
    return first, second


def _zones(state: State, terms: Terms) -> list[list[JsonObject]]:
    """Return the zones row by row, side A's home row first, each with the ids of the mechs in it."""
    found: list[list[JsonObject]] = [[] for _ in range(terms.field.rows)]
    for name, zone in terms.zones.items():
        found[zone[1]].append(
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
    return found


def _mech(state: State, mech: Mech, terms: Terms) -> JsonObject:
    """Return a mech with its ratings, and the zones that it may still enter in this turn."""
    rated = terms.ratings(state, mech)
    ratings = {
        name: getattr(rated, name)
        for name in ("modules", "power", "shield", "mobility", "initiative", "armor", "drops_to")
    }
    left = 0 if mech.done else rated.mobility - mech.moved
    return {**mech.model_dump(mode="json"), **ratings, "mobility_left": left}


def _levels(state: State, side: int, spec: str, terms: Terms) -> list[JsonObject]:
    """Return what a mech of each level of a spec is rated at, built or not, and which mechs stand at it, with zones."""
    if not spec:
        return []
    found: list[JsonObject] = []
    for level in LEVELS:
        rated = ratings(spec, level, terms.scale)
        standing = [f"{mech.id} {mech.zone}" for mech in state.mechs if (mech.side, mech.level) == (side, level)]
        values = {name: getattr(rated, name) for name in ("power", "shield", "mobility", "initiative")}
        found.append({"level": level, "module": spec[level - 1], **values, "mechs": standing})
    return found


def _combat(state: State, terms: Terms) -> JsonObject:
    """Return the combat under way: the countdown, each mech with its layers and the dice still to be rolled at it."""
    now = rolls.fight(state, terms)
    aimed = dict(now.aimed)
    assert state.roll
    return {
        "zone": state.roll.zone,
        "countdown": now.countdown,
        "sides": [
            [
                {
                    "id": one.id,
                    "level": one.level,
                    "layers": one.layers,
                    "waiting": one.waiting,
                    "initiative": ratings(state.specs[number], one.level, terms.scale).initiative if one.level else 0,
                    "dice": aimed.get(one.id, 0),
                }
                for one in side
            ]
            for number, side in enumerate(now.sides)
        ],
    }


def read_view(view: JsonMapping) -> State:
    """Return the game as a view shows it; a spec that is hidden is empty."""
    fields = {name: view[name] for name in State.model_fields if name in view}
    mechs = [{name: mech[name] for name in Mech.model_fields} for mech in view["mechs"]]
    return State.model_validate({**fields, "specs": [spec or "" for spec in view["specs"]], "mechs": mechs})


def builds(view: JsonMapping) -> list[JsonObject | None]:
    """Return the specs that a view shows, as builds."""
    named = zip(NAMES, view["specs"], strict=True)
    return [{"game": "mechalyte", "title": f"Spec of {name}", "spec": spec} if spec else None for name, spec in named]


def correctable(state: State, terms: Terms) -> tuple[Correctable, ...]:
    """Return what may be set by hand between two moves; dice half rolled are undone instead."""
    if state.phase not in TURN_PHASES or state.roll:
        return ()
    found = [
        correctable_turn(state.turn),
        Correctable(field="active", label="Whose turn", value=SIDES[state.active], choices=SIDES),
        Correctable(field="phase", label="Phase", value=state.phase, choices=TURN_PHASES, owner=state.active),
    ]
    for side, name in zip(SIDES, NAMES, strict=True):
        value = state.points[SIDES.index(side)]
        label = f"Build points of {name}"
        field = f"points.{side}"
        found.append(Correctable(field=field, label=label, value=value, least=0, most=POINTS, owner=SIDES.index(side)))
    for mech in state.mechs:
        label = f"Level of {mech.id}; 0 destroys it"
        level = Correctable(field=f"level.{mech.id}", label=label, value=mech.level, least=0, most=SLOTS)
        full = terms.traffic(state, mech).full
        zones = tuple(name for name, zone in terms.zones.items() if zone not in full)
        zone = Correctable(field=f"zone.{mech.id}", label=f"Zone of {mech.id}", value=mech.zone, choices=zones)
        found += (one.model_copy(update={"owner": mech.side}) for one in (level, zone))
    return tuple(found)


def odds_inputs(view: JsonMapping, seat: int, move: Move) -> tuple[str, JsonObject] | None:
    """Return which resolver says the odds of a move, and its inputs; None where it leads to no dice.

    Of a way under fire several times, they are those of its first shot. A page asks for every move that it offers, so
    the view is not read as a whole.
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


def _spare(view: JsonMapping, of: int | None = None) -> JsonObject:
    """Return the spare dice of both sides or of one as inputs, where a side rolls only those that it has."""
    if view["rulings"]["spare-dice"] != "fewer":
        return {}
    spare = view["spare"]
    return {"spare_a": spare[0], "spare_b": spare[1]} if of is None else {"spare": spare[of]}
