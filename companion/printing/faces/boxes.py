"""Boxes, faces, pieces and decks, in mm: x to the right and y down from the top left corner of the face or page.

Values only: `text` fits them, `sheets` place them, `pdf` and `svg` draw them. Inks are roles; `inks` gives their
colours for the game's accent and the chosen ink mode (full, saver, grey).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NewType

if TYPE_CHECKING:
    from companion.data.cards import Kind

Hue = NewType("Hue", str)
"""A colour that a player chose: make one with `inks.line_colour` or `inks.ground_colour`."""
Ink = Literal["ink", "soft", "faint", "wash", "paper", "blue", "accent", "tint"] | Hue
"""ink: black text; soft: secondary text; faint: hairlines; wash: the lightest ground; paper: white;
blue: the blueprint blue; accent: the game's colour; tint: a light ground of the accent."""

Weight = Literal["regular", "semibold", "bold"]
Align = Literal["left", "centre", "right"]
Across = Literal["top", "middle", "bottom"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke; `dash` gives on and off lengths in mm."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.2
    ink: Ink = "ink"
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`; `fill` or `stroke` may be None."""

    x: float
    y: float
    w: float
    h: float
    radius: float = 0
    fill: Ink | None = None
    stroke: Ink | None = "ink"
    width: float = 0.2
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about its centre."""

    x: float
    y: float
    r: float
    fill: Ink | None = None
    stroke: Ink | None = "ink"
    width: float = 0.2


@dataclass(frozen=True, slots=True)
class Path:
    """A path; each move is `("M", x, y)`, `("L", x, y)`, `("C", x1, y1, x2, y2, x, y)` or `("Z",)`."""

    moves: tuple[tuple[str | float, ...], ...]
    fill: Ink | None = None
    stroke: Ink | None = "ink"
    width: float = 0.2


def polygon(*points: Point, fill: Ink | None = None, stroke: Ink | None = "ink", width: float = 0.2) -> Path:
    """Return a closed path through the points."""
    (first, *rest) = points
    moves = (("M", *first), *(("L", *p) for p in rest), ("Z",))
    return Path(moves, fill, stroke, width)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawn mark on the unit square, placed at any size: dice symbols, icons.

    `label` is its text in listings and screen readers; `wide` is the share of its width that it takes in a line.
    """

    name: str
    label: str
    boxes: tuple["Box", ...]
    wide: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a box: wrapped, set smaller from `size` down to `least` points until they fit, else `DoesNotFit`.

    A token `{name}` in the text is an inline symbol, looked up in `symbols` and drawn on the line at the text's height.
    `what` names the box in errors and listings; lines are separated by `\\\\ `. Words are broken by the rules of
    `language` where the text would be too long or hard to read otherwise. `unknown` marks an empty text in the place of
    an unknown number: room to write on paper, a question mark on the screen. `family` is another typeface than the
    default; with `markup` the text has tags, see `text.markup`.
    """

    x: float
    y: float
    w: float
    h: float
    text: str
    size: float = 8
    least: float = 6.5
    weight: Weight = "regular"
    align: Align = "left"
    across: Across = "top"
    ink: Ink = "ink"
    leading: float = 1.2
    symbols: Mapping[str, Symbol] = field(default_factory=dict, hash=False)
    what: str = "text"
    language: str = "en"
    unknown: bool = False
    family: str = ""
    markup: bool = False


@dataclass(frozen=True, slots=True)
class PlacedSymbol:
    """A symbol at a place; `size` is its width and height in mm."""

    symbol: Symbol
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Group:
    """Boxes moved to (x, y), scaled, and turned clockwise by `angle` degrees about that point.

    A `window` (width and height before scaling) clips them.
    """

    boxes: tuple["Box", ...]
    x: float = 0
    y: float = 0
    angle: float = 0
    scale: float = 1
    window: Point | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in pixels that fills its box: `data` is a PNG or JPEG from `pictures.crop_to_window`.

    `label` is its text in listings and for screen readers.
    """

    x: float
    y: float
    w: float
    h: float
    data: bytes = field(repr=False)
    label: str = "picture"


Edge = Literal["mirror", "stretch", "none"]
"""The bleed past a card's picture: its mirror image, its outermost strip stretched, or nothing."""


@dataclass(frozen=True, eq=False)
class PictureFile:
    """A picture's file, read only when it is drawn: `read` returns its bytes.

    `turn` is the EXIF orientation, from 1 to 8; `wide` and `high` are the dots of the upright picture. `has_more` means
    that the file has further pictures, which are not printed. `bleed` is the share of the width and of the height that
    is bleed at each side, None where the file does not state its cut. `notes` say what differs from the drawing that it
    was made from, a sentence each. All uses of a file share one object, so that a
    document contains its bytes once.
    """

    name: str
    read: Callable[[], bytes] = field(repr=False)
    wide: int
    high: int
    turn: int = 1
    has_more: bool = False
    bleed: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A picture file that fills a card: placed at (x, y), w by h mm, covering the trim.

    Its bytes are printed as they are, unlike those of a `Picture`, which are made for its window. Outside the trim,
    from (0, 0) to `trim`, it shows only in the bleed, `bleed` mm wide; `edge` fills the bleed that the picture does not
    reach.
    """

    x: float
    y: float
    w: float
    h: float
    trim: Point
    file: PictureFile
    edge: Edge = "none"
    bleed: float = 0
    label: str = "picture"


Box = Line | Rect | Circle | Path | Text | PlacedSymbol | Picture | CardPicture | Group


@dataclass(frozen=True, slots=True)
class Format:
    """The trim size of a piece, in mm; layout refuses text less than `safe` mm from the trim.

    A hex has flat sides at the top and the bottom: `w` is from corner to corner, `h` from flat to flat. A `traced`
    piece is cut along the line on its face; its trim is the rectangle around that line, without marks.
    """

    name: str
    w: float
    h: float
    safe: float = 3
    shape: Literal["rect", "hex"] = "rect"
    traced: bool = False

    @property
    def outline(self) -> tuple[Point, ...]:
        """Return the corners of the trim, clockwise."""
        w, h = self.w, self.h
        if self.shape == "hex":
            return ((w / 4, 0), (w * 3 / 4, 0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0, h / 2))
        return ((0, 0), (w, 0), (w, h), (0, h))

    def outset(self, by: float) -> tuple[Point, ...]:
        """Return the corners of the trim with its sides moved outwards by `by` mm."""
        w, h = self.w, self.h
        if self.shape == "hex":
            larger = 1 + 2 * by / h
            return tuple(((x - w / 2) * larger + w / 2, (y - h / 2) * larger + h / 2) for x, y in self.outline)
        return ((-by, -by), (w + by, -by), (w + by, h + by), (-by, h + by))


POKER = Format("poker", 63, 88)
SQUARE_63 = Format("square 63 mm", 63, 63)


@dataclass(frozen=True)
class Face:
    """One printed side of a piece.

    Boxes may reach past the trim into the bleed; a filled rectangle that ends at the trim is extended into it. `window`
    is the place of its picture as x, y, width and height.
    """

    boxes: tuple[Box, ...]
    window: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Piece:
    """A card or a tile to cut out, with the number of its copies.

    `about` is one sentence for a gallery or a screen reader. `origin` is the origin of its card, None for a piece that
    is no card of a game: a counter, a marker, a custom card.
    """

    id: str
    name: str
    face: Face
    copies: int = 1
    back: Face | None = None
    about: str = ""
    origin: "Kind | None" = None


@dataclass(frozen=True)
class Deck:
    """Pieces of one format that are printed together; `title` becomes a bookmark.

    `pieces` may be any sequence; `lazy_pieces` makes thousands one at a time, as sheets need them.
    """

    title: str
    format: Format
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Area:
    """The part of a page that every printer reaches, in mm: whole pages are laid out in it."""

    w: float
    h: float


@dataclass(frozen=True)
class Pages:
    """Whole pages (references, sheets): `make` gives the boxes of each page for the area it gets.

    A `booklet` is printed landscape: `make` gives the front and the back of each sheet in turn, to be folded and
    stapled in the middle. With `for_screen` each page is half of the paper, as a page of a booklet is, and its headings
    become bookmarks.
    """

    title: str
    make: Callable[[Area], tuple[tuple[Box, ...], ...]]
    booklet: bool = False
    for_screen: bool = False


Part = Deck | Pages
"""A part of a print set."""
