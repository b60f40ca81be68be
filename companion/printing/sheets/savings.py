"""Options that would save sheets: a narrower margin, no bleed, no gap, another paper; each is actually planned."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import thread_time

from companion.base.findings import InvalidInput
from companion.base.wording import plural
from companion.limits.budget import OverBudget
from companion.printing.faces.boxes import Part
from companion.printing.sheets import layout, selection
from companion.printing.sheets.jobs import Job, Printout
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fonts import CannotPrint

NARROW = 3.0
"""A margin that many printers reach, in mm."""
MOST_PIECES = 1000
"""The most pieces of a job that is planned again with other options."""
_SECONDS = 0.5
"""Processor seconds after which no other option is tried."""
_OTHER_PAPER = {"a4": "letter", "letter": "a4", "a3": "tabloid", "tabloid": "a3"}
"""Papers of about the same size."""


@dataclass(frozen=True, slots=True)
class SheetSaving:
    """The sheets that a job saves with another value of an option; `value` is as in a form."""

    papers: int
    option: str
    value: str
    words: str

    @property
    def query(self) -> dict[str, str]:
        """The option as a query of an address."""
        return {self.option: self.value}

    @property
    def sentence(self) -> str:
        """The number of sheets and the change that saves them."""
        return f"{plural(self.papers, 'sheet')} fewer {self.words}."


def find_savings(job: Job, parts: Iterable[Part]) -> tuple[SheetSaving, ...]:
    """Return the options that save sheets of a whole job, the most first; a very large job is not planned again."""
    if job.options.pages or not 0 < job.pieces <= MOST_PIECES:
        return ()
    options = job.options
    chosen = selection.select(parts, options.only, options.copies, options.have)
    start, savings = thread_time(), []
    for option, value, words in _others(job):
        if thread_time() - start > _SECONDS:
            break
        papers = _papers(job.title, chosen, options.model_copy(update={option: value}))
        if papers is not None and papers < job.papers:
            savings.append(
                SheetSaving(job.papers - papers, option, f"{value:g}" if isinstance(value, float) else value, words)
            )
    return tuple(sorted(savings, key=lambda saving: -saving.papers))


def _others(job: Job) -> Iterator[tuple[str, float | str, str]]:
    """Yield other values of options, each with its words; a margin is not narrower than its printer needs."""
    options = job.options
    if options.margin > NARROW and not (job.printer and job.printer.habits.is_known):
        yield "margin", NARROW, f"with a margin of {NARROW:g} mm, if your printer reaches that far"
    if options.bleed:
        yield "bleed", 0.0, "without bleed"
    if options.gap:
        yield "gap", 0.0, "without a gap between pieces"
    if options.paper in _OTHER_PAPER:
        yield (
            "paper",
            (other := _OTHER_PAPER[options.paper]),
            f"on {options.model_copy(update={'paper': other}).size.title}",
        )


def _papers(title: str, parts: Sequence[Part], options: PrintOptions) -> int | None:
    """Return the number of sheets; None if the parts cannot be printed with these options."""
    try:
        return layout.plan_job(Printout(title, parts), options).papers
    except OverBudget:
        raise
    except (InvalidInput, CannotPrint):
        return None
