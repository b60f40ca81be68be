"""What follows damage and failed saves: destroyed units, Momentum, stun, pushes, battle damage, sinking ships."""

from companion.base.json_types import JsonObject
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mechastellar.resolver.shooting import SAVE_DAMAGE
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle
from companion.games.mechastellar.tracker.pools import INFLUENCE
from companion.games.mechastellar.tracker.state import SEATS
from companion.play.records.state import Step

PUSHES = ("not into anything", "into terrain", "off high ground")
SINKING_SAVES, SINKING_PEN = 3, 5


@rule("hit-damage")
def hurt(battle: Battle, unit: str, by: int, damage: int, said: str = "") -> None:
    """Take damage off a unit's HP, and say what is left; a unit without HP is destroyed by a seat's side.

    `said` is how it was hit, the beginning of the sentence.
    """
    if damage <= 0 or battle.records.unit(unit).out:
        if said:
            battle.say(f"{said}.")
        return
    battle.records.add(unit, sheets.HP, -damage)
    left = battle.value(unit, sheets.HP)
    end = f"{left:,} HP left" if left else "destroyed"
    battle.say(f"{said or battle.name(unit)}: {damage:,} damage, {end}.")
    if not left:
        destroy(battle, unit, by)


@rule("momentum-gain", "influence-gain")
def destroy(battle: Battle, unit: str, by: int) -> None:
    """Take a unit out of play; the side that destroyed an enemy gains Momentum, once a turn."""
    name = battle.name(unit)
    battle.part(unit)
    battle.records.take_out(unit, DESTROYED)
    seat = battle.seat(unit)
    if battle.level(unit) >= 1:
        battle.records.update(fallen=tuple(sorted({*battle.state.fallen, seat})))
    if by == seat:
        return
    if by not in battle.state.scored:
        battle.records.update(scored=(*battle.state.scored, by))
        battle.gain(by, 1)
    if battle.fighters[unit].commander and battle.records.has_pool(by, INFLUENCE):
        battle.say(f"{name} was the commander of {SEATS[seat].lower()}.")
        battle.gain(by, 1, INFLUENCE)
    if battle.card(unit).warship:
        _abandon_ship(battle, unit)


@rule("sunken-ship")
def _abandon_ship(battle: Battle, ship: str) -> None:
    """Let units aboard a destroyed ship roll three armor saves; those that survive deploy within 8 inches."""
    for unit in battle.records.standing(battle.seat(ship)):
        if battle.records.link(unit, "ship") == ship:
            battle.records.set_link(unit, "ship", "")
            battle.records.set_acted(unit, False)
            ask_saves(battle, unit, "abandons ship", {"by": ship, "damage": 0})


def ask_saves(battle: Battle, unit: str, why: str, data: JsonObject) -> None:
    """Begin three armor saves against PEN 5: of a unit on a sinking ship, or of a ship that runs into terrain."""
    card = battle.card(unit)
    inputs: JsonObject = {
        "pen": SINKING_PEN,
        "armor_save": card.arm_sv,
        "hits": SINKING_SAVES,
        "pilot": card.pilot_level,
        "warship": card.warship,
    }
    battle.records.begin(
        Step(
            name="saves",
            seat=battle.seat(unit),
            title=f"{battle.name(unit)} {why}: armor saves",
            resolver="armor-save",
            inputs=inputs,
            data={"unit": unit, "effect": "damage", **data},
        )
    )


def finish_saves(battle: Battle, step: Step, outcome: Outcome) -> None:
    """Go on after armor saves alone: a level 1 or 2 pilot may undo failed ones for Momentum."""
    unit, failed = step.data["unit"], outcome["failed"]
    momentum = battle.momentum(battle.seat(unit))
    most = min(failed, momentum) if battle.level(unit) and step.data["effect"] != "push" else 0
    if not most or battle.card(unit).warship:
        _end_saves(battle, step.data, failed)
        return
    answers = ("none", *(f"undo {count} for {count} Momentum" for count in range(1, most + 1)))
    title = f"{battle.name(unit)}: {failed} failed {'save' if failed == 1 else 'saves'}, undo any?"
    battle.records.begin(
        Step(name="undo", seat=battle.seat(unit), title=title, data={**step.data, "failed": failed}, answers=answers)
    )


@rule("save-negate")
def answer_undo(battle: Battle, step: Step, answer: int) -> None:
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
    battle.records.begin(Step(name="stun-or-points", seat=battle.seat(unit), title=title, data=data, answers=answers))


def answer_stun(battle: Battle, step: Step, answer: int) -> None:
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
    battle.records.begin(Step(name="pushed", seat=battle.seat(by), title=title, data=data, answers=answers))


@rule("push-into")
def answer_push(battle: Battle, step: Step, answer: int) -> None:
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
    for one in struck:
        _ask_price(battle, one, by)


def _ask_price(battle: Battle, unit: str, by: str) -> None:
    seat, data = battle.seat(unit), {"unit": unit, "by": by}
    title, price = f"{battle.name(unit)}: 1 Momentum or {SAVE_DAMAGE:,} damage?", f"take {SAVE_DAMAGE:,} damage"
    battle.records.begin(
        Step(name="impact", seat=seat, title=title, data=data, answers=("lose 1 Momentum", price))
        if battle.momentum(seat)
        else Step(name="impact", seat=seat, title=f"{battle.name(unit)} has no Momentum.", data=data, answers=(price,))
    )


def answer_impact(battle: Battle, step: Step, answer: int) -> None:
    """Take the Momentum or the damage of a unit that was pushed into something."""
    unit = step.data["unit"]
    if len(step.answers) == 1 or answer == 1:
        hurt(battle, unit, battle.seat(step.data["by"]), SAVE_DAMAGE)
    else:
        battle.pay(battle.seat(unit), 1)


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
    battle.records.begin(Step(name="ship-loss", seat=battle.seat(ship), title=title, data=data, answers=answers))


def answer_ship_loss(battle: Battle, step: Step, answer: int) -> None:
    """Take the damage or the weapon of one failed save, and ask for the next."""
    ship, by = step.data["unit"], step.data["by"]
    if answer == 0:
        hurt(battle, ship, battle.seat(by), SAVE_DAMAGE)
    else:
        lose_weapon(battle, ship, step.data["weapons"][answer - 1])
    sink(battle, ship, by, step.data["failed"] - 1)


def lose_weapon(battle: Battle, unit: str, place: int) -> None:
    """Take a weapon or a shield from a unit."""
    battle.put(unit, sheets.weapon_track("lost", place), 1)
    battle.say(f"{battle.name(unit)} loses its {battle.weapon(unit, place).name}.")


def _ask_battle_damage(battle: Battle, unit: str, by: str) -> None:
    card = battle.card(unit)
    battle.records.begin(
        Step(
            name="battle-damage",
            seat=battle.seat(unit),
            title=f"{battle.name(unit)}: battle damage",
            resolver="battle-damage",
            inputs={"armor_save": card.arm_sv, "frame": card.frame},
            data={"unit": unit, "by": by},
        )
    )


@rule("battle-damage")
def finish_battle_damage(battle: Battle, step: Step, outcome: Outcome) -> None:
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
            Step(name="critical", seat=battle.seat(by), title=title, data=dict(step.data), answers=answers)
        )
    elif effect == "none":
        battle.say(f"{battle.name(unit)} has no battle damage.")
    elif effect == "ammunition explosion":
        battle.say(f"{battle.name(unit)}’s ammunition explodes.")
        hurt(battle, unit, battle.seat(by), outcome["damage"])
    else:
        _damage(battle, unit, by, effect)


def answer_critical(battle: Battle, step: Step, answer: int) -> None:
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
    battle.records.begin(Step(name="disable", seat=battle.seat(by), title=title, data=data, answers=answers))


def answer_disable(battle: Battle, step: Step, answer: int) -> None:
    """Take the weapon or trait that the attacker has chosen."""
    unit = step.data["unit"]
    battle.put(unit, step.data["tracks"][answer], 1)
    battle.say(f"{battle.name(unit)} loses its {step.answers[answer]}.")
