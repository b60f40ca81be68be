"""The resolvers of MechaStellar: shooting, melee, saves, terrain, outmaneuvering, stun, initiative."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.dice.chain import answer_as_usual
from companion.dice.resolver import Chance, Mean, Resolver
from companion.gamekit.contract import ResolverKind
from companion.games.mechastellar.resolver import endings, from_inputs, inputs
from companion.games.mechastellar.resolver.asked_clash import AskedClash
from companion.games.mechastellar.resolver.clash import Clash
from companion.games.mechastellar.resolver.contests import MOST_REPEATS, RollOff, recovery
from companion.games.mechastellar.resolver.splits import figures

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
ASK_REPLY = (("reply", "ask"),)
_EVADE_DICE = (
    ("tens", "10s among the evade dice: an ace's shoot remote weapons down. With the target's Momentum."),
    ("rerolled", "Evade dice that were rolled again, but for Improvise. With the target's Momentum."),
)
_DEFENSE_DICE = (
    ("blocks_rolled", "Blocks on the defender's defense dice, without shields."),
    ("counter_blocks_rolled", "Blocks on the attacker's defense dice, without shields."),
)
_LAST_DICE = (("you", "Your last die."), ("them", "Their last die."))
_CONTEST_INPUTS = (
    "attacker_role",
    "defender_role",
    "attacker_move",
    "defender_move",
    "attacker_momentum",
    "defender_momentum",
)


def _melee_figures(made: Resolver[Any]) -> Mapping[str, Fraction]:
    """Return the figures of a clash; where players are asked first, of the one that the usual answers lead to."""
    clash = answer_as_usual(made)
    if isinstance(clash, AskedClash):
        clash = clash.clash
    assert isinstance(clash, Clash)
    return figures(clash)


RESOLVERS = (
    ResolverKind(
        name="shoot",
        title="Shoot",
        about="One weapon's attack: evade dice, criticals, blocks, damage, armor saves.",
        inputs=inputs.ShootInputs,
        make=from_inputs.make_shoot,
        at_table=(("choose", "true"), *ASK_REPLY),
        measures=SHOT_MEASURES,
        headline="mean_damage",
        roll_only=_EVADE_DICE,
        ending=endings.shooting,
        second_side="target",
        usual_inputs=(
            "shots",
            "damage",
            "accuracy",
            "evade",
            "attacker",
            "defender",
            "cover",
            "pen",
            "armor_save",
            "hp",
        ),
    ),
    ResolverKind(
        name="melee",
        title="Melee clash",
        about="Attack, defense, counter-attack and finishing blow; dice you leave empty are split in the best way.",
        inputs=inputs.MeleeInputs,
        make=from_inputs.make_melee,
        measures=(
            Mean("mean_damage", "Damage done", lambda outcome: outcome["damage"]),
            Mean("within_hp", "Damage without overkill", lambda outcome: outcome["within_hp"], needs="hp"),
            Mean("mean_counter", "Damage suffered", lambda outcome: outcome["counter_damage"]),
            Mean(
                "counter_within_hp",
                "Suffered without overkill",
                lambda outcome: outcome["counter_within_hp"],
                needs="attacker_hp",
            ),
            Chance("any_damage", "Any damage", lambda outcome: outcome["damage"] > 0),
            Chance("kill", "Defender destroyed", lambda outcome: bool(outcome.get("destroyed")), needs="hp"),
            Mean("attack_dice", "Best attack dice", lambda outcome: outcome["attack_dice"]),
            Mean("defense_dice", "Best defense dice", lambda outcome: outcome["defense_dice"]),
            Mean("counter_attack_dice", "Answer: attack dice", lambda outcome: outcome["counter_attack_dice"]),
            Mean("counter_defense_dice", "Answer: defense dice", lambda outcome: outcome["counter_defense_dice"]),
        ),
        headline="mean_damage",
        roll_only=_DEFENSE_DICE,
        ending=endings.melee,
        second_side="target",
        figures=_melee_figures,
        at_table=(("choose", "true"), ("reply", "none")),
        usual_inputs=(
            "melee",
            "counter_melee",
            "attacker",
            "defender",
            "damage",
            "counter_damage",
            "pen",
            "counter_pen",
            "armor_save",
            "attacker_save",
        ),
    ),
    ResolverKind(
        name="armor-save",
        title="Armor saves",
        about="Armor saves against the unblocked hits of one weapon.",
        inputs=inputs.SaveInputs,
        make=from_inputs.make_saves,
        measures=(
            Mean("mean_damage", "Damage", lambda outcome: outcome["damage"]),
            Chance("all_passed", "All saves passed", lambda outcome: outcome["failed"] == 0),
        ),
        headline="mean_damage",
        ending=endings.saves,
        usual_inputs=("pen", "armor_save", "hits", "momentum"),
    ),
    ResolverKind(
        name="battle-damage",
        title="Battle damage",
        about="The battle damage table after a failed save, and the critical table.",
        inputs=inputs.DamageInputs,
        make=from_inputs.make_damage,
        measures=(
            Chance("unharmed", "No further effect", lambda outcome: outcome["effect"] == "none"),
            Chance("cockpit", "Cockpit hit", lambda outcome: outcome["effect"] == "cockpit"),
        ),
        headline="unharmed",
        ending=endings.battle_damage,
    ),
    ResolverKind(
        name="destroy-terrain",
        title="Destroy terrain",
        about="Whether cover survives an attack that it stopped or that targets it.",
        inputs=inputs.TerrainInputs,
        make=from_inputs.make_terrain,
        measures=(Chance("survives", "The terrain survives", lambda outcome: bool(outcome["survives"])),),
        headline="survives",
        ending=endings.terrain,
    ),
    ResolverKind(
        name="outmaneuver",
        title="Outmaneuver",
        about="Dogfighting for an advantage in space.",
        inputs=inputs.ContestInputs,
        make=from_inputs.make_outmaneuver,
        measures=CONTEST_MEASURES,
        headline="attacker_wins",
        ending=endings.contest,
        second_side="target",
        usual_inputs=_CONTEST_INPUTS,
    ),
    ResolverKind(
        name="bridge-attack",
        title="Bridge attack",
        about="An attack run on a warship's bridge.",
        inputs=inputs.BridgeInputs,
        make=from_inputs.make_bridge,
        measures=CONTEST_MEASURES,
        headline="attacker_wins",
        ending=endings.contest,
        second_side="target",
        usual_inputs=_CONTEST_INPUTS,
    ),
    ResolverKind(
        name="overwatch",
        title="Overwatch",
        about="Fire at a unit that charges in.",
        inputs=inputs.OverwatchInputs,
        make=from_inputs.make_overwatch,
        measures=VOLLEY_MEASURES,
        headline="mean_damage",
        roll_only=_EVADE_DICE,
        ending=endings.shooting,
        second_side="target",
        usual_inputs=("accuracy", "evade", "overwatch", "weapons", "damage", "pen", "armor_save"),
    ),
    ResolverKind(
        name="throw-terrain",
        title="Throw terrain",
        about="Four shots plus Size, 200 DMG each, within 16 inches.",
        inputs=inputs.ThrowInputs,
        make=from_inputs.make_throw,
        at_table=ASK_REPLY,
        measures=SHOT_MEASURES,
        headline="mean_damage",
        roll_only=_EVADE_DICE,
        ending=endings.shooting,
        second_side="target",
        usual_inputs=("size", "dangerous", "accuracy", "evade", "attacker", "defender", "cover", "armor_save"),
    ),
    ResolverKind(
        name="crash-through",
        title="Crash through and trample",
        about="Five shots of 200 DMG, plus 100 for each Size.",
        inputs=inputs.CrashInputs,
        make=from_inputs.make_crash,
        at_table=ASK_REPLY,
        measures=SHOT_MEASURES,
        headline="mean_damage",
        roll_only=_EVADE_DICE,
        ending=endings.shooting,
        second_side="target",
        usual_inputs=("size", "havoc", "accuracy", "evade", "attacker", "defender", "cover", "armor_save"),
    ),
    ResolverKind(
        name="stun-recovery",
        title="Stun recovery",
        about="Three dice; each 5 or more gives an action back.",
        inputs=inputs.StunInputs,
        make=lambda read, context: recovery(read.actions, read.usual),
        measures=(
            Chance("awake", "No longer shut down", lambda outcome: not outcome["shutdown"]),
            Mean("mean_recovered", "Actions back", lambda outcome: outcome["recovered"]),
        ),
        headline="awake",
        ending=endings.recovery,
    ),
    ResolverKind(
        name="initiative",
        title="Initiative",
        about=f"Both roll a d10; the higher chooses who goes first. Ties roll again, at most {MOST_REPEATS} times.",
        inputs=inputs.InitiativeInputs,
        make=lambda read, context: RollOff(),
        measures=(
            Chance("you", "You choose", lambda outcome: outcome["winner"] == "you"),
            Chance(
                "tie", f"Still tied after {MOST_REPEATS} repeats", lambda outcome: outcome["winner"].startswith("tie")
            ),
        ),
        headline="you",
        roll_only=_LAST_DICE,
        ending=endings.initiative,
        second_side="target",
    ),
)
