"""Armor saves alone, and ships: saves that Momentum undoes, a ship's lost weapons."""

from companion.base.json_types import JsonObject
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mechastellar.resolver.shooting import SAVE_DAMAGE
from companion.games.mechastellar.rules.play import may_undo_saves
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.failed_saves import follow_saves
from companion.games.mechastellar.tracker.hurting import hurt, lose_weapon
from companion.play.records.state import TableStep


def finish_saves(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Go on after armor saves alone: a level 1 or 2 pilot may undo failed ones for Momentum."""
    unit, failed = step.data["unit"], outcome["failed"]
    may_undo = may_undo_saves(battle.level(unit), battle.card(unit).warship, step.data["effect"])
    most = min(failed, battle.momentum(battle.seat(unit))) if may_undo else 0
    if not most:
        _end_saves(battle, step.data, failed)
        return
    answers = ("none", *(f"undo {count} for {count} Momentum" for count in range(1, most + 1)))
    title = f"{battle.name(unit)}: {failed} failed {'save' if failed == 1 else 'saves'}, undo any?"
    battle.records.begin(
        TableStep(
            name="undo", seat=battle.seat(unit), title=title, data={**step.data, "failed": failed}, answers=answers
        )
    )


@rule("save-negate")
def answer_undo(battle: Battle, step: TableStep, answer: int) -> None:
    """Undo as many failed saves as the player pays for."""
    battle.pay(battle.seat(step.data["unit"]), answer)
    _end_saves(battle, step.data, step.data["failed"] - answer)


def _end_saves(battle: Battle, data: JsonObject, failed: int) -> None:
    unit, by, effect = data["unit"], data["by"], data["effect"]
    hurts = effect == "damage" or battle.rulings["effect-saves"] == "both"
    hurt(battle, unit, battle.seat(by), data["damage"] + failed * SAVE_DAMAGE * hurts)
    if not (data["damage"] or failed):
        battle.say(f"{battle.name(unit)} is unharmed.")
    follow_saves(battle, unit, by, effect, failed)


@rule("warship-saves")
def sink(battle: Battle, ship: str, by: str, failed: int) -> None:
    """Ask a ship's player what a failed save within the attacker's Sensors does: damage, or a lost weapon."""
    if not failed or battle.records.unit(ship).out:
        return
    weapons = [
        place
        for place, weapon in battle.fighters[ship].weapons.items()
        if (weapon.shoots or weapon.fights) and not battle.is_lost(ship, place)
    ]
    if not weapons:
        hurt(battle, ship, battle.seat(by), failed * SAVE_DAMAGE)
        return
    answers = (f"take {SAVE_DAMAGE:,} damage", *(f"lose the {battle.weapon(ship, place).name}" for place in weapons))
    title = f"{battle.name(ship)}: {failed} failed {'save' if failed == 1 else 'saves'}, take what first?"
    data = {"unit": ship, "by": by, "failed": failed, "weapons": weapons}
    battle.records.begin(TableStep(name="ship-loss", seat=battle.seat(ship), title=title, data=data, answers=answers))


def answer_ship_loss(battle: Battle, step: TableStep, answer: int) -> None:
    """Take the damage or the weapon of one failed save, and ask for the next."""
    ship, by = step.data["unit"], step.data["by"]
    if answer == 0:
        hurt(battle, ship, battle.seat(by), SAVE_DAMAGE)
    else:
        lose_weapon(battle, ship, step.data["weapons"][answer - 1])
    sink(battle, ship, by, step.data["failed"] - 1)
