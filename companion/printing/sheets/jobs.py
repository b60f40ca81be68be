"""The result of layout, read by everything that draws: sheets with pieces to cut, and the job of all sheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.printing.faces.boxes import Face, Format, Part, Piece
from companion.printing.sheets import registration
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.registration import Registration
from companion.printing.text.fitting import Drawn

ACCENT = "#1f3f77"
"""The colour of cards of no game."""
Side = Literal["front", "back"]
Duplex = Literal["long", "short", "no"]
"""How the printer turns a job's paper over: along its long or its short edge, or not at all."""


@dataclass(frozen=True, slots=True)
class Trim:
    """A piece on a sheet: its trim box in mm from the sheet's top left, and the fitted face drawn there.

    `behind` marks a back printed beside its front, to be folded behind it.
    """

    piece: Piece
    format: Format
    x: float
    y: float
    face: Face
    boxes: tuple[Drawn, ...]
    upside_down: bool = False
    bleed: float = 0
    behind: bool = False

    @property
    def w(self) -> float:
        """The trim's width."""
        return self.format.w

    @property
    def h(self) -> float:
        """The trim's height."""
        return self.format.h


@dataclass(frozen=True, slots=True)
class PrintedBuild:
    """What a print carries of the build that it is of, so that paper and file lead back to it."""

    document: str
    """The whole build in TOML: attached to the file, from which an import reads it."""
    statement: str
    """What it was checked with, short: at the foot of its sheets."""
    credit: str
    """Whose game it is, and its licence."""
    link: str = ""
    """The address that a QR code leads to; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Printout:
    """What is printed, before it is known on which paper: parts under a title, in the colour of their game."""

    title: str
    parts: Sequence[Part]
    accent: str = ACCENT
    author: str = ""
    """The game's designer, named where all cards are from the rulebook."""
    build: PrintedBuild | None = None


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper, in mm: pieces to cut, and what is drawn on the sheet itself.

    `parts` are the titles of the decks and whole pages on it. `cut_count` says how many straight cuts its front takes.
    `number` is that of its sheet of paper, counted from 1: a front and the back behind it share it.
    """

    w: float
    h: float
    title: str
    side: Side
    trims: tuple[Trim, ...]
    boxes: tuple[Drawn, ...]
    parts: tuple[str, ...] = ()
    number: int = 0
    cut_count: int = 0

    @property
    def blank(self) -> bool:
        """Whether nothing is printed on it: the back of a sheet without one, in a duplex job."""
        return not self.trims and not self.boxes

    @property
    def label(self) -> str:
        """Its page label in a PDF viewer: `2`, or `2 back`."""
        return f"{self.number} back" if self.side == "back" else f"{self.number}"

    @property
    def display_name(self) -> str:
        """Its name on the print page: `sheet 2`, or `sheet 2, back`."""
        return f"sheet {self.number}, back" if self.side == "back" else f"sheet {self.number}"


@dataclass(frozen=True)
class Job:
    """Everything that is printed from one file; its sheets may be made on demand, one at a time.

    In a duplex job every front is followed by its back, or by a blank side where it has none.
    """

    title: str
    sheets: Sequence[Sheet]
    accent: str
    options: PrintOptions
    papers: int
    """How many sheets of paper leave the printer: half of its sides in a duplex job, else as many as it has sides."""
    author: str = ""
    """The game's designer, where all of its cards are printed in the rulebook."""
    pieces: int = 0
    """How many pieces there are to cut."""
    cut_count: int = 0
    """How many straight cuts it takes, each through one sheet."""
    printer: Printer | None = None
    """The printer whose error is corrected; its sheets are all drawn upright, as they lie in the tray."""
    duplex: Duplex = "no"
    """How the printer turns the paper over; no where nothing has a back, whatever the options say."""
    notes: tuple[str, ...] = ()
    """Notes to show before printing: texts that are hard to read."""
    full_colour_sheets: Sequence[Sheet] | None = None
    """The same sheets in full colour, where the job saves ink: by them it tells how much."""
    build: PrintedBuild | None = None
    """The one build that it prints, if any."""

    @property
    def sides(self) -> str:
        """How to set the printer: on both sides, turned over which edge, or on one side."""
        return "on one side" if self.duplex == "no" else f"on both sides, turned over the {self.duplex} edge"

    @property
    def registration(self) -> Registration | None:
        """The settings to type into a desktop cutter's program, where there are pieces to cut."""
        return registration.cutter_settings(self.options) if self.pieces else None


SIDES_NAME = "CardSides"
"""What the properties of a PDF of single faces call the order of its pages."""
Sides = Literal["front", "front back", "back front"]
"""The sides of each card in a file of single faces: page by page, card after card."""
SIDES: tuple[Sides, ...] = ("front", "front back", "back front")


@dataclass(frozen=True, slots=True)
class Single:
    """A face on a page of its own: its trim in mm, what is drawn there, how far the page goes past the trim.

    `ends` is the bleed above and below where it is not that of the sides.
    """

    w: float
    h: float
    boxes: tuple[Drawn, ...]
    bleed: float = 0
    bookmark: str = ""
    ends: float | None = None

    @property
    def edges(self) -> tuple[float, float]:
        """How far the page goes past the trim: at each side, and above and below."""
        return self.bleed, self.bleed if self.ends is None else self.ends

    @property
    def page(self) -> tuple[float, float]:
        """The page's width and height in mm."""
        sides, ends = self.edges
        return self.w + 2 * sides, self.h + 2 * ends
