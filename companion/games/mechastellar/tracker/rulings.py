"""The rulings that decided an event at a table, where the rulebook is silent."""

from collections.abc import Iterator

from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import Battle
from companion.play.log import TableEvent

BY_MOVE = {
    "begin": ("battle-end", "starting-momentum", "momentum-between"),
    "revenge": ("revenge",),
    "transform": ("transformed",),
    "skill": ("skill-limits",),
    "power": ("power-third",),
}
BY_STEP = {"clash": ("melee-pool",), "overwatch-fire": ("overwatch-shots",)}


def rulings_used(before: Battle, event: TableEvent, after: Battle) -> Iterator[str]:
    """Yield the rulings that decided an event."""
    if event.kind == "move":
        yield from BY_MOVE.get(str(event.values["name"]), ())
    new = [step for step in after.state.steps if step not in before.state.steps]
    for step in new:
        yield from BY_STEP.get(step.name, ())
        if step.name == "recovery":
            yield "stun-timing"
    known = before.state.units
    if any(_recharges(after, unit) > _recharges(before, unit) for unit in after.state.units if unit in known):
        yield "recharge"
    if after.state.result != before.state.result:
        yield "battle-end"


def _recharges(battle: Battle, unit: str) -> int:
    return sum(
        battle.has(unit, sheets.weapon_track("recharge", place))
        for place, weapon in battle.fighters[unit].weapons.items()
        if "Recharge" in weapon.qualities
    )
