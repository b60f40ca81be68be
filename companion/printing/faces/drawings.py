"""Drawings from SVG files: shapes in the eight inks and named joints; anything else is refused by its element's name.

`docs/drawings.md` lists the elements that are read. Shipped drawings are read once; coordinates are millimetres.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, isfinite, radians, sin
from typing import TYPE_CHECKING, NoReturn

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.faces.boxes import Circle, Ink, Line, Path, Point, Rect
from companion.printing.faces.inks import palette
from companion.printing.faces.placing import (
    IDENTITY,
    Shape,
    Step,
    Transform,
    combine_transforms,
    move_point,
    scale_strokes,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ACCENT = "#b3261e"
"""The colour in files for the game's accent; its light ground is the colour for the tint."""
INKS: Mapping[str, Ink] = {colour: ink for ink, colour in palette(ACCENT, "full").items()}
MOST_BYTES = 200_000
DEEPEST = 20
_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = ("path", "line", "circle", "rect")
_SILENT = ("title", "desc", "metadata")
_GEOMETRY = frozenset(("d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height"))
_INHERITED = {"fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-dasharray": "none"}
_WITHOUT_EFFECT = frozenset(
    ("id", "style", "version", "viewBox", "transform", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit")
)
_OPAQUE = frozenset(("opacity", "fill-opacity", "stroke-opacity"))
_PATH_LETTERS = re.compile(r"\s*[Mm][MmZzLlHhVvCcSsAaeE0-9+\-.,\s]*")
_PEN_MOVES = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}


@dataclass(frozen=True, slots=True)
class Artwork:
    """A drawing: its shapes, back to front, and its joints by name."""

    boxes: tuple[Shape, ...]
    joints: Mapping[str, Point]


@lru_cache(maxsize=1024)
def load_shipped(folder: str, name: str) -> Artwork:
    """Return the drawing `card_data/<folder>/art/<name>.svg`."""
    return read_drawing((paths.CARD_DATA / folder / "art" / f"{name}.svg").read_text("utf-8"), f"{name}.svg")


@lru_cache(maxsize=64)
def names(folder: str, kind: str) -> frozenset[str]:
    """Return the names of the drawings in `card_data/<folder>/art/<kind>`."""
    return frozenset(file.stem for file in (paths.CARD_DATA / folder / "art" / kind).glob("*.svg"))


def read_drawing(text: str, name: str) -> Artwork:
    """Return the drawing in an SVG file; InvalidInput names the file and the refused element."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    if len(text) > MOST_BYTES:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"a drawing of at most {MOST_BYTES:,}"))
    try:
        root = fromstring(text, forbid_dtd=True)
    except DefusedXmlException:
        raise InvalidInput(InputError(name, "a document type or an entity", "a drawing without them")) from None
    except (ParseError, ValueError) as error:
        raise InvalidInput(InputError(name, f"what is not XML ({error})", "an SVG file")) from None
    reader = _Reader(name)
    if root.tag != f"{_SVG}svg":
        reader.refuse(root, "", "svg as the outermost element")
    reader.walk(root, _INHERITED, IDENTITY, 0)
    return Artwork(tuple(reader.shapes), reader.joints)


class _Reader:
    """A walk over a file's elements: the shapes and joints so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shapes: list[Shape] = []
        self.joints: dict[str, Point] = {}

    def refuse(self, element: "Element", fault: str, expected: str) -> NoReturn:
        """Raise InvalidInput that names an element."""
        tag, id_ = element.tag.removeprefix(_SVG), element.get("id")
        where = f"<{tag} id={quote(id_)}>" if id_ else f"<{tag}>"
        raise InvalidInput(InputError(self.name, f"{fault} in {where}" if fault else where, expected))

    def walk(self, element: "Element", outer: Mapping[str, str], by: Transform, depth: int) -> None:
        """Read an element and all in it, within the looks and the transform of its parent."""
        kind = element.tag.removeprefix(_SVG)
        if kind.startswith("{") or kind in _SILENT or (kind == "defs" and not len(element)):
            return
        if depth > DEEPEST:
            self.refuse(element, "", f"at most {DEEPEST} groups in each other")
        if kind not in (*_SHAPES, "g") and (kind != "svg" or depth):
            self.refuse(element, "", f"only g, {', '.join(_SHAPES)}")
        looks = {**outer, **self._looks(element)}
        by = self._transform(element, by)
        if kind in ("g", "svg"):
            for inner in element:
                self.walk(inner, looks, by, depth + 1)
        elif element.get("id", "").startswith("joint-"):
            self._joint(element, kind, by)
        else:
            shape = self._shape(element, kind, looks)
            self.shapes.append(shape if by == IDENTITY else scale_strokes(shape, by))

    def _looks(self, element: "Element") -> dict[str, str]:
        """Return an element's inks and strokes, from its attributes and its style."""
        looks = dict(element.attrib)
        for part in element.get("style", "").split(";"):
            name, _, value = part.partition(":")
            if name.strip():
                looks[name.strip()] = value.strip()
        for name, value in looks.items():
            is_known = name in _INHERITED or name in _GEOMETRY or name in _WITHOUT_EFFECT or name.startswith(("{", "-"))
            if not is_known and not (name in _OPAQUE and value == "1"):
                self.refuse(element, f"{name} {quote(value)}", f"only {', '.join(_INHERITED)} and transform")
        return {name: looks[name] for name in _INHERITED if name in looks}

    def _joint(self, element: "Element", kind: str, by: Transform) -> None:
        if kind != "circle":
            self.refuse(element, "", "a circle as a joint")
        x, y = self._numbers(element, "cx", "cy")
        self.joints[element.attrib["id"].removeprefix("joint-")] = move_point(x, y, by)

    def _shape(self, element: "Element", kind: str, looks: Mapping[str, str]) -> Shape:
        stroke, width = self._ink(element, looks["stroke"]), self._value(element, looks["stroke-width"])
        dash = self._values(element, looks["stroke-dasharray"].replace("none", ""))
        if kind == "line":
            x1, y1, x2, y2 = self._numbers(element, "x1", "y1", "x2", "y2")
            return Line(x1, y1, x2, y2, width, stroke or self.refuse(element, "no stroke", "one"), dash)
        if dash:
            self.refuse(element, "dashes", "dashes in lines only")
        fill = self._ink(element, looks["fill"])
        if kind == "circle":
            x, y, r = self._numbers(element, "cx", "cy", "r")
            return Circle(x, y, r, fill, stroke, width)
        if kind == "rect":
            x, y, w, h, radius = self._numbers(element, "x", "y", "width", "height", "rx")
            return Rect(x, y, w, h, radius, fill, stroke, width)
        return Path(self._moves(element), fill, stroke, width)

    def _moves(self, element: "Element") -> tuple[Step, ...]:
        data = element.get("d", "")
        try:
            return read_moves(data)
        except ValueError:
            self.refuse(element, f"path data {quote(data)}", "moves as in SVG, without Q and T")

    def _transform(self, element: "Element", outer: Transform) -> Transform:
        """Return an element's transform within its group's; only moves, turns, mirrors and uniform scales are read."""
        text, by = element.get("transform", ""), outer
        for name, numbers in re.findall(r"([^\s(,]+)\s*(?:\(([^)]*)\))?", text):
            try:
                by = combine_transforms(by, _STEPS[name](*self._values(element, numbers)))
            except (KeyError, TypeError):
                self.refuse(element, f"transform {quote(text)}", f"{', '.join(_STEPS)} with their numbers")
        (a, b, c, d), even = by[:4], hypot(*by[:2])
        keeps_round = abs(a * c + b * d) <= 1e-6 and abs(even - hypot(c, d)) <= 1e-6
        if not even or not keeps_round or not all(map(isfinite, by)):
            self.refuse(element, f"transform {quote(text)}", "one that keeps circles round")
        return by

    def _ink(self, element: "Element", colour: str) -> Ink | None:
        if colour == "none":
            return None
        if colour.lower() not in INKS:
            inks = ", ".join(f"{known} ({ink})" for known, ink in INKS.items())
            self.refuse(element, f"colour {quote(colour)}", f"none or one of the eight inks: {inks}")
        return INKS[colour.lower()]

    def _numbers(self, element: "Element", *names: str) -> tuple[float, ...]:
        return tuple(self._value(element, element.get(name, "0")) for name in names)

    def _values(self, element: "Element", text: str) -> tuple[float, ...]:
        return tuple(self._value(element, number) for number in re.split(r"[\s,]+", text) if number)

    def _value(self, element: "Element", text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not isfinite(value):
            self.refuse(element, quote(text), "a number of millimetres without a unit")
        return value


def read_moves(data: str) -> tuple[Step, ...]:
    """Return the moves of path data, with absolute moves, and curves for arcs; ValueError for other data, Q and T."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    pen = RecordingPen()
    if not _PATH_LETTERS.fullmatch(data):
        raise ValueError("a letter that is no move")
    try:
        parse_path(re.sub(r"\s", " ", data), pen)
    except (IndexError, AssertionError, TypeError, ZeroDivisionError, OverflowError) as error:
        raise ValueError("a move without its numbers") from error
    moves: list[Step] = []
    for name, points in pen.value:
        numbers = tuple(float(number) for point in points for number in point)
        if not all(map(isfinite, numbers)):
            raise ValueError("a number without end")
        if name == "closePath" and moves[-1] == ("L", *next(move[1:] for move in reversed(moves) if move[0] == "M")):
            moves.pop()  # Closing the path draws this line.
        if name in _PEN_MOVES:
            moves.append((_PEN_MOVES[name], *numbers))
    return tuple(moves)


def _rotate(angle: float, x: float = 0, y: float = 0) -> Transform:
    c, s = cos(radians(angle)), sin(radians(angle))
    return c, s, -s, c, x - c * x + s * y, y - s * x - c * y


_STEPS: Mapping[str, Callable[..., Transform]] = {
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": _rotate,
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
}
