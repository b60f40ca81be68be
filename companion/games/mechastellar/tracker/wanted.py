"""What the computer goes by in MechaStellar: what sides and attacks are worth, and where a unit would like to stand."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from companion.base.json_types import JsonMapping
from companion.data.documents import read_as
from companion.games.mechastellar.analysis.two_unit_inputs import FARTHEST
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.as_it_stands import card_now, weapons_left
from companion.games.mechastellar.tracker.attack_inputs import AttackPair
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.circumstances import TableConditions
from companion.games.mechastellar.tracker.offers import hits_several, is_free_to_target
from companion.games.mechastellar.tracker.strikes import place_of
from companion.play.records.rules import AttackOffer
from companion.play.records.wishes import Wish

REPLIES: Mapping[str, Sequence[str]] = {
    "shoot": ("dodge", "guard"),
    "throw-terrain": ("dodge", "guard"),
    "crash-through": ("dodge", "guard"),
    "melee": ("counter", "guard"),
}
"""What the target of an attack chooses between, by the roll: one is always better than none."""
STANDING = 0.5
"""The part of a unit's points that it keeps until it is destroyed; the rest goes with its HP."""
MOMENTUM_POINTS = 8
"""What a point of Momentum is worth beside the points of units: about the HP that a Dodge for one saves."""
AROUND = 4
"""Inches of Move besides the distances before and after, that a unit needs to get behind another."""


def worth_of_side(battle: Battle, seat: int) -> float:
    """Return the points of a side's units by what is left of them, and of its Momentum."""
    units = sum(_worth(battle, unit) for unit in battle.records.standing(seat))
    return units + MOMENTUM_POINTS * battle.momentum(seat) if units else 0.0


def _worth(battle: Battle, unit: str) -> float:
    left = battle.value(unit, sheets.HP) / battle.fighters[unit].hp
    return battle.card(unit).points * (STANDING + (1 - STANDING) * left)


def gain_of(battle: Battle, unit: str, target: str, figures: Mapping[str, Fraction]) -> float:
    """Return the points that an attack is expected to destroy, less those that the answer in melee does."""
    damage = float(figures.get("within_hp", figures.get("mean_damage", 0))) / battle.fighters[target].hp
    theirs = battle.card(target).points * ((1 - STANDING) * damage + STANDING * float(figures.get("kill", 0)))
    back = float(figures.get("counter_within_hp", 0)) / battle.fighters[unit].hp
    return theirs - battle.card(unit).points * (1 - STANDING) * back


def replies_to(offer: AttackOffer) -> Iterator[JsonMapping]:
    """Yield the inputs of an attack with each reply that its target may choose."""
    inputs = offer.inputs or {}
    for reply in REPLIES.get(offer.resolver, ()):
        yield {**inputs, "reply": reply}
    if offer.resolver not in REPLIES:
        yield inputs


def enemies_of(battle: Battle, unit: str) -> Sequence[str]:
    """Return the enemies on the table, nearest first; for a unit that is not free to choose those that are nearest."""
    away = {one: _distance(battle, unit, one) for one in battle.enemies(unit)}
    near = sorted(away, key=lambda one: away[one])
    if is_free_to_target(battle, unit) or not near:
        return near
    return [one for one in near if away[one] == away[near[0]]]


def _distance(battle: Battle, unit: str, other: str) -> int:
    pairs = battle.state.pairs
    said = pairs.get(f"{unit}>{other}") or pairs.get(f"{other}>{unit}") or {}
    read = read_as(TableConditions, {"distance": said["distance"]} if "distance" in said else {})
    assert isinstance(read, TableConditions)
    return read.distance


def wishes_of(pair: AttackPair) -> Iterator[Wish]:
    """Yield the distances at which a unit's weapons begin to reach, as far as its Move goes; nearest first.

    Each is also wished from behind, where the Move is enough to go around.
    """
    battle, unit, said = pair.battle, pair.unit, pair.said
    if battle.is_engaged(unit, pair.target):
        yield _wish(pair, min(said.distance, pair.reach), said.behind)
        return
    move = card_now(battle, unit).move
    nearest, farthest = max(pair.reach, said.distance - move), min(FARTHEST, said.distance + move)
    ranges = {weapon.inches for weapon in weapons_left(battle, unit).values() if weapon.shoots}
    reached = {max(nearest, min(farthest, inches)) for inches in ranges}
    for distance in sorted({min(nearest, said.distance), said.distance, *reached}):
        yield _wish(pair, distance, False)
        if move >= said.distance + distance + AROUND:
            yield _wish(pair, distance, True)


def _wish(pair: AttackPair, distance: int, behind: bool) -> Wish:
    """Return a wish in words: a unit that does not fight in melee wants cover for itself."""
    said = pair.said.model_copy(update={"distance": distance, "behind": behind})
    name = pair.battle.name(pair.target)
    is_close = distance <= pair.reach
    back = {} if is_close else {"cover": True}
    if is_close:
        words = f"fight {name} in melee" if not behind else f"get behind {name}, into melee"
    elif behind:
        words = f"get behind {name}, {distance}″ away, in cover if there is any"
    elif distance < pair.said.distance:
        words = f"close to {distance}″ of {name}, in cover if there is any"
    elif distance > pair.said.distance:
        words = f"keep {distance}″ away from {name}, in cover if there is any"
    else:
        words = f"stay {distance}″ from {name}, in cover if there is any"
    return Wish(said, back, words)


def describe_pair(said: TableConditions, back: JsonMapping) -> str:
    """Return how two units stand: the distance, and what of cover, angle and sight counts."""
    ways = {
        "in cover": bool(back.get("cover")),
        "its target in cover": said.cover,
        "behind it": said.behind,
        "out of sight": said.unseen,
    }
    return ", ".join([f"{said.distance}″ away", *(words for words, holds in ways.items() if holds)])


def may_repeat(battle: Battle, unit: str, key: str) -> bool:
    """Return whether an attack may be made again on the same target: not with a weapon of several targets."""
    place, _ = place_of(key)
    return place is None or not hits_several(battle.weapon(unit, place))


def reaches(pair: AttackPair, offer: AttackOffer) -> bool:
    """Return whether a unit attacks from where it stands: in melee, only where both are engaged."""
    is_near = pair.said.distance <= pair.reach or pair.battle.is_engaged(pair.unit, pair.target)
    return is_near or offer.resolver != "melee"


def weapons_of(battle: Battle, unit: str, key: str) -> Sequence[str]:
    """Return the weapon that an attack's key names, with its unit: `Iron Heron: Rail Gun`."""
    place, _ = place_of(key)
    return () if place is None else (f"{battle.card(unit).name}: {battle.weapon(unit, place).name}",)
