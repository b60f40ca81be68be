"""A volley: several Weapons at one target, one Evasion Roll against all, one total, one Bottle Test."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import replay
from companion.games.techniconica import GAME
from companion.games.techniconica.rules.weapons import volley
from companion.verbs.game_rolls import odds_answer, roll_answer
from tests.games.techniconica.mechs import WOLF

PLAIN = {"accuracy": 5, "speed": 3, "armour": 2}
KIND = GAME.resolver("volley")


def made(weapons, rulings=None, **inputs):
    asked = {**PLAIN, "weapons": weapons, **inputs}
    return KIND.make(read_as(KIND.inputs, asked), GAME.context(rulings))


def outcome(faces, weapons, rulings=None, **inputs):
    run = replay(made(weapons, rulings, **inputs), faces)
    assert run.waiting is None, run.waiting.why
    return run.outcome


def test_each_weapon_beyond_the_first_costs_all_of_them_two_accuracy():
    scores = [[clash.attack for clash in made(weapons).clashes] for weapons in ("2/4", "2/4; 3/5", "2/4; 3/5; 0/1")]
    assert scores == [[7], [5, 6], [3, 4, 1]]
    assert [clash.evasion for clash in made("2/4; 3/5").clashes] == [5, 5]


def test_one_evasion_roll_counts_against_all():
    """5 and 6 ahead of 5: 6 + 5 hits 5 + 5 by 1, 4 + 6 hits by 0."""
    volley = made("2/4; 3/5")
    asked = [replay(volley, faces).waiting.why for faces in ([], [[6]], [[6], [5]])]
    assert asked == ["Weapon 1: Attack Roll", "Weapon 1: Evasion Roll", "Weapon 2: Attack Roll"]
    found = outcome([[6], [5], [4]], "2/4; 3/5")
    assert (found["hits"], found["jams"], found["damage"]) == (2, 0, (1 + 4) + (0 + 5))


def test_two_weapons_are_a_thousand_rolls_counted_by_hand():
    counted = Counter()
    for a, b, d in product(range(1, 11), repeat=3):
        hits = [roll > 1 and roll + lead >= d + 5 for roll, lead in ((a, 5), (b, 6))]
        damage = hits[0] * (a - d + 4) + hits[1] * (b + 1 - d + 5)
        counted[sum(hits), (a == 1) + (b == 1), damage] += 1
    odds = exact(made("2/4; 3/5"))
    found = Counter()
    for o, weight in odds.outcomes:
        found[o["hits"], o["jams"], o["damage"]] += Fraction(weight, odds.total)
    assert found == {key: Fraction(n, 1000) for key, n in counted.items()}


def test_one_weapon_is_a_shot():
    shot = GAME.resolver("shoot")
    asked = {**PLAIN, "penetration": 2, "damage_output": 4, "base": 6, "fortitude": 5, "attacker_rerolls": 1}
    one = exact(shot.make(read_as(shot.inputs, asked), GAME.context()))
    volley = exact(made("2/4", base=6, fortitude=5, attacker_rerolls=1))
    kinds = {(1, 0): "hit", (0, 1): "jam", (0, 0): "miss"}
    same = Counter()
    for o, weight in volley.outcomes:
        same[kinds[o["hits"], o["jams"]], o["damage"], tuple(o["destroyed"]), o["bottle"]] += weight
    assert same == {(o["result"], o["damage"], tuple(o["destroyed"]), o["bottle"]): w for o, w in one.outcomes}
    assert volley.total == one.total


def test_damage_goes_on_where_the_weapon_before_left_it():
    """5 points and 6 against a Shield of 3 and a base of 6: 2 stay on the base, then it falls."""
    found = outcome([[6], [5], [5]], "2/4; 3/5", shields="3", base=6)
    assert (found["damage"], found["destroyed"]) == (11, ["shield 1", "base"])
    found = outcome([[6], [5], [5]], "2/4; 3/5", shields="3", base=9)
    assert found["destroyed"] == ["shield 1"]


def test_armour_piercing_is_the_weapon_s_own():
    """5 points pierce Armour of 12 to 10; the other Weapon's 6 take the rest and 4 of the base."""
    found = outcome([[6], [5], [5]], "2/4 Armour Piercing; 3/5", armours="12", base=5)
    assert found["destroyed"] == ["armour 1"]
    found = outcome([[6], [5], [5]], "2/4 Armour Piercing; 3/5", armours="12", base=4)
    assert found["destroyed"] == ["armour 1", "base"]


def test_one_bottle_test_is_due_for_all_of_them():
    """5 and 6 points are more than 10 together, and neither alone is."""
    volley = made("2/4; 3/5", fortitude=5, bottle_threshold=10)
    assert replay(volley, [[6], [5], [5]]).waiting.why == "Bottle Test"
    assert replay(volley, [[6], [5], [5], [6]]).outcome["bottle"] == "failed"
    assert outcome([[6], [5], [4]], "2/4; 3/5", fortitude=5, bottle_threshold=10)["bottle"] == "not-taken"


@pytest.mark.parametrize(("ruling", "bottle"), [("add", "failed"), ("highest", "passed")])
def test_two_frightening_weapons_add_up_or_the_higher_counts_as_ruled(ruling, bottle):
    found = outcome(
        [[2], [9], [2], [3]], "2/4 Frightening (2); 3/5 Frightening (1)", {"rule-twice": ruling}, fortitude=5
    )
    assert found["bottle"] == bottle


def test_a_jam_of_the_first_weapon_leaves_the_evasion_roll_to_the_next():
    volley = made("2/4; 3/5")
    assert replay(volley, [[1]]).waiting.why == "Weapon 2: Attack Roll"
    assert replay(volley, [[1], [5]]).waiting.why == "Weapon 2: Evasion Roll"
    assert outcome([[1], [1]], "2/4; 3/5") == {
        "hits": 0, "jams": 2, "damage": 0, "destroyed": [], "bottle": "not-taken"
    }  # fmt: skip


def test_the_evasion_roll_is_rolled_again_after_any_weapon_or_only_after_the_first_as_ruled():
    """The first Weapon misses, the second hits; 11 + 3 would hit the old 9 + 5, but not the new 10."""
    weapons, faces = "0/4; 9/5; 9/5", [[2], [9], [9]]
    again = "Weapon 2: Roll the Evasion Roll again? 1 Re-Roll left."
    any_time = made(weapons, accuracy=6, defender_rerolls=1)
    assert replay(any_time, faces).waiting.why == again
    assert replay(any_time, [*faces, [2], [10], [3]]).outcome["hits"] == 1
    stands = made(weapons, {"volley-evasion": "first"}, accuracy=6, defender_rerolls=1)
    assert replay(stands, faces).waiting.why == "Weapon 3: Attack Roll"
    first = made("9/4; 9/5", {"volley-evasion": "first"}, defender_rerolls=1)
    assert replay(first, [[9], [2]]).waiting.why == "Weapon 1: Roll the Evasion Roll again? 1 Re-Roll left."


def test_gravity_fields_weigh_together():
    found = outcome([[6], [5], [5]], "2/4 Gravity Field (1); 3/5 Gravity Field (2)", spare_weight=1, base=30)
    assert (found["heavier"], found["weight_damage"], found["speed_lost"]) == (3, 2, 2)


@pytest.mark.parametrize(
    ("weapons", "message"),
    [
        ("2", "weapons, number 1: found '2', expected PE/DO, each from 0 to 60, then special rules"),
        ("2/4; 61/1", "weapons, number 2: found '61/1'"),
        ("2/4 Sharp", "weapons, number 1: found 'Sharp', expected special rules as printed or by id"),
        (";", "weapons: found 0 Weapons, expected 1 to 12 Weapons"),
        ("1/1;" * 13, "weapons: found 13 Weapons, expected 1 to 12 Weapons"),
    ],
)
def test_weapons_that_cannot_be_read_are_named(weapons, message):
    with pytest.raises(InvalidInput) as caught:
        made(weapons)
    assert str(caught.value).startswith(message)


def test_rules_of_all_weapons_are_the_pilot_s():
    assert outcome([[6], [5], [4]], "2/4; 3/5", rules="Anti-Mech Specialist")["damage"] == (1 + 4 + 1) + (0 + 5 + 1)


def test_without_dice_every_roll_is_a_five():
    """Spent Re-Rolls help the first Weapon's roll."""
    assert outcome([], "2/4; 3/5", diceless=True)["damage"] == 4 + 6
    assert outcome([], "2/4; 3/5", diceless=True, attacker_rerolls=2)["damage"] == 6 + 6


def test_the_command_line_and_http_answer_a_volley():
    asked = {**{key: str(value) for key, value in PLAIN.items()}, "weapons": "2/4 Reliable; 3/5; 1/1"}
    answer = odds_answer(GAME, "volley", asked)
    assert "simulated" not in answer and {"any_hit", "mean_hits", "any_jam", "mean_damage"} <= set(answer["summary"])
    assert roll_answer(GAME, "volley", asked, "9 | 2 | 9 | 9")["outcome"]["hits"] == 3


@pytest.mark.parametrize(("weapons", "rerolls"), [(6, 0), pytest.param(3, 2, marks=pytest.mark.long), (2, 6)])
def test_usual_volleys_answer_exactly(weapons, rerolls):
    inputs = {"weapons": "; ".join(["2/4"] * weapons), "attacker_rerolls": rerolls, "defender_rerolls": rerolls}
    answer = odds_answer(GAME, "volley", {**PLAIN, "accuracy": 14, **inputs})
    assert "simulated" not in answer
    assert sum(Fraction(row["exact"]) for row in answer["outcomes"]) == 1


def test_a_volley_too_large_for_exact_odds_says_so_before_it_starts(monkeypatch):
    inputs = {"weapons": "; ".join(["2/4"] * 12), "attacker_rerolls": 6, "defender_rerolls": 6}
    volley = made(**inputs)
    monkeypatch.setattr(type(volley), "take", None)
    with pytest.raises(TooLarge, match="takes about .* steps, more than 2,000,000"):
        exact(volley)


def test_a_mech_s_page_leads_to_the_volley_of_its_weapons():
    """The Sniper Wolf's three Weapons with their PE, DO and special rules; a Melee Weapon does not shoot."""
    cards = {card.id: card for card in GAME.catalogue.cards.values()}
    melee = next(card.id for card in cards.values() if getattr(card, "subtype", "") == "Melee")
    mech = {**WOLF, "part": [*WOLF["part"], {"card": melee, "slot": "3,1"}]}
    squad_, where = GAME.read_in_context({"game": "techniconica", "mech": [mech]})
    (made_,) = GAME.page_values(squad_, where)["mechs"]
    guns = [cards[part["card"]] for part in WOLF["part"][:3]]
    written = [" ".join([f"{gun.pe}/{gun.do}", ", ".join(gun.rules)]).strip() for gun in guns]
    assert volley(made_) == "; ".join(written)
    assert len(made(volley(made_)).clashes) == 3
