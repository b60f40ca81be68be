"""Pictures in pixels: checked before they are decoded, cropped to their window, made grey or lighter by ink mode."""

import io
import re
import warnings
from threading import Lock

from cachetools import LRUCache, cached
from PIL import Image, ImageOps, UnidentifiedImageError

from companion import budget
from companion.findings import InputError, InvalidInput

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
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


def fitted(data: bytes, name: str, w: float, h: float) -> bytes:
    """Return a picture cropped about its middle to a window of w by h mm, as JPEG, or PNG where it has few colours.

    Raises InvalidInput, naming the picture, where it is not a picture, too large to decode, or damaged.
    """
    budget.check()
    picture = _opened(data, name)
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
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        why = str(error)[:80] or "cannot be decoded"
        raise InvalidInput(InputError(name, f"a damaged picture ({why})", _WANTED)) from None
    target = io.BytesIO()
    if few:
        made.save(target, "PNG", compress_level=6)
    else:
        made.save(target, "JPEG", quality=88)
    return target.getvalue()


def check(data: bytes, name: str) -> None:
    """Refuse data that is not a picture or too large to decode, without decoding it; InvalidInput names it."""
    _opened(data, name).close()


_WANTED = f"a picture in PNG, JPEG, WebP or GIF of at most {MOST_MEGAPIXELS} megapixels"


def _opened(data: bytes, name: str) -> Image.Image:
    if len(data) > MOST_BYTES:
        raise InvalidInput(
            InputError(name, f"{len(data) / 1e6:.0f} MB", f"a picture of at most {MOST_BYTES // 10**6} MB")
        )
    try:
        with _ONE_AT_A_TIME, warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        pixels = re.search(r"\d{7,}", str(error))
        found = f"{int(pixels[0]) // 1_000_000} megapixels" if pixels else "far too many pixels"
        raise InvalidInput(InputError(name, found, _WANTED)) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        raise InvalidInput(InputError(name, "something that is not a picture", _WANTED)) from None
    if picture.width * picture.height > MOST_MEGAPIXELS * 1_000_000:
        found = f"{picture.width:,} × {picture.height:,} pixels"
        raise InvalidInput(InputError(name, found, _WANTED))
    return picture


def _on_white(picture: Image.Image) -> Image.Image:
    if picture.mode in ("RGB", "L"):
        return picture
    if picture.mode == "CMYK":
        return picture.convert("RGB")
    clear = picture.convert("RGBA")
    ground = Image.new("RGBA", clear.size, "white")
    ground.alpha_composite(clear)
    return ground.convert("RGB")


@cached(LRUCache(MOST_INKED, getsizeof=len), lock=Lock())
def inked(data: bytes, mode: str) -> bytes:
    """Return a fitted picture as an ink mode prints it: grey has no hue, the ink saver takes half of the ink."""
    if mode == "full":
        return data
    picture = Image.open(io.BytesIO(data)).convert("L")
    if mode == "saver":
        picture = picture.point(lambda value: 255 - (255 - value) // 2)
    target = io.BytesIO()
    picture.save(target, "PNG", compress_level=6)
    return target.getvalue()
