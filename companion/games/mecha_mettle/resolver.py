"""The attack: both sides' dice, the better of Twin Strike's two rolls, components, and who wins."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic.config import JsonDict

from companion.cards import Catalogue
from companion.dice.resolver import Chance, Mean, Outcome
from companion.dice.throw import Faces, Throw, succeeding
from companion.documents import Record
from companion.findings import InputError, InvalidInput, shown
from companion.games.mecha_mettle.model import (
    SUCCEEDS_FROM,
    AttackDie,
    Component,
    DefendDie,
    DieKind,
    Module,
    Pool,
    Tile,
    Weapon,
)
from companion.rulebook import rule
from companion.system import Context, ResolverKind

MOST = 100
"""Dice a typed-in pool may have."""

MODES: JsonDict = {"": "weapon", "-scrap": "scrap_attack", "-bypass": "bypass_attack"}
"""What is added to a module's id for each of its attacks, and the field that holds it."""


def weapons(catalogue: Catalogue) -> dict[str, Weapon]:
    """Return every attack by the name an input calls it: `drone`, `drone-scrap`."""
    return {
        module.id + mode: weapon
        for module in catalogue.all(Module)
        for mode, field in MODES.items()
        if (weapon := getattr(module, str(field)))
    }


def _known_weapon(name: str, info: ValidationInfo) -> str:
    return _among(name, weapons, info)


def _known_target(name: str, info: ValidationInfo) -> str:
    return _among(name, _targets, info)


def _targets(catalogue: Catalogue) -> list[str]:
    return [card.id for card in (*catalogue.all(Module), *catalogue.all(Tile))]


def _among(name: str, names: Callable[[Catalogue], Iterable[str]], info: ValidationInfo) -> str:
    catalogue = (info.context or {}).get("catalogue")
    if catalogue is not None and name not in (known := list(names(catalogue))):
        raise ValueError(f"one of {', '.join(known)}")
    return name


WeaponName = Annotated[str, Field(max_length=80), AfterValidator(_known_weapon)]
TargetName = Annotated[str, Field(max_length=60), AfterValidator(_known_target)]


class AttackInputs(Record):
    """What an attack is made of: a weapon or typed-in dice, a target or typed-in dice, and components."""

    weapon: WeaponName | None = Field(
        None,
        title="Weapon",
        description="A module's weapon, or leave it and give dice.",
        json_schema_extra={"cards": "module", "with": MODES},
    )
    attack: int | None = Field(None, ge=0, le=MOST, title="Attack dice", description="Instead of a weapon.")
    attack_die: AttackDie | None = Field(None, title="Attack symbol", description="Regular hits on 5+, Special on 4+.")
    target: TargetName | None = Field(
        None,
        title="Target",
        description="What is shot at, or leave it and give dice.",
        json_schema_extra={"cards": ["module", "tile"]},
    )
    side: Literal["body", "shield"] | None = Field(
        None, title="Side hit", description="The shield, where it faces the shot; otherwise the body."
    )
    defend: int | None = Field(None, ge=0, le=MOST, title="Defence dice", description="Instead of a target.")
    defend_die: DefendDie | None = Field(None, title="Defence symbol", description="Evasion saves on 5+, Shield on 4+.")
    component: str | None = Field(
        None,
        title="Attacker's component",
        description="An attack component in force.",
        json_schema_extra={"cards": "component", "with": "attack"},
    )
    component_on: AttackDie | None = Field(
        None, title="Component on", description="Which of Twin Strike's two pools it changes."
    )
    defender_component: str | None = Field(
        None,
        title="Defender's component",
        description="A defence component in force.",
        json_schema_extra={"cards": "component", "with": "defend"},
    )


State = tuple[int, int, int, int]
"""Step, best attack so far (after the attack: the attack), successes of the roll under way, misses to roll again."""


@dataclass(frozen=True, slots=True)
class Step:
    """One throw of the attack: its dice (None: the misses of the one before), and whether it ends its roll."""

    throw: Throw | None
    ends: bool
    kind: DieKind = "regular"
    again: bool = False
    """Whether the misses of this throw are rolled once more by the next step."""


@dataclass(frozen=True)
class Attack:
    """An attack with its steps worked out; `split` is the number of steps that are the attacker's."""

    steps: tuple[Step, ...]
    split: int
    breach: bool
    impenetrable: bool = False

    def start(self) -> State:
        """Return the state before any dice; an impenetrable shield needs none (fact 90)."""
        return (len(self.steps) if self.impenetrable else 0, 0, 0, 0)

    def ask(self, state: State) -> Throw | None:
        """Return the next throw."""
        if state[0] == len(self.steps):
            return None
        step = self.steps[state[0]]
        return step.throw or _throw(f"attack: the {state[3]} that missed, again", state[3], step.kind)

    @rule("successes", "twin-strike")
    def take(self, state: State, faces: Faces) -> State:
        """Add the successes; at the end of an attacker's roll keep the better one (facts 9, 10, 91)."""
        index, best, current, _ = state
        misses, hits = faces
        step = self.steps[index]
        current += hits
        if step.again:
            if misses:
                return (index + 1, best, current, misses)
            index += 1
        index += 1
        if index > self.split:
            return (index, best, current, 0)
        if not self.steps[index - 1].ends:
            return (index, best, current, 0)
        return (index, current if current > best else best, 0, 0)

    @rule("strictly-more", "impenetrable", "breach")
    def outcome(self, state: State) -> Outcome:
        """Return `attack` and `defence` successes, `hit`, and `breach` (facts 12, 19, 90)."""
        _, attack, defence, _ = state
        hit = attack > defence and not self.impenetrable
        return {"attack": attack, "defence": defence, "hit": hit, "breach": hit and self.breach}


@lru_cache(maxsize=1024)
def _throw(why: str, dice: int, kind: DieKind) -> Throw:
    return succeeding(why, dice, SUCCEEDS_FROM[kind])


def make(inputs: AttackInputs, context: Context) -> Attack:
    """Return the attack resolver; InvalidInput where inputs do not go together."""
    weapon = _weapon(inputs, context)
    defence, impenetrable = _defence(inputs, context)
    attack = _attack_steps(weapon, inputs, context)
    saved = _defence_steps(defence, inputs, context)
    return Attack((*attack, *saved), len(attack), weapon.breach, impenetrable)


def _wrong(where: str, found: object, expected: str) -> InvalidInput:
    return InvalidInput(InputError(where, shown(found), expected))


def _weapon(inputs: AttackInputs, context: Context) -> Weapon:
    if inputs.weapon is None:
        if inputs.attack is None:
            raise _wrong("weapon", "nothing", "a weapon, or attack dice (attack) and their symbol (attack_die)")
        if inputs.attack_die is None:
            raise _wrong("attack_die", "nothing", "regular or special beside attack")
        dice = Pool.model_construct(dice=inputs.attack, kind=inputs.attack_die)
        return Weapon.model_construct(name="", pools=(dice,), breach=False, link=False)
    if inputs.attack is not None or inputs.attack_die is not None:
        where = "attack" if inputs.attack is not None else "attack_die"
        raise _wrong(where, getattr(inputs, where), "nothing beside a weapon: give a weapon or dice")
    known = weapons(context.catalogue)
    if inputs.weapon not in known:
        raise _wrong("weapon", inputs.weapon, f"one of {', '.join(known)}")
    return known[inputs.weapon]


@rule("defends-with", "port-defends", "impenetrable")
def _defence(inputs: AttackInputs, context: Context) -> tuple[Pool, bool]:
    """Return the defending dice, and whether the shot fails without dice."""
    if inputs.target is None:
        if inputs.side is not None:
            raise _wrong("side", inputs.side, "nothing without a target")
        if inputs.defend is None:
            raise _wrong("target", "nothing", "a target, or defence dice (defend) and their symbol (defend_die)")
        if inputs.defend_die is None:
            raise _wrong("defend_die", "nothing", "evasion or shield beside defend")
        return Pool.model_construct(dice=inputs.defend, kind=inputs.defend_die), False
    if inputs.defend is not None or inputs.defend_die is not None:
        where = "defend" if inputs.defend is not None else "defend_die"
        raise _wrong(where, getattr(inputs, where), "nothing beside a target: give a target or dice")
    tile = context.catalogue.find(Tile, inputs.target)
    module = context.catalogue.find(Module, inputs.target)
    if tile is None and module is None:
        raise _wrong("target", inputs.target, f"one of {', '.join(_targets(context.catalogue))}")
    if inputs.side == "shield":
        if module is None or module.shield is None:
            name = (module or tile or inputs).__dict__.get("name", inputs.target)
            raise _wrong("side", "shield", f"body: {name} has no shield")
        return Pool.model_construct(dice=module.shield.dice, kind="shield"), module.shield.impenetrable
    return (module.body if module else context.catalogue.get(Tile, inputs.target).defense), False


def _component(card_id: str | None, where: str, context: Context) -> Component | None:
    if card_id is None:
        return None
    card = context.catalogue.find(Component, card_id)
    if card is None:
        wanted = ", ".join(
            c.id for c in context.catalogue.all(Component) if (c.attack if where == "component" else c.defend)
        )
        raise _wrong(where, card_id, f"one of {wanted}")
    return card


@rule("component-one-pool", "added-dice")
def _attack_steps(weapon: Weapon, inputs: AttackInputs, context: Context) -> tuple[Step, ...]:
    card = _component(inputs.component, "component", context)
    if card and not card.attack:
        names = ", ".join(c.id for c in context.catalogue.all(Component) if c.attack)
        raise _wrong("component", card.id, f"one that changes an attack: {names}")
    twin = len(weapon.pools) > 1
    if inputs.component_on and not (twin and card):
        raise _wrong("component_on", inputs.component_on, "nothing: it goes with a component on Twin Strike")
    if card and twin and not inputs.component_on:
        raise _wrong("component_on", "nothing", "regular or special: which pool the component changes")
    steps: list[Step] = []
    for pool in weapon.pools:
        changed = card if not twin or pool.kind == inputs.component_on else None
        steps += _roll(pool, changed, context)
    return tuple(steps)


def _roll(pool: Pool, card: Component | None, context: Context) -> list[Step]:
    """Return one roll's throws; rulings say whether dice that replace are added, and what added ones succeed on.

    Facts 109 and 112.
    """
    change = card.attack if card else None
    added, pools = change.add if change else None, [pool]
    if change and change.replace:
        if context.rulings["replaced-dice"] == "added":
            added = change.replace
        else:
            pools = [change.replace]
    if added:
        keep = context.rulings["added-dice"] == "own"
        pools.append(added if keep else added.model_copy(update={"kind": pool.kind}))
    merged = _merged(pools)
    again = bool(change and change.reroll)
    steps: list[Step] = []
    for i, part in enumerate(merged, 1):
        last = i == len(merged)
        steps.append(
            Step(_throw(f"attack: {_named(part)}", part.dice, part.kind), last and not again, part.kind, again)
        )
        if again:
            steps.append(Step(None, last, part.kind))
    return steps


def _merged(pools: list[Pool]) -> list[Pool]:
    """Return the pools with like dice put together and empty ones left out."""
    kinds = dict.fromkeys(pool.kind for pool in pools if pool.dice)
    return [Pool.model_construct(dice=sum(p.dice for p in pools if p.kind == kind), kind=kind) for kind in kinds]


def _defence_steps(defence: Pool, inputs: AttackInputs, context: Context) -> tuple[Step, ...]:
    card = _component(inputs.defender_component, "defender_component", context)
    if card and not card.defend:
        names = ", ".join(c.id for c in context.catalogue.all(Component) if c.defend)
        raise _wrong("defender_component", card.id, f"one that adds dice to a defence roll: {names}")
    pools = [defence, *([card.defend] if card and card.defend else [])]
    merged = _merged(pools)
    return tuple(
        Step(_throw(f"defence: {_named(part)}", part.dice, part.kind), i == len(merged), part.kind)
        for i, part in enumerate(merged, 1)
    )


def _named(pool: Pool) -> str:
    word = {"regular": "Regular Attack", "special": "Special Attack", "evasion": "Evasion", "shield": "Shield"}
    return f"{word[pool.kind]}, {SUCCEEDS_FROM[pool.kind]}+ succeeds"


def _successes(name: str) -> Any:
    return lambda outcome: outcome[name]


RESOLVERS = (
    ResolverKind(
        name="attack",
        title="Attack",
        about="An attack by one weapon on one space: the attack works with strictly more successes than the defence.",
        inputs=AttackInputs,
        make=make,
        measures=(
            Chance("success", "The attack succeeds", lambda outcome: bool(outcome["hit"])),
            Mean("mean_attack", "Attack successes, on average", _successes("attack")),
            Mean("mean_defence", "Defence successes, on average", _successes("defence")),
        ),
        headline="success",
    ),
)
