"""The attacks of one unit on another at a table, each with the inputs of its roll, or why it cannot be made."""

from collections.abc import Iterator

from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.mechastellar.analysis.attacks import WeaponAttack, marks_of_inputs
from companion.games.mechastellar.analysis.modifiers import Circumstances, shoot_inputs
from companion.games.mechastellar.analysis.uncounted import not_counted
from companion.games.mechastellar.matchup import describe_known
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.from_inputs import THROWN, THROWN_DAMAGE
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.attack_inputs import AttackPair, find_attack
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.titan_throw import throw_cost
from companion.play.records.rules import AttackOffer

THROW_RANGE = 16
CONTEST_RANGE = 10
CONTEST_ROLES = ("Battler", "Interceptor", "Attacker", "Melee")


def find_offers(pair: AttackPair) -> Iterator[AttackOffer]:
    """Yield the attacks of a unit on a target, in the order of its weapons; then those that need none."""
    battle, unit = pair.battle, pair.unit
    if reason := _why_none(pair):
        yield AttackOffer("none", "Attack", why_not=reason)
        return
    for place, weapon in battle.fighters[unit].weapons.items():
        if not (weapon.shoots or weapon.fights):
            continue
        yield weapon_offer(pair, place)
        if "Remote" in weapon.qualities:
            yield weapon_offer(pair, place, "remote")
        if "CC" in weapon.qualities and "Push" in weapon.qualities and throw_cost(pair) is not None:
            yield weapon_offer(pair, place, "throw")
    if not battle.card(unit).warship:
        yield _terrain_offer(pair)
        yield _crash_offer(pair)
    if "stellar-warfare" in battle.modules and battle.force(battle.seat(unit)).force.theatre == "space":
        yield _contest_offer(pair)


def _why_none(pair: AttackPair) -> str:
    battle = pair.battle
    if battle.seat(pair.unit) == battle.seat(pair.target):
        return "Both are on the same side."
    for one in (pair.unit, pair.target):
        if not battle.on_table(one):
            return f"{battle.name(one)} is not on the table."
    return ""


def weapon_offer(pair: AttackPair, place: int, mode: str = "") -> AttackOffer:
    """Return the attack of the weapon at a place of a unit's card.

    `mode` is `remote` for fire that Momentum pays for, `throw` for a Titan Throw.
    """
    battle, weapon = pair.battle, pair.battle.weapon(pair.unit, place)
    key, title = f"w{place}{'/' * bool(mode)}{mode}", weapon.name
    if mode:
        title += {"remote": ", for Momentum", "throw": ", Titan Throw"}[mode]
    attack = find_attack(pair, place, remote=mode == "remote")
    if attack is None:
        return AttackOffer(key, title, why_not="It is lost.")
    if attack.why_not:
        return AttackOffer(key, title, why_not=attack.why_not)
    cards = {"a": battle.card(pair.unit).id, "b": battle.card(pair.target).id}
    applied = [words for words, _ in attack.applied if mode or not words.startswith("Overwatch first")]
    notes = not_counted(*pair.cards, weapon, battle.terms.context, melee=attack.melee)
    return AttackOffer(
        key,
        title,
        attack.roll,
        {**attack.inputs, **marks_of_inputs(attack.inputs, cards)},
        known=describe_known(attack),
        applied=tuple(applied),
        not_counted=(*_notes(pair, attack), *notes),
        warning=" ".join(_warnings(pair, weapon, place, mode)),
    )


def _notes(pair: AttackPair, attack: WeaponAttack) -> Iterator[str]:
    """Yield what the rules ask and only the players see."""
    battle, unit = pair.battle, pair.unit
    card, weapon = battle.card(unit), attack.weapon
    if attack.roll == "shoot" and not is_free_to_target(battle, unit) and "IDF" not in weapon.qualities:
        yield "A basic pilot shoots at the closest enemy that it sees, at one on High Ground, or after a Focus"
    if card.warship and not card.pilot_level:
        yield "A basic captain does not target enemies within 8″ of an ally"
    if weapon.aoe:
        yield f"Area of {weapon.aoe}″: attack every unit in it, friends too, one after the other"
    if pair.said.unseen and battle.has(unit, "bullseye"):
        yield "Skills do not help indirect fire"


@rule("targeting")
def is_free_to_target(battle: Battle, unit: str) -> bool:
    """Return whether a unit may shoot at others than the closest, and need not return fire."""
    card = battle.card(unit)
    return card.warship or card.role == "Sniper" or card.pilot_level >= 1


def hits_several(weapon: Weapon) -> bool:
    """Return whether one attack of a weapon is at several targets."""
    return bool(weapon.aoe) or "two targets" in weapon.special.casefold()


@rule("weapon-once", "melee-once", "reload", "single-use", "remote")
def _warnings(pair: AttackPair, weapon: Weapon, place: int, mode: str) -> Iterator[str]:
    """Yield the rules that an attack would break, in sentences."""
    battle, unit = pair.battle, pair.unit
    if not battle.state.round or battle.state.active != unit:
        if battle.pool(battle.seat(unit), "bombard") and "IDF" not in weapon.qualities:
            yield "An Opening Bombardment is indirect fire."
        return
    bonus, used = battle.has(unit, "bonus"), battle.has(unit, sheets.weapon_track("fired", place))
    again = used and hits_several(weapon)
    if weapon.shoots:
        if not (bonus or again or mode == "remote") and battle.value(unit, sheets.ACTIONS) < 1:
            yield "It has no action left."
        if used and not (bonus or again or "X" in weapon.qualities):
            yield f"The {weapon.name} has fired in this turn."
        if battle.has(unit, sheets.weapon_track("recharge", place)):
            yield f"The {weapon.name} recharges."
        if weapon.single_use and not battle.value(unit, sheets.weapon_track("ammo", place)):
            yield f"The {weapon.name} has no ammunition left."
    elif mode == "throw":
        cost = throw_cost(pair)
        if cost and battle.value(unit, cost[0]) < cost[1]:
            yield f"It has {battle.value(unit, cost[0])} {cost[0].capitalize()}, and the throw takes {cost[1]}."
    elif battle.has(unit, "melee") and not bonus:
        yield "It has fought in melee in this turn."
    if mode == "remote" and battle.momentum(battle.seat(unit)) < play.remote_cost(weapon, battle.rulings):
        yield f"It takes {play.remote_cost(weapon, battle.rulings)} Momentum."
    if weapon.fights:
        yield from _too_far(pair)
    yield from target_warnings(pair, weapon)


def _too_far(pair: AttackPair) -> Iterator[str]:
    gap = pair.said.distance - pair.reach
    move = pair.cards[0].move
    if gap > move:
        yield f"It moves up to {move}″, and is {pair.said.distance}″ away: Full Throttle, or say how near it is now."


@rule("engaged-target", "engaged-fire", "challenge", "return-fire", "shutdown")
def target_warnings(pair: AttackPair, weapon: Weapon | None) -> Iterator[str]:
    """Yield the rules that an attack on this target would break, whatever the weapon."""
    battle, unit, target = pair.battle, pair.unit, pair.target
    others = battle.opponents(target) - {unit}
    if others and not battle.is_engaged(unit, target):
        yield f"{battle.name(target)} is in melee with {join_words(sorted(map(battle.name, others)))}."
    own = battle.opponents(unit) - {target}
    shoots = weapon is not None and weapon.shoots
    if own and not battle.is_engaged(unit, target):
        focused = battle.value(unit, "focus") > 0
        if weapon is None or not shoots or not play.can_shoot_engaged(weapon, battle.level(unit), focused):
            yield f"It is in melee with {join_words(sorted(map(battle.name, own)))}."
    rivals = {one for one in battle.challenged(unit) if not battle.records.unit(one).out}
    if rivals and target not in rivals:
        yield f"Its Challenge is with {join_words(sorted(map(battle.name, rivals)))}."
    aggressor = battle.records.link(unit, "return")
    if aggressor and aggressor != target:
        yield f"It returns fire at {battle.name(aggressor)} if it can."
    if battle.is_shut_down(unit):
        yield "It is shut down."


def _action_warnings(pair: AttackPair) -> str:
    battle, unit = pair.battle, pair.unit
    if battle.state.active != unit:
        return ""
    needs = () if battle.has(unit, "bonus") or battle.value(unit, sheets.ACTIONS) else ("It has no action left.",)
    return " ".join((*needs, *target_warnings(pair, None)))


def _plain_shot(pair: AttackPair, damage: int) -> tuple[JsonObject, tuple[str, ...]]:
    """Return the inputs of an attack that no weapon makes, without those of its shots."""
    battle = pair.battle
    a, b = pair.cards
    weapon = Weapon(name="Terrain", range=str(THROW_RANGE), attacks="1", dmg=damage)
    factor = battle.factor
    conditions = Circumstances(
        distance=pair.said.distance,
        cover=pair.said.cover or battle.has(pair.target, "havoc-cover"),
        behind=pair.is_behind,
        high_ground=battle.has(pair.unit, "high"),
        target_high=battle.has(pair.target, "high"),
        choice=pair.said.choice,
        hp_factor=factor,
        free_focus=False,
        focus=battle.value(pair.unit, "focus") > 0,
        target_lost=b.hp * factor - battle.value(pair.target, sheets.HP),
    )
    inputs, applied = shoot_inputs(a, b, weapon, conditions, battle.terms.context)
    kept = {name: value for name, value in inputs.items() if name not in ("shots", "damage", "rapid_fire", "pen")}
    return kept, tuple(words for words, _ in applied)


def _terrain_offer(pair: AttackPair) -> AttackOffer:
    """Return the throw of a piece of terrain: a shooting attack within 16 inches."""
    if pair.said.distance > THROW_RANGE:
        return AttackOffer("terrain", "Throw terrain", why_not=f"Terrain is thrown up to {THROW_RANGE}″.")
    inputs, applied = _plain_shot(pair, THROWN_DAMAGE)
    size = pair.battle.card(pair.unit).size
    inputs |= {"size": size, "dangerous": pair.said.dangerous}
    known = (f"{THROWN + size} shots", f"DMG {THROWN_DAMAGE}")
    return AttackOffer(
        "terrain",
        "Throw terrain",
        "throw-terrain",
        inputs,
        known=known,
        applied=applied,
        warning=_action_warnings(pair),
    )


def _crash_offer(pair: AttackPair) -> AttackOffer:
    """Return an attack by crashing through and trampling: on up to two smaller units."""
    battle, a, b = pair.battle, pair.battle.card(pair.unit), pair.battle.card(pair.target)
    if b.size >= a.size and not pair.said.cover:
        return AttackOffer(
            "crash", "Crash through", why_not="Only smaller units are trampled, and those behind buildings."
        )
    havoc = battle.value(pair.unit, "havoc-cover")
    damage = 200 + 100 * (a.size + havoc)
    inputs, applied = _plain_shot(pair, damage)
    inputs |= {"size": a.size, "havoc": havoc}
    known = ("5 shots", f"DMG {damage}")
    warning = _action_warnings(pair)
    return AttackOffer("crash", "Crash through", "crash-through", inputs, known=known, applied=applied, warning=warning)


@rule("outmaneuver", "bridge-attack")
def _contest_offer(pair: AttackPair) -> AttackOffer:
    """Return a roll for an advantage in space: it costs 10 inches of Move, and a target within 10 inches."""
    battle = pair.battle
    a, b = (battle.card(one) for one in (pair.unit, pair.target))
    name, title = ("bridge-attack", "Bridge attack") if b.warship else ("outmaneuver", "Outmaneuver")
    if pair.said.distance > CONTEST_RANGE:
        return AttackOffer("outmaneuver", title, why_not=f"The target must be within {CONTEST_RANGE}″.")
    inputs: JsonObject = {
        "attacker_role": a.role in CONTEST_ROLES,
        "defender_role": b.role in CONTEST_ROLES,
        "attacker_move": a.move,
        "defender_move": b.move,
        "warship_near": pair.said.ship_near,
    }
    return AttackOffer(
        "outmaneuver",
        title,
        name,
        inputs,
        known=(f"Move {a.move}″", f"Move {b.move}″"),
        applied=("It costs 10″ of Move",),
    )
