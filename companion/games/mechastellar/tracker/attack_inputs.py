"""The inputs of one weapon's attack at a table: those of a whole turn's plan, and what else the records say."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.base.json_types import JsonObject
from companion.data.rulebook import rule
from companion.games.mechastellar.analysis.attacks import WeaponAttack, attack_weapons
from companion.games.mechastellar.analysis.charge import find_answering_weapon
from companion.games.mechastellar.analysis.modifiers import Applied, Circumstances, find_best_shield, free_focus, reach
from companion.games.mechastellar.analysis.whole_turn.blows import Duel
from companion.games.mechastellar.analysis.whole_turn.plans import TurnAttack
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.inputs import MOST_BONUS, MOST_HITS, MOST_PEN
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import attack_effects
from companion.games.mechastellar.rules.equipped import EquippedUnit
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.as_it_stands import card_now, weapons_left
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.circumstances import TableConditions

NEAR_CAMERA = 16
"""Inches within which a broken main camera or bridge gives Blindside."""
TACTICAL, BLINDSIDE, BRIDGE = 1, 2, 3
"""What a won outmaneuver roll gives: the number on the track `edge`."""
TRANSFORMED_BLOCKS = 7
FAR = 24
"""Inches beyond which M-Particles help whoever is attacked."""


@dataclass(frozen=True)
class AttackPair:
    """Two units of a battle and what was said of them; `back` is the place of the weapon that the target chose.

    It strikes back with that one, or with its heaviest where it has not been asked.
    """

    battle: Battle
    unit: str
    target: str
    said: TableConditions
    back: int | None = None

    @property
    def answer(self) -> Weapon | None:
        """Return the weapon that the target strikes back with; None where it has none."""
        left = weapons_left(self.battle, self.target)
        if self.back in left:
            return left[self.back]
        return find_answering_weapon(card_now(self.battle, self.target, left))

    @property
    def cards(self) -> tuple[EquippedUnit, EquippedUnit]:
        """Return both cards as their records stand."""
        return card_now(self.battle, self.unit), card_now(self.battle, self.target)

    @property
    def reach(self) -> int:
        """Return the inches within which both are engaged."""
        return reach(self.battle.card(self.unit), self.battle.card(self.target), self.battle.terms.context)

    @property
    def edge(self) -> int:
        """Return what the unit has won by outmaneuvering this target in this turn."""
        at_target = self.battle.records.link(self.unit, "edge") == self.target
        return self.battle.value(self.unit, "edge") if at_target else 0

    @property
    def is_behind(self) -> bool:
        """Return whether the attack comes from behind: as said, or by damage, or by an outmaneuver."""
        battle, near = self.battle, self.said.distance <= NEAR_CAMERA
        blind = near and (battle.has(self.target, "camera") or battle.has(self.target, "bridge"))
        return self.said.behind or blind or self.edge >= BLINDSIDE


def weapon_number(pair: AttackPair, place: int) -> int | None:
    """Return which of the attacking weapons that a unit has left is the one at a place; None if it is not one."""
    left = weapons_left(pair.battle, pair.unit)
    places = [one for one, weapon in left.items() if weapon.shoots or weapon.fights]
    return places.index(place) if place in places else None


@rule("per-attack")
def find_attack(pair: AttackPair, place: int, remote: bool = False) -> WeaponAttack | None:
    """Return the attack of the weapon at a place of a unit's card, with its inputs; None where that is lost."""
    number = weapon_number(pair, place)
    if number is None:
        return None
    a, b = pair.cards
    weapon = attack_weapons(a)[number]
    duel = Duel(a, b, _conditions(pair, weapon), pair.battle.terms.context)
    attack = duel.attack(_plan(pair, place, weapon, number, remote))
    if attack.why_not:
        return attack
    inputs: JsonObject = dict(attack.inputs)
    applied = [*attack.applied]
    for adjust in (_attacker_side, _defender_side, _advantage):
        applied += adjust(pair, weapon, inputs)
    return replace(attack, inputs=inputs, applied=tuple(applied))


def _conditions(pair: AttackPair, weapon: Weapon) -> Circumstances:
    """Return the circumstances as an analysis knows them; whoever attacks in melee has moved there already."""
    battle, said, factor = pair.battle, pair.said, pair.battle.factor
    immune = battle.has(pair.target, "warned")
    close = weapon.fights or battle.is_engaged(pair.unit, pair.target)
    distance = min(said.distance, pair.reach) if close else said.distance
    return Circumstances(
        distance=distance,
        cover=said.cover or battle.has(pair.target, "havoc-cover"),
        behind=pair.is_behind and not immune,
        high_ground=battle.has(pair.unit, "high") and not immune,
        target_high=battle.has(pair.target, "high"),
        fast=battle.has(pair.unit, "fast") and not immune,
        unseen=said.unseen,
        choice=said.choice,
        hp_factor=factor,
        lost=battle.card(pair.unit).hp * factor - battle.value(pair.unit, sheets.HP),
        target_lost=battle.card(pair.target).hp * factor - battle.value(pair.target, sheets.HP),
        answer=pair.answer if weapon.fights else None,
    )


def _plan(pair: AttackPair, place: int, weapon: Weapon, number: int, remote: bool) -> TurnAttack:
    """Return what a unit has spent on its next attack, as a whole turn's plan has it."""
    battle, unit = pair.battle, pair.unit
    locked = int(battle.has(unit, sheets.weapon_track("locked", place)))
    return TurnAttack(
        number,
        focus=locked if battle.card(unit).warship else battle.value(unit, "focus"),
        free=has_free_focus(pair, weapon),
        hits=skill_hits(battle, unit) if not pair.said.unseen and not remote else 0,
        skill="skill",
        remote=remote,
        fast=battle.has(unit, "fast") and not battle.has(pair.target, "warned"),
        damage=battle.value(unit, "power-damage"),
        pen=battle.value(unit, "power-pen"),
        reach=battle.value(unit, "power-range"),
        havoc=battle.value(unit, "havoc-impact" if weapon.fights else "havoc-fire"),
    )


def has_free_focus(pair: AttackPair, weapon: Weapon) -> bool:
    """Return whether a trait gives a unit a Focus on this attack that takes no action, once a turn."""
    effects = attack_effects(*pair.cards, weapon, pair.battle.terms.context.catalogue, melee=weapon.fights)
    return bool(free_focus(effects)) and not pair.battle.has(pair.unit, "free-focus")


@rule("bullseye", "make-it-count")
def skill_hits(battle: Battle, unit: str) -> int:
    """Return the hits that skills give to a unit's next attack."""
    counted = play.make_it_count_hits(battle.state.round) if battle.has(unit, "count") else 0
    return counted + play.bullseye_hits() * battle.has(unit, "bullseye")


def _add(inputs: JsonObject, name: str, amount: int, most: int) -> None:
    inputs[name] = min(most, inputs.get(name, 0) + amount)


@rule("captains-orders", "round-commands")
def _attacker_side(pair: AttackPair, weapon: Weapon, inputs: JsonObject) -> Iterator[Applied]:
    """Add what orders, commands, damage and events give to the attacker."""
    battle, unit = pair.battle, pair.unit
    seat, shoots = battle.seat(unit), weapon.shoots
    order = battle.pool(seat, "order-fire")
    if order and shoots and inputs.get("choice") in ("precision", "barrage"):
        name = "accuracy_bonus" if inputs["choice"] == "precision" else "shots"
        _add(inputs, name, 1, MOST_BONUS if name == "accuracy_bonus" else 99)
        yield f"Order: {inputs['choice'].capitalize()} +1", "captains-orders"
    if order > 1:
        _add(inputs, "pen", 1, MOST_PEN)
        yield "Order of a battle-hardened captain: PEN +1", "captains-orders"
    if battle.pool(seat, "firepower"):
        _add(inputs, "pen", 1, MOST_PEN)
        if shoots:
            _add(inputs, "accuracy_bonus", 1, MOST_BONUS)
        yield f"Overwhelming Firepower: {'Accuracy and ' * shoots}PEN +1", "round-commands"
    if not shoots:
        yield from _melee_attacker(pair, inputs)
    if pair.edge == BRIDGE:
        _add(inputs, "pen", 3, MOST_PEN)
        yield "Bridge attack: PEN +3", "bridge-attack"


def _melee_attacker(pair: AttackPair, inputs: JsonObject) -> Iterator[Applied]:
    battle, unit = pair.battle, pair.unit
    if battle.has(unit, "berserk"):
        _add(inputs, "bonus_hits", 2, MOST_HITS)
        yield "Berserk: +2 Hits", "climactic-event"
    for one, other, name in ((unit, pair.target, "bonus_hits"), (pair.target, unit, "counter_hits")):
        if battle.pool(battle.seat(one), "valiant") and is_valiant(battle, one, other):
            _add(inputs, name, 2, MOST_HITS)
            yield f"The Valiant: {battle.records.name(one)} +2 Hits", "round-commands"
        if camera := battle.value(one, "camera"):
            hit_on = "hit_on" if one == unit else "counter_hit_on"
            inputs[hit_on] = min(9, inputs.get(hit_on, 5) + camera)
            yield f"{battle.records.name(one)}’s main camera: hits on {inputs[hit_on]} or more", "battle-damage"
    if battle.has(pair.target, "berserk"):
        _add(inputs, "counter_hits", 2, MOST_HITS)
        yield "Its answer, berserk: +2 Hits", "climactic-event"


@rule("round-commands")
def is_valiant(battle: Battle, unit: str, other: str) -> bool:
    """Return whether The Valiant helps a unit: it has less than half of its HP, or the other's Melee is greater."""
    full = battle.fighters[unit].hp
    return 2 * battle.value(unit, sheets.HP) < full or battle.card(other).melee > battle.card(unit).melee


@rule("challenge", "captains-orders", "round-commands", "barrier-points", "transforming", "m-particles")
def _defender_side(pair: AttackPair, weapon: Weapon, inputs: JsonObject) -> Iterator[Applied]:
    """Add what a Challenge, orders, commands and Power give to the target."""
    battle, target, melee = pair.battle, pair.target, weapon.fights
    seat, more = battle.seat(target), "blocks" if melee else "more_blocks"
    if battle.is_guarded_from(target, pair.unit):
        _add(inputs, more, 1, 20)
        yield "Its Challenge is with another: +1 Block", "challenge"
    if battle.pool(seat, "order-evade") and not melee:
        inputs["dodge_bonus"] = 1
        yield "Order: Dodge +1", "captains-orders"
    if battle.pool(seat, "order-close") and melee:
        inputs["guard_bonus"] = 1
        yield "Order: Guard +1", "captains-orders"
    if battle.pool(seat, "raid") and not melee:
        _add(inputs, "evade_bonus", 1, MOST_BONUS)
        yield "Lightning Raid: Evade +1", "round-commands"
    if battle.has(target, "ace-evade") and not melee:
        _add(inputs, "evade_bonus", 3, MOST_BONUS)
        yield "Ace Evade: Evade +3, together at most +3", "ace-evade"
    if battle.pool(seat, "bulwark") and melee:
        _add(inputs, "blocks", 1, 20)
        yield "Advancing Bulwark: +1 Block", "round-commands"
    if pair.said.particles and pair.said.distance > FAR and not melee:
        _add(inputs, "rerolls", 1, MOST_BONUS)
        yield f"M-Particles beyond {FAR}″: one Evade die is rolled again", "m-particles"
    if melee and (impact := battle.value(target, "havoc-impact")):
        _add(inputs, "counter_hits", impact, 20)
        yield f"Its Impact: {impact} more when it strikes back", "havoc-use"
        if pair.answer and pair.answer.effect == "push":
            _add(inputs, "counter_pen", impact, MOST_PEN)
    if battle.has(target, "transformed") and melee and battle.rulings["transformed"] == "example":
        inputs["block_on"] = TRANSFORMED_BLOCKS
        yield f"Transformed: blocks on {TRANSFORMED_BLOCKS} or more", "transforming"
    yield from _barrier(pair, melee, inputs)


def _barrier(pair: AttackPair, melee: bool, inputs: JsonObject) -> Iterator[Applied]:
    """Add the blocks that Power or Havoc give to a barrier; they do not add to a shield or to cover."""
    battle, target = pair.battle, pair.target
    more = battle.value(target, "power-barrier") + 2 * battle.value(target, "havoc-barrier")
    if not more:
        return
    card = card_now(battle, target)
    own = max((one.blocks for one in card.trait_cards), default=0)
    shield = find_best_shield(card, melee)
    instead = shield.blocks if shield and inputs.get("blocks", 0) >= shield.blocks else 0
    gained = max(0, own + more - max(own, instead))
    _add(inputs, "blocks", gained, 20)
    yield f"Barrier with {more} more: {own + more} blocked, does not add to a shield or cover", "barrier-points"


@rule("tactical-advantage", "shutdown")
def _advantage(pair: AttackPair, weapon: Weapon, inputs: JsonObject) -> Iterator[Applied]:
    """Add the conditions of Tactical Advantage that only a table knows."""
    battle, target = pair.battle, pair.target
    if battle.has(target, "warned"):
        yield "Warning: immune to Tactical Advantage", "tactical-advantage"
        return
    tumbled = pair.said.tumbled and battle.level(target) < 2
    reasons = {
        "Shutdown": battle.is_shut_down(target),
        "Overwhelm": pair.said.outnumbered and weapon.fights,
        "It fell with its terrain": tumbled,
        "Outmaneuvered": pair.edge == TACTICAL,
    }
    named = [name for name, holds in reasons.items() if holds]
    if named and not inputs.get("bonus_crits"):
        inputs["bonus_crits"] = 1
        yield f"{named[0]}: +1 Critical", "tactical-advantage"
