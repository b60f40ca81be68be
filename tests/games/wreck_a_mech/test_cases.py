"""Wreck-A-Mech's cases, each by the verb it names."""

import pytest

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import Part
from companion.games.wreck_a_mech.rules import foundry, play
from companion.games.wreck_a_mech.rules.losses import absorb, losses
from companion.games.wreck_a_mech.tracker.deal import take_chip
from companion.verbs.game_rolls import roll_answer
from companion.verbs.tables import open_table, set_up
from tests import casebook

CONTEXT = GAME.context()
TRAINERS = {c.position: c.id for c in GAME.catalogue.all(Part) if c.rank == 1}
FACE_RANKS = {f"rank_{n}": n for n in (1, 2, 3)}


def verdict(document):
    return GAME.verdict(GAME.read({"game": "wreck-a-mech", **document}))


def totals(inputs):
    found = verdict(inputs)
    return {**found.totals, "findings": [finding.rule for finding in found.findings]}


def start(inputs):
    assert inputs == {"mech": "Trainer"}
    marks = verdict({"mech": TRAINERS}).totals
    new = play.Player(mech={})
    assert (marks["attack"], marks["defense"]) == (new.attack, new.defense)
    rings = {name: dict(zip(("tens", "ones"), play.rings(marks[name]), strict=True)) for name in ("attack", "defense")}
    return {**marks, "victory": new.victory, "attack_rings": rings["attack"], "defense_rings": rings["defense"]}


def draws(inputs):
    return {"draw": play.draw_count([inputs.get("highest_victory", 0)], inputs.get("sudden_death", False))}


def taken(inputs):
    return {"damage": list(play.damage_by_seat(inputs["attacks"], inputs["defenses"]))}


def absorbed(inputs):
    found = absorb(inputs["damage"], tuple(inputs["chosen_structures"]), inputs["parts_on_mech"])
    return {"remaining": found.remaining, "stop": found.stop, "wrecked": found.wrecked}


def marks(inputs):
    before = play.mark(play.Player(mech=TRAINERS), 9, 5)
    after = play.lose(before, inputs["lost"])
    return {
        "attack": after.attack,
        "defense": after.defense,
        "damaged": len(after.damaged),
        "parts": len(after.mech),
    }


def gains(inputs):
    found = foundry.gains(inputs["damaged_ranks"])
    return {"gain_rank_2": found.rank_2, "gain_rank_3": found.rank_3, "junk_options": found.junk}


def rebound(inputs):
    drawn = inputs["drawn_types_in_order"]
    cards = tuple(f"card {i}" for i in range(len(drawn)))
    places = dict(zip(cards, drawn, strict=True))
    found = play.rebound(cards, places, inputs["opponent_parts"])
    return {
        "installed": [position for position, _ in found.installed],
        "discarded": [places[card] for card in found.discarded],
        "not_drawn": [places[card] for card in found.not_drawn],
    }


def all_wrecked(inputs):
    assert inputs == {"all_wrecked": True}
    plan = play.rebound_plan([0, 0])
    return {"junk_up_to": plan.junk, "draw_and_play": plan.parts > 0, "next_phase": plan.next}


def seats_two(inputs):
    names = {0: "self", 1: "opponent"}
    count = inputs["players"]
    return {"attacker": names[play.attacker(0, count)], "defender": names[play.defender(0, count)]}


def seats_three(inputs):
    seat = "ABC".index(inputs["player"])
    return {"attacker": "ABC"[play.attacker(seat, 3)], "defender": "ABC"[play.defender(seat, 3)]}


def ending(inputs):
    found = play.decide_ending(inputs["victories"], inputs.get("last_card_drawn", False))
    winner = "none yet" if found.winner is None else found.winner + 1
    return {"winner": winner, "sudden_death": bool(found.overtime)}


def counts(_):
    cards = GAME.catalogue.all(Part)
    by_rank = {name: sum(c.copies for c in cards if c.rank == rank) for name, rank in FACE_RANKS.items()}
    counters, rings = GAME.print_set("counter-cards").make(_order())
    return {**by_rank, "counters": counters.pieces[0].copies, "rings": rings.pieces[0].copies}


def _order():
    from companion.gamekit.contract import PrintSource

    return PrintSource(CONTEXT)


def foundry_row(inputs):
    row = foundry.deal(tuple(f"card {i}" for i in range(inputs["cards_of_rank"])))
    assert len(row.face_up) == inputs["face_up"]
    return {"face_down": len(row.pile)}


def stalemate(inputs):
    attacks, defenses = inputs["attacks"], inputs["defenses"]
    return {
        "damage": list(play.damage_by_seat(attacks, defenses)),
        "anyone_can_score": play.can_score(attacks, defenses),
    }


def combat(inputs):
    outcome = roll_answer(GAME, "combat", inputs, "")["outcome"]
    return {**outcome, "first": outcome["losses"][0]}


def last_gain(inputs):
    row = foundry.FoundryRow(tuple(inputs["up"]), tuple(inputs["pile"]))
    card, after = foundry.gain(row, inputs["take"], CONTEXT.rulings)
    _, other = foundry.gain(row, inputs["take"], {"foundry-replacement": "gains-only"})
    return {"gained": card, "face_up": list(after.face_up), "out": after.out, "out_gains_only": other.out}


def build(inputs):
    player = play.Player(mech=inputs["mech"], hand=tuple(inputs["hand"]))
    return {"discard": sorted(play.build(player, inputs["new"], inputs["places"]).discard)}


def draw(inputs):
    """The shuffle turns the discard pile round."""
    player = play.Player(mech={}, draw=tuple(inputs["draw"]), discard=tuple(inputs["discard"]))
    after = play.draw(player, inputs["count"], player.discard[::-1])
    return {"hand": list(after.hand), "draw": list(after.draw), "discard": list(after.discard)}


def overtime(inputs):
    found = play.overtime(inputs["scorers"])
    return {"winner": "none yet" if found.winner is None else found.winner, "again": list(found.overtime)}


def chip(inputs):
    def after(rulings):
        return play.holder(inputs["holder"], inputs["players"], inputs["wrecks"], rulings)

    return {"next": after(CONTEXT.rulings), "next_rebound_only": after({"initiative": "rebound-only"})}


def junk(inputs):
    after = foundry.junk(play.Player(mech={}, draw=tuple(inputs["draw"])), inputs["card"], "draw")
    return {"draw": list(after.draw), "junked": list(after.junked)}


def opened(inputs):
    return open_table(GAME, set_up(GAME, bytes(32), {"seats": inputs["seats"]})).state


def piles(inputs):
    players = opened(inputs).players
    return {"draw": [len(player.draw) for player in players], "discard": [len(player.discard) for player in players]}


def first_chip(inputs):
    after = take_chip(opened(inputs), inputs["seat"])
    return {"holder": after.holder, "order": list(after.queue), "phase": after.phase}


VERBS = {
    "piles": piles,
    "first_chip": first_chip,
    "totals": totals,
    "start": start,
    "draws": draws,
    "draws_all": lambda i: {"draw": play.draw_count(i["victories"])},
    "damage": taken,
    "no_loss": lambda i: {"parts_damaged": losses(i["damage"], i["structures"])[0].cost.parts},
    "absorb": absorbed,
    "marks": marks,
    "gains": gains,
    "rebound": rebound,
    "all_wrecked": all_wrecked,
    "first_phase": lambda i: {"starts_with": play.phases(i["turn"])[0]},
    "seats_two": seats_two,
    "seats_three": seats_three,
    "ending": ending,
    "counts": counts,
    "foundry": foundry_row,
    "stalemate": stalemate,
    "combat": combat,
    "last_gain": last_gain,
    "build": build,
    "draw": draw,
    "overtime": overtime,
    "chip": chip,
    "junk": junk,
    "rings": lambda i: {"rings": [list(play.rings(total)) for total in i["totals"]]},
}

CASES = casebook.read("wreck_a_mech")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    casebook.hold(case, VERBS)


def test_every_example_of_the_facts_is_here():
    assert {case["facts"] for case in CASES if "facts" in case} == {f"WM-E{n:02}" for n in range(1, 30)}
