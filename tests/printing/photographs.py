"""Photographs of a test page held against a window, made from its PDF by a printer with known errors.

What a camera does is done in its order: ink on both sides takes light away, paper scatters what comes from its back,
a window lights it unevenly, the lens sees it at a slant, bends lines and blurs, the sensor adds noise, JPEG the rest.
"""

import io
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image

from companion.printing import pdf
from companion.printing.calibration import test_page as the_page
from companion.printing.pdf import preview
from companion.printing.sheets import papers

DOTS = 8
"""Dots per mm of the pages as they are drawn, unless a photograph is so small that fewer do."""
AROUND = 30
"""How many mm around the sheet are drawn."""


@dataclass(frozen=True)
class PrintError:
    """What a printer does: scale about the middle, the front's shift, the back's offset as seen from the front, in mm."""

    wide: float = 1
    high: float = 1
    right: float = 0
    down: float = 0
    back_right: float = 0
    back_down: float = 0
    turned: float = 0
    """Of the back against the front, clockwise, in degrees."""


@dataclass(frozen=True)
class Shot:
    """How a photograph is taken."""

    size: tuple[int, int] = (3000, 4000)
    tilt: tuple[float, float] = (0, 0)
    """Degrees about the level and the upright axis."""
    roll: float = 0
    fill: float = 0.85
    """The share of the photograph that the sheet takes, along its longer side."""
    bend: float = 0
    """By which share of its distance from the middle the lens moves the photograph's corners."""
    seen: float = 0.3
    """How much of its contrast the back has through the paper."""
    scatter: float = 0.3
    """How much the paper blurs its back, in mm."""
    blur: float = 0.8
    """Of the lens, in pixels of a photograph of three megapixels."""
    noise: float = 4
    uneven: float = 0.3
    surround: float = 1.25
    """The light beside the paper, where the paper has 1."""
    quality: int = 85
    exif: int = 1
    dots: int = DOTS
    mirrored: bool = False
    upside_down: bool = False
    bow: float = 0
    """How many mm the sheet's middle bulges towards the camera, its left and right edges against the window."""


@cache
def side(paper, flip, number, dots=DOTS):
    """Return a side as ink from 0 to 1, as it is seen from the front."""
    sheet = papers.find_paper(paper)
    data = pdf.pdf_bytes(the_page(sheet, flip))
    drawn = Image.open(io.BytesIO(preview.page_png(data, number, 25.4 * dots))).convert("L")
    # PDFium stretches a page to whole dots.
    picture = np.asarray(drawn.resize((round(sheet.w * dots), round(sheet.h * dots)), Image.Resampling.BICUBIC))
    ink = 1 - picture.astype(np.float32) / 255
    return ink if number == 1 else cv2.flip(ink, 1 if flip == "long" else 0)


def _printed(ink, page, paper, error, dots, back=False, upside_down=False):
    """Return a page's ink in the middle of the sheet with its errors, and white around it."""
    w, h = paper.w, paper.h
    wide, high = round((w + 2 * AROUND) * dots), round((h + 2 * AROUND) * dots)
    right = error.right + (error.back_right * error.wide if back else 0)
    down = error.down + (error.back_down * error.high if back else 0)
    angle = np.radians(error.turned if back else 0) + (np.pi if back and upside_down else 0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = np.diag([error.wide, error.high]) @ turn
    middle = np.array([w / 2, h / 2])
    shift = middle + (right, down) - matrix @ (page.w / 2, page.h / 2)
    # Dots have their middles at half a dot.
    moved = (shift + AROUND) * dots + matrix @ (0.5, 0.5) - 0.5
    return cv2.warpAffine(ink, np.column_stack([matrix, moved]), (wide, high), flags=cv2.INTER_CUBIC).clip(0, 1)


def _camera(paper, shot):
    """Return the matrix from mm of the sheet to pixels of a camera that sees no bends."""
    wide, high = shot.size
    across, upright = np.radians(shot.tilt)
    roll = np.radians(shot.roll)
    level = np.array([[1, 0, 0], [0, np.cos(across), -np.sin(across)], [0, np.sin(across), np.cos(across)]])
    side = np.array([[np.cos(upright), 0, np.sin(upright)], [0, 1, 0], [-np.sin(upright), 0, np.cos(upright)]])
    round_ = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    turn = round_ @ level @ side
    far = max(paper.w, paper.h)
    focal = 0.75 * max(wide, high)
    away = focal * far / (shot.fill * max(wide, high))
    centre = np.array([[1, 0, -paper.w / 2], [0, 1, -paper.h / 2], [0, 0, 1]])
    pose = np.column_stack([turn[:, 0], turn[:, 1], (0, 0, away)])
    lens = np.array([[focal, 0, wide / 2 - 0.5], [0, focal, high / 2 - 0.5], [0, 0, 1]])
    return lens @ pose @ centre


def photograph(error=PrintError(), shot=Shot(), paper="a4", flip="long", seed=0, sheet=None):
    """Return a photograph as JPEG, of the page for a paper on a sheet of it, or on another."""
    some = np.random.default_rng(seed)
    page, sheet = papers.find_paper(paper), papers.find_paper(sheet or paper)
    dots = shot.dots
    front = _printed(side(paper, flip, 1, dots), page, sheet, error, dots)
    back = _printed(side(paper, flip, 2, dots), page, sheet, error, dots, True, shot.upside_down)
    back = cv2.GaussianBlur(back, (0, 0), shot.scatter * dots)
    light = (1 - 0.88 * front) * (1 - shot.seen * back)
    a = AROUND * dots
    around = np.full_like(light, shot.surround)
    around[a:-a, a:-a] = light[a:-a, a:-a]
    if shot.mirrored:
        around = cv2.flip(around, 1)
    taken = _taken(around, sheet, shot)
    high, wide = taken.shape
    x, y = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    way = some.uniform(0, 2 * np.pi)
    uneven = 1 - shot.uneven * (0.5 + 0.25 * (x * np.cos(way) + y * np.sin(way)) + 0.25 * (x**2 + y**2))
    fine = (wide * high / 3e6) ** 0.5
    taken = cv2.GaussianBlur(taken * uneven.astype(np.float32), (0, 0), shot.blur * fine)
    taken = taken * 190 + some.normal(0, shot.noise, taken.shape)
    picture = Image.fromarray(taken.clip(0, 255).astype(np.uint8)).convert("RGB")
    target = io.BytesIO()
    meta = Image.Exif()
    meta[0x0112] = shot.exif
    turned = {1: None, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270, 3: Image.Transpose.ROTATE_180}
    if turned[shot.exif] is not None:
        picture = picture.transpose(turned[shot.exif])
    picture.save(target, "JPEG", quality=shot.quality, exif=meta)
    return target.getvalue()


def _bowed(flat, paper, shot):
    """Return where the lines of sight that meet a flat sheet at these places meet the bowed one."""
    assert shot.tilt == (0, 0), "seen from straight in front"
    away = 0.75 * max(paper.w, paper.h) / shot.fill
    x, y = flat
    for _ in range(4):
        near = shot.bow * (1 - (2 * x / paper.w - 1) ** 2).clip(0) / away
        x, y = (at + (side / 2 - at) * near for at, side in zip(flat, (paper.w, paper.h), strict=True))
    return x, y


def _taken(around, paper, shot):
    """Return the drawn sheet as the lens sees it."""
    wide, high = shot.size
    matrix = np.linalg.inv(_camera(paper, shot))
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    middle, unit = (wide / 2 - 0.5, high / 2 - 0.5), np.hypot(wide, high) / 2
    u, v = (x - middle[0]) / unit, (y - middle[1]) / unit
    bent = 1 + shot.bend * (u * u + v * v)
    u, v = u * bent * unit + middle[0], v * bent * unit + middle[1]
    deep = matrix[2, 0] * u + matrix[2, 1] * v + matrix[2, 2]
    mm = [(matrix[n, 0] * u + matrix[n, 1] * v + matrix[n, 2]) / deep for n in (0, 1)]
    if shot.bow:
        mm = _bowed(mm, paper, shot)
    dots = [((at + AROUND) * shot.dots - 0.5).astype(np.float32) for at in mm]
    finest = shot.dots / (shot.fill * max(wide, high) / max(paper.w, paper.h))
    soft = cv2.GaussianBlur(around, (0, 0), 0.4 * finest) if finest > 1 else around
    return cv2.remap(soft, *dots, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
