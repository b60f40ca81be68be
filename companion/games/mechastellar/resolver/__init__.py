"""The resolvers of MechaStellar: shooting, melee, saves, terrain, outmaneuvering, stun, initiative."""

from companion.dice.resolver import Chance, Mean
from companion.games.mechastellar.resolver.contests import MOST_TIES
from companion.games.mechastellar.resolver.from_inputs import (
    make_bridge,
    make_crash,
    make_damage,
    make_initiative,
    make_melee,
    make_outmaneuver,
    make_overwatch,
    make_saves,
    make_shoot,
    make_stun,
    make_terrain,
    make_throw,
)
from companion.games.mechastellar.resolver.inputs import (
    BridgeInputs,
    ContestInputs,
    CrashInputs,
    DamageInputs,
    InitiativeInputs,
    MeleeInputs,
    OverwatchInputs,
    SaveInputs,
    ShootInputs,
    StunInputs,
    TerrainInputs,
    ThrowInputs,
)
from companion.games.mechastellar.resolver.splits import figures
from companion.system import ResolverKind

SHOT_MEASURES = (
    Mean("mean_damage", "Damage", lambda outcome: outcome["damage"]),
    Mean("within_hp", "Damage without overkill", lambda outcome: outcome["within_hp"], needs="hp"),
    Chance("any_damage", "Any damage", lambda outcome: outcome["damage"] > 0),
    Chance("kill", "Destroyed", lambda outcome: bool(outcome.get("destroyed")), needs="hp"),
    Mean("mean_hits", "Hits", lambda outcome: outcome["hits"]),
)
VOLLEY_MEASURES = tuple(measure for measure in SHOT_MEASURES if not measure.needs)
CONTEST_MEASURES = (
    Chance("attacker_wins", "The attacker wins", lambda outcome: outcome["winner"] == "attacker"),
    Chance("defender_wins", "The defender wins", lambda outcome: outcome["winner"] == "defender"),
    Chance("blindside", "Blindside", lambda outcome: outcome["result"].startswith("blindside")),
)

RESOLVERS = (
    ResolverKind(
        name="shoot",
        title="Shoot",
        about="One weapon's attack: evade dice, criticals, blocks, damage, armour saves.",
        inputs=ShootInputs,
        make=make_shoot,
        measures=SHOT_MEASURES,
        headline="mean_damage",
    ),
    ResolverKind(
        name="melee",
        title="Melee clash",
        about="Attack, defence, counter-attack and finishing blow; dice you leave empty are split in the best way.",
        inputs=MeleeInputs,
        make=make_melee,
        measures=(
            Mean("mean_damage", "Damage done", lambda outcome: outcome["damage"]),
            Mean("within_hp", "Damage without overkill", lambda outcome: outcome["within_hp"], needs="hp"),
            Mean("mean_counter", "Damage suffered", lambda outcome: outcome["counter_damage"]),
            Chance("any_damage", "Any damage", lambda outcome: outcome["damage"] > 0),
            Chance("kill", "Defender destroyed", lambda outcome: bool(outcome.get("destroyed")), needs="hp"),
            Mean("attack_dice", "Best attack dice", lambda outcome: outcome["attack_dice"]),
            Mean("defense_dice", "Best defence dice", lambda outcome: outcome["defense_dice"]),
            Mean("counter_attack_dice", "Answer: attack dice", lambda outcome: outcome["counter_attack_dice"]),
            Mean("counter_defense_dice", "Answer: defence dice", lambda outcome: outcome["counter_defense_dice"]),
        ),
        headline="mean_damage",
        figures=figures,
    ),
    ResolverKind(
        name="armor-save",
        title="Armour saves",
        about="Armour saves against the unblocked hits of one weapon.",
        inputs=SaveInputs,
        make=make_saves,
        measures=(
            Mean("mean_damage", "Damage", lambda outcome: outcome["damage"]),
            Chance("all_passed", "All saves passed", lambda outcome: outcome["failed"] == 0),
        ),
        headline="mean_damage",
    ),
    ResolverKind(
        name="battle-damage",
        title="Battle damage",
        about="The battle damage table after a failed save, and the critical table.",
        inputs=DamageInputs,
        make=make_damage,
        measures=(
            Chance("unharmed", "No further effect", lambda outcome: outcome["effect"] == "none"),
            Chance("cockpit", "Cockpit hit", lambda outcome: outcome["effect"] == "cockpit"),
        ),
        headline="unharmed",
    ),
    ResolverKind(
        name="destroy-terrain",
        title="Destroy terrain",
        about="Whether cover survives an attack that it stopped or that targets it.",
        inputs=TerrainInputs,
        make=make_terrain,
        measures=(Chance("survives", "The terrain survives", lambda outcome: bool(outcome["survives"])),),
        headline="survives",
    ),
    ResolverKind(
        name="outmaneuver",
        title="Outmaneuver",
        about="Dogfighting for an advantage in space.",
        inputs=ContestInputs,
        make=make_outmaneuver,
        measures=CONTEST_MEASURES,
        headline="attacker_wins",
    ),
    ResolverKind(
        name="bridge-attack",
        title="Bridge attack",
        about="An attack run on a warship's bridge.",
        inputs=BridgeInputs,
        make=make_bridge,
        measures=CONTEST_MEASURES,
        headline="attacker_wins",
    ),
    ResolverKind(
        name="overwatch",
        title="Overwatch",
        about="Fire at a unit that charges in.",
        inputs=OverwatchInputs,
        make=make_overwatch,
        measures=VOLLEY_MEASURES,
        headline="mean_damage",
    ),
    ResolverKind(
        name="throw-terrain",
        title="Throw terrain",
        about="Four shots plus Size, 200 DMG each, within 16 inches.",
        inputs=ThrowInputs,
        make=make_throw,
        measures=SHOT_MEASURES,
        headline="mean_damage",
    ),
    ResolverKind(
        name="crash-through",
        title="Crash through and trample",
        about="Five shots of 200 DMG, plus 100 for each Size.",
        inputs=CrashInputs,
        make=make_crash,
        measures=SHOT_MEASURES,
        headline="mean_damage",
    ),
    ResolverKind(
        name="stun-recovery",
        title="Stun recovery",
        about="Three dice; each 5 or more gives an action back.",
        inputs=StunInputs,
        make=make_stun,
        measures=(
            Chance("awake", "No longer shut down", lambda outcome: not outcome["shutdown"]),
            Mean("mean_recovered", "Actions back", lambda outcome: outcome["recovered"]),
        ),
        headline="awake",
    ),
    ResolverKind(
        name="initiative",
        title="Initiative",
        about=f"Both roll a d10; the higher chooses who goes first. Ties are rolled again, at most {MOST_TIES} times.",
        inputs=InitiativeInputs,
        make=make_initiative,
        measures=(
            Chance("you", "You choose", lambda outcome: outcome["winner"] == "you"),
            Chance("tie", f"Still tied after {MOST_TIES}", lambda outcome: outcome["winner"].startswith("tie")),
        ),
        headline="you",
    ),
)
