"""Mecha Mettle's cases, each by the verb it names."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import pytest

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import Chance, Mean, read_groups, replay
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.analysis.sight_inputs import read_space
from companion.games.mecha_mettle.model import Component, Module, Tile
from companion.games.mecha_mettle.resolver import AttackInputs, prepare_attack
from companion.games.mecha_mettle.rules import turn
from companion.games.mecha_mettle.rules.line_of_sight import Square, line, squares
from companion.games.mecha_mettle.rules.upgrades import Laid, Refused, key, upgrade, versions
from companion.games.mecha_mettle.validator import cards_in_draft
from tests import casebook
from tests.games.mecha_mettle import test_tracker as at_table

CONTEXT = GAME.context()
MODULES = CONTEXT.catalogue.all(Module)


def attack(inputs):
    return prepare_attack(read_as(AttackInputs, {k: v for k, v in inputs.items() if k != "faces"}), CONTEXT)


def throws(inputs):
    """Every throw of the attack in order, whatever falls: these attacks ask for the same dice each time."""
    resolver = attack(inputs)
    state, asked = resolver.start(), []
    while throw := resolver.ask(state):
        asked.append(throw)
        state = resolver.take(state, (throw.count, 0))
    return {"dice": [throw.dice for throw in asked], "why": asked[0].why}


def roll(inputs):
    return dict(replay(attack(inputs), read_groups(inputs["faces"])).outcome)


def odds(inputs):
    kind = GAME.resolver("attack")
    found = exact(attack(inputs))
    return {m.name: str(found.measure(m)) for m in kind.measures}


def distribution(inputs):
    found = exact(attack({**inputs, "defend": 0, "defend_die": "shield"}))
    most = max(outcome["attack"] for outcome, _ in found.outcomes)
    exactly = [Chance(str(n), "", lambda outcome, n=n: outcome["attack"] == n) for n in range(most + 1)]
    mean = found.measure(Mean("mean", "", lambda outcome: outcome["attack"]))
    return {"chances": [str(found.measure(one)) for one in exactly], "mean": str(mean)}


def damage(inputs):
    return vars(turn.damage(inputs["target"], inputs["breach"]))


def reactor(inputs):
    left = inputs["actions"]
    for _ in range(inputs["reactors"]):
        left = turn.actions_after_reactor(left)
    return {"left": left}


def turning(inputs):
    return {"actions": turn.turning_cost(inputs["quarter_turns"], inputs.get("free", False))}


def laid(name):
    return next(one for module in MODULES for one in versions(module) if key(one) == name)


def upgraded(inputs):
    made = upgrade(laid(inputs["lower"]), laid(inputs["upper"]), inputs.get("edge"))
    if isinstance(made, Refused):
        return {"refused": made.reason}
    return {
        "weapons": [w.of for w in made.weapons],
        "shields": [s.of for s in made.shields],
        "body": made.body.dice,
    }


def square(name):
    return Square(*name.split("-"))


def sight(inputs):
    found = squares(square(inputs["at"]), inputs["facing"], CONTEXT.rulings)
    return {"squares": [s.key for s in found[0]] if found else [], "from": found[1] if found else ""}


def along(inputs):
    """A shot ahead from the centre column: front, middle and back of the defender's centre column."""
    area = {
        Square(row, "centre"): read_space(text, CONTEXT.catalogue)
        for row, text in zip(("front", "middle", "back"), inputs["line"], strict=True)
    }
    found = line(square("middle-centre"), "ahead", area, CONTEXT.rulings, inputs.get("scout", False))
    return {
        "legal": [shot.order for shot in found.shots if shot.legal],
        "bypass": [shot.order for shot in found.shots if shot.bypass],
        "blocked": any(shot.blocks for shot in found.shots),
        "sides": [shot.side for shot in found.shots],
    }


def active(inputs):
    cards = cards_in_draft(
        draft(["light-thrusters", "hydrostatic-bearings", "emergency-shields", "flux-engine"]), CONTEXT
    )
    card = turn.active_component(cards, inputs["destroyed"])
    return {"level": card.level if card else 0, "lost": turn.has_lost(inputs["destroyed"], CONTEXT.rulings)}


def draft(components):
    return GAME.read({"game": "mecha-mettle", "title": "", "components": components})


def check(inputs):
    verdict = GAME.verdict(draft(inputs["components"]))
    return {"legal": verdict.legal, "rules": [finding.rule for finding in verdict.findings]}


def layers(inputs):
    top, rest = turn.split_off_top_layer(tuple(CONTEXT.catalogue.get(Module, i) for i in inputs["layers"]))
    return {"moved": top.id, "stays": [module.id for module in rest]}


def counts(_):
    return {
        "modules": sum(m.plain + m.right + m.left for m in MODULES),
        "components": sum(c.copies for c in CONTEXT.catalogue.all(Component)),
        "ports": CONTEXT.catalogue.get(Tile, "open-port").copies,
        "doors": CONTEXT.catalogue.get(Tile, "blast-door").copies,
    }


def drafts(_):
    ids = [card.id for card in CONTEXT.catalogue.all(Component)]
    return {"legal": sum(GAME.verdict(draft(four)).legal for four in combinations(ids, 4))}


def drone(inputs):
    """Whether the player at the table whose Drone it is may scrap it; the other one has the same Drone."""
    spaces = {"front-left": "drone"}
    table = at_table.turn(spaces, spaces)
    if inputs["attacked"]:
        table = at_table.attack(table, "front-left", "front-right", [1, 1, 1], [1, 1])
    seat = 0 if inputs.get("own_turn", True) else 1
    return {"allowed": any(shot.get("how") == "scrap" for shot in at_table.offered(table, "attack", seat))}


def attackers(inputs):
    """The modules at the table that may attack after others have; the other player has the same."""
    table = at_table.turn(inputs["spaces"], inputs["spaces"])
    for at in inputs["attacked"]:
        table = at_table.attack(table, at, "front-right", [1] * 3, [1] * 6)
    shots = at_table.offered(table, "attack")
    return {"at": sorted({shot["at"] for shot in shots if shot.get("how") != "scrap"}), "actions": table.state.actions}


def remove_door(inputs):
    table = at_table.turn({"back-left": "door", "back-right": "door"}, actions=inputs["actions"])
    allowed = {"at": "back-left"} in at_table.offered(table, "remove-door")
    if allowed:
        table = at_table.move(table, "remove-door", at="back-left")
    return {
        "allowed": allowed,
        "left": table.state.actions,
        "space": at_table.mine(table, "back-left").kind,
        "may_play": bool(at_table.offered(table, "door")),
    }


VERBS = {
    "throws": throws,
    "roll": roll,
    "odds": odds,
    "distribution": distribution,
    "damage": damage,
    "actions": lambda _: {"actions": turn.ACTIONS},
    "reactor": reactor,
    "turning": turning,
    "upgrade": upgraded,
    "sight": sight,
    "line": along,
    "active": active,
    "check": check,
    "layers": layers,
    "counts": counts,
    "drafts": drafts,
    "drone": drone,
    "attackers": attackers,
    "remove_door": remove_door,
    "door": lambda i: {"allowed": turn.may_play_door(i["in_play"], i["played"])},
    "lay": lambda i: {"allowed": [turn.may_lay(space) for space in i["spaces"]]},
    "starter": lambda i: {"seat": turn.starter(*i["dice"]) or 0},
    "lost": lambda i: {"lost": turn.has_lost(i["destroyed"], CONTEXT.rulings, i["doors"])},
    "room": lambda _: {tile.id: tile.holds_module for tile in CONTEXT.catalogue.all(Tile)},
}

CASES = casebook.read("mecha_mettle")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    casebook.hold(case, VERBS)


SUCCESSES = {"regular": (5, 6), "evasion": (5, 6), "special": (4, 5, 6), "shield": (4, 5, 6)}


@pytest.mark.parametrize(
    ("attack_dice", "attack_die", "defend_dice", "defend_die"),
    [*product((0, 1, 3), ("regular", "special"), (0, 2, 3), ("evasion", "shield"))],
)
def test_odds_equal_every_face_counted(attack_dice, attack_die, defend_dice, defend_die):
    hits = Counter()
    for faces in product(range(1, 7), repeat=attack_dice + defend_dice):
        attacked = sum(face in SUCCESSES[attack_die] for face in faces[:attack_dice])
        defended = sum(face in SUCCESSES[defend_die] for face in faces[attack_dice:])
        hits[attacked, defended, attacked > defended] += 1
    inputs = {"attack": attack_dice, "attack_die": attack_die, "defend": defend_dice, "defend_die": defend_die}
    found = exact(attack(inputs))
    assert {(o["attack"], o["defence"], o["hit"]): Fraction(w, found.total) for o, w in found.outcomes} == {
        k: Fraction(n, 6 ** (attack_dice + defend_dice)) for k, n in hits.items()
    }


def test_manual_override_rolls_the_misses_once_more():
    """Four dice: each succeeds with 1/3, or misses and then succeeds: 5/9. Binomial, worked out here."""
    found = exact(attack({"weapon": "scout", "component": "manual-override", "defend": 0, "defend_die": "shield"}))
    chances = Counter()
    for outcome, weight in found.outcomes:
        chances[outcome["attack"]] += Fraction(weight, found.total)
    p = Fraction(5, 9)
    ways = (1, 4, 6, 4, 1)
    assert chances == {n: ways[n] * p**n * (1 - p) ** (4 - n) for n in range(5)}


def test_added_dice_can_be_ruled_to_take_the_rolls_own_faces():
    inputs = read_as(
        AttackInputs,
        {"weapon": "gemini", "component": "extended-magazines", "component_on": "special", "target": "hammer"},
    )
    ruled = prepare_attack(inputs, GAME.context({"added-dice": "pool"}))
    assert [step.throw.dice for step in ruled.steps] == ["6d6", "5d6", "3d6"]


@pytest.mark.parametrize(("component", "thrown"), [("light-thrusters", ["5d6"]), ("emergency-shields", ["3d6", "2d6"])])
def test_dice_added_to_a_defence_keep_their_own_faces_by_either_ruling(component, thrown):
    inputs = read_as(AttackInputs, {"weapon": "drone", "target": "hammer", "defender_component": component})
    for ruling in ("own", "pool"):
        ruled = prepare_attack(inputs, GAME.context({"added-dice": ruling}))
        assert [step.throw.dice for step in ruled.steps] == ["3d6", *thrown]


def test_dice_that_replace_can_be_ruled_to_be_added():
    inputs = read_as(AttackInputs, {"weapon": "hammer", "component": "experimental-weaponry", "target": "hammer"})
    ruled = prepare_attack(inputs, GAME.context({"replaced-dice": "added"}))
    assert [step.throw.dice for step in prepare_attack(inputs, CONTEXT).steps] == ["6d6", "3d6"]
    assert [step.throw.dice for step in ruled.steps] == ["3d6", "6d6", "3d6"]


def test_doors_can_be_ruled_not_to_count():
    ruled = GAME.context({"doors-count": "counts-not"}).rulings
    assert turn.has_lost(5, CONTEXT.rulings, doors=1) and not turn.has_lost(5, ruled, doors=1)
    assert turn.has_lost(6, ruled, doors=1)


def better(pools, defence):
    """The chance in percent that the best of some pools beats a defence, by summing binomials."""

    def chances(dice, kind):
        p = Fraction(len(SUCCESSES[kind]), 6)
        return [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]

    beaten = sum(
        p * prod(sum(chances(*pool)[: saved + 1]) for pool in pools) for saved, p in enumerate(chances(*defence))
    )
    return round(100 * (1 - beaten))


def test_the_house_defences_are_as_hard_as_their_notes_say():
    port, door = (CONTEXT.catalogue.get(Tile, i) for i in ("open-port", "blast-door"))
    drone, twin = [(3, "regular")], [(6, "regular"), (3, "special")]
    dice = [(tile.defense.dice, tile.defense.kind) for tile in (port, door)]
    assert f"hits it in {better(drone, dice[0])} of 100 shots" in port.mark("defense").note
    assert f"body in {better(drone, (3, 'evasion'))}" in port.mark("defense").note
    assert f"hits it in {better(drone, dice[1])} of 100 shots" in door.mark("defense").note
    assert f"Twin Strike in {better(twin, dice[1])}" in door.mark("defense").note


def test_a_laid_card_knows_its_sides():
    assert Laid(CONTEXT.catalogue.get(Module, "gemini"), "left").shield_edge == "left"
    assert Laid(CONTEXT.catalogue.get(Module, "reactor"), "plain").shield_edge == "top"
