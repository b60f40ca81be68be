"""Starts the search for the best Mech or squad in the background; without OR-Tools it raises InvalidInput."""

from collections.abc import Mapping

from companion.base.findings import InputError, InvalidInput
from companion.data.cards import Catalogue
from companion.games.techniconica.analysis.questions import SquadQuestion, SquadReport
from companion.games.techniconica.model import Part
from companion.limits import heavy
from companion.limits.heavy import HeavyAnswer

EXTRA = "mech-companion[solver]"
"""The extra that installs OR-Tools."""


def answer(question: SquadQuestion, stop: bool = False) -> HeavyAnswer[SquadReport]:
    """Return the answer to a question, which may still be running; `stop` ends the search with the best so far.

    Raises InvalidInput if OR-Tools is not installed.
    """
    try:
        from companion.games.techniconica.analysis.squad_solver import SquadSolver
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("ortools"):
            raise
        expected = f"OR-Tools, which finds the best Mech and is not installed here: pip install '{EXTRA}'"
        raise InvalidInput(InputError("", "no solver", expected)) from None
    return heavy.answer(question, lambda report, asked: SquadSolver(question, report, asked).run(), stop)


def available_copies(catalogue: Catalogue, owned: Mapping[str, int] | None, each: int = 1) -> dict[str, int]:
    """Return the copies of each part: those owned, or `each` of every part if the collection is not known."""
    return dict(owned) if owned is not None else {card.id: each for card in catalogue.all(Part)}
