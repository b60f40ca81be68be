"""Sheets that another option would save: a narrower margin, no bleed, no gap, another paper; each is really planned."""

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
"""The most pieces of a job that is planned again."""
_SECONDS = 0.5
"""Processor seconds after which no other option is tried."""
_OTHER_PAPER = {"a4": "letter", "letter": "a4", "a3": "tabloid", "tabloid": "a3"}
"""Papers that the same printers take."""


@dataclass(frozen=True, slots=True)
class SheetSaving:
    """How many sheets fewer a job takes with an option of another value, as a form has it."""

    papers: int
    option: str
    value: str
    words: str

    @property
    def query(self) -> dict[str, str]:
        """The option as an address has it."""
        return {self.option: self.value}

    @property
    def sentence(self) -> str:
        """How many sheets it saves, and by what."""
        return f"{plural(self.papers, 'sheet')} fewer {self.words}."


def find_savings(job: Job, parts: Iterable[Part]) -> tuple[SheetSaving, ...]:
    """Return what saves sheets of a whole job of these parts, the most first; a very large job is not planned again."""
    if job.options.pages or not 0 < job.pieces <= MOST_PIECES:
        return ()
    options = job.options
    chosen = selection.select(parts, options.only, options.copies, options.have)
    begun, found = thread_time(), []
    for option, value, words in _others(job):
        if thread_time() - begun > _SECONDS:
            break
        papers = _papers(job.title, chosen, options.model_copy(update={option: value}))
        if papers is not None and papers < job.papers:
            found.append(
                SheetSaving(job.papers - papers, option, f"{value:g}" if isinstance(value, float) else value, words)
            )
    return tuple(sorted(found, key=lambda saving: -saving.papers))


def _others(job: Job) -> Iterator[tuple[str, float | str, str]]:
    """Return other values of options, each with its words; a margin is not narrower than its printer leaves."""
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
    """Return how many sheets parts take; None where they cannot be printed so."""
    try:
        return layout.plan_job(Printout(title, parts), options).papers
    except OverBudget:
        raise
    except (InvalidInput, CannotPrint):
        return None
