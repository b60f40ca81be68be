"""A Charge at a Base Part and the counter-attack, filled in from both Mechs or from typed numbers."""

from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.gamekit.matchup import MatchupAttack, MatchupSide, MatchupTarget
from companion.games.techniconica.matchup import fighter
from companion.games.techniconica.matchup.circumstances import Circumstances, Numbers
from companion.games.techniconica.matchup.draft import Draft, heavy, special
from companion.games.techniconica.matchup.fighter import Fighter
from companion.games.techniconica.matchup.shooting import behind, fill_in_typed_opponent, note_jams, re_rolls
from companion.games.techniconica.matchup.values import Value, fixed_place_stat, stat
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.rules.assembly import Mount
from companion.games.techniconica.rules.weapons import blades


@rule("charge")
def charge(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Draft:
    """Return a Charge with one Melee Weapon; Aim, Hold and Evade do not count."""
    draft = Draft("charge", attack.title)
    one = fighter.mine(mine, attack.key, conditions)
    weapon = one.mount(attack.key)
    rush(draft, one, weapon, mine.context)
    draft.values["policy"] = Value(conditions.policy)
    if conditions.my_rerolls is not None:
        draft.values["attacker_rerolls"] = Value(conditions.my_rerolls)
    if isinstance(theirs.typed_numbers, Numbers):
        fill_in_typed_opponent(draft, theirs.typed_numbers, conditions, speed="target_speed")
        if conditions.counter:
            draft.left_out.append("Counter-attack: typed numbers have no Melee Weapon")
        return draft
    other = fighter.theirs(theirs, target.key, conditions)
    part = other.mount(target.key)
    behind(draft, other, part, conditions, mine.context, speed="target_speed")
    if other.needs(part):
        draft.values["part"] = Value("needed-power-plant")
    if conditions.counter:
        _counter(draft, (one, weapon), (other, part), conditions, mine.context)
    return draft


@rule("charge", "low-power")
def rush(draft: Draft, one: Fighter, weapon: Mount, context: Context) -> None:
    """Fill in what a Mech knows of its own Charge."""
    if one.low_power:
        draft.why_not = "In Low Power it cannot Charge."
    note_jams(draft, one, (weapon,))
    speed = fixed_place_stat(one.made, "locomotor", "sp")
    if speed.value == 0:
        draft.why_not = "At Speed 0 it cannot Charge."
    rules, told, undefined = special(one.made, weapon, specials(context.catalogue))
    numbers = {"speed": speed, "penetration": stat(weapon, "pe"), "damage_output": stat(weapon, "do"), "rules": rules}
    draft.values |= numbers | {"attacker_rerolls": re_rolls(draft, one, None, context.rulings)}
    draft.applied += told
    draft.left_out += undefined


@rule("counter-attack")
def _counter(
    draft: Draft,
    mine: tuple[Fighter, Mount],
    theirs: tuple[Fighter, Mount],
    conditions: Circumstances,
    context: Context,
) -> None:
    """Fill in the counter-attack with the Melee Weapon of most PE and DO, where the target has one and may.

    Among equals it is not the one that is charged, which may be destroyed before.
    """
    other, part = theirs
    ready = (blade for blade in blades(other.made) if not other.is_jammed(blade))
    able = [blade for blade in ready if not (blade.card.lacks("pe") or blade.card.lacks("do"))]
    if not able:
        draft.left_out.append("Counter-attack: they have no Melee Weapon")
        return
    if not other.speed:
        draft.left_out.append("Counter-attack: not at Speed 0 or in Low Power")
        return
    blade = max(able, key=lambda one: (one.stat("pe") + one.stat("do"), one is not part))
    aimed = counter_attack_target(mine[0], mine[1], conditions)
    if aimed.card.lacks("ar"):
        draft.left_out.append(f"Counter-attack: AR of {aimed.card.name} is not known")
        return
    if blade is part:
        draft.values["part"] = Value("counter-weapon")
    rules, told, undefined = special(other.made, blade, specials(context.catalogue))
    back = {"penetration": stat(blade, "pe"), "damage_output": stat(blade, "do"), "rules": rules}
    back |= struck_back(mine[0], aimed)
    if heavy(rules.value, specials(context.catalogue)):
        back |= mine[0].burden(aimed)
    draft.values |= {f"counter_{name}": value for name, value in back.items()} | {"counter": Value(True)}
    draft.applied.append((f"Counter-attack with {blade.card.name} at my {aimed.card.name}", "counter-attack"))
    draft.applied += told
    draft.left_out += undefined
    if context.rulings.get("dice") == "diceless":
        draft.left_out.append("Counter-attack: Re-Rolls that are spent on it")
    if len(able) > 1 and blade is part:
        draft.left_out.append(f"Counter-attack with another blade once {blade.card.name} is destroyed")


def counter_attack_target(one: Fighter, weapon: Mount, conditions: Circumstances) -> Mount:
    """Return the part that the counter-attack aims at; the Weapon that charged where the Mech has no such part."""
    if conditions.counter_at == "weapon":
        return weapon
    return one.made.at(conditions.counter_at) or weapon


def struck_back(one: Fighter, part: Mount) -> dict[str, Value]:
    """Return the inputs of a counter-attack on a part, by their names without `counter_`."""
    return {"armour": stat(part, "ar")} | one.defence(part)
