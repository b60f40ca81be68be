"""The resolvers of Techniconica: a shot, a volley, a charge and its counter-attack, a Bottle Test, who goes first."""

from functools import partial

from companion.dice.resolver import Chance
from companion.gamekit.contract import ResolverKind
from companion.games.techniconica.resolver import endings, from_inputs, inputs
from companion.games.techniconica.resolver.measures import ATTACK, COUNTER, VOLLEY, has_value
from companion.games.techniconica.resolver.quick import charge_figures

RESOLVERS = (
    ResolverKind(
        name="shoot",
        title="Shoot",
        about="One Weapon fires at one Base Part: the hit, the damage through its layers, and the Bottle Test.",
        inputs=inputs.ShootInputs,
        make=from_inputs.make_shot,
        measures=ATTACK,
        headline="hit",
        ending=endings.shot,
        second_side="target",
        usual_inputs=(
            "accuracy",
            "speed",
            "armour",
            "aim",
            "evade",
            "penetration",
            "damage_output",
            "shields",
            "armours",
            "base",
        ),
    ),
    ResolverKind(
        name="volley",
        title="Volley",
        about="Several Weapons of one Mech fire at one Base Part: one Evasion Roll against all, one total.",
        inputs=inputs.VolleyInputs,
        make=from_inputs.make_volley,
        measures=VOLLEY,
        headline="mean_damage",
        ending=endings.volley,
        second_side="target",
        usual_inputs=("accuracy", "speed", "armour", "aim", "evade", "weapons", "shields", "armours", "base"),
    ),
    ResolverKind(
        name="charge",
        title="Charge",
        about="Speed against Speed with a Melee Weapon, then the counter-attack.",
        inputs=inputs.ChargeInputs,
        make=from_inputs.make_charge,
        measures=(*ATTACK, *COUNTER),
        figures=partial(charge_figures, measures=(*ATTACK, *COUNTER)),
        headline="hit",
        ending=endings.charge,
        second_side="target",
        usual_inputs=("speed", "penetration", "damage_output", "target_speed", "armour", "shields", "armours", "base"),
    ),
    ResolverKind(
        name="bottle-test",
        title="Bottle Test",
        about="Does the Pilot fight on?",
        inputs=inputs.BottleInputs,
        make=from_inputs.make_bottle,
        measures=(Chance("passed", "The Pilot fights on", has_value("result", "passed")),),
        headline="passed",
        ending=endings.bottle_test,
    ),
    ResolverKind(
        name="first-turn",
        title="First turn",
        about="A D10 plus the Speed of the slowest Mech for each player; ties roll again, at most six times.",
        inputs=inputs.FirstInputs,
        make=from_inputs.make_first,
        measures=(
            Chance("player_1", "Player 1 begins", lambda outcome: outcome["first"] == 1),
            Chance("tie", "Still a tie", lambda outcome: outcome["first"] == "tie"),
        ),
        headline="player_1",
        ending=endings.first_turn,
        second_side="players",
    ),
)
