"""Every shot that a table allows: a module, its facing and its target, with the inputs of the roll.

Lines of sight come from `line_of_sight`; the inputs have no components until `attack_component_uses` and
`defence_component_uses` add them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.analysis import line_of_sight
from companion.games.mecha_mettle.analysis.shot_inputs import BestShotInputs
from companion.games.mecha_mettle.analysis.sight_inputs import LineOfSightInputs, read_space
from companion.games.mecha_mettle.analysis.two_shots import Attack, Inputs, can_be_both, two_weapon_inputs
from companion.games.mecha_mettle.resolver.inputs import weapons
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, Facing, Space
from companion.games.mecha_mettle.rules.turn import turning_cost
from companion.games.mecha_mettle.rules.upgrades import Laid, all_laid_modules, key


@dataclass(frozen=True)
class PossibleShot:
    """A possible shot: the space of its module, the quarter turns before it, its targets, and its roll.

    `how` is weapon, bypass, scrap or both: both weapons of an upgraded module, with an attack for each. `after` are the
    second weapon's possible attacks after a hit of the first; empty where a hit changes nothing for it.
    """

    at: str
    facing: Facing
    turns: int
    how: str
    attacks: tuple[Attack, ...] = field(hash=False)
    resolver: str
    inputs: Inputs = field(hash=False)
    after: tuple[Attack, ...] = field(default=(), hash=False)

    @property
    def actions(self) -> int:
        """The actions it takes, those for turning included."""
        return turning_cost(self.turns) + 1

    @property
    def weapon_order(self) -> tuple[str, ...]:
        """The weapons in the order in which they fire, as a roll names them."""
        return tuple(attack["weapon"] for attack in self.attacks)


@rule("attack-once", "rotate", "drone-scrap")
def possible(inputs: BestShotInputs, context: Context) -> Iterator[PossibleShot]:
    """Yield every shot of the modules that have not attacked, from each facing in reach (facts 62, 63, 68).

    Raises InvalidInput for a space that is said to have attacked and has no module.
    """
    modules = [name for name, text in inputs.mine.items() if read_space(text, context.catalogue).module]
    if wrong := [name for name in inputs.attacked if name not in modules]:
        raise InvalidInput(*(InputError("attacked", name, "a space of mine that has a module") for name in wrong))
    for name, standing in inputs.mine.items():
        space = read_space(standing, context.catalogue)
        if space.module is None or name in inputs.attacked:
            continue
        for quarters in range(len(CLOCKWISE)):
            turns = min(quarters, len(CLOCKWISE) - quarters)
            if turning_cost(turns) + 1 <= inputs.actions:
                facing = CLOCKWISE[(CLOCKWISE.index(space.facing) + quarters) % len(CLOCKWISE)]
                yield from _shots_of_module(name, space, facing, turns, inputs, context)


def _shots_of_module(
    name: str, space: Space, facing: Facing, turns: int, inputs: BestShotInputs, context: Context
) -> Iterator[PossibleShot]:
    """Yield the shots of one module with one facing: of each weapon, then of both."""
    upgrade = inputs.my_upgrades.get(name)
    assert space.module is not None
    if not upgrade and space.module.weapon is None:
        return
    sight_inputs = LineOfSightInputs(
        at=name,
        facing=facing,
        weapon=key(Laid(space.module, space.version)),
        upgrade=upgrade,
        theirs=inputs.theirs,
        their_upgrades=inputs.their_upgrades,
    )
    try:
        sights = line_of_sight.run(sight_inputs, context)
    except InvalidInput as error:
        raise InvalidInput(*(_name_space(input_error, name) for input_error in error.input_errors)) from None
    for weapon in sights["weapons"]:
        for attack in weapon["attacks"]:
            roll_inputs = {key: value for key, value in attack.items() if key not in ("space", "how") and value}
            yield PossibleShot(name, facing, turns, attack["how"], (attack,), "attack", roll_inputs)
    if sights["upgraded"] and len(sights["weapons"]) > 1:
        yield from _shots_of_two_weapons(sight_inputs, turns, sights, context)


def _name_space(error: InputError, name: str) -> InputError:
    where = {"upgrade": f"my_upgrades.{name}", "weapon": f"mine.{name}"}.get(error.where, error.where)
    return InputError(where, error.found, error.expected)


def _shots_of_two_weapons(
    sight_inputs: LineOfSightInputs, turns: int, sights: JsonMapping, context: Context
) -> Iterator[PossibleShot]:
    """Yield both weapons at every pair of targets, and in the other order where that matters.

    It matters where one is aimed at a module in both lines (fact 64): once destroyed, it no longer blocks the other.
    """
    cards = {
        card_place: all_laid_modules(context.catalogue)[sights["upgraded"][card_place]].module.id
        for card_place in ("lower", "upper")
    }
    aims = [[attack for attack in weapon["attacks"] if can_be_both(attack)] for weapon in sights["weapons"][:2]]
    lines = [{shot["space"] for shot in weapon["shots"]} for weapon in sights["weapons"][:2]]
    shared = lines[0] & lines[1]
    modules = {
        space for space in shared if read_space(sight_inputs.theirs.get(space, "port"), context.catalogue).module
    }
    for number, first in [(number, first) for number, attacks in enumerate(aims) for first in attacks]:
        after = (
            line_of_sight.attacks_after_hit(sight_inputs, number, first, context) if first["space"] in shared else []
        )
        for second in aims[1 - number]:
            spaces = {first["space"], second["space"]}
            if number == 0 or len(spaces) == 1 or spaces & modules:
                pair, roll_inputs = (first, second), two_weapon_inputs(cards, number == 1, first, second)
                yield PossibleShot(
                    sight_inputs.at, sight_inputs.facing, turns, "both", pair, "two-weapons", roll_inputs, tuple(after)
                )


def attack_component_uses(shot: PossibleShot, component: str | None, context: Context) -> Iterator[Inputs]:
    """Yield every way to use an attack component in a shot: on each weapon and pool, then not (facts 100 to 102).

    Not using it can be best: a card of a pack may replace dice by worse ones.
    """
    for which, weapon in enumerate(shot.weapon_order if component else ()):
        pools = weapons(context.catalogue)[weapon].pools
        for kind in [pool.kind for pool in pools] if len(pools) > 1 else [None]:
            used: Inputs = {"component": component}
            if kind:
                used["component_on"] = kind
            if which:
                used["component_for"] = "second"
            yield used
    yield {}


def defence_component_uses(shot: PossibleShot, component: str | None) -> Iterator[Inputs]:
    """Yield every way to use a defense component against a shot: against the first or the second weapon."""
    if component is None:
        yield {}
        return
    yield {"defender_component": component}
    if shot.resolver == "two-weapons":
        yield {"defender_component": component, "defender_for": "second"}
