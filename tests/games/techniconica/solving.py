"""A question about the best Mech or squad, solved on the spot; the solver's own measure of work limits it, never a clock."""

from companion.games.techniconica.analysis.questions import Constraints, SquadQuestion
from companion.games.techniconica.analysis.squad_solver import SquadSolver
from companion.limits.heavy import Stop

EFFORT = 60.0


def reports(count, catalogue, copies, wish, rulings=None, constraints=None, effort=EFFORT):
    """Every report on the way to an answer, the finished one last."""
    found = []
    question = SquadQuestion.of(count, catalogue, copies, wish, rulings or {}, constraints or Constraints())
    SquadSolver(question, found.append, Stop(), effort).run()
    return found


def solved(count, catalogue, copies, wish, rulings=None, constraints=None, effort=EFFORT):
    """The finished report."""
    return reports(count, catalogue, copies, wish, rulings, constraints, effort)[-1]


def best(catalogue, copies, wish, rulings=None, least_speed=0, constraints=None):
    """The best Mech, proved by both its measures, or None where that there is none is proved."""
    report = solved(1, catalogue, copies, wish, rulings, constraints or Constraints(least_speed))
    assert report.proved and report.finished and not report.left
    if not report.squad:
        return None
    (mech,) = report.squad
    assert report.settled and report.most == mech.first
    return mech
