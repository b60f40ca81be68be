"""A roll of both weapons of an upgraded module, made from an attack of each; and what the second does after a hit."""

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
    found = {**cards, **order, "target": first["target"], "target_upgrade": first.get("target_upgrade")}
    found["side"] = first["side"]
    if first["space"] != second["space"]:
        found |= {"then": second["target"], "then_upgrade": second.get("target_upgrade")}
    past = next((which for which, one in (("first", first), ("second", second)) if one["how"] == "bypass"), None)
    return {key: value for key, value in (found | {"then_side": second["side"], "bypass": past}).items() if value}


def inputs_after_hit(second: Attack, after: Attack | None) -> Inputs:
    """Return the inputs of a second attack that is another one after a hit; none where it stays what it was.

    At the first one's space it then meets the Open Port without being told.
    """
    if after is None or (after["space"], after["how"]) == (second["space"], second["how"]):
        return {}
    found = {
        "after_hit": after["target"],
        "after_hit_upgrade": after.get("target_upgrade"),
        "after_hit_side": after["side"],
        "after_hit_bypass": after["how"] == "bypass",
    }
    return {key: value for key, value in found.items() if value}
