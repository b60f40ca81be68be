"""Line art of event cards: land, weather and accidents."""

from collections.abc import Callable

from companion.games.techniconica.model import Event
from companion.printing.faces.boxes import Line, Path, polygon
from companion.printing.faces.plates import BOLD, FINE, plate
from companion.printing.faces.strokes import Drawing, block, fine, ring

_RIDGES = ((2, 7, 4, 9, 5, 3), (5, 3, 8, 4, 7, 6), (3, 5, 4, 6, 9, 7), (8, 5, 2, 4, 3, 7))


def _land(number: int) -> Drawing:
    """Return one of several rows of hills."""
    tops = _RIDGES[number % len(_RIDGES)]
    return (plate((-19, 12.5), *((-19 + i * 7.6, 12.5 - top) for i, top in enumerate(tops)), (19, 12.5)),)


def _crack() -> Drawing:
    """Cracked ground."""
    left = plate((-19, 2), (-3, 0), (-6, 4), (-1, 6), (-5, 12.5), (-19, 12.5))
    right = plate((19, 1), (2, 0), (-1, 3), (4, 6), (1, 12.5), (19, 12.5))
    shakes = tuple(fine(x, -4 - abs(x) / 4, x, -9 - abs(x) / 4) for x in (-12, -8, -4, 0, 4, 8, 12))
    return (left, right, *shakes)


def _bolts() -> Drawing:
    """Mines, or anything else that takes power away."""
    bolt = polygon(
        (1.5, -12.5), (-4.5, -3), (-0.8, -3), (-2.4, 4), (4.5, -5.6), (0.8, -5.6), fill="blue", stroke="blue"
    )
    mines = tuple(
        part for x in (-13, 13) for part in (ring(x, 4, 3.4, "tint"), fine(x - 5, 4, x + 5, 4), fine(x, -1, x, 9))
    )
    return (bolt, *mines, Line(-19, 12.3, 19, 12.3, width=BOLD, ink="blue"))


def _wind() -> Drawing:
    """Wind over land."""
    gusts = tuple(
        Path((("M", -17.0 + i, y), ("C", -6.0, y - 4, 3.0, y + 4, 15.0 - i, y - 1)), stroke="blue", width=0.4)
        for i, y in enumerate((-10.0, -6.5, -3.0))
    )
    return (*_land(1), *gusts)


def _rocket() -> Drawing:
    """Something that falls from the sky."""
    body = plate((-4, -12), (0.5, -12.5), (6, -4), (2.5, -1.5), (-4.5, -8), fill="paper")
    trail = tuple(fine(-6 - i * 2, -11 + i, -12 - i * 2, -12.6 + i) for i in range(3))
    return (*_land(3), body, plate((6, -4), (7, 0), (2.5, -1.5), fill="blue"), *trail)


def _crate() -> Drawing:
    """Help on a parachute."""
    canopy = Path(
        (("M", -9.0, -5.0), ("C", -8.0, -15.0, 8.0, -15.0, 9.0, -5.0), ("Z",)), fill="tint", stroke="blue", width=BOLD
    )
    return (*_land(0), canopy, *(fine(x, -5, x / 3, 1) for x in (-9, -3, 3, 9)), block(-3.4, 1, 6.8, 6, "paper"))


def _sun() -> Drawing:
    """A bright day."""
    rays = tuple(fine(x * 7, -4 + y * 7, x * 9.4, -4 + y * 9.4) for x, y in _AROUND)
    return (*_land(2), ring(0, -4, 5, "tint"), ring(0, -4, 3.4, "paper", FINE), *rays)


_AROUND = (
    (1, 0),
    (0.7, -0.7),
    (0, -0.9),
    (-0.7, -0.7),
    (-1, 0),
    (-0.87, -0.5),
    (0.87, -0.5),
    (0.4, -0.85),
    (-0.4, -0.85),
)


def _rain(number: int) -> Drawing:
    drops = tuple(
        fine(-16 + i * 4, -11 + (i * 5 + number) % 4, -18 + i * 4, -6 + (i * 5 + number) % 4) for i in range(9)
    )
    return (*_land(number), *drops)


_DRAWN: tuple[tuple[str, Callable[[], Drawing]], ...] = (
    ("fissure", _crack), ("quake", _crack), ("mine", _bolts), ("surge", _bolts), ("wind", _wind), ("dust", _wind),
    ("haze", _wind), ("rocket", _rocket), ("drop", _crate), ("luck", _crate), ("skies", _sun),
)  # fmt: skip


def picture(card: Event) -> Drawing:
    """Return an event's picture, within 19 mm to either side and 13 up and down."""
    found = next((draw for word, draw in _DRAWN if word in card.id), None)
    return found() if found else _rain(len(card.name))
