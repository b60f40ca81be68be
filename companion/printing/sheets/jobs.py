"""Jobs: the sheets that layout plans and everything that draws reads, with the pieces to cut on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.printing.faces.boxes import Face, Format, Part, Piece
from companion.printing.sheets import registration
from companion.printing.sheets.blocks import Sides as FourSides
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.registration import Registration
from companion.printing.text.fitting import Drawn

ACCENT = "#1f3f77"
"""The colour for custom cards, which belong to no game."""
Side = Literal["front", "back"]
Duplex = Literal["long", "short", "no"]
"""The edge over which the printer turns a job's paper, or no for one-sided printing."""


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
    limits: FourSides | None = None
    """The most bleed towards each side of the sheet, where neighbours leave less than `bleed`; None if none does."""

    @property
    def window(self) -> FourSides | None:
        """The left, top, right and bottom of the trim with what bleed its neighbours leave it; None: all its bleed."""
        if self.limits is None:
            return None
        left, top, right, bottom = (min(self.bleed, limit) for limit in self.limits)
        return self.x - left, self.y - top, self.x + self.w + right, self.y + self.h + bottom

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
    """The build of a print, as its file and its sheets carry it."""

    document: str
    """The whole build in TOML, attached to the file; an import reads it from there."""
    statement: str
    """The packs and rulings that it was checked with, in short, for the foot of its sheets."""
    credit: str
    """The owner of the game, and its licence."""
    qr_text: str = ""
    """The text of a QR code: the address of the build, or its build code; empty where it has neither that fits."""
    names: tuple[str, ...] = ()
    """Its title and the names in it that sheets show."""


@dataclass(frozen=True, slots=True)
class Printout:
    """The contents of a print, for any paper: parts under a title, in the colour of their game."""

    title: str
    parts: Sequence[Part]
    accent: str = ACCENT
    author: str = ""
    """The game's designer, named if all cards are printed in the rulebook."""
    build: PrintedBuild | None = None


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper, in mm: pieces to cut, and `boxes` drawn on the sheet itself.

    `parts` are the titles of the decks and whole pages on it. `cut_count` is the number of straight cuts of its front.
    `number` counts sheets of paper from 1; a front and its back share it.
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
    headings: tuple[str, ...] = ()
    """The titles of chapters on it that become bookmarks, below that of their part."""

    @property
    def blank(self) -> bool:
        """Whether it is empty: the blank side behind a front without a back, in a duplex job."""
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
    """All sheets printed from one file; they may be made on demand, one at a time.

    In a duplex job every front is followed by its back, or else by a blank side.
    """

    title: str
    sheets: Sequence[Sheet]
    accent: str
    options: PrintOptions
    papers: int
    """The number of sheets of paper: half of the sides in a duplex job, else equal to the sides."""
    author: str = ""
    """The game's designer, if all cards are printed in the rulebook; else empty."""
    pieces: int = 0
    """The number of pieces to cut."""
    cut_count: int = 0
    """The number of straight cuts, each through one sheet."""
    printer: Printer | None = None
    """The printer whose error is corrected; all its sheets are drawn upright, as they are in the tray."""
    duplex: Duplex = "no"
    """The edge to turn the paper over; no for a job without any back, whatever the options say."""
    notes: tuple[str, ...] = ()
    """Sentences to show before printing, such as texts that are hard to read."""
    full_colour_sheets: Sequence[Sheet] | None = None
    """The same sheets in full colour, for a job in ink saver: the ink that it saves is measured by them."""
    build: PrintedBuild | None = None
    """The build that it prints, if any."""

    @property
    def sides(self) -> str:
        """The printer's setting in words: on one side, or on both sides and the edge to turn over."""
        return "on one side" if self.duplex == "no" else f"on both sides, turned over the {self.duplex} edge"

    @property
    def registration(self) -> Registration | None:
        """The settings to type into a desktop cutter's program; None without pieces or marks."""
        return registration.cutter_settings(self.options) if self.pieces else None


SIDES_NAME = "CardSides"
"""The name of the property for the order of pages in a PDF of single faces."""
Sides = Literal["front", "front back", "back front"]
"""The sides of each card in a file of single faces: page by page, card after card."""
SIDES: tuple[Sides, ...] = ("front", "front back", "back front")


@dataclass(frozen=True, slots=True)
class SingleFace:
    """A face on a page of its own: its trim in mm, its boxes, and the bleed of the page around the trim.

    `ends` is the bleed above and below if it differs from that of the sides.
    """

    w: float
    h: float
    boxes: tuple[Drawn, ...]
    bleed: float = 0
    bookmark: str = ""
    ends: float | None = None

    @property
    def edges(self) -> tuple[float, float]:
        """The bleed in mm: at the sides, and above and below."""
        return self.bleed, self.bleed if self.ends is None else self.ends

    @property
    def page(self) -> tuple[float, float]:
        """The page's width and height in mm."""
        sides, ends = self.edges
        return self.w + 2 * sides, self.h + 2 * ends
