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
from companion.printing.faces.inks import InkMode

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP")
KINDS = "PNG, JPEG, WebP, GIF, TIFF, BMP, SVG or PDF"
"""What a player may send as a picture, in words: SVG and PDF are drawn before they come here."""
MOST_MEGAPIXELS = 40
MOST_BYTES = 12_000_000
SHARP = 450
"""Dots per inch above which paper shows no difference; finer pictures are made smaller."""
INCH = 25.4

MOST_INKED = 48_000_000
"""Bytes of cached pictures, converted for an ink mode."""
_ENOUGH = 1.5
"""How many dots of a picture make one printed dot before it is resampled; more would not be seen."""
_ONE_AT_A_TIME = Lock()
"""Turning warnings into errors affects every thread."""


def crop_to_window(data: bytes, name: str, w: float, h: float) -> bytes:
    """Return a picture cropped about its middle to a window of w by h mm, as JPEG, or PNG where it has few colours.

    Raises InvalidInput, naming the picture, where it is not a picture, too large to decode, or damaged.
    """
    budget.check()
    picture = _open_picture(data, name)
    try:
        dots = (max(round(w / INCH * SHARP), 1), max(round(h / INCH * SHARP), 1))
        # A JPEG is decoded at a half, a quarter or an eighth of its size where that is still enough, turned or not.
        share = min(picture.size) / max(dots) / _ENOUGH
        if share >= 2:
            picture.draft(None, (int(picture.width / share), int(picture.height / share)))
        picture = ImageOps.exif_transpose(picture)
        few = picture.mode in ("1", "P", "L") or "A" in picture.getbands()
        share = min(picture.width / dots[0], picture.height / dots[1], 1)
        size = (max(round(dots[0] * share), 1), max(round(dots[1] * share), 1))
        made = ImageOps.fit(_on_white(picture), size, Image.Resampling.LANCZOS)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    return _encode_picture(made, not few)


_DAMAGES = (OSError, SyntaxError, ValueError, EOFError, MemoryError)
"""What decoding a damaged picture raises."""


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
    """Return a picture that is w by h mm in print as an ink mode prints it: a JPEG from a JPEG, else a PNG.

    Its dots stay turned as they are. It is made smaller where it is finer than `dpi`, or than paper shows; 0 mm: never.
    Raises InvalidInput, naming the picture.
    """
    budget.check()
    picture = _open_picture(data, name)
    photo = picture.format in ("JPEG", "MPO")
    try:
        dots = tuple(max(ceil(side / INCH * (dpi or SHARP)), 1) for side in (w, h))
        share = min(picture.width / dots[0], picture.height / dots[1]) if w and h else 1
        size = max(round(picture.width / share), 1), max(round(picture.height / share), 1)
        if share > _ENOUGH:
            picture.draft(None if mode == "full" else "L", size)
        made = _apply_ink_mode(_on_white(picture), mode)
        if share > _ENOUGH:
            made = made.resize(size, Image.Resampling.LANCZOS)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    return _encode_picture(made, photo)


def for_screen(data: bytes, name: str, mode: InkMode) -> bytes:
    """Return a PNG or JPEG without a camera's orientation tag, which browsers would apply again."""
    plain = data.startswith((b"\xff\xd8", b"\x89PNG")) and b"Exif\0" not in data[:_TAIL]
    return data if plain and mode == "full" else picture_for_print(data, name, mode, 0, 0)


MOST_DOTS = 1000
"""Dots along the longer side of a card's own picture: a window of 55 mm at 450 dpi."""
MOST_CLEAN = 2_000_000
"""Bytes of a picture as it is stored, and as a backup brings it back."""
_FLAT = 300_000
"""Bytes up to which a picture with few colours is a PNG."""


def clean_picture(data: bytes, name: str) -> bytes:
    """Return a picture made anew: upright, on white, of at most `MOST_DOTS` a side, without anything else in its file.

    A JPEG, or a PNG where it has few colours. Raises InvalidInput, naming the picture.
    """
    budget.check()
    picture = _open_picture(data, name)
    try:
        if picture.mode in ("RGB", "RGBA", "L", "LA") and "transparency" not in picture.info:
            picture.thumbnail((MOST_DOTS, MOST_DOTS), Image.Resampling.LANCZOS)  # What follows copies it.
        picture = ImageOps.exif_transpose(picture)
        few = picture.mode in ("1", "P", "L") or "A" in picture.getbands()
        made = _on_white(picture).convert("L" if picture.mode in ("1", "L") else "RGB")
        made.thumbnail((MOST_DOTS, MOST_DOTS), Image.Resampling.LANCZOS)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    made.info.clear()  # Colour profile, comment and resolution would be written again.
    flat = _encode_picture(made, photo=False) if few else b""
    return flat if 0 < len(flat) <= _FLAT else _encode_picture(made, photo=True)


def thumbnail(data: bytes, name: str, dots: int = 240) -> bytes:
    """Return a picture as a small JPEG."""
    picture = _open_picture(data, name)
    picture.draft(None, (dots, dots))
    made = picture.convert("RGB")
    made.thumbnail((dots, dots), Image.Resampling.LANCZOS)
    return _encode_picture(made, photo=True)


def is_clean(data: bytes) -> bool:
    """Return whether a picture is as `clean_picture` makes one: whole, no larger, and with nothing else in its file."""
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
_JPEG_PARTS = frozenset((0xC0, 0xC4, 0xDB, 0xE0))
"""Parts of a JPEG's head: its size, its two kinds of tables, and the 14 bytes that say JFIF."""
_PART_END = re.compile(rb"\xff[^\x00\xd0-\xd7]")


def _has_only_png_dots(data: bytes) -> bool:
    """Return whether a PNG consists of its head, its dots and its end."""
    at = len(_PNG)
    while at + 12 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        at += size + 12
        if kind not in (b"IHDR", b"IDAT"):
            return kind == b"IEND" and size == 0 and at == len(data)
    return False


def _has_only_jpeg_dots(data: bytes) -> bool:
    """Return whether a JPEG consists of its tables and its dots, in one piece."""
    at = 2
    while data[:2] == b"\xff\xd8" and data[at : at + 1] == b"\xff" and at + 4 <= len(data):
        kind, size = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        at += size + 2
        if kind == 0xDA:
            end = _PART_END.search(data, at)
            return bool(end and end[0] == b"\xff\xd9" and end.end() == len(data))
        if kind not in _JPEG_PARTS or (kind == 0xE0 and size != 16):
            return False
    return False


@dataclass(frozen=True, slots=True)
class PictureSize:
    """A picture's dots as it is seen, and how it is turned for that, from 1 to 8 as in EXIF.

    `has_more` says that its file has further pages, or moves: only the first picture is printed. `bleed` is the share
    of its width and of its height that is bleed at each side, None where the file does not say where it is cut.
    """

    wide: int
    high: int
    turn: int
    has_more: bool = False
    bleed: tuple[float, float] | None = None


BLEED_NOTE = "Bleed"
"""The note in a PNG, drawn from a page that says where it is cut, with the shares of its bleed."""
_BLEED = re.compile(r"(0\.[0-3]\d{0,8}) (0\.[0-3]\d{0,8})")


def measure_picture(stream: BinaryIO, size: int, name: str) -> PictureSize:
    """Return a picture's size in dots; decodes it only where necessary.

    Raises InvalidInput, naming it, where it is not a picture, too large, or breaks off.
    """
    picture = _begun(stream, size, name)
    try:
        turn = picture.getexif().get(_ORIENTATION, 1) if "exif" in picture.info else 1
        wide, high = picture.size
        has_more = picture.format in _OF_SEVERAL and getattr(picture, "is_animated", False)
        note = picture.info.get(BLEED_NOTE, "") if picture.format == "PNG" else ""
        _refuse_broken(picture, stream, size)
    except _DAMAGES as error:
        raise _damaged_picture_error(name, error) from None
    turn = turn if isinstance(turn, int) and 1 <= turn <= 8 else 1
    shares = _BLEED.fullmatch(note) if isinstance(note, str) else None
    bleed = (float(shares[1]), float(shares[2])) if shares else None
    return PictureSize(*((high, wide) if turn > 4 else (wide, high)), turn, has_more, bleed)


def measure_bytes(data: bytes, name: str = "picture") -> PictureSize:
    """Return the size of a picture that is at hand, as `measure_picture` does."""
    return measure_picture(io.BytesIO(data), len(data), name)


_OF_SEVERAL = ("TIFF", "GIF", "WEBP", "PNG")
"""Formats whose files may hold pages or moving pictures; a photograph's second picture is a small copy."""
_ORIENTATION = 0x0112
_TAIL = 65_536
"""Bytes at the end of a JPEG among which its end is marked: a camera may write more after it."""


def _refuse_broken(picture: Image.Image, stream: BinaryIO, size: int) -> None:
    """Raise one of the errors of damaged pictures where a file is not whole."""
    if picture.format in ("JPEG", "MPO"):
        stream.seek(max(size - _TAIL, 0))
        if b"\xff\xd9" not in stream.read():
            raise OSError("the file breaks off")
    elif picture.format == "PNG":
        picture.verify()
    else:
        picture.load()


def check(data: bytes, name: str) -> None:
    """Refuse data that is not a picture or too large to decode, without decoding it; InvalidInput names it."""
    _open_picture(data, name).close()


_WANTED = f"a picture in {KINDS} of at most {MOST_MEGAPIXELS} megapixels"


def _open_picture(data: bytes, name: str) -> Image.Image:
    return _begun(io.BytesIO(data), len(data), name)


def refuse_large(size: int, name: str) -> None:
    """Refuse a file with too many bytes before it is read; InvalidInput names it."""
    if size > MOST_BYTES:
        raise InvalidInput(InputError(name, megabytes(size), f"a picture of at most {megabytes(MOST_BYTES)}"))


def _begun(stream: BinaryIO, size: int, name: str) -> Image.Image:
    refuse_large(size, name)
    try:
        with _ONE_AT_A_TIME, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # What is odd in a file's notes prints all the same.
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(stream, formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        pixels = re.search(r"\d{7,}", str(error))
        found = f"{int(pixels[0]) // 1_000_000} megapixels" if pixels else "far too many pixels"
        raise InvalidInput(InputError(name, found, _WANTED)) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        raise InvalidInput(InputError(name, "something that is not a picture", _WANTED)) from None
    if picture.width * picture.height > MOST_MEGAPIXELS * 1_000_000:
        found = f"{picture.width:,} × {picture.height:,} pixels"
        raise InvalidInput(InputError(name, found, _WANTED))
    if picture.mode == "F":
        raise InvalidInput(InputError(name, "a picture in floating point", "one with 8 or 16 bits a colour"))
    return picture


def _on_white(picture: Image.Image) -> Image.Image:
    if picture.mode in ("RGB", "L") and "transparency" not in picture.info:
        return picture
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode == "CMYK":
        return picture.convert("RGB")
    clear = picture.convert("RGBA")
    ground = Image.new("RGBA", clear.size, "white")
    ground.alpha_composite(clear)
    return ground.convert("RGB")


@caches.keep(MOST_INKED, size=len)
def apply_ink_mode(data: bytes, mode: str) -> bytes:
    """Return a fitted picture as an ink mode prints it: grey has no hue, the ink saver takes half of the ink."""
    if mode == "full":
        return data
    return _encode_picture(_apply_ink_mode(Image.open(io.BytesIO(data)), mode), False)


def _apply_ink_mode(picture: Image.Image, mode: str) -> Image.Image:
    if mode == "full":
        return picture
    grey = picture.convert("L")
    return grey.point(lambda value: 255 - (255 - value) // 2) if mode == "saver" else grey
