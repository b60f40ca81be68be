"""Ways of a mech over the battlefield: the best one to each zone in reach, and what stands in the way of a step."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.mechalyte.rules.battlefield import Field, Side, Zone, zone_name
from companion.rulebook import rule


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a mech of a side meets: `full` zones hold three more of its side, `held` ones enemies."""

    side: Side
    full: Collection[Zone]
    held: Collection[Zone]
    first_turn: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a zone: the zones it enters, and how many opportunity shots it draws."""

    path: tuple[Zone, ...] = ()
    shots: int = 0


@rule("mobility", "opportunity-shot")
def best_ways(field: Field, start: Zone, mobility: int, traffic: Traffic) -> dict[Zone, Way]:
    """Return a way to each zone in reach: with the fewest opportunity shots, then the fewest steps (facts 43 to 48)."""
    found: dict[Zone, Way] = {}
    edge = {start: Way()}
    for _ in range(mobility):
        following: dict[Zone, Way] = {}
        for at, way in edge.items():
            shots = way.shots + (at in traffic.held)
            for zone in field.neighbours(at):
                if obstacle(field, at, zone, traffic):
                    continue
                if zone not in following or shots < following[zone].shots:
                    following[zone] = Way((*way.path, zone), shots)
        for zone, way in following.items():
            if zone != start and (zone not in found or way.shots < found[zone].shots):
                found[zone] = way
        edge = following
    return found


@rule("move-room", "centreline")
def obstacle(field: Field, at: Zone, zone: Zone, traffic: Traffic) -> str:
    """Return why a mech may not step from one zone to the next, empty where it may (facts 44, 45)."""
    name = zone_name(field, zone)
    if zone not in field.neighbours(at):
        return f"{name} is no neighbour of {zone_name(field, at)}"
    if zone in traffic.full:
        return f"{name} holds three of its side already"
    if traffic.first_turn and field.passes_centre(zone, traffic.side):
        return f"{name} is past the centreline, which nobody passes in the first turn"
    return ""
