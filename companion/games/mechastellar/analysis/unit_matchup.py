"""The analysis `unit-matchup`: the odds of each weapon of one unit against another, with the modifiers that apply.

Each figure is of one attack, not of a fight to the end; the other unit only replies.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.dice.odds import exact
from companion.gamekit.contract import CardNumber, Context
from companion.games.mechastellar.analysis.attacks import WeaponAttack, attack_weapons, weapon_attack
from companion.games.mechastellar.analysis.lists import Fighter, fighter
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.analysis.two_unit_inputs import AttackInputs, TwoUnits
from companion.games.mechastellar.analysis.uncounted import not_counted
from companion.games.mechastellar.analysis.weapon_figures import WeaponLine, figures, roll_inputs
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.from_inputs import make_shoot, pool, prepare_clash
from companion.games.mechastellar.resolver.inputs import MeleeInputs, ShootInputs
from companion.games.mechastellar.rules.equipped import carries


class MatchupInputs(AttackInputs, TwoUnits):
    """Two units, the distance between them, and the circumstances of the attack."""


def run(inputs: MatchupInputs, context: Context) -> JsonObject:
    """Return both units and, for each weapon of the first, its figures or the reason why it cannot attack.

    `roll` is the resolver with its inputs, which gives the same figures; `not_counted` lists the traits and special
    lines that they do not count. Raises InvalidInput for remote fire of a unit without a remote weapon.
    """
    a = fighter(inputs.a, inputs.mine, ("a", "mine"), context)
    b = fighter(inputs.b, inputs.theirs, ("b", "theirs"), context)
    if inputs.remote and not any("Remote" in weapon.qualities for weapon in attack_weapons(a.profile)):
        raise InvalidInput(InputError("remote", "yes", f"nothing, because {a.profile.name} has no remote weapon"))
    results = lines(a.profile, b.profile, inputs.circumstances(max(a.hp_factor, b.hp_factor)), context)
    return {
        "a": _unit_data(a),
        "b": _unit_data(b),
        "distance": inputs.distance,
        "weapons": [line.as_data() for line in results],
        "rules": sorted({rule for line in results for _, rule in line.applied}),
    }


def numbers(inputs: TwoUnits, context: Context) -> Iterable[CardNumber]:
    """Yield both units' profiles: all their numbers may count."""
    sides = (("a", inputs.a, "mine", inputs.mine), ("b", inputs.b, "theirs", inputs.theirs))
    for name, unit, others, text in sides:
        yield CardNumber(name, fighter(unit, text, (name, others), context).profile.id)


_FIELDS = ("id", "name", "type", "role", "hp", "points", "pilot_level", "move", "shooting", "melee", "evade", "arm_sv")


def _unit_data(side: Fighter) -> JsonObject:
    card = side.profile
    values = card.field_values()
    data = {name: values[name] for name in _FIELDS}
    data["traits"] = [line.name for line in card.traits]
    data["weapons"] = [weapon.name for weapon in card.weapons]
    return data | ({"list": side.list_title} if side.list_title else {})


def lines(a: Profile, b: Profile, conditions: Circumstances, context: Context) -> tuple[WeaponLine, ...]:
    """Return the results of all A's attacking weapons: those it carries, then those its profile offers."""
    attacks = (weapon_attack(a, b, weapon, conditions, context) for weapon in attack_weapons(a))
    return tuple(
        replace(_line(attack, b, conditions, context), melee=attack.melee, carried=carries(a, attack.weapon))
        for attack in attacks
    )


def _line(attack: WeaponAttack, b: Profile, conditions: Circumstances, context: Context) -> WeaponLine:
    if attack.why_not:
        return WeaponLine(attack.weapon, why_not=attack.why_not, applied=attack.applied)
    line = (_melee_line if attack.melee else _shooting_line)(attack, b, conditions, context)
    return replace(
        line,
        not_counted=not_counted(attack.unit, b, attack.weapon, context, melee=attack.melee),
        roll=attack.roll,
        inputs=roll_inputs(attack.inputs),
    )


def _shooting_line(attack: WeaponAttack, b: Profile, conditions: Circumstances, context: Context) -> WeaponLine:
    odds = exact(make_shoot(ShootInputs(**attack.inputs), context))
    spread: dict[int, Fraction] = {}
    for outcome, weight in odds.outcomes:
        spread[outcome["damage"]] = spread.get(outcome["damage"], Fraction()) + Fraction(weight, odds.total)
    line = figures(attack.weapon, spread, max(1, b.hp * conditions.hp_factor))
    return replace(line, applied=attack.applied)


def _melee_line(attack: WeaponAttack, b: Profile, conditions: Circumstances, context: Context) -> WeaponLine:
    clash, dice = prepare_clash(MeleeInputs(**attack.inputs), context), pool(attack.unit.melee, context)
    table = splits.table(clash, dice, b.melee)
    best = splits.best(table)
    split = replace(
        clash,
        attacker=replace(clash.attacker, attack=best.attack, defense=best.defense),
        defender=replace(clash.defender, attack=best.counter, defense=best.guard),
    )
    near = tuple(s for s in table if len(table) <= 11 or abs(s.attack - best.attack) <= 5)
    words = f"Best split {best.attack} + {best.defense}, answered by {best.counter} + {best.guard}"
    line = figures(attack.weapon, splits.damage_spread(split), max(1, b.hp * conditions.hp_factor))
    return replace(line, applied=(*attack.applied, (words, "melee-dice")), best=best, table=near)
