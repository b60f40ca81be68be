"""Finds the best squad for a question with OR-Tools CP-SAT: first by its value, then by the second measure.

Each solve has one thread and is never split, which would lose its proof; better squads on the way are reported. Every
reported figure is worked out again, exactly, from the finished Mechs.
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
from companion.games.techniconica.rules.named_pilots import copies_left
from companion.limits.heavy import Stop

EFFORT = 60.0
"""The most work of a solve before it ends without a proof, in the solver's units of about a second."""
FIRST_EFFORT = 1.0
"""The work for each Mech of a first squad, and for the search for fewer cards at the end."""
MORE_EFFORT = 8.0
"""The work for the second measure, and for each near-best answer."""
NEAR = Fraction(95, 100)
"""The least value of a near-best answer, as a share of the best."""
DIFFERENT = 2
"""The least number of different Base Parts in a near-best answer."""
_SECONDS = 10_000
"""More than the sum of a squad's second measures."""
TOO_MANY = (
    "These cards attack in too many ways to compare: leave out Weapons, Pilots or cards that change attacks, "
    "or ask for fewer Mechs."
)


class _NothingKnownError(Exception):
    """The work ended before a first bound was known."""


class _SolutionHandler(cp_model.CpSolverSolutionCallback):
    """Passes each solution to a function."""

    def __init__(self, take: Callable[[Value], None]) -> None:
        super().__init__()
        self._take = take

    def on_solution_callback(self) -> None:
        self._take(self.value)


class SquadSolver:
    """Works on one question; `report` is called with each better state of the answer."""

    def __init__(
        self, question: SquadQuestion, report: Callable[[SquadReport], None], stop: Stop, effort: float = EFFORT
    ) -> None:
        """Prepare the search; `effort` is the most work for the first measure."""
        self.question, self._report, self._stop, self._effort = question, report, stop, effort
        self._state, self._start = SquadReport(), monotonic()
        constraints = question.constraints
        self._stock = Stock.of(
            question.catalogue,
            dict(question.copies),
            constraints.must,
            constraints.slots,
            question.objective in ATTACKS,
        )

    def run(self) -> None:
        """Work out the answer; the last report is `finished`."""
        try:
            self._solve()
        except TooManyAttacks:
            self._update(left=TOO_MANY)
        except _NothingKnownError:
            pass  # the last report says that nothing is proved
        self._update(finished=True)

    def _solve(self) -> None:
        highest = self._upper_bound()
        program = SquadProgram(self.question, self._stock, highest)
        self._start_greedily(program, highest)
        best = self._find_best(program, highest)
        if best is not None:
            self._improve_ties(program, best)
            for _ in range(self.question.constraints.near):
                if not self._find_near(highest):
                    break

    def _update(self, **changes: Any) -> None:
        self._state = replace(self._state, seconds=monotonic() - self._start, **changes)
        self._report(self._state)

    def _upper_bound(self) -> int:
        """Return an upper bound of every Mech's Accuracy, in a Charge of its Speed."""
        if self.question.objective not in ATTACKS:
            return 0
        charge = self.question.objective == "charge"
        return self._single_mech_bound(self._stock, lambda mech: mech.speed if charge else mech.accuracy) or 0

    def _single_mech_bound(self, stock: Stock, measure: Callable[[MechProgram], LinearExpr]) -> int | None:
        """Return an upper bound of a measure of a single Mech; None if there is no legal Mech."""
        model = cp_model.CpModel()
        model.maximize(measure(MechProgram(model, stock)))
        solver, status = self._solve_model(model, self._effort)
        if status == cp_model.UNKNOWN:
            raise _NothingKnownError
        return None if status == cp_model.INFEASIBLE else int(solver.best_objective_bound)

    def _start_greedily(self, program: SquadProgram, highest: int) -> None:
        """Start the search for a squad with Mechs found one by one, each the best from the remaining cards."""
        question, copies = self.question, dict(self._stock.copies)
        if question.count == 1 or question.objective not in ATTACKS or question.constraints.must:
            return
        chosen: list[tuple[BestMech, Mapping[Counted, int]]] = []
        for _ in program.mechs:
            stock = Stock.of(question.catalogue, copies, {}, question.constraints.slots, attacking=True)
            single = SquadProgram(replace(question, count=1), stock, highest)
            single.model.maximize(single.squad_value)
            solutions: list[tuple[BestMech, Mapping[Counted, int]]] = []
            self._solve_model(single.model, FIRST_EFFORT, partial(self._add_mech, single.mechs[0], stock, solutions))
            if not solutions:
                return
            chosen.append(solutions[-1])
            copies = copies_left(copies, chosen[-1][0].used, question.catalogue)
        chosen.sort(key=lambda single: -single[0].first)
        program.hint([values for _, values in chosen])
        self._update(squad=tuple(mech for mech, _ in chosen))

    def _add_mech(
        self, mech: MechProgram, stock: Stock, solutions: list[tuple[BestMech, Mapping[Counted, int]]], value: Value
    ) -> None:
        values = {key: value(count) for key, count in mech.variables.items()}
        solutions.append((self._read_mech(mech, stock, value), values))

    def _find_best(self, program: SquadProgram, highest: int) -> int | None:
        """Find the squad of the highest value; return that in units, or None if it is not proved."""
        program.model.maximize(program.squad_value)
        solver, status = self._solve_model(
            program.model,
            self._effort,
            lambda value: self._keep_if_better(program, value),
            lambda bound: self._report_bound(program, bound),
        )
        if status == cp_model.INFEASIBLE:
            self._update(proved=True, fastest=self._slowest_speed_bound(highest))
        if status == cp_model.FEASIBLE:
            self._report_bound(program, solver.best_objective_bound)
        if status != cp_model.OPTIMAL:
            return None
        best = judge_squad(self._state.squad, self.question.constraints.judged_by)
        if abs(best * program.scale - solver.objective_value) > program.rounding_error * program.scale + Fraction(1, 2):
            raise AssertionError(
                f"the program's best is {solver.objective_value / program.scale}, its Mechs are worth {best}"
            )
        self._update(proved=True, most=best + 2 * program.rounding_error, rounding=2 * program.rounding_error)
        return round(solver.objective_value)

    def _report_bound(self, program: SquadProgram, bound: float) -> None:
        most = Fraction(int(bound + 1e-6), program.scale) + program.rounding_error
        if self._state.most is None or most < self._state.most:
            self._update(most=most, rounding=2 * program.rounding_error)

    def _slowest_speed_bound(self, highest: int) -> int | None:
        """Return the most Speed of a squad's slowest Mech; None without a least Speed or if it is not proved."""
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

    def _improve_ties(self, program: SquadProgram, best: int) -> None:
        """Among squads of equal value find the highest sum, the most of the second measure, then the fewest cards."""
        kept_measure, measures = program.squad_value, [total((second, 1) for second in program.seconds)]
        if self.question.constraints.judged_by == "weakest" and self.question.count > 1:
            measures.insert(0, total((first, 1) for first in program.firsts))
        for measure in measures:
            program.model.add(kept_measure >= best)
            program.model.maximize(measure)
            solver, status = self._solve_model(
                program.model, MORE_EFFORT, lambda value: self._keep_if_better(program, value)
            )
            if status != cp_model.OPTIMAL:
                return
            kept_measure, best = measure, round(solver.objective_value)
        self._update(settled=not program.rounded)
        program.model.add(kept_measure >= best)
        program.model.maximize(total((count, -1) for mech in program.mechs for _, count in mech.card_counts()))
        self._solve_model(program.model, FIRST_EFFORT, lambda value: self._keep_if_better(program, value))

    def _find_near(self, highest: int) -> bool:
        """Find one more squad of nearly the same value; return whether there is one."""
        program = SquadProgram(self.question, self._stock, highest)
        least = ceil(judge_squad(self._state.squad, self.question.constraints.judged_by) * NEAR * program.scale)
        program.model.add(program.squad_value >= least)
        for squad in (self._state.squad, *self._state.near):
            program.differ(self._base_counts(squad), DIFFERENT)
        program.model.maximize(_SECONDS * program.squad_value + total((second, 1) for second in program.seconds))
        squads: list[Squad] = []
        self._solve_model(program.model, MORE_EFFORT, lambda value: squads.append(self._read_squad(program, value)))
        if squads:
            self._update(near=(*self._state.near, squads[-1]))
        return bool(squads)

    def _base_counts(self, squad: Iterable[BestMech]) -> dict[str, int]:
        used = sum((mech.used for mech in squad), Counter())
        return {card: n for card, n in used.items() if isinstance(self.question.catalogue.get(Part, card), BASE)}

    def _keep_if_better(self, program: SquadProgram, value: Value) -> None:
        """Keep a squad that is better than the best so far."""
        squad = self._read_squad(program, value)
        if not self._state.squad or self._rank(squad) > self._rank(self._state.squad):
            self._update(squad=squad)

    def _rank(self, squad: Squad) -> tuple[Number, Number, Number, int]:
        seconds, cards = sum(mech.second for mech in squad), sum(mech.used.total() for mech in squad)
        return judge_squad(squad, self.question.constraints.judged_by), judge_squad(squad, "sum"), seconds, -cards

    def _read_squad(self, program: SquadProgram, value: Value) -> Squad:
        return tuple(self._read_mech(mech, self._stock, value) for mech in program.mechs)

    def _read_mech(self, program: MechProgram, stock: Stock, value: Value) -> BestMech:
        question = self.question
        document = mech_document(program.chosen_cards(value), stock, question.constraints.grid)
        assembly = assemble(Mech.model_validate(document), question.catalogue)
        measures = measure_mech(assembly, question.objective, question.constraints.opponent, question.rulings)
        if measures is None:
            raise AssertionError(f"a Mech without an attack was chosen for {question.objective}: {document}")
        return BestMech(question.objective, measures.first, measures.second, document, measures.main)

    def _solve_model(
        self,
        model: cp_model.CpModel,
        effort: float,
        on_solution: Callable[[Value], None] | None = None,
        on_bound: Callable[[float], None] | None = None,
    ) -> tuple[cp_model.CpSolver, CpSolverStatus]:
        """Solve a model; return the solver and its status.

        `on_solution` is called with each better solution, `on_bound` with each better bound.
        """
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.catch_sigint_signal = False  # Ctrl-C is Python's: from this thread the solver would abort
        solver.parameters.max_deterministic_time = 0 if self._stop.asked else effort
        if on_bound:
            solver.best_bound_callback = on_bound
        with self._stop.ending(solver.stop_search):
            status = solver.solve(model, _SolutionHandler(on_solution) if on_solution else None)
        return solver, status
