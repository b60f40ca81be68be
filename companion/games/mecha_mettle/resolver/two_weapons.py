"""Both weapons of an upgraded module, one after the other for one action: the second at a new target or the same space.

Each attack is an `Attack` of its own. In the same space the second target depends on the first attack: the module after
a miss, the Open Port under a destroyed module, or nothing where the port is destroyed too. After a hit the second
attack may have another target: a space behind the destroyed module, or another space instead of the port.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.dice.throw import Faces, Throw
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import AttackDie, Module, Weapon
from companion.games.mecha_mettle.resolver.attack import Attack, Standing, State
from companion.games.mecha_mettle.resolver.inputs import AttackInputs, ModuleName, TargetName
from companion.games.mecha_mettle.resolver.steps import find_standing, prepare_attack
from companion.games.mecha_mettle.rules.turn import Damage, damage
from companion.games.mecha_mettle.rules.upgrades import Refused, combine_modules

OPEN_PORT = "open-port"
"""The tile under every module: the second target in a space where the first attack destroyed only the module."""

PairState = tuple[Literal[0, 1, 2], State | None, str]
"""Which attack is rolled (2: none is left), its own state, and how the first one ended."""


class TwoWeaponInputs(Record):
    """An upgraded module, the order of its weapons, the target of each, and components."""

    lower: ModuleName = Field(
        title="Module in play",
        description="The lower card; its weapon stays in view.",
        json_schema_extra={"cards": "module", "with": "weapon"},
    )
    upper: ModuleName = Field(
        title="Laid on it",
        description="The upper card, with an Open Link.",
        json_schema_extra={"cards": "module", "with": "open_link"},
    )
    fires_first: Literal["lower", "upper"] = Field(
        "lower", title="Fires first", description="Which card's weapon; the other one fires after it."
    )
    target: TargetName = Field(
        title="First target",
        description="What the first weapon is aimed at.",
        json_schema_extra={"cards": ["module", "tile"]},
    )
    target_upgrade: ModuleName | None = Field(
        None,
        title="First target upgraded with",
        description="The module laid on it.",
        json_schema_extra={"cards": "module", "with": "open_link"},
    )
    side: Literal["body", "shield"] | None = Field(
        None, title="Side hit first", description="The shield, where it faces the first shot; otherwise the body."
    )
    then: TargetName | None = Field(
        None,
        title="Second target",
        description="Empty: the same space, whatever then stands there.",
        json_schema_extra={"cards": ["module", "tile"]},
    )
    then_upgrade: ModuleName | None = Field(
        None,
        title="Second target upgraded with",
        description="The module laid on a new target.",
        json_schema_extra={"cards": "module", "with": "open_link"},
    )
    then_side: Literal["body", "shield"] | None = Field(
        None, title="Side hit second", description="The two weapons face different ways, so the side may differ."
    )
    bypass: Literal["first", "second"] | None = Field(
        None, title="Past a module", description="Which attack is a Scout's that ignores one blocking module."
    )
    after_hit: TargetName | None = Field(
        None,
        title="Second target after a hit",
        description="Where the first attack succeeds; empty: as without it.",
        json_schema_extra={"cards": ["module", "tile"]},
    )
    after_hit_upgrade: ModuleName | None = Field(
        None,
        title="Target after a hit upgraded with",
        description="The module laid on it.",
        json_schema_extra={"cards": "module", "with": "open_link"},
    )
    after_hit_side: Literal["body", "shield"] | None = Field(
        None, title="Side hit after a hit", description="Of the second target after a hit."
    )
    after_hit_bypass: bool = Field(
        False, title="Past a module after a hit", description="Whether the second attack ignores a module then too."
    )
    component: str | None = Field(
        None,
        title="Attacker's component",
        description="An active attack component; it changes one of the weapons.",
        json_schema_extra={"cards": "component", "with": "attack"},
    )
    component_for: Literal["first", "second"] = Field(
        "first", title="Component changes", description="The first or the second attack."
    )
    component_on: AttackDie | None = Field(
        None, title="Component on", description="Which of Twin Strike's two pools it changes."
    )
    defender_component: str | None = Field(
        None,
        title="Defender's component",
        description="An active defense component, for one defense roll.",
        json_schema_extra={"cards": "component", "with": "defend"},
    )
    defender_for: Literal["first", "second"] = Field(
        "first", title="Defender uses it against", description="The first or the second attack."
    )


@dataclass(frozen=True)
class TwoWeapons:
    """Two attacks in order; `seconds` has the second one by the result of the first, None where it has no target.

    The result of the first is `missed`, `module` (the module is destroyed) or `port` (so is the port).
    """

    first: Attack
    seconds: Mapping[str, Attack | None]
    standing: Mapping[str, Standing | None]
    """The kind of the second target by the result of the first attack; `first` is that of the first target."""

    def __hash__(self) -> int:
        """Return the identity: mappings have no hash."""
        return id(self)

    def start(self) -> PairState:
        """Return the state before any dice."""
        return self._skip_needless_attack(0, self.first.start(), "")

    def ask(self, state: PairState) -> Throw | None:
        """Return the next throw of the attack that is being rolled."""
        attack = self._attack(state)
        return attack.ask(state[1]) if attack and state[1] is not None else None

    @rule("two-weapons")
    def take(self, state: PairState, faces: Faces) -> PairState:
        """Pass the dice to the attack that is being rolled (fact 64)."""
        number, inner, ended = state
        attack = self._attack(state)
        assert attack is not None and inner is not None
        return self._skip_needless_attack(number, attack.take(inner, faces), ended)

    def outcome(self, state: PairState) -> Outcome:
        """Return the result of each attack, and the modules and ports destroyed (a door counts as a port)."""
        _, second, ended = state
        results = [self._result("first", ended != "missed", ended == "port")]
        attack = self.seconds.get(ended)
        hit, breach = False, False
        if attack is not None and second is not None:
            second_outcome = attack.outcome(second)
            hit, breach = bool(second_outcome["hit"]), bool(second_outcome["breach"])
            results.append(self._result(ended, hit, breach))
        return {
            "first_attack": "hit" if ended != "missed" else "miss",
            "second_attack": "no target" if attack is None else "hit" if hit else "miss",
            "modules_destroyed": sum(result.module_discarded for result in results if result),
            "ports_destroyed": sum(result.port_destroyed for result in results if result),
        }

    def _attack(self, state: PairState) -> Attack | None:
        return self.first if state[0] == 0 else self.seconds.get(state[2]) if state[0] == 1 else None

    def _result(self, key: str, hit: bool, breach: bool) -> Damage | None:
        target = self.standing[key]
        return damage(target, breach) if hit and target else None

    def _skip_needless_attack(self, number: int, inner: State | None, ended: str) -> PairState:
        """Return the state of the next attack that needs dice, or of the end."""
        if number == 0 and inner is not None and self.first.ask(inner) is None:
            outcome = self.first.outcome(inner)
            result = self._result("first", bool(outcome["hit"]), bool(outcome["breach"]))
            ended = "missed" if result is None else "port" if result.port_destroyed else "module"
            following = self.seconds[ended]
            return self._skip_needless_attack(1, following.start() if following else None, ended)
        if number == 1 and (inner is None or _is_over(self.seconds[ended], inner)):
            return 2, inner, ended
        return (0 if number == 0 else 1), inner, ended


def _is_over(attack: Attack | None, inner: State) -> bool:
    return attack is None or attack.ask(inner) is None


@dataclass(frozen=True)
class _Aim:
    """The target of one attack, and whether the attack ignores a module; `where` names the target's input."""

    where: Literal["target", "then", "after_hit"]
    target: str
    upgrade: str | None
    side: Literal["body", "shield"] | None
    bypass: bool


@rule("two-weapons", "visible-only", "component-one-pool", "scout-bypass")
def make_two(inputs: TwoWeaponInputs, context: Context) -> TwoWeapons:
    """Return both attacks; InvalidInput where the cards show no two weapons, or a target cannot be read."""
    _refuse_details_without_target(inputs)
    names = _weapon_ids(inputs, context)
    _refuse_bypass(inputs, context)
    first, second = (
        _Aim("target", inputs.target, inputs.target_upgrade, inputs.side, inputs.bypass == "first"),
        _aim_after_miss(inputs),
    )
    port = second if inputs.then else replace(second, target=OPEN_PORT, upgrade=None, side=None)
    aims: dict[str, _Aim | None] = {"missed": second, "module": port, "port": second if inputs.then else None}
    if inputs.after_hit:
        upgrade, side = inputs.after_hit_upgrade, inputs.after_hit_side
        after = _Aim("after_hit", inputs.after_hit, upgrade, side, inputs.after_hit_bypass)
        aims |= {"module": after, "port": after}
    return TwoWeapons(
        _prepare_attack(inputs, "first", names[0], first, context),
        {
            ended: _prepare_attack(inputs, "second", names[1], aim, context) if aim else None
            for ended, aim in aims.items()
        },
        {ended: find_standing(aim.target, context) if aim else None for ended, aim in {"first": first, **aims}.items()},
    )


def _aim_after_miss(inputs: TwoWeaponInputs) -> _Aim:
    """Return the second attack's aim after a miss of the first."""
    if inputs.then:
        return _Aim("then", inputs.then, inputs.then_upgrade, inputs.then_side, inputs.bypass == "second")
    return _Aim("then", inputs.target, inputs.target_upgrade, inputs.then_side, inputs.bypass == "second")


def _refuse_details_without_target(inputs: TwoWeaponInputs) -> None:
    """Refuse inputs about a target that is not given."""
    if inputs.then_upgrade and not inputs.then:
        expected = "nothing without a second target (then): the same space holds what target_upgrade says"
        raise InvalidInput(InputError("then_upgrade", quote(inputs.then_upgrade), expected))
    for name in ("after_hit_upgrade", "after_hit_side", "after_hit_bypass"):
        if inputs.field_values()[name] and not inputs.after_hit:
            expected = "nothing without a second target after a hit (after_hit)"
            raise InvalidInput(InputError(name, quote(inputs.field_values()[name]), expected))


def _refuse_bypass(inputs: TwoWeaponInputs, context: Context) -> None:
    """Refuse a bypass by a weapon without that ability: only the upper card's counts (facts 60 and 84)."""
    upper = "second" if inputs.fires_first == "lower" else "first"
    bypasses = [("bypass", inputs.bypass)] if inputs.bypass else []
    bypasses += [("after_hit_bypass", "second")] if inputs.after_hit_bypass else []
    card = context.catalogue.get(Module, inputs.upper)
    for where, which in bypasses:
        if card.bypass_attack is None or which != upper:
            names = [candidate.name for candidate in context.catalogue.all(Module) if candidate.bypass_attack]
            expected = (
                f"the attack of a {' or '.join(names) or 'module'} that is laid on the other and may ignore a module"
            )
            raise InvalidInput(InputError(where, which, expected))


def _weapon_ids(inputs: TwoWeaponInputs, context: Context) -> tuple[str, str]:
    """Return the ids of the modules whose weapons fire, in order."""
    lower, upper = (context.catalogue.get(Module, name) for name in (inputs.lower, inputs.upper))
    pair = combine_modules(lower, upper, Weapon)
    if isinstance(pair, Refused):
        raise InvalidInput(InputError("upper", quote(upper.id), f"a module that can be linked. {pair.reason}"))
    armed = [fitted.laid.module.id for fitted in pair.weapons]
    if len(armed) != 2:
        expected = f"two cards whose weapons are both in view: {upper.name} on {lower.name} shows {len(armed)}"
        raise InvalidInput(InputError("upper", quote(upper.id), expected))
    return (armed[0], armed[1]) if inputs.fires_first == "lower" else (armed[1], armed[0])


def _prepare_attack(
    inputs: TwoWeaponInputs, which: Literal["first", "second"], weapon: str, aim: _Aim, context: Context
) -> Attack:
    """Return one of the two attacks."""
    changes, defends = inputs.component_for == which, inputs.defender_for == which
    attack_inputs = AttackInputs(
        weapon=f"{weapon}-bypass" if aim.bypass else weapon,
        target=aim.target,
        target_upgrade=aim.upgrade,
        side=aim.side,
        component=inputs.component if changes else None,
        component_on=inputs.component_on if changes else None,
        defender_component=inputs.defender_component if defends else None,
    )
    try:
        return prepare_attack(attack_inputs, context)
    except InvalidInput as error:
        sides = {"target_upgrade": f"{aim.where}_upgrade", "side": f"{aim.where}_side"}
        names = {"target": aim.where, **sides} if which == "second" else {}
        errors = (
            replace(input_error, where=names.get(input_error.where, input_error.where))
            for input_error in error.input_errors
        )
        raise InvalidInput(*errors) from None
