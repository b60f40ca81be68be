"""What play does to a Mech: cards set off, cards lost one by one, and the rulings that change numbers."""

import pytest

from companion.games.techniconica import GAME
from companion.games.techniconica.rules import play
from companion.games.techniconica.rules.assembly import assemble_squad
from tests.games.techniconica.mechs import WOLF, read


def made(**attached):
    """The Sniper Wolf with cards attached: to its Locomotor, or by slot as `slot_2_1`."""
    mech = {**WOLF, "part": [dict(part) for part in WOLF["part"]]}
    for place, cards in attached.items():
        if place == "locomotor":
            mech["locomotor"] = {"card": WOLF["locomotor"], "attached": cards}
        else:
            slot = place.removeprefix("slot_").replace("_", ",")
            next(part for part in mech["part"] if part["slot"] == slot)["attached"] = cards
    return assemble_squad(read(mech=[mech]), GAME.catalogue)[0]


def test_a_card_set_off_works_until_it_leaves_and_calls_for_no_bottle_test():
    before = made(locomotor=["booster-rockets"])
    where = "mech[0].locomotor.attached[0]"
    working = play.set_off_trigger(before, where)
    # Booster Rockets: 3 Speed, 1 Weight; the Hauler Tracks have Speed 1.
    assert (before.speed, working.speed) == (1, 4)
    after = play.lose(working, [where], triggered=True)
    assert [card.id for card in after.fallen] == ["booster-rockets"]
    assert (after.left.speed, after.left.weight, after.bottle, after.in_play) == (1, before.weight - 1, False, True)


def test_a_card_set_off_gives_its_power():
    # The Gas Turbine gives 5 of the 7 power; the Battery Reserve 3.
    dark = play.lose(made(slot_2_3=["battery-reserve"]), ["mech[0].part[3]"]).left
    assert play.low_power(dark) and dark.output == 2
    where = next(f"{m.where}.attached[0]" for m in dark.mounts if m.attached and m.card.id == "fuel-cell")
    assert play.set_off_trigger(dark, where).output == 5


@pytest.mark.parametrize("where", ["mech[0].cockpit.attached[0]", "mech[0].locomotor", "mech[7]", ""])
def test_what_has_no_trigger_cannot_be_set_off(where):
    with pytest.raises(ValueError, match="there is no card with Trigger at"):
        play.set_off_trigger(made(), where)


def test_armour_lost_lightens_the_mech_and_tests_no_nerve():
    before = made()
    loss = play.lose(before, ["mech[0].cockpit.attached[0]"])
    assert [card.id for card in loss.fallen] == ["heavy-plate"]
    # The Heavy Plate weighs 4 of the Wolf's 17.
    assert (before.weight, loss.left.weight, loss.bottle, loss.in_play) == (17, 13, False, True)


def test_a_base_part_and_what_is_on_it_fall_once():
    loss = play.lose(made(), ["mech[0].cockpit", "mech[0].cockpit.attached[0]", "mech[0].pilot"])
    assert [card.id for card in loss.fallen] == ["standard-cockpit", "heavy-plate", "sharpshooter"]


@pytest.mark.parametrize(("ruling", "wanted"), [("up", [0, 1, 1, 2, 2]), ("down", [0, 0, 1, 1, 2])])
def test_a_halved_speed_by_ruling(ruling, wanted):
    assert [play.halve_speed(speed, {"halved-speed": ruling}) for speed in range(5)] == wanted


def twin(**seats):
    """The Sniper Wolf with two Gas Turbines: 7 of 10 power, and 7 of 5 once one is gone; weight 19, then 16."""
    part = [p if p["card"] != "fuel-cell" else {**p, "card": "gas-turbine"} for p in WOLF["part"]]
    return assemble_squad(read(mech=[{**WOLF, **seats, "part": part}]), GAME.catalogue)[0]


GAS_TURBINE = "mech[0].part[3]"


@pytest.mark.parametrize(
    ("card", "stat", "lit", "off"),
    [("medic-suite", "fo", 6, 5), ("targeting-computer", "ac", 5, 4), ("lucky-charm", "rr", 2, 2)],
)
def test_low_power_switches_support_off_that_draws_power(card, stat, lit, off):
    """A Sharpshooter has AC 4, FO 5 and RR 1; a Lucky Charm draws no power."""
    whole = twin(cockpit={"card": "standard-cockpit", "attached": [card]})
    assert whole.pilots(stat) == lit
    assert play.lose(whole, [GAS_TURBINE]).left.pilots(stat) == off


def test_load_clamps_that_stop_carry_nothing():
    """Hauler Tracks carry 18, with Load Clamps 19."""
    whole = twin(locomotor={"card": "hauler-tracks", "attached": ["load-clamps"]})
    assert (whole.weight, whole.max_weight, play.excess(whole), play.excess(whole, 3)) == (19, 19, 0, 3)
    left = play.lose(whole, [GAS_TURBINE]).left
    assert (left.weight, left.max_weight, play.excess(left, 2), play.excess(left, 3)) == (16, 18, 0, 1)
    assert play.excess(play.lose(whole, ["mech[0].locomotor"]).left, 3) == 0


def test_power_set_off_lights_support_again():
    cold = play.run_mech(made(slot_2_3=["battery-reserve"], locomotor=["load-clamps"]))
    where = next(f"{m.where}.attached[0]" for m in cold.mounts if m.card.id == "fuel-cell")
    # The clamps draw the 8th of 7 power; the reserve gives 3 more.
    assert (play.low_power(cold), cold.max_weight) == (True, 18)
    lit = play.set_off_trigger(cold, where)
    assert (play.low_power(lit), lit.max_weight) == (False, 19)
    assert play.lose(lit, [where], triggered=True).left.max_weight == 18
