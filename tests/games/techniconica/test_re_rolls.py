"""Re-Rolls: any die of a Pilot may be rolled again, who decides first, and what odds assume."""

from fractions import Fraction

import pytest

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import replay
from companion.games.techniconica import GAME

PLAIN = {"accuracy": 3, "penetration": 2, "damage_output": 3, "speed": 3, "armour": 2}
ATTACK, EVASION = "Roll the Attack Roll again? 1 Re-Roll left.", "Roll the Evasion Roll again? 1 Re-Roll left."


def made(rulings=None, **inputs):
    kind = GAME.resolver("shoot")
    return kind.make(read_as(kind.inputs, {**PLAIN, **inputs}), GAME.context(rulings))


def asked(faces, rulings=None, **inputs):
    waiting = replay(made(rulings, **inputs), faces).waiting
    return waiting.why if waiting else None


def test_a_weak_hit_may_be_rolled_again():
    assert asked([[5], [5]], attacker_rerolls=1) == ATTACK
    assert replay(made(attacker_rerolls=1), [[5], [5], [2], [9]]).outcome["damage"] == 7
    assert replay(made(attacker_rerolls=1), [[5], [5], [1]]).outcome["damage"] == 3


def test_the_second_result_stands_even_if_it_is_worse():
    assert replay(made(attacker_rerolls=1), [[5], [5], [2], [1]]).outcome["result"] == "jam"


def test_a_ten_is_not_rolled_again():
    assert asked([[10], [5]], attacker_rerolls=1) is None
    assert asked([[10], [10]], attacker_rerolls=1, defender_rerolls=1) is None


def test_a_jam_may_be_rolled_again():
    assert asked([[1], [5]], attacker_rerolls=1) == ATTACK
    assert replay(made(attacker_rerolls=1), [[1], [5], [2], [5]]).outcome["result"] == "hit"


@pytest.mark.parametrize("rerolls", [0, 3])
def test_a_jam_asks_for_no_evasion_die_without_re_rolls_of_the_attacker(rerolls):
    assert replay(made(defender_rerolls=rerolls), [[1]]).outcome["result"] == "jam"
    assert asked([[1]], attacker_rerolls=1) == "Evasion Roll"


BOTH = {"attacker_rerolls": 1, "defender_rerolls": 1}


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [("loser", EVASION, ATTACK), ("attacker", ATTACK, EVASION), ("attacker-once", ATTACK, EVASION)],
)
def test_the_ruling_says_who_decides_first_about_a_hit(order, first, second):
    rulings = {"re-roll-order": order}
    assert asked([[5], [5]], rulings, **BOTH) == first
    assert asked([[5], [5], [1]], rulings, **BOTH) == second
    assert asked([[5], [5], [1], [1]], rulings, **BOTH) is None


def test_new_dice_open_the_question_again_unless_everybody_decides_once():
    """The attacker keeps a hit, the defender evades better, and then the attacker loses."""
    faces = [[5], [5], [1], [2], [9]]
    assert asked(faces, {"re-roll-order": "attacker"}, **BOTH) == ATTACK
    assert asked(faces, {"re-roll-order": "attacker-once"}, **BOTH) is None


def mean(**inputs):
    measure = next(m for m in GAME.resolver("shoot").measures if m.name == "mean_damage")
    return exact(made(**inputs)).measure(measure)


def test_on_average_rolls_again_what_is_below_the_average_of_another_roll():
    """Every first pair of dice; the attack again where its damage is less than that of another roll on average."""
    total = Fraction(0)
    for d in range(1, 11):
        damages = [3 + a - d if a > 1 and a >= d else 0 for a in range(1, 11)]
        average = Fraction(sum(damages), 10)
        total += sum(
            average if damage < average and a < 10 else Fraction(damage) for a, damage in enumerate(damages, 1)
        )
    assert mean(attacker_rerolls=1, policy="on-average") == total / 100
    assert mean(attacker_rerolls=1, policy="on-average") > mean(attacker_rerolls=1) > mean()


def test_on_average_the_defender_rolls_again_what_is_worse_than_another_roll():
    total = Fraction(0)
    for a in range(1, 11):
        damages = [3 + a - d if a > 1 and a >= d else 0 for d in range(1, 11)]
        average = Fraction(sum(damages), 10)
        total += sum(
            average if damage > average and d < 10 else Fraction(damage) for d, damage in enumerate(damages, 1)
        )
    assert mean(defender_rerolls=1, policy="on-average") == total / 100
    assert mean(defender_rerolls=1, policy="on-average") < mean()


def test_never_keeps_every_die():
    assert mean(**BOTH, policy="never") == mean()


def test_the_question_says_what_the_dice_come_to():
    """Accuracy 3 and Penetration 2 stand against Speed 3 and Armour 2; damage is 3 and a point for each above."""

    def standing(faces, **inputs):
        return replay(made(**inputs), faces).waiting.notes

    assert standing([[5], [9]], attacker_rerolls=1) == ("10 against 14, a miss", "")
    assert standing([[1], [5]], attacker_rerolls=1) == ("a jam", "")
    assert standing([[9], [5]], defender_rerolls=1) == ("14 against 10, a hit: 7 damage", "")
