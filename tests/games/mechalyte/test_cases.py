"""Mechalyte's cases, each by the verb it names."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import read_groups, replay
from companion.games.mechalyte import GAME
from companion.games.mechalyte.model import POINTS
from companion.games.mechalyte.resolver import ShotInputs, make_shot, opportunity_shot
from companion.games.mechalyte.resolver.combat import attack_throw
from companion.games.mechalyte.rules import aim, army, battlefield
from companion.games.mechalyte.rules.levels import PRINTED, level_after_armour, ratings, struck
from companion.games.mechalyte.tracker.moves import legal_moves
from companion.games.mechalyte.tracker.state import Mech, State, Terms
from tests import casebook

CONTEXT = GAME.context()


def build(spec, turns=()):
    return GAME.read({"game": "mechalyte", "title": "", "spec": spec, "turn": [{"build": list(t)} for t in turns]})


def resolver(name, inputs):
    kind = GAME.resolver(name)
    data = {key: value for key, value in inputs.items() if key != "faces"}
    return kind.make(read_as(kind.inputs, data), CONTEXT)


def level(inputs):
    row = ratings(inputs["build_spec"], inputs["level"])
    return {name: getattr(row, name) for name in ("modules", "power", "shield", "mobility", "initiative", "armor")}


def check(inputs):
    return {"all_valid": all(GAME.verdict(build(spec)).legal for spec in inputs["build_specs"])}


def splits(inputs):
    return {"splits": [list(split) for split in aim.splits(inputs["attack_dice"], inputs["enemy_mechs"])]}


def effects(inputs):
    return {"new_level": level_after_armour(inputs["build_spec"], inputs["level"], inputs["armor_effects"])}


def chain(inputs):
    levels = [inputs["start_level"]]
    while levels[-1]:
        levels.append(level_after_armour(inputs["build_spec"], levels[-1], 1))
    return {"levels": levels}


def batch(inputs):
    misses, hits, crits = attack_throw("", len(inputs["dice"])).sort(inputs["dice"])
    new, left = struck(inputs["build_spec"], inputs["level"], inputs["shield_layers"], hits, crits)
    return {"crits": crits, "hits": hits, "misses": misses, "new_level": new, "shield_layers_left": left}


def combat(inputs):
    play = replay(resolver("combat", inputs), read_groups(inputs["faces"]))
    assert play.waiting is None
    second = play.thrown[1].throw.dice if len(play.thrown) > 1 else ""
    return {"throws": len(play.thrown), "second": second, **play.outcome}


def first(inputs):
    machine = resolver("combat", inputs)
    throw = machine.ask(machine.start())
    return {"why": throw.why, "dice": throw.dice}


def start(inputs):
    (a, b), *_ = resolver("combat", inputs).start()
    return {"a": [mech[1] for mech in a], "b": [mech[1] for mech in b]}


def shot(inputs):
    play = replay(resolver("opportunity-shot", inputs), read_groups(inputs["faces"]))
    return {"throws": len(play.thrown), **play.outcome}


def shot_dice(inputs):
    return {"attack_dice": make_shot(read_as(ShotInputs, inputs), CONTEXT).throw.count}


def leave(inputs):
    spec, moved = inputs["build_spec"], inputs["zones_moved_before_this_exit"]
    hits, crits = inputs.get("hits", 0), inputs.get("armor_effects", 0)
    machine = opportunity_shot(spec, inputs["level"], hits + crits, moved)
    outcome = machine.outcome(machine.take(machine.start(), (0, hits, crits)))
    return {
        "mobility_before": ratings(spec, inputs["level"]).mobility,
        "new_level": outcome["level"],
        "mobility_after": ratings(spec, outcome["level"]).mobility,
        "mobility_left": outcome["mobility_left"],
    }


def destroy(inputs):
    """A mech with that many S before that many A, and nothing else."""
    modules = "S" * inputs["shield_layers"] + "P" + "A" * inputs["removable_armor"]
    odds = exact(opportunity_shot(modules.ljust(6, "M"), len(modules), inputs["attack_dice"]))
    return {"chance": str(odds.measure(GAME.resolver("opportunity-shot").measures[0]))}


def plan(inputs):
    spec = build("MIPASA", inputs["turns"])
    last = army.plan(spec)[-1]
    return {
        "spent": army.points_spent(spec),
        "left": last.points_left,
        "factories": [list(last.left), list(last.right)],
    }


def check_plan(inputs):
    findings = GAME.verdict(build("PMISAA", inputs["turns"])).findings
    return {"rules": [f.rule for f in findings if f.level == "error"]}


def check_spec(inputs):
    return {"rules": [finding.rule for finding in GAME.verdict(build(inputs["build_spec"])).findings]}


def zone(inputs):
    """The sides of a combat that a zone has no room for."""
    try:
        resolver("combat", inputs)
    except InvalidInput as invalid:
        return {"refused": [error.where for error in invalid.input_errors]}
    return {"refused": []}


def home(inputs):
    field = battlefield.field(GAME.rulebook.rulings({"layout": inputs["layout"]}))
    return {"row": [field.place((column, 0)) for column in range(field.columns)]}


def reach(inputs):
    field = battlefield.field(CONTEXT.rulings)
    found = field.reach(tuple(inputs["start"]), inputs["mobility"], full=[tuple(zone) for zone in inputs["full"]])
    return {"zones": sorted(map(list, found))}


def first_turn(inputs):
    found = battlefield.field(CONTEXT.rulings).reach(tuple(inputs["start"]), inputs["mobility"], first_turn=True)
    return {"rows": sorted({row for _, row in found})}


def summary(inputs):
    section = next(s for s in GAME.rulebook.section if s.id == inputs["section"])
    return {"holds": next(r.text for r in section.rule if r.id == "turn-order").rpartition(": ")[2].rstrip(".")}


def enter(inputs):
    own = inputs["own_mechs_in_zone_on_path"]
    field = battlefield.field(CONTEXT.rulings)
    beyond = field.reach((1, 0), 2, full=[(1, 1), (0, 0), (2, 0)])
    return {"may_enter": battlefield.may_enter(own), "may_pass_through": (1, 2) in beyond}


def capture(inputs):
    rulings = GAME.rulebook.rulings({"capture": inputs["capture"]})
    return {"wins": battlefield.wins_by_capture(rulings, inputs["own"], inputs["enemies"], inputs["moment"])}


def elimination(inputs):
    rulings = GAME.rulebook.rulings({"elimination": inputs["elimination"]})
    return {"lost": battlefield.is_eliminated(rulings, inputs["mechs"], inputs["points"])}


def offered(inputs):
    """What side A is offered, with mechs of level 1 in these zones."""
    standing = [(side, zone) for side, name in enumerate("ab") for zone in inputs.get(name, ())]
    mechs = tuple(
        Mech(id=f"{'AB'[side]}{number}", side=side, level=1, zone=zone)
        for number, (side, zone) in enumerate(standing, 1)
    )
    state = State(
        phase=inputs["phase"], specs=("PMISAA", "SPSPMA"), revealed=True, turn=3, mechs=mechs,
        fought=tuple(inputs.get("fought", ())),
    )  # fmt: skip
    terms = Terms(battlefield.field(CONTEXT.rulings), CONTEXT.rulings, PRINTED)
    return {"moves": [move.label for move in legal_moves(state, 0, terms)]}


VERBS = {
    "offered": offered,
    "ratings": level,
    "check": check,
    "splits": splits,
    "effects": effects,
    "chain": chain,
    "batch": batch,
    "points": lambda _: {"build_points": POINTS},
    "most": lambda _: {"max_new_mechs": army.MOST_BUILT},
    "cost": lambda i: {"cost": ratings("PMISAA", i["level"]).cost},
    "combat": combat,
    "drop": combat,
    "acts": combat,
    "first": first,
    "start": start,
    "shot": shot,
    "shot_dice": shot_dice,
    "leave": leave,
    "destroy": destroy,
    "plan": plan,
    "check_plan": check_plan,
    "check_spec": check_spec,
    "zone": zone,
    "home": home,
    "reach": reach,
    "first_turn": first_turn,
    "summary": summary,
    "enter": enter,
    "capture": capture,
    "elimination": elimination,
}

CASES = casebook.read("mechalyte")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    casebook.hold(case, VERBS)


def test_every_example_of_the_facts_is_here():
    """45 numbered examples and 24 chances of destruction."""
    numbered = {case["facts"] for case in CASES if case.get("facts", "").startswith("ML-E")}
    assert numbered == {f"ML-E{n:02}" for n in range(1, 46)}
    assert sum(case.get("facts") == "destroy_chance" for case in CASES) == 24
