"""The analysis of the shot to take now: every attack that the table allows, the likeliest to destroy a port first.

The chances are those of the rolls that the answer names. An attack may first turn its module, which costs an action for
each quarter turn.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.gamekit.contract import Analysis, CardNumber, Context
from companion.games.mecha_mettle.analysis import line_of_sight
from companion.games.mecha_mettle.analysis.shot_inputs import BestShotInputs
from companion.games.mecha_mettle.analysis.shots import (
    PossibleShot,
    attack_component_uses,
    defence_component_uses,
    possible,
)
from companion.games.mecha_mettle.analysis.two_shots import Attack, Inputs, inputs_after_hit
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver import RESOLVERS
from companion.games.mecha_mettle.rules.line_of_sight import TOWARDS

SURE = (
    "Proved: every shot of the modules given that may attack was compared, two weapons in every order at every two "
    "targets, the second aimed anew where the first one hits."
)
"""How sure the ranking is."""
KINDS = {kind.name: kind for kind in RESOLVERS}
Worth = tuple[Fraction, Fraction, Fraction]
"""The chance that a port is destroyed, ports destroyed on average, the chance of a hit: what shots are ranked by."""


class ShotChances:
    """Worths of rolls; equal rolls are worked out once."""

    def __init__(self, context: Context) -> None:
        """Remember whose cards and rulings the rolls are made with."""
        self._context = context
        self._known: dict[tuple[str, frozenset[tuple[str, Any]]], Worth] = {}

    def of(self, resolver: str, inputs: JsonMapping) -> Worth:
        """Return the value of a roll, for ranking."""
        key = resolver, frozenset(inputs.items())
        if key not in self._known:
            kind = KINDS[resolver]
            read = read_as(kind.inputs, inputs, {"catalogue": self._context.catalogue})
            odds = exact(kind.make(read, self._context))
            measures = {measure.name: odds.measure(measure) for measure in kind.measures}
            port = measures["port"]
            self._known[key] = port, measures.get("mean_ports", port), measures[kind.headline]
        return self._known[key]


def run(inputs: BestShotInputs, context: Context) -> JsonObject:
    """Return the possible shots, ranked by the chance to destroy a port; `Worth` breaks ties.

    A shot has its `place` (equal ones share one), who fires (`at`, `name`) and `facing` after `turns` quarter turns,
    the `actions` it takes, `how` (weapon, bypass, scrap, both), its `weapons` and `targets` (`past` a module or not),
    what the second weapon attacks `after_hit` of the first where that is another target, the chances `port` and `hit`,
    `ports` on average, and the `roll` that gives them. A component is used where it helps most, and then the
    defender's where it hurts most. `certainty` and `sure` say how sure the ranking is. `count` is how many shots
    there are, `armed` how many of my modules can still attack; `mine` and `their` are what stands on the named spaces.
    """
    chances = ShotChances(context)
    rated = [(shot, *_best_use(shot, inputs, context, chances)) for shot in possible(inputs, context)]
    rated.sort(key=lambda one: (*(-part for part in one[1]), one[0].actions, one[3] is not None))
    ranks = [(worth, shot.actions) for shot, worth, _, _ in rated]
    mine = _spaces_as_inputs(inputs.mine, inputs.my_upgrades, context, mine=True)
    their = _spaces_as_inputs(inputs.their, inputs.their_upgrades, context)
    shots = [
        {
            "place": ranks.index((worth, shot.actions)) + 1,
            **_shot_as_data(shot, after, mine, their, context),
            "port": _number(worth[0]),
            "ports": _number(worth[1]),
            "hit": _number(worth[2]),
            "roll": {"resolver": shot.resolver, "inputs": rolled},
        }
        for shot, worth, rolled, after in rated[: inputs.most]
    ]
    return {
        "count": len(rated),
        "armed": len({shot.at for shot, _, _, _ in rated}),
        "mine": list(mine.values()),
        "their": list(their.values()),
        "shots": shots,
        "certainty": "proved",
        "sure": SURE,
        "rules": ["attack-once", "rotate", "facing", "sight-blocked", "two-weapons", "damage", "breach"],
    }


def _best_use(
    shot: PossibleShot, inputs: BestShotInputs, context: Context, chances: ShotChances
) -> tuple[Worth, Inputs, Attack | None]:
    """Return what a shot is worth with the components used as their owners want, the inputs of that roll.

    And what the second weapon attacks after a hit, where that is something else.
    """

    def after_a_hit(used: Inputs) -> tuple[Worth, Inputs, Attack | None]:
        """Return the best of the second attacks that a hit leaves to choose from."""
        ways = [(way, inputs_after_hit(shot.attacks[-1], way)) for way in shot.after or (None,)]
        found = [(chances.of(shot.resolver, used | more), used | more, way if more else None) for way, more in ways]
        return max(found, key=lambda one: one[0])

    worst = (
        min(
            (
                after_a_hit(shot.inputs | mine | theirs)
                for theirs in defence_component_uses(shot, inputs.defender_component)
            ),
            key=lambda one: one[0],
        )
        for mine in attack_component_uses(shot, inputs.component, context)
    )
    return max(worst, key=lambda one: one[0])


def _spaces_as_inputs(
    standing: Mapping[str, str], upgrades: Mapping[str, str], context: Context, mine: bool = False
) -> dict[str, dict[str, str]]:
    """Return what stands on the named spaces of an area, by space."""
    area = line_of_sight.area_of(standing, upgrades, context.catalogue, "my" if mine else "their")
    return {square.key: {"space": square.key, **line_of_sight.space_data(space)} for square, space in area.items()}


def _shot_as_data(
    shot: PossibleShot,
    after: Attack | None,
    mine: Mapping[str, Mapping[str, str]],
    their: Mapping[str, Mapping[str, str]],
    context: Context,
) -> JsonObject:
    """Return a shot in words and data, without its chances."""
    names = {module.id: module.name for module in context.catalogue.all(Module)}
    fired = [names.get(weapon) or names[weapon.rpartition("-")[0]] for weapon in shot.weapon_order]

    def as_data(attack: Attack) -> JsonObject:
        name = their[attack["space"]]["name"] if attack["space"] in their else "Open Port"
        return {"space": attack["space"], "name": name, "past": attack["how"] == "bypass"}

    followed = as_data(after) if after else None
    if followed and followed["space"] == shot.attacks[0]["space"]:
        followed["name"] = "Open Port"  # what a module that is gone leaves
    return {
        "at": shot.at,
        "name": mine[shot.at]["name"],
        "facing": shot.facing,
        "towards": TOWARDS[shot.facing],
        "turns": shot.turns,
        "actions": shot.actions,
        "how": shot.how,
        "weapons": fired,
        "targets": [as_data(attack) for attack in shot.attacks],
        "after_hit": followed,
    }


def _number(value: Fraction) -> JsonObject:
    return {"exact": str(value), "value": float(value)}


def _card_numbers(inputs: BestShotInputs, context: Context) -> Iterator[CardNumber]:
    """Yield what the rolls of all shots take from cards."""
    for shot in possible(inputs, context):
        kind = KINDS[shot.resolver]
        assert kind.card_numbers is not None
        used = next(attack_component_uses(shot, inputs.component, context)) | next(
            defence_component_uses(shot, inputs.defender_component)
        )
        read = read_as(kind.inputs, shot.inputs | used, {"catalogue": context.catalogue})
        yield from kind.card_numbers(read, context)


BEST_SHOT = Analysis(
    name="best-shot",
    title="Best shot",
    about="Every attack your modules can make now, the likeliest to destroy a port first.",
    inputs=BestShotInputs,
    run=run,
    card_numbers=_card_numbers,
)
