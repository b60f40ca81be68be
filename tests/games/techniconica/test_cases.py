"""Techniconica's cases, each by the verb it names."""

import pytest

from companion.data.documents import read_as
from companion.dice.resolver import read_groups, replay
from companion.games.techniconica import GAME
from companion.games.techniconica.rules import play
from companion.games.techniconica.rules.assembly import assemble_squad, count_used_cards
from tests import casebook
from tests.games.techniconica.at_table import Table
from tests.games.techniconica.mechs import WOLF, read
from tests.games.techniconica.squads import squad

WEAPONS, PLANTS = {"long-rifle", "light-autocannon", "auto-rifle"}, {"gas-turbine", "fuel-cell"}


def mech(inputs):
    """The Sniper Wolf, changed as a case says."""
    made = {**WOLF, "part": [dict(part) for part in WOLF["part"]]}
    without = inputs.get("without")
    if without in ("locomotor", "cockpit", "pilot"):
        del made[without]
    gone = {"weapons": WEAPONS, "plants": PLANTS}.get(without, set())
    made["part"] = [part for part in made["part"] if part["card"] not in gone]
    made |= {key: inputs[key] for key in ("pilot", "locomotor") if key in inputs}
    for old, new in inputs.get("swap", {}).items():
        next(part for part in made["part"] if part["card"] == old)["card"] = new
    if "attach" in inputs:
        made["part"][0]["attached"] = [inputs[key] for key in ("attach", "attach_too") if key in inputs]
    if "add" in inputs:
        made["part"].append(inputs["add"])
    return made


def build(inputs):
    if inputs.get("without") == "all":
        return read()
    mechs = [mech(inputs)] * (2 if inputs.get("twice") else 1)
    if "owned" not in inputs:
        return read(mech=mechs, rulings=inputs.get("rulings", {}))
    spared = inputs["owned"].removeprefix("all but ")
    return read(mech=mechs, owned={card: n for card, n in count_used_cards(read(mech=mechs)).items() if card != spared})


def check(inputs):
    return {"rules": [f.rule for f in GAME.verdict(build(inputs)).findings]}


def totals(inputs):
    return GAME.verdict(build(inputs)).totals["mechs"][0]


def loaded(inputs):
    """A Locomotor of that Maximum Weight under parts of Weight 1 and a Cockpit of Weight 1."""
    parts = [{"card": "fuel-cell", "slot": f"{n // 9 + 1},{n % 9 + 1}"} for n in range(inputs["weight"] - 1)]
    made = {"locomotor": "courier-wheels", "cockpit": "bubble-canopy", "part": parts, "grid": [9, 9]}
    verdict = GAME.verdict(read(mech=[made]))
    assert verdict.totals["mechs"][0]["max_weight"] == inputs["max_weight"]
    return {"rules": [finding.rule for finding in verdict.findings if finding.rule == "overweight"]}


def roll(inputs):
    kind = GAME.resolver(inputs["resolver"])
    data = {key: value for key, value in inputs.items() if key not in ("resolver", "faces")}
    machine = kind.make(read_as(kind.inputs, data), GAME.context())
    run = replay(machine, read_groups(inputs["faces"]))
    assert run.waiting is None
    return run.outcome


def lose(inputs):
    (made,) = assemble_squad(build({key: inputs[key] for key in ("locomotor",) if key in inputs}), GAME.catalogue)
    where = [m.where for m in made.mounts if m.place in inputs["places"] or m.card.id in inputs["places"]]
    loss = play.lose(made, where, inputs.get("triggered", False))
    return {
        "fallen": [card.id for card in loss.fallen],
        "in_play": loss.in_play,
        "bottle": loss.bottle,
        "low_power": play.low_power(loss.left),
        "max_weight": loss.left.max_weight,
    }


def overload(inputs):
    found = play.overload(inputs["excess"], inputs["suffered"], inputs["speed"])
    return {"damage": found.damage, "speed": found.speed}


def halved(inputs):
    rulings = GAME.rulebook.rulings(inputs.get("rulings"))
    return {"speeds": [play.halve_speed(speed, rulings) for speed in inputs["speeds"]]}


def acts(inputs):
    """How many Actions an active Mech has left, and which Actions would break a rule."""
    table = Table().activate("1.1")
    for name in inputs["taken"]:
        table.act(name, "1.1")
    broken = table.warnings(0)
    return {"left": table.value("1.1", "actions"), "broken": [name for name in ("aim", "hold") if name in broken]}


def turns(inputs):
    """Which player has each Turn where Mechs only act, and what is offered once all have acted; seats from 1."""
    table = Table(*[squad(*[WOLF] * count) for count in inputs["mechs"]])
    seats = []
    while (seat := table.state.turn) is not None:
        seats.append(seat + 1)
        unit = next(
            move.values["unit"]
            for move in table.table.tracker.moves(table.table.view(seat), seat)
            if move.name == "activate"
        )
        table.activate(unit).done(unit)
    names = table.names(0)
    return {"seats": seats, "then": [name for name in ("activate", "next-round") if name in names]}


VERBS = {
    "turns": turns,
    "acts": acts,
    "check": check,
    "totals": totals,
    "loaded": loaded,
    "roll": roll,
    "lose": lose,
    "overload": overload,
    "victory": lambda i: {"winner": play.winner(i["standing"])},
    "halved": halved,
    "race": lambda i: {"distance": play.distance(i["so_far"], i["speed"])},
}

CASES = casebook.read("techniconica")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    casebook.hold(case, VERBS)
