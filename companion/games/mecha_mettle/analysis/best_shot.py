"""The best-shot analysis: every attack that the table allows, the likeliest to destroy a port first.

The chances are those of the rolls that the answer names. A module may turn before it attacks: one action for each
quarter turn.
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
"""The key that ranks shots: the chance to destroy a port, mean ports destroyed, the chance of a hit."""


class ShotChances:
    """Worths of rolls under a context's cards and rulings; equal rolls are calculated once."""

    def __init__(self, context: Context) -> None:
        """Start with no rolls calculated."""
        self._context = context
        self._worths: dict[tuple[str, frozenset[tuple[str, Any]]], Worth] = {}

    def worth(self, resolver: str, inputs: JsonMapping) -> Worth:
        """Return the worth of a resolver's roll with these inputs."""
        key = resolver, frozenset(inputs.items())
        if key not in self._worths:
            kind = KINDS[resolver]
            roll_inputs = read_as(kind.inputs, inputs, {"catalogue": self._context.catalogue})
            odds = exact(kind.make(roll_inputs, self._context))
            measures = {measure.name: odds.measure(measure) for measure in kind.measures}
            port = measures["port"]
            self._worths[key] = port, measures.get("mean_ports", port), measures[kind.headline]
        return self._worths[key]


def run(inputs: BestShotInputs, context: Context) -> JsonObject:
    """Return the possible shots, ranked by the chance to destroy a port; `Worth` breaks ties.

    A shot has its `place` (equal ones share one), its module (`at`, `name`) with its `facing` after `turns` quarter
    turns, the `actions` it takes, `how` (weapon, bypass, scrap, both), its `weapons` and `targets` (`past` a module or
    not), the second weapon's target `after_hit` of the first where that changes, the chances `port` and `hit`, the mean
    `ports`, and the `roll` behind them. The attacker's component is used where it helps most, then the defender's where
    it hurts most. `certainty` and `sure` say how sure the ranking is. `count` is the number of shots, `armed` that of
    my modules that can still attack; `mine` and `their` are the contents of the named spaces.
    """
    chances = ShotChances(context)
    rated = [(shot, *_best_use(shot, inputs, context, chances)) for shot in possible(inputs, context)]
    rated.sort(key=lambda entry: (*(-part for part in entry[1]), entry[0].actions, entry[3] is not None))
    ranks = [(worth, shot.actions) for shot, worth, _, _ in rated]
    mine = _spaces_as_inputs(inputs.mine, inputs.my_upgrades, context, mine=True)
    their = _spaces_as_inputs(inputs.theirs, inputs.their_upgrades, context)
    shots = [
        {
            "place": ranks.index((worth, shot.actions)) + 1,
            **_shot_as_data(shot, after, mine, their, context),
            "port": _chance_data(worth[0]),
            "ports": _chance_data(worth[1]),
            "hit": _chance_data(worth[2]),
            "roll": {"resolver": shot.resolver, "inputs": roll_inputs},
        }
        for shot, worth, roll_inputs, after in rated[: inputs.most]
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
    """Return a shot's worth with each component used as its owner wants, and the inputs of that roll.

    The last item is the second weapon's attack after a hit of the first, None where it does not change.
    """

    def after_a_hit(used: Inputs) -> tuple[Worth, Inputs, Attack | None]:
        """Return the best of the second attacks that are possible after a hit."""
        options = [(attack, inputs_after_hit(shot.attacks[-1], attack)) for attack in shot.after or (None,)]
        results = [
            (chances.worth(shot.resolver, used | extra), used | extra, attack if extra else None)
            for attack, extra in options
        ]
        return max(results, key=lambda result: result[0])

    worst = (
        min(
            (
                after_a_hit(shot.inputs | mine | theirs)
                for theirs in defence_component_uses(shot, inputs.defender_component)
            ),
            key=lambda candidate: candidate[0],
        )
        for mine in attack_component_uses(shot, inputs.component, context)
    )
    return max(worst, key=lambda candidate: candidate[0])


def _spaces_as_inputs(
    standing: Mapping[str, str], upgrades: Mapping[str, str], context: Context, mine: bool = False
) -> dict[str, dict[str, str]]:
    """Return the contents of the named spaces of an area, by space."""
    area = line_of_sight.read_area(standing, upgrades, context.catalogue, "my" if mine else "their")
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

    after_hit = as_data(after) if after else None
    if after_hit and after_hit["space"] == shot.attacks[0]["space"]:
        after_hit["name"] = "Open Port"  # what a module that is gone leaves
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
        "after_hit": after_hit,
    }


def _chance_data(value: Fraction) -> JsonObject:
    return {"exact": str(value), "value": float(value)}


def _card_numbers(inputs: BestShotInputs, context: Context) -> Iterator[CardNumber]:
    """Yield the card numbers that the rolls of all shots use."""
    for shot in possible(inputs, context):
        kind = KINDS[shot.resolver]
        assert kind.card_numbers is not None
        component_use = next(attack_component_uses(shot, inputs.component, context)) | next(
            defence_component_uses(shot, inputs.defender_component)
        )
        roll_inputs = read_as(kind.inputs, shot.inputs | component_use, {"catalogue": context.catalogue})
        yield from kind.card_numbers(roll_inputs, context)


BEST_SHOT = Analysis(
    name="best-shot",
    title="Best shot",
    about="Every attack your modules can make now, the likeliest to destroy a port first.",
    inputs=BestShotInputs,
    run=run,
    card_numbers=_card_numbers,
)
