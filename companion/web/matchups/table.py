"""The table of a matchup on its page: rows as they are found, and the address of the roll behind each cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, groupby
from urllib.parse import urlencode

from flask import url_for

from companion.base.compat import cached_property
from companion.base.wording import amount, percent
from companion.gamekit.matchup import (
    AttackRow,
    CellFigure,
    Conclusion,
    MatchupAttack,
    MatchupCell,
    MatchupTarget,
    NextStep,
)
from companion.limits.budget import OverBudget
from companion.limits.heavy_slots import Busy
from companion.verbs.basis_answers import RestsOn
from companion.verbs.matchups import RunningMatchup
from companion.web.dice.input_words import pairing_query
from companion.web.dice.input_words import query_values as as_query
from companion.web.shared.aims import AIMED_AT, ATTACKER, TARGET

FEW = 80
"""The most cells that are worked out before the page is sent: the best attacks then stand above the table."""
FITTING = 24
"""The most cells that a phone shows without much scrolling; of more, a part can be chosen."""


@dataclass
class MatchupTable:
    """A matchup as its page shows it; `carried_pairs` are the keys that every roll's address takes along.

    Where its builds lie on a table, `table_link` leads there, and rolls are made at it; `table_seat` is the seat that
    is attacked.
    """

    running: RunningMatchup
    carried_pairs: list[tuple[str, str]]
    table_link: str = ""
    table_seat: str = ""
    trouble: str = ""
    """Why the rest of the rows is missing."""
    _roll_pages: dict[str, str] = field(default_factory=dict)
    _rows_found: list[AttackRow] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Work out a small matchup at once."""
        self.size = len(self.running.attacks) * len(self.running.targets)
        if self.is_small:
            list(self._finding())

    @property
    def notes(self) -> list[str]:
        """Return which circumstances change nothing."""
        return self.running.notes

    @property
    def is_small(self) -> bool:
        """Return whether all is worked out before the first row is shown."""
        return self.size <= FEW

    def cell_figures(self, cell: MatchupCell) -> list[tuple[str, str, str]]:
        """Return a cell's figures that apply, title, short title and text, the one that matters most first."""
        known = {**cell.figures, **cell.derived}
        there = [figure for figure in self.running.figures if figure.name in known]
        return [(f.title.lower(), (f.short or f.title).lower(), figure_text(f, known[f.name])) for f in there]

    @cached_property
    def carriers(self) -> tuple[bool, bool]:
        """Whether attacks, and whether targets, have more than one carrier, who is then named."""
        attacks = {attack.carrier for attack in self.running.attacks}
        return len(attacks) > 1, len({target.carrier for target in self.running.targets}) > 1

    @cached_property
    def parts(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """What the rows, and the columns, can be limited to: name in the address and title; none where all fit."""
        whole = len(self.running.all_attacks) * len(self.running.all_targets)
        if whole <= FITTING:
            return [], []
        return _parts(self.running.all_attacks), _parts(self.running.all_targets)

    def rows(self) -> Iterator[AttackRow]:
        """Yield the rows, each as soon as it is found."""
        return iter(self._rows_found) if self.is_small else self._finding()

    def _finding(self) -> Iterator[AttackRow]:
        try:
            for row in self.running.rows():
                self._rows_found.append(row)
                yield row
        except (OverBudget, Busy) as error:
            self.trouble = str(error)

    @cached_property
    def best(self) -> dict[str, list[tuple[AttackRow, MatchupCell]]]:
        """The best attacks on each target; ask when all rows are found."""
        return self.running.best_attacks(self._rows_found)

    @property
    def ranked_by(self) -> str:
        """Return by which figures the best attacks are the best, and how sure that is; ask when all rows are found."""
        told = self.running.ranked_by(self._rows_found)
        return f"{told['words']} {told['sure']}"

    @property
    def conclusions(self) -> tuple[Conclusion, ...]:
        """Return what follows from all rows; nothing where some are missing."""
        missing = self.trouble or self.running.attacker or self.running.target
        return () if missing else tuple(self.running.conclusions(self._rows_found))

    @property
    def next_steps(self) -> list[tuple[str, str]]:
        """Return where to go on from here, title and address."""
        found = self.running.matchup.next_steps(self.running.mine, self.running.theirs, self.running.conditions)
        return [(entry.title, self._address(entry)) for entry in found]

    def _address(self, entry: NextStep) -> str:
        query = [(name, text) for name, value in entry.inputs.items() for text in as_query(value)]
        here = url_for("analyses.view", slug=self.running.game.slug, name=entry.analysis)
        return f"{here}?{urlencode([*query, *self.carried_pairs])}"

    @property
    def rests_on(self) -> RestsOn:
        """Return what the rows found so far rest on."""
        return self.running.rests_on

    def roll(self, attack: MatchupAttack, cell: MatchupCell) -> str:
        """Return the address of the roll of a cell; at a table it says who attacks what with which weapon too."""
        query = [*pairing_query(cell.pairing), *self.carried_pairs]
        if self.table_link:
            said = ((ATTACKER, _full_title(attack)), (AIMED_AT, _full_title(cell.target)), (TARGET, self.table_seat))
            query += [pair for pair in said if pair[1]]
        return f"{self._roll_page(cell.pairing.resolver)}?{urlencode(query)}"

    def _roll_page(self, resolver: str) -> str:
        if resolver not in self._roll_pages:
            self._roll_pages[resolver] = self._new_roll_page(resolver)
        return self._roll_pages[resolver]

    def _new_roll_page(self, resolver: str) -> str:
        if self.table_link:
            return url_for("tables.roll", reference=self.table_link, name=resolver)
        return url_for("dice.odds", slug=self.running.game.slug, name=resolver)

    def counted_lines(self, row: AttackRow) -> list[tuple[str, str, str]]:
        """Return the dice modifiers of a row: words, rule and, if not all, the targets they apply to."""
        shots = [cell for cell in row.cells if not cell.pairing.why_not]
        where: dict[tuple[str, str], list[str]] = {}
        for cell in shots:
            for line in dict.fromkeys(cell.pairing.applied):
                where.setdefault(line, []).append(cell.target.title)
        return [
            (words, rule, "" if len(there) == len(shots) else ", ".join(dict.fromkeys(there)))
            for (words, rule), there in where.items()
        ]

    def runs(self, row: AttackRow) -> Iterator[list[MatchupCell]]:
        """Yield a row's cells; neighbours that lack an attack for the same reason are joined."""
        alone = count()
        for _, cells in groupby(row.cells, key=lambda cell: cell.pairing.why_not or next(alone)):
            yield list(cells)

    def not_counted_lines(self, row: AttackRow) -> list[str]:
        """Return the rules that a row does not take into account."""
        return list(dict.fromkeys(line for cell in row.cells for line in cell.pairing.not_counted))


def _parts(things: Sequence[MatchupAttack] | Sequence[MatchupTarget]) -> list[tuple[str, str]]:
    """Return carriers where there are several, else the things themselves."""
    carriers = list(dict.fromkeys(thing.carrier for thing in things if thing.carrier))
    return [(of, of) for of in carriers] if len(carriers) > 1 else [(thing.key, thing.title) for thing in things]


def _full_title(thing: MatchupAttack | MatchupTarget) -> str:
    """Return an attack or a target with its carrier: `Rail Gun (Iron Heron)`."""
    return f"{thing.title} ({thing.carrier})" if thing.carrier and thing.carrier != thing.title else thing.title


def figure_text(figure: CellFigure, value: Fraction) -> str:
    """Return a figure as it is shown."""
    return percent(value) if figure.kind == "chance" else amount(value)
