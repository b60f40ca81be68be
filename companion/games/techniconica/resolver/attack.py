"""One Mech fires one or more Weapons at one Base Part, as a state machine: the rolls, the damage, the Bottle Test.

A shot, a charge and a counter-attack are volleys of one Weapon. Once a Weapon's rolls are over, a state keeps only what
they did, so that equal ones merge when every face is run at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import lcm
from typing import NamedTuple

from companion.base.json_types import JsonObject
from companion.data.rulebook import Rulings, rule
from companion.dice.odds import Ends
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import Outcome
from companion.dice.throw import Faces, Throw
from companion.games.techniconica.resolver.bottle_test import BottleState, bottle_test
from companion.games.techniconica.resolver.clash import DICELESS, Clash, ClashState, Fell, Policy
from companion.games.techniconica.resolver.roll_ends import bottle_ends, roll_ends
from companion.games.techniconica.rules.damage import Layers, strike
from companion.games.techniconica.rules.gravity_field import Burden, buckles, find_overload
from companion.games.techniconica.rules.play import Overload
from companion.limits.budget import check

_STEPS = 800
"""The steps of a shot without Re-Rolls, counted as longer ones than usual; they grow with the cube of the Weapons."""


class Dealt(NamedTuple):
    """What the Weapons did so far; `doubled` is what Armour Piercing added, `frightening` the Bottle Test's penalty."""

    layers: Layers
    hits: int = 0
    jams: int = 0
    damage: int = 0
    doubled: int = 0
    weight: int = 0
    frightening: int | None = None


class AttackState(NamedTuple):
    """What was done so far, the Weapon that fires and its rolls, and the Bottle Test.

    `left` are the Re-Rolls after the last Weapon; while one fires, its rolls count them.
    """

    tally: Dealt
    weapon: int = 0
    clash: ClashState | None = None
    left: tuple[int, int] = (0, 0)
    bottle: BottleState | None = None


@dataclass(frozen=True)
class Defence:
    """The Mech that is attacked: the layers of the part aimed at, the Pilot's nerve, the weight it can bear.

    With `fortitude` None no Bottle Test can be rolled; with `last` none is due if the Base Part is destroyed, because
    the Mech goes with it. `on_locomotor` says that the part is the Locomotor, which Weight Damage also hits.
    `fallen_fortitude` is the Fortitude once the Base Part is destroyed, None where that changes nothing.
    """

    layers: Layers = Layers(())
    fortitude: int | None = None
    bottle_threshold: int | None = None
    last: bool = False
    on_locomotor: bool = False
    burden: Burden | None = None
    fallen_fortitude: int | None = None


@dataclass(frozen=True)
class Volley:
    """One or more Weapons fired in one Action at one Base Part, with one Evasion Roll and one Bottle Test."""

    clashes: tuple[Clash, ...]
    defence: Defence = Defence()
    re_rolls: tuple[int, int] = (0, 0)
    policy: Policy = "when-it-helps"
    diceless: bool = False
    rulings: Rulings = field(default_factory=dict, hash=False)
    by: str = ""
    spent: tuple[int, ...] = ()
    """In diceless play the Re-Rolls on each Weapon's Attack Roll; without them all are on the first."""

    @property
    def estimated_steps(self) -> int:
        """About how many steps of the usual length exact odds take; measured, and grown by Re-Rolls and two dice."""
        attacker, defender = self.re_rolls
        left = (attacker + 1) * (defender + 1)
        dice = max(2 if clash.effects.dice != "one" or clash.effects.barrage else 1 for clash in self.clashes)
        return _STEPS * len(self.clashes) ** 3 * (3 * left if left > 1 else 1) * dice

    def start(self, left: tuple[int, int] | None = None) -> AttackState:
        """Return the attack before any dice, with its own Re-Rolls or those `left`; diceless it is over at once."""
        tally = Dealt(self.defence.layers)
        if not self.diceless:
            re_rolls = self.re_rolls if left is None else left
            return AttackState(tally, clash=self.clashes[0].start(re_rolls))
        for clash, rolls in zip(self.clashes, self.diceless_rolls(), strict=True):
            tally = self.add_weapon(tally, clash, clash.fell(rolls))
        return self.after_last_weapon(AttackState(tally))

    def diceless_rolls(self) -> tuple[ClashState, ...]:
        """Return how each Weapon's rolls fall in diceless play, with the Re-Rolls that are spent on each."""
        attacker, defender = self.re_rolls
        rolls = zip_longest(range(len(self.clashes)), self.spent or (attacker,), fillvalue=0)
        return tuple(ClashState("over", DICELESS + spent, False, DICELESS + defender) for _, spent in rolls)

    def ask(self, state: AttackState) -> Throw | None:
        """Return the next throw of the Weapon that fires, or of the Bottle Test."""
        if state.clash:
            return self.clashes[state.weapon].ask(state.clash)
        return self.prepare_bottle_test(state).ask(state.bottle) if state.bottle else None

    def take(self, state: AttackState, faces: Faces) -> AttackState:
        """Return the state after a throw or an answer."""
        if state.clash is None:
            assert state.bottle
            return self.take_bottle_test(state, self.prepare_bottle_test(state).take(state.bottle, faces))
        clash = self.clashes[state.weapon]
        after = clash.take(state.clash, faces)
        if after.phase != "over":
            return state._replace(clash=after)
        tally, weapon = self.add_weapon(state.tally, clash, clash.fell(after)), state.weapon + 1
        if weapon == len(self.clashes):
            return self.after_last_weapon(AttackState(tally, weapon, left=after.left))
        return AttackState(tally, weapon, self.begin(weapon, after.left, after.evasion))

    def begin(self, weapon: int, left: tuple[int, int], evasion: int) -> ClashState:
        """Return the starting state of a Weapon's rolls; the Evasion Roll from an earlier one is kept."""
        stands = weapon > 0 and left[1] > 0 and self.rulings.get("volley-evasion") == "first"
        return self.clashes[weapon].start(left, evasion, stands)

    @rule("more-weapons")
    def add_weapon(self, tally: Dealt, clash: Clash, fell: Fell) -> Dealt:
        """Return what the Weapons did, with one more of them."""
        points, hits, jam = fell
        piercing = clash.effects.piercing
        halves = piercing and self.rulings.get("piercing-leftover") == "kept"
        struck = strike(points, tally.layers, piercing, halves)
        return Dealt(
            tally.layers.take_damage(struck) if points else tally.layers,
            tally.hits + hits,
            tally.jams + jam,
            tally.damage + points,
            tally.doubled + struck.doubled,
            tally.weight + (clash.effects.weight if hits else 0),
            self._fear(tally.frightening, clash, jam),
        )

    @rule("bottle-cause")
    def _fear(self, before: int | None, clash: Clash, jam: bool) -> int | None:
        """Return what is added to the Bottle Test; for several Frightening Weapons the ruling rule-twice decides."""
        more = clash.effects.frightening
        if more is None or (jam and self.rulings.get("frightening-jam") != "yes"):
            return before
        if before is None:
            return more
        return max(before, more) if self.rulings.get("rule-twice") == "highest" else before + more

    def after_last_weapon(self, state: AttackState) -> AttackState:
        """Return the state after the last Weapon: a Bottle Test, or the end."""
        if not self._bottles(state.tally):
            return state
        test = self.prepare_bottle_test(state)
        return self.take_bottle_test(state, test.start())

    def take_bottle_test(self, state: AttackState, bottle: BottleState) -> AttackState:
        """Return the state with a Bottle Test as far as it went."""
        return state._replace(bottle=bottle, left=(state.left[0], bottle.left))

    def prepare_bottle_test(self, state: AttackState) -> OneThrow[bool]:
        """Return the Bottle Test that an attack calls for."""
        fear, fortitude = state.tally.frightening or 0, self.defence.fortitude or 0
        if self.defence.fallen_fortitude is not None and "base" in self.destroyed_cards(state):
            fortitude = self.defence.fallen_fortitude
        side = self.clashes[0].sides[1]
        return bottle_test(fortitude, fear, state.left[1], self.policy, self.diceless, self.by, side)

    def end_weights(self, start: AttackState) -> Ends[AttackState]:
        """Return the ends after a beginning, Weapon by Weapon, then the Bottle Test; equal to all dice at once.

        A Weapon's rolls are worked out for each number of Re-Rolls left and each Evasion Roll, not for all that the
        Weapons before it did.
        """
        if start.clash is None:
            return Ends({start: 1}, 1)
        wave: dict[tuple[Dealt, tuple[int, int], int], int] = {(start.tally, start.clash.left, 0): 1}
        total = 1
        for weapon, clash in enumerate(self.clashes):
            more = weapon + 1 < len(self.clashes)
            rolls = {
                (left, evasion): roll_ends(clash, self.begin(weapon, left, evasion), self.rulings, more)
                for _, left, evasion in wave
            }
            scale = lcm(*(ends.total for ends in rolls.values()))
            added: dict[Dealt, dict[Fell, Dealt]] = {}
            following: dict[tuple[Dealt, tuple[int, int], int], int] = {}
            for (tally, left, evasion), weight in wave.items():
                check()
                ends = rolls[left, evasion]
                weight *= scale // ends.total
                dealt = added.setdefault(tally, {})
                for (fell, still_left, rolled), count in ends.weights.items():
                    if fell not in dealt:
                        dealt[fell] = self.add_weapon(tally, clash, fell)
                    after = dealt[fell], still_left, rolled
                    following[after] = following.get(after, 0) + weight * count
            wave, total = following, total * scale
        return self._bottle_weights(wave, total)

    def _bottle_weights(self, wave: Mapping[tuple[Dealt, tuple[int, int], int], int], total: int) -> Ends[AttackState]:
        """Return the ends after the Bottle Tests that the Weapons call for."""
        last = len(self.clashes)
        fired = [self.after_last_weapon(AttackState(tally, last, left=left)) for tally, left, _ in wave]
        tests = [bottle_ends(self.prepare_bottle_test(one), one.bottle) if one.bottle else None for one in fired]
        scale = lcm(*(ends.total for ends in tests if ends))
        weights: dict[AttackState, int] = {}
        for state, weight, ends in zip(fired, wave.values(), tests, strict=True):
            if ends is None:
                weights[state] = weight * scale
                continue
            for bottle, count in ends.weights.items():
                after = self.take_bottle_test(state, bottle)
                weights[after] = weights.get(after, 0) + weight * count * (scale // ends.total)
        return Ends(weights, total * scale)

    def overload(self, state: AttackState) -> Overload | None:
        """Return what the weight of Gravity Fields did to the target; None if what it can carry is not known."""
        burden = self._burden(state.tally)
        return find_overload(burden, state.tally.weight) if burden else None

    def _burden(self, tally: Dealt) -> Burden | None:
        """Return what the target can bear when the weight is added."""
        if self.defence.burden is None:
            return None
        fallen = len(self.defence.layers.every) - len(tally.layers.every)
        return self.defence.burden.without(fallen, self.rulings)

    def destroyed_cards(self, state: AttackState) -> tuple[str, ...]:
        """Return the cards that are removed, in order; the Locomotor last, where Weight Damage destroys it."""
        return self._destroyed_cards(state.tally)

    @rule("overloaded")
    def _destroyed_cards(self, tally: Dealt) -> tuple[str, ...]:
        gone = tally.layers.destroyed_layers(self.defence.layers)
        burden = self._burden(tally)
        if burden is None or not tally.weight:
            return gone
        if not self.defence.on_locomotor:
            return (*gone, "locomotor") if buckles(burden, find_overload(burden, tally.weight).damage) else gone
        base = next((layer for layer in tally.layers.every if layer.kind == "base"), None)
        if base is None:
            return gone
        own = replace(burden, threshold=base.threshold, counters=base.counters)
        return (*gone, "base") if buckles(own, find_overload(own, tally.weight).damage) else gone

    def ends(self, state: AttackState) -> bool:
        """Whether the Base Part is destroyed and the Mech with it (rule out-of-play)."""
        return self.defence.last and "base" in self.destroyed_cards(state)

    @rule("bottle-cause")
    def _bottles(self, tally: Dealt) -> bool:
        """Whether the attack calls for a Bottle Test that can be rolled."""
        destroyed = self._destroyed_cards(tally)
        if self.defence.fortitude is None or (self.defence.last and "base" in destroyed):
            return False
        if tally.frightening is not None or "base" in destroyed or "locomotor" in destroyed:
            return True
        threshold = self.defence.bottle_threshold
        return threshold is not None and self._points(tally) > threshold

    def _points(self, tally: Dealt) -> int:
        """Return the points that count towards the Bottle Threshold; rulings say which besides the damage do."""
        points = tally.damage
        if tally.doubled and self.rulings.get("piercing-bottle") == "yes":
            points += tally.doubled
        burden = self._burden(tally)
        if burden and tally.weight and self.rulings.get("weight-bottle") == "yes":
            points += find_overload(burden, tally.weight).damage
        return points

    def outcome(self, state: AttackState) -> Outcome:
        """Return `hits` and `jams` (Weapons), `damage` (of all), and what every attack has: see `_rest`."""
        return {"hits": state.tally.hits, "jams": state.tally.jams, **self._rest(state)}

    def _rest(self, state: AttackState) -> JsonObject:
        """Return `damage`, `destroyed` (cards removed, in order), `bottle`; with a Gravity Field `heavier`.

        Where it is known what the target can carry, also `weight_damage` and `speed_lost`.
        """
        bottle = self.prepare_bottle_test(state).outcome(state.bottle)["result"] if state.bottle else "not-taken"
        found = {"damage": state.tally.damage, "destroyed": list(self.destroyed_cards(state)), "bottle": bottle}
        if not self.effects_beyond_damage:
            return found
        overload = self.overload(state)
        lost = self.defence.burden.speed - overload.speed if self.defence.burden and overload else 0
        beyond = {
            "heavier": state.tally.weight,
            "weight_damage": overload.damage if overload else 0,
            "speed_lost": lost,
        }
        return found | {name: beyond[name] for name in self.effects_beyond_damage}

    @property
    def effects_beyond_damage(self) -> tuple[str, ...]:
        """The names of the effects beyond damage that this attack can have."""
        if not any(clash.effects.weight for clash in self.clashes):
            return ()
        return ("heavier", "weight_damage", "speed_lost") if self.defence.burden else ("heavier",)


class SingleAttack(Volley):
    """A volley of one Weapon."""

    @property
    def clash(self) -> Clash:
        """Its rolls."""
        return self.clashes[0]

    def outcome(self, state: AttackState) -> Outcome:
        """Return `result` and what every attack has: see `Volley`."""
        result = "hit" if state.tally.hits else "jam" if state.tally.jams else "miss"
        return {"result": result, **self._rest(state)}
