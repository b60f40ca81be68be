"""Random points lists: units until no other fits, some with a swap or an extra, one of them in command."""

from typing import Literal

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.gamekit.contract import Context, RandomShape, RandomSource
from companion.games.mechastellar.model import MOST_UNITS, Profile

SOMETIMES = 0.3
"""How often a unit takes a swap or an extra that it may take."""


class RandomList(RandomShape):
    """What a random list can be asked for."""

    size: int = Field(500, ge=1, le=10_000, title="Points")
    theatre: Literal["ground", "space"] = Field("ground", title="Theatre")


SHAPE = RandomList
"""The model of what a random list can be asked for."""


def random_build(shape: RandomList, context: Context, chance: RandomSource) -> JsonObject:
    """Return a random list; it has a warship and each named pilot at most once."""
    barred = {"space": "G", "ground": "S"}[shape.theatre]
    profiles = [profile for profile in context.catalogue.all(Profile) if profile.theatre != barred]
    entries: list[JsonObject] = []
    left = shape.size
    while len(entries) < MOST_UNITS and (affordable := [one for one in profiles if 0 < one.points <= left]):
        profile = chance.choice(affordable)
        is_single = bool(profile.pilot_name) or profile.warship
        if is_single:
            profiles = [other for other in profiles if not _excludes(profile, other)]
        entry = _equip(profile, left, chance)
        price = profile.points + sum(e.points for e in profile.extras if e.name in entry.get("extras", ()))
        count = 1 if is_single else chance.choice(range(1, 1 + min(3, left // price)))
        entries.append({**entry, "count": count})
        left -= price * count
    named = [context.catalogue.get(Profile, entry["profile"]).name for entry in entries]
    commander = {"commander": chance.choice([n for n in named if named.count(n) == 1] or named)} if named else {}
    return {"size": shape.size, "theatre": shape.theatre, **commander, "unit": entries}


def _excludes(taken: Profile, other: Profile) -> bool:
    """Return whether a list with the one has no more room for the other: the same pilot, a second warship."""
    is_same = other.id == taken.id or (taken.pilot_name and other.pilot_name == taken.pilot_name)
    return bool(is_same or (taken.warship and other.warship))


def _equip(profile: Profile, left: int, chance: RandomSource) -> JsonObject:
    """Return a unit of a profile with the swaps and extras that chance gave it, at most as many points as are left."""
    entry: JsonObject = {"profile": profile.id}
    slots = {weapon.name: weapon.slots for weapon in profile.weapons}
    allowed = [a for a in profile.alternates if a.pilot <= profile.pilot_level and slots.get(a.replaces) == a.slots]
    if allowed and chance.random() < SOMETIMES:
        swap = chance.choice(allowed)
        entry["swaps"] = {swap.replaces: swap.name}
    extras = [e for e in profile.extras if e.pilot <= profile.pilot_level and profile.points + e.points <= left]
    if extras and chance.random() < SOMETIMES:
        entry["extras"] = [chance.choice(extras).name]
    return entry
