"""Opens a photograph as grey pixels, upright as the phone held it; no more of them than reading needs."""

import io

import numpy as np
from cv2.typing import MatLike
from PIL import Image, ImageOps

from companion.base.findings import InputError, InvalidInput
from companion.limits import budget
from companion.printing.faces import pictures

ENOUGH = 16_000_000
"""Pixels above which a photograph is made smaller: a finer one is read no better."""
_WANTED = "the photograph as the phone saved it"
LEAST = 700
"""The fewest pixels that a photograph may be high and wide."""

Grey = MatLike
"""A picture as OpenCV has it: an array of bytes or floats, height by width."""


def grey(data: bytes, name: str) -> Grey:
    """Return a photograph's light; InvalidInput where it is no picture, too large, too small or damaged."""
    pictures.check(data, name)
    budget.check()
    try:
        picture = Image.open(io.BytesIO(data), formats=pictures.FORMATS)
        share = (picture.width * picture.height / ENOUGH) ** 0.5
        if share > 1:
            picture.draft("L", (int(picture.width / share), int(picture.height / share)))
        turned = ImageOps.exif_transpose(picture).convert("L")
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        why = str(error)[:80] or "cannot be decoded"
        raise InvalidInput(InputError(name, f"a damaged picture ({why})", _WANTED)) from None
    budget.check()
    if min(turned.size) < LEAST:
        found = f"{turned.width} × {turned.height} pixels"
        raise InvalidInput(InputError(name, found, f"at least {LEAST} each way: {_WANTED}"))
    size = turned.width * turned.height
    if size > ENOUGH:
        share = (size / ENOUGH) ** 0.5
        turned = turned.resize((int(turned.width / share), int(turned.height / share)), Image.Resampling.BOX)
    return np.asarray(turned)
