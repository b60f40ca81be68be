"""A squad from one stock of cards as an integer program, with the values of its Mechs in whole units."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import IntVar, LinearExpr

from companion.games.techniconica.analysis import attack_program
from companion.games.techniconica.analysis.attack_program import Attempt
from companion.games.techniconica.analysis.goals import Number, attack_measure
from companion.games.techniconica.analysis.hosts import Stock
from companion.games.techniconica.analysis.kits import MOST_ATTACKS, Kit, TooManyAttacks, crews, kits, worths
from companion.games.techniconica.analysis.mech_program import Counted, MechProgram, total
from companion.games.techniconica.analysis.questions import SquadQuestion
from companion.games.techniconica.resolver.from_inputs import EACH_WEAPON
from companion.limits.budget import watched

FINEST = 1_000_000
"""The most units of a point of damage, or of certainty; values that need finer units are rounded."""


class SquadProgram:
    """The program of a question: its Mechs, and the first and second measure of each.

    `scale` is the number of units in a point of the first measure; `rounded` says whether values were rounded to units.
    """

    def __init__(self, question: SquadQuestion, stock: Stock, highest: int) -> None:
        """Build the program; `highest` is a bound of every Mech's Accuracy (in a Charge of its Speed)."""
        self.question, self.stock = question, stock
        self.model = cp_model.CpModel()
        self.mechs = [MechProgram(self.model, stock) for _ in range(question.count)]
        self.scale, self.rounded = 1, False
        self._limit_copies()
        for mech in self.mechs:
            self.model.add(mech.speed >= question.constraints.least_speed)
        self.firsts = self._first_measures(highest)
        self.seconds = [mech.speed if question.objective == "sturdy" else mech.damage_points for mech in self.mechs]
        for first, next_first in zip(self.firsts, self.firsts[1:], strict=False):
            self.model.add(first >= next_first)

    def _limit_copies(self) -> None:
        """Allow no more uses of a card than there are copies, and require the cards that must be in."""
        used: dict[str, list[IntVar]] = {}
        for mech in self.mechs:
            for card, count in mech.card_counts():
                used.setdefault(card, []).append(count)
        for card, counts in used.items():
            self.model.add(total((n, 1) for n in counts) <= self.stock.copies[card])
        for cards in self.stock.namesakes:
            self.model.add(total((n, 1) for card in cards for n in used.get(card, [])) <= 1)
        for card, least in self.stock.must.items():
            self.model.add(total((n, 1) for n in used.get(card, [])) >= least)

    def _first_measures(self, highest: int) -> list[LinearExpr]:
        objective = self.question.objective
        if objective == "fast":
            return [mech.speed for mech in self.mechs]
        if objective == "sturdy":
            return [mech.damage_points for mech in self.mechs]
        armed = kits(self.stock, melee=objective == "charge")
        for mech in self.mechs:
            self.model.add(total((mech.hosts[host], 1) for host in {kit.host for kit in armed}) >= 1)
        if objective == "long-range":
            return [attack_program.add_reach(mech, armed) for mech in self.mechs]
        units = self._values_in_units(armed, highest)
        if objective == "volley":
            return [attack_program.add_volley(mech, units) for mech in self.mechs]
        if objective == "charge":
            for mech in self.mechs:
                self.model.add(mech.speed >= 1)
        return [
            attack_program.add_single(mech, units, mech.speed if objective == "charge" else mech.accuracy)
            for mech in self.mechs
        ]

    def _values_in_units(self, armed: list[Kit], highest: int) -> dict[Attempt, int]:
        """Return the value of every attack in whole units, without attacks of value 0."""
        question = self.question
        attack = attack_measure(
            question.objective, question.constraints.opponent, self.stock.specials, question.rulings
        )
        lowest = -EACH_WEAPON * (self.stock.slots - 2) if question.objective == "volley" else 0
        exact: dict[Attempt, Number] = {}
        all_crews = crews(self.stock)
        if question.count * len(armed) * len(all_crews) * (highest + 1 - lowest) > MOST_ATTACKS:
            raise TooManyAttacks
        for kit in watched(armed, 1):
            for crew in all_crews:
                worth = worths(kit, crew, range(lowest, highest + 1), attack)
                exact |= {Attempt(kit, crew, accuracy): value for accuracy, value in worth.items() if value}
        self.scale = _scale(exact.values())
        units = {attempt: round(value * self.scale) for attempt, value in exact.items()}
        self.rounded = any(exact[attempt] * self.scale != unit for attempt, unit in units.items())
        return units

    @property
    def rounding_error(self) -> Fraction:
        """The maximum rounding error of a sum of first measures; each attack is rounded to whole units."""
        attacks = self.question.count * (self.stock.slots - 1 if self.question.objective == "volley" else 1)
        return Fraction(attacks, 2 * self.scale) if self.rounded else Fraction(0)

    @property
    def squad_value(self) -> LinearExpr:
        """The squad's value, which is maximized."""
        if self.question.constraints.judged_by == "sum" or len(self.firsts) == 1:
            return total((first, 1) for first in self.firsts)
        return self.firsts[-1]  # they come in falling order

    def hint(self, squad: Sequence[Mapping[Counted, int]]) -> None:
        """Start the search with a squad: for each Mech the value of each variable, by the thing that it counts."""
        for mech, values in zip(self.mechs, squad, strict=True):
            for key, count in mech.variables.items():
                self.model.add_hint(count, values.get(key, 0))

    def differ(self, bases: dict[str, int], least: int) -> None:
        """Require at least `least` Base Parts that a squad with these numbers of Base Parts does not have."""
        differences = []
        for card in {host.card for host in self.stock.hosts}:
            used = total((n, 1) for mech in self.mechs for host, n in mech.hosts.items() if host.card == card)
            extra = self.mechs[0].count(self.stock.copies[card])
            self.model.add_max_equality(extra, [used - bases.get(card, 0), 0])
            differences.append((extra, 1))
        self.model.add(total(differences) >= least)


def _scale(values: Iterable[Number]) -> int:
    """Return the units in a point with which every value is whole, at most FINEST."""
    scale = 1
    for denominator in {Fraction(value).denominator for value in values}:
        scale = lcm(scale, denominator)
        if scale > FINEST:
            return FINEST
    return scale
