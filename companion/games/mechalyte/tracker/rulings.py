"""The rulings that an event uses, where the rulebook is silent; a table names each when it first matters."""

from collections.abc import Iterator

from companion.games.mechalyte.tracker import rolls
from companion.games.mechalyte.tracker.state import SIDES, TURN_PHASES, PendingRoll, State, Terms
from companion.play.game_states import add_faces
from companion.play.log import TableEvent

CHANGEABLE = (
    "neighbours", "centre-row", "capture", "elimination",
    "besieged-factory", "stopped-mech", "zone-order", "spare-dice",
)  # fmt: skip
"""The rulings that the tracker reads and that may change during play; the zones stay as they were laid out."""


def rulings_used(before: State, event: TableEvent, after: State, terms: Terms) -> Iterator[str]:
    """Yield the rulings that decide an event; none depends on hidden information."""
    name = event.values.get("name") if event.kind == "move" else ""
    if name == "move":
        yield "neighbours"
        if before.turn == 1 and _meets_centre(before.active, event.values["path"], terms):
            yield "centre-row"
    if name == "combat" and len(_contested_zones(before)) > 1:
        yield "zone-order"
    if after.phase == "build" and _is_besieged(after, terms):
        yield "besieged-factory"
    if after.roll and after.roll != before.roll and _lacks_dice(after, after.roll, terms):
        yield "spare-dice"
    if event.kind == "faces" and before.roll and before.roll.kind == "shot" and _stops_mech(before, event, terms):
        yield "stopped-mech"
    if any(after.standing(zone, side) for side in (0, 1) for zone in terms.places("headquarters", 1 - side)):
        yield "capture"
    if before.phase in TURN_PHASES and any(not after.mechs_of(side) and after.points[side] < 1 for side in (0, 1)):
        yield "elimination"


def _meets_centre(side: int, path: list[str], terms: Terms) -> bool:
    """Return whether a way enters the row on the centreline, or ends right before it."""
    on_line = [zone[1] == terms.field.centreline for zone in map(terms.zones.__getitem__, path)]
    ahead = terms.zones[path[-1]][1] + (1 if side == 0 else -1)
    return any(on_line) or ahead == terms.field.centreline


def _contested_zones(state: State) -> list[str]:
    """Return the zones in which both sides stand and that were not fought in."""
    return [zone for zone in state.contested if zone not in state.fought]


def _is_besieged(state: State, terms: Terms) -> bool:
    """Return whether enemies stand in a Factory of the side that builds, and it has points left."""
    factories = terms.places("factory", state.active)
    return state.points[state.active] > 0 and any(state.standing(factory, 1 - state.active) for factory in factories)


def _lacks_dice(state: State, roll: PendingRoll, terms: Terms) -> bool:
    """Return whether a side may have to roll more dice than it has spare: those of a mech, or of all that shoot."""
    if roll.kind == "begin" or terms.dice is None:
        return False
    if roll.kind == "shot":
        assert state.walk
        enemy = 1 - state.mech(state.walk.mech).side
        power = {enemy: sum(terms.ratings(state, mech).power for mech in state.standing(roll.zone, enemy))}
    else:
        standing = ((side, mech) for side in range(len(SIDES)) for mech in state.standing(roll.zone, side))
        power = {}
        for side, mech in standing:
            power[side] = max(power.get(side, 0), terms.ratings(state, mech).power)
    return any(dice > (terms.spare(state, side) or 0) for side, dice in power.items())


def _stops_mech(state: State, event: TableEvent, terms: Terms) -> bool:
    """Return whether a mech survives these dice with too little Mobility for its step."""
    after = state.model_copy(update={"roll": add_faces(state.roll, event)})
    outcome = rolls.run(after, terms).outcome
    return bool(outcome and outcome["level"] and not outcome["mobility_left"])
