"""Light lines at the edge of a picture, as programs leave them that draw a fraction of a dot: not to be seen in print.

Mirrored or stretched into the bleed such a line would be twice as wide, right at the cut.
"""

from statistics import median
from weakref import WeakKeyDictionary

from PIL import Image

from companion.base.findings import InvalidInput
from companion.limits import budget
from companion.printing.faces import pictures
from companion.printing.faces.boxes import PictureFile

WIDEST = 3
"""The widest line that counts, in dots; a wider one is a frame, which its designer drew."""
_LEAST = 0.15
"""The least share of white in such a line."""
_INSIDE = 0.08
"""The most of it in the dots further inside, or the line is the end of something wider."""
_SPREAD = 0.2
"""How far the shares of white along a line may lie from their middle, for nine in ten dots."""
_LIGHT = 235
"""Dots inside that are lighter, of 255, show no line."""
_USABLE = 0.3
"""The least share of an edge's dots that are darker."""
_SAMPLES = 400
LARGEST = 2_500_000
"""Dots of a JPEG up to which it is decoded in full; of a larger one the first rows, and all if they show a line."""
_FIRST_ROWS = 40
_ROW_BY_ROW = (0xC0, 0xC1)
"""The frames of a JPEG that is not progressive."""
Rim = tuple[float, float, float, float]
"""The widths of the lines at the left, top, right and bottom of an upright picture, as shares of its side."""
NONE: Rim = (0.0, 0.0, 0.0, 0.0)
_known: "WeakKeyDictionary[PictureFile, Rim]" = WeakKeyDictionary()


def rim_of(file: PictureFile) -> Rim:
    """Return the light lines at a picture's edges; its file is read and decoded once. NONE if it cannot be read."""
    if file not in _known:
        budget.check()
        try:
            _known[file] = find_rim(file.read(), file.turn)
        except InvalidInput:
            _known[file] = NONE  # Whoever draws the picture says what is wrong with it.
    return _known[file]


def find_rim(data: bytes, turn: int = 1) -> Rim:
    """Return the light lines at the edges of a picture in bytes, turned by its EXIF orientation."""
    picture = pictures.open_picture(data)
    if picture is None or min(picture.size) < 4 * WIDEST:
        return NONE
    if picture.format in ("JPEG", "MPO") and picture.width * picture.height > LARGEST:
        top = _first_rows(data)
        if top is None or not any(_lines(top, "left top right")):
            return NONE
    whole = pictures.decode_on_white(picture, turn)
    if whole is None:
        return NONE
    left, top_line, right, bottom = _lines(whole, "left top right bottom")
    return left / whole.width, top_line / whole.height, right / whole.width, bottom / whole.height


def _first_rows(data: bytes) -> Image.Image | None:
    """Return the first rows of a JPEG in grey; None for one that is not written row after row."""
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1] not in _ROW_BY_ROW:
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
        if at + 9 > len(data):
            return None
    height = at + 5
    if data[at : at + 1] != b"\xff" or int.from_bytes(data[height : height + 2]) < _FIRST_ROWS:
        return None
    # A JPEG that says it has few rows is decoded no further.
    shorter = pictures.open_picture(data[:height] + _FIRST_ROWS.to_bytes(2) + data[height + 2 :])
    return shorter and pictures.decode_on_white(shorter, 1)


def _lines(picture: Image.Image, sides: str) -> tuple[int, ...]:
    """Return the widths in dots of the light lines at these sides of a grey picture."""
    return tuple(_line(picture, side) for side in sides.split())


def _line(picture: Image.Image, side: str) -> int:
    depths = [_at_depth(picture, side, depth) for depth in range(WIDEST + 3)]
    inside = [(one + two) / 2 for one, two in zip(depths[-1], depths[-2], strict=True)]
    if not _is_clear(depths[WIDEST], inside, most=_INSIDE):
        return 0
    width = 0
    while width < WIDEST and _is_line(depths[width], inside):
        width += 1
    return width


def _at_depth(picture: Image.Image, side: str, depth: int) -> bytes:
    """Return dots along a side, so many dots inside; the corners, where two lines meet, are left out."""
    wide, high, out = *picture.size, 2 * WIDEST
    box = {
        "left": (depth, out, depth + 1, high - out),
        "right": (wide - depth - 1, out, wide - depth, high - out),
        "top": (out, depth, wide - out, depth + 1),
        "bottom": (out, high - depth - 1, wide - out, high - depth),
    }[side]
    line = picture.crop(box)
    longest = max(line.size)
    if longest > _SAMPLES:
        line = line.resize((min(line.width, _SAMPLES), min(line.height, _SAMPLES)), Image.Resampling.NEAREST)
    return line.tobytes()


def _whites(line: bytes, inside: list[float]) -> list[float]:
    """Return how much white each dot has more than the one inside of it, as a share of what there is room for."""
    return [(one - two) / (255 - two) for one, two in zip(line, inside, strict=True) if two <= _LIGHT]


def _is_clear(line: bytes, inside: list[float], most: float) -> bool:
    """Return whether an edge has enough dark dots inside, and a line there no more white than those."""
    whites = _whites(line, inside)
    return len(whites) >= _USABLE * len(line) and median(whites) < most


def _is_line(line: bytes, inside: list[float]) -> bool:
    whites = _whites(line, inside)
    middle = median(whites)
    return middle >= _LEAST and sum(abs(one - middle) <= _SPREAD for one in whites) >= 0.9 * len(whites)
