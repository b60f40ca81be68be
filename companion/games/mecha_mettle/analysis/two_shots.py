"""The inputs of a roll of both weapons of an upgraded module, from an attack of each; a hit may change the second."""

from collections.abc import Mapping

from companion.base.json_types import JsonMapping, JsonObject

Attack = JsonMapping
"""An attack that a line of sight allows: its `space`, `how` (weapon or bypass) and the inputs of its roll."""
Inputs = JsonObject


def can_be_both(attack: Attack) -> bool:
    """Return whether an attack may be one of two: a scrap attack discards the module instead."""
    return bool(attack["how"] != "scrap")


def two_weapon_inputs(cards: Mapping[str, str], upper_first: bool, first: Attack, second: Attack) -> Inputs:
    """Return the inputs of a roll of both weapons; `cards` are the modules by place, `lower` and `upper`."""
    order = {"fires_first": "upper"} if upper_first else {}
    inputs = {**cards, **order, "target": first["target"], "target_upgrade": first.get("target_upgrade")}
    inputs["side"] = first["side"]
    if first["space"] != second["space"]:
        inputs |= {"then": second["target"], "then_upgrade": second.get("target_upgrade")}
    bypass = next(
        (which for which, attack in (("first", first), ("second", second)) if attack["how"] == "bypass"), None
    )
    return {key: value for key, value in (inputs | {"then_side": second["side"], "bypass": bypass}).items() if value}


def inputs_after_hit(second: Attack, after: Attack | None) -> Inputs:
    """Return the inputs of a second attack that changes after a hit of the first; {} where it does not change.

    At the first attack's space the resolver itself puts the Open Port in place of the module.
    """
    if after is None or (after["space"], after["how"]) == (second["space"], second["how"]):
        return {}
    inputs = {
        "after_hit": after["target"],
        "after_hit_upgrade": after.get("target_upgrade"),
        "after_hit_side": after["side"],
        "after_hit_bypass": after["how"] == "bypass",
    }
    return {key: value for key, value in inputs.items() if value}
