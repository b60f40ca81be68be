"""The Python API: what `import companion` offers to other programs; docs/python.md shows it with examples.

Errors are sentences for people: InvalidInput for whatever was passed and cannot be read, and for a file that cannot be
written; another UserError where the data folder cannot be used, which only links and the names of printers need.
"""

import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar, final

from companion.base.findings import Finding, Fix, InputError, InvalidInput, UserError, Verdict, quote
from companion.base.wording import plural
from companion.data.documents import Build
from companion.dice.odds import ExactOdds
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.verbs.checks import apply_whole_set
from companion.verbs.game_rolls import prepare
from companion.verbs.names import find_game
from companion.verbs.rolls import PreparedResolver, find_exact_odds, prepare_expression

__all__ = [
    "Distribution",
    "Finding",
    "Fix",
    "Game",
    "InputError",
    "InvalidInput",
    "Outcome",
    "Printed",
    "UserError",
    "Verdict",
    "game",
    "odds",
]

BuildSource = Mapping[str, Any] | str | os.PathLike[str]
"""A build: its document as plain data, the name of a file, or a build code or a link as text."""
ResultT = TypeVar("ResultT")


@final
class Outcome(Mapping[str, Any]):
    """How a roll can end: values by name, such as `outcome["hits"]`. It never changes, and can be a key of a dict."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        """Keep the values; lists in them become tuples, and tables outcomes of their own."""
        self._values = {name: _freeze(value) for name, value in values.items()}

    def __getitem__(self, name: str) -> Any:
        """Return the value of this name."""
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._values)

    def __hash__(self) -> int:
        """Return the same for equal outcomes."""
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        """Return the values as they are typed."""
        return f"Outcome({self._values!r})"


def _freeze(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Outcome(value)
    return tuple(map(_freeze, value)) if isinstance(value, list | tuple) else value


@final
class Distribution(Mapping[ResultT, Fraction]):
    """The exact chance of every result, as a mapping; `dict(odds)` is a plain dict of them.

    The results of dice are their totals, those of a game's roll are Outcomes. The chances sum to 1, less what lies
    `beyond` the explosions that were followed, where dice explode without end. `figures` are the mean of each total,
    and the means and chances that the game itself works out, by name. `notes` say how something was read.
    """

    __slots__ = ("_chances", "beyond", "figures", "notes")

    def __init__(
        self,
        chances: Mapping[ResultT, Fraction],
        figures: Mapping[str, Fraction],
        notes: tuple[str, ...] = (),
        beyond: Fraction = Fraction(0),
    ) -> None:
        """Keep the chances in the order of the results."""
        self._chances = dict(sorted(chances.items(), key=lambda item: _order(item[0])))
        self.figures = dict(figures)
        self.notes = notes
        self.beyond = beyond

    def __getitem__(self, result: ResultT) -> Fraction:
        """Return the chance of a result; KeyError for one that cannot come: `odds.get(result, 0)` is 0 then."""
        return self._chances[result]

    def __iter__(self) -> Iterator[ResultT]:
        """Iterate over the results, the lowest first."""
        return iter(self._chances)

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self._chances)

    def __repr__(self) -> str:
        """Return how many results there are, and the figures."""
        figures = "".join(f", {name} {value}" for name, value in self.figures.items())
        return f"<Distribution: {plural(len(self), 'result')}{figures}>"

    def chance(self, test: Callable[[ResultT], bool]) -> Fraction:
        """Return the chance of all results that pass a test: `odds.chance(lambda total: total >= 15)`."""
        return sum((chance for result, chance in self._chances.items() if test(result)), Fraction(0))

    def of(self, name: str) -> "Distribution[Any]":
        """Return the odds of one value of the outcomes; KeyError if they have none of this name."""
        chances: dict[Any, Fraction] = {}
        for result, chance in self._chances.items():
            if not isinstance(result, Mapping):
                raise KeyError(name)
            value = result[name]
            chances[value] = chances.get(value, Fraction(0)) + chance
        figures = {name: self.figures[name]} if name in self.figures else {}
        return Distribution(chances, figures, self.notes, self.beyond)


def _order(result: object) -> tuple[Any, ...]:
    """Return what results are sorted by: numbers by size, outcomes by their values, others as text."""
    if isinstance(result, Mapping):
        return 2, tuple(map(_order, result.values()))
    return (0, result) if isinstance(result, int | float | Fraction) else (1, str(result))


@dataclass(frozen=True)
class Printed:
    """What was printed: the PDF files, sheets of paper, pages and pieces in them, how to print them, and notes."""

    files: tuple[Path, ...]
    sheets: int
    pages: int
    pieces: int
    instructions: tuple[str, ...]
    notes: tuple[str, ...]


@final
class Game:
    """One of the games, under its default rulings or chosen ones; `companion.game` returns it."""

    def __init__(self, system: GameSystem, rulings: Mapping[str, str]) -> None:
        """Keep the game and the chosen rulings; InvalidInput where one does not exist."""
        self._system, self._rulings = system, dict(rulings)
        self._context = system.context(self._rulings)

    def __repr__(self) -> str:
        """Return the call that makes it."""
        rulings = f", rulings={self._rulings!r}" if self._rulings else ""
        return f"companion.game({self.slug!r}{rulings})"

    @property
    def slug(self) -> str:
        """Its name on the command line and in documents: `mecha-mettle`."""
        return self._system.slug

    @property
    def title(self) -> str:
        """Its name: `Mecha Mettle`."""
        return self._system.title

    @property
    def rolls(self) -> tuple[str, ...]:
        """The names of its rolls; `companion roll GAME NAME --help` lists the inputs of one."""
        return tuple(kind.name for kind in self._system.resolvers)

    @property
    def print_sets(self) -> tuple[str, ...]:
        """The names of what can be printed."""
        return tuple(print_set.name for print_set in self._system.print_sets)

    def odds(self, roll: str, /, **inputs: Any) -> Distribution[Outcome]:
        """Return the exact odds of a roll with these inputs, those of the command line and of HTTP.

        InvalidInput for an unknown roll, inputs that cannot be read, and exact odds that are too large to work out.
        """
        prepared = prepare(self._system, roll, inputs, self._context)
        exact = find_exact_odds(prepared)
        return _odds(prepared, exact, {Outcome(outcome): weight for outcome, weight in exact.outcomes})

    def check(self, build: BuildSource) -> Verdict:
        """Return the check of a build: totals and all findings at once, under its own rulings and those of this game.

        InvalidInput for a build that cannot be read; an illegal one is a verdict with findings. Differences between the
        lines of a list and what was read from them are warnings, as the module `warnings` has them.
        """
        return self._system.check(*self._read(build))

    def print_pdf(
        self,
        build: BuildSource | None,
        path: str | os.PathLike[str] | None = None,
        *,
        what: str | tuple[str, ...] | list[str] = (),
        **options: Any,
    ) -> Printed:
        """Print a build, or the game where that is None, as PDF files at true scale.

        The files are written completely or not at all, to `path`, or under a name of their own in the working folder.
        `what` names print sets; without it, everything is printed. `options` are those of `companion print`, with `_`
        for `-`: `paper="letter"`, `bleed=2`. InvalidInput where something cannot be read, printed or written.
        """
        # Loaded where something is printed: odds and checks do without paper.
        from companion.cli import print_jobs, print_options
        from companion.cli.print_files import PrintCommand
        from companion.printing.sheets import option_fields, printer_runs
        from companion.printing.sheets.options import PrintOptions

        read, context = (None, self._context) if build is None else self._read(build)
        chosen = option_fields.read_options(PrintOptions, options)
        with _python_names():
            printer = print_options.find_printer(chosen.printer) if chosen.printer else None
        names = (what,) if isinstance(what, str) else tuple(what)
        inputs = () if build is None or isinstance(build, Mapping) else (os.fspath(build),)
        command = PrintCommand(names, printer_runs.with_printer_settings(chosen, printer), printer, inputs=inputs)
        source = print_jobs.GameOrBuild(self._system, context, read)
        with _python_names():
            answer = print_jobs.write(source, command, None if path is None else os.fspath(path))
        return Printed(
            files=tuple(dict.fromkeys(Path(run["file"]) for run in answer["runs"])),
            sheets=answer["papers"],
            pages=answer["pages"],
            pieces=answer["pieces"],
            instructions=tuple(answer["said"]),
            notes=tuple(answer["notes"]),
        )

    def _read(self, build: BuildSource) -> tuple[Build, Context]:
        if not isinstance(build, Mapping | str | os.PathLike):
            raise InvalidInput(InputError("build", quote(build), "a dict, the name of a file, a build code or a link"))
        document = build if isinstance(build, Mapping) else _read_file(os.fspath(build))
        whole = apply_whole_set({"game": self.slug, **document}, self._system)
        return self._system.read_in_context(whole, self._rulings)


@contextmanager
def _python_names() -> Iterator[None]:
    """Name arguments of Python in input errors, not options of the command line."""
    from companion.cli.reading import NAME_ONE

    try:
        yield
    except InvalidInput as error:
        raise InvalidInput(
            *(
                InputError(
                    {"-o": "path", "--what": "what", "--printer": "printer"}.get(one.where, one.where),
                    one.found,
                    "a file that can be written" if one.expected == NAME_ONE else one.expected,
                )
                for one in error.input_errors
            )
        ) from None


def _read_file(name: str) -> Mapping[str, Any]:
    # Loaded for a file: a document that is at hand needs none of it.
    from companion.cli import reading

    document, notes = reading.read_with_notes(name, reading.read_build_text(name))
    for note in notes:
        warnings.warn(note, stacklevel=4)
    return document


def _odds(prepared: PreparedResolver, exact: ExactOdds, weights: Mapping[ResultT, int]) -> Distribution[ResultT]:
    chances = {result: Fraction(weight, exact.total) for result, weight in weights.items()}
    figures = {measure.name: exact.measure(measure) for measure in prepared.measures}
    return Distribution(chances, figures, prepared.notes, exact.beyond)


def game(slug: str, *, rulings: Mapping[str, str] | None = None) -> Game:
    """Return a game by its name, such as `mechastellar`; InvalidInput lists the known ones.

    `rulings` are chosen by their ids, as `companion rules GAME` lists them.
    """
    if not isinstance(rulings, Mapping | None):
        raise InvalidInput(InputError("rulings", quote(rulings), "a dict of options by the ids of rulings"))
    return Game(find_game(slug), rulings or {})


def odds(dice: str) -> Distribution[Any]:
    """Return the exact odds of dice, such as `4d6kh3`: the chance of each total.

    A total is a whole number, or a Fraction where dice are divided; True and False where a total is compared. Dice with
    words on them have Outcomes in place of totals, and repeated ones the odds of one time. InvalidInput names the
    column that cannot be read, and says so where exact odds are too large to work out.
    """
    if not isinstance(dice, str):
        raise InvalidInput(InputError("dice", quote(dice), "text such as 4d6kh3"))
    prepared = prepare_expression(dice)
    exact = find_exact_odds(prepared)
    weights: dict[Any, int] = {}
    for outcome, weight in exact.outcomes:
        total = outcome.get("total", outcome.get("success"))
        weights[Outcome(outcome) if total is None else Fraction(total) if isinstance(total, str) else total] = weight
    return _odds(prepared, exact, weights)
