"""What failed armor saves do besides damage: stun, a push, rolls for battle damage."""

from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mechastellar.resolver.shooting import SAVE_DAMAGE
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.hurting import destroy, hurt, lose_weapon
from companion.play.records.state import TableStep

PUSHES = ("not into anything", "into terrain", "off high ground")


@rule("stun-save", "push-save", "battle-damage")
def follow_saves(battle: Battle, unit: str, by: str, effect: str, failed: int) -> None:
    """Begin what failed saves do besides damage: stun, a push, rolls for battle damage."""
    if not failed or battle.records.unit(unit).out:
        return
    if effect == "stun":
        _stun(battle, unit, failed)
    elif effect == "push":
        _ask_push(battle, unit, by)
    elif "battle-damage" in battle.modules:
        for _ in range(failed):
            _ask_battle_damage(battle, unit, by)


def _stun(battle: Battle, unit: str, failed: int) -> None:
    """Take actions from a unit; Kaiju and super units may lose Power or Havoc instead."""
    pool = next((name for name in (sheets.POWER, sheets.HAVOC) if battle.has(unit, name)), "")
    card = battle.card(unit)
    if not pool or card.type in ("MS", "Stellar Warship"):
        stun(battle, unit, failed)
        return
    most = min(failed, battle.value(unit, pool))
    answers = tuple(f"lose {failed - n} actions and {n} {pool.capitalize()}" for n in range(most + 1))
    title = f"{battle.name(unit)} is stunned: lose what?"
    data = {"unit": unit, "failed": failed, "pool": pool}
    battle.records.begin(
        TableStep(name="stun-or-points", seat=battle.seat(unit), title=title, data=data, answers=answers)
    )


def answer_stun(battle: Battle, step: TableStep, answer: int) -> None:
    """Take Power or Havoc instead of as many actions."""
    unit = step.data["unit"]
    battle.records.add(unit, step.data["pool"], -answer)
    stun(battle, unit, step.data["failed"] - answer)


@rule("stun-save", "shutdown")
def stun(battle: Battle, unit: str, count: int) -> None:
    """Take actions from a unit until it recovers them; below 0 it shuts down."""
    if count:
        battle.records.add(unit, sheets.STUN, count)
        end = "shut down" if battle.is_shut_down(unit) else f"{battle.actions(unit)} left"
        battle.say(f"{battle.name(unit)} loses {count} {'action' if count == 1 else 'actions'}: {end}.")


def _ask_push(battle: Battle, unit: str, by: str) -> None:
    """Ask the attacker where a push or pull takes a unit."""
    others = [one for one in battle.records.standing() if one != unit and battle.on_table(one)]
    answers = (*PUSHES, *(f"into {battle.name(one)}" for one in others))
    title = f"{battle.name(unit)} is moved by push or pull: where to?"
    data = {"unit": unit, "by": by, "others": others}
    battle.records.begin(TableStep(name="pushed", seat=battle.seat(by), title=title, data=data, answers=answers))


@rule("push-into")
def answer_push(battle: Battle, step: TableStep, answer: int) -> None:
    """Let a unit that is pushed into something, or off high ground, lose Momentum or HP; and whom it hits."""
    unit, by = step.data["unit"], step.data["by"]
    if answer == 0:
        battle.say(f"{battle.name(unit)} is moved.")
        return
    struck = [unit]
    if answer == 1:
        battle.say(f"{battle.name(unit)} is pushed into terrain, which is destroyed.")
    elif answer == 2:
        battle.put(unit, "high", 0)
        battle.say(f"{battle.name(unit)} is pushed off high ground.")
    else:
        struck.append(step.data["others"][answer - len(PUSHES)])
        battle.say(f"{battle.name(unit)} is pushed into {battle.name(struck[1])}.")
    _ask_price(battle, struck, by)


def _ask_price(battle: Battle, struck: list[str], by: str) -> None:
    """Ask for the price of the first unit that was struck; the others follow once it is paid."""
    unit, *later = struck
    seat, data = battle.seat(unit), {"unit": unit, "by": by, "later": later}
    title, price = f"{battle.name(unit)}: 1 Momentum or {SAVE_DAMAGE:,} damage?", f"take {SAVE_DAMAGE:,} damage"
    battle.records.begin(
        TableStep(name="impact", seat=seat, title=title, data=data, answers=("lose 1 Momentum", price))
        if battle.momentum(seat)
        else TableStep(
            name="impact", seat=seat, title=f"{battle.name(unit)} has no Momentum.", data=data, answers=(price,)
        )
    )


def answer_impact(battle: Battle, step: TableStep, answer: int) -> None:
    """Take the Momentum or the damage of a unit that was pushed into something."""
    unit = step.data["unit"]
    if len(step.answers) == 1 or answer == 1:
        hurt(battle, unit, battle.seat(step.data["by"]), SAVE_DAMAGE)
    else:
        battle.pay(battle.seat(unit), 1)
    if step.data.get("later"):
        _ask_price(battle, step.data["later"], step.data["by"])


def _ask_battle_damage(battle: Battle, unit: str, by: str) -> None:
    card = battle.card(unit)
    battle.records.begin(
        TableStep(
            name="battle-damage",
            seat=battle.seat(unit),
            title=f"{battle.name(unit)}: battle damage",
            resolver="battle-damage",
            inputs={"armor_save": card.arm_sv, "frame": card.frame},
            data={"unit": unit, "by": by},
        )
    )


@rule("battle-damage")
def finish_battle_damage(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Apply a result of the battle damage table."""
    unit, by, effect = step.data["unit"], step.data["by"], outcome["effect"]
    if battle.records.unit(unit).out:
        return
    if effect == "cockpit":
        battle.say(f"{battle.name(unit)} is hit in the cockpit.")
        destroy(battle, unit, battle.seat(by))
    elif effect == "attacker chooses":
        answers = ("Main camera", "Propulsion", "A shield, a weapon or a trait")
        title = f"{battle.name(unit)} has critical damage: where?"
        battle.records.begin(
            TableStep(name="critical", seat=battle.seat(by), title=title, data=dict(step.data), answers=answers)
        )
    elif effect == "none":
        battle.say(f"{battle.name(unit)} has no battle damage.")
    elif effect == "ammunition explosion":
        battle.say(f"{battle.name(unit)}’s ammunition explodes.")
        hurt(battle, unit, battle.seat(by), outcome["damage"])
    else:
        _damage(battle, unit, by, effect)


def answer_critical(battle: Battle, step: TableStep, answer: int) -> None:
    """Apply the critical damage that the attacker has chosen."""
    _damage(battle, step.data["unit"], step.data["by"], ("main camera", "propulsion", "disable")[answer])


def _damage(battle: Battle, unit: str, by: str, effect: str) -> None:
    if effect in ("main camera", "propulsion"):
        track = "camera" if effect == "main camera" else effect
        battle.records.add(unit, track, 1)
        battle.say(f"{battle.name(unit)}: {effect} damaged.")
        return
    carried = battle.fighters[unit].weapons
    there = {place: weapon for place, weapon in carried.items() if not battle.is_lost(unit, place)}
    shield = next((place for place, weapon in there.items() if weapon.blocks), None)
    if shield is not None:
        lose_weapon(battle, unit, shield)
        return
    lost = [(f"lost-{place}", weapon.name) for place, weapon in there.items() if weapon.shoots]
    lost += [
        (f"trait-{place}", trait.name)
        for place, trait in enumerate(battle.card(unit).traits)
        if trait.kind == "mecha" and not battle.has(unit, f"trait-{place}")
    ]
    if not lost:
        battle.say(f"{battle.name(unit)} has nothing left to disable.")
        return
    title = f"{battle.name(unit)} loses a weapon or a trait: which?"
    data = {"unit": unit, "tracks": [track for track, _ in lost]}
    answers = tuple(name for _, name in lost)
    battle.records.begin(TableStep(name="disable", seat=battle.seat(by), title=title, data=data, answers=answers))


def answer_disable(battle: Battle, step: TableStep, answer: int) -> None:
    """Take the weapon or trait that the attacker has chosen."""
    unit = step.data["unit"]
    battle.put(unit, step.data["tracks"][answer], 1)
    battle.say(f"{battle.name(unit)} loses its {step.answers[answer]}.")
