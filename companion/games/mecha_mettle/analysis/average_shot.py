"""The average shot: the change that a component makes to the chance of a hit, over all weapons and targets of the deck.

A weapon and a body are weighted by the copies of their module in the deck, an Open Port by the number that a player
has. Abilities, shields and doors are not counted, because they depend on the positions at the table.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from companion.dice.odds import exact
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import Component, Module, Tile
from companion.games.mecha_mettle.resolver.attack import Attack
from companion.games.mecha_mettle.resolver.inputs import AttackInputs
from companion.games.mecha_mettle.resolver.steps import prepare_attack
from companion.limits.budget import check


class AverageShot:
    """The chances of an average shot under a context's cards and rulings; equal shots are calculated once."""

    def __init__(self, context: Context) -> None:
        """Count the weapons and the targets of the deck."""
        modules = context.catalogue.all(Module)
        copies = {module.id: module.plain + module.right + module.left for module in modules}
        self._context = context
        self._weapons = {module.id: copies[module.id] for module in modules if module.weapon and copies[module.id]}
        ports = {tile.id: tile.per_player for tile in context.catalogue.all(Tile) if tile.holds_module}
        self._targets = {name: count for name, count in {**ports, **copies}.items() if count}
        self._chances: dict[Attack, Fraction] = {}
        self._plain_chance = self._chance()

    def gain(self, card: Component) -> Fraction:
        """Return the chance that a component adds to an average shot of its owner; 0 without attack dice."""
        return self._chance(attacker=card) - self._plain_chance if card.attack else Fraction(0)

    def hit_chance_prevented(self, card: Component) -> Fraction:
        """Return the chance that a component takes from an average shot at its owner; 0 without defense dice."""
        return self._plain_chance - self._chance(defender=card) if card.defend else Fraction(0)

    def _chance(self, attacker: Component | None = None, defender: Component | None = None) -> Fraction:
        total, weight = Fraction(0), 0
        for weapon, weapon_copies in self._weapons.items():
            for target, target_copies in self._targets.items():
                total += weapon_copies * target_copies * self._hit_chance(weapon, target, attacker, defender)
                weight += weapon_copies * target_copies
        return total / weight if weight else Fraction(0)

    def _hit_chance(self, weapon: str, target: str, attacker: Component | None, defender: Component | None) -> Fraction:
        """Return the chance of one shot, with the component on the pool where it helps most, or not used."""
        pools = self._context.catalogue.get(Module, weapon).weapon
        kinds: Mapping[str | None, int] = Counter()
        if attacker and pools and len(pools.pools) > 1:
            kinds = Counter(pool.kind for pool in pools.pools)
        plain = self._chance_with(weapon, target, None, defender, None)
        return max(plain, *(self._chance_with(weapon, target, attacker, defender, kind) for kind in kinds or (None,)))

    def _chance_with(
        self, weapon: str, target: str, attacker: Component | None, defender: Component | None, kind: str | None
    ) -> Fraction:
        check()
        names = {"weapon": weapon, "target": target, "component_on": kind}
        cards = {"component": attacker and attacker.id, "defender_component": defender and defender.id}
        attack = prepare_attack(AttackInputs.model_validate({**names, **cards}), self._context)
        if attack not in self._chances:
            outcomes = exact(attack)
            hits = sum(weight for outcome, weight in outcomes.outcomes if outcome["hit"])
            self._chances[attack] = Fraction(hits, outcomes.total)
        return self._chances[attack]
