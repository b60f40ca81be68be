"""The rolls of a Mech against a default target: what the build alone can fill in."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.base.json_types import JsonMapping
from companion.gamekit.contract import Context
from companion.games.techniconica.matchup.charging import counter_attack_target, rush, struck_back
from companion.games.techniconica.matchup.circumstances import Circumstances
from companion.games.techniconica.matchup.draft import Draft
from companion.games.techniconica.matchup.fighter import Fighter, current_fighter
from companion.games.techniconica.matchup.shooting import fire, salvo
from companion.games.techniconica.matchup.values import Value
from companion.games.techniconica.rules.assembly import Assembly, Mount
from companion.games.techniconica.rules.weapons import guns, is_melee

SPEED, ARMOUR = 3, 2
"""The target's Speed and Armour Rating until the player enters them."""


class OwnRoll(NamedTuple):
    """A roll that a Mech's page leads to: its title, the resolver, and the inputs with the cards they come from."""

    title: str
    resolver: str
    inputs: JsonMapping


def own_rolls(made: Assembly, context: Context) -> Iterator[OwnRoll]:
    """Yield a Mech's shots and Charges in the order of the build, then its volley; none without a Pilot."""
    one = current_fighter(made)
    if made.at("pilot") is None:
        return
    for weapon in made.weapons:
        draft = _charge(one, weapon, context) if is_melee(weapon.card) else Draft("shoot", f"Shoot: {weapon.card.name}")
        if draft.resolver == "shoot":
            fire(draft, one, weapon, context)
        yield _roll_against_usual_target(draft)
    shots = guns(made)
    if len(shots) > 1:
        draft = Draft("volley", f"Volley: all {len(shots)} Weapons")
        salvo(draft, one, context)
        yield _roll_against_usual_target(draft)


def _charge(one: Fighter, weapon: Mount, context: Context) -> Draft:
    """Return a Charge, with what a counter-attack would have to know of the part that it would aim at."""
    draft = Draft("charge", f"Charge: {weapon.card.name}")
    rush(draft, one, weapon, context)
    back = struck_back(one, counter_attack_target(one, weapon, Circumstances()))
    draft.values |= {f"counter_{name}": value for name, value in back.items()}
    return draft


def _roll_against_usual_target(draft: Draft) -> OwnRoll:
    speed = "target_speed" if draft.resolver == "charge" else "speed"
    draft.values |= {speed: Value(SPEED), "armour": Value(ARMOUR)}
    return OwnRoll(draft.title, draft.resolver, draft.inputs)
