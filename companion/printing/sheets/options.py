"""The options of a print, declared once; pages, command line and schema are made from them. Lengths are mm.

A sheet's layout depends on `SheetOptions`, a piece's face on `PieceOptions`; `PrintOptions` has both.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from companion.base.findings import InputError, InvalidInput
from companion.data.documents import Record
from companion.printing.faces.inks import InkMode
from companion.printing.faces.packing import STOCK, Packing, Sleeves
from companion.printing.sheets import papers, printer_settings, selection
from companion.printing.sheets.option_fields import ShownField, as_validator
from companion.printing.sheets.papers import MARGIN, Paper
from companion.printing.sheets.printer_settings import Out

Backs = Literal["long", "short", "fold", "no"]
"""Duplex, turned over the long or the short edge; beside their fronts, to fold and glue; or no backs."""
Lines = Literal["marks", "crosses", "hairlines", "dots", "none"]
"""Guides to cut by: marks away from the trims, crosses at their corners, thin or dotted lines along them, or none."""
Guides = Literal["both", "fronts", "backs"]
"""The sides with guides to cut by; lines along a cut are on one side only, on the front except for `backs`."""
BleedOn = Literal["all", "outside"]
"""The edges with bleed: of every piece, or only those that no other piece lies beside."""
PrintedSides = Literal["both", "fronts", "backs"]
"""The sides in the file: all, or those of one side of the paper, in the order of the sheets."""
Feed = Literal["", "one", "two", "mixed"]
"""The order of sides: in one file; fronts, then backs; or both sides only for sheets with backs. Empty: as the chosen
printer needs."""
Unknown = Literal["house", "blank"]
"""Numbers that a rulebook does not give: house numbers, marked as house, or a blank to write in."""

FOOT, QR_FOOT = 8.0, 23.0
"""Depth of the strip with the check ruler and the foot line, without and with a QR code."""
REGISTER = 10.0
"""Distance of registration marks (Silhouette, Type 1) from a sheet's edges: the least that Silhouette Studio takes."""
REGISTER_CLEAR, REGISTER_FIELD = 6.0, 10.0
"""The distance of pieces from the marks' edge and from the corner of the square: 5 mm of white around it."""
MOST_BLEED, MOST_GAP, MOST_CORNERS, MOST_FOLD_GAP = 3.0, 30.0, 10.0, 30.0
SHORTEST_MARK, LONGEST_MARK = 1.0, 20.0
FOLD_GAP = 5.0
"""The default distance from a fold to the bleed beside it, usual in print-and-play games."""
THINNEST, THICKEST = 0.1, 0.5
LONGEST_LIST = 12_000
"""The most characters of a list of pieces given as text."""
_ROOM = 20.0
"""The least room that margins leave for a piece."""


def _widest(w: float, h: float) -> float:
    """Return the widest margin on a paper of that size."""
    return (min(w, h) - FOOT - _ROOM) // 2


def _check_margin(margin_and_paper: tuple[float, Paper]) -> None:
    margin, paper = margin_and_paper
    most = _widest(paper.w, paper.h)
    if margin > most:
        wanted = f"0 to {most:g} mm, so that {paper.title} keeps room for a piece"
        raise InvalidInput(InputError("margin", f"{margin:g} mm", wanted))


def _read_names(value: object) -> object:
    """Return the names in a text, one per line; a list is returned unchanged."""
    if not isinstance(value, str):
        return value
    return tuple(name for line in _refuse_long("only", value).splitlines() if (name := line.strip()))


def _read_counts(value: object) -> object:
    """Return the counts in a text, one per line; a table is returned unchanged."""
    return selection.read_piece_list(_refuse_long("have", value)) if isinstance(value, str) else value


def _refuse_long(where: str, text: str) -> str:
    if len(text) > LONGEST_LIST:
        raise InvalidInput(InputError(where, f"{len(text):,} characters", f"at most {LONGEST_LIST:,} characters"))
    return text


def validator_from(read: Any) -> AfterValidator:
    """Return a validator that leaves a text unchanged if `read` can read it."""
    return AfterValidator(lambda text: (as_validator(read)(text), text)[1])


_INKS = ShownField(values=(("full", "Full colour"), ("saver", "Ink saver: lines on white, no areas"), ("grey", "Grey")))
_BACKS = ShownField(
    values=(
        ("long", "Duplex, turned over the long edge"),
        ("short", "Duplex, turned over the short edge"),
        ("fold", "Beside the fronts: fold and glue"),
        ("no", "Fronts only"),
    )
)
_FEED = ShownField(
    values=(
        ("", "Yes, unless its habits say otherwise"),
        ("one", "Yes: one file"),
        ("mixed", "Yes, but only where there is a back"),
        ("two", "No: first the fronts, then the backs"),
    )
)
_OUT = ShownField(values=(("", "As the chosen printer does; otherwise face down"), *printer_settings.OUT.values[1:]))
_LINES = ShownField(
    values=(
        ("marks", "Marks around the pieces"),
        ("crosses", "Crosses at their corners"),
        ("hairlines", "Thin lines along them"),
        ("dots", "Dotted lines along them"),
        ("none", "Nothing"),
    )
)
_GUIDES = ShownField(
    values=(
        ("both", "Fronts and backs"),
        ("fronts", "Fronts only"),
        ("backs", "Backs only: cut with the back up"),
    )
)
_BLEED_ON = ShownField(
    values=(
        ("all", "Every edge"),
        ("outside", "Only edges without a neighbour: touching pieces have none between them"),
    )
)
_SIDES = ShownField(values=(("both", "Both"), ("fronts", "Fronts only"), ("backs", "Backs only, in the same order")))
_UNKNOWN = ShownField(values=(("house", "House numbers, marked as house"), ("blank", "Blank, to write in")))
_SKIP_BAD = ShownField(values=(("no", "Say which, and print nothing"), ("yes", "Print the rest without them")))
_SHARE = ShownField(values=(("yes", "Where that saves paper"), ("no", "Never: each deck by itself")))
_REGISTER = ShownField(values=(("no", "None"), ("yes", "Silhouette, Type 1")))
_QR = ShownField(values=(("no", "None"), ("yes", "At the foot of each sheet")))
_SLEEVES = ShownField(
    values=(
        ("none", "None"),
        ("thin", "Thin (penny) sleeves"),
        ("standard", "Standard sleeves, 66 × 91 mm for poker cards"),
        ("double", "Double sleeves"),
    )
)
_PAPERS = ShownField(values=tuple((paper.name, paper.title) for paper in papers.PAPERS))
_MM = ShownField("mm")
_FINE_MM = ShownField("mm", step=0.05)
_OTHER_SIZE = "or a size: 210x330, 8.5x13in"


class PieceOptions(Record):
    """The options for the choice of pieces and the look of their faces, for paper and for files."""

    ink: Annotated[InkMode, _INKS] = Field(
        "full", title="Ink", description="Ink saver: lines on white in place of areas, pictures light."
    )
    unknown: Annotated[Unknown, _UNKNOWN] = Field(
        "house", title="Numbers the rulebook does not give", description="Numbers that the rulebook does not give."
    )
    only: Annotated[tuple[str, ...], BeforeValidator(as_validator(_read_names))] = Field(
        (),
        title="Only these pieces, one name per line",
        description="Some pieces, by name; 3 Hammer for exactly three.",
    )
    skip_bad: Annotated[bool, _SKIP_BAD] = Field(
        False,
        title="Pieces that cannot be printed",
        description="Leave out pieces that cannot be printed, and say which.",
    )


class SheetOptions(Record):
    """The options for the layout of sheets: paper, backs, cutting.

    `gap` is the distance between trims: at 0 each straight cut separates two pieces. `bleed` adds twice its own size to
    that distance.
    """

    model_config = ConfigDict(allow_inf_nan=False)

    paper: Annotated[str, validator_from(papers.find_paper), _PAPERS] = Field(
        "a4",
        max_length=40,
        title="Paper",
        description=f"{', '.join(paper.name for paper in papers.PAPERS)}, {_OTHER_SIZE}.",
    )
    backs: Annotated[Backs, _BACKS] = Field(
        "long",
        title="Backs",
        description="Duplex over the long or the short edge, or backs beside their fronts to fold and glue.",
    )
    gap: Annotated[float, _MM] = Field(
        0,
        ge=0,
        le=MOST_GAP,
        title="Gap between pieces",
        description="mm between pieces; 0: one straight cut separates two.",
    )
    gap_down: Annotated[float | None, _MM] = Field(
        None,
        ge=0,
        le=MOST_GAP,
        title="Gap between rows",
        description="mm between rows of pieces; without it the same as between columns.",
    )
    bleed: Annotated[float, _MM] = Field(
        0, ge=0, le=MOST_BLEED, title="Bleed", description="mm of background past the trim."
    )
    back_bleed: Annotated[float | None, _MM] = Field(
        None,
        ge=0,
        le=MOST_BLEED,
        title="Bleed of the backs' pages",
        description="mm of bleed on the pages of backs; without it the same as on those of fronts.",
    )
    bleed_on: Annotated[BleedOn, _BLEED_ON] = Field(
        "all",
        title="Bleed on",
        description="Bleed on every edge, or only outside: none between pieces that touch, so that it takes no gap.",
    )
    lines: Annotated[Lines, _LINES] = Field(
        "marks", title="Cut by", description="Marks, crosses or lines to cut by; crosses need 1 mm between two bleeds."
    )
    guides: Annotated[Guides, _GUIDES] = Field(
        "both", title="Guides on", description="Sides with guides to cut by; lines along a cut are on one side only."
    )
    line_width: Annotated[float | None, _FINE_MM] = Field(
        None,
        ge=THINNEST,
        le=THICKEST,
        title="Width of guides",
        description="mm; without it marks are 0.25 wide, dots and corner guides 0.2, thin lines 0.1.",
    )
    mark_length: Annotated[float | None, _MM] = Field(
        None,
        ge=SHORTEST_MARK,
        le=LONGEST_MARK,
        title="Length of marks",
        description="mm at most; without it marks are up to 4 long, the arms of crosses 2.",
    )
    corners: Annotated[float, _MM] = Field(
        0, ge=0, le=MOST_CORNERS, title="Corner guides, radius", description="Radius of corner guides in mm; 0: none."
    )
    fold_gap: Annotated[float, _MM] = Field(
        FOLD_GAP,
        ge=0,
        le=MOST_FOLD_GAP,
        title="From the fold to the pieces",
        description="mm from a fold to the bleed on both sides of it.",
    )
    margin: Annotated[float, _MM] = Field(
        MARGIN,
        ge=0,
        le=_widest(papers.MOST, papers.MOST),
        title="Margin your printer leaves",
        description="mm at the edges that your printer cannot reach.",
    )
    share: Annotated[bool, _SHARE] = Field(
        True, title="Decks share sheets", description="Decks share sheets where that saves paper, or never."
    )
    register_marks: Annotated[bool, _REGISTER] = Field(
        False,
        title="Registration marks for desktop cutters",
        description="Registration marks for desktop cutters (Silhouette, Type 1).",
    )
    skip: Annotated[str, validator_from(selection.read_places)] = Field(
        "",
        max_length=200,
        title="Places to leave empty on each sheet: 1, 9, or marks",
        description="Places without a piece on each sheet, from 1 at the top left; marks: only those that a"
        " registration mark is too near to, so that more pieces fit.",
    )

    qr: Annotated[bool, _QR] = Field(
        False,
        title="QR code of the build",
        description="A QR code at the foot of each sheet: of the build's view link, or of its build code without one.",
    )

    @field_validator("margin")
    @classmethod
    def _leaves_room(cls, margin: float, info: ValidationInfo) -> float:
        """Refuse a margin that leaves no room for a piece on its paper."""
        if "paper" in info.data:
            as_validator(_check_margin)((margin, papers.find_paper(info.data["paper"])))
        return margin

    @property
    def size(self) -> Paper:
        """The paper."""
        return papers.find_paper(self.paper)

    @property
    def most_bleed(self) -> float:
        """The larger of the bleeds of fronts and backs: sheets keep room for it."""
        return max(self.bleed, self.back_bleed or 0)

    @property
    def spacing(self) -> tuple[float, float]:
        """The distances between two trims: beside each other, and below each other."""
        down = self.gap if self.gap_down is None else self.gap_down
        between = 0 if self.bleed_on == "outside" else 2 * self.bleed
        return max(self.gap, between), max(down, between)

    @property
    def fold_spacing(self) -> float:
        """The distance between two trims with a fold between them."""
        return max(*self.spacing, 2 * (self.bleed + self.fold_gap))

    @property
    def keep(self) -> float:
        """The distance of pieces from the edges of the sheet."""
        if not self.register_marks:
            return self.margin
        return self.register_at + (0 if self.skips_marks else REGISTER_CLEAR)

    @property
    def skips_marks(self) -> bool:
        """Whether pieces fill the cutter's area, and the places beside registration marks are left empty."""
        return self.register_marks and selection.read_places(self.skip)[1]

    @property
    def register_at(self) -> float:
        """The distance of registration marks from the sheet's edges: inside the printable area."""
        return max(REGISTER, self.margin)

    @property
    def field(self) -> float:
        """The side of the square at a corner of the sheet that is kept free for the registration mark there."""
        return self.register_at + REGISTER_FIELD

    @property
    def edges(self) -> tuple[tuple[float, float], ...]:
        """Alternative distances from the sides and from top and bottom; each keeps pieces off the square mark."""
        if self.register_marks and not self.skips_marks:
            return ((self.field, self.keep), (self.keep, self.field))
        return ((self.keep, self.keep),)

    @property
    def rooms(self) -> tuple[tuple[float, float], ...]:
        """The largest width and height of a piece on a sheet, for each orientation, with the ruler below."""
        paper = self.size
        return tuple(
            (w - 2 * across, h - down - max(self.foot_keep, down))
            for w, h in ((paper.h, paper.w), (paper.w, paper.h))
            for across, down in self.edges
        )

    @property
    def foot_at(self) -> float:
        """The distance of the foot strip from the sheet's edge."""
        return max(MARGIN, self.margin) if self.register_marks else self.margin

    @property
    def foot(self) -> float:
        """The depth of the foot strip."""
        return QR_FOOT if self.qr else FOOT

    @property
    def foot_keep(self) -> float:
        """The distance of pieces from the edge with the foot strip."""
        return max(self.keep, self.foot_at + self.foot)


class FeedOptions(Record):
    """The way of the paper through the printer; empty options follow the chosen printer's settings."""

    feed: Annotated[Feed, _FEED] = Field(
        "",
        title="Does your printer print both sides by itself?",
        description="One file; fronts, then backs (two); or both sides only where there are backs (mixed).",
    )
    out: Annotated[Out, _OUT] = Field(
        "",
        title="If not: which way do sheets come out?",
        description="How sheets come out, and whether the stack is turned over to print its blank sides.",
    )
    sides: Annotated[PrintedSides, _SIDES] = Field(
        "both",
        title="Sides in the file",
        description="All sides, or a file of the fronts or of the backs: page for page the same sheets.",
    )
    start: Annotated[str, validator_from(selection.read_resume_point)] = Field(
        "",
        max_length=20,
        title="Resume after a jam, from sheet",
        description="Go on after a jam: the sheet it stopped at, 7 or 7 back.",
    )


class PrintOptions(PieceOptions, SheetOptions, FeedOptions):
    """All options of a print; the printer is a name, because each browser and each machine has its own list.

    `pages` selects sheets of paper by number, as `1-3, 7`, each with its back; `have` lists pieces that are already
    printed.
    """

    copies: int = Field(
        1,
        ge=1,
        le=selection.MOST_COPIES,
        title="Copies of the whole set",
        description="Copies of the whole set.",
    )
    have: Annotated[dict[str, int], BeforeValidator(as_validator(_read_counts))] = Field(
        default_factory=dict,
        title="Printed already, one per line",
        description="Pieces already printed, one per line (3 Hammer): print the others.",
    )
    pages: Annotated[str, validator_from(selection.read_sheet_ranges)] = Field(
        "",
        max_length=200,
        title="Only these sheets, with their backs: 1-3, 7",
        description="Only these sheets of paper, by number, with both sides.",
    )
    sleeves: Annotated[Sleeves, _SLEEVES] = Field(
        "none", title="Sleeves of your cards", description="Sleeves that boxes leave room for."
    )
    stock: Annotated[float, ShownField("mm", step=0.01)] = Field(
        STOCK,
        ge=0.05,
        le=1,
        title="Thickness of your cards",
        description="mm of one card without its sleeve: how deep boxes are.",
    )
    printer: str = Field(
        "", max_length=40, title="Printer", description="Correct the error of a printer saved with `calibrate`."
    )

    @property
    def packing(self) -> Packing:
        """The measures for boxes: the player's cards, sleeves and paper."""
        return Packing(self.sleeves, self.stock, self.rooms)
