"""The best squad for a question, solved by OR-Tools CP-SAT: first what it is judged by, then the second measure.

Each solve has one thread and is never cut in pieces, which would lose its proof; what it finds on the way is reported.
Every figure that is reported is worked out anew, exactly, from the finished Mechs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil
from time import monotonic
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import LinearExpr
from ortools.sat.python.cp_model_helper import CpSolverStatus

from companion.games.techniconica.analysis.goals import ATTACKS, Number, measure_mech
from companion.games.techniconica.analysis.hosts import Stock
from companion.games.techniconica.analysis.kits import TooManyAttacks
from companion.games.techniconica.analysis.mech_program import Counted, MechProgram, Value, total
from companion.games.techniconica.analysis.placement import mech_document
from companion.games.techniconica.analysis.questions import BestMech, Squad, SquadQuestion, SquadReport, judge_squad
from companion.games.techniconica.analysis.squad_program import SquadProgram
from companion.games.techniconica.model import BASE, Mech, Part
from companion.games.techniconica.rules.assembly import assemble
from companion.limits.heavy import Stop

EFFORT = 60.0
"""How much work a solve does before it ends without a proof, in the solver's own units: about a second each."""
FIRST_EFFORT = 1.0
"""How much it does for each Mech of a squad to begin with, and for fewer cards in the end."""
MORE_EFFORT = 8.0
"""How much it does for the second measure, and for each near-best answer."""
NEAR = Fraction(95, 100)
"""How much of the best a near-best answer is worth at least."""
DIFFERENT = 2
"""In how many Base Parts a near-best answer differs at least."""
_SECONDS = 10_000
"""More than the second measures of a squad come to."""
TOO_MANY = (
    "These cards attack in too many ways to compare: leave out Weapons, Pilots or cards that change attacks, "
    "or ask for fewer Mechs."
)


class _NothingKnownError(Exception):
    """The work ended before there was anything to say."""


class _SolutionHandler(cp_model.CpSolverSolutionCallback):
    """Hands each solution on."""

    def __init__(self, take: Callable[[Value], None]) -> None:
        super().__init__()
        self._take = take

    def on_solution_callback(self) -> None:
        self._take(self.value)


class SquadSolver:
    """One question on its way to an answer; `report` is called with each better state of it."""

    def __init__(
        self, question: SquadQuestion, report: Callable[[SquadReport], None], stop: Stop, effort: float = EFFORT
    ) -> None:
        """Begin with nothing known; `effort` is how much work the first measure may take."""
        self.question, self._report, self._stop, self._effort = question, report, stop, effort
        self._state, self._begun = SquadReport(), monotonic()
        constraints = question.constraints
        self._stock = Stock.of(
            question.catalogue,
            dict(question.copies),
            constraints.must,
            constraints.slots,
            question.objective in ATTACKS,
        )

    def run(self) -> None:
        """Solve it; the last report is `finished`."""
        try:
            self._solve()
        except TooManyAttacks:
            self._tell(left=TOO_MANY)
        except _NothingKnownError:
            pass  # the last report says that nothing is proved
        self._tell(finished=True)

    def _solve(self) -> None:
        highest = self._highest()
        program = SquadProgram(self.question, self._stock, highest)
        self._start_greedily(program, highest)
        best = self._best(program, highest)
        if best is not None:
            self._second(program, best)
            for _ in range(self.question.constraints.near):
                if not self._near(highest):
                    break

    def _tell(self, **news: Any) -> None:
        self._state = replace(self._state, seconds=monotonic() - self._begun, **news)
        self._report(self._state)

    def _highest(self) -> int:
        """Return a number that no Mech's Accuracy, or Speed in a Charge, is above."""
        if self.question.objective not in ATTACKS:
            return 0
        return (
            self._single_mech_bound(
                self._stock, lambda mech: mech.speed if self.question.objective == "charge" else mech.accuracy
            )
            or 0
        )

    def _single_mech_bound(self, stock: Stock, measure: Callable[[MechProgram], LinearExpr]) -> int | None:
        """Return a number that the measure of no single Mech is above, None where there is no legal Mech."""
        model = cp_model.CpModel()
        model.maximize(measure(MechProgram(model, stock)))
        solver, status = self._solve_model(model, self._effort)
        if status == cp_model.UNKNOWN:
            raise _NothingKnownError
        return None if status == cp_model.INFEASIBLE else int(solver.best_objective_bound)

    def _start_greedily(self, program: SquadProgram, highest: int) -> None:
        """Begin with Mechs each the best that the rest of the cards allow, where the search for a squad takes long."""
        question, left = self.question, dict(self._stock.copies)
        if question.count == 1 or question.objective not in ATTACKS or question.constraints.must:
            return
        made: list[tuple[BestMech, Mapping[Counted, int]]] = []
        for _ in program.mechs:
            stock = Stock.of(question.catalogue, left, {}, question.constraints.slots, attacking=True)
            one = SquadProgram(replace(question, count=1), stock, highest)
            one.model.maximize(one.judged_sum)
            found: list[tuple[BestMech, Mapping[Counted, int]]] = []
            self._solve_model(one.model, FIRST_EFFORT, partial(self._add_mech, one.mechs[0], stock, found))
            if not found:
                return
            made.append(found[-1])
            left = {card: n - made[-1][0].used[card] for card, n in left.items()}
        made.sort(key=lambda one: -one[0].first)
        program.hint([values for _, values in made])
        self._tell(squad=tuple(mech for mech, _ in made))

    def _add_mech(
        self, mech: MechProgram, stock: Stock, found: list[tuple[BestMech, Mapping[Counted, int]]], value: Value
    ) -> None:
        values = {key: value(count) for key, count in mech.variables.items()}
        found.append((self._mech(mech, stock, value), values))

    def _best(self, program: SquadProgram, highest: int) -> int | None:
        """Find the squad with most of what it is judged by; return how much in units, None where that is not proved."""
        program.model.maximize(program.judged_sum)
        solver, status = self._solve_model(
            program.model,
            self._effort,
            lambda value: self._keep_if_better(program, value),
            lambda bound: self._report_bound(program, bound),
        )
        if status == cp_model.INFEASIBLE:
            self._tell(proved=True, fastest=self._slowest_speed_bound(highest))
        if status == cp_model.FEASIBLE:
            self._report_bound(program, solver.best_objective_bound)
        if status != cp_model.OPTIMAL:
            return None
        best = judge_squad(self._state.squad, self.question.constraints.judged_by)
        if abs(best * program.scale - solver.objective_value) > program.rounding_error * program.scale + Fraction(1, 2):
            raise AssertionError(
                f"the program's best is {solver.objective_value / program.scale}, its Mechs are worth {best}"
            )
        self._tell(proved=True, most=best + 2 * program.rounding_error, rounding=2 * program.rounding_error)
        return round(solver.objective_value)

    def _report_bound(self, program: SquadProgram, bound: float) -> None:
        most = Fraction(int(bound + 1e-6), program.scale) + program.rounding_error
        if self._state.most is None or most < self._state.most:
            self._tell(most=most, rounding=2 * program.rounding_error)

    def _slowest_speed_bound(self, highest: int) -> int | None:
        """Return the most Speed that a squad's slowest Mech can have, where only the least Speed is in the way."""
        question, constraints = self.question, self.question.constraints
        if not constraints.least_speed:
            return None
        program = SquadProgram(replace(question, constraints=replace(constraints, least_speed=0)), self._stock, highest)
        slowest = program.mechs[0].count(constraints.least_speed)
        for mech in program.mechs:
            program.model.add(slowest <= mech.speed)
        program.model.maximize(slowest)
        solver, status = self._solve_model(program.model, MORE_EFFORT)
        return round(solver.objective_value) if status == cp_model.OPTIMAL else None

    def _second(self, program: SquadProgram, best: int) -> None:
        """Among squads of equal worth find the highest sum, the most of the second measure, then the fewest cards."""
        held, measures = program.judged_sum, [total((second, 1) for second in program.seconds)]
        if self.question.constraints.judged_by == "weakest" and self.question.count > 1:
            measures.insert(0, total((first, 1) for first in program.firsts))
        for measure in measures:
            program.model.add(held >= best)
            program.model.maximize(measure)
            solver, status = self._solve_model(
                program.model, MORE_EFFORT, lambda value: self._keep_if_better(program, value)
            )
            if status != cp_model.OPTIMAL:
                return
            held, best = measure, round(solver.objective_value)
        self._tell(settled=not program.rounded)
        program.model.add(held >= best)
        program.model.maximize(total((count, -1) for mech in program.mechs for _, count in mech.card_counts()))
        self._solve_model(program.model, FIRST_EFFORT, lambda value: self._keep_if_better(program, value))

    def _near(self, highest: int) -> bool:
        """Find one more squad that is worth nearly as much; return whether there is one."""
        program = SquadProgram(self.question, self._stock, highest)
        least = ceil(judge_squad(self._state.squad, self.question.constraints.judged_by) * NEAR * program.scale)
        program.model.add(program.judged_sum >= least)
        for squad in (self._state.squad, *self._state.near):
            program.differ(self._bases(squad), DIFFERENT)
        program.model.maximize(_SECONDS * program.judged_sum + total((second, 1) for second in program.seconds))
        found: list[Squad] = []
        self._solve_model(program.model, MORE_EFFORT, lambda value: found.append(self._squad(program, value)))
        if found:
            self._tell(near=(*self._state.near, found[-1]))
        return bool(found)

    def _bases(self, squad: Iterable[BestMech]) -> dict[str, int]:
        every = sum((mech.used for mech in squad), Counter())
        return {card: n for card, n in every.items() if isinstance(self.question.catalogue.get(Part, card), BASE)}

    def _keep_if_better(self, program: SquadProgram, value: Value) -> None:
        """Keep a squad that is better than the best so far."""
        squad = self._squad(program, value)
        if not self._state.squad or self._rank(squad) > self._rank(self._state.squad):
            self._tell(squad=squad)

    def _rank(self, squad: Squad) -> tuple[Number, Number, Number, int]:
        seconds, cards = sum(mech.second for mech in squad), sum(mech.used.total() for mech in squad)
        return judge_squad(squad, self.question.constraints.judged_by), judge_squad(squad, "sum"), seconds, -cards

    def _squad(self, program: SquadProgram, value: Value) -> Squad:
        return tuple(self._mech(mech, self._stock, value) for mech in program.mechs)

    def _mech(self, program: MechProgram, stock: Stock, value: Value) -> BestMech:
        question = self.question
        document = mech_document(program.chosen_cards(value), stock, question.constraints.grid)
        made = assemble(Mech.model_validate(document), question.catalogue)
        found = measure_mech(made, question.objective, question.constraints.opponent, question.rulings)
        if found is None:
            raise AssertionError(f"a Mech without an attack was chosen for {question.objective}: {document}")
        return BestMech(question.objective, found.first, found.second, document, found.main)

    def _solve_model(
        self,
        model: cp_model.CpModel,
        effort: float,
        found: Callable[[Value], None] | None = None,
        bounded: Callable[[float], None] | None = None,
    ) -> tuple[cp_model.CpSolver, CpSolverStatus]:
        """Return a solver that has solved a model, and how that ended."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.catch_sigint_signal = False  # Ctrl-C is Python's: from this thread the solver would abort
        solver.parameters.max_deterministic_time = 0 if self._stop.asked else effort
        if bounded:
            solver.best_bound_callback = bounded
        with self._stop.ending(solver.stop_search):
            status = solver.solve(model, _SolutionHandler(found) if found else None)
        return solver, status
