"""Lists the traits, special lines and points of Power and Havoc that the figures of an attack do not count."""

from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.charge import find_answering_weapon
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.effects import ATTACK, DEFENSE, traits_without_effect, unexplained_names

ACE = 2


def not_counted(a: Profile, b: Profile, weapon: Weapon, context: Context, melee: bool = False) -> tuple[str, ...]:
    """Return each trait, special line and pool that does not count in A's attack on B, after its unit or weapon."""
    cards = context.catalogue
    ours, theirs = (ATTACK, DEFENSE) if not melee else ((*ATTACK, *DEFENSE),) * 2
    lines = [f"{a.name}, {words}" for words in traits_without_effect(a, b, cards, ours, melee)]
    lines += [f"{b.name}, {words}" for words in traits_without_effect(b, a, cards, theirs, melee)]
    lines += [
        f"{unit.name}, {words}: no effect is known" for unit in (a, b) for words in unexplained_names(unit, cards)
    ]
    lines += [f"{weapon.name}: {words}" for words in unexplained_names(a, cards, weapon)]
    answer = find_answering_weapon(b) if melee else None
    if answer:
        lines += [f"{b.name}'s {answer.name}: {words}" for words in unexplained_names(b, cards, answer)]
    for unit in (a, b):
        lines += [f"{unit.name}, {name}: none is spent" for name in _points(unit)]
    if "Remote" in weapon.qualities and b.pilot_level >= ACE:
        lines.append(f"{b.name}: as an ace it may shoot down remote weapons with 10s, for later attacks")
    return tuple(lines)


def _points(unit: Profile) -> tuple[str, ...]:
    label, _ = unit.third_stat
    value = {"Power": unit.power, "Havoc": unit.havoc}.get(label, 0)
    return (f"{label} {value}",) if value else ()
