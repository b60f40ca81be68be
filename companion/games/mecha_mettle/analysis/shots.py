"""Every shot that a table allows: which module fires from which facing at which space, as the inputs of its roll.

Lines of sight come from the analysis of one module; components are added as `uses_of_mine` and `uses_of_theirs` say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from companion.findings import InputError, InvalidInput
from companion.games.mecha_mettle.analysis import line_of_sight
from companion.games.mecha_mettle.analysis.shot_inputs import BestShotInputs
from companion.games.mecha_mettle.analysis.sight_inputs import LineOfSightInputs, space_of
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver.inputs import weapons
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, Facing, Space
from companion.games.mecha_mettle.rules.turn import turning_cost
from companion.games.mecha_mettle.rules.upgrades import Laid, key
from companion.rulebook import rule
from companion.system import Context

Inputs = dict[str, Any]


@dataclass(frozen=True)
class PossibleShot:
    """A shot that can be taken: who fires, after how many quarter turns, at which spaces, and how it is rolled.

    `how` is weapon, bypass, scrap or both: both weapons of an upgraded module, with a space for each.
    """

    at: str
    facing: Facing
    turns: int
    how: str
    spaces: tuple[str, ...]
    resolver: str
    inputs: Inputs = field(hash=False)

    @property
    def actions(self) -> int:
        """The actions it takes, those for turning included."""
        return turning_cost(self.turns) + 1

    @property
    def fired(self) -> tuple[str, ...]:
        """The weapons in the order in which they fire, as a roll names them."""
        if self.resolver == "attack":
            return (self.inputs["weapon"],)
        order = (self.inputs["lower"], self.inputs["upper"])
        return order if self.inputs.get("fires_first") != "upper" else order[::-1]


@rule("attack-once", "rotate", "drone-scrap")
def possible(inputs: BestShotInputs, context: Context) -> Iterator[PossibleShot]:
    """Yield every shot of the modules that have not attacked, from each facing in reach (facts 62, 63, 68)."""
    for name, standing in inputs.mine.items():
        space = space_of(standing, context.catalogue)
        if space.module is None or name in inputs.attacked:
            continue
        for quarters in range(len(CLOCKWISE)):
            turns = min(quarters, len(CLOCKWISE) - quarters)
            if turning_cost(turns) + 1 <= inputs.actions:
                facing = CLOCKWISE[(CLOCKWISE.index(space.facing) + quarters) % len(CLOCKWISE)]
                yield from _of_module(name, space, facing, turns, inputs, context)


def _of_module(
    name: str, space: Space, facing: Facing, turns: int, inputs: BestShotInputs, context: Context
) -> Iterator[PossibleShot]:
    """Yield the shots of one module with one facing: of each weapon, then of both."""
    upgrade = inputs.my_upgrades.get(name)
    assert space.module is not None
    if not upgrade and space.module.weapon is None:
        return
    asked = LineOfSightInputs(
        at=name,
        facing=facing,
        weapon=key(Laid(space.module, space.version)),
        upgrade=upgrade,
        their=inputs.their,
        their_upgrades=inputs.their_upgrades,
    )
    try:
        seen = line_of_sight.run(asked, context)
    except InvalidInput as error:
        raise InvalidInput(*(_placed(found, name) for found in error.input_errors)) from None
    for weapon in seen["weapons"]:
        for attack in weapon["attacks"]:
            rolled = {key: value for key, value in attack.items() if key not in ("space", "how") and value}
            yield PossibleShot(name, facing, turns, attack["how"], (attack["space"],), "attack", rolled)
    if seen["upgraded"] and len(seen["weapons"]) > 1:
        yield from _of_both(name, facing, turns, seen, context)


def _placed(error: InputError, name: str) -> InputError:
    where = {"upgrade": f"my_upgrades.{name}", "weapon": f"mine.{name}"}.get(error.where, error.where)
    return InputError(where, error.found, error.expected)


def _of_both(
    name: str, facing: Facing, turns: int, seen: Mapping[str, Any], context: Context
) -> Iterator[PossibleShot]:
    """Yield both weapons at every two targets; at one module in both orders, which differ there (fact 64)."""
    pair = seen["upgraded"]
    cards = {place: space_of(pair[place], context.catalogue).module for place in ("lower", "upper")}
    ids = {place: card.id for place, card in cards.items() if card}
    lower, upper = ([one for one in weapon["attacks"] if one["how"] == "weapon"] for weapon in seen["weapons"][:2])
    for first, second in product(lower, upper):
        yield _both(name, facing, turns, ids, first, second)
        if first["space"] == second["space"] and context.catalogue.find(Module, first["target"]):
            yield _both(name, facing, turns, {**ids, "fires_first": "upper"}, second, first)


def _both(
    name: str, facing: Facing, turns: int, cards: Inputs, first: Mapping[str, Any], second: Mapping[str, Any]
) -> PossibleShot:
    found = {**cards, "target": first["target"], "target_upgrade": first.get("target_upgrade"), "side": first["side"]}
    if first["space"] != second["space"]:
        found |= {"then": second["target"], "then_upgrade": second.get("target_upgrade")}
    found["then_side"] = second["side"]
    given = {key: value for key, value in found.items() if value}
    return PossibleShot(name, facing, turns, "both", (first["space"], second["space"]), "two-weapons", given)


def uses_of_mine(shot: PossibleShot, component: str | None, context: Context) -> Iterator[Inputs]:
    """Yield every way to use an attack component in a shot: on which weapon, on which pool (facts 100 to 102)."""
    if component is None:
        yield {}
        return
    for which, weapon in enumerate(shot.fired):
        pools = weapons(context.catalogue)[weapon].pools
        for kind in [pool.kind for pool in pools] if len(pools) > 1 else [None]:
            used: Inputs = {"component": component}
            if kind:
                used["component_on"] = kind
            if which:
                used["component_for"] = "second"
            yield used


def uses_of_theirs(shot: PossibleShot, component: str | None) -> Iterator[Inputs]:
    """Yield every way to use a defence component against a shot: against the first or the second weapon."""
    if component is None:
        yield {}
        return
    yield {"defender_component": component}
    if shot.resolver == "two-weapons":
        yield {"defender_component": component, "defender_for": "second"}
