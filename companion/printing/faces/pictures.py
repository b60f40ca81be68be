"""Pictures in pixels: checked before they are decoded, cropped to their window, made grey or lighter by ink mode."""

import io
import re
import warnings
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import BinaryIO

from PIL import Image, ImageOps, UnidentifiedImageError

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes
from companion.limits import budget
from companion.printing.faces import picture_colours
from companion.printing.faces.inks import InkMode

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP")
KINDS = "PNG, JPEG, WebP, GIF, TIFF, BMP, SVG or PDF"
"""Kinds of pictures that a player may send; SVG and PDF are turned into pixels before they come here."""
MOST_MEGAPIXELS = 40
MOST_BYTES = 12_000_000
MOST_PDF = 50_000_000
"""Most bytes of a PDF, which may have a whole deck in it."""
SHARP = 450
"""Dots per inch; finer pictures are made smaller, as paper shows no difference."""
INCH = 25.4

MOST_INKED = 48_000_000
"""Bytes of cached pictures, converted for an ink mode."""
_OVERSAMPLING = 1.5
"""Dots of a picture for each printed dot; pictures with more are resampled."""
_ONE_AT_A_TIME = Lock()
"""Held while warnings are errors, which affects every thread."""


def crop_to_window(data: bytes, name: str, w: float, h: float) -> bytes:
    """Return a picture cropped about its middle to a window of w by h mm, as JPEG, or PNG where it has few colours.

    Raises InvalidInput, naming the picture, if it is not a picture, too large to decode, or damaged.
    """
    budget.check()
    picture = _open_picture(data, name)
    try:
        dots = (max(round(w / INCH * SHARP), 1), max(round(h / INCH * SHARP), 1))
        # A JPEG is decoded at a half, a quarter or an eighth of its size where that is still enough, turned or not.
        share = min(picture.size) / max(dots) / _OVERSAMPLING
        if share >= 2:
            picture.draft(None, (int(picture.width / share), int(picture.height / share)))
        picture = ImageOps.exif_transpose(picture)
        few = picture.mode in ("1", "P", "L") or "A" in picture.getbands()
        share = min(picture.width / dots[0], picture.height / dots[1], 1)
        size = (max(round(dots[0] * share), 1), max(round(dots[1] * share), 1))
        cropped = ImageOps.fit(_on_white(picture), size, Image.Resampling.LANCZOS)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    return _encode_picture(cropped, not few)


_DAMAGES = (OSError, SyntaxError, ValueError, EOFError, MemoryError)
"""Errors from decoding a damaged picture."""


def _damaged_picture_error(name: str, error: BaseException) -> InvalidInput:
    why = str(error)[:80] or "cannot be decoded"
    return InvalidInput(InputError(name, f"a damaged picture ({why})", _WANTED))


def _encode_picture(picture: Image.Image, photo: bool) -> bytes:
    target = io.BytesIO()
    if photo:
        picture.save(target, "JPEG", quality=88)
    else:
        picture.save(target, "PNG", compress_level=6)
    return target.getvalue()


def picture_for_print(data: bytes, name: str, mode: InkMode, w: float, h: float, dpi: float = 0) -> bytes:
    """Return a picture of w by h mm converted for an ink mode: a JPEG from a JPEG, else a PNG.

    Its orientation stays. It is made smaller if it is finer than `dpi` (0: than paper shows), but not if w or h is 0.
    Raises InvalidInput, naming the picture.
    """
    budget.check()
    picture = _open_picture(data, name)
    photo = picture.format in ("JPEG", "MPO")
    try:
        dots = tuple(max(ceil(side / INCH * (dpi or SHARP)), 1) for side in (w, h))
        share = min(picture.width / dots[0], picture.height / dots[1]) if w and h else 1
        size = max(round(picture.width / share), 1), max(round(picture.height / share), 1)
        if share > _OVERSAMPLING:
            picture.draft(None if mode == "full" or picture.mode == "CMYK" else "L", size)
        converted = _apply_ink_mode(_on_white(picture), mode)
        if share > _OVERSAMPLING:
            converted = converted.resize(size, Image.Resampling.LANCZOS)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    return _encode_picture(converted, photo)


def for_screen(data: bytes, name: str, mode: InkMode) -> bytes:
    """Return a PNG or JPEG without EXIF orientation, which browsers would apply again."""
    plain = data.startswith((b"\xff\xd8", b"\x89PNG")) and b"Exif\0" not in data[:_TAIL]
    plain = plain and mode == "full" and _open_picture(data, name).mode != "CMYK"
    return data if plain else picture_for_print(data, name, mode, 0, 0)


MOST_DOTS = 1000
"""Dots along the longer side of a player's picture of a card: a window of 55 mm at 450 dpi."""
MOST_CLEAN = 2_000_000
"""Most bytes of a stored picture, also when it is restored from a backup."""
_FLAT = 300_000
"""Most bytes of a PNG; a larger one is stored as a JPEG."""


def clean_picture(data: bytes, name: str) -> bytes:
    """Return a picture encoded again: upright, on white, at most `MOST_DOTS` a side, without any metadata.

    A JPEG, or a PNG where it has few colours. Raises InvalidInput, naming the picture.
    """
    budget.check()
    picture = _open_picture(data, name)
    try:
        if picture.mode in ("RGB", "RGBA", "L", "LA") and "transparency" not in picture.info:
            picture.thumbnail((MOST_DOTS, MOST_DOTS), Image.Resampling.LANCZOS)  # First: the next steps copy it.
        picture = ImageOps.exif_transpose(picture)
        few = picture.mode in ("1", "P", "L") or "A" in picture.getbands()
        clean = _on_white(picture).convert("L" if picture.mode in ("1", "L") else "RGB")
        clean.thumbnail((MOST_DOTS, MOST_DOTS), Image.Resampling.LANCZOS)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    clean.info.clear()  # Otherwise colour profile, comment and resolution are saved too.
    flat = _encode_picture(clean, photo=False) if few else b""
    return flat if 0 < len(flat) <= _FLAT else _encode_picture(clean, photo=True)


def thumbnail(data: bytes, name: str, dots: int = 240, turned: int = 0) -> bytes:
    """Return a picture as a small JPEG in square dots, upright, on white.

    `turned` are the degrees by which it is turned clockwise: 90, -90 or 0.
    """
    picture = _open_picture(data, name)
    wide, high = _with_square_dots(picture, *picture.size)
    flat = wide * picture.height / (high * picture.width)
    picture.draft(None, (dots, dots))
    small = _on_white(ImageOps.exif_transpose(picture)).convert("RGB")
    if flat != 1:
        is_turned = picture.getexif().get(_ORIENTATION, 1) in _SIDEWAYS
        across = small.width / flat if is_turned else small.width * flat
        small = small.resize((max(round(across), 1), small.height), Image.Resampling.LANCZOS)
    small.thumbnail((dots, dots), Image.Resampling.LANCZOS)
    small = small.rotate(-turned, expand=True) if turned else small
    return _encode_picture(small, photo=True)


def is_clean(data: bytes) -> bool:
    """Return whether a picture is as `clean_picture` makes them: complete, no larger, without metadata."""
    if len(data) > MOST_CLEAN:
        return False
    if not (_has_only_png_dots(data) if data.startswith(_PNG) else _has_only_jpeg_dots(data)):
        return False
    try:
        picture = _open_picture(data, "picture")
        picture.load()
    except (InvalidInput, *_DAMAGES):
        return False
    return max(picture.size) <= MOST_DOTS and picture.format in ("PNG", "JPEG") and picture.mode in ("RGB", "L")


_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG_SEGMENTS = frozenset((0xC0, 0xC4, 0xDB, 0xE0))
"""Segments of a clean JPEG's head: size, two kinds of tables, and the JFIF header of 14 bytes."""
_SEGMENT_END = re.compile(rb"\xff[^\x00\xd0-\xd7]")


def _has_only_png_dots(data: bytes) -> bool:
    """Return whether a PNG consists of its header, its dots and its end."""
    at = len(_PNG)
    while at + 12 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        at += size + 12
        if kind not in (b"IHDR", b"IDAT"):
            return kind == b"IEND" and size == 0 and at == len(data)
    return False


def _has_only_jpeg_dots(data: bytes) -> bool:
    """Return whether a JPEG consists of its tables and one scan."""
    at = 2
    while data[:2] == b"\xff\xd8" and data[at : at + 1] == b"\xff" and at + 4 <= len(data):
        kind, size = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        at += size + 2
        if kind == 0xDA:
            end = _SEGMENT_END.search(data, at)
            return bool(end and end[0] == b"\xff\xd9" and end.end() == len(data))
        if kind not in _JPEG_SEGMENTS or (kind == 0xE0 and size != 16):
            return False
    return False


@dataclass(frozen=True, slots=True)
class PictureSize:
    """The dots of an upright picture, and its EXIF orientation from 1 to 8: see `boxes.PictureFile`."""

    wide: int
    high: int
    turn: int
    has_more: bool = False
    bleed: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()
    """What differs from the file that the picture was drawn from, a sentence each."""


DRAWING_NOTE = "Drawing"
"""The text chunk in a PNG with sentences about the drawing that it was made from, a line each."""
_MOST_NOTES, _LONGEST_NOTE = 8, 300
BLEED_NOTE = "Bleed"
"""The text chunk in a PNG with the shares of its bleed; written for a PDF page that states its cut."""
_BLEED = re.compile(r"(0\.[0-3]\d{0,8}) (0\.[0-3]\d{0,8})")


def measure_picture(stream: BinaryIO, size: int, name: str) -> PictureSize:
    """Return a picture's size in dots; decodes it only where necessary.

    Raises InvalidInput, naming it, if it is not a picture, too large, or incomplete.
    """
    picture = _open_stream(stream, size, name)
    try:
        turn = picture.getexif().get(_ORIENTATION, 1) if "exif" in picture.info else 1
        wide, high = picture.size
        has_more = picture.format in _MULTI_PICTURE and getattr(picture, "is_animated", False)
        note = picture.info.get(BLEED_NOTE, "") if picture.format == "PNG" else ""
        notes = drawing_notes(picture)
        _refuse_broken(picture, stream, size)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    wide, high = _with_square_dots(picture, wide, high)
    turn = turn if isinstance(turn, int) and 1 <= turn <= 8 else 1
    shares = _BLEED.fullmatch(note) if isinstance(note, str) else None
    bleed = (float(shares[1]), float(shares[2])) if shares else None
    return PictureSize(*((high, wide) if turn > 4 else (wide, high)), turn, has_more, bleed, notes)


def _with_square_dots(picture: Image.Image, wide: int, high: int) -> tuple[int, int]:
    """Return the size of a picture in square dots: fewer along the side where its file says that dots are closer."""
    across, down = _density(picture)
    if not (across > 0 and down > 0 and 1 / _FLATTEST <= across / down <= _FLATTEST):
        return wide, high
    if abs(across / down - 1) < _SQUARE:
        return wide, high
    densest = min(across, down)
    return max(round(wide * densest / across), 1), max(round(high * densest / down), 1)


def _density(picture: Image.Image) -> tuple[float, float]:
    """Return a picture's dots for a length across and down, in any unit; zeros where its file says none."""
    about = picture.info
    pair = about.get("aspect") or about.get("jfif_density") or about.get("dpi") or (0, 0)
    try:
        if picture.format == "TIFF":
            tags = picture.getexif()
            pair = tags.get(_X_RESOLUTION, 0), tags.get(_Y_RESOLUTION, 0)
        across, down = pair
        return float(across), float(down)
    except (TypeError, ValueError, ZeroDivisionError):
        return 0, 0


_X_RESOLUTION, _Y_RESOLUTION = 282, 283
_SQUARE = 0.01
"""How much the sides of a dot may differ and it still counts as square."""
_FLATTEST = 4.0
"""The flattest dot that a file is believed to mean."""


def drawing_notes(picture: Image.Image) -> tuple[str, ...]:
    """Return what differs between a drawing and the picture made of it, as its PNG says, without control characters."""
    words = picture.info.get(DRAWING_NOTE, "") if picture.format == "PNG" else ""
    lines = str(words).split("\n")[:_MOST_NOTES]
    return tuple("".join(filter(str.isprintable, line))[:_LONGEST_NOTE] for line in lines if line.strip())


def measure_bytes(data: bytes, name: str = "picture") -> PictureSize:
    """Return the size of a picture in memory, as `measure_picture` does."""
    return measure_picture(io.BytesIO(data), len(data), name)


_MULTI_PICTURE = ("TIFF", "GIF", "WEBP", "PNG")
"""Formats whose files may have pages or animation; the second picture of a photograph is only a small copy."""
_ORIENTATION = 0x0112
_SIDEWAYS = (5, 6, 7, 8)
"""The orientations of pictures whose sides are swapped."""
_TAIL = 65_536
"""Bytes at the end of a JPEG that contain its end mark: a camera may write more after it."""


def _refuse_broken(picture: Image.Image, stream: BinaryIO, size: int) -> None:
    """Raise one of `_DAMAGES` if a file is incomplete."""
    if picture.format in ("JPEG", "MPO"):
        stream.seek(max(size - _TAIL, 0))
        if b"\xff\xd9" not in stream.read():
            raise OSError("the file breaks off")
    elif picture.format == "PNG":
        picture.verify()
    else:
        picture.load()


def check(data: bytes, name: str) -> None:
    """Raise InvalidInput for data that is not a picture or too large to decode, without decoding it."""
    _open_picture(data, name).close()


def open_picture(data: bytes) -> Image.Image | None:
    """Return a picture whose dots are not decoded yet; None for bytes that are none."""
    try:
        return _open_picture(data, "picture")
    except InvalidInput:
        return None


def decode_on_white(picture: Image.Image, turn: int) -> Image.Image | None:
    """Return an opened picture in grey, on white and turned by an EXIF orientation; None if it is damaged."""
    try:
        grey = _on_white(picture).convert("L")
        return grey.transpose(_TRANSPOSED[turn]) if turn in _TRANSPOSED else grey
    except _DAMAGES:
        return None


_TRANSPOSED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What brings a picture upright, by its EXIF orientation."""
_WANTED = f"a picture in {KINDS} of at most {MOST_MEGAPIXELS} megapixels"


def _open_picture(data: bytes, name: str) -> Image.Image:
    return _open_stream(io.BytesIO(data), len(data), name)


def refuse_large(size: int, name: str) -> None:
    """Raise InvalidInput for a file with too many bytes, before it is read."""
    most, kind = (MOST_PDF, "PDF") if name.casefold().endswith(".pdf") else (MOST_BYTES, "picture")
    if size > most:
        raise InvalidInput(InputError(name, megabytes(size), f"a {kind} of at most {megabytes(most)}"))


def _open_stream(stream: BinaryIO, size: int, name: str) -> Image.Image:
    refuse_large(size, name)
    try:
        with _ONE_AT_A_TIME, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # Faulty metadata does not matter for print.
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(stream, formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        pixels = re.search(r"\d{7,}", str(error))
        size_found = f"{int(pixels[0]) // 1_000_000} megapixels" if pixels else "far too many pixels"
        raise InvalidInput(InputError(name, size_found, _WANTED)) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        raise InvalidInput(InputError(name, "something that is not a picture", _WANTED)) from None
    if picture.width * picture.height > MOST_MEGAPIXELS * 1_000_000:
        raise InvalidInput(InputError(name, f"{picture.width:,} × {picture.height:,} pixels", _WANTED))
    picture_colours.mark_inks(picture)
    if picture.mode == "F":
        raise InvalidInput(InputError(name, "a picture in floating point", "one with 8 or 16 bits a colour"))
    return picture


def _on_white(picture: Image.Image) -> Image.Image:
    if picture.mode in ("RGB", "L") and "transparency" not in picture.info:
        return picture
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode == "CMYK":
        return picture_colours.convert_inks(picture)
    clear = (picture.convert("RGB") if picture.mode == "YCbCr" else picture).convert("RGBA")
    ground = Image.new("RGBA", clear.size, "white")
    ground.alpha_composite(clear)
    return ground.convert("RGB")


@caches.keep(MOST_INKED, size=len)
def apply_ink_mode(data: bytes, mode: str) -> bytes:
    """Return a cropped picture converted for an ink mode: grey has no hue, ink saver half of the ink."""
    if mode == "full":
        return data
    return _encode_picture(_apply_ink_mode(Image.open(io.BytesIO(data)), mode), False)


def _apply_ink_mode(picture: Image.Image, mode: str) -> Image.Image:
    if mode == "full":
        return picture
    grey = picture.convert("L")
    return grey.point(lambda value: 255 - (255 - value) // 2) if mode == "saver" else grey
