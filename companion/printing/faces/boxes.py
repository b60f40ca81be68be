"""What a sheet is made of, in millimetres: x to the right and y down from the top left corner of the face or page.

Values only: `layout` fits and places them, `pdf` and `svg` draw them.
Inks are roles; `pdf` turns them into colours for the game's accent and the chosen ink mode (full, saver, grey).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NewType

if TYPE_CHECKING:
    from companion.data.cards import Kind

Hue = NewType("Hue", str)
"""A colour that a player chose, `#rrggbb`; `inks` makes it, for lines and letters or for a ground."""
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
    """A rectangle, with rounded corners where `radius` says so; `fill` or `stroke` may be None."""

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
    """Strokes through points; each move is `("M", x, y)`, `("L", x, y)`, `("C", x1, y1, x2, y2, x, y)` or `("Z",)`."""

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

    `boxes` are drawn with 1 as the symbol's full width and height. `label` is its text in listings and screen readers.
    `wide` is how much of its width it takes in a line of text.
    """

    name: str
    label: str
    boxes: tuple["Box", ...]
    wide: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words in a box: wrapped, shrunk from `size` down to `least` points until they fit, else `DoesNotFit`.

    A token `{name}` in the text is an inline symbol, looked up in `symbols` and drawn on the line at the text's height.
    `what` names the box in errors and listings; lines are separated by `\\n`. Where it would not fit otherwise, or only
    too small to read with ease, words are broken as in `language`. `unknown` marks an empty text in the place
    of a number that nobody knows: room to write it in on paper, a question mark on the screen. `family` is a typeface
    other than the usual one; with `markup` the text has tags, see `text.markup`.
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

    With a `window`, its width and height before they are scaled, nothing past it is drawn.
    """

    boxes: tuple["Box", ...]
    x: float = 0
    y: float = 0
    angle: float = 0
    scale: float = 1
    window: Point | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in pixels that fills its box: `data` is a PNG or JPEG as `pictures.fitted` makes it.

    `label` is its text in listings and for screen readers.
    """

    x: float
    y: float
    w: float
    h: float
    data: bytes = field(repr=False)
    label: str = "picture"


Edge = Literal["mirror", "stretch", "none"]
"""What is printed past the edge of a card's picture: its mirror image, its outermost dots drawn out, or nothing."""


@dataclass(frozen=True, eq=False)
class PictureFile:
    """A picture's file as it is, read only when it is drawn: `read` returns its bytes, `wide` and `high` its dots.

    `turn` says as in EXIF, from 1 to 8, how the dots are turned or mirrored to be seen; `wide` and `high` are of the
    picture as it is seen. Every use of one file shares this object, so that its bytes are in a document once.
    `has_more` says that it is the first of several pictures in the file. `bleed` is the share of its width and of its
    height that is bleed at each side, None where the file does not say where it is cut.
    """

    name: str
    read: Callable[[], bytes] = field(repr=False)
    wide: int
    high: int
    turn: int = 1
    has_more: bool = False
    bleed: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A picture file that fills a card: placed at (x, y), w by h mm, covering the trim.

    Not a `Picture`, whose bytes were made for its window: this one's are printed as they are. What lies outside of the
    trim, from (0, 0) to `trim`, shows only in the bleed, `bleed` mm wide; where the picture ends before it, `edge` says
    what is there.
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
    """The trim size of a piece, in mm; text keeps `safe` mm from the trim, or layout refuses it.

    A hex lies with two flat sides above and below: `w` goes from corner to corner, `h` from flat to flat. A `traced`
    piece is cut along the line that its face draws; its trim is the rectangle around that line, without marks.
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

    def past(self, by: float) -> tuple[Point, ...]:
        """Return the corners of the trim moved outwards, so that its sides are `by` mm further out."""
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

    Whatever is drawn past the trim is bleed; a filled rectangle that ends at the trim is extended into the bleed.
    `window` is the part that its picture is in, as x, y, width and height, where it has one.
    """

    boxes: tuple[Box, ...]
    window: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Piece:
    """Something to cut out: a card or a tile, with how many of it a print set holds.

    `about` is one sentence for a gallery or a screen reader. `origin` says where its card comes from, None where it is
    no card of a game: a counter, a marker, a custom card.
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

    `pieces` may be any sequence, so that thousands can be made one at a time as sheets need them.
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

    A `booklet` lies across: `make` gives the front and the back of each sheet in turn, to be folded at their middle and
    stapled there.
    """

    title: str
    make: Callable[[Area], tuple[tuple[Box, ...], ...]]
    booklet: bool = False


Part = Deck | Pages
"""What a print set is made of."""
