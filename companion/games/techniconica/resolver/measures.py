"""The figures that sum up rolls: whether a shot hits, what it damages, whether a Mech leaves play."""

from collections.abc import Callable

from companion.data.rulebook import rule
from companion.dice.resolver import Chance, Mean, Outcome


def has_value(name: str, value: str) -> Callable[[Outcome], bool]:
    """Return a test of whether an outcome has a value under a name."""
    return lambda outcome: outcome.get(name) == value


def _has(name: str, card: str) -> Callable[[Outcome], bool]:
    return lambda outcome: card in outcome.get(name, ())


@rule("out-of-play", "bottle-test")
def _leaves(outcome: Outcome) -> bool:
    """Whether the Mech that was attacked leaves play: its Pilot bottles, or it goes with a part without a test."""
    return outcome["bottle"] == "failed" or ("base" in outcome["destroyed"] and outcome["bottle"] == "not-taken")


def _outcome_value(name: str) -> Callable[[Outcome], int]:
    return lambda outcome: outcome.get(name, 0)


_COMMON = (
    Mean("mean_damage", "Damage, on average", lambda outcome: outcome["damage"]),
    Chance("base_destroyed", "The Base Part is destroyed", _has("destroyed", "base"), asked_by="base"),
    Chance("bottled", "The Pilot bottles", has_value("bottle", "failed"), asked_by="fortitude"),
    Chance("out", "The Mech leaves play", _leaves, needs="fortitude"),
    Mean("mean_weight_damage", "Weight Damage, on average", _outcome_value("weight_damage"), needs="spare_weight"),
    Mean("mean_speed_lost", "Speed lost, on average", _outcome_value("speed_lost"), needs="spare_weight"),
    Chance("locomotor_destroyed", "Weight Damage destroys its Locomotor", _has("destroyed", "locomotor"), "locomotor"),
)
ATTACK = (
    Chance("hit", "It hits", has_value("result", "hit")),
    Chance("jam", "It jams", has_value("result", "jam")),
    *_COMMON,
)
_OF_ALL = Mean("mean_damage", "Damage of all Weapons", lambda outcome: outcome["damage"])
VOLLEY = (
    Chance("any_hit", "At least one Weapon hits", lambda outcome: outcome["hits"] > 0),
    _OF_ALL,
    Mean("mean_hits", "Weapons that hit, on average", _outcome_value("hits")),
    Chance("any_jam", "At least one jams", lambda outcome: outcome["jams"] > 0),
    *_COMMON[1:],
)
COUNTER = (
    Chance("counter_hit", "The counter-attack hits", has_value("counter_result", "hit"), asked_by="counter"),
    Mean("counter_mean_damage", "Its damage, on average", _outcome_value("counter_damage"), asked_by="counter"),
    Chance(
        "counter_base_destroyed",
        "It destroys its target",
        _has("counter_destroyed", "base"),
        asked_by="counter counter_base",
    ),
    Chance(
        "counter_bottled",
        "The charging Pilot bottles",
        has_value("counter_bottle", "failed"),
        needs="counter_fortitude",
        asked_by="counter",
    ),
    Mean(
        "counter_mean_weight_damage",
        "Its Weight Damage, on average",
        _outcome_value("counter_weight_damage"),
        needs="counter_spare_weight",
        asked_by="counter",
    ),
)
