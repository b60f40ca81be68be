"""The average shot: what a component adds to the chance of a hit, over all weapons and all targets of the deck.

A weapon counts as often as its module is in the deck. It is aimed at a body as often as that module is in the deck, and
at an Open Port as often as a player has one. Abilities, shields and doors are left out: which of them a shot meets is a
matter of the table.
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
    """The chances of an average shot under a context's cards and rulings; equal shots are worked out once."""

    def __init__(self, context: Context) -> None:
        """Count the weapons and the targets of the deck."""
        modules = context.catalogue.all(Module)
        copies = {module.id: module.plain + module.right + module.left for module in modules}
        self._context = context
        self._weapons = {module.id: copies[module.id] for module in modules if module.weapon and copies[module.id]}
        ports = {tile.id: tile.per_player for tile in context.catalogue.all(Tile) if tile.holds_module}
        self._targets = {name: count for name, count in {**ports, **copies}.items() if count}
        self._known: dict[Attack, Fraction] = {}
        self._plain = self._chance()

    def gain(self, card: Component) -> Fraction:
        """Return by how much a component raises the chance of an average shot of its owner; 0 without attack dice."""
        return self._chance(attacker=card) - self._plain if card.attack else Fraction(0)

    def hit_chance_prevented(self, card: Component) -> Fraction:
        """Return by how much a component lowers the chance of an average shot at its owner; 0 without defense dice."""
        return self._plain - self._chance(defender=card) if card.defend else Fraction(0)

    def _chance(self, attacker: Component | None = None, defender: Component | None = None) -> Fraction:
        total, weight = Fraction(0), 0
        for weapon, many in self._weapons.items():
            for target, often in self._targets.items():
                total += many * often * self._hit_chance(weapon, target, attacker, defender)
                weight += many * often
        return total / weight if weight else Fraction(0)

    def _hit_chance(self, weapon: str, target: str, attacker: Component | None, defender: Component | None) -> Fraction:
        """Return the chance of one shot; the component is put on the pool where it helps most, or is not used."""
        pools = self._context.catalogue.get(Module, weapon).weapon
        kinds: Mapping[str | None, int] = Counter()
        if attacker and pools and len(pools.pools) > 1:
            kinds = Counter(pool.kind for pool in pools.pools)
        plain = self._one(weapon, target, None, defender, None)
        return max(plain, *(self._one(weapon, target, attacker, defender, kind) for kind in kinds or (None,)))

    def _one(
        self, weapon: str, target: str, attacker: Component | None, defender: Component | None, kind: str | None
    ) -> Fraction:
        check()
        given = {"weapon": weapon, "target": target, "component_on": kind}
        cards = {"component": attacker and attacker.id, "defender_component": defender and defender.id}
        attack = prepare_attack(AttackInputs.model_validate({**given, **cards}), self._context)
        if attack not in self._known:
            outcomes = exact(attack)
            hits = sum(weight for outcome, weight in outcomes.outcomes if outcome["hit"])
            self._known[attack] = Fraction(hits, outcomes.total)
        return self._known[attack]
