"""A shot or a volley at a Base Part, filled in from both Mechs or from typed numbers."""

from collections.abc import Iterable, Sequence

from companion.base.wording import join_words, plural
from companion.data.rulebook import Rulings, rule
from companion.gamekit.contract import Context
from companion.gamekit.matchup import MatchupAttack, MatchupSide, MatchupTarget
from companion.games.techniconica.matchup import fighter
from companion.games.techniconica.matchup.circumstances import Circumstances, Numbers
from companion.games.techniconica.matchup.draft import Draft, heavy, special
from companion.games.techniconica.matchup.fighter import NOTHING, Fighter
from companion.games.techniconica.matchup.lost import AIM as AIMED
from companion.games.techniconica.matchup.lost import EVADE as EVADED
from companion.games.techniconica.matchup.lost import HOLD_ACCURACY, HOLD_SPEED, RE_ROLLS
from companion.games.techniconica.matchup.values import Value, fixed_place_stat, stat
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.resolver.from_inputs import AIM, EACH_WEAPON, EVADE
from companion.games.techniconica.rules.assembly import Mount
from companion.games.techniconica.rules.weapons import firing_order, write_weapon

MOST_REROLLS = 6
"""The most Re-Rolls that a roll takes."""


def shot(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Draft:
    """Return one Weapon fired at one Base Part."""
    draft = Draft("shoot", attack.title)
    one = fighter.mine(mine, attack.key, conditions)
    fire(draft, one, one.mount(attack.key), mine.context)
    actions(draft, one, conditions)
    fill_in_target(draft, target, theirs, conditions, mine.context)
    return draft


def fire(draft: Draft, one: Fighter, weapon: Mount, context: Context) -> None:
    """Fill in what a Mech knows of its own shot."""
    _fill_in_aim(draft, one, context)
    note_jams(draft, one, (weapon,))
    rules, told, undefined = special(one.made, weapon, specials(context.catalogue))
    draft.values |= {"penetration": stat(weapon, "pe"), "damage_output": stat(weapon, "do"), "rules": rules}
    draft.applied += told
    draft.left_out += undefined


@rule("jam")
def note_jams(draft: Draft, one: Fighter, weapons: Iterable[Mount]) -> None:
    """Say which Weapons have jammed, if any: there is no attack with them."""
    if names := [weapon.card.name for weapon in weapons if one.is_jammed(weapon)]:
        draft.why_not = f"{join_words(names)} jammed: unjam first."


@rule("more-weapons")
def volley(
    attack: MatchupAttack,
    target: MatchupTarget,
    mine: MatchupSide,
    theirs: MatchupSide,
    conditions: Circumstances,
    chosen: Sequence[str] = (),
) -> Draft:
    """Return Weapons of a Mech fired at one Base Part: those at the `chosen` places in order, or all that shoot."""
    one = fighter.mine(mine, attack.key, conditions)
    draft = Draft("volley", attack.title)
    salvo(draft, one, mine.context, tuple(one.mount(place) for place in chosen))
    actions(draft, one, conditions)
    fill_in_target(draft, target, theirs, conditions, mine.context)
    return draft


def salvo(draft: Draft, one: Fighter, context: Context, chosen: tuple[Mount, ...] = ()) -> None:
    """Fill in what a Mech knows of its own volley, of all Weapons that shoot where none are chosen."""
    _fill_in_aim(draft, one, context)
    known = specials(context.catalogue)
    every = firing_order(one.made)
    shots = chosen or [gun for gun in every if not one.is_jammed(gun)] or every
    note_jams(draft, one, shots)
    numbers = [stat(gun, name) for gun in shots for name in ("pe", "do")]
    draft.values["weapons"] = Value(
        "; ".join(write_weapon(one.made, gun) for gun in shots),
        tuple(dict.fromkeys(card for value in numbers for card in value.cards)),
        tuple(change for value in numbers for change in value.changes),
        tuple(text for value in numbers for text in value.unknown),
    )
    for gun in shots:
        _, told, undefined = special(one.made, gun, known)
        draft.applied += told
        draft.left_out += undefined
    order = "in the order chosen" if chosen else "most PE and DO first"
    words = f"{plural(len(shots), 'Weapon')} at once, {order}: -{EACH_WEAPON * (len(shots) - 1)} AC each"
    draft.applied.append((words, "more-weapons"))


@rule("low-power")
def _fill_in_aim(draft: Draft, one: Fighter, context: Context) -> None:
    if one.made.at("pilot") is None:
        draft.why_not = "It has no Pilot, who would aim: choose one."
    draft.values["accuracy"] = fixed_place_stat(one.made, "pilot", "ac")
    if one.low_power:
        draft.values["attacker_low_power"] = Value(True)
        draft.applied.append(("Low Power: my AC is halved", "low-power"))
    draft.values["attacker_rerolls"] = re_rolls(draft, one, None, context.rulings)


@rule("aim", "hold")
def actions(draft: Draft, one: Fighter, conditions: Circumstances) -> None:
    """Fill in the Actions that the attacker took before, and the Re-Rolls that are left."""
    has_aimed, held = conditions.aim or bool(one.number(AIMED)), conditions.my_hold or one.number(HOLD_ACCURACY)
    draft.values |= {
        "aim": Value(has_aimed),
        "attacker_hold": Value(held),
        "policy": Value(conditions.policy),
    }
    if conditions.my_rerolls is not None:
        draft.values["attacker_rerolls"] = Value(conditions.my_rerolls)
    if has_aimed:
        draft.applied.append((f"Aim: +{AIM} AC", "aim"))
    if held:
        draft.applied.append((f"I held: +{held} AC", "hold"))


def fill_in_target(
    draft: Draft, target: MatchupTarget, theirs: MatchupSide, conditions: Circumstances, context: Context
) -> None:
    """Fill in the Base Part that is shot at, and the Mech behind it."""
    if isinstance(theirs.typed_numbers, Numbers):
        fill_in_typed_opponent(draft, theirs.typed_numbers, conditions, speed="speed")
        fill_in_evasion(draft, theirs.typed_numbers.speed, None, conditions, context.rulings)
        return
    one = fighter.theirs(theirs, target.key, conditions)
    behind(draft, one, one.mount(target.key), conditions, context, speed="speed")
    fill_in_evasion(draft, one.made.speed, one, conditions, context.rulings)


def fill_in_typed_opponent(draft: Draft, numbers: Numbers, conditions: Circumstances, speed: str) -> None:
    """Fill in an opponent known only by typed numbers."""
    names = ("armour", "shields", "armours", "base", "fortitude", "bottle_threshold")
    draft.values |= {name: Value(numbers.field_values()[name]) for name in names} | {speed: Value(numbers.speed)}
    draft.values["defender_rerolls"] = Value(conditions.their_rerolls)
    if conditions.their_low_power:
        draft.values["defender_low_power"] = Value(True)


@rule("low-power")
def behind(draft: Draft, one: Fighter, part: Mount, conditions: Circumstances, context: Context, speed: str) -> None:
    """Fill in a part with all that protects it, the Speed it evades with, and its Pilot."""
    draft.values |= {speed: fixed_place_stat(one.made, "locomotor", "sp"), "armour": stat(part, "ar")} | one.defence(
        part
    )
    draft.values["defender_rerolls"] = re_rolls(draft, one, conditions.their_rerolls, context.rulings)
    if one.low_power:
        draft.values["defender_low_power"] = Value(True)
        draft.applied.append(("Low Power: they have no Speed", "low-power"))
    rules = [draft.values[name].value for name in ("rules",) if name in draft.values]
    rules += [words.partition(" ")[2] for words in _weapons(draft)]
    if any(heavy(text, specials(context.catalogue)) for text in rules):
        draft.values |= one.burden(part)
    draft.left_out += [f"{words}: not set off" for words in one.waiting]


def _weapons(draft: Draft) -> list[str]:
    value = draft.values.get("weapons")
    return value.value.split("; ") if value else []


@rule("evade", "hold", "low-power")
def fill_in_evasion(draft: Draft, speed: int, one: Fighter | None, conditions: Circumstances, rulings: Rulings) -> None:
    """Fill in what the target did to evade; by rulings it counts in Low Power, and once its Speed is lost."""
    low_power = conditions.their_low_power or bool(one and one.low_power)
    counts = not low_power or rulings.get("low-power-gained") == "kept"
    had_speed = speed > 0 or bool(one and one.lost != NOTHING)
    has_evaded = conditions.evade or bool(one and one.number(EVADED))
    held = conditions.their_hold or (one.number(HOLD_SPEED) if one else 0)
    draft.values |= {"evade": Value(has_evaded and had_speed), "defender_hold": Value(held)}
    evades = has_evaded and (speed > 0 or (had_speed and rulings.get("no-speed-gained") != "lost"))
    if evades and counts:
        draft.applied.append((f"They evaded: +{EVADE} SP", "evade"))
    if held and counts:
        draft.applied.append((f"They held: +{held} SP", "hold"))
    if has_evaded and not evades:
        draft.left_out.append("Evade: its Speed is lost" if had_speed else "Evade: a Mech of Speed 0 cannot choose it")


@rule("diceless", "re-roll")
def re_rolls(draft: Draft, one: Fighter, left: int | None, rulings: Rulings) -> Value:
    """Return the Re-Rolls a Pilot has, or those left; in diceless play only those that are said to be spent."""
    if left is not None:
        return Value(left)
    if rulings.get("dice") == "diceless":
        draft.left_out.append("Re-Rolls: in diceless play say above how many are spent")
        return Value(0)
    found = fixed_place_stat(one.made, "pilot", "rr")
    if found.value is not None:
        found = found._replace(value=min(found.value, one.number(RE_ROLLS, found.value)))
    if found.value is not None and found.value > MOST_REROLLS:
        draft.left_out.append(f"Re-Rolls beyond {MOST_REROLLS}")
        return found._replace(value=MOST_REROLLS)
    return found
