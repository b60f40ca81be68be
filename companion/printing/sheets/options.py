"""What a player wishes printed, as the page and the command line both say it; and the job made of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.printing.faces.boxes import Part
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import bleeding, layout, papers, selection
from companion.printing.sheets.papers import MARGIN
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.selection import Selection
from companion.printing.sheets.setup import Flip, Lines, Setup
from companion.printing.text import fonts


@dataclass(frozen=True)
class Wish:
    """Paper, ink, backs, cutting, and what of the print sets; lengths in mm.

    `pages` picks sheets of paper by number, as `1-3, 7`, each with its back; `have` is what stands printed already.
    """

    paper: str = "a4"
    ink: InkMode = "full"
    backs: Flip = "long"
    gap: float = 0
    bleed: float = 0
    lines: Lines = "marks"
    corners: float = 0
    margin: float = MARGIN
    share: bool = True
    register: bool = False
    only: tuple[str, ...] = ()
    copies: int = 1
    have: Mapping[str, int] = field(default_factory=dict)
    pages: str = ""
    printer: Printer | None = None

    @property
    def setup(self) -> Setup:
        """Return how sheets are made up; InvalidInput where that cannot be."""
        return Setup(
            papers.paper(self.paper),
            self.backs,
            self.gap,
            self.bleed,
            self.lines,
            self.corners,
            self.margin,
            self.share,
            self.register,
        ).checked()

    def job(self, title: str, parts: Iterable[Part], accent: str, author: str) -> layout.Job:
        """Return the job, its sheets made as they are asked for.

        Raises InvalidInput for a wish that cannot be, DoesNotFit and Unprintable for text that cannot be set.
        """
        setup = self.setup
        ranges = selection.pages(self.pages)
        chosen = selection.select(parts, Selection(self.only, self.copies, self.have))
        notes = (*layout.check(chosen, setup), *bleeding.notes(chosen, setup.bleed, setup.flip != "no"))
        job = layout.planned(
            fonts.printable(title), chosen, setup, accent, self.ink, author=author, ranges=ranges, printer=self.printer
        )
        return replace(job, notes=notes)
