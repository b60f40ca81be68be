"""Squads from 130 random collections against HiGHS: the question written once more, for another solver.

HiGHS has some seconds for each; where it ends without a proof, its best squad and its bound still enclose the answer.
"""

import random
from itertools import product

import highspy
import pytest

from companion.games.techniconica import GAME
from companion.games.techniconica.analysis.questions import Constraints
from companion.games.techniconica.model import KINDS, Extra, Mech, Part
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.assembly import assemble
from companion.games.techniconica.validator.faults import faults
from tests.games.techniconica.solving import solved
from tests.games.techniconica.trying import mean

CARDS = {card.id: card for card in GAME.catalogue.all(Part) if not card.unknown}
KIND = {card.id: next(name for name, model in KINDS.items() if type(card) is model) for card in CARDS.values()}
HOSTS = ("locomotor", "cockpit", "weapon", "power-plant")
AVOIDS = 6
"""Speed 3 and Armour Rating 3 of the usual target."""
SECONDS = 8


def collection(seed):
    """An ordinary collection: about half of the cards, some of them twice, and enough Pilots and legs for a squad."""
    dice = random.Random(seed)
    held = {card: dice.choice([0, 0, 1, 1, 1, 2]) for card in CARDS}
    for kind in ("locomotor", "cockpit", "pilot", "power-plant"):
        for card in dice.sample([card for card in CARDS if KIND[card] == kind], 3):
            held[card] = max(1, held[card])
    return {card: count for card, count in held.items() if count}


def given(card, stat, place):
    """What an attached card gives to a stat of the whole Mech, lying on a kind of part; no number falls below 0."""
    if not isinstance(card, Extra) or "trigger" in card.rules:
        return 0
    owner = {"mw": "locomotor", "sp": "locomotor", "po": "power-plant"}.get(stat)
    if KIND[card.id] == "modification" and owner and place != owner:
        return 0
    return card.gives.get(stat, 0)


class Squads:
    """Whole numbers of each card in each place of each Mech, under the rules written out again."""

    def __init__(self, held, mechs):
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("time_limit", float(SECONDS))
        self.held, self.mechs = held, range(mechs)
        self.uses = {
            (m, card, place): self.solver.addIntegral(0, held[card])
            for m in self.mechs
            for card in held
            for place in self.places(card)
        }
        for m in self.mechs:
            self.rules(m)
        for card, count in held.items():
            most = 1 if KIND[card] == "pilot" and CARDS[card].named else count
            self.solver.addConstr(
                sum(self.uses[m, card, place] for m in self.mechs for place in self.places(card)) <= most
            )

    @staticmethod
    def places(card):
        return (CARDS[card].fits or HOSTS) if isinstance(CARDS[card], Extra) else ("",)

    def total(self, m, value):
        return sum(value(CARDS[c], place) * use for (mech, c, place), use in self.uses.items() if mech == m)

    def count(self, m, *kinds):
        return self.total(m, lambda card, place: int(KIND[card.id] in kinds))

    def rules(self, m):
        add = self.solver.addConstr
        for kind in ("locomotor", "cockpit", "pilot"):
            add(self.count(m, kind) == 1)
        add(self.count(m, "weapon") >= 1)
        add(self.count(m, "power-plant") >= 1)
        add(self.count(m, "weapon", "power-plant") <= 7)
        for place in HOSTS:
            here = self.total(m, lambda c, at, place=place: int(KIND[c.id] == "modification" and at == place))
            add(here - self.count(m, place) <= 0)
        add(
            self.total(
                m,
                lambda c, at: (
                    (c.stat("we") if KIND[c.id] != "locomotor" else 0)
                    + (given(c, "we", at) if at != "locomotor" else 0)
                    - c.stat("mw")
                    - given(c, "mw", at)
                ),
            )
            <= 0
        )
        add(self.total(m, lambda c, at: c.stat("pc") + given(c, "pc", at) - c.stat("po") - given(c, "po", at)) <= 0)
        add(self.speed(m) >= 1)

    def speed(self, m):
        return self.total(m, lambda c, at: c.stat("sp") + given(c, "sp", at))

    def taken(self, m):
        return self.total(m, lambda c, at: c.stat("dt") + given(c, "dt", at))

    def damage(self, m):
        """One shot: a Weapon with a Modification that changes it or none, by one kind of Pilot, at one Accuracy."""
        accuracy = self.total(m, lambda c, at: c.stat("ac") + given(c, "ac", at))
        weapons = [card for card in self.held if KIND[card] == "weapon" and "melee" not in numbers(CARDS[card].rules)]
        changes = [card for card in self.held if KIND[card] == "modification" and {"pe", "do"} & set(CARDS[card].gives)]
        pilots = [card for card in self.held if KIND[card] == "pilot"]
        specialists = [card for card in pilots if "anti-mech-specialist" in CARDS[card].rules]
        shots = {}
        for weapon, change, special, reach in product(weapons, [None, *changes], (False, True), range(16)):
            gives = CARDS[change].gives if change else {}
            rules = frozenset(numbers(CARDS[weapon].rules)) | ({"anti-mech-specialist"} if special else set())
            lead = reach + CARDS[weapon].stat("pe") + gives.get("pe", 0) - AVOIDS
            worth = mean(lead, CARDS[weapon].stat("do") + gives.get("do", 0), rules)
            shots[weapon, change, special, reach] = (self.solver.addBinary(), worth)
        add = self.solver.addConstr
        add(sum(shot for shot, _ in shots.values()) <= 1)
        add(sum(reach * shot for (_, _, _, reach), (shot, _) in shots.items()) - accuracy <= 0)
        for special in (False, True):
            crew = [card for card in pilots if (card in specialists) == special]
            fired = sum(shot for (_, _, one, _), (shot, _) in shots.items() if one == special)
            add(fired - sum(self.uses[m, card, ""] for card in crew) <= 0)
        for weapon in weapons:
            add(sum(shot for (one, *_), (shot, _) in shots.items() if one == weapon) - self.uses[m, weapon, ""] <= 0)
        for change in changes:
            fired = sum(shot for (_, one, *_), (shot, _) in shots.items() if one == change)
            add(fired - self.uses[m, change, "weapon"] <= 0)
        return sum(worth * shot for shot, worth in shots.values())

    def most(self, measure):
        """The most found, None where there is no squad, and what no squad has more of."""
        self.solver.maximize(sum(measure(m) for m in self.mechs))
        status = self.solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None, None
        info = self.solver.getInfo()
        found = info.objective_function_value if info.primal_solution_status == 2 else -1
        return found, info.mip_dual_bound if status != highspy.HighsModelStatus.kOptimal else found


def enclosed(seed, wish, mechs):
    held = collection(seed)
    program = Squads(held, mechs)
    measure = {"fast": program.speed, "sturdy": program.taken, "damage": program.damage}[wish]
    least, most = program.most(measure)
    report = solved(mechs, GAME.catalogue, held, wish, constraints=Constraints(1))
    assert report.proved and bool(report.squad) == (least is not None)
    if report.squad:
        together = sum(mech.first for mech in report.squad)
        assert least - 1e-4 <= together <= most + 1e-4, (least, together, most)
        for mech in report.squad:
            made = assemble(Mech.model_validate(mech.mech), GAME.catalogue)
            assert not made.excess_weight and not made.short and not faults(made) - {"named 0"}


@pytest.mark.long
@pytest.mark.parametrize("wish", ["fast", "sturdy"])
@pytest.mark.parametrize("seed", range(25))
def test_no_squad_of_three_from_a_random_collection_has_a_higher_sum(seed, wish):
    enclosed(seed, wish, 3)


@pytest.mark.long
@pytest.mark.parametrize("mechs", [1, 2])
@pytest.mark.parametrize("seed", range(100, 120))
def test_no_squad_from_a_random_collection_shoots_better(seed, mechs):
    enclosed(seed, "damage", mechs)
