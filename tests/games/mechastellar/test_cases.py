"""MechaStellar's cases, each by the verb it names; every usable worked example is among them."""

import pytest

from companion.data.documents import read_as
from companion.dice.resolver import read_groups, replay
from companion.games.mechastellar import GAME
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.analysis.unit_matchup import lines
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules import loadout, play
from companion.games.mechastellar.rules.equipped import counted_level
from tests import casebook
from tests.games.mechastellar.fights import table
from tests.games.mechastellar.test_traits import unit

CONTEXT = GAME.context()


def profile(inputs):
    return GAME.catalogue.get(Profile, inputs["profile"])


def resolver(inputs, rulings=None):
    kind = GAME.resolver(inputs["resolver"])
    data = {key: value for key, value in inputs.items() if key not in ("resolver", "faces")}
    return kind.make(read_as(kind.inputs, data), GAME.context(rulings))


def roll(inputs):
    found = replay(resolver(inputs), read_groups(inputs["faces"]))
    assert found.waiting is None, found.waiting
    return found.outcome


def dice(inputs):
    found = replay(resolver(inputs), read_groups(" | ".join(inputs["faces"])))
    assert found.waiting is None
    return {"dice": [thrown.throw.dice for thrown in found.thrown]}


def first(inputs):
    machine = resolver(inputs)
    throw = machine.ask(machine.start())
    return {"why": throw.why, "dice": throw.dice}


def check(inputs):
    verdict = GAME.verdict(GAME.read({"game": "mechastellar", "title": "", **inputs["document"]}))
    return {"legal": verdict.legal, "rules": [f.rule for f in verdict.findings], **verdict.totals}


def rapid(inputs):
    weapon = Weapon(name="Beam Rifle", **inputs["weapon"])
    more, hits = weapon.rapid
    within = [play.rapid_fire(weapon, distance) for distance in inputs["distances"]]
    return {"within": within, "shots": weapon.shots, "more": more, "hits": hits}


def high_speed(inputs):
    return {"high_speed": play.is_high_speed(**inputs), **play.tactical_advantage(["High Speed"], push=True)}


def engagement(inputs):
    rulings = GAME.rulebook.rulings({"engagement": inputs["engagement"]})
    return {"inches": play.engagement_range(profile(inputs).size, rulings)}


def per_attack(inputs):
    """The same shield, anew against each weapon."""
    given = {"resolver": "shoot", "accuracy": 9, "evade": 3, "blocks": inputs["blocks"]}
    rolled = [roll({**given, "faces": f, "shots": len(f.split()), "damage": d}) for f, d in inputs["attacks"]]
    return {"blocked": [outcome["blocked"] for outcome in rolled]}


def reverse(inputs):
    card = profile(inputs)
    return {"momentum": play.reverse_cost(card.pilot_level), "move": card.move}


def power(inputs):
    cost = [play.power_cost(uses, CONTEXT.rulings) for uses in inputs["uses"]]
    return {"power": profile(inputs).power, "cost": cost}


def warship(inputs):
    shots = [play.warship_shots(profile(inputs).actions, n) for n in inputs["cannons"]]
    return {"fired": [a for a, _ in shots], "left": [b for _, b in shots]}


def slots(inputs):
    card = profile(inputs)
    legal = check({"document": {"unit": [{"profile": card.id}]}})["legal"]
    return {"slots": [weapon.slots for weapon in card.weapons], "eq_slots": card.eq_slots, "legal": legal}


def pools(inputs):
    sizes = inputs["sizes"]
    return {
        "momentum": [loadout.starting_momentum(size, CONTEXT.rulings) for size in sizes],
        "influence": [loadout.starting_influence(size, CONTEXT.rulings) for size in sizes],
    }


def trait_hits(inputs):
    """The hits that a trait of Green Viking adds to the attack with each weapon, at a distance that it reaches."""

    def hits(attacker, weapon, distance):
        found = lines(attacker, unit(inputs["target"]), Circumstances(distance=distance), CONTEXT)
        return dict(next(line for line in found if line.weapon.name == weapon).inputs).get("bonus_hits", 0)

    fighters = unit("green-viking", inputs["trait"]), unit("green-viking")
    each = [[hits(fighter, *at) for fighter in fighters] for at in inputs["weapons"].items()]
    return {"hits": [with_it - without for with_it, without in each]}


def levels(inputs):
    rulings = GAME.rulebook.rulings(inputs.get("rulings"))
    cards = [GAME.catalogue.get(Profile, name) for name in inputs["units"]]
    return {"levels": [counted_level(card, card.pilot_level, rulings) for card in cards]}


def engaged(inputs):
    weapon = Weapon(name="Gun", range=inputs["range"], aoe=inputs.get("aoe", 0))
    return {"may": [play.can_shoot_engaged(weapon, level, inputs["focused"]) for level in inputs["levels"]]}


def warship_focus(inputs):
    shots, hits = zip(*map(play.warship_focus, inputs["at_warship"]), strict=True)
    return {"shots": list(shots), "hits": list(hits)}


def remote(inputs):
    rulings = GAME.rulebook.rulings(inputs.get("rulings"))
    weapons = [Weapon(name="Bits", special=special) for special in inputs["specials"]]
    return {"momentum": [play.remote_cost(weapon, rulings) for weapon in weapons]}


VERBS = {
    "roll": roll,
    "dice": dice,
    "first": first,
    "check": check,
    "rapid": rapid,
    "tactical": lambda i: play.tactical_advantage(i["conditions"]),
    "make_it_count": lambda i: {"hits": play.make_it_count_hits(i["round"])},
    "tear_through": lambda i: {"momentum": play.tear_through_cost(i["level"])},
    "disengage": lambda i: {"cost": play.disengage_cost(i["attacks"])},
    "high_speed": high_speed,
    "engagement": engagement,
    "per_attack": per_attack,
    "defense": lambda i: {"momentum": play.defense_cost(i["hits"])},
    "reverse": reverse,
    "power": power,
    "shutdown": lambda i: {"shutdown": play.shuts_down(i["actions"], i["failed"])},
    "shield_break": lambda i: {"target": play.shield_survives_on(i["damage"], i["value"])},
    "warship": warship,
    "aoe": lambda i: {"shape": list(play.aoe_shape(Weapon(name="Death Ray", range=i["range"], aoe=i["aoe"])))},
    "slots": slots,
    "focus": lambda i: {"hits": [play.focus_hits(damage) for damage in i["damage"]]},
    "pools": pools,
    "trait_hits": trait_hits,
    "counted_level": levels,
    "full_throttle": lambda i: {"inches": [play.full_throttle(warship) for warship in i["warship"]]},
    "engaged_fire": engaged,
    "high_ground": lambda i: {"hits": [play.high_ground_hits(size) for size in i["sizes"]]},
    "accelerate": lambda i: {"momentum": [play.accelerate_cost(number) for number in i["rounds"]]},
    "bullseye": lambda _: {"hits": play.bullseye_hits()},
    "warship_focus": warship_focus,
    "remote": remote,
    "table": table,
}

CASES = casebook.read("mechastellar")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    casebook.hold(case, VERBS)


def test_every_usable_example_is_here():
    """42 examples; the ammunition explosion, the Gravity Beams' hits and the two Vikings' prices cannot be tested."""
    assert len({case["facts"] for case in CASES if case.get("facts")}) == 39
