"""Ways of a mech over the battlefield: the best one to each zone in reach, and why a step is not allowed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.data.rulebook import rule
from companion.games.mechalyte.rules.battlefield import Field, Side, Zone, neighbours_by_zone, zone_name


@dataclass(frozen=True, slots=True)
class Traffic:
    """Other mechs as one mech of `side` meets them: `full` zones hold three of its side, `held` ones enemies."""

    side: Side
    full: frozenset[Zone]
    held: frozenset[Zone]
    first_turn: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a zone: the zones it enters, and how many opportunity shots it draws."""

    path: tuple[Zone, ...] = ()
    shots: int = 0


@lru_cache(maxsize=4096)
@rule("mobility", "opportunity-shot")
def best_ways(field: Field, start: Zone, mobility: int, traffic: Traffic) -> Mapping[Zone, Way]:
    """Return a way to each zone in reach: with the fewest opportunity shots, then the fewest steps (facts 43 to 48)."""
    neighbours = neighbours_by_zone(field)
    open_zones = {zone for zone in neighbours if not why_closed(field, zone, traffic)}
    near = {at: [zone for zone in neighbours[at] if zone in open_zones] for at in (start, *open_zones)}
    ways: dict[Zone, Way] = {}
    edge = {start: Way()}
    for _ in range(mobility):
        following: dict[Zone, Way] = {}
        for at, way in edge.items():
            shots = way.shots + (at in traffic.held)
            for zone in near[at]:
                if zone not in following or shots < following[zone].shots:
                    following[zone] = Way((*way.path, zone), shots)
        for zone, way in following.items():
            if zone != start and (zone not in ways or way.shots < ways[zone].shots):
                ways[zone] = way
        edge = following
    return ways


@rule("move-room", "centreline")
def why_closed(field: Field, zone: Zone, traffic: Traffic) -> str:
    """Return why a mech may not enter a zone, "" where it may (facts 44, 45)."""
    if zone in traffic.full:
        return f"{zone_name(field, zone)} holds three of its side already"
    if traffic.first_turn and field.passes_centre(zone, traffic.side):
        return f"{zone_name(field, zone)} is past the centreline, which nobody passes in the first turn"
    return ""


def obstacle(field: Field, at: Zone, zone: Zone, traffic: Traffic) -> str:
    """Return why a mech may not step from one zone to another, "" where it may."""
    if zone not in field.neighbours(at):
        return f"{zone_name(field, zone)} is no neighbour of {zone_name(field, at)}"
    return why_closed(field, zone, traffic)
